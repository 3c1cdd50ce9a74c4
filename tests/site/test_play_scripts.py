"""The scripts of the pages, read without running them: by Biome, which npm fetches once.

It looks for what breaks pages most often: what does not parse, a name that is written wrong, a name
that is left over.  How scripts are laid out is left to ``layout``.
"""

import shutil
import subprocess
from pathlib import Path

import layout
import pytest

HERE = Path(__file__).parent
BIOME = "@biomejs/biome@2.6.8"
KEPT = Path(__file__).resolve().parents[2] / "_build" / "biome-2.6.8"


def test_scripts_are_clean():
    program, npm = KEPT / "node_modules" / ".bin" / "biome", shutil.which("npm")
    if not program.exists():
        if npm is None:
            pytest.skip("npm, which fetches Biome, is not installed")
        fetch = [npm, "install", "--silent", "--no-save", "--prefix", KEPT, BIOME]
        if subprocess.run(fetch, stdout=subprocess.DEVNULL).returncode:
            pytest.skip("npm could not fetch Biome")
    command = [program, "lint", f"--config-path={HERE}", "--reporter=github", *layout.scripts()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
