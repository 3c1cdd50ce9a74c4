"""Block and Novikoff's bound, the largest margin, and the streams that meet them."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import LABELS, TIE, dot, exact, planted

from perclib import Perceptron, Stream, block_novikoff, largest_margin, run
from perclib.data import orthonormal, separable
from perclib.learners import challenge


@given(planted(longest=25), TIE)
def test_block_novikoff_holds_in_exact_arithmetic(drawn, tie):
    stream, u = drawn
    gamma = Fraction(int(stream.margins(u).min()))
    bound = max(dot(x, x) for x in exact(stream.X)) * dot(u, u) / gamma**2
    assert block_novikoff(stream, u).value == pytest.approx(float(bound), rel=1e-12)
    learner = Perceptron.zero(stream.dimension, tie=tie)
    assert run(learner, stream.repeated(3)).mistake_count <= bound


def test_a_bound_carries_what_it_is_made_of():
    bound = block_novikoff(Stream([[3, 4], [0, -5]], [1, -1]), [0, 2], margin=4)
    assert (bound.radius, bound.norm, bound.margin, bound.slack) == (5, 2, 4, 0)
    assert bound.value == (5 * 2 / 4) ** 2


def test_the_first_example_below_the_margin_is_named():
    stream = Stream([[2.0], [3.0], [1.0], [0.5]], [1, 1, 1, 1])
    assert block_novikoff(stream, [1], margin=0.5).value == 36
    with pytest.raises(ValueError, match="at least 2 in every round, got 1 in row 2"):
        block_novikoff(stream, [1], margin=2)
    with pytest.raises(ValueError, match="above 0 in every round, got 0 in row 1"):
        block_novikoff(Stream([[1.0], [0.0]], [1, 1]), [1])


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


@given(st.lists(LABELS, min_size=1, max_size=12))
def test_orthonormal_meets_the_bound(labels):
    stream = orthonormal(labels)
    done = run(Perceptron.zero(len(labels)), stream)
    assert done.mistake_count == len(labels)
    bound = block_novikoff(stream, np.array(labels) / np.sqrt(len(labels)))
    assert bound.value == pytest.approx(len(labels))


@given(st.integers(1, 8), st.sampled_from(["mistake", "plus", "minus"]), st.integers(0, 9))
def test_the_adversary_wins_every_round(trials, tie, seed):
    start = np.random.default_rng(seed).normal(size=trials) * (seed > 3)
    done = challenge(Perceptron(start, tie), np.eye(trials))
    assert done.mistakes.all()
    assert np.array_equal(done.stream.X, np.eye(trials))
