"""The workflow: what it runs is there, and actionlint finds no fault in it."""

import re
from pathlib import Path

import yaml
from processes import printed

ROOT = Path(__file__).resolve().parents[2]
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
