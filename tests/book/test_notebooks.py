"""The chapters as files: run in order, no errors, nothing of a machine.

The strict comparison of every output is nbval's, which runs on ``notebooks/`` beside these tests.
"""

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


@pytest.mark.thorough
@pytest.mark.parametrize(("stored", "code"), [("42", 0), ("43", 1)])
def test_nbval_compares_what_is_stored(tmp_path, stored, code):
    """As this project sets it."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    output = nbformat.v4.new_output("execute_result", {"text/plain": stored}, execution_count=1)
    cell = nbformat.v4.new_code_cell("6 * 7", outputs=[output], execution_count=1)
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata=METADATA)
    nbformat.write(notebook, tmp_path / "x.ipynb")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "x.ipynb"]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == code
