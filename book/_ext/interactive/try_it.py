"""The buttons "Try it": each proof file can be run, changed, on the page of machine proofs.

For each page there is a file with its scripts, fetched when a button is pressed: a script, and what
it needs of the files that it imports.  Where the kernel's files could not be fetched
(``web_kernel``) there are no buttons.
"""

import ast
import builtins
import json
import re
from copy import copy
from functools import cache
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

import run_proofs
from interactive import breaks, web_kernel
from marks.proof_files import proof_files
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
    text: str
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
    lines = cell.split("\n")

    def read(node):
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        return Statement(node, text, names_in(node), line_of(node), theorem_of(node))

    return [read(node) for node in ast.parse(cell).body]


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
    for node, text, uses, line, theorem in reversed(statements):
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
            out.append((text, None))
            lines.add(line)
            wanted |= uses.reads
            texts |= texts_in(node)
        else:
            continue
        wanted -= uses.binds - uses.reads
    return "\n".join(text for text, of in reversed(out) if of is None or of in lines)


@cache
def script_of(source):
    """Give the script of a proof file: without its docstring, its tables, and imports of others."""
    lines = source.split("\n")
    for node in reversed(ast.parse(source).body):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docstring or is_table(node) or imports_proof(node):
            del lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(lines).strip("\n")


def is_table(node):
    """Whether a statement says what a file proves, in a name of capital letters."""
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    return isinstance(target, ast.Name) and re.fullmatch(r"[A-Z]{2,}(_[A-Z]+)*", target.id)


def imports_proof(node):
    """Whether a statement imports another proof file."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    names += [node.module] if isinstance(node, ast.ImportFrom) else []
    return any(map(run_proofs.is_proof, names))


def tries_by_page(env):
    """Give what each page's scripts need, by page and by the anchor of a proof file."""
    return vars(env).setdefault("perclib_tries", {})


def collect_tries(app, env):
    """Keep what each button opens."""
    env.perclib_tries = {}
    for file in proof_files(env).values() if web_kernel.kernel_is_there() else ():
        code = script_of(file.source)
        sources = [run_proofs.file_of(name).read_text("utf-8") for name in file.before]
        before = needed_statements(list(map(script_of, sources)), code)
        kept = {"before": before, "code": code, "file": file.name}
        kept["breaks"], lost = breaks.offered_breaks(file.chapter, file.name, code)
        for row in lost:
            logger.warning("breaks.csv: not in this proof file: %s", row)
        if "Proof(" in kept["before"] + code:
            tries_by_page(env).setdefault(file.page, {})[file.anchor] = kept


class PlaceButtons(SphinxPostTransform):
    """Put a button beside each proof file that can be tried."""

    default_priority = 6  # when ``machine_proofs`` has shown them

    def run(self):
        there = tries_by_page(self.env).get(self.env.docname, ())
        for box in list(self.document.findall(nodes.container)):
            anchor = box["ids"][0].removeprefix("file-") if "proof_file" in box else None
            if anchor in there:
                button = (
                    '<button class="try-it" type="button" hidden data-check="{}">Try it</button>'
                )
                box += nodes.raw("", button.format(anchor), format="html")


def write_checks(app, out):
    """Write for each page what its scripts need."""
    if not web_kernel.kernel_is_there():
        return
    place = out / web_kernel.KERNEL_FOLDER / "checks"
    place.mkdir(parents=True, exist_ok=True)
    for page, checks in tries_by_page(app.env).items():
        text = json.dumps(checks, ensure_ascii=False)
        (place / f"{Path(page).name}.json").write_text(text, encoding="utf-8")


def setup(app):
    app.connect("env-updated", collect_tries, priority=450)  # when ``proof_files`` are read
    app.add_post_transform(PlaceButtons)
    load_on_pages(app, lambda page: tries_by_page(app.env).get(page), "kernel/try.js")
    when_written(app, write_checks, 600)  # after ``web_kernel``
