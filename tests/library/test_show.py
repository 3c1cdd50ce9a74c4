"""Figures show what they say, and numbers are typeset."""

from fractions import Fraction

import numpy as np
import pytest
from matplotlib.testing.compare import compare_images
from refresh import HERO, draw_hero
from tabulate import tabulate

from perclib import Stream, losses
from perclib.show import Near, plots, table, tables, typeset


def test_points_are_marked_by_label(ax):
    plots.points(ax, Stream([[0, 1], [2, 3], [4, 5]], [1, -1, 1]))
    plus, minus = ax.collections
    assert plus.get_offsets().tolist() == [[0, 1], [4, 5]]
    assert minus.get_offsets().tolist() == [[2, 3]]
    assert plus.get_paths() != minus.get_paths()


def test_hyperplane_is_where_the_score_is_zero(ax):
    weights = np.array([3.0, -4.0])
    plots.hyperplane(ax, weights)
    (line,) = ax.lines
    assert float(weights @ line.get_xy2()) == pytest.approx(0)
    assert line.get_xy1() == (0, 0)
    plots.hyperplane(ax, np.zeros(2))
    assert len(ax.lines) == 1


def test_loss_curves_jump_where_a_tie_is_a_mistake(ax):
    plots.loss_curves(ax, [losses.perceptron], top=2.5)
    _, _, filled, hollow, curve = ax.lines
    assert filled.get_xydata().tolist() == [[0, 1]]
    assert hollow.get_xydata().tolist() == [[0, 0]]
    assert np.array_equal(curve.get_ydata(), np.maximum(0, -curve.get_xdata()))
    assert ax.get_ylim() == pytest.approx((-0.1, 2.5))


def test_the_stored_hero_is_the_drawn_one(tmp_path):
    draw_hero(tmp_path / "hero.png")
    assert compare_images(HERO, tmp_path / "hero.png", tol=5) is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[ 1 -1] at least 2648, over 6003000", "[ 1 −1] at least 2648, over 6\u202f003\u202f000"),
        ("-12345.678901 and 5e+10.", "−12\u202f345.678901 and 5·10¹⁰."),
        ("1.0e+10 -1e-05 2e+00", "1.0·10¹⁰ −10⁻⁵ 2·10⁰"),
        ("19*, 59.6 / 9, 0.2%", "19*, 59.6 / 9, 0.2%"),
        *[(text, text) for text in "class_0 x-1 k-12 1e5 3e-5x 1.0.4 c12345 7u".split()],
    ],
)
def test_numbers_are_typeset_and_what_is_none_stays(written, said):
    assert typeset(written) == said


def test_a_table_stays_one_and_its_tags_as_they_are():
    made = tabulate([["<b>", -1e-9]], ["a/b", "b"], "html")
    page = table([["<b>", -1e-9]], ["a/b", "b"])
    assert type(page) is type(made)
    assert page == made.replace("-1e-09", "−10⁻⁹").replace("a/b", "a\u2060/\u2060b")
    assert typeset('<td style="width: 12345px">-1</td>') == '<td style="width: 12345px">−1</td>'


def test_numbers_of_numpy_are_those_of_python(monkeypatch):
    """Tabulate 0.9 writes a whole number of NumPy's with decimals."""
    handed = []
    monkeypatch.setattr(tables, "tabulate", lambda rows, *_, **__: handed.extend(rows) or "")
    table([(np.int64(120), np.float32(0.5), np.str_("a"))], ["a", "b", "c"])
    assert [type(cell) for cell in handed[0]] == [int, float, str]


@pytest.mark.parametrize(
    ("measured", "bound", "holds", "said"),
    [
        (9, 10, True, "nearest to its bound: 0.900 of it"),
        (Fraction(1, 3), Fraction(1, 3), True, "nearest to its bound: 1.000 of it"),
        ([1, 2], [4, 3], True, "nearest to its bound: 0.666 of it"),
        ([1, -5], 2, True, "nearest to its bound: 0.500 of it"),
        (11, 10, False, "nearest to its bound: 1.100 of it"),
        ([3, 1], [2, 5], False, "nearest to its bound: 1.500 of it"),
    ],
)
def test_a_comparison_remembers_the_largest_share(measured, bound, holds, said):
    near = Near()
    assert near(measured, bound) is holds
    assert repr(near) == said


def test_equal_sides_and_several_bounds_are_told():
    near = Near()
    assert near.equal([1, 2], [1, 2])
    assert not near.equal([1, 2], [1, 3])
    assert repr(near) == "both sides are equal"
    assert near(1, 2, "a")
    assert near(1, 1 - 1e-9, "b", tolerance=1e-8)
    assert repr(near) == "nearest to its bound: 0.500 of it (a), 1.000 of it (b)"


def test_a_smaller_bound_is_refused(monkeypatch):
    monkeypatch.setattr(Near, "planted", 0.9)
    near = Near()
    assert near(Fraction(9, 10), 1)
    assert not near(Fraction(91, 100), 1)
    assert not near.equal(Fraction(1, 2), Fraction(1, 2))
