"""Powers with real exponents: the lemmas, on numbers at the edges and on random runs."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from prover import Proof, ProofError, Witness, powers
from prover.terms import subterms

# Hypotheses without which a lemma is false somewhere.  The others say where a power means what it
# means on paper: a power of a negative number is 0 here, and one with an exponent <= 0 the first.
NEEDED = {
    "vanishing": {"zero"},
    "same": {"equal"},
    "bernoulli": {"exponent"},
    "inverse_powers": {"base", "inverse"},
    "increasing": {"larger"},
    "monotone": {"larger"},
    "root": {"power"},
    "slope": {"exponent"},
    "touching": {"exponent", "point", "touches"},
    "young": {"conjugate"},  # for a < 0 <= b the left side is not positive
    "equal_bases": {"equal", "first", "second"},
    "young_met": {"balance", "conjugate", "first"},
    "young_only_met": {"conjugate", "met"},
    "apart": {"exponent"},
    "half": set(),
    "squared": {"base"},
    "chord": {"base", "below one", "exponent"},
}
EDGES = (-2.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0)


def value(e, at):
    """Evaluate a term that is about named numbers, in floating point."""
    if isinstance(e, Fraction):
        return float(e)
    tag, *parts = e
    if tag == "var":
        return at[parts[0]]
    values = [value(x, at) if isinstance(x, tuple | Fraction) else x for x in parts]
    if tag == "inv":
        return 1 / values[0] if values[0] else 0.0
    if tag in ("+", "*"):
        return sum(values) if tag == "+" else math.prod(values)
    if tag == "^":
        return values[0] ** values[1]
    exponent = 0.5 if tag == "root" else values[1]
    return max(values[0], 0.0) ** (exponent if exponent > 0 else 1.0)


def holds(claim, at, near=1e-9):
    gap = value(claim.gap, at)
    near *= 1 + abs(value(claim.lhs, at)) + abs(value(claim.rhs, at))
    return abs(gap) <= near if claim.op == "==" else gap > -near


def met(claim, at):
    """Whether a hypothesis holds; strictly, where it asks for that."""
    return holds(claim, at, 1e-12) and not (claim.strict and value(claim.gap, at) <= 1e-12)


def letters(fact):
    said = [fact.claim, *(h.claim for h in fact.hypotheses)]
    terms = (e for c in said for side in c[::2] for e in subterms(side))
    return sorted({e[1] for e in terms if e[:1] == ("var",)})


def points(fact):
    """Give a grid, and points at which equations among the hypotheses hold."""
    names = letters(fact)
    for numbers in product(EDGES, repeat=len(names)) if len(names) < 4 else ():
        yield dict(zip(names, numbers, strict=True))
    rng = random.Random(7)
    for _ in range(3000):
        at = {n: rng.choice([*EDGES, rng.uniform(0, 4), rng.uniform(1, 4)]) for n in names}
        if "q" in at and at["q"] != 0 and "p" in at:  # conjugate, or inverse to each other
            other = 1 / at["q"] if fact is powers.inverse_powers() else at["q"] / (at["q"] - 1.0001)
            other = at["q"] / (at["q"] - 1) if at["q"] != 1 and other != 1 / at["q"] else other
            at["p"] = rng.choice([at["p"], other, other])
        if {"a", "b"} <= set(at):
            balanced = max(at["b"], 0.0) ** max(at.get("p", 1.0) / (at["q"] or 1), 0.1)
            at["a"] = rng.choice([at["a"], at["b"], balanced])
        if {"a", "m"} <= set(at):
            at["a"] = rng.choice([at["a"], at["m"]])
        yield at


@pytest.mark.parametrize("name", NEEDED)
def test_a_lemma_is_true_and_needs_what_it_rests_on(name):
    """True where its hypotheses hold; and without any one of them false somewhere."""
    fact = getattr(powers, name)()
    seen, needed = 0, set()
    for at in points(fact):
        missing = [h.label for h in fact.hypotheses if not met(h.claim, at)]
        if not missing:
            seen += 1
            assert holds(fact.claim, at, 1e-6), at
        elif len(missing) == 1 and not holds(fact.claim, at, 1e-6):
            needed.add(missing[0])
    assert seen > 20
    assert needed == NEEDED[name]
    assert all(h.label for h in fact.hypotheses), "something is left open"


LOSSES = st.lists(st.sampled_from([0, 1, 4, Fraction(9, 4)]), min_size=4, max_size=4)
MARKS = st.lists(st.booleans(), min_size=4, max_size=4)


@settings(max_examples=40, deadline=None)
@given(LOSSES, LOSSES, MARKS, st.sampled_from([1, 2, 3]), st.sampled_from([0, 1, 4]))
def test_lemmas_about_sums_are_true(losses, weights, mistakes, q, m):
    """On random runs, exactly."""
    spent = sum(Fraction(x) ** q for x, tau in zip(losses, mistakes, strict=True) if tau)
    data = Witness(mistakes, l=losses, a=weights, q=q, p=2, m=m, L=spent, A=20, M=20)
    names = ["jensen", "mean"]
    names += ["mean_apart"] if q > 1 else []
    names += ["hoelder"] if q == 2 else []
    names += [] if any(losses) else ["no_powers"]
    for name in names:
        fact = getattr(powers, name)()
        for h in fact.hypotheses:
            rounds = [i for i in range(1, 5) if all(data.holds(c.claim, i) for c in h.case)]
            assert all(data.holds(h.claim, i) for i in rounds)
        assert data.holds(fact.claim)


def test_a_lemma_is_applied_and_its_premises_proved():
    proof = Proof(numbers="c q")
    proof.assume("c", "c >= 0")
    proof.assume("exponent", "q >= 2")
    fact = proof.apply("line", powers.bernoulli(), {"a": "c", "m": "1"}, "c", "exponent")
    assert str(fact) == "line: c^q >= 1 + q*(c - 1)   [c, exponent]"
    with pytest.raises(ProofError, match=r"line 2: .*0 > 0"):
        proof.apply("line 2", powers.bernoulli(), {"a": "c", "m": "0"}, "c", "exponent")
    with pytest.raises(ProofError, match="is not proved"):
        proof.apply("line 3", powers.bernoulli(), {"a": "c - 1", "m": "1"}, "c", "exponent")


def test_powers_that_only_look_alike():
    proof = Proof(numbers="a q")
    proof.assume("a", "a >= 0")
    proof.assume("exponent", "q >= 1")
    alike = ("power(a, q)**2 == power(a, 2*q)", "power(a, 2) == a*a", "power(a, q) >= a")
    for wrong in (*alike, "power(a, q) > 0", "power(2*a, q) == 2*power(a, q)"):
        with pytest.raises(ProofError, match="does not follow"):
            proof.step("", wrong, "a", "exponent")
