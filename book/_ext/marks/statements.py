"""The theorems of the pages, and the cells that check algebra by sympy or run a bound on data.

A code cell says in its metadata which formulas it checks, and by what, and of which only a part::

    checks: {by: sympy, labels: [eq-growth], part: {eq-squeeze: its last step}}

A run prints how near it came to its bounds (``perclib.show.Near``), and says under ``far`` why
one that did not come near them could not.  What machines prove of a theorem stands in its proof
file (``machine_proofs``).  All that is found is kept in the environment, where other pages read it.
"""

import re
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx_proof.nodes import proof_node

from runs import notebook_runs
from runs.run_while_reading import has_run

CHAPTERS = "notebooks/"
KINDS = {"theorem", "lemma", "corollary", "proposition"}
WAYS = ("sympy", "run")
CELL_FORM = f"{{labels: [...], by: {'|'.join(WAYS)}, part: {{label: words}}, far: words}}"
# What a run prints of itself, the shares in it, and how large these are if nothing is said.
NEARNESS = re.compile(
    r"nearest to its bound: [\d.]+ of it(?: \(.*?\))?(?:, [\d.]+ of it \(.*?\))*"
    r"|both sides are equal"
)
SHARES = re.compile(r"([\d.]+) of it")
NEAR_ENOUGH = 0.9
logger = logging.getLogger(__name__)


class Cell(NamedTuple):
    """A cell that checks a formula, or a part of it, and what a run says of itself."""

    by: str
    docname: str
    anchor: str
    part: str = ""
    said: str = ""


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
    text: tuple[nodes.Element, ...] = ()
    in_proof: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    @property
    def displays(self):
        return (*self.own, *self.in_proof)


def statements(env):
    """Give all theorems so far, by label, in the order of the book once all pages are read."""
    return vars(env).setdefault("perclib_statements", {})


def lines_of(env):
    """Give the lines of theorems, and of cells by the labels that they check.

    They are kept apart: an edit that moves a line changes no other page.
    """
    return vars(env).setdefault("perclib_lines", {})


def cells_of(env):
    """Give the cells that check a label, by label."""
    return vars(env).setdefault("perclib_cells", {})


def forget_page(app, env, docname):
    for label in [label for label, s in statements(env).items() if s.docname == docname]:
        del statements(env)[label]
    for cells in cells_of(env).values():
        cells[:] = [cell for cell in cells if cell.docname != docname]


def collect(app, doctree):
    """Collect the theorems and the checking cells of a page."""
    path = Path(app.env.doc2path(app.env.docname))
    outputs = notebook_runs.notebook_with_outputs(path).cells if has_run(app, path) else []
    collect_cells(app.env, doctree, outputs)
    collect_statements(app.env, doctree)


def collect_cells(env, doctree, outputs):
    for cell in code_cells(doctree):
        meta = cell["cell_metadata"].get("checks")
        if meta is None:
            continue
        if fault := fault_of_form(meta):
            logger.warning("%s in checks; write %s", fault, CELL_FORM, location=cell)
            continue
        # Another page that links to it need not be written again where a cell is added above it.
        name = outputs[cell["cell_index"]].get("id") if outputs else None
        anchor = f"check-{name or cell['cell_index']}"
        cell["ids"].append(anchor)
        said = ""
        if meta["by"] == "run" and outputs:
            said = nearness(meta, outputs[cell["cell_index"]], cell)
        for label, part in (dict.fromkeys(meta["labels"], "") | meta.get("part", {})).items():
            one = Cell(meta["by"], env.docname, anchor, part, said)
            lines_of(env)[env.docname, label, "cell"] = cell.line
            cells_of(env).setdefault(label, []).append(one)


def fault_of_form(meta):
    """Say what is wrong in how a cell names its checks, or nothing."""
    if more := sorted(set(meta) - {"labels", "by", "part", "far"}):
        return f"{more[0]!r} is no key"
    if lacking := [key for key in ("labels", "by") if key not in meta]:
        return f"{lacking[0]!r} is missing"
    return "" if meta["by"] in WAYS else f"{meta['by']!r} is no kind of check"


def nearness(meta, stored, cell):
    """Say of a run how near it came to its bounds, as it prints it, and if it is far, why."""
    printed = "".join(
        str(out.get("text", "") or out.get("data", {}).get("text/plain", ""))
        for out in stored.get("outputs", ())
    )
    near, shares = NEARNESS.findall(printed), [float(x) for x in SHARES.findall(printed)]
    if (not near or min(shares, default=1) < NEAR_ENOUGH) != ("far" in meta):
        logger.warning("a run says how near it came, and why if it is far", location=cell)
    return "; ".join([*near[-1:], *([meta["far"]] if "far" in meta else [])])


def collect_statements(env, doctree):
    """Collect the theorems of a page, each with the displays of the proof that follows it."""
    current = None
    for node in doctree.findall(nodes.Element):
        if kind := kind_of(node):
            title = str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")
            own = {m["label"]: m.astext() for m in labelled(node)}
            text = tuple(p.deepcopy() for p in node.findall(is_text))
            current = Statement(env.docname, node["label"], kind, title, own, text)
            lines_of(env)[env.docname, current.label, ""] = node.line
        elif isinstance(node, proof_node) and current:
            current = current._replace(
                in_proof=current.in_proof + tuple(m["label"] for m in labelled(node)),
                uses=current.uses + labels_referred_to(node),
            )
        else:
            continue
        statements(env)[current.label] = current


def kind_of(node):
    """Give the kind of a labelled theorem, None for other nodes."""
    classes = node.get("classes", [])
    kind = next((k for k in KINDS if k in classes), None)
    return kind if "proof" in classes and node.get("label") else None


def is_text(node):
    return isinstance(node, nodes.paragraph | nodes.math_block)


def labelled(node):
    return [m for m in node.findall(nodes.math_block) if m.get("label")]


def labels_referred_to(node):
    return tuple(
        x["reftarget"]
        for x in node.findall(addnodes.pending_xref)
        if x.get("refdomain") in ("prf", "math")
    )


def code_cells(doctree):
    return [c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code"]


def sort_in_book_order(app, env):
    """Put what was found in the order of the book, whichever pages were read last."""
    pages = env.toctree_includes.get(env.config.root_doc, [])
    order = {name: i for i, name in enumerate(pages)}
    for cells in cells_of(env).values():
        cells.sort(key=lambda cell: order.get(cell.docname, len(order)))
    found = sorted(statements(env).items(), key=lambda x: order.get(x[1].docname, len(order)))
    env.perclib_statements = dict(found)


def warn_of_strange_labels(app, env):
    """Refuse labels of cells that no theorem and no display has."""
    known = {*env.get_domain("math").equations, *statements(env), *getattr(env, "proof_list", {})}
    for label, cells in cells_of(env).items():
        if cells and label not in known:
            line = lines_of(env).get((cells[0].docname, label, "cell"))
            why = "%s is checked and does not exist"
            logger.warning(why, label, location=(cells[0].docname, line))
    return []


def setup(app):
    app.connect("env-purge-doc", forget_page)
    app.connect("doctree-read", collect)
    app.connect("env-updated", sort_in_book_order, priority=300)  # before ``machine_proofs`` looks
    app.connect("env-updated", warn_of_strange_labels)
