"""The family of hinge bounds, and the best comparator of each member."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import FOUR, TIE, by_hand, streams

from perclib import (
    Perceptron,
    Stream,
    best_comparator,
    block_novikoff,
    freund_schapire,
    hinge_family,
    largest_margin,
)
from perclib.bounds import hinge_value
from perclib.data import separable
from perclib.data._exact import up
from perclib.learners import challenge
from perclib.learners.losses import hinge

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
    assert bound.value <= bound.relaxed * (1 + 1e-12)
    half = q * bound.radius * bound.norm / 2
    assert bound.relaxed == pytest.approx((half + np.hypot(half, bound.loss**0.5)) ** 2)
    assert bound.loss == pytest.approx(sum(hinge(q)(stream.X @ u, stream.y)))
    assert (bound.q, bound.margin, bound.radius) == (q, 1, stream.radius)
    two, known = hinge_family(stream, u, 2), freund_schapire(stream, u, 1)
    assert two.value == pytest.approx(known.value, rel=1e-12)
    assert two.slack == known.slack


@given(st.integers(0, 40), POWERS)
def test_without_loss_it_is_block_novikoff(seed, q):
    stream = separable(30, 3, 0.2, seed).stream
    u = largest_margin(stream).comparator
    bound = hinge_family(stream, u / stream.margins(u).min() * (1 + 1e-12), q)
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
        assert (found.bound.value, found.floor) == pytest.approx((2, 2))
    wide = separable(40, 2, 0.3, 1).stream.repeated(20)
    for q in (1, 2):  # so often repeated, no loss is worth paying
        expected = block_novikoff(wide, largest_margin(wide).comparator).value
        assert best_comparator(wide, q).bound.value == pytest.approx(expected, rel=1e-3)
