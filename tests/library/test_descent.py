"""Descent: on the perceptron loss it is the perceptron, on the logistic loss what calculus says."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import dot, exact, moved, streams

from perclib import Perceptron, losses, run
from perclib.data import RegressionStream
from perclib.learners import (
    StochasticGradient,
    gradient_descent,
    newton,
    stochastic_gradient,
    stochastic_newton,
)


@given(streams(), st.integers(-3, 3))
def test_on_the_perceptron_loss_it_is_the_perceptron(stream, power):
    step, d = 2.0**power, stream.dimension
    descent = run(StochasticGradient.zero(d, losses.perceptron, step=step), stream)
    perceptron = run(Perceptron.zero(d, step=step), stream)
    assert np.array_equal(descent.scores, perceptron.scores)
    assert np.array_equal(descent.learner.weights, perceptron.learner.weights)


def planes(seed, n=12):
    """A regression problem with integers, so that fractions and floats see the same numbers."""
    rng = np.random.default_rng(seed)
    return RegressionStream(rng.integers(-4, 5, (n, 3)), rng.integers(-9, 10, n))


def slope(stream, w, rows):
    """The mean gradient over some rows, in fractions."""
    X, y = exact(stream.X[rows]), stream.y[rows].tolist()
    gap = [dot(w, x) - Fraction(b) for x, b in zip(X, y, strict=True)]
    return [sum(2 * g * x[j] for g, x in zip(gap, X, strict=True)) / len(X) for j in range(3)]


@pytest.mark.parametrize("seed", range(4))
def test_steps_are_those_of_exact_arithmetic(seed):
    stream, order = planes(seed), [3, 0, 3, 11, 7]
    n, step = len(stream), Fraction(1, 64)
    full = gradient_descent(stream, [1, -1, 2], step=1 / 64, steps=5)
    single = stochastic_gradient(stream, [1, -1, 2], order=order, step=1 / 64)
    w = v = [Fraction(1), Fraction(-1), Fraction(2)]
    for t, i in enumerate(order, 1):
        w, v = moved(w, -step, slope(stream, w, slice(n))), moved(v, -step, slope(stream, v, [i]))
        assert full.weights[t] == pytest.approx([float(a) for a in w], rel=1e-12)
        assert single.weights[t] == pytest.approx([float(a) for a in v], rel=1e-12)


@given(st.integers(1, 9), st.integers(1, 20), st.data())
def test_work_is_counted_exactly(steps, n, data):
    stream = planes(1, n=n + 3)
    n = len(stream)
    order = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=30))
    zero = np.zeros(3)
    assert gradient_descent(stream, zero, step=0.001, steps=steps)[1:] == (n * steps, n * steps, 0)
    path = stochastic_gradient(stream, zero, order=order, step=0.001)
    assert path[1:] == (len(order), len(order), 0)
    assert len(path.weights) == len(order) + 1
    if np.linalg.matrix_rank(stream.X) == 3:
        assert newton(stream, zero, steps=steps)[1:] == (n * steps, n * (steps + 1), steps)
        path = stochastic_newton(stream, zero, order=order, step=0.001)
        assert path[1:] == (len(order), len(order) + n, len(order))


@pytest.mark.parametrize("seed", range(3))
def test_newton_arrives_in_one_step(seed):
    stream = planes(seed)
    best = np.linalg.lstsq(stream.X, stream.y)[0]
    assert newton(stream, [9, 9, -9]).weights[-1] == pytest.approx(best)
    half = newton(stream, [9, 9, -9], step=0.5, steps=3).weights - best
    assert half[-1] == pytest.approx(half[0] / 8)


def test_stochastic_descent_is_the_learner_of_the_protocol():
    stream, order = planes(2), np.array([5, 1, 1, 0, 8])
    path = stochastic_gradient(stream, [0, 0, 0], order=order, step=0.0625)
    learner = StochasticGradient.zero(3, losses.squared, step=0.0625)
    done = run(learner, stream[order], loss=losses.squared, keep_weights=True)
    assert path.weights == pytest.approx(done.weights, rel=1e-12)


def test_steps_may_change():
    stream = RegressionStream(np.ones((4, 1)), [3, 5, -2, 8])
    path = stochastic_gradient(stream, [0], order=range(4), step=lambda t: 1 / (2 * t))
    assert path.weights.ravel().tolist() == pytest.approx([0, 3, 4, 2, 3.5])  # the means so far
