"""What the landing page says of the way through the book, against the chapters."""

import re
from pathlib import Path

import pytest
from chapters import labels
from minutes import minutes

ROOT = Path(__file__).resolve().parents[2]
INDEX = (ROOT / "book" / "index.md").read_text("utf-8")
CHAPTERS = sorted((ROOT / "notebooks").glob("[01][0-9]_*.md"))  # numbered in this order
TEXTS = {n: path.read_text("utf-8") for n, path in enumerate(CHAPTERS, 1)}
HOME = {label: chapter for chapter, text in TEXTS.items() for label in labels(text)}


def described_pairs():
    """The pairs of the picture's description: a chapter, and one that it rests on."""
    label = re.search(r'aria-label="What rests on what: ([^"]+)"', INDEX)[1]
    for part in label.split(";"):
        later, *earlier = map(int, re.findall(r"chapter (\d+)", part))
        yield from ((later, other) for other in earlier)


def cited(chapter):
    """The earlier chapters of whose labels the text of a chapter, exercises left out, cites one."""
    names = links(TEXTS[chapter].split("\n## Exercises")[0])
    return {HOME[name] for name in names if HOME.get(name, chapter) < chapter}


def links(text):
    """The labels that a text refers to."""
    return re.findall(r"\{(?:prf:ref|eq|ref|numref)\}`(?:[^`<]*<)?([\w-]+)>?`", text)


def rests_on(chapter, edges):
    """All chapters below one, along the edges."""
    below = {earlier for later, earlier in edges if later == chapter}
    return below.union(*(rests_on(earlier, edges) for earlier in below))


def test_a_chapter_cites_only_what_the_picture_puts_below_it():
    edges = set(described_pairs())
    for chapter in TEXTS:
        assert cited(chapter) <= rests_on(chapter, edges), chapter


def test_the_picture_has_no_edge_without_a_reason():
    for later, earlier in described_pairs():
        told = f"<{earlier:02}_" in TEXTS[later] or earlier in cited(later)
        assert told, (later, earlier)


def minutes_said(chapter):
    """The minutes that a chapter says that its lecture takes."""
    return int(re.search(r"A first reading takes about (\d+) minutes,", TEXTS[chapter])[1])


@pytest.mark.parametrize("chapter", TEXTS)
def test_a_first_reading_takes_the_minutes_that_are_said(chapter):
    takes = minutes(TEXTS[chapter])
    assert takes <= 70
    assert abs(minutes_said(chapter) - takes) < 8  # rounded to five, by a rule of thumb


WAY = re.compile(r"^::::\{grid-item-card\} .+\n(Chapters? .+): (\d+) minutes\.$", re.MULTILINE)


@pytest.mark.parametrize(("read", "said"), WAY.findall(INDEX))
def test_a_way_through_the_book_takes_the_minutes_that_are_said(read, said):
    if "1 to 14" in read:
        assert int(said) == sum(map(minutes_said, TEXTS))
        return
    steps = re.findall(r'`(\d+) <[^>]+>`(?: up to "([^"]+)")?', read)
    assert len(steps) == read.count("{doc}")
    takes = [
        minutes(TEXTS[int(n)], f"\n## {until}\n") if until else minutes_said(int(n))
        for n, until in steps
    ]
    assert abs(int(said) - sum(takes)) < 8
