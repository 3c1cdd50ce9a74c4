"""The page of all theorems: how each is checked, and a picture of what rests on what.

It is made from what ``checks`` found on the pages, from what the theorems of the kernel say of
themselves in the metadata of their outputs, and from the files that ``coq_files`` wrote for Coq.
"""

import textwrap
from collections import Counter
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks import coq_files
from marks.checks import (
    KINDS,
    PROOFS,
    STANDING_WORDS,
    Proved,
    Statement,
    checks_by_label,
    claims_of,
    fold_close,
    fold_open,
    folded_claims,
    link_to,
    missing_claims,
    proved_by_theorem,
    standing,
)
from marks.filter_form import filter_form


class theorem_list(nodes.General, nodes.Element):
    """The place of the cards of all theorems, of their counts, or of their picture."""


class Theorems(Directive):
    """Ask for the cards of all theorems, their counts, which program concludes, or the picture."""

    required_arguments = 1

    def run(self):
        if self.arguments[0] not in PARTS:
            raise self.error(f"expected one of {', '.join(PARTS)}")
        return [theorem_list(part=self.arguments[0])]


class Entry(NamedTuple):
    """A theorem of the book, what the kernel proved of it, and on which others it rests."""

    statement: Statement
    number: str
    proved: list[Proved]
    derived: set[str]  # labels that the kernel's derivations lead to
    told: set[str]  # labels that its proof in the text refers to, besides

    @property
    def name(self):
        return f"{self.statement.kind.title()} {self.number}"


def theorem_entries(app):
    """All theorems in the order of the book."""
    env = app.env
    home = {label: s.label for s in env.perclib_statements for label in s.labels}
    proved = proved_by_theorem(env)
    by_name: dict[str, str] = {}
    for s in env.perclib_statements:
        for part in proved[s.label]:
            by_name.setdefault(part.theorem["name"], s.label)
    out = []
    for s in env.perclib_statements:
        names = [name for part in proved[s.label] for name in part.theorem["rests_on"]]
        rests = set(map(by_name.get, names))
        uses = {home.get(label) for label in s.uses}
        number = env.toc_fignumbers.get(s.docname, {}).get("theorem", {}).get(s.label, ())
        nowhere = {None, s.label}
        out.append(
            Entry(
                s,
                ".".join(map(str, number)),
                proved[s.label],
                rests - nowhere,
                uses - rests - nowhere,
            )
        )
    return out


class Place(SphinxPostTransform):
    """Put the list in its place."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        for place in list(self.document.findall(theorem_list)):
            every = theorem_entries(self.app)
            place.replace_self(PARTS[place["part"]](self.app, self.env.docname, every))


def theorem_cards(app, here, every):
    """Give a card for each theorem, by chapters, and a row that chooses which are shown."""
    env, out = app.env, []
    chapters = dict.fromkeys(e.statement.docname for e in every)
    titles = {chapter_title(env, docname): kind_of_chapter(docname) for docname in chapters}
    said = {**STANDING_WORDS, "part": "in part, the rest in words"}
    ways = {words: f"is-{how}" for how, words in said.items()}
    kinds = [
        {kind_of_chapter(e.statement.docname), f"is-{standing(env, e.statement)}"} for e in every
    ]
    form = filter_form({"chapter": titles, "checked": ways}, kinds, "theorems")
    out.append(nodes.raw("", form, format="html"))
    names = {e.statement.label: e.name for e in every}
    for docname, title in zip(chapters, titles, strict=True):
        section = nodes.section("", nodes.title("", title), ids=[titles[title]])
        section["classes"].append("theorems")
        section += [
            entry_card(app, here, e, names) for e in every if e.statement.docname == docname
        ]
        out.append(section)
    list_sections(env.tocs[here], here, titles)
    return out


def list_sections(contents, here, titles):
    """Put the chapters before the other sections in the contents of the page, once."""
    listed, at = contents[0][-1], {"internal": True, "refuri": here}
    there = {link["anchorname"] for link in listed.findall(nodes.reference)}
    links = [nodes.reference("", t, **at, anchorname=f"#{name}") for t, name in titles.items()]
    listed[:0] = [
        nodes.list_item("", addnodes.compact_paragraph("", "", link))
        for link in links
        if link["anchorname"] not in there
    ]


def theorem_counts(app, _here, every):
    """Count the theorems of which all is proved by a program, or a part, in each way and in any."""
    env = app.env
    lacks = [missing_claims(env, entry.statement) for entry in every]
    rows = []
    for by in PROOFS:
        whole = Counter(not x[by] for x in lacks if by in x)
        rows.append((KINDS[by].word, whole[True], whole[False]))
    how = Counter(standing(env, entry.statement) for entry in every)
    claims = [checks_by_label(env).get(x, ()) for e in every for x in claims_of(env, e.statement)]
    concluded = sum(any(way.concludes for way in ways) for ways in claims)
    return [
        nodes.paragraph(
            "",
            f"The {len(every)} theorems, lemmas and corollaries make {len(claims)} claims; "
            f"programs have proved {concluded} of them. "
            f"Programs have proved all claims of {how['whole']} theorems"
            f"{', and some claims, or parts of claims, of ' * bool(how['part'])}"
            f"{how['part'] or ''}.{of_the_others(how['run'], how['not'])}",
        ),
        simple_table(
            [
                ("theorems proved by", "whole", "in part"),
                *rows,
                ("any of these", how["whole"], how["part"]),
            ]
        ),
    ]


CONCLUDED_BY = ("kernel", "Coq, exported", "Coq, by hand")


def of_the_others(compared, unchecked):
    """Say how many theorems have no claim that a program has proved."""
    kinds = (compared, "only compared with data"), (unchecked, "not checked at all")
    said = [f"{n} {'was' if n == 1 else 'were'} {how}" for n, how in kinds if n]
    return f" No program has proved a claim of the others: {', and '.join(said)}." if said else ""


def theorem_programs(app, here, every):
    """Count the claims of each theorem that the kernel concludes, and Coq in its two ways."""
    env, rows, sums = app.env, [], Counter()
    for entry in every:
        claims = claims_of(env, entry.statement)
        ways = [checks_by_label(env).get(label, ()) for label in claims]
        counts = [claims_concluded(ways, by) for by in CONCLUDED_BY]
        link = nodes.reference("", entry.name, internal=True)
        link["refuri"] = link_to(app, here, entry.statement.docname, entry.statement.label)
        cells = ([f"{n}"] * bool(n) + [f"{m} in part"] * bool(m) for n, m in counts)
        rows.append((link, len(claims), *map(" and ".join, cells)))
        sums.update(dict(zip(CONCLUDED_BY, (n for n, _ in counts), strict=True)))
    total = sum(row[1] for row in rows)
    last = ("all", total, *(sums[by] for by in CONCLUDED_BY))
    table = simple_table([("theorem", "claims", *CONCLUDED_BY), *rows, last])
    return [fold_open("How many claims of each theorem"), table, fold_close()]


def claims_concluded(ways, by):
    """Count the claims, each given by its ways, that a program concludes; and those in part."""
    own = [[way for way in those if concluded_by(way) == by] for those in ways]
    whole = sum(any(way.concludes for way in those) for those in own)
    return whole, sum(bool(those) for those in own) - whole


def concluded_by(way):
    """Say which program concludes a claim; Coq does it in two ways."""
    by_hand = way.docname == coq_files.COQ_PAGE
    return CONCLUDED_BY[1 + by_hand] if way.by == "coq" else way.by


def simple_table(rows):
    """Give a table, whose first row is its head."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in rows[0]), cols=len(rows[0]))
    shown = [[x if isinstance(x, nodes.Node) else nodes.Text(str(x)) for x in row] for row in rows]
    lines = [
        nodes.row("", *(nodes.entry("", nodes.paragraph("", "", x)) for x in row)) for row in shown
    ]
    group += [nodes.thead("", lines[0]), nodes.tbody("", *lines[1:])]
    return nodes.table("", group)


def chapter_title(env, docname):
    """The number and title of a chapter."""
    number = ".".join(map(str, env.toc_secnumbers.get(docname, {}).get("", ())))
    return f"{number}. {env.titles[docname].astext()}" if number else env.titles[docname].astext()


def entry_card(app, here, entry, names):
    """Quote a theorem, and say how it is checked, on which it rests, and what was proved of it."""
    s, how = entry.statement, standing(app.env, entry.statement)
    link = nodes.reference("", entry.name, internal=True)
    link["refuri"] = link_to(app, here, s.docname, s.label)
    out = nodes.container(classes=["statement", kind_of_chapter(s.docname), f"is-{how}"])
    out += nodes.paragraph("", "", link, nodes.Text(f". {s.title}"), classes=["card-head"])
    out += quote_theorem(s)
    for reference in out.findall(addnodes.pending_xref):  # which stood on another page
        reference["refdoc"] = here
    rests = [f"{names[label]}" for label in names if label in entry.derived | entry.told]
    if rests:
        out += nodes.paragraph("", f"Rests on {', '.join(rests)}.", classes=["assumes"])
    out += folded_claims(app, here, s)
    if entry.proved:
        out += fold_open("What the kernel proved")
        for part in entry.proved:
            out += kernel_theorem(part.theorem)
            file = app.env.perclib_coq_files.get((part.docname, part.theorem["name"]))
            if file:
                out += folded_coq(app, here, file)
        out += fold_close()
    return out


def kind_of_chapter(docname):
    """Name the class of the cards of a chapter."""
    return f"of-{Path(docname).name}"


def quote_theorem(statement):
    """Quote a theorem whole, a formula of several rows in a place of its own."""
    out = [quote_paragraph()]
    for part in statement.text:
        shown = isinstance(part, nodes.math_block)
        if shown and r"\\" in part.astext():
            formula = part.astext()
            out += [nodes.math_block("", formula, nowrap=False, number=None), quote_paragraph()]
        else:
            line = display_in_line(part) if shown else part.deepcopy().children
            out[-1] += [gap_before(out[-1], shown), *line]
    return [part for part in out if part.astext()]


def quote_paragraph():
    """Give a paragraph of what a theorem says, to be filled."""
    return nodes.paragraph("", classes=["begins"])


def gap_before(line, shown=False):
    """Give what parts a line from what comes next, as a display, which began a line, a formula."""
    last = line[-1] if line.children else nodes.Text("")
    return nodes.Text(": " if shown and isinstance(last, nodes.math) else " ")


def display_in_line(display):
    """Give the formula of a display for a line of text, with the sign that ends it."""
    formula = display.astext().rstrip().replace(r"\qquad", r"\ ")
    bare = formula.rstrip(" ,.")
    return [nodes.math("", bare), nodes.Text(formula[len(bare) :].strip())]


def kernel_theorem(theorem):
    steps = f"{theorem['lines']} step" + "s" * (theorem["lines"] != 1)
    box = nodes.container(classes=["assumes"])
    paragraph = nodes.paragraph("", "", nodes.strong("", theorem["name"]))
    paragraph += nodes.Text(f" ({steps}, {theorem['steps']} uses of the kernel’s rules): ")
    paragraph += nodes.math(theorem["claim"], theorem["claim"])
    paragraph += nodes.Text(", if" if theorem["hypotheses"] else ".")
    box += paragraph
    if theorem["hypotheses"]:
        # In one paragraph: as a list they would be a thousand elements of the page more.
        paragraph = nodes.paragraph("")
        for n, (label, formula, where) in enumerate(theorem["hypotheses"]):
            paragraph += nodes.Text("; " * bool(n) + f"{label}: ")
            paragraph += nodes.math(formula, formula)
            for part, text in enumerate(f" {where}".rstrip().split("$")):
                paragraph += nodes.math(text, text) if part % 2 else nodes.Text(text)
        paragraph += nodes.Text(".")
        box += paragraph
    return box


def folded_coq(app, here, file):
    """Show what Coq reads of a theorem, folded, and offer its file."""
    box = nodes.container(classes=["assumes"])
    summary = "What Coq accepted" if file.accepted else "For Coq, which was not asked"
    box += [fold_open(summary), coq_files.plain_code(file.shown)]
    box += [coq_files.download_line(app, here, file), fold_close()]
    return box


# The picture -----------------------------------------------------------------------------------

WIDTH, LEFT, ROW, HEAD, LINE = 380, 118, 22, 26, 14  # in a phone's pixels
LETTERS = 40  # of a line


def dependency_picture(app, here, every):
    """Draw all theorems below each other, and an arc from each to those it rests on.

    Each theorem and each arc has the labels that ``book.js`` follows.
    """
    names, place, y = [], {}, 0.0
    for i, entry in enumerate(every):
        s = entry.statement
        if i == 0 or every[i - 1].statement.docname != s.docname:
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
        f'<tspan x="{LEFT + 11}" y="{at + 4 + LINE * n:.0f}">{escape(line)}</tspan>'
        for n, line in enumerate(lines)
    )
    return (
        f'<a class="by-{standing(app.env, s)}" data-label="{s.label}" '
        f'href="{link_to(app, here, s.docname, s.label)}">'
        f"<title>{escape(f'{entry.name}. {s.title}')}</title>"
        f'<rect x="{LEFT - 8}" y="{y:.0f}" width="{WIDTH - LEFT}" height="{height}"/>'
        f'<circle cx="{LEFT}" cy="{at:.0f}" r="5"/><text>{text}</text></a>'
    ), height


PARTS = {
    "cards": theorem_cards,
    "counts": theorem_counts,
    "picture": dependency_picture,
    "programs": theorem_programs,
}


def setup(app):
    app.add_node(theorem_list)
    app.add_directive("theorem-list", Theorems)
    app.add_post_transform(Place)
