"""The table of nets has a row for each fault that is planted, and each can be planted still."""

import csv

import holes
import nets


def test_each_fault_has_a_row():
    with open(nets.ROOT / "tests/proof/nets.csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert tuple(head[1 : len(nets.NETS) + 1]) == nets.NETS
    faults = [hole.name for hole in holes.ALL] + [name for name, *_ in nets.OTHERS]
    assert [row[0] for row in rows] == faults
    assert not [row[0] for row in rows if not any(row[1 : len(nets.NETS) + 1])]


INSIDE = [[("kernel axioms", *change) for change in hole.changes] for hole in holes.ALL]


def test_each_fault_can_be_planted():
    """Each line that it changes is there, once, and what it is changed to is Python."""
    for fault in [*INSIDE, *([fault[1:]] for fault in nets.OTHERS)]:
        for path, text in nets.changed(fault).items():
            compile(text, path, "exec")
