"""A picture to follow: which theorem rests on which.

All theorems stand below each other, with an arc from each to those it rests on; ``book.js`` shows
what the one under the pointer, or with the focus, rests on.
"""

import textwrap
from html import escape

from docutils import nodes

from marks.machine_proofs import link_to
from marks.proof_files import standing
from marks.theorem_list import chapter_title, theorem_entries
from parts import fill_later

WIDTH, LEFT, ROW, HEAD, LINE = 380, 118, 22, 26, 14  # in a phone's pixels
LETTERS = 40  # of a line


def draw_picture(app, here):
    """Draw the theorems and the arcs, each with the labels that ``book.js`` follows."""
    names, place, y, chapter, every = [], {}, 0.0, "", theorem_entries(app)
    for entry in every:
        s = entry.statement
        if s.docname != chapter:
            chapter = s.docname
            y += HEAD
            title = escape(chapter_title(app.env, s.docname))
            names.append(f'<text class="chapter" x="{LEFT}" y="{y - 6:.0f}">{title}</text>')
        place[s.label] = y + ROW / 2
        name, height = draw_name(app, here, entry, y)
        names.append(name)
        y += height
    arcs = [
        draw_arc(place, max(y, 1), kind, entry.statement.label, label)
        for entry in every
        for kind, labels in (("derived", entry.derived), ("told", entry.told))
        for label in sorted(labels, key=place.__getitem__)
    ]
    picture = (
        f'<svg class="rests-on" viewBox="0 0 {WIDTH} {y + 4:.0f}" role="group" aria-label="Which '
        'theorem rests on which; the cards of the theorems say the same in words">'
        + "".join(arcs + names)
        + "</svg>"
    )
    return [nodes.raw("", picture, format="html")]


def draw_arc(place, longest, kind, label, rests):
    """Draw an arc from a theorem to one above it."""
    low, high, start = place[label], place[rests], LEFT - 8
    out = start - 1.3 * (8 + (LEFT - 24) * (abs(low - high) / longest) ** 0.5)
    return (
        f'<path class="{kind}" data-of="{label}" data-to="{rests}" d="M{start} {high:.0f} '
        f'C{out:.0f} {high:.0f} {out:.0f} {low:.0f} {start} {low:.0f}"/>'
    )


def draw_name(app, here, entry, y):
    """Write the number and the title of a theorem, in as many lines as it takes; their height."""
    s, at = entry.statement, y + ROW / 2
    kind = "" if s.kind == "theorem" else s.kind.title() + " "
    lines = textwrap.wrap(kind + f"{entry.number} {s.title}", LETTERS)
    height = ROW + LINE * (len(lines) - 1)
    text = "".join(
        f'<text x="{LEFT + 11}" y="{at + 4 + LINE * n:.0f}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<a class="by-{standing(app.env, s)}" data-label="{s.label}" '
        f'href="{link_to(app, here, *s.place)}">'
        f'<rect x="{LEFT - 8}" y="{y:.0f}" width="{WIDTH - LEFT}" height="{height}"/>'
        f'<circle cx="{LEFT}" cy="{at:.0f}" r="5"/>{text}</a>'
    ), height


def setup(app):
    fill_later(app, "rests-on", draw_picture)
