"""Figures: that they show what they say, not how they look."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.testing.compare import compare_images
from refresh import HERO, draw_hero

from perclib import Perceptron, Stream, losses, run
from perclib.data import separable
from perclib.show import plots


def test_points_are_marked_by_label(ax):
    plots.points(ax, Stream([[0, 1], [2, 3], [4, 5]], [1, -1, 1]))
    plus, minus = ax.collections
    assert plus.get_offsets().tolist() == [[0, 1], [4, 5]]
    assert minus.get_offsets().tolist() == [[2, 3]]
    assert plus.get_paths() != minus.get_paths()
    with pytest.raises(ValueError, match="stream: expected dimension 2, got 1"):
        plots.points(ax, Stream([[1]], [1]))


def test_hyperplane_is_where_the_score_is_zero(ax):
    weights = np.array([3.0, -4.0])
    plots.hyperplane(ax, weights)
    (line,) = ax.lines
    assert float(weights @ line.get_xy2()) == pytest.approx(0)
    assert line.get_xy1() == (0, 0)
    plots.hyperplane(ax, np.zeros(2))
    assert len(ax.lines) == 1


def test_loss_curves_jump_where_a_tie_is_a_mistake(ax):
    plots.loss_curves(ax, [losses.perceptron])
    step_left, step_right, filled, hollow, curve = ax.lines
    assert set(step_left.get_ydata()) == {1}
    assert step_left.get_xdata().max() == 0
    assert set(step_right.get_ydata()) == {0}
    assert filled.get_xydata().tolist() == [[0, 1]]
    assert hollow.get_xydata().tolist() == [[0, 0]]
    assert np.array_equal(curve.get_ydata(), np.maximum(0, -curve.get_xdata()))


def test_the_loss_axis_ends_where_it_is_told(ax):
    plots.loss_curves(ax, [losses.perceptron], top=2.5)
    assert ax.get_ylim() == pytest.approx((-0.1, 2.5))


def test_cumulative_mistakes_ends_at_the_count(ax):
    runs = {f"run {seed}": run(Perceptron.zero(2), separable(50, 2, 0.1, seed).stream)
            for seed in range(9)}  # fmt: skip
    plots.cumulative_mistakes(ax, runs)
    for line, (name, one) in zip(ax.lines, runs.items(), strict=True):
        assert line.get_label() == name
        assert line.get_ydata()[0] == 0
        assert line.get_ydata()[-1] == one.mistake_count
        assert len(line.get_ydata()) == 51


def test_series_that_cannot_be_told_apart_are_refused(ax):
    groups = {str(i): ([10.0], [1.0]) for i in range(len(plots.MARKERS) + 1)}
    with pytest.raises(ValueError, match="expected at most 15 series, got 16"):
        plots.mistakes_against_bounds(ax, groups)


def test_hero_shows_mistakes_under_their_bound():
    _, count = plots.hero().axes
    mistakes, bound = count.lines
    assert 0 < mistakes.get_ydata()[-1] <= bound.get_ydata()[0]
    plt.close("all")


def test_the_stored_hero_is_the_drawn_one(tmp_path):
    draw_hero(tmp_path / "hero.png")
    assert compare_images(HERO, tmp_path / "hero.png", tol=5) is None
