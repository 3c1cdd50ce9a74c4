"""How much a page of the book asks of a reader's connection and browser: files, bytes and nodes.

All are counted in the files, so no clock and no browser is needed.  Files are the page, all that it
names to be loaded and what its style sheets name; bytes are theirs, text compressed as a server
does; nodes are the elements of its HTML.
"""

import gzip
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import site_checks

HTML = Path(__file__).resolve().parents[2] / "_build" / "html"
PAGES = [name for name in site_checks.pages(HTML) if not name.startswith("_modules/")]
BYTES = 570_000
BYTES_OF_ALL = 370_000  # what every page loads, faces of text and formulas with it, once
FILES = 14  # beside pictures, loaded as they come near
NODES = 36_500  # the list of the theorems, of which a browser lays out what comes near
NODES_OF_CHAPTER = 24_000
IN_STYLE = re.compile(r"""url\(["']?([^"')]+)""")


class Page(HTMLParser):
    """What a page loads, and how many elements it has."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.nodes = [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.nodes += 1
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
    """Compressed bytes and elements of a page."""
    return sum(map(weight, files(page))), Page(page.read_text("utf-8")).nodes


def test_there_are_pages():
    assert PAGES, "there is no built book: run make book"


@pytest.mark.parametrize("name", PAGES)
def test_page_is_light(name):
    size, nodes = measure(HTML / name)
    assert size <= BYTES, f"{name} asks for {size:,} bytes"
    limit = NODES_OF_CHAPTER if name.startswith("notebooks/") else NODES
    assert nodes <= limit, f"{name} has {nodes:,} elements"


@pytest.mark.parametrize("name", PAGES)
def test_page_asks_for_few_files(name):
    asked = [path for path in files(HTML / name) if path.parent.name != "_images"]
    most = FILES + (name == "search.html")  # it has Sphinx's own search beside that of the book
    assert len(asked) <= most, sorted(path.name for path in asked)


def test_what_every_page_loads_is_light():
    """A style sheet, scripts, the fonts of formulas and icons, and the signs of the book."""
    shared = set.intersection(*(files(HTML / name) for name in PAGES))
    assert {"all.css", "all.js", "icons.woff2"} < {p.name for p in shared}
    assert sum(map(weight, shared)) <= BYTES_OF_ALL


def test_only_the_search_loads_the_index_of_words():
    index = HTML / "searchindex.js"
    assert {name for name in PAGES if index in files(HTML / name)} == {"search.html"}


def test_the_scales_weigh(tmp_path):
    """A picture, a font named by a style sheet and an element each count."""
    (tmp_path / "font.woff2").write_bytes(bytes(range(256)) * 2)
    (tmp_path / "a.css").write_text("@font-face { src: url('font.woff2') }")
    page = tmp_path / "a.html"
    page.write_text("<p>Text.</p>")
    bare, nodes = measure(page)
    page.write_text('<link rel="stylesheet" href="a.css"><p>Text.</p><img src="font.woff2?v=1">')
    assert files(page) == {page, tmp_path / "a.css", tmp_path / "font.woff2"}
    assert measure(page)[0] > bare + weight(tmp_path / "font.woff2")
    assert (nodes, measure(page)[1]) == (1, 3)
