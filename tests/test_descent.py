"""Descent: on the perceptron loss it is the perceptron, on the logistic loss what calculus says."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, LABELS, streams

from perclib import losses
from perclib.descent import StochasticGradient
from perclib.online import run
from perclib.perceptron import Perceptron


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
