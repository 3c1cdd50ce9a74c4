"""The perceptron against the text of the book, against its theorems and against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.linear_model import Perceptron as Peer
from strategies import DYADIC, TIE, WHOLE, by_hand, streams

from perclib import Perceptron, run
from perclib.data import bundled

POWER_OF_TWO = st.integers(-4, 4).map(lambda n: 2.0**n)


@pytest.mark.parametrize("entries", [WHOLE, DYADIC])
@given(data=st.data())
def test_agrees_with_exact_fractions(entries, data):
    stream, tie, step = data.draw(streams(entries)), data.draw(TIE), data.draw(POWER_OF_TWO)
    start = np.array([data.draw(WHOLE) for _ in range(stream.dimension)], dtype=float)
    done = run(Perceptron(start, tie, step), stream, keep_weights=True)
    scores, mistakes, weights = by_hand(stream, tie, step, start)
    assert done.scores.tolist() == scores
    assert done.mistakes.tolist() == mistakes
    assert done.weights.tolist() == weights
    assert done.learner.weights.tolist() == weights[-1]


@pytest.mark.parametrize(("name", "passes", "step"), [("wine", 4, 1.0), ("digits", 1, 0.25)])
def test_agrees_with_scikit_learn(name, passes, step):
    stream = bundled(name, positive=1, negative=0).shuffled(seed=passes)
    done = run(Perceptron.zero(stream.dimension, step=step), stream.repeated(passes))
    peer = Peer(fit_intercept=False, shuffle=False, max_iter=passes, tol=None, eta0=step)
    assert np.array_equal(done.learner.weights, peer.fit(stream.X, stream.y).coef_[0])


def test_a_bundled_set_has_the_classes_it_is_asked_for():
    assert bundled("iris", positive=2, negative=0).y.tolist() == [-1] * 50 + [1] * 50
