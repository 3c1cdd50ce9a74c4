"""How many bytes a page of the book asks of a reader's connection, text compressed.

Its files are the page, all that it names to be loaded and what its style sheets name.
"""

import gzip
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import site_checks

HTML = Path(__file__).resolve().parents[2] / "_build" / "html"
PAGES = [name for name in site_checks.pages(HTML) if not name.startswith("_modules/")]
BYTES = 1_000_000  # a few seconds of a slow connection
ELEMENTS = 12_000  # of a chapter: a telephone lays out more of them too slowly
ELEMENTS_OF_THEOREMS = 15_800
SHARED = 50_000  # bytes
IN_STYLE = re.compile(r"""url\(["']?([^"')]+)""")


class Page(HTMLParser):
    """What a page loads."""

    def __init__(self, text):
        super().__init__()
        self.loads = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in {"img", "script", "source", "iframe"} and attrs.get("src"):
            self.loads.append(attrs["src"])
        if tag == "link" and {"stylesheet", "icon", "preload"} & set(attrs["rel"].split()):
            self.loads.append(attrs["href"])


def local(base, link):
    """The file that a link on `base` names; None for a link to elsewhere or for inline data."""
    parts = urlsplit(link)
    return None if parts.scheme else (base.parent / unquote(parts.path)).resolve()


@cache
def weight(path):
    """Bytes of one file as they are sent: what is compressed already is not made smaller."""
    return min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 6)))


def files(page):
    """Every file that a page loads, the page and what its style sheets name included."""
    found = {page}
    for link in Page(page.read_text("utf-8")).loads:
        found.add(local(page, link))
    for sheet in [path for path in found if path and path.suffix == ".css"]:
        found |= {local(sheet, link) for link in IN_STYLE.findall(sheet.read_text("utf-8"))}
    return {path for path in found if path and path.is_file()}


def measure(page):
    """Compressed bytes of a page and all that it loads."""
    return sum(map(weight, files(page)))


@pytest.mark.parametrize("name", PAGES)
def test_page_is_light(name):
    size = measure(HTML / name)
    assert size <= BYTES, f"{name} asks for {size:,} bytes"


CHAPTERS = [name for name in PAGES if name.startswith("notebooks/")]


@pytest.mark.parametrize("name", [*CHAPTERS, "book/theorems.html"])
def test_a_page_has_few_elements(name):
    number = len(re.findall("<[a-z]", (HTML / name).read_text("utf-8")))
    assert number <= (ELEMENTS if name in CHAPTERS else ELEMENTS_OF_THEOREMS)


def test_what_every_page_loads_is_light():
    """Style and scripts without the theme's own, which lay a page out several times."""
    shared = [path for path in (HTML / "_static").glob("all*") if path.suffix in {".css", ".js"}]
    assert len(shared) > 2
    assert sum(map(weight, shared)) <= SHARED


PLACE = re.compile(r'<template class="answer-place">.*?</form></template>', re.DOTALL)


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_field_is_in_a_chapter_from_the_start(name):
    """A browser lays out all around a field, however far from the window."""
    article = (HTML / name).read_text("utf-8").partition("<article")[2]
    assert not re.search("<(?:input|select|textarea)", PLACE.sub("", article))


def test_figures_and_answers_wait_for_a_reader(browser, http):
    """A telephone had loaded 70 kB of scripts before it showed the first words of a chapter."""
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # what comes after some seconds without a move does not
    page.goto(f"{http}notebooks/06_hinge_bounds.html")
    scripts = [url.rpartition("_static/")[2].partition("?")[0] for url in asked if ".js" in url]
    assert sorted(scripts) == ["all-2.js", "all.js"]
    page.mouse.move(640, 400)
    page.mouse.wheel(0, 100)
    page.wait_for_function("typeof Answers === 'object' && window.Play?.figures?.powers")
    page.close()


FORMULA = re.compile("<math.*?</math>", re.DOTALL)
MARKUP = re.compile(r"<[^>]*>|\s")
RANGE = re.compile(r"U\+(\w+)(?:-(\w+))?")


def outside(text):
    """The characters of the formulas of a text that are not in the font that each page asks for."""
    sheet = (HTML.parents[1] / "book/_static/mathml.css").read_text("utf-8")
    there = [(int(a, 16), int(b or a, 16)) for a, b in RANGE.findall(sheet.partition("}")[0])]
    signs = set(unescape(MARKUP.sub("", "".join(FORMULA.findall(text)))))
    return {sign for sign in signs if not any(a <= ord(sign) <= b for a, b in there)}


def test_formulas_need_no_other_font():
    found = {name: outside((HTML / name).read_text("utf-8")) for name in PAGES}
    assert {name: signs for name, signs in found.items() if signs} == {}
