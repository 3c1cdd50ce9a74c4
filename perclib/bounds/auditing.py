"""The audit: the bounds of the book on one data set, beside the mistakes of the perceptron.

The audit examines the examples as given, normalised and standardised, and each of these forms
lifted, with a constant coordinate appended.  On each form it runs the perceptron, in the given
order and in random ones, tries to decide whether the examples are separable, and compares the
mistakes with every bound at its best comparator.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
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
from perclib.bounds.report import Audit, Factors, Row, View, name_of
from perclib.data import Stream, _exact
from perclib.data.files import Prepared
from perclib.learners import (
    AveragedPerceptron,
    PassiveAggressive,
    Perceptron,
    SecondOrderPerceptron,
    run,
)

__all__ = ["audit"]

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
        If ``T * (d + 1)``, the count of numbers in the lifted examples, is at most this, a solver
        looks for the best comparators, in all views.  Otherwise comparators and floors come from
        a few passes that also learn from scores that are right by too little; the bounds of these
        comparators hold, computed in floats and rounded up.  Up to 100 times as many numbers, a
        solver decides whether the examples are separable.

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
    made = X if isinstance(X, Prepared) else Prepared(stream, (), (), ())
    asked = tuple(dict.fromkeys(real("powers", q, 1, 1000) for q in powers))
    size, top = len(stream) * (stream.dimension + 1), count("solve", solve, least=0)
    solved, narrow = size <= top, stream.dimension < EXACT
    decide = solved or (narrow and size <= 100 * top)
    limit = count("passes", (100 if solved else 3) if passes is None else passes)
    ask = 0 if solved else -(-size // 100) if narrow else size
    views: list[View] = []
    for name, form in tqdm(_forms(stream), total=6, unit="view", disable=None, delay=2):
        orders, times = _orders(form)
        if not views or sum(orders) < min(sum(view.orders) for view in views):
            best, best_form, wrong = name, form, times
        views.append(_view(name, form, asked, limit, decide, ask, orders))
    hardest = [int(t) for t in np.argsort(-wrong, kind="stable")[:5] if wrong[t]]
    ones = int((stream.y > 0).sum())
    return Audit(
        stream.name,
        ones,
        len(stream) - ones,
        tuple(views),
        solved,
        tuple(_warnings(stream, made.columns)),
        _tenths(stream.y != (1 if 2 * ones > len(stream) else -1)),
        best,
        {made.rows[t] if made.rows else f"row {t}": int(wrong[t]) for t in hardest},
        *_compared(best_form),
        made.columns,
        made.notes,
    )


def _tenths(wrong: Flags) -> tuple[int, ...]:
    return tuple(int(part.sum()) for part in np.array_split(wrong, 10))


def _seeds(form: Stream) -> range:
    return range(10 if len(form) * form.dimension <= LARGE else 3)


def _orders(form: Stream) -> tuple[tuple[int, ...], Floats]:
    """Return the mistakes of a pass in random orders, and how often each row was one."""
    times, found = np.zeros(len(form)), []
    for seed in _seeds(form):
        order = np.random.default_rng(seed).permutation(len(form))
        wrong = run(Perceptron.zero(form.dimension), form[order]).mistakes
        times[order] += wrong
        found.append(int(wrong.sum()))
    return tuple(found), times


def _compared(
    form: Stream,
) -> tuple[dict[str, tuple[float, ...]], dict[str, tuple[int, int, int]]]:
    """Return how much of the last tenth of random orders each learner predicts rightly.

    And in all of them together: how many rows of the rarer label it finds, of how many, and how
    many others it takes for such rows.
    """
    found: dict[str, list[float]] = {}
    rarer, caught = 1 if 2 * (form.y > 0).sum() <= len(form) else -1, dict[str, Any]()
    for seed in _seeds(form) if len(form) >= 20 else ():
        order = np.random.default_rng(seed).permutation(len(form))[:SAMPLE]
        cut = len(order) * 9 // 10
        part, rest = form[order[:cut]], form[order[cut:]]
        for name, kind in LEARNERS.items():
            if "perceptron" in name or form.dimension <= WIDE:
                predicted = run(kind.zero(form.dimension), part).predict(rest.X)
                found.setdefault(name, []).append(float((predicted == rest.y).mean()))
                said, rare = predicted == rarer, rest.y == rarer
                counts = np.array([(said & rare).sum(), rare.sum(), (said & ~rare).sum()])
                caught[name] = caught.get(name, 0) + counts
        usual = 1 if (part.y > 0).mean() > 1 / 2 else -1
        found.setdefault("always the larger class", []).append(float((rest.y == usual).mean()))
    return (
        {name: tuple(shares) for name, shares in found.items()},
        {name: tuple(counts.tolist()) for name, counts in caught.items()},
    )


def _split(k: int, radius: float, squares: float, w: Floats, u: Floats, margin: float) -> Factors:
    """Return the factors of k mistakes by their squared norms, added up, and the last weights."""
    size = float(np.abs(u).max())
    u, margin = u / size, margin / size  # the squares of what is near 1 are in range
    length, along = float(w @ w), float(u @ w)
    return Factors(
        lengths=k * radius**2 / squares,
        scores=squares / length,
        direction=length * float(u @ u) / along**2,
        margins=(along / k / margin) ** 2,
    )


def _forms(stream: Stream) -> Iterator[tuple[str, Stream]]:
    """Yield the forms of a stream, each when it is its turn."""
    yield "as given", stream
    yield "lifted", stream.lifted()
    for name, change in (("normalised", Stream.normalised), ("standardised", Stream.standardised)):
        form = change(stream)
        yield name, form
        yield f"{name}, lifted", form.lifted()


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


def _view(
    name: str,
    stream: Stream,
    powers: tuple[float, ...],
    limit: int,
    decide: bool,
    ask: int,
    orders: tuple[int, ...],
) -> View:
    """Look at one form: small ones in exact arithmetic, others in floats that are rounded outward.

    A solver decides what is separable, and finds the best comparators unless more is to be asked.
    """
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse and decide else stream
    proof = _separation(dense) if decide else None
    done = run(Perceptron.zero(stream.dimension), stream)
    first, weights, wrong = done.mistakes, done.learner.weights, [done.mistakes]
    while wrong[-1].any() and len(wrong) < limit and not isinstance(proof, ZeroCombination):
        done = run(done.learner, stream)
        wrong.append(done.mistakes)
    times, last, clean = (
        np.sum(wrong, axis=0, dtype=float),
        done.learner.weights,
        not wrong[-1].any(),
    )
    if not ask:
        radius, sums, best = stream.radius, list[_long_streams.Combination](), []
        for found in (best_comparator(dense, q) for q in powers):
            best.append((found.comparator, found.bound.value, found.floor))
    else:
        radius = _long_streams.radius_of(stream)
        once = _long_streams.combined(first.astype(np.float64), weights)
        sums, best = _long_streams.estimates(stream, radius, powers, once, last)
    ceiling = 0.0
    if proof is None:
        every = [_long_streams.combined(times, last), *sums]
        proof, ceiling = _long_streams.separation(stream, radius, clean, every)
    mistakes, split = int(first.sum()), None
    rows = [Row(name_of(q), q, *one, mistakes) for q, one in zip(powers, best, strict=True)]
    if isinstance(proof, LargestMargin):
        u, ceiling = proof.comparator, proof.ceiling
        value = finite_bound((Fraction(radius) / Fraction(proof.margin)) ** 2)
        square = Fraction(radius) ** 2 if ask else stream.radius_square
        floor = _exact.down(square / Fraction(ceiling) ** 2)
        rows.insert(0, Row(name_of(None), None, u, value, floor, mistakes))
        squares = float((abs(stream.X[first]) ** 2).sum())
        split = _split(mistakes, radius, squares, weights, u, proof.margin)
    pull = np.linalg.norm(stream.y.astype(np.float64) @ stream.X / (radius or 1.0))
    return View(
        name,
        len(stream),
        stream.dimension,
        radius,
        mistakes,
        orders,
        _tenths(first),
        weights,
        len(wrong),
        int(times.sum()),
        clean,
        None if proof is None else isinstance(proof, LargestMargin),
        proof,
        ceiling,
        float(pull) / sqrt(len(stream)),
        tuple(rows),
        split,
        tuple(_left_out(proof is not None, limit, decide, ask)),
    )


def _left_out(decided: bool, limit: int, decide: bool, ask: int) -> Iterator[str]:
    """Yield each step that was skipped, with the reason."""
    if not decided:
        tried, cure = "no solver was asked", f", or ask a solver, solve={ask}"
        if decide:
            tried, cure = f"a solver and {limit} passes decided neither way", ""
        yield (
            f"separable or not: {tried}; a pass without a mistake proves that they are, no "
            f"number of passes that they are not: passes={cure}"
        )
    if ask:
        yield (
            "many numbers, so no solver was asked for best comparators (see solve=): those of a "
            "few passes are shown; larger margins and smaller bounds may be found"
        )


def _separation(stream: Stream) -> LargestMargin | ZeroCombination | None:
    """Prove that a stream is separable, or that it is not, if floats let either be found."""
    try:
        return largest_margin(stream)
    except ValueError:  # what adds up to zero with a constant coordinate does so without
        return zero_combination(stream) or zero_combination(stream.lifted())
