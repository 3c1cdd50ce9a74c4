"""A theorem for Coq: its derivation, step by step, as lemmas that Coq proves again.

Nothing here is trusted: what is written is a claim until ``coqc`` has accepted it.  A file needs
those of the folder ``coq`` beside it, compiled in the order of ``FILES``: the preamble, which says
what a vector, a sum and a power are; their laws, the kernel's axioms among them, proved; and one
more orthonormal family for any space, for proofs that use one where the theorem speaks of none.

Each fact that was made by a certificate, by cases, by induction, by discharge or as an instance is
one lemma, on the same hypotheses, unless it only applies an axiom.  Facts that an instance is made
of are in a section of their own, so that the instance is an application to other names.  The file
ends with the theorem; if it divides, with a second one: on the same hypotheses, nothing that is
divided by is zero; and with one for each step of its proof that has a label, on the hypotheses that
the step rests on.

The terms are written by ``_coq_terms``, what the kernel's arithmetic knows without a word is proved
by ``_coq_normal``, and the derivation is written by ``_coq_sections``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

from perclib.proof._coq_sections import Section, sections_of
from perclib.proof._coq_statements import at_rounds, bind, say, say_claim, say_hypothesis
from perclib.proof._coq_terms import (
    DEFAULTS,
    TAKEN,
    TYPES,
    Names,
    parts_of,
)
from perclib.proof.display import label_of, same_proof
from perclib.proof.facts import key_of, step_of
from perclib.proof.kernel import Claim, Fact, Hypothesis, ProofError, Term, free_in
from perclib.proof.theorems import Theorem, derivation

HEADER = """(* {name}, written by perclib.proof.coq_export.
   To compile it: coqc Preamble.v; coqc Laws.v; coqc Units.v; coqc {name}.v
   Its derivation comes first, which Coq checks and nobody has to read; then what it states, in
   the words of Preamble.v, where it divides, that what it divides by is not zero, and the steps
   of its proof. *)"""
FILES = tuple(Path(__file__).parent / "coq" / f"{a}.v" for a in ("Preamble", "Laws", "Units"))


def export(theorem: Theorem) -> tuple[str, str]:
    """Write a theorem for Coq, with its derivation.

    Parameters
    ----------
    theorem : Theorem

    Returns
    -------
    name, text : str
        The name of the theorem in Coq, and the file: ``name.v``; if it divides, it has a second
        theorem, ``name_divisors``, and for each step one with the step's label.

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
    name, hypotheses = word(theorem.name), theorem.hypotheses
    steps = steps_of(theorem.fact, hypotheses)
    return name, write_file(name, theorem.fact, hypotheses, theorem.divisors, steps)


def export_step(name: str, fact: Fact) -> tuple[str, str]:
    """Write a step that leads to no theorem for Coq, with its derivation.

    Parameters
    ----------
    name : str
    fact : Fact

    Returns
    -------
    name, text : str
        The name of the step in Coq, and the file: ``name.v``.

    Raises
    ------
    ProofError
        If it speaks of what the files for Coq have no name for.

    Examples
    --------
    >>> from perclib.proof import Proof
    >>> fact = Proof(numbers="a").step("a square", "a**2 >= 0", "square: a")
    >>> print(export_step("step a square", fact)[1].split("Theorem ")[1].split("Proof")[0])
    step_a_square
        (a : R) :
      a ^ 2 >= 0.
    <BLANKLINE>
    """
    name = word(name)
    return name, write_file(name, fact, fact.hypotheses, {}, steps_of(fact, fact.hypotheses))


def export_steps(name: str, facts: Sequence[Fact]) -> tuple[str, str]:
    r"""Write some steps into one file for Coq, with their derivation.

    Parameters
    ----------
    name : str
    facts : sequence of Fact
        The last is the theorem that has the file's name, the others stand beside it.

    Returns
    -------
    name, text : str
        The name of the last step in Coq, and the file: ``name.v``.

    Raises
    ------
    ProofError
        If one of them speaks of what the files for Coq have no name for.

    Examples
    --------
    >>> from perclib.proof import Proof
    >>> proof = Proof(numbers="a b")
    >>> facts = [proof.step(x, f"{x}**2 >= 0", f"square: {x}") for x in "ab"]
    >>> name, text = export_steps("two squares", facts)
    >>> print(*(line for line in text.splitlines() if line.startswith("Theorem")), sep="\n")
    Theorem two_squares
    Theorem two_squares_a
    """
    name, (*others, last) = word(name), facts
    beside = {label_of(fact): fact for fact in others}
    return name, write_file(name, last, last.hypotheses, {}, beside)


def stated(
    name: str, fact: Fact, hypotheses: Collection[Hypothesis], others: Sequence[Fact] | None = None
) -> dict[Hashable, str]:
    """Say by which theorems of a file some facts are stated, as far as they can be.

    Parameters
    ----------
    name : str
        What the file is called in words.
    fact : Fact
        The one that has the file's name.
    hypotheses : collection of Hypothesis
    others : sequence of Fact, optional
        What is stated beside it; otherwise the steps that lead to it.

    Returns
    -------
    names : dict of a fact's key to str

    Examples
    --------
    >>> from perclib.proof import Proof
    >>> fact = Proof(numbers="a").step("a square", "a**2 >= 0", "square: a")
    >>> list(stated("a square", fact, ()).values())
    ['a_square']
    """
    if others is None:
        steps = steps_of(fact, hypotheses)
    else:
        steps = {label_of(other): other for other in others}
    labels = _labels(list(steps), {"divisors"})
    beside = {
        key_of(step): f"{word(name)}_{a}" for a, step in zip(labels, steps.values(), strict=True)
    }
    return beside | {key_of(fact): word(name)}


def steps_of(fact: Fact, hypotheses: Collection[Hypothesis]) -> dict[str, Fact]:
    """List the steps that lead to a fact in its proof, by label.

    What they rest on are some hypotheses, and what is supposed of one round.

    Parameters
    ----------
    fact : Fact
    hypotheses : collection of Hypothesis

    Returns
    -------
    steps : dict of str to Fact
    """
    return {
        label_of(f): f
        for f in derivation(fact)
        if label_of(f)
        and f is not fact
        and step_of(f).rule not in ("hypothesis", "axiom")
        and same_proof(f, fact)
        and all(h.local or h in hypotheses for h in step_of(f).hypotheses)
    }


def word(text: str) -> str:
    """Make a name for Coq, of letters that cannot be taken for others.

    >>> word("Young's inequality, for q = 1")
    'Young_s_inequality_for_q_1'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"\W+", "_", plain).strip("_")


def write_file(
    name: str,
    fact: Any,
    hypotheses: Iterable[Hypothesis],
    divisors: Mapping[Term, Any] | None = None,
    steps: Mapping[str, Any] | None = None,
) -> str:
    """Write a file: the derivation of a fact, and what it proves under some hypotheses.

    Parameters
    ----------
    name : str
        The name of the theorem in Coq.
    fact : Fact
    hypotheses : iterable of Hypothesis
        Those that the fact rests on, in the order of the statement.
    divisors : mapping of Term to Fact, optional
        What the claim and the hypotheses divide by, each with a proof that it is > 0 or < 0: a
        second theorem, ``name_divisors``, says on the same hypotheses that none is zero.
    steps : mapping of str to Fact, optional
        What is stated beside the theorem, as ``name_label``, on what it rests on; but for steps
        about some of the families of units that their proofs use.

    Returns
    -------
    text : str
    """
    divisors, steps, hypotheses = divisors or {}, steps or {}, list(hypotheses)
    sections, home = sections_of([fact, *divisors.values(), *steps.values()])

    context = _Context(step_of(fact).claim, hypotheses, divisors, home[key_of(fact)])
    theorems = [context.stated(name, fact, home)]
    if divisors:
        said = context.not_zero(divisors, home)
        theorems.append(_Stated(f"{name}_divisors", context.binders(), *said))
    labels = _labels(list(steps), {"divisors"})
    for label, step in zip(labels, steps.values(), strict=True):
        own = step_of(step).hypotheses
        rests = [h for h in hypotheses if not h.local and h in own]
        rests += [h for h in own if not h.local and h not in rests]
        rests += [h for h in own if h.local]
        try:
            context = _Context(step_of(step).claim, rests, (), home[key_of(step)])
            theorems.append(context.stated(f"{name}_{label}", step, home))
        except ProofError:  # it speaks of one family of units, and its proof of more
            continue
    wide = any("wide" in line for theorem in theorems for line in theorem.proof)
    out = [HEADER.format(name=name), f"Require Import Laws{' Units' if wide else ''}.", ""]
    for section in sections:
        out += section.text()
    for theorem in theorems:
        out += [f"Theorem {theorem.name}{theorem.binders} :\n  {theorem.claim}.", "Proof."]
        out += [*(f"  {line}" for line in theorem.proof), "Qed."]
    return "\n".join([*out, *(f"Print Assumptions {x.name}." for x in theorems), ""])


class _Stated(NamedTuple):
    """A theorem of a file."""

    name: str
    binders: str
    claim: str
    proof: list[str]


class _Context:
    """What the theorems of a file speak of and suppose, which is the same for all of them."""

    def __init__(
        self, claim: Claim, hypotheses: list[Hypothesis], divisors: Iterable[Term], main: Section
    ) -> None:
        self.names = Names()
        self.names.of = dict(main.names.of)
        said = parts_of([*((h.case, h.claim) for h in hypotheses), claim])
        said = (e[:2] for e in said if e[0] in TYPES and len(e) > 1)
        self.used = list(dict.fromkeys(said))  # in the order of the statement
        kept = {self.names.of[key] for key in self.used}
        self.labels = dict(
            zip(hypotheses, _labels([h.label for h in hypotheses], kept), strict=True)
        )
        self.here = any(h.local for h in hypotheses)  # it is stated of one round t
        self.units = [
            (a, b)
            for a, b in main.families()
            if not self.hidden(main) and _last(a, self.names) in kept
        ]
        says = [(h.local, a, say_hypothesis(h, self.names)) for h, a in self.labels.items()]
        self.assumed = [(a, text) for local, a, text in says if not local]
        self.supposed = [(a, text) for local, a, text in says if local]
        self.space = any(TYPES[tag].endswith("V") for tag, _ in self.used)
        texts = [
            say_claim(claim, self.names),
            *map(self.says_not_zero, divisors),
            *(b for _, b in self.assumed),
        ]
        self.runs = self.here or re.search(r"\bT\b", " ".join(texts)) is not None

    def stated(self, name: str, fact: Any, home: Mapping[Any, Section]) -> _Stated:
        """State a fact, with its proof."""
        claim = say_claim(step_of(fact).claim, self.names, self.here)
        return _Stated(name, self.binders(), claim, self.proof(fact, home))

    def binders(self) -> str:
        """Write what a theorem is about: a space, the rounds, names, and what is supposed."""
        letters: dict[str, list[str]] = {}
        for key in self.used:
            letters.setdefault(TYPES[key[0]], []).append(self.names.of[key])
        first = [("V", "space")] * self.space
        first += [("T", "nat"), ("rounds", "(1 <= T)%nat")] * self.runs
        out = [" ".join(f"({a} : {b})" for a, b in first)] * bool(first)
        out += [f"({' '.join(names)} : {kind})" for kind, names in letters.items()]
        out += [*starmap(bind, self.units + self.assumed)]
        out += ["(t : nat)", bind("Ht", "(1 <= t <= T)%nat")] * self.here
        return "".join(f"\n    {x}" for x in [*out, *starmap(bind, self.supposed)])

    def says_not_zero(self, divisor: Term) -> str:
        """Write that something is not zero, at every round if it speaks of one."""
        varies = free_in(divisor, "t")
        text = at_rounds(f"{say(divisor, self.names)} <> 0", varies)
        return f"({text})" if varies else text

    def not_zero(
        self, divisors: Mapping[Term, Any], home: Mapping[Any, Section]
    ) -> tuple[str, list[str]]:
        """Write that none of some divisors is zero, and the proof."""
        proofs = []
        for fact in divisors.values():
            law = "Rgt_not_eq" if step_of(fact).claim.op == ">" else "Rlt_not_eq"
            first, *rest = self.proof(fact, home, f"apply {law}.")
            proofs += [f"- {first}", *(f"  {line}" for line in rest)]
        more = len(divisors) - 1
        split = [f"refine {'(conj _ ' * more}_{')' * more}."] if more else []
        text = " /\\\n  ".join(map(self.says_not_zero, divisors))
        return text, [*split, *proofs]

    def hidden(self, section: Section) -> list[str]:
        """List the families of units that a proof uses, and no theorem speaks of."""
        of = section.names.of
        out = sorted(of[key] for key in of if key[0] == "unit" and key not in self.used)
        if len(out) > 2 or (out and any(tag == "unit" for tag, _ in self.used)):
            raise ProofError("a proof uses more families of units than the files for Coq make")
        return out

    def proof(self, fact: Any, home: Mapping[Any, Section], first: str = "") -> list[str]:
        """Prove, after a first step, what a fact says, by the lemma of its section."""
        section = home[key_of(fact)]
        own, hidden = section.names.of, self.hidden(section)
        rests = step_of(section.facts[key_of(fact)]).hypotheses
        fixed, local = [h for h in rests if not h.local], [h for h in rests if h.local]
        varies = not self.here and any(free_in(e, "t") for e in step_of(fact).claim[::2])
        one = f"1%nat (conj (le_n 1) {'rounds' if self.runs else '(le_n 1)'})"
        at, rounds = "t Ht" if varies or self.here else one, "T" if self.runs else "1%nat"
        lemma, space = section.ids[key_of(fact)], "V" if self.space else "line"
        values = [
            self.names.of[key] if key in self.used else DEFAULTS.get(key[0], "") for key in own
        ]
        out = [*["intros t Ht."] * varies, *[first] * bool(first)]
        if hidden:
            put = {"vec": "(embed {} {})", "state": "(fun s => embed {} ({} s))"}
            values = [
                f"(unit {space} {hidden.index(own[key])})"
                if key[0] == "unit"
                else put[key[0]].format(space, value)
                if key in self.used and key[0] in put
                else value
                for key, value in zip(own, values, strict=True)
            ]
            units = ["ltac:(units)"] * len(section.families())
            call = " ".join([lemma, f"(wide {space})", rounds, *values, *units])
            out.append(f"pose proof ({call}) as A.")
            say = "specialize (A ltac:(unfold {}; embedded)).".format
            out += [say(section.hyps[h]) for h in fixed] + [f"specialize (A {at})."]
            return [*out, *(say(section.hyps[h]) for h in local), "unembed A. exact A."]
        known = [a if (a, b) in self.units else "_" for a, b in section.families()]
        proofs = [*map(self.named, fixed), at, *map(self.named, local)]
        call = " ".join([lemma, space, rounds, *values, *known, *proofs])
        return [*out, f"refine ({call}); apart." if "_" in known else f"exact ({call})."]

    def named(self, h: Hypothesis) -> str:
        """Give what a hypothesis is called."""
        if h not in self.labels:
            raise ProofError(f"the theorem does not suppose what it rests on: {h.label or h.claim}")
        return self.labels[h]


def _last(name: str, names: Names) -> str:
    values = sorted(names.of.values(), key=len, reverse=True)
    return next((v for v in values if name.endswith("_" + v)), "")


def _labels(labels: list[str], taken: set[str]) -> list[str]:
    out: list[str] = []
    for label in labels:
        new = word(label) or "H"
        while new in {*taken, *out, *TAKEN, "rounds"}:
            new += "_"
        out.append(new)
    return out
