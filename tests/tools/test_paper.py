"""The book on paper: it is set without a warning, and what stands on its pages is whole.

Where LaTeX is not installed, this is skipped (``tests/skips.txt``): about 300 MB for one test.
"""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from processes import printed, ran

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("xelatex", "latexmk", "rsvg-convert")
TOO_WIDE = 5  # points
TOO_HIGH = 12  # points, a line: what reaches less far below the page stands in its margin
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("paper"),
    pytest.mark.timeout(1800),  # three passes over some hundred pages
]


def wrong_in_log(log):
    """List what a log of LaTeX tells of pages that are not whole."""
    log = re.sub(r"(?<=.{79})\n(?=.)", "", log)  # it breaks its lines
    told = r"^Missing character: .*|^LaTeX Warning: .*(?:undefined|multiply).*"
    found = re.findall(told, log, re.M)
    over = re.findall(r"^(Overfull \\([hv])box \(([\d.]+)pt too \w+\).*)", log, re.M)
    limit = {"h": TOO_WIDE, "v": TOO_HIGH}
    return found + [line for line, way, points in over if float(points) > limit[way]]


def numbers_of(text):
    """List theorems and their like by their numbers, as their heads in LaTeX begin."""
    kinds = "Theorem|Lemma|Corollary|Definition|Algorithm"
    return set(re.findall(rf"(?:^|bookhead\{{)((?:{kinds}) \d+\.\d+)\b", text))


@pytest.fixture(scope="module")
def paper(environment):
    """Set the book; give its folder."""
    if not all(map(shutil.which, NEEDED)):
        pytest.skip("XeLaTeX, librsvg or poppler is not installed")
    printed(sys.executable, "book/set_paper.py", cwd=ROOT, env=environment)
    return ROOT / "_build" / "paper" / "book"


def test_latex_tells_of_nothing_that_is_not_whole(paper):
    assert wrong_in_log((paper / "book.log").read_text("utf-8", errors="replace")) == []


def test_theorems_have_the_numbers_of_the_web(paper):
    labels = json.loads((ROOT / "_build/html/_static/labels.json").read_text("utf-8"))["labels"]
    web = set.union(*(numbers_of(title) for title, place in labels.values() if "/" in place))
    assert len(web) > 100
    assert web == numbers_of((paper / "book.tex").read_text("utf-8"))


def test_without_latex_it_says_what_to_install(environment):
    done = ran(sys.executable, "book/set_paper.py", cwd=ROOT, env=environment | {"PATH": ""})
    assert done.returncode == 1
    assert "install: librsvg2-bin texlive-xetex" in done.stderr
