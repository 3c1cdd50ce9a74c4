"""What the search knows beside words: all that has a number, formulas, and terms of the glossary.

The places are read from the built pages, where all numbers stand, and written into
``_static/places.js``; ``find.js`` looks for them.
"""

import json
import re
from html import escape, unescape

from markupsafe import Markup

from parts import load_on_pages, when_written

# Regular expressions, since the pages are read whole: together they take 0.07 s of the 93 pages,
# html.parser of BeautifulSoup 9.8 s, or 5.3 s where it makes a tree of boxes and displays alone.
TITLED = re.compile(
    r'<div class="(?:proof|exercise)[^"]*admonition" id="(?P<anchor>[^"]+)">\s*'
    r'<p class="admonition-title"[^>]*>(?P<title>.*?)</p>(?P<inside>.*?)</section>',
    re.DOTALL,
)
NUMBERED = re.compile(
    r'<div class="math" id="(?P<anchor>[^"]+)">.*?(?P<formula><math[^>]*?'
    r'data-tex="(?P<tex>[^"]*)".*?</math>).*?<span class="eqno">(?P<number>\([^)]*\))',
    re.DOTALL,
)
CAPTIONED = re.compile(
    r'<span class="caption-number">(?P<number>(?:Fig\.|Table) [\d.]+) ?</span>'
    r'<span class="caption-text">(?P<caption>.*?)</span>'
    r'<a class="headerlink" href="#(?P<anchor>[^"]+)"',
    re.DOTALL,
)
TERM = re.compile(
    r'<dt id="(?P<anchor>term-[^"]+)">(?P<name>.*?)<a class="headerlink"'
    r"(?=.*?<dd>(?P<means>.*?)</dd>)",
    re.DOTALL,
)
MATH = re.compile(r'<math[^>]*data-tex="([^"]*)".*?</math>', re.DOTALL)


def title_text(html):
    """Give the text of a title: formulas as they are written."""
    return Markup(MATH.sub(r"\1", html)).striptags()


def title_shown(html):
    """Give a title as it is shown: its formulas are MathML, and all other marks are left out."""
    return " ".join(
        "".join(map(plain_part, re.split(r"(<math.*?</math>)", html, flags=re.DOTALL))).split()
    )


def plain_part(html):
    if html.startswith("<math"):
        return formula_shown(html)
    return escape(unescape(re.sub("<[^>]+>", "", html)), quote=False)


def formula_shown(html):
    """Give a formula within a line, without the text it was made from."""
    return re.sub(r' (?:data-tex|display|class)="[^"]*"', "", html)


def formulas_in(html):
    return unescape(" ; ".join(re.findall(r'data-tex="([^"]*)"', html)))


def first_sentence(html):
    """Give the first sentence of a caption, which no tag is open around."""
    for end in re.finditer(r"[.?!:](?=\s|$)", html):
        part = html[: end.start()]
        if len(re.findall(r"<[a-z]", part)) == part.count("</"):
            return part
    return html


def titled(m):
    place = (m["anchor"], title_text(m["title"]), formulas_in(m["inside"]))
    return (*place, title_shown(m["title"])) if "<math" in m["title"] else place


def captioned(m):
    caption = first_sentence(m["caption"])
    name = f"{m['number']} ({title_text(caption)})"
    place = (m["anchor"], name, "")
    return (*place, f"{m['number']} ({title_shown(caption)})") if "<math" in caption else place


def places_on_page(html):
    """List the places of a page: anchor, title or number, and the formulas that stand there.

    A fourth part is MathML: that of the numbered formula, or of a title that has a formula in it.
    """
    named = [place for place in map(titled, TITLED.finditer(html)) if re.search(r"\d", place[1])]
    named += map(captioned, CAPTIONED.finditer(html))
    return named + [
        (m["anchor"], m["number"], unescape(m["tex"]), formula_shown(m["formula"]))
        for m in NUMBERED.finditer(html)
    ]


def terms_on_page(html):
    """List the terms that a page explains: anchor, name, and the formulas of the definition."""
    return [
        (m["anchor"], title_text(m["name"]), formulas_in(m["means"])) for m in TERM.finditer(html)
    ]


def write_places(app, out):
    """Write the places of all pages beside the script that looks for them."""
    pages = {}
    for docname in sorted(app.env.found_docs):
        text = (out / f"{docname}.html").read_text(encoding="utf-8")
        places, terms = places_on_page(text), terms_on_page(text)
        if places or terms:
            title = app.env.titles[docname].astext()
            pages[docname] = {"title": title, "places": places, "terms": terms}
    (out / "_static" / "places.js").write_text(
        f"const PLACES = {json.dumps(pages, ensure_ascii=False)};\n", encoding="utf-8"
    )


def setup(app):
    load_on_pages(app, "search".__eq__, "places.js", "find.js")
    when_written(app, write_places)
