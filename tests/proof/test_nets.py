"""Each fault of the nets can be planted still."""

import holes
import nets

INSIDE = [[("kernel axioms", *change) for change in hole.changes] for hole in holes.ALL]


def test_each_fault_can_be_planted():
    """Each line that it changes is there, once, and what it is changed to is Python."""
    for fault in [*INSIDE, *([fault[1:]] for fault in nets.OTHERS)]:
        for path, text in nets.changed(fault).items():
            compile(text, path, "exec")
