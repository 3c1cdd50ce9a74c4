"""The derivation of a fact for Coq: each step as a lemma that stands by itself.

A lemma binds all that it speaks of, and is named by what it states, a digest of its binders and its
claim: two lemmas of one name, in whichever files, state the same, and one proof is enough.  What a
hypothesis says is a definition with a name of the same kind.

Most facts are in several files.  A lemma that was written is written again as it was, if all that
its text is made of is the same: the names, the facts that its proof uses, and their lemmas.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from prover import kernel
from prover.axioms import AXIOMS
from prover.coq.letters import (
    ROUNDS,
    Key,
    Letters,
    is_local,
    letters_in,
    letters_of_hypothesis,
    proved,
    stated,
)
from prover.coq.normal import NormalForms, tactic
from prover.coq.terms import (
    Page,
    Part,
    atomic,
    bare,
    fold,
    is_vector,
    normal,
    parts_of,
    sides,
    write,
    write_claim,
    write_gap,
    write_round,
)
from prover.facts import key_of, once, opposite, premises_of, step_of
from prover.kernel import (
    INDEXED,
    ONE,
    ZERO,
    Claim,
    Fact,
    Hypothesis,
    ProofError,
    Step,
    Term,
    free_in,
)

FALSE = Claim(("*", ZERO, ("inv", ZERO)), "==", ONE)  # by which anything is proved from 0 > 0
_LAWS = {
    **{"==": ("by_eq _ _ _", ""), ">=": ("by_ge _ _ _ _", ""), ">": ("by_gt _ _ _ _", "")},
    **{"<=": ("by_ge _ _ _ _", "(Rge_le _ _ "), "<": ("by_gt _ _ _ _", "(Rgt_lt _ _ ")},
}
_GAPS = {">=": "ge", ">": "gt", "<=": "le", "<": "lt", "==": "eq"}


@once
def _own_letters(fact: Fact) -> frozenset[Key]:
    """List the letters of a fact, and of its proof without those of what it was made of."""
    step = step_of(fact)
    own = letters_in(step.claim).union(*map(letters_of_hypothesis, step.hypotheses))
    if step.rule == "axiom":
        own |= set(_letters(step.args[0]))
    if step.rule == "certificate":
        own |= letters_in(*(weight for weight, _ in step.args[1]))
    return frozenset(own)


def applied(fact: Any) -> Any:
    """Give what it is an instance of, if that is proved; None for no instance, or of an axiom."""
    made_of = step_of(fact).args[0] if step_of(fact).rule == "instance" else None
    return made_of if made_of is not None and step_of(made_of).rule != "axiom" else None


class _Known(dict[Hypothesis, str]):
    """What is in the context: proofs of hypotheses."""

    def __missing__(self, h: Hypothesis) -> str:
        raise ProofError(f"a step rests on what it does not name: {h.label or h.claim}")


class Lemma(NamedTuple):
    """A fact as a lemma: its name, what it binds, and what it rests on, that of round t last."""

    name: str
    letters: Letters
    rests: list[Hypothesis]

    def parts(self) -> Iterator[list[Hypothesis]]:
        """Give what it rests on: of all rounds, and of round t."""
        return ([h for h in self.rests if is_local(h) == one] for one in (False, True))

    def applied(self, call: list[str], proofs: Mapping[Hypothesis, str], at: list[str]) -> str:
        """Apply it: to its letters, to a round if it speaks of rounds, and to proofs."""
        fixed, local = ([proofs[h] for h in part] for part in self.parts())
        return " ".join([*call, *fixed, *(at if ROUNDS in self.letters else ()), *local])


class _Written(NamedTuple):
    """A lemma as it was written, with its letters, and the facts that its proof uses.

    Of each of these: by what it says, which fact this is, and its lemma, if it has one.
    """

    part: Part[Lemma]
    letters: set[Key]
    uses: dict[Any, tuple[Any, Lemma | None]]


_WRITTEN: weakref.WeakKeyDictionary[Any, _Written] = weakref.WeakKeyDictionary()


class Derivation:
    """The lemmas of some facts, and the definitions of what these rest on, by name."""

    def __init__(self, facts: Iterable[Any]) -> None:
        facts = list(facts)
        self.page = Page()
        self.names = self.page.names
        self.facts: dict[Any, Any] = {}
        self.letters: dict[Any, set[Key]] = {}
        self.lemmas: dict[Any, Lemma] = {}
        self.hyps: dict[Hypothesis, Part[str]] = {}
        self.uses: dict[Any, tuple[Any, Lemma | None]] = {}
        for fact in facts:
            self.gather(fact)
        self.forms = NormalForms(self.page)
        self.counts = Counter(key_of(g) for f in self.facts.values() for g in premises_of(f))
        roots = {key_of(f) for f in (*facts, *filter(None, map(applied, self.facts.values())))}
        for key, f in self.facts.items():
            if key in roots or not self.inline(f):
                self.prove(f)

    def prove(self, f: Any) -> None:
        """Write a fact as a lemma, or as it was written before."""
        key, made = key_of(f), _WRITTEN.get(f)
        same = made is not None and made.letters == self.letters[key] and self.same(made.uses)
        if made is None or not same or not self.page.fits(made.part):
            self.uses = {}
            part = self.page.part(lambda: self.written(f))
            _WRITTEN[f] = made = _Written(part, self.letters[key], self.uses)
        self.lemmas[key] = self.page.put(made.part)

    def same(self, uses: Mapping[Any, tuple[Any, Lemma | None]]) -> bool:
        """Whether facts have the same lemmas here; one without a lemma is to be the same fact."""
        return all(
            self.lemmas.get(key) == lemma and (lemma is not None or self.facts.get(key) is f)
            for key, (f, lemma) in uses.items()
        )

    def gather(self, root: Any) -> None:
        """List the facts, premises first, and what each of them and its proof speak of."""
        waiting = [(root, False)]
        while waiting:
            f, done = waiting.pop()
            if key_of(f) in self.facts:
                continue
            if done:
                self.facts[key_of(f)], self.letters[key_of(f)] = f, self.letters_of(f)
            else:
                waiting.append((f, True))
                waiting += [(g, False) for g in reversed(premises_of(f))]

    def letters_of(self, f: Any) -> set[Key]:
        """List the letters of a fact and of its proof."""
        own, step = set(_own_letters(f)), step_of(f)
        of = set[Key]().union(*(self.letters[key_of(g)] for g in premises_of(f)))
        if step.rule == "instance":
            put = dict(step.args[1])
            values = letters_in(*(put[key] for key in of if key in put))
            return own | values | {key for key in of if key not in put}
        return own | of

    def inline(self, f: Any) -> bool:
        """Whether its proof is written where it is used, without a lemma.

        It is, if it is one name, or stands in one place and needs no tactic.
        """
        return _is_short(f) or (self.counts[key_of(f)] == 1 and self.is_term(f))

    def is_term(self, f: Any) -> bool:
        """Whether its proof is a term, and no tactics."""
        rule, made_of = step_of(f).rule, applied(f)
        if made_of:
            return not list(self.lemmas[key_of(made_of)].letters.families(self.names))
        return rule == "discharge" or (rule == "certificate" and _clash(f) is not None)

    # What is in the context

    def hyp(self, h: Hypothesis) -> str:
        """Name what a hypothesis says, of the letters that it speaks of."""
        if h not in self.hyps:
            self.hyps[h] = self.page.part(lambda: self.defined(h))
        return self.page.put(self.hyps[h])

    def defined(self, h: Hypothesis) -> str:
        """Define what a hypothesis says; give the name, with its letters."""
        letters = Letters(letters_of_hypothesis(h))
        local = ["(t : nat)"] * is_local(h)
        name, text = stated("Definition", [*letters.binders(self.names), *local], self.says(h))
        self.page.texts[name] = text
        return " ".join([name, *letters.called(self.names), *["t"] * is_local(h)])

    def says(self, h: Hypothesis) -> str:
        """Write what a hypothesis says."""
        claim = write_claim(h.claim, self.names)
        if not h.rounds:
            return claim
        case = "".join(write_claim(c.claim, self.names) + " -> " for c in h.case)
        return f"forall t : nat, (1 <= t <= T)%nat -> {case}{claim}"

    def term(self, f: Any, known: _Known, t: str = "t", ht: str = "Ht") -> str:
        """Write the proof of a fact from what is known of round t."""
        f, lemma = self.used(f)
        step = step_of(f)
        if lemma is not None:
            call = lemma.letters.call(lemma.name, self.names)
            return f"({lemma.applied(call, known, [t, ht])})"
        if step.rule == "discharge":
            return self.discharged(step, known, t, ht)
        if step.rule == "hypothesis":
            h = step.hypotheses[0]
            if not h.rounds:
                return known[h]
            return f"({' '.join([known[h], t, ht, *(known[c] for c in h.case)])})"
        if step.rule == "certificate":
            return f"(absurd ({self.claim_at(f, t)}) {self.term(_clash(f), known, t, ht)})"
        if applied(f):
            return f"({self.application(f, known, t, ht)} : {self.claim_at(f, t)})"
        name, new = (
            (step.args[0], ()) if step.rule == "axiom" else (_name_of(step.args[0]), step.args[1])
        )
        put = {key: atomic(self.at_round(value, t)) for key, value in new}
        letters = [put.get(key) or self.names(*key) for key in _letters(name)]
        if name in ("first round", "last round"):
            letters = ["T", t, ht]
        premises = [known[h] for h in (self.images(f) if new else step.hypotheses)]
        return f"({' '.join(['ax_' + name.replace(' ', '_'), *letters, *premises])})"

    def used(self, f: Any) -> tuple[Any, Lemma | None]:
        """Give the fact here that says what a fact says, and its lemma, if it has one."""
        key = key_of(f)
        self.uses[key] = self.facts[key], self.lemmas.get(key)
        return self.uses[key]

    def claim_at(self, f: Any, t: str) -> str:
        """Write what a fact says, at a round."""
        claim = step_of(f).claim
        text = write_claim(claim, self.names)
        return (
            text
            if t == "t" or not any(free_in(e, "t") for e in sides(claim))
            else (f"(fun t => {text}) {t}")
        )

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

    def written(self, f: Any) -> Lemma:
        """Write a fact as a lemma, for the first time or of other facts than before."""
        step, letters = step_of(f), Letters(self.letters[key_of(f)])
        rests = sorted(step.hypotheses, key=lambda h: (is_local(h), self.hyp(h)))
        known = _Known((h, f"h{n}") for n, h in enumerate(rests, 1))
        binders = letters.supposing(self.names)
        binders += [f"({known[h]} : {self.hyp(h)})" for h in rests if not is_local(h)]
        binders += ["(t : nat) (Ht : (1 <= t <= T)%nat)"] * (ROUNDS in letters)
        binders += [f"({known[h]} : {self.hyp(h)})" for h in rests if is_local(h)]
        how = self.by_application if applied(f) else getattr(self, f"by_{step.rule}", None)
        proof = how(f, known) if how else [f"exact {self.term(f, known)}."]
        name, head = stated("Lemma", binders, write_claim(step.claim, self.names))
        self.page.texts.setdefault(name, "\n".join([head, *proved(proof, step.rule)]))
        return Lemma(name, letters, rests)

    def by_certificate(self, f: Any, known: _Known) -> list[str]:
        """Write the gap of the goal as the sum of its terms: an identity, from normal forms.

        The terms are not written: Coq reads off the proofs of their signs what they are.
        """
        if _clash(f) is not None:
            return [f"exact (absurd _ {self.term(_clash(f), known)})."]
        goal, terms = step_of(f).args
        vectors = is_vector(goal.lhs)
        says = [goal.gap]
        positive: list[tuple[str, bool]] = []
        zero: list[str] = []
        for weight, facts in terms:
            if not _counts(weight):
                continue
            claims = [step_of(g).claim for g in facts]
            by = "z"
            if is_vector(weight) and any(is_vector(c.lhs) for c in claims):
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
        if is_vector(c.lhs):
            return f"(dot_gap {by} _ _ {proof})"
        return f"({_GAPS[c.op]}_gap _ _ {proof})"

    def product_with_zero(self, weight: Term, claims: list[Claim], proofs: list[str]) -> str:
        """Prove that a weight times the gaps of some claims is 0, since one of them is."""
        equations = [n for n, c in enumerate(claims) if c.op == "=="]
        zero = max(equations, key=lambda n: is_vector(claims[n].lhs))
        others = [write_gap(c, self.names) for n, c in enumerate(claims) if n != zero]
        factor = atomic(write(weight, self.names))
        if is_vector(weight):
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
        """Apply the lemma that it is an instance of; a tactic finds that families are apart."""
        call = self.application(f, known)
        return [f"exact ({call})." if self.is_term(f) else f"refine ({call}); apart."]

    def application(self, f: Any, known: _Known, t: str = "t", ht: str = "Ht") -> str:
        """Apply the lemma that it is an instance of to other names."""
        fact, put = step_of(f).args[0], dict(step_of(f).args[1])
        _, lemma = self.used(fact)
        assert lemma is not None  # it was written before what applies it
        values = []
        for (tag, name), own in zip(lemma.letters, lemma.letters.called(self.names), strict=True):
            value = put.get((tag, name))
            if value is None:
                values.append(own)
            elif tag == "flag":
                values.append(self.names("flag", value[1]))
            else:
                of_rounds = f"(fun t => {write(value, self.names)})"
                values.append(of_rounds if tag in INDEXED else atomic(self.at_round(value, t)))
        images = dict(zip(step_of(fact).hypotheses, self.images(f), strict=True))
        proofs = {h: known[images[h]] for h in lemma.rests}
        units = ["_" for _ in lemma.letters.families(self.names)]
        return lemma.applied([lemma.name, *values, *units], proofs, [t, ht])


def _is_short(f: Any) -> bool:
    """Whether its proof is that of a hypothesis, or of an axiom."""
    rule = step_of(f).rule
    if rule == "discharge":
        return _is_short(step_of(f).args[0])
    return rule in ("hypothesis", "axiom") or (rule == "instance" and not applied(f))


def _clash(f: Any) -> Any:
    """Give the fact that cannot hold, of which a certificate makes another; None if it has none."""
    facts = (g for weight, facts in step_of(f).args[1] if _counts(weight) for g in facts)
    return next((g for g in facts if step_of(g).claim == FALSE), None)


def _counts(weight: Term) -> bool:
    return is_vector(weight) or normal(weight) != {}


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
