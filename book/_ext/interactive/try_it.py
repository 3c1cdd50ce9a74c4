"""The buttons "Try it": each folded check with proofs can be run, changed, in the page.

For each page there is a file with its checks, fetched when a button is pressed: the code of a
check, and what it needs of the earlier cells of its page.  Where the kernel's files could not be
fetched (``web_kernel``) there are no buttons.
"""

import ast
import builtins
import json
import re
from copy import copy
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
from docutils import nodes
from sphinx.util import logging

from interactive import breaks, web_kernel
from parts import load_on_pages, when_written

logger = logging.getLogger(__name__)


class NamesIn(NamedTuple):
    """What a statement reads, what it binds, and what it may change by calling a method."""

    reads: set
    binds: set
    changes: set


class Statement(NamedTuple):
    """A statement of a cell, what it does to names, and the line or the theorem that it is."""

    node: ast.stmt
    cell: str
    names: NamesIn
    line: tuple | None
    theorem: tuple | None


LINES = {"step", "cases", "induction", "sum_up", "apply"}
BUILTIN = set(dir(builtins))


def root_of(node):
    """Name what an attribute or an item is of: ``bn`` of ``bn.facts["far"].claim``."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def imported(alias):
    """Name what an import binds."""
    return (alias.asname or alias.name).partition(".")[0]


def names_in(statement):
    """Say what a statement does to the names of its page."""
    own, reads, binds, changes = set(), set(), set(), {None}
    for n in ast.walk(statement):
        if isinstance(n, ast.Name):
            (reads if isinstance(n.ctx, ast.Load) else binds).add(n.id)
        elif isinstance(n, ast.arg):
            own.add(n.arg)
        elif isinstance(n, ast.comprehension | ast.For):
            own |= {x.id for x in ast.walk(n.target) if isinstance(x, ast.Name)}
        elif isinstance(n, ast.Import | ast.ImportFrom):
            binds |= set(map(imported, n.names))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
            changes.add(root_of(n.func))
        elif isinstance(n, ast.Attribute | ast.Subscript) and isinstance(n.ctx, ast.Store):
            changes.add(root_of(n))
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        own, binds = own | binds, {statement.name}
    return NamesIn(reads - own - BUILTIN, binds - own, changes - own - {None})


def call_in(statement):
    """Give the call of a line of a proof, ``bn.step("far", ...)``, if a statement is one."""
    call = statement.value if isinstance(statement, ast.Expr | ast.Assign) else None
    if isinstance(call, ast.Call) and root_of(call.func) == "print" and len(call.args) == 1:
        call = call.args[0]
    found = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args
    return call if found and isinstance(call.args[0], ast.Constant) else None


def line_of(statement):
    """Give the proof and the label of a line of a proof, or nothing."""
    call = call_in(statement)
    return (root_of(call.func), call.args[0].value) if call and call.func.attr in LINES else None


def theorem_of(statement):
    """Give proof, name and label of a theorem that is made of a line, or nothing."""
    call = call_in(statement) if isinstance(statement, ast.Expr) else None
    made = call and call.func.attr == "theorem" and isinstance(call.args[1], ast.Constant)
    return (root_of(call.func), call.args[0].value, call.args[1].value) if made else None


def texts_in(node):
    """List the texts in code, and what they name: hints name products, "far * far, far * count"."""
    texts = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
    return {part for x in texts if isinstance(x, str) for part in (x, *re.split(r" \* |, ", x))}


def proofs_seen_whole(node):
    """Name the proofs of which a theorem is made, which looks at all lines, or all are read."""
    parts = (n for n in ast.walk(node) if isinstance(n, ast.Attribute))
    return {root_of(n) for n in parts if n.attr in ("theorem", "facts")}


@cache  # each check of a page looks at all cells before it
def statements_of(cell):
    """Read a cell, statement by statement."""
    return [
        Statement(node, cell, names_in(node), line_of(node), theorem_of(node))
        for node in ast.parse(cell).body
    ]


def needed_statements(earlier, code):
    """Take from earlier cells the statements that some code needs, in their order.

    Backwards: a statement is needed that binds a name which is read later, or calls a method of
    what is read later.  A line of a proof is needed if its label is named later, or if the code
    looks at the whole proof.  Of a theorem its name is needed, not its witness.

    Parameters
    ----------
    earlier : sequence of str
        The cells before.
    code : str
    """
    tree = ast.parse(code)
    texts, whole, lines, out, wanted = texts_in(tree), proofs_seen_whole(tree), set(), [], set()
    for node in reversed(tree.body):
        uses = names_in(node)
        wanted = (wanted - uses.binds) | uses.reads
    statements = [statement for cell in earlier for statement in statements_of(cell)]
    modules = {
        imported(alias)
        for statement in statements
        if isinstance(statement.node, ast.Import)
        for alias in statement.node.names
    }
    for node, cell, uses, line, theorem in reversed(statements):
        if isinstance(node, ast.Import | ast.ImportFrom):
            node = copy(node)
            node.names = [alias for alias in node.names if imported(alias) in wanted]
            out += [(ast.unparse(node), None)] * bool(node.names)
        elif theorem:
            proof, name, label = theorem
            out.append((f"{proof}.theorem({name!r}, {label!r}, None)", (proof, label)))
        elif line and not uses.binds & wanted and line[0] not in whole and line[1] not in texts:
            continue
        elif (uses.binds | uses.changes - modules) & wanted:
            out.append((ast.get_source_segment(cell, node), None))
            lines.add(line)
            wanted |= uses.reads
            texts |= texts_in(node)
        else:
            continue
        wanted -= uses.binds - uses.reads
    return "\n".join(text for text, of in reversed(out) if of is None or of in lines)


def way_of(cell):
    """Say how a cell checks: kernel, algebra, run, or not at all."""
    return cell["cell_metadata"].get("checks", {}).get("by")


def groups(doctree):
    """List the folds with proofs: the node, and the checks in it."""
    for box in doctree.findall(nodes.container):
        if {"cell", "checks"} <= set(box.get("classes", ())):
            cells = [c for c in box.findall(nodes.container) if c.get("nb_element") == "cell_code"]
            if "kernel" in map(way_of, cells):
                yield box, cells


def tries_by_page(env):
    """Give what each page's checks need, by page and by the anchor of a check."""
    return vars(env).setdefault("perclib_tries", {})


def forget_page(app, env, docname):
    tries_by_page(env).pop(docname, None)


def collect_tries(app, doctree):
    """Put a button beside each fold with proofs, and keep what it opens."""
    docname = app.env.docname
    path = Path(app.env.doc2path(docname))
    if path.suffix != ".ipynb" or not web_kernel.kernel_is_there():
        return
    cells = nbformat.read(path, as_version=4).cells
    for box, group in groups(doctree):
        last = max(n for n, cell in enumerate(group) if way_of(cell) == "kernel")
        taken = [cell for cell in group[: last + 1] if way_of(cell) in ("kernel", None)]
        places = [cell["cell_index"] for cell in taken]
        earlier = [cell.source for cell in cells[: places[0]] if cell.cell_type == "code"]
        code = "\n\n".join(cells[place].source for place in places)
        anchor = next(name for cell in taken for name in cell["ids"] if name.startswith("check-"))
        ids = [cells[place].id for place in places]
        kept = {"before": needed_statements(earlier, code), "code": code, "cells": ids}
        kept["left"] = len(group) - len(taken)
        kept["breaks"], lost = breaks.offered_breaks(path.stem, ids[0], code)
        for row in lost:
            logger.warning("breaks.csv: not in this check: %s", row, location=group[0])
        tries_by_page(app.env).setdefault(docname, {})[anchor] = kept
        button = (
            f'<button class="try-it" type="button" hidden data-check="{anchor}">Try it</button>'
        )
        box += nodes.raw("", button, format="html")


def write_checks(app, out):
    """Write for each page what its checks need."""
    if not web_kernel.kernel_is_there():
        return
    place = out / web_kernel.KERNEL_FOLDER / "checks"
    place.mkdir(parents=True, exist_ok=True)
    for page, checks in tries_by_page(app.env).items():
        text = json.dumps(checks, ensure_ascii=False)
        (place / f"{Path(page).name}.json").write_text(text, encoding="utf-8")


def setup(app):
    app.connect("env-purge-doc", forget_page)
    app.connect("doctree-read", collect_tries, priority=600)  # when ``checks`` has folded them
    load_on_pages(app, lambda page: tries_by_page(app.env).get(page), "kernel/try.js")
    when_written(app, write_checks, 600)  # after ``web_kernel``
