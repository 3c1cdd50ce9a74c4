"""The theorems of the book: they are found, named, and rest on no special case."""

import contextlib
import io
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import pytest

from perclib.proof import Theorem

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def code_of(chapter):
    notebook = nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


CHAPTERS = [
    chapter
    for chapter in sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    if any("Proof(" in source or ".theorem(" in source for source in code_of(chapter))
]


def theorems_of(chapter):
    """Run a notebook's code, and keep every theorem that it makes."""
    made, namespace = [], {"__name__": "__main__", "display": lambda *_: None}
    with pytest.MonkeyPatch.context() as patch, mpl.rc_context():
        patch.chdir(NOTEBOOKS)
        plt.switch_backend("Agg")
        make = Theorem.__init__

        def keep(self, *args, **kwargs):
            make(self, *args, **kwargs)
            made.append(self)

        patch.setattr(Theorem, "__init__", keep)
        for n, source in enumerate(code_of(chapter)):
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, f"{chapter}, code cell {n}", "exec"), namespace)
            plt.close("all")
    return made


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CHAPTERS],
)
def theorems(request):
    """The theorems of a chapter, which one process runs once."""
    return theorems_of(request.param)


def test_the_chapters_that_prove_are_found():
    assert {chapter[:2] for chapter in CHAPTERS} >= {"04", "05", "06", "07"}


def test_a_chapter_proves_theorems(theorems):
    assert theorems
    names = [theorem.name for theorem in theorems]
    assert len(set(names)) == len(names), "two theorems have the same name"


def test_no_theorem_rests_on_a_special_case(theorems):
    facts = [theorem.fact for theorem in theorems]
    assert not [fact for fact in facts if any(h.local for h in fact.hypotheses)]
