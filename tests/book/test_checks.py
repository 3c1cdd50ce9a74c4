"""The marks beside what is checked: they lead where they say, and a false one ends the build."""

import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace

import chapters
import pytest
from docutils import nodes
from docutils.utils import new_document

from marks.checks import BY_CELLS, KINDS
from paper.printed_parts import ON_PAPER

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PROVES = re.compile(r"\.(step|induction|cases|apply|sum_up|theorem)\(")


def problems(cells):
    """What is wrong with the checks that the code cells of a notebook say they make."""
    found = []
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    labels = chapters.labels(text)
    claimed, proved = set(), set()
    for cell in cells:
        said = cell["metadata"].get("checks")
        if cell["cell_type"] != "code" or said is None:
            continue
        source = "".join(cell["source"])
        by, of = said.get("by"), [*said.get("labels", []), *said.get("part", {})]
        found += [f"{label} does not exist" for label in of if label not in labels]
        if not of:
            found.append("a cell checks nothing")
        if by == "kernel" and PROVES.search(source):
            proved |= set(of)
        if by == "kernel":
            claimed |= set(of)
        if by in BY_CELLS and by != "kernel" and not re.search(r"^\s*assert ", source, re.M):
            found.append(f"nothing is asserted in the check of {of}")
        if by not in BY_CELLS:
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
        (cell("assert 1", labels=[], part={"thm-a-d": "half"}, by="run"), "thm-a-d does not exist"),
        (cell("print(1)", labels=[], part={"thm-a-b": "half"}, by="run"), "nothing is asserted"),
    ],
)
def test_a_false_mark_is_noticed(bad, said):
    stated = "$$a=b$$ (eq-a)\n:label: thm-a\n:claims: b: it is so; c: and so\n"
    text = {"cell_type": "markdown", "source": stated, "metadata": {}}
    good = cell("assert 1", labels=["eq-a", "thm-a-b", "thm-a-c"], by="run")
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
    checks = extension("marks.checks")
    prose, plot = nodes.paragraph("", "so"), a_cell("plot()", hidden="input")
    first = [
        a_cell("p.assume()"),
        a_cell("p.step()\np.step()", "kernel"),
        a_cell("assert 1", "run"),
    ]
    alone, set_up = [a_cell("p.step()", "kernel")], [a_cell("import this")]
    page = nodes.section("", *first, prose, *alone, plot, *set_up)
    checks.fold_checks(page)
    boxes = list(page.findall(checks.HideCodeCellNode))
    assert [box["prompt_show"] for box in boxes] == [
        "Checked: 2 steps and a run on data",
        "Checked: 1 step",
    ]
    assert [box.children for box in boxes] == [first, alone]
    assert [node.get("hide_mode") for node in page] == [None, None, None, "input", "all"]


def test_the_code_of_a_figure_is_behind_one_line(extension):
    checks = extension("marks.checks")
    helper, other = a_cell("def f(): ...", hidden="input"), a_cell("def g(): ...", hidden="input")
    plot, after = a_cell("plot()", hidden="input"), a_cell("again()", hidden="input")
    plot += nodes.container("", nb_element="cell_code_output")
    for cell in (helper, other, plot, after):
        cell["prompt_show"], cell["prompt_hide"] = "Code of the {type}", "Hide"
    source = plot[0]
    page = nodes.section("", helper, other, plot, after)
    checks.fold_checks(page)
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
    extension("typeset.cell_outputs").number_as_tables(None, page)
    assert type(page[0]).__name__ == name
    assert page.ids["f"] is page[0]  # where a reference by number looks
    assert page[0]["ids"] == ["f"]
    assert page[0].children[0] is output


def test_a_display_needs_a_label_wherever_it_stands(extension):
    said, bare = nodes.math_block("", "a", label="eq-a"), nodes.math_block("", "b", label=None)
    cell = a_cell("show()")
    cell += nodes.math_block("", "c")  # its output
    page = nodes.section("", said, nodes.container("", bare, classes=["solution"]), cell)
    assert extension("marks.checks").unlabelled(page) == [bare]


# A theorem's claims: which are concluded is counted from the labels alone.


@pytest.fixture
def checks(extension):
    return extension("marks.checks")


@pytest.fixture
def env(checks):
    """A theorem with a display, a sentence, and a display in its proof; the kernel has all."""
    env = SimpleNamespace(proof_list={"thm-a": {}}, get_domain=lambda _: domain)
    domain = SimpleNamespace(equations={"eq-b": ("notebooks/n", 1), "eq-c": ("notebooks/n", 2)})
    kernel = checks.Check("kernel", "page", "check-1", cell=1, steps=("bound",))
    checks.checks_by_label(env).update({label: [kernel] for label in ("eq-b", "eq-c", "thm-a-d")})
    stated = ("page", "thm-a", "theorem", "A", ("eq-b", "eq-c"), {"eq-b": "b"})
    env.perclib_statements = [checks.Statement(*stated, sentences=(("thm-a-d", "it is so"),))]
    env.perclib_proved = {"page": [checks.Proved("page", ("eq-b",), {"name": "B"}, 1)]}
    return env


def warned(checks, env, monkeypatch):
    said = []
    monkeypatch.setattr(checks.logger, "warning", lambda text, *args, **_: said.append(text % args))
    checks.warn_of_gaps(None, env)
    return said


def test_a_theorem_is_proved_whole_if_each_claim_is(checks, env, monkeypatch):
    (statement,) = env.perclib_statements
    assert checks.claims_of(env, statement) == {"eq-b": "", "thm-a-d": "it is so"}
    assert checks.missing_claims(env, statement) == {"kernel": []}
    assert checks.standing(env, statement) == "whole"
    assert warned(checks, env, monkeypatch) == []


@pytest.mark.parametrize("label", ["eq-b", "thm-a-d"])
@pytest.mark.parametrize(("by", "part"), [("kernel", "for q = 1"), ("run", ""), ("not", "")])
def test_what_no_check_concludes_is_missing(checks, env, label, by, part):
    env.perclib_checks[label] = [checks.Check(by, "page", "check-2", part=part)]
    (statement,) = env.perclib_statements
    assert checks.missing_claims(env, statement) == {"kernel": [label]}
    assert checks.standing(env, statement) == "part"


def test_ways_of_proving_add_up(checks, env):
    """Neither has all, and together they do."""
    env.perclib_checks["thm-a-d"] = [checks.Check("coq", "page", "file")]
    (statement,) = env.perclib_statements
    assert checks.missing_claims(env, statement) == {"kernel": ["thm-a-d"], "coq": ["eq-b"]}
    assert checks.standing(env, statement) == "whole"


def test_each_claim_has_its_own_marks(checks, env):
    """A way that concludes a part says which; a display of the proof comes last."""
    part = checks.Check("kernel", "page", "", part="for $q>1$")
    env.perclib_checks["thm-a-d"] = [part, part._replace(by="coq")]
    env.perclib_checks["eq-c"] = [checks.Check("not", "page", "", why="it is long")]
    (statement,) = env.perclib_statements
    app = SimpleNamespace(env=env)
    said = checks.claims_with_marks(app, "page", statement)
    assert [line.astext() for line in said] == [
        "eq-b kernel ",
        "it is so kernel in part Coq in part kernel and Coq: for q>1 ",
        "eq-c not checked it is long ",
    ]
    assert [formula.astext() for formula in said.findall(nodes.math)] == ["q>1"]
    assert (
        checks.standing_in_words(env, statement)
        == "kernel in part \u00b7 Coq in part \u00b7 the rest in words"
    )


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("kernel", "kernel \u00b7 whole"),
        ("coq", "kernel in part \u00b7 Coq in part \u00b7 whole"),
        ("run", "kernel in part \u00b7 the rest in words"),
    ],
)
def test_the_line_of_a_theorem_says_how_it_stands(checks, env, by, said):
    env.perclib_checks["thm-a-d"] = [checks.Check(by, "page", "")]
    assert checks.standing_in_words(env, env.perclib_statements[0]) == said


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        (["run", "coq", "kernel"], "kernel Coq run"),
        (["kernel q", "coq q", "run"], "kernel in part Coq in part run kernel and Coq: q"),
        (["kernel q", "coq p"], "kernel in part Coq in part kernel: q Coq: p"),
        (["coq q", "coq"], "Coq"),
        (["algebra q"], "algebra in part q"),
    ],
)
def test_a_mark_says_of_what_it_is(checks, ways, said):
    parts = [way.partition(" ") for way in ways]
    ways = [checks.Check(by, "page", "", part=part) for by, _, part in parts]
    assert checks.mark_line(None, "page", ways).astext().strip() == said


@pytest.mark.parametrize(
    ("by", "standing"), [("run", "run"), ("not", "not"), ("algebra", "whole"), ("coq", "whole")]
)
def test_where_a_theorem_stands(checks, env, by, standing):
    for label in ("eq-b", "thm-a-d"):
        env.perclib_checks[label] = [checks.Check(by, "page", "")]
    assert checks.standing(env, env.perclib_statements[0]) == standing


def test_a_hypothesis_is_no_claim(checks, env):
    env.perclib_checks["eq-b"] = [checks.Check("assumed", "page", "")]
    assert list(checks.claims_of(env, env.perclib_statements[0])) == ["thm-a-d"]


def planted(checks, env, fault):
    """Plant a fault; give what has to be said of it."""
    if fault == "a claim that nobody concludes":
        del env.perclib_checks["thm-a-d"]
        return "nobody concludes thm-a-d"
    if fault == "a check of a claim that is none":
        env.perclib_checks["thm-a-e"] = [checks.Check("kernel", "page", "check-2")]
        return "thm-a-e is checked and does not exist"
    if fault == "a display of which nothing is said":
        del env.perclib_checks["eq-c"]
        return "eq-c is neither checked nor unchecked"
    if fault == "both checked and unchecked":
        env.perclib_checks["eq-b"].append(checks.Check("not", "page", "", "because"))
        return "eq-b is checked and unchecked"
    env.perclib_checks["eq-b"] = [checks.Check("assumed", "page", "")]
    env.perclib_statements[0] = env.perclib_statements[0]._replace(sentences=())
    del env.perclib_checks["thm-a-d"]
    return "thm-a claims nothing"


@pytest.mark.parametrize(
    "fault",
    [
        "a claim that nobody concludes",
        "a check of a claim that is none",
        "a display of which nothing is said",
        "both checked and unchecked",
        "a theorem without a claim",
    ],
)
def test_a_fault_in_what_is_claimed_ends_the_build(checks, env, monkeypatch, fault):
    said = planted(checks, env, fault)
    assert warned(checks, env, monkeypatch) == [said]


@pytest.mark.parametrize("text", ["it is so", "two words: it is so", "a: it is so;", "a:"])
def test_claims_have_names(checks, text):
    assert checks.parse_claims("a: so; b: $x:y$") == (("a", "so"), ("b", "$x:y$"))
    with pytest.raises(ValueError, match="claims are written"):
        checks.parse_claims(text)


# Marks for Coq: what it accepted, of all that the kernel concluded.


def a_mark(env, label, **told):
    """What a run told of a mark: the file that states what it concludes, and where in it."""
    mark = {"label": label, "cell": 1, "steps": ["bound"], "says": ["a <= b"]}
    env.perclib_marks = {("page", label): mark | told}


@pytest.mark.parametrize(
    ("accepted", "marks"),
    [({"B": True}, ["kernel", "coq"]), ({"B": False}, ["kernel"]), ({}, ["kernel"])],
)
def test_coq_has_accepted_the_file_of_a_mark_or_there_is_none(
    extension, env, monkeypatch, accepted, marks
):
    """Both marks lead to the place of the label, whose box shows what they conclude."""
    files = extension("marks.coq_files")
    monkeypatch.setattr(files, "files_by_hand", list)
    a_mark(env, "eq-b", theorem="B", stated=["B"])
    made = {("page", name): files.CoqFile(name, "", "", ok) for name, ok in accepted.items()}
    for _ in range(2):  # a second build of the same environment leaves one mark
        files.add_coq_marks(env, made)
        ways = env.perclib_checks["eq-b"]
        assert [way.by for way in ways] == marks
        assert {(way.docname, way.anchor) for way in ways} == {("page", "proved-eq-b")}


def test_coq_proves_no_more_than_the_kernel(extension, env, monkeypatch):
    files = extension("marks.coq_files")
    monkeypatch.setattr(files, "files_by_hand", list)
    (kernel,) = env.perclib_checks["eq-b"]
    a_mark(env, "eq-b", theorem="B", stated=["B"])
    env.perclib_checks["eq-b"] = [kernel._replace(part="for q = 1")]
    files.add_coq_marks(env, {("page", "B"): files.CoqFile("B", "", "", True)})
    assert [check.part for check in env.perclib_checks["eq-b"]] == ["for q = 1"] * 2


def test_a_step_that_no_cell_makes_is_noticed(extension, env, monkeypatch):
    files, said = extension("marks.coq_files"), []
    monkeypatch.setattr(files, "files_by_hand", list)
    monkeypatch.setattr(
        extension("marks.checks").logger,
        "warning",
        lambda text, *args, **_: said.append(text % args),
    )
    for label in ("eq-b", "eq-c", "thm-a-d"):
        a_mark(env, label, missing=True)
    files.add_coq_marks(env, {})
    assert said == [f"a step that is named for {x} is in no cell" for x in env.perclib_checks]


def test_a_mark_of_the_kernel_needs_a_step(checks, env, monkeypatch):
    (kernel,) = env.perclib_checks["eq-b"]
    env.perclib_checks["eq-b"] = [kernel._replace(steps=())]
    assert warned(checks, env, monkeypatch) == ["no step is named for eq-b"]


@pytest.mark.parametrize(
    ("printed", "far", "fine"),
    [
        ("nearest to its bound: 0.900 of it", "", True),
        ("nearest to its bound: 0.899 of it", "", False),
        ("nearest to its bound: 0.899 of it", "no stream is known", True),
        ("nearest to its bound: 0.950 of it", "no stream is known", False),
        ("nearest to its bound: 0.950 of it (a), 0.300 of it (b)", "", False),
        ("both sides are equal", "", True),
        ("", "", False),
        ("", "yes or no", True),
    ],
)
def test_a_run_says_how_near_it_came(checks, monkeypatch, printed, far, fine):
    said = []
    monkeypatch.setattr(checks.logger, "warning", lambda text, **_: said.append(text))
    stored = {"outputs": [{"text": f"so; {printed}\n"}]}
    told = checks.nearness_of_run({"far": far} if far else {}, stored, None)
    assert bool(said) is not fine
    assert printed in told["title"]
    assert far in told["why"]


def test_a_file_by_hand_marks_what_it_names(extension, env, monkeypatch):
    files = extension("marks.coq_files")
    made = [
        files.CoqFileByHand(
            f"{x}.v", {f"eq-{x}": "", "eq-e": "q > 1"}, dict.fromkeys(names, "C"), "", "", x == "c"
        )
        for x, names in (("c", ("eq-c", "eq-e")), ("d", ("eq-d", "eq-e")))
    ]
    monkeypatch.setattr(files, "files_by_hand", lambda: made)
    env.perclib_checks["eq-c"].clear()
    env.perclib_marks = {}
    env.perclib_checks["thm-a-d"].clear()
    env.perclib_checks["eq-b"].clear()
    files.add_coq_marks(env, {})
    (way,) = env.perclib_checks["eq-c"]
    assert way[:5] == ("coq", "book/coq", "coq-c-v-c", "", "Coq proved: C")
    assert [check.part for check in env.perclib_checks["eq-e"]] == ["q > 1"]
    assert "eq-d" not in env.perclib_checks  # Coq was not asked about it


def test_a_program_concludes_no_claim_of_which_it_concludes_a_part(extension):
    """Coq has two columns: what it proves of the kernel's conclusions, and by hand."""
    listing, check = extension("marks.theorem_list"), extension("marks.checks").Check
    ways = [
        [check("kernel", "page", ""), check("coq", "page", "")],
        [check("kernel", "page", "", part="for q = 1"), check("coq", "book/coq", "")],
        [check("coq", "book/coq", "", part="in the plane"), check("run", "page", "")],
        [],
    ]
    counts = [listing.claims_concluded(ways, by) for by in listing.CONCLUDED_BY]
    assert counts == [(1, 1), (1, 0), (1, 1)]


def stated(extension, parts, own, sentences=()):
    """A theorem whose text has these parts."""
    text = [
        nodes.math_block(said, said, label=label) if label else nodes.paragraph(said, said)
        for label, said in parts
    ]
    kind = extension("marks.checks").Statement
    return kind("page", "thm-a", "theorem", "A", (), own, sentences=sentences, text=text)


def test_a_theorem_is_quoted_whole(extension):
    parts = [("", "It has"), ("eq-a", "a"), ("", "rows, in"), ("eq-b", "b ,"), ("", "calls.")]
    (quotation,) = extension("marks.theorem_list").quote_theorem(stated(extension, parts, {}))
    assert quotation.astext().strip() == "It has a rows, in b, calls."


def test_a_display_is_parted_from_the_formula_that_it_follows(extension):
    """Otherwise the two, which had a line each, read as one."""
    theorem = stated(extension, [("", "for all "), ("eq-b", "b"), ("", "and c")], {"eq-b": "b"})
    theorem.text[0] += nodes.math("", "u")
    listing = extension("marks.theorem_list")
    (quotation,) = listing.quote_theorem(theorem)
    assert quotation.astext().strip() == "for all u: b and c"


def test_a_formula_of_several_rows_has_a_place_of_its_own(extension):
    theorem = stated(extension, [("", "So"), ("eq-b", r"a \\ b"), ("eq-c", "c"), ("", "d")], {})
    parts = extension("marks.theorem_list").quote_theorem(theorem)
    assert [part.astext().strip() for part in parts] == ["So", r"a \\ b", "c d"]
    assert [isinstance(part, nodes.math_block) for part in parts] == [False, True, False]


@pytest.mark.parametrize("by", [*BY_CELLS, "coq"])
def test_each_kind_of_mark_is_explained_where_a_reader_looks(by):
    word = KINDS[by].word
    assert f"- **{word}**: " in (ROOT / "book" / "theorems.md").read_text("utf-8")
    reading = (ROOT / "book" / "index.md").read_text("utf-8").partition("## How to read it")[2]
    for text in (reading, ON_PAPER):
        assert re.search(rf"\b{word}\b", text)


@pytest.mark.parametrize(
    ("meta", "fault"),
    [
        ({"labels": ["a"], "by": "kernel", "steps": {"a": "s"}, "part": {"b": "half"}}, ""),
        ({"labels": ["a"], "by": "run", "far": "it is loose"}, ""),
        ({"labels": ["a"], "by": "kernel", "setps": {}}, "'setps' is no key"),
        ({"by": "run"}, "'labels' is missing"),
        ({"labels": ["a"]}, "'by' is missing"),
        ({"labels": ["a"], "by": "coq"}, "'coq' is no kind of check"),
        ({"labels": ["a"], "by": "run", "steps": {"a": "s"}}, "only the kernel has steps"),
    ],
)
def test_a_fault_in_how_a_cell_names_its_checks_is_named(checks, meta, fault):
    found = checks.fault_of_form(meta)
    assert fault in found
    assert bool(fault) == bool(found)
