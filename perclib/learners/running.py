"""The run of a learner over a stream, round by round.

In each round the learner observes an instance, scores it, learns the label, incurs a loss and
updates.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from perclib._checks import Floats, count, finite, instance_of, reals
from perclib.data import Examples, MulticlassStream, RegressionStream, Stream
from perclib.learners import losses
from perclib.learners.losses import Loss, predict, zero_one
from perclib.learners.protocol import Learner

__all__ = ["FAST", "Passes", "Run", "challenge", "run", "run_chunks", "run_passes"]

FAST: list[Callable[[Any, Examples], tuple[Floats, Any] | None]] = []
"""Faster ways to run; each returns scores and the last learner, or None if it does not apply."""


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What happened when a learner ran over a stream.

    Parameters
    ----------
    stream : Stream, MulticlassStream or RegressionStream
        The T rounds that were run.
    learner : Learner
        The learner after the last round.
    loss : Loss
        The loss that was incurred.
    scores : array of shape (T,), or (T, C) for C classes
        Score of each instance, before its label was seen.
    weights : array of shape (T + 1, d) or None
        Weights before each round and after the last one, :math:`w_1` to :math:`w_{T+1}`, if `run`
        kept them.

    Notes
    -----
    Recorded as in the protocol of chapter 1.
    """

    stream: Examples
    learner: Any
    loss: Loss
    scores: Floats
    weights: Floats | None

    def __repr__(self) -> str:
        """Return the kind of the learner, the stream and the number of mistakes."""
        regression = isinstance(self.stream, RegressionStream)
        mistakes = "" if regression else f", mistake_count={self.mistake_count}"
        return f"Run({type(self.learner).__name__}, {self.stream}{mistakes})"

    @property
    def predictions(self) -> NDArray[Any]:
        """Predicted label of each round, of shape (T,).

        With two labels the sign of the score, 0 where a tie predicts neither; with C classes the
        one of the largest score, and of classes that tie the first; in regression the score itself.
        """
        if isinstance(self.stream, RegressionStream):
            return self.scores
        if isinstance(self.stream, MulticlassStream):
            return np.asarray(self.scores.argmax(axis=1) + 1)
        return np.asarray(predict(self.scores, self.learner.tie))

    @property
    def mistakes(self) -> NDArray[np.bool_]:
        """Whether each round was a mistake, of shape (T,); regression has losses instead."""
        if isinstance(self.stream, RegressionStream):
            raise ValueError("mistakes: a run over a RegressionStream has none; see its losses")
        if isinstance(self.stream, MulticlassStream):
            return np.asarray(self.predictions != self.stream.y)
        return np.asarray(zero_one(self.scores, self.stream.y, self.learner.tie))

    @property
    def losses(self) -> Floats:
        """Loss of each round, of shape (T,), where a round has one score."""
        if self.scores.ndim > 1:
            raise ValueError("losses: expected one score a round, got one a class; see mistakes")
        return np.asarray(self.loss(self.scores, self.stream.y), dtype=np.float64)

    @property
    def mistake_count(self) -> int:
        """Number of mistakes, k."""
        return int(self.mistakes.sum())

    @property
    def total_loss(self) -> float:
        """Sum of the losses of all rounds."""
        return float(self.losses.sum())


def run(
    learner: Learner,
    stream: Examples,
    *,
    loss: Loss = losses.perceptron,
    keep_weights: bool = False,
) -> Run:
    """Run a learner over a stream, one round at a time.

    Parameters
    ----------
    learner : Learner
        Left as it is; the run's own ``learner`` is the one after the last round.
    stream : Stream, MulticlassStream or RegressionStream
    loss : Loss
        What each round costs; it is recorded and does not steer the learner.
    keep_weights : bool
        Whether to keep the weights of every round.

    Notes
    -----
    Derived in chapter 1; chapter 3 runs it round by round.

    Examples
    --------
    >>> from perclib import Perceptron
    >>> stream = Stream([[1, 0], [0, 1], [1, 0]], [1, -1, 1])
    >>> run(Perceptron.zero(2), stream).mistakes.tolist()
    [True, True, False]
    """
    if isinstance(learner, type) or not hasattr(learner, "score") or not hasattr(learner, "update"):
        raise ValueError(f"learner: expected one such as Perceptron.zero(d), got {learner!r}")
    instance_of("stream", stream, Examples, "make one with Stream(X, y)")
    weights = getattr(learner, "weights", None)
    if isinstance(weights, np.ndarray) and weights.shape[-1] != stream.dimension:
        raise ValueError(
            f"stream: expected dimension {weights.shape[-1]}, as the weights have, got {stream!r}"
        )
    if not keep_weights:
        for way in FAST:
            done = way(learner, stream)
            if done is not None:
                finite("scores", done[0])
                return Run(stream, done[1], loss, done[0], None)
    scores, kept = [], [weights]
    for t, (x, y) in enumerate(stream, 1):
        try:
            scores.append(learner.score(x))
            learner = learner.update(x, y)
        except ValueError as error:
            raise ValueError(f"{error}, in round {t}") from error
        if learner is None:
            raise ValueError("learner: expected update to return the next learner, got None")
        if keep_weights:
            kept.append(learner.weights)  # type: ignore[attr-defined]  # the caller asks for them
    every = np.array(scores, dtype=np.float64)
    if (every.ndim == 2) != isinstance(stream, MulticlassStream):
        raise ValueError(f"learner: expected scores for a {stream!r}, got {scores[0]!r} in a round")
    finite("scores", every)
    return Run(stream, learner, loss, every, np.array(kept) if keep_weights else None)


def run_chunks(
    learner: Learner, chunks: Iterable[Stream], *, progress: bool = False
) -> Iterator[Run]:
    """Run a learner over a stream that comes in parts, such as one larger than memory.

    Parameters
    ----------
    learner : Learner
    chunks : iterable of Stream
        For instance `perclib.data.chunks.Chunks` of an array on disk, which are read one by one.
    progress : bool
        Whether to show a progress bar (tqdm) on standard error, of the parts that were run.

    Yields
    ------
    Run
        Over each part, from the learner that the part before it left: together they are the run
        over the whole stream.  To go on later, keep (or pickle) the last one's ``learner``.

    Notes
    -----
    Chapter 12 stops such a run and continues it.

    Examples
    --------
    >>> from perclib import Perceptron
    >>> parts = [Stream([[1, 0], [0, 1]], [1, -1]), Stream([[1, 0]], [1])]
    >>> [done.mistake_count for done in run_chunks(Perceptron.zero(2), parts)]
    [2, 0]
    """
    for part in tqdm(chunks, unit="part", disable=not progress):
        done = run(learner, part)
        learner = done.learner
        yield done


class Passes(NamedTuple):
    """A run of several passes over the same stream.

    Parameters
    ----------
    run : Run
        All trials of all passes, repeats included.
    number : int
        How many passes were made.
    clean : bool
        Whether the last pass had no mistake.  Then another pass would change nothing, if the
        learner moves only on mistakes.
    """

    run: Run
    number: int
    clean: bool


def run_passes(learner: Learner, stream: Examples, *, limit: int) -> Passes:
    """Run over a stream again and again until a pass has no mistake.

    Parameters
    ----------
    learner : Learner
    stream : Stream
    limit : int
        The most passes to make; on a stream that is not separable no pass may ever be clean.

    Notes
    -----
    For the perceptron on a separable stream, the mistake bound of chapter 4 limits the passes that
    are not clean.

    Examples
    --------
    >>> from perclib import Perceptron
    >>> stream = Stream([[1, 1], [1, 0]], [1, -1])
    >>> result = run_passes(Perceptron.zero(2), stream, limit=10)
    >>> result.run.mistake_count, result.number, result.clean
    (5, 4, True)
    """
    runs: list[Run] = []
    for _ in range(count("limit", limit)):
        runs.append(run(runs[-1].learner if runs else learner, stream))
        if not runs[-1].mistake_count:
            break
    last, scores = runs[-1], np.concatenate([one.scores for one in runs])
    whole = Run(stream.repeated(len(runs)), last.learner, last.loss, scores, None)
    return Passes(whole, len(runs), last.mistake_count == 0)


def challenge(learner: Learner, instances: ArrayLike) -> Run:
    """Run a learner against an adversary that watches it and gives the label it does not predict.

    Parameters
    ----------
    learner : Learner
        For two labels, and deterministic: its next state depends on the examples alone.
    instances : array_like of shape (T, d)
        What the adversary presents, in order.

    Notes
    -----
    Every round is a mistake, unless the learner's tie rule is "correct" and the score is zero.
    Where a tie predicts no label, the adversary gives +1.
    With orthogonal instances, none of them zero, the stream is separable all the same: the lower
    bound of chapter 4.

    Examples
    --------
    >>> from perclib import Perceptron
    >>> challenge(Perceptron.zero(3, tie="plus"), np.eye(3)).stream.y.tolist()
    [-1, -1, -1]
    """
    X = reals("instances", instances, ndim=2)
    answers: list[int] = []
    state = learner
    for x in X:
        answers.append(-1 if predict(state.score(x), state.tie) == 1 else 1)
        state = state.update(x, answers[-1])
    return run(learner, Stream(X, answers, "adversary"))
