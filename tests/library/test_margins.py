"""The perceptron with a margin against fractions, its bounds, and its sweep."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WHOLE, streams

from perclib import MarginPerceptron, Perceptron, Stream, run

BETAS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3), Fraction(40)])
STEPS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(4)])


def dot(a, b):
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def margin_by_hand(stream, beta, step):
    """Scores, updates and the last weights, in fractions."""
    w, scores, updates = [Fraction(0)] * stream.dimension, [], []
    for x, y in zip(stream.X.tolist(), stream.y.tolist(), strict=True):
        x = [Fraction(v) for v in x]
        scores.append(dot(w, x))
        updates.append(y * scores[-1] <= beta)
        if updates[-1]:
            w = [a + step * y * b for a, b in zip(w, x, strict=True)]
    return scores, updates, w


@given(streams(), BETAS, STEPS)
def test_it_is_its_formula(stream, beta, step):
    scores, _, weights = margin_by_hand(stream, beta, step)
    zero = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    done = run(zero, stream)
    assert done.scores.tolist() == scores
    assert done.learner.weights.tolist() == weights


@given(streams())
def test_with_no_margin_it_is_the_perceptron(stream):
    plain = run(Perceptron.zero(stream.dimension), stream)
    asked = run(MarginPerceptron.zero(stream.dimension, beta=0), stream)
    assert np.array_equal(asked.scores, plain.scores)
    assert np.array_equal(asked.learner.weights, plain.learner.weights)


@given(streams(longest=10), st.data(), BETAS, STEPS)
def test_the_bounds_of_a_margin(stream, data, beta, step):
    """In fractions, squared: of the updates, and of the margin once nothing is updated."""
    u = np.array([data.draw(WHOLE) for _ in range(stream.dimension)])
    scores = stream.X @ u
    clear = scores != 0
    if not clear.any():
        return
    stream = Stream(stream.X[clear], np.sign(scores[clear]))
    gamma_square = Fraction(int(np.abs(scores[clear]).min()) ** 2, int(u @ u))
    limit = Fraction(int(stream.radius_square)) + 2 * beta / step
    learner = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    updates, quiet = 0, False
    for _ in range(30):
        done = run(learner, stream)
        made = int((stream.y * done.scores <= float(beta)).sum())
        updates, quiet, learner = updates + made, made == 0, done.learner
        assert updates * gamma_square <= limit
    if quiet and beta:
        w = [Fraction(v) for v in learner.weights.tolist()]
        for x, y in zip(stream.X.tolist(), stream.y.tolist(), strict=True):
            signed = y * dot(w, map(Fraction, x))
            assert signed > beta
            assert signed**2 * limit**2 * step**2 > gamma_square * beta**2 * dot(w, w)


@pytest.mark.parametrize("beta", [0, 1, 7, 100])
def test_one_example_again_and_again_meets_the_bound_of_a_margin(beta):
    """Of one coordinate 1: beta + 1 updates, within a factor of two of the bound 1 + 2 beta."""
    done = run(MarginPerceptron.zero(1, beta=beta), Stream([[1.0]], [1]).repeated(300))
    assert done.learner.weights.tolist() == [beta + 1]
