"""The page of all theorems: how each is proved, and on which it rests; the table of axioms."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from docutils import nodes

from marks.machine_proofs import in_a_row, in_words, link, quoted
from marks.proof_files import PROGRAMS, claims_of, of_theorem, programs_of, proof_files, standing
from marks.statements import Statement, statements
from parts import fill_later, number_of
from prover.axioms import AXIOMS
from prover.display import show_claim
from prover.kernel import Claim


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
        for file in proof_files(env)
        for one in file.files.values()
        if one.main and file.theorem
    }
    out = []
    for s in every:
        file = of_theorem(env, s.label)
        mains = [one.main for one in file.files.values() if one.main] if file else []
        rests = {by_name.get(name) for main in mains for name in main["rests_on"]}
        uses = {home.get(label) for label in s.uses}
        number, nowhere = number_of(env, s.docname, "theorem", s.label), {None, s.label}
        out.append(Entry(s, number, rests - nowhere, uses - rests - nowhere))
    return out


def theorem_cards(app, here):
    """Give a card for each theorem, by chapters, and links to these."""
    out, links, every = [], [], theorem_entries(app)
    names = {e.statement.label: e.name for e in every}
    for docname in dict.fromkeys(e.statement.docname for e in every):
        title, place = chapter_title(app.env, docname), f"of-{Path(docname).name}"
        own = [entry_card(app, here, e, names) for e in every if e.statement.docname == docname]
        out.append(nodes.section("", nodes.title("", title), *own, ids=[place]))
        out[-1]["classes"].append("theorems")
        links.append(link(app, here, (here, place), title))
    return [nodes.paragraph("", "", *in_a_row(links, "By chapters: ", ".")), *out]


def theorem_counts(app, _here):
    """Count the theorems of which all is proved by a program, or a part, by each and by any."""
    env, every = app.env, statements(app.env).values()
    claims = [claim for s in every for claim in claims_of(env, s)]
    how = Counter(standing(env, s) for s in every)
    programs = [programs_of(env, s) for s in every]
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


def simple_table(rows, heads=1, **attributes):
    """Give a table of texts and lists of nodes, whose first rows are its head."""
    shown = [[x if isinstance(x, list) else [nodes.Text(str(x))] for x in row] for row in rows]
    lines = [
        nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *x)) for x in row)) for row in shown
    ]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in rows[0]), cols=len(rows[0]))
    group += [nodes.thead("", *lines[:heads])] * bool(heads)
    group += nodes.tbody("", *lines[heads:])
    return nodes.table("", group, **attributes)


def chapter_title(env, docname):
    """The number and title of a chapter."""
    number = ".".join(map(str, env.toc_secnumbers.get(docname, {}).get("", ())))
    return f"{number}. {env.titles[docname].astext()}" if number else env.titles[docname].astext()


def entry_card(app, here, entry, names):
    """Quote a theorem, and say who proves it, with a link to how, and on which it rests."""
    s, env = entry.statement, app.env
    out = nodes.container(classes=["statement", f"is-{standing(env, s)}"])
    name = link(app, here, s.place, entry.name)
    out += nodes.paragraph("", "", name, nodes.Text(f". {s.title}"), classes=["card-head"])
    out += quoted(s, here)
    said, file = in_words(env, s), of_theorem(env, s.label)
    proved = link(app, here, file.place, said) if file else nodes.Text(said)
    rests = [
        link(app, here, statements(env)[label].place, names[label])
        for label in names
        if label in entry.derived | entry.told
    ]
    rests = in_a_row(rests, " Rests on ", ".")
    out += nodes.paragraph("", "", proved, nodes.Text("."), *rests, classes=["assumes"])
    return out


def axiom_table(_app, _here):
    """Give the axioms of the kernel as a table of formulas, made from the axioms themselves."""
    rows = [("axiom", "claim", "if")]
    for name, claims in AXIOMS.items():
        claim, *rests_on = (show_claim(Claim(*claim), latex=True) for claim in claims)
        rows.append((name, [nodes.math("", claim)], in_a_row(nodes.math("", x) for x in rests_on)))
    return [simple_table(rows, classes=["colwidths-auto"])]


def setup(app):
    fill_later(app, "theorem-cards", theorem_cards)
    fill_later(app, "theorem-counts", theorem_counts)
    fill_later(app, "axioms", axiom_table)
