"""The protocol of a trial, and the run of a learner over a stream, round by round.

In each round the learner observes an instance, scores it, is told the label, incurs a loss and
updates.  A learner is a value: ``update`` returns the learner of the next round and leaves the
old one as it was, so one learner can be run over many streams and no run leaks into the next.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from perclib import losses
from perclib._checks import Floats, array, count, finite, instance_of, label, reals
from perclib._instances import instances
from perclib._values import Value, freeze
from perclib.losses import Loss, Tie, predict, wrong
from perclib.streams import Examples, MulticlassStream, RegressionStream, Stream

__all__ = [
    "Binary",
    "Learner",
    "Linear",
    "Passes",
    "Run",
    "challenge",
    "run",
    "run_chunks",
    "run_passes",
]


class Learner(Protocol):
    """What a learner must have.

    It may also have an attribute ``weights``, which `run` keeps when asked.  Two more methods make
    a run quicker, and give the same scores and learners as `score` and `update`: ``trial(x, y)``
    for one round (`Binary.trial`), and ``sweep(stream)`` for all rounds
    (`perclib.perceptron.Perceptron.sweep`).
    A subclass that has a `score` or `update` of its own does not use the `trial` it inherits.  A
    `sweep` is used only for the class that defines it, since it replaces all that the learner does;
    a subclass for which it is right as well says so by ``sweep = Perceptron.sweep``.  A sweep has
    to refuse, by a `ValueError`, streams whose labels it does not take.  A long stream is not
    checked before: if one of its instances is not finite, the sweep has to return a score that is
    not finite.
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


class Binary(Value):
    """Base of the learners of labels -1 and +1.

    A subclass is a frozen dataclass with a tie rule, ``tie``, and defines two methods: ``_scored``
    returns the score of one instance, and the instance as ``_after`` needs it; ``_after`` takes
    these and the label, and returns the next learner.
    """

    tie: Tie
    _by_weights: ClassVar[bool] = False  # whether it scores by ``<weights, x>``

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def score(self, x: ArrayLike) -> float:
        """Score an instance.

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

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def update(self, x: ArrayLike, y: float) -> Self:
        """Learn from an example.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        Binary
            The next learner, of the same class; this one stays as it is.

        Raises
        ------
        ValueError
            If the label is neither -1 nor +1, or a number of the next learner is not finite; and as
            `score`.
        """
        return self.trial(x, y)[1]

    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it, for the price of one score.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        score : float
            That of `score`.
        learner : Binary
            That of `update`.

        Raises
        ------
        ValueError
            As `update`.
        """
        y = self._label(y)
        score, row = self._scored(x)
        return score, self._after(score, row, y)

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def scores(self, X: Any) -> Floats:
        """Score many instances, and learn nothing; `predict` predicts by these scores.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)
            Those of `score`, unless the learner's own documentation says otherwise.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return _scored_alike(self, X)

    def predict(self, X: Any) -> Any:
        """Predict the labels of many instances, and learn nothing.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of int of shape (n,)
            -1 or +1, the sign of the score; 0 at a tie whose rule predicts neither.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.

        Notes
        -----
        In regression the prediction is the score itself; see `Run.predict`.
        """
        return predict(self.scores(X), self.tie)

    def _scored(self, x: ArrayLike) -> tuple[float, Any]:
        """Return the score of an instance, and the instance as `_after` needs it."""
        raise NotImplementedError

    def _after(self, score: float, row: Any, y: float) -> Self:
        """Return the learner after an example, given its score."""
        raise NotImplementedError

    def _label(self, y: Any) -> float:
        """Return a label as a number of Python; refuse what is none."""
        return label("y", y)


class Linear(Binary):
    """Base of the learners that score by ``<w, x>``; most of them move along the instance.

    A subclass is a frozen dataclass with the fields ``weights`` (of shape (d,), checked and
    read-only) and ``tie``.  If it moves along the instance by a multiple that the score decides, it
    says what `multiple` is: the next weights are ``w + multiple(f, y) * x``, with ``f = <w, x>``.
    Otherwise it has an ``_after`` of its own.

    Notes
    -----
    The perceptron (chapter 3) and descent on a loss of the score (chapter 2) are such learners.
    """

    weights: Floats
    _by_weights = True

    def multiple(self, score: float, y: float) -> float:
        """Return the multiple of an example that is added to the weights; 0 to stay.

        Parameters
        ----------
        score : float
            Of the instance, finite.
        y : int
            Either -1 or +1.

        Returns
        -------
        float
        """
        raise NotImplementedError

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
            If the weights have another shape, or one of them is not finite.
        """
        if type(weights) is not np.ndarray or weights.dtype != np.float64:
            weights = reals("weights", weights, ndim=1)
        if weights.shape != self.weights.shape:
            raise ValueError(f"weights: expected shape {self.weights.shape}, got {weights.shape}")
        finite("weights", weights)
        freeze(weights)
        moved: Self = self._with(weights=weights)  # what else it holds was checked before
        return moved

    def _after(self, score: float, row: Floats, y: float) -> Self:
        """Return the learner moved along the instance by its multiple."""
        times = self.multiple(score, y)
        return self if times == 0 else self.moved(self._sum(times, row))

    def _sum(self, times: float, row: Floats) -> Floats:
        """Return the weights with a multiple of a row added."""
        return self.weights + times * row

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance, and the instance as contiguous floats."""
        row = _row(x, len(self.weights))
        score = float(row.dot(self.weights))
        if not math.isfinite(score):  # a finite score shows a finite instance: one check for both
            finite("x", row)
            raise ValueError(f"x: expected a finite score, got {score}: the numbers are too large")
        return score, row


def _row(x: ArrayLike, dimension: int) -> Floats:
    """Return an instance as contiguous floats; refuse one of another dimension."""
    ready = type(x) is np.ndarray and x.dtype == np.float64
    row = np.ascontiguousarray(x if ready else array("x", x), dtype=np.float64)
    if row.shape != (dimension,):
        raise ValueError(f"x: expected shape ({dimension},), got {np.shape(x)}")
    return row


LEAST = 2.0**-960
"""What is smaller than this is too near to where floats end for its sign to be trusted: a product
that is lost, or rounded, there is off by up to ``2**-1075``."""


def _square(name: str, vector: Floats) -> float:
    """Return the squared norm of a vector; refuse one that floats do not hold."""
    square = float(vector.dot(vector))
    if not LEAST <= square < math.inf and vector.any():
        raise ValueError(
            f"{name}: expected a finite squared norm of at least {LEAST:.0e}, got {square:g}; "
            "multiply the instances by a power of 2"
        )
    return square


def _scores_of(learner: Any, X: Any) -> Floats:
    """Score many instances by any learner that has numbers for scores, as it predicts."""
    return learner.scores(X) if isinstance(learner, Binary) else _scored_alike(learner, X)


def _scored_alike(learner: Any, X: Any) -> Floats:
    """Score many instances as one by one."""
    rows = instances(X)
    stream = RegressionStream(rows, np.zeros(rows.shape[0]))
    linear = getattr(learner, "_by_weights", False)
    if not linear or type(learner).score is not Binary.score:
        return np.array([learner.score(x) for x, _ in stream], dtype=np.float64)
    if stream.dimension != len(learner.weights):
        raise ValueError(f"X: expected dimension {len(learner.weights)}, got {stream.dimension}")
    scores = np.empty(len(stream))
    with np.errstate(over="ignore", invalid="ignore"):  # refused by what comes next
        for part, block in stream.blocks():
            one = block @ learner.weights if stream.sparse else np.vecdot(block, learner.weights)
            scores[part] = one
    for t in np.flatnonzero(~(np.abs(scores) >= LEAST) | np.isinf(scores)):
        scores[t] = learner.score(stream[t][0])  # which refuses what it must
    return scores


def _predicted(scores: Floats, stream: Examples, tie: Tie) -> NDArray[Any]:
    """Return what scores predict, by the label space of a stream."""
    if isinstance(stream, RegressionStream):
        return scores
    if isinstance(stream, MulticlassStream):
        return np.asarray(scores.argmax(axis=1) + 1)
    return np.asarray(predict(scores, tie))


@dataclass(frozen=True, eq=False, repr=False)
class Run(Value):
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
        Weights before each round and after the last one, :math:`w_1` to :math:`w_{T+1}`, where they
        were asked for.

    Notes
    -----
    Recorded as in the protocol of chapter 1.
    """

    stream: Examples
    learner: Learner
    loss: Loss
    scores: Floats
    weights: Floats | None

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self.scores)
        freeze(self.weights)

    def __repr__(self) -> str:
        """Return the kind of the learner, the stream and the number of mistakes."""
        regression = isinstance(self.stream, RegressionStream)
        made = "" if regression else f", mistake_count={self.mistake_count}"
        return f"Run({type(self.learner).__name__}, {self.stream}{made})"

    @property
    def predictions(self) -> NDArray[Any]:
        """Predicted label of each round, of shape (T,).

        With two labels the sign of the score, 0 where a tie predicts neither; with C classes the
        one of the largest score, and of classes that tie the first; in regression the score itself.
        """
        return _predicted(self.scores, self.stream, self.learner.tie)

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the labels of other instances by the learner after the last round.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)
            As `predictions`, by the scores that the learner predicts with (`Binary.scores`).

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return _predicted(_scores_of(self.learner, X), self.stream, self.learner.tie)

    @property
    def mistakes(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each round was a mistake, of shape (T,); regression has losses instead."""
        if isinstance(self.stream, RegressionStream):
            raise ValueError("mistakes: a run over a RegressionStream has none; see its losses")
        if isinstance(self.stream, MulticlassStream):
            return np.asarray(self.predictions != self.stream.y)
        return np.asarray(wrong(self.scores, self.stream.y, self.learner.tie))

    @property
    def losses(self) -> Floats:
        """Loss of each round, of shape (T,); none (ValueError) where a round has several scores."""
        if self.scores.ndim > 1:
            raise ValueError(
                "losses: expected one score in each round, got one for each class; see mistakes"
            )
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
        """Continue the run over another stream.

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


@np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
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
        instance of another dimension; the message then names the round.

    Notes
    -----
    Derived in chapter 1; chapter 3 runs it round by round.  A learner whose class has a ``sweep``
    is asked for all rounds at once, unless weights are kept; the result is the same.

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
        raise ValueError(
            f"keep_weights: {type(learner).__name__} has no attribute weights; leave it False"
        )
    if "sweep" in vars(type(learner)) and not keep_weights:
        with suppress(ValueError):  # what is refused there is refused below, with its round
            scores, after = learner.sweep(stream)  # type: ignore[attr-defined]  # it has one
            if np.isfinite(scores).all():
                stream._seen()
                return Run(stream, after, loss, scores, None)
    return _round_by_round(learner, stream, loss, keep_weights)


def _round_by_round(learner: Learner, stream: Examples, loss: Loss, keep_weights: bool) -> Run:
    """Run as the protocol says, and tell the round of what is refused."""
    at_once = not isinstance(stream, MulticlassStream) and _has_trial(learner)
    scores: list[Any] = []
    weights = [getattr(learner, "weights", None)]
    for t, (x, y) in enumerate(stream, 1):
        try:
            if at_once:
                score, learner = learner.trial(x, y)  # type: ignore[attr-defined]  # as above
            else:
                score, learner = _trial(learner, x, y, stream)
        except ValueError as refusal:
            raise ValueError(f"{refusal}, in round {t}") from refusal
        scores.append(score)
        if keep_weights:
            weights.append(getattr(learner, "weights", None))
    kept = np.array(weights, dtype=np.float64) if keep_weights else None
    return Run(stream, learner, loss, np.array(scores, dtype=np.float64), kept)


def _has_trial(learner: Learner) -> bool:
    """Whether a learner has a trial, and no subclass has changed what it stands for."""

    def depth(name: str) -> int:
        classes = type(learner).__mro__
        return next((i for i, c in enumerate(classes) if name in vars(c)), len(classes))

    return hasattr(type(learner), "trial") and depth("trial") <= min(
        depth("score"), depth("update")
    )


def _trial(learner: Learner, x: Floats, y: Any, stream: Examples) -> tuple[Any, Learner]:
    """Score and update by any learner, and check what it returns."""
    score = learner.score(x)
    _check_score(score, stream)
    after = learner.update(x, y)
    if after is None:
        raise ValueError(
            f"learner: expected {type(learner).__name__}.update to return the next learner, "
            "got None"
        )
    return score, after


def _check_stream(stream: Examples) -> None:
    """Refuse what is no stream."""
    if not isinstance(stream, Examples):
        instance_of("stream", stream, Stream, "make one with Stream(X, y)")


def _check_score(score: Any, stream: Examples) -> None:
    """Refuse a score that is no finite number, or with several classes no vector of them."""
    axes = 1 if isinstance(stream, MulticlassStream) else 0
    if np.ndim(score) != axes:
        what = "one number a class" if axes else "one number"
        raise ValueError(f"learner: expected scores of {what}, got {score!r}")
    if not (np.isfinite(score).all() if axes else math.isfinite(score)):
        # an infinite score, or none, has no honest label
        raise ValueError(f"learner: expected finite scores, got {score}")


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
    Chapter 12 stops such a run and continues it.  Memory holds one part, and
    two while one follows the other; each `Run` keeps its part until the caller drops the run.

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

    Returns
    -------
    Passes

    Raises
    ------
    ValueError
        If `limit` is not a whole number of at least one, or the labels are real numbers, so that
        there are no mistakes.

    Notes
    -----
    For the perceptron on a separable stream, the mistake bound of chapter 4 limits the passes that
    are not clean.

    Examples
    --------
    >>> from perclib.perceptron import Perceptron
    >>> stream = Stream([[1, 1], [1, 0]], [1, -1])
    >>> result = run_passes(Perceptron.zero(2), stream, limit=10)
    >>> result.run.mistake_count, result.number, result.clean
    (5, 4, True)
    """
    limit = count("limit", limit)
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
        For two labels or C classes, and deterministic: its next state depends on the examples
        alone.
    instances : array_like of shape (T, d)
        What the adversary presents, in order.

    Returns
    -------
    Run
        Over the stream that came about.  Every round is a mistake, unless the learner's tie
        rule is "correct" and the score is zero.  Where a tie predicts no label, the adversary
        gives +1; of C classes it gives the one after the predicted one, and class 1 after C.

    Raises
    ------
    ValueError
        If the instances are no matrix of finite numbers, and whatever the learner refuses.

    Notes
    -----
    With orthogonal instances, none of them zero, the stream is separable all the same: the lower
    bound of chapter 4.

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
        score = state.score(x)
        if np.ndim(score):
            answers.append((int(np.argmax(score)) + 1) % len(score) + 1)
        else:
            answers.append(-1 if predict(score, state.tie) == 1 else 1)
        state = state.update(x, answers[-1])
    kind = MulticlassStream if np.ndim(score) else Stream
    return run(learner, kind(X, answers, "adversary"))
