"""The Freund-Schapire bound: exact truth on any stream, its lifting, its figures, its refusals."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from chapters import defined
from hypothesis import assume, given, strategies as st
from strategies import WHOLE, by_hand, streams

from perclib.bounds import block_novikoff, freund_schapire, slacks
from perclib.datasets import noisy, orthonormal, separable
from perclib.losses import TIES
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

CHAPTER = "05_nonseparable"
COMPARATORS = st.lists(WHOLE, min_size=4, max_size=4)
MARGINS = st.fractions(min_value=Fraction(1, 8), max_value=64, max_denominator=8)


def squares(stream, u, margin):
    """R^2, |u|^2 and D^2 in exact fractions, by the book's text."""
    rows = [[Fraction(v) for v in x] for x in stream.X.tolist()]
    signed = [
        y * sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0))
        for x, y in zip(rows, stream.y.tolist(), strict=True)
    ]
    lacking = [max(Fraction(0), margin - m) for m in signed]
    radius = max(sum((v * v for v in x), Fraction(0)) for x in rows)
    norm = sum((Fraction(v) ** 2 for v in u), Fraction(0))
    return radius, norm, sum((lack**2 for lack in lacking), Fraction(0))


def allowed(k, R2, u2, D2, margin):
    """Whether k <= ((R|u| + D)/margin)^2, decided without a square root."""
    excess = k * margin**2 - R2 * u2 - D2
    return excess <= 0 or excess**2 <= 4 * R2 * u2 * D2


@given(streams(), COMPARATORS, MARGINS, st.integers(1, 3), st.sampled_from(TIES))
def test_the_bound_holds_in_exact_arithmetic(stream, u, margin, passes, tie):
    u = u[: stream.dimension]
    many = stream.repeated(passes)
    k = sum(by_hand(many, tie)[1])
    R2, u2, D2 = squares(many, u, margin)
    assert allowed(k, R2, u2, D2, margin)
    bound = freund_schapire(many, u, float(margin))
    assert bound.radius**2 == pytest.approx(float(R2))
    assert bound.norm**2 == pytest.approx(float(u2))
    assert bound.slack**2 == pytest.approx(float(D2))
    expected = ((float(R2 * u2) ** 0.5 + float(D2) ** 0.5) / float(margin)) ** 2
    assert bound.value == pytest.approx(expected)
    assert bound.margin == float(margin)


def test_the_exact_test_can_fail():
    assert allowed(4, 1, 1, 1, 1)
    assert not allowed(5, 1, 1, 1, 1)
    # Three mistakes, and slack paid once for each of two examples: the false bound.
    assert not allowed(3, 1, 1, 34, 4)
    assert allowed(3, 1, 1, 43, 4)


@given(streams(), COMPARATORS, MARGINS, st.integers(1, 5))
def test_slack_is_paid_at_every_repeat(stream, u, margin, passes):
    u, margin = u[: stream.dimension], float(margin)
    once, many = (freund_schapire(s, u, margin).slack for s in (stream, stream.repeated(passes)))
    assert many**2 == pytest.approx(passes * once**2)


@given(streams(), COMPARATORS, MARGINS, st.sampled_from([0.25, 3.0, 64.0]))
def test_only_the_ratio_of_comparator_and_margin_matters(stream, u, margin, factor):
    u, margin = np.array(u[: stream.dimension]), float(margin)
    one, scaled = (freund_schapire(stream, c * u, c * margin) for c in (1.0, factor))
    assert scaled.value == pytest.approx(one.value)
    assert scaled.slack == pytest.approx(factor * one.slack)


@given(streams(), COMPARATORS)
def test_the_root_is_convex_and_its_value_at_zero_is_the_number_of_trials(stream, u):
    u = np.array(u[: stream.dimension], dtype=float)
    other = np.roll(u, 1) - 1
    low, high, middle = (
        freund_schapire(stream, v, 1).value ** 0.5 for v in (u, other, (u + other) / 2)
    )
    assert middle <= (low + high) / 2 + 1e-9
    assert freund_schapire(stream, 0 * u, 3).value == pytest.approx(len(stream))


@given(st.integers(2, 40), st.integers(2, 5), st.floats(0.05, 0.9), st.integers(0, 99))
def test_without_slack_it_is_block_novikoff(trials, dimension, margin, seed):
    planted = separable(trials, dimension, margin, seed)
    separated = block_novikoff(*planted[:2])
    bound = freund_schapire(*planted[:2], margin=separated.margin)
    assert (bound.slack, separated.slack) == (0, 0)
    # The margin of a bound is rounded down.
    assert separated.value <= bound.value <= separated.value * (1 + 1e-14)


@given(streams(), st.integers(1, 9))
def test_the_lifted_run_makes_the_same_mistakes(stream, delta):
    lifted = Stream(np.hstack([stream.X, delta * np.eye(len(stream))]), stream.y)
    plain, raised = (run(Perceptron.zero(s.dimension), s) for s in (stream, lifted))
    assert np.array_equal(plain.scores, raised.scores)


@given(streams(), COMPARATORS, MARGINS, st.sampled_from([0.25, 1.0, 3.0]))
def test_what_lifting_proves_is_never_less(stream, u, margin, delta):
    u = u[: stream.dimension]
    assume(any(u))
    b = freund_schapire(stream, u, float(margin))
    proved = (b.radius**2 + delta**2) * (b.norm**2 + b.slack**2 / delta**2) / b.margin**2
    assert b.value <= proved * (1 + 1e-12)
    if b.radius * b.slack > 0:
        best = b.radius * b.slack / b.norm  # the square of the best Delta
        proved = (b.radius**2 + best) * (b.norm**2 + b.slack**2 / best) / b.margin**2
        assert b.value == pytest.approx(proved)


@given(st.lists(st.sampled_from([-1, 1]), min_size=1, max_size=6), st.integers(1, 9))
def test_orthonormal_streams_meet_it(labels, margin):
    signs = labels * len(labels)  # a square number of rounds, so that the root is whole
    assert isqrt(len(signs)) == len(labels)
    bound = freund_schapire(orthonormal(signs), np.array(signs) / len(labels), margin)
    assert bound.slack == pytest.approx(len(labels) * margin - 1)
    assert bound.value == pytest.approx(len(signs))


@pytest.mark.parametrize("margin", [1, 2, 5])
def test_a_stream_that_is_not_orthogonal_meets_it(margin):
    four = Stream([[1, 1, 0], [1, -1, 0], [0, 1, 1], [0, -1, 1]], [1, 1, 1, 1])
    assert run(Perceptron.zero(3), four).mistake_count == 4
    assert freund_schapire(four, [1, 0, 1], margin).value == pytest.approx(4)
    assert allowed(4, *squares(four, [1, 0, 1], margin), margin)
    assert not allowed(5, *squares(four, [1, 0, 1], margin), margin)


def test_zero_instances_meet_it():
    zeros = Stream(np.zeros((7, 2)), [1, -1, 1, 1, -1, 1, 1])
    bound = freund_schapire(zeros, [3, 4], 2)
    assert (bound.radius, bound.norm, bound.value) == (0, 5, pytest.approx(7))
    assert run(Perceptron.zero(2), zeros).mistake_count == 7


def test_the_learner_with_bias_needs_the_lifted_stream():
    pair = Stream([[1], [-1]], [1, -1])
    mistakes = run(Perceptron.zero(2), pair.lifted()).mistake_count
    assert freund_schapire(pair, [1], 1).value < mistakes
    assert mistakes <= freund_schapire(pair.lifted(), [1, 0], 1).value + 1e-12


def test_slacks_of_each_trial():
    stream = Stream([[1, 0], [3, 0], [2, 5]], [1, -1, 1])
    assert slacks(stream, [1, 0], 2).tolist() == [1, 5, 0]


@pytest.mark.parametrize("bound", [slacks, freund_schapire])
@pytest.mark.parametrize(
    ("comparator", "margin", "message"),
    [
        ([1], 1, r"comparator: expected shape \(2,\), got \(1,\)"),
        ([1, np.inf], 1, r"comparator\[1\]: expected a finite number, got inf"),
        ([1, 1], 0, "margin: expected a finite number above 0, got 0"),
        ([1, 1], -1, "margin: expected a finite number above 0, got -1"),
        ([1, 1], np.nan, "margin: expected a finite number above 0, got nan"),
    ],
)
def test_bad_input_is_refused(bound, comparator, margin, message):
    with pytest.raises(ValueError, match=message):
        bound(Stream([[1, 1]], [1]), comparator, margin)


@given(st.integers(1, 60), st.integers(2, 5), st.floats(0.05, 0.9), st.integers(0, 99))
def test_noisy_flips_labels_and_nothing_else(trials, dimension, margin, seed):
    clean = separable(trials, dimension, margin, seed)
    made = noisy(trials, dimension, margin, 0.3, seed)
    assert np.array_equal(made.stream.X, clean.stream.X)
    assert np.array_equal(made.comparator, clean.comparator)
    assert np.array_equal(made.stream.y != clean.stream.y, made.flipped)
    assert not noisy(trials, dimension, margin, 0, seed).flipped.any()
    assert noisy(trials, dimension, margin, 1, seed).flipped.all()


@pytest.mark.parametrize("flip", [-0.1, 1.1, np.nan])
def test_noisy_refuses_what_is_no_probability(flip):
    with pytest.raises(ValueError, match="flip: expected a number from 0 to 1"):
        noisy(5, 2, 0.1, flip, seed=0)


def test_slack_ends_on_the_line_of_the_label(ax):
    made = noisy(30, 2, 0.1, 0.2, seed=3)
    u = 2 * made.comparator
    (slack,) = defined(CHAPTER, "draw_slack")
    slack(ax, made.stream, u, 0.5)
    lacking = slacks(made.stream, u, 0.5)
    ways = [line.get_xydata() for line in ax.lines[3:]]
    assert len(ways) == (lacking > 0).sum()
    for (begin, end), lack in zip(ways, lacking[lacking > 0], strict=True):
        assert abs(u @ end) == pytest.approx(0.5)
        assert np.linalg.norm(end - begin) == pytest.approx(lack / 2)


def test_bound_against_delta_marks_the_minimum_only_where_there_is_one(ax):
    some = freund_schapire(Stream([[1], [1]], [1, -1]), [2], 1)
    none = freund_schapire(Stream([[1], [1]], [1, 1]), [1], 1)
    (draw,) = defined(CHAPTER, "bound_against_delta")
    draw(ax, {"some": some, "none": none})
    curve, level, mark, flat, flat_level = ax.lines
    assert mark.get_xdata()[0] == pytest.approx((1 * 3 / 2) ** 0.5)
    assert curve.get_ydata().min() == pytest.approx(some.value, rel=1e-3)
    assert curve.get_ydata().min() >= some.value == level.get_ydata()[0]
    assert flat.get_ydata().min() > none.value == flat_level.get_ydata()[0]


def test_bound_against_margin_marks_the_least_value(ax):
    (draw,) = defined(CHAPTER, "bound_against_margin")
    draw(ax, np.array([1.0, 2.0, 3.0]), {"a": [5, 2, 4]}, 1, 10)
    _, mark, level, *_ = ax.lines
    assert mark.get_xydata().tolist() == [[2, 2]]
    assert level.get_ydata()[0] == 1


def test_bound_landscape_is_lowest_at_the_star(ax):
    stream = noisy(30, 2, 0.2, 0.1, seed=3).stream
    (draw,) = defined(CHAPTER, "bound_landscape")
    draw(ax, stream, 2.0, np.array([0.5, 1.0]))
    lines, *_ = (c for c in ax.collections if hasattr(c, "levels"))
    assert (np.diff(lines.levels) > 0).all()
    assert ax.lines[-1].get_xydata().tolist() == [[0.5, 1.0]]
