"""The derivation of a fact for Coq: its steps as lemmas, in sections of named hypotheses."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

from perclib.proof import kernel
from perclib.proof._coq_normal import NormalForms, tactic
from perclib.proof._coq_terms import (
    DEFAULTS,
    TYPES,
    Names,
    atomic,
    bare,
    fold,
    normal,
    parts_of,
    sides,
    write,
    write_claim,
    write_gap,
    write_round,
)
from perclib.proof.axioms import AXIOMS
from perclib.proof.facts import key_of, opposite, premises_of, step_of
from perclib.proof.kernel import (
    INDEXED,
    ONE,
    ZERO,
    Claim,
    Hypothesis,
    ProofError,
    Step,
    Term,
    free_in,
    kind,
)

FALSE = Claim(("*", ZERO, ("inv", ZERO)), "==", ONE)  # by which anything is proved from 0 > 0
_LAWS = {
    **{"==": ("by_eq _ _ _", ""), ">=": ("by_ge _ _ _ _", ""), ">": ("by_gt _ _ _ _", "")},
    **{"<=": ("by_ge _ _ _ _", "(Rge_le _ _ "), "<": ("by_gt _ _ _ _", "(Rgt_lt _ _ ")},
}
_GAPS = {">=": "ge", ">": "gt", "<=": "le", "<": "lt", "==": "eq"}


def applied(fact: Any) -> Any:
    """Give what it is an instance of, if that is proved; None for no instance, or of an axiom."""
    made_of = step_of(fact).args[0] if step_of(fact).rule == "instance" else None
    return made_of if made_of is not None and step_of(made_of).rule != "axiom" else None


class _Known(dict[Hypothesis, str]):
    """What is in the context: proofs of hypotheses."""

    def __missing__(self, h: Hypothesis) -> str:
        raise ProofError(f"a step rests on what it does not name: {h.label or h.claim}")


class Section:
    """The facts that one fact is made of, but for those that instances are made of."""

    def __init__(self, name: str, root: Any, others: dict[Any, Section]) -> None:
        self.name, self.others, self.names = name, others, Names()
        self.facts: dict[Any, Any] = {}
        self.gather(root)
        self.hyps: dict[Hypothesis, str] = {}
        self.lemmas: list[str] = []
        self.forms = NormalForms(name, self.names, self.lemmas)
        self.ids: dict[Any, str] = {}
        said = [(step_of(f).claim, step_of(f).hypotheses) for f in self.facts.values()]
        said += [
            _strip(step_of(f).args)
            for f in self.facts.values()
            if applied(f) or not self.applies(f)
        ]
        for e in parts_of(said):
            if e[0] in TYPES and len(e) > 1 and type(e[1]) is str:
                self.names(e[0], e[1])
        for f in self.facts.values():
            if self.applies(f):  # a family that the other section speaks of
                for key in others[key_of(applied(f) or f)].names.of:
                    if key[0] == "unit":
                        self.names(*key)
            if step_of(f).rule == "axiom":
                for letter in _letters(step_of(f).args[0]):
                    self.names(*letter)
        for f in self.facts.values():
            if f is self.facts[key_of(root)] or not self.inline(f):
                self.prove(f)

    def gather(self, root: Any) -> None:
        """List the facts, premises first."""
        waiting = [(root, False)]
        while waiting:
            f, done = waiting.pop()
            if key_of(f) in self.facts:
                continue
            if done:
                self.facts[key_of(f)] = f
            else:
                waiting.append((f, True))
                if not self.applies(f):
                    waiting += [(g, False) for g in reversed(premises_of(f))]

    def applies(self, f: Any) -> bool:
        """Whether it, or what it is an instance of, is proved in a section before."""
        return key_of(f) in self.others or applied(f) is not None

    def inline(self, f: Any) -> bool:
        """Whether its proof is written where it is used, without a lemma."""
        rule = step_of(f).rule
        if rule == "discharge":
            return not self.applies(f) and self.inline(step_of(f).args[0])
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
        claim = write_claim(h.claim, self.names)
        if not h.rounds:
            return claim
        case = "".join(write_claim(c.claim, self.names) + " -> " for c in h.case)
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
        f = self.facts[key_of(f)]
        step = step_of(f)
        if key_of(f) in self.ids:
            fixed = [known[h] for h in step.hypotheses if not h.local]
            local = [known[h] for h in step.hypotheses if h.local]
            return f"({' '.join([self.ids[key_of(f)], *fixed, t, ht, *local])})"
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
        put = {key: atomic(self.at_round(value, t)) for key, value in new}
        letters = [put.get(key) or self.names(*key) for key in _letters(name)]
        if name in ("first round", "last round"):
            letters = ["T", t, ht]
        premises = [known[h] for h in (self.images(f) if new else step.hypotheses)]
        return f"({' '.join(['ax_' + name.replace(' ', '_'), *letters, *premises])})"

    def at_round(self, e: Term, t: str) -> str:
        """Write what is put for a letter, at a round."""
        text = write(e, self.names)
        return text if t == "t" or not free_in(e, "t") else f"((fun t => {text}) {t})"

    def images(self, f: Any) -> list[Hypothesis]:
        """List what the hypotheses of a fact become in its instance, in their order."""
        fact, new = step_of(f).args
        table = dict(new)
        out = []
        for h in step_of(fact).hypotheses:
            claim = Claim(*kernel.image(tuple(h.claim), table))
            flags = [table.get(("flag", a), ("flag", a))[1] for a in h.rounds[:-1]]
            new_h = Hypothesis(h.label, claim, (*flags, *h.rounds[-1:]))
            primed = new_h._replace(label=h.label + "'") if h.label and new_h != h else new_h
            out.append(primed)
        return out

    # Proofs

    def prove(self, f: Any) -> None:
        """Write a fact as a lemma."""
        step = step_of(f)
        fixed = [(self.hyp(h), h) for h in step.hypotheses if not h.local]
        local = [(self.hyp(h), h) for h in step.hypotheses if h.local]
        known = _Known((h, "h" + n.partition("_H")[2]) for n, h in (*fixed, *local))
        binders = [f"({known[h]} : {n})" for n, h in fixed]
        binders += ["(t : nat) (Ht : (1 <= t <= T)%nat)"]
        binders += [f"({known[h]} : {n} t)" for n, h in local]
        how = self.by_application if self.applies(f) else getattr(self, f"by_{step.rule}", None)
        proof = how(f, known) if how else [f"exact {self.term(f, known)}."]
        name = f"{self.name}_{len(self.ids)}"
        self.ids[key_of(f)] = name
        head = f"Lemma {name} {' '.join(binders)} :\n  {write_claim(step.claim, self.names)}."
        self.lemmas.append(
            "\n  ".join([f"(* {step.rule} *)\n{head}\nProof using All.", *proof]) + "\nQed."
        )

    def by_certificate(self, f: Any, known: _Known) -> list[str]:
        """Write the gap of the goal as the sum of its terms: an identity, from normal forms.

        The terms are not written: Coq reads off the proofs of their signs what they are.
        """
        goal, terms = step_of(f).args
        vectors = kind(goal.lhs) == "vector"
        says = [goal.gap]
        positive: list[tuple[str, bool]] = []
        zero: list[str] = []
        for weight, facts in terms:
            if kind(weight) == "number" and normal(weight) == {}:
                continue
            claims = [step_of(g).claim for g in facts]
            if FALSE in claims:
                return [f"exact (absurd _ {self.term(facts[claims.index(FALSE)], known)})."]
            by = "z"
            if kind(weight) == "vector" and any(kind(c.lhs) == "vector" for c in claims):
                by = atomic(write(weight, self.names))
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
        return [*out, refine, *self.forms.identity(says, vectors)]

    def term_of_gap(self, f: Any, known: _Known, by: str) -> str:
        """Write the proof that the gap of a fact has its sign; for vectors, multiplied by one."""
        c, proof = step_of(f).claim, self.term(f, known)
        if kind(c.lhs) == "vector":
            return f"(dot_gap {by} _ _ {proof})"
        return f"({_GAPS[c.op]}_gap _ _ {proof})"

    def product_with_zero(self, weight: Term, claims: list[Claim], proofs: list[str]) -> str:
        """Prove that a weight times the gaps of some claims is 0, since one of them is."""
        equations = [n for n, c in enumerate(claims) if c.op == "=="]
        zero = max(equations, key=lambda n: kind(claims[n].lhs) == "vector")
        others = [write_gap(c, self.names) for n, c in enumerate(claims) if n != zero]
        factor = atomic(write(weight, self.names))
        if kind(weight) == "vector":
            factor = f"⟨z, {bare(factor)}⟩"
        if others:
            return f"(zero_product {factor} _ {fold('*', others, '1')} {proofs[zero]})"
        return proofs[zero] if weight == ONE else f"(zero_times {factor} _ {proofs[zero]})"

    def by_cases(self, f: Any, known: _Known) -> list[str]:
        """Split at the sign of a gap, or at the value of a flag."""
        first, second = step_of(f).args
        rests = [step_of(f).hypotheses for f in (first, second)]
        pairs = [(h, g) for h in rests[0] for g in rests[1] if opposite(h, g)]
        if not pairs:
            raise ProofError("the two cases do not rest on opposite assumptions")
        h, g = pairs[0]
        if h.claim.op == "==":
            one, none = (first, h), (second, g)
            if h.claim.rhs != ONE:
                one, none = none, one
            flag = write(h.claim.lhs, self.names).removeprefix("ind ")
            return [
                f"destruct (ind_cases {flag}) as [Z|Z].",
                *(f"- exact {self.term(f, _Known({**known, x: 'Z'}))}." for f, x in (one, none)),
            ]
        (f, a), (f_, b) = ((first, h), (second, g)) if h.claim.strict else ((second, g), (first, h))
        high, low = (write(e, self.names) for e in sides(a.claim))
        out = [f"destruct (Rlt_le_dec {atomic(low)} {atomic(high)}) as [Z|Z]."]
        other = "Z"
        if sides(b.claim) != sides(a.claim)[::-1]:
            says = f"{write_gap(b.claim, self.names)} = - {write_gap(a.claim, self.names)}"
            by = tactic(" ".join(self.forms.identity([a.claim.gap, b.claim.gap])))
            other = f"(turned _ _ _ _ (ltac:({by}) : {says}) Z)"
        other = f"(Rle_ge _ _ {other})" if b.claim.op == ">=" else other
        return [
            *out,
            f"- exact {self.term(f, _Known({**known, a: 'Z'}))}.",
            f"- exact {self.term(f_, _Known({**known, b: other}))}.",
        ]

    def by_induct(self, f: Any, known: _Known) -> list[str]:
        """Go from round 1 to the next and the next."""
        claim, base, next_, end = step_of(f).args
        said, last = Hypothesis("", claim), write_round(*end)
        text = write_claim(claim, self.names)
        return [
            f"refine (induction T (fun t => {text}) _ _ {last} _); [| |lia].",
            f"- exact {self.term(base, known)}.",
            f"- clear t Ht. intros t Ht I. exact {self.term(next_, _Known({**known, said: 'I'}))}.",
        ]

    def by_discharge(self, f: Any, known: _Known) -> list[str]:
        """Put a proof for a hypothesis."""
        return [f"exact {self.discharged(step_of(f), known)}."]

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
        fact = applied(f) or f
        other, table = self.others[key_of(fact)], dict(step_of(f).args[1] if applied(f) else ())
        values = []
        for (tag, name), _ in other.names.of.items():
            if (tag, name) in table:
                value = table[tag, name]
                if tag == "flag":
                    values.append(self.names("flag", value[1]))
                else:
                    text = write(value, self.names)
                    values.append(f"(fun t => {text})" if tag in INDEXED else atomic(text))
            elif (tag, name) in self.names.of:
                values.append(self.names(tag, name))
            else:
                values.append(self.default(tag, name))
        now = self.images(f) if applied(f) else step_of(fact).hypotheses
        images = dict(zip(step_of(fact).hypotheses, now, strict=True))
        rests = step_of(other.facts[key_of(fact)]).hypotheses
        fixed = [known[images[h]] for h in rests if not h.local]
        local = [known[images[h]] for h in rests if h.local]
        units = ["_"] * len(other.families())
        call = [other.ids[key_of(fact)], "V", "T", *values, *units, *fixed, "t", "Ht", *local]
        return [f"refine ({' '.join(call)}); apart."] if units else [f"exact ({' '.join(call)})."]

    def default(self, tag: str, name: str) -> str:
        """Give anything for a name that nothing is said of."""
        if tag not in DEFAULTS:
            raise ProofError(f"a family {name} is used that nothing is said of")
        return DEFAULTS[tag]

    # Normal forms

    def text(self) -> list[str]:
        """Write the section."""
        out = [f"Section {self.name}.", "Variable V : space.", "Variable T : nat."]
        for (tag, _), name in self.names.of.items():
            out.append(f"Variable {name} : {TYPES[tag]}.")
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


def _strip(x: Any) -> Any:
    """Leave the facts out of the arguments of a rule."""
    return tuple(map(_strip, x)) if type(x) is tuple else None if hasattr(type(x), "step") else x


def _name_of(fact: Any) -> str:
    name: str = step_of(fact).args[0]
    return name


def _letters(name: str) -> list[tuple[str, str]]:
    """List the letters of an axiom in the order in which its lemma takes them."""
    found = {e[:2] for e in parts_of(AXIOMS[name]) if e[0] in ("var", "vec")}
    return sorted(found, key=lambda e: (e[0], e[1]))


def sections_of(facts: Iterable[Any]) -> tuple[list[Section], dict[Any, Section]]:
    """Give the sections of some facts, those first that others apply, and where each is proved."""
    roots: dict[Any, Any] = {}

    def visit(root: Any) -> None:
        seen, waiting = set(), [root]
        while waiting:
            f = waiting.pop()
            if id(f) in seen:
                continue
            seen.add(id(f))
            if applied(f):
                if key_of(applied(f)) not in roots:
                    visit(applied(f))
            else:
                waiting += premises_of(f)
        roots.setdefault(key_of(root), root)

    for fact in facts:
        visit(fact)
    sections: list[Section] = []
    proved: dict[Any, Section] = {}
    for key, root in roots.items():
        if key not in proved:
            new = Section(f"F{len(sections)}", root, dict(proved))
            sections.append(new)
            whole = not any(tag == "unit" for tag, _ in new.names.of)
            proved |= {k: new for k in new.ids if (whole and k not in proved) or k == key}
    return sections, proved
