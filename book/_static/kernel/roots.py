"""Square roots of whole numbers, exactly: in a page, what witnesses need of sympy.

A number is a sum of rational multiples of roots of whole numbers that no square divides.  These
roots are linearly independent over the rationals, so a number is zero only if it is written as
nothing.  Other numbers, such as cube roots, are refused.
"""

from __future__ import annotations

import numbers
from fractions import Fraction
from math import gcd, isqrt, lcm


class BeyondError(Exception):
    """A number that is no sum of square roots of whole numbers."""


def apart(n: int) -> tuple[int, int]:
    """Write n as s*s*d where no square divides d; give s and d."""
    s, d, rest, p = 1, 1, n, 2
    while p**3 <= rest and isqrt(rest) ** 2 < rest:
        while rest % (p * p) == 0:
            s, rest = s * p, rest // (p * p)
        if rest % p == 0:
            d, rest = d * p, rest // p
        p += 1
    whole = isqrt(rest)  # the rest is a square, or has at most two factors, and they differ
    return (s * whole, d) if rest and whole**2 == rest else (s, d * rest)


class Expr:
    """A sum of rational multiples of roots: what is under each root, and its multiple."""

    def __init__(self, parts):
        self.parts = {d: q for d, q in parts.items() if d and q}

    def __add__(self, other):
        out = dict(self.parts)
        for d, q in sympify(other).parts.items():
            out[d] = out.get(d, 0) + q
        return exact(Expr(out))

    def __mul__(self, other):
        out = {}
        for a, p in self.parts.items():
            for b, q in sympify(other).parts.items():
                common = gcd(a, b)
                d = a * b // common**2
                out[d] = out.get(d, 0) + p * q * common
        return exact(Expr(out))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -sympify(other)

    def __rsub__(self, other):
        return sympify(other) - self

    def __truediv__(self, other):
        return self * inverse(sympify(other))

    def __rtruediv__(self, other):
        return sympify(other) * inverse(self)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent):
        exponent = exact(sympify(exponent))
        if not isinstance(exponent, Fraction) or exponent.denominator > 2:
            raise BeyondError(f"({self}) ** ({exponent})")
        if exponent < 0:
            return sympify(inverse(self)) ** -exponent
        base = self if exponent.denominator == 1 else sympify(root(self))
        out = sympify(1)
        for _ in range(exponent.numerator):
            out = sympify(out * base)
        return exact(out)

    def __eq__(self, other):
        return isinstance(other, Expr | Fraction | int) and self.parts == sympify(other).parts

    def __hash__(self):
        return hash(frozenset(self.parts.items()))

    def __repr__(self):
        terms = (f"{q}*sqrt({d})" if d > 1 else f"{q}" for d, q in sorted(self.parts.items()))
        return " + ".join(term.removeprefix("1*") for term in terms) or "0"


def sympify(x):
    """Give a number in this form, whole and rational ones as well; a float is none."""
    if not isinstance(x, Expr | numbers.Rational):
        raise ValueError(f"{x!r} is not exact: write a fraction")
    return x if isinstance(x, Expr) else Expr({1: Fraction(x)})


def exact(x):
    """Give a rational number as a fraction, another one as it is."""
    return x.parts.get(1, Fraction(0)) if set(x.parts) <= {1} else x


def split(x):
    """Split a number that is not rational at a prime: it, what has it under no root, the rest."""
    p = next(p for d in x.parts if d > 1 for p in range(2, d + 1) if d % p == 0)
    without = {d: q for d, q in x.parts.items() if d % p}
    return p, Expr(without), Expr({d: q for d, q in x.parts.items() if d % p == 0})


def root(x):
    """Give the square root of a number that is not negative, if it is such a number."""
    x = sympify(x)
    if sign(x) < 0:
        raise ValueError(f"sqrt({x}) is not real")
    found = root_of(x)
    if found is None:
        raise BeyondError(f"sqrt({x})")
    return exact(found)


def root_of(x):
    """Find the square root of a number, or nothing.

    A rational number has one if it is not negative.  For x = a + b, split at a prime p, it is
    s + b/(2s) with s*s = (a + c)/2 and c*c = a*a - b*b.  If it is a sum of roots at all, then
    x = n*z*z with n rational and z made of the roots of x's primes; so c is n times the product
    of z and of what it becomes when the root of p turns its sign, and has no prime but those of x
    other than p.
    """
    if sign(x) < 0:
        return None
    if set(x.parts) <= {1}:
        number = x.parts.get(1, Fraction(0))
        s, d = apart(number.numerator * number.denominator)
        return Expr({d: Fraction(s, number.denominator)})
    p, a, b = split(x)
    c = root_of(sympify(a * a - b * b))
    if c is None or any(lcm(*x.parts) // p % d for d in c.parts):
        return None
    s = root_of(sympify((a + c) / 2))  # a > 0 and c >= 0, so that s > 0
    return s and sympify(s + b / (2 * s))


def inverse(x):
    """Give 1/x, multiplying by what turns the sign of the roots of one prime after another."""
    if set(x.parts) <= {1}:
        return 1 / x.parts.get(1, Fraction(0))
    _, a, b = split(x)
    turned = sympify(a - b)
    return turned * inverse(sympify(x * turned))


def sign(x):
    """Give the sign of a number, -1, 0 or 1: one that is not zero shows it at some precision."""
    x = exact(sympify(x))
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    digits = 10
    while True:
        low = high = Fraction(0)
        for d, q in x.parts.items():
            below = isqrt(d * 100**digits)
            ends = sorted((q * below, q * (below + 1)))
            low, high = low + ends[0], high + ends[1]
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        digits *= 2


# The names by which the library and the chapters call these.
sqrt, Integer, Rational = root, Fraction, Fraction


def __getattr__(name):
    """Say of what else sympy has that it is not here."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise BeyondError(f"sympy.{name}")


def expand(x):
    """Give a number as it is: it is multiplied out already."""
    return x


def use(theorems):
    """Have the library's witnesses count with these numbers."""
    theorems.sign = sign
    theorems._exact = expand
    theorems._algebraic = lambda _name, number: number
