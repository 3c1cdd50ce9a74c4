"""What the book reads from comments, and what it leaves out."""

import re
from pathlib import Path

import pytest

from website.notebook_source import open_comments

CHAPTERS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.md"))
# Every directive of the book's own that a chapter may have, and its options of theorems.
OWN = re.compile(
    r"^(?:```|:::+)\{(?:answer|assumed|defined|letters|play|playground|unchecked)\}|^:claims:", re.M
)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "<!-- {unchecked} eq-a\nfor all;\n\n- a list\n-->",
            "```{unchecked} eq-a\nfor all;\n\n- a list\n```",
        ),
        ("One.\n\n<!-- {notebook} -->\nTwo.\n<!-- {end} -->\n\nFour.", "One.\n\n\n\n\n\nFour."),
        ("<!-- a comment -->", "<!-- a comment -->"),
        ("In a line <!-- {assumed} eq-a -->", "In a line <!-- {assumed} eq-a -->"),
    ],
)
def test_comments_are_opened(written, read):
    assert open_comments(written) == read


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_what_is_the_books_own_stands_in_comments(path):
    text = path.read_text("utf-8")
    assert OWN.findall(text) == []
    read = re.sub("<!-- gravity: .* -->", "", open_comments(text))  # read by the ledger
    assert not re.search(r"<!--|-->", read)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_lines_stay_where_they_are(path):
    """So that a warning names the line of the text."""
    text = path.read_text("utf-8")
    lines = zip(text.split("\n"), open_comments(text).split("\n"), strict=True)
    of_comments = ("<!--", "-->")
    assert not [
        (a, b) for a, b in lines if b not in (a, "", "```") and not a.startswith(of_comments)
    ]
