"""How high each section will be, so that the scroll bar does not lie before it is laid out.

A browser lays out a section when it comes near the window (``book.css``), and until then takes the
height that it is told.  It is a sum over what the section holds.  The weights were fitted to the
heights of 418 sections of the book, as a browser measured them: nine in ten are within a fifth.
"""

from typing import NamedTuple

from docutils import nodes


class Parts(NamedTuple):
    """How many of each kind a section holds, or how many pixels one of each kind takes."""

    letters: float = 0
    blocks: float = 0  # paragraphs, titles and captions
    displays: float = 0
    listings: float = 0
    lines: float = 0  # of listings
    pictures: float = 0
    rows: float = 0  # of tables
    boxes: float = 0  # theorems, proofs, exercises and notes
    folds: float = 0
    played: float = 0  # playgrounds and figures to play with

    def __add__(self, other):
        return Parts(*(a + b for a, b in zip(self, other, strict=True)))


WIDE = Parts(0.36, 9, 94, 85, 9.6, 264, 13, 29, 151, 650)  # pixels, in a window of 1300
NARROW = Parts(0.63, 11.6, 83, 80, 11.8, 116, 14, 37, 167, 1010)  # in one of 390
FOLDED = {"dropdown", "solution", "tag_hide-cell", "checks"}
KINDS = {  # nodes whose parts are not looked into
    "math_block": lambda text: Parts(displays=1 + 0.6 * text.count(r"\\")),
    "literal_block": lambda text: Parts(listings=1, lines=text.count("\n") + 1),
    "image": lambda _: Parts(pictures=1),
    "raw": lambda text: Parts(rows=text.count("<tr")),
    "playground": lambda _: Parts(played=1),
    "play": lambda _: Parts(played=1),
    "solution_node": lambda _: Parts(folds=1),
    "HideCodeCellNode": lambda _: Parts(folds=1),
    **dict.fromkeys(
        ("paragraph", "caption", "title", "term"), lambda text: Parts(letters=len(text), blocks=1)
    ),
}
BOXES = {"admonition", "theorem_node", "proof_node", "exercise_node", "exercise_enumerable_node"}


def parts_of(node):
    """Count what a node holds."""
    kind = type(node).__name__
    if isinstance(node, nodes.Text | nodes.comment):
        return Parts()
    if FOLDED & set(node["classes"]):
        return Parts(folds=1)
    if kind in KINDS:
        return KINDS[kind](node.astext())
    inside = sum(map(parts_of, shown_of(node)), Parts())
    return inside + Parts(rows=kind == "row", boxes=kind in BOXES)


def shown_of(node):
    """Leave out the children between the two ends of a fold, each of which is a node by itself."""
    shut = False
    for child in node.children:
        text = child.astext() if isinstance(child, nodes.raw) else ""
        shut = (shut or "<details" in text) and "</details" not in text
        if not shut:
            yield child


def height(parts, weights):
    return round(sum(n * pixels for n, pixels in zip(parts, weights, strict=True)))


def style(doctree):
    """Write the heights of the sections of a page, and of those in them, as rules of CSS."""
    rules = {WIDE: [], NARROW: []}
    for section in doctree.findall(nodes.section):
        title = section.parent.parent
        if isinstance(title, nodes.document) or (
            title is not None and isinstance(title.parent, nodes.document)
        ):
            parts = parts_of(section)
            for weights, written in rules.items():
                pixels = height(parts, weights)
                written.append(f"#{section['ids'][0]}{{contain-intrinsic-size:auto {pixels}px}}")
    wide, narrow = map("".join, rules.values())
    return f"<style>@media screen{{{wide}@media(max-width:720px){{{narrow}}}}}</style>"


def tell_heights(_app, _page, _template, context, doctree):
    if doctree is not None:
        context["metatags"] = context.get("metatags", "") + style(doctree)


def setup(app):
    app.connect("html-page-context", tell_heights)
