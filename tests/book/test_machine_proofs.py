"""The pages of machine proofs, and the tick of each theorem, which leads there."""

import importlib
import re
from pathlib import Path

import chapters
import pytest
from bs4 import BeautifulSoup
from proof_statements import statements

import run_proofs
from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"


def page(name):
    return (HTML / f"{name}.html").read_text("utf-8")


def notebook_of(chapter):
    every = (ROOT / "notebooks").glob("*.md")
    return next(path for path in every if proof_runs.chapter_of(path.stem) == chapter)


@pytest.mark.parametrize("chapter", proof_runs.chapters())
def test_each_theorem_has_one_proof_file_that_states_it(chapter):
    files = [told for told in proof_runs.proofs_of(chapter).files if told["theorem"]]
    stated = statements(notebook_of(chapter))
    assert sorted(told["theorem"] for told in files) == sorted(stated)
    for told in files:
        assert told["statement"] == stated[told["theorem"]], "run tests/refresh.py proofs"


def test_all_claims_are_proved_by_a_program():
    shown = BeautifulSoup(page("book/theorems"), "html.parser")
    claims, proved = re.search(
        r"make (\d+) claims; programs have proved (\d+)", shown.get_text(" ")
    ).groups()
    assert int(claims) == int(proved) >= 270
    assert not shown.select(".statement.is-part, .statement.is-not")


@pytest.mark.parametrize("chapter", proof_runs.chapters())
def test_each_tick_leads_to_its_theorem_and_says_who_proves_it(chapter):
    machine, shown = page(f"book/proofs/{chapter}"), page(f"notebooks/{notebook_of(chapter).stem}")
    tick = r'<a class="tick [^>]*href="([^"]+)" title="([^"]+)"'
    listed = r'<ul class="of-claims(.*?)</ul>'  # of one level
    for label in statements(notebook_of(chapter)):
        to, title = re.search(f' id="{label}">.*?{tick}', shown, re.DOTALL).groups()
        assert to == f"../book/proofs/{chapter}.html#machine-{label}"
        assert re.match(r"Proved by .*(Coq|kernel|sympy)", title), label
        claims = re.search(f' id="machine-{label}">.*?{listed}', machine, re.DOTALL)[1]
        assert "<li" in claims, label
        assert "in words" not in claims, label


def test_a_page_shows_the_steps_as_the_kernel_prints_them():
    shown = BeautifulSoup(page("book/proofs/separable"), "html.parser")
    text = shown.find(id="machine-thm-block-novikoff").get_text()
    assert "bound: k <= R^2*|u|^2/gamma^2" in text
    assert "Theorem Block_Novikoff" in text
    assert 'bn.theorem("Block-Novikoff", "bound", witness)' in text


def test_a_file_that_names_a_step_it_does_not_make_is_refused():
    module = importlib.import_module("separable.block_novikoff")
    with pytest.raises(ValueError, match="by a step that it does not make"):
        run_proofs.claims_of(module, "block_novikoff", [])


def test_the_labels_of_a_file_exist():
    texts = [path.read_text("utf-8") for path in (ROOT / "notebooks").glob("*.md")]
    known = set().union(*map(chapters.labels, texts))
    for chapter in proof_runs.chapters():
        for told in proof_runs.proofs_of(chapter).files:
            keys = [claim["key"] for claim in told["claims"]] + list(told["assumed"])
            assert {key for key in keys if key.startswith("eq-")} <= known, told["name"]
