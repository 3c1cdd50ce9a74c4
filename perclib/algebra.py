r"""Formal vectors for sympy: known by their inner products alone, so in every dimension.

A check of three coordinates says nothing of the fourth.  Here a vector is a linear combination of
names, and `dot` expands bilinearly into symmetric symbols; all else is sympy's (``expand``,
``diff``, ``solve``).

>>> import sympy as sp
>>> w, x = vectors("w x")
>>> y = sp.Symbol("y")
>>> dot(w + y * x, w + y * x)
y**2*|x|**2 + 2*y*<w,x> + |w|**2
"""

from dataclasses import dataclass

import sympy as sp

__all__ = ["Vector", "dot", "norm", "vectors"]


class _Inner(sp.Symbol):
    """The inner product of two named vectors, a real number."""

    def _latex(self, printer):
        first, second = str(self)[1:-1].split(",")
        return rf"\langle {_letter(first)},{_letter(second)}\rangle"


class _Norm(sp.Symbol):
    """The norm of a named vector, a number that is not negative."""

    def _latex(self, printer, exp=None):
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\|{_letter(str(self)[1:-1])}\|{power}"


def _letter(name):
    return sp.latex(sp.Symbol(name))


@dataclass(frozen=True)
class Vector:
    """A linear combination of named vectors: pairs of a name and its coefficient, by name."""

    terms: tuple

    def __add__(self, other):
        mine, others = dict(self.terms), dict(other.terms)
        names = sorted(mine | others)
        sums = [(name, sp.expand(mine.get(name, 0) + others.get(name, 0))) for name in names]
        return Vector(tuple((name, factor) for name, factor in sums if factor != 0))

    def __mul__(self, number):
        products = [(name, sp.expand(number * factor)) for name, factor in self.terms]
        return Vector(tuple((name, factor) for name, factor in products if factor != 0))

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, number):
        return self * (1 / sp.sympify(number))


def vectors(names):
    """Give formal vectors by their names, separated by spaces.

    >>> w, x_t = vectors("w x_t")
    """
    return tuple(Vector(((name, sp.Integer(1)),)) for name in names.split())


def dot(a, b):
    r"""Give :math:`\langle a,b\rangle`, expanded by bilinearity and symmetry."""
    return sp.expand(sum(p * q * _inner(m, n) for m, p in a.terms for n, q in b.terms))


def _inner(first, second):
    if first == second:
        return _Norm(f"|{first}|", nonnegative=True) ** 2
    return _Inner(f"<{','.join(sorted([first, second]))}>", real=True)


def norm(a):
    r"""Give :math:`\|a\|=\sqrt{\langle a,a\rangle}`."""
    return sp.sqrt(dot(a, a))
