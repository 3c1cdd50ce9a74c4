"""Perceptrons with several vectors of weights: their mean, their vote, or one for each class.

The chapter on relatives derives them.  Each is a value with ``score`` and ``update``, and is run by
`perclib.online.run` as the perceptron is.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib import _rounds
from perclib._checks import Floats, array, count, finite, instance_of, one_of, reals, same_length
from perclib._values import Room, Value, freeze
from perclib.losses import TIES, Tie, predict
from perclib.online import Binary, _scores_of
from perclib.perceptron import Perceptron
from perclib.streams import MulticlassStream, Stream

__all__ = [
    "AveragedPerceptron",
    "MulticlassPerceptron",
    "VotedPerceptron",
]


@dataclass(frozen=True, eq=False)
class AveragedPerceptron(Perceptron):
    r"""The perceptron, with the mean of all weights that it has had.

    It scores and moves as `perclib.perceptron.Perceptron`, so it makes the same mistakes.  Beside
    the weights it keeps ``drift``, the sum of ``t * step * y_t * x_t`` over the mistakes: the mean
    of :math:`w_1, \dots, w_{t+1}` after t rounds is ``weights - drift / (t + 1)``, so
    that a round without a mistake costs nothing.  New instances are predicted by the mean.

    Parameters
    ----------
    weights, tie, step
        As in `perclib.perceptron.Perceptron`.
    drift : array_like of shape (d,), optional
    rounds : int
        How many rounds there were, t.

    Raises
    ------
    ValueError
        As `perclib.perceptron.Perceptron`; if the drift has another shape than the weights, or the
        rounds are no whole number.

    Notes
    -----
    Freund and Schapire (1999); derived in the chapter on relatives.

    Examples
    --------
    >>> from perclib.online import run
    >>> stream = Stream([[4, 0], [0, 4], [4, 0]], [1, -1, 1])
    >>> learner = run(AveragedPerceptron.zero(2), stream).learner
    >>> learner.weights.tolist(), learner.average.weights.tolist()
    ([4.0, -4.0], [3.0, -2.0])
    """

    drift: Floats = None  # type: ignore[assignment]  # zeros, once it is made
    rounds: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        drift = np.zeros_like(self.weights) if self.drift is None else self.drift
        object.__setattr__(self, "drift", reals("drift", drift, ndim=1))
        if self.drift.shape != self.weights.shape:
            raise ValueError(f"drift: expected shape {self.weights.shape}, got {self.drift.shape}")
        freeze(self.drift)
        object.__setattr__(self, "rounds", count("rounds", self.rounds, least=0))

    @property
    def average(self) -> Perceptron:
        """The perceptron whose weights are the mean of all weights, before each round and now."""
        return Perceptron(self.weights - self.drift / (self.rounds + 1), self.tie, self.step)

    def _after(self, score: float, row: Floats, y: float) -> Self:
        after, drift = super()._after(score, row, y), self.drift
        if after is not self:
            drift = drift + (self.rounds + 1) * (self.step * y * row)
        return after._later(1, drift)

    def sweep(self, stream: Stream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Parameters
        ----------
        stream : Stream

        Returns
        -------
        scores : array of shape (T,)
        learner : AveragedPerceptron
            Both as in `perclib.perceptron.Perceptron.sweep`.

        Raises
        ------
        ValueError
            As `perclib.perceptron.Perceptron.sweep`.
        """
        drift = self.drift.copy()
        scores, weights = self._swept(stream, self._rule(), drift, self.rounds + 1)
        return scores, self.moved(weights)._later(len(stream), drift)

    def scores(self, X: Any) -> Floats:
        """Score many instances by the mean weights, and learn nothing; `predict` uses these scores.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)
            Those of the `average`.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return self.average.scores(X)

    def _later(self, rounds: int, drift: Floats) -> Self:
        """Return the learner some rounds later."""
        finite("drift", drift)
        freeze(drift)
        after: Self = self._with(drift=drift, rounds=self.rounds + rounds)
        return after


@dataclass(frozen=True, eq=False)
class VotedPerceptron(Binary):
    r"""The perceptron, with all weights that it has had: for new instances they vote.

    It scores and moves as its perceptron, so it makes the same mistakes.  Beside the perceptron it
    keeps the weights that it has left, each with its lifetime: in how many rounds these were the
    weights before the round.  In the vote on an instance each of the T + 1 weights :math:`w_1,
    \dots, w_{T+1}` of T rounds counts once.

    Parameters
    ----------
    perceptron : Perceptron
        The present one.
    past : array_like of shape (m, d), optional
        The weights that it has left, in their order.
    lifetimes : array_like of shape (m,), optional
        For each of them the number of rounds that began with them, at least 1.
    rounds : int
        How many rounds there were, T: at least the sum of the lifetimes.

    Raises
    ------
    ValueError
        If the perceptron is none, the past weights are no matrix of finite numbers of its
        dimension, there are not as many lifetimes, one of them is no whole number of at least 1, or
        there were fewer rounds than their sum; from `score` and `update` as
        `perclib.perceptron.Perceptron`.

    Notes
    -----
    In a vote the perceptron's tie rule stands for each of the weights, and for the vote as well: by
    the rules "mistake" and "correct" weights that score zero vote for no label, and a tied vote
    predicts none.  By "plus" and "minus" a zero is a vote, or a prediction, of that label.

    Let the perceptron make k mistakes in a run over T + 1 exchangeable examples.  The vote after
    the first T rounds, by the rule "mistake", errs on the last example with a probability of at
    most

    .. math:: \frac{2 \, \mathbb{E}[k]}{T + 1} .

    Freund and Schapire (1999), by an argument of Helmbold and Warmuth (1995); derived in the
    chapter on relatives.  They leave the first weights out of the vote: if these are zero, that
    changes no vote by the rules "mistake" and "correct".  A vote costs a score for each of the m +
    1 weights, and they take the room of as many instances.

    Examples
    --------
    >>> from perclib.online import run
    >>> stream = Stream([[4, 1], [1, -5], [4, 1], [0, 3]], [1, -1, 1, -1])
    >>> learner = run(VotedPerceptron.zero(2), stream).learner
    >>> learner.past.tolist(), learner.lifetimes.tolist()
    ([[0.0, 0.0], [4.0, 1.0]], [1.0, 3.0])
    >>> learner.weights.tolist(), learner.score([0.0, 1.0])
    ([4.0, -2.0], -2.0)
    >>> learner.scores([[0.0, 1.0]]).tolist()  # three votes against one
    [2.0]
    """

    perceptron: Perceptron
    past: Floats = None  # type: ignore[assignment]  # none, once it is made
    lifetimes: Floats = None  # type: ignore[assignment]  # as above
    rounds: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        instance_of("perceptron", self.perceptron, Perceptron, "for instance Perceptron.zero(2)")
        d = len(self.weights)
        past = np.empty((0, d)) if self.past is None else array("past", self.past)
        if past.shape != (0, d):  # there may be none yet
            past = reals("past", past, ndim=2)
        if past.shape[1] != d:
            raise ValueError(f"past: expected {d} columns, got shape {past.shape}")
        lives = np.empty(0) if self.lifetimes is None else array("lifetimes", self.lifetimes)
        same_length("lifetimes", lives, "past", len(past))
        lives = reals("lifetimes", lives, ndim=1) if len(lives) else np.empty(0)
        low = np.flatnonzero((lives < 1) | (lives % 1 != 0))
        if low.size:
            raise ValueError(
                f"lifetimes[{low[0]}]: expected a whole number of at least 1, got {lives[low[0]]:g}"
            )
        for name, held in (("past", np.array(past, dtype=np.float64)), ("lifetimes", lives)):
            freeze(held)
            object.__setattr__(self, name, held)
        object.__setattr__(self, "rounds", count("rounds", self.rounds, least=int(lives.sum())))

    @classmethod
    def zero(cls, dimension: int, *, tie: Tie = "mistake", step: float = 1.0) -> Self:
        """Voted perceptron before its first round, its weights zero.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        tie, step
            As in `perclib.perceptron.Perceptron`.

        Returns
        -------
        VotedPerceptron
        """
        return cls(Perceptron.zero(dimension, tie=tie, step=step))

    @property
    def tie(self) -> Tie:  # type: ignore[override]  # it is the perceptron's
        """The tie rule of the perceptron."""
        return self.perceptron.tie

    @property
    def weights(self) -> Floats:
        """The weights of the perceptron."""
        return self.perceptron.weights

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def scores(self, X: Any) -> Floats:
        """Count the votes on many instances, and learn nothing; `predict` predicts by these counts.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)
            How many of the T + 1 weights vote for +1, less how many vote for -1.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score of theirs is not finite.
        """
        last = self.rounds + 1 - self.lifetimes.sum()
        votes: Floats = last * predict(self.perceptron.scores(X), self.tie)
        for weights, lifetime in zip(self.past, self.lifetimes, strict=True):
            votes += lifetime * predict(self.perceptron.moved(weights).scores(X), self.tie)
        return votes

    def _after(self, score: float, row: Floats, y: float) -> Self:
        perceptron = self.perceptron._after(score, row, y)
        rounds, room = self.rounds + 1, self.__dict__.get("_room")
        now: dict[str, Any] = {}
        if perceptron is not self.perceptron:
            left = self.weights, rounds - self.lifetimes.sum()
            past, lifetimes, room = Room.added(room, self.past, self.lifetimes, *left)
            now = {"perceptron": perceptron, "past": past, "lifetimes": lifetimes}
        after: Self = self._with(**now, rounds=rounds, _room=room)
        return after

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance by the present weights, and the instance."""
        return self.perceptron._scored(x)


@dataclass(frozen=True, eq=False)
class MulticlassPerceptron(Value):
    """The perceptron of C classes: a vector of weights for each.

    It scores by ``weights @ x``, and predicts the class of the largest score; of classes that tie,
    the first.  On a mistake ``x`` is added to the weights of the right class, and subtracted from
    those of the predicted one.

    Parameters
    ----------
    weights : array_like of shape (C, d)
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means where there are two labels; of no effect here.

    Raises
    ------
    ValueError
        If the weights are no matrix of finite numbers; from `score` and `update`, if an instance
        has another dimension or its scores are not finite.

    Notes
    -----
    Derived in the chapter on relatives; after Kesler's construction.  Scores that are too small for
    floats count as ties, so that the bound need not hold there.

    Examples
    --------
    >>> learner = MulticlassPerceptron.zero(3, 2)
    >>> learner = learner.update(np.array([1.0, 2.0]), 3)
    >>> learner.weights.tolist()
    [[-1.0, -2.0], [0.0, 0.0], [1.0, 2.0]]
    """

    weights: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=2))
        one_of("tie", self.tie, TIES)

    @classmethod
    def zero(cls, classes: int, dimension: int) -> Self:
        """Multi-class perceptron that starts at zero.

        Parameters
        ----------
        classes : int
            C, at least 2.
        dimension : int
            Number of coordinates, d.

        Returns
        -------
        MulticlassPerceptron
        """
        return cls(np.zeros((count("classes", classes, least=2), count("dimension", dimension))))

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def score(self, x: ArrayLike) -> Floats:
        """Score an instance, by each class.

        Parameters
        ----------
        x : array_like of shape (d,)

        Returns
        -------
        array of shape (C,)

        Raises
        ------
        ValueError
            If the instance has another dimension, or a score is not finite.
        """
        row = array("x", x)
        if row.shape != self.weights.shape[1:]:
            raise ValueError(f"x: expected shape {self.weights.shape[1:]}, got {np.shape(x)}")
        row = reals("x", row, ndim=1)
        scores: Floats = np.vecdot(self.weights, row)
        finite("scores", scores)
        return scores

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def update(self, x: ArrayLike, y: int) -> Self:
        """Learn from an example.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            The number of a class, from 1 to C.

        Returns
        -------
        MulticlassPerceptron
            The next one; this one stays as it is.

        Raises
        ------
        ValueError
            If there is no such class, as `score`, or if a weight is not finite any more.
        """
        y = count("y", y)
        if y > len(self.weights):
            raise ValueError(f"y: expected a class from 1 to {len(self.weights)}, got {y}")
        predicted = int(self.score(x).argmax()) + 1
        if predicted == y:
            return self
        weights, row = self.weights.copy(), np.asarray(x, dtype=np.float64)
        weights[y - 1] += row
        weights[predicted - 1] -= row
        return self._moved(weights)

    def sweep(self, stream: MulticlassStream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Parameters
        ----------
        stream : MulticlassStream

        Returns
        -------
        scores : array of shape (T, C)
        learner : MulticlassPerceptron
            Both as in `perclib.perceptron.Perceptron.sweep`.

        Raises
        ------
        ValueError
            If the instances have another dimension, a label is no class, or a weight is not finite
            any more.
        """
        instance_of("stream", stream, MulticlassStream, "make one with MulticlassStream(X, y)")
        if stream.y.max() > len(self.weights):
            raise ValueError(
                f"y: expected classes from 1 to {len(self.weights)}, got {stream.y.max()}"
            )
        weights = self.weights.copy()
        return _rounds.swept(weights, stream, _rounds.classes()), self._moved(weights)

    def _moved(self, weights: Floats) -> Self:
        finite("weights", weights)
        freeze(weights)
        after: Self = self._with(weights=weights)
        return after

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def predict(self, X: Any) -> Any:
        """Predict the classes of many instances, and learn nothing.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of int of shape (n,)
            The class of the largest score, from 1 to C; of classes that tie, the first.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return _scores_of(self, X).argmax(axis=1) + 1
