"""Exact arithmetic on floats, rounded outward at the very end.

Every float is a whole number times a power of two, so sums and products of floats are computed in
Python's whole numbers, without rounding.  Floating point only picks the rows that can matter, with
a bound on its own error; what is returned is exact, or rounded once, upward.
"""

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from perclib._checks import BLOCK, Floats, Labels

Rows = Any  # floats of shape (T, d), or a csr_array of them: SciPy has no types
Places = NDArray[np.intp]
UNDERFLOW = 2.0**-1000  # more than what the sums of a row lose below the smallest floats


class Dyadic(NamedTuple):
    """The numbers ``numerators * 2**exponent``."""

    numerators: NDArray[Any]
    exponent: int

    def fraction(self, index: Any = ()) -> Fraction:
        """Return one of the numbers."""
        return int(self.numerators[index]) * Fraction(2) ** self.exponent


def dyadic(values: Floats, least: int | None = None) -> Dyadic:
    """Return floats as whole numbers times one power of two.

    Its exponent is the least that will do, or that of other floats, from `_least_exponent`.
    """
    parts, exponents = np.frexp(values)
    least = _least_exponent(values) if least is None else least
    shifts = np.where(parts != 0, exponents - least, 0).astype(object)
    return Dyadic((parts * 2.0**53).astype(np.int64).astype(object) << shifts, least - 53)


def _least_exponent(values: Floats) -> int:
    """Exponent of the smallest of some floats that are not 0."""
    parts, exponents = np.frexp(values)
    return int(exponents[parts != 0].min(initial=2000))


def dot(X: Rows, y: Labels, u: Floats) -> Dyadic:
    """Signed margins ``y_t <u, x_t>``."""
    signs = y.astype(object)
    if isinstance(X, csr_array):
        touched, places = np.unique(X.indices, return_inverse=True)
        rows, vector = dyadic(X.data), dyadic(u[touched])
        terms = rows.numerators * vector.numerators[places]
        return Dyadic(signs * row_sums(terms, X), rows.exponent + vector.exponent)
    rows, vector = dyadic(X), dyadic(u)
    return Dyadic(signs * (rows.numerators @ vector.numerators), rows.exponent + vector.exponent)


def row_sums(terms: NDArray[Any], X: csr_array) -> NDArray[Any]:
    """Add up what stands for the entries of each sparse row."""
    sums = np.zeros(X.shape[0], dtype=terms.dtype)
    full = np.flatnonzero(np.diff(X.indptr))
    if full.size:
        sums[full] = np.add.reduceat(terms, X.indptr[full])
    return sums


def square(u: Floats) -> Fraction:
    """Squared norm of a vector."""
    return dot(u[None], np.ones(1, dtype=np.int8), u).fraction(0)


def largest_square(X: Rows) -> Fraction:
    """Largest squared norm of a row."""
    sparse = isinstance(X, csr_array)
    squares = row_sums(X.data**2, X) if sparse else np.vecdot(X, X)
    error = _relative_error(X) * squares + UNDERFLOW
    rows = np.flatnonzero(squares + error >= (squares - error).max())
    if sparse:
        exact = dyadic(X[rows].data)
        sums = row_sums(exact.numerators**2, X[rows])
    else:
        exact = dyadic(np.unique(X[rows], axis=0))
        sums = (exact.numerators**2).sum(axis=1)
    return Dyadic(sums, 2 * exact.exponent).fraction(sums.argmax())


def combined_square(X: Rows, y: Labels, weights: Floats) -> Fraction:
    """Squared norm of ``sum_t a_t y_t x_t / sum_t a_t``, with the weights as a.

    As whole numbers a part of the rows takes some megabytes, however many there are.
    """
    used = np.flatnonzero(weights)
    rows, times = X[used], dyadic(weights[used])
    signed = y[used].astype(object) * times.numerators
    sparse = isinstance(X, csr_array)
    values = rows.data if sparse else rows
    least = _least_exponent(values)
    sums = np.zeros(X.shape[1], dtype=object)
    step = max(1, BLOCK * len(used) // max(values.size, 1))
    for part in (slice(start, start + step) for start in range(0, len(used), step)):
        some = rows[part]
        if sparse:
            terms = np.repeat(signed[part], np.diff(some.indptr))
            np.add.at(sums, some.indices, terms * dyadic(some.data, least).numerators)
        else:
            sums += signed[part] @ dyadic(some, least).numerators
    total = int(times.numerators.sum())
    return Dyadic((sums**2).sum(keepdims=True), 2 * (least - 53)).fraction(0) / total**2


def least_margin(X: Rows, y: Labels, u: Floats) -> Fraction:
    """Smallest signed margin, ``min_t y_t <u, x_t>``."""
    signed, error = _estimate(X, y, u)
    rows = np.flatnonzero(signed - error <= (signed + error).min())
    exact = dot(X[rows], y[rows], u)
    return exact.fraction(exact.numerators.argmin())


def shortfalls(X: Rows, y: Labels, u: Floats, margin: float) -> tuple[Places, Dyadic]:
    """Rows whose signed margin is below `margin`, and what each lacks of it."""
    signed, error = _estimate(X, y, u)
    rows = np.flatnonzero(signed - error <= margin)
    exact, level = dot(X[rows], y[rows], u), Fraction(margin)
    # One power of two for both: the margin's denominator is a power of two as well.
    least = min(exact.exponent, 1 - level.denominator.bit_length())
    lack = int(level / Fraction(2) ** least) - exact.numerators * 2 ** (exact.exponent - least)
    below = lack > 0
    return rows[below], Dyadic(lack[below], least)


def _relative_error(X: Rows) -> float:
    """Bound the error of a float inner product, in any order, relative to its absolute terms."""
    return float((X.shape[1] + 4) * 2.0**-52)


def _estimate(X: Rows, y: Labels, u: Floats) -> tuple[Floats, Floats]:
    """Signed margins in floats, and how far each may be off."""
    return y * (X @ u), _relative_error(X) * (abs(X) @ np.abs(u)) + UNDERFLOW


def up(exact: Fraction) -> float:
    """Return the least float that is not below; infinity where there is none."""
    try:
        nearest = float(exact)
    except OverflowError:
        return math.inf
    return nearest if nearest >= exact else math.nextafter(nearest, math.inf)


def down(exact: Fraction) -> float:
    """Return the largest float that is not above; minus infinity where there is none."""
    return -up(-exact)


def root_up(number: Fraction) -> Fraction:
    """Return the square root where it is rational, else above it by a relative 2**-99 at most."""
    product = number.numerator * number.denominator
    shift = max(0, 100 - product.bit_length() // 2)
    radicand = product << 2 * shift
    root = math.isqrt(radicand)
    root += root * root < radicand
    return Fraction(root, number.denominator << shift)


def root_down(number: Fraction) -> Fraction:
    """Return the square root where it is rational, else below it by a relative 2**-99 at most."""
    return 1 / root_up(1 / number) if number else number


def squares(numbers: Dyadic) -> Fraction:
    """Sum of squares, exactly."""
    return Dyadic((numbers.numerators**2).sum(keepdims=True), 2 * numbers.exponent).fraction(0)


def each_up(numbers: Dyadic) -> Floats:
    """Round each of many numbers up to the least float that is not below."""
    return np.array([up(numbers.fraction(t)) for t in range(len(numbers.numerators))])


def powers(numbers: Dyadic, q: float) -> Fraction:
    """Sum of the q-th powers of positive numbers, exact for q of 1 and 2, else rounded up.

    Other powers are those of NumPy, which are taken to be within 8 units in the last place.
    """
    if q == 1:
        return Dyadic(numbers.numerators.sum(keepdims=True), numbers.exponent).fraction(0)
    if q == 2:
        return squares(numbers)
    with np.errstate(over="ignore", under="ignore"):  # what overflows is refused below
        raised = each_up(numbers) ** q
    if not np.isfinite(raised).all():
        raise ValueError(f"q: expected a power whose losses are finite numbers, got {q:g}")
    error = Fraction(1, 2**48) + Fraction(q) / 2**51
    return Fraction(math.fsum(raised.tolist())) * (1 + error) + Fraction(len(raised), 2**1000)


def family_root(b_square: Fraction, loss: Fraction, q: float) -> Fraction:
    """Largest k with ``k <= b sqrt(k) + k**(1 - 1/q) loss**(1/q)``, or a little above it.

    Exact up to `root_up` for q of 1 and 2; else ``c = sqrt(k)`` is found by Newton's method in
    40 digits or more, and moved up until it is seen to be no smaller.
    """
    if loss == 0:
        return b_square
    if q == 1:
        return b_square / 2 + loss + root_up(b_square * (b_square / 4 + loss))
    if q == 2:
        return b_square + loss + 2 * root_up(b_square * loss)
    if b_square == 0:
        return loss
    with localcontext(_CONTEXT):
        b, slope = _decimal(root_up(b_square)), 1 - 2 / Decimal(q)
        reach = _decimal(loss) ** (1 / Decimal(q)) * (1 + Decimal("1e-37"))
        # Young's inequality gives a start that is no smaller than the solution.
        half = Decimal(q) * b / 2
        c = half + (half**2 + _decimal(loss)).sqrt()
        for _ in range(100):
            rise = reach * c**slope
            step = (c - b - rise) / (1 - slope * rise / c)
            c = c - step if step < c else c / 2
            if abs(step) <= Decimal("1e-20") * c:  # the next step would be the square of it
                break
        lift = Decimal("1e-28")
        while c - b - reach * c**slope < c * Decimal("1e-34"):
            c *= 1 + lift
            lift *= 2
        return Fraction(c) ** 2


_CONTEXT = Context(prec=60, rounding=ROUND_CEILING, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _decimal(number: Fraction) -> Decimal:
    """Return a decimal with the context's digits, rounded up."""
    return Decimal(number.numerator) / Decimal(number.denominator)
