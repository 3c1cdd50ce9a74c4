"""The perceptron: move by the example when, and only when, it was a mistake."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import BLOCK, Flags, Floats, Labels, count, finite, one_of, positive, reals
from perclib.losses import TIES, Tie, wrong
from perclib.online import LEAST, Linear
from perclib.streams import Stream

__all__ = [
    "Perceptron",
]


class _Limits(NamedTuple):
    """Below which signed score a round is a mistake, by its label; and which are too small."""

    minus: float
    plus: float
    least: float


@dataclass(frozen=True, eq=False)
class Perceptron(Linear):
    """The perceptron of Rosenblatt (1958), without bias.

    It scores by ``f = <w, x>`` and on a mistake moves to ``w + step * y * x``; otherwise it stays.
    For a bias, run it on lifted examples (`perclib.streams.Stream.lifted`).

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.  With the book's rule, "mistake",
        a round is a mistake when ``y f <= 0``.
    step : float
        Above zero.  From a zero start, and in exact arithmetic, it scales the weights and changes
        no mistake (chapter 3).  In floats that holds for powers of two; another step rounds the
        weights differently, and a near-tie can fall on the other side.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, the step is not above zero or the tie
        rule is unknown; from `score` and `update`, if floats do not tell the sign of a score.

    Notes
    -----
    Below some 1e-308 floats lose digits, and then vanish: a score of 1e-340 would count as a tie,
    and the run would make more mistakes than its bound allows.  So a score below
    ``2**-960``, about 1e-289, is refused if a product of it is as small and not zero; what is lost
    of any other score is too little to change its sign.  And an update is
    refused whose step rounds an entry below ``2**-1022``.  Instances multiplied by a power of 2 are
    run with the same mistakes, as long as nothing is refused.

    With the default rule and on one pass the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)``.
    Derived in chapter 3; its mistakes are counted from chapter 4 on.

    Examples
    --------
    >>> Perceptron.zero(2).update(np.array([1.0, 2.0]), -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    tie: Tie = "mistake"
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        one_of("tie", self.tie, TIES)
        object.__setattr__(self, "step", positive("step", self.step))

    @classmethod
    def zero(cls, dimension: int, *, tie: Tie = "mistake", step: float = 1.0) -> Self:
        """Perceptron that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        tie, step
            As in the class.

        Returns
        -------
        Perceptron
        """
        return cls(np.zeros(count("dimension", dimension)), tie, step)

    def multiple(self, score: float, y: float) -> float:
        """Tell how often an example is added: ``step * y`` on a mistake, else 0.

        Parameters
        ----------
        score : float
        y : int
            -1 or +1.

        Returns
        -------
        float
        """
        return self.step * y if wrong(score, y, self.tie) else 0.0

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance and the instance, if floats tell the score's sign."""
        score, row = super()._scored(x)
        if abs(score) < LEAST and _lost(row, self.weights):
            raise ValueError(
                f"x: expected a score that floats tell from 0, of at least {LEAST:.0e}, "
                f"got {score:g}; multiply the instances, or the step, by a power of 2"
            )
        return score, row

    def _sum(self, times: float, row: Floats) -> Floats:
        """Return the weights with a multiple of a row added, if floats hold the multiple."""
        if abs(times) != 1 and _rounded(times, row):
            raise ValueError(
                f"step: expected one whose products with the instances are at least {SMALLEST:.0e}"
                f", got {self.step:g}; multiply the instances, or the step, by a power of 2"
            )
        return super()._sum(times, row)

    def sweep(self, stream: Stream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Between two mistakes the weights do not move, so blocks of rounds are scored ahead with
        one call, up to the first mistake; where mistakes are dense the rounds are run one by one.
        If the extra ``fast`` (Numba) is installed, a long stream is run one by one by compiled
        code, which is as quick at any density of mistakes.  The first time, compiling takes about
        as long as fifty passes over 1,000,000 x 20 numbers, again where the instances are columns
        or 32-bit floats, and in each later process loading what was compiled half of that.

        Scores and weights are those of `score` and `update` round by round.  For whole numbers
        that is certain, as long as no sum exceeds ``2**53``.  For other numbers it rests on what
        `numpy.dot`, `numpy.vecdot` and SciPy's ``ddot`` have in common: all hand a contiguous row
        to the same kind of BLAS routine.  No difference was seen on any shape that the tests try,
        not even in the last bit (but for the sign of a zero score in one dimension); where the
        two libraries do differ on a trial, the compiled code is not used.

        A sparse row is scored by its entries alone, so that a run costs what they cost: the same
        routine multiplies them with the weights of their coordinates.  The scores are those of the
        dense rows wherever sums are exact, and wherever a row has all its entries; else they are
        rounded differently, within what rounding may do to either.  Compiled or not they are the
        same to the last bit.

        Parameters
        ----------
        stream : Stream
            Its instances need not have been seen to be finite: a finite score shows it.

        Returns
        -------
        scores : array of shape (T,)
            Not finite where a round is refused; what comes after it has no meaning.
        learner : Perceptron
            After the last round.

        Raises
        ------
        ValueError
            If the instances have another dimension, or a weight is not finite any more.

        Notes
        -----
        What it costs, by the mistake bound, is derived in chapter 12.
        """
        # A round is a mistake when y f < limit: the least float above 0 counts a tie.
        limits = _Limits(TINY * wrong(0.0, -1, self.tie), TINY * wrong(0.0, 1, self.tie), LEAST)
        return self._swept(stream, limits)

    def _with_margin(self, stream: Stream, margin: float) -> tuple[Flags, Self]:
        """Learn from all examples whose signed score is below a margin; say from which."""
        scores, learner = self._swept(stream, _Limits(margin, margin, LEAST))
        finite("scores", scores)
        return stream.y * scores < margin, learner

    def _swept(self, stream: Stream, limits: _Limits) -> tuple[Floats, Self]:
        """Learn from all examples whose signed score is below the limit of their label."""
        if stream.dimension != len(self.weights):
            raise ValueError(f"x: expected shape {self.weights.shape}, got ({stream.dimension},)")
        scores, weights = np.empty(len(stream)), self.weights.copy()
        compiled = _compiled() if max(len(stream), stream._size / ROW) >= LONG else None
        gap = 64.0  # rounds between two mistakes, as a rule
        with np.errstate(over="ignore", invalid="ignore"):
            for part, X in stream.blocks(raw=compiled is not None):
                rounds = X, stream.y[part], limits, self.step, scores[part]
                if compiled:
                    compiled(weights, *rounds)
                elif stream.sparse:
                    _one_by_one(weights, *rounds)
                else:
                    gap = _ahead(weights, *rounds, gap)
        return scores, self.moved(weights)


TINY = math.nextafter(0, 1)
SMALLEST = 2.0**-1022  # below it floats lose digits
# What decides how far to score ahead; it changes the speed and nothing else.
AHEAD = 16384  # rounds at most
LONG = 20_000  # rounds from which on compiling pays
ROW = 50  # numbers that cost as much as a round does without them
CALL = 6000  # time of a step with its calls, where one more coordinate of a row takes 1/2
DENSE = 7  # rounds between two mistakes below which one by one is quicker


def _lost(rows: Floats, weights: Floats) -> Any:
    """Whether scores below `LEAST` may owe their sign to where floats end: to a product as small.

    Where all products are larger, or 0, they are exact but for rounding, as always.
    """
    small = (np.abs(rows * weights) < LEAST) & (rows != 0) & (weights != 0)
    return small.any(axis=-1)


def _rounded(times: float, row: Floats) -> bool:
    """Whether a multiple of a row may lose digits because it is too small."""
    return bool(((np.abs(times * row) < SMALLEST) & (row != 0)).any())


def _ahead(
    weights: Floats, X: Floats, y: Labels, limits: _Limits, step: float, scores: Floats, gap: float
) -> float:
    """Score blocks of rounds ahead, up to the next mistake; return how far mistakes are apart."""
    row, t, quiet = 2 + X.shape[1] / 2, 0, 0  # rounds since the last mistake
    minus, plus, least = limits
    while t < len(y):
        if gap < DENSE:
            part = slice(t, t + 1024)
            made = _one_by_one(weights, X[part], y[part], limits, step, scores[part])
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
                scores[some[_lost(X[some], weights)]] = math.nan
        if mistaken[first]:
            gap, quiet, t = 0.75 * gap + 0.25 * (quiet + first), 0, t + first + 1
            _move(weights, step * float(y[t - 1]), X[t - 1], scores[t - 1 : t])
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


def _move(weights: Floats, times: float, row: Floats, score: Floats) -> None:
    """Add a multiple of a row to the weights; where floats do not hold it, spoil the score."""
    if abs(times) != 1 and _rounded(times, row):
        score[:] = math.nan
    weights += times * row


def _one_by_one(
    weights: Floats, X: Any, y: Labels, limits: _Limits, step: float, scores: Floats
) -> int:
    """Run the textbook's loop over a few rounds; write weights and scores, count the mistakes."""
    mistakes, sparse = 0, not isinstance(X, np.ndarray)
    for t, sign in enumerate(y.tolist()):
        if sparse:
            held = slice(X.indptr[t], X.indptr[t + 1])
            places, row = X.indices[held], X.data[held]
            here = weights[places]
        else:
            row, here = X[t], weights
        score = scores[t] = row.dot(here)
        if abs(score) < LEAST and _lost(row, here):
            scores[t] = math.nan
        if sign * score < (limits.plus if sign > 0 else limits.minus):
            _move(here, step * sign, row, scores[t : t + 1])
            if sparse:
                weights[places] = here
            mistakes += 1
    return mistakes


@cache
def _compiled() -> Callable[..., None] | None:
    """Return the compiled loop, where Numba is installed and the loop gives NumPy's scores."""
    try:
        from perclib._compiled import one_by_one
    except ImportError:
        return None
    rng = np.random.default_rng(0)
    for d in range(1, 100, 7):
        X, weights = rng.normal(size=(4, d)), rng.normal(size=d)
        scores = np.empty(4)
        one_by_one(weights, X, np.ones(4, np.int8), (-math.inf, -math.inf, 0.0), 1.0, scores)
        if not np.array_equal(scores, [x.dot(weights) for x in X]):
            return None
    return one_by_one
