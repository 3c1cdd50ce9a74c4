"""What the landing page says of the way through the book, against the chapters."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INDEX = (ROOT / "book" / "index.md").read_text("utf-8")
CHAPTERS = sorted((ROOT / "notebooks").glob("0[1-9]_*.md"))  # numbered in this order
TEXTS = {n: path.read_text("utf-8") for n, path in enumerate(CHAPTERS, 1)}
LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)
HOME = {
    label: chapter
    for chapter, text in TEXTS.items()
    for found in LABEL.findall(text)
    for label in found
    if label
}


def said():
    """The pairs of the picture's description: a chapter, and one that it rests on."""
    label = re.search(r'aria-label="What rests on what: ([^"]+)"', INDEX)[1]
    for part in label.split(";"):
        later, *earlier = map(int, re.findall(r"chapter (\d)", part))
        yield from ((later, other) for other in earlier)


def cited(chapter):
    """The earlier chapters of whose labels the text of a chapter, exercises left out, cites one."""
    text = TEXTS[chapter].split("\n## Exercises")[0]
    names = re.findall(r"\{(?:prf:ref|eq|ref)\}`(?:[^`<]*<)?([\w-]+)>?`", text)
    return {HOME[name] for name in names if HOME.get(name, chapter) < chapter}


def rests_on(chapter, edges):
    """All chapters below one, along the edges."""
    below = {earlier for later, earlier in edges if later == chapter}
    return below.union(*(rests_on(earlier, edges) for earlier in below))


def test_a_chapter_cites_only_what_the_picture_puts_below_it():
    edges = set(said())
    for chapter in TEXTS:
        assert cited(chapter) <= rests_on(chapter, edges), chapter


def test_the_picture_has_no_edge_without_a_reason():
    for later, earlier in said():
        told = f"<0{earlier}_" in TEXTS[later] or earlier in cited(later)
        assert told, (later, earlier)


def test_the_picture_is_drawn_as_it_is_described():
    assert INDEX.count('<path class="') == len(list(said()))
