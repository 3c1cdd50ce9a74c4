"""The Freund-Schapire bound: exact truth on any stream, and streams that meet it."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import FOUR, TIE, by_hand, dot, exact, streams

from perclib import Stream, block_novikoff, freund_schapire
from perclib.bounds import slacks
from perclib.data import noisy, orthonormal, separable

MARGINS = st.fractions(min_value=Fraction(1, 8), max_value=64, max_denominator=8)


def squares(stream, u, margin):
    """R^2, |u|^2 and D^2 in exact fractions, by the book's text."""
    rows = exact(stream.X)
    signed = [y * dot(u, x) for x, y in zip(rows, stream.y.tolist(), strict=True)]
    lacking = sum(max(Fraction(0), margin - m) ** 2 for m in signed)
    return max(dot(x, x) for x in rows), dot(u, u), lacking


def allowed(k, R2, u2, D2, margin):
    """Whether k <= ((R|u| + D)/margin)^2, decided without a square root."""
    excess = k * margin**2 - R2 * u2 - D2
    return excess <= 0 or excess**2 <= 4 * R2 * u2 * D2


@given(streams(), FOUR, MARGINS, st.integers(1, 3), TIE)
def test_the_bound_holds_in_exact_arithmetic(stream, u, margin, passes, tie):
    u = u[: stream.dimension]
    many = stream.repeated(passes)
    R2, u2, D2 = squares(many, u, margin)
    assert allowed(sum(by_hand(many, tie)[1]), R2, u2, D2, margin)
    bound = freund_schapire(many, u, float(margin))
    made = bound.radius**2, bound.norm**2, bound.slack**2, bound.margin
    assert made == pytest.approx((float(R2), float(u2), float(D2), float(margin)))
    expected = ((float(R2 * u2) ** 0.5 + float(D2) ** 0.5) / float(margin)) ** 2
    assert bound.value == pytest.approx(expected)


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
    stream, u = orthonormal(signs), [Fraction(y, len(labels)) for y in signs]
    bound = freund_schapire(stream, np.array(u, dtype=float), margin)
    assert bound.slack == pytest.approx(len(labels) * margin - 1)
    assert bound.value == pytest.approx(len(signs))
    assert not allowed(len(signs) + 1, *squares(stream, u, margin), margin)


def test_slacks_of_each_trial():
    stream = Stream([[1, 0], [3, 0], [2, 5]], [1, -1, 1])
    assert slacks(stream, [1, 0], 2).tolist() == [1, 5, 0]


@given(st.integers(1, 60), st.integers(2, 5), st.floats(0.05, 0.9), st.integers(0, 99))
def test_noisy_flips_labels_and_nothing_else(trials, dimension, margin, seed):
    clean = separable(trials, dimension, margin, seed)
    made = noisy(trials, dimension, margin, 0.3, seed)
    assert np.array_equal(made.stream.X, clean.stream.X)
    assert np.array_equal(made.comparator, clean.comparator)
    assert np.array_equal(made.stream.y != clean.stream.y, made.flipped)
    assert not noisy(trials, dimension, margin, 0, seed).flipped.any()
    assert noisy(trials, dimension, margin, 1, seed).flipped.all()
