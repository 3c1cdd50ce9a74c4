"""Which tests are of the book: they look at it, or import what builds it.

Where Jupyter Book is not installed, as with the oldest and the newest versions of what the library
needs, they are left out.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDERS = {"docutils", "jupyter_book", "py_mini_racer", "sphinx"}
BUILT = re.compile(r'_build("? / "|/)html')


def imported(text):
    """Name the modules that a file imports when it is imported itself, each as it may be called."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


def all_imports(path):
    """Name the modules that a file imports, in functions as well."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module


def files():
    """List the files of such tests and of their helpers, by what they say, or import in turn."""
    folder = ROOT / "book" / "_ext"
    tests = {path.stem: path for path in (ROOT / "tests").rglob("*.py")}
    built = folder.glob("*/*.py")
    paths = {".".join(p.relative_to(folder).with_suffix("").parts): p for p in built} | tests
    texts = {name: path.read_text("utf-8") for name, path in paths.items()}
    imports = {name: set(imported(text)) for name, text in texts.items()}
    roots = {name: {whole.partition(".")[0] for whole in imports[name]} for name in texts}
    found = {name for name in texts if BUILT.search(texts[name]) or roots[name] & BUILDERS}
    while more := {name for name in texts if imports[name] & found} - found:
        found |= more
    return sorted(str(path) for name, path in tests.items() if name in found)
