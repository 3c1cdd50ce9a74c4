"""The perceptron: move by the example when, and only when, it was a mistake."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from perclib._checks import Floats, count, instance, label, one_of, positive, reals
from perclib.losses import TIES, Tie, zero_one


@dataclass(frozen=True, eq=False)
class Perceptron:
    """The perceptron of Rosenblatt (1958), without bias.

    It scores by ``f = <w, x>`` and on a mistake moves to ``w + step * y * x``; otherwise it stays.
    For a bias, run it on lifted examples (`perclib.streams.Stream.lifted`).

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.  With the book's rule, "mistake",
        a round is a mistake when ``y f <= 0``.
    step : float
        Above zero.  From a zero start it scales the weights and changes no mistake (chapter 3).

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, the step is not above zero or the tie
        rule is unknown.

    Notes
    -----
    With the default rule and on one pass the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)``.
    Derived in chapter 3; its mistakes are counted from chapter 4 on.

    Examples
    --------
    >>> Perceptron.zero(2).update(np.array([1.0, 2.0]), -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    tie: Tie = "mistake"
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        one_of("tie", self.tie, TIES)
        positive("step", self.step)

    @classmethod
    def zero(cls, dimension: int, *, tie: Tie = "mistake", step: float = 1.0) -> Self:
        """Perceptron that starts at ``w = 0`` in the given dimension."""
        count("dimension", dimension)
        return cls(np.zeros(dimension), tie, step)

    def score(self, x: Floats) -> float:
        """Score ``<w, x>`` of an instance of shape (d,)."""
        return float(self.weights @ instance("x", x, len(self.weights)))

    def update(self, x: Floats, y: int) -> Self:
        """Return the perceptron after the example (x, y): moved if it was a mistake."""
        label("y", y)
        if not zero_one(self.score(x), y, self.tie):
            return self
        return replace(self, weights=self.weights + self.step * y * np.asarray(x))
