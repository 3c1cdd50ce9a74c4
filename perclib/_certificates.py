"""The search for certificates, which nobody needs to trust.

`perclib.proof.certificate` accepts a claim when its gap is a weighted sum of products of known
gaps. This module looks for the weights: any polynomials for the equations, by division, and
non-negative rational numbers for the inequalities, by the simplex method in exact arithmetic. It
knows nothing of facts and makes none; a wrong weight is found out by the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy
from sympy import QQ, Add, Integer, Rational, Symbol, default_sort_key


class Term(NamedTuple):
    """What may enter a certificate: a gap, whether it is zero, and whether it is positive."""

    gap: Any
    equation: bool
    strict: bool


def weights(goal: Term, terms: Sequence[Term], fractions: Callable[..., list[Any]]) -> list[Any]:
    """Weigh the terms so that their sum comes as near to the goal as can be.

    Parameters
    ----------
    goal : Term
        What is to be proved.
    terms : sequence of Term
        What it is to be proved from.
    fractions : callable
        Writes expressions as elements of one field of rational functions.

    Returns
    -------
    list
        One weight per term, a rational number or, for an equation, a rational function.
    """
    gaps = (goal.gap, *(term.gap for term in terms))
    target, *quotients = fractions(*gaps, key=_elimination_order)
    equations = [i for i, term in enumerate(terms) if term.equation]
    free = [] if goal.equation else [i for i, term in enumerate(terms) if not term.equation]

    common = target.denom
    for i in free:
        common = common.lcm(quotients[i].denom)
    division = _Division(common.ring)
    for i in equations:
        division.add(i, quotients[i].numer)
    aim, used = division.reduce(target.numer * common.exquo(target.denom))
    reduced = [division.reduce(quotients[i].numer * common.exquo(quotients[i].denom)) for i in free]

    monomials = sorted({m for p in (aim, *(p for p, _ in reduced)) for m in p})
    columns = [_coefficients(p, monomials) for p, _ in reduced]
    strict = [j for j, i in enumerate(free) if goal.strict and terms[i].strict]
    x = _positive_somewhere(columns, _coefficients(aim, monomials), strict)

    found: list[Any] = [Integer(0)] * len(terms)
    for v, i in zip(x, free, strict=True):
        found[i] = Rational(v.numerator, v.denominator)
    for i in equations:
        part = used.get(i, common.ring.zero)
        for v, (_, its) in zip(x, reduced, strict=True):
            part -= its.get(i, common.ring.zero) * QQ(v.numerator, v.denominator)
        scale = quotients[i].denom.as_expr() / common.as_expr()
        found[i] = sympy.factor(part.as_expr()) * scale
    return found


def _elimination_order(e: Any) -> tuple[Any, ...]:
    """Order atoms so that an equation is used to eliminate what comes later in a run."""
    run = (Symbol("t"), Symbol("T"))
    late = any(isinstance(n, Add) and n.has(*run) for n in sympy.preorder_traversal(e))
    kinds = ("_Vec", "_Unit", "_Power", "_Root", "_Gram", "_Sum", "_Seq", "Symbol")
    rank = [i for i, kind in enumerate(kinds) if kind == type(e).__name__]
    return (not late, *rank, default_sort_key(e))


def _coefficients(p: Any, monomials: Sequence[Any]) -> list[Fraction]:
    found = (p.get(m, QQ(0)) for m in monomials)
    return [Fraction(int(c.numerator), int(c.denominator)) for c in found]


class _Division:
    """Division by equations that remembers how often each of them was used."""

    def __init__(self, ring: Any) -> None:
        self.ring = ring
        self.basis: list[tuple[Any, dict[int, Any]]] = []  # a polynomial, what it is made of

    def reduce(self, p: Any) -> tuple[Any, dict[int, Any]]:
        """Divide; the remainder, and the multiplier of each equation."""
        used: dict[int, Any] = {}
        parts, rest = p.div([b for b, _ in self.basis]) if self.basis else ([], p)
        for part, (_, made) in zip(parts, self.basis, strict=False):
            for i, c in made.items():
                used[i] = used.get(i, self.ring.zero) + part * c
        return rest, used

    def add(self, i: int, p: Any) -> None:
        """Use equation i, p == 0, from now on."""
        rest, used = self.reduce(p)
        if rest:
            self.basis.append((rest, {i: self.ring.one} | {j: -c for j, c in used.items()}))


def _positive_somewhere(
    columns: Sequence[Sequence[Fraction]], aim: Sequence[Fraction], strict: Sequence[int]
) -> list[Fraction]:
    """Combine the columns; if some are strict, give one of them a positive weight if possible."""
    x = _simplex(columns, aim)
    if not strict or any(x[j] for j in strict):
        return x
    for least in (Fraction(1), Fraction(1, 2), Fraction(1, 4)):
        for j in strict:
            rest = [a - least * c for a, c in zip(aim, columns[j], strict=True)]
            y = _simplex(columns, rest)
            y[j] += least
            rows = zip(*columns, strict=True)
            made = [sum(v * c for v, c in zip(y, row, strict=True)) for row in rows]
            if made == list(aim):
                return y
    return x


def _simplex(columns: Sequence[Sequence[Fraction]], target: Sequence[Fraction]) -> list[Fraction]:
    """Find x >= 0 with sum x*column as near to the target as can be (exact simplex method)."""
    n, m = len(columns), len(target)
    distance = [1 + sum(1 for c in (target, *columns) if c[i]) for i in range(m)]
    cost = [Fraction(0)] * n + [Fraction(d) for d in distance] * 2
    table, basis = [], []
    for i in range(m):
        sign = -1 if target[i] < 0 else 1
        units = [Fraction(sign * (i == j)) for j in range(m)]
        left = [Fraction(sign * c[i]) for c in columns]
        table.append([*left, *units, *(-u for u in units), Fraction(sign * target[i])])
        basis.append(n + i + (m if sign < 0 else 0))
    while (j := _entering(table, basis, cost)) is not None:
        _, _, r = min((row[-1] / row[j], basis[i], i) for i, row in enumerate(table) if row[j] > 0)
        table[r] = [v / table[r][j] for v in table[r]]
        for i, row in enumerate(table):
            if i != r and row[j]:
                table[i] = [a - row[j] * b for a, b in zip(row, table[r], strict=True)]
        basis[r] = j
    solution = dict(zip(basis, (row[-1] for row in table), strict=True))
    return [solution.get(i, Fraction(0)) for i in range(n)]


def _entering(
    table: Sequence[Sequence[Fraction]], basis: Sequence[int], cost: Sequence[Fraction]
) -> int | None:
    """Give the first column that lowers the cost (Bland's rule, which does not cycle)."""
    prices = [cost[b] for b in basis]
    for j, c in enumerate(cost):
        if c < sum(p * row[j] for p, row in zip(prices, table, strict=True) if row[j]):
            return j
    return None
