"""Perceptrons with the interface of scikit-learn, for pipelines and model selection.

All have the methods of `PerceptronClassifier`, where these are described.

This module needs scikit-learn, so ``import perclib`` does not import the module.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels
    from sklearn.utils import check_random_state
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:
    raise ImportError(
        "perclib.estimator: expected scikit-learn 1.6 or later; use pip install scikit-learn"
    ) from None

from perclib._checks import Flags, Floats, at_least, count, in_rows, one_of, real
from perclib._instances import with_column
from perclib.kernels import Kernel, KernelPerceptron
from perclib.losses import Tie, predict
from perclib.online import Learner, _scores_of, run
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron
from perclib.streams import MulticlassStream, Stream

__all__ = [
    "AveragedPerceptronClassifier",
    "KernelPerceptronClassifier",
    "MulticlassPerceptronClassifier",
    "OnlineClassifier",
    "PerceptronClassifier",
]


_Method = TypeVar("_Method", bound=Callable[..., Any])


def _fitting(X: Any) -> Any:
    """Return instances, sparse ones in rows whose indices fit, which scikit-learn does not ask."""
    return in_rows(X) if sparse.issparse(X) and X.ndim == 2 else X


def _present(numbers: Any) -> Any:
    """Return the numbers that occur, in order; where these are at most two, without sorting."""
    ends = np.unique([numbers.min(), numbers.max()])
    two = ((numbers == ends[0]) | (numbers == ends[-1])).all()
    return ends if two else np.unique(numbers)


def _all_of(classes: Any) -> Any:
    """Return all classes in sorted order."""
    try:
        if np.ndim(classes) == 1:
            return unique_labels(classes)
    except (TypeError, ValueError):
        pass
    raise ValueError(f"classes: expected a list of all classes, got {classes!r:.60}")


def _finite(scores: Floats) -> Floats:
    """Return scores, or name the first row that has none in floats."""
    wrong = np.argwhere(~np.isfinite(scores))
    if wrong.size:
        t, score = int(wrong[0, 0]), scores[tuple(wrong[0])]
        raise ValueError(f"X[{t}]: expected a finite score, got {score}: the numbers are too large")
    return scores


def _same(one: Any, other: Any) -> bool:
    """Whether two parameters say the same; Python tells no two partial functions to be equal."""
    if isinstance(one, partial) and isinstance(other, partial):
        one, other = ((p.func, p.args, p.keywords) for p in (one, other))
    return bool(one is other or one == other)


def _named(method: _Method) -> _Method:
    """Refuse arguments that a method does not have by the name of the learner's own class.

    The signature stays as it is, since scikit-learn reads there whether examples have weights.
    """
    takes = inspect.signature(method)

    @wraps(method)
    def called(self: Any, *given: Any, **named: Any) -> Any:
        try:
            takes.bind(self, *given, **named)
        except TypeError as error:
            why = f"{type(self).__name__}.{method.__name__}: "
            if "sample_weight" not in named:
                raise TypeError(f"{why}{error}") from None
            raise TypeError(
                f"{why}expected no sample_weight, since each round counts as one in the mistakes "
                "and in their bounds; for weights that are whole numbers, repeat the examples: "
                "rows = np.repeat(np.arange(len(y)), sample_weight), then X[rows] and y[rows]"
            ) from None
        return method(self, *given, **named)

    return called  # type: ignore[return-value]  # it has the signature of the method


@dataclass(kw_only=True, eq=False, repr=False)  # in scikit-learn's words
class _Seat(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """What the learners have in common: passes, classes of any name, and lifted instances."""

    passes: int = 1
    shuffle: bool = False
    random_state: Any = None
    classes_: Any = field(init=False)
    learner_: Any = field(init=False)
    mistakes_: Flags = field(init=False)
    n_iter_: int = field(init=False)

    @_named
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Run the learner from zero over the examples.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse
        y : array_like of shape (n,)
            Of two classes, or more where the learner takes them.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a parameter is out of its range, `X` is no matrix of finite numbers, or `y` has one
            class only, or too many.
        """
        return self._learn(X, y, None, count("passes", self.passes), reset=True)

    @_named
    def partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """Continue the run over more examples, once, in their order.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse
        y : array_like of shape (n,)
        classes : array_like of shape (C,), optional
            All classes; needed in the first call, where `y` may lack one.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            As `fit`; if a label is none of the classes; or if a parameter of the learner was
            changed since it was fitted.
        """
        return self._learn(X, y, classes, 1, reset=not hasattr(self, "learner_"))

    @_named
    def learn_one(
        self, x: Mapping[str, float] | ArrayLike, y: Any, classes: ArrayLike | None = None
    ) -> Self:
        """Continue the run over one example, as `partial_fit` does over several.

        Parameters
        ----------
        x : dict or array_like of shape (d,)
            The numbers of the features, by name or in a row; True is 1, and False 0.  The first
            call fixes the features; in later calls a feature that is left out is 0, and a name that
            is new is refused.
        y : label
        classes : array_like of shape (C,), optional
            All classes; needed in the first call, unless `y` is True or False.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            As `partial_fit`; if the first call does not know the classes; or if `x` has a name that
            the first call did not have.

        Notes
        -----
        The classifiers of river have the same two methods; there, features and classes may be new
        in any round.  Each call checks its example as scikit-learn does, which takes longer than
        the round: examples that are there together are quicker in `partial_fit`.

        Examples
        --------
        >>> model = PerceptronClassifier().learn_one({"free": 2, "you": 1}, True)
        >>> model.learn_one({"you": 3}, False).predict_one({"free": 1})
        True
        """
        if classes is None and not hasattr(self, "learner_"):
            if not isinstance(y, bool | np.bool_):
                raise ValueError(
                    "classes: expected all classes in the first call, for instance [-1, 1], got "
                    f"none, and y = {y!r:.40}"
                )
            classes = [False, True]
        names, row = self._row(x)
        learned = self._without_names().partial_fit([row], [y], classes)
        self.__dict__ = vars(learned) | ({} if names is None else {"feature_names_in_": names})
        return self

    @_named
    def predict_one(self, x: Mapping[str, float] | ArrayLike) -> Any:
        """Predict the class of one instance; None before the first example, as in river.

        Parameters
        ----------
        x : dict or array_like of shape (d,)
            As in `learn_one`.

        Returns
        -------
        label or None

        Raises
        ------
        ValueError
            As `predict`, or if `x` has a name that the first call did not have.
        """
        if not hasattr(self, "learner_"):
            return None
        return self._without_names().predict([self._row(x)[1]])[:1].tolist()[0]

    def _row(self, x: Any) -> tuple[Any, Any]:
        """Return the names of the features, if they have any, and numbers in their order."""
        names = getattr(self, "feature_names_in_", None)
        if not hasattr(x, "keys"):  # of a dict, or a row of a table
            if np.ndim(x) != 1:
                raise ValueError(f"x: expected a dict or a row of numbers, got {x!r:.40}")
            return names, x
        numbers = dict(x)
        if names is None and hasattr(self, "learner_"):
            raise ValueError(
                f"x: expected a row of {self.n_features_in_} numbers, since the learner was given "
                "no names of features before"
            )
        if names is None:
            for name in numbers:
                if not isinstance(name, str):
                    raise ValueError(f"x: expected strings as names of features, got {name!r}")
            names = np.array(list(numbers), dtype=object)
        known = set(names)
        for name, number in numbers.items():
            if name not in known:
                raise ValueError(
                    f"x: expected features of the first call, {names.tolist()!s:.60}, got {name!r}"
                )
            flag = isinstance(number, bool | np.bool_)
            numbers[name] = real(f"x[{name!r}]", int(number) if flag else number)
        return names, [numbers.get(name, 0.0) for name in names]

    def _without_names(self) -> Any:
        """Return a copy for rows that are in the order of the features, but do not name them."""
        other = copy(self)
        other.__dict__.pop("feature_names_in_", None)
        return other

    def _start(self, dimension: int) -> Any:
        """Return the learner before the first round."""
        raise NotImplementedError

    def _stream(self, instances: Any, places: Any) -> Any:
        """Return the stream of the examples, whose classes are given by their places."""
        raise NotImplementedError

    def _learn(
        self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None, passes: int, *, reset: bool
    ) -> Self:
        """Learn, or stay as it was; that all numbers are finite is seen by the run."""
        before = self.__dict__.copy()
        try:
            return self._learned(X, y, classes, passes, reset=reset)
        except ValueError as error:
            self.__dict__ = before
            try:
                validate_data(type(self)(), _fitting(X), y, accept_sparse="csr")
            except ValueError as other:  # which scikit-learn's own tests read for its words
                place = "" if str(error) == str(other) else f"{error}; "
                raise ValueError(f"{place}{other}") from None
            raise

    def _learned(
        self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None, passes: int, *, reset: bool
    ) -> Self:
        if not isinstance(self.shuffle, bool | np.bool_):
            raise ValueError(f"shuffle: expected True or False, got {self.shuffle!r}")
        instances, targets = validate_data(
            self, _fitting(X), y, reset=reset, dtype=[np.float64, np.float32],
            accept_sparse="csr", ensure_all_finite=False,
        )  # fmt: skip
        # What `unique_labels` asks besides is asked of words and objects, and at most once.
        numbers = targets.dtype.kind in "iuf"
        present = _present(targets) if numbers else unique_labels(targets)
        check_classification_targets(present)
        several = self.__sklearn_tags__().classifier_tags.multi_class
        if reset:
            self.classes_ = present if classes is None else _all_of(classes)
            if len(self.classes_) > 2 and not several:
                raise ValueError(
                    "y: Only binary classification is supported, got "
                    f"{len(self.classes_)} classes: {self.classes_.tolist()}"
                )
            if len(self.classes_) < 2:
                raise ValueError(f"y: expected two classes, got one class: {self.classes_[0]}")
        elif classes is not None and not np.array_equal(_all_of(classes), self.classes_):
            raise ValueError(
                f"classes: expected {self.classes_.tolist()}, as in the first call, "
                f"got {np.unique(classes).tolist()}"
            )
        if not np.isin(present, self.classes_).all():
            place = int(np.isin(targets, self.classes_).argmin())
            raise ValueError(
                f"y[{place}]: expected one of {self.classes_.tolist()}, got {targets[place]}"
            )
        now = self._own()
        if reset:
            self._fitted = now
        for name, before in self._fitted.items():
            if not _same(now[name], before):
                raise ValueError(
                    f"{name}: expected {before!r}, its value when the model was fitted, got "
                    f"{now[name]!r}; use fit"
                )
        bias = at_least("bias", self._fitted.get("bias", 0.0), 0)
        stream = self._stream(self._taken(instances), self._places(targets))._with(_bias=bias)
        learner, earlier = self._start(stream.dimension), np.empty(0, dtype=bool)
        if not reset:
            learner, earlier = self.learner_, self.mistakes_
        made = [earlier]
        for part in self._passes(stream, passes, shuffled=self.shuffle and reset):
            done = run(learner, part)
            learner = done.learner
            made.append(done.mistakes)
        self.learner_, self.mistakes_, self.n_iter_ = learner, np.concatenate(made), passes
        return self

    def _own(self) -> dict[str, Any]:
        """Return the parameters that a learner is made with, and not only run with."""
        how = ("passes", "shuffle", "random_state")
        own = {k: v for k, v in self.get_params(deep=False).items() if k not in how}
        return {k: dict(v) if isinstance(v, dict) else v for k, v in own.items()}

    def _passes(self, stream: Any, passes: int, *, shuffled: bool) -> Iterator[Any]:
        """Yield what is run: all passes at once, or each in an order of its own."""
        if not shuffled:
            yield stream.repeated(passes)
            return
        try:
            rng = check_random_state(self.random_state)
        except ValueError as error:
            raise ValueError(f"random_state: {error}") from None
        for _ in range(passes):
            yield stream[rng.permutation(len(stream))]

    def _taken(self, instances: Any) -> Any:
        """Return instances as the learner takes them."""
        return instances

    def _places(self, targets: Any) -> Any:
        """Return the place of each target among the classes."""
        if len(self.classes_) == 2:
            return targets == self.classes_[1]
        return np.searchsorted(self.classes_, targets)

    def _instances(self, X: ArrayLike) -> Any:
        """Return instances to be scored, checked and lifted."""
        check_is_fitted(self)
        instances = validate_data(
            self, _fitting(X), reset=False, dtype=np.float64, accept_sparse="csr"
        )
        bias = self._fitted.get("bias", 0)
        return with_column(instances, bias) if bias else self._taken(instances)

    def _split(self, weights: Floats) -> tuple[Floats, Floats]:
        """Return the rows of weights without that of the bias, and what the bias adds."""
        rows, bias = np.split(np.atleast_2d(weights), [self.n_features_in_], axis=1)
        return rows, self._fitted["bias"] * bias[:, 0] if bias.size else np.zeros(len(rows))

    def __sklearn_tags__(self) -> Any:
        """Say what scikit-learn asks of its estimators."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class _TwoClasses(_Seat):
    """What the learners of labels -1 and +1 have in common."""

    @_named
    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def decision_function(self, X: ArrayLike) -> Floats:
        """Score instances: above 0 stands for the second class.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)

        Raises
        ------
        ValueError
            If the instances have another dimension or are not finite, or a score is not; before
            `fit`, its subclass ``NotFittedError``.
        """
        return _finite(self._scores(self._instances(X)))

    def _scores(self, instances: Any) -> Floats:
        """Return the scores of instances, finite or not."""
        return _scores_of(self.learner_, instances)

    @_named
    def predict(self, X: ArrayLike) -> Any:
        """Predict classes.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)

        Raises
        ------
        ValueError
            As `decision_function`.
        """
        scores = self.decision_function(X)
        return self.classes_[(np.asarray(predict(scores, self.learner_.tie)) >= 0).astype(int)]

    def _stream(self, instances: Any, places: Any) -> Stream:
        return Stream(instances, 2 * places - 1)

    def __sklearn_tags__(self) -> Any:
        """Say what scikit-learn asks of its estimators: two classes, no more."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


@dataclass(kw_only=True, eq=False, repr=False)
class PerceptronClassifier(_TwoClasses):
    """`perclib.perceptron.Perceptron` for two classes of any name.

    Parameters
    ----------
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.  A
        prediction has to be a class: where the tie rule predicts none, the second is predicted.
    step : float
        Above zero.
    bias : float
        The coordinate appended to every instance (`perclib.streams.Stream.lifted`), so that the
        last weight is a bias; 0 for none.
    passes : int
        How many times `fit` runs through the examples, in their order.
    shuffle : bool
        Whether `fit` runs each pass in a random order of its own instead.
    random_state : int, RandomState or None
        The source of these random orders, as in scikit-learn.

    Attributes
    ----------
    classes_ : array of shape (2,)
        The classes in sorted order: the first is labelled -1, the second +1.
    learner_ : Perceptron
        After the last round.
    mistakes_ : array of bool
        Which rounds were mistakes, in all passes, or in all calls of `partial_fit`.
    coef_ : array of shape (1, d)
        The weights, without that of the bias.
    intercept_ : array of shape (1,)
        What the bias adds to a score.
    n_iter_ : int
        How many passes the last call made.
    n_features_in_ : int
        d

    Notes
    -----
    With ``bias=0``, ``passes=n`` and the defaults for the rest, the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=n, tol=None)``.
    The algorithm of chapter 3.

    Examples
    --------
    >>> X, y = [[1, 0], [0, 1], [1, 0]], ["b", "a", "b"]
    >>> model = PerceptronClassifier(bias=0).fit(X, y)
    >>> model.predict([[2, -1]]).tolist(), model.mistakes_.tolist()
    (['b'], [True, True, False])
    """

    tie: Tie = "mistake"
    step: float = 1.0
    bias: float = 1.0

    def _scores(self, instances: Any) -> Floats:
        scores: Floats = instances @ self._weights
        return scores

    @property
    def _weights(self) -> Floats:
        """The weights that it predicts with."""
        weights: Floats = self.learner_.weights
        return weights

    @property
    def coef_(self) -> Floats:
        """The weights, without that of the bias, of shape (1, d)."""
        return self._split(self._weights)[0]

    @property
    def intercept_(self) -> Floats:
        """What the bias adds to a score, of shape (1,)."""
        return self._split(self._weights)[1]

    def _start(self, dimension: int) -> Perceptron:
        return Perceptron.zero(dimension, tie=self.tie, step=self.step)


class AveragedPerceptronClassifier(PerceptronClassifier):
    """`perclib.relatives.AveragedPerceptron` for two classes: it predicts by the mean weights.

    Parameters
    ----------
    tie, step, bias, passes, shuffle, random_state
        As in `PerceptronClassifier`.

    Attributes
    ----------
    learner_ : AveragedPerceptron
        After the last round.  The other attributes are those of `PerceptronClassifier`.  The
        mistakes are those of the perceptron; the coefficients are those of the mean weights,
        which make the predictions.

    Notes
    -----
    The mean is that of the weights before each round of all passes and after the last round.

    Examples
    --------
    >>> X, y = [[4, 0], [0, 4], [4, 0]], ["b", "a", "b"]
    >>> model = AveragedPerceptronClassifier(bias=0).fit(X, y)
    >>> model.coef_.tolist(), model.predict([[2, -1]]).tolist()
    ([[3.0, -2.0]], ['b'])
    """

    @property
    def _weights(self) -> Floats:
        weights: Floats = self.learner_.average.weights
        return weights

    def _start(self, dimension: int) -> AveragedPerceptron:
        return AveragedPerceptron.zero(dimension, tie=self.tie, step=self.step)


@dataclass(kw_only=True, eq=False, repr=False)
class KernelPerceptronClassifier(_TwoClasses):
    """`perclib.kernels.KernelPerceptron` for two classes of any name.

    Parameters
    ----------
    kernel : str or Kernel
        One that `sklearn.metrics.pairwise.pairwise_kernels` has, by its name, or a function of two
        matrices, of shapes (m, d) and (n, d), that returns one of shape (m, n).
    parameters : dict, optional
        Of a kernel with a name, such as ``{"degree": 2}``.
    tie, passes, shuffle, random_state
        As in `PerceptronClassifier`.

    Attributes
    ----------
    learner_ : KernelPerceptron
        After the last round.  ``classes_``, ``mistakes_``, ``n_iter_`` and ``n_features_in_`` are
        as in `PerceptronClassifier`.

    Notes
    -----
    It keeps its mistakes instead of weights, so each mistake makes every later score costlier; it
    has no bias.  The chapter on relatives derives it.  Sparse rows are kept as dense ones.

    Examples
    --------
    >>> X = [[1, 1], [-1, -1], [1, -1], [-1, 1]]
    >>> y = ["same", "same", "other", "other"]
    >>> square = {"degree": 2, "gamma": 1, "coef0": 1}
    >>> model = KernelPerceptronClassifier(kernel="poly", parameters=square)
    >>> model.set_params(passes=5).fit(X, y).score(X, y)
    1.0
    """

    kernel: str | Kernel = "rbf"
    parameters: dict[str, Any] | None = None
    tie: Tie = "mistake"

    def _scores(self, instances: Any) -> Floats:
        learner = self.learner_
        if not len(learner.signs):
            return np.zeros(len(instances))
        scores: Floats = learner.signs @ np.asarray(learner.kernel(learner.mistakes, instances))
        return scores

    def _start(self, dimension: int) -> KernelPerceptron:
        kernel = self.kernel
        if not isinstance(self.parameters, dict | None):
            raise ValueError(f"parameters: expected a dict, got {type(self.parameters).__name__}")
        if isinstance(kernel, str):
            one_of("kernel", kernel, tuple(PAIRWISE_KERNEL_FUNCTIONS))
            kernel = partial(pairwise_kernels, metric=kernel, **(self.parameters or {}))
        elif self.parameters:
            raise ValueError("parameters: expected none for a kernel that is a function")
        return KernelPerceptron.zero(kernel, dimension, tie=self.tie)

    def _taken(self, instances: Any) -> Any:
        return instances.toarray() if sparse.issparse(instances) else instances


@dataclass(kw_only=True, eq=False, repr=False)
class OnlineClassifier(_TwoClasses):
    """Any learner of the library with two labels, for two classes of any name.

    Parameters
    ----------
    start : callable, optional
        The learner before the first round, by the dimension of the instances: for instance
        ``Romma.zero`` or ``functools.partial(PassiveAggressive.zero, C=0.1)``.  If it is left out,
        `perclib.perceptron.Perceptron.zero`.
    bias, passes, shuffle, random_state
        As in `PerceptronClassifier`.

    Attributes
    ----------
    learner_ : Learner
        After the last round; it predicts by its own ``scores``, so
        `perclib.relatives.VotedPerceptron` by its vote and `AveragedPerceptron` by its mean.  The
        tie rule is the learner's.  ``classes_``, ``mistakes_``, ``n_iter_`` and
        ``n_features_in_`` are as in `PerceptronClassifier`.

    Notes
    -----
    With a bias the dimension that ``start`` is given is ``d + 1``.  A function that is defined in
    place (``lambda``) will do, but does not pickle, which a search with several processes needs.

    Examples
    --------
    >>> from perclib import Winnow
    >>> X, y = [[1, 1, -1], [-1, 1, 1], [1, -1, 1], [-1, -1, -1]], list("baba")
    >>> start = partial(Winnow.zero, rate=0.5)
    >>> model = OnlineClassifier(start=start, bias=0, passes=3)
    >>> model.fit(X, y).predict(X).tolist()
    ['b', 'a', 'b', 'a']
    """

    start: Callable[[int], Learner] | None = None
    bias: float = 1.0

    def _start(self, dimension: int) -> Any:
        start = Perceptron.zero if self.start is None else self.start
        if not callable(start) or isinstance(start, type):
            raise ValueError(
                "start: expected a function of the dimension, for instance Perceptron.zero, "
                f"got {start!r:.60}"
            )
        try:
            learner = start(dimension)
        except TypeError as error:
            raise ValueError(
                "start: expected a function of the dimension alone, for instance "
                f"functools.partial(Winnow.zero, rate=0.1); calling it failed: {error}"
            ) from None
        if not hasattr(learner, "score") or not hasattr(learner, "tie"):
            raise ValueError(
                "start: expected a function that returns a learner, got one that returns a "
                f"{type(learner).__name__}"
            )
        return learner


@dataclass(kw_only=True, eq=False, repr=False)
class MulticlassPerceptronClassifier(_Seat):
    """`perclib.relatives.MulticlassPerceptron` for classes of any name.

    Parameters
    ----------
    bias, passes, shuffle, random_state
        As in `PerceptronClassifier`; with a bias, the last weight of each class is one.

    Attributes
    ----------
    classes_ : array of shape (C,)
        The classes in sorted order.
    learner_ : MulticlassPerceptron
        After the last round.  ``mistakes_``, ``n_iter_`` and ``n_features_in_`` are as in
        `PerceptronClassifier`.
    coef_ : array of shape (C, d)
        The weights, without those of the bias.
    intercept_ : array of shape (C,)
        What the bias adds to the scores.

    Notes
    -----
    The algorithm of the chapter on relatives.  `sklearn.linear_model.Perceptron` runs one
    perceptron for each class against all others instead.

    Examples
    --------
    >>> X, y = [[1, 0], [0, 1], [-1, -1]], ["c", "b", "a"]
    >>> MulticlassPerceptronClassifier(passes=5).fit(X, y).predict(X).tolist()
    ['c', 'b', 'a']
    """

    bias: float = 1.0

    @_named
    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def decision_function(self, X: ArrayLike) -> Floats:
        """Score instances by each class; of two classes, the second one's score less the first's.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n, C), or (n,) where C = 2

        Raises
        ------
        ValueError
            As `PerceptronClassifier.decision_function`.
        """
        scores: Floats = self._instances(X) @ self.learner_.weights.T
        return _finite(scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores)

    @_named
    def predict(self, X: ArrayLike) -> Any:
        """Predict the class of the largest score; of classes that tie, the first.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)

        Raises
        ------
        ValueError
            As `decision_function`.
        """
        scores = self.decision_function(X)
        places = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[places]

    @property
    def coef_(self) -> Floats:
        """The weights, without those of the bias, of shape (C, d)."""
        return self._split(self.learner_.weights)[0]

    @property
    def intercept_(self) -> Floats:
        """What the bias adds to the scores, of shape (C,)."""
        return self._split(self.learner_.weights)[1]

    def _start(self, dimension: int) -> MulticlassPerceptron:
        return MulticlassPerceptron.zero(len(self.classes_), dimension)

    def _stream(self, instances: Any, places: Any) -> MulticlassStream:
        return MulticlassStream(instances, places + 1)
