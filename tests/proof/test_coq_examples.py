"""Examples for Coq: the hypotheses of a theorem can hold together, and they state nothing else."""

import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import coq
import pytest
import sympy

from prover import Proof, Theorem, Witness
from prover.coq import export
from prover.coq.examples import why_none
from prover.kernel import ProofError
from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
# No example is written of these: they suppose nothing, or it would need more than numbers.
FAMILY = "an orthonormal family beside other vectors"
WITHOUT = {"The_same_mistakes": FAMILY}
NOTHING = ("A_sum_of_roots", "The_score_of_a_combination", "The_gap_of_a_soft_margin")
WITHOUT |= dict.fromkeys(NOTHING, "no hypotheses")
DATA = re.compile(r"\([\w ]+ : (space|nat|R|V|nat -> (R|V|bool))\)")


def in_the_book():
    """List the theorems of the book: the text of the file, and why there is no example."""
    for run in map(proof_runs.proofs_of, proof_runs.chapters()):
        for told in (one for proof in run.files for one in proof["files"] if "main" in one):
            yield (run.folder / told["file"]).read_text("utf-8"), told["no example"]


@pytest.fixture(scope="module")
def grows():
    """The mistakes of a run grow the inner product with a comparator; the file says so to Coq."""
    proof = Proof(numbers="gamma", vectors="u", states="w x", sequences="y")
    proof.assume("start", "w[1] == 0")
    proof.assume("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes")
    proof.assume("rest", "w[t+1] == w[t]", "others")
    proof.assume("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes")
    proof.induction("grows", "u @ w[T+1] >= gamma*k", "start", "update", "rest", "margin")
    points = [(1, 0, Fraction(1, 3)), (0, 1, 0), (1, 0, 0)]
    run = Witness.perceptron(points, [1, -1, 1], u=(1, -1, 0), gamma=1)
    return export.export(proof.theorem("Grows", "grows", run))[1]


def test_each_theorem_has_an_example_in_its_own_words():
    """Of all that it binds and supposes; none only for a reason that is listed."""
    without = {}
    for text, reason in in_the_book():
        theorem, *others = coq.sentences.theorems(text)
        examples = [s.words for s in others if s.name.endswith("_can_hold")]
        if reason:
            without[theorem.name] = reason
        assert len(examples) == (not reason), theorem.name
        bound = coq.sentences.binders(theorem)
        supposed = [x for x in bound if not DATA.fullmatch(x) and not x.startswith("(rounds : ")]
        assert reason != "no hypotheses" or not supposed, theorem.name
        for words in examples:
            says = [x if DATA.fullmatch(x) else x.partition(" : ")[2][:-1] for x in bound]
            assert [x for x in says if x not in words] == [], theorem.name
    assert without == WITHOUT


def test_a_witness_that_is_not_simple_has_no_example_and_a_reason():
    proof = Proof(numbers="a")
    proof.assume("positive", "a > 0")
    proof.assume("root", "sqrt(a) > 0")
    claim = proof.step("", "a + sqrt(a) > 0", "positive", "root")
    reasons = {a: why_none(proof.theorem("Roots", claim, Witness(a=a))) for a in (2, sympy.sqrt(2))}
    assert list(reasons.values()) == ["", "a root of a number that is negative or not rational"]


# Forgeries ---------------------------------------------------------------------------------------

judged = pytest.mark.xdist_group("coq-examples")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


def parts(text):
    """Part a file at the example: what stands before it, its statement, and the rest."""
    before, start, rest = text.partition("Theorem Grows_can_hold :\n")
    statement, proof, rest = rest.partition("Proof.\n")
    return before, start + statement, proof + rest


@judged
@coq.needed
@pytest.mark.thorough
def test_a_theorem_with_contradictory_hypotheses_has_no_example(folder):
    proof = Proof(numbers="a b")
    proof.assume("more", "a > b + 1")
    proof.assume("less", "a < b")
    fact = proof.step("", "a > 2*a", "more", "less")
    forged = SimpleNamespace(fact=fact, hypotheses=fact.hypotheses, witness=Witness(a=0, b=1))
    with pytest.raises(ProofError, match="violates"):
        Theorem("Planted", fact, forged.witness)
    coq.judge(folder, "Planted", export.write_file("Planted", fact, fact.hypotheses))
    text = export.write_file("Planted", fact, fact.hypotheses, example=forged)
    with pytest.raises(coq.RefusedError, match=r"line \d+, characters [\d-]+:\s+Error"):
        coq.judge(folder, "Planted", text)


OTHERS = [
    ("  w 1%nat = zero /\\\n", ""),
    (">= gamma)", ">= gamma - 1)"),
    ("exists (V : space)", "exists (c : R) (V : space)"),
    ("(1 <= T)%nat /\\", "(1 <= T)%nat \\/"),
    ("Grows_can_hold :", "Grows_can_hold\n    (c : R) :"),
]


@pytest.mark.parametrize(("said", "put"), OTHERS)
def test_an_example_that_states_something_else_is_refused(grows, said, put):
    before, statement, proof = parts(grows)
    coq.look("Grows", grows)
    assert statement.count(said) == 1
    with pytest.raises(coq.RefusedError, match="no example of the theorem"):
        coq.look("Grows", before + statement.replace(said, put) + proof)
