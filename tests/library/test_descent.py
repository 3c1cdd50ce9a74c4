"""Descent: on the perceptron loss it is the perceptron, on the logistic loss what calculus says."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, LABELS, streams

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


@given(st.floats(-30, 30), LABELS)
def test_logistic_slope_is_the_derivative(score, label):
    h = 1e-5
    rise = losses.logistic(score + h, label) - losses.logistic(score - h, label)
    assert losses.logistic.slope(score, label) == pytest.approx(rise / (2 * h), abs=1e-8)


def test_logistic_at_the_ends():
    assert losses.logistic(0.0, 1) == pytest.approx(np.log(2))
    assert losses.logistic(-800.0, 1) == 800
    assert losses.logistic(800.0, 1) == 0
    assert losses.logistic.slope(-800.0, 1) == -1


@given(DYADIC, LABELS)
def test_one_step_goes_against_the_slope(start, label):
    learner = StochasticGradient(np.array([start]), losses.logistic, step=0.5)
    after = learner.update(np.array([2.0]), label)
    slope = losses.logistic.slope(2 * start, label)
    assert after.weights[0] == pytest.approx(start - 0.5 * slope * 2)
    assert learner.weights[0] == start


def test_labels_are_signs_unless_the_loss_says_more():
    own = losses.Loss("own", lambda f, y: (f - y) ** 2, lambda f, y: 2 * (f - y))
    with pytest.raises(ValueError, match=r"y: expected -1 or \+1, got 0.5"):
        StochasticGradient.zero(1, own).update([1.0], 0.5)
    real = own._replace(real_labels=True)
    assert StochasticGradient.zero(1, real).update([1.0], 0.5).weights.tolist() == [1]


def test_what_it_refuses():
    with pytest.raises(ValueError, match="step: expected a finite number above 0, got -1"):
        StochasticGradient.zero(2, losses.logistic, step=-1)
    with pytest.raises(ValueError, match="dimension: expected a whole number of at least 1"):
        StochasticGradient.zero(0, losses.logistic)
    learner = StochasticGradient.zero(2, losses.logistic)
    with pytest.raises(ValueError, match=r"x: expected shape \(2,\), got \(1,\)"):
        learner.update(np.array([1.0]), 1)
    with pytest.raises(ValueError, match="y: expected -1 or"):
        learner.update(np.array([1.0, 1.0]), 2)


def planes(seed, n=12):
    """A regression problem with integers, so that fractions and floats see the same numbers."""
    rng = np.random.default_rng(seed)
    return RegressionStream(rng.integers(-4, 5, (n, 3)), rng.integers(-9, 10, n))


def by_hand(stream, w, rows):
    """The mean gradient over some rows, in fractions."""
    X, y = stream.X[rows].astype(int).tolist(), stream.y[rows].astype(int).tolist()
    gap = [sum(a * b for a, b in zip(w, x, strict=True)) - b for x, b in zip(X, y, strict=True)]
    return [sum(Fraction(2 * g) * x[j] for g, x in zip(gap, X, strict=True)) / len(X)
            for j in range(len(w))]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_steps_are_those_of_exact_arithmetic(seed):
    stream, order = planes(seed), [3, 0, 3, 11, 7]
    n, step = len(stream), Fraction(1, 64)
    full = gradient_descent(stream, [1, -1, 2], step=1 / 64, steps=5)
    single = stochastic_gradient(stream, [1, -1, 2], order=order, step=1 / 64)
    w = v = [Fraction(1), Fraction(-1), Fraction(2)]
    for t, i in enumerate(order, 1):
        w = [a - step * g for a, g in zip(w, by_hand(stream, w, list(range(n))), strict=True)]
        v = [a - step * g for a, g in zip(v, by_hand(stream, v, [i]), strict=True)]
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


def test_what_least_squares_refuses():
    stream = planes(0)
    zero = [0, 0, 0]
    with pytest.raises(ValueError, match=r"start: expected shape \(3,\), got \(2,\)"):
        gradient_descent(stream, [0, 0], step=0.1, steps=1)
    with pytest.raises(ValueError, match="step: expected a finite number above 0, got 0"):
        newton(stream, zero, step=0)
    with pytest.raises(ValueError, match=r"step\(2\): expected a finite number above 0, got -1"):
        gradient_descent(stream, zero, step=lambda t: 3 - 2 * t, steps=5)
    with pytest.raises(ValueError, match="steps: expected a whole number of at least 1, got 0"):
        gradient_descent(stream, zero, step=0.1, steps=0)
    with pytest.raises(ValueError, match="stream: expected an Examples, got list"):
        gradient_descent([1], zero, step=0.1, steps=1)
    for order in ([12], [-1], [0.5], [], [[0]]):
        with pytest.raises(ValueError, match="order: expected indices of examples, from 0 to 11"):
            stochastic_gradient(stream, zero, order=order, step=0.1)
    with pytest.raises(ValueError, match="step: too long, the weights are no longer finite after"):
        gradient_descent(stream, zero, step=1e9, steps=99)
    flat = RegressionStream([[1, 2, 3], [2, 4, 6]], [0, 1])
    for call in (newton, lambda s, w: stochastic_newton(s, w, order=[0], step=1)):
        with pytest.raises(ValueError, match="stream: expected instances that span all 3 dim"):
            call(flat, zero)
