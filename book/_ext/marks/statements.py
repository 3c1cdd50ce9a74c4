"""The theorems of the pages, and the cells that check algebra by sympy or run a bound on data.

A code cell says in its metadata which formulas it checks, and by what, and of which only a part::

    checks: {by: sympy, labels: [eq-growth], part: {eq-squeeze: its last step}}

All that is found is kept in the environment, where other pages read it.
"""

import json
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx_proof.nodes import proof_node

from parts import filled_later

CHAPTERS = "notebooks/"
KINDS = {"theorem", "lemma", "corollary", "proposition"}
WAYS = ("sympy", "run")
CELL_FORM = f"{{labels: [...], by: {'|'.join(WAYS)}, part: {{label: words}}, far: words}}"
logger = logging.getLogger(__name__)


class Cell(NamedTuple):
    """A cell that checks a formula, or a part of it."""

    label: str
    by: str
    docname: str
    anchor: str
    part: str = ""

    @property
    def place(self):
        return self.docname, self.anchor


class Statement(NamedTuple):
    """A theorem of a page.

    Its own displays are in the theorem itself, each with its formula; its text is what it says,
    paragraph by paragraph and display by display; ``uses`` are the labels its proof refers to.
    """

    docname: str
    label: str
    kind: str
    title: str
    own: dict[str, str]
    text: tuple[nodes.Element, ...]
    in_proof: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    @property
    def displays(self):
        return (*self.own, *self.in_proof)

    @property
    def place(self):
        return self.docname, self.label


def statements(env):
    """Give all theorems, by label, in the order of the book, once all pages are read."""
    return env.perclib_statements


def sympy_cells(env, label):
    """Give the cells of sympy that check a formula, or a part of it."""
    return [cell for cell in env.perclib_cells if (cell.label, cell.by) == (label, "sympy")]


def line_of(env, docname, label, kind=""):
    """Give the line of a theorem, or of a cell by a label that it checks."""
    return env.metadata[docname]["perclib_lines"].get((label, kind))


def collect(app, doctree):
    """Collect the checking cells and the theorems of a page, as Sphinx keeps what belongs to one.

    Lines are kept apart: an edit that moves a line changes no other page.
    """
    env = app.env
    lines, cells, found = {}, [], {}
    env.metadata[env.docname] |= {
        "perclib_lines": lines,
        "perclib_cells": cells,
        "perclib_statements": found,
    }
    path = Path(env.doc2path(env.docname))
    stored = json.loads(path.read_text("utf-8"))["cells"] if path.suffix == ".ipynb" else ()
    for node in doctree.findall(nodes.container):
        if checks := node.get("cell_metadata", {}).get("checks"):
            if not has_cell_form(checks):
                logger.warning("checks: expected %s, got %s", CELL_FORM, checks, location=node)
                continue
            # A name that is kept where a cell is added above it.
            anchor = f"check-{stored[node['cell_index']]['id']}"
            node["ids"].append(anchor)
            parts = dict.fromkeys(checks["labels"], "") | checks.get("part", {})
            for label, part in parts.items():
                cells.append(Cell(label, checks["by"], env.docname, anchor, part))
                lines[label, "cell"] = node.line
    current = None
    for node in list(doctree.findall(nodes.Element)):
        if kind := kind_of(node):
            title = str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")
            text = tuple(part.deepcopy() for part in node.findall(is_text))
            current = Statement(env.docname, node["label"], kind, title, labelled(node), text)
            lines[current.label, ""] = node.line
            node += filled_later(name="tick", said=[current.label])
        elif isinstance(node, proof_node) and current:
            current = current._replace(
                in_proof=(*current.in_proof, *labelled(node)),
                uses=current.uses + labels_referred_to(node),
            )
        else:
            continue
        found[current.label] = current


def has_cell_form(checks):
    """Whether a cell says in the known words what it checks: another word would be overlooked."""
    known = {"labels", "by"} <= set(checks) <= {"labels", "by", "part", "far"}
    return known and checks["by"] in WAYS


def kind_of(node):
    """Give the kind of a labelled theorem, None for other nodes."""
    classes = node.get("classes", [])
    kind = next((k for k in KINDS if k in classes), None)
    return kind if "proof" in classes and node.get("label") else None


def is_text(node):
    return isinstance(node, nodes.paragraph | nodes.math_block)


def labelled(node):
    return {m["label"]: m.astext() for m in node.findall(nodes.math_block) if m.get("label")}


def labels_referred_to(node):
    return tuple(
        x["reftarget"]
        for x in node.findall(addnodes.pending_xref)
        if x.get("refdomain") in ("prf", "math")
    )


def gather(app, env):
    """Put what was found in the order of the book, whichever pages were read last."""
    names = (*env.toctree_includes.get(env.config.root_doc, ()), *sorted(env.found_docs))
    pages = [env.metadata.get(name, {}) for name in dict.fromkeys(names)]
    env.perclib_statements = {
        label: one for page in pages for label, one in page.get("perclib_statements", {}).items()
    }
    env.perclib_cells = [one for page in pages for one in page.get("perclib_cells", ())]


def warn_of_strange_labels(app, env):
    """Refuse labels of cells that no theorem and no display has."""
    known = {*env.get_domain("math").equations, *statements(env), *getattr(env, "proof_list", {})}
    for cell in env.perclib_cells:
        if cell.label not in known:
            place = cell.docname, line_of(env, cell.docname, cell.label, "cell")
            logger.warning("%s is checked and does not exist", cell.label, location=place)


def setup(app):
    app.connect("doctree-read", collect)
    app.connect("env-updated", gather, priority=300)  # before ``machine_proofs`` looks
    app.connect("env-updated", warn_of_strange_labels)
