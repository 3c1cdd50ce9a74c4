"""The two files of a chapter: in step, and each can be made from the other."""

import os
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import nbformat
import pytest
import refresh

from runs import notebook_runs

CHAPTERS = sorted({path.with_suffix("") for path in refresh.NOTEBOOKS.glob("*.[mi][dp]*")})
# one small chapter is stored for all tests here
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("refresh")]
CELLS = "(chapter-x)=\n# X\n\n```{code-cell} ipython3\n:tags: [hide-input]\n\n6 * 7\n```\n"


def read(path):
    return nbformat.read(path.with_suffix(".ipynb"), as_version=4)


def cells(notebook):
    """What the two files of a chapter share, cell by cell."""
    return [(cell.id, cell.cell_type, cell.metadata, cell.source) for cell in notebook.cells]


def ids(notebook):
    return [cell.id for cell in notebook.cells]


def steps(notebook, text):
    """Are a notebook and a text form in step, read both ways?"""
    return refresh.to_text(notebook) == text and cells(refresh.from_text(text)) == cells(notebook)


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory):
    """A place of their own for what runs make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notebook_runs, "KEPT_RUNS", tmp_path_factory.mktemp("kept"))
        yield


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A chapter of two cells, stored."""
    path = tmp_path_factory.mktemp("stored") / "01_x"
    path.with_suffix(".md").write_text(CELLS, "utf-8")
    refresh.refresh(path, "text")
    return path


@pytest.fixture
def chapter(stored, tmp_path):
    """A copy of the stored chapter."""
    for suffix in (".md", ".ipynb"):
        shutil.copy(stored.with_suffix(suffix), tmp_path)
    return tmp_path / stored.name


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.name)
def test_the_two_files_are_in_step(path):
    assert steps(read(path), path.with_suffix(".md").read_text("utf-8"))


def test_from_text(chapter):
    text = chapter.with_suffix(".md")
    before = ids(read(chapter))
    text.write_text(text.read_text("utf-8").replace("6 * 7", "6 * 8"))
    refresh.refresh(chapter, "text")
    after = read(chapter)
    assert after.cells[1].outputs[0].data["text/plain"] == "48"
    assert ids(after) == before
    assert steps(after, text.read_text("utf-8"))


def test_from_notebook(chapter):
    notebook = read(chapter)
    notebook.cells[1].source = "6 * 9"
    notebook.cells[1].metadata["execution"] = {"when": "now"}
    nbformat.write(notebook, chapter.with_suffix(".ipynb"))
    refresh.refresh(chapter, "notebook")
    after = read(chapter)
    assert after.cells[1].outputs[0].data["text/plain"] == "54"
    assert after.cells[1].metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert steps(after, chapter.with_suffix(".md").read_text("utf-8"))


def test_a_new_cell_leaves_the_other_ids_alone(chapter):
    notebook = read(chapter)
    text = chapter.with_suffix(".md").read_text("utf-8")
    more = refresh.from_text(text.replace("```{code", "+++\n\nNew.\n\n```{code", 1))
    old, new = ids(notebook), ids(more)
    assert [new[0], new[2]] == old
    assert new[1] == f"{old[0]}2"  # text is named after the code before it
    twice = ids(refresh.from_text(text + text[text.index("```{code") :]))
    assert twice[:2] == old
    assert len(set(twice)) == 3


PLOT = """```{code-cell} ipython3
import matplotlib.pyplot as plt

plt.scatter([0, 1, 2], [2, 0, 1], label="points")
plt.legend();
```
"""


def test_a_figure_is_stored_as_png_and_shown_as_svg(tmp_path):
    """Each run draws the same, letter by letter; that of a page is repeated to be stored."""
    shutil.copy(refresh.NOTEBOOKS / "matplotlibrc", tmp_path)
    path, drawn = (tmp_path / "01_plot").with_suffix(".ipynb"), []
    nbformat.write(refresh.from_text(PLOT), path)
    for _ in range(2):
        notebook_runs.forget_runs(path.stem)
        page = read(path)
        notebook_runs.fill_outputs(path, page)
        drawn.append(page.cells[0].outputs[0].data)
        refresh.refresh(path.with_suffix(""), "notebook")
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {"image/svg+xml", "text/plain"}
    (stored,) = read(path).cells[0].outputs
    assert set(stored.data) == {"image/png", "text/plain"}
    root = ElementTree.fromstring(drawn[0]["image/svg+xml"])
    assert int(root.get("width")) == pytest.approx(4.6 * 72 * notebook_runs.PIXELS, rel=0.02)


@pytest.mark.parametrize("last", ["text", "notebook"])
def test_the_file_saved_last_is_read(chapter, monkeypatch, capsys, last):
    files = {"text": chapter.with_suffix(".md"), "notebook": chapter.with_suffix(".ipynb")}
    for kind, path in files.items():
        os.utime(path, (2, 2) if kind == last else (1, 1))
    monkeypatch.setattr(sys, "argv", ["refresh.py", str(files["notebook"])])
    refresh.main()
    assert capsys.readouterr().out == f"01_x, from its {last}\n"


def test_a_conflict_is_refused():
    with pytest.raises(ValueError, match="merge conflict"):
        refresh.from_text(CELLS + "\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n")


def test_of_a_checkout_the_file_committed_last_is_newer(tmp_path):
    """Its files have times in any order; once one is edited, the one saved last counts."""
    text, notebook = tmp_path / "02_y.md", tmp_path / "02_y.ipynb"

    def committed(words, *paths):
        for path in paths:
            path.write_text(words, encoding="utf-8")
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for command in (["add", "."], [*author, "commit", "-qm", words]):
            subprocess.run(["git", "-C", tmp_path, *command], check=True)
        for time, path in enumerate(path for path in (text, notebook) if path.exists()):
            os.utime(path, (time, time))
        return refresh.newest(tmp_path / "02_y")

    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert committed("the notebook alone", notebook, tmp_path / "other") == "notebook"
    assert committed("both", text, notebook) == "text"
    assert committed("the notebook", notebook) == "notebook"
    assert committed("the text", text) == "text"
    notebook.write_text("edited", encoding="utf-8")
    assert refresh.newest(tmp_path / "02_y") == "notebook"
