"""Figures: that they show what they say, not how they look."""

import html.parser

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.testing.compare import compare_images
from refresh import HERO, draw_hero

from perclib import losses, plots
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream, separable


@pytest.fixture
def ax():
    mpl.use("Agg")
    _, axes = plt.subplots()
    yield axes
    plt.close("all")


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


def test_update_geometry_draws_the_new_line(ax):
    plots.update_geometry(ax, np.array([2.0, 0.5]), np.array([-1.0, 1.5]), -1)
    old, new, _ = ax.lines
    assert np.dot([2, 0.5], old.get_xy2()) == 0
    assert np.dot([3, -1], new.get_xy2()) == 0
    with pytest.raises(ValueError, match="y: expected -1 or"):
        plots.update_geometry(ax, np.array([2.0, 0.5]), np.array([-1.0, 1.5]), 0)


def test_cumulative_mistakes_ends_at_the_count(ax):
    runs = {f"run {seed}": run(Perceptron.zero(2), separable(50, 2, 0.1, seed).stream)
            for seed in range(9)}  # fmt: skip
    plots.cumulative_mistakes(ax, runs)
    for line, (name, one) in zip(ax.lines, runs.items(), strict=True):
        assert line.get_label() == name
        assert line.get_ydata()[0] == 0
        assert line.get_ydata()[-1] == one.mistake_count
        assert len(line.get_ydata()) == 51


class Page(html.parser.HTMLParser):
    """Collects the tags of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def test_animation_is_self_contained_and_named():
    done = run(Perceptron.zero(2), separable(30, 2, 0.3, 0).stream, keep_weights=True)
    animation = plots.animate(done)
    page = animation._repr_html_()
    assert page.count('"data:image/png;base64,') == done.mistake_count + 1
    tags = Page(page.split("frames[0]")[0]).tags
    assert "http" not in page.split("<script")[0]
    assert not [tag for tag, _ in tags if tag in {"link", "i"}]
    (image,) = [attrs for tag, attrs in tags if tag == "img"]
    assert image["alt"] == repr(animation)
    (slider,) = [attrs for tag, attrs in tags if attrs.get("type") == "range"]
    assert slider["aria-label"] == "Frame"
    assert all(attrs["aria-label"] for tag, attrs in tags if tag == "button")
    assert repr(plots.animate(done)) == repr(animation)
    with pytest.raises(ValueError, match="run: expected kept weights"):
        plots.animate(run(Perceptron.zero(2), done.stream))


def test_hero_shows_mistakes_under_their_bound():
    _, count = plots.hero().axes
    mistakes, bound = count.lines
    assert 0 < mistakes.get_ydata()[-1] <= bound.get_ydata()[0]
    plt.close("all")


def test_the_stored_hero_is_the_drawn_one(tmp_path):
    draw_hero(tmp_path / "hero.png")
    assert compare_images(HERO, tmp_path / "hero.png", tol=5) is None


def test_drawing_changes_no_settings(ax):
    before = dict(mpl.rcParams)
    plots.hero()
    plots.perceptron_model(ax)
    assert dict(mpl.rcParams) == before
