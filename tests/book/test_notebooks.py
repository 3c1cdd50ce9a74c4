"""The chapters as files: run in order, no errors, nothing of a machine; and the net catches.

The strict comparison of every output is nbval's, which runs on ``notebooks/`` beside these tests.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from refresh import METADATA, folded

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LONGEST_CELL = 16


def problems(notebook):
    """What is wrong with a notebook as it is stored, as a list of sentences."""
    found = []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        found.append("code cells are not run in order from 1, so nbval compares nothing there")
    if dict(notebook.metadata) != METADATA:
        found.append("metadata differ: store the outputs with .venv/bin/python tests/refresh.py")
    for cell in code:
        name = f"cell {cell.execution_count}"
        if len(cell.source.splitlines()) > LONGEST_CELL:
            found.append(f"{name} is longer than {LONGEST_CELL} lines")
        if {k: cell.metadata[k] for k in ("jupyter", "collapsed") if k in cell.metadata} != folded(
            cell
        ):
            found.append(f"{name} is not folded in Jupyter as it is on the page")
        if {tag for tag in cell.metadata.get("tags", []) if re.match("nbval|raises", tag)}:
            found.append(f"{name} is kept from the comparison by a tag")
        if re.search("NBVAL|PYTEST_VALIDATE", cell.source):
            found.append(f"{name} is kept from the comparison by a comment")
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"{name} stores an error")
            images = [kind for kind in output.get("data", {}) if kind.startswith("image/")]
            if images and not cell.metadata.get("mystnb", {}).get("image", {}).get("alt"):
                found.append(f"{name} draws a figure without alt text")
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    for box in re.findall(r"(.+)\n:{3,}$", "\n\n".join(prose), flags=re.MULTILINE):
        found.append(f"no empty line ends a box, where viewers of plain Markdown need one: {box}")
    text = nbformat.writes(notebook)
    paths = re.findall(r"/(?:home|tmp|root|Users)/\S{0,30}", text)
    return found + [f"a path of a machine: {path}" for path in paths]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_is_stored_well(path):
    assert problems(nbformat.read(path, as_version=4)) == []


PRINTED = "200 streams; nearest to its bound"


@pytest.fixture
def copy(tmp_path):
    """A copy of the library and of a chapter up to the cell that prints, and nbval run on it."""
    ignore = shutil.ignore_patterns("*.ipynb", "*.md", "__pycache__")
    for folder in ("perclib", "notebooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    chapter = nbformat.read(ROOT / "notebooks" / "04_separable.ipynb", as_version=4)
    (last,) = [n for n, cell in enumerate(chapter.cells) if PRINTED in str(cell.get("outputs"))]
    del chapter.cells[last + 1 :]
    nbformat.write(chapter, tmp_path / "notebooks" / "chapter.ipynb")

    def nbval():
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "notebooks"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, **pipes)
        return done.returncode, done.stdout

    return tmp_path, nbval


def replace(path, old, new):
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.thorough
def test_nbval_passes_an_unchanged_copy(copy):
    _, nbval = copy
    assert nbval()[0] == 0


@pytest.mark.thorough
def test_nbval_catches_a_changed_output(copy):
    folder, nbval = copy
    replace(folder / "notebooks" / "chapter.ipynb", PRINTED, PRINTED.replace("2", "3"))
    code, output = nbval()
    assert code == 1
    assert "1 failed" in output  # and all other cells of the copy pass


@pytest.mark.thorough
def test_nbval_catches_a_flipped_sign(copy):
    folder, nbval = copy
    old = "self.weights + self.step * y * x"
    replace(folder / "perclib" / "learners" / "perceptron.py", old, old.replace("+", "-"))
    code, output = nbval()
    assert code == 1
    assert "failed" in output
