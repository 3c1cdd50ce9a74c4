"""The perceptron: add the example on a mistake; with its average, and for several classes."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Floats, count, positive
from perclib.learners.losses import Tie, zero_one
from perclib.learners.protocol import Linear, label_of, row_of, rows_of, set_weights

__all__ = ["AveragedPerceptron", "MulticlassPerceptron", "Perceptron"]


@dataclass(frozen=True, eq=False)
class Perceptron(Linear):
    """The perceptron of Rosenblatt (1958), without bias.

    It scores by ``f = <w, x>`` and on a mistake moves to ``w + step * y * x``; otherwise it stays.
    For a bias, run it on lifted examples (`perclib.data.streams.Examples.lifted`).

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.learners.losses.predict`.  With the book's rule,
        "mistake", a round is a mistake when ``y f <= 0``.
    step : float
        Above zero.  From a zero start, and in exact arithmetic, it scales the weights and changes
        no mistake (chapter 3).

    Notes
    -----
    With the default rule and on one pass the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)``.
    Derived in chapter 3; its mistakes are counted from chapter 4 on.

    Examples
    --------
    >>> Perceptron.zero(2).update([1.0, 2.0], -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    tie: Tie = "mistake"
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        positive("step", self.step)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + step * y * x`` on a mistake."""
        x = row_of(x, self.weights)
        if zero_one(self.score(x), label_of(y), self.tie):
            return self.with_weights(self.weights + self.step * y * x)
        return self


@dataclass(frozen=True, eq=False)
class AveragedPerceptron(Perceptron):
    r"""The perceptron, with the mean of all weights that it has had.

    It scores and moves as `Perceptron`, so it makes the same mistakes.  It also keeps ``drift``,
    the sum of ``t * step * y_t * x_t`` over the mistakes: the mean of
    :math:`w_1, \dots, w_{t+1}` after t rounds is ``weights - drift / (t + 1)``, so that a round
    without a mistake costs nothing.  New instances are predicted by the mean.

    Parameters
    ----------
    weights, tie, step
        As in `Perceptron`.
    drift : array_like of shape (d,), optional
    rounds : int
        How many rounds there were, t.

    Notes
    -----
    Freund and Schapire (1999); derived in the chapter on relatives.

    Examples
    --------
    >>> from perclib import Stream, run
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
        if self.drift is None:
            object.__setattr__(self, "drift", np.zeros_like(self.weights))
        set_weights(self, "drift")

    @property
    def average(self) -> Perceptron:
        """The perceptron whose weights are the mean of all weights, before each round and now."""
        return Perceptron(self.weights - self.drift / (self.rounds + 1), self.tie, self.step)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round: the perceptron's update, and one more round."""
        after, t, drift = super().update(x, y), self.rounds + 1, self.drift
        if after is not self:
            drift = drift + t * (self.step * y * np.asarray(x))
        return replace(after, drift=drift, rounds=t)

    def scores(self, X: Any) -> Floats:
        """Score many instances by the mean weights, which `predict` uses, and learn nothing."""
        return self.average.scores(X)


@dataclass(frozen=True, eq=False)
class MulticlassPerceptron:
    """The perceptron of C classes: a vector of weights for each.

    It scores by ``weights @ x``, and predicts the class of the largest score; of classes that tie,
    the first.  On a mistake ``x`` is added to the weights of the right class, and subtracted from
    those of the predicted one.

    Parameters
    ----------
    weights : array_like of shape (C, d)
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means where there are two labels; of no effect here.

    Notes
    -----
    Derived in the chapter on relatives; after Kesler's construction.

    Examples
    --------
    >>> learner = MulticlassPerceptron.zero(3, 2)
    >>> learner = learner.update([1.0, 2.0], 3)
    >>> learner.weights.tolist()
    [[-1.0, -2.0], [0.0, 0.0], [1.0, 2.0]]
    """

    weights: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        set_weights(self, "weights", ndim=2)

    @classmethod
    def zero(cls, classes: int, dimension: int) -> Self:
        """Multi-class perceptron that starts at zero, with C = `classes` and d = `dimension`."""
        return cls(np.zeros((count("classes", classes, least=2), count("dimension", dimension))))

    def score(self, x: ArrayLike) -> Floats:
        """Score an instance of shape (d,) by each class."""
        scores: Floats = self.weights @ row_of(x, self.weights)
        return scores

    def update(self, x: ArrayLike, y: int) -> Self:
        """Return the learner of the next round, after an instance and its class, from 1 to C."""
        if y not in range(1, len(self.weights) + 1):
            raise ValueError(f"y: expected a class from 1 to {len(self.weights)}, got {y!r}")
        predicted = int(self.score(x).argmax()) + 1
        if predicted == y:
            return self
        weights = self.weights.copy()
        weights[y - 1] += x
        weights[predicted - 1] -= x
        return replace(self, weights=weights)

    def scores(self, X: Any) -> Floats:
        """Score many instances of shape (n, d), sparse or not, by each class; learn nothing."""
        scores: Floats = rows_of(X, self.weights.shape[1]) @ self.weights.T
        return scores

    def predict(self, X: Any) -> Any:
        """Predict the classes of many instances, from 1 to C, by the largest of their `scores`."""
        return self.scores(X).argmax(axis=1) + 1
