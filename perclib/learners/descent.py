"""Descent along the slope of a loss, one example at a time."""

from dataclasses import dataclass
from typing import Self

from numpy.typing import ArrayLike

from perclib._checks import Floats, instance_of, positive, real
from perclib.learners.losses import Loss, Tie
from perclib.learners.protocol import Linear, label_of, row_of

__all__ = ["StochasticGradient"]


@dataclass(frozen=True, eq=False)
class StochasticGradient(Linear):
    """Stochastic (sub)gradient descent on a loss of the score, with a constant step size.

    After the example (x, y) the weights are ``w - step * slope(<w, x>, y) * x``, where ``slope``
    is that of the loss.

    Parameters
    ----------
    weights, step
        As in `perclib.learners.perceptron.Perceptron`.
    loss : Loss
        Its slope decides which subgradient is taken at a kink.
    tie
        What a score of zero means for the count of mistakes, and for nothing else.

    Notes
    -----
    On `perclib.learners.losses.perceptron` it moves as the perceptron with that step size and the
    tie rule "mistake" (chapter 3).

    Examples
    --------
    >>> from perclib.learners import losses
    >>> learner = StochasticGradient.zero(2, losses.perceptron)
    >>> learner.update([1.0, 2.0], -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    loss: Loss
    step: float = 1.0
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        instance_of("loss", self.loss, Loss, "for instance perclib.losses.logistic")
        positive("step", self.step)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w - step * slope(<w, x>, y) * x``."""
        x, y = row_of(x, self.weights), real("y", y) if self.loss.real_labels else label_of(y)
        return self.with_weights(self.weights - self.step * self.loss.slope(self.score(x), y) * x)
