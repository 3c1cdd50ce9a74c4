"""The build: notebooks run once, are kept by what made them, and an edit is built alone.

On a book of two notebooks, a page and the real extensions; the library is a copy, to be edited.
"""

import os
import re
import shutil
import signal
from pathlib import Path

import pytest
import refresh
import warm

from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
# one small book is built for all tests here
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("build")]
TOC = """format: jb-book
root: book/index
chapters:
  - file: notebooks/01_first
  - file: notebooks/02_second
  - file: book/other
"""
FIRST = """(chapter-first)=
# First

A sentence that is edited.

```{prf:theorem} Sums
:label: thm-sum
$$ a + a = 2 a $$ (eq-sum)
```

```{code-cell} ipython3
:checks: {labels: [thm-sum, eq-sum], by: sympy}

import sympy as sp

a = sp.Symbol("a")
assert a + a == 2 * a
2 * a
```
"""
PROOF = """r\"\"\"Sums.\"\"\"

from prover import Proof, Witness

THEOREM = "thm-sum"

proof = Proof(numbers="a")
proof.step("sum", "a + a == 2*a")
proof.theorem("Sums", "sum", Witness(a=1))

PROVES = {"eq-sum": "sum"}
"""
SECOND = """(chapter-second)=
# Second

It follows from {prf:ref}`thm-sum` and {eq}`eq-sum`, shown in {ref}`chapter-first`.

```{code-cell} ipython3
from perclib.learners.losses import logistic

logistic(0.0, 1).__class__.__name__
```
"""
PAGES = {"index": "# Book\n\nAll of it.\n", "other": "# Other\n\nSee {prf:ref}`thm-sum`.\n"}


class Book:
    """A small book in a folder, with what building it tells."""

    def __init__(self, folder):
        self.folder, self.kept = folder, folder / "_build" / "kept"
        self.builder = warm.Builder()
        for name in ("book", "perclib"):
            tables = ("coq.csv", "web_kernel.csv")
            ignored = shutil.ignore_patterns("__pycache__", "*.v", "*.md", *tables)
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        proofs = folder / "book" / "proofs"
        for chapter in proof_runs.chapters():
            shutil.rmtree(proofs / chapter)
        prover = "book/proofs/prover/coq"  # with its files for Coq
        shutil.copytree(ROOT / prover, folder / prover, dirs_exist_ok=True)
        (proofs / "first").mkdir()
        (proofs / "first" / "sum.py").write_text(PROOF)
        shutil.copy(ROOT / "_config.yml", folder)
        for name in ("pyproject.toml", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        (folder / "_toc.yml").write_text(TOC)
        (folder / "notebooks").mkdir()
        (folder / "tests").mkdir()
        shutil.copy(ROOT / "tests" / "refresh.py", folder / "tests")
        self.write("counterexamples", "# None\n")
        self.write("01_first", FIRST)
        self.write("02_second", SECOND)
        for name, text in PAGES.items():
            (folder / "book" / f"{name}.md").write_text(text)

    def write(self, name, text):
        """Write both files of a chapter, in step."""
        path = self.folder / "notebooks" / f"{name}.ipynb"
        refresh.nbformat.write(refresh.from_text(text), path)
        path.with_suffix(".md").write_text(refresh.to_text(refresh.nbformat.read(path, 4)))

    def start(self, program="book/build.py"):
        """Start to build; give the number of the process."""
        return self.builder.start(self.folder, program, self.folder / "said")

    def build(self, *program):
        """Build; give the exit code and what was said."""
        self.start(*program)
        return self.builder.end(), (self.folder / "said").read_text("utf-8")

    def saved(self, folder, pattern):
        return {
            str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.glob(pattern)
        }

    def loaded(self):
        """Give what its pages load, by name."""
        static = self.folder / "_build" / "html" / "_static"
        return {path.name: path.read_bytes() for path in static.iterdir() if path.is_file()}

    def runs(self):
        """Give the runs that are kept, by notebook and when."""
        return self.saved(self.kept, "*/outputs.json")

    def pages(self):
        """Give the pages, and when they were written."""
        return self.saved(self.folder / "_build" / "html", "[bn]*/*.html")

    def page(self, name):
        return (self.folder / "_build" / "html" / f"{name}.html").read_text("utf-8")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    book = Book(tmp_path_factory.mktemp("book"))
    assert book.build() == (0, f"{book.folder}/_build/html/index.html\n")
    yield book
    book.builder.close()


def changed_names(before, after):
    return sorted(name for name in after if before.get(name) != after[name])


def without_digests(page):
    """Leave out the digests of style sheets, which a first build does not give all of."""
    return re.sub(r"\.css\?v=\w+", ".css", page)


def test_a_second_build_runs_and_writes_nothing(book):
    ran, written, loaded = book.runs(), book.pages(), book.loaded()
    assert book.build()[0] == 0
    assert (book.runs(), book.pages(), book.loaded()) == (ran, written, loaded)
    assert len(ran) == 2  # the counterexamples are not in its _toc.yml
    assert len(written) == 4
    assert {"all.css", "all.js", "all-2.js"} <= set(loaded)


def test_an_edit_of_prose_runs_nothing_and_writes_its_page(book):
    ran, written, before = book.runs(), book.pages(), book.page("notebooks/01_first")
    book.write("01_first", FIRST.replace("is edited", "was edited"))
    assert book.build()[0] == 0
    assert book.runs() == ran
    # The first page has a table of contents, and is written whenever a page is.
    assert changed_names(written, book.pages()) == ["book/index.html", "notebooks/01_first.html"]
    after = book.page("notebooks/01_first")
    assert "was edited" in after
    assert without_digests(after.replace("was edited", "is edited")) == without_digests(before)


@pytest.mark.parametrize("saved", ["text", "notebook"])
def test_the_file_that_was_saved_last_is_built(book, saved):
    """The other one is written from it, and the build says so, once."""
    book.write("01_first", FIRST)
    text = book.folder / "notebooks" / "01_first.md"
    stored = text.with_suffix(".ipynb")
    path = {"text": text, "notebook": stored}[saved]
    path.write_text(path.read_text("utf-8").replace("is edited", "was saved"), "utf-8")
    code, said = book.build()
    assert code == 0
    assert f"01_first: its {saved} was saved last" in said
    assert "was saved" in book.page("notebooks/01_first")
    assert all("was saved" in each.read_text("utf-8") for each in (text, stored))
    assert book.build() == (0, f"{book.folder}/_build/html/index.html\n")
    book.write("01_first", FIRST)
    assert book.build()[0] == 0


def test_a_pair_that_cannot_be_brought_in_step_ends_the_build(book):
    text = book.folder / "notebooks" / "01_first.md"
    known = text.read_text("utf-8")
    text.write_text(known + "\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n", "utf-8")
    code, said = book.build()
    assert code == 1
    assert "01_first, from its text: the text form holds the marks of a merge conflict" in said
    text.write_text(known, "utf-8")
    assert book.build()[0] == 0


def test_without_npm_the_book_is_built_and_says_what_it_lacks(book, monkeypatch):
    shutil.copy(ROOT / "book" / "web_kernel.csv", book.folder / "book")
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nowhere")
        patch.delenv("CI", raising=False)
        alone = book.build()
        patch.setenv("CI", "true")  # what is published is whole
        published = book.build()
    (book.folder / "book" / "web_kernel.csv").unlink()
    said = "The proof kernel is left out of the pages: there is no npm."
    assert [(code, text.split("\n")[0]) for code, text in (alone, published)] == [
        (0, said),
        (1, said),
    ]
    assert "try-it" not in book.page("notebooks/01_first")
    assert book.build()[0] == 0


def test_an_edit_of_code_runs_its_notebook(book):
    ran = book.runs()
    book.write("02_second", SECOND.replace("0.0, 1", "1.0, 1"))
    assert book.build()[0] == 0
    (again,) = changed_names(ran, book.runs())
    assert again.startswith("02_second-")
    assert len(book.runs()) == 2


def test_what_other_pages_show_is_written_again(book):
    """A title shows on every page."""
    written = book.pages()
    book.write("01_first", FIRST.replace("# First", "# The first one"))
    assert book.build()[0] == 0
    assert changed_names(written, book.pages()) == sorted(written)
    assert "The first one" in book.page("notebooks/02_second")


def test_a_label_that_other_pages_miss_ends_the_build_until_it_is_there(book):
    book.write("01_first", FIRST.replace("thm-sum", "thm-total"))
    code, said = book.build()
    assert code == 1
    assert "thm-sum" in said
    assert book.build()[0] == 1, "a warning is given again"
    book.write("01_first", FIRST)
    assert book.build()[0] == 0
    assert "#thm-sum" in book.page("book/other")


FAULTY = """
A sentence.

<!-- {notebook} -->
Only in a notebook.
<!-- {end} -->

It has $\\nosuchcommand$.
"""
WARNED = {
    "It has $": "nosuchcommand",
    "import sympy as sp": "thm-other is checked and does not exist",
    "1 / 0": "a cell failed",
    "```{prf:theorem} More": "thm-more has no proof file",
}


def test_a_warning_names_the_line_of_the_text(book):
    """Of what stands in a cell, as of what is known of a label when all pages are read."""
    text = FIRST.replace("labels: [thm-sum,", "labels: [thm-sum, thm-other,") + FAULTY
    book.write("01_first", text + "\n```{prf:theorem} More\n:label: thm-more\nLet $a=0$.\n```\n")
    book.write("02_second", SECOND.replace("from perclib.learners.losses import logistic", "1 / 0"))
    ran = book.runs()
    (_, said), (code, again) = book.build(), book.build()
    assert code == 1
    assert [line for line in WARNED.values() if line not in again] == [], "a warning is given again"
    assert set(book.runs()) <= set(ran)  # nothing is kept of a cell that failed
    assert ".ipynb:" not in said
    for name in ("01_first", "02_second"):
        lines = (book.folder / "notebooks" / f"{name}.md").read_text("utf-8").split("\n")
        for line, why in WARNED.items():
            if number := next((n for n, each in enumerate(lines, 1) if line in each), None):
                assert re.search(rf"notebooks/{name}\.md:{number}: .*{re.escape(why)}", said), (
                    why,
                    said,
                )
    book.write("01_first", FIRST)
    book.write("02_second", SECOND)
    assert book.build()[0] == 0


LIVE = """
import sys
from pathlib import Path
sys.path.insert(0, "book")
import live

build_edits = live.building(live.build.made_with())
text = Path("notebooks/01_first.md")
known = text.read_text()
build_edits()
for edit in (r"$\\nosuchcommand$", "is seen at once"):
    text.write_text(known.replace("is edited", edit))
    build_edits()
    for page in ("index", "book/index", "notebooks/02_second"):
        print("Shown:", Path(f"_build/html/{page}.html").read_text().count('id="not-built"'))
    shown = live.NOT_BUILT.search(Path("_build/html/book/other.html").read_text())
    print(shown[0] if shown else "Nothing.")
build_edits()
"""


def test_the_loop_builds_each_edit_once_and_shows_why_one_is_not_built(book):
    """The notebook, which is then stored in step with its text, is no other edit."""
    ran = book.runs()
    (book.folder / "edits.py").write_text(LIVE)
    code, said = book.build("edits.py")
    assert code == 0, said
    (shown,) = re.findall('<pre id="not-built" role="alert".*?</pre>', said, re.DOTALL)
    assert "nosuchcommand" in shown
    assert "\x1b" not in shown
    known = re.findall(r"^(?:Built|Not built|Nothing|Shown: \d)", said, re.MULTILINE)
    wanted = ["Built", "Not built", *["Shown: 1"] * 3, "Built", *["Shown: 0"] * 3, "Nothing"]
    assert known == wanted
    assert "seen at once" in book.page("notebooks/01_first")
    assert book.runs().items() >= ran.items()
    book.write("01_first", FIRST)
    assert book.build()[0] == 0


def test_an_edit_of_the_library_runs_every_notebook(book):
    ran = book.runs()
    losses = book.folder / "perclib" / "learners" / "losses.py"
    text = losses.read_text("utf-8")
    losses.write_text(text + "\n\ndef logistic(*_):\n    return 7\n")
    code, said = book.build()
    assert len(changed_names(ran, book.runs())) == 2
    assert code == 0, said
    assert "int" in book.page("notebooks/02_second")
    losses.write_text(text)
    assert book.build()[0] == 0
    assert "float" in book.page("notebooks/02_second")


def test_a_build_that_is_killed_leaves_nothing_wrong(book):
    book.write("02_second", SECOND.replace("logistic(0.0, 1)", "sum(range(10**8))"))
    number = book.start()
    while not list(book.kept.glob("running-*")):
        os.kill(number, 0)  # it still runs
    os.killpg(number, signal.SIGKILL)
    assert book.builder.end() == -signal.SIGKILL
    book.write("02_second", SECOND)
    assert book.build()[0] == 0
    assert not list(book.kept.glob("running-*"))
    assert "float" in book.page("notebooks/02_second")
