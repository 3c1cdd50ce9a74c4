"""Coq refuses what is false: planted faults in derivations, and the holes that the kernel had."""

from fractions import Fraction

import coq
import holes
import pytest

from prover import Proof, Witness
from prover.coq import export
from prover.kernel import Claim, Fact, ProofError
from prover.theorems import derivation

pytestmark = [coq.needed, pytest.mark.thorough, pytest.mark.xdist_group("coq")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


@pytest.fixture(scope="module")
def theorem():
    """The mistakes of a run grow the inner product with a comparator, by induction."""
    proof = Proof(numbers="gamma", vectors="u", states="w x", sequences="y")
    proof.assume("start", "w[1] == 0")
    proof.assume("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes")
    proof.assume("rest", "w[t+1] == w[t]", "others")
    proof.assume("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes")
    proof.induction("grows", "u @ w[T+1] >= gamma*k", "start", "update", "rest", "margin")
    run = Witness.perceptron([(1, 0), (0, 1), (1, 0)], [1, -1, 1], u=(1, -1), gamma=1)
    return proof.theorem("Grows", "grows", run)


class Fake:
    """A fact that nobody proved."""

    __slots__ = ("__weakref__", "step")

    def __init__(self, step):
        self.step = step


def planted(fact, change):
    """Copy a derivation, each step changed; what the kernel refuses may be among them."""
    copies = {}

    def copy(x):
        if type(x) is Fact:
            return copies[x]
        return tuple(map(copy, x)) if type(x) is tuple else x

    for f in derivation(fact):
        copies[f] = Fake(change(f.step._replace(args=copy(f.step.args))))
    return copies[fact]


def planted_file(fact):
    return export.write_file("Planted", fact, fact.step.hypotheses)


def test_coq_proves_it(folder, theorem):
    coq.judge(folder, *export.export(theorem))
    same = planted(theorem.fact, lambda step: step)
    coq.judge(folder, "Planted", planted_file(same))


def weight(step):
    """Double the weights of every certificate."""
    if step.rule != "certificate":
        return step
    goal, terms = step.args
    doubled = tuple((w * 2 if type(w) is Fraction else w, facts) for w, facts in terms)
    return step._replace(args=(goal, doubled))


def hypothesis(step):
    """Forget what is known of the margin."""
    kept = tuple(h for h in step.hypotheses if h.label != "margin")
    return step._replace(hypotheses=kept)


def stronger(step):
    """Claim it for twice the margin."""

    def put(x):
        if isinstance(x, Claim):
            return Claim(put(x.lhs), x.op, put(x.rhs))
        if x == ("var", "gamma"):
            return ("*", Fraction(2), x)
        return tuple(map(put, x)) if type(x) is tuple else x

    if step.rule == "hypothesis":
        return step
    return step._replace(claim=put(step.claim), args=put(step.args))


@pytest.mark.parametrize("fault", [weight, hypothesis, stronger])
def test_a_planted_fault_is_refused(folder, theorem, fault):
    with pytest.raises((coq.RefusedError, ProofError)):
        coq.judge(folder, "Planted", planted_file(planted(theorem.fact, fault)))


LOST = [
    hole for hole in holes.RULES if hole.name == "an instance keeps its hypotheses as they were"
]


@pytest.mark.parametrize("hole", [*holes.OLD, *LOST], ids=lambda hole: hole.name)
def test_what_passed_through_a_hole_is_refused(folder, hole):
    found, _ = holes.find(hole)
    with pytest.raises((coq.RefusedError, ProofError)):
        coq.judge(folder, "Planted", planted_file(found.fact))


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
