"""The perceptron: move by the example when, and only when, it was a mistake."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np

from perclib._checks import Floats, Labels, count, one_of, positive, reals
from perclib.losses import TIES, Tie, wrong
from perclib.online import Linear


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

    def sweep(self, X: Floats, y: Labels) -> tuple[Floats, Self]:
        """Learn from many examples, in order, at the speed of memory.

        Between two mistakes the weights do not move, so blocks of rounds are scored ahead with
        one call, up to the first mistake; where mistakes are dense the rounds are run one by one.
        If the extra ``fast`` (Numba) is installed, a long stream is run one by one by compiled
        code, which is as quick at any density of mistakes.  The first time, compiling takes about
        as long as a hundred passes over 1,000,000 x 20 numbers, and in each later process loading
        what was compiled half of that.

        Scores and weights are those of `score` and `update` round by round.  For whole numbers
        that is certain, as long as no sum exceeds 2**53.  For other numbers it rests on what
        `numpy.dot`, `numpy.vecdot` and SciPy's ``ddot`` have in common: all hand a contiguous row
        to the same kind of BLAS routine.  No difference was seen on any shape that the tests try,
        not even in the last bit (but for the sign of a zero score in one dimension); where the
        two libraries do differ on a trial, the compiled code is not used.

        Parameters
        ----------
        X : array of shape (T, d)
            Of floats.
        y : array of shape (T,)
            Of -1 and +1; neither is checked again.

        Returns
        -------
        scores : array of shape (T,)
            Not finite where a round's score was not.
        learner : Perceptron
            After the last round.

        Raises
        ------
        ValueError
            If the instances have another dimension, or a weight is not finite any more.

        Notes
        -----
        No chapter of this edition needs it.
        """
        if X.shape[1:] != self.weights.shape:
            raise ValueError(f"x: expected shape {self.weights.shape}, got {X.shape[1:]}")
        scores, weights = np.empty(len(y)), self.weights.copy()
        # A round is a mistake when y f < limit: the least float above 0 counts a tie.
        limits = (TINY * wrong(0.0, -1, self.tie), TINY * wrong(0.0, 1, self.tie))
        compiled = _compiled() if len(y) >= LONG else None
        if compiled:
            compiled(weights, X, y, limits, self.step, scores)
            return scores, self.moved(weights)
        row = 2 + X.shape[1] / 2
        t, quiet, gap = 0, 0, 64.0  # rounds since the last mistake, and between two as a rule
        with np.errstate(over="ignore", invalid="ignore"):
            while t < len(y):
                if gap < DENSE:
                    part = slice(t, t + 1024)
                    made = _one_by_one(weights, X[part], y[part], limits, self.step, scores[part])
                    t, quiet, gap = part.stop, 0, 1024 / max(made, 1)
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
        return scores, self.moved(weights)


TINY = math.nextafter(0, 1)
# What decides how far to score ahead; it changes the speed and nothing else.
BLOCK = 16384  # rounds at most
LONG = 20_000  # rounds from which on compiling pays
CALL = 6000  # time of a step with its calls, where one more coordinate of a row takes 1/2
DENSE = 7  # rounds between two mistakes below which one by one is quicker


def _one_by_one(
    weights: Floats, X: Floats, y: Labels, limits: tuple[float, float], step: float, scores: Floats
) -> int:
    """Run the textbook's loop over a few rounds; write weights and scores, count the mistakes."""
    mistakes = 0
    for t, sign in enumerate(y.tolist()):
        scores[t] = X[t].dot(weights)
        if sign * scores[t] < limits[sign > 0]:
            weights += step * sign * X[t]
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
        one_by_one(weights, X, np.ones(4, np.int64), (-math.inf, -math.inf), 1.0, scores)
        if not np.array_equal(scores, [x.dot(weights) for x in X]):
            return None
    return one_by_one
