"""The build: notebooks run once, are kept by what made them, and an edit is built alone.

On a book of two notebooks, a page and the real extensions; the library is a copy, to be edited.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import refresh
import runs
import warm

ROOT = Path(__file__).resolve().parent.parent
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
:checks: {labels: [thm-sum, eq-sum], by: kernel}

from perclib.proof import Proof, Witness

proof = Proof(numbers="a")
_ = proof.assume("positive", "a >= 0")
_ = proof.step("sum", "a + a >= a", "positive")
proof.theorem("Sums", "sum", Witness(a=1))
```
"""
SECOND = """(chapter-second)=
# Second

It follows from {prf:ref}`thm-sum` and {eq}`eq-sum`, shown in {ref}`chapter-first`.

```{code-cell} ipython3
from perclib.losses import logistic

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
            tables = ("coq.csv", "breaks.csv", "web_kernel.csv")
            ignored = shutil.ignore_patterns("__pycache__", "*.v", "*.md", *tables)
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        shutil.copytree(
            ROOT / "perclib/proof/coq", folder / "perclib/proof/coq", dirs_exist_ok=True
        )
        shutil.copy(ROOT / "_config.yml", folder)
        shutil.copy(ROOT / "pyproject.toml", folder)
        (folder / "_toc.yml").write_text(TOC)
        (folder / "notebooks").mkdir()
        self.write("counterexamples", "# None\n", text_only=True)
        self.write("01_first", FIRST)
        self.write("02_second", SECOND)
        for name, text in PAGES.items():
            (folder / "book" / f"{name}.md").write_text(text)

    def write(self, name, text, text_only=False):
        path = self.folder / "notebooks" / f"{name}.md"
        path.write_text(text)
        if not text_only:
            notebook = refresh.from_text(text)
            refresh.nbformat.write(notebook, path.with_suffix(".ipynb"))

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
        return self.saved(self.kept, "*/made.json")

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


def changed(before, after):
    return sorted(name for name in after if before.get(name) != after[name])


def plain(page):
    """Leave out the digests of style sheets, which a first build does not give all of."""
    return re.sub(r"\.css\?v=\w+", ".css", page)


def test_a_second_build_runs_and_writes_nothing(book):
    ran, written, loaded = book.runs(), book.pages(), book.loaded()
    assert book.build()[0] == 0
    assert (book.runs(), book.pages(), book.loaded()) == (ran, written, loaded)
    assert len(ran) == 2
    assert len(written) == 4
    assert {"all.css", "all.js", "all-2.js"} <= set(loaded)


def test_an_edit_of_prose_runs_nothing_and_writes_its_page(book):
    ran, written, before = book.runs(), book.pages(), book.page("notebooks/01_first")
    book.write("01_first", FIRST.replace("is edited", "was edited"))
    assert book.build()[0] == 0
    assert book.runs() == ran
    # The first page has a table of contents, and is written whenever a page is.
    assert changed(written, book.pages()) == ["book/index.html", "notebooks/01_first.html"]
    after = book.page("notebooks/01_first")
    assert "was edited" in after
    assert plain(after.replace("was edited", "is edited")) == plain(before)


MODULE_PAGE = """
import os, sys, types
from pathlib import Path
sys.path.insert(0, "book/_ext")
import module_pages
from sphinx.ext import viewcode

module_pages.setup(None)
app = types.SimpleNamespace(builder=types.SimpleNamespace(out_suffix=".html"), outdir=sys.argv[1])
page = Path(sys.argv[1], "_modules/perclib/estimator.html")
page.parent.mkdir(parents=True)
said = [viewcode.should_generate_module_page(app, "perclib.estimator")]
page.touch()
said += [viewcode.should_generate_module_page(app, "perclib.estimator")]
os.utime(page, (1, 1))
said += [viewcode.should_generate_module_page(app, "perclib.estimator")]
print(said, "sklearn" in sys.modules)
"""


def test_whether_a_module_changed_is_seen_without_importing_it(tmp_path):
    """Without its page, with it, and with one that is older than the module."""
    command = [sys.executable, "-c", MODULE_PAGE, str(tmp_path)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said == "[True, False, True] False\n"


def test_without_npm_the_book_is_built_and_says_what_it_lacks(book, monkeypatch):
    shutil.copy(ROOT / "book" / "web_kernel.csv", book.folder / "book")
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nowhere")
        code, said = book.build()
    (book.folder / "book" / "web_kernel.csv").unlink()
    assert (code, said.split("\n")[0]) == (
        0,
        "The proof kernel is left out of the pages: there is no npm.",
    )
    assert "try-it" not in book.page("notebooks/01_first")
    assert book.build()[0] == 0


def test_an_edit_of_code_runs_its_notebook(book):
    ran = book.runs()
    book.write("02_second", SECOND.replace("0.0, 1", "1.0, 1"))
    assert book.build()[0] == 0
    (again,) = changed(ran, book.runs())
    assert again.startswith("02_second-")
    assert len(book.runs()) == 2


def test_what_other_pages_show_is_written_again(book):
    """A title shows on every page."""
    written = book.pages()
    book.write("01_first", FIRST.replace("# First", "# The first one"))
    assert book.build()[0] == 0
    assert changed(written, book.pages()) == sorted(written)
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


def test_a_formula_that_is_not_latex_ends_the_build(book):
    book.write("01_first", FIRST.replace("is edited", r"has $\nosuchcommand$"))
    for _ in range(2):
        code, said = book.build()
        assert code == 1
        assert "nosuchcommand" in said
    book.write("01_first", FIRST)
    assert book.build()[0] == 0


def test_a_cell_that_fails_ends_the_build_and_nothing_is_kept(book):
    ran = book.runs()
    book.write("02_second", SECOND.replace("0.0, 1", "0.0, 1 / 0"))
    for _ in range(2):
        code, said = book.build()
        assert code == 1
        assert "ZeroDivisionError" in said
    assert set(book.runs()) <= set(ran)
    book.write("02_second", SECOND)
    assert book.build()[0] == 0


LIVE = """
import sys
from pathlib import Path
sys.path.insert(0, "book")
import live

build_edits = live.building(live.build.made_with())
text = Path("notebooks/01_first.md")
build_edits()
text.write_text(text.read_text().replace("is edited", "is seen at once"))
build_edits()
print("Nothing more.", flush=True)
build_edits()
"""


def test_the_loop_builds_each_edit_once(book):
    """The notebook, which is then stored in step with its text, is no other edit."""
    ran = book.runs()
    (book.folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "refresh.py", book.folder / "tests")
    (book.folder / "edits.py").write_text(LIVE)
    assert book.build("edits.py") == (0, "Built.\nBuilt.\nNothing more.\n")
    assert "seen at once" in book.page("notebooks/01_first")
    assert book.runs().items() >= ran.items()
    (book.folder / "notebooks" / "counterexamples.ipynb").unlink()
    shutil.rmtree(next(book.kept.glob("counterexamples-*")))
    book.write("01_first", FIRST)
    assert book.build()[0] == 0


def test_an_edit_of_the_library_runs_every_notebook(book):
    ran = book.runs()
    losses = book.folder / "perclib" / "losses.py"
    text = losses.read_text("utf-8")
    losses.write_text(text + "\n\ndef logistic(*_):\n    return 7\n")
    code, said = book.build()
    assert len(changed(ran, book.runs())) == 2
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


# Counts that no clock changes: searches for certificates, and linear programs, in each chapter.
# What was counted when this was written, and a tenth more.
MOST = {
    "01_online_learning": (36, 20),
    "02_gradient_descent": (118, 84),
    "03_perceptron": (0, 0),
    "04_separable": (663, 482),
    "05_nonseparable": (953, 498),
    "06_randomized": (1449, 953),
    "07_hinge_bounds": (2314, 1300),
    "08_bounds_on_data": (567, 363),
    "09_relatives": (310, 225),
    "10_at_scale": (157, 124),
}


@pytest.mark.parametrize("chapter", MOST)
def test_the_proofs_of_a_chapter_cost_no_more_than_they_did(chapter, record_property):
    counts = runs.made(ROOT / "notebooks" / f"{chapter}.ipynb").counts
    record_property(chapter, json.dumps(counts))
    most = dict(zip(("searches", "programs"), MOST[chapter], strict=True))
    assert all(counts[what] <= most[what] for what in most), counts
