"""The pages of the library show every public module."""

import re
from pathlib import Path

from prover.axioms import AXIOMS

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"


def test_every_module_has_a_page_and_is_listed():
    package = ROOT / "perclib"
    files = (path.relative_to(package).with_suffix("") for path in package.rglob("[!_]*.py"))
    modules = sorted(".".join(path.parts) for path in files)
    page = (ROOT / "book/api.md").read_text("utf-8")
    assert sorted(re.findall(r"^   (\w.*)", page, re.MULTILINE)) == modules
    for module in modules:
        text = (ROOT / f"book/api/{module}.md").read_text("utf-8")
        assert f".. automodule:: perclib.{module}\n" in text


def test_every_axiom_is_shown():
    text = (HTML / "book/proofs/api/axioms.html").read_text("utf-8")
    shown = [re.findall("<td>.*?</td>", row, re.DOTALL) for row in text.split("<tr")[2:]]
    told = [
        (re.sub("<.*?>", "", cells[0]), *(cell.count("<math") for cell in cells[1:]))
        for cells in shown
    ]
    assert told == [(name, 1, len(all_of) - 1) for name, all_of in AXIOMS.items()]
