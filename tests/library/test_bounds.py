"""Bounds of Block and Novikoff, of Freund and Schapire, the hinge family, and what meets them."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import FOUR, TIE, by_hand, dot, exact, planted, streams

from perclib import (
    Perceptron,
    Stream,
    best_comparator,
    block_novikoff,
    freund_schapire,
    hinge_family,
    largest_margin,
    run,
)
from perclib.bounds import hinge_value
from perclib.data import noisy, separable
from perclib.data._exact import up
from perclib.learners import challenge
from perclib.learners.losses import hinge


@given(planted(longest=25), TIE)
def test_block_novikoff_holds_in_exact_arithmetic(drawn, tie):
    stream, u = drawn
    gamma = Fraction(int(stream.margins(u).min()))
    bound = max(dot(x, x) for x in exact(stream.X)) * dot(u, u) / gamma**2
    assert block_novikoff(stream, u).value == pytest.approx(float(bound), rel=1e-12)
    learner = Perceptron.zero(stream.dimension, tie=tie)
    assert run(learner, stream.repeated(3)).mistake_count <= bound


def test_a_bound_carries_what_it_is_made_of():
    bound = block_novikoff(Stream([[3, 4], [0, -5]], [1, -1]), [0, 2])
    assert (bound.radius, bound.norm, bound.margin, bound.slack) == (5, 2, 8, 0)
    assert bound.value == (5 * 2 / 8) ** 2


@given(st.integers(2, 40), st.integers(2, 6), st.floats(0.02, 0.9), st.integers(0, 50))
def test_largest_margin_is_certified_and_at_least_the_planted_one(trials, dimension, margin, seed):
    stream = separable(trials, dimension, margin, seed).stream
    found = largest_margin(stream)
    assert np.linalg.norm(found.comparator) == pytest.approx(1)
    assert stream.margins(found).min() == pytest.approx(found.margin)
    assert found.weights.min() >= 0
    assert found.weights.sum() == pytest.approx(1)
    assert np.linalg.norm(found.weights * stream.y @ stream.X) == pytest.approx(found.ceiling)
    assert margin - 1e-9 <= found.margin <= found.ceiling + 1e-12
    assert found.ceiling - found.margin < 1e-8


@given(st.integers(1, 8), st.sampled_from(["mistake", "plus", "minus"]), st.integers(0, 9))
def test_the_adversary_wins_every_round(trials, tie, seed):
    start = np.random.default_rng(seed).normal(size=trials) * (seed > 3)
    done = challenge(Perceptron(start, tie), np.eye(trials))
    assert done.mistakes.all()
    assert np.array_equal(done.stream.X, np.eye(trials))


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


@given(st.integers(1, 60), st.integers(2, 5), st.floats(0.05, 0.9), st.integers(0, 99))
def test_noisy_flips_labels_and_nothing_else(trials, dimension, margin, seed):
    clean = separable(trials, dimension, margin, seed)
    made = noisy(trials, dimension, margin, 0.3, seed)
    assert np.array_equal(made.stream.X, clean.stream.X)
    assert np.array_equal(made.comparator, clean.comparator)
    assert np.array_equal(made.stream.y != clean.stream.y, made.flipped)
    assert not noisy(trials, dimension, margin, 0, seed).flipped.any()
    assert noisy(trials, dimension, margin, 1, seed).flipped.all()


POWERS = st.sampled_from([1, 1.25, 1.5, 2, 2.5, 3, 4])
SIZES = st.floats(1e-6, 1e6)


@given(SIZES | st.just(0.0), SIZES | st.just(0.0), st.floats(1, 100) | POWERS)
def test_the_root_is_certified_from_above_and_tight(b, loss, q):
    value = hinge_value(b, loss, q)
    if loss == 0:
        assert value == up(Fraction(b) ** 2)
        return
    if b == 0 and q not in (1, 2):
        assert value == loss
    with mpmath.workdps(60):

        def left(k):
            part = 1 - mpmath.mpf(b) / mpmath.sqrt(k)
            return k * max(part, mpmath.mpf(0)) ** mpmath.mpf(q)

        exact = mpmath.mpf(value)
        assert left(exact) >= loss * (1 - mpmath.mpf("1e-50"))  # at equality this rounds
        assert left(exact * (1 - mpmath.mpf("1e-15"))) < loss


@given(streams(), FOUR, st.integers(1, 8), POWERS, TIE)
def test_the_family_bounds_the_mistakes(stream, u, scale, q, tie):
    u = np.array(u[: stream.dimension]) / scale
    bound = hinge_family(stream, u, q)
    assert sum(by_hand(stream, tie)[1]) <= bound.value * (1 + 1e-12)
    half = q * bound.radius * bound.norm / 2  # Young's inequality
    assert bound.value <= (half + np.hypot(half, bound.loss**0.5)) ** 2 * (1 + 1e-12)
    assert bound.loss == pytest.approx(sum(hinge(q)(stream.X @ u, stream.y)))
    assert (bound.q, bound.margin, bound.radius) == (q, 1, stream.radius)
    two, known = hinge_family(stream, u, 2), freund_schapire(stream, u, 1)
    assert two.value == pytest.approx(known.value, rel=1e-12)
    assert two.slack == known.slack


@pytest.mark.parametrize("q", [1, 1.5, 2, 3])
@pytest.mark.parametrize(("b", "loss"), [(1.5, 3.0), (0.0, 2.5), (2.0, 0.0), (3.0, 10.0)])
def test_every_member_is_met(b, loss, q):
    m = int(hinge_value(b, loss, q) + 1e-9)
    done = challenge(Perceptron.zero(m), np.eye(m))
    bound = hinge_family(done.stream, b * done.stream.y / np.sqrt(m), q)
    assert done.mistake_count == m
    assert bound.loss <= loss + 1e-9


def test_best_comparators_in_closed_form():
    both = Stream([[1.0], [1.0]], [1, -1])
    for q in (1, 1.5, 2, 3):  # nothing beats u = 0 when the labels of one instance are balanced
        found = best_comparator(both, q)
        assert (found.bound.value, found.floor) == pytest.approx((2, 2))
    wide = separable(40, 2, 0.3, 1).stream.repeated(20)
    for q in (1, 2):  # so often repeated, no loss is worth paying
        expected = block_novikoff(wide, largest_margin(wide).comparator).value
        assert best_comparator(wide, q).bound.value == pytest.approx(expected, rel=1e-3)
