"""The learners with the interface of scikit-learn, for pipelines and model selection.

This module needs scikit-learn 1.6 or later, so ``import perclib`` does not import it.
"""

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, validate_data

from perclib._checks import Floats, count
from perclib.data import MulticlassStream, Stream
from perclib.data._instances import with_column
from perclib.learners import MulticlassPerceptron, Perceptron, run
from perclib.learners.losses import predict

__all__ = ["OnlineClassifier"]


class OnlineClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Any learner of the library, for classes of any name.

    Parameters
    ----------
    start : callable, optional
        The learner of two labels before the first round, by the dimension of the instances: for
        instance ``AveragedPerceptron.zero`` or ``partial(PassiveAggressive.zero, C=0.1)``.  By
        default ``Perceptron.zero``, and for more than two classes `MulticlassPerceptron`.
    bias : float
        The coordinate appended to every instance (`perclib.data.streams.Examples.lifted`), so that
        the last weight is a bias; 0 for none.
    passes : int
        How many times `fit` runs through the examples, in their order.

    Attributes
    ----------
    classes_ : array of shape (C,)
        The classes in sorted order: the first of two is labelled -1, the second +1.
    learner_ : Learner
        After the last round; it predicts by its own ``scores``, so `AveragedPerceptron` by its
        mean.
    mistakes_ : array of bool
        Which rounds of the last call of `fit` or `partial_fit` were mistakes.
    mistake_count_ : int
        How many rounds of all calls since `fit` were mistakes.
    n_features_in_ : int
        d

    Notes
    -----
    With ``bias=0``, ``passes=n`` and the default learner the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=n, tol=None)``
    for two classes; for more, that class runs one perceptron for each class against all others
    instead.

    Examples
    --------
    >>> from functools import partial
    >>> from perclib import Winnow
    >>> X, y = [[1, 1, -1], [-1, 1, 1], [1, -1, 1], [-1, -1, -1]], list("baba")
    >>> start = partial(Winnow.zero, rate=0.5)
    >>> model = OnlineClassifier(start=start, bias=0, passes=3)
    >>> model.fit(X, y).predict(X).tolist()
    ['b', 'a', 'b', 'a']
    >>> OnlineClassifier(passes=5).fit(X, list("abcd")).predict(X).tolist()
    ['a', 'b', 'c', 'd']
    """

    learner_: Any
    mistake_count_: int

    def __init__(
        self,
        *,
        start: Callable[[int], Any] | None = None,
        bias: float = 1.0,
        passes: int = 1,
    ) -> None:
        self.start, self.bias, self.passes = start, bias, passes

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Run the learner from zero over the examples.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse
        y : array_like of shape (n,)
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
        """
        return self._learn(X, y, classes, 1, reset=not hasattr(self, "learner_"))

    def _learn(self, X: Any, y: Any, classes: Any, passes: int, *, reset: bool) -> Self:
        """Run some passes."""
        for name, given in (("X", X), ("y", y)):
            if isinstance(given, np.ma.MaskedArray):
                raise ValueError(f"{name}: expected an array without a mask; drop masked entries")
        X, targets = validate_data(
            self, X, y, reset=reset, dtype=[np.float64, np.float32],
            accept_sparse="csr", ensure_all_finite=False,
        )  # fmt: skip
        if reset:
            check_classification_targets(targets)
            self.classes_ = unique_labels(targets if classes is None else classes)
            if len(self.classes_) < 2:
                raise ValueError(f"y: expected two classes, got one class: {self.classes_[0]}")
            if len(self.classes_) > 2 and self.start is not None:
                raise ValueError(
                    f"y: Only binary classification is supported by {self.start}, got "
                    f"{len(self.classes_)} classes: {self.classes_.tolist()}"
                )
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise ValueError(f"classes: expected {self.classes_.tolist()}, got {classes!r}")
        stream = self._stream(X, targets)
        learner = self._zero(stream.dimension) if reset else self.learner_
        done = run(learner, stream.repeated(passes))
        self.learner_, self.mistakes_ = done.learner, done.mistakes
        self.mistake_count_ = int(self.mistakes_.sum()) + (0 if reset else self.mistake_count_)
        return self

    def _zero(self, dimension: int) -> Any:
        """Return the learner before the first round."""
        if len(self.classes_) > 2:
            return MulticlassPerceptron.zero(len(self.classes_), dimension)
        return (self.start or Perceptron.zero)(dimension)

    def _stream(self, X: Any, targets: Any) -> Any:
        """Return the stream of the examples, or refuse a target that is none of the classes."""
        places = np.searchsorted(self.classes_, targets).clip(max=len(self.classes_) - 1)
        wrong = self.classes_[places] != targets
        if wrong.any():
            t = int(np.argmax(wrong))
            raise ValueError(f"y[{t}]: expected one of {self.classes_.tolist()}, got {targets[t]}")
        two = len(self.classes_) == 2
        stream: Any = Stream(X, 2 * places - 1) if two else MulticlassStream(X, places + 1)
        return stream.lifted(self.bias) if self.bias else stream

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
        X = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        return self.learner_.scores(with_column(X, self.bias) if self.bias else X)  # type: ignore[no-any-return]  # they are floats

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
        scores = self.decision_function(X)
        if scores.ndim > 1:
            return self.classes_[scores.argmax(axis=1)]
        return self.classes_[(np.asarray(predict(scores, self.learner_.tie)) >= 0).astype(int)]

    @property
    def coef_(self) -> Floats:
        """The weights that it predicts with, of shape (1, d) or (C, d), without the bias's."""
        return self._weights()[:, : self.n_features_in_]

    @property
    def intercept_(self) -> Floats:
        """What the bias adds to the scores, of shape (1,) or (C,)."""
        weights = self._weights()
        return weights[:, -1] * self.bias if self.bias else np.zeros(len(weights))

    def _weights(self) -> Floats:
        return np.atleast_2d(getattr(self.learner_, "average", self.learner_).weights)

    def __sklearn_tags__(self) -> Any:
        """Return the tags of scikit-learn: sparse rows, and whether there may be many classes."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.multi_class = self.start is None
        return tags
