"""The protocol of a trial and the run of a learner."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, FLOATS, WHOLE, streams

from perclib import losses
from perclib.datasets import noisy, separable
from perclib.descent import StochasticGradient
from perclib.losses import TIES
from perclib.online import Binary, Linear, run, run_passes
from perclib.perceptron import Perceptron
from perclib.relatives import MulticlassPerceptron
from perclib.streams import MulticlassStream, RegressionStream, Stream


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
    classes = run(MulticlassPerceptron.zero(2, 1), MulticlassStream([[1.0], [2.0]], [2, 1]))
    for field in ("losses", "total_loss"):
        with pytest.raises(ValueError, match=r"^losses: expected one score in each round"):
            getattr(classes, field)
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
    with pytest.raises(ValueError, match="learner: expected finite scores, got nan, in round 2"):
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
    "learner", [Perceptron.zero(3), StochasticGradient.zero(3, losses.logistic)]
)
def test_each_round_is_scored_and_checked_once(learner, monkeypatch):
    scored = []
    plain = Linear._scored
    monkeypatch.setattr(Linear, "_scored", lambda self, x: scored.append(x) or plain(self, x))
    stream = separable(50, 3, 0.1, seed=1).stream
    run(learner, stream, keep_weights=True)
    assert np.array_equal(scored, stream.X)


HOOKS = [name for name in [*vars(Binary), *vars(Linear), *vars(Perceptron)]
         if callable(getattr(Perceptron, name)) and not name.startswith("__")
         and name not in ("zero", "sweep", "_swept", "_rule", "_with_margin",
                          "predict", "scores")]  # fmt: skip


@pytest.mark.parametrize("changed", sorted({*HOOKS}))
def test_what_a_subclass_changes_is_not_passed_over(changed):
    """The sweep of a class stands for that class alone, whatever a subclass changes."""
    assert {"multiple", "score", "update", "trial", "moved"} < {*HOOKS}
    stream = separable(40, 3, 0.1, seed=1).stream
    known = run(Perceptron.zero(3), stream)
    calls = []

    def noted(self, *arguments):
        calls.append(arguments)
        return getattr(Perceptron, changed)(self, *arguments)

    changed_class = type("Changed", (Perceptron,), {changed: noted})
    times = {"moved": known.mistake_count, "_sum": known.mistake_count}.get(changed, 40)
    for keep in (False, True):
        calls.clear()
        done = run(changed_class(np.zeros(3)), stream, keep_weights=keep)
        assert len(calls) == times
        assert np.array_equal(done.scores, known.scores)


class Projected(Perceptron):
    """Stays in the unit ball."""

    def moved(self, weights):
        return super().moved(weights * min(1, 1 / np.linalg.norm(weights)))


def test_a_projection_is_the_same_by_hand_and_by_run():
    stream = noisy(3000, 5, 0.1, 0.1, seed=1).stream
    done = run(Projected.zero(5), stream)
    state, mistakes = Projected.zero(5), 0
    for x, y in stream:
        mistakes += y * state.score(x) <= 0
        state = state.update(x, y)
    assert (
        done.mistake_count
        == mistakes
        == run(Projected.zero(5), stream, keep_weights=True).mistake_count
    )
    assert done.learner == state
    assert mistakes != run(Perceptron.zero(5), stream).mistake_count


def test_a_sweep_is_for_the_class_that_defines_or_declares_it(monkeypatch):
    stream, swept = separable(40, 3, 0.1, seed=1).stream, []
    sweep = Perceptron.sweep
    monkeypatch.setattr(Perceptron, "sweep", lambda self, s: swept.append(self) or sweep(self, s))
    plain = type("Plain", (Perceptron,), {})
    declared = type("Declared", (Perceptron,), {"sweep": Perceptron.sweep})
    below = type("Below", (declared,), {})
    for kind, times in ((Perceptron, 1), (plain, 0), (declared, 1), (below, 0)):
        swept.clear()
        run(kind.zero(3), stream)
        assert len(swept) == times


def test_what_a_learner_refuses_is_refused_with_its_round():
    stream = Stream([[1.0, 2.0], [1e200, 1.0], [1.0, 1.0]], [1, -1, 1])
    for learner, message in (
        (Perceptron([1e150, 1.0]), r"x: expected a finite score, got inf: .*, in round 2"),
        (Perceptron.zero(3), r"x: expected shape \(3,\), got \(2,\), in round 1"),
        (StochasticGradient.zero(3, losses.logistic), r"x: expected shape .*, in round 1"),
        (Undecided(), "learner: expected finite scores, got nan, in round 2"),
        (Perceptron.zero(2, step=1e200), "x: expected a finite score, got inf.*, in round 2"),
    ):
        with np.errstate(over="ignore"), pytest.raises(ValueError, match=rf"^{message}.*$"):
            run(learner, stream)
    with pytest.raises(ValueError, match="stream: expected a Stream, got Planted; use its stream"):
        run(Perceptron.zero(2), separable(5, 2, 0.1, 0))
    with pytest.raises(ValueError, match=r"comparator: .*, got a Perceptron; use its weights"):
        stream.margins(Perceptron.zero(2))


def test_prediction_is_what_a_run_would_say():
    stream = noisy(300, 4, 0.1, 0.2, seed=5).stream
    for learner in (Perceptron.zero(4), StochasticGradient.zero(4, losses.logistic)):
        done = run(learner, stream)
        known = [losses.predict(done.learner.score(x), done.learner.tie) for x in stream.X]
        assert done.predict(stream.X).tolist() == done.learner.predict(stream.X).tolist() == known
    for tie, label in (("mistake", 0), ("plus", 1), ("minus", -1), ("correct", 0)):
        assert Perceptron.zero(2, tie=tie).predict([[1, 2], [3, 4]]).tolist() == [label] * 2
    with pytest.raises(ValueError, match="X: expected dimension 4, got 2"):
        done.predict([[1.0, 2.0]])

    class Shifted(Perceptron):
        def score(self, x):
            return 5.0

    assert Shifted.zero(4).predict(stream.X[:3]).tolist() == [1, 1, 1]
    regression = RegressionStream([[1.0], [2.0]], [1, 2])
    fit = run(StochasticGradient.zero(1, losses.squared, step=0.5), regression)
    assert fit.predict([[3.0]]).tolist() == [3 * fit.learner.weights[0]]
    assert run(Votes((0, 2, 1)), MulticlassStream([[1.0]], [2])).predict([[5.0]]).tolist() == [2]
    assert run(Copycat(1), Stream([[1.0]], [1])).predict([[3.0], [4.0]]).tolist() == [1, 1]


def test_two_labels_are_not_taken_for_classes():
    classes = MulticlassStream([[1.0], [1.0]], [1, 2])
    with pytest.raises(ValueError, match="expected scores of one number a class"):
        run(Perceptron.zero(1), classes)
    with pytest.raises(ValueError, match=r"y: expected -1 or \+1, got 0.5"):
        run(Perceptron.zero(1), RegressionStream([[1.0]], [0.5]))
