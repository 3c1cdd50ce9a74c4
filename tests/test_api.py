"""The page of the library shows every public module."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_module_is_on_the_page():
    modules = {path.stem for path in (ROOT / "perclib").glob("[!_]*.py")}
    shown = re.findall(r"automodule:: perclib\.(\w+)", (ROOT / "book/api.md").read_text())
    assert sorted(shown) == sorted(modules)
