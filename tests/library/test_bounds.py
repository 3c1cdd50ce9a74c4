"""Bounds: exact values, exact truth on random streams, and refusals that name the example."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from strategies import WHOLE, streams

from perclib import Perceptron, Stream, block_novikoff, largest_margin, run
from perclib.data import orthonormal, separable
from perclib.learners import challenge


@given(streams(), st.lists(WHOLE, min_size=4, max_size=4), st.sampled_from(["plus", "minus"]))
def test_block_novikoff_holds_in_exact_arithmetic(stream, u, tie):
    u = u[: stream.dimension]
    # Labels by the comparator, ties dropped: the stream is separated by construction.
    keep = stream.X @ np.array(u) != 0
    assume(keep.any())
    separated = Stream(stream.X[keep], np.sign(stream.X[keep] @ np.array(u)))
    gamma = min(Fraction(int(m)) for m in separated.y * (separated.X @ np.array(u)))
    square = max(Fraction(int(r)) for r in (separated.X**2).sum(axis=1))
    exact = square * sum(v * v for v in u) / gamma**2
    assert block_novikoff(separated, u).value == pytest.approx(float(exact), rel=1e-12)
    for rule in ("mistake", tie):
        learner = Perceptron.zero(stream.dimension, tie=rule)
        assert run(learner, separated.repeated(3)).mistake_count <= exact


def test_a_bound_carries_what_it_is_made_of():
    bound = block_novikoff(Stream([[3, 4], [0, -5]], [1, -1]), [0, 2], margin=4)
    assert (bound.radius, bound.norm, bound.margin) == (5, 2, 4)
    assert bound.value == (5 * 2 / 4) ** 2


@pytest.mark.parametrize(
    ("comparator", "margin", "message"),
    [
        ([1, 0], None, "y <u, x> above 0 in every round, got -1 in row 1"),
        ([1, 2], 2.5, "y <u, x> of at least 2.5 in every round, got 1 in row 1"),
        ([0, 0], None, "above 0 in every round, got 0 in row 0"),
        ([1, 2], 0, "margin: expected a finite number above 0, got 0"),
        ([1], None, r"comparator: expected shape \(2,\), got \(1,\)"),
        ([1, np.nan], None, r"comparator\[1\]: expected a finite number, got nan"),
    ],
)
def test_hypotheses_that_fail_are_refused(comparator, margin, message):
    with pytest.raises(ValueError, match=message):
        block_novikoff(Stream([[1, 1], [-1, 1]], [1, 1]), comparator, margin)


def test_the_first_example_below_the_margin_is_named():
    stream = Stream([[2.0], [3.0], [1.0]], [1, 1, 1])
    assert block_novikoff(stream, [1], margin=1).value == 9
    with pytest.raises(ValueError, match="at least 2 in every round, got 1 in row 2"):
        block_novikoff(stream, [1], margin=2)
    with pytest.raises(ValueError, match="above 0 in every round, got 0 in row 1"):
        block_novikoff(Stream([[1.0], [0.0]], [1, 1]), [1])
    assert block_novikoff(stream, [1]).slack == 0
    assert block_novikoff(stream, [0.25]).margin == 0.25


@given(st.integers(2, 40), st.integers(2, 6), st.floats(0.02, 0.9), st.integers(0, 50))
def test_largest_margin_is_certified_and_at_least_the_planted_one(trials, dimension, margin, seed):
    planted = separable(trials, dimension, margin, seed)
    found = largest_margin(planted.stream)
    assert np.linalg.norm(found.comparator) == pytest.approx(1)
    signed = planted.stream.y * (planted.stream.X @ found.comparator)
    assert signed.min() == pytest.approx(found.margin)
    assert found.weights.min() >= 0
    assert found.weights.sum() == pytest.approx(1)
    hull = found.weights * planted.stream.y @ planted.stream.X
    assert np.linalg.norm(hull) == pytest.approx(found.ceiling)
    assert margin - 1e-9 <= found.margin <= found.ceiling + 1e-12
    assert found.ceiling - found.margin < 1e-8


def test_largest_margin_in_closed_form():
    # Two points: the foot of the perpendicular from the origin to the segment of y x.
    found = largest_margin(Stream([[1, 2], [-3, 1]], [1, -1]))
    assert found.margin == pytest.approx(7 / np.sqrt(13))
    assert found.comparator == pytest.approx(np.array([3, 2]) / np.sqrt(13))


@given(st.lists(st.sampled_from([-1, 1]), min_size=1, max_size=12))
def test_orthonormal_meets_the_bound(labels):
    stream = orthonormal(labels)
    done = run(Perceptron.zero(len(labels)), stream)
    assert done.mistake_count == len(labels)
    assert not done.scores.any()
    bound = block_novikoff(stream, np.array(labels) / np.sqrt(len(labels)))
    assert bound.value == pytest.approx(len(labels))


@given(st.integers(1, 8), st.sampled_from(["mistake", "plus", "minus"]), st.integers(0, 9))
def test_the_adversary_wins_every_round(trials, tie, seed):
    start = np.random.default_rng(seed).normal(size=trials)
    instances = np.eye(trials)
    done = challenge(Perceptron(start, tie), instances)
    assert done.mistakes.all()
    assert np.array_equal(done.stream.X, instances)
    # The stream that came about is one that the learner could have met anywhere.
    assert np.array_equal(run(Perceptron(start, tie), done.stream).scores, done.scores)
