"""Figures: that they show what they say, not how they look."""

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


def test_cumulative_mistakes_ends_at_the_count(ax):
    runs = {f"run {seed}": run(Perceptron.zero(2), separable(50, 2, 0.1, seed).stream)
            for seed in range(9)}  # fmt: skip
    plots.cumulative_mistakes(ax, runs)
    for line, (name, one) in zip(ax.lines, runs.items(), strict=True):
        assert line.get_label() == name
        assert line.get_ydata()[0] == 0
        assert line.get_ydata()[-1] == one.mistake_count
        assert len(line.get_ydata()) == 51


def test_the_stored_hero_is_the_drawn_one(tmp_path):
    draw_hero(tmp_path / "hero.png")
    assert compare_images(HERO, tmp_path / "hero.png", tol=5) is None
