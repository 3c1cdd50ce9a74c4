"""The build: notebooks run once, are kept by what made them, and an edit is built alone.

On a book of two notebooks, a page and the real extensions; the library is a copy, to be edited.
"""

import os
import re
import shutil
import signal
from contextlib import contextmanager
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
TEXTS = {"counterexamples": "# None\n", "01_first": FIRST, "02_second": SECOND}
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
        for name, text in TEXTS.items():
            self.write(name, text)
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

    @contextmanager
    def edited(self, name, text):
        """Build with another text of a chapter; give the exit code and what was said."""
        self.write(name, text)
        yield self.build()
        self.write(name, TEXTS[name])
        assert self.build()[0] == 0

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
        return self.saved(self.kept, "[0-9]*.json")

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
    with book.edited("01_first", FIRST.replace("is edited", "was edited")) as (code, _):
        assert code == 0
        assert book.runs() == ran
        # The first page has a table of contents, and is written whenever a page is.
        assert changed_names(written, book.pages()) == [
            "book/index.html",
            "notebooks/01_first.html",
        ]
        after = book.page("notebooks/01_first")
    assert "was edited" in after
    assert without_digests(after.replace("was edited", "is edited")) == without_digests(before)


@pytest.mark.parametrize("saved", ["text", "notebook"])
def test_the_file_that_was_saved_last_is_built(book, saved):
    """The other one is written from it, and the build says so, once."""
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
    with book.edited("02_second", SECOND.replace("0.0, 1", "1.0, 1")) as (code, _):
        assert code == 0
        (again,) = changed_names(ran, book.runs())
        assert again.startswith("02_second-")
        assert len(book.runs()) == 2


def test_what_other_pages_show_is_written_again(book):
    """A title shows on every page."""
    written = book.pages()
    with book.edited("01_first", FIRST.replace("# First", "# The first one")) as (code, _):
        assert code == 0
        assert changed_names(written, book.pages()) == sorted(written)
        assert "The first one" in book.page("notebooks/02_second")


def test_a_label_that_other_pages_miss_ends_the_build_until_it_is_there(book):
    with book.edited("01_first", FIRST.replace("thm-sum", "thm-total")) as (code, said):
        assert code == 1
        assert "thm-sum" in said
        assert book.build()[0] == 1, "a warning is given again"
    assert "#thm-sum" in book.page("book/other")


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "why"),
    [
        ("01_first", "is edited", r"is $\nosuchcommand$", "A sentence", "nosuchcommand"),
        ("01_first", "[thm-sum,", "[thm-other, thm-sum,", "import sympy", "thm-other is checked"),
        ("02_second", "from perclib", "1 / 0\nfrom perclib", "1 / 0", "a cell failed"),
    ],
)
def test_a_warning_names_the_line_and_is_given_again(book, name, old, new, line, why):
    ran, text = book.runs(), TEXTS[name].replace(old, new)
    with book.edited(name, text):
        code, said = book.build()
        assert code == 1
        stored = (book.folder / "notebooks" / f"{name}.md").read_text("utf-8")
        number = stored.partition(line)[0].count("\n") + 1
        assert re.search(rf"notebooks/{name}\.md:{number}: .*{why}", said), said
        assert book.runs().keys() <= ran.keys()  # nothing is kept of a cell that failed


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
    slow = "print(open('begun', 'w')) or sum(range(10**8))"
    book.write("02_second", SECOND.replace("logistic(0.0, 1)", slow))
    number = book.start()
    while not (book.folder / "notebooks" / "begun").exists():
        os.kill(number, 0)  # it still runs
    os.killpg(number, signal.SIGKILL)
    assert book.builder.end() == -signal.SIGKILL
    book.write("02_second", SECOND)
    assert book.build()[0] == 0
    assert "float" in book.page("notebooks/02_second")
