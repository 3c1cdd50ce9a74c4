"""The audit: the bounds of the book on one data set, beside the mistakes of the perceptron.

The audit examines the examples as given, normalised and standardised, and each of these forms
lifted, with a constant coordinate appended.  On each form it runs the perceptron, in the given
order and in random ones, tries to decide whether the examples are separable, and compares the
mistakes with every bound at its best comparator.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from perclib._checks import Flags, Floats, count, real
from perclib.bounds import _long_streams
from perclib.bounds.competitors import (
    EXACT,
    LargestMargin,
    ZeroCombination,
    best_comparator,
    largest_margin,
    zero_combination,
)
from perclib.bounds.mistakes import finite_bound
from perclib.bounds.report import LARGER, Audit, Factors, Row, View
from perclib.data import Stream, _exact
from perclib.data.streams import Prepared
from perclib.learners import (
    AveragedPerceptron,
    PassiveAggressive,
    Perceptron,
    SecondOrderPerceptron,
    run,
)

__all__ = ["audit"]

FORMS: dict[str, Callable[[Stream], Stream]] = {
    "as given": lambda stream: stream,
    "lifted": Stream.lifted,
    "normalised": Stream.normalised,
    "normalised, lifted": lambda stream: stream.normalised().lifted(),
    "standardised": Stream.standardised,
    "standardised, lifted": lambda stream: stream.standardised().lifted(),
}
LEARNERS: dict[str, Any] = {
    "perceptron": Perceptron,
    "averaged perceptron": AveragedPerceptron,
    "passive-aggressive": PassiveAggressive,
    "second-order": SecondOrderPerceptron,
}
LARGE = 2**22  # numbers above which three random orders are run instead of ten
SAMPLE, WIDE = 2000, 300  # rounds to compare learners on; columns too many for slow learners


def audit(
    X: Stream | Prepared | ArrayLike,
    y: ArrayLike | None = None,
    *,
    powers: Iterable[float] = (1, 2),
    passes: int | None = None,
    solve: int = 30_000,
) -> Audit:
    """Compare the mistakes of the perceptron on a data set with the bounds of the book.

    Parameters
    ----------
    X : array_like of shape (T, d), sparse or not, or Stream, or Prepared
        The examples.  What `perclib.data.files.examples` returns has names for rows and columns.
    y : array_like of shape (T,), optional
        Labels, each -1 or +1; not with a `Stream`, which has its own.
    powers : iterable of float
        The powers q of the hinge bounds, each at least 1.
    passes : int, optional
        The most passes to make over separable examples until one has no mistake; by default 100,
        or 3 where no solver is asked for comparators.
    solve : int
        Up to ``T * (d + 1)`` numbers, those of the lifted examples, a solver looks for the best
        comparators; for more, a few passes give comparators and floors, and bounds are computed
        in floats and rounded up.  Up to 100 times as many, a solver decides what is separable.

    Returns
    -------
    Audit

    Notes
    -----
    Chapter 9 explains these numbers.  A comparator with a positive margin, in exact arithmetic,
    proves that the examples are separable; some vectors ``y x`` that add up to zero, exactly, prove
    that they are not.  Combinations of the examples limit margins from above and bounds from below.

    Examples
    --------
    >>> X, y = [[2, 1], [1, -1], [-1, 1], [-2, -1]], [1, 1, -1, -1]
    >>> found = audit(X, y)["as given"]
    >>> found.mistakes, found.separable
    (1, True)
    >>> [round(row.value, 3) for row in found.rows]
    [2.778, 2.74, 2.778]
    """
    given: Any = X.stream if isinstance(X, Prepared) else X
    if (y is None) != isinstance(given, Stream):
        raise ValueError("y: expected labels beside rows of numbers, and none beside a Stream")
    stream = given if y is None else Stream(given, y)
    table = X if isinstance(X, Prepared) else Prepared(stream)
    asked = tuple(dict.fromkeys(real("powers", q, 1, 1000) for q in powers))
    size, most = len(stream) * (stream.dimension + 1), count("solve", solve, least=0)
    solved = size <= most
    decide = solved or (stream.dimension < EXACT and size <= 100 * most)
    limit = count("passes", (100 if solved else 3) if passes is None else passes)
    views = [
        _view(name, change(stream), asked, limit, decide, solved)
        for name, change in tqdm(FORMS.items(), unit="view", disable=None, delay=2)
    ]
    best = min(views, key=lambda view: sum(view.orders)).name
    form, wrong = FORMS[best](stream), np.zeros(len(stream))
    for order in _orders(form):
        wrong[order] += _mistakes(form[order])
    hardest = [int(t) for t in np.argsort(-wrong, kind="stable")[:5] if wrong[t]]
    ones = int((stream.y > 0).sum())
    return Audit(
        stream.name,
        ones,
        len(stream) - ones,
        tuple(views),
        solved,
        tuple(_warnings(stream, table.columns)),
        tuple(_left_out(views, limit, decide, solved)),
        _tenths(stream.y != _larger(stream)),
        best,
        {table.rows[t] if table.rows else f"row {t}": int(wrong[t]) for t in hardest},
        *_compared(form),
        table.columns,
        table.notes,
    )


def _tenths(wrong: Flags) -> tuple[int, ...]:
    return tuple(int(part.sum()) for part in np.array_split(wrong, 10))


def _orders(form: Stream) -> Iterator[NDArray[Any]]:
    """Yield the random orders of the rounds."""
    for seed in range(10 if len(form) * form.dimension <= LARGE else 3):
        yield np.random.default_rng(seed).permutation(len(form))


def _mistakes(form: Stream) -> Flags:
    return run(Perceptron.zero(form.dimension), form).mistakes


def _larger(form: Stream) -> int:
    return 1 if 2 * (form.y > 0).sum() > len(form) else -1


def _compared(form: Stream) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how learners predict the last rows of random orders, in all and of the rarer label."""
    kinds = {n: k for n, k in LEARNERS.items() if "perceptron" in n or form.dimension <= WIDE}
    predicted: dict[str, list[Any]] = {name: [] for name in (*kinds, LARGER)}
    labels = []
    for order in _orders(form) if len(form) >= 20 else ():
        cut = len(order[:SAMPLE]) * 9 // 10
        part, rest = form[order[:cut]], form[order[cut:SAMPLE]]
        for name, kind in kinds.items():
            predicted[name].append(run(kind.zero(form.dimension), part).learner.predict(rest.X))
        predicted[LARGER].append([_larger(part)] * len(rest))
        labels.append(rest.y)
    shares, caught, rare = {}, {}, np.array(labels) == -_larger(form)
    for name, each in predicted.items() if labels else ():
        shares[name] = tuple((np.array(each) == labels).mean(axis=1).tolist())
        taken = np.array(each) == -_larger(form)
        caught[name] = int((taken & rare).sum()), int(rare.sum()), int((taken & ~rare).sum())
    caught.pop(LARGER, None)
    return shares, caught


def _factors(k: int, radius: float, squares: float, w: Floats, u: Floats, margin: float) -> Factors:
    """Return the factors of k mistakes by their squared norms, added up, and the last weights."""
    length, along = float(w @ w), float(u @ w)
    return Factors(
        lengths=k * radius**2 / squares,
        scores=squares / length,
        direction=length * float(u @ u) / along**2,
        margins=(along / k / margin) ** 2,
    )


def _warnings(stream: Stream, columns: tuple[str, ...]) -> Iterator[str]:
    """Yield a warning for each oddity of a data set."""
    trials, d, ones = len(stream), stream.dimension, int((stream.y > 0).sum())
    if ones in (0, trials):
        yield f"all labels are {int(stream.y[0]):+d}: there is nothing to tell apart"
    if trials < 2 * d:
        yield (
            f"rows are few, fewer than 2 d = {2 * d}: if they are in general position, at least "
            "half of their labellings are separable, so that a margin shows little"
        )
    changes, usual = np.count_nonzero(np.diff(stream.y)), 2 * ones * (trials - ones) / trials
    if usual >= 10 and changes < usual / 4:
        yield (
            f"labels change {changes} times from row to row, in a random order about {usual:.0f} "
            "times: the rows seem sorted; look at the mistakes in random orders"
        )
    spread = stream.rows.max(axis=0) - stream.rows.min(axis=0)
    constant = np.flatnonzero((spread.toarray() if stream.sparse else spread) == 0).tolist()
    if constant:
        names = [columns[i] if columns else f"X[:, {i}]" for i in constant[:5]]
        some = ", ".join(names) + ", ..." * (len(constant) > 5)
        zero = "" if stream.sparse else "; standardised they are 0"
        yield f"of {d} columns {len(constant)} hold one value only: {some}{zero}"


def _left_out(views: list[View], limit: int, decide: bool, solved: bool) -> Iterator[str]:
    """Yield each step that was skipped, with the reason."""
    if undecided := "; ".join(view.name for view in views if view.proof is None):
        tried = f"a solver and {limit} passes decided neither way" * decide
        yield (
            f"separable or not, {undecided}: {tried or 'solve= asks a solver'}; a pass without a "
            "mistake proves that they are, and more passes= may find one"
        )
    if not solved:
        yield (
            "many numbers, so no solver was asked for best comparators (see solve=): those of a "
            "few passes are shown; larger margins and smaller bounds may be found"
        )


def _view(
    name: str, stream: Stream, powers: tuple[float, ...], limit: int, decide: bool, solved: bool
) -> View:
    """Look at one form: exactly, or in floats that are rounded outward."""
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse and decide else stream
    proof = _separation(dense) if decide else None
    done = run(Perceptron.zero(stream.dimension), stream)
    first, weights, wrong = done.mistakes, done.learner.weights, [done.mistakes]
    while wrong[-1].any() and len(wrong) < limit and not isinstance(proof, ZeroCombination):
        done = run(done.learner, stream)
        wrong.append(done.mistakes)
    times, last = np.sum(wrong, axis=0, dtype=float), done.learner.weights
    clean, mistakes = not wrong[-1].any(), int(first.sum())
    sums = list[_long_streams.Combination]()
    if solved:
        radius, square = stream.radius, stream.radius_square
        found = [best_comparator(dense, q) for q in powers]
        best = [(one.comparator, one.bound.value, one.floor) for one in found]
    else:
        radius = _long_streams.radius_of(stream)
        square = Fraction(radius) ** 2
        once = _long_streams.combined(first.astype(np.float64), weights)
        sums, best = _long_streams.estimates(stream, radius, powers, once, last)
    rows = [Row(q, *one, mistakes) for q, one in zip(powers, best, strict=True)]
    ceiling, factors = 0.0, None
    if proof is None:
        every = [_long_streams.combined(times, last), *sums]
        proof, ceiling = _long_streams.separation(stream, radius, clean, every)
    if isinstance(proof, LargestMargin):
        u, ceiling = proof.comparator, proof.ceiling
        value = finite_bound((Fraction(radius) / Fraction(proof.margin)) ** 2)
        floor = _exact.down(square / Fraction(ceiling) ** 2)
        rows.insert(0, Row(None, u, value, floor, mistakes))
        squares = float((abs(stream.X[first]) ** 2).sum())
        factors = _factors(mistakes, radius, squares, weights, u, proof.margin)
    pull = np.linalg.norm(stream.y.astype(np.float64) @ stream.X / (radius or 1.0))
    return View(
        name,
        len(stream),
        stream.dimension,
        radius,
        mistakes,
        tuple(int(_mistakes(stream[order]).sum()) for order in _orders(stream)),
        _tenths(first),
        int((stream.y != _larger(stream)).sum()),
        weights,
        len(wrong),
        int(times.sum()),
        clean,
        proof,
        ceiling,
        float(pull) / sqrt(len(stream)),
        tuple(rows),
        factors,
    )


def _separation(stream: Stream) -> LargestMargin | ZeroCombination | None:
    """Prove that a stream is separable, or that it is not, if floats let either be found."""
    try:
        return largest_margin(stream)
    except ValueError:  # what adds up to zero with a constant coordinate does so without
        return zero_combination(stream) or zero_combination(stream.lifted())
