"""Descent: on the perceptron loss it is the perceptron, on the squared one exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import dot, exact, moved, streams

from perclib import Perceptron, losses, run
from perclib.data import RegressionStream
from perclib.learners import StochasticGradient


@given(streams(), st.integers(-3, 3))
def test_on_the_perceptron_loss_it_is_the_perceptron(stream, power):
    step, d = 2.0**power, stream.dimension
    descent = run(StochasticGradient.zero(d, losses.perceptron, step=step), stream)
    perceptron = run(Perceptron.zero(d, step=step), stream)
    assert np.array_equal(descent.scores, perceptron.scores)
    assert np.array_equal(descent.learner.weights, perceptron.learner.weights)


def test_on_the_squared_loss_it_takes_the_steps_of_exact_arithmetic():
    rng = np.random.default_rng(2)
    stream = RegressionStream(rng.integers(-4, 5, (9, 3)), rng.integers(-9, 10, 9))
    start = StochasticGradient.zero(3, losses.squared, step=1 / 64)
    w = [Fraction(0)] * 3
    for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
        w = moved(w, Fraction(-2, 64) * (dot(w, x) - Fraction(y)), x)
    assert run(start, stream).learner.weights == pytest.approx([float(a) for a in w], rel=1e-12)
