"""The table of the sources' statements, the pages made from it, and the cells it leads to."""

import itertools
import re
from collections import Counter
from pathlib import Path

import ledger
import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"

LAST = {"A": 60, "B": 21, "C": 24, "D": 34, "E": 45}
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
LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)
ROWS = ledger.rows()
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
    text = "\n".join(path.read_text("utf-8") for path in pages)
    return {name for names in LABEL.findall(text) for name in names if name}


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
        code = code_after(label)
        lines = [line for line in code.splitlines() if "assert" in line.lower()]
        assert [x for x in lines if re.search(r"\bnot\b|!=|raise AssertionError", x)], label
        assert label in ledger.faults()


def test_every_counterexample_is_of_a_statement():
    used = {label for row in ROWS for label in (*row.failure.split(), row.place)}
    assert set(ledger.faults()) <= used


def test_a_counterexample_names_the_statements_it_refutes():
    """In its text or in its code, so that a reader of the page knows what is refuted."""
    for label, fault in ledger.faults().items():
        said = set(named(fault.example + code_after(label)))
        said |= set(re.findall(r"[A-E]\+\d+", fault.example))
        of = {row.id for row in ROWS if label in row.failure.split()}
        assert of <= said, label


def test_one_fault_has_one_verdict():
    """The statements of one cell agree, but for a proof that goes wrong by a missing hypothesis.

    A statement with two faults has the graver verdict.
    """
    of = {}
    for row in FAILING:
        if " " not in row.failure:
            of.setdefault(row.failure, set()).add(row.verdict)
    mixed = {label: verdicts for label, verdicts in of.items() if len(verdicts) > 1}
    assert mixed == {"fail-fixed-iterates": {"holds if", "gap"}}
    order = list(ledger.VERDICTS)
    for row in FAILING:
        known = [
            v for label in row.failure.split() if label not in mixed for v in of.get(label, [])
        ]
        assert all(order.index(row.verdict) <= order.index(v) for v in known), row.id


# How a row speaks of a fault, and the verdict of the fault.
WORDS = {
    "a letter that does not occur": (r"not occur", "slip"),
    "an index": (r"[Ii]ndex (is|that is|put)|meant at \$w_i", "slip"),
    "a power": (r"square is missing|power is missing", "slip"),
    "a bracket": (r"never closed|brace is left over|needs its brackets", "slip"),
    "a sign of comparison": (r"sign is reversed|At least as great", "slip"),
    "an indicator": (r"indicator is missing|argument of \$.tilde y\$ must", "slip"),
    "a zero vector": (r"\\ne ?0\$[;,.:]", "holds if"),
    "a margin of zero": (r"^If \$\\gamma>0|, for \$\\gamma>0\$", "holds if"),
    "an order symbol": (r"constant (that )?(may )?depends? on|[Tt]he constant hides", "holds if"),
    "a tie": (r"[Tt]ies (are|must|count)|at a tie there", "holds if"),
    "a norm of the comparator": (r"supposes only later", "holds if"),
    "the bias": (r"[Ww]ithout a? ?bias|there is no bias", "false"),
    "an update": (r"The sign is wrong|mistakes have no bound", "false"),
    "an inverse": (r"is invertible", "holds if"),
    "a reason": (r"not for that reason|but not by", "gap"),
}


def test_what_is_said_of_a_fault_has_its_verdict():
    """Rows of one fault are found by what they say, whatever cell they lead to."""
    order, met = list(ledger.VERDICTS), set()
    for row in ROWS:
        said = {fault for fault, (words, _) in WORDS.items() if re.search(words, row.why)}
        met |= said
        verdicts = sorted((WORDS[fault][1] for fault in said), key=order.index)
        assert not said or verdicts[0] == row.verdict, (row.id, said)
    assert met == set(WORDS)


def test_what_holds_asks_for_nothing():
    """The reason of a row that holds does not begin with a condition."""
    conditions = r"(?:If|For|Where|When|Provided|Unless)\b"
    assert [
        row.id for row in ROWS if row.verdict == "holds" and re.match(conditions, row.why)
    ] == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_statement_is_met_in_its_chapter(chapter):
    notebook = nbformat.read(ROOT / "notebooks" / f"{chapter}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert set(named(CHAPTERS[chapter])) - set(named(text)) == set()


def test_counts_add_up():
    table = ledger.counts().split("* - ")[2:]
    numbers = [list(map(int, re.findall(r"  - (\d+)", line))) for line in table]
    assert numbers[-2] == [*LAST.values(), 184] == [sum(x) for x in zip(*numbers[:-2], strict=True)]
    assert all(sum(row[:-1]) == row[-1] for row in numbers)
    assert numbers[0][-1] == Counter(row.verdict for row in NUMBERED)["holds"]
    assert numbers[-1][-1] == len(ROWS) - len(NUMBERED)


# What is right is a reference, entries of a table, and a theorem that is cited.
WITHOUT_FORMULA = ["A+5", "D.32", "E+2"]


def test_each_fault_is_told_once_in_an_entry_of_its_own():
    errata = ledger.errata()
    for label in {label for row in FAILING for label in row.failure.split()}:
        fault = ledger.faults()[label]
        assert errata.count(fault.example) == 1, label
        assert errata.count(f"**{fault.title}.**") == 1


def test_a_fault_is_as_grave_as_it_is_alone():
    grave, slip, both = (
        ROWS[0]._replace(verdict=verdict, failure=failure)
        for verdict, failure in (("gap", "f"), ("slip", "g"), ("gap", "f g"))
    )
    assert ledger.gravity("g", [both, slip]) == "slip"
    assert ledger.gravity("f", [grave, grave._replace(verdict="holds if"), both]) == "gap"
    assert ledger.gravity("g", [both]) == "gap"


def test_a_fault_that_is_called_lighter_is_never_alone():
    order = list(ledger.VERDICTS)
    for label, verdict in ledger.LIGHTER.items():
        for row in ledger.by_fault()[label]:
            assert " " in row.failure
            assert order.index(row.verdict) < order.index(verdict)


def test_what_is_right_is_a_formula_where_what_is_printed_is_wrong():
    """A diagnosis alone does not serve who wants to mend the text."""
    formula = re.compile(r"\$[^$]*(=|\\ge?\b|\\le?\b|<|>|\\to|\\subset)[^$]*\$")
    bare = [row.id for row in FAILING if row.verdict != "holds if" and not formula.search(row.why)]
    assert bare == WITHOUT_FORMULA


def test_the_pages_hold_every_row():
    statements, errata = ledger.statements(), ledger.errata()
    assert re.findall(r"^:name: (.+)$", statements, re.M) == [ledger.anchor(r.id) for r in ROWS]
    told = set(named(errata)) | set(re.findall(r"[A-E]\+\d", errata))
    assert {row.id for row in FAILING} <= told
    assert [errata.index(f"## {title}") for title in list(ledger.VERDICTS.values())[:-1]] == sorted(
        errata.index(f"## {title}") for title in list(ledger.VERDICTS.values())[:-1]
    )


def test_readers_choose_from_what_there_is():
    """All verdicts above the statements, and those of faults above the errata."""
    for page, verdicts in ((ledger.statements(), 5), (ledger.errata(), 4)):
        row = page[: page.index("## ")]
        kinds = re.findall('<option value="(.+)">', row)
        assert len(kinds) == verdicts + len(ledger.SOURCES)
        boxes = [line.split() for line in ledger.BOX.findall(page)]
        assert all(any(kind in box for box in boxes) for kind in kinds)
        assert f"<output>{len(boxes)} of {len(boxes)} shown</output>" in row


def test_errata_say_what_is_right_of_each_statement_of_a_few():
    one, two, three = (
        ROWS[0]._replace(id=f"A.{n}", verdict="holds if", why=f"If {n}.") for n in (1, 2, 3)
    )
    assert ledger.corrected([one]) == "*True* if 1. See {eq}`eq-label-space`."
    assert ledger.corrected([one, two]).startswith("- A.1: *True* if 1. See")
    false = [row._replace(verdict="false", why="So.") for row in (one, two)]
    assert ledger.corrected(false) == "So. See {eq}`eq-label-space`."
    assert ledger.corrected([one, two, three]).count("See") == 3
    assert ledger.corrected([one, two, three, three._replace(id="A.4")]).count("See") == 3


def test_errata_quote_every_statement_once():
    errata = ledger.errata()
    for statement, rows in itertools.groupby(
        sorted(FAILING, key=lambda row: row.statement), key=lambda row: row.statement
    ):
        assert errata.count(f"\n  {ledger.display(statement)}\n") == len(
            {row.failure for row in rows}
        ), statement


def test_names_in_ranges():
    assert ledger.ranges(["A.1", "A.2", "A.4", "A.5", "A.6", "B.7"]) == "A.1, A.2, A.4 to A.6, B.7"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A.24, (B.5).", ["A.24", "B.5"]),
        ("see A+3, and D.10", ["A+3", "D.10"]),
        ("XA.2 and A.2.1 and 3A.4", []),
        ("ends in E.45.", ["E.45"]),
    ],
)
def test_what_is_a_name(text, names):
    assert ledger.NAME.findall(text) == names


@pytest.mark.parametrize("chapter", [*CHAPTERS, "counterexamples"])
def test_statements_link_to_their_entries(chapter):
    page, entries = (HTML / name for name in (f"notebooks/{chapter}.html", "book/ledger.html"))
    if not page.exists():
        pytest.skip("there is no built book: run make book")
    linked = re.findall(r'href="\.\./book/ledger\.html#([a-e]-[\w-]+)"', page.read_text())
    assert linked
    assert set(linked) <= set(re.findall(r'id="([a-e]-[\w-]+)"', entries.read_text()))
