"""The page of the library shows every public module."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_module_is_on_the_page():
    package = ROOT / "perclib"
    files = (path.relative_to(package).with_suffix("") for path in package.rglob("[!_]*.py"))
    modules = {".".join(path.parts) for path in files}
    shown = re.findall(r"automodule:: perclib\.([\w.]+)", (ROOT / "book/api.md").read_text("utf-8"))
    assert sorted(shown) == sorted(modules)
