"""The pages of the library show every public module."""

import re
from pathlib import Path

from prover.axioms import AXIOMS

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
PAGES = HTML / "book" / "api"
LINK = re.compile(r"<a [^>]*>.*?</a>", re.DOTALL)
OF_OTHERS = {
    "numpy",
    "sklearn",
    "Fraction",
    "gc",
    "ctypes",
    "sys",
    "f_locals",
}  # what has no page here
OWN = {"_made", "planted", "rounds"}  # of the kernel alone, and fields


def articles():
    """Give the pages of the library, each without what the theme puts around it."""
    for page in [HTML / "book" / "api.html", *sorted(PAGES.glob("*.html"))]:
        yield page.name, re.search("<article.*?</article>", page.read_text("utf-8"), re.DOTALL)[0]


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


def test_what_a_docstring_names_is_a_link():
    text = (PAGES / "scale.mixing.html").read_text("utf-8")
    said = text[text.index('id="perclib.scale.mixing.run_mixed"') :]
    for name in ("by_mistakes", "equally", "dask_map", "dask_parts"):
        assert f'title="perclib.scale.mixing.{name}"' in said, name


def test_every_name_leads_to_where_it_was_defined():
    names = set()
    for _, text in articles():
        for code in re.findall(r'<code class="xref.*?</code>', LINK.sub("", text), re.DOTALL):
            names.add(re.sub("<.*?>", "", code))
    assert {name.partition(".")[0] for name in names} <= OF_OTHERS | OWN, names
    inherited = (PAGES / "learners.perceptron.html").read_text("utf-8")
    assert 'href="learners.protocol.html#perclib.learners.protocol.Binary.predict"' in inherited


def test_every_axiom_is_shown():
    text = (HTML / "book/proofs/api/axioms.html").read_text("utf-8")
    shown = [re.findall("<td>.*?</td>", row, re.DOTALL) for row in text.split("<tr")[2:]]
    told = [
        (re.sub("<.*?>", "", cells[0]), *(cell.count("<math") for cell in cells[1:]))
        for cells in shown
    ]
    assert told == [(name, 1, len(all_of) - 1) for name, all_of in AXIOMS.items()]
