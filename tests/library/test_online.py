"""The protocol of a trial and the run of a learner."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, FLOATS, TIE, WHOLE, same, streams

from perclib import Perceptron, Stream, losses, run, run_passes
from perclib.data import MulticlassStream, RegressionStream, noisy
from perclib.learners import StochasticGradient


@dataclass(frozen=True)
class Copycat:
    """Scores by the last label it was told, whatever the instance; it has no weights."""

    last: int = 0
    tie: str = "mistake"

    def score(self, x):
        return 2.0 * self.last

    def update(self, x, y):
        return Copycat(y)


def test_any_learner_runs_in_the_order_of_the_protocol():
    stream = Stream([[1], [2], [3]], [1, 1, -1])
    done = run(Copycat(), stream)
    assert done.scores.tolist() == [0, 2, 2]
    assert done.predictions.tolist() == [0, 1, 1]
    assert done.mistakes.tolist() == [True, False, True]
    assert done.losses.tolist() == [0, 0, 2]
    assert done.total_loss == 2
    assert done.mistake_count == 2
    assert done.learner == Copycat(-1)
    assert done.weights is None


@pytest.mark.parametrize("entries", [WHOLE, DYADIC, FLOATS])
@given(data=st.data())
def test_running_on_is_running_at_once(entries, data):
    a = data.draw(streams(entries, dimension=2))
    b = data.draw(streams(entries, dimension=2))
    tie = data.draw(TIE)
    learner = Perceptron(np.array([0.5, -1.0]), tie)
    whole = run(learner, a + b, keep_weights=True)
    first = run(learner, a, keep_weights=True)
    rest = run(first.learner, b, keep_weights=True)
    for field in ("scores", "predictions", "mistakes", "losses"):
        parts = [getattr(done, field) for done in (first, rest)]
        assert np.array_equal(getattr(whole, field), np.concatenate(parts))
    assert np.array_equal(whole.weights, np.vstack([first.weights[:-1], rest.weights]))
    assert np.array_equal(whole.learner.weights, rest.learner.weights)
    assert learner.weights.tolist() == [0.5, -1.0]


@given(streams(), st.integers(1, 6))
def test_passes_are_one_long_run(stream, limit):
    learner = Perceptron.zero(stream.dimension)
    result = run_passes(learner, stream, limit=limit)
    long = run(learner, stream.repeated(result.number))
    assert np.array_equal(result.run.scores, long.scores)
    assert np.array_equal(result.run.learner.weights, long.learner.weights)
    last = long.mistakes[-len(stream) :]
    assert result.clean == (not last.any())
    assert result.clean or result.number == limit
    earlier = long.mistakes[: -len(stream)].reshape(-1, len(stream))
    assert earlier.any(axis=1).all()


def test_a_run_shows_what_it_is():
    done = run(Copycat(), Stream([[1], [2], [3]], [1, 1, -1], "three"), loss=losses.squared)
    assert repr(done) == "Run(Copycat, Stream('three', T=3, d=1), mistake_count=2)"
    assert done.losses.tolist() == [1, 1, 9]
    fitted = run(StochasticGradient.zero(1, losses.squared), RegressionStream([[1.0]], [0.5]))
    assert repr(fitted) == "Run(StochasticGradient, RegressionStream(T=1, d=1))"


@dataclass(frozen=True)
class Votes:
    """Scores each of three classes by how often it was told it."""

    votes: tuple[int, ...] = (0, 0, 0)
    tie: str = "mistake"

    def score(self, x):
        return np.array(self.votes, dtype=float)

    def update(self, x, y):
        return Votes(tuple(v + (c == y) for c, v in enumerate(self.votes, 1)))


def test_three_classes():
    stream = MulticlassStream(np.ones((5, 1)), [2, 2, 3, 3, 3])
    done = run(Votes(), stream)
    assert done.scores.tolist() == [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 2, 1], [0, 2, 2]]
    assert done.predictions.tolist() == [1, 2, 2, 2, 2]  # the first of several largest
    assert done.mistakes.tolist() == [True, False, True, True, True]
    assert done.mistake_count == 4
    with pytest.raises(ValueError, match="losses: expected one score a round"):
        done.losses  # noqa: B018 - that it raises is tested


def test_regression():
    stream = RegressionStream([[1], [2], [1]], [1, 0.5, -3])
    done = run(StochasticGradient.zero(1, losses.squared, step=0.5), stream, loss=losses.squared)
    assert done.scores.tolist() == [0, 2, -2]
    assert done.predictions.tolist() == [0, 2, -2]
    assert done.losses.tolist() == [1, 2.25, 1]
    with pytest.raises(ValueError, match="mistakes: a run over a RegressionStream has none"):
        done.mistake_count  # noqa: B018 - that it raises is tested


class Projected(Perceptron):
    """Stays in the unit ball."""

    def with_weights(self, weights):
        return super().with_weights(weights * min(1, 1 / np.linalg.norm(weights)))


def test_a_projection_is_the_same_by_hand_and_by_run():
    stream = noisy(3000, 5, 0.1, 0.1, seed=1).stream
    done, state = run(Projected.zero(5), stream), Projected.zero(5)
    for x, y in stream:
        state = state.update(x, y)
    assert same(done.learner, state)
    assert not np.allclose(state.weights, run(Perceptron.zero(5), stream).learner.weights)


@dataclass(frozen=True, eq=False)
class Derived(Perceptron):
    """Keeps what it computes of its weights: once it is made, and when it is asked."""

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "twice", 2 * self.weights)

    @cached_property
    def length(self):
        return np.linalg.norm(self.weights)


def test_what_is_derived_of_weights_is_that_of_the_next_weights():
    before = Derived.zero(2)
    assert before.length == 0
    after = before.update([3, 4], 1)
    assert (after.twice.tolist(), after.length) == ([6, 8], 5)


def test_prediction_is_what_a_run_would_say():
    stream = noisy(300, 4, 0.1, 0.2, seed=5).stream
    for learner in (Perceptron.zero(4), StochasticGradient.zero(4, losses.logistic)):
        done = run(learner, stream)
        known = [losses.predict(done.learner.score(x), done.learner.tie) for x in stream.X]
        assert done.learner.predict(stream.X).tolist() == known
    for tie, label in (("mistake", 0), ("plus", 1), ("minus", -1), ("correct", 0)):
        assert Perceptron.zero(2, tie=tie).predict([[1, 2], [3, 4]]).tolist() == [label] * 2

    class Shifted(Perceptron):
        def score(self, x):
            return 5.0

    assert Shifted.zero(4).predict(stream.X[:3]).tolist() == [1, 1, 1]
