"""What a theorem says in words has a claim: of all theorems of the book, and of planted ones."""

import re
import sys
from pathlib import Path

import pytest
from docutils import nodes

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from marks import unclaimed_clauses  # noqa: E402 - it lies in the folder of the extensions
from website.comment_directives import open_comments  # noqa: E402 - as above

THEOREM = re.compile(
    r"^(:{3,})\{prf:(?:theorem|lemma|corollary)\}[^\n]*\n(.*?)^\1\s*$", re.M | re.DOTALL
)
INLINE = re.compile(r"\$([^$]+)\$|\*(\w+)\*|\{[\w:]+\}`([^`]*)`")


def paragraph(text):
    """Read a paragraph: formulas, words in italics, and the rest."""
    node, end = nodes.paragraph(), 0
    for m in INLINE.finditer(text):
        node += nodes.Text(text[end : m.start()])
        formula, word, name = m.groups()
        if formula:
            node += nodes.math(formula, formula)
        else:
            node += nodes.emphasis(word, word) if word else nodes.Text(name)
        end = m.end()
    node += nodes.Text(text[end:])
    return node


def parts(body):
    """Read what a theorem says: its paragraphs and displays."""
    for block in re.split(r"\n\s*\n", body.strip()):
        shown = re.fullmatch(r"\$\$(.*)\$\$ \([\w-]+\)", block.strip(), re.DOTALL)
        yield nodes.math_block(shown[1], shown[1]) if shown else paragraph(block)


def theorems():
    """Give the theorems of the chapters: by label, what each says and its claims."""
    for path in sorted((ROOT / "notebooks").glob("[01]*.md")):
        for _, text in THEOREM.findall(open_comments(path.read_text("utf-8"))):
            options = dict(re.findall(r"^:(\w+): (.*)$", text, re.MULTILINE))
            body = re.sub(r"^:\w+:.*\n", "", text, flags=re.MULTILINE)
            claims = [x.partition(":")[2] for x in options.get("claims", "").split(";") if x]
            yield options["label"], body, claims


EVERY = {label: (body, claims) for label, body, claims in theorems()}


@pytest.mark.parametrize("label", EVERY)
def test_every_clause_of_a_theorem_has_its_claim(label):
    body, claims = EVERY[label]
    assert unclaimed_clauses.unclaimed_clauses(list(parts(body)), claims) == []


def test_a_claim_that_is_left_out_is_missed(record_property):
    """Most: where one clause has two claims, either stands for it."""
    left_out = [(body, claims, n) for body, claims in EVERY.values() for n in range(len(claims))]
    seen = [
        bool(unclaimed_clauses.unclaimed_clauses(list(parts(body)), claims[:n] + claims[n + 1 :]))
        for body, claims, n in left_out
    ]
    record_property("claims left out, and missed", f"{len(seen)}, {sum(seen)}")
    assert sum(seen) > 0.75 * len(seen)


COMES = """With shares of the mistakes at most $R^2$ passes contain a mistake.
With either a clean pass comes; after it the weights are right on every example of every part,
and stay as they are, as long as no new example comes."""
BEFORE = """Let $y\\ge\\gamma$ in every round.
Then

$$y\\ge\\frac\\gamma R ,$$ (eq-a)

so that over the new instances the bound is at most $R^2$, what it was before.
The least hinge bound may rise."""


@pytest.mark.parametrize(
    ("body", "claims", "missed"),
    [
        (
            COMES,
            ["with shares at most $R^2$ passes contain a mistake", "after a clean pass the weights "
             "are right on every example of every part, and stay, as long as no new example comes"],
            2,
        ),
        (BEFORE, ["the least hinge bound may rise"], 1),
        (BEFORE, ["the bound is at most what it was before", "the least hinge bound may rise"], 0),
        ("Let $a\\ge0$.\nThen $a^2$ is small.", [], 1),
        ("Let $a\\ge0$.\nThen\n\n$$a^2\\ge0 ,$$ (eq-a)\n\nwhere $a$ is any number.", [], 0),
        ("Then\n\n$$a^2\\ge0 .$$ (eq-a)\n\nIt is zero only at zero.", [], 1),
        ("Then\n\n$$a^2\\ge0 ,$$ (eq-a)\n\nand equality holds only at zero.", [], 1),
        ("These numbers are the *family* of bounds.", [], 0),
    ],
)  # fmt: skip
def test_what_is_said_beside_the_displays_is_missed(body, claims, missed):
    assert len(unclaimed_clauses.unclaimed_clauses(list(parts(body)), claims)) == missed
