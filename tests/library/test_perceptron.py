"""The perceptron against the text of the book, against its theorems and against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.linear_model import Perceptron as Peer
from strategies import DYADIC, WHOLE, by_hand, streams

from perclib import Perceptron, run
from perclib.data import bundled
from perclib.learners.losses import TIES

TIE = st.sampled_from(TIES)
POWER_OF_TWO = st.integers(-4, 4).map(lambda n: 2.0**n)


@pytest.mark.parametrize("entries", [WHOLE, DYADIC])
@given(data=st.data())
def test_agrees_with_exact_fractions(entries, data):
    stream, tie, step = data.draw(streams(entries)), data.draw(TIE), data.draw(POWER_OF_TWO)
    start = np.array([data.draw(WHOLE) for _ in range(stream.dimension)], dtype=float)
    done = run(Perceptron(start, tie, step), stream)
    scores, mistakes, weights = by_hand(stream, tie, step, start)
    assert done.scores.tolist() == scores
    assert done.mistakes.tolist() == mistakes
    assert done.learner.weights.tolist() == weights


@given(streams(), TIE, POWER_OF_TWO)
def test_learning_rate_invariance(stream, tie, step):
    one = run(Perceptron.zero(stream.dimension, tie=tie), stream, keep_weights=True)
    other = run(Perceptron.zero(stream.dimension, tie=tie, step=step), stream, keep_weights=True)
    assert np.array_equal(other.weights, step * one.weights)
    assert np.array_equal(other.mistakes, one.mistakes)


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
@pytest.mark.parametrize("passes", [1, 4])
@pytest.mark.parametrize("step", [1.0, 0.25])
def test_agrees_with_scikit_learn(name, passes, step):
    stream = bundled(name, positive=1, negative=0).shuffled(seed=passes)
    done = run(Perceptron.zero(stream.dimension, step=step), stream.repeated(passes))
    peer = Peer(fit_intercept=False, shuffle=False, max_iter=passes, tol=None, eta0=step)
    assert np.array_equal(done.learner.weights, peer.fit(stream.X, stream.y).coef_[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"weights": [[1.0]]}, r"weights: expected one axis, none empty, got shape"),
        ({"weights": [1.0, np.nan]}, r"weights\[1\]: expected a finite number, got nan"),
        ({"weights": [1.0], "step": 0.0}, "step: expected a finite number above 0, got 0.0"),
        ({"weights": [1.0], "step": -1.0}, "step: expected a finite number above 0, got -1.0"),
        ({"weights": [1.0], "step": np.inf}, "step: expected a finite number above 0, got inf"),
        ({"weights": [1.0], "tie": "even"}, "tie: expected one of mistake, plus, minus, correct"),
    ],
)
def test_bad_parameters_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Perceptron(**arguments)


def test_bad_examples_are_refused_and_change_nothing():
    learner = Perceptron(np.array([1.0, 2.0]))
    for x, y, message in (
        ([1.0], 1, r"x: expected shape \(2,\), got \(1,\)"),
        ([1.0, np.nan], 1, "x: expected finite numbers"),
        ([1.0, 2.0], 0, "y: expected -1 or \\+1, got 0"),
    ):
        with pytest.raises(ValueError, match=message):
            learner.update(np.array(x), y)
    with pytest.raises(ValueError, match="dimension: expected a whole number"):
        Perceptron.zero(0)
    assert learner.weights.tolist() == [1, 2]


def test_a_bundled_set_has_the_classes_it_is_asked_for():
    assert bundled("iris", positive=2, negative=0).y.tolist() == [-1] * 50 + [1] * 50
    for positive, negative, said in (
        (3, 0, "positive: expected a class from 0 to 2, got 3"),
        (0, 3, "negative: expected a class from 0 to 2, got 3"),
        (1, 1, "negative: expected another class than positive, got 1 twice"),
    ):
        with pytest.raises(ValueError, match=said):
            bundled("iris", positive, negative)
