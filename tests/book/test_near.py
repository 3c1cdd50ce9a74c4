"""A run that cannot fail is no mark: a bound that is a little too small is refused by each of them.

What each run prints of itself, the share of its bound that it came to, is planted: 999 thousandths
of it in place of the bound.  A run that came to less than nine tenths has to say why.
"""

import os
import re
from pathlib import Path

import matplotlib as mpl
import pytest
from chapters import checked_by, checks, code_cells

from perclib.show import Near

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [
    path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if '"run"' in path.read_text()
]
NEARNESS = re.compile(
    r"nearest to its bound: [\d.]+ of it(?: \(.*?\))?(?:, [\d.]+ of it \(.*?\))*"
    r"|both sides are equal"
)
NEAR_ENOUGH = 0.9
ONE = re.compile(r"([\d.]+) of it(?: \((.*?)\))?")


def printed(cell):
    """What a cell says of how near it came: the shares by name, or None if it says nothing."""
    texts = [out.get("text", out.get("data", {}).get("text/plain", "")) for out in cell["outputs"]]
    text = "".join("".join(text) for text in texts)
    found = NEARNESS.findall(text)
    return {of: float(share) for share, of in ONE.findall(found[-1])} if found else None


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_each_run_says_how_near_it_came(path):
    for cell in checks(path, "run"):
        shares, far = printed(cell), cell["metadata"]["checks"].get("far", "")
        near = shares is not None and min(shares.values(), default=1) >= NEAR_ENOUGH
        assert near != bool(far), cell["id"]


def plant(monkeypatch, target, factor):
    """Make one bound of the runs too small; without a target, one side of their equations."""
    compare, equal = Near.__call__, Near.equal

    def planted(of):
        monkeypatch.setattr(Near, "planted", factor if of == target else 1.0)

    def call(self, measured, bound, of="", tolerance=0.0):
        planted(of)
        return compare(self, measured, bound, of, tolerance)

    def same(self, left, right, tolerance=0.0):
        planted(None)
        return equal(self, left, right, tolerance)

    monkeypatch.setattr(Near, "__call__", call)
    monkeypatch.setattr(Near, "equal", same)


@pytest.mark.thorough
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_smaller_bound_is_refused(path, monkeypatch):
    """Each cell is run once more, with what is planted, where it stands in its chapter."""
    mpl.use("Agg")
    monkeypatch.chdir(path.parent)
    monkeypatch.setitem(os.environ, "MPLBACKEND", "Agg")
    names, refused = {"__name__": "__main__"}, 0
    for cell in code_cells(path):
        source = compile("".join(cell["source"]), cell["id"], "exec")
        before = dict(names)
        exec(source, names)
        if checked_by(cell) != "run" or (shares := printed(cell)) is None:
            continue
        for of, share in (shares or {None: 1.0}).items():
            with monkeypatch.context() as patch:
                plant(patch, of, 0.999 * share)
                with pytest.raises(AssertionError):
                    exec(source, dict(before))
            refused += 1
        mpl.pyplot.close("all")
    assert refused
