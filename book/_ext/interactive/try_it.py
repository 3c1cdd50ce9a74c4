"""The buttons "Try it": each proof file can be run, changed, on the page of machine proofs.

For each page there is a file with its scripts, fetched when a button is pressed: a script, and what
it needs of the files that it imports.  Where the kernel's files could not be fetched
(``web_kernel``) there are no buttons.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

import run_proofs
from interactive import web_kernel
from interactive.changes import offered_changes
from marks.proof_files import proof_files
from parts import load_on_pages, when_written

LINES = {"step": 0, "cases": 0, "induction": 0, "sum_up": 0, "apply": 0, "theorem": 1}


def names_in(node):
    """List the names that stand in some code."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def texts_in(node):
    """List the texts in code, and what they name: hints name products, "far * far, far * count"."""
    texts = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
    return {part for x in texts if isinstance(x, str) for part in (x, *re.split(r" \* |, ", x))}


def names_set_by(node):
    """Name what a statement binds, or what it calls a method of: ``bn`` of ``bn.step(...)``."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, ast.Assign):
        return set().union(*map(names_in, node.targets))
    return names_in(node.value.func if is_call(node) else node)


def is_call(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def label_of(node):
    """Give the label of a line of a proof, ``bn.step("far", ...)``, or of which a theorem is."""
    method = getattr(node.value.func, "attr", "") if is_call(node) else ""
    return node.value.args[LINES[method]].value if method in LINES else None


@cache
def statements_of(script):
    """Read a script: its statements, each with its text."""
    lines = script.split("\n")
    return [
        (node, "\n".join(lines[node.lineno - 1 : node.end_lineno]))
        for node in ast.parse(script).body
    ]


def needed_statements(scripts, code):
    """Take from earlier scripts what is named later, in its order: names, and lines of proofs."""
    tree, out = ast.parse(code), []
    names, texts = names_in(tree), texts_in(tree)
    for script in reversed(scripts):
        for node, text in reversed(statements_of(script)):
            if names_set_by(node) & names and label_of(node) in {None, *texts}:
                names |= names_in(node)
                texts |= texts_in(node)
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
        kept["breaks"] = offered_changes(f"{file.chapter}.{file.name}", code)
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
