"""Descent along the slope of a loss, one example at a time."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from perclib._checks import Floats, count, instance, label, positive, reals
from perclib.losses import Loss


@dataclass(frozen=True, eq=False)
class StochasticGradient:
    """Stochastic (sub)gradient descent on a loss of the score, with a constant step size.

    After the example (x, y) the weights are ``w - step * slope(<w, x>, y) * x``, where ``slope``
    is that of the loss.  A score of zero predicts neither label, which is a mistake.

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    loss : Loss
        Its slope decides which subgradient is taken at a kink.
    step : float
        Above zero.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers or the step is not above zero.

    Notes
    -----
    On `perclib.losses.perceptron` it is the perceptron with that step size (chapter 3).

    Examples
    --------
    >>> from perclib import losses
    >>> learner = StochasticGradient.zero(2, losses.perceptron)
    >>> learner.update(np.array([1.0, 2.0]), -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    loss: Loss
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        positive("step", self.step)

    @classmethod
    def zero(cls, dimension: int, loss: Loss, *, step: float = 1.0) -> Self:
        """Descent that starts at ``w = 0`` in the given dimension."""
        count("dimension", dimension)
        return cls(np.zeros(dimension), loss, step)

    def score(self, x: Floats) -> float:
        """Score ``<w, x>`` of an instance of shape (d,)."""
        return float(self.weights @ instance("x", x, len(self.weights)))

    def update(self, x: Floats, y: int) -> Self:
        """Return the learner after one step against the slope at the example (x, y)."""
        label("y", y)
        slope = self.loss.slope(self.score(x), y)
        return replace(self, weights=self.weights - self.step * slope * np.asarray(x))
