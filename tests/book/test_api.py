"""The pages of the library show every public module."""

import re
from pathlib import Path

from prover.axioms import AXIOMS

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
PAGES = HTML / "book" / "api"


def test_every_module_has_a_page_and_is_listed():
    package = ROOT / "perclib"
    files = (path.relative_to(package).with_suffix("") for path in package.rglob("[!_]*.py"))
    modules = sorted(".".join(path.parts) for path in files)
    page = (ROOT / "book/api.md").read_text("utf-8")
    assert sorted(re.findall(r"^   (\w.*)", page, re.MULTILINE)) == modules
    for module in modules:
        text = (ROOT / f"book/api/{module}.md").read_text("utf-8")
        assert f".. automodule:: perclib.{module}\n" in text


def test_a_page_begins_with_a_table_of_what_it_shows():
    tables = 0
    for page in PAGES.glob("*.html"):
        name, text = f"perclib.{page.stem}", page.read_text("utf-8")
        shown = set(re.findall(rf'<dt class="sig [^>]*id="{re.escape(name)}\.(\w+)"', text))
        table = re.search(r'<table class="autosummary.*?</table>', text, re.DOTALL)
        rows = re.findall(r"<tr.*?</td>", table[0], re.DOTALL) if table else []
        listed = re.findall(rf'href="#{re.escape(name)}\.(\w+)"', " ".join(rows))
        assert sorted(listed) == sorted(shown), page
        assert len(rows) == len(shown), page  # a row without a link names what is not shown
        tables += bool(listed)
    assert tables


def test_every_axiom_is_shown():
    text = (HTML / "book/proofs/api/axioms.html").read_text("utf-8")
    shown = [re.findall("<td>.*?</td>", row, re.DOTALL) for row in text.split("<tr")[2:]]
    told = [
        (re.sub("<.*?>", "", cells[0]), *(cell.count("<math") for cell in cells[1:]))
        for cells in shown
    ]
    assert told == [(name, 1, len(all_of) - 1) for name, all_of in AXIOMS.items()]
