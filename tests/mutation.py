"""Judge proofs from outside: mutate every step of them, and ask z3.

`mutate` replays each step with something wrong in it.  A mutant must be refused by the kernel, or
be shown by z3, from the step's own premises, to be true all the same.  `reprove` has z3 prove each
accepted step that is a statement about finitely many real numbers.  z3 is given an amount of work,
not of time.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import z3

from perclib.proof import derivation, kernel
from perclib.proof.kernel import INDEXED, ONE, ZERO, Claim, Fact, Hypothesis, ProofError

ALGEBRAIC = ("square", "zero", "inverse", "inverse sign", "root", "root sign")  # z3 can say these
OPPOSITE = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
STRICTER = {">=": (">",), "<=": ("<",), "==": (">", "<", ">=", "<=")}
WORK = 200_000  # z3's own units


class Report(NamedTuple):
    """How many mutants there were, and what became of them."""

    steps: int
    mutants: int
    refused: int
    true: int
    wrong: tuple[str, ...]
    kinds: Counter[str]


class Reproof(NamedTuple):
    """How many steps z3 proved again, how many of them with the certificate's own products."""

    proved: int
    hinted: int
    undecided: tuple[str, ...]
    refuted: tuple[str, ...]
    outside: Counter[str]


# Asking z3 -------------------------------------------------------------------------------------


class _Reals:
    """The kernel's atoms as real numbers; a vector counts as one of its coordinates."""

    def __init__(self, linear: bool = False) -> None:
        self.names: dict[Any, Any] = {}
        self.linear = linear  # each monomial is then a number of its own

    def real(self, key: Any) -> Any:
        return self.names.setdefault(key, z3.Real(f"a{len(self.names)}"))

    def number(self, e: Any) -> Any:
        terms = []
        for m, c in kernel.normal(e).items():
            out = z3.RealVal(f"{c.numerator}/{c.denominator}")
            for i in (m,) if self.linear and m else m:
                out = out * self.real(i)
            terms.append(out)
        return z3.Sum(terms) if terms else z3.RealVal(0)

    def claim(self, c: Claim) -> Any:
        gap = self.number(c.gap)
        return gap == 0 if c.op == "==" else gap > 0 if c.strict else gap >= 0

    def fact(self, f: Fact) -> Any:
        """Say a fact in the cases it supposes."""
        return z3.Implies(z3.And([self.claim(h.claim) for h in supposed(f)]), self.claim(f.claim))

    def flags(self) -> list[Any]:
        one = [i for i in self.names if type(i) is int and kernel.atom(i)[0] == "flag"]
        return [z3.Or(self.names[i] == 0, self.names[i] == 1) for i in one]

    def functions(self) -> list[Any]:
        """Say what quotients and roots are."""
        out = []
        for i in [i for i in self.names if type(i) is int]:
            e = kernel.atom(i)
            if e[0] == "inv":
                x, y = self.number(e[1]), self.names[i]
                out.append(z3.If(x == 0, y == 0, x * y == 1))
            if e[0] == "root":
                x, y = self.number(e[1]), self.names[i]
                out.append(z3.And(y >= 0, z3.If(x >= 0, y * y == x, y == 0)))
        return out


def supposed(f: Fact) -> list[Hypothesis]:
    """List what a fact supposes without saying of which rounds."""
    return [h for h in f.hypotheses if h.rounds == ()]


def finite(f: Fact) -> bool:
    """Whether z3 can say a step."""
    if f.step.rule == "instance":
        axiom = f.step.args[0].step
        return axiom.rule == "axiom" and axiom.args[0] in ALGEBRAIC
    return f.step.rule in ("certificate", "cases") or (
        f.step.rule == "axiom" and f.step.args[0] in ALGEBRAIC
    )


def ask(f: Fact, hints: bool = False) -> str:
    """Ask z3 whether a step's premises imply it: "proved", "refuted" or "unknown"."""
    reals, solver = _Reals(linear=hints), z3.Solver()
    solver.set("rlimit", WORK)
    if f.step.rule == "certificate":
        for weight, facts in f.step.args[1]:
            for g in facts:
                solver.add(reals.claim(g.claim))
            gaps = [g.claim.gap for g in facts]
            vectors = len(gaps) == 1 and kernel.kind(gaps[0]) == "vector"
            inner = vectors and kernel.kind(weight) == "vector"
            product = ("dot" if inner else "*", weight, *gaps)
            if any(g.claim.op == "==" for g in facts) and (hints or vectors):
                solver.add(reals.number(product) == 0)
            elif hints:
                strict = weight > 0 and all(g.claim.strict for g in facts)
                gap = reals.number(product)
                solver.add(gap > 0 if strict else gap >= 0)
    else:
        solver.add([reals.claim(h.claim) for h in supposed(f)])
        if f.step.rule == "cases":
            solver.add([reals.fact(g) for g in f.step.args])
    solver.add(z3.Not(reals.claim(f.claim)))
    if not hints:
        solver.add(reals.functions())
        solver.add(reals.flags())
    return {"unsat": "proved", "sat": "refuted"}.get(str(solver.check()), "unknown")


def judged(f: Fact) -> tuple[str, bool]:
    """Ask z3, and if it does not know, ask again with the products that the certificate used."""
    answer = ask(f)
    if answer == "proved" or f.step.rule != "certificate":
        return answer, False
    return ask(f, hints=True), True


def is_true(f: Fact) -> bool:
    """Whether z3 proves a step, the quick way first."""
    if not finite(f):
        return False
    return (f.step.rule == "certificate" and ask(f, hints=True) == "proved") or ask(f) == "proved"


def distinct(facts: Iterable[Fact]) -> list[Fact]:
    """List all steps of some proofs, a step that is made twice in the same way only once."""

    def content(x: Any) -> Any:
        if type(x) is Fact:
            return x.claim, x.hypotheses
        return tuple(map(content, x)) if type(x) is tuple else x

    steps = derivation(*facts)
    return list({(f.step.rule, content(f), content(f.step.args)): f for f in steps}.values())


def reprove(facts: Iterable[Fact]) -> Reproof:
    """Have z3 prove every finite step again."""
    proved, hinted = 0, 0
    lists: dict[str, list[str]] = {"unknown": [], "refuted": []}
    outside: Counter[str] = Counter()
    for f in distinct(facts):
        if not finite(f):
            outside[f.step.rule] += 1
            continue
        answer, hint = judged(f)
        hinted += hint and answer == "proved"
        proved += answer == "proved"
        if answer in lists:
            lists[answer].append(str(f))
    return Reproof(proved, hinted, tuple(lists["unknown"]), tuple(lists["refuted"]), outside)


# Mutants ---------------------------------------------------------------------------------------


def _replace_each(e: Any, change: Callable[[Any], Any]) -> Iterator[Any]:
    """Change one node of a term at a time."""
    if type(e) is not tuple:
        return
    new = change(e)
    if new is not None:
        yield new
    for i, part in enumerate(e):
        for other in _replace_each(part, change):
            yield (*e[:i], other, *e[i + 1 :])


def _exponent(e: Any) -> Any:
    if e[0] == "^":
        return ("^", e[1], e[2] + 1)
    if e[0] in ("var", "seq", "dot", "root", "sum"):
        return ("^", e, 2)
    return ("power", e[1], ("+", e[2], ONE)) if e[0] == "power" else None


def _index(e: Any) -> Any:
    moved = {("t", 0): ("t", 1), ("t", 1): ("t", 0), ("T", 1): ("T", 0), ("", 1): ("", 2)}
    i = moved.get(e[-2:]) if e[0] in INDEXED else None
    return None if i is None else (*e[:-2], *i)


def _terms(e: Any) -> Iterator[tuple[str, Any]]:
    parts = e[1:] if type(e) is tuple and e[0] == "+" else () if e in (ZERO, ("zero",)) else (e,)
    for i, part in enumerate(parts):
        rest = (*parts[:i], *parts[i + 1 :])
        none = ZERO if kernel.kind(e) == "number" else ("zero",)
        yield "term dropped", ("+", *rest) if rest else none
        yield "sign of a term", ("+", *rest, ("*", -ONE, part))


def claims(c: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield the mutants of a claim."""
    if c.op in OPPOSITE:
        yield "sign", Claim(c.lhs, OPPOSITE[c.op], c.rhs)
    if kernel.kind(c.lhs) == "number":
        yield from (("strictness", Claim(c.lhs, op, c.rhs)) for op in STRICTER.get(c.op, ()))
    for side in (0, 2):
        changed = list(_terms(c[side]))
        changed += [("exponent", e) for e in _replace_each(c[side], _exponent)]
        changed += [("index", e) for e in _replace_each(c[side], _index)]
        for kind, e in changed:
            yield kind, Claim(e, c.op, c.rhs) if side == 0 else Claim(c.lhs, c.op, e)


def some(c: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield one mutant of each kind, of what a step is made of: it is a goal elsewhere."""
    yield from dict(reversed(list(claims(c)))).items()


def _assumed(c: Claim) -> Fact:
    return kernel.hypothesis("mutant", c)


def _of_certificate(goal: Claim, terms: Any) -> Iterator[tuple[str, Callable[[], Fact]]]:
    def again(terms: Any) -> Callable[[], Fact]:
        return lambda: kernel.certificate(goal, terms)

    for kind, c in claims(goal):
        yield "goal: " + kind, lambda c=c: kernel.certificate(c, terms)
    for i, (w, facts) in enumerate(terms):
        others = (*terms[:i], *terms[i + 1 :])
        yield "premise dropped", again(others)
        yield (
            "weight: sign",
            again((*others, (-w if type(w) is Fraction else ("*", -ONE, w), facts))),
        )
        for j, f in enumerate(facts):
            fewer = (*facts[:j], *facts[j + 1 :])
            yield "factor dropped", again((*others, (w, fewer)))
            for kind, c in some(f.claim):
                yield (
                    "premise: " + kind,
                    lambda c=c, w=w, fewer=fewer, others=others: kernel.certificate(
                        goal, (*others, (w, (*fewer, _assumed(c))))
                    ),
                )


def mutants(f: Fact) -> Iterator[tuple[str, Callable[[], Fact]]]:
    """Yield a step's mutants: what was changed, and how to try it."""
    rule, args = f.step.rule, f.step.args
    if rule == "certificate":
        yield from _of_certificate(*args)
    elif rule == "cases":
        first, second = args
        yield "one case twice", lambda: kernel.cases(first, first)
        yield "one case twice", lambda: kernel.cases(second, second)
        for kind, c in some(first.claim):
            yield "case: " + kind, lambda c=c: kernel.cases(_assumed(c), second)
            yield "case: " + kind, lambda c=c: kernel.cases(first, _assumed(c))
    elif rule == "induct":
        goal, base, step, end = args
        yield "base for step", lambda: kernel.induct(goal, base, base, end)
        yield "step for base", lambda: kernel.induct(goal, step, step, end)
        yield "step assumed", lambda: kernel.induct(goal, base, _assumed(step.claim), end)
        yield "end", lambda: kernel.induct(goal, base, step, (end[0], end[1] + 2))
        for one in step.step.args if step.step.rule == "cases" else ():
            yield "a case dropped", lambda one=one: kernel.induct(goal, base, one, end)
        for kind, c in claims(goal):
            yield "goal: " + kind, lambda c=c: kernel.induct(c, base, step, end)
        for kind, c in some(base.claim):
            yield "base: " + kind, lambda c=c: kernel.induct(goal, _assumed(c), step, end)
        for kind, c in some(step.claim):
            yield "step: " + kind, lambda c=c: kernel.induct(goal, base, _assumed(c), end)
    elif rule == "discharge":
        fact, h, _ = args
        for kind, c in some(h.claim):
            yield "proof: " + kind, lambda c=c: kernel.discharge(fact, h, _assumed(c))
        if h.rounds and any(kernel.free_in(e, "t") for e in h.claim[::2]):
            yield "proof assumed", lambda: kernel.discharge(fact, h, _assumed(h.claim))
    elif rule in ("axiom", "instance"):
        fewer = tuple(kernel.hypothesis("", h.claim) for h in f.hypotheses if not h.rounds)
        for kind, c in claims(f.claim):
            yield "claim: " + kind, lambda c=c: kernel.certificate(c, ((ONE, (f,)),))
        for kept in range(len(fewer)):
            terms = tuple((ONE, (g,)) for g in fewer[:kept] + fewer[kept + 1 :])
            yield "premise dropped", lambda terms=terms: kernel.certificate(f.claim, terms)


def mutate(facts: Iterable[Fact]) -> Report:
    """Try every mutant of every step of some facts' proofs, each once."""
    count: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    steps = distinct(facts)
    for f in steps:
        for kind, attempt in mutants(f):
            try:
                made = attempt()
            except ProofError:
                count["refused"] += 1
                kinds[f"{f.step.rule}, {kind}"] += 1
                continue
            if made.claim == f.claim and set(made.hypotheses) == set(f.hypotheses):
                continue  # no mutant: the very same statement
            kinds[f"{f.step.rule}, {kind}"] += 1
            true = is_true(made)
            count["true" if true else "wrong"] += 1
            if not true:
                wrong.append(f"{f.step.rule}, {kind}: {made} from {f}")
    total = sum(count.values())
    return Report(len(steps), total, count["refused"], count["true"], tuple(wrong), kinds)
