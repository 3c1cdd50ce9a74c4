"""Exact arithmetic on floats, rounded outward at the very end.

Every float is a whole number times a power of two, so sums and products of floats are computed in
Python's whole numbers, without rounding and at any magnitude.  Floating point only picks the rows
that can matter, with a bound on its own error; what is returned is exact, or rounded once, upward.
"""

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perclib._checks import Floats, Labels

Rows = NDArray[np.intp]


class Dyadic(NamedTuple):
    """The numbers ``numerators * 2**exponent``."""

    numerators: NDArray[Any]
    exponent: int

    def fraction(self, index: Any = ()) -> Fraction:
        """Return one of the numbers."""
        return int(self.numerators[index]) * Fraction(2) ** self.exponent


def dyadic(values: Floats) -> Dyadic:
    """Return floats as whole numbers times one power of two."""
    parts, exponents = np.frexp(values)
    least = int(exponents[parts != 0].min(initial=2000))
    shifts = np.where(parts != 0, exponents - least, 0).astype(object)
    return Dyadic((parts * 2.0**53).astype(np.int64).astype(object) << shifts, least - 53)


def dot(X: Floats, y: Labels, u: Floats) -> Dyadic:
    """Signed margins ``y_t <u, x_t>``."""
    rows, vector = dyadic(X), dyadic(u)
    signs = y.astype(object)
    return Dyadic(signs * (rows.numerators @ vector.numerators), rows.exponent + vector.exponent)


def square(u: Floats) -> Fraction:
    """Squared norm of a vector."""
    return dot(u[None], np.ones(1, dtype=np.int64), u).fraction(0)


def largest_square(X: Floats) -> Fraction:
    """Largest squared norm of a row."""
    scaled, _ = _scaled(X)
    squares = np.vecdot(scaled, scaled)
    error = _relative_error(X) * squares + _UNDERFLOW
    rows = np.flatnonzero(squares + error >= (squares - error).max())
    exact = dyadic(np.unique(X[rows], axis=0))
    sums = (exact.numerators**2).sum(axis=1)
    return Dyadic(sums, 2 * exact.exponent).fraction(sums.argmax())


def least_margin(X: Floats, y: Labels, u: Floats) -> Fraction:
    """Smallest signed margin, ``min_t y_t <u, x_t>``."""
    signed, error, _ = _estimate(X, y, u)
    rows = np.flatnonzero(signed - error <= (signed + error).min())
    exact = dot(X[rows], y[rows], u)
    return exact.fraction(exact.numerators.argmin())


def shortfalls(X: Floats, y: Labels, u: Floats, margin: float) -> tuple[Rows, Dyadic]:
    """Rows whose signed margin is below `margin`, and what each lacks of it."""
    signed, error, exponent = _estimate(X, y, u)
    with np.errstate(over="ignore"):
        asked = np.ldexp(margin, -exponent)
    rows = np.flatnonzero(signed - error <= asked)
    exact, level = dot(X[rows], y[rows], u), Fraction(margin)
    # One power of two for both: the margin's denominator is a power of two as well.
    least = min(exact.exponent, 1 - level.denominator.bit_length())
    lack = int(level / Fraction(2) ** least) - exact.numerators * 2 ** (exact.exponent - least)
    below = lack > 0
    return rows[below], Dyadic(lack[below], least)


_UNDERFLOW = 2.0**-1000


def _relative_error(X: Floats) -> float:
    """Bound the error of a float inner product, in any order, relative to its absolute terms."""
    return float((X.shape[1] + 4) * 2.0**-52)


def _scaled(values: Floats) -> tuple[Floats, int]:
    """Return floats divided by a power of two, so that none is above 1, and its exponent."""
    exponent = int(np.frexp(np.abs(values).max())[1])
    return np.ldexp(values, -exponent), exponent


def _estimate(X: Floats, y: Labels, u: Floats) -> tuple[Floats, Floats, int]:
    """Signed margins divided by a power of two, how far each may be off, and its exponent."""
    rows, by = _scaled(X)
    vector, times = _scaled(u)
    error = _relative_error(X) * (np.abs(rows) @ np.abs(vector)) + _UNDERFLOW
    return y * (rows @ vector), error, by + times


def up(exact: Fraction) -> float:
    """Return the least float that is not below; infinity where there is none."""
    try:
        nearest = float(exact)
    except OverflowError:
        return math.inf
    return nearest if nearest >= exact else math.nextafter(nearest, math.inf)


def root_up(number: Fraction) -> Fraction:
    """Return the square root where it is rational, else above it by a relative 2**-99 at most."""
    product = number.numerator * number.denominator
    shift = max(0, 100 - product.bit_length() // 2)
    radicand = product << 2 * shift
    root = math.isqrt(radicand)
    root += root * root < radicand
    return Fraction(root, number.denominator << shift)


def squares(numbers: Dyadic) -> Fraction:
    """Sum of squares, exactly."""
    return Dyadic((numbers.numerators**2).sum(keepdims=True), 2 * numbers.exponent).fraction(0)


def powers_up(numbers: Dyadic, q: float) -> Fraction | None:
    """Sum of the q-th powers of positive numbers, exact for q of 1 and 2, else rounded up.

    Other powers are those of NumPy, which are taken to be within 8 units in the last place;
    None stands for a sum too large for a float.
    """
    if q == 1:
        return Dyadic(numbers.numerators.sum(keepdims=True), numbers.exponent).fraction(0)
    if q == 2:
        return squares(numbers)
    floats = each_up(numbers)
    with np.errstate(over="ignore"):
        total = ((floats**q) * (1 + 2.0**-48) + 2.0**-1060).sum() * (1 + len(floats) * 2.0**-52)
    return Fraction(float(total)) if np.isfinite(total) else None


def each_up(numbers: Dyadic) -> Floats:
    """Round each of many numbers up to the least float that is not below, as `up` does for one."""
    whole, exponent = numbers
    size = max((n.bit_length() for n in whole), default=0)
    if size > 1000 or not -900 < exponent < 900 - size:  # beyond what floats scale exactly
        return np.array([up(numbers.fraction(t)) for t in range(len(whole))])
    floats = whole.astype(np.float64)
    below = np.array([f < n for f, n in zip(floats.tolist(), whole, strict=True)], dtype=bool)
    floats[below] = np.nextafter(floats[below], np.inf)
    return np.ldexp(floats, exponent)


def family_root(b_square: Fraction, loss: Fraction, q: float) -> Fraction:
    """Largest k with ``k <= b sqrt(k) + k**(1 - 1/q) loss**(1/q)``, or a little above it.

    Exact up to `root_up` for q of 1 and 2; else found by Newton's method in 40 digits and moved
    up until it is seen to be no smaller.
    """
    if loss == 0 or b_square == 0:
        return b_square + loss
    if q == 1:
        return b_square / 2 + loss + root_up(b_square * (b_square / 4 + loss))
    if q == 2:
        return b_square + loss + 2 * root_up(b_square * loss)
    with localcontext(Context(prec=40, rounding=ROUND_CEILING, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        power = Decimal(q)
        b, total = _decimal(root_up(b_square)), _decimal(loss)
        reach, slope = total ** (1 / power), 1 - 2 / power

        def above(c: Decimal) -> Decimal:
            """Say how far the root c of k is above the solution; positive beyond it."""
            return c - b - reach * c**slope

        # Young's inequality gives a start that is no smaller than the solution; from there the
        # iterates come down to it for q > 2, and up to it after the first for q < 2.
        c = power * b / 2 + ((power * b / 2) ** 2 + total).sqrt()
        for _ in range(200):
            step = above(c) / (1 - slope * reach * c ** (slope - 1))
            c -= step
            if abs(step) < c * Decimal("1e-30"):
                break
        lift = Decimal("1e-28")
        while above(c) < c * Decimal("1e-36"):
            c *= 1 + lift
            lift *= 2
        return Fraction(c) ** 2


def _decimal(number: Fraction) -> Decimal:
    """Return a decimal of the context's digits, rounded as it says."""
    return Decimal(number.numerator) / Decimal(number.denominator)
