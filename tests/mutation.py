"""Judge the proof kernel from outside: mutate every step of a proof, and ask z3.

`mutate` replays each step of the given theorems with something wrong in it. A mutant must be
rejected by the kernel, or be shown by z3, from the step's own premises, to be true all the same.
`reprove` has z3 prove each accepted step that is a statement about finitely many real numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import z3
from sympy import Add, Expr, Integer, Mul, Pow, Rational

from perclib import language, proof
from perclib.language import Claim, ProofError, T, t
from perclib.proof import Fact
from perclib.theorems import derivation

FINITE = ("certificate", "cancel", "cases")
AXIOMS = ("root", "powers", "tangent", "nonnegative", "inner")  # rules that state something new
OPPOSITE = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
STRICTER = {">=": (">",), "<=": ("<",), "==": (">", "<", ">=", "<=")}


class Report(NamedTuple):
    """How many mutants there were, and what became of them."""

    steps: int
    mutants: int
    rejected: int
    accepted_true: int
    wrong: tuple[str, ...]
    by_kind: dict[str, int]


class Reproof(NamedTuple):
    """How many steps z3 proved again, and which it could not decide or refuted."""

    proved: int
    hinted: int
    undecided: tuple[str, ...]
    refuted: tuple[str, ...]
    outside: Counter[str]


# Asking z3 -------------------------------------------------------------------------------------


class _Reals:
    """The atoms of the kernel as real numbers; a vector counts as one of its coordinates."""

    def __init__(self) -> None:
        self.names: dict[Any, Any] = {}

    def number(self, e: Any) -> Any:
        if isinstance(e, Rational):
            return z3.RealVal(f"{e.p}/{e.q}")
        if isinstance(e, Add | Mul):
            out, *rest = map(self.number, e.args)
            for x in rest:
                out = out + x if isinstance(e, Add) else out * x
            return out
        if isinstance(e, Pow):
            out = base = self.number(e.base)
            for _ in range(abs(int(e.exp)) - 1):
                out = out * base
            return out if e.exp > 0 else 1 / out
        return self.names.setdefault(e, z3.Real(f"a{len(self.names)}"))

    def claim(self, c: Claim) -> Any:
        a, b = (self.number(language._walk(e, [])) for e in (c.lhs, c.rhs))
        return {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b, "==": a == b}[c.op]

    def fact(self, f: Fact) -> Any:
        """A fact in the case that it assumes; what holds of every round is left out."""
        local = [self.claim(h.claim) for h in f.hypotheses if not h.at]
        return z3.Implies(z3.And(local), self.claim(f.claim)) if local else self.claim(f.claim)


def premises(x: Any) -> list[Fact]:
    """The facts among the arguments of a step."""
    if isinstance(x, Fact):
        return [x]
    inside = x if isinstance(x, tuple) and not isinstance(x, Claim | proof.Hypothesis) else ()
    return [f for y in inside for f in premises(y)]


def distinct(facts: Iterable[Fact]) -> list[Fact]:
    """All steps of some proofs, a step that is made twice in the same way only once."""

    def content(x: Any) -> Any:
        if isinstance(x, Fact):
            return x.claim, x.hypotheses
        return tuple(map(content, x)) if type(x) is tuple else x

    steps = derivation(*facts)
    return list({(f.step.rule, content(f), content(f.step.args)): f for f in steps}.values())


def ask(step: Fact, hints: bool = False, milliseconds: int = 2000) -> str:
    """Ask z3 whether a step's premises imply it: "proved", "refuted" or "unknown"."""
    reals, solver = _Reals(), z3.Solver()
    solver.set("timeout", milliseconds)
    _, hypotheses, rule, args = step.step
    solver.add([reals.claim(h.claim) for h in hypotheses if not h.at])
    if rule == "cases":
        solver.add([reals.fact(f) for f in args])
        indicator = reals.number(proof.tau[t])
        solver.add(z3.Or(indicator == 0, indicator == 1))
    else:
        given = [f.claim for f in premises(args)]
        solver.add([reals.claim(c) for c in given])  # and no Fact divides by zero:
        solver.add([reals.number(e) != 0 for c in given for e in language._divisors(c.lhs, c.rhs)])
    if hints and rule == "certificate":
        for weight, facts in args[1]:
            if not any(f.claim.op == "==" for f in facts):
                product = Mul(*(reals_gap for f in facts for reals_gap in [f.claim.gap]))
                solver.add(reals.number(language._walk(weight * product, [])) >= 0)
    solver.add(z3.Not(reals.claim(step.claim)))
    return {"unsat": "proved", "sat": "refuted"}.get(str(solver.check()), "unknown")


def reprove(facts: Iterable[Fact], milliseconds: int = 5000) -> Reproof:
    """Have z3 prove every finite step again."""
    proved, hinted, lists = 0, 0, {"unknown": [], "refuted": []}
    outside: Counter[str] = Counter()
    for f in distinct(facts):
        if f.step.rule not in FINITE:
            outside[f.step.rule] += 1
            continue
        answer = ask(f, milliseconds=milliseconds)
        if answer == "unknown" and f.step.rule == "certificate":
            answer = ask(f, True, milliseconds)
            hinted += answer == "proved"
        proved += answer == "proved"
        if answer in lists:
            lists[answer].append(str(f))
    return Reproof(proved, hinted, tuple(lists["unknown"]), tuple(lists["refuted"]), outside)


# Mutants ---------------------------------------------------------------------------------------


def _replace_each(e: Any, change: Callable[[Any], Any]) -> Iterator[Any]:
    """Change one node of an expression at a time."""
    new = change(e)
    if new is not None:
        yield new
    for i, a in enumerate(e.args):
        if isinstance(a, Expr):
            for b in _replace_each(a, change):
                yield e.func(*e.args[:i], b, *e.args[i + 1 :])


def _exponent(e: Any) -> Any:
    if isinstance(e, Pow) and isinstance(e.exp, Integer):
        return Pow(e.base, e.exp + 1)
    return None


def _square(e: Any) -> Any:
    atoms = language._Seq | language._Gram | language._Sum | language._Root | language._Power
    return e**2 if isinstance(e, atoms) else None


def _real_exponent(e: Any) -> Any:
    return e.func(e.args[0], e.args[1] + 1) if isinstance(e, language._Power) else None


def _index(e: Any) -> Any:
    if isinstance(e, language._Seq | language._Vec) and len(e.args) == 2:
        return e.func(e.args[0], {t: t + 1, t + 1: t, T + 1: T}.get(e.args[1], e.args[1]))
    if isinstance(e, language._Sum) and e.args[1] in (t, t + 1, T + 1):
        return e[{t: t + 1, t + 1: t, T + 1: T}[e.args[1]]]
    return None


def _names(e: Any) -> Iterator[Any]:
    """Swap two names of vectors, everywhere."""
    found = sorted({v.args[0].name for v in e.atoms(language._Vec)})
    for a, b in ((a, b) for a in found for b in found if a < b):
        swap = {a: b, b: a}
        yield e.replace(
            lambda v, swap=swap: isinstance(v, language._Vec) and v.args[0].name in swap,
            lambda v, swap=swap: v.func(type(v.args[0])(swap[v.args[0].name]), *v.args[1:]),
        )


def claims(c: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield the mutants of a claim."""
    yield from ((kind, new) for kind, new in _changed(c) if new != c)


def _changed(c: Claim) -> Iterator[tuple[str, Claim]]:
    if c.op in OPPOSITE:
        yield "sign", Claim(c.lhs, OPPOSITE[c.op], c.rhs)
    if not language._is_vector(c.gap):
        yield from (("strictness", Claim(c.lhs, op, c.rhs)) for op in STRICTER.get(c.op, ()))
    for i in (0, 2):
        sides = list(c)
        terms = Add.make_args(c[i])
        for j in range(len(terms) if c[i] != 0 else 0):
            sides[i] = Add(*terms[:j], *terms[j + 1 :])
            yield "term dropped", Claim(*sides)
            sides[i] = Add(*terms[:j], -terms[j], *terms[j + 1 :])
            yield "sign of a term", Claim(*sides)
        for kind, change in (
            *(("exponent", _exponent), ("exponent", _square), ("exponent", _real_exponent)),
            ("index", _index),
        ):
            for e in _replace_each(c[i], change):
                sides[i] = e
                yield kind, Claim(*sides)
        for e in _names(c[i]):
            sides[i] = e
            yield "names", Claim(*sides)


def _assumed(c: Claim) -> Fact:
    return proof.hypothesis("mutant", c)


def mutants(f: Fact) -> Iterator[tuple[str, Callable[[], Fact]]]:
    """Yield a step's mutants: what was changed, and how to try it."""
    _, _, rule, args = f.step
    if rule == "certificate":
        goal, terms, known = args
        products = [(w, *facts) for w, facts in terms]

        def again(goal: Claim, products: list[Any]) -> Callable[[], Fact]:
            free = [p[1:] if len(p) > 1 and isinstance(p[0], Rational) else p for p in products]
            return lambda: proof.follows(goal, *free, known=known)

        for kind, c in claims(goal):
            yield "goal: " + kind, again(c, products)
            yield "goal, same weights: " + kind, lambda c=c: proof.certificate(c, terms, known)
        for i, (w, *facts) in enumerate(products):
            others = products[:i] + products[i + 1 :]
            yield "premise dropped", again(goal, others)
            flipped = (*terms[:i], (-w, terms[i][1]), *terms[i + 1 :])
            yield "weight: sign", lambda flipped=flipped: proof.certificate(goal, flipped, known)
            for j, fact in enumerate(facts):
                fewer = (w, *facts[:j], *facts[j + 1 :])
                yield "factor dropped", again(goal, [*others, fewer])
                for kind, c in claims(fact.claim):
                    yield (
                        "premise: " + kind,
                        lambda c=c, w=w, j=j, facts=facts, others=others: again(
                            goal, [*others, (w, *facts[:j], _assumed(c), *facts[j + 1 :])]
                        )(),
                    )
    elif rule == "cancel":
        goal, fact, factors = args
        for kind, c in claims(goal):
            yield "goal: " + kind, lambda c=c: proof.cancel(c, fact, factors)
        for kind, c in claims(fact.claim):
            yield "premise: " + kind, lambda c=c: proof.cancel(goal, _assumed(c), factors)
        for j, factor in enumerate(factors):
            fewer = factors[:j] + factors[j + 1 :]
            yield "factor dropped", lambda fewer=fewer: proof.cancel(goal, fact, fewer)
            for kind, c in claims(factor.claim):
                yield (
                    "factor: " + kind,
                    lambda c=c, fewer=fewer: proof.cancel(goal, fact, (*fewer, _assumed(c))),
                )
    elif rule == "cases":
        first, second = args
        yield "one case twice", lambda: proof.cases(first, first)
        yield "one case twice", lambda: proof.cases(second, second)
        for kind, c in claims(first.claim):
            yield "case: " + kind, lambda c=c: proof.cases(_assumed(c), second)
            yield "case: " + kind, lambda c=c: proof.cases(first, _assumed(c))
    elif rule == "induct":
        goal, base, step, end = args
        yield "base for step", lambda: proof.induct(goal, base, base, end)
        yield "step for base", lambda: proof.induct(goal, step, step, end)
        for one in premises(step.step.args) if step.step.rule == "cases" else ():
            yield "a case dropped", lambda one=one: proof.induct(goal, base, one, end)
        for kind, c in claims(goal):
            yield "goal: " + kind, lambda c=c: proof.induct(c, base, step, end)
        for kind, c in claims(base.claim):
            yield "base: " + kind, lambda c=c: proof.induct(goal, _assumed(c), step, end)
        for kind, c in claims(step.claim):
            yield "step: " + kind, lambda c=c: proof.induct(goal, base, _assumed(c), end)
        yield "step assumed", lambda: proof.induct(goal, base, _assumed(step.claim), end)
    elif rule == "discharge":
        fact, h, _ = args
        for kind, c in claims(h.claim):
            yield "proof: " + kind, lambda c=c: proof.discharge(fact, h, _assumed(c))
        if h.at:
            yield "proof assumed", lambda: proof.discharge(fact, h, _assumed(h.claim))
    elif rule in AXIOMS:
        for kind, c in claims(f.claim):
            yield "claim: " + kind, lambda c=c: proof.follows(c, f, *premises(args), known=[f])
            yield "claim, alone: " + kind, lambda c=c: proof.follows(c, *premises(args), known=[f])
    elif rule == "instance":
        fact, new, known = args
        if language._divisors(*(value for _, value in new)):
            yield "premise dropped", lambda: proof.instance(fact, new)


def mutate(facts: Iterable[Fact], milliseconds: int = 5000) -> Report:
    """Try every mutant of every step of some facts' proofs."""
    count: Counter[str] = Counter()
    by_kind: Counter[str] = Counter()
    wrong: list[str] = []
    steps = distinct(facts)
    for f in steps:
        for kind, attempt in mutants(f):
            try:
                made = attempt()
            except (ProofError, ZeroDivisionError):
                count["rejected"] += 1
                by_kind[f"{f.step.rule}, {kind}"] += 1
                continue
            if made.claim == f.claim and set(made.hypotheses) == set(f.hypotheses):
                continue  # no mutant: the very same statement
            by_kind[f"{f.step.rule}, {kind}"] += 1
            answer = ask(made, milliseconds=milliseconds) if made.step.rule in FINITE else "open"
            if answer == "unknown":
                answer = ask(made, True, milliseconds)
            count["true" if answer == "proved" else "wrong"] += 1
            if answer != "proved":
                wrong.append(f"{f.step.rule}, {kind}: {made} ({answer}) from {f}")
    total = count["rejected"] + count["true"] + count["wrong"]
    return Report(
        len(steps),
        total,
        count["rejected"],
        count["true"],
        tuple(wrong),
        dict(sorted(by_kind.items())),
    )
