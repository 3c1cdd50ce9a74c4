"""What is checked, and how: marks beside the formulas, and the page of all theorems.

A code cell says in its metadata which labels it checks, and by what::

    checks: {labels: [thm-block-novikoff, eq-bn], by: kernel}

Every labelled display inside a theorem or proof gets a mark that leads to the cell.  One that no
cell checks is named, with the reason, by the directive ``unchecked``; one that is neither checked
nor named is a warning, and so ends the build, as is a label that does not exist.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

KINDS = {
    "kernel": "checked by the proof kernel",
    "algebra": "checked by exact algebra",
    "run": "checked by a run on data",
    "not": "not checked by a program",
}
WORDS = {"kernel": "kernel", "algebra": "algebra", "run": "run", "not": "not checked"}
STATEMENTS = {"theorem", "lemma", "corollary", "proposition"}
LINES = re.compile(r"\.(step|induction|cases|apply|sum_up)\(")
logger = logging.getLogger(__name__)


class Check(NamedTuple):
    """One way in which a label is checked, and where."""

    by: str
    docname: str
    anchor: str
    why: str = ""


class Statement(NamedTuple):
    """A theorem of a page: its label, kind and title, and the labels of the displays in it."""

    docname: str
    label: str
    kind: str
    title: str
    displays: tuple[str, ...]


class theorem_list(nodes.General, nodes.Element):  # noqa: N801 - docutils' way
    """The place of the list of all theorems."""


class Unchecked(Directive):
    """Name displays that no program checks, and say why."""

    has_content, required_arguments, final_argument_whitespace = True, 1, True

    def run(self):
        env = self.state.document.settings.env
        why = " ".join(" ".join(self.content).split())
        if not why:
            raise self.error("say why these are not checked")
        for label in self.arguments[0].split():
            found(env).setdefault(label, []).append(Check("not", env.docname, "", why))
        return []


class Theorems(Directive):
    """Ask for the list of all theorems."""

    def run(self):
        return [theorem_list()]


def found(env) -> dict[str, list[Check]]:
    """All checks so far, by label."""
    if not hasattr(env, "perclib_checks"):
        env.perclib_checks, env.perclib_statements, env.perclib_proved = {}, [], {}
    return env.perclib_checks


def forget(app, env, docname):
    checks = found(env)
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.docname != docname]
    env.perclib_statements = [s for s in env.perclib_statements if s.docname != docname]
    env.perclib_proved.pop(docname, None)


def read(app, doctree):
    """Collect the checks, the theorems and the labelled displays of a page."""
    env = app.env
    docname, checks = env.docname, found(env)
    path = Path(env.doc2path(docname))
    outputs = json.loads(path.read_text())["cells"] if path.suffix == ".ipynb" else []
    proved = env.perclib_proved.setdefault(docname, [])
    for n, cell in enumerate(code_cells(doctree), 1):
        said = cell["cell_metadata"].get("checks")
        if said is None:
            continue
        if set(said) != {"labels", "by"} or said["by"] not in KINDS or said["by"] == "not":
            logger.warning("checks: {labels: [...], by: kernel|algebra|run}", location=cell)
            continue
        anchor = f"check-{n}"
        cell["ids"].append(anchor)
        for label in said["labels"]:
            checks.setdefault(label, []).append(Check(said["by"], docname, anchor))
        if cell.get("hide_mode"):
            lines = len(LINES.findall(source(cell)))
            steps = f"Checked: {lines} step" + "s" * (lines != 1) if lines else "The theorem"
            cell["prompt_show"] = steps if said["by"] == "kernel" else f"C{KINDS[said['by']][1:]}"
            cell["prompt_hide"] = "Hide the check"
        stored = outputs[cell["cell_index"]]["outputs"] if outputs else []
        data = [o["metadata"]["theorem"] for o in stored if "theorem" in o.get("metadata", {})]
        proved += [(tuple(said["labels"]), theorem) for theorem in data]
    current = None
    for node in doctree.findall(nodes.Element):
        kind = next((k for k in STATEMENTS if k in node.get("classes", [])), None)
        if kind and "proof" in node["classes"] and node.get("label"):
            current = Statement(docname, node["label"], kind, title_of(node), displays(node))
            env.perclib_statements.append(current)
        elif is_proof(node) and current and (inside := displays(node)):
            i = env.perclib_statements.index(current)
            current = current._replace(displays=current.displays + inside)
            env.perclib_statements[i] = current


def code_cells(doctree):
    return (c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code")


def source(cell):
    return "\n".join(b.astext() for b in cell.findall(nodes.literal_block))


def is_proof(node):
    return type(node).__name__ == "proof_node"


def title_of(node):
    return str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")


def displays(node):
    return tuple(m["label"] for m in node.findall(nodes.math_block) if m.get("label"))


def verify(app, env):
    """Refuse labels that do not exist, and displays of which nothing is said."""
    checks = found(env)
    equations = set(env.get_domain("math").equations)
    labels = equations | set(getattr(env, "proof_list", {}))
    for label, ways in checks.items():
        for way in ways:
            if label not in labels:
                logger.warning("%s is checked and does not exist", label, location=way.docname)
    for statement in env.perclib_statements:
        for label in statement.displays:
            if not checks.get(label):
                logger.warning(
                    "%s is neither checked nor unchecked", label, location=statement.docname
                )
    return []


class Mark(SphinxPostTransform):
    """Put a mark beside each labelled display of a theorem or proof, and the list in its place."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        app, here, checks = self.app, self.env.docname, found(self.env)
        of_theorems = {label for s in self.env.perclib_statements for label in s.displays}
        for block in list(self.document.findall(nodes.math_block)):
            label = block.get("label")
            if label in of_theorems and checks.get(label):
                after = block.parent.index(block) + 1
                block.parent.insert(after, marks(app, here, checks[label]))
        for place in list(self.document.findall(theorem_list)):
            place.replace_self(page(app, here))


def marks(app, docname, ways):
    paragraph = nodes.paragraph(classes=["checked"])
    for by in dict.fromkeys(way.by for way in ways):
        way = next(w for w in ways if w.by == by)
        if way.anchor:
            link = nodes.reference("", "", internal=True, classes=["by", f"by-{by}"])
            link["refuri"] = address(app, docname, way.docname, way.anchor)
            link["reftitle"] = KINDS[by]
            link += nodes.Text(WORDS[by])
            paragraph += link
        else:
            paragraph += nodes.inline("", WORDS[by], classes=["by", f"by-{by}"])
            paragraph += nodes.inline("", ": " + way.why, classes=["why"])
        paragraph += nodes.Text(" ")
    return paragraph


def address(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


# The page of all theorems ----------------------------------------------------------------------


def number(app, statement):
    numbers = app.env.toc_fignumbers.get(statement.docname, {}).get("theorem", {})
    return ".".join(map(str, numbers.get(statement.label, ())))


def page(app, here):
    """All theorems in the order of the book, each with how its parts are checked."""
    env, out = app.env, []
    order = {name: i for i, name in enumerate(env.toctree_includes.get(env.config.root_doc, []))}
    proved = {
        label: theorem
        for theorems in env.perclib_proved.values()
        for labels, theorem in theorems
        for label in labels
    }
    statements = sorted(env.perclib_statements, key=lambda s: order.get(s.docname, 99))
    out.append(nodes.raw("", picture(app, here, statements, proved), format="html"))
    for docname in dict.fromkeys(s.docname for s in statements):
        out.append(nodes.rubric("", env.titles[docname].astext()))
        entries = nodes.bullet_list(classes=["theorems"])
        for s in (s for s in statements if s.docname == docname):
            entries += entry(app, here, s, proved.get(s.label))
        out.append(entries)
    return out


def entry(app, here, statement, theorem):
    checks = found(app.env)
    link = nodes.reference("", "", internal=True)
    link["refuri"] = address(app, here, statement.docname, statement.label)
    link += nodes.Text(f"{statement.kind.title()} {number(app, statement)}")
    line = nodes.paragraph("", "", link, nodes.Text(f". {statement.title}. "))
    ways = [w for label in (statement.label, *statement.displays) for w in checks.get(label, [])]
    if not ways:
        line += nodes.inline("", "prose only", classes=["by", "by-not"])
    line.extend(marks(app, here, ways).children)
    item = nodes.list_item("", line)
    if theorem:
        rests = ", ".join(theorem["rests_on"]) or "the axioms alone"
        said = f"{theorem['steps']} steps of the kernel; rests on {rests}; assumes: "
        note = nodes.paragraph("", said, classes=["assumes"])
        for i, (label, formula, where) in enumerate(theorem["hypotheses"]):
            note += nodes.Text("; " * (i > 0) + f"{label}, ")
            note += nodes.math(formula, formula)
            note += nodes.Text(f" {where}" if where else "")
        item += note
    return item


def picture(app, here, statements, proved):
    """Draw what rests on what: a theorem of the kernel below those it rests on, then the others."""
    by_name = {t["name"]: s for s in statements if (t := proved.get(s.label))}
    rests = {
        name: [other for other in proved[s.label]["rests_on"] if other in by_name]
        for name, s in by_name.items()
    }
    depth: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max((level(other) for other in rests[name]), default=-1)
        return depth[name]

    rows: dict[int, list[str]] = {}
    for name in by_name:
        rows.setdefault(level(name), []).append(name)
    others = {s.label: s for s in statements if s not in by_name.values()}
    boxes = {**by_name, **others}
    return svg(app, here, boxes, rests, [*(rows[i] for i in sorted(rows)), list(others)])


def by_what(env, statement):
    """The strongest way in which a statement or a display in it is checked."""
    checks = found(env)
    ways = {w.by for label in (statement.label, *statement.displays) for w in checks.get(label, [])}
    return next((by for by in KINDS if by in ways), "not")


WIDE, HIGH, GAP = 84, 30, 26


def svg(app: Any, here: str, by_name: Any, rests: Any, rows: Any) -> str:
    lines = []
    for row in rows:  # at most four boxes side by side, to be read on a phone
        lines += [row[i : i + 4] for i in range(0, len(row), 4)]
    place = {
        name: ((n + 0.5) * 4 * (WIDE + 6) / len(line), HIGH / 2 + i * (HIGH + GAP))
        for i, line in enumerate(lines)
        for n, name in enumerate(line)
    }
    width, height = 4 * (WIDE + 6), len(lines) * (HIGH + GAP) - GAP
    parts = [
        f'<svg class="rests-on" viewBox="-2 -2 {width + 4} {height + 4}" role="group" '
        'aria-label="Which theorem rests on which; the list below says the same in words">'
    ]
    for name, others in rests.items():
        for other in others:
            (x, y), (a, b) = place[name], place[other]
            parts.append(
                f'<path d="M{a:.0f} {b + HIGH / 2:.0f} C{a:.0f} {b + HIGH:.0f} '
                f'{x:.0f} {y - HIGH:.0f} {x:.0f} {y - HIGH / 2:.0f}"/>'
            )
    for name, (x, y) in place.items():
        s = by_name[name]
        link = address(app, here, s.docname, s.label)
        parts.append(
            f'<a class="by-{by_what(app.env, s)}" href="{link}">'
            f'<title>{escape(s.title or name)}</title><rect x="{x - WIDE / 2:.0f}" '
            f'y="{y - HIGH / 2:.0f}" width="{WIDE}" height="{HIGH}" rx="5"/><text x="{x:.0f}" '
            f'y="{y + 4:.0f}">{s.kind.title()} {number(app, s)}</text></a>'
        )
    return "".join([*parts, "</svg>"])


def setup(app):
    app.add_node(theorem_list)
    app.add_directive("unchecked", Unchecked)
    app.add_directive("theorem-list", Theorems)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", read)
    app.connect("env-updated", verify)
    app.add_post_transform(Mark)
    return {"version": "1", "parallel_read_safe": False}
