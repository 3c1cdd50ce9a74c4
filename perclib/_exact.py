"""Exact arithmetic on floats, rounded outward at the very end.

Every float is a whole number times a power of two, so sums and products of floats are computed in
Python's whole numbers, without rounding and at any magnitude.  Floating point only picks the rows
that can matter, with a bound on its own error; what is returned is exact, or rounded once, upward.
"""

import math
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    getcontext,
    localcontext,
)
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from perclib._checks import BLOCK, Floats, Labels

Rows = Any  # floats of shape (T, d), or a csr_array of them: SciPy has no types
Places = NDArray[np.intp]


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
    scaled, _ = _scaled(X)
    sparse = isinstance(scaled, csr_array)
    squares = row_sums(scaled.data**2, scaled) if sparse else np.vecdot(scaled, scaled)
    error = _relative_error(X) * squares + _UNDERFLOW
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
    signed, error, _ = _estimate(X, y, u)
    rows = np.flatnonzero(signed - error <= (signed + error).min())
    exact = dot(X[rows], y[rows], u)
    return exact.fraction(exact.numerators.argmin())


def shortfalls(X: Rows, y: Labels, u: Floats, margin: float) -> tuple[Places, Dyadic]:
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


def _relative_error(X: Rows) -> float:
    """Bound the error of a float inner product, in any order, relative to its absolute terms."""
    return float((X.shape[1] + 4) * 2.0**-52)


def _scaled(values: Any) -> tuple[Any, int]:
    """Return floats divided by a power of two, so that none is above 1, and its exponent."""
    if isinstance(values, csr_array):
        data, exponent = _scaled(values.data)
        return csr_array((data, values.indices, values.indptr), shape=values.shape), exponent
    exponent = int(np.frexp(np.abs(values).max(initial=0.0))[1])
    return np.ldexp(values, -exponent), exponent


def _estimate(X: Rows, y: Labels, u: Floats) -> tuple[Floats, Floats, int]:
    """Signed margins divided by a power of two, how far each may be off, and its exponent."""
    rows, by = _scaled(X)
    vector, times = _scaled(u)
    error = _relative_error(X) * (abs(rows) @ np.abs(vector)) + _UNDERFLOW
    return y * (rows @ vector), error, by + times


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


def shown(exact: Fraction) -> str:
    """Write a number in six digits, at any magnitude."""
    try:
        nearest = float(exact)
    except OverflowError:
        nearest = math.inf
    if exact == nearest or 0 < abs(nearest) < math.inf:
        return f"{nearest:g}"
    with localcontext(_CONTEXT) as context:
        context.rounding = ROUND_HALF_EVEN
        return f"{_decimal(exact):.5e}"


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


class Powers(NamedTuple):
    """A sum of q-th powers, ``top**q * total``, which is in range where the sum is not."""

    q: float
    total: Fraction = Fraction(0)
    top: float = 1.0

    def __add__(self, other: "Powers") -> "Powers":  # type: ignore[override]  # no tuples are joined
        """Add up what both stand for; exactly for q of 1 and 2, else rounded up."""
        top = max((sums.top for sums in (self, other) if sums.total), default=1.0)
        total = Fraction(0)
        for sums in (self, other):
            shrink = (sums.top / top) ** self.q if sums.total and sums.top < top else 1.0
            total += sums.total * (_raised(shrink, 1, self.q) if shrink < 1 else 1)
        return Powers(self.q, total, top)

    def root(self) -> Decimal:
        """Return the q-th root, rounded up, in the digits of the context."""
        root = _decimal(self.total) ** (1 / Decimal(self.q)) * Decimal(self.top)
        return root * (1 + Decimal(10) ** (3 - getcontext().prec))

    def up(self) -> float:
        """Return a float that is not below; the least one for q of 1 and 2."""
        if self.top == 1 or not self.total or math.isinf(self.top):
            return up(self.total) if self.top == 1 or not self.total else math.inf
        with localcontext(_precise(self.q)):
            size = Decimal(self.q) * self.root().log10()
            if size > 309:
                return math.inf
            return up(Fraction(self.root() ** Decimal(self.q))) if size > -400 else _LEAST


def powers(numbers: Dyadic, q: float) -> Powers:
    """Sum of the q-th powers of positive numbers, exact for q of 1 and 2, else rounded up.

    Other powers are those of NumPy, which are taken to be within 8 units in the last place.
    """
    if q == 1:
        sums = numbers.numerators.sum(keepdims=True)
        return Powers(q, Dyadic(sums, numbers.exponent).fraction(0))
    if q == 2:
        return Powers(q, squares(numbers))
    floats = each_up(numbers)
    top = float(floats.max(initial=0.0))
    if top in (0, math.inf):
        return Powers(q, Fraction(len(floats)), top or 1.0)
    with np.errstate(under="ignore"):
        total = math.fsum(((floats / top) ** q).tolist())
    return Powers(q, _raised(total, len(floats), q), top)


def _raised(total: float, terms: int, q: float) -> Fraction:
    """Raise a sum, rounded once, of powers of quotients of at most 1 by what it may lack."""
    if q > 2**50:  # then the rounding of a quotient counts; no quotient is above 1
        return Fraction(terms)
    error = Fraction(1, 2**48) + Fraction(q) / 2**51
    return Fraction(total) * (1 + error) + Fraction(terms, 2**1000)


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


def family_root(b_square: Fraction, losses: Powers) -> Fraction:
    """Largest k with ``k <= b sqrt(k) + k**(1 - 1/q) losses**(1/q)``, or a little above it.

    Exact up to `root_up` for q of 1 and 2; else found by Newton's method in 40 digits or more and
    moved up until it is seen to be no smaller.
    """
    q, loss, _ = losses
    if loss == 0:
        return b_square
    if q == 1:
        return b_square / 2 + loss + root_up(b_square * (b_square / 4 + loss))
    if q == 2:
        return b_square + loss + 2 * root_up(b_square * loss)
    if b_square == 0:
        return loss if losses.top == 1 else Fraction(losses.up())
    with localcontext(_precise(q)):
        power = Decimal(q)
        b, reach, slope = _decimal(root_up(b_square)), losses.root(), 1 - 2 / power
        total = max(reach**power, Decimal("1e-1000"))
        near = Decimal(10) ** (6 - getcontext().prec)

        def above(c: Decimal) -> Decimal:
            """Say how far the root c of k is above the solution; positive beyond it."""
            return c - b - reach * c**slope

        # Young's inequality gives a start that is no smaller than the solution; from there the
        # iterates come down to it for q > 2, and up to it after the first for q < 2.  Where floats
        # come near it, the start is theirs.
        c = power * b / 2 + ((power * b / 2) ** 2 + total).sqrt()
        c = _near_by(float(b), float(reach), float(slope), float(c)) or c
        for _ in range(200):
            rise = reach * c**slope
            step = (c - b - rise) / (1 - slope * rise / c)
            c -= step
            if abs(step) < c * Decimal("1e-30"):
                break
        lift = Decimal("1e-28")
        while above(c) < c * near:
            c *= 1 + lift
            lift *= 2
        return Fraction(c) ** 2


def _near_by(b: float, reach: float, slope: float, c: float) -> Decimal | None:
    """Find the same root in floats, from where its digits are found sooner; not beyond floats."""
    try:
        for _ in range(60):
            rise = reach * c**slope
            step = (c - b - rise) / (1 - slope * rise / c)
            c -= step
            if abs(step) <= 1e-12 * c:
                return Decimal(c) if c < math.inf else None
    except (ArithmeticError, TypeError):  # a power of what is negative is complex
        pass
    return None


_LEAST = math.nextafter(0, 1)
_CONTEXT = Context(prec=40, rounding=ROUND_CEILING, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _precise(q: float) -> Context:
    """Return a context in which ``1 - 2/q`` and its like keep their digits."""
    context = _CONTEXT.copy()
    context.prec = 40 + 2 * max(0, math.ceil(math.log10(q)))
    return context


def _decimal(number: Fraction) -> Decimal:
    """Return a decimal of the context's digits, rounded as it says."""
    return Decimal(number.numerator) / Decimal(number.denominator)
