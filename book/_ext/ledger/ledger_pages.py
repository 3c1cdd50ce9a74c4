"""The pages made from ``book/ledger.csv``, and the links that lead to its rows.

The csv has a row for each statement of the sources: its id, where it stands, what it says, the
verdict, why, the labels of the cells in which the printed form fails, and the label of the place
that shows what is right.  A line ``<!-- ledger: NAME -->`` on a page is replaced by what
``PARTS[NAME]`` writes, in MyST, before the page is read; so formulas and references are those of
any page, and a label that does not exist ends the build.  Wherever a page names a statement, as in
A.31, the name becomes a link to its row.
"""

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks.machine_proofs import link_to
from marks.statements import cells_of, statements as statements_of_book
from marks.theorem_list import simple_table

BOOK = Path(__file__).resolve().parents[2]
LEDGER_TABLE = BOOK / "ledger.csv"
COUNTEREXAMPLES = BOOK.parent / "notebooks" / "counterexamples.md"
LEDGER = "book/ledger"
SOURCES = {
    "A": "A lecture on the online perceptron",
    "B": "CS229 notes",
    "C": "A page of a blog",
    "D": "A lecture on the perceptron and SGD",
    "E": "A post on online linear classification",
}
# From the gravest to none, each with its part of the errata.
VERDICTS = {
    "false": "Results and steps that are false",
    "gap": "Proofs with a gap",
    "holds if": "Hypotheses and conventions that are missing",
    "slip": "Slips of the pen",
    "holds": "",
}
# A fault that no statement has alone, where the other one is graver and gives the verdict.
LIGHTER = {
    "fail-bias-index": "slip",
    "fail-condition": "holds if",
    "fail-lemma-range": "gap",
    "fail-misplaced-index": "slip",
    "fail-missing-index": "slip",
    "fail-newton-total": "gap",
    "fail-offset": "slip",
    "fail-small-letter": "slip",
    "fail-sum-brackets": "slip",
    "fail-zero-gamma": "holds if",
}
STATEMENT_NAME = re.compile(r"(?<![\w.])([A-E][.+]\d+)(?![\w.]\d|\d)")
PART_MARK = re.compile(r"^<!-- ledger: (\w+) -->$", re.MULTILINE)
FAULT = re.compile(r"^\(([\w-]+)\)=\n### (.+)\n\n((?:.+\n)+)", re.MULTILINE)
NOT_LINKED = (nodes.reference, nodes.literal, nodes.literal_block, nodes.title, nodes.math)


class LedgerRow(NamedTuple):
    """A statement of a source and what is said of it."""

    id: str
    where: str
    statement: str
    verdict: str
    why: str
    failure: str  # labels, separated by spaces; none where it holds
    place: str


class Counterexample(NamedTuple):
    """A section of the page of counterexamples: its title, and the example in words."""

    title: str
    example: str


@cache
def ledger_rows():
    """Read the rows of the table."""
    with LEDGER_TABLE.open(encoding="utf-8", newline="") as file:
        return [LedgerRow(**row) for row in csv.DictReader(file)]


@cache
def counterexamples():
    faults = FAULT.findall(COUNTEREXAMPLES.read_text("utf-8"))
    return {label: Counterexample(title, example.strip()) for label, title, example in faults}


def row_anchor(name):
    return name.lower().replace(".", "-").replace("+", "-plus-")


def in_sentence(title):
    """A title as it is written inside a sentence; a name that begins it keeps its capital."""
    return title if re.match(r"\w+['’]s ", title) else title[0].lower() + title[1:]


def link_to_label(label, text=""):
    """Refer to a label, by the role that its kind asks for."""
    kind = label.split("-")[0]
    if kind == "eq":
        return f"{{eq}}`{label}`"
    if kind in ("thm", "def", "alg", "cor"):
        return f"{{prf:ref}}`{label}`"
    if kind in ("tab", "fig"):
        return f"{{numref}}`{label}`"
    return f"{{ref}}`{text} <{label}>`" if text else f"{{ref}}`{label}`"


def source_section(row):
    """The section of its source in which a statement stands."""
    if "+" in row.id:
        return "Without a number"
    if row.id[0] not in "BC":
        return row.where.split(",")[0]
    if "roof" in row.where:
        return "Proof"
    return "Theorem" if re.match(r"(1, )?Theorem", row.where) else "Text"


def box(lines, name=""):
    head = ["::::{container} statement", *([f":name: {name}"] if name else [])]
    return "\n".join([*head, "", *lines, "::::", ""])


def display(statement):
    """A formula that is all of a statement stands on a line of its own."""
    alone = re.fullmatch(r"\$([^$]*)\$", statement)
    return f"$${alone[1]}$$" if alone else statement


def statement_box(row):
    lines = [f"**{row.id}** {{verdict}}`{row.verdict}` {row.where}", "", display(row.statement), ""]
    shown = f"See {link_to_label(row.place)}." if row.place not in row.failure.split() else ""
    cells = ", ".join(
        link_to_label(label, in_sentence(counterexamples()[label].title))
        for label in row.failure.split()
    )
    fails = f"Where it fails: {cells}." if cells else ""
    algebra = f"{{checked}}`{row.place}`"
    lines += [" ".join(part for part in (row.why, shown, fails, algebra) if part), ""]
    return box(lines, row_anchor(row.id))


def statements():
    """Every row, by source and section."""
    out, last = [], ("", "")
    for row in ledger_rows():
        source, part = row.id[0], source_section(row)
        if source != last[0]:
            out.append(f"## {source}: {SOURCES[source]}\n")
        if (source, part) != last:
            out.append(f"### {part}\n")
            last = (source, part)
        out.append(statement_box(row))
    return "\n".join(out)


def verdict_counts():
    """How many statements of each source have which verdict, and the findings beside them."""
    of = Counter((row.id[0], row.verdict) for row in ledger_rows() if "." in row.id)
    counts = Counter(row.id[0] for row in ledger_rows() if "+" in row.id)
    table = {v: [of[source, v] for source in SOURCES] for v in reversed(VERDICTS)}
    table["all"] = [sum(column) for column in zip(*table.values(), strict=True)]
    table["without a number"] = [counts[source] for source in SOURCES]
    lines = ["How many statements of each source have which verdict:", "", "```{list-table}"]
    lines += [":header-rows: 1", "", "* - verdict", *(f"  - {source}" for source in SOURCES)]
    lines += ["  - all"]
    for name, each in table.items():
        lines += [f"* - {name}", *(f"  - {n}" for n in (*each, sum(each)))]
    return "\n".join([*lines, "```"])


def corrected_statements(group):
    """What is right, of every statement; those of which the same is said together."""
    of = {}
    for row in group:
        true_if = row.verdict == "holds if"
        reason = "*True* i" + row.why[1:] if true_if else row.why
        of.setdefault(f"{reason} See {link_to_label(row.place)}.", []).append(row.id)
    if len(of) == 1:
        return next(iter(of))
    return "\n".join(f"- {', '.join(ids)}: {text}" for text, ids in of.items())


def printed_statements(group):
    """What is printed: the statements of a fault, quoted."""
    of = {}
    for row in group:
        of.setdefault(row.statement, []).append(row.id)
    return [f"- {', '.join(ids)}:\n\n  {display(text)}\n" for text, ids in of.items()]


def rows_by_fault():
    """The statements of each fault."""
    groups = {}
    for row in ledger_rows():
        for label in row.failure.split():
            groups.setdefault(label, []).append(row)
    return groups


def gravity(label, group):
    """How grave a fault is: the gravest verdict of a statement that has no other fault.

    The verdict of a statement with two faults may be due to the other.
    """
    if label in LIGHTER:
        return LIGHTER[label]
    alone = [row for row in group if " " not in row.failure] or group
    return min((row.verdict for row in alone), key=list(VERDICTS).index)


def errata():
    """What does not hold, by severity, one entry for each fault.

    A statement with two faults is named in both entries and quoted in the first.
    """
    out, quoted = [], set()
    for verdict, title in list(VERDICTS.items())[:-1]:
        out.append(f"## {title}\n")
        for label, group in rows_by_fault().items():
            if gravity(label, group) != verdict:
                continue
            names = ", ".join(row.id for row in group)
            fault = counterexamples()[label]
            new = [row for row in group if row.id not in quoted]
            quoted.update(row.id for row in group)
            lines = [f"**{fault.title}.** {names}", ""]
            if new:
                lines += ["Printed:", "", *printed_statements(new), ""]
            if len(new) < len(group):
                again = ", ".join(row.id for row in group if row not in new)
                lines += [f"{again}: quoted and put right above.", ""]
            cell = link_to_label(label, "the\u00a0cell")  # not one word of it on a line
            lines += [f"{fault.example} Run: {cell}.", ""]
            if new:
                lines += ["What is right:", "", corrected_statements(new), ""]
            out.append(box(lines))
    return "\n".join(out)


PART_WRITERS = {"counts": verdict_counts, "statements": statements, "errata": errata}


def write_parts(app, docname, source):
    """Replace the marks on a page by what is made from the table."""
    if PART_MARK.search(source[0]):
        for path in (LEDGER_TABLE, COUNTEREXAMPLES):
            app.env.note_dependency(str(path))
        source[0] = PART_MARK.sub(lambda mark: PART_WRITERS[mark[1]](), source[0])


def verdict_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """A verdict as a badge."""
    return [nodes.inline("", text, classes=["verdict", f"is-{text.replace(' ', '-')}"])], []


class checked_place(nodes.Inline, nodes.Element):
    """Where a page says by which cell of sympy the place of a statement is checked."""


class checked_table(nodes.General, nodes.Element):
    """The place of the table of all statements that a cell of sympy checks."""


def checked_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Name the cell of sympy that checks a formula, or one of a theorem, if there is one."""
    return [checked_place("", place=text)], []


class CheckedTable(Directive):
    """Ask for the table."""

    def run(self):
        return [checked_table()]


def cell_link(app, here, place):
    """Link to the first cell of sympy that checks a formula, or a formula of a theorem."""
    env = app.env
    theorem = statements_of_book(env).get(place)
    labels = (place, *(theorem.displays if theorem else ()))
    cells = [c for label in labels for c in cells_of(env).get(label, ()) if c.by == "sympy"]
    if not cells:
        return None
    link = nodes.reference("", "", internal=True)
    link["refuri"] = link_to(app, here, cells[0].docname, cells[0].anchor)
    return link


class LinkCells(SphinxPostTransform):
    """Fill the places that name cells of sympy, and the table of all."""

    default_priority = 4

    def run(self):
        app, here = self.app, self.env.docname
        for place in list(self.document.findall(checked_place)):
            link = cell_link(app, here, place["place"])
            if link is not None:
                link += nodes.Text("the cell of sympy")
            said = [nodes.Text("Algebra: "), link, nodes.Text(".")] if link is not None else []
            place.replace_self(said)
        for place in list(self.document.findall(checked_table)):
            place.replace_self(table_of_cells(app, here))


def table_of_cells(app, here):
    """Count, by source, the statements that a cell of sympy checks, and link to the cells."""
    rows = [("source", "statements", "with a cell of sympy", "the cells")]
    for source, title in SOURCES.items():
        own = [row for row in ledger_rows() if row.id[0] == source]
        links = [(row, cell_link(app, here, row.place)) for row in own]
        found = [(row, link) for row, link in links if link is not None]
        line = nodes.inline("")
        for n, (row, link) in enumerate(found):
            link += nodes.literal("", row.id)
            line += [nodes.Text(", " if n else ""), link]
        rows.append((f"{source}: {title}", len(own), len(found), line))
    return simple_table(rows)


def is_inside(node, kinds):
    while node is not None:
        if isinstance(node, kinds):
            return True
        node = node.parent
    return False


class LinkStatements(SphinxPostTransform):
    """Make a link of the name of each statement."""

    default_priority = 700

    def run(self):
        if LEDGER not in self.env.all_docs:
            return
        self.known = {row.id for row in ledger_rows()}
        here = self.env.docname == LEDGER
        page = "" if here else self.app.builder.get_relative_uri(self.env.docname, LEDGER)
        kinds = (*NOT_LINKED, nodes.strong) if here else NOT_LINKED
        for text in list(self.document.findall(nodes.Text)):
            parts = STATEMENT_NAME.split(text.astext())
            if self.known.intersection(parts[1::2]) and not is_inside(text, kinds):
                index = text.parent.index(text)
                text.parent[index : index + 1] = [self.link(page, p) for p in parts if p]

    def link(self, page, part):
        if part not in self.known:
            return nodes.Text(part)
        return nodes.reference("", part, internal=True, refuri=f"{page}#{row_anchor(part)}")


def setup(app):
    app.add_role("verdict", verdict_role)
    app.add_role("checked", checked_role)
    app.add_node(checked_place)
    app.add_node(checked_table)
    app.add_directive("checked-statements", CheckedTable)
    app.add_post_transform(LinkCells)
    app.connect("source-read", write_parts)
    app.add_post_transform(LinkStatements)
