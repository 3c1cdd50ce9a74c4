"""The sources, statement by statement: the pages made from ``book/ledger.csv``, and links.

The csv has a row for each statement of the sources: its id, where it stands, what it says, the
verdict, why, the labels of the cells in which the printed form fails, and the label of the place
that shows what is right.  A line ``<!-- ledger: NAME -->`` on a page is replaced by what
``PART_WRITERS[NAME]`` writes, before the page is read; so a label that does not exist ends the
build.  Wherever a page names a statement, as in A.31, the name becomes a link to its row.
"""

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks.machine_proofs import in_a_row, link
from marks.statements import statements as statements_of_book, sympy_cells
from marks.theorem_list import simple_table
from parts import fill_later, set_up

BOOK = Path(__file__).resolve().parents[1]
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
STATEMENT_NAME = re.compile(r"(?<![\w.])([A-E][.+]\d+)(?![\w.]\d|\d)")
PART_MARK = re.compile(r"^<!-- ledger: (\w+) -->$", re.MULTILINE)
FAULT = re.compile(
    r"^\(([\w-]+)\)=\n### (.+)\n(?:<!-- gravity: (.+) -->\n)?\n((?:.+\n)+)", re.MULTILINE
)
ROLES = {"eq": "eq", "tab": "numref", "fig": "numref"}  # of labels, by how they begin
ROLES |= dict.fromkeys(("thm", "def", "alg", "cor"), "prf:ref")
NOT_LINKED = (nodes.reference, nodes.literal, nodes.literal_block, nodes.title, nodes.math)


@cache
def ledger_rows():
    """Read the rows of the table."""
    with LEDGER_TABLE.open(encoding="utf-8", newline="") as file:
        return [SimpleNamespace(**row) for row in csv.DictReader(file)]


@cache
def counterexamples():
    """Read each section of the page of counterexamples: its title and the example in words.

    One says as well how grave its fault is, where no statement has it alone.
    """
    faults = FAULT.findall(COUNTEREXAMPLES.read_text("utf-8"))
    return {
        label: SimpleNamespace(title=title, gravity=gravity, example=example.strip())
        for label, title, gravity, example in faults
    }


def row_anchor(name):
    return name.lower().replace(".", "-").replace("+", "-plus-")


def in_sentence(title):
    """A title as it is written inside a sentence; a name that begins it keeps its capital."""
    return title if re.match(r"\w+['’]s ", title) else title[0].lower() + title[1:]


def link_to_label(label, text=""):
    """Refer to a label, by the role that its kind asks for."""
    role = ROLES.get(label.split("-")[0], "ref")
    return f"{{{role}}}`{text} <{label}>`" if text else f"{{{role}}}`{label}`"


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
    failures, said = row.failure.split(), [row.why]
    if row.place not in failures:
        said.append(f"See {link_to_label(row.place)}.")
    if failures:
        titles = {label: in_sentence(counterexamples()[label].title) for label in failures}
        said.append(f"Where it fails: {', '.join(map(link_to_label, titles, titles.values()))}.")
    said.append(f"{{checked}}`{row.place}`")
    return box([*lines, " ".join(filter(None, said)), ""], row_anchor(row.id))


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
    rows = [("verdict", *SOURCES, "all"), ["---"] * (len(SOURCES) + 2)]
    rows += [(name, *each, sum(each)) for name, each in table.items()]
    shown = "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)
    return f"How many statements of each source have which verdict:\n\n{shown}"


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
    if said := counterexamples()[label].gravity:
        return said
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


def cell_place(env, place):
    """Give the place of the first cell of sympy that checks a formula, or one of a theorem."""
    theorem = statements_of_book(env).get(place)
    labels = (place, *(theorem.displays if theorem else ()))
    return next((cell.place for label in labels for cell in sympy_cells(env, label)), None)


def checked(app, here, label):
    """Name the cell of sympy that checks the place of a statement, if there is one."""
    place = cell_place(app.env, label)
    return in_a_row(
        [link(app, here, place, "the cell of sympy")] if place else [], "Algebra: ", "."
    )


def table_of_cells(app, here):
    """Count, by source, the statements that a cell of sympy checks, and link to the cells."""
    rows = [("source", "statements", "with a cell of sympy", "the cells")]
    for source, title in SOURCES.items():
        own = [
            (row.id, cell_place(app.env, row.place)) for row in ledger_rows() if row.id[0] == source
        ]
        links = [link(app, here, at, nodes.literal("", name)) for name, at in own if at]
        rows.append(
            (f"{source}: {title}", len(own), len(links), [nodes.inline("", "", *in_a_row(links))])
        )
    return [simple_table(rows)]


def is_inside(node, kinds):
    return node is not None and (isinstance(node, kinds) or is_inside(node.parent, kinds))


class LinkStatements(SphinxPostTransform):
    """Make a link of the name of each statement."""

    default_priority = 700

    def run(self):
        known, here = {row.id for row in ledger_rows()}, self.env.docname
        kinds = (*NOT_LINKED, nodes.strong) if here == LEDGER else NOT_LINKED
        for text in list(self.document.findall(nodes.Text)):
            parts = STATEMENT_NAME.split(text.astext())
            if known.intersection(parts[1::2]) and not is_inside(text, kinds):
                place = text.parent.index(text)
                text.parent[place : place + 1] = [
                    link(self.app, here, (LEDGER, row_anchor(part)), part)
                    if part in known
                    else nodes.Text(part)
                    for part in filter(None, parts)
                ]


def setup(app):
    app.add_role("verdict", verdict_role)
    fill_later(app, "checked", checked)
    fill_later(app, "checked-statements", table_of_cells)
    app.connect("source-read", write_parts)
    app.add_post_transform(LinkStatements)
    return set_up(app, __name__, ())
