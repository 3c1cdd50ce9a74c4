"""A theorem for Coq: its derivation, step by step, as lemmas that Coq proves again.

Nothing here is trusted: what is written is a claim until ``coqc`` has accepted it.  A file needs
those of the folder ``coq`` beside it, compiled in the order of ``FILES``: the preamble, which says
what a vector, a sum and a power are; their laws, the kernel's axioms among them, proved; and one
more orthonormal family for any space, for proofs that use one where the theorem speaks of none.

Each fact that was made by a certificate, by cases, by induction, by discharge or as an instance is
one lemma, on the same hypotheses.  Facts that an instance is made of are in a section of their own,
so that the instance is an application to other names.  What the kernel's arithmetic knows without
a word (sums are linear and have a last summand, 1/(a*b) = (1/a)*(1/b), units are orthonormal) is
proved for each sum, inner product, inverse, root and power that occurs, by a lemma that rewrites it
into the kernel's normal form; the rest is Coq's ``ring``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any

from perclib.proof import kernel
from perclib.proof.axioms import AXIOMS
from perclib.proof.kernel import (
    INDEXED,
    NOW,
    ONE,
    UNIT,
    ZERO,
    Claim,
    Hypothesis,
    Poly,
    ProofError,
    Step,
    Term,
    at,
    atom,
    free_in,
    kind,
    linear,
    mul,
    normal,
    tree,
)
from perclib.proof.theorems import Theorem

FILES = tuple(Path(__file__).parent / "coq" / f"{a}.v" for a in ("Preamble", "Laws", "Units"))

_TYPES = {
    **{"var": "R", "vec": "V", "seq": "nat -> R"},
    **{"state": "nat -> V", "flag": "nat -> bool", "unit": "nat -> V"},
}
_DEFAULTS = {
    **{"var": "0", "vec": "zero", "seq": "(fun _ => 0)"},
    **{"state": "(fun _ => zero)", "flag": "(fun _ => false)"},
}
_RANK = {tag: n for n, tag in enumerate(("zero", "unit", "vec", "state", "+", "*", "sum"))}
_WORDS = """R S V T O I t s n z P E Ht Hs L N Z as at by end else exists fix for forall fun if in
let match mod return then using where with add apart dot ext ind inv lin nat orthonormal power
scale space sqrt sum vector vsum zero exp ln pi line rounds INR Type Prop Set"""
_TAKEN = frozenset(re.findall(r"\w+", _WORDS))


# Terms as Coq writes them ----------------------------------------------------------------------


def _summand(v: int) -> tuple[Term, Poly]:
    """Give the vector in a sum that is an atom, and its coefficient; of no sum, itself."""
    e = atom(v)
    vectors = linear(normal(e[1])) if e[0] == "sum" else {v: UNIT}
    return next((atom(i), c) for i, c in vectors.items())


def _number(a: Fraction) -> str:
    n = f"{a.numerator}" if a >= 0 else f"({a.numerator})"
    return n if a.denominator == 1 else f"({n} / {a.denominator})"


def _round(base: str, n: int) -> str:
    if base == "":
        if n < 0:
            raise ProofError("the files for Coq number rounds from 0")
        return f"{n}%nat"
    if n < 0:
        raise ProofError(f"the files for Coq do not speak of round {base} - {-n}")
    return f"(S {_round(base, n - 1)})" if n else base


def _fold(op: str, parts: list[str], empty: str) -> str:
    return f"({f' {op} '.join(parts)})" if len(parts) > 1 else (parts or [empty])[0]


def _is_vector(e: Term) -> bool:
    return kind(e, "s" if free_in(e, "s") else "t") == "vector"


class _Names:
    """What the names of a section are called in Coq."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, str], str] = {}

    def __call__(self, tag: str, name: str) -> str:
        if (tag, name) not in self.of:
            new, others = name, {*self.of.values(), *_TAKEN}
            if re.fullmatch(r"[hnPl]\d+|[nF]\d+_.*|is_.*", new):
                new += "_"
            while new in others:
                new += "_"
            self.of[tag, name] = new
        return self.of[tag, name]


def _write(e: Term, names: _Names, sort: bool = False) -> str:
    """Write a term; sorted, if equal normal forms are to be written alike."""
    if type(e) is Fraction:
        return _number(e)
    tag, *parts = e
    if tag in INDEXED - {"sum", "round"}:
        call = f"{names(tag, parts[0])} {_round(*parts[1:])}"
        return f"ind ({call})" if tag == "flag" else f"({call})"
    if tag in ("var", "vec"):
        return names(tag, parts[0])
    if tag == "round":
        return f"(INR {_round(*parts)})"
    if tag == "zero":
        return "zero"
    if tag == "sum":
        vectors = _is_vector(parts[0])
        body = _bare(_write(parts[0], names, sort))
        return f"{'vsum' if vectors else 'sum'} (fun s => {body}) {_round(*parts[1:])}".join("()")
    if tag in ("+", "*"):
        vectors = _is_vector(e)
        texts = [_write(a, names, sort) for a in parts]
        if tag == "+":
            texts = sorted(texts) if sort else texts
            return _fold("⊕" if vectors else "+", texts, "0")
        scalars = [x for a, x in zip(parts, texts, strict=True) if not _is_vector(a)]
        scalars = sorted(scalars) if sort else scalars
        if not vectors:
            return _fold("*", scalars, "1")
        (v,) = (x for a, x in zip(parts, texts, strict=True) if _is_vector(a))
        return f"({_fold('*', scalars, '1')} ⊙ {v})" if scalars else v
    if tag == "dot":
        pair = sorted((_RANK[v[0]], _write(v, names, sort)) for v in parts)
        texts = [x for _, x in pair] if sort else [_write(v, names) for v in parts]
        return f"⟨{_bare(texts[0])}, {_bare(texts[1])}⟩"
    if tag == "^":
        return f"({_write(parts[0], names, sort)} ^ {parts[1]})"
    function = {"inv": "inv", "root": "sqrt", "power": "power"}[tag]
    return f"({' '.join([function, *(_atomic(_write(a, names, sort)) for a in parts)])})"


def _atomic(text: str) -> str:
    return f"({text})" if " " in text and text[0] not in "(⟨" else text


def _bare(text: str) -> str:
    """Leave out the outer parentheses, if they are a pair."""
    depth = 0
    for n, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return text[1:-1] if text[0] == "(" and n == len(text) - 1 else text
    return text


def _poly(p: Poly, names: _Names, vectors: bool) -> str:
    """Write a normal form, the same for equal ones."""
    if not p:
        return "zero" if vectors else "0"
    return _write(tree(p), names, sort=True)


FALSE = Claim(("*", ZERO, ("inv", ZERO)), "==", ONE)  # by which anything is proved from 0 > 0
_LAWS = {
    **{"==": ("by_eq _ _ _", ""), ">=": ("by_ge _ _ _ _", ""), ">": ("by_gt _ _ _ _", "")},
    **{"<=": ("by_ge _ _ _ _", "(Rge_le _ _ "), "<": ("by_gt _ _ _ _", "(Rgt_lt _ _ ")},
}
_GAPS = {">=": "ge", ">": "gt", "<=": "le", "<": "lt", "==": "eq"}
_OPS = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "==": "="}


def _claim(c: Claim, names: _Names) -> str:
    return f"{_bare(_write(c.lhs, names))} {_OPS[c.op]} {_bare(_write(c.rhs, names))}"


def _sides(c: Claim) -> tuple[Term, Term]:
    """Give the side that is claimed to be larger, and the other."""
    return (c.rhs, c.lhs) if c.op in ("<=", "<") else (c.lhs, c.rhs)


def _gap(c: Claim, names: _Names) -> str:
    big, small = _sides(c)
    return f"({_write(big, names)} - {_write(small, names)})"


# Sections: facts, as lemmas on named hypotheses --------------------------------------------------


def _subterms(x: Any) -> Iterator[Term]:
    if isinstance(x, tuple | list):
        if len(x) > 0 and type(x[0]) is str:
            yield x
        for a in x:
            yield from _subterms(a)


def _premises(step: Step) -> list[Any]:
    """List the facts that a step is made of."""
    out: list[Any] = []

    def visit(x: Any) -> None:
        if type(x) is tuple:
            for a in x:
                visit(a)
        elif hasattr(x, "step"):
            out.append(x)

    visit(step.args)
    return out


def _key(fact: Any) -> Any:
    return fact.step.claim, frozenset(fact.step.hypotheses)


def _applied(fact: Any) -> Any:
    """Give what it is an instance of, if that is proved; None for no instance, or of an axiom."""
    made_of = fact.step.args[0] if fact.step.rule == "instance" else None
    return made_of if made_of is not None and made_of.step.rule != "axiom" else None


class _Known(dict[Hypothesis, str]):
    """What is in the context: proofs of hypotheses."""

    def __missing__(self, h: Hypothesis) -> str:
        raise ProofError(f"a step rests on what it does not name: {h.label or h.claim}")


class _Section:
    """The facts that one fact is made of, but for those that instances are made of."""

    def __init__(self, name: str, root: Any, others: dict[Any, _Section]) -> None:
        self.name, self.others, self.names = name, others, _Names()
        self.facts: dict[Any, Any] = {}
        self.gather(root)
        self.root = self.facts[_key(root)]
        self.hyps: dict[Hypothesis, str] = {}
        self.lemmas: list[str] = []
        self.normals: dict[Any, str | None] = {}
        self.ids: dict[Any, str] = {}
        said = [(f.step.claim, f.step.hypotheses) for f in self.facts.values()]
        said += [
            _strip(f.step.args) for f in self.facts.values() if _applied(f) or not self.applies(f)
        ]
        for e in _subterms(said):
            if e[0] in _TYPES and len(e) > 1 and type(e[1]) is str:
                self.names(e[0], e[1])
        for f in self.facts.values():
            if self.applies(f):  # a family that the other section speaks of
                for key in others[_key(_applied(f) or f)].names.of:
                    if key[0] == "unit":
                        self.names(*key)
            if f.step.rule == "axiom":
                for letter in _letters(f.step.args[0]):
                    self.names(*letter)
        for f in self.facts.values():
            if f is self.root or not self.inline(f):
                self.prove(f)

    def gather(self, root: Any) -> None:
        """List the facts, premises first."""
        waiting = [(root, False)]
        while waiting:
            f, done = waiting.pop()
            if _key(f) in self.facts:
                continue
            if done:
                self.facts[_key(f)] = f
            else:
                waiting.append((f, True))
                if not self.applies(f):
                    waiting += [(g, False) for g in reversed(_premises(f.step))]

    def applies(self, f: Any) -> bool:
        """Whether it, or what it is an instance of, is proved in a section before."""
        return _key(f) in self.others or _applied(f) is not None

    def inline(self, f: Any) -> bool:
        """Whether its proof is written where it is used, without a lemma."""
        rule = f.step.rule
        if rule == "discharge":
            return not self.applies(f) and self.inline(f.step.args[0])
        return rule in ("hypothesis", "axiom") or (rule == "instance" and not self.applies(f))

    # What is in the context

    def hyp(self, h: Hypothesis) -> str:
        """Name a hypothesis."""
        if h not in self.hyps:
            self.hyps[h] = f"{self.name}_H{len(self.hyps) + 1}"
            local = " (t : nat)" if h.local else ""
            self.lemmas.append(f"Definition {self.hyps[h]}{local} : Prop := {self.says(h)}.")
        return self.hyps[h]

    def says(self, h: Hypothesis) -> str:
        """Write what a hypothesis says."""
        claim = _claim(h.claim, self.names)
        if not h.rounds:
            return claim
        case = "".join(_claim(c.claim, self.names) + " -> " for c in h.case)
        return f"forall t : nat, (1 <= t <= T)%nat -> {case}{claim}"

    def families(self) -> list[tuple[str, str]]:
        """List what holds of families of units: a name, and what it says."""
        out, of = [], self.names.of
        for (tag, _), e in of.items():
            if tag != "unit":
                continue
            out.append((f"is_{e}", f"orthonormal {e}"))
            for (other, _), v in of.items():
                if other == "vec":
                    out.append((f"is_{e}_{v}", f"apart {e} {v}"))
                elif other == "state" or (other == "unit" and v > e):
                    out.append((f"is_{e}_{v}", f"forall s, apart {e} ({v} s)"))
        return out

    def term(self, f: Any, known: _Known, t: str = "t", ht: str = "Ht") -> str:
        """Write the proof of a fact from what is known of round t."""
        f = self.facts[_key(f)]
        step = f.step
        if _key(f) in self.ids:
            fixed = [known[h] for h in step.hypotheses if not h.local]
            local = [known[h] for h in step.hypotheses if h.local]
            return f"({' '.join([self.ids[_key(f)], *fixed, t, ht, *local])})"
        if step.rule == "discharge":
            return self.discharged(step, known, t, ht)
        if step.rule == "hypothesis":
            h = step.hypotheses[0]
            if not h.rounds:
                return known[h]
            return f"({' '.join([known[h], t, ht, *(known[c] for c in h.case)])})"
        name, new = (
            (step.args[0], ()) if step.rule == "axiom" else (_name_of(step.args[0]), step.args[1])
        )
        put = {key: _atomic(self.at_round(value, t)) for key, value in new}
        letters = [put.get(key) or self.names(*key) for key in _letters(name)]
        if name in ("first round", "last round"):
            letters = ["T", t, ht]
        premises = [known[h] for h in (self.images(f) if new else step.hypotheses)]
        return f"({' '.join(['ax_' + name.replace(' ', '_'), *letters, *premises])})"

    def at_round(self, e: Term, t: str) -> str:
        """Write what is put for a letter, at a round."""
        text = _write(e, self.names)
        return text if t == "t" or not free_in(e, "t") else f"((fun t => {text}) {t})"

    def images(self, f: Any) -> list[Hypothesis]:
        """List what the hypotheses of a fact become in its instance, in their order."""
        fact, new = f.step.args
        table = dict(new)
        out = []
        for h in fact.step.hypotheses:
            claim = Claim(*kernel.image(tuple(h.claim), table))
            flags = [table.get(("flag", a), ("flag", a))[1] for a in h.rounds[:-1]]
            new_h = Hypothesis(h.label, claim, (*flags, *h.rounds[-1:]))
            primed = new_h._replace(label=h.label + "'") if h.label and new_h != h else new_h
            out.append(primed)
        return out

    # Proofs

    def prove(self, f: Any) -> None:
        """Write a fact as a lemma."""
        step = f.step
        fixed = [(self.hyp(h), h) for h in step.hypotheses if not h.local]
        local = [(self.hyp(h), h) for h in step.hypotheses if h.local]
        known = _Known((h, "h" + n.partition("_H")[2]) for n, h in (*fixed, *local))
        binders = [f"({known[h]} : {n})" for n, h in fixed]
        binders += ["(t : nat) (Ht : (1 <= t <= T)%nat)"]
        binders += [f"({known[h]} : {n} t)" for n, h in local]
        how = self.by_application if self.applies(f) else getattr(self, f"by_{step.rule}", None)
        proof = how(f, known) if how else [f"exact {self.term(f, known)}."]
        name = f"{self.name}_{len(self.ids)}"
        self.ids[_key(f)] = name
        head = f"Lemma {name} {' '.join(binders)} :\n  {_claim(step.claim, self.names)}."
        self.lemmas.append("\n  ".join([f"(* {step.rule} *)\n{head}\nProof.", *proof]) + "\nQed.")

    def by_certificate(self, f: Any, known: _Known) -> list[str]:
        """Write the gap of the goal as the sum of its terms: an identity, from normal forms.

        The terms are not written: Coq reads off the proofs of their signs what they are.
        """
        goal, terms = f.step.args
        vectors = kind(goal.lhs) == "vector"
        says = [goal.gap]
        positive: list[tuple[str, bool]] = []
        zero: list[str] = []
        for weight, facts in terms:
            if kind(weight) == "number" and normal(weight) == {}:
                continue
            claims = [g.step.claim for g in facts]
            if FALSE in claims:
                return [f"exact (absurd _ {self.term(facts[claims.index(FALSE)], known)})."]
            by = "z"
            if kind(weight) == "vector" and any(kind(c.lhs) == "vector" for c in claims):
                by = _atomic(_write(weight, self.names))
                says += [("dot", weight, e) for e in claims[0][::2]]
                weight = ONE
            else:
                says += [weight, *(c.gap for c in claims)]
            proofs = [self.term_of_gap(g, known, by) for g in facts]
            if any(c.op == "==" for c in claims):
                zero.append(self.product_with_zero(weight, claims, proofs))
            else:
                positive.append(_product_of_signs(weight, claims, proofs))
        zeros = reduce("(zero_sum _ _ {} {})".format, zero) if zero else "eq_refl"
        law, flip = _LAWS[goal.op]
        signs = [_sum_of_signs(positive, goal.strict)] if goal.op != "==" else []
        refine = f"refine {flip}({' '.join([law, *signs, zeros])} _){')' * bool(flip)}."
        out = ["apply ext; intro z."] if vectors else []
        return [*out, refine, *self.identity(says, vectors)]

    def term_of_gap(self, f: Any, known: _Known, by: str) -> str:
        """Write the proof that the gap of a fact has its sign; for vectors, multiplied by one."""
        c, proof = f.step.claim, self.term(f, known)
        if kind(c.lhs) == "vector":
            return f"(dot_gap {by} _ _ {proof})"
        return f"({_GAPS[c.op]}_gap _ _ {proof})"

    def product_with_zero(self, weight: Term, claims: list[Claim], proofs: list[str]) -> str:
        """Prove that a weight times the gaps of some claims is 0, since one of them is."""
        equations = [n for n, c in enumerate(claims) if c.op == "=="]
        zero = max(equations, key=lambda n: kind(claims[n].lhs) == "vector")
        others = [_gap(c, self.names) for n, c in enumerate(claims) if n != zero]
        factor = _atomic(_write(weight, self.names))
        if kind(weight) == "vector":
            factor = f"⟨z, {_bare(factor)}⟩"
        if others:
            return f"(zero_product {factor} _ {_fold('*', others, '1')} {proofs[zero]})"
        return proofs[zero] if weight == ONE else f"(zero_times {factor} _ {proofs[zero]})"

    def by_cases(self, f: Any, known: _Known) -> list[str]:
        """Split at the sign of a gap, or at the value of a flag."""
        first, second = f.step.args
        rests = [f.step.hypotheses for f in (first, second)]
        pairs = [(h, g) for h in rests[0] for g in rests[1] if kernel.opposite(h, g)]
        if not pairs:
            raise ProofError("the two cases do not rest on opposite assumptions")
        h, g = pairs[0]
        if h.claim.op == "==":
            one, none = (first, h), (second, g)
            if h.claim.rhs != ONE:
                one, none = none, one
            flag = _write(h.claim.lhs, self.names).removeprefix("ind ")
            return [
                f"destruct (ind_cases {flag}) as [Z|Z].",
                *(f"- exact {self.term(f, _Known({**known, x: 'Z'}))}." for f, x in (one, none)),
            ]
        (f, a), (f_, b) = ((first, h), (second, g)) if h.claim.strict else ((second, g), (first, h))
        high, low = (_write(e, self.names) for e in _sides(a.claim))
        out = [f"destruct (Rlt_le_dec {_atomic(low)} {_atomic(high)}) as [Z|Z]."]
        other = "Z"
        if _sides(b.claim) != _sides(a.claim)[::-1]:
            says = f"{_gap(b.claim, self.names)} = - {_gap(a.claim, self.names)}"
            by = _tactic(" ".join(self.identity([a.claim.gap, b.claim.gap])))
            other = f"(turned _ _ _ _ (ltac:({by}) : {says}) Z)"
        other = f"(Rle_ge _ _ {other})" if b.claim.op == ">=" else other
        return [
            *out,
            f"- exact {self.term(f, _Known({**known, a: 'Z'}))}.",
            f"- exact {self.term(f_, _Known({**known, b: other}))}.",
        ]

    def by_induct(self, f: Any, known: _Known) -> list[str]:
        """Go from round 1 to the next and the next."""
        claim, base, next_, end = f.step.args
        said = Hypothesis("", claim)
        return [
            f"refine (induction T (fun t => {_claim(claim, self.names)}) _ _ {_round(*end)} _); "
            "[| |lia].",
            f"- exact {self.term(base, known)}.",
            f"- clear t Ht. intros t Ht I. exact {self.term(next_, _Known({**known, said: 'I'}))}.",
        ]

    def by_discharge(self, f: Any, known: _Known) -> list[str]:
        """Put a proof for a hypothesis."""
        return [f"exact {self.discharged(f.step, known)}."]

    def discharged(self, step: Step, known: _Known, t: str = "t", ht: str = "Ht") -> str:
        """Write the proof of a fact, with a proof put for a hypothesis."""
        fact, h, proof = step.args
        if h.rounds:
            case = {c: f"l{n}" for n, c in enumerate(h.case)}
            inner = self.term(proof, _Known({**known, **case}), "t'", "Ht'")
            cut = f"(fun t' Ht' {' '.join(case.values())} => {inner})"
        else:
            cut = self.term(proof, known, t, ht)
        return self.term(fact, _Known({**known, h: cut}), t, ht)

    def by_application(self, f: Any, known: _Known) -> list[str]:
        """Apply the lemma of another section, to other names if it is an instance."""
        fact = _applied(f) or f
        other, table = self.others[_key(fact)], dict(f.step.args[1] if _applied(f) else ())
        values = []
        for (tag, name), _ in other.names.of.items():
            if (tag, name) in table:
                value = table[tag, name]
                if tag == "flag":
                    values.append(self.names("flag", value[1]))
                else:
                    text = _write(value, self.names)
                    values.append(f"(fun t => {text})" if tag in INDEXED else _atomic(text))
            elif (tag, name) in self.names.of:
                values.append(self.names(tag, name))
            else:
                values.append(self.default(tag, name))
        now = self.images(f) if _applied(f) else fact.step.hypotheses
        images = dict(zip(fact.step.hypotheses, now, strict=True))
        rests = other.facts[_key(fact)].step.hypotheses
        fixed = [known[images[h]] for h in rests if not h.local]
        local = [known[images[h]] for h in rests if h.local]
        units = ["_"] * len(other.families())
        call = [other.ids[_key(fact)], "V", "T", *values, *units, *fixed, "t", "Ht", *local]
        return [f"refine ({' '.join(call)}); apart."] if units else [f"exact ({' '.join(call)})."]

    def default(self, tag: str, name: str) -> str:
        """Give anything for a name that nothing is said of."""
        if tag not in _DEFAULTS:
            raise ProofError(f"a family {name} is used that nothing is said of")
        return _DEFAULTS[tag]

    # Normal forms

    def identity(self, terms: Iterable[Term], vectors: bool = False) -> list[str]:
        """Prove an equation between what terms are made of: their normal forms, and a ring."""
        terms = list(terms)
        rewrites = self.rewrites(terms)
        out = [f"rewrite {', '.join(rewrites)}."] if rewrites else []
        if vectors:
            out.append("lin.")
        return [*out, self.ring(terms)]

    def ring(self, terms: Iterable[Term]) -> str:
        """Close an equation between normal forms; a flag is its own square."""
        terms = list(terms)
        flags = sorted({_write(e, self.names, True) for e in self.flags_in(terms)})
        known = [f"(ind_square {x.removeprefix('ind ')})" for x in flags]
        tactic = "field" if self.fractions_in(terms) else "ring"
        return f"{tactic} [{' '.join(known)}]." if known else f"{tactic}."

    def flags_in(self, terms: Iterable[Term]) -> set[Term]:
        """Find the flags in some terms and in their normal forms."""
        out = set()
        for e in terms:
            for m in normal(e):
                out |= {atom(i) for i in m if atom(i)[0] == "flag"}
            out |= {x for x in _subterms(e) if x[0] == "flag" and x[2] != "s"}
        return out

    def fractions_in(self, terms: Iterable[Term]) -> bool:
        """Whether some terms, or their normal forms, hold a fraction that is no whole number."""

        def inside(x: Any) -> bool:
            if type(x) is Fraction:
                return x.denominator > 1
            return type(x) is tuple and any(map(inside, x))

        parts = [a for e in terms for a in (e, *_leaves(e))]
        return any(inside(e) or inside(tuple(normal(e).values())) for e in parts)

    def rewrites(self, terms: Iterable[Term]) -> list[str]:
        """List the lemmas that rewrite what terms are made of, the largest first."""
        found = {}
        for e in terms:
            for leaf in _leaves(e):
                lemma = self.normal_form(leaf)
                if lemma:
                    found[lemma] = len(_write(leaf, self.names))
        return sorted(found, key=lambda x: (-found[x], x))

    def normal_form(self, e: Term) -> str | None:
        """Prove that something is its normal form; give the lemma, or None if it is by itself."""
        if e in self.normals:
            return self.normals[e]
        vectors, p = _is_vector(e), normal(e)
        old, new = _write(e, self.names), _poly(p, self.names, vectors)
        if old == new or f"({old})" == new or old == f"({new})":
            self.normals[e] = None
            return None
        proof = getattr(self, "_of_" + e[0])(e)
        name = f"n{sum(x is not None for x in self.normals.values())}_{self.name}"
        base = "s" if free_in(e, "s") else "t" if free_in(e, "t") else ""
        binder = {"s": "s (Hs : (1 <= s)%nat)", "t": "t (Ht : (1 <= t <= T)%nat)", "": ""}[base]
        lines = [f"Lemma {name} {binder}:\n  {old} =\n  {new}.", "Proof.", *proof]
        self.lemmas.append("\n  ".join(lines) + "\nQed.")
        self.normals[e] = f"({name} {base} H{base})" if base else name
        return self.normals[e]

    def _of_zero(self, _: Term) -> list[str]:
        return ["reflexivity."]

    def _of_round(self, _: Term) -> list[str]:
        return ["rewrite ?S_INR; simpl; ring."]

    def _of_root(self, e: Term) -> list[str]:
        return ["apply (f_equal sqrt).", *self.identity([e[1]])]

    def _of_power(self, e: Term) -> list[str]:
        base = normal(e[1])
        if base in ({}, UNIT):
            return [f"apply power_{0 if base == {} else 1}.", *self.identity([e[1]])]
        out = ["apply (f_equal2 power)."]
        for a in e[1:]:
            out.append("- " + " ".join(self.identity([a])))
        return out

    def _of_inv(self, e: Term) -> list[str]:
        inside = normal(e[1])
        text, identity = _write(e[1], self.names), _tactic(" ".join(self.identity([e[1]])))
        if inside == {}:
            return ["apply inv_zero.", *self.identity([e[1]])]
        lead = inside[min(inside)]
        if len(inside) > 1:
            rest = _poly(mul(inside, {(): 1 / lead}), self.names, False)
            identity = re.sub(r"\bring\b", "field", identity) if lead != 1 else identity
            return [
                f"rewrite (inv_scaled {_atomic(text)} {_number(lead)} {_atomic(rest)}) "
                f"by ({identity}).",
                "field.",
            ]
        ((monomial, c),) = inside.items()
        factors = [_write(atom(i), self.names, True) for i in monomial]
        product = _fold("*", factors, "1")
        out = [
            f"rewrite (inv_scaled {_atomic(text)} {_number(c)} {product}) by ({identity}).",
            "rewrite ?inv_product, ?inv_inv. rewrite ?inv_1.",
        ]
        says = [atom(i) for i in monomial] + [atom(i)[1] for i in monomial if atom(i)[0] == "inv"]
        return [*out, self.ring([tree(normal(e)), *says]).replace("ring", "field")]

    def _of_sum(self, e: Term, text: str = "") -> list[str]:
        _, body, base, n = e
        vectors = _is_vector(body)
        sum_, ring = ("vsum", "vector; ring.") if vectors else ("sum", "ring.")
        if base == "" and n <= 1:
            return ["reflexivity."]
        if base in ("t", "s") and n > 0:
            before, last = ("sum", body, base, n - 1), at(body, "s", (base, n - 1))
            parts = [before, last]
            return [f"rewrite {sum_}_S by lia.", *self.identity_of(parts, vectors)]
        inner = normal(body)
        rows = []
        for m, c in inner.items():
            inside = tuple(j for j in m if free_in(atom(j), "s"))
            outside = {tuple(j for j in m if j not in inside): c}
            summand = _write(tree({inside: ONE}), self.names, True)
            rows.append((_scalar(outside, self.names), summand))
        op = ("⊙", "⊕") if vectors else ("*", "+")

        def total(k: str) -> str:
            summed = [f"({a} {op[0]} {sum_} (fun s => {b}) {k})" for a, b in rows]
            return _fold(op[1], summed, "zero" if vectors else "0")

        steps = ", ".join(dict.fromkeys(f"({sum_}_S (fun s => {b}) s Hs)" for _, b in rows))
        rewriting = f"rewrite {steps}. " if steps else ""
        text, last = text or _write(body, self.names), _round(base, n)
        zero = f"rewrite ?{sum_}_0, ?{sum_}_1; {ring}"
        own = " ".join(self.identity_of([body], vectors))
        return [
            f"transitivity {_atomic(total(last))}; [|{ring[:-1]}].",
            f"refine ({sum_}_is (fun s => {text}) (fun n => {total('n')}) {last} _ _ _).",
            f"- {zero}",
            f"- {zero}",
            f"- intros s Hs. {rewriting}{own}",
        ]

    def identity_of(self, terms: list[Term], vectors: bool) -> list[str]:
        """Prove an equation of numbers or of vectors."""
        out = self.identity(terms)
        if not vectors:
            return out
        return [*out[:-1], "vector.", out[-1]]

    def _of_dot(self, e: Term) -> list[str]:
        out = []
        rewrites = self.rewrites(e[1:])
        if rewrites:
            out.append(f"rewrite {', '.join(rewrites)}.")
        _, a, b = e
        pairs: dict[str, None] = {}
        for v in linear(normal(a)):
            for w in linear(normal(b)):
                lemma = self.inner(v, w)
                if lemma:
                    pairs[lemma] = None
        out.append("lin.")
        out += [f"rewrite ?{x}." for x in pairs]
        factors = [q for x in (a, b) for q in linear(normal(x)).values()]
        return [*out, self.ring([tree(normal(e)), *map(tree, factors)])]

    def inner(self, v: int, w: int) -> str | None:
        """Prove what the inner product of two atoms is; None where it is written as it is."""
        x, y = atom(v), atom(w)
        key = ("inner", x, y)
        if key in self.normals:
            return self.normals[key]
        p = normal(("dot", atom(min(v, w)), atom(max(v, w))))
        texts = [_write(a, self.names, True) for a in (x, y)]
        old, new = "⟨{}, {}⟩".format(*texts), _poly(p, self.names, False)
        if old == new:
            self.normals[key] = None
            return None
        if tree(p) == ("dot", atom(min(v, w)), atom(max(v, w))):
            lemma = f"(dot_sym _ {_atomic(texts[0])} {_atomic(texts[1])})"
            self.normals[key] = lemma
            return lemma
        base = next((b for b in "st" if free_in(x, b) or free_in(y, b)), "")
        proof = ["rewrite dot_sym."] if x[0] == "sum" and y[0] == "unit" else []
        one_family = _summand(v)[0][:2] == _summand(w)[0][:2]
        if p == {} and not (one_family and NOW in (x[2:], y[2:])):
            proof = ["apart."]
        elif x[0] == y[0] == "unit":
            proof = [f"now rewrite is_{self.names(*x[:2])}, Nat.eqb_refl."]
        else:
            e = self.names(*(_summand(v)[0][:2]))
            sums = [f"(fun s => {self.coefficient(i)})" for i in (v, w) if atom(i)[0] == "sum"]
            both = len(sums) == 2
            law = f"dot_unit{'s' if both else ''} {e} _ {'_ ' if both else ''}{' '.join(sums)}"
            proof.append(
                f"rewrite ({law}{'' if both else ' _'} _ is_{e}) by (intro; vector; ring)."
            )
            if both:
                text = " * ".join(self.coefficient(i) for i in (v, w))
                proof += self._of_sum(("sum", self.product(v, w), *x[2:]), text)
            else:
                proof.append(
                    "destruct (Nat.ltb_spec t t), (Nat.ltb_spec t (S T)), (Nat.leb_spec 1 t);"
                )
                proof.append("try lia; simpl; ring.")
        name = f"n{sum(x is not None for x in self.normals.values())}_{self.name}"
        binder = {"s": "s (Hs : (1 <= s)%nat)", "t": "t (Ht : (1 <= t <= T)%nat)", "": ""}[base]
        lines = [f"Lemma {name} {binder}:\n  {old} =\n  {new}.", "Proof.", *proof]
        self.lemmas.append("\n  ".join(lines) + "\nQed.")
        self.normals[key] = f"({name} {base} H{base})" if base else name
        return self.normals[key]

    def coefficient(self, v: int) -> str:
        """Write the coefficient of a unit in a sum."""
        return _write(tree(_summand(v)[1]), self.names, True)

    def product(self, v: int, w: int) -> Term:
        """Multiply the coefficients of two sums of units."""
        return ("*", *(tree(_summand(i)[1]) for i in (v, w)))

    def text(self) -> list[str]:
        """Write the section."""
        out = [f"Section {self.name}.", "Variable V : space.", "Variable T : nat."]
        for (tag, _), name in self.names.of.items():
            out.append(f"Variable {name} : {_TYPES[tag]}.")
        out += [f"Hypothesis {a} : {b}." for a, b in self.families()]
        return [*out, "", *self.lemmas, f"End {self.name}.", ""]


def _product_of_signs(weight: Fraction, claims: list[Claim], proofs: list[str]) -> tuple[str, bool]:
    """Prove that a weight times the gaps of some claims is positive, or not negative."""
    strict = all(c.strict for c in claims)
    factors = [
        p if strict or not c.strict else _weak(p) for c, p in zip(claims, proofs, strict=True)
    ]
    if weight != 1 or not claims:
        n, d = weight.numerator, weight.denominator
        sign = f"(whole {n})" if d == 1 else f"(fraction {n} {d})"
        factors.insert(0, sign if strict else _weak(sign))
    law = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
    return reduce(f"({law} _ _ {{}} {{}})".format, factors), strict


def _sum_of_signs(signs: list[tuple[str, bool]], strict: bool) -> str:
    """Prove that a sum is positive, if one must be, or not negative."""
    if not signs:
        return "(Rle_refl 0)"
    if not strict:
        weak = [_weak(proof) if positive else proof for proof, positive in signs]
        return reduce("(Rplus_le_le_0_compat _ _ {} {})".format, weak)
    (total, _), *rest = sorted(signs, key=lambda x: not x[1])
    for proof, positive in rest:
        law = "lt_0" if positive else "lt_le_0"
        total = f"(Rplus_{law}_compat _ _ {total} {proof})"
    return total


def _weak(proof: str) -> str:
    return f"(Rlt_le _ _ {proof})"


def _tactic(script: str) -> str:
    return script.rstrip(".").replace(". ", "; ")


def _scalar(p: Poly, names: _Names) -> str:
    return _atomic(_write(tree(p), names, True))


def _leaves(e: Term) -> Iterator[Term]:
    if type(e) is Fraction:
        return
    if e[0] in ("+", "*", "^"):
        for a in e[1:]:
            if type(a) is not int:
                yield from _leaves(a)
    else:
        yield e


def _strip(x: Any) -> Any:
    """Leave the facts out of the arguments of a rule."""
    return tuple(map(_strip, x)) if type(x) is tuple else None if hasattr(x, "step") else x


def _name_of(fact: Any) -> str:
    name: str = fact.step.args[0]
    return name


def _letters(name: str) -> list[tuple[str, str]]:
    """List the letters of an axiom in the order in which its lemma takes them."""
    found = {e[:2] for e in _subterms(AXIOMS[name]) if e[0] in ("var", "vec")}
    return sorted(found, key=lambda e: (e[0], e[1]))


# Files -----------------------------------------------------------------------------------------


def _sections(fact: Any) -> list[_Section]:
    """Give the sections of a fact, those first that others apply."""
    roots: dict[Any, Any] = {}

    def visit(root: Any) -> None:
        seen, waiting = set(), [root]
        while waiting:
            f = waiting.pop()
            if id(f) in seen:
                continue
            seen.add(id(f))
            if _applied(f):
                if _key(_applied(f)) not in roots:
                    visit(_applied(f))
            else:
                waiting += _premises(f.step)
        roots.setdefault(_key(root), root)

    visit(fact)
    sections: list[_Section] = []
    proved: dict[Any, _Section] = {}
    for root in roots.values():
        if _key(root) not in proved:
            sections.append(_Section(f"F{len(sections)}", root, dict(proved)))
            new = sections[-1]
            whole = not any(tag == "unit" for tag, _ in new.names.of)
            proved |= {key: new for key in new.ids if whole or new.facts[key] is new.root}
    return sections


def export(theorem: Theorem) -> tuple[str, str]:
    """Write a theorem for Coq, with its derivation.

    Parameters
    ----------
    theorem : Theorem

    Returns
    -------
    name, text : str
        The name of the theorem in Coq, and the file: ``name.v``.

    Raises
    ------
    ProofError
        If it speaks of a round that the files for Coq have no name for.

    Examples
    --------
    >>> from perclib.proof import Proof, Witness
    >>> proof = Proof(numbers="a")
    >>> theorem = proof.theorem("A square", proof.step("", "a**2 >= 0", "square: a"), Witness(a=1))
    >>> print(export(theorem)[1].split("Theorem ")[1].split("Proof")[0])
    A_square
        (a : R) :
      a ^ 2 >= 0.
    <BLANKLINE>
    """
    name = re.sub(r"\W+", "_", theorem.name).strip("_")
    return name, write_file(name, theorem.fact, theorem.hypotheses)


def write_file(name: str, fact: Any, hypotheses: Iterable[Hypothesis]) -> str:
    """Write a file: the derivation of a fact, and what it proves under some hypotheses."""
    parts = _sections(fact)
    main = parts[-1]
    hypotheses = list(hypotheses)
    names = _Names()
    names.of = dict(main.names.of)
    main_said = [fact.step.claim, *((h.claim, h.rounds) for h in hypotheses)]
    said = {e[:2] for e in _subterms(main_said) if e[0] in _TYPES and len(e) > 1}
    said |= {("flag", h.rounds[0]) for h in hypotheses if h.case}
    hidden = sorted(names.of[key] for key in names.of if key[0] == "unit" and key not in said)
    used = [key for key in names.of if key in said]
    if len(hidden) > 2 or (hidden and any(key[0] == "unit" for key in used)):
        raise ProofError("a proof uses more families of units than the files for Coq make")
    text = _claim(fact.step.claim, names)
    varies = any(free_in(e, "t") for e in fact.step.claim[::2])
    if varies:
        text = f"forall t : nat, (1 <= t <= T)%nat -> {text}"
    kept = {names.of[key] for key in used}
    units = [(a, b) for a, b in main.families() if not hidden and _last(a, names) in kept]
    labels = _labels([h.label for h in hypotheses], kept)
    assumed = [(a, main.says(h)) for a, h in zip(labels, hypotheses, strict=True)]
    space = any(_TYPES[key[0]].endswith("V") for key in used)
    runs = re.search(r"\bT\b", " ".join([text, *(b for _, b in assumed)])) is not None
    binders = [("V", "space")] * space + [("T", "nat"), ("rounds", "(1 <= T)%nat")] * runs
    binders += [(names.of[key], _TYPES[key[0]]) for key in used] + units + assumed

    values = [names.of[key] if key in used else _DEFAULTS.get(key[0], "") for key in names.of]
    proofs = dict(zip(hypotheses, labels, strict=True))
    rests = [proofs[h] for h in main.root.step.hypotheses]
    known = [a if (a, b) in units else "_" for a, b in main.families()]
    lemma, inside, rounds = (
        main.ids[_key(main.root)],
        "V" if space else "line",
        "T" if runs else "1%nat",
    )
    last = [] if varies else ["1%nat", f"(conj (le_n 1) {'rounds' if runs else '(le_n 1)'})"]
    if hidden:
        put = {"vec": "(embed {} {})", "state": "(fun s => embed {} ({} s))"}
        values = [
            f"(unit {inside} {hidden.index(names.of[key])})"
            if key[0] == "unit"
            else put[key[0]].format(inside, value)
            if key in used and key[0] in put
            else value
            for key, value in zip(names.of, values, strict=True)
        ]
        call = [lemma, f"(wide {inside})", rounds, *values]
        call += ["ltac:(units)"] * len(known)
        how = [f"pose proof ({' '.join(call)}) as A."]
        for h in main.root.step.hypotheses:
            how.append(f"specialize (A ltac:(unfold {main.hyps[h]}; embedded)).")
        how += [
            "intros t Ht." if varies else "",
            f"specialize (A {' '.join(last or ['t', 'Ht'])}).",
        ]
        how += ["unembed A. exact A."]
    else:
        call = [lemma, inside, rounds, *values, *known, *rests, *last]
        how = [("refine ({}); apart." if "_" in known else "exact ({}).").format(" ".join(call))]
    out = [
        f"(* {name}, written by perclib.proof.coq_export; for coqc after Preamble, Laws, Units *)"
    ]
    out += [f"Require Import Laws{' Units' if hidden else ''}."]
    out += ['Set Default Proof Using "All".', ""]
    for part in parts:
        out += part.text()
    lines = "".join(f"\n    ({a} : {b})" for a, b in binders)
    out += [f"Theorem {name}{lines} :\n  {text}.", "Proof.", *(f"  {x}" for x in how if x), "Qed."]
    return "\n".join([*out, f"Print Assumptions {name}.", ""])


def _last(name: str, names: _Names) -> str:
    values = sorted(names.of.values(), key=len, reverse=True)
    return next((v for v in values if name.endswith("_" + v)), "")


def _labels(labels: list[str], taken: set[str]) -> list[str]:
    out: list[str] = []
    for label in labels:
        new = re.sub(r"\W+", "_", label).strip("_") or "H"
        while new in {*taken, *out, *_TAKEN, "rounds"}:
            new += "_"
        out.append(new)
    return out
