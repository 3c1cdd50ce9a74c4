"""Every theorem of the book, judged from outside: all its steps are mutated, and proved by z3."""

import contextlib
import io
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import mutation
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


@pytest.fixture(scope="module")
def theorems():
    return {chapter: theorems_of(chapter) for chapter in CHAPTERS}


@pytest.fixture(scope="module")
def facts(theorems):
    return [theorem.fact for found in theorems.values() for theorem in found]


def test_the_chapters_prove_theorems(theorems, capsys):
    assert {chapter[:2] for chapter in theorems} >= {"04", "05", "07"}
    with capsys.disabled():
        for chapter, found in theorems.items():
            print(f"\n{chapter}: {'; '.join(theorem.name for theorem in found)}", end="")
    for chapter, found in theorems.items():
        assert found, f"{chapter} proves no theorem"
        names = [theorem.name for theorem in found]
        assert len(set(names)) == len(names), f"{chapter}: two theorems have the same name"


def test_no_theorem_rests_on_a_special_case(facts):
    assert not [fact for fact in facts if any(h.local for h in fact.hypotheses)]


def test_every_mutant_is_refused_or_true(facts, capsys):
    report = mutation.mutate(facts)
    with capsys.disabled():
        print(f"\n{report.steps} steps: {report[1:4]} mutants, refused, accepted and true", end="")
    assert not report.wrong
    assert report.refused > 0.8 * report.mutants > 0


def test_z3_proves_every_finite_step(facts, capsys):
    report = mutation.reprove(facts)
    with capsys.disabled():
        print(f"\nz3 proved {report.proved} steps, {report.hinted} of them with a hint;", end=" ")
        print(f"{len(report.undecided)} undecided, {sum(report.outside.values())} outside", end="")
    assert not report.refuted
    assert not report.undecided
    assert report.proved
