"""Any learner of two labels with the interface of scikit-learn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:
    raise ImportError(
        "perclib.estimator: expected scikit-learn 1.6 or later; use pip install scikit-learn"
    ) from None

from perclib._checks import Flags, Floats, count
from perclib.data import Stream
from perclib.data._instances import with_column
from perclib.learners import MulticlassPerceptron, Perceptron, run
from perclib.learners.losses import predict
from perclib.learners.protocol import Linear

__all__ = ["OnlineClassifier"]


@dataclass(kw_only=True, eq=False, repr=False)
class OnlineClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Any learner of the library with two labels, for two classes of any name.

    Parameters
    ----------
    start : callable, optional
        The learner before the first round, by the dimension of the instances: for instance
        ``Romma.zero`` or ``functools.partial(PassiveAggressive.zero, C=0.1)``; by default
        ``Perceptron.zero``.
    bias : float
        The coordinate appended to every instance (`perclib.data.streams.Examples.lifted`), so that
        the last weight is a bias; 0 for none.
    passes : int
        How many times `fit` runs through the examples, in their order.

    Attributes
    ----------
    classes_ : array of shape (2,)
        The classes in sorted order: the first is labelled -1, the second +1.
    learner_ : Learner
        After the last round; it predicts by its own ``scores``, so
        `perclib.learners.perceptron.VotedPerceptron` by its vote and `AveragedPerceptron` by its
        mean.
    mistakes_ : array of bool
        Which rounds of the last call of `fit` or `partial_fit` were mistakes.
    mistake_count_ : int
        How many rounds of all calls since `fit` were mistakes.
    n_iter_ : int
        How many passes the last call made.
    n_features_in_ : int
        d
    coef_ : array of shape (1, d)
        The weights that it predicts with, without that of the bias; of linear learners.
    intercept_ : array of shape (1,)
        What the bias adds to a score.

    Examples
    --------
    >>> from functools import partial
    >>> from perclib import Winnow
    >>> X, y = [[1, 1, -1], [-1, 1, 1], [1, -1, 1], [-1, -1, -1]], list("baba")
    >>> start = partial(Winnow.zero, rate=0.5)
    >>> model = OnlineClassifier(start=start, bias=0, passes=3)
    >>> model.fit(X, y).predict(X).tolist()
    ['b', 'a', 'b', 'a']
    """

    start: Callable[[int], Any] | None = None
    bias: float = 1.0
    passes: int = 1
    classes_: Any = field(init=False)
    learner_: Any = field(init=False)
    mistakes_: Flags = field(init=False)
    mistake_count_: int = field(init=False)
    n_iter_: int = field(init=False)

    def _start(self, dimension: int) -> Any:
        """Return the learner before the first round."""
        return (self.start or Perceptron.zero)(dimension)

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
        """
        return self._learn(X, y, None, count("passes", self.passes), reset=True)

    def partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """Continue the run over more examples, once, in their order.

        Parameters
        ----------
        X, y
            As in `fit`.
        classes : array_like of shape (C,), optional
            All classes; needed in the first call, where `y` may lack one.

        Returns
        -------
        self
        """
        return self._learn(X, y, classes, 1, reset=not hasattr(self, "learner_"))

    def _learn(self, X: Any, y: Any, classes: Any, passes: int, *, reset: bool) -> Self:
        """Run some passes."""
        if isinstance(X, np.ma.MaskedArray):
            raise ValueError("X: expected an array without a mask; drop or fill the masked entries")
        y = _whole(y)
        X, targets = validate_data(
            self, X, y, reset=reset, dtype=[np.float64, np.float32],
            accept_sparse="csr", ensure_all_finite=False,
        )  # fmt: skip
        if reset:
            check_classification_targets(targets)
            self.classes_ = unique_labels(targets if classes is None else classes)
            self._check_classes()
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise ValueError(f"classes: expected {self.classes_.tolist()}, got {classes!r}")
        stream = self._stream(X, self._places(targets))
        learner = self._start(stream.dimension) if reset else self.learner_
        done = run(learner, stream.repeated(passes))
        self.learner_, self.n_iter_, self.mistakes_ = done.learner, passes, done.mistakes
        before = 0 if reset else self.mistake_count_
        self.mistake_count_ = before + int(self.mistakes_.sum())
        return self

    def _check_classes(self) -> None:
        several = self.__sklearn_tags__().classifier_tags.multi_class
        if len(self.classes_) > 2 and not several:
            raise ValueError(
                f"y: Only binary classification is supported, got {len(self.classes_)} classes: "
                f"{self.classes_.tolist()}"
            )
        if len(self.classes_) < 2:
            raise ValueError(f"y: expected two classes, got one class: {self.classes_[0]}")

    def _places(self, targets: Any) -> Any:
        """Return the place of each target among the classes."""
        if len(self.classes_) == 2:
            places = (targets == self.classes_[1]).astype(np.int8)
            wrong = (targets != self.classes_[0]) & (places == 0)
        else:
            places = np.searchsorted(self.classes_, targets).clip(max=len(self.classes_) - 1)
            wrong = self.classes_[places] != targets
        if wrong.any():
            t = int(np.argmax(wrong))
            raise ValueError(f"y[{t}]: expected one of {self.classes_.tolist()}, got {targets[t]}")
        return places

    def _stream(self, X: Any, places: Any) -> Any:
        """Return the stream of the examples, whose classes are given by their places."""
        stream = Stream(X, 2 * places - 1)
        return stream.lifted(self.bias) if self.bias else stream

    def learn_one(self, x: Any, y: Any, classes: ArrayLike | None = None) -> Self:
        """Continue the run over one example, as `partial_fit` does over several.

        Parameters
        ----------
        x : dict or array_like of shape (d,)
            The numbers of the features, by name or in a row.  The first call fixes the features; in
            later calls a feature that is left out is 0, and a name that is new is refused.
        y : label
        classes : array_like of shape (C,), optional
            All classes; needed in the first call, unless `y` is True or False.

        Returns
        -------
        self

        Notes
        -----
        The classifiers of river have the same two methods; there, features and classes may be new
        in any round.

        Examples
        --------
        >>> model = OnlineClassifier().learn_one({"free": 2, "you": 1}, True)
        >>> model.learn_one({"you": 3}, False).predict_one({"free": 1})
        True
        """
        if not hasattr(self, "learner_"):
            if classes is None and not isinstance(y, bool | np.bool_):
                raise ValueError("classes: expected all classes in the first call, got none")
            self.classes_ = unique_labels([False, True] if classes is None else classes)
            self._check_classes()
            if isinstance(x, Mapping):
                self.feature_names_in_ = np.array(list(x), dtype=object)
            self.n_features_in_, self.mistake_count_ = len(x), 0
            self.learner_ = self._start(len(x) + (self.bias > 0))
        if not hasattr(self, "_labels"):
            whole = [self._label(place) for place in range(len(self.classes_))]
            self._labels = dict(zip(self.classes_.tolist(), whole, strict=True))
        if y not in self._labels:
            raise ValueError(f"y: expected one of {self.classes_.tolist()}, got {y!r}")
        row, label, learner = self._row(x), self._labels[y], self.learner_
        self.learner_ = learner.update(row, label)
        return self

    def _label(self, place: int) -> int:
        """Return the label of a class by its place."""
        return 2 * place - 1

    def predict_one(self, x: Any) -> Any:
        """Predict the class of one instance; None before the first example, as in river.

        Parameters
        ----------
        x : dict or array_like of shape (d,)
            As in `learn_one`.

        Returns
        -------
        label or None
        """
        if not hasattr(self, "learner_"):
            return None
        return self._chosen(self._scores(self._row(x, bias=False)[None])).tolist()[0]

    def _row(self, x: Any, *, bias: bool = True) -> Floats:
        """Return the numbers of an instance in the order of the features, lifted."""
        row = np.zeros(self.n_features_in_ + (bias and self.bias > 0))
        if isinstance(x, Mapping):
            if "_features" not in self.__dict__:
                names = getattr(self, "feature_names_in_", ())
                self._features = {name: place for place, name in enumerate(names)}
            try:
                for name, number in x.items():
                    row[self._features[name]] = number
            except KeyError as error:
                raise ValueError(
                    f"x: expected features of the first call, {list(self._features)}, got {error}"
                ) from None
        else:
            row[: self.n_features_in_] = x
        if not np.isfinite(row @ row):
            raise ValueError(f"x: expected finite numbers, got {x!r:.60}")
        if bias and self.bias:
            row[-1] = self.bias
        return row

    def decision_function(self, X: ArrayLike) -> Floats:
        """Score instances.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,) or (n, C)
            Above 0 for the second of two classes; of more, a score for each.
        """
        check_is_fitted(self)
        return self._scores(
            validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        )

    def _scores(self, X: Any) -> Floats:
        """Score instances that were checked before."""
        if isinstance(self.learner_, Linear | MulticlassPerceptron):
            scores: Floats = X @ self.coef_.T + self.intercept_
            if len(self.classes_) == 2:
                return scores[:, -1] - scores[:, 0] if scores.shape[1] == 2 else scores[:, 0]
            return scores
        lifted = with_column(X, self.bias) if self.bias else X
        return self.learner_.scores(lifted)  # type: ignore[no-any-return]  # they are floats

    def predict(self, X: ArrayLike) -> Any:
        """Predict classes.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of shape (n,)
            Where the tie rule predicts neither of two classes, the second; of several classes that
            tie, the first.
        """
        return self._chosen(self.decision_function(X))

    def _chosen(self, scores: Floats) -> Any:
        """Return the classes that scores stand for."""
        if scores.ndim > 1:
            return self.classes_[scores.argmax(axis=1)]
        return self.classes_[(np.asarray(predict(scores, self.learner_.tie)) >= 0).astype(int)]

    @property
    def coef_(self) -> Floats:
        """The weights, without those of the bias, of shape (1, d), or (C, d) for C classes."""
        return self._weights()[:, : self.n_features_in_]

    @property
    def intercept_(self) -> Floats:
        """What the bias adds to the scores, of shape (1,) or (C,)."""
        weights = self._weights()
        return weights[:, -1] * self.bias if self.bias else np.zeros(len(weights))

    def _weights(self) -> Floats:
        learner = self.learner_
        if not isinstance(learner, Linear | MulticlassPerceptron):
            raise AttributeError(f"coef_: a {type(learner).__name__} does not predict by weights")
        return np.atleast_2d(getattr(learner, "average", learner).weights)

    def __sklearn_tags__(self) -> Any:
        """Return the tags of scikit-learn: sparse rows, two classes."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.classifier_tags.multi_class = True, False
        return tags


def _whole(y: Any) -> Any:
    """Return whole numbers in an array of objects as an array of numbers; words stay."""
    if isinstance(y, np.ma.MaskedArray):
        raise ValueError("y: expected an array without a mask; drop or fill the masked entries")
    if getattr(y, "dtype", None) != np.dtype(object):
        return y
    held = np.asarray(y)
    if all(isinstance(value, str) for value in held.flat):
        return y
    plain = np.array(held.tolist())
    if plain.dtype.kind not in "bi":
        kinds = sorted({type(value).__name__ for value in held.flat})
        raise ValueError(f"y: expected whole numbers or words, got objects of {', '.join(kinds)}")
    return plain
