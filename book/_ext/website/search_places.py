"""What the search knows beside words: all that has a number, formulas, and terms of the glossary.

The places are read from the built pages, where all numbers stand, and written into
``_static/places.js``; ``find.js`` looks for them.
"""

import re
from html import escape, unescape

from markupsafe import Markup

from parts import TITLED, load_on_pages, when_written, write_data

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
    parts = re.split(r"(<math.*?</math>)", html, flags=re.DOTALL)
    texts = (unescape(re.sub("<[^>]+>", "", part)) for part in parts[::2])
    parts[::2] = [escape(text, quote=False) for text in texts]
    parts[1::2] = map(formula_shown, parts[1::2])
    return " ".join("".join(parts).split())


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


def place(anchor, form, title, inside=""):
    """Give a place: anchor, title in some form, the formulas that stand there.

    A fourth part is a title that has a formula in it, as it is shown.
    """
    shown = [form.format(title_shown(title))] if "<math" in title else []
    return (anchor, form.format(title_text(title)), formulas_in(inside), *shown)


def places_on_page(html):
    """List the places of a page; the fourth part of a numbered formula is the formula."""
    named = [place(m["anchor"], "{}", m["title"], m["inside"]) for m in TITLED.finditer(html)]
    named = [one for one in named if re.search(r"\d", one[1])]
    captions = [(m, first_sentence(m["caption"])) for m in CAPTIONED.finditer(html)]
    named += [place(m["anchor"], f"{m['number']} ({{}})", caption) for m, caption in captions]
    return named + [
        (m["anchor"], m["number"], unescape(m["tex"]), formula_shown(m["formula"]))
        for m in NUMBERED.finditer(html)
    ]


def write_places(app, out):
    """Write the places of all pages beside the script that looks for them."""
    pages = {}
    for docname in sorted(app.env.found_docs):
        text = (out / f"{docname}.html").read_text(encoding="utf-8")
        places = places_on_page(text)
        terms = [  # with the formulas of their definitions
            (m["anchor"], title_text(m["name"]), formulas_in(m["means"]))
            for m in TERM.finditer(text)
        ]
        if places or terms:
            title = app.env.titles[docname].astext()
            pages[docname] = {"title": title, "places": places, "terms": terms}
    write_data(out / "_static" / "places.js", pages, "const PLACES")


def setup(app):
    load_on_pages(app, "^search$", "places.js", "find.js")
    when_written(app, write_places)
