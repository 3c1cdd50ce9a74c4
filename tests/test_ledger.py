"""The ledger and the chapters name the same statements of the sources."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
CHAPTERS = {
    "01_online_learning": "A.1-A.7 B.1 C.1 E.1-E.3",
    "02_gradient_descent": "A.8 D.27-D.34",
    "03_perceptron": "A.9-A.23 B.2-B.4 B.20 C.2-C.5 D.1-D.9 E.18 E.26",
    "04_separable": "A.24-A.47 B.5-B.21 C.6-C.24 D.10-D.26 E.20-E.24",
    "05_nonseparable": "A.48-A.60",
    "06_randomized": "E.4-E.13",
    "07_hinge_bounds": "E.14-E.17 E.19 E.25 E.27-E.45",
}
NAMED = re.compile(r"\b([A-E])\.(\d+)(?:(?:-| to )\1\.(\d+))?")


def named(text):
    """The statements that a text names, one by one or as in "A.13 to A.16"."""
    return [
        f"{source}.{number}"
        for source, first, last in NAMED.findall(text)
        for number in range(int(first), int(last or first) + 1)
    ]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_statement_is_met_in_its_chapter(chapter):
    notebook = nbformat.read(ROOT / "notebooks" / f"{chapter}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert set(named(CHAPTERS[chapter])) - set(named(text)) == set()


def test_the_ledger_has_each_statement_once():
    entries = re.findall(
        r"^\*\*([A-E]\.\d+)\*\*", (ROOT / "book/ledger.md").read_text("utf-8"), re.M
    )
    assert len(entries) == len(set(entries))
    assert set(entries) == set(named(" ".join(CHAPTERS.values())))


def test_every_entry_has_a_verdict_and_a_place():
    ledger = (ROOT / "book/ledger.md").read_text("utf-8")
    for entry in re.split(r"^\*\*", ledger, flags=re.M)[1:]:
        assert re.search(r": \*(holds|holds if read well|fails as printed)\*\.\n", entry)
        assert re.search(r"See \{(prf:ref|eq|ref|numref)\}`[\w-]+`\.", entry)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_statements_link_to_their_entries(chapter):
    page, ledger = (HTML / name for name in (f"notebooks/{chapter}.html", "book/ledger.html"))
    if not page.exists():
        pytest.skip("there is no built book: run make book")
    linked = re.findall(r'href="\.\./book/ledger\.html#([a-e]-\d+)"', page.read_text())
    assert linked
    assert set(linked) <= set(re.findall(r'id="([a-e]-\d+)"', ledger.read_text()))
