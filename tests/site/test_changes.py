"""What a page offers to break of its proofs: the table says what the kernel says of it."""

import kernel_page
import pytest

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
def test_a_change_that_is_offered_is_judged_as_the_table_says(page):
    for check in CHECKS[page].values():
        for one in check["breaks"]:
            code = check["code"][: one["start"]] + one["text"] + check["code"][one["end"] :]
            kind, text = at_the_desk(check["before"], code)
            assert kind == one["verdict"], one["words"]
            assert kind == "accepted" or "this does not follow: left over" in text
            assert bool(one["said"][kind]) == (kind == "accepted")
