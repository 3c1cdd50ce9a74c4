"""The protocol of a trial and the run of a learner."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, FLOATS, WHOLE, streams

from perclib import losses
from perclib.descent import StochasticGradient
from perclib.losses import TIES
from perclib.online import Linear, run, run_passes
from perclib.perceptron import Perceptron
from perclib.streams import MulticlassStream, RegressionStream, Stream, separable


@dataclass(frozen=True)
class Copycat:
    """Scores by the last label it was told, whatever the instance; it has no weights."""

    last: int = 0
    tie: str = "mistake"

    def score(self, x):
        return 2.0 * self.last

    def update(self, x, y):
        return Copycat(y)


class Undecided(Copycat):
    """Divides by zero from its second round on."""

    def score(self, x):
        return np.nan if self.last else 0.0

    def update(self, x, y):
        return Undecided(y)


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


def test_the_score_is_taken_before_the_label_is_seen():
    stream = Stream([[1.0, 0.0]], [1]).repeated(2)
    done = run(Perceptron.zero(2), stream, keep_weights=True)
    assert done.scores.tolist() == [0, 1]
    assert done.weights.tolist() == [[0, 0], [1, 0], [1, 0]]


@pytest.mark.parametrize("entries", [WHOLE, DYADIC, FLOATS])
@given(data=st.data())
def test_running_on_is_running_at_once(entries, data):
    a = data.draw(streams(entries, dimension=2))
    b = data.draw(streams(entries, dimension=2))
    tie = data.draw(st.sampled_from(TIES))
    learner = Perceptron(np.array([0.5, -1.0]), tie)
    whole = run(learner, a + b, keep_weights=True)
    parts = run(learner, a, keep_weights=True).continued(b)
    for field in ("scores", "predictions", "mistakes", "losses", "weights"):
        assert np.array_equal(getattr(whole, field), getattr(parts, field))
    assert np.array_equal(whole.learner.weights, parts.learner.weights)
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


def test_what_run_refuses():
    stream = Stream([[1.0, 2.0]], [1])

    class Forgetful(Copycat):
        def update(self, x, y):
            return None

    with pytest.raises(ValueError, match=r"learner: expected Forgetful\.update to return the next"):
        run(Forgetful(), stream)
    with pytest.raises(ValueError, match="keep_weights: Copycat has no attribute weights"):
        run(Copycat(), stream, keep_weights=True)
    with pytest.raises(ValueError, match=r"x: expected shape \(3,\), got \(2,\)"):
        run(Perceptron.zero(3), stream)
    with pytest.raises(ValueError, match=r"x: expected shape \(2,\), got \(1,\)"):
        run(Perceptron.zero(2), stream).continued(Stream([[1.0]], [1]))
    with pytest.raises(ValueError, match="learner: expected finite scores, got nan in round 2"):
        run(Undecided(), stream.repeated(2))
    for limit in (0, -1, 2.0, True):
        with pytest.raises(ValueError, match="limit: expected a whole number of at least 1"):
            run_passes(Copycat(), stream, limit=limit)


def test_a_run_shows_what_it_is():
    done = run(Copycat(), Stream([[1], [2], [3]], [1, 1, -1], "three"))
    assert repr(done) == "Run(Copycat, Stream('three', T=3, d=1), mistake_count=2)"
    fitted = run(StochasticGradient.zero(1, losses.squared), RegressionStream([[1.0]], [0.5]))
    assert repr(fitted) == "Run(StochasticGradient, RegressionStream(T=1, d=1))"


def test_another_loss_is_recorded():
    squared = losses.Loss("squared", lambda f, y: (f - y) ** 2, lambda f, y: 2 * (f - y))
    done = run(Copycat(), Stream([[1], [1]], [1, -1]), loss=squared)
    assert done.losses.tolist() == [1, 9]


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
    assert done.continued(stream).scores.shape == (10, 3)
    for learner, kind, scores in (
        (Votes(), Stream, "one number"),
        (Copycat(), MulticlassStream, "one number a class"),
    ):
        with pytest.raises(ValueError, match=f"learner: expected scores of {scores}, got .* 1$"):
            run(learner, kind([[1]], [1]))


def test_regression():
    stream = RegressionStream([[1], [2], [1]], [1, 0.5, -3])
    done = run(StochasticGradient.zero(1, losses.squared, step=0.5), stream, loss=losses.squared)
    assert done.scores.tolist() == [0, 2, -2]
    assert done.predictions.tolist() == [0, 2, -2]
    assert done.losses.tolist() == [1, 2.25, 1]
    with pytest.raises(ValueError, match="mistakes: a run over a RegressionStream has none"):
        done.mistake_count  # noqa: B018 - that it raises is tested
    with pytest.raises(ValueError, match="y: expected -1 or"):
        run(StochasticGradient.zero(1, losses.logistic), stream)
    with pytest.raises(ValueError, match="y: expected a finite number, got nan"):
        StochasticGradient.zero(1, losses.squared).update(np.ones(1), np.nan)


@pytest.mark.parametrize(
    ("learner", "keep"),
    [(Perceptron.zero(3), True), (StochasticGradient.zero(3, losses.logistic), False)],
)
def test_each_round_is_scored_and_checked_once(learner, keep, monkeypatch):
    scored = []
    plain = Linear._scored
    monkeypatch.setattr(Linear, "_scored", lambda self, x: scored.append(x) or plain(self, x))
    stream = separable(50, 3, 0.1, seed=1).stream
    run(learner, stream, keep_weights=keep)
    assert np.array_equal(scored, stream.X)


@pytest.mark.parametrize("changed", ["score", "update", "trial", "multiple"])
def test_what_a_subclass_changes_is_not_passed_over(changed):
    """The shortcuts of a class stand for its own score and update alone."""
    stream = separable(40, 3, 0.1, seed=1).stream
    calls = []

    def noted(self, *arguments):
        calls.append(arguments)
        return getattr(Perceptron, changed)(self, *arguments)

    changed_class = type("Changed", (Perceptron,), {changed: noted})
    for keep in (False, True):
        calls.clear()
        done = run(changed_class(np.zeros(3)), stream, keep_weights=keep)
        assert len(calls) == 40
        assert np.array_equal(done.scores, run(Perceptron.zero(3), stream).scores)


def test_two_labels_are_not_taken_for_classes():
    classes = MulticlassStream([[1.0], [1.0]], [1, 2])
    with pytest.raises(ValueError, match="expected scores of one number a class"):
        run(Perceptron.zero(1), classes)
    with pytest.raises(ValueError, match=r"y: expected -1 or \+1, got 0.5"):
        run(Perceptron.zero(1), RegressionStream([[1.0]], [0.5]))
