"""What the project says of itself, in several files, is the same everywhere."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from oldest import oldest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CI = (ROOT / ".ci/run").read_text("utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
RELEASE = re.compile(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_one_version_and_one_date_of_release():
    version, date = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8")).groups()
    assert version == PROJECT["version"] == CITATION["version"]
    assert str(CITATION.get("date-released", "unreleased")) == date
    landing = (ROOT / "book/index.md").read_text("utf-8")
    assert f"This is version {version}, {date}." in landing
    assert f"version = {{{version}}}," in landing
    assert f"Version {version}, {date}." in CONFIG["html"]["extra_footer"]


def test_one_title_and_one_name_of_the_authors():
    assert CONFIG["title"] == CITATION["title"]
    landing = (ROOT / "book/index.md").read_text("utf-8")
    assert f"title   = {{{CITATION['title']}}}," in landing
    assert f"author  = {{{{{CONFIG['author']}}}}}," in landing
    names = [[author["name"] for author in file["authors"]] for file in (PROJECT, CITATION)]
    assert names == [[CONFIG["author"]]] * 2


def test_one_address():
    assert CITATION.get("repository-code") == PROJECT.get("urls", {}).get("Repository")


@pytest.mark.parametrize("address", [None, "https://github.com/owner/book"])
def test_pages_link_to_the_address(address, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(ROOT / "book" / "_ext")
    from address import add_buttons

    urls = f'urls = {{ Repository = "{address}" }}' if address else ""
    (tmp_path / "pyproject.toml").write_text(f"[project]\n{urls}\n", "utf-8")
    config = SimpleNamespace(html_theme_options={"kept": 1})
    add_buttons(SimpleNamespace(confdir=tmp_path), config)
    assert config.html_theme_options.pop("kept") == 1
    options = {"repository_url": address, "use_repository_button": True, "use_issues_button": True}
    assert config.html_theme_options == (options if address else {})


def test_what_the_library_imports_has_an_oldest_version():
    named = {re.split("[<>=]", one)[0] for one in oldest(PROJECT)}
    imported = set()
    for path in (ROOT / "perclib").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module.split(".")[0])
    # Their names on PyPI; mpmath comes with sympy, in the version that it needs.
    imported = {{"sklearn": "scikit-learn"}.get(name, name) for name in imported}
    assert imported - sys.stdlib_module_names - {"perclib", "mpmath"} == named


WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))


def commands(job):
    """Give each command of a job, with every choice of its matrix put in."""
    for choice in job.get("strategy", {}).get("matrix", {}).get("include", [{}]):
        for step in job["steps"]:
            if "run" in step:
                yield step["run"].replace("${{ matrix.versions }}", choice.get("versions", ""))


def test_the_workflow_runs_what_a_desk_runs(environment):
    """Each command is a file of the project, or a target that make knows how to make."""
    told = {name: set(commands(job)) for name, job in WORKFLOW["jobs"].items()}
    assert told == {
        "test": {".ci/run"},
        "versions": {"make oldest", "make newest"},
        "publish": set(),
    }
    subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT, check=True)
    tests = {"make test": ' -m "not thorough" ', "make thorough": " -m thorough "}
    assert re.findall(r"^make .*", CI, re.MULTILINE) == list(tests)  # each test in one of them
    for command in (*told["versions"], *tests):
        said = subprocess.run(
            [*command.split(), "--dry-run"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert said.returncode == 0, said.stderr
        assert "pytest --numprocesses=logical --dist=loadgroup" in said.stdout
        assert {of for of in tests.values() if of in said.stdout} == {tests.get(command)} - {None}


def test_ci_installs_a_browser_and_coq():
    packages = re.findall(r"^command -v (\w+).* missing\+=\((\w+)\)$", CI, re.MULTILINE)
    assert packages == [("chromium", "chromium"), ("coqc", "coq")]
    assert WORKFLOW["jobs"]["publish"]["needs"] == ["test", "versions"]
