"""A coin instead of a sign: linear classifiers that randomize, and their regret.

The learners here keep their weights in the ball of radius ``1/R``, where ``R`` bounds the norm of
every instance.  So each score ``f`` lies between -1 and 1, and the learner predicts +1 with
probability ``(1 + f) / 2``.  Its weights do not depend on how the coins fall: a run
tosses none.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Floats, count, instance_of, positive, vector
from perclib.data import Stream
from perclib.learners.losses import Loss, Tie
from perclib.learners.protocol import Linear, label_of, row_of, set_weights
from perclib.learners.running import Run

__all__ = [
    "ProjectedDescent",
    "Randomized",
    "RegularizedLeader",
    "chance",
    "leader",
    "regret",
]


def _chance_value(score: Any, label: Any) -> Any:
    return np.abs(score - label) / 2


def _chance_slope(score: Any, label: Any) -> Any:
    return np.where(label * score <= 1, -label, label)[()] / 2


chance = Loss("chance of a mistake", _chance_value, _chance_slope)
"""Chance ``|f - y| / 2`` of a mistake, if a coin shows +1 with probability ``(1 + f) / 2``.

For scores between -1 and 1 it is ``(1 - y f) / 2``, linear; for others it is no probability, and
only half of the absolute loss.  At the kink ``y f = 1`` every number between ``-1/2`` and ``1/2``
is a subgradient; the slope there is ``-y/2``, that of the inner side.  Given as the ``loss`` of
`perclib.learners.running.run` it makes ``total_loss`` the expected number of mistakes.
"""


def leader(stream: Stream, radius: float) -> Floats:
    """Best comparator in hindsight in the ball of radius ``1/R``: ``S / (R |S|)``.

    Here ``S`` is the sum of all ``y x``; the expected number of mistakes of this comparator is
    ``(T - |S| / R) / 2``.

    Parameters
    ----------
    stream : Stream
    radius : float
        R, at least the norm of every instance.

    Returns
    -------
    array of shape (d,)
        Zero if the sum is.

    Notes
    -----
    Derived in chapter 8.

    Examples
    --------
    >>> leader(Stream([[2, 0], [0, 2]], [1, -1]), radius=2).round(3).tolist()
    [0.354, -0.354]
    """
    instance_of("stream", stream, Stream, "make one with Stream(X, y)")
    _short("stream", stream.radius, positive("radius", radius))
    total = stream.y @ stream.X
    norm = float(np.linalg.norm(total))
    return np.asarray(total / (norm * radius) if norm else total)


def regret(run: Run, comparator: ArrayLike) -> float:
    """Compare the expected mistakes of a run with those of a comparator that tosses coins as well.

    Parameters
    ----------
    run : Run
        Over a stream of two labels.
    comparator : array_like of shape (d,)
        For instance the `leader`.

    Returns
    -------
    float
        The regret: the sum of ``(|f_t - y_t| - |<u, x_t> - y_t|) / 2`` over all rounds.  It counts
        expected mistakes where the scores of both lie between -1 and 1.

    Notes
    -----
    Derived in chapter 8.
    """
    X, y = run.stream.X, run.stream.y
    theirs = X @ vector("comparator", comparator, run.stream.dimension)
    return float((chance(run.scores, y) - chance(theirs, y)).sum())


@dataclass(frozen=True, eq=False, kw_only=True)
class Randomized(Linear):
    """Base of the randomized learners, with their ball and their schedule of steps.

    Parameters
    ----------
    radius : float
        R, above zero and at least the norm of every instance to come.
    rate : float, optional
        c, above zero: the step of round t is ``c / sqrt(t)``.  By default the best one for the
        bound: ``2 / R**2`` for a horizon, otherwise ``sqrt(2) / R**2`` for `RegularizedLeader` and
        ``2 sqrt(2) / R**2`` for `ProjectedDescent`.
    horizon : int, optional
        The number of rounds T, if it is known: then the step is ``c / sqrt(T)`` in every round.
    rounds : int
        How many rounds are over.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means where mistakes are counted by the sign of the score; the coin
        needs no such rule.
    """

    constant: ClassVar[float]
    radius: float
    rate: float = None  # type: ignore[assignment]  # the default, once it is made
    horizon: int | None = None
    rounds: int = 0
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        square = positive("radius", self.radius) ** 2
        if self.horizon is not None:
            count("horizon", self.horizon)
        if self.rate is None:
            object.__setattr__(self, "rate", (2.0 if self.horizon else self.constant) / square)
        positive("rate", self.rate)

    @classmethod
    def zero(cls, dimension: int, radius: float, **named: Any) -> Self:
        """Return the learner before its first round, its weights zero; `named` as in the class."""
        return super().zero(dimension, radius=radius, **named)

    @property
    def step(self) -> float:
        """Step size of the coming round."""
        return self.rate / math.sqrt(self.horizon or self.rounds + 1)

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,), no longer than the radius, by ``<w, x>``."""
        _short("x", float(np.linalg.norm(x)), self.radius)
        return super().score(x)


@dataclass(frozen=True, eq=False)
class RegularizedLeader(Randomized):
    """Follow the regularized leader (FTRL) on the chance of a mistake, in the ball of radius 1/R.

    Its weights are the point of the ball nearest to ``step * S / 2``, where ``S`` is the sum of the
    ``y x`` of all rounds before: ``min(step / 2, 1 / (R |S|)) * S``.

    Parameters
    ----------
    total : array_like of shape (d,)
        The sum S so far.
    radius, rate, horizon, rounds, tie
        As in `Randomized`.

    Notes
    -----
    Derived in chapter 8 after Orabona (2019), with the scale of the step put right.  With the
    default rates, the regret to every comparator of the ball is at most
    ``sqrt(T / 2)`` after each round T, and with a horizon T at most ``sqrt(T) / 2`` after its T
    rounds.

    Examples
    --------
    >>> from perclib import run
    >>> stream = Stream([[2.0], [2.0], [-2.0]], [1, -1, 1])
    >>> done = run(RegularizedLeader.zero(1, radius=2), stream, loss=chance)
    >>> f"{done.total_loss:.2f} mistakes expected"
    '1.75 mistakes expected'
    """

    constant = math.sqrt(2)
    total: Floats
    weights: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the parameters, and find the weights of the coming round."""
        super().__post_init__()
        set_weights(self, "total")
        object.__setattr__(self, "weights", _projected(self.step / 2 * self.total, self.radius))

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``S + y x``."""
        self.score(x)  # which refuses an instance that is too long
        total = self.total + label_of(y) * row_of(x, self.total)
        return replace(self, total=total, rounds=self.rounds + 1)


@dataclass(frozen=True, eq=False)
class ProjectedDescent(Randomized):
    """Projected online gradient descent on the chance of a mistake, in the ball of radius 1/R.

    After the example (x, y) it moves to ``w + step * y x / 2``, and from there, if that is outside
    of the ball, to the nearest point of the ball.

    Parameters
    ----------
    weights : array_like of shape (d,)
        In the ball.
    radius, rate, horizon, rounds, tie
        As in `Randomized`.

    Notes
    -----
    Zinkevich (2003); derived in chapter 8.  With the default rates, the regret
    to every comparator of the ball is at most ``sqrt(2 T)`` after each round T, and with a horizon
    T at most ``sqrt(T) / 2`` after its T rounds.

    Examples
    --------
    >>> learner = ProjectedDescent.zero(1, radius=1, rate=4)
    >>> learner.update([1.0], 1).weights.tolist()
    [1.0]
    """

    constant = 2 * math.sqrt(2)
    weights: Floats

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        set_weights(self, "weights")
        _short("weights", float(np.linalg.norm(self.weights)), 1 / self.radius)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + step * y x / 2``, projected."""
        self.score(x)  # which refuses an instance that is too long
        moved = self.weights + self.step / 2 * label_of(y) * row_of(x, self.weights)
        return replace(self, weights=_projected(moved, self.radius), rounds=self.rounds + 1)


def _projected(point: Floats, radius: float) -> Floats:
    """Return the point of the ball of radius 1/R that is nearest."""
    norm = float(np.linalg.norm(point))
    return point if norm * radius <= 1 else point / (norm * radius)


def _short(name: str, norm: float, limit: float) -> None:
    """Refuse a vector that is longer than the limit."""
    if norm > limit * (1 + 1e-9):
        raise ValueError(f"{name}: expected a norm of at most {limit:g}, got {norm:g}")
