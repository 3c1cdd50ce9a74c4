"""The parts of a fact, each read from the kernel only once.

Whenever the kernel is asked about a fact it gives a copy, so that nobody holds a part of the fact.
The search and whatever writes a proof down ask thousands of times; they share one copy, and change
nothing in it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache, wraps
from typing import TypeVar, cast

from prover.kernel import NOW, Claim, Fact, Hypothesis, Poly, Step, Term, atom, normal

_T = TypeVar("_T")


def once(read: Callable[[Fact], _T]) -> Callable[[Fact], _T]:
    """Remember what is read of a fact for as long as there is the fact."""
    known: weakref.WeakKeyDictionary[Fact, _T] = weakref.WeakKeyDictionary()

    @wraps(read)
    def of(fact: Fact) -> _T:
        try:
            return known[fact]
        except KeyError:
            return known.setdefault(fact, read(fact))

    return of


def flagged(name: str, value: int) -> Hypothesis:
    """Suppose that at round t the flag of this name has this value, 0 or 1."""
    return Hypothesis("", Claim(("flag", name, *NOW), "==", Fraction(value)))


def opposite(h: Hypothesis, g: Hypothesis) -> bool:
    """Whether one assumption is that a flag is 1 or that a > b, and the other the opposite."""
    a, b = h.claim, g.claim
    if h.rounds or g.rounds or "==" in (a.op, b.op):
        flag = a.lhs == b.lhs and a.op == b.op and type(a.lhs) is tuple and a.lhs[0] == "flag"
        return flag and not h.rounds and not g.rounds and {a.rhs, b.rhs} == {0, 1}
    return a.strict != b.strict and not normal(("+", a.gap, b.gap))


@cache
def term_of(i: int) -> Term:
    """Give atom number i: a term that polynomials treat as one letter."""
    return atom(i)


@once
def step_of(fact: Fact) -> Step:
    """Say how a fact was made."""
    step: Step = fact.step
    return step


@once
def claim_of(fact: Fact) -> Claim:
    """Give the claim of a fact."""
    claim: Claim = fact.claim
    return claim


@once
def hypotheses_of(fact: Fact) -> tuple[Hypothesis, ...]:
    """Give what a fact rests on."""
    rests: tuple[Hypothesis, ...] = fact.hypotheses
    return rests


@once
def gap_of(fact: Fact) -> Poly:
    """Write the gap of a fact as a polynomial."""
    return normal(claim_of(fact).gap)


@once
def key_of(fact: Fact) -> Hashable:
    """Return a key that is the same for all facts that one lemma proves."""
    step = step_of(fact)
    return step.claim, frozenset(step.hypotheses)


@once
def premises_of(fact: Fact) -> tuple[Fact, ...]:
    """List the facts that a fact was made of, in their order."""
    out: list[Fact] = []
    waiting: list[object] = [step_of(fact).args]
    while waiting:
        x = waiting.pop()
        if type(x) is tuple:
            waiting += reversed(x)
        elif hasattr(type(x), "step"):
            out.append(cast(Fact, x))
    return tuple(out)
