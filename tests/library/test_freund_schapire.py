"""The Freund-Schapire bound: exact truth on any stream, its lifting, its refusals."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WHOLE, by_hand, streams

from perclib import Perceptron, Stream, block_novikoff, freund_schapire, run
from perclib.bounds import slacks
from perclib.data import noisy, orthonormal, separable
from perclib.learners.losses import TIES

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


@given(st.integers(2, 40), st.integers(2, 5), st.floats(0.05, 0.9), st.integers(0, 99))
def test_without_slack_it_is_block_novikoff(trials, dimension, margin, seed):
    planted = separable(trials, dimension, margin, seed)
    separated = block_novikoff(*planted[:2])
    bound = freund_schapire(*planted[:2], margin=separated.margin)
    assert (bound.slack, separated.slack) == (0, 0)
    # The margin of a bound is rounded down.
    assert separated.value <= bound.value <= separated.value * (1 + 1e-14)


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
    with pytest.raises(ValueError, match="flip: expected a finite number from 0 to 1"):
        noisy(5, 2, 0.1, flip, seed=0)
