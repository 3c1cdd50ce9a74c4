"""The pages of the library show every public module."""

import re
from html import unescape
from pathlib import Path

from perclib.proof.axioms import AXIOMS
from typeset.breakable_names import break_long_name

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
PAGES = HTML / "book" / "api"
LINK, TAG = re.compile(r"<a [^>]*>.*?</a>", re.DOTALL), re.compile(r"<(?!wbr)[^>]*>")
CODE = re.compile(r"<(pre|code|math|dt)\b.*?</\1>", re.DOTALL)
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


def test_every_name_leads_to_where_it_was_defined():
    names = set()
    for _, text in articles():
        for code in re.findall(r'<code class="xref.*?</code>', LINK.sub("", text), re.DOTALL):
            names.add(re.sub("<.*?>", "", code))
    assert {name.partition(".")[0] for name in names} <= OF_OTHERS | OWN, names
    inherited = (PAGES / "perceptron.html").read_text("utf-8")
    assert 'href="online.html#perclib.online.Binary.score"' in inherited


def test_pages_are_printed_and_not_typed():
    for name, text in articles():
        prose = unescape(TAG.sub(" ", CODE.sub("", text)))
        assert not re.search(r"(?<![\w.])-\d|[<>]=|\w_\{|\|\||alias of", prose), name
        assert not re.search(r"\(\s*\*\w+\s*,\s*\*\*\w+\s*\)", TAG.sub("", text)), name


def test_a_long_name_breaks_at_its_dots():
    """And within a part only if that is very long."""
    text = (PAGES / "proof.coq_export.html").read_text("utf-8")
    broken = "perclib.<wbr>proof.<wbr>coq_export"
    assert f"<h1>{broken}<a" in text
    assert f'<span class="pre">{broken}.<wbr></span>' in text
    before = (PAGES / "proof.display.html").read_text("utf-8")
    assert f'<p class="prev-next-title">{broken}</p>' in before
    assert not any("_<wbr>" in text for _, text in articles())
    long = "mistakes_against_every_bound"
    assert break_long_name(f"a.{long}") == f"a.<wbr>{long.replace('_', '_<wbr>')}"


def test_every_axiom_is_shown():
    text = (PAGES / "proof.axioms.html").read_text("utf-8")
    shown = [re.findall("<td>.*?</td>", row, re.DOTALL) for row in text.split("<tr")[2:]]
    told = [
        (re.sub("<.*?>", "", cells[0]), *(cell.count("<math") for cell in cells[1:]))
        for cells in shown
    ]
    assert told == [(name, 1, len(all_of) - 1) for name, all_of in AXIOMS.items()]


def test_the_index_has_terms_apart_and_no_list_of_modules():
    text = (HTML / "genindex.html").read_text("utf-8")
    letters = re.split('<h2 id="(.)">', text)
    of_m = letters[letters.index("M") + 1]
    assert ">module<" not in of_m
    left, right = of_m.split("<td ")[1:]
    assert right.count("<li>") > left.count("<li>") / 2
    assert not re.search(r"</strong>\s*</a>\s*<ul>", text)
    assert re.search(r'<li><a href="[^"]*#module-perclib.auditing">perclib\.auditing</a>', text)
    assert ">module</a>" not in text


def test_all_modules_are_in_one_list():
    text = (HTML / "py-modindex.html").read_text("utf-8")
    assert "perclib.<wbr>proof.<wbr>coq_export" in text
    assert "toggler" not in text


def test_a_short_signed_name_is_not_broken():
    text = (PAGES / "losses.html").read_text("utf-8")
    assert '<span class="pre nobreak">-y</span>' in text
    assert '<span class="pre">-y</span>' not in text


def test_short_code_stays_in_one_line():
    text = (HTML / "notebooks" / "03_perceptron.html").read_text("utf-8")
    code = '<code class="docutils literal notranslate{}"><span class="pre">update(x,</span>'
    assert code.format(" nobreak") in text
    assert code.format("") not in text
    longer = (HTML / "book" / "api" / "losses.html").read_text("utf-8")
    assert '<code class="docutils literal notranslate">' in longer


def test_no_letter_of_a_docstring_is_taken_for_a_number_of_a_list():
    for name, text in articles():
        assert "<ol " not in text, name


def test_lines_of_examples_are_short_enough_for_a_wide_screen():
    """`tests/site/test_book.py` sees them in a browser, which takes long."""
    shown = re.compile(r'<div class="doctest .*?</pre>', re.DOTALL)
    lines = [
        line
        for _, article in articles()
        for example in shown.findall(article)
        for line in unescape(TAG.sub("", example)).splitlines()
    ]
    assert len(lines) > 300
    assert [line for line in lines if len(line) > 79] == []
