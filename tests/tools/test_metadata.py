"""What the project says of itself, in several files, is the same everywhere."""

import ast
import csv
import importlib
import re
import shutil
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import site_checks
import yaml
from of_the_book import all_imports
from oldest import oldest
from processes import ran

from ledger import ledger_pages
from perclib.proof import kernel

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CI = (ROOT / ".ci/run").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
EXTENSIONS = ROOT / "book" / "_ext"
PACKAGES = sorted(path.parent.name for path in EXTENSIONS.glob("*/__init__.py"))
RELEASE = re.compile(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_one_version_and_one_date_of_release():
    version, date = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8")).groups()
    assert version == PROJECT["version"] == CITATION["version"]
    assert str(CITATION.get("date-released", "unreleased")) == date
    licence = (ROOT / "book/licence.md").read_text("utf-8")
    assert f"This is version {version}, {date}." in licence
    assert f"version = {{{version}}}," in licence
    assert f"Version {version}, {date}." in CONFIG["html"]["extra_footer"]


def test_one_title_and_one_name_of_the_authors():
    assert CONFIG["title"] == CITATION["title"]
    licence = (ROOT / "book/licence.md").read_text("utf-8")
    assert f"title   = {{{CITATION['title']}}}," in licence
    assert f"author  = {{{{{CONFIG['author']}}}}}," in licence
    names = [[author["name"] for author in file["authors"]] for file in (PROJECT, CITATION)]
    assert names == [[CONFIG["author"]]] * 2


def test_the_licence_names_what_is_of_others():
    """The fonts, what has a licence file of its own, and what npm fetches for the built book."""
    own, _, others = (ROOT / "LICENSE").read_text("utf-8").partition("\nThe work of others\n")
    assert "listed at the end of this file" in own
    named = re.findall(r"book/_\S+?(?=[,.]?\s)", others)
    fonts = list((ROOT / "book/_static/fonts").glob("*.woff2"))
    assert fonts
    for path in [*fonts, *ROOT.glob("book/**/LICENSE*"), *ROOT.glob("book/**/OFL*")]:
        place = path.relative_to(ROOT)
        assert any(place.match(name) or str(place).startswith(name) for name in named), path
    for name in named:
        assert list(ROOT.glob(name.rstrip("/"))), name
    with (ROOT / "book/web_kernel.csv").open(encoding="utf-8") as file:
        packages = {row["package"] for row in csv.DictReader(file)}
    assert packages
    assert all(re.search(rf"\b{package}\b", others) for package in packages)


def rows_of(table, key):
    """How many rows of a table of the book have each value of a column."""
    with (ROOT / "book" / table).open(encoding="utf-8", newline="") as file:
        return Counter(row[key] for row in csv.DictReader(file))


def rules_of_the_kernel():
    """The rules in the table of the page on the kernel, each a function of it."""
    page = (ROOT / "book/kernel.md").read_text("utf-8")
    rules = re.findall(r"^\| \*\*(\w+)\*\* \|", page, re.MULTILINE)
    assert all(callable(getattr(kernel, rule)) for rule in rules)
    return len(set(rules))


# The numbers that these files spell out: what counts them, or why nothing does.
COUNTED = {
    "seven rules": rules_of_the_kernel,
    "five sources": lambda: len(ledger_pages.SOURCES),
    "five theorems": lambda: (ROOT / "book/coq.md").read_text("utf-8").count("```{prove}"),
    "four digits": "with fewer an answer is near: tests/book/test_answer_entries.py",
    "three ways": lambda: max(rows_of("breaks.csv", "cell").values()),
    "ten steps": lambda: (ROOT / "book/workbench.md").read_text("utf-8").count("```{gap}"),
    "ten slowest": lambda: int(re.search(r"--durations=(\d+)", MAKEFILE)[1]),
    "two labels": "what the picture shows",
    "four chapters": "a commit of the past",
    "two files": "a notebook and its text",
    "two cells": "that one mark parts",
    "six packages": lambda: len(PACKAGES),
    "two pictures": "of the playground",
    "two fonts": lambda: len(site_checks.FACES),
}
NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
LARGER = r"\w+teen|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen"
SPELLED = re.compile(rf"\b((?:{'|'.join(NUMBERS)}|{LARGER}) [a-z]+)", re.IGNORECASE)


def test_each_number_that_is_spelled_out_is_counted():
    said = set()
    for name in ("README.md", "perclib/README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        text = re.sub(r"```.*?```|`[^`]*`", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
        said |= {phrase.lower() for phrase in SPELLED.findall(text)}
    assert said == set(COUNTED)
    for phrase, count in COUNTED.items():
        if callable(count):
            assert count() == 2 + NUMBERS.index(phrase.split()[0]), phrase


def roots(paths):
    """Name the packages that files import."""
    return {name.partition(".")[0] for path in paths for name in all_imports(path)}


def imported_packages(package):
    """Name the packages of extensions that one imports, in functions as well."""
    return roots((EXTENSIONS / package).glob("*.py")) & set(PACKAGES)


def test_extensions_import_in_one_direction():
    """That of the table in CONTRIBUTING.md, of the settings, and of what the first package says."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    order = re.findall(r"^\| `(\w+)` \| .* \| `\w+\.py` \|$", text, re.MULTILINE)
    assert sorted(order) == PACKAGES
    for n, package in enumerate(order):
        assert imported_packages(package) <= set(order[: n + 1]), package
    assert "``marks``,\n``ledger``, ``interactive``, ``typeset``, ``website``, ``paper``" in (
        EXTENSIONS / "marks" / "__init__.py"
    ).read_text("utf-8")
    assert [name for name in CONFIG["sphinx"]["config"]["extensions"] if name in order] == order


def rooms_used(path):
    """Name the modules of the library that one of its files imports, in functions as well."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "perclib":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module.startswith("perclib."):
            yield node.module.split(".")[1]


def test_the_library_imports_in_one_direction():
    """That of the list in CONTRIBUTING.md, which names each module that is not private."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    order = re.findall(r"`(\w+)`", text.split("only from modules before it in this list: ")[1])
    modules = {path.stem for path in (ROOT / "perclib").glob("[!_]*.py")}
    order = order[: len(modules)]
    assert set(order) == modules
    for n, name in enumerate(order):
        used = set(rooms_used(ROOT / "perclib" / f"{name}.py"))
        assert used & modules <= set(order[:n]), name
    assert {"kernels", "relatives", "perceptron"} < set(rooms_used(ROOT / "perclib/estimator.py"))


def test_each_extension_is_set_up():
    for package in PACKAGES:
        modules = importlib.import_module(package).MODULES
        with_setup = {
            path.stem
            for path in (EXTENSIONS / package).glob("*.py")
            if "\ndef setup(app):" in path.read_text("utf-8")
        }
        assert set(modules) == with_setup - {"__init__"}, package


def test_the_kernel_imports_what_is_said():
    """Python's own modules, and the table of its axioms."""
    imported = set(all_imports(ROOT / "perclib/proof/kernel.py"))
    own = {name for name in imported if name.split(".")[0] in sys.stdlib_module_names}
    assert imported - own == {"perclib.proof.axioms"}
    assert "a few of Python's own modules and the table of its axioms" in (
        ROOT / "CHANGELOG.md"
    ).read_text("utf-8")


def test_one_address():
    assert CITATION.get("repository-code") == PROJECT.get("urls", {}).get("Repository")


def test_what_the_library_imports_has_an_oldest_version():
    named = {re.split("[<>=]", one)[0] for one in oldest(PROJECT)}
    imported = roots((ROOT / "perclib").rglob("*.py"))
    # Their names on PyPI; llvmlite comes with numba, mpmath with sympy, and threadpoolctl with
    # scikit-learn, in the versions that these need.
    imported = {{"sklearn": "scikit-learn"}.get(name, name) for name in imported}
    brought = {"perclib", "llvmlite", "mpmath", "threadpoolctl"}
    assert imported - sys.stdlib_module_names - brought == named


def test_ci_installs_what_the_tests_need():
    packages = re.findall(r"^command -v (\w+).* missing\+=\((\w+)\)$", CI, re.MULTILINE)
    assert packages == [("chromium", "chromium"), ("coqc", "coq"), ("npm", "npm")]


FAKE = """
import os, pytest
def test_a(): pytest.skip(os.environ["WHY"])
"""


@pytest.mark.parametrize(
    ("reason", "ci", "code"),
    [("no reason", "", 0), ("no reason", "true", 1), ("known", "true", 0)],
)
def test_where_ci_is_set_a_skip_needs_a_known_reason(reason, ci, code, environment, tmp_path):
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "skips.txt").write_text("# why\nknown\n")
    shutil.copy(ROOT / "tests" / "of_the_book.py", tmp_path)
    (tmp_path / "test_fake.py").write_text(FAKE)
    told = {**environment, "CI": ci, "WHY": reason}
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_fake.py")
    done = ran(*command, cwd=tmp_path, env=told)
    assert done.returncode == code, done.stdout
    assert ("not in tests/skips.txt" in done.stdout) == bool(code)
