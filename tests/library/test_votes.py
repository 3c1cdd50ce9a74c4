"""The averaged perceptron against all weights, written down in exact fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import given, strategies as st
from strategies import DYADIC, TIE, by_hand, same, streams

from perclib import AveragedPerceptron, Perceptron, run, run_chunks

STEPS = st.sampled_from([0.5, 1.0, 2.0])


@given(streams(DYADIC, longest=12), TIE, STEPS)
def test_the_lazy_average_is_the_plain_one(stream, tie, step):
    zero = AveragedPerceptron.zero(stream.dimension, tie=tie, step=step)
    done, slow = run(zero, stream), run(zero, stream, keep_weights=True)
    (*_, chunked) = run_chunks(zero, [stream[:1], *([stream[1:]] if len(stream) > 1 else [])])
    assert same(done.learner, slow.learner)
    assert same(slow.learner, chunked.learner)
    _, mistakes, weights = by_hand(stream, tie, step)
    assert done.mistakes.tolist() == mistakes
    learner, wanted = done.learner, [sum(c) / len(weights) for c in zip(*weights, strict=True)]
    pairs = zip(learner.weights, learner.drift, strict=True)
    assert [Fraction(w) - Fraction(d) / (learner.rounds + 1) for w, d in pairs] == wanted
    wanted = np.array(wanted, dtype=float)
    assert np.allclose(learner.average.weights, wanted, rtol=1e-12, atol=1e-12)
    mean = Perceptron(learner.average.weights, tie)
    assert np.array_equal(learner.predict(stream.X), mean.predict(stream.X))
