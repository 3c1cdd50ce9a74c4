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


@pytest.mark.parametrize("change", [fault[1:] for fault in nets.OTHERS], ids=lambda x: x[1])
def test_a_fault_can_be_planted(change, tmp_path):
    file, _, new = change
    nets.planted([change], tmp_path)
    changed = (tmp_path / f"proofs/prover/{file}.py").read_text("utf-8")
    assert new in changed
    compile(changed, file, "exec")


@pytest.mark.parametrize("hole", holes.ALL, ids=lambda hole: hole.name)
def test_each_hole_plants(hole, tmp_path):
    """Each line that a hole changes is there, once, in one of the two files."""
    nets.planted([("kernel axioms", *change) for change in hole.changes], tmp_path)
