"""A theorem for Coq: its derivation, step by step, as lemmas that Coq proves again.

Nothing here is trusted: what is written is a claim until ``coqc`` has accepted it.  A file needs
the files of the folder ``coq``, compiled in the order of ``FILES``.  The preamble defines vectors,
sums and powers; the second file proves their laws, the kernel's axioms among them; the third adds
two orthonormal families to any space, for proofs that use families although their theorem mentions
none; the last has points with coordinates, for examples.

Each fact that was made by a certificate, by cases, by induction, by discharge or as an instance is
one lemma, on the same hypotheses, unless it only applies an axiom.  A lemma quantifies over every
name that occurs in it, and its own name is made from what it states.  The file ends with the
theorem.  If the theorem divides, a second one follows: on some of its hypotheses no divisor is
zero.  Then come an example, in which the hypotheses hold on the data of the witness, and a theorem
for each step of the proof that is asked for, on the hypotheses that the step rests on.

A file stands by itself; `development` makes one library of many, in which each lemma is proved
once.

The terms are written by ``terms``, the derivation by ``lemmas``, and examples by
``examples``; ``normal`` proves what the kernel's arithmetic does by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, starmap
from pathlib import Path
from typing import Any, NamedTuple

from prover.coq import examples
from prover.coq.lemmas import Derivation
from prover.coq.letters import (
    ROUNDS,
    SPACE,
    WIDTH,
    Key,
    Letters,
    is_local,
    lines_of,
    proved,
)
from prover.coq.statements import at_rounds, bind, say, say_claim, say_hypothesis
from prover.coq.terms import (
    DEFAULTS,
    TAKEN,
    TYPES,
    Names,
    parts_of,
)
from prover.display import label_of, same_proof
from prover.facts import key_of, step_of
from prover.kernel import Claim, Fact, Hypothesis, ProofError, Term, free_in
from prover.theorems import Theorem, derivation

HEADER = """(* {name}, written by prover.coq.export.
   Its derivation comes first, which Coq checks and nobody has to read; then what it states, in
   the words of Preamble.v, and where it divides, that what it divides by is not zero.{more} *)
From Perclib Require Import {laws}."""
BASE = ("Preamble", "Laws", "Units", "Points")
FILES = tuple(Path(__file__).parent / f"{a}.v" for a in BASE)


def export(theorem: Theorem, steps: Collection[Fact] = ()) -> tuple[str, str]:
    """Write a theorem for Coq, with its derivation.

    Parameters
    ----------
    theorem : Theorem
    steps : collection of Fact, optional
        Steps of its proof, as `steps_of` lists them, to state beside it.

    Returns
    -------
    name, text : str
        The name of the theorem in Coq, and the file, ``name.v``.  If the theorem divides, the file
        also has ``name_divisors``; each of the steps is a theorem with the step's label; its
        example is ``name_can_hold``, unless there is a reason not to write it.

    Raises
    ------
    ProofError
        If it speaks of a round that the files for Coq have no name for.

    Examples
    --------
    >>> from prover import Proof, Witness
    >>> proof = Proof(numbers="a")
    >>> fact = proof.step("", "a**2 >= 0", "square: a")
    >>> theorem = proof.theorem("A square", fact, Witness(a=1))
    >>> print(export(theorem)[1].split("Theorem ")[1].split("Proof")[0])
    A_square
        (a : R) :
      a ^ 2 >= 0.
    <BLANKLINE>
    """
    name, hypotheses = word(theorem.name), theorem.hypotheses
    beside = {label_of(step): step for step in steps}
    return name, write_file(name, theorem.fact, hypotheses, theorem.divisors, beside, theorem)


def export_step(name: str, fact: Fact) -> tuple[str, str]:
    """Write for Coq a step that leads to no theorem, with its derivation.

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
    >>> from prover import Proof
    >>> fact = Proof(numbers="a").step("a square", "a**2 >= 0", "square: a")
    >>> text = export_step("step a square", fact)[1]
    >>> print(text.split("Theorem ")[1].split("Proof")[0])
    step_a_square
        (a : R) :
      a ^ 2 >= 0.
    <BLANKLINE>
    """
    name = word(name)
    return name, write_file(name, fact, fact.hypotheses)


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
    >>> from prover import Proof
    >>> proof = Proof(numbers="a b")
    >>> facts = [proof.step(x, f"{x}**2 >= 0", f"square: {x}") for x in "ab"]
    >>> name, text = export_steps("two squares", facts)
    >>> lines = text.splitlines()
    >>> print(*(x for x in lines if x.startswith("Theorem")), sep="\n")
    Theorem two_squares
    Theorem two_squares_a
    """
    name, (*others, last) = word(name), facts
    beside = {label_of(fact): fact for fact in others}
    return name, write_file(name, last, last.hypotheses, {}, beside)


def stated(name: str, fact: Fact, steps: Collection[Fact] = ()) -> dict[Hashable, str]:
    """Give the name of the theorem that states a fact, for each fact that a file states.

    Parameters
    ----------
    name : str
        What the file is called in words.
    fact : Fact
        The one that has the file's name.
    steps : collection of Fact, optional
        Those that are stated beside it.

    Returns
    -------
    names : dict of a fact's key to str

    Examples
    --------
    >>> from prover import Proof
    >>> fact = Proof(numbers="a").step("a square", "a**2 >= 0", "square: a")
    >>> list(stated("a square", fact).values())
    ['a_square']
    """
    of = {label_of(step): step for step in steps}
    labels = _labels(list(of), BESIDE)
    beside = {
        key_of(step): f"{word(name)}_{a}" for a, step in zip(labels, of.values(), strict=True)
    }
    return beside | {key_of(fact): word(name)}


def steps_of(fact: Fact, hypotheses: Collection[Hypothesis]) -> dict[str, Fact]:
    """List the steps that lead to a fact in its proof, by label.

    A step is left out if it rests on more than these hypotheses and suppositions about one round.

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
        and all(is_local(h) or h in hypotheses for h in step_of(f).hypotheses)
    }


def word(text: str) -> str:
    """Make a name for Coq, of ASCII letters, digits and underscores.

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
    example: Theorem | None = None,
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
        second theorem, ``name_divisors``, says that none is zero, on the hypotheses that these
        proofs rest on.
    steps : mapping of str to Fact, optional
        Steps to state beside the theorem, as ``name_label``, each on the hypotheses it rests on; a
        step about some families of units is left out if its proof uses others.
    example : Theorem, optional
        The theorem on whose witness the hypotheses hold, as ``name_can_hold`` says.

    Returns
    -------
    text : str
    """
    divisors, steps, hypotheses = divisors or {}, steps or {}, list(hypotheses)
    of = Derivation([fact, *divisors.values(), *steps.values()])

    context = _Context(hypotheses, step_of(fact).claim)
    theorems = [context.stated(name, fact, of)]
    if divisors:
        needed = {h for proof in divisors.values() for h in step_of(proof).hypotheses}
        some = _Context([h for h in hypotheses if h in needed], divisors=divisors)
        said = some.not_zero(divisors, of)
        theorems.append(_Stated(f"{name}_divisors", some.binders(), *said))
    if example is not None and not examples.why_none(example):
        theorems.append(context.example(f"{name}_can_hold", example))
    labels = _labels(list(steps), BESIDE)
    for label, step in zip(labels, steps.values(), strict=True):
        own = step_of(step).hypotheses
        rests = [h for h in hypotheses if not is_local(h) and h in own]
        rests += [h for h in own if not is_local(h) and h not in rests]
        rests += [h for h in own if is_local(h)]
        try:
            some = _Context(rests, step_of(step).claim)
            theorems.append(some.stated(f"{name}_{label}", step, of))
        except ProofError:  # it speaks of one family of units, and its proof of more
            continue
    proofs = "\n".join(line for theorem in theorems for line in theorem.proof)
    wide = re.search(r"\bwide\b", proofs) is not None
    laws = "Laws" + " Units" * wide + " Points" * ("can_hold" in proofs)
    more = "  An example says that its hypotheses can hold." * ("can_hold" in proofs)
    out = [HEADER.format(name=name, more=more, laws=laws), *of.page.texts.values()]
    for theorem in theorems:
        out += [f"Theorem {theorem.name}{theorem.binders} :\n  {theorem.claim}."]
        out += proved(theorem.proof)
    return "\n".join([*out, ""])


BESIDE = {"divisors", "can_hold"}  # what is stated beside a theorem, and no step may be called
COMMON = ("Common/Numbers", "Common/Vectors", "Common/Rounds")
COMMON_HEADER = """(* What derivations of several rooms use: Coq checks it, nobody need read it. *)
From Perclib Require Import Laws.
"""
BLOCK = re.compile(r"^(?=(?:Definition|Lemma|Theorem) )", re.MULTILINE)
DERIVED = re.compile(r"\b[HL]_[0-9a-f]{10}\b")


def development(files: Mapping[str, str]) -> dict[str, str]:
    r"""Write a lemma that several files share once, in the first of them; the others require it.

    Files are kept in rooms, which are folders; what several rooms use is in a room of its own,
    ``Common``, which comes first.

    Parameters
    ----------
    files : mapping of str to str
        What `write_file` wrote, by room and name, such as ``Separable/Block_Novikoff``.

    Returns
    -------
    files : dict of str to str

    Examples
    --------
    >>> from prover import Proof
    >>> fact = Proof(numbers="a").step("a square", "a**2 >= 0", "square: a")
    >>> both = {f"Room/{x}": export_step(x, fact)[1] for x in ("One", "Two")}
    >>> shared = development(both)
    >>> [text.count("Lemma") for text in (*both.values(), *shared.values())]
    [1, 1, 1, 0]
    >>> lines = shared["Room/Two"].splitlines()
    >>> print(*(x for x in lines if "Require" in x), sep="\n")
    From Perclib Require Import Laws.
    From Perclib.Room Require Import One.
    """
    heads: dict[str, str] = {}
    first: dict[str, tuple[str, str]] = {}  # a file, and what it says
    rooms: dict[str, set[str]] = {}
    for path, text in files.items():
        heads[path], *blocks = BLOCK.split(text)
        for block in blocks:
            name = block.split(maxsplit=2)[1]
            key = name if DERIVED.fullmatch(name) else f"{path} {name}"
            first.setdefault(key, (path, block))
            rooms.setdefault(key, set()).add(path.partition("/")[0])
    several = {key for key, of in rooms.items() if len(of) > 1}
    for key, (_, block) in reversed(first.items()):  # those that a proof uses stand before it
        several.update(DERIVED.findall(block) if key in several else ())
    home = {key: _common(block) if key in several else path for key, (path, block) in first.items()}
    kept: dict[str, list[str]] = {path: [] for path in (*COMMON, *files)}
    for key, (_, block) in first.items():
        kept[home[key]].append(block)
    out: dict[str, str] = {}
    for path, blocks in kept.items():
        used = {home[name] for block in blocks for name in DERIVED.findall(block)} - {path}
        needed = [other for other in out if other in used]
        if blocks:
            out[path] = "".join([heads.get(path, COMMON_HEADER), *_requires(needed), *blocks])
    return out


def _requires(paths: Iterable[str]) -> Iterator[str]:
    """Require some files, those of one room together, on lines that are not too long."""
    for room, some in groupby(paths, lambda path: path.partition("/")[0]):
        line = f"From Perclib.{room} Require Import"
        for name in (path.partition("/")[2] for path in some):
            if len(line) + len(name) > WIDTH:
                yield f"{line}.\n"
                line = f"From Perclib.{room} Require Import"
            line += f" {name}"
        yield f"{line}.\n"


def _common(block: str) -> str:
    """Say where a lemma is that several rooms use: by what it binds."""
    said = block.partition("Proof.")[0]
    return COMMON[2 if "(T : nat)" in said else 1 if "(V : space)" in said else 0]


class _Stated(NamedTuple):
    """A theorem of a file."""

    name: str
    binders: str
    claim: str
    proof: list[str]


class _Context:
    """What a theorem of a file speaks of and supposes: it has a claim, or divisors."""

    def __init__(
        self,
        hypotheses: list[Hypothesis],
        claim: Claim | None = None,
        divisors: Iterable[Term] = (),
    ) -> None:
        self.names = Names()
        said = parts_of([*((h.case, h.claim) for h in hypotheses), claim, *divisors])
        said = (e[:2] for e in said if e[0] in TYPES and len(e) > 1)
        self.used = list(dict.fromkeys(said))  # in the order of the statement
        kept = {self.names(*key) for key in self.used}
        self.labels = dict(
            zip(hypotheses, _labels([h.label for h in hypotheses], kept), strict=True)
        )
        self.here = any(is_local(h) for h in hypotheses)  # it is stated of one round t
        self.units = [(a, b) for a, b, _ in Letters(self.used).families(self.names)]
        says = [(is_local(h), a, say_hypothesis(h, self.names)) for h, a in self.labels.items()]
        self.assumed = [(a, text) for local, a, text in says if not local]
        self.supposed = [(a, text) for local, a, text in says if local]
        self.space = any(TYPES[tag].endswith("V") for tag, _ in self.used)
        texts = [] if claim is None else [say_claim(claim, self.names)]
        texts += [*map(self.says_not_zero, divisors), *(b for _, b in self.assumed)]
        all_said = " ".join([*texts, *(b for _, b in self.supposed)])
        self.takes_away = re.search(r"- (?!>)", all_said) is not None  # there is a minus
        self.runs = self.here or re.search(r"\bT\b", " ".join(texts)) is not None

    def stated(self, name: str, fact: Any, of: Derivation) -> _Stated:
        """State a fact, with its proof."""
        claim = say_claim(step_of(fact).claim, self.names, self.here)
        return _Stated(name, self.binders(), claim, self.proof(fact, of))

    def binders(self) -> str:
        """Write what a theorem is about: a space, the rounds, names, and what is supposed."""
        first = [*self.place(), *["(rounds : (1 <= T)%nat)"] * self.runs]
        out = lines_of([*first, *self.letters()], WIDTH - 24)
        out += [*starmap(bind, self.units + self.assumed)]
        out += ["(t : nat)", bind("Ht", "(1 <= t <= T)%nat")] * self.here
        return "".join(f"\n    {x}" for x in [*out, *starmap(bind, self.supposed)])

    def place(self) -> list[str]:
        """Write where a theorem is: in a space, and in some rounds."""
        return ["(V : space)"] * self.space + ["(T : nat)"] * self.runs

    def letters(self) -> list[str]:
        """Write the names of what it speaks of, those of one kind together."""
        of: dict[str, list[str]] = {}
        for key in self.used:
            of.setdefault(TYPES[key[0]], []).append(self.names.of[key])
        return [f"({' '.join(names)} : {kind})" for kind, names in of.items()]

    def example(self, name: str, theorem: Theorem) -> _Stated:
        """State that what is bound can be such that all that is supposed holds."""
        supposed = ["(1 <= T)%nat"] * self.runs + [text for _, text in self.units + self.assumed]
        claim = examples.statement([*self.place(), *self.letters()], supposed)
        kinds = list(dict.fromkeys(TYPES[tag] for tag, _ in self.used))
        used = sorted(self.used, key=lambda key: kinds.index(TYPES[key[0]]))  # as they are bound
        values = examples.data(theorem, used, self.space, self.runs)
        return _Stated(name, "", claim, examples.proof(theorem, values))

    def says_not_zero(self, divisor: Term) -> str:
        """Write that something is not zero, at every round if it speaks of one."""
        varies = free_in(divisor, "t")
        text = at_rounds(f"{say(divisor, self.names)} <> 0", varies)
        return f"({text})" if varies else text

    def not_zero(self, divisors: Mapping[Term, Any], of: Derivation) -> tuple[str, list[str]]:
        """Write that none of some divisors is zero, and the proof."""
        proofs = []
        for fact in divisors.values():
            law = "Rgt_not_eq" if step_of(fact).claim.op == ">" else "Rlt_not_eq"
            first, *rest = self.proof(fact, of, f"apply {law}.")
            proofs += [f"- {first}", *(f"  {line}" for line in rest)]
        more = len(divisors) - 1
        split = [f"refine {'(conj _ ' * more}_{')' * more}."] if more else []
        text = " /\\\n  ".join(map(self.says_not_zero, divisors))
        return text, [*split, *proofs]

    def hidden(self, letters: Letters) -> list[Key]:
        """List the families of units that a proof uses, and no theorem speaks of."""
        out = [key for key in letters if key[0] == "unit" and key not in self.used]
        if len(out) > 2 or (out and any(tag == "unit" for tag, _ in self.used)):
            raise ProofError("a proof uses more families of unit vectors than files for Coq have")
        return out

    def proof(self, fact: Any, of: Derivation, first: str = "") -> list[str]:
        """Prove, after a first step, what a fact says, by its lemma."""
        lemma = of.lemmas[key_of(fact)]
        hidden, families = self.hidden(lemma.letters), list(lemma.letters.families(self.names))
        varies = not self.here and any(free_in(e, "t") for e in step_of(fact).claim[::2])
        one = f"1%nat (conj (le_n 1) {'rounds' if self.runs else '(le_n 1)'})"
        at = ["t Ht" if varies or self.here else one] * (ROUNDS in lemma.letters)
        space = "V" if self.space else "line"
        put = {
            SPACE: f"(wide {space})" if hidden else space,
            ROUNDS: "T" if self.runs else "1%nat",
            **{key: f"(unit {space} {n})" for n, key in enumerate(hidden)},
        }
        embedded = {"vec": "(embed {} {})", "state": "(fun s => embed {} ({} s))"}
        for key in self.used:
            wide = hidden and key[0] in embedded
            name = self.names(*key)
            put[key] = embedded[key[0]].format(space, name) if wide else name
        values = [put.get(key) or DEFAULTS[key[0]] for key in lemma.letters]
        out = ["intros t Ht."] * varies + ["plain."] * self.takes_away + [first] * bool(first)
        if hidden:
            call = " ".join([lemma.name, *values, *["ltac:(units)"] * len(families)])
            out.append(f"pose proof ({call}) as A.")
            say = "specialize (A ltac:(unfold {}; embedded)).".format
            fixed, local = ([of.hyp(h).split()[0] for h in part] for part in lemma.parts())
            out += [*map(say, fixed), *(f"specialize (A {x})." for x in at), *map(say, local)]
            return [*out, "unembed A. exact A."]
        known = [a if keys <= set(self.used) else "_" for a, _, keys in families]
        proofs = {h: self.named(h) for h in lemma.rests}
        call = lemma.applied([lemma.name, *values, *known], proofs, at)
        return [*out, f"refine ({call}); apart." if "_" in known else f"exact ({call})."]

    def named(self, h: Hypothesis) -> str:
        """Give what a hypothesis is called."""
        if h not in self.labels:
            raise ProofError(f"the theorem does not suppose what it rests on: {h.label or h.claim}")
        return self.labels[h]


def _labels(labels: list[str], taken: set[str]) -> list[str]:
    out: list[str] = []
    for label in labels:
        new = word(label) or "H"
        while new in {*taken, *out, *TAKEN, "rounds"}:
            new += "_"
        out.append(new)
    return out
