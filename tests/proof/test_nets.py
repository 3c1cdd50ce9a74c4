"""The table of nets has a row for each fault that is planted, and each can be planted still."""

import csv

import holes
import nets
import pytest


def test_each_fault_has_a_row():
    with open(nets.ROOT / "tests/proof/nets.csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert tuple(head[1 : len(nets.NETS) + 1]) == nets.NETS
    faults = [hole.name for hole in holes.ALL] + [name for name, *_ in nets.OTHERS]
    assert [row[0] for row in rows] == faults
    assert not [row[0] for row in rows if not any(row[1 : len(nets.NETS) + 1])]


INSIDE = [[("kernel axioms", *change) for change in hole.changes] for hole in holes.ALL]


@pytest.mark.parametrize("fault", [*INSIDE, *([fault[1:]] for fault in nets.OTHERS)])
def test_a_fault_can_be_planted(fault, tmp_path):
    """Each line that it changes is there, once, and what it is changed to is Python."""
    nets.planted(fault, tmp_path)
    for file in tmp_path.rglob("*.py"):
        compile(file.read_text("utf-8"), file, "exec")
