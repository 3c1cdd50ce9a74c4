"""A coin instead of a sign: linear classifiers that randomize, and their regret.

The learners here keep their weights in the ball of radius ``1/R``, where ``R`` bounds the norm of
every instance.  So each score ``f`` lies between -1 and 1, and the learner predicts +1 with
probability ``(1 + f) / 2``.  Its weights do not depend on how the coins fall: a run holds all but
the coins, and `toss` adds those.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Floats, Labels, count, instance_of, positive, reals, vector
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
    "toss",
]


ROUNDING = 1e-9  # by how much, relatively, a norm or a score may exceed its limit


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


def toss(scores: ArrayLike, seed: int | np.random.Generator) -> Labels:
    """Toss the coins of a run: a label for each score, +1 with probability ``(1 + f) / 2``.

    Parameters
    ----------
    scores : array_like of shape (T,)
        Between -1 and 1, such as the ``scores`` of a `perclib.learners.running.Run`.
    seed : int or numpy.random.Generator
        The same seed gives the same labels.

    Returns
    -------
    array of int of shape (T,)
        A round is a mistake where it differs from ``stream.y``.

    Notes
    -----
    Derived in chapter 8.

    Examples
    --------
    >>> toss([1.0, -1.0, 0.0], seed=0).tolist()
    [1, -1, 1]
    """
    floats = reals("scores", scores, ndim=1)
    _between("scores", floats)
    if not isinstance(seed, np.random.Generator):
        seed = count("seed", seed, least=0)
    draws = np.random.default_rng(seed).random(len(floats))
    return np.where(draws < (1 + floats) / 2, 1, -1)


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
    radius = positive("radius", radius)
    _short("stream", stream.radius, radius)
    total = stream.y @ stream.X
    norm = float(np.linalg.norm(total))
    return np.asarray(total / (norm * radius) if norm else total)


def regret(run: Run, comparator: ArrayLike) -> float:
    """Compare the expected mistakes of a run with those of a comparator that tosses coins as well.

    Parameters
    ----------
    run : Run
        Of a learner whose scores lie between -1 and 1.
    comparator : array_like of shape (d,)
        For instance the `leader`.

    Returns
    -------
    float
        The regret: the sum of ``(|f_t - y_t| - |<u, x_t> - y_t|) / 2`` over all rounds.

    Notes
    -----
    Derived in chapter 8.
    """
    instance_of("run", run, Run, "make one with run(learner, stream)")
    instance_of("run.stream", run.stream, Stream, "make one with Stream(X, y)")
    u = vector("comparator", comparator, run.stream.dimension)
    theirs = run.stream.X @ u
    _between("run.scores", run.scores)
    _between("comparator", theirs)
    y = run.stream.y
    return float((chance(run.scores, y) - chance(theirs, y)).sum())


@dataclass(frozen=True, eq=False, kw_only=True)
class Randomized(Linear):
    """Base of the randomized learners, with their ball and their schedule of steps.

    Parameters
    ----------
    radius : float
        R, above zero and at least the norm of every instance to come.
    rate : float
        c, above zero: the step of round t is ``c / sqrt(t)``.
    horizon : int, optional
        The number of rounds T, if it is known: then the step is ``c / sqrt(T)`` in every round.
    rounds : int
        How many rounds are over.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means where mistakes are counted by the sign of the score; the coin
        needs no such rule.
    """

    constant: ClassVar[float]
    state: ClassVar[str]  # the field that a start at zero sets
    radius: float
    rate: float
    horizon: int | None = None
    rounds: int = 0
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        positive("radius", self.radius)
        positive("rate", self.rate)
        if self.horizon is not None:
            count("horizon", self.horizon)

    @classmethod
    def zero(
        cls, dimension: int, radius: float, *, rate: float | None = None, horizon: int | None = None
    ) -> Self:
        """Learner before its first round, its weights zero.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        radius, horizon
            As in the class.
        rate : float, optional
            By default the best one for the bound: ``2 / R**2`` for a horizon, otherwise
            ``sqrt(2) / R**2`` for `RegularizedLeader` and ``2 sqrt(2) / R**2`` for
            `ProjectedDescent`.
        """
        if rate is None:
            rate = (2.0 if horizon else cls.constant) / positive("radius", radius) ** 2
        start: Any = {cls.state: np.zeros(count("dimension", dimension))}
        return cls(radius=radius, rate=rate, horizon=horizon, **start)

    @property
    def step(self) -> float:
        """Step size of the coming round."""
        return self.rate / math.sqrt(self.horizon or self.rounds + 1)

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,), no longer than the radius, by ``<w, x>``."""
        _short("x", float(np.linalg.norm(x)), self.radius)
        return super().score(x)


@dataclass(frozen=True, eq=False, kw_only=True)
class RegularizedLeader(Randomized):
    """Follow the regularized leader (FTRL) on the chance of a mistake, in the ball of radius 1/R.

    Its weights are the point of the ball nearest to ``step * S / 2``, where ``S`` is the sum of the
    ``y x`` of all rounds before: ``min(step / 2, 1 / (R |S|)) * S``.

    Parameters
    ----------
    radius, rate, horizon, rounds, tie
        As in `Randomized`.
    total : array_like of shape (d,)
        The sum S so far.

    Notes
    -----
    Derived in chapter 8 after Orabona (2019), with the scale of the step put right.  With the
    default rates of `Randomized.zero`, the regret to every comparator of the ball is at most
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

    constant, state = math.sqrt(2), "total"
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


@dataclass(frozen=True, eq=False, kw_only=True)
class ProjectedDescent(Randomized):
    """Projected online gradient descent on the chance of a mistake, in the ball of radius 1/R.

    After the example (x, y) it moves to ``w + step * y x / 2``, and from there, if that is outside
    of the ball, to the nearest point of the ball.

    Parameters
    ----------
    radius, rate, horizon, rounds, tie
        As in `Randomized`.
    weights : array_like of shape (d,)
        In the ball.

    Notes
    -----
    Zinkevich (2003); derived in chapter 8.  With the default rates of `Randomized.zero`, the regret
    to every comparator of the ball is at most ``sqrt(2 T)`` after each round T, and with a horizon
    T at most ``sqrt(T) / 2`` after its T rounds.

    Examples
    --------
    >>> learner = ProjectedDescent.zero(1, radius=1, rate=4)
    >>> learner.update([1.0], 1).weights.tolist()
    [1.0]
    """

    constant, state = 2 * math.sqrt(2), "weights"
    weights: Floats

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        set_weights(self, "weights")
        norm = float(np.linalg.norm(self.weights))
        if norm * self.radius > 1 + ROUNDING:
            raise ValueError(
                f"weights: expected a norm of at most {1 / self.radius:g}, got {norm:g}"
            )

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + step * y x / 2``, projected."""
        self.score(x)  # which refuses an instance that is too long
        moved = self.weights + self.step / 2 * label_of(y) * row_of(x, self.weights)
        return replace(self, weights=_projected(moved, self.radius), rounds=self.rounds + 1)


def _projected(point: Floats, radius: float) -> Floats:
    """Return the point of the ball of radius 1/R that is nearest."""
    norm = float(np.linalg.norm(point))
    return point if norm * radius <= 1 else point / (norm * radius)


def _short(name: str, norm: float, radius: float) -> None:
    """Refuse an instance that is longer than the radius."""
    if norm > radius * (1 + ROUNDING):
        raise ValueError(f"{name}: expected instances of norm at most {radius:g}, got {norm:g}")


def _between(name: str, scores: Floats) -> None:
    """Refuse scores outside of [-1, 1]."""
    large = np.abs(scores) > 1 + ROUNDING
    if large.any():
        t = int(large.argmax())
        raise ValueError(
            f"{name}: expected scores from -1 to 1, got {scores[t]:g} in round {t + 1}"
        )
