"""The notebooks for nbgrader: its metadata, all exercises and problems, and no word of MyST.

nbgrader itself is not asked: what it requires of a cell is its schema of version 3.
"""

import importlib.util
import json
import re
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
LABELS = ROOT / "_build" / "html" / "_static" / "labels.json"
FIELDS = {"schema_version", "grade_id", "task", "locked", "grade", "solution"}
RAW = re.compile(r"\{[\w:-]+\}`|^:::|<!--|^\+\+\+|\{code-cell\}|^```[^p\n]", re.MULTILINE)


@pytest.fixture(scope="module")
def made():
    """Give each assignment, by its name."""
    sys.path.insert(0, str(ROOT / "book"))
    spec = importlib.util.spec_from_file_location("assignments", ROOT / "book" / "assignments.py")
    assignments = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(assignments)
    sys.path.pop(0)
    return dict(assignments.assignments(json.loads(LABELS.read_text("utf-8"))))


def faults(notebook):
    """List what nbgrader would not take, or a student not read."""
    cells = [(cell, cell.metadata["nbgrader"]) for cell in notebook.cells]
    names = [told["grade_id"] for _, told in cells]
    found = [name for name in names if names.count(name) > 1 or not re.fullmatch(r"[\w-]+", name)]
    for cell, told in cells:
        answer = told["grade"]
        if set(told) != FIELDS | ({"points"} if answer else set()) or told["schema_version"] != 3:
            found.append(f"{told['grade_id']}: fields")
        if (told["solution"], told["locked"]) != (answer, not answer) or not told.get("points", 1):
            found.append(f"{told['grade_id']}: neither locked nor an answer with points")
        if not cell.source or RAW.search(cell.source):
            found.append(f"{told['grade_id']}: {RAW.findall(cell.source)}")
    return found


def test_nbgrader_takes_them_and_students_read_them(made):
    assert len(made) == 16
    for notebook in made.values():
        nbformat.validate(notebook)
        assert faults(notebook) == []


def test_every_exercise_and_problem_is_there_with_its_points(made):
    for name, notebook in made.items():
        points = [cell.metadata["nbgrader"].get("points", 0) for cell in notebook.cells]
        text = ROOT / "notebooks" / f"{name}.md"
        if text.exists():
            assert sum(map(bool, points)) == text.read_text("utf-8").count(":{exercise}")
        else:
            assert sum(points) == 40
    asked = "\n".join(cell.source for cell in made["04_separable"].cells)
    assert "by (4.9)." in asked
    assert "proof of Theorem 4.3 " in "\n".join(cell.source for cell in made["mistakes"].cells)


def test_no_hint_or_key_is_in_what_students_get(made):
    for notebook in made.values():
        locked = [cell.source for cell in notebook.cells if cell.metadata["nbgrader"]["locked"]]
        assert not any(re.search(r"Hint|:right:|:ask:", text) for text in locked)
