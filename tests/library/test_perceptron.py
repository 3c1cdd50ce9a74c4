"""The perceptron against the text of the book, against its theorems and against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.linear_model import Perceptron as Peer
from strategies import DYADIC, WHOLE, by_hand, streams

from perclib.datasets import bundled
from perclib.losses import TIES
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

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


@given(streams())
def test_the_strict_rule_never_leaves_zero(stream):
    done = run(Perceptron.zero(stream.dimension, tie="correct"), stream)
    assert not done.scores.any()
    assert not done.learner.weights.any()


@given(streams(), TIE)
def test_total_loss_of_a_run(stream, tie):
    done = run(Perceptron.zero(stream.dimension, tie=tie), stream)
    lengths = (stream.X[done.mistakes] ** 2).sum()
    assert 2 * done.total_loss == lengths - (done.learner.weights**2).sum()


@given(streams(), st.integers(0, 5), POWER_OF_TWO)
def test_one_update_gains_the_squared_norm(stream, seed, step):
    x, y = next(iter(stream))
    start = np.random.default_rng(seed).integers(-5, 6, size=len(x)).astype(float)
    learner = Perceptron(start, step=step)
    gain = y * (learner.update(x, y).score(x) - learner.score(x))
    assert gain == (step * (x @ x) if y * learner.score(x) <= 0 else 0)


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
        ({"weights": [[1.0]]}, r"weights: expected one axis, got shape \(1, 1\)"),
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
        ([1.0, np.nan], 1, r"x\[1\]: expected a finite number, got nan"),
        ([1.0, 2.0], 0, "y: expected -1 or \\+1, got 0"),
    ):
        with pytest.raises(ValueError, match=message):
            learner.update(np.array(x), y)
    with pytest.raises(ValueError, match="dimension: expected a whole number"):
        Perceptron.zero(0)
    assert learner.weights.tolist() == [1, 2]


# NumPy warns of the overflow that is refused here.
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_overflow_is_refused():
    huge = Stream([[1.7e308], [-1.7e308]], [1, -1])
    with pytest.raises(ValueError, match=r"weights\[0\]: expected a finite number, got inf"):
        run(Perceptron(np.array([-1.0]), step=2.0), huge)
