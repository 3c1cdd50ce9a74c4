"""No rule of the kernel makes a false fact; the fuzzer that looks for one finds planted holes."""

import holes
import pytest
from fuzzer import Fuzzer

FACTS = 3000
RULES = ("axiom", "cases", "certificate", "discharge", "hypothesis", "induct", "instance")


@pytest.fixture(scope="module")
def fuzzer():
    found = Fuzzer(holes.plant(holes.NONE), seed=1)  # fresh: no atom is numbered yet
    hole, _ = found.search(FACTS)
    assert hole is None, str(hole)
    return found


@pytest.mark.thorough
@pytest.mark.xdist_group("fuzzer")
def test_no_fact_is_false_and_most_facts_are_tested(fuzzer):
    assert set(fuzzer.made) == set(RULES)
    for rule in RULES:
        assert fuzzer.made[rule] >= 20, rule
        assert fuzzer.tested[rule] > 0.4 * fuzzer.made[rule], rule
    assert sum(fuzzer.tested.values()) > 0.8 * FACTS


@pytest.mark.thorough
@pytest.mark.xdist_group("fuzzer")
def test_the_kernel_refuses_in_one_way(fuzzer):
    assert not fuzzer.crashed
    assert sum(fuzzer.refused.values()) > FACTS / 10


@pytest.mark.thorough
@pytest.mark.parametrize("hole", holes.QUICK, ids=lambda hole: hole.name)
def test_a_planted_hole_is_found(hole):
    found, _ = holes.find(hole)
    assert found is not None
