"""A course that needs two chapters: the others are taken out of ``_toc.yml``, and the book builds.

References to the others are words, no link leads nowhere, and lists count what is there.
"""

import os
import re
import shutil
import sys
from html import unescape
from pathlib import Path

import pytest
from processes import printed

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("01_online_learning", "04_separable")
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("subset")]


def copy_two_chapters(folder):
    """Copy the book with two chapters, and the runs that are kept."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("book", "notebooks", "perclib", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("_config.yml", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in filter(lambda name: (ROOT / "_build" / name).exists(), ("kept", "web_kernel")):
        shutil.copytree(ROOT / "_build" / name, folder / "_build" / name, copy_function=os.link)
    every = (ROOT / "_toc.yml").read_text("utf-8")
    some = re.sub(rf" *- file: notebooks/(?!{'|'.join(KEPT)})\d+_\w+\n", "", every)
    assert some.count("file: notebooks/") == 3  # with the counterexamples
    (folder / "_toc.yml").write_text(some)


def build_two_chapters(folder, environment):
    """Build such a copy."""
    copy_two_chapters(folder)
    told = environment | {"PYTHONPATH": str(folder)}
    printed(sys.executable, "book/build.py", cwd=folder, env=told)


@pytest.fixture(scope="module")
def fork(tmp_path_factory, environment):
    """Give the pages of such a book."""
    folder = tmp_path_factory.mktemp("fork")
    build_two_chapters(folder, environment)
    html = folder / "_build" / "html"
    pages = [path for part in ("book", "notebooks") for path in (html / part).rglob("*.html")]
    return {str(path.relative_to(html)): path.read_text("utf-8") for path in pages}


def text_of(page):
    return " ".join(unescape(re.sub("<[^>]+>", "", page)).split())


def test_references_to_other_chapters_are_words(fork):
    assert {name for name in fork if "/0" in name} == {f"notebooks/{name}.html" for name in KEPT}
    said = text_of(fork["book/index.html"])
    assert "3 (chapter 3 of the full book)" in said
    assert "Chapter 3 of the full book" in said  # the card that leads there
    said = text_of(fork["notebooks/04_separable.html"])
    assert re.search(r"Theorem “[^”]+” \(chapter 3 of the full book\)", said)
    assert "12. The perceptron at scale (chapter 12 of the full book)" in fork["book/index.html"]


def test_no_link_leads_nowhere(fork):
    html = {str(Path(name).parent / to) for name, page in fork.items() for to in links(page)}
    pages = {os.path.normpath(name) for name in html if name.endswith(".html")}
    here = {name for name in pages if name.startswith(("notebooks/", "book/"))}
    assert len(here) > 20
    assert here <= set(fork)


def links(page):
    return re.findall(r'href="((?![a-z]+:)[^"#?]+)', page)


def test_lists_count_what_is_there(fork):
    boxes = [re.findall(r'<div class="proof (?:theorem|lemma|cor)', page) for page in fork.values()]
    said = text_of(fork["book/theorems.html"])
    assert f"The {sum(map(len, boxes))} theorems, lemmas and corollaries make" in said
    rows = len(re.findall(r'class="statement is-', fork["book/ledger.html"]))
    assert 0 < rows < 150
    assert f"{rows} of {rows} shown" in fork["book/ledger.html"]
    coq = fork["book/coq.html"]
    by_hand = re.findall(r'<li id="coq-\w+"', coq)
    assert f"{len(by_hand)} more files were written by hand" in text_of(coq)
    assert "Theorem Block_Novikoff" in text_of(coq)
