"""What the landing page says of the way through the book, against the chapters."""

import csv
import re
import statistics
from pathlib import Path

import pytest
from minutes import CELL, minutes, sections

from website.comment_directives import open_comments

ROOT = Path(__file__).resolve().parents[2]
INDEX = (ROOT / "book" / "index.md").read_text("utf-8")
CHAPTERS = sorted((ROOT / "notebooks").glob("[01][0-9]_*.md"))  # numbered in this order
TEXTS = {n: path.read_text("utf-8") for n, path in enumerate(CHAPTERS, 1)}
LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)
NAME = re.compile(r"^ +name: [\w-]+\n", re.MULTILINE)
EXERCISE = re.compile(r"^:{3,}\{exercise\} .*?\n(?=:::)", re.MULTILINE | re.DOTALL)
REFERENCE = re.compile(r"\{(?:eq|ref|numref|prf:ref)\}`(?:[^`<]*<)?([\w-]+)>?`")
HOME = {
    label: chapter
    for chapter, text in TEXTS.items()
    for found in LABEL.findall(text)
    for label in found
    if label
}


PENCIL_TABLE = list(csv.reader(Path(__file__).with_name("pencil_minutes.csv").open("r")))[1:]
PENCIL = {  # estimated section by section, without the parts that may be skipped; rounded to five
    int(chapter): 5 * round(statistics.median(map(int, readers)) / 5)
    for chapter, *readers in PENCIL_TABLE
}


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


def test_what_chapter_2_uses_of_chapter_1_is_named():
    used = {name for name in links(TEXTS[2].split("\n## Exercises")[0]) if HOME.get(name) == 1}
    said = re.search("Chapter 2 looks back at chapter 1 three times.*", INDEX)[0]
    assert used == set(links(said))
    assert len(used) == 3


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


def test_the_picture_is_drawn_as_it_is_described():
    assert INDEX.count('<path class="') == len(list(described_pairs()))


@pytest.mark.parametrize("chapter", TEXTS)
def test_a_first_reading_takes_the_minutes_that_are_said(chapter):
    takes = minutes(TEXTS[chapter])
    assert takes <= 70
    *_, every = routes()
    assert every[chapter - 1] % 5 == 0  # it is rounded, and the text may change a little
    assert abs(every[chapter - 1] - takes) < 3
    assert f"A first reading takes about {every[chapter - 1]} minutes," in TEXTS[chapter]


@pytest.mark.parametrize("chapter", TEXTS)
def test_a_reading_with_a_pencil_takes_the_minutes_of_the_median_reader(chapter):
    takes = PENCIL[chapter]
    assert takes <= 70
    assert f" minutes, and about {takes} with a pencil." in TEXTS[chapter]


def test_the_hours_with_a_pencil():
    hours = round(sum(PENCIL.values()) / 30) / 2
    said = f"{min(PENCIL.values())} to {max(PENCIL.values())} minutes each and "
    assert said + f"{hours:g} hours in all".replace(".5 ", "½ ") in INDEX


@pytest.mark.parametrize("chapter", TEXTS)
def test_an_exercise_on_what_is_skipped_says_so(chapter):
    names = CELL.sub(lambda cell: "".join(NAME.findall(cell[0])), TEXTS[chapter])
    text = open_comments(names)
    skipped = "".join(part for part, skipped in sections(text) if skipped)
    labels = {next(filter(None, found)) for found in LABEL.findall(skipped)}
    exercises = EXERCISE.findall(text)
    assert labels
    assert len(exercises) == TEXTS[chapter].count("{exercise}")
    for exercise in exercises:
        if labels.intersection(REFERENCE.findall(exercise)):
            assert "second reading" in exercise, exercise


def test_the_minutes_of_the_other_routes():
    *routes_, every = routes()
    bound, *others = routes_
    told = [5, 6], [1, 7, 8], [7, 11], [2], [9], [10], [12]
    assert others == [[every[n - 1] for n in chapters] for chapters in told]
    ends = (3, "\n## The learning rate"), (4, "\n## How tight the bound is")
    takes = [minutes(TEXTS[n], end) for n, end in ends]
    assert [abs(a - b) < 4 for a, b in zip(bound, takes, strict=True)] == [True, True]
    assert len(every) == len(TEXTS)


def minutes_said():
    """What each row of the table of routes says of the minutes."""
    rows = INDEX.split(":name: tab-routes")[1].split("\n```")[0].split("\n* - ")[2:]
    return [row.split("\n  - ")[2] for row in rows]


def routes():
    """The minutes of the chapters in each row of the table of routes."""
    return [[int(n) for n in re.findall(r"\d\d", row.rpartition("=")[2])] for row in minutes_said()]


def test_the_totals_of_the_routes():
    totals = [row.rpartition(" =")[0] for row in minutes_said()]
    for total, chapters in zip(totals, routes(), strict=True):
        assert total == (str(sum(chapters)) if len(chapters) > 1 else "")


def test_the_theorem_of_the_landing_page_is_reached_in_the_time_that_is_said():
    assert "the theorem and its proof in less than an hour of reading" in INDEX
    ends = (3, "\n## The learning rate"), (4, "\n### What the hypotheses are for")
    assert 40 < sum(minutes(TEXTS[n], end) for n, end in ends) < 60


def test_what_is_not_read_takes_no_time():
    said = "---\n---\n# A\n" + "word " * 129
    folded = "\n:::{admonition} B\n:class: dropdown\n" + "word " * 130 + "\n:::\n"
    hidden = "\n```{code-cell} x\n---\ntags: [hide-cell]\n---\n" + "word " * 130 + "\n```\n"
    later = "\n## C\n\n*May be skipped.*\n" + "word " * 130 + "\n### D\n" + "word " * 130
    for more in ("", folded, hidden, later, "\n## Exercises\n" + "word " * 130 + "\n## Summary\n"):
        assert minutes(said + more) == pytest.approx(1, abs=0.02)
    proof = "\n:::{prf:proof}\n" + "word " * 130 + "\n:::\n"
    assert minutes(said + proof) == pytest.approx(3, abs=0.02)
    assert minutes(said + "\n*The proof may be skipped.*\n" + proof) == pytest.approx(1, abs=0.02)
    assert minutes(said + "\n$$x$$ (eq-x)\n") == pytest.approx(1.5, abs=0.02)
    assert minutes(said + "\n```{code-cell} x\n:id: y\n\na\nb\n```\n") == pytest.approx(
        1.2, abs=0.02
    )
