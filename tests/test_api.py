"""The pages of the library show every public module."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "_build" / "html" / "book" / "api"


def test_every_module_has_a_page_and_is_listed():
    package = ROOT / "perclib"
    files = (path.relative_to(package).with_suffix("") for path in package.rglob("[!_]*.py"))
    modules = sorted(".".join(path.parts) for path in files)
    page = (ROOT / "book/api.md").read_text("utf-8")
    assert sorted(re.findall(r"^   (\w.*)", page, re.MULTILINE)) == modules
    for module in modules:
        text = (ROOT / f"book/api/{module}.md").read_text("utf-8")
        assert f".. automodule:: perclib.{module}\n   :members:" in text


def test_a_page_begins_with_a_table_of_what_it_shows():
    tables = 0
    for page in PAGES.glob("*.html"):
        name, text = f"perclib.{page.stem}", page.read_text("utf-8")
        shown = set(re.findall(rf'<dt class="sig [^>]*id="{re.escape(name)}\.(\w+)"', text))
        table = re.search(r'<table class="autosummary.*?</table>', text, re.DOTALL)
        rows = re.findall(r"<tr.*?</td>", table[0], re.DOTALL) if table else []
        listed = re.findall(rf'href="#{re.escape(name)}\.(\w+)"', " ".join(rows))
        assert sorted(listed) == sorted(shown), page
        tables += bool(listed)
    assert tables > 20


def test_signatures_are_written_as_in_the_source():
    for page in PAGES.glob("*.html"):
        assert "&lt;function" not in page.read_text("utf-8"), page


def test_nothing_that_is_said_is_taken_for_a_type():
    """Napoleon takes what a property says up to a colon for its type."""
    for page in PAGES.glob("*.html"):
        assert ">Type<span" not in page.read_text("utf-8"), page


def test_what_a_docstring_names_is_a_link():
    text = (PAGES / "mixing.html").read_text("utf-8")
    said = text[text.index('id="perclib.mixing.run_mixed"') :]
    for name in ("mixing.by_mistakes", "mixing.equally", "mixing.dask_map", "online.run"):
        assert f'title="perclib.{name}"' in said, name
