"""Forged files, each with a true reading or a false theorem: the judge of Coq refuses them all.

What a file may say is looked at first; so that this look is not the only net, the files that Coq
would compile are also judged without it.
"""

import re

import coq
import pytest

from prover.coq import export

pytestmark = [coq.needed, pytest.mark.thorough, pytest.mark.xdist_group("forgeries")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


def file(before, claim, proof):
    """Write a file with one theorem."""
    theorem = f"Theorem Planted : {claim}.\nProof.\n  {proof}\nQed.\n"
    return f"From Perclib Require Import Laws.\n{before}\n{theorem}"


# The sum is 2, but not for one who means something else by it.
SUM, MEANT = "(f : nat -> R) (n : nat) : R", ("sum (fun _ => 1) 3%nat = 0", "reflexivity.")
# A second theorem, of which the page shows the conclusion alone, under a hypothesis of its own.
BESIDE = """Theorem Planted
    (gamma : R)
    (known : gamma > 1) :
  gamma > 0.
Proof.
  lra.
Qed.
Theorem Planted_{name}
    (gamma : R)
    ({h}) :
  {claim}.
Proof.
  {proof}
Qed.
"""
FALSE, DIVISORS = "h : 0 = 1", {"name": "divisors", "claim": "gamma <> 0", "proof": "lra."}
STEP = {"name": "step", "claim": "gamma > 2", "proof": "lra."}
LOOP = "Unset Guard Checking.\nFixpoint loop (n : nat) : False := loop n."
OTHER = "From Perclib.Common Require Import Numbers."
NOTATION = 'Notation "a <= b" := True.'
CLASSIC = "Module Classical_Prop. Axiom classic : False. End Classical_Prop."
BY_TACTICS = "Proof. exact 0. Defined."


def hidden(sentence):
    """Hide a sentence from one who takes comments away, and not from Coq."""
    before = 'Lemma L_0000000001 : True. Proof. idtac "(*". exact I. Qed.\n'
    return before + sentence + '\nLemma L_0000000002 : True. Proof. idtac "*)". exact I. Qed.'


FORGED = {
    "a lemma is a definition": file(f"Lemma sum {SUM}. {BY_TACTICS}", *MEANT),
    "a theorem is a definition": file(f"  Theorem sum {SUM}. {BY_TACTICS}", *MEANT),
    "a definition in a proof": file(
        f"Lemma L_0000000000 : True. Proof. Example sum {SUM} := 0. exact I. Qed.", *MEANT
    ),
    "recursion without end": file(hidden(LOOP), "0 = 1", "destruct (loop 0)."),
    "a notation": file(hidden(NOTATION), "1 <= 0", "exact I."),
    "an axiom with a name of Coq's": file(
        hidden(CLASSIC), "0 = 1", "destruct Classical_Prop.classic."
    ),
    "another scope": file("Open Scope nat_scope.", "1 - 2 = 0", "reflexivity."),
    "a variable": file("Variable h : 0 = 1.", "0 = 1", "exact h."),
}
TRUE = ("1 = 1", "reflexivity.")
NO_SENTENCES = {
    "a fact is a definition": file(f"Fact sum {SUM}. {BY_TACTICS}", *MEANT),
    "a definition of another name": file("Definition sum := 0.", *TRUE),
    "a proof that is a term": file("Lemma L_0000000000 : True. Proof I.", *TRUE),
    "a second theorem": file("Theorem Other : 1 = 1.\nProof.\n  reflexivity.\nQed.", *TRUE),
    "a theorem in a section": file("Section F0.", *TRUE) + "End F0.\n",
    "another key": file("Delimit Scope nat_scope with R.", "(1 - 2 = 0)%R", "reflexivity."),
    "another library": file("Require Import Nat.", *TRUE),
}
TWO_READINGS = {
    "a string": file('Lemma L_0000000000 : True. Proof. idtac "a". exact I. Qed.', *TRUE),
    "a string in a comment": file('(* " *) Unset Guard Checking. (* " *)', *TRUE),
    "a letter like another": file("Lemma L_0000000000 : Тrue. Proof. exact I. Qed.", *TRUE),
    "a comment that does not end": file("(* (* *)", *TRUE),
    "a comment in a sentence's end": file(
        "Lemma L_0000000000 : True.(* *) Proof. exact I. Qed.", *TRUE
    ),
    **{
        f"a sum after {before}": file("", f"{before} ∑ s < 3%nat, 1 + 1 = {value}", "simpl; lra.")
        for before, value in {"2 *": 6, "-": -3, "1 /": 1, "0 + -": -3, "inv": 3}.items()
    },
    "three points": file("Lemma L_0000000000 : True. Proof with auto. exact I... Qed.", *TRUE),
}


@pytest.mark.parametrize("forged", [*FORGED, *NO_SENTENCES])
def test_a_forged_file_says_what_no_file_may(forged):
    """Also if nothing hides it."""
    text = {**FORGED, **NO_SENTENCES}[forged]
    for said in (text, re.sub(r'idtac "[(*)]*"\.', "", text)):
        with pytest.raises(coq.RefusedError, match=r"no sentence|other names|string"):
            coq.look("Planted", said)


@pytest.mark.parametrize("forged", TWO_READINGS)
def test_a_file_that_can_be_read_in_two_ways_is_not_read(forged):
    with pytest.raises(coq.RefusedError, match=r"string|letters|comment|further"):
        coq.look("Planted", TWO_READINGS[forged])


@pytest.mark.parametrize("forged", FORGED)
def test_and_is_not_what_a_reader_is_shown(folder, forged):
    """Without the look: the statement means something else by itself, or rests on an axiom."""
    text = FORGED[forged]
    coq.compiled(folder, "Planted", text)
    stated = text[text.rindex("Theorem Planted") :]
    with pytest.raises(coq.RefusedError, match=r"Concluded|rests on"):
        coq.conclude(folder, {"Planted": stated}, coq.DERIVED)


def test_what_a_lemma_defines_is_no_part_of_a_statement(folder):
    """It passes the look; that it is not shown is seen by Coq."""
    text = file("Definition H_0000000001 := True.", "H_0000000001", "exact I.")
    coq.look("Planted", text)
    with pytest.raises(coq.RefusedError, match="H_0000000001 was not found"):
        coq.judge(folder, "Planted", text)


UNSAFE = {
    "recursion": f"{LOOP}\nTheorem a : False.\nProof. exact (loop 0). Qed.",
    "positivity": "Unset Positivity Checking.\nInductive bad := Bad : (bad -> False) -> bad.",
    "an axiom": "Axiom a : False.",
}


@pytest.mark.parametrize("unsafe", UNSAFE)
def test_coqchk_finds_what_is_unsafe(folder, unsafe):
    """Print Assumptions may say it too; this is another program."""
    coq.compiled(folder, "Planted", f"From Perclib Require Import Laws.\n{UNSAFE[unsafe]}\n")
    with pytest.raises(coq.RefusedError, match=r"Planted\.(loop|bad|a)"):
        coq.check_files(folder, ["Planted"])


def beside(h, said):
    """Write a theorem with another beside it: a divisor, or a step."""
    text = BESIDE.format(h=h, **said)
    return f"From Perclib Require Import Laws.\n{text}"


@pytest.mark.parametrize("h", [FALSE, "h : gamma > 2", "known : gamma > 0", "known : 0 = 1"])
def test_no_divisor_is_judged_on_hypotheses_that_the_page_does_not_show(h):
    with pytest.raises(coq.RefusedError, match="other hypotheses than the theorem"):
        coq.look("Planted", beside(h, DIVISORS))
    coq.look("Planted", beside("known : gamma > 1", DIVISORS))


def test_what_a_step_supposes_is_shown_and_speaks_of_its_letters():
    with pytest.raises(coq.RefusedError, match="of no letter"):
        coq.look("Planted", beside(FALSE, STEP))
    text = beside("h : gamma > 3", STEP)
    coq.look("Planted", text)
    assert "step (where gamma > 3)" in coq.verdicts.shown_statement(text)
    assert "where" not in coq.verdicts.shown_statement(beside("known : gamma > 1", STEP))


SUPPOSED = (  # in the claim that gamma is not zero
    "gamma > 2 -> gamma <> 0",
    "(forall h : gamma > 2, gamma <> 0)",
    "(let P := gamma > 2 in P -> gamma <> 0)",
    "(forall gamma, gamma = 1 -> gamma <> 0)",
    "(fun h : gamma > 2 => gamma) H <> 0",
    "gamma <> 0 <-> gamma > 2",
    f"({coq.AT_ROUNDS} gamma > 2 -> gamma <> 0)",
    f"({coq.AT_ROUNDS} forall h, gamma <> 0)",
)


def test_a_derived_theorem_binds_in_brackets():
    text = beside(FALSE, DIVISORS).replace("(h : 0 = 1) :", ": 0 = 1 ->")
    with pytest.raises(coq.RefusedError, match="other hypotheses"):
        coq.look("Planted", text)
    with pytest.raises(coq.RefusedError, match="brackets"):
        coq.look("Planted", text.replace("(gamma : R)", "{gamma : R}"))
    known = beside("known : gamma > 1", DIVISORS)
    rounds = known.replace("gamma <> 0", f"gamma <> 0 /\\ ({coq.AT_ROUNDS} gamma <> 0)")
    coq.look("Planted", rounds)
    for text in (known, rounds):
        for supposed in SUPPOSED:
            with pytest.raises(coq.RefusedError, match="other hypotheses"):
                coq.look("Planted", text.replace("gamma <> 0", supposed))


def test_an_honest_file_is_accepted(folder):
    coq.judge(folder, "Planted", file("", "sum (fun _ => 1) 3 = 2", "unfold sum; ring."))


# What only Coq can tell: files that pass the look, beside other laws.
LAWS = {
    "another sum": (f"Definition sum {SUM} := 0.", *MEANT),
    "another order": ('Definition Rle (a b : R) := True. Infix "<=" := Rle.', "1 <= 0", "exact I."),
    "a false law": ("Axiom law : 0 = 1.", "0 = 1", "exact law."),
}


@pytest.mark.parametrize("law", LAWS)
def test_the_laws_may_not_say_what_words_mean(folder, law):
    said, *planted = LAWS[law]
    coq.compiled(folder, "Laws2", f"From Perclib Require Export Laws.\n{said}\n")
    text = file("", *planted)
    coq.look("Planted", text)
    coq.compiled(folder, "Planted", text.replace("Laws", "Laws2"))
    with pytest.raises(coq.RefusedError, match=r"Concluded|rests on"):
        coq.conclude(folder, {"Planted": text}, coq.DERIVED)


# What several files use: a lemma that a theorem rests on, in a room that it requires.
LEMMA = "Lemma L_0000000000 : 0 = 1.\nProof.\n  {}\nQed.\n"
ROOMS = {
    "a lemma is an axiom": ("Axiom L_0000000000 : 0 = 1.", "no sentence"),
    "a lemma is admitted": (LEMMA.format("Admitted.").removesuffix("Qed.\n"), "no sentence"),
    "a notation without letters": (
        "Notation sum := (fun (_ : nat -> R) (_ : nat) => 0).",
        "no sentence",
    ),
    "a theorem where only lemmas are": (LEMMA.replace("Lemma", "Theorem"), "no sentence"),
    "a file that is not there": ("From Perclib.Forged Require Import Numbers.", "not there"),
    "a file on a line with others": (f"(* *) {OTHER}", "lines of its own"),
}


def library(forged, *theorem):
    """Write a library whose theorem requires a forged room."""
    base = {path.stem: path.read_text("utf-8") for path in export.FILES}
    common = f"From Perclib Require Import Laws.\n{forged}\n"
    return base | {"Common/Numbers": common, "Room/Planted": file(OTHER, *theorem)}


@pytest.mark.parametrize("forged", ROOMS)
def test_a_forged_room_is_refused(tmp_path, forged):
    said, why = ROOMS[forged]
    with pytest.raises(coq.RefusedError, match=why):
        coq.judge_library(tmp_path, library(said, "0 = 1", "exact L_0000000000."))


def test_a_library_is_accepted(tmp_path):
    fine = LEMMA.replace("0 = 1", "1 = 1").format("reflexivity.")
    coq.judge_library(tmp_path, library(fine, "1 = 1", "exact L_0000000000."))


BY_HAND = {
    "a definition that is local": "Local Definition truth := True.",
    "a lemma that is a definition": "Lemma truth : Prop. Proof. exact True. Defined.",
    "a definition in a proof": "Lemma a : True. Proof. Definition truth := True. exact I. Qed.",
}


@pytest.mark.parametrize("forged", BY_HAND)
def test_a_file_by_hand_has_no_word_that_the_page_does_not_show(forged):
    text = file(BY_HAND[forged], "truth", "exact I.")
    with pytest.raises(coq.RefusedError, match="no sentence"):
        coq.look("Planted", text, coq.BY_HAND)


def test_what_the_page_shows_of_a_file_by_hand_is_what_it_defines(folder):
    text = file("Definition truth := 0 = 0.", "truth", "reflexivity.")
    coq.judge(folder, "Planted", text, coq.BY_HAND)
    for other in ("True", "1 = 1"):
        with pytest.raises(coq.RefusedError, match="Concluded"):
            coq.conclude(folder, {"Planted": text.replace("0 = 0", other)}, coq.BY_HAND)


@pytest.mark.parametrize("name", sorted(coq.CALLED))
def test_no_file_takes_the_place_of_another(name):
    with pytest.raises(coq.RefusedError, match="called"):
        coq.look(name, file("", *TRUE).replace("Planted", name))


SAFE = """* Theory: Set is predicative
* Axioms:
    Coq.Logic.Classical_Prop.classic
* Constants/Inductives relying on type-in-type: <none>
* Constants/Inductives relying on unsafe (co)fixpoints: <none>
* Inductives whose positivity is assumed: <none>
"""


@pytest.mark.parametrize(
    ("said", "put"),
    [
        ("Set is predicative", "Set is impredicative"),
        ("Coq.Logic.Classical_Prop.classic", "Coq.Logic.Classical_Prop.classic\n    Laws.law"),
        ("type-in-type: <none>", "type-in-type:\n    Planted.all"),
        ("(co)fixpoints: <none>", "(co)fixpoints:\n    Planted.loop"),
        ("assumed: <none>", "assumed:\n    Planted.bad"),
        ("* Inductives whose positivity is assumed: <none>\n", ""),
    ],
)
def test_what_coqchk_does_not_find_safe_is_refused(said, put):
    coq.check(SAFE)
    with pytest.raises(coq.RefusedError, match="coqchk"):
        coq.check(SAFE.replace(said, put))


def test_axioms_are_compared_by_name_and_type():
    name = "Classical_Prop.classic"
    coq.allow(f"Axioms:\n{name} : forall P : Prop,\n  P \\/ ~ P\n")
    coq.allow("Closed under the global context\n")
    for says in (f"{name} : False", f"Planted.{name} : {coq.AXIOMS[name]}", "h is assumed to be"):
        with pytest.raises(coq.RefusedError, match="rests on"):
            coq.allow(f"Axioms:\n{name} : {coq.AXIOMS[name]}\n{says}\n")


@pytest.mark.parametrize("path", [*export.FILES, *coq.verdicts.JUDGE], ids=lambda path: path.name)
def test_nothing_counts_as_accepted_by_another_judge(monkeypatch, tmp_path, path):
    """The digest is of all that statements rest on: one letter more, and there is no mark."""
    assert coq.verdicts.accepted_rows()
    changed = tmp_path / path.name
    changed.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
    for module, name in ((export, "FILES"), (coq.verdicts, "JUDGE")):
        put = tuple(changed if x == path else x for x in getattr(module, name))
        monkeypatch.setattr(module, name, put)
    assert coq.verdicts.accepted_rows() == set()
