"""How a proof is found: untrusted, since only the rules of the kernel make the facts.

Readers meet only `follows`, which is given a claim and the facts it follows from.  It tries, in
this order, sums of the facts, products of them, and the contrary of the claim as one more fact (so
that roots, squares and divisions are undone).  It splits into two cases only where ``split`` says
so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from prover import kernel
from prover.display import show, show_claim
from prover.facts import claim_of, flagged, gap_of, hypotheses_of, step_of, term_of
from prover.kernel import (
    END,
    NEXT,
    ONE,
    ZERO,
    Claim,
    Fact,
    Hypothesis,
    Poly,
    ProofError,
    Term,
    certificate,
    free_in,
    hypothesis,
    kind,
    normal,
)
from prover.polynomials import tree
from prover.search import Product, Search, written

FALSE = Claim(ZERO, ">", ZERO)


# Small steps -----------------------------------------------------------------------------------


def suppose(claim: Claim) -> Fact:
    """Suppose something, for one of two cases."""
    return hypothesis("", claim)


def restate(claim: Claim, fact: Fact) -> Fact:
    """Say a fact as another claim with the same gap."""
    return fact if claim_of(fact) == claim else certificate(claim, ((ONE, (fact,)),))


def negation(claim: Claim) -> Claim:
    """Say the contrary of an inequality."""
    op = {">=": "<", ">": "<=", "<=": ">", "<": ">="}[claim.op]
    return Claim(claim.lhs, op, claim.rhs)


def by_axiom(name: str, *premises: Fact, **letters: Term) -> Fact:
    """Apply an axiom of the kernel; its letters stand for terms, its premises are given."""
    fact = kernel.axiom(name)
    kinds = {"v": "vec"}
    pairs = tuple(((kinds.get(n, "var"), n), e) for n, e in letters.items())
    fact = kernel.instance(fact, pairs) if pairs else fact
    for h in hypotheses_of(fact):
        proof = _stating(h.claim, premises)
        if proof is None:
            raise ProofError(f"the axiom {name} needs {show_claim(h.claim)}")
        fact = kernel.discharge(fact, h, restate(h.claim, proof))
    return fact


@cache
def _law(name: str, *premises: Fact, **letters: Term) -> Fact:
    """Apply an axiom where nobody gives the fact a label, so that all who ask can share it."""
    return by_axiom(name, *premises, **letters)


def _stating(claim: Claim, facts: Iterable[Fact]) -> Fact | None:
    """Give the first of some facts that says what is claimed, or more."""
    gap: Poly | None = None
    for fact in facts:
        said = claim_of(fact)
        if said == claim:
            return fact
        if (said.op == "==") == (claim.op == "==") and said.strict >= claim.strict:
            gap = normal(claim.gap) if gap is None else gap
            if gap_of(fact) == gap:
                return fact
    return None


def square(e: Term) -> Fact:
    """Prove that a square is not negative."""
    return by_axiom("norm", v=e) if kind(e) == "vector" else by_axiom("square", a=e)


def absurd(claim: Claim, clash: Fact) -> Fact:
    """Prove anything from 0 > 0."""
    false = by_axiom("inverse", clash, a=ZERO)  # 0 * (1/0) == 1
    if claim.op == "==":
        return certificate(claim, ((("*", -ONE, claim.gap), (false,)),))
    weight = ("+", ONE, ("*", -ONE, claim.gap))
    return certificate(claim, ((ONE, ()), (weight, (false,))))


# What is known without being named -------------------------------------------------------------


def _terms(gaps: Iterable[Poly]) -> list[Term]:
    """List the atoms of some gaps, with what is inside of roots, powers and quotients."""
    found: dict[Term, None] = {}  # not a set, whose order would be another in every process
    waiting = list(gaps)
    while waiting:
        for e in [term_of(i) for m in waiting.pop() for i in m]:
            if e not in found:
                found[e] = None
                if e[0] in ("root", "inv", "power"):
                    waiting += [normal(a) for a in e[1:] if a not in found]
    return list(found)


Signs = dict[tuple[Claim, int], Fact | None]  # what was found for a claim, and how deep


def _sign(claim: Claim, facts: Sequence[Fact], depth: int, signs: Signs) -> Fact | None:
    """Look for a proof of a sign, with what little effort a side condition deserves."""
    if (claim, depth) not in signs:
        signs[claim, depth] = None  # so that nothing is looked for inside of itself
        signs[claim, depth] = _new_sign(claim, facts, depth, signs)
    return signs[claim, depth]


def _new_sign(claim: Claim, facts: Sequence[Fact], depth: int, signs: Signs) -> Fact | None:
    stating = _stating(claim, facts)
    if stating is not None:
        return restate(claim, stating)
    v = claim.lhs[1] if type(claim.lhs) is tuple and claim.lhs[0] == "dot" else None
    if claim == (("dot", v, v), ">=", ZERO):
        return by_axiom("norm", v=v)
    if depth < 0:
        return None
    more = [*facts, *known([claim], facts, depth - 1, signs)]
    return _product_sign(claim, more) or _attempt(_direct, claim, more, 2)


def _product_sign(claim: Claim, facts: Sequence[Fact]) -> Fact | None:
    """Prove the sign of a product from the signs of its factors."""
    gap = normal(claim.gap)
    if len(gap) != 1:
        return None
    ((monomial, weight),) = gap.items()
    factors: list[Fact] = []
    for e in map(term_of, monomial):
        signs = [Claim(e, op, ZERO) for op in ((">",) if claim.strict else (">", ">="))]
        found = (_stating(c, facts) for c in signs)
        factor = next((f for f in found if f is not None), None)
        if factor is None:
            return None
        factors.append(factor)
    return certificate(claim, ((Fraction(weight), tuple(factors)),)) if weight > 0 else None


def _attempt(how: Callable[..., Fact], *args: Any) -> Fact | None:
    try:
        return how(*args)
    except ProofError:
        return None


def known(
    claims: Sequence[Claim], facts: Sequence[Fact], depth: int = 2, signs: Signs | None = None
) -> list[Fact]:
    """List what is always true of the roots, powers, quotients, norms and flags in some claims."""
    signs = {} if signs is None else signs
    gaps = [*(normal(c.gap) for c in claims), *map(gap_of, facts)]
    out: list[Fact] = []
    degrees: dict[int, int] = {}
    for p in gaps:
        for m in p:
            for i in m:
                degrees[i] = max(degrees.get(i, 0), m.count(i))
    twice = {
        term_of(i) for i, n in degrees.items() if n > 1 and term_of(i)[0] in ("var", "seq", "sum")
    }
    for e in sorted(_terms(gaps), key=written):
        if e[0] == "dot" and e[1] == e[2]:
            out.append(_law("norm", v=e[1]))
        elif e[0] == "flag" or (e in twice and kind(e) == "number"):
            out.append(_law("square", a=e))
        elif e[0] == "root":
            out += _of_root(e[1], facts, depth, signs)
        elif e[0] == "power":
            out.append(_law("power sign", a=e[1], q=e[2]))
            inside = _sign(Claim(e[1], ">", ZERO), facts, depth, signs)
            if inside is not None:
                out.append(_law("power positive", inside, a=e[1], q=e[2]))
        elif e[0] == "inv":
            inside = _sign(Claim(e[1], ">", ZERO), facts, depth, signs)
            if inside is not None:
                out.append(_law("inverse", inside, a=e[1]))
                out.append(_law("inverse sign", inside, a=e[1]))
    return out


def _of_root(a: Term, facts: Sequence[Fact], depth: int, signs: Signs) -> list[Fact]:
    positive = _sign(Claim(a, ">", ZERO), facts, depth, signs)
    inside = positive or _sign(Claim(a, ">=", ZERO), facts, depth, signs)
    out = [_law("root sign", a=a)] if inside is None or positive is None else []
    if inside is not None:
        out.append(_law("root", _not_negative(a, inside), a=a))
    if positive is not None:
        out.append(_discharged(kernel.instance(_root_positive(), ((("var", "a"), a),)), positive))
    return out


@cache
def _not_negative(a: Term, sign: Fact) -> Fact:
    return certificate(Claim(a, ">=", ZERO), ((ONE, (sign,)),))


def _discharged(fact: Fact, premise: Fact) -> Fact:
    (first, *_) = hypotheses_of(fact)
    return kernel.discharge(fact, first, restate(first.claim, premise))


@cache
def _root_positive() -> Fact:
    """From a > 0, sqrt(a) > 0."""
    a = ("var", "a")
    positive = suppose(Claim(a, ">", ZERO))
    law = by_axiom("root", certificate(Claim(a, ">=", ZERO), ((ONE, (positive,)),)), a=a)
    return _refute(Claim(("root", a), ">", ZERO), [positive, law, by_axiom("root sign", a=a)], 2)


# Following -------------------------------------------------------------------------------------


def _certified(search: Search, products: Sequence[Product]) -> Fact | None:
    found = search.weigh(products)
    return None if found is None else certificate(search.goal, found.terms)


def _direct(goal: Claim, facts: Sequence[Fact], degree: int) -> Fact:
    return _summed(Search(goal, facts), range(1, degree + 1))


def _summed(search: Search, degrees: Iterable[int]) -> Fact:
    for n in degrees:
        fact = _certified(search, search.products(n))
        if fact is not None:
            return fact
        if search.goal.op == "==":
            break
    raise ProofError(f"this does not follow: left over {show(tree(search.left))}")


def _clash(goal: Claim, facts: Sequence[Fact]) -> Fact:
    """Prove anything where what was supposed contradicts the other facts as they are."""
    return _from_clash(goal, _direct(FALSE, facts, 1))


def _from_clash(goal: Claim, clash: Fact) -> Fact:
    """Prove a claim from 0 > 0, and do away with its contrary if that was supposed."""
    anything = absurd(goal, clash)
    if goal.op == "==":
        return anything
    return _joined((anything, restate(goal, suppose(goal))), (negation(goal), goal))


def _refute(goal: Claim, facts: Sequence[Fact], degree: int) -> Fact:
    """Suppose the contrary, and find 0 > 0."""
    return _clashing(goal, _contrary(goal, facts), range(2, degree + 1))


def _contrary(goal: Claim, facts: Sequence[Fact]) -> Search:
    return Search(FALSE, [*facts, suppose(negation(goal))])


def _clashing(goal: Claim, search: Search, degrees: Iterable[int]) -> Fact:
    return _from_clash(goal, _summed(search, degrees))


def _without_quotients(
    goal: Claim, facts: list[Fact], more: list[Fact], quotients: list[Fact]
) -> Fact:
    """Multiply by what is divided by and known to be positive, prove that, and divide again."""
    gap, signs = goal.gap, []
    monomials = normal(gap)
    for f in quotients:
        (i,) = next(iter(normal(claim_of(f).lhs)))
        times_ = max((m.count(i) for m in monomials), default=0)
        gap = ("*", gap, *[claim_of(f).lhs[1]] * times_)
        signs += [f] * times_
    if not signs:
        raise ProofError("no divisor of the claim has a known sign")
    laws = [f for f in more if claim_of(f).op == "=="]
    cleared = tree(Search(goal, laws).rewriting.reduce(normal(gap))[0])
    fact = follows(Claim(cleared, ">" if goal.strict else ">=", ZERO), *facts)
    search = Search(goal, [*laws, fact, *quotients])
    result = _certified(search, [(fact, *signs)])
    if result is None:
        raise ProofError("multiplying the divisors out does not prove the claim")
    return result


def _attempts(goal: Claim, facts: list[Fact]) -> Iterator[Fact | ProofError]:
    def attempt(how: object, *args: object) -> Fact | ProofError:
        try:
            return how(*args)  # type: ignore[operator, no-any-return]  # one of the attempts
        except ProofError as error:
            return error

    yield attempt(_direct, goal, facts, 1)
    if any(h.label == "" and h.rounds == () for f in facts for h in hypotheses_of(f)):
        yield attempt(_clash, goal, facts)
    more = [*facts, *known([goal], facts)]
    quotients = [f for f in more if step_of(f).rule == "discharge" and claim_of(f).lhs[0] == "inv"]
    if quotients and goal.op != "==":
        yield attempt(_without_quotients, goal, facts, more, quotients)
    search = Search(goal, more)
    yield attempt(_summed, search, (1, 2))
    if goal.op == "==":
        return
    sides = [Claim(e, ">=", ZERO) for e in goal[::2] if type(e) is tuple]
    signs = [f for c in sides if (f := _attempt(_direct, c, more, 3)) is not None]
    if signs:
        search = Search(goal, [*more, *signs])
    contrary = _contrary(goal, [*more, *signs])
    yield attempt(_clashing, goal, contrary, (2,))
    yield attempt(_summed, search, (1, 2, 3) if signs else (3,))
    yield attempt(_clashing, goal, contrary, (3,))


def follows(
    goal: Claim, *facts: Fact, hint: Sequence[Product] = (), split: Claim | None = None
) -> Fact:
    """Prove a claim from named facts.

    Parameters
    ----------
    goal : Claim
        What is to be proved.
    *facts : Fact
        What it follows from.
    hint : sequence of tuple of Fact
        Products of facts that are used, where the search would be slow.
    split : Claim, optional
        An inequality: the claim is proved in two cases, where it holds and where it does not.

    Raises
    ------
    ProofError
        If no proof is found; the message says what is left over of the claim.
    """
    kernel.check(goal)
    if split is not None:
        claims = (split, negation(split))
        parts = []
        for c, other in (claims, claims[::-1]):  # what rests on the other case is of no use
            usable = [f for f in facts if Hypothesis("", other) not in hypotheses_of(f)]
            parts.append(follows(goal, *usable, suppose(c), hint=hint))
        return _joined(parts, claims)
    given = list(dict.fromkeys(facts))
    if hint:
        return _hinted(goal, given, hint)
    first: ProofError | None = None
    for result in _attempts(goal, given):
        if isinstance(result, Fact):
            return result
        first = first or result
    if goal.op == "==":
        number = kind(goal.lhs) == "number"
        fact = _attempt(_both_ways if number else _from_contradiction, goal, given)
        if fact is not None:
            return fact
    assert first is not None
    raise first


def _hinted(goal: Claim, facts: list[Fact], hint: Sequence[Product]) -> Fact:
    more = [*facts, *known([goal], [*facts, *chain(*hint)])]
    search = Search(goal, list(dict.fromkeys([*more, *chain(*hint)])))
    fact = _certified(search, [*search.products(1), *hint])
    if fact is None:
        raise ProofError(f"this does not follow: left over {show(tree(search.left))}")
    return fact


def _joined(parts: Sequence[Fact], claims: Sequence[Claim]) -> Fact:
    """Join two cases; a part that did not need its case is enough."""
    for part, c in zip(parts, claims, strict=True):
        if Hypothesis("", c) not in hypotheses_of(part):
            return part
    return kernel.cases(*parts)


def _from_contradiction(goal: Claim, facts: list[Fact]) -> Fact:
    """Prove an equation of vectors, where the facts contradict each other."""
    return absurd(goal, _direct(FALSE, facts, 2))


def _both_ways(goal: Claim, facts: list[Fact]) -> Fact:
    """Prove an equation of numbers from two inequalities."""
    gap = goal.gap
    above = follows(Claim(gap, ">=", ZERO), *facts)
    below = follows(Claim(gap, "<=", ZERO), *facts)
    return restate(goal, by_axiom("zero", above, below, a=gap))


# Rounds ----------------------------------------------------------------------------------------


def _fits(fact: Fact, *supposed: Hypothesis) -> bool:
    return all(h in supposed for h in hypotheses_of(fact) if h.local)


def induction(
    goal: Claim, *facts: Fact, end: tuple[str, int] | None = None, flag: str = "tau"
) -> Fact:
    """Prove a claim by induction, for T+1: at round 1, and from each round to the next.

    Parameters
    ----------
    goal : Claim
        The claim at round t, or at T+1.
    *facts : Fact
        What the steps follow from; those that hold only at rounds with one value of the flag are
        used there.
    end : tuple, optional
        The round it is proved for, T+1 unless told.
    flag : str
        The flag by which two kinds of rounds are told apart.
    """
    claim = goal
    if not any(free_in(e, "t") for e in goal[::2]):
        claim = Claim(_at_now(goal.lhs), goal.op, _at_now(goal.rhs))
    base_facts = [f for f in facts if _fits(f)]
    try:
        base = follows(claim.at(("", 1)), *base_facts)
    except ProofError as error:
        raise ProofError(f"at round 1: {error}") from None
    after, assumed = claim.at(NEXT), Hypothesis("", claim)
    try:
        step = _step(after, suppose(claim), assumed, facts, flag)
    except ProofError as error:
        raise ProofError(f"from round t to t+1: {error}") from None
    return kernel.induct(claim, base, step, END if end is None else end)


def _step(
    after: Claim, known_: Fact, assumed: Hypothesis, facts: Sequence[Fact], flag: str
) -> Fact:
    everywhere = [f for f in facts if _fits(f, assumed)]
    if len(everywhere) == len(facts):
        try:
            return follows(after, known_, *everywhere)
        except ProofError:
            pass
    usable = [f for f in facts if _fits(f, assumed, flagged(flag, 1), flagged(flag, 0))]
    return flag_cases(after, known_, *usable, flag=flag)


def _at_now(e: Term) -> Term:
    """Say of round t what is said of T+1."""
    if type(e) is not tuple:
        return e
    if e[0] in kernel.INDEXED and e[-2:] == END:
        e = (*e[:-2], *kernel.NOW)
    return (e[0], *(_at_now(a) for a in e[1:])) if e[0] != "sum" else e


def sum_up(fact: Fact) -> Fact:
    """Sum a fact about round t over all rounds."""
    lhs, op, rhs = claim_of(fact)
    sides = (e and ("sum", kernel.at(e, "t", ("s", 0)), *END) for e in (lhs, rhs))
    return induction(Claim(next(sides), op if op == "==" else op[0] + "=", next(sides)), fact)


def flag_cases(goal: Claim, *facts: Fact, flag: str = "tau") -> Fact:
    """Prove a claim about round t in two cases: it has the flag, or not."""
    parts = []
    supposed = [flagged(flag, value) for value in (1, 0)]
    for here, other in (supposed, supposed[::-1]):
        usable = [f for f in facts if other not in hypotheses_of(f)]
        try:
            parts.append(follows(goal, suppose(here.claim), *usable))
        except ProofError as error:
            raise ProofError(f"where {show_claim(here.claim)}, {error}") from None
    return _joined(parts, [h.claim for h in supposed])


# Theorems applied to other things --------------------------------------------------------------


def apply(
    fact: Fact,
    new: dict[tuple[str, str], Term],
    *facts: Fact,
    assumed: Collection[Hypothesis] = (),
) -> Fact:
    """Apply a fact to other numbers, vectors and runs, and prove what it then rests on.

    Parameters
    ----------
    fact : Fact
    new : dict
        The names, and the terms to substitute for them.
    *facts : Fact
        What proves the hypotheses that change.
    assumed : collection of Hypothesis, optional
        Hypotheses that the result may rest on.  One that the substitution left unchanged is proved
        only if the proof is quick.

    Raises
    ------
    ProofError
        If one of them is not proved; the message says which.
    """
    before = hypotheses_of(fact)
    fact = kernel.instance(fact, tuple(new.items())) if new else fact
    given = {h for f in facts for h in hypotheses_of(f)}
    for h in [h for h in hypotheses_of(fact) if h not in given]:
        usable = [f for f in facts if h.local or _fits(f, *h.case)]
        usable = [*(suppose(c.claim) for c in h.case), *usable]
        unchanged = h in before and h.label != ""
        try:
            quick = unchanged and h in assumed
            proof = _direct(h.claim, usable, 1) if quick else follows(h.claim, *usable)
        except ProofError as error:
            if unchanged:
                continue  # it did not change: the fact still rests on it
            said = show_claim(h.claim)
            raise ProofError(f"{h.label or 'the premise'} is not proved, {said}: {error}") from None
        fact = kernel.discharge(fact, h, proof)
    lhs, op, rhs = claim_of(fact)
    tidied = Claim(tidy(lhs), op, tidy(rhs))
    return fact if tidied == claim_of(fact) else kernel.certificate(tidied, ((ONE, (fact,)),))


def tidy(e: Term) -> Term:
    """Simplify a term after numbers were substituted in it: factors 1, 1^q, 0 + a."""
    if type(e) is not tuple:
        return e
    tag, *parts = (tidy(part) for part in e)
    if tag in ("inv", "power") and parts[0] == ONE:
        return ONE
    if tag not in ("+", "*"):
        return tag, *parts
    neutral = (ZERO, ("zero",)) if tag == "+" else (ONE,)
    left = [part for part in parts if part not in neutral]
    return (tag, *left) if len(left) > 1 else left[0] if left else parts[0]


def cauchy_schwarz(a: Term, b: Term) -> Fact:
    """``<a,b>**2 <= <a,a> <b,b>``, proved from nothing but squared norms being non-negative."""
    u, v = ("vec", "u"), ("vec", "v")
    uu, uv, vv = (("dot", *pair) for pair in ((u, u), (u, v), (v, v)))
    goal = Claim(("^", uv, 2), "<=", ("*", uu, vv))
    along = square(("+", ("*", vv, u), ("*", -ONE, uv, v)))  # |v|^2 times what is claimed
    across = square(("+", ("*", uu, v), ("*", -ONE, uv, u)))  # |u|^2 times
    ends = [square(("+", u, ("*", sign, v))) for sign in (ONE, -ONE)]
    first = follows(goal, suppose(Claim(vv, ">", ZERO)), along)
    none = suppose(Claim(vv, "<=", ZERO))
    second = follows(goal, none, across, *ends, square(u), square(v), split=Claim(uu, ">", ZERO))
    general = kernel.cases(first, second)
    return kernel.instance(general, ((("vec", "u"), a), (("vec", "v"), b)))
