"""The buttons "Try it": each proof file can be run, changed, on the page of machine proofs.

For each page there is a file with its scripts, fetched when a button is pressed: a script, and what
it needs of the files that it imports.  Where the kernel's files could not be fetched
(``web_kernel``) there are no buttons.
"""

import ast
import re
from functools import cache
from pathlib import Path

from docutils import nodes

import run_proofs
from interactive import web_kernel
from interactive.changes import offered_changes
from marks.proof_files import proof_files
from parts import fill_later, load_on_pages, when_written, write_data


def names_in(node):
    """List the names that stand in some code."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def names_set_by(node):
    """Name what a statement binds, or what it calls a method of: ``bn`` of ``bn.step(...)``."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, ast.Assign):
        return set().union(*map(names_in, node.targets))
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return names_in(node.value.func if is_call else node)


@cache
def statements_of(script):
    """Read a script: its statements, each with its text."""
    lines = script.split("\n")
    return [
        (node, "\n".join(lines[node.lineno - 1 : node.end_lineno]))
        for node in ast.parse(script).body
    ]


def needed_statements(scripts, code):
    """Take from earlier scripts, in their order, what sets a name that is used later."""
    names, out = names_in(ast.parse(code)), []
    for script in reversed(scripts):
        for node, text in reversed(statements_of(script)):
            if names_set_by(node) & names:
                names |= names_in(node)
                out.append(text)
    return "\n".join(reversed(out))


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


def collect_tries(app, env):
    """Keep what each button opens, by page and by the anchor of a proof file."""
    env.perclib_tries = {}
    for file in proof_files(env) if web_kernel.kernel_is_there() else ():
        code = script_of(file.source)
        sources = [run_proofs.file_of(name).read_text("utf-8") for name in file.before]
        before = needed_statements(list(map(script_of, sources)), code)
        kept = {"before": before, "code": code, "file": file.name}
        kept["breaks"] = offered_changes(f"{file.chapter}.{file.name}", code)
        if "Proof(" in kept["before"] + code:
            env.perclib_tries.setdefault(file.page, {})[file.anchor] = kept


def button(app, here, anchor):
    """Put a button beside a proof file that can be tried."""
    text = f'<button class="try-it" type="button" hidden data-check="{anchor}">Try it</button>'
    there = anchor in app.env.perclib_tries.get(here, ())
    return [nodes.raw("", text, format="html")] if there else []


def write_checks(app, out):
    """Write for each page what its scripts need."""
    for page, checks in app.env.perclib_tries.items():
        name = f"{Path(page).name}.json"
        write_data(out / web_kernel.KERNEL_FOLDER / "checks" / name, checks)


def setup(app):
    app.connect("env-updated", collect_tries, priority=450)  # when ``proof_files`` are read
    fill_later(app, "try-it", button)
    load_on_pages(app, 'class="try-it"', "kernel/try.js")
    when_written(app, write_checks, 600)  # after ``web_kernel``
