"""The protocol of a trial, and the run of a learner over a stream, round by round.

In each round the learner observes an instance, scores it, is told the label, incurs a loss and
updates.  A learner is a value: ``update`` returns the learner of the next round and leaves the
old one as it was, so one learner can be run over many streams and no run leaks into the next.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib import losses
from perclib._checks import Floats, Labels, count, reals
from perclib.losses import Loss, Tie, predict, zero_one
from perclib.streams import Stream


class Learner(Protocol):
    """What a learner must be able to do.

    A learner may also have an attribute ``tie``, its rule for a score of zero (see
    `perclib.losses.predict`; without it ties are mistakes), and an attribute ``weights``, which
    `run` keeps when asked.
    """

    def score(self, x: Floats) -> float:
        """Score an instance of shape (d,); its sign is the prediction."""
        ...

    def update(self, x: Floats, y: int) -> Self:
        """Return the learner for the next round, after the example (x, y)."""
        ...


@dataclass(frozen=True, eq=False)
class Run:
    """What happened when a learner ran over a stream.

    Parameters
    ----------
    stream : Stream
        The T rounds that were run.
    learner : Learner
        The learner after the last round.
    loss : Loss
        The loss that was incurred.
    scores : array of shape (T,)
        Score of each instance, before its label was seen.
    weights : array of shape (T + 1, d) or None
        Weights before each round and after the last one, w_1 to w_{T+1}, where they were asked for.
    """

    stream: Stream
    learner: Learner
    loss: Loss
    scores: Floats
    weights: Floats | None

    @property
    def predictions(self) -> Labels:
        """Predicted label of each round, of shape (T,); 0 where a tie predicts neither."""
        return np.asarray(predict(self.scores, _tie(self.learner)))

    @property
    def mistakes(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each round was a mistake, of shape (T,)."""
        return np.asarray(zero_one(self.scores, self.stream.y, _tie(self.learner)))

    @property
    def losses(self) -> Floats:
        """Loss of each round, of shape (T,)."""
        return np.asarray(self.loss(self.scores, self.stream.y), dtype=np.float64)

    @property
    def mistake_count(self) -> int:
        """Number of mistakes, k."""
        return int(self.mistakes.sum())

    @property
    def total_loss(self) -> float:
        """Sum of the losses of all rounds."""
        return float(self.losses.sum())

    def continued(self, stream: Stream) -> "Run":
        """Run on over another stream: the result is the run over both, one after the other.

        Raises
        ------
        ValueError
            If the streams differ in dimension.
        """
        rest = run(self.learner, stream, loss=self.loss, keep_weights=self.weights is not None)
        weights = None
        if self.weights is not None and rest.weights is not None:
            weights = np.vstack([self.weights[:-1], rest.weights])
        scores = np.concatenate([self.scores, rest.scores])
        return Run(self.stream + stream, rest.learner, self.loss, scores, weights)


def run(
    learner: Learner,
    stream: Stream,
    *,
    loss: Loss = losses.perceptron,
    keep_weights: bool = False,
) -> Run:
    """Run a learner over a stream, one round at a time.

    Parameters
    ----------
    learner : Learner
        Left as it is; the run's own ``learner`` is the one after the last round.
    stream : Stream
    loss : Loss
        What each round costs; it is recorded and does not steer the learner.
    keep_weights : bool
        Whether to keep the weights of every round.

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        If a score is not finite, if the learner's ``update`` returns nothing, or if weights are
        asked of a learner that has none; and whatever the learner itself refuses, such as an
        instance of another dimension.

    Notes
    -----
    Derived in chapter 1; chapter 3 runs it round by round.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> stream = Stream([[1, 0], [0, 1], [1, 0]], [1, -1, 1])
    >>> run(Perceptron.zero(2), stream).mistakes.tolist()
    [True, True, False]
    """
    if keep_weights and not hasattr(learner, "weights"):
        raise ValueError(f"keep_weights: {type(learner).__name__} has no attribute weights")
    scores = np.empty(len(stream))
    weights = [getattr(learner, "weights", None)]
    for t, (x, y) in enumerate(stream):
        scores[t] = learner.score(x)
        if not math.isfinite(scores[t]):  # an infinite score, or none, has no honest label
            raise ValueError(f"learner: expected finite scores, got {scores[t]} in round {t + 1}")
        after = learner.update(x, y)
        if after is None:
            raise ValueError(
                f"learner: expected {type(learner).__name__}.update to return the next learner, "
                f"got None in round {t + 1}"
            )
        learner = after
        if keep_weights:
            weights.append(getattr(learner, "weights", None))
    kept = np.array(weights, dtype=np.float64) if keep_weights else None
    return Run(stream, learner, loss, scores, kept)


class Passes(NamedTuple):
    """A run of several passes over the same stream.

    Parameters
    ----------
    run : Run
        All trials of all passes, repeats included.
    number : int
        How many passes were made.
    clean : bool
        Whether the last pass had no mistake, so that another one would change nothing.
    """

    run: Run
    number: int
    clean: bool


def run_passes(learner: Learner, stream: Stream, *, limit: int) -> Passes:
    """Run over a stream again and again until a pass has no mistake.

    Parameters
    ----------
    learner : Learner
    stream : Stream
    limit : int
        The most passes to make; on a stream that is not separable no pass may ever be clean.

    Returns
    -------
    Passes

    Raises
    ------
    ValueError
        If `limit` is not a whole number of at least one.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> stream = Stream([[1, 1], [1, 0]], [1, -1])
    >>> result = run_passes(Perceptron.zero(2), stream, limit=10)
    >>> result.run.mistake_count, result.number, result.clean
    (5, 4, True)
    """
    count("limit", limit)
    done: list[Run] = []
    while len(done) < limit:
        done.append(run(done[-1].learner if done else learner, stream))
        if done[-1].mistake_count == 0:
            break
    scores = np.concatenate([one.scores for one in done])
    whole = Run(stream.repeated(len(done)), done[-1].learner, done[-1].loss, scores, None)
    return Passes(whole, len(done), done[-1].mistake_count == 0)


def challenge(learner: Learner, instances: ArrayLike) -> Run:
    """Run a learner against an adversary that watches it and gives the label it does not predict.

    Parameters
    ----------
    learner : Learner
        Deterministic, as all learners are whose next state depends on the examples alone.
    instances : array_like of shape (T, d)
        What the adversary presents, in order.

    Returns
    -------
    Run
        Over the stream that came about.  Every round is a mistake, unless the learner's tie
        rule is "correct" and the score is zero.  Where a tie predicts no label, the adversary
        gives +1.

    Notes
    -----
    With orthogonal instances the stream is separable all the same: the lower bound of chapter 4.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> challenge(Perceptron.zero(3, tie="plus"), np.eye(3)).stream.y.tolist()
    [-1, -1, -1]
    """
    X = reals("instances", instances, ndim=2)
    answers: list[int] = []
    state = learner
    for x in X:
        answers.append(-1 if predict(state.score(x), _tie(state)) == 1 else 1)
        state = state.update(x, answers[-1])
    return run(learner, Stream(X, answers, "adversary"))


def _tie(learner: Learner) -> Tie:
    tie: Tie = getattr(learner, "tie", "mistake")
    return tie
