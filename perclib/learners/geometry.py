"""Perceptrons of another geometry: they score through sinh, or through a matrix of mistakes."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Flags, Floats, count, positive
from perclib.learners.losses import Tie, zero_one
from perclib.learners.protocol import (
    Binary,
    Linear,
    finite_score,
    label_of,
    row_of,
    set_weights,
)

__all__ = ["SecondOrderPerceptron", "Winnow"]


@dataclass(frozen=True, eq=False)
class Winnow(Linear):
    r"""Winnow with weights of both signs: the sum of the mistakes, scored through sinh.

    With the sum ``theta`` of ``y * x`` over its mistakes it scores by
    ``f = sum(sinh(rate * theta_i) * x_i)``.  On a mistake it moves to ``theta + y * x``; otherwise
    it stays.

    Parameters
    ----------
    total : array_like of shape (d,)
        Where ``theta`` starts.
    rate : float
        Above zero.
    tie
        As in `perclib.learners.perceptron.Perceptron`.

    Notes
    -----
    The numbers ``sinh(rate * theta_i)`` soon exceed all floats.  So `weights` holds them times
    ``2 * exp(-rate * max(abs(theta)))``, and a score is that of these weights.  This positive
    factor changes no prediction, but differs from round to round.

    In a run from zero the number k of mistakes satisfies, by every tie rule,

    .. math:: k \le \frac{2 X^2 \ln(2 d)}{\gamma^2}

    with ``rate = gamma / X**2``, if the entries of its mistakes are at most X in absolute value and
    some u with ``sum(abs(u)) = 1`` has ``y * <u, x> >= gamma > 0`` in each mistake.

    Derived in the chapter on margins and geometries.  After Littlestone (1988), who lets positive
    weights grow and shrink by factors, and compares the score with a threshold; Grove, Littlestone
    and Schuurmans (2001) prove bounds for the perceptron, Winnow and what lies between.

    Examples
    --------
    >>> learner = Winnow.zero(2, rate=1.0).update([1.0, 0.0], 1)
    >>> learner = learner.update([0.5, -1.0], -1)
    >>> learner.total.tolist()
    [0.5, 1.0]
    >>> X = [[1.0, -0.4], [1.0, -0.5]]  # sinh(1) is 2.26 times sinh(1/2)
    >>> learner.predict(X).tolist()
    [1, -1]
    """

    total: Floats
    rate: float
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        set_weights(self, "total")
        positive("rate", self.rate)

    @cached_property
    def weights(self) -> Floats:  # type: ignore[override]  # computed from the sum
        """The weights that it scores by, in the signs and ratios of ``sinh(rate * theta)``."""
        return self._scaled(np.ones(len(self.total), dtype=bool))

    def _scaled(self, used: Flags) -> Floats:
        """Return the weights of some coordinates, near 1 for the largest of these."""
        far = self.rate * self.total * used
        size = np.abs(far)
        weights: Floats = np.sign(far) * np.exp(size - size.max()) * -np.expm1(-2 * size)
        return weights

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,), with the sign of ``sum(sinh(rate * theta_i) x_i)``.

        Where its products are too small for floats, they are scaled by the largest among them.
        """
        x = row_of(x, self.total)
        return super().score(x) or finite_score(self._scaled(x != 0) @ x)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``theta + y * x`` on a mistake."""
        x = row_of(x, self.total)
        if zero_one(self.score(x), label_of(y), self.tie):
            return replace(self, total=self.total + y * x)
        return self


@dataclass(frozen=True, eq=False)
class SecondOrderPerceptron(Binary):
    r"""The second-order perceptron: it discounts the directions in which its mistakes are long.

    With the sum ``v`` of ``y * x`` over its mistakes, and the matrix ``A``, which is ``a`` times
    the identity plus the sum of the products ``x x'``, it scores by ``f = <v, (A + x x')**-1 x>``.
    On a mistake ``y * x`` is added to ``v`` and ``x x'`` to ``A``; otherwise it stays.

    Parameters
    ----------
    total : array_like of shape (d,)
        Where ``v`` starts.
    inverse : array_like of shape (d, d)
        The inverse of ``A`` at the start, symmetric and positive definite.
    tie
        As in `perclib.learners.perceptron.Perceptron`.

    Notes
    -----
    As ``f`` is ``<A**-1 v, x> / (1 + <x, A**-1 x>)``, it predicts as its `weights` ``A**-1 v`` do.
    A round costs a product with a matrix of shape (d, d), and a mistake as much again.
    The inverse is updated at each mistake, by the formula of Sherman and Morrison, which loses
    digits where the squares of the lengths of mistakes are many times ``a``.

    In a run from zero the number k of mistakes satisfies, by every tie rule,

    .. math:: \gamma k \le \sum_t h_t + \sqrt{a \|u\|^2 + \sum_t \langle u, x_t \rangle^2}
              \sqrt{\sum_i \ln\Bigl(1 + \frac{\lambda_i}a\Bigr)}

    for every u and every ``gamma > 0``, with ``h = max(0, gamma - y * <u, x>)``.  The sums over t
    are those over the mistakes, and the numbers lambda are the eigenvalues of the sum of their
    ``x x'``.

    Cesa-Bianchi, Conconi and Gentile (2005); derived in the chapter on margins and geometries.

    Examples
    --------
    >>> learner = SecondOrderPerceptron.zero(2, a=1.0).update([3.0, 0.0], 1)
    >>> learner = learner.update([0.0, 1.0], 1)
    >>> learner.total.tolist()
    [3.0, 1.0]
    >>> learner.weights.round(12).tolist()  # 3 / (1 + 9) and 1 / (1 + 1)
    [0.3, 0.5]
    """

    total: Floats
    inverse: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        set_weights(self, "total")
        set_weights(self, "inverse", ndim=2)
        d = len(self.total)
        if self.inverse.shape != (d, d):
            raise ValueError(f"inverse: expected shape {(d, d)}, got {self.inverse.shape}")

    @classmethod
    def zero(cls, dimension: int, *, a: float = 1.0, tie: Tie = "mistake") -> Self:
        """Second-order perceptron before its first mistake.

        The matrix ``A`` starts as ``a`` times the identity, where ``a`` is above zero.  For large
        ``a`` it errs where the perceptron does, unless a score of that is 0 after its first
        mistake.
        """
        d = count("dimension", dimension)
        return cls(np.zeros(d), np.eye(d) / positive("a", a), tie)

    @property
    def weights(self) -> Floats:
        """The weights ``A**-1 v``, whose scores have the signs of its own."""
        weights: Floats = self.inverse @ self.total
        return weights

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,) by ``<v, A**-1 x> / (1 + <x, A**-1 x>)``."""
        x = row_of(x, self.total)
        far = self.inverse @ x
        return finite_score(self.total @ (far / (1 + x @ far)))

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round; a mistake adds ``y * x`` to v, ``x x'`` to A."""
        x = row_of(x, self.total)
        if not zero_one(self.score(x), label_of(y), self.tie):
            return self
        far = self.inverse @ x
        inverse = self.inverse - np.outer(far, far / (1 + x @ far))
        return replace(self, total=self.total + y * x, inverse=inverse)
