"""What a page offers to break of its proofs: the table says what the kernel says of it."""

import kernel_page
import pytest

from interactive import breaks
from prover import theorems
from prover.kernel import ProofError

CHECKS = kernel_page.checks()


def at_the_desk(before, code):
    """Say what the kernel says of a check at a desk, where it is quicker than in a page."""
    scope = {}
    with pytest.MonkeyPatch.context() as patch:  # a theorem before it is a fact with a name
        named = lambda self: theorems._NAMES.setdefault(self.fact, self.name)
        patch.setattr(theorems.Theorem, "__post_init__", named)
        exec(before, scope)
    try:
        exec(code, scope)
    except ProofError as error:
        return "refused", str(error)
    return "accepted", ""


@pytest.mark.thorough
@pytest.mark.parametrize("page", CHECKS)
def test_what_is_offered_to_break_breaks_or_is_true_as_well(page):
    for check in CHECKS[page].values():
        for one in check["breaks"]:
            code = check["code"][: one["start"]] + one["text"] + check["code"][one["end"] :]
            kind, text = at_the_desk(check["before"], code)
            assert kind == one["verdict"], one["words"]
            assert kind == "accepted" or "this does not follow: left over" in text
            assert bool(one["said"]) == (kind == "accepted")


def test_lines_are_broken_as_a_reader_would():
    assert breaks.sharpened("a >= b + gamma") == "a >= b + 2*gamma"
    assert breaks.sharpened("k <= R**2") == "k <= R**2/2"
    assert breaks.sharpened("a == b") is None
    assert breaks.turned("w[t+1] <= a - b") == "w[t+1] <= a + b"
    assert breaks.turned("w[t+1] >= a") == "w[t+1] <= a"
    code = 'p.step("é", "a >= b + c",\n       "one", "two")'
    found = {one.key: one.broken(code) for one in breaks.possible_breaks(code)}
    assert found["drop", "é", "one"] == 'p.step("é", "a >= b + c", "two")'
    assert found["sharpen", "é", "a >= b + 2*c"] == code.replace("+ c", "+ 2*c")
