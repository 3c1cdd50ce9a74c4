"""A release: made for real in a copy of two chapters, refused where it should be, or made whole."""

import datetime
import hashlib
import json
import os
import re
import sys
import tarfile
import zipfile
from html import unescape
from pathlib import Path

import pytest
import two_chapters
import yaml
from processes import ran

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("release")]
WHO = {
    f"GIT_{who}_{what}": "a@b.example"
    for who in ("AUTHOR", "COMMITTER")
    for what in ("NAME", "EMAIL")
}
BESIDE = ("CHANGELOG.md", "CITATION.cff", "README.md", ".gitignore", "constraints.txt")


@pytest.fixture(scope="module")
def copy(tmp_path_factory, environment):
    """A copy of the project with two chapters, in a repository of its own."""
    folder = tmp_path_factory.mktemp("release") / "copy"
    two_chapters.copy_two_chapters(folder)
    for name in BESIDE:
        (folder / name).write_bytes((ROOT / name).read_bytes())

    def run(*command, **told):
        told = {**environment, **WHO, "PYTHONPATH": str(folder), **told}
        return ran(*command, cwd=folder, env=told)

    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "All")):
        assert run("git", *command).returncode == 0
    return folder, run


def status(run):
    return run("git", "status", "--porcelain").stdout + run("git", "tag").stdout


def test_a_bad_version_and_a_dirty_tree_are_refused(copy):
    folder, run = copy
    for version, said in (("1.0", "'1.0' is no version, which"), ("1.0.0rc1", "is no version")):
        done = run(sys.executable, "book/release.py", version)
        assert (done.returncode, done.stdout, status(run)) == (1, "", "")
        assert said in done.stderr
    (folder / "new.txt").touch()
    done = run(sys.executable, "book/release.py", "1.0.0")
    (folder / "new.txt").unlink()
    assert done.returncode == 1
    assert "Commit or remove first what git does not know:\n?? new.txt\n" in done.stderr
    assert status(run) == ""
    assert not (folder / "_build" / "release").exists()


def test_where_a_step_fails_nothing_is_changed(copy):
    """The book does not build: its list of pages, which git knows, names one that is not there."""
    folder, run = copy
    page = folder / "_toc.yml"
    text = page.read_text("utf-8")
    page.write_text(text.replace("notebooks/04_separable", "notebooks/nowhere"), "utf-8")
    run("git", "commit", "-qam", "A fault")
    done = run(sys.executable, "book/release.py", "1.0.0")
    assert done.returncode == 1
    assert "There is no release, and no file was changed" in done.stderr
    assert status(run) == ""
    assert not (folder / "_build" / "release" / "1.0.0").exists()
    page.write_text(text, "utf-8")
    run("git", "commit", "-qam", "Mended")


@pytest.fixture(scope="module")
def released(copy):
    """Make the release; give its pages, by name."""
    folder, run = copy
    path = f"{Path(sys.executable).parent}:/bin:/usr/bin"
    done = run(sys.executable, "book/release.py", "1.0.0", PATH=path)
    assert done.returncode == 0, done.stdout + done.stderr
    made = folder / "_build" / "release" / "1.0.0"
    assert done.stdout.splitlines()[-2] == str(made)
    with zipfile.ZipFile(made / "book-1.0.0.zip") as archive:
        names = [name for name in archive.namelist() if name.endswith(".html")]
        return {name.partition("/")[2]: archive.read(name).decode("utf-8") for name in names}


@pytest.fixture
def parts(released):
    """Give the pages of the release that are of the book."""
    return {name: page for name, page in released.items() if re.match(r"(book|notebooks)/", name)}


def test_a_release_names_itself_everywhere(copy, released, parts):
    folder, run = copy
    day = datetime.datetime.now(datetime.UTC).date()
    assert status(run) == "v1.0.0\n"
    assert run("git", "log", "-1", "--format=%s").stdout == "Version 1.0.0\n"
    assert f"## 1.0.0, {day}\n" in (folder / "CHANGELOG.md").read_text("utf-8")
    citation = yaml.safe_load((folder / "CITATION.cff").read_text("utf-8"))
    assert (citation["version"], citation["date-released"]) == ("1.0.0", day)
    zenodo = json.loads((folder / ".zenodo.json").read_text("utf-8"))
    assert zenodo["creators"] == [{"name": author["name"]} for author in citation["authors"]]
    assert (zenodo["version"], zenodo["publication_date"]) == ("1.0.0", str(day))
    assert 'url=book/index.html"' in released["index.html"]
    foot = f"Version 1.0.0, {day}."
    assert len(parts) > 20
    assert all(foot in page for page in parts.values())
    assert not [name for name, page in parts.items() if re.search(r'(?:href|src)="/', page)]


@pytest.mark.usefixtures("released")
def test_a_release_has_its_files_and_their_sums(copy):
    folder, _ = copy
    made = folder / "_build" / "release" / "1.0.0"
    sums = dict(line.split("  ")[::-1] for line in (made / "SHA256SUMS").read_text().splitlines())
    names = {"perclib-1.0.0-py3-none-any.whl", "perclib-1.0.0.tar.gz", "book-1.0.0.zip"}
    assert names <= set(sums) == {path.name for path in made.iterdir()} - {"SHA256SUMS"}
    assert all(sums[x] == hashlib.sha256((made / x).read_bytes()).hexdigest() for x in sums)
    with tarfile.open(made / "perclib-1.0.0.tar.gz") as archive:
        assert not re.search("/(notebooks|tests|book)/", " ".join(archive.getnames()))


def text_of(page):
    return " ".join(unescape(re.sub("<[^>]+>", "", page)).split())


def test_references_to_other_chapters_are_words(parts):
    assert {name for name in parts if "/0" in name} == {
        f"notebooks/{name}.html" for name in two_chapters.KEPT
    }
    said = text_of(parts["book/index.html"])
    assert "3 (chapter 3 of the full book)" in said
    assert "Chapter 3 of the full book" in said  # the card that leads there
    said = text_of(parts["notebooks/04_separable.html"])
    assert re.search(r"Theorem “[^”]+” \(chapter 3 of the full book\)", said)
    assert "12. The perceptron at scale (chapter 12 of the full book)" in parts["book/index.html"]


def test_no_link_leads_nowhere(parts):
    html = {str(Path(name).parent / to) for name, page in parts.items() for to in links(page)}
    pages = {os.path.normpath(name) for name in html if name.endswith(".html")}
    here = {name for name in pages if name.startswith(("notebooks/", "book/"))}
    assert len(here) > 20
    assert here <= set(parts)


def links(page):
    return re.findall(r'href="((?![a-z]+:)[^"#?]+)', page)


def test_lists_count_what_is_there(parts):
    boxes = [
        re.findall(r'<div class="proof (?:theorem|lemma|cor)', page) for page in parts.values()
    ]
    said = text_of(parts["book/theorems.html"])
    assert f"The {sum(map(len, boxes))} theorems, lemmas and corollaries make" in said
    rows = len(re.findall(r'class="statement is-', parts["book/ledger.html"]))
    assert 0 < rows < 150
    assert f"{rows} of {rows} shown" in parts["book/ledger.html"]
    coq = parts["book/coq.html"]
    by_hand = re.findall(r'<li id="coq-\w+"', coq)
    assert f"{len(by_hand)} more files were written by hand" in text_of(coq)
    assert "Theorem Block_Novikoff" in text_of(coq)


@pytest.mark.usefixtures("released")
def test_a_version_is_released_once_and_versions_rise(copy):
    folder, run = copy
    for version, said in (
        ("1.0.0", "there is a tag v1.0.0"),
        ("0.9.9", "is older than one that is released"),
        ("1.1.0", "no heading that ends in “unreleased”"),
    ):
        done = run(sys.executable, "book/release.py", version)
        assert done.returncode == 1
        assert said in done.stderr
    assert (folder / "_build" / "release" / "1.0.0" / "SHA256SUMS").exists()
