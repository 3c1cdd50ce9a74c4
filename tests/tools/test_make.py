"""The Makefile: it installs once, again after a change, and says what is wrong with a Python."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def make(environment):
    """Run make on the project and return its exit code and what it printed."""

    def run(*arguments):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        done = subprocess.run(["make", *arguments], cwd=ROOT, env=environment, check=False, **pipes)
        return done.returncode, done.stdout

    return run


@pytest.mark.parametrize("extra", ["book", "test"])
def test_it_installs_once_and_after_a_change(extra, make, tmp_path):
    (tmp_path / "pyvenv.cfg").touch()
    stamp = tmp_path / f"installed-{extra}"
    stamp.touch()
    command = ("--dry-run", f"VENV={tmp_path}", str(stamp))
    assert "pip install" not in make(*command)[1]
    for changed in ("pyproject.toml", "constraints.txt"):
        assert "pip install" in make(f"--what-if={changed}", *command)[1]


@pytest.mark.parametrize(
    ("refuses", "said"),
    [
        ("version_info", "is older than Python 3.11"),
        ("ensurepip", "has no venv module"),
        (None, "was not found: install Python 3.11 or later"),
    ],
)
def test_a_python_that_will_not_do(refuses, said, make, tmp_path):
    python = tmp_path / "python"
    if refuses:
        python.write_text(f'#!/bin/sh\ncase "$2" in *{refuses}*) exit 1 ;; esac\n')
        python.chmod(0o755)
    code, output = make(f"VENV={tmp_path / 'venv'}", f"PYTHON={python}", "book")
    assert code == 2
    (line,) = [line for line in output.splitlines() if not line.startswith("make")]
    assert said in line
    assert "install" in line
