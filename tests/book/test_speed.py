"""The table of chapter 12 that a command makes holds what the command measures."""

import csv
import re
from pathlib import Path

from perclib.speed import KINDS, compared

FILE = Path(__file__).resolve().parents[2] / "book" / "speed.csv"


def test_the_table_is_of_the_command():
    (corner, *kinds), *rows = csv.reader(FILE.read_text("utf-8").splitlines())
    assert kinds == list(KINDS)
    assert re.fullmatch(r"[a-z ]+, \d{4}-\d\d-\d\d", corner)
    learners = dict.fromkeys(one.learner for one in compared(rows=20, turns=1))
    assert [row[0] for row in rows] == list(learners)
    assert all(re.fullmatch(r"\d+\.\d", cell) for row in rows for cell in row[1:])
