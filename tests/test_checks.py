"""The marks beside what is checked: they lead where they say, and a false one ends the build."""

import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PROVES = re.compile(r"\.(step|induction|cases|apply|sum_up|theorem)\(")


def problems(cells):
    """What is wrong with the checks that the code cells of a notebook say they make."""
    found = []
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    labels = set(re.findall(r"\$\$ ?\(([\w-]+)\)|:label: ([\w-]+)", text))
    labels = {a or b for a, b in labels}
    claimed, proved = set(), set()
    for cell in cells:
        said = cell["metadata"].get("checks")
        if cell["cell_type"] != "code" or said is None:
            continue
        source = "".join(cell["source"])
        by = said.get("by")
        found += [
            f"{label} does not exist" for label in said.get("labels", []) if label not in labels
        ]
        if not said.get("labels"):
            found.append("a cell checks nothing")
        if by == "kernel" and PROVES.search(source):
            proved |= set(said["labels"])
        if by == "kernel":
            claimed |= set(said["labels"])
        if by in ("algebra", "run") and not re.search(r"^\s*assert ", source, re.M):
            found.append(f"nothing is asserted in the check of {said['labels']}")
        if by not in ("kernel", "algebra", "run"):
            found.append(f"{by} is no way to check")
    return found + [f"nothing is proved in the check of {label}" for label in claimed - proved]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_what_is_said_to_be_checked_is_checked(path):
    assert problems(json.loads(path.read_text())["cells"]) == []


def cell(source, **checks):
    return {"cell_type": "code", "source": source, "metadata": {"checks": checks}}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (cell("assert 1", labels=["eq-b"], by="run"), "eq-b does not exist"),
        (cell("print(1)", labels=["eq-a"], by="run"), "nothing is asserted"),
        (cell("proof.assume('x')", labels=["eq-a"], by="kernel"), "nothing is proved"),
        (cell("assert 1", labels=[], by="run"), "checks nothing"),
        (cell("assert 1", labels=["eq-a"], by="hand"), "no way to check"),
    ],
)
def test_a_false_mark_is_noticed(bad, said):
    text = {"cell_type": "markdown", "source": "$$a=b$$ (eq-a)", "metadata": {}}
    good = cell("assert 1", labels=["eq-a"], by="run")
    assert problems([text, good]) == []
    assert any(said in problem for problem in problems([text, bad]))


# The extension: cells behind one line, and tables numbered as tables.


@pytest.fixture
def extension(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "book" / "_ext")
    return importlib.import_module


def a_cell(source, by=None, hidden="all"):
    metadata = {"checks": {"labels": ["eq-a"], "by": by}} if by else {}
    made = nodes.container(nb_element="cell_code", hide_mode=hidden, cell_metadata=metadata)
    made += nodes.literal_block(source, source)
    return made


def test_checks_that_follow_each_other_are_behind_one_line(extension):
    checks = extension("checks")
    prose, plot = nodes.paragraph("", "so"), a_cell("plot()", hidden="input")
    first = [
        a_cell("p.assume()"),
        a_cell("p.step()\np.step()", "kernel"),
        a_cell("assert 1", "run"),
    ]
    alone, set_up = [a_cell("p.step()", "kernel")], [a_cell("import this")]
    page = nodes.section("", *first, prose, *alone, plot, *set_up)
    checks.fold(page)
    boxes = list(page.findall(checks.HideCodeCellNode))
    assert [box["prompt_show"] for box in boxes] == [
        "Checked: 2 steps and a run on data",
        "Checked: 1 step",
    ]
    assert [box.children for box in boxes] == [first, alone]
    assert [node.get("hide_mode") for node in page] == [None, None, None, "input", "all"]


def test_the_code_of_a_figure_is_behind_one_line(extension):
    checks = extension("checks")
    helper, other = a_cell("def f(): ...", hidden="input"), a_cell("def g(): ...", hidden="input")
    plot, after = a_cell("plot()", hidden="input"), a_cell("again()", hidden="input")
    plot += nodes.container("", nb_element="cell_code_output")
    for cell in (helper, other, plot, after):
        cell["prompt_show"], cell["prompt_hide"] = "Code of the {type}", "Hide"
    source = plot[0]
    page = nodes.section("", helper, other, plot, after)
    checks.fold(page)
    assert page.children == [plot, after]
    (box,) = page.findall(checks.HideCodeCellNode)
    assert box.children == [helper, other, source]
    assert box["prompt_show"] == "Code of the source"
    assert [cell.get("hide_mode") for cell in page] == [None, "input"]


@pytest.mark.parametrize(("kind", "name"), [("image/png", "figure"), ("text/html", "table_figure")])
def test_a_table_is_told_from_a_figure(extension, kind, name):
    output = nodes.container("", nodes.container(mime_type=kind))
    page = new_document("page")
    page += nodes.figure("", output, nodes.caption("", "What to see"), ids=["f"])
    page.ids["f"] = page[0]
    extension("tables").tell_apart(None, page)
    assert type(page[0]).__name__ == name
    assert page.ids["f"] is page[0]  # where a reference by number looks
    assert page[0]["ids"] == ["f"]
    assert page[0].children[0] is output


# Marks for Coq: what it accepted, of all that the kernel proved of a theorem.


@pytest.fixture
def env(extension):
    checks = extension("checks")
    env = SimpleNamespace()
    checks.found(env)["thm-a"] = [checks.Check("kernel", "page", "check-1")]
    statement = checks.Statement("page", "thm-a", "theorem", "A", ("eq-b",), ())
    env.perclib_statements = [statement]
    env.perclib_proved = {"page": [(("thm-a",), {"name": "A"}), (("eq-b",), {"name": "B"})]}
    return env


@pytest.mark.parametrize(
    ("accepted", "marks"),
    [
        ({"A": True, "B": True}, ["kernel", "coq"]),
        ({"A": True, "B": False}, ["kernel"]),
        ({"A": True}, ["kernel"]),
        ({}, ["kernel"]),
    ],
)
def test_coq_has_accepted_all_or_there_is_no_mark(extension, env, monkeypatch, accepted, marks):
    files = extension("coq_files")
    monkeypatch.setattr(files, "by_hand", list)
    made = {("page", name): files.File(name, "", "", (), ok) for name, ok in accepted.items()}
    for _ in range(2):  # a second build of the same environment leaves one mark
        files.mark(env, made)
        assert [check.by for check in env.perclib_checks["thm-a"]] == marks
    assert "eq-b" not in env.perclib_checks  # it stands in the proof, not in the theorem


def test_a_file_by_hand_marks_what_it_names(extension, env, monkeypatch):
    files = extension("coq_files")
    made = [files.ByHand(f"coq/{x}.v", (f"eq-{x}",), "", "", x == "c") for x in "cd"]
    monkeypatch.setattr(files, "by_hand", lambda: made)
    files.mark(env, {})
    assert env.perclib_checks["eq-c"] == [("coq", "book/coq", "coq-coq-c-v", "", "")]
    assert "eq-d" not in env.perclib_checks  # Coq was not asked about it
