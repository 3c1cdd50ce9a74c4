"""The perceptrons with the interface of scikit-learn."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sklearn.metrics.pairwise import pairwise_kernels

from perclib.data import MulticlassStream
from perclib.estimator.online import OnlineClassifier
from perclib.learners import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    Perceptron,
)
from perclib.learners.kernels import Kernel
from perclib.learners.losses import Tie

__all__ = [
    "AveragedPerceptronClassifier",
    "KernelPerceptronClassifier",
    "MulticlassPerceptronClassifier",
    "PerceptronClassifier",
]


@dataclass(kw_only=True, eq=False, repr=False)
class _Chosen(OnlineClassifier):
    """A classifier whose learner is chosen."""

    start: Any = field(init=False, default=None)


@dataclass(kw_only=True, eq=False, repr=False)
class PerceptronClassifier(_Chosen):
    """`perclib.learners.perceptron.Perceptron` for two classes of any name.

    Parameters
    ----------
    tie, step
        As in the learner.
    bias, passes
        As in `OnlineClassifier`.

    Notes
    -----
    With ``bias=0``, ``passes=n`` and the defaults for the rest, the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=n, tol=None)``.

    Examples
    --------
    >>> X, y = [[1, 0], [0, 1], [1, 0]], ["b", "a", "b"]
    >>> model = PerceptronClassifier(bias=0).fit(X, y)
    >>> model.predict([[2, -1]]).tolist(), model.mistakes_.tolist()
    (['b'], [True, True, False])
    """

    tie: Tie = "mistake"
    step: float = 1.0

    def _start(self, dimension: int) -> Any:
        return Perceptron.zero(dimension, tie=self.tie, step=self.step)


@dataclass(kw_only=True, eq=False, repr=False)
class AveragedPerceptronClassifier(PerceptronClassifier):
    """`perclib.learners.perceptron.AveragedPerceptron`: it predicts by the mean weights.

    Parameters
    ----------
    tie, step, bias, passes
        As in `PerceptronClassifier`.

    Examples
    --------
    >>> X, y = [[4, 0], [0, 4], [4, 0]], ["b", "a", "b"]
    >>> AveragedPerceptronClassifier(bias=0).fit(X, y).coef_.tolist()
    [[3.0, -2.0]]
    """

    def _start(self, dimension: int) -> Any:
        return AveragedPerceptron.zero(dimension, tie=self.tie, step=self.step)


@dataclass(kw_only=True, eq=False, repr=False)
class KernelPerceptronClassifier(_Chosen):
    """`perclib.learners.kernels.KernelPerceptron` for two classes of any name.

    Parameters
    ----------
    kernel : str or Kernel
        One that `sklearn.metrics.pairwise.pairwise_kernels` has, by its name, or a function of two
        matrices, of shapes (m, d) and (n, d), that returns one of shape (m, n).
    tie, bias, passes
        As in `PerceptronClassifier`; by default there is no bias.

    Examples
    --------
    >>> X = [[1, 1], [-1, -1], [1, -1], [-1, 1]]
    >>> y = ["same", "same", "other", "other"]
    >>> model = KernelPerceptronClassifier(kernel=lambda A, B: (1 + A @ B.T) ** 2)
    >>> model.set_params(passes=5).fit(X, y).score(X, y)
    1.0
    """

    kernel: str | Kernel = "rbf"
    tie: Tie = "mistake"
    bias: float = 0.0

    def _start(self, dimension: int) -> Any:
        kernel = self.kernel
        if isinstance(kernel, str):
            kernel = partial(pairwise_kernels, metric=kernel)
        return KernelPerceptron.zero(kernel, dimension, tie=self.tie)


@dataclass(kw_only=True, eq=False, repr=False)
class MulticlassPerceptronClassifier(_Chosen):
    """`perclib.learners.perceptron.MulticlassPerceptron` for classes of any name.

    Parameters
    ----------
    bias, passes
        As in `PerceptronClassifier`; with a bias, the last weight of each class is one.

    Notes
    -----
    `sklearn.linear_model.Perceptron` runs one perceptron for each class against all others instead.

    Examples
    --------
    >>> X, y = [[1, 0], [0, 1], [-1, -1]], ["c", "b", "a"]
    >>> MulticlassPerceptronClassifier(passes=5).fit(X, y).predict(X).tolist()
    ['c', 'b', 'a']
    """

    def _start(self, dimension: int) -> Any:
        return MulticlassPerceptron.zero(len(self.classes_), dimension)

    def _stream(self, X: Any, places: Any) -> Any:
        stream = MulticlassStream(X, places + 1)
        return stream.lifted(self.bias) if self.bias else stream

    def _label(self, place: int) -> int:
        return place + 1

    def __sklearn_tags__(self) -> Any:
        """Return the tags of scikit-learn: any number of classes."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = True
        return tags
