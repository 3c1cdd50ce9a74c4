"""CONTRIBUTING.md as a program: a chapter and a theorem are added in a copy, by its own words."""

import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import coq
import pytest
import test_build

ROOT = Path(__file__).resolve().parents[2]
# it builds the small book, as the tests of the build do
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("build")]
BLOCK = re.compile(r"^( *)(`{3,})\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)


def section(title, text=None):
    text = text or (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return re.search(rf"^## {title}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def blocks(title):
    """Give the examples and the commands of a section: what stands in four, and three, ticks."""
    found = [(m[2], textwrap.dedent(m[3])) for m in BLOCK.finditer(section(title))]
    example = "".join(said for ticks, said in found if ticks == "````")
    return example, [line for ticks, said in found if ticks == "```" for line in said.split("\n")]


@pytest.fixture
def copy(tmp_path):
    """The small book, with what the commands need beside it."""
    book = test_build.Book(tmp_path / "copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests", book.folder / "tests", ignore=ignored, dirs_exist_ok=True)
    (book.folder / ".venv").symlink_to(ROOT / ".venv")
    yield book
    book.builder.close()


def follow(book, command):
    """Do what a line says; the copy is built by what ``make book`` runs once all is set up."""
    if command == "make book":
        return book.build()
    words = command.split()
    assert words[0] == ".venv/bin/python"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(words, cwd=book.folder, check=False, **pipes)
    return done.returncode, done.stdout


@coq.needed
def test_a_chapter_and_a_theorem_are_added_by_the_commands_of_the_page(copy):
    """Each command ends well, and the page of the new chapter has the marks of its theorem."""
    (head, adding), (theorem, proving) = blocks("Add a chapter"), blocks("Add a theorem")
    chapter = copy.folder / "notebooks" / "13_name.md"
    assert "notebooks/13_name" in " ".join(adding)
    toc = copy.folder / "_toc.yml"
    toc.write_text(toc.read_text() + "  - file: notebooks/13_name\n")
    for text, commands in ((head, adding), (head + "\n" + theorem, proving)):
        chapter.write_text(text, "utf-8")
        for command in filter(None, commands):
            code, said = follow(copy, command)
            assert code == 0, (command, said)
    page = copy.page("notebooks/13_name")
    assert "thm-some-growth" in page
    for mark in ("by-kernel", "by-coq", "the rest in words"):
        assert mark in page, mark
    assert ",Growth_at_a_mistake.v," in (copy.folder / "book" / "coq.csv").read_text()


def test_what_the_page_says_of_commands_is_what_there_is():
    """Every command that a text names is one: by the environment's Python, and a file."""
    for path in (ROOT / "CONTRIBUTING.md", ROOT / "README.md", *(ROOT / "tests").rglob("*.py")):
        text = path.read_text("utf-8")
        assert not re.findall(r"(?<![\w/])python tests/(?!oldest)\w+", text), path.name
        for name in re.findall(r"\.venv/bin/python (tests/[\w/]+\.py)", text):
            assert (ROOT / name).exists(), name
