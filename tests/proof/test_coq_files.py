"""What the built book offers to readers of Coq: Coq accepts it, and the marks say so."""

import os
import re
import subprocess
import zipfile
from pathlib import Path

import coq
import pytest

from interactive import changes, prove_again
from prover.coq import theories, verdicts
from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
OFFERED = HTML / "coq"

THEORIES = OFFERED / "theories"
TEXTS = {str(x.relative_to(THEORIES))[:-2]: x.read_text("utf-8") for x in THEORIES.rglob("*.v")}
CHAPTERS = [c for c in proof_runs.chapters() if coq.files_of(TEXTS, theories.room_of(c))]


def test_the_files_are_built():
    assert CHAPTERS, "there is no built book: run make book"
    without = {"perceptron"}  # by hand alone
    assert set(CHAPTERS) == set(proof_runs.chapters()) - without


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_step_is_in_a_file(chapter):
    """The exporter refused none, and each file has a name of its own."""
    made = proof_runs.proofs_of(chapter).files
    files = [one for proof in made for one in proof["files"]]
    assert [one for one in files if "refused" in one] == []
    named = {f"{theories.room_of(chapter)}/{Path(one['file']).stem}" for one in files}
    assert len(named) == len(files)
    assert named == set(coq.files_of(TEXTS, theories.room_of(chapter)))
    titles = {one["theorem"] for one in files}
    lost = [label for proof in made for label, _, title in proof["steps"] if title is None]
    assert lost == []
    assert {t for p in made for _, _, t in p["steps"]} <= titles


def test_each_claim_is_stated_by_one_file():
    """Of each claim that the kernel proves one file states every step."""
    claims = [
        c for x in CHAPTERS for proof in proof_runs.proofs_of(x).files for c in proof["claims"]
    ]
    assert [c["key"] for c in claims if len(c.get("stated", ())) != len(c["steps"])] == []
    assert sum(bool(c["steps"]) for c in claims) > 200


@coq.needed
@pytest.mark.thorough
@pytest.mark.timeout(2 * coq.WHOLE)
def test_coq_accepts_the_files(tmp_path_factory):
    def judge():
        folder = tmp_path_factory.mktemp("library")
        coq.compile_rooms(folder, TEXTS)
        coq.judge_compiled(folder, TEXTS)

    coq.once(TEXTS, judge)


CHANGED = sorted({row["file"] for row in changes.rows() if "." not in row["file"]})


@coq.needed
@pytest.mark.thorough
@pytest.mark.parametrize("name", CHANGED)
def test_coq_judges_the_changes_that_a_page_offers_as_the_table_says(tmp_path, name):
    """All in one session, which goes on where a proof is refused."""
    (path,) = (
        run.folder / one["file"]
        for run in map(proof_runs.proofs_of, CHAPTERS)
        for proof in run.files
        for one in proof["files"]
        if Path(one["file"]).stem == name
    )
    told = prove_again.theorem_to_prove(name, path.read_text("utf-8"))
    code, verdicts_told = told["code"], ["accepted"]
    codes = [code]
    for one in told["breaks"]:
        codes.append(code[: one["start"]] + one["text"] + code[one["end"] :])
        verdicts_told.append(one["verdict"])
    judged = f"\nAbort All.\nAbout {name}.\nReset {name}.\nCheck tt.\n".join([*codes, ""])
    before = "\n".join(file["text"] for file in told["before"])
    text = f"Set Silent.\n{before}\nCheck tt.\n{judged}"
    done = subprocess.run(
        ["coqtop", "-q", *coq.THEORIES], cwd=tmp_path, input=text, stdout=subprocess.PIPE, text=True
    )
    *said, _ = done.stdout.split("tt\n     : unit")[1:]
    found = ["accepted" if f"\n{name} :" in part else "refused" for part in said]
    assert found == verdicts_told


OTHERS = os.environ.get("COQ_VERSIONS", "").split(os.pathsep)
NONE = pytest.mark.skip(reason="COQ_VERSIONS names no other version of Coq")


@pytest.mark.thorough
@pytest.mark.parametrize("programs", [pytest.param(x, marks=[] if x else NONE) for x in OTHERS])
def test_another_version_of_coq_compiles_all(programs, tmp_path, monkeypatch):
    """The variable lists folders, each with the programs of a version, as PATH does."""
    monkeypatch.setenv("PATH", programs, prepend=os.pathsep)
    theories.put_library(tmp_path, TEXTS)
    coq.run(tmp_path, "make", f"-j{os.cpu_count()}", seconds=3000)
    assert len(list(tmp_path.rglob("*.vo"))) == len(TEXTS)


def test_a_file_requires_what_it_names():
    """Compiled with its room, it would find the other files there as well; a reader's would not."""
    names = {path.rpartition("/")[2]: path for path in TEXTS}
    for path in TEXTS.keys() - coq.BASE_FILES:
        words = " ".join(said.words for said in coq.sentences.sentences(TEXTS[path]))
        found = re.findall(r"\b([A-Za-z]\w*)\.[A-Za-z]", words)
        named = {names[name] for name in found if name in names}
        assert named <= set(theories.in_order(TEXTS, [path])), path


def test_the_files_are_what_the_exporter_writes():
    runs = {x: proof_runs.proofs_of(x) for x in proof_runs.chapters()}
    assert theories.library(runs) == TEXTS


@coq.needed
def test_what_the_marks_rest_on_is_what_coq_accepts():
    found = set(verdicts.library_rows(CHAPTERS, TEXTS).values())
    assert found == verdicts.accepted_rows(), "run .venv/bin/python tests/refresh.py coq"


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


def test_a_statement_is_told_from_its_proof():
    text = "Lemma a : 0 = 0.\nProof. easy. Qed.\n\nTheorem b :\n  1 = 1.\nProof.\n  easy.\nQed.\n"
    assert verdicts.coq_statement(text) == "Theorem b :\n  1 = 1."
    same = verdicts.table_row("c", "b.v", text.replace("easy", "reflexivity"))
    assert verdicts.table_row("c", "b.v", text) == same
    assert verdicts.table_row("c", "b.v", text.replace("1 = 1", "1 = 2")) != same
    two = text + "Theorem b_divisors\n    (h : 1 = 1) :\n  1 <> 0.\nProof.\nQed.\n"
    assert verdicts.shown_statement(two) == "Theorem b :\n  1 = 1.\n(* Proved beside it: 1 <> 0. *)"
