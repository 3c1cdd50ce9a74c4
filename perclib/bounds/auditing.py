"""The audit: the bounds of the book on one data set, beside the mistakes of the perceptron.

It examines the examples as given, normalised and standardised, and each of these forms lifted.
"""

from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from tqdm import tqdm

from perclib._checks import Flags, Labels, count, real
from perclib.bounds import _long_streams, competitors
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.bounds.mistakes import block_novikoff
from perclib.bounds.report import LARGER, Audit, Row, View
from perclib.data import Stream
from perclib.data.streams import Prepared
from perclib.learners.geometry import SecondOrderPerceptron
from perclib.learners.margins import PassiveAggressive
from perclib.learners.perceptron import AveragedPerceptron, Perceptron
from perclib.learners.running import run

__all__ = ["audit"]

FORMS: dict[str, Callable[[Stream], Stream]] = {
    "as given": lambda stream: stream,
    "lifted": Stream.lifted,
    "normalised": Stream.normalised,
    "normalised, lifted": lambda stream: stream.normalised().lifted(),
    "standardised": Stream.standardised,
    "standardised, lifted": lambda stream: stream.standardised().lifted(),
}
LEARNERS: Any = (Perceptron, AveragedPerceptron, PassiveAggressive, SecondOrderPerceptron)
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
    """Compare the mistakes of the perceptron on a data set with the bounds, as in chapter 9.

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
        comparators; for more, a few passes give comparators, and bounds are computed in floats and
        rounded up.  Up to 100 times as many, a solver decides what is separable.

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
    effort = 2 * (size <= most)  # of a solver: 2 for all, 1 for what is separable, 0 for nothing
    effort = effort or int(stream.dimension < competitors.EXACT and size <= 100 * most)
    limit = count("passes", (100 if effort == 2 else 3) if passes is None else passes)
    orders = [
        np.random.default_rng(seed).permutation(len(stream))
        for seed in range(10 if size <= LARGE else 3)
    ]
    views = [
        _view(name, change(stream), orders, asked, limit, effort)
        for name, change in tqdm(FORMS.items(), unit="view", disable=None, delay=2)
    ]
    best = min(views, key=lambda view: sum(view.orders))
    hardest = [t for t in np.argsort(-best.often, kind="stable")[:5].tolist() if best.often[t]]
    return Audit(
        stream.name,
        int((stream.y > 0).sum()),
        tuple(views),
        tuple(_warnings(stream.y, views, limit, effort)),
        _tenths(stream.y != (1 if stream.y.sum() > 0 else -1)),
        best.name,
        {table.rows[t] if table.rows else f"row {t}": int(best.often[t]) for t in hardest},
        _compared(FORMS[best.name](stream), orders),
        table.columns,
        table.notes,
    )


def _tenths(wrong: Flags) -> tuple[int, ...]:
    return tuple(int(part.sum()) for part in np.array_split(wrong, 10))


def _compared(form: Stream, orders: list[Any]) -> dict[str, tuple[float, ...]]:
    """Return the share of the last rows of random orders that each learner predicts rightly."""
    kinds = [kind for kind in LEARNERS if issubclass(kind, Perceptron) or form.dimension <= WIDE]
    shares: dict[str, list[float]] = {name: [] for name in (*(k.__name__ for k in kinds), LARGER)}
    for order in orders if len(form) >= 20 else ():
        cut = len(order[:SAMPLE]) * 9 // 10
        part, rest = form[order[:cut]], form[order[cut:SAMPLE]]
        for kind in kinds:
            learner = run(kind.zero(form.dimension), part).learner
            shares[kind.__name__].append(float((learner.predict(rest.X) == rest.y).mean()))
        shares[LARGER].append(float((rest.y == (1 if part.y.sum() > 0 else -1)).mean()))
    return {name: tuple(each) for name, each in shares.items() if each}


def _warnings(y: Labels, views: list[View], limit: int, effort: int) -> Iterator[str]:
    """Yield what is odd about the labels, and each step that was skipped, with the reason."""
    ones, changes = int((y > 0).sum()), np.count_nonzero(np.diff(y))
    usual = 2 * ones * (len(y) - ones) / len(y)
    if usual >= 10 and changes < usual / 4:
        yield (
            f"labels change {changes} times from row to row, in a random order about {usual:.0f} "
            "times: the rows seem sorted; look at the mistakes in random orders"
        )
    if undecided := "; ".join(view.name for view in views if view.proof is None):
        tried = f"a solver and {limit} passes decided neither way" * (effort > 0)
        yield (
            f"separable or not, {undecided}: {tried or 'solve= asks a solver'}; a pass without a "
            "mistake proves that they are, and more passes= may find one"
        )
    if effort < 2:
        yield (
            "many numbers, so no solver was asked for best comparators (see solve=): those of a "
            "few passes are shown; larger margins and smaller bounds may be found"
        )


def _view(
    name: str, stream: Stream, random: list[Any], powers: tuple[float, ...], limit: int, effort: int
) -> View:
    """Look at one form: exactly, or in floats that are rounded outward."""
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse and effort else stream
    proof: LargestMargin | ZeroCombination | None = None
    try:
        proof = competitors.largest_margin(dense) if effort else None
    except ValueError:  # what adds up to zero with a constant coordinate does so without
        zero = competitors.zero_combination
        proof = zero(dense) or zero(dense.lifted())
    start, orders, often = Perceptron.zero(stream.dimension), [], np.zeros(len(stream))
    for order in random:
        missed = run(start, stream[order]).mistakes
        orders.append(int(missed.sum()))
        often[order] += missed
    done = run(start, stream)
    first, weights, wrong = done.mistakes, done.learner.weights, [done.mistakes]
    while wrong[-1].any() and len(wrong) < limit and not isinstance(proof, ZeroCombination):
        done = run(done.learner, stream)
        wrong.append(done.mistakes)
    last, clean, radius = done.learner.weights, not wrong[-1].any(), stream.radius
    sums: list[_long_streams.Combination] = []
    if effort == 2:
        found = [competitors.best_comparator(dense, q) for q in powers]
        best = [(one.comparator, one.bound.value) for one in found]
    else:
        sums, best = _long_streams.estimates(stream, powers, last)
    rows, ceiling = [Row(q, *one) for q, one in zip(powers, best, strict=True)], 0.0
    if proof is None:
        every = [_long_streams.combined(np.sum(wrong, axis=0, dtype=float), last), *sums]
        proof, ceiling = _long_streams.separation(stream, radius, clean, every)
    if isinstance(proof, LargestMargin):
        ceiling = proof.ceiling
        rows.insert(0, Row(None, proof.comparator, block_novikoff(stream, proof.comparator).value))
    pull = np.linalg.norm(stream.y.astype(np.float64) @ stream.X / (radius or 1.0))
    return View(
        name,
        len(stream),
        stream.dimension,
        radius,
        int(first.sum()),
        tuple(orders),
        often,
        _tenths(first),
        weights,
        len(wrong) if clean else None,
        proof,
        None if proof is None else isinstance(proof, LargestMargin),
        ceiling,
        float(pull) / sqrt(len(stream)),
        tuple(rows),
    )
