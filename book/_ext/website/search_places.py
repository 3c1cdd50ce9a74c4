"""What the search knows beside words: theorems, definitions, exercises, formulas, by their numbers.

The places are read from the built pages, where all numbers stand, and written into
``_static/places.js``; ``find.js`` looks for them.
"""

import json
import re
from html import unescape

from parts import when_written

TITLED = re.compile(
    r'<div class="(?:proof|exercise)[^"]*admonition" id="(?P<anchor>[^"]+)">\s*'
    r'<p class="admonition-title"[^>]*>(?P<title>.*?)</p>(?P<said>.*?)</section>',
    re.DOTALL,
)
NUMBERED = re.compile(
    r'<div class="math" id="(?P<anchor>[^"]+)">.*?data-tex="(?P<tex>[^"]*)".*?'
    r'<span class="eqno">(?P<number>\([^)]*\))',
    re.DOTALL,
)


def title_text(html):
    """Give the text of a title: formulas as they are written."""
    html = re.sub(r'<math[^>]*data-tex="([^"]*)".*?</math>', r"\1", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def formulas_in(html):
    return unescape(" ; ".join(re.findall(r'data-tex="([^"]*)"', html)))


def places_on_page(html):
    """List the places of a page: anchor, title or number, and the formulas that stand there."""
    named = [
        (m["anchor"], title_text(m["title"]), formulas_in(m["said"])) for m in TITLED.finditer(html)
    ]
    named = [place for place in named if re.search(r"\d", place[1])]
    return named + [(m["anchor"], m["number"], unescape(m["tex"])) for m in NUMBERED.finditer(html)]


def write_places(app, out):
    """Write the places of all pages beside the script that looks for them."""
    found = {}
    for docname in sorted(app.env.found_docs):
        page = out / f"{docname}.html"
        if listed := places_on_page(page.read_text(encoding="utf-8")):
            title = re.sub("<.*?>", "", app.env.titles[docname].astext())
            found[docname] = {"title": title, "places": listed}
    (out / "_static" / "places.js").write_text(
        f"const PLACES = {json.dumps(found)};\n", encoding="utf-8"
    )


def load_scripts(app, page, _template, _context, _doctree):
    """Load the scripts on the page of the search."""
    if page == "search":
        for name in ("places.js", "find.js"):
            app.add_js_file(name, loading_method="defer")


def setup(app):
    app.connect("html-page-context", load_scripts)
    when_written(app, write_places)
