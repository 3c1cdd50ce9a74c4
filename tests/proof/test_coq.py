"""Coq refuses what is false: planted faults in derivations, and the holes that the kernel had."""

import coq
import holes
import pytest

from prover import Proof, Witness
from prover.coq import export
from prover.kernel import ProofError

pytestmark = [coq.needed, pytest.mark.thorough, pytest.mark.xdist_group("coq")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


LOST = (
    "a certificate forgets its hypotheses",
    "a weight may be negative",
    "an instance keeps its hypotheses as they were",
)


@pytest.mark.parametrize(
    "hole",
    [*holes.OLD, *(h for h in holes.RULES if h.name in LOST)],
    ids=lambda hole: hole.name,
)
def test_what_passed_through_a_hole_is_refused(folder, hole):
    found, _ = holes.find(hole)
    text = lambda: export.write_file("Planted", found.fact, found.fact.step.hypotheses)
    with pytest.raises((coq.RefusedError, ProofError)):
        coq.judge(folder, "Planted", text())


FINE = "Theorem Fine : 1 = 1. Proof. reflexivity. Qed."
ASSUMED = "Theorem Planted : 0 = 1. Proof. exact h. Qed."


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("Admitted", "Theorem Planted : 0 = 1. Proof. Admitted."),
        ("Error", "Theorem Planted : 0 = 1. Proof. admit. Qed."),
        ("no sentence", f"Axiom h : 0 = 1.\n{ASSUMED}"),
        ("does not end", "Theorem Planted : 1 = 1. Proof. reflexivity."),
        ("other names", FINE),
        ("Error", "Theorem Planted : 0 = 1. Proof. lra. Qed."),
    ],
    ids=lambda x: x[:30],
)
def test_a_file_that_assumes_what_it_claims_is_refused(folder, why, text):
    """By itself and among others; what is refused among others is named."""
    texts = {"Room/Fine": FINE, "Room/Planted": text}
    texts = {path: f"From Perclib Require Import Laws.\n{text}\n" for path, text in texts.items()}
    with pytest.raises(coq.RefusedError, match=f"(?s)Planted.*{why}"):
        coq.judge(folder, "Planted", texts["Room/Planted"])
    base = {path.stem: path.read_text("utf-8") for path in export.FILES}
    with pytest.raises(coq.RefusedError, match=f"(?s)Planted.*{why}"):
        coq.judge_library(folder, base | texts)


def test_what_is_said_of_a_divisor_is_what_is_proved_of_it(folder):
    proof = Proof(numbers="a b")
    proof.assume("positive", "a > 0")
    theorem = proof.theorem(
        "Divided", proof.step("", "b/a + a > b/a", "positive"), Witness(a=1, b=0)
    )
    coq.judge(folder, *export.export(theorem))
    ((divisor, positive),) = theorem.divisors.items()
    assert divisor == ("var", "a")
    wrong = {("var", "b"): positive}
    text = export.write_file("Planted", theorem.fact, theorem.hypotheses, wrong)
    with pytest.raises(coq.RefusedError):
        coq.judge(folder, "Planted", text)
