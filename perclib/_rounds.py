"""All rounds of a linear learner at once: its textbook's loop, scored ahead or compiled.

What differs between the learners is a `Rule`: how often an example is added to the weights.
"""

import math
import sys
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from perclib import losses
from perclib._checks import BLOCK, Floats, Labels
from perclib.losses import Loss
from perclib.online import LEAST
from perclib.streams import Examples

LIMITS, CLASSES, HINGE, LOGISTIC, SQUARED, ABSOLUTE = range(6)
TINY = math.nextafter(0, 1)
SMALLEST = 2.0**-1022  # below it floats lose digits
# What decides how far to score ahead; it changes the speed and nothing else.
AHEAD = 16384  # rounds at most
# Loading the compiled loop takes up to a second, once in a process: as long as some dozen runs of
# LONG rounds without it.  A kind of rows that it has not met takes 10 ms, on a new machine 2 s.
LONG = 20_000  # rounds from which on the compiled loop is loaded
AGAIN = 20  # times fewer rounds are enough once it is loaded
ROW = 50  # numbers that cost as much as a round does without them
CALL = 6000  # time of a step with its calls, where one more coordinate of a row takes 1/2
SHORT = 48  # products that Python adds up sooner than NumPy
DENSE = 7  # rounds between two mistakes below which one by one is quicker


class Rule(NamedTuple):
    """How often an example is added to the weights, by its score and its label.

    Parameters
    ----------
    kind : int or None
        By which formula the compiled loop computes it; none if it knows no such formula.
    numbers : tuple of 5 floats
        The step; below which signed score an example of label -1, and of +1, is added; which scores
        are too small; the power of a loss.
    moves : callable
        ``(score, label) -> [(place, times), ...]``: what the loop adds to which weights.
    """

    kind: int | None
    numbers: tuple[float, float, float, float, float]
    moves: Callable[[Any, Any], Any]


def limits(step: float, minus: float, plus: float, least: float = LEAST) -> Rule:
    """Add an example whose signed score is below the limit of its label."""

    def moves(score: Any, y: Any) -> Any:
        return [(..., step * y)] if y * score < (plus if y > 0 else minus) else []

    return Rule(LIMITS, (step, minus, plus, least, 0.0), moves)


def classes() -> Rule:
    """Add an example to the weights of its class, and take it from those of the predicted one."""

    def moves(scores: Any, y: int) -> Any:
        best = int(scores.argmax())
        return [(y - 1, 1.0), (best, -1.0)] if best != y - 1 else []

    return Rule(CLASSES, (1.0, 0.0, 0.0, 0.0, 0.0), moves)


_KINDS = {losses.logistic: LOGISTIC, losses.squared: SQUARED, losses.absolute: ABSOLUTE}


def descent(step: float, loss: Loss) -> Rule:
    """Add an example ``-step * slope(score, y)`` times."""
    if loss == losses.perceptron:
        return limits(step, TINY, TINY, 0.0)

    def moves(score: Any, y: Any) -> Any:
        times = -step * float(loss.slope(float(score), y))
        return [(..., times)] if times else []

    power = getattr(loss.slope, "parameters", ())
    known = _KINDS | {losses.hinge(q): HINGE for q in power}
    kind = next((kind for one, kind in known.items() if one == loss), None)
    return Rule(kind, (step, 0.0, 0.0, 0.0, *(power or (0.0,))), moves)


def swept(
    weights: Floats, stream: Examples, rule: Rule, drift: Floats | None = None, now: int = 0
) -> Floats:
    """Run over all rounds of a stream; write weights and drift, return the scores.

    Parameters
    ----------
    weights : array of shape (d,), or (C, d)
    stream : Examples
    rule : Rule
    drift : array of shape (d,), optional
        To which is added what is added to the weights, times the number of the round.
    now : int
        The number of the first round.

    Returns
    -------
    array of shape (T,), or (T, C)
        Not finite where a round is refused; what comes after it has no meaning.
    """
    if stream.dimension != weights.shape[-1]:
        raise ValueError(f"x: expected shape {weights.shape[-1:]}, got ({stream.dimension},)")
    scores = np.empty((len(stream), *weights.shape[:-1]))
    drift = np.empty(0) if drift is None else drift
    long = rule.kind is not None and is_long(len(stream), stream._size)
    compiled = _compiled() if long else None
    if stream.sparse:
        stream.refuse_changes()  # an index outside the weights would write to memory of others
    gap = 64.0  # rounds between two mistakes, as a rule
    with np.errstate(over="ignore", invalid="ignore"):
        for part, X in stream.blocks(raw=compiled is not None):
            rounds = X, stream.y[part], rule, scores[part], drift, now + part.start
            if compiled:
                compiled(weights, *rounds, stream._bias)
            elif stream.sparse or rule.kind != LIMITS:
                _one_by_one(weights, *rounds)
            else:
                gap = _ahead(weights, *rounds, gap)
    return scores


def is_long(rounds: int, numbers: int) -> bool:
    """Whether the compiled loop pays for so many rounds, whose instances hold so many numbers."""
    loaded = "perclib._compiled" in sys.modules
    return max(rounds, numbers / ROW) >= (LONG / AGAIN if loaded else LONG)


def lost(rows: Floats, weights: Floats) -> Any:
    """Whether scores below `LEAST` may owe their sign to where floats end: to a product as small.

    Where all products are larger, or 0, they are exact but for rounding, as always.
    """
    small = (np.abs(rows * weights) < LEAST) & (rows != 0) & (weights != 0)
    return small.any(axis=-1)


def rounded(times: float, row: Floats) -> bool:
    """Whether a multiple of a row may lose digits because it is too small."""
    return bool(((np.abs(times * row) < SMALLEST) & (row != 0)).any())


def _ahead(
    weights: Floats, X: Floats, y: Labels, rule: Rule, scores: Floats, drift: Floats, now: int,
    gap: float,
) -> float:  # fmt: skip
    """Score blocks of rounds ahead, up to the next mistake; return how far mistakes are apart."""
    row, t, quiet = 2 + X.shape[1] / 2, 0, 0  # rounds since the last mistake
    step, minus, plus, least, _ = rule.numbers
    while t < len(y):
        if gap < DENSE:
            part = slice(t, t + 1024)
            made = _one_by_one(weights, X[part], y[part], rule, scores[part], drift, now + t)
            t, quiet, gap = part.stop, 0, 1024 / max(made, 1)
            continue
        part = slice(t, t + min(int(_length(gap, CALL / row)) + 1, AHEAD))
        scores[part] = np.vecdot(X[part], weights)
        level = minus if minus == plus else np.where(y[part] > 0, plus, minus)
        mistaken = y[part] * scores[part] < level
        first = int(mistaken.argmax())
        if np.abs(scores[part]).min() < least:
            small = t + np.flatnonzero(np.abs(scores[part]) < least)
            for some in np.array_split(small, 1 + small.size * X.shape[1] // BLOCK):
                scores[some[lost(X[some], weights)]] = math.nan
        if mistaken[first]:
            gap, quiet, t = 0.75 * gap + 0.25 * (quiet + first), 0, t + first + 1
            added = _added(step * float(y[t - 1]), X[t - 1], least, scores[t - 1 : t])
            weights += added
            if drift.size:
                drift += (now + t - 1) * added
        else:
            quiet, t = quiet + len(mistaken), part.stop
            gap = max(gap, quiet)
    return gap


def _length(gap: float, call: float) -> float:
    """Return how many rounds to score ahead, where a call costs as much as so many rows.

    If mistakes come at random, ``gap`` rounds apart, ``x = length / gap`` should solve
    ``e**x - 1 - x = a`` with ``a = call / gap`` (chapter 12).  This x is at most 8 % longer, and
    costs at most 0.2 % more.
    """
    a = call / gap
    return gap * math.log1p(a + math.sqrt(2 * a))


def _added(times: float, row: Floats, least: float, score: Floats) -> Floats:
    """Return a multiple of a row; where floats do not hold it, spoil the score."""
    if least and abs(times) != 1 and rounded(times, row):
        score[:] = math.nan
    return times * row


def _one_by_one(
    weights: Floats, X: Any, y: Any, rule: Rule, scores: Floats, drift: Floats, now: int
) -> int:
    """Run the textbook's loop over a few rounds; write as `swept`, count the updates."""
    updates, sparse, least = 0, not isinstance(X, np.ndarray), rule.numbers[3]
    places: Any = slice(None)
    moves_of = rule.moves
    for t, label in enumerate(y.tolist()):
        if sparse:
            held = slice(X.indptr[t], X.indptr[t + 1])
            places, row = X.indices[held], X.data[held]
            here = weights.take(places, axis=-1)
        else:
            row, here = X[t], weights
        whole = len(row) == weights.shape[-1]
        score = scores[t] = _dense_score(row, here) if whole else _sparse_score(row, here)
        if least and abs(score) < least and lost(row, here):
            scores[t] = math.nan
        moves = moves_of(score, label)
        if not moves:
            continue
        for place, times in moves:
            added = _added(times, row, least, scores[t : t + 1])
            here[place] += added
            if drift.size:
                drift[places] += (now + t) * added
        if sparse:
            weights[..., places] = here
        updates += 1
    return updates


def _dense_score(row: Floats, weights: Floats) -> Any:
    return float(row.dot(weights)) if weights.ndim == 1 else np.vecdot(weights, row)


def _sparse_score(row: Floats, weights: Floats) -> Any:
    """Add up products as the compiled loop does: every fourth, the four sums, and then the rest."""
    products = row * weights
    whole = len(row) // 4 * 4
    if products.ndim == 1 and whole <= SHORT:  # floats of Python add up the same, and sooner
        numbers = products.tolist()
        a = b = c = d = 0.0
        for k in range(0, whole, 4):
            a += numbers[k]
            b += numbers[k + 1]
            c += numbers[k + 2]
            d += numbers[k + 3]
        total: Any = (a + b) + (c + d)
        for number in numbers[whole:]:  # not by sum, which corrects itself from Python 3.12 on
            total += number
        return total
    fourths = products[..., :whole].reshape(*products.shape[:-1], -1, 4).sum(axis=-2, initial=0.0)
    total = (fourths[..., 0] + fourths[..., 1]) + (fourths[..., 2] + fourths[..., 3])
    for k in range(whole, len(row)):
        total = total + products[..., k]
    return total


@cache
def _compiled() -> Callable[..., None] | None:
    """Return the compiled loop, where Numba is installed and the loop gives NumPy's numbers.

    Elsewhere runs are as exact, but slower; a warning says so where the numbers differ.
    """
    try:
        from perclib._compiled import one_by_one
    except ImportError:
        return None
    rng, y = np.random.default_rng(0), np.array([1, -1, -1, 1], np.int8)
    slopes = [descent(0.5, loss) for loss in (*map(losses.hinge, (1, 1.5, 3)), losses.logistic)]
    for d in range(1, 100, 7):
        X, start = rng.normal(size=(4, d)), rng.normal(size=d)
        for rule in (limits(1.0, -math.inf, -math.inf, 0.0), *slopes):
            done = []
            for loop in (one_by_one, _one_by_one):
                weights, scores = start.copy(), np.empty(4)
                loop(weights, X, y, rule, scores, np.empty(0), 0)
                done.append((scores.tobytes(), weights.tobytes()))
            if done[0] != done[1]:
                warnings.warn(
                    "the compiled loop of perclib gives other numbers than NumPy, so it is not "
                    "used, and long runs are slow; NumPy and SciPy may have different BLAS",
                    RuntimeWarning,
                    stacklevel=2,
                )
                return None
    return one_by_one
