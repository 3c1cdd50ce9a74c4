"""What the built book offers to readers of Coq: Coq accepts it, and the marks say so."""

import json
import os
import re
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace

import coq
import pytest
from bs4 import BeautifulSoup

from marks import coq_files, coq_library, notebook_runs

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
OFFERED = HTML / "coq"
coq_table = coq.coq_table

THEORIES = OFFERED / "theories"
TEXTS = {str(x.relative_to(THEORIES))[:-2]: x.read_text("utf-8") for x in THEORIES.rglob("*.v")}
ROOMS = coq.rooms(TEXTS)
CHAPTERS = sorted(
    path.stem
    for path in (ROOT / "notebooks").glob("*.ipynb")
    if coq_library.room_of(path.stem) in ROOMS
)
NAMED = re.compile(r"\.(?:step|induction|cases|apply|sum_up)\(\s*\"([^\"]+)\",")


def test_the_files_are_built():
    assert CHAPTERS, "there is no built book: run make book"
    assert {name[:2] for name in CHAPTERS} >= {"01", "02", "04", "05", "06", "07", "08", "09", "10"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_theorem_has_a_name_of_its_own(chapter):
    """And each that a page shows has a file: the exporter refused none."""
    cells = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text("utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    names = [
        o["metadata"]["theorem"]["name"] for o in outputs if "theorem" in o.get("metadata", {})
    ]
    told = notebook_runs.run_result(ROOT / "notebooks" / f"{chapter}.ipynb").theorems
    assert names == [file["theorem"] for file in told if "cell" not in file]
    files = {file["file"] for file in told}
    assert len(files) == len(told) == len(ROOMS[coq_library.room_of(chapter)])


def without_a_file(made, cells):
    """List the steps of some cells, by number, that are in no file."""
    return [(cell, label) for cell, label, file in made.steps if cell in cells and file is None]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_step_that_a_mark_names_is_in_a_file(chapter):
    path = ROOT / "notebooks" / f"{chapter}.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    cells = [cell for cell in cells if cell["cell_type"] == "code"]
    kernel = {
        n: "".join(cell["source"])
        for n, cell in enumerate(cells, 1)
        if cell["metadata"].get("checks", {}).get("by") == "kernel"
    }
    made = notebook_runs.run_result(path)
    assert without_a_file(made, kernel) == []
    assert {file for _, _, file in made.steps} <= {file["theorem"] for file in made.theorems}
    for n, source in kernel.items():
        assert set(NAMED.findall(source)) <= {label for cell, label, _ in made.steps if cell == n}
    planted = made._replace(steps=[*made.steps, [min(kernel), "not written", None]])
    assert without_a_file(planted, kernel) == [(min(kernel), "not written")]


def put_and_compiled(folder):
    coq_library.put_library(folder, TEXTS)
    coq.compile_library(folder)


@coq.needed
@pytest.mark.thorough
@pytest.mark.parametrize("room", sorted(ROOMS))
def test_coq_accepts_the_files(room, tmp_path_factory, record_property):
    """The first test compiles all, as a reader does; each judges a room."""

    def judge():
        folder = coq.in_a_run(tmp_path_factory, "coq_library", put_and_compiled)
        coq.judge_room(folder, TEXTS, ROOMS[room])

    coq.once({path: TEXTS[path] for path in coq_library.in_order(TEXTS, ROOMS[room])}, judge)
    record_property("Coq proved", f"{len(ROOMS[room])} files")


@coq.needed
@pytest.mark.thorough
def test_two_files_that_require_one_compile_it_once(tmp_path):
    """Written by two processes at a time, what is compiled could be of neither."""
    some = [f"By_hand/{name}" for name in ("HingeConvex", "Subgradient")]
    texts = {path: TEXTS[path] for path in coq_library.in_order(TEXTS, some)}
    coq_library.put_library(tmp_path, texts)
    said, _ = coq.run(tmp_path, "make", "-j2", *(f"theories/{path}.vo" for path in some))
    made = re.findall(r"^COQC theories/(.*)\.v$", said, re.MULTILINE)
    assert sorted(made) == sorted(texts)


def page_of(doc, path):
    page = (doc / f"Perclib.{path.replace('/', '.')}.html").read_text("utf-8")
    return BeautifulSoup(page, "html.parser").find(id="main").get_text()


@coq.needed
@pytest.mark.thorough
def test_what_was_written_by_hand_has_pages(tmp_path_factory):
    """With what each file says first, formulas too, and with all that it states, but no proof."""
    folder = coq.in_a_run(tmp_path_factory, "coq_library", put_and_compiled)
    coq.run(folder, "make", "doc")
    written = {x: text for x, text in TEXTS.items() if x.startswith("By_hand/") or "/" not in x}
    assert len(written) == len(list((ROOT / "book" / "coq").glob("*.v"))) + len(coq.BASE_FILES)
    for path, text in written.items():
        page = page_of(folder / "doc", path)
        first, letters = text.partition("\nFrom ")[0], re.compile(r"\W")
        assert letters.sub("", first) in letters.sub("", page), path
        states = re.findall(r"^(?:Lemma|Theorem|Definition|Record) \w+", text, re.MULTILINE)
        assert [x for x in states if x not in page.replace("\xa0", " ")] == [], path
        assert "Qed" not in page
    assert not (folder / "doc" / "theories").exists()


OTHERS = os.environ.get("COQ_VERSIONS", "").split(os.pathsep)
NONE = pytest.mark.skip(reason="COQ_VERSIONS names no other version of Coq")


@pytest.mark.thorough
@pytest.mark.parametrize("programs", [pytest.param(x, marks=[] if x else NONE) for x in OTHERS])
def test_another_version_of_coq_compiles_all(programs, tmp_path, monkeypatch):
    """The variable lists folders, each with the programs of a version, as PATH does."""
    monkeypatch.setenv("PATH", programs, prepend=os.pathsep)
    coq_library.put_library(tmp_path, TEXTS)
    coq.compile_library(tmp_path)
    assert len(list(tmp_path.rglob("*.vo"))) == len(TEXTS)


def test_what_several_files_use_is_proved_once():
    names = [name for text in TEXTS.values() for name in re.findall(r"^Lemma (L_\w+)", text, re.M)]
    assert len(names) == len(set(names)) > 1000


def test_the_files_are_what_the_exporter_writes():
    runs = {x: notebook_runs.run_result(ROOT / "notebooks" / f"{x}.ipynb") for x in CHAPTERS}
    assert coq_library.library(runs) == TEXTS


@coq.needed
def test_what_the_marks_rest_on_is_what_coq_accepts():
    found = set(coq_table.library_rows(CHAPTERS, TEXTS).values())
    assert found == coq_table.accepted_rows(), "run .venv/bin/python tests/refresh.py coq"


def test_every_file_can_be_had():
    files = {str(path.relative_to(OFFERED)) for path in OFFERED.rglob("*") if path.is_file()}
    files.remove("all.zip")
    with zipfile.ZipFile(OFFERED / "all.zip") as archive:
        assert set(archive.namelist()) == files
        assert all(archive.read(name) == (OFFERED / name).read_bytes() for name in files)
    pages = "".join(path.read_text("utf-8") for path in HTML.glob("[bn]*o*/*.html"))
    linked = {name for name in files if f"../coq/{name}" in pages}
    assert {name for name in files if name.startswith("theories/By_hand/")} <= linked
    assert 'href="../coq/all.zip"' in pages


@coq.needed
def test_what_coq_accepted_is_remembered_by_every_letter():
    texts = {"a": "Theorem a : 0 = 0.", "b": "Theorem b : 1 = 1."}
    assert coq.memory(dict(texts)) == coq.memory(texts)
    others = [texts | {"b": "Theorem b : 1 = 2."}, texts | {"c": ""}, {"a": texts["a"]}]
    assert len({coq.memory(x) for x in (texts, *others)}) == 4


def test_a_statement_is_told_from_its_proof():
    text = "Lemma a : 0 = 0.\nProof. easy. Qed.\n\nTheorem b :\n  1 = 1.\nProof.\n  easy.\nQed.\n"
    assert coq_table.coq_statement(text) == "Theorem b :\n  1 = 1."
    same = coq_table.table_row("c", "b.v", text.replace("easy", "reflexivity"))
    assert coq_table.table_row("c", "b.v", text) == same
    assert coq_table.table_row("c", "b.v", text.replace("1 = 1", "1 = 2")) != same
    two = text + "Theorem b_divisors\n    (h : 1 = 1) :\n  1 <> 0.\nProof.\nQed.\n"
    assert (
        coq_table.shown_statement(two) == "Theorem b :\n  1 = 1.\n(* Proved beside it: 1 <> 0. *)"
    )
    steps = text + "".join(f"Theorem b_{x} :\n  1 = 1.\nProof.\nQed.\n" for x in ("near", "far"))
    said = "(* And steps of its proof: near, far. *)"
    assert coq_table.shown_statement(steps) == f"Theorem b :\n  1 = 1.\n{said}"


def test_the_files_of_a_run_are_read_once(tmp_path, monkeypatch):
    """A build that goes on from the last one reads those of another run, and shows the same."""
    read, path = [], ROOT / "notebooks" / "01_online_learning.ipynb"
    made = notebook_runs.run_result(path)
    monkeypatch.setattr(coq_files, "has_run", lambda *_: True)
    monkeypatch.setattr(coq_files, "add_coq_marks", lambda *_: None)
    monkeypatch.setattr(coq_files, "shown_statement", lambda text: read.append(text) or text[:9])
    builder = SimpleNamespace(format="html")
    app = SimpleNamespace(builder=builder, outdir=tmp_path)
    env = SimpleNamespace(found_docs={"page"}, doc2path=lambda _: path)

    def finished(run):
        monkeypatch.setattr(notebook_runs, "run_result", lambda _: run)
        coq_files.collect_files(app, env)
        return env.perclib_coq_files

    first = finished(made)
    assert len(first) == len(made.theorems) == len(read)
    assert finished(made) == first
    assert len(read) == len(first)
    another = shutil.copytree(made.folder, tmp_path / "another")
    assert finished(made._replace(folder=another)) == first
    assert len(read) == 2 * len(first)


def test_what_is_said_of_a_file_by_hand_is_printed_and_not_typed():
    """Formulas stand between dollars in its comment; theorems in their order in the book."""
    text = (HTML / "book" / "coq.html").read_text("utf-8")
    said = re.findall(r'<li id="coq-coq-theories-by_hand-.*?<p>(.*?)</p>', text, re.DOTALL)
    assert len(said) == len(ROOMS["By_hand"])
    for words in said:
        prose = re.sub("<.*?>", "", re.sub("<math.*?</math>", "", words, flags=re.DOTALL))
        assert not re.search(r"[$^'\\]|[<>]=|sqrt|gamma", prose), prose
        assert "RunFamily.v" not in re.sub("<a .*?</a>", "", words)
        numbers = re.findall(r"(?:Theorem|Lemma|Corollary) (\d+)\.(\d+)", prose.partition(". ")[0])
        assert numbers == sorted(numbers, key=lambda n: tuple(map(int, n)))
