"""q-hinge losses, their family of bounds, and the best comparator of each member."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from strategies import DYADIC, LABELS, WHOLE, by_hand, streams

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
from perclib.data import separable
from perclib.data._exact import up
from perclib.learners import challenge
from perclib.learners.losses import hinge, zero_one

POWERS = st.sampled_from([1, 1.25, 1.5, 2, 2.5, 3, 4])
SIZES = st.floats(1e-6, 1e6)


@given(DYADIC, LABELS, st.integers(1, 3))
def test_hinge_in_exact_arithmetic(score, label, q):
    exact = max(Fraction(0), 1 - label * Fraction(score)) ** q
    assert hinge(q)(score, label) == pytest.approx(float(exact), rel=1e-15)
    assert hinge(q)(score, label) >= zero_one(score, label)


@given(DYADIC, DYADIC, LABELS, POWERS)
def test_hinge_is_convex_and_its_slope_a_subgradient(here, there, label, q):
    loss = hinge(q)
    line = loss(here, label) + loss.slope(here, label) * (there - here)
    assert loss(there, label) >= line - 1e-9 * (1 + abs(line))


@given(st.floats(-20, 20), LABELS, POWERS)
def test_hinge_slope_is_the_derivative_away_from_the_kink(score, label, q):
    assume(abs(1 - label * score) > 1e-3)
    loss, h = hinge(q), 1e-6
    quotient = (loss(score + h, label) - loss(score - h, label)) / (2 * h)
    assert loss.slope(score, label) == pytest.approx(quotient, rel=1e-5, abs=1e-5)


def test_hinge_at_its_kink_and_elementwise():
    assert [hinge(q).slope(1.0, 1) for q in (1, 1.5, 2)] == [0, 0, 0]
    scores, labels = np.array([-1.0, 0.0, 0.5, 2.0]), np.array([1, -1, 1, 1])
    assert hinge(2)(scores, labels).tolist() == [4, 1, 0.25, 0]
    assert hinge(2).slope(scores, labels).tolist() == [-4, 2, -1, 0]
    assert (hinge(1).name, hinge(1.5).name) == ("hinge loss", "1.5-hinge loss")


@pytest.mark.parametrize("q", [0.99, 0, -1, np.nan, np.inf])
def test_a_power_below_one_is_refused(q):
    stream = Stream([[1.0]], [1])
    calls = [lambda: hinge(q), lambda: hinge_family(stream, [1], q),
             lambda: best_comparator(stream, q), lambda: hinge_value(1, 1, q)]  # fmt: skip
    for call in calls:
        with pytest.raises(ValueError, match="q: expected a finite number"):
            call()


def test_other_bad_input():
    stream = Stream([[1.0]], [1])
    with pytest.raises(ValueError, match=r"comparator: expected shape \(1,\), got \(2,\)"):
        hinge_family(stream, [1, 2], 2)
    with pytest.raises(ValueError, match="loss: expected a finite number of at least 0"):
        hinge_value(1, -1, 2)
    with pytest.raises(ValueError, match="q: expected a power whose losses are finite"):
        hinge_family(stream, [-1e9], 100)


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


@given(streams(), st.lists(WHOLE, min_size=4, max_size=4), st.integers(1, 8), POWERS)
def test_the_family_bounds_the_mistakes(stream, u, scale, q):
    u = np.array(u[: stream.dimension]) / scale
    bound = hinge_family(stream, u, q)
    _, mistakes, _ = by_hand(stream)
    assert sum(mistakes) <= bound.value * (1 + 1e-12)
    for tie in ("plus", "minus"):
        assert run(Perceptron.zero(stream.dimension, tie=tie),
                   stream).mistake_count <= bound.value * (1 + 1e-12)  # fmt: skip
    assert bound.value <= bound.relaxed * (1 + 1e-12)
    half = q * bound.radius * bound.norm / 2
    assert bound.relaxed == pytest.approx((half + np.hypot(half, bound.loss**0.5)) ** 2)
    assert bound.loss == pytest.approx(sum(hinge(q)(stream.X @ u, stream.y)))
    assert (bound.q, bound.margin, bound.radius) == (q, 1, stream.radius)


@given(streams(), st.lists(WHOLE, min_size=4, max_size=4), st.integers(1, 8))
def test_q_two_is_freund_schapire(stream, u, scale):
    u = np.array(u[: stream.dimension]) / scale
    two, known = hinge_family(stream, u, 2), freund_schapire(stream, u, 1)
    assert two.value == pytest.approx(known.value, rel=1e-12)
    assert two.slack == known.slack


@given(st.integers(0, 40), POWERS)
def test_without_loss_it_is_block_novikoff(seed, q):
    stream = separable(30, 3, 0.2, seed).stream
    u = largest_margin(stream).comparator
    unit = u / (stream.y * (stream.X @ u)).min() * (1 + 1e-12)
    bound = hinge_family(stream, unit, q)
    assert bound.loss == 0
    assert bound.value == pytest.approx(block_novikoff(stream, u).value, rel=1e-9)


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
        assert found.bound.value == pytest.approx(2)
        assert found.floor == pytest.approx(2)
    wide = separable(40, 2, 0.3, 1).stream.repeated(20)
    for q in (1, 2):  # so often repeated, no loss is worth paying
        found = best_comparator(wide, q)
        expected = block_novikoff(wide, largest_margin(wide).comparator).value
        assert found.bound.value == pytest.approx(expected, rel=1e-3)
    zero = best_comparator(Stream([[0.0], [0.0]], [1, 1]), 1.5)
    assert zero.bound.value == pytest.approx(2)
