"""The files for Coq, without Coq: what they state."""

import re

import pytest

from prover import Proof, Witness
from prover.coq import export
from prover.kernel import ProofError


def statements(text):
    """List what is stated, but for an example."""
    stated = r"^Theorem (?!\w+_can_hold ).*?^Proof\."
    return re.findall(stated, text, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def theorem():
    proof = Proof(numbers="a b", sequences="y")
    proof.assume("known", "a > 0")
    proof.assume("each", "y[t] < 0", "rounds")
    proof.assume("bound", "b/a >= 1/y[t]", "rounds")
    claim = proof.step("", "b/a + a > 1/y[t] + y[t]", "known", "each", "bound")
    return proof.theorem("Quotients", claim, Witness([True] * 2, a=1, b=2, y=[-1, -1]))


def test_what_is_divided_by_is_not_zero(theorem):
    stated, divisors = statements(export.export(theorem)[1])
    head, _, said = divisors.partition(" :\n")
    supposed = [line for line in head.split("\n    ") if re.match(r"\((known|each|bound) :", line)]
    assert len(supposed) == 2
    assert all(line in stated for line in supposed)
    assert "bound" not in head
    every = "(forall t : nat, (1 <= t <= T)%nat -> y t <> 0)"
    assert sorted(re.findall(r"a <> 0|\(forall.*\)", said)) == sorted(["a <> 0", every])


def test_what_divides_by_nothing_has_one_statement():
    proof = Proof(numbers="a")
    theorem = proof.theorem("One", proof.step("", "a**2 >= 0", "square: a"), Witness(a=1))
    assert len(statements(export.export(theorem)[1])) == 1


def steps_of(theorem):
    return export.steps_of(theorem.fact, theorem.hypotheses)


def test_a_step_that_is_asked_for_is_stated_on_what_it_rests_on():
    """Not so what a step rests on that is no hypothesis of the theorem, and what has no label."""
    proof = Proof(numbers="a b")
    proof.assume("known", "a > 1")
    proof.assume("more", "b > a")
    proof.step("other", "b > 1", "known", "more")
    proof.step("Höhe²", "a**2 > a", "known")
    proof.step("sum", "a**2 + b > 2", "Höhe²", "known", "more")
    theorem = proof.theorem("Sum", "sum", Witness(a=2, b=3))
    assert list(steps_of(theorem)) == ["Höhe²"]
    assert len(statements(export.export(theorem)[1])) == 1
    stated, square = statements(export.export(theorem, steps_of(theorem).values())[1])
    assert "(more : b > a)" in stated
    assert square.split("\n    ") == [
        "Theorem Sum_Hohe2",
        "(a : R)",
        "(known : a > 1) :\n  a ^ 2 > a.\nProof.",
    ]


def test_a_proof_that_supposes_more_is_refused(theorem):
    with pytest.raises(ProofError, match="does not suppose"):
        export.write_file("More", theorem.fact, theorem.hypotheses[:1], theorem.divisors)
