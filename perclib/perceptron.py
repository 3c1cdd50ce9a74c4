"""The perceptron: move by the example when, and only when, it was a mistake."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, cast

import numpy as np

from perclib._checks import Floats, Labels, count, label, one_of, positive, reals
from perclib.losses import TIES, Tie, wrong
from perclib.online import linear_score, moved


@dataclass(frozen=True, eq=False)
class Perceptron:
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
        rule is unknown.

    Notes
    -----
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
        positive("step", self.step)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies and pickles anew, so that their weights are read-only as well."""
        return type(self), (self.weights, self.tie, self.step)

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
        count("dimension", dimension)
        return cls(np.zeros(dimension), tie, step)

    def score(self, x: Floats) -> float:
        """Score an instance, ``<w, x>``.

        Parameters
        ----------
        x : array_like of shape (d,)

        Returns
        -------
        float
        """
        return linear_score(self.weights, x)

    def update(self, x: Floats, y: int) -> Self:
        """Learn from an example: move if it was a mistake.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            -1 or +1.

        Returns
        -------
        Perceptron
            The next one; this one stays as it is.
        """
        label("y", y)
        if not wrong(self.score(x), y, self.tie):
            return self
        return moved(self, self.weights + self.step * y * np.asarray(x, dtype=np.float64))

    def sweep(self, X: Floats, y: Labels) -> tuple[Floats, Self]:
        """Learn from many examples, in order, at the speed of memory.

        Between two mistakes the weights do not move, so blocks of rounds are scored ahead with
        one call, up to the first mistake.  Where mistakes are dense the rounds are run one by one,
        compiled if the extra ``fast`` (Numba) is installed and the stream is long; the first time,
        compiling takes some seconds.

        Scores and weights are those of `score` and `update` round by round.  For whole numbers
        that is certain, as long as no sum exceeds 2**53.  For other numbers it rests on what
        `numpy.dot`, `numpy.vecdot` and Numba have in common: all hand a contiguous row to the same
        kind of BLAS routine; no difference was seen on any shape that the tests try, not even in
        the last bit (but for the sign of a zero score in one dimension).

        Parameters
        ----------
        X : array of shape (T, d)
        y : array of shape (T,)

        Returns
        -------
        scores : array of shape (T,)
            Not finite where a round's score was not.
        learner : Perceptron
            After the last round.

        Notes
        -----
        Derived in chapter 10.
        """
        if X.shape[1:] != self.weights.shape:
            raise ValueError(f"x: expected shape {self.weights.shape}, got {X.shape[1:]}")
        scores, weights = np.empty(len(y)), self.weights.copy()
        one_by_one, extra = (_compiled(), 30) if len(y) >= LONG else (_one_by_one, 400)
        row = 2 + X.shape[1] / 2
        # One by one is quicker where mistakes are closer than this.
        dense = 2 * CALL * row / extra**2
        t, quiet, gap = 0, 0, 64.0  # rounds since the last mistake, and between two as a rule
        with np.errstate(over="ignore", invalid="ignore"):
            while t < len(y):
                if gap < dense:
                    part = slice(t, t + 1024)
                    signs = y[part].astype(np.float64)
                    # A round is a mistake when y f < limit: the least float above 0 counts a tie.
                    limits = np.nextafter(0, 1) * wrong(0.0, y[part], self.tie)
                    mistakes = one_by_one(weights, X[part], signs, limits, self.step, scores[part])
                    t, quiet, gap = part.stop, 0, 1024 / max(mistakes, 1)
                    continue
                # As many rounds as balance the calls against the scores that a mistake spoils.
                part = slice(t, t + min(int(math.sqrt(2 * gap * CALL / row)) + 1, BLOCK))
                scores[part] = np.vecdot(X[part], weights)
                mistaken = wrong(scores[part], y[part], self.tie)
                first = int(mistaken.argmax())
                if mistaken[first]:
                    gap, quiet, t = 0.75 * gap + 0.25 * (quiet + first), 0, t + first + 1
                    weights += self.step * float(y[t - 1]) * X[t - 1]
                else:
                    quiet, t = quiet + len(mistaken), part.stop
                    gap = max(gap, quiet)
        return scores, moved(self, weights)


# What decides how far to score ahead; it changes the speed and nothing else.
BLOCK = 16384  # rounds at most
LONG = 50_000  # rounds from which on compiling pays
CALL = 6000  # time of a step with its calls, where one more coordinate of a row takes 1/2


def _one_by_one(
    weights: Floats, X: Floats, signs: Floats, limits: Floats, step: float, scores: Floats
) -> int:
    """Run the textbook's loop over a few rounds; write weights and scores, count the mistakes."""
    mistakes = 0
    for t in range(len(X)):
        scores[t] = np.dot(X[t], weights)
        if signs[t] * scores[t] < limits[t]:
            weights += step * signs[t] * X[t]
            mistakes += 1
    return mistakes


@cache
def _compiled() -> Callable[..., int]:
    """Compile the textbook's loop, where Numba is installed."""
    try:
        from numba import njit
    except ImportError:
        return _one_by_one
    return cast(Callable[..., int], njit(cache=True)(_one_by_one))
