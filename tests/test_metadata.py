"""What the project says of itself, in several files, is the same everywhere."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
RELEASE = re.compile(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_one_version_and_one_date_of_release():
    version, date = RELEASE.search((ROOT / "CHANGELOG.md").read_text("utf-8")).groups()
    assert version == PROJECT["version"] == CITATION["version"]
    assert str(CITATION.get("date-released", "unreleased")) == date


def test_one_title_and_one_name_of_the_authors():
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    assert config["title"] == CITATION["title"]
    names = [[author["name"] for author in file["authors"]] for file in (PROJECT, CITATION)]
    assert names == [[config["author"]]] * 2


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
