"""Arithmetic of polynomials for whatever looks for a proof or writes one down; not trusted.

The kernel has an arithmetic of its own, on values that nobody can change; it gives out a polynomial
as a dictionary (`prover.kernel.normal`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from prover.facts import term_of
from prover.kernel import ONE, Poly, Term, kind

UNIT: Poly = {(): 1}


def is_vector(i: int) -> bool:
    """Whether the atom with that number is a vector."""
    e = term_of(i)
    return e[0] in ("vec", "state", "unit") or (e[0] == "sum" and kind(e[1], "s") == "vector")


def tree(p: Poly, atom: Callable[[int], Term] = term_of) -> Term:
    """Write a polynomial as a term, the same for equal polynomials."""
    rows = [(*[ONE * c] * (c != 1 or not m), *map(atom, m)) for m, c in sorted(p.items())]
    terms = [("*", *row) if len(row) > 1 else row[0] for row in rows]
    return terms[0] if len(terms) == 1 else ("+", *terms)


def add(p: Poly, q: Poly, weight: Fraction | int = 1) -> Poly:
    """Give ``p + weight * q``."""
    out = {**p, **{m: p.get(m, 0) + weight * c for m, c in q.items()}}
    return {m: c for m, c in out.items() if c}


@cache
def _is_flag(i: int) -> bool:
    e = term_of(i)
    return type(e) is tuple and e[0] == "flag"


def mul(p: Poly, q: Poly) -> Poly:
    """Give ``p * q``; a flag is its own square."""
    out: Poly = {}
    for m, c in p.items():
        for n, d in q.items():
            mn = m or n
            if m and n:
                mn = tuple(sorted([*m, *[i for i in n if i not in m or not _is_flag(i)]]))
            out[mn] = out.get(mn, 0) + c * d
    return {m: c for m, c in out.items() if c}


def linear(p: Poly) -> dict[int, Poly]:
    """Write a vector as a linear combination of atoms: the coefficient of each, by its number."""
    out: dict[int, Poly] = {}
    for m, c in p.items():
        (v,) = (i for i in m if is_vector(i))
        out.setdefault(v, {})[tuple(i for i in m if i != v)] = c
    return out
