"""What is checked, and how: marks beside the formulas, and one line that opens all checks.

A code cell says in its metadata which labels it checks, and by what::

    checks: {labels: [thm-block-novikoff, eq-bn], by: kernel}

Every labelled display inside a theorem or proof gets a mark that leads to the cell.  One that no
cell checks is named, with the reason, by the directive ``unchecked``, or as a hypothesis by
``assumed``.  A display, or a theorem without one, of which nothing is said is a warning, and so
ends the build, as is a label that does not exist.  What is found is kept in the environment, where
``theorem_list`` reads it.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

import runs
from docutils import nodes
from docutils.parsers.rst import Directive
from executed import ran
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

KINDS = {
    "kernel": "checked by the proof kernel",
    "coq": "proved by Coq",
    "algebra": "checked by exact algebra",
    "run": "checked by a run on data",
    "not": "not checked by a program",
    "assumed": "assumed here, so there is nothing to check",
}
WORDS = {key: key for key in KINDS} | {"coq": "Coq", "not": "not checked"}
BY_CELLS = ("kernel", "algebra", "run")
STATEMENTS = {"theorem", "lemma", "corollary", "proposition"}
OTHERWISE = {"algebra": "exact algebra", "run": "a run on data"}
LINES = re.compile(r"\.(step|induction|cases|apply|sum_up)\(")
logger = logging.getLogger(__name__)


class Check(NamedTuple):
    """One way in which a label is checked, and where."""

    by: str
    docname: str
    anchor: str
    why: str = ""
    title: str = ""


class Statement(NamedTuple):
    """A theorem of a page, the displays in it and its proof, and the labels its proof refers to.

    Those of its own are in the theorem itself.
    """

    docname: str
    label: str
    kind: str
    title: str
    displays: tuple[str, ...]
    own: tuple[str, ...]
    uses: tuple[str, ...] = ()


class Proved(NamedTuple):
    """What the kernel proved: in a cell of which page, about which labels, and what it says."""

    docname: str
    labels: tuple[str, ...]
    theorem: dict[str, Any]


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


class Assumed(Directive):
    """Name displays that say what is assumed."""

    required_arguments, final_argument_whitespace = 1, True

    def run(self):
        env = self.state.document.settings.env
        for label in self.arguments[0].split():
            found(env).setdefault(label, []).append(Check("assumed", env.docname, ""))
        return []


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
    outputs = runs.filled(path).cells if ran(app, path) else []
    proved = env.perclib_proved.setdefault(docname, [])
    for n, cell in enumerate(code_cells(doctree), 1):
        said = cell["cell_metadata"].get("checks")
        if said is None:
            continue
        if set(said) != {"labels", "by"} or said["by"] not in BY_CELLS:
            logger.warning("checks: {labels: [...], by: kernel|algebra|run}", location=cell)
            continue
        anchor = f"check-{n}"
        cell["ids"].append(anchor)
        for label in said["labels"]:
            checks.setdefault(label, []).append(Check(said["by"], docname, anchor))
        stored = outputs[cell["cell_index"]]["outputs"] if outputs else []
        data = [o["metadata"]["theorem"] for o in stored if "theorem" in o.get("metadata", {})]
        proved += [(tuple(said["labels"]), theorem) for theorem in data]
        cell["theorems"] = [theorem["name"] for theorem in data]
    current = None
    for node in doctree.findall(nodes.Element):
        if kind := is_statement(node):
            own = displays(node)
            current = Statement(docname, node["label"], kind, title_of(node), own, own)
            env.perclib_statements.append(current)
        elif is_proof(node) and current:
            i = env.perclib_statements.index(current)
            current = current._replace(
                displays=current.displays + displays(node), uses=current.uses + uses(node)
            )
            env.perclib_statements[i] = current
    fold(doctree)


def fold(doctree):
    """Put folded cells that follow each other behind one line: checks, and code of a figure."""
    for group in neighbours(doctree, "all"):
        said = [cell["cell_metadata"].get("checks", {}).get("by") for cell in group]
        if any(said):
            box = behind(prompt(group, set(said)), "Hide the check")
            outer = nodes.container("", box, classes=["cell", "checks"])
            parent = group[0].parent
            parent.insert(parent.index(group[0]), outer)
            for cell in group:
                parent.remove(cell)
                del cell["hide_mode"]
            box.extend(group)
    for group in neighbours(doctree, "input"):
        *before, last = group
        box = behind(last["prompt_show"], last["prompt_hide"])
        for cell in before:
            cell.parent.remove(cell)
            del cell["hide_mode"]
        source = last.children[0]
        last.replace(source, box)
        box.extend([*before, source])
        del last["hide_mode"]


def behind(show, hide):
    """Give the node that folds what is put into it."""
    show, hide = (text.replace("{type}", "source") for text in (show, hide))
    return HideCodeCellNode(prompt_show=show, prompt_hide=hide, classes=["above-input"])


def neighbours(doctree, hidden):
    """List groups of cells hidden in this way that follow each other.

    Of cells whose code alone is hidden, only the last of a group has an output.
    """
    groups: list[list[Any]] = []
    for cell in [c for c in code_cells(doctree) if c.get("hide_mode") == hidden]:
        before = groups[-1][-1] if groups else None
        after = before is not None and cell.parent.index(cell) - 1 in places(before, cell.parent)
        silent = hidden == "all" or (before is not None and len(before.children) == 1)
        groups[-1].append(cell) if after and silent else groups.append([cell])
    return [group for group in groups if hidden == "all" or len(group) > 1]


def places(node, parent):
    return [i for i, child in enumerate(parent) if child is node]


def prompt(group, by):
    """Say how a group of cells checks: in how many lines, and otherwise how."""
    lines = sum(len(LINES.findall(source(cell))) for cell in group)
    how = [f"{lines} step" + "s" * (lines != 1)] if lines and "kernel" in by else []
    how += [words for kind, words in OTHERWISE.items() if kind in by]
    return "Checked: " + " and ".join(how or ["the theorem"])


def code_cells(doctree):
    return (c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code")


def source(cell):
    return "\n".join(b.astext() for b in cell.findall(nodes.literal_block))


def is_statement(node):
    """The kind of a labelled theorem, None for other nodes."""
    classes = node.get("classes", [])
    kind = next((k for k in STATEMENTS if k in classes), None)
    return kind if "proof" in classes and node.get("label") else None


def is_proof(node):
    return type(node).__name__ == "proof_node"


def title_of(node):
    return str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")


def displays(node):
    return tuple(m["label"] for m in node.findall(nodes.math_block) if m.get("label"))


def uses(node):
    return tuple(
        x["reftarget"]
        for x in node.findall(addnodes.pending_xref)
        if x.get("refdomain") in ("prf", "math")
    )


def proved_in(env):
    """List what the kernel proved of each theorem of the book.

    What a cell proves belongs to the theorem, or its proof, that the cell names first.
    """
    home = {label: s.label for s in env.perclib_statements for label in (s.label, *s.displays)}
    out = {s.label: [] for s in env.perclib_statements}
    for docname in sorted(env.perclib_proved):
        for labels, theorem in env.perclib_proved[docname]:
            of = next((home[label] for label in labels if label in home), None)
            if of:
                out[of].append(Proved(docname, labels, theorem))
    return out


def in_order(app, env):
    """Put what was found in the order of the book, whichever pages were read last."""
    order = {name: i for i, name in enumerate(env.toctree_includes.get(env.config.root_doc, []))}
    for ways in found(env).values():
        ways.sort(key=lambda way: order.get(way.docname, len(order)))
    env.perclib_statements.sort(key=lambda s: order.get(s.docname, len(order)))


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
        for label in statement.displays or (statement.label,):
            if not checks.get(label):
                logger.warning(
                    "%s is neither checked nor unchecked", label, location=statement.docname
                )
    return []


class Mark(SphinxPostTransform):
    """Put a mark beside each labelled display of a theorem or proof."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        app, here, checks = self.app, self.env.docname, found(self.env)
        of_theorems = {label for s in self.env.perclib_statements for label in s.displays}
        bare = {s.label for s in self.env.perclib_statements if not s.displays}
        displays_of = {s.label: s.displays for s in self.env.perclib_statements}
        for block in list(self.document.findall(nodes.math_block)):
            label = block.get("label")
            if label in of_theorems and checks.get(label):
                after = block.parent.index(block) + 1
                block.parent.insert(after, marks(app, here, checks[label]))
        for node in list(self.document.findall(nodes.Element)):
            label = node.get("label")
            ways = checks.get(label, []) if is_statement(node) else []
            if label not in bare:  # its displays have marks of their own
                below = {
                    way for shown in displays_of.get(label, ()) for way in checks.get(shown, [])
                }
                ways = [way for way in ways if way.by == "coq" and way not in below]
            if ways:
                mark = marks(app, here, ways)
                mark["classes"].append("of-theorem")
                node += mark


def marks(app, docname, ways):
    paragraph = nodes.paragraph(classes=["checked"])
    for by in dict.fromkeys(way.by for way in ways):
        way = next(w for w in ways if w.by == by)
        if way.anchor:
            mark = nodes.reference("", WORDS[by], internal=True)
            mark["refuri"] = address(app, docname, way.docname, way.anchor)
            mark["reftitle"] = way.title or KINDS[by]
        else:
            mark = nodes.inline("", WORDS[by])
        mark["classes"] += ["by", f"by-{by}"]
        paragraph += mark
        if way.why:
            paragraph += nodes.inline("", ": " + way.why, classes=["why"])
        paragraph += nodes.Text(" ")
    return paragraph


def address(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


def setup(app):
    app.add_directive("unchecked", Unchecked)
    app.add_directive("assumed", Assumed)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", read)
    app.connect("env-updated", in_order, priority=300)  # before ``coq_files`` marks
    app.connect("env-updated", verify)
    app.add_post_transform(Mark)
    return {"version": "1", "parallel_read_safe": False}
