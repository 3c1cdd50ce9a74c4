"""The scripts of the pages, read without running them: by Biome, which npm fetches once.

It looks for what breaks pages most often: what does not parse, a name that is written wrong, a name
that is left over.  How scripts are laid out is left to ``layout``.
"""

import re
import shutil
import subprocess
from pathlib import Path

import layout
import pytest

from interactive import figures, playground

OF_PLAY = dict.fromkeys((*playground.SCRIPT_ORDER, *figures.SCRIPT_ORDER))
SCRIPTS = {name: playground.SCRIPTS / f"{name}.js" for name in OF_PLAY}
SCRIPTS |= {name: playground.SCRIPTS.parent / f"{name}.js" for name in ("answers", "progress")}
OF_THE_KERNEL = ("try", "kernel", "bench", "workbench", "worker")
SCRIPTS |= {name: playground.SCRIPTS.parent / "kernel" / f"{name}.js" for name in OF_THE_KERNEL}
HERE = Path(__file__).parent
BIOME = "@biomejs/biome@2.6.8"
KEPT = Path(__file__).resolve().parents[2] / "_build" / "biome-2.6.8"
LONGEST = 120  # characters of a line
# For each a regular expression of what no script of these has.
UNWANTED = {
    "not strict": r'\A(?![\s\S]*^"use strict";$)',
    "a module": r"^\s*(?:import|export)\b",
    "innerHTML is not wanted": r"\binnerHTML\b",
    f"a long line, of more than {LONGEST} characters": rf"^.{{{LONGEST + 1}}}",
}
pytestmark = pytest.mark.xdist_group("biome")  # which is fetched once


@pytest.fixture(scope="module")
def biome():
    """Give a function that returns what Biome says of files: nothing, if all is well."""
    program, npm = KEPT / "node_modules" / ".bin" / "biome", shutil.which("npm")
    if not program.exists():
        if npm is None:
            pytest.skip("npm, which fetches Biome, is not installed")
        fetch = [npm, "install", "--silent", "--no-save", "--prefix", KEPT, BIOME]
        if subprocess.run(fetch, stdout=subprocess.DEVNULL).returncode:
            pytest.skip("npm could not fetch Biome")

    def lint(*paths):
        command = [program, "lint", f"--config-path={HERE}", "--reporter=github", *paths]
        done = subprocess.run(command, capture_output=True, text=True)
        return (done.stdout + done.stderr) * bool(done.returncode)

    return lint


def test_scripts_are_clean(biome):
    assert biome(*layout.scripts()) == ""


def unwanted(text):
    found = [(said, re.search(what, text, re.MULTILINE)) for said, what in UNWANTED.items()]
    return [f"line {len(text[: m.end()].splitlines())}: {said}" for said, m in found if m]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_hold_nothing_that_is_not_wanted(name):
    assert not unwanted(SCRIPTS[name].read_text("utf-8"))


@pytest.mark.parametrize("path", layout.scripts(), ids=lambda path: path.stem)
def test_scripts_are_laid_out(path):
    text = path.read_text("utf-8")
    assert layout.laid_out(text) == text, "run .venv/bin/python tests/site/layout.py"
