"""Descent along the slope of a loss, one example at a time."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from perclib._checks import Floats, count, instance_of, label, one_of, positive, real, reals
from perclib.losses import TIES, Loss, Tie
from perclib.online import Linear


@dataclass(frozen=True, eq=False)
class StochasticGradient(Linear):
    """Stochastic (sub)gradient descent on a loss of the score, with a constant step size.

    After the example (x, y) the weights are ``w - step * slope(<w, x>, y) * x``, where ``slope``
    is that of the loss.

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    loss : Loss
        Its slope decides which subgradient is taken at a kink.
    step : float
        Above zero.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, the loss is none, the step is not above
        zero or the tie rule is unknown.

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
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        instance_of("loss", self.loss, Loss, "for instance perclib.losses.logistic")
        positive("step", self.step)
        one_of("tie", self.tie, TIES)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies anew, so that their weights are read-only as well."""
        return type(self), (self.weights, self.loss, self.step, self.tie)

    @classmethod
    def zero(cls, dimension: int, loss: Loss, *, step: float = 1.0) -> Self:
        """Descent that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        loss, step
            As in the class.

        Returns
        -------
        StochasticGradient
        """
        count("dimension", dimension)
        return cls(np.zeros(dimension), loss, step)

    def multiple(self, score: float, y: float) -> float:
        """Tell how often an example is added: ``-step * slope(f, y)``.

        Parameters
        ----------
        score : float
        y : int or float
            A label that the loss takes: -1 or +1, or for `perclib.losses.squared` and `absolute`
            any real number.

        Returns
        -------
        float
        """
        return -self.step * float(self.loss.slope(score, y))

    def _check_label(self, y: Any) -> None:
        real("y", y) if self.loss.real_labels else label("y", y)
