"""Perceptrons of another geometry: they score through sinh, or through a matrix of their mistakes.

The chapter on relatives derives them.  Each is a value with ``score`` and ``update``, and is run by
`perclib.online.run` as the perceptron is.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Floats, count, finite, one_of, positive, reals
from perclib._values import freeze
from perclib.losses import TIES, Tie, wrong
from perclib.online import LEAST, Binary, _row, _square

__all__ = [
    "SecondOrderPerceptron",
    "Winnow",
]

TINY = math.nextafter(0, 1)

_Directions = tuple[Floats, Floats, Floats]


@dataclass(frozen=True, eq=False)
class Winnow(Binary):
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
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the total is not a vector of finite numbers, the rate is not above zero, their product is
        not finite or the tie rule is unknown; from `score` and `update`, if an instance has another
        dimension, its score is not finite, or floats do not tell the sign of the score.

    Notes
    -----
    The numbers ``sinh(rate * theta_i)`` soon exceed all floats.  So `weights` holds them times
    ``2 * exp(-rate * max(abs(theta)))``, and a score is that of these weights.  This positive
    factor changes no prediction, but differs from round to round.  A score that is too small for a
    float then keeps its sign, as the smallest float of that sign.

    In a run from zero the number k of mistakes satisfies, by every tie rule,

    .. math:: k \le \frac{2 X^2 \ln(2 d)}{\gamma^2}

    with ``rate = gamma / X**2``, if the entries of its mistakes are at most X in absolute value and
    some u with ``sum(abs(u)) = 1`` has ``y * <u, x> >= gamma > 0`` in each mistake.

    Derived in the chapter on relatives.  After Littlestone (1988), who lets positive weights grow
    and shrink by factors, and compares the score with a threshold; Grove, Littlestone and
    Schuurmans (2001) prove bounds for the perceptron, Winnow and what lies between.

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
    _by_weights = True

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "total", reals("total", self.total, ndim=1))
        object.__setattr__(self, "rate", positive("rate", self.rate))
        one_of("tie", self.tie, TIES)
        self._checked(self.total)

    @classmethod
    def zero(cls, dimension: int, *, rate: float, tie: Tie = "mistake") -> Self:
        """Winnow before its first mistake, all its scores zero.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        rate, tie
            As in the class.

        Returns
        -------
        Winnow
        """
        return cls(np.zeros(count("dimension", dimension)), rate, tie)

    @cached_property
    def weights(self) -> Floats:
        """The weights that it scores by, in the signs and ratios of ``sinh(rate * theta)``."""
        weights = self._scaled(float(np.abs(self.rate * self.total).max()))
        freeze(weights)
        return weights

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def _after(self, score: float, row: Floats, y: float) -> Self:
        if not wrong(score, y, self.tie):
            return self
        after: Self = self._with(total=self._checked(self.total + y * row))
        return after

    def _scaled(self, top: float) -> Floats:
        """Return ``2 * exp(-top) * sinh(rate * theta)``."""
        far = self.rate * self.total
        size = np.abs(far)
        scaled: Floats = np.sign(far) * np.exp(size - top) * -np.expm1(-2 * size)
        return scaled

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance and the instance, if floats tell the score's sign."""
        row = _row(x, len(self.total))
        score = float(row.dot(self.weights))
        if not math.isfinite(score):
            finite("x", row)
            raise ValueError(f"x: expected a finite score, got {score}: the numbers are too large")
        used = (row != 0) & (self.total != 0)
        if abs(score) >= LEAST or not (np.abs(row * self.weights)[used] < LEAST).any():
            return score, row
        top = float(np.abs(self.rate * self.total[used]).max())
        products = row[used] * self._scaled(top)[used]  # by the largest weight that it meets
        sign = float(products.sum())
        if abs(sign) < LEAST and (np.abs(products) < LEAST).any():
            raise ValueError(
                f"x: expected a score whose sign floats tell, got {score:g}, which is made of "
                f"products below {LEAST:.0e}; multiply the instances by a power of 2"
            )
        return score or math.copysign(TINY, sign) * (sign != 0), row

    def _checked(self, total: Floats) -> Floats:
        """Return a sum whose product with the rate is finite, read-only."""
        finite("total", total)
        largest = float(np.abs(total).max())
        if not math.isfinite(self.rate * largest):
            raise ValueError(
                f"total: expected a finite product with the rate, got {self.rate:g} * {largest:g}"
            )
        freeze(total)
        return total


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
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the total is not a vector of finite numbers, the inverse is no matrix of its dimension,
        symmetric and positive definite, or the tie rule is unknown; from `score` and `update`, if
        an instance has another dimension, its score is not finite, or floats do not hold the square
        of its norm.  Also if rounding has left an inverse that is not positive definite any more.

    Notes
    -----
    As ``f`` is ``<A**-1 v, x> / (1 + <x, A**-1 x>)``, it predicts as its `weights` ``A**-1 v`` do.
    A round costs a product with a matrix of shape (d, d), and a mistake as much again.
    The inverse is updated at each mistake, by the formula of Sherman and Morrison, which loses
    digits where the squares of the lengths of mistakes are many times ``a``.

    In a run from zero the number k of mistakes satisfies, by every tie rule,

    .. math:: k \le \frac1\gamma \sqrt{a \|u\|^2 + \sum_t \langle u, x_t \rangle^2}
              \sqrt{\sum_i \ln\Bigl(1 + \frac{\lambda_i}a\Bigr)}

    for every u with ``y * <u, x> >= gamma > 0`` in each mistake.  The sum over t is that over the
    mistakes, and the numbers lambda are the eigenvalues of the sum of their ``x x'``.

    Cesa-Bianchi, Conconi and Gentile (2005); derived in the chapter on relatives.

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
        object.__setattr__(self, "total", reals("total", self.total, ndim=1))
        object.__setattr__(self, "inverse", reals("inverse", self.inverse, ndim=2))
        one_of("tie", self.tie, TIES)
        shape = (len(self.total), len(self.total))
        if self.inverse.shape != shape:
            raise ValueError(f"inverse: expected shape {shape}, got {self.inverse.shape}")
        least = np.linalg.eigvalsh(self.inverse).min()
        if not np.allclose(self.inverse, self.inverse.T) or not least > 0:
            raise ValueError(
                "inverse: expected a symmetric positive definite matrix, got one that is not"
            )

    @classmethod
    def zero(cls, dimension: int, *, a: float = 1.0, tie: Tie = "mistake") -> Self:
        """Second-order perceptron before its first mistake.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        a : float
            Above zero: the matrix ``A`` starts as ``a`` times the identity.  For large ``a`` it
            errs where the perceptron does, unless a score of that is 0 after its first mistake.
        tie
            As in the class.

        Returns
        -------
        SecondOrderPerceptron
        """
        d = count("dimension", dimension)
        return cls(np.zeros(d), np.eye(d) / positive("a", a), tie)

    @property
    def weights(self) -> Floats:
        """The weights ``A**-1 v``, whose scores have the signs of its own."""
        weights: Floats = self.inverse @ self.total
        return weights

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def _after(self, score: float, row: _Directions, y: float) -> Self:
        if not wrong(score, y, self.tie):
            return self
        x, far, multiple = row
        total, inverse = self.total + y * x, self.inverse - np.outer(far, multiple)
        for name, held in (("total", total), ("inverse", inverse)):
            finite(name, held)
            freeze(held)
        after: Self = self._with(total=total, inverse=inverse)
        return after

    def _scored(self, x: ArrayLike) -> tuple[float, _Directions]:
        """Return the score, and the instance with its products with this inverse and the next."""
        row = _row(x, len(self.total))
        finite("x", row)
        _square("x", row)
        far = self.inverse @ row
        length = float(row @ far)
        if not 0 <= length < math.inf:
            raise ValueError(
                f"x: expected <x, A**-1 x> to be finite and at least 0, got {length:g}: rounding "
                "has left no positive definite matrix; take a larger a, or smaller instances"
            )
        multiple = far / (1 + length)
        score = float(self.total @ multiple)
        if not math.isfinite(score):
            raise ValueError(f"x: expected a finite score, got {score}: the numbers are too large")
        return score, (row, far, multiple)
