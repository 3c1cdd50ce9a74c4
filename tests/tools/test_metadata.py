"""What the project says of itself, in several files, is the same everywhere."""

import csv
import re
import sys
import tomllib
from pathlib import Path

import yaml
from of_the_book import all_imports
from oldest import oldest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
RELEASE = re.compile(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_one_version_date_title_address_and_name_of_the_authors():
    version, date = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8")).groups()
    assert version == PROJECT["version"] == CITATION["version"]
    assert str(CITATION.get("date-released", "unreleased")) == date
    assert f"Version {version}, {date}." in CONFIG["html"]["extra_footer"]
    assert CONFIG["title"] == CITATION["title"]
    assert CITATION.get("repository-code") == PROJECT.get("urls", {}).get("Repository")
    names = [[author["name"] for author in file["authors"]] for file in (PROJECT, CITATION)]
    assert names == [[CONFIG["author"]]] * 2
    licence = (ROOT / "book/licence.md").read_text("utf-8")
    for said in (
        f"This is version {version}, {date}.",
        f"version = {{{version}}},",
        f"title   = {{{CITATION['title']}}},",
        f"author  = {{{{{CONFIG['author']}}}}},",
    ):
        assert said in licence


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


def roots(paths):
    """Name the packages that files import."""
    return {name.partition(".")[0] for path in paths for name in all_imports(path)}


def test_what_the_library_imports_has_an_oldest_version():
    named = {re.split("[<>=]", one)[0] for one in oldest(PROJECT)}
    imported = roots((ROOT / "perclib").rglob("*.py"))
    # Their names on PyPI; mpmath comes with sympy, in the version that it needs.
    imported = {{"sklearn": "scikit-learn"}.get(name, name) for name in imported}
    brought = {"perclib", "mpmath"}
    assert imported - sys.stdlib_module_names - brought == named
