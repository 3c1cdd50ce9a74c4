"""A published book leads to its repository, to Binder and Colab; its pages name their address.

On a desk, of which nothing is told, there is none of that.

On the small book of ``test_build``.
"""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import nbformat
import pytest
import test_build

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("build")]
REPOSITORY, URL = "https://github.com/owner/notes", "https://owner.github.io/notes"
LINK = "See [this page](../_build/html/notebooks/01_first.html)."
ASIDE = f"<!-- {{notebook}} -->\n{LINK}\n<!-- {{end}} -->\n\n"
TEXT = test_build.FIRST.replace("A sentence", f"{ASIDE}A sentence")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    book = test_build.Book(tmp_path_factory.mktemp("published"))
    book.write("01_first", TEXT)
    yield book
    book.builder.close()


def build_told(small, **told):
    """Build as one who is told where the book is; give the folder of the pages."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BOOK_REPOSITORY", "BOOK_URL"):
            patch.delenv(name, raising=False)
        for name, value in told.items():
            patch.setenv(name, value)
        code, said = small.build()
    assert code == 0, said
    return small.folder / "_build" / "html"


@pytest.fixture(scope="module")
def published(small):
    """Give the pages, the texts of which a later build does not change."""
    html = build_told(small, BOOK_REPOSITORY=f"{REPOSITORY}/", BOOK_URL=URL)
    files = [path for path in html.rglob("*") if path.suffix in (".html", ".ipynb")]
    return {str(path.relative_to(html)): path.read_text("utf-8") for path in files}


def links(page):
    """List the links of a page to other hosts, by what they are for."""
    found = re.findall(r'<a\s[^>]*?href="(https?://[^"]+)"', page, re.DOTALL)
    return {
        name: unescape(to)
        for to in found
        for name in ("edit", "issues", "binder", "colab")
        if name in to
    }


def test_each_page_can_be_edited_and_reported_and_a_chapter_opened(published):
    chapter, other = map(links, map(published.get, ("notebooks/01_first.html", "book/other.html")))
    assert chapter["edit"] == f"{REPOSITORY}/edit/main/notebooks/01_first.md"
    assert other["edit"] == f"{REPOSITORY}/edit/main/book/other.md"
    assert chapter["issues"].startswith(f"{REPOSITORY}/issues/new?title=Issue%20on%20page")
    assert chapter["binder"] == (
        "https://mybinder.org/v2/gh/owner/notes/main?urlpath=lab/tree/notebooks/01_first.ipynb"
    )
    assert chapter["colab"] == (
        "https://colab.research.google.com/github/owner/notes/blob/notebooks/01_first.ipynb"
    )
    assert not {"binder", "colab"} & set(other)
    # A sign that the font of the book does not have would be another font, or a picture.
    assert not re.search(r'class="fab |images/logo_', published["notebooks/01_first.html"])


def test_a_downloaded_notebook_gets_perclib_and_leads_to_the_page(published):
    notebook = nbformat.reads(published["_sources/notebooks/01_first.ipynb"], 4)
    nbformat.validate(notebook)
    said, code, first, *_ = notebook.cells
    assert "`perclib`" in said.source
    assert code.source.endswith(f'%pip install --quiet "perclib[notebooks] @ git+{REPOSITORY}"')
    assert f"[this page]({URL}/notebooks/01_first.html)" in first.source


def test_on_a_desk_there_is_no_dead_button(small, published):
    assert published  # what is there is not left over from before
    html = build_told(small)
    for page in html.glob("[bn]*/*.html"):
        text = page.read_text("utf-8")
        assert not links(text), page
        assert not re.search(r"canonical|launch-buttons|source-buttons", text), page
    notebook = nbformat.read(html / "_sources" / "notebooks" / "01_first.ipynb", 4)
    assert "pip install" in notebook.cells[0].source
    assert "See this page." in notebook.cells[1].source
    assert "_build" not in json.dumps(notebook)


IMPORTS = re.compile(r"^(?:import|from) .*", re.MULTILINE)


def test_each_chapter_imports_what_it_needs_from_any_folder(tmp_path, environment):
    """What is beside it in the repository is not there."""
    for path in sorted((ROOT / "_build/html/_sources/notebooks").glob("*.ipynb")):
        cells = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        lines = [line for cell in cells for line in IMPORTS.findall(cell) if "(" not in line]
        assert lines
        (tmp_path / f"{path.stem}.py").write_text("\n".join(lines), "utf-8")
    command = "import glob, runpy; [runpy.run_path(x) for x in glob.glob('*.py')]"
    subprocess.run([sys.executable, "-c", command], cwd=tmp_path, env=environment, check=True)
