"""The page of all theorems: how each is proved, and on which others it rests."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks.machine_proofs import in_words, link_to, quoted
from marks.proof_files import PROGRAMS, claims_of, of_theorem, programs_of, proof_files, standing
from marks.statements import Statement, statements


class theorem_list(nodes.General, nodes.Element):
    """The place of the cards of all theorems, or of their counts."""


class Theorems(Directive):
    """Ask for the cards of all theorems, or their counts."""

    required_arguments = 1

    def run(self):
        return [theorem_list(part=directives.choice(self.arguments[0], tuple(PARTS)))]


class Entry(NamedTuple):
    """A theorem of the book, and on which others it rests."""

    statement: Statement
    number: str
    derived: set[str]  # labels that the kernel's derivations lead to
    told: set[str]  # labels that its proof in the text refers to, besides

    @property
    def name(self):
        return f"{self.statement.kind.title()} {self.number}"


def theorem_entries(app):
    """All theorems in the order of the book."""
    env, every = app.env, statements(app.env).values()
    home = {label: s.label for s in every for label in (s.label, *s.displays)}
    by_name = {
        one.title: file.theorem
        for file in proof_files(env).values()
        for one in file.files.values()
        if one.main and file.theorem
    }
    out = []
    for s in every:
        file = of_theorem(env, s.label)
        mains = [one.main for one in file.files.values() if one.main] if file else []
        rests = {by_name.get(name) for main in mains for name in main["rests_on"]}
        uses = {home.get(label) for label in s.uses}
        number = env.toc_fignumbers.get(s.docname, {}).get("theorem", {}).get(s.label, ())
        nowhere = {None, s.label}
        entry = Entry(s, ".".join(map(str, number)), rests - nowhere, uses - rests - nowhere)
        out.append(entry)
    return out


class Place(SphinxPostTransform):
    """Put the list in its place."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        for place in list(self.document.findall(theorem_list)):
            every = theorem_entries(self.app)
            place.replace_self(PARTS[place["part"]](self.app, self.env.docname, every))


def theorem_cards(app, here, every):
    """Give a card for each theorem, by chapters."""
    env, out = app.env, []
    chapters = dict.fromkeys(e.statement.docname for e in every)
    titles = {chapter_title(env, docname): kind_of_chapter(docname) for docname in chapters}
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
    """Count the theorems of which all is proved by a program, or a part, by each and by any."""
    env = app.env
    claims = [claim for entry in every for claim in claims_of(env, entry.statement)]
    how = Counter(standing(env, entry.statement) for entry in every)
    programs = [programs_of(env, entry.statement) for entry in every]
    rows = [
        (name, *(sum(of.get(by) is whole for of in programs) for whole in (True, False)))
        for by, name in PROGRAMS.items()
    ]
    others = f", and some claims, or parts of claims, of {how['part']}" if how["part"] else ""
    text = (
        f"The {len(every)} theorems, lemmas and corollaries make {len(claims)} claims; programs "
        f"have proved {sum(claim.is_proved for claim in claims)} of them. Programs have proved "
        f"all claims of {how['whole']} theorems{others}."
    )
    head, last = ("theorems proved by", "whole", "in part"), ("any", how["whole"], how["part"])
    return [nodes.paragraph("", text), simple_table([head, *rows, last])]


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
    """Quote a theorem, and say who proves it, with a link to how, and on which it rests."""
    s, env = entry.statement, app.env
    link = nodes.reference("", entry.name, internal=True)
    link["refuri"] = link_to(app, here, s.docname, s.label)
    out = nodes.container(classes=["statement"])
    out["classes"].append(f"is-{standing(env, s)}")
    out += nodes.paragraph("", "", link, nodes.Text(f". {s.title}"), classes=["card-head"])
    out += quoted(s, here)
    line = nodes.paragraph("", classes=["assumes"])
    said, file = nodes.Text(in_words(env, s)), of_theorem(env, s.label)
    if file:
        more = nodes.reference("", "", said, internal=True)
        more["refuri"] = link_to(app, here, file.page, file.anchor)
    line += [more if file else said, nodes.Text(".")]
    rests = [label for label in names if label in entry.derived | entry.told]
    for n, label in enumerate(rests):
        to = nodes.reference("", names[label], internal=True)
        to["refuri"] = link_to(app, here, statements(env)[label].docname, label)
        line += [nodes.Text(", " if n else " Rests on "), to]
    line += nodes.Text("." * bool(rests))
    out += line
    return out


def kind_of_chapter(docname):
    """Name the class of the cards of a chapter."""
    return f"of-{Path(docname).name}"


PARTS = {
    "cards": theorem_cards,
    "counts": theorem_counts,
}


def setup(app):
    app.add_node(theorem_list)
    app.add_directive("theorem-list", Theorems)
    app.add_post_transform(Place)
