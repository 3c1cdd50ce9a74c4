"""The protocol of a trial, and the run of a learner over a stream, round by round.

In each round the learner observes an instance, scores it, is told the label, incurs a loss and
updates.  A learner is a value: ``update`` returns the learner of the next round and leaves the
old one as it was, so one learner can be run over many streams and no run leaks into the next.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from perclib import losses
from perclib._checks import Floats, array, count, finite, instance_of, label, reals
from perclib.losses import Loss, Tie, predict, zero_one
from perclib.streams import Examples, MulticlassStream, RegressionStream, Stream


class Learner(Protocol):
    """What a learner must have.

    It may also have an attribute ``weights``, which `run` keeps when asked, and quicker ways to
    the same scores and learners as `score` and `update`: ``trial(x, y)`` for both in one round
    (`Linear.trial`), ``sweep(X, y)`` for many rounds (`perclib.perceptron.Perceptron.sweep`).  They
    are not used where a subclass has a `score` or `update` of its own.
    """

    @property
    def tie(self) -> Tie:
        """Its rule for a score of zero; see `perclib.losses.predict`."""
        ...

    def score(self, x: Floats) -> Any:
        """Score an instance of shape (d,): a number, or C numbers where there are C classes."""
        ...

    def update(self, x: Floats, y: Any) -> Self:
        """Return the learner for the next round, after the example (x, y)."""
        ...


class Linear:
    """Base of the learners that score by ``<w, x>`` and move along the instance.

    Where it learns, the next weights are ``w + multiple(f, y) * x``, with ``f = <w, x>``.  A
    subclass is a frozen dataclass with the fields ``weights`` (of shape (d,), checked and
    read-only) and ``tie``, and says what `multiple` is.

    Notes
    -----
    The perceptron (chapter 3) and descent on a loss of the score (chapter 2) are such learners.
    """

    weights: Floats
    tie: Tie

    def multiple(self, score: float, y: float) -> float:
        """Tell how often an example is added to the weights; 0 where the learner stays.

        Parameters
        ----------
        score : float
            Of the instance, finite.
        y : int
            -1 or +1.

        Returns
        -------
        float
        """
        raise NotImplementedError

    def score(self, x: ArrayLike) -> float:
        """Score an instance, ``<w, x>``.

        Parameters
        ----------
        x : array_like of shape (d,)

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the instance has another shape, or the score is not finite.
        """
        return self._scored(x)[0]

    def update(self, x: ArrayLike, y: float) -> Self:
        """Learn from an example.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            -1 or +1.

        Returns
        -------
        Linear
            The next learner, of the same class; this one stays as it is.

        Raises
        ------
        ValueError
            If the label is neither -1 nor +1, as `score`, or if a weight is not finite any more.
        """
        return self.trial(x, y)[1]

    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it, for the price of one score.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            -1 or +1.

        Returns
        -------
        score : float
            That of `score`.
        learner : Linear
            That of `update`.

        Raises
        ------
        ValueError
            As `update`.
        """
        self._check_label(y)
        score, row = self._scored(x)
        times = self.multiple(score, y)
        return score, self if times == 0 else self.moved(self.weights + times * row)

    def moved(self, weights: Floats) -> Self:
        """Return the learner with other weights, all else as it was.

        Parameters
        ----------
        weights : array of shape (d,)
            Of floats; it becomes read-only.

        Returns
        -------
        Linear

        Raises
        ------
        ValueError
            If a weight is not finite.
        """
        finite("weights", weights)
        weights.flags.writeable = False
        new = object.__new__(type(self))  # what else it holds was checked before
        new.__dict__.update(self.__dict__, weights=weights)
        return new

    def _check_label(self, y: Any) -> None:
        """Refuse what is no label."""
        label("y", y)

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance, and the instance as contiguous floats."""
        ready = type(x) is np.ndarray and x.dtype == np.float64
        row = np.ascontiguousarray(x if ready else array("x", x), dtype=np.float64)
        if row.shape != self.weights.shape:
            raise ValueError(f"x: expected shape {self.weights.shape}, got {np.shape(x)}")
        score = float(row.dot(self.weights))
        if not math.isfinite(score):  # a finite score shows a finite instance: one check for both
            finite("x", row)
            raise ValueError(f"x: expected a finite score, got {score}: the numbers are too large")
        return score, row


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
        Weights before each round and after the last one, w_1 to w_{T+1}, where they were asked for.

    Notes
    -----
    Recorded as in the protocol of chapter 1.
    """

    stream: Examples
    learner: Learner
    loss: Loss
    scores: Floats
    weights: Floats | None

    def __repr__(self) -> str:
        """Return the kind of the learner, the stream and the number of mistakes."""
        regression = isinstance(self.stream, RegressionStream)
        made = "" if regression else f", mistake_count={self.mistake_count}"
        return f"Run({type(self.learner).__name__}, {self.stream}{made})"

    @property
    def predictions(self) -> NDArray[Any]:
        """Predicted label of each round, of shape (T,).

        With two labels the sign of the score, 0 where a tie predicts neither; with C classes the
        one of the largest score, the first of several; in regression the score itself.
        """
        if isinstance(self.stream, RegressionStream):
            return self.scores
        if isinstance(self.stream, MulticlassStream):
            return np.asarray(self.scores.argmax(axis=1) + 1)
        return np.asarray(predict(self.scores, self.learner.tie))

    @property
    def mistakes(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each round was a mistake, of shape (T,); regression has losses instead."""
        if isinstance(self.stream, RegressionStream):
            raise ValueError("mistakes: a run over a RegressionStream has none; see its losses")
        if isinstance(self.stream, MulticlassStream):
            return np.asarray(self.predictions != self.stream.y)
        return np.asarray(zero_one(self.scores, self.stream.y, self.learner.tie))

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

    def continued(self, stream: Examples) -> "Run":
        """Run on over another stream.

        Parameters
        ----------
        stream : Stream

        Returns
        -------
        Run
            Over both streams, one after the other.

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
    Derived in chapter 1; chapter 3 runs it round by round.  A learner that has a ``sweep`` is
    asked for all rounds at once, unless weights are kept; the result is the same.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> stream = Stream([[1, 0], [0, 1], [1, 0]], [1, -1, 1])
    >>> run(Perceptron.zero(2), stream).mistakes.tolist()
    [True, True, False]
    """
    _check(learner)
    _check_stream(stream)
    instance_of("loss", loss, Loss, "for instance perclib.losses.perceptron")
    if keep_weights and not hasattr(learner, "weights"):
        raise ValueError(f"keep_weights: {type(learner).__name__} has no attribute weights")
    swift = isinstance(stream, Stream) and not keep_weights
    if swift and _stands(learner, "sweep", ("score", "update", "trial", "multiple")):
        swept, after = learner.sweep(stream.X, stream.y)  # type: ignore[attr-defined]  # it has one
        if np.isfinite(swept).all():
            return Run(stream, after, loss, swept, None)
    # Round by round; where a sweep met a score that is not finite, this says which.
    at_once = not isinstance(stream, MulticlassStream) and _stands(
        learner, "trial", ("score", "update")
    )
    scores: list[Any] = []
    weights = [getattr(learner, "weights", None)]
    for t, (x, y) in enumerate(stream):
        if at_once:
            score, learner = learner.trial(x, y)  # type: ignore[attr-defined]  # as above
        else:
            score, learner = _trial(learner, x, y, stream, t + 1)
        scores.append(score)
        if keep_weights:
            weights.append(getattr(learner, "weights", None))
    kept = np.array(weights, dtype=np.float64) if keep_weights else None
    return Run(stream, learner, loss, np.array(scores, dtype=np.float64), kept)


def _stands(learner: Learner, short: str, long: tuple[str, ...]) -> bool:
    """Whether a learner has a shortcut, and no subclass has changed what it stands for."""

    def depth(name: str) -> int:
        classes = type(learner).__mro__
        return next((i for i, c in enumerate(classes) if name in vars(c)), len(classes))

    return hasattr(type(learner), short) and depth(short) <= min(map(depth, long))


def _trial(
    learner: Learner, x: Floats, y: Any, stream: Examples, number: int
) -> tuple[Any, Learner]:
    """Score and update by any learner, and check what it returns."""
    score = learner.score(x)
    _check_score(score, stream, number)
    after = learner.update(x, y)
    if after is None:
        raise ValueError(
            f"learner: expected {type(learner).__name__}.update to return the next learner, "
            f"got None in round {number}"
        )
    return score, after


def _check_stream(stream: Examples) -> None:
    """Refuse what is no stream."""
    if not isinstance(stream, Examples):
        instance_of("stream", stream, Stream, "make one with Stream(X, y)")


def _check_score(score: Any, stream: Examples, number: int) -> None:
    """Refuse a score that is no finite number, or with several classes no vector of them."""
    axes = 1 if isinstance(stream, MulticlassStream) else 0
    if np.ndim(score) != axes:
        what = "one number a class" if axes else "one number"
        raise ValueError(f"learner: expected scores of {what}, got {score!r} in round {number}")
    if not (np.isfinite(score).all() if axes else math.isfinite(score)):
        # an infinite score, or none, has no honest label
        raise ValueError(f"learner: expected finite scores, got {score} in round {number}")


def _check(learner: Learner) -> None:
    """Refuse what is no learner."""
    wanted = ("tie", "score", "update")
    if isinstance(learner, type) or not all(hasattr(learner, name) for name in wanted):
        raise ValueError(
            "learner: expected one with tie, score and update, such as Perceptron.zero(d), "
            f"got {learner!r}"
        )


def run_chunks(
    learner: Learner, chunks: Iterable[Stream], *, progress: bool = False
) -> Iterator[Run]:
    """Run a learner over a stream that comes in parts, such as one larger than memory.

    Parameters
    ----------
    learner : Learner
    chunks : iterable of Stream
        For instance `perclib.streams.chunks` of an array on disk, of which one is read at a time.
    progress : bool
        Whether to show a progress bar (tqdm) on standard error, of the parts that were run.

    Yields
    ------
    Run
        Over each part, from the learner that the part before it left: together they are the run
        over the whole stream.  To go on later, keep (or pickle) the last one's ``learner``.

    Raises
    ------
    ValueError
        As `run`.

    Notes
    -----
    No chapter of this edition needs it.  Memory is bounded by the parts, of which two are held
    where one follows the other; each `Run` holds its own, until the caller lets go of it.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> parts = [Stream([[1, 0], [0, 1]], [1, -1]), Stream([[1, 0]], [1])]
    >>> [done.mistake_count for done in run_chunks(Perceptron.zero(2), parts)]
    [2, 0]
    """
    instance_of("chunks", chunks, Iterable, "for instance chunks(X, y, rounds=100_000)")
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
        Whether the last pass had no mistake, so that another one would change nothing.
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

    Returns
    -------
    Passes

    Raises
    ------
    ValueError
        If `limit` is not a whole number of at least one.

    Notes
    -----
    On a separable stream the mistake bound of chapter 4 limits the passes that are not clean.

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

    Raises
    ------
    ValueError
        If the instances are no matrix of finite numbers, and whatever the learner refuses.

    Notes
    -----
    With orthogonal instances the stream is separable all the same: the lower bound of chapter 4.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> challenge(Perceptron.zero(3, tie="plus"), np.eye(3)).stream.y.tolist()
    [-1, -1, -1]
    """
    _check(learner)
    X = reals("instances", instances, ndim=2)
    answers: list[int] = []
    state = learner
    for x in X:
        answers.append(-1 if predict(state.score(x), state.tie) == 1 else 1)
        state = state.update(x, answers[-1])
    return run(learner, Stream(X, answers, "adversary"))
