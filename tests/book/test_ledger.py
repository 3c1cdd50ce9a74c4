"""The table of the sources' statements, the pages made from it, and the cells it leads to."""

import re
from pathlib import Path

import chapters
import nbformat
import pytest
from bs4 import BeautifulSoup

import ledger

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"

LAST = {"A": 60, "B": 21, "C": 24, "D": 34, "E": 45}
CHAPTERS = {
    "01_online_learning": "A.1-A.7 B.1 C.1 E.1-E.3",
    "02_gradient_descent": "A.8 D.27-D.34",
    "03_perceptron": "A.9-A.23 B.2-B.4 B.20 C.2-C.5 D.1-D.9 E.18 E.26",
    "04_separable": "A.24-A.47 B.5-B.21 C.6-C.24 D.10-D.26 E.20-E.24",
    "05_nonseparable": "A.48-A.60",
    "08_randomized": "E.4-E.13",
    "06_hinge_bounds": "E.14-E.17 E.19 E.25 E.27-E.30 E.36-E.45",
    "07_regret": "E.31-E.35",
}
NAMED = re.compile(r"\b([A-E])\.(\d+)(?:(?:-| to )\1\.(\d+))?")
ROWS = ledger.ledger_rows()
NUMBERED = [row for row in ROWS if "." in row.id]
FAILING = [row for row in ROWS if row.verdict != "holds"]
CELLS = nbformat.read(ROOT / "notebooks" / "counterexamples.ipynb", as_version=4).cells


def named(text):
    """The statements that a text names, one by one or as in "A.13 to A.16"."""
    return [
        f"{source}.{number}"
        for source, first, last in NAMED.findall(text)
        for number in range(int(first), int(last or first) + 1)
    ]


def labels():
    """The labels of all pages that have a text form."""
    pages = [*(ROOT / "notebooks").glob("*.md"), *(ROOT / "book").glob("*.md")]
    return set().union(*(chapters.labels(path.read_text("utf-8")) for path in pages))


def code_after(label):
    """The source of the code cells of a section of the page of counterexamples."""
    places = [n for n, cell in enumerate(CELLS) if f"({label})=\n" in cell.source]
    assert len(places) == 1, label
    out = []
    for cell in CELLS[places[0] + 1 :]:
        if cell.cell_type != "code":
            break
        out.append(cell.source)
    return "\n".join(out)


def test_each_statement_has_one_row_in_order():
    wanted = [f"{source}.{n}" for source, last in LAST.items() for n in range(1, last + 1)]
    assert [row.id for row in NUMBERED] == wanted
    found = [row.id for row in ROWS if "+" in row.id]
    assert len(set(found)) == len(found) == len(ROWS) - 184


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_is_whole(row):
    assert row.verdict in ledger.VERDICTS
    assert row.where
    assert row.statement
    assert row.place
    assert row.statement.count("$") % 2 == row.why.count("$") % 2 == 0
    if row.verdict == "holds":
        assert not row.failure
    else:
        assert row.failure
        assert row.why
    if row.verdict == "holds if":
        assert row.why.startswith("If ")


def test_every_place_and_every_reference_exists():
    known = labels()
    missing = {row.id: row.place for row in ROWS if row.place not in known}
    told = {x for row in ROWS for x in re.findall(r"\{(?:prf:ref|eq|ref)\}`([\w-]+)`", row.why)}
    assert missing == {}
    assert told <= known


def test_what_fails_leads_to_a_cell_that_asserts_it():
    for label in {label for row in FAILING for label in row.failure.split()}:
        lines = [x for x in code_after(label).splitlines() if "assert" in x.lower()]
        assert [x for x in lines if re.search(r"\bnot\b|!=|raise AssertionError", x)], label
        assert label in ledger.counterexamples()


def test_every_counterexample_is_of_a_statement():
    used = {label for row in ROWS for label in (*row.failure.split(), row.place)}
    assert set(ledger.counterexamples()) <= used


def test_a_counterexample_names_the_statements_it_refutes():
    """In its text or in its code, so that a reader of the page knows what is refuted."""
    for label, fault in ledger.counterexamples().items():
        said = set(named(fault.example + code_after(label)))
        said |= set(re.findall(r"[A-E]\+\d+", fault.example))
        of = {row.id for row in ROWS if label in row.failure.split()}
        assert of <= said, label


def test_one_fault_has_one_verdict():
    """The statements of one cell agree; a statement with two faults has the graver verdict."""
    of = {}
    for row in FAILING:
        if " " not in row.failure:
            of.setdefault(row.failure, set()).add(row.verdict)
    assert not {label: verdicts for label, verdicts in of.items() if len(verdicts) > 1}
    order = list(ledger.VERDICTS)
    for row in FAILING:
        known = [v for label in row.failure.split() for v in of.get(label, [])]
        assert all(order.index(row.verdict) <= order.index(v) for v in known), row.id


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_statement_is_met_in_its_chapter(chapter):
    notebook = nbformat.read(ROOT / "notebooks" / f"{chapter}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert set(named(CHAPTERS[chapter])) - set(named(text)) == set()


def test_the_pages_hold_every_row():
    statements, errata = ledger.statements(), ledger.errata()
    assert re.findall(r"^:name: (.+)$", statements, re.M) == [ledger.row_anchor(r.id) for r in ROWS]
    told = set(named(errata)) | set(re.findall(r"[A-E]\+\d", errata))
    assert {row.id for row in FAILING} <= told
    slips = errata.partition(ledger.VERDICTS["slip"])[2]
    assert all(x.title in slips for x in ledger.counterexamples().values() if x.gravity == "slip")


@pytest.mark.parametrize("chapter", [*CHAPTERS, "counterexamples"])
def test_statements_link_to_their_entries(chapter):
    page, entries = (HTML / name for name in (f"notebooks/{chapter}.html", "book/ledger.html"))
    if not page.exists():
        pytest.skip("there is no built book: run make book")
    linked = re.findall(r'href="\.\./book/ledger\.html#([a-e]-[\w-]+)"', page.read_text())
    assert linked
    assert set(linked) <= set(re.findall(r'id="([a-e]-[\w-]+)"', entries.read_text()))


# Formulas in proofs of the sources that no cell of sympy checks, since they only say what is meant.
WITHOUT_SYMPY = {
    **dict.fromkeys(["A.51", "A.52", "E.31"], "a definition"),
    **dict.fromkeys(["B.10", "C.14"], "the update"),
    **dict.fromkeys(["D.23", "E+4"], "a hypothesis"),
}
FORMULA = re.compile(r"\\(?:leq?|geq?|Rightarrow|implies)\b|(?<![!<>])=")


def test_formulas_of_proofs_have_a_cell_of_sympy():
    """Each formula in a proof of a source leads to a cell that derives it."""
    page = BeautifulSoup((HTML / "book" / "ledger.html").read_text("utf-8"), "html.parser")
    head = next(h for h in page.find_all("h2") if "checked by sympy" in h.get_text())
    links = {a.get_text(): a["href"] for a in head.find_next("table").select("td:last-child a")}
    assert links
    texts = {path.stem: path.read_text("utf-8") for path in (HTML / "notebooks").glob("*.html")}
    for name, to in links.items():
        _, page, anchor = re.split(r"notebooks/|\.html#", to)
        code = texts[page].partition(f' id="{anchor}">')[2].partition("</pre>")[0]
        assert "assert" in code, name
    proofs = [row for row in ROWS if re.search(r"[Pp]roof", row.where)]
    formulas = {row.id for row in proofs if FORMULA.search(row.statement)}
    assert formulas - set(links) == set(WITHOUT_SYMPY)
