"""The perceptron with the interface of scikit-learn, for pipelines and model selection.

The only module that needs scikit-learn, which is therefore not imported with `perclib`.
"""

from typing import Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:
    raise ImportError(
        "perclib.estimator: expected scikit-learn 1.6 or later; use pip install scikit-learn"
    ) from None

from perclib._checks import Flags, Floats, at_least
from perclib.losses import Tie, predict
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

__all__ = [
    "PerceptronClassifier",
]


def __dir__() -> list[str]:
    """List what is this module's own."""
    return __all__


class PerceptronClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """`perclib.perceptron.Perceptron` for two classes of any name.

    Parameters
    ----------
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.  A
        prediction has to be a class: where the rule has none it is the second one.
    step : float
        Above zero.
    bias : float
        With what number instances are lifted (`perclib.streams.Stream.lifted`), so that the last
        weight is a bias; 0 for none.
    passes : int
        How many times `fit` runs through the examples, in their order.

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
    With ``bias=0`` and ``passes=n`` the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=n, tol=None)``.
    The algorithm of chapter 3.

    Examples
    --------
    >>> model = PerceptronClassifier(bias=0).fit([[1, 0], [0, 1], [1, 0]], ["b", "a", "b"])
    >>> model.predict([[2, -1]]).tolist(), model.mistakes_.tolist()
    (['b'], [True, True, False])
    """

    classes_: Any
    learner_: Perceptron
    mistakes_: Flags
    coef_: Floats
    intercept_: Floats
    n_iter_: int

    def __init__(
        self, *, tie: Tie = "mistake", step: float = 1.0, bias: float = 1.0, passes: int = 1
    ) -> None:
        self.tie = tie
        self.step = step
        self.bias = bias
        self.passes = passes

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Run the perceptron from zero over the examples.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse
        y : array_like of shape (n,)
            Of two classes.

        Returns
        -------
        PerceptronClassifier
            This one.

        Raises
        ------
        ValueError
            If a parameter is out of its range, `X` is no matrix of finite numbers, or `y` has other
            than two classes.
        """
        return self._learn(X, y, None, self.passes, reset=True)

    def partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """Run on over more examples, once.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse
        y : array_like of shape (n,)
        classes : array_like of shape (2,), optional
            Both classes; needed in the first call, where `y` may lack one.

        Returns
        -------
        PerceptronClassifier
            This one.

        Raises
        ------
        ValueError
            As `fit`; and if a label is none of the classes.
        """
        return self._learn(X, y, classes, 1, reset=not hasattr(self, "learner_"))

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
            If the instances have another dimension or are not finite; before `fit`, its subclass
            ``NotFittedError``.
        """
        check_is_fitted(self)
        instances = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        scores: Floats = self._lifted(instances) @ self.learner_.weights
        return scores

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
        return self.classes_[(np.asarray(predict(scores, self.tie)) >= 0).astype(int)]

    def _learn(
        self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None, passes: int, *, reset: bool
    ) -> Self:
        instances, targets = validate_data(
            self, X, y, reset=reset, dtype=np.float64, accept_sparse="csr"
        )
        check_classification_targets(targets)
        if reset:
            self.classes_ = unique_labels(targets if classes is None else classes)
            if len(self.classes_) > 2:
                raise ValueError(
                    "y: Only binary classification is supported, got "
                    f"{len(self.classes_)} classes: {self.classes_.tolist()}"
                )
            if len(self.classes_) < 2:
                raise ValueError(f"y: expected two classes, got one class: {self.classes_[0]}")
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise ValueError(
                f"classes: expected {self.classes_.tolist()}, as in the first call, "
                f"got {np.unique(classes).tolist()}"
            )
        strange = ~np.isin(targets, self.classes_)
        if strange.any():
            place = int(strange.argmax())
            raise ValueError(
                f"y[{place}]: expected one of {self.classes_.tolist()}, got {targets[place]}"
            )
        signs = np.where(targets == self.classes_[1], 1, -1)
        stream = Stream(self._lifted(instances), signs)
        learner = Perceptron.zero(stream.dimension, tie=self.tie, step=self.step)
        done = run(learner if reset else self.learner_, stream.repeated(passes))
        earlier = np.empty(0, dtype=bool) if reset else self.mistakes_
        self.learner_ = cast(Perceptron, done.learner)
        self.mistakes_ = np.concatenate([earlier, done.mistakes])
        weights, bias = np.split(self.learner_.weights, [instances.shape[1]])
        self.coef_ = weights[None]
        self.intercept_ = self.bias * bias if bias.size else np.zeros(1)
        self.n_iter_ = passes
        return self

    def _lifted(self, instances: Any) -> Any:
        bias = at_least("bias", self.bias, 0)
        if bias == 0:
            return instances
        stack = sparse.hstack if sparse.issparse(instances) else np.hstack
        return stack([instances, np.full((instances.shape[0], 1), bias)])

    def __sklearn_tags__(self) -> Any:
        """Say what scikit-learn asks of its estimators: two classes, no more."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags
