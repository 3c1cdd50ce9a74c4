"""Powers with real exponents: the lemmas are proved, and what only looks like one is refused.

That they are true is the kernel's to say; its axioms are evaluated in `test_kernel.py`.
"""

import pytest

from prover import Proof, ProofError, powers

LEMMAS = """apart bernoulli chord equal_bases half hoelder increasing inverse_powers jensen mean
    mean_apart monotone no_powers root same slope squared touching vanishing young young_met
    young_only_met""".split()


@pytest.mark.parametrize("name", LEMMAS)
def test_a_lemma_is_proved_and_nothing_is_left_open(name):
    fact = getattr(powers, name)()
    assert fact.step.rule != "hypothesis"
    assert all(h.label and not h.local for h in fact.hypotheses)


def test_a_lemma_is_applied_and_its_premises_proved():
    proof = Proof(numbers="c q")
    proof.assume("c", "c >= 0")
    proof.assume("exponent", "q >= 2")
    fact = proof.apply("line", powers.bernoulli(), {"a": "c", "m": "1"}, "c", "exponent")
    assert str(fact) == "line: c^q >= 1 + q*(c - 1)   [c, exponent]"
    with pytest.raises(ProofError, match=r"line 2: .*0 > 0"):
        proof.apply("line 2", powers.bernoulli(), {"a": "c", "m": "0"}, "c", "exponent")
    with pytest.raises(ProofError, match="is not proved"):
        proof.apply("line 3", powers.bernoulli(), {"a": "c - 1", "m": "1"}, "c", "exponent")


def test_powers_that_only_look_alike():
    proof = Proof(numbers="a q")
    proof.assume("a", "a >= 0")
    proof.assume("exponent", "q >= 1")
    alike = ("power(a, q)**2 == power(a, 2*q)", "power(a, 2) == a*a", "power(a, q) >= a")
    for wrong in (*alike, "power(a, q) > 0", "power(2*a, q) == 2*power(a, q)"):
        with pytest.raises(ProofError, match="does not follow"):
            proof.step("", wrong, "a", "exponent")
