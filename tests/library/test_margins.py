"""The perceptron with a margin against fractions, and its bounds."""

from fractions import Fraction

import numpy as np
from hypothesis import given, strategies as st
from strategies import dot, exact, exact_run, moved, planted, streams

from perclib import MarginPerceptron, run

BETAS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3), Fraction(40)])
STEPS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(4)])


@given(streams(), BETAS, STEPS)
def test_it_is_its_formula(stream, beta, step):
    scores, weights = exact_run(stream, lambda w, x, y, f: moved(w, step * y * (y * f <= beta), x))
    zero = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    done = run(zero, stream, keep_weights=True)
    assert done.scores.tolist() == run(zero, stream).scores.tolist() == scores
    assert done.weights.tolist() == weights


@given(planted(), BETAS, STEPS)
def test_the_bounds_of_a_margin(drawn, beta, step):
    """In fractions, squared: of the updates, and of the margin once nothing is updated."""
    stream, u = drawn
    gamma_square = Fraction(int(stream.margins(u).min()) ** 2, int(u @ u))
    limit = Fraction(int(stream.radius_square)) + 2 * beta / step
    learner = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    updates, quiet = 0, False
    for _ in range(30):
        done = run(learner, stream)
        made = int((stream.y * done.scores <= float(beta)).sum())
        updates, quiet, learner = updates + made, made == 0, done.learner
        assert updates * gamma_square <= limit
    if quiet and beta:
        w = learner.weights.tolist()
        for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
            signed = y * dot(w, x)
            assert signed > beta
            assert signed**2 * limit**2 * step**2 > gamma_square * beta**2 * dot(w, w)


def test_a_float_above_beta_is_not_learned():
    learner = MarginPerceptron.zero(1, beta=2)
    assert learner.with_weights(np.array([2.0])).update([1.0], 1).weights == 3
    above = learner.with_weights(np.array([np.nextafter(2, 3)]))
    assert above.update([1.0], 1) is above
