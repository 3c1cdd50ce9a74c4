"""A handout: nothing of a solution, a hint or a key is in any file of its pages."""

import re
import shutil
import sys
from html import unescape
from pathlib import Path

import nbformat
import pytest
import test_paper
from nbclient import NotebookClient
from processes import printed

from runs.solutions_left_out import ANSWER, HINT, SOLUTION

ROOT = Path(__file__).resolve().parents[2]
READ = (".html", ".js", ".json", ".ipynb", ".txt", ".v", ".svg", ".csv", ".xml", ".inv")
# Words in a row, or a line of code: what would tell a part of a solution.
WORDS = re.compile(r"[A-Za-z][A-Za-z ,;.-]{24,}[a-z]|^.{25,}$", re.MULTILINE)
pytestmark = pytest.mark.xdist_group("handout")


def one_line(text):
    return " ".join(text.split())


def text_shown(page):
    return one_line(unescape(re.sub("<[^>]+>", "", page)))


CHAPTERS = sorted((ROOT / "notebooks").glob("[01]*.md"))
RUN = "04_separable.ipynb"


def texts_of_chapters():
    return [path.read_text("utf-8") for path in CHAPTERS]


def left_out():
    """List what the solutions, the hints and the answers of the chapters say, and nothing else."""
    whole, gone = "\n".join(texts_of_chapters()), []
    for part in (SOLUTION, HINT, ANSWER):
        gone += [found[0] for found in part.finditer(whole)]
        whole = part.sub("", whole)
    others = [*(ROOT / "perclib").rglob("*.py"), ROOT / "book" / "workbench.md"]
    known = one_line(whole + "\n".join(path.read_text("utf-8") for path in others))
    words = {one_line(found) for text in gone for found in WORDS.findall(text)}
    plumbing = ("{code-cell}", "{answer}", "{dropdown}", "code_prompt_show", "+++", ":class:")
    return {said for said in words if said not in known and not any(x in said for x in plumbing)}


def leaked(folder):
    """List of what is left out that which a file in a folder tells, with the file."""
    files = [path for path in folder.rglob("*") if path.suffix in READ]
    texts = {path.name: text_shown(path.read_text("utf-8", errors="replace")) for path in files}
    return {(said, name) for said in left_out() for name, text in texts.items() if said in text}


@pytest.fixture(scope="module")
def handout(environment):
    """Build a handout beside the book; give the folder of its pages."""
    told = environment | {"BOOK_SOLUTIONS": "no"}
    printed(sys.executable, "book/build.py", cwd=ROOT, env=told)
    return ROOT / "_build" / "handout" / "html"


@pytest.mark.thorough
def test_nothing_of_a_solution_is_in_it(handout):
    assert len(left_out()) > 100
    assert leaked(handout) == set()


@pytest.mark.thorough
def test_no_key_is_in_it_and_all_exercises_are(handout):
    for path, text in zip(CHAPTERS, texts_of_chapters(), strict=True):
        page = (handout / f"notebooks/{path.stem}.html").read_text("utf-8")
        assert not re.search(r'class="answer"|data-right|<template|answers\.js', page)
        assert page.count('<div class="exercise') == text.count("{exercise}")
        assert 'class="solution' not in page


@pytest.mark.thorough
def test_its_notebooks_run(handout, tmp_path, environment):
    """No cell needs one of a solution."""
    notebook = nbformat.read(handout / "_sources" / "notebooks" / RUN, 4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=120, resources=resources).execute(env=environment)


SET_SOLUTIONS = (sys.executable, "book/set_paper.py", "--solutions")


@pytest.mark.thorough
def test_solutions_are_a_document(environment):
    """Those of every chapter, with their hints, and those of the problems for lecturers."""
    if not all(map(shutil.which, ("xelatex", "latexmk", "rsvg-convert", "pdftotext"))):
        pytest.skip("XeLaTeX, librsvg or poppler is not installed")
    printed(*SET_SOLUTIONS, cwd=ROOT, env=environment)
    said = printed("pdftotext", ROOT / "_build" / "paper" / "solutions.pdf", "-")
    chapters = [path.read_text("utf-8") for path in (ROOT / "notebooks").glob("[01]*.md")]
    folder = ROOT / "_build" / "paper" / "solutions"
    tex = (folder / "book.tex").read_text("utf-8")
    assert tex.count(r"\bookhead{Solution to ") == sum(
        text.count("{solution-start}") for text in chapters
    )
    assert "At each mistake at least half of the experts that are left were wrong" in one_line(said)
    assert test_paper.wrong_in_log((folder / "book.log").read_text(errors="replace")) == []
