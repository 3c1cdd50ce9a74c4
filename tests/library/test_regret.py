"""Randomized classifiers against fractions, enumerated coins and the theorems of chapter 8."""

from fractions import Fraction
from itertools import product
from math import inf, isqrt, sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import LABELS

from perclib import Perceptron, Stream, run
from perclib.learners import ProjectedDescent, RegularizedLeader, Run, chance, leader, regret, toss

BOTH = pytest.mark.parametrize("learner", [RegularizedLeader, ProjectedDescent])
SIXTEENTHS = st.integers(-16, 16).map(lambda n: n / 16)  # instances of norm at most 1


def by_hand(lazy, X, y, step):
    """Scores on the line for R = 1 and a constant step, in fractions, without perclib."""
    w, total, scores = Fraction(0), Fraction(0), []
    for x, label in zip(map(Fraction, X), y, strict=True):
        scores.append(w * x)
        total += label * x
        w = step * total / 2 if lazy else w + step * label * x / 2
        w = max(Fraction(-1), min(Fraction(1), w))
    return scores


def enumerated(scores, y):
    """Expected number of mistakes: all coins, each way of falling with its probability."""
    expected = Fraction(0)
    for coins in product((-1, 1), repeat=len(y)):
        weight = Fraction(1)
        for coin, score in zip(coins, scores, strict=True):
            weight *= (1 + coin * Fraction(score)) / 2
        expected += weight * sum(coin != label for coin, label in zip(coins, y, strict=True))
    return expected


@BOTH
@pytest.mark.parametrize("horizon", [1, 4, 16])  # c / sqrt(T) is 2, 1 or 1/2, so nothing is rounded
@given(rounds=st.lists(st.tuples(SIXTEENTHS, LABELS), min_size=1, max_size=6))
def test_scores_and_expected_mistakes_are_exact(learner, horizon, rounds):
    X, y = zip(*rounds, strict=True)
    done = run(learner.zero(1, 1, horizon=horizon), Stream([[x] for x in X], y), loss=chance)
    scores = by_hand(learner is RegularizedLeader, X, y, Fraction(2, isqrt(horizon)))
    assert done.scores.tolist() == scores
    expected = enumerated(scores, y)
    assert Fraction(done.total_loss) == expected
    if any(X):
        u = leader(done.stream, 1)
        assert abs(u[0]) in (0, 1)
        theirs = enumerated([Fraction(u[0]) * Fraction(x) for x in X], y)
        assert Fraction(regret(done, u)) == expected - theirs


@pytest.mark.parametrize(
    ("learner", "anytime"), [(RegularizedLeader, sqrt(2)), (ProjectedDescent, 2 * sqrt(2))]
)
def test_the_steps_are_those_of_the_theorems(learner, anytime):
    start, known = learner.zero(1, 4), learner.zero(1, 4, horizon=25)
    later = run(start, Stream([[1.0]] * 8, [1] * 8)).learner
    assert (start.step, later.step) == (anytime / 16, anytime / 16 / 3)
    assert known.step == run(known, Stream([[1.0]], [1])).learner.step == 2 / 16 / 5


def test_the_lazy_step_is_the_argmin():
    """No point of the ball has a smaller regularized loss than the closed form."""
    rng = np.random.default_rng(2)
    for _ in range(200):
        radius, rate, rounds = *np.exp(rng.uniform(-2, 2, 2)), int(rng.integers(0, 20))
        total = rng.normal(size=3) * np.exp(rng.uniform(-2, 4))
        at = RegularizedLeader(radius=radius, rate=rate, rounds=rounds, total=total)
        points = rng.normal(size=(200, 3))
        points *= (rng.random((200, 1)) / radius) / np.linalg.norm(points, axis=1, keepdims=True)
        points[:100] = at.weights + (points[:100] - at.weights) / 50
        eta = rate / sqrt(rounds + 1)
        values = (points**2).sum(1) / (2 * eta) - points @ total / 2
        least = at.weights @ at.weights / (2 * eta) - at.weights @ total / 2
        assert least <= values.min() + 1e-12 * max(1, abs(least))
        assert np.linalg.norm(at.weights) * radius <= 1 + 1e-12


# The theorems ----------------------------------------------------------------------------------


def on_the_line(turns, then, radius=1.0):
    """Instances R, with labels that alternate for some rounds and then stay +1."""
    y = [1, -1] * (turns // 2) + [1] * then
    return Stream(np.full((len(y), 1), radius), y)


def of(stream, learner, radius):
    """Regret against the best comparator of the ball."""
    return regret(run(learner, stream, loss=chance), leader(stream, radius))


def lazy(d, kappa, radius=1.0, horizon=None):
    return RegularizedLeader.zero(d, radius, rate=kappa / radius**2, horizon=horizon)


def hard(rng):
    """A stream of radius 1 at most, of one of several kinds."""
    T, d = int(rng.integers(1, 40)), int(rng.integers(1, 5))
    kind = rng.integers(4)
    X = rng.normal(size=(T, d))
    if kind == 0:
        X = np.eye(d)[rng.integers(0, d, T)]
    if kind == 1:
        return on_the_line(2 * (T // 2), int(rng.integers(1, 10)))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    if kind == 2:
        X *= rng.random((T, 1))
    return Stream(X, rng.choice([-1, 1], T))


def adversarial(rng, learner, d, T):
    """The stream of an adversary that sees the weights, and prefers to go against them."""
    X, y, state = [], [], learner
    for _ in range(T):
        x = rng.normal(size=d)
        weights, length = state.weights, float(state.weights @ state.weights)
        if length and rng.random() < 0.6:  # instances at a right angle to the weights are hard
            x = x - (x @ weights) / length * weights
        x /= np.linalg.norm(x) or 1
        answer = -1 if state.score(x) > 0 else 1
        X.append(x)
        y.append(answer)
        state = state.update(x, answer)
    return Stream(X, y)


@pytest.mark.thorough
def test_no_stream_exceeds_the_bounds():
    rng = np.random.default_rng(4)
    for _ in range(800):
        kappa = float(np.exp(rng.uniform(-4, 4)))
        stream = hard(rng)
        T, d = len(stream), stream.dimension
        if rng.random() < 0.4:
            stream = adversarial(rng, lazy(d, kappa), d, T)
        measured = of(stream, lazy(d, kappa), 1)
        assert measured <= sqrt(T) * (1 / (2 * kappa) + kappa / 4) + 1e-9
        assert measured <= T / 2 + 1e-9
        assert of(stream, RegularizedLeader.zero(d, 1), 1) <= sqrt(T / 2) + 1e-9
        for learner in (RegularizedLeader, ProjectedDescent):
            assert of(stream, learner.zero(d, 1, horizon=T), 1) <= sqrt(T) / 2 + 1e-9
        greedy = ProjectedDescent.zero(d, 1, rate=kappa)
        assert of(stream, greedy, 1) <= sqrt(T) * (2 / kappa + kappa / 4) + 1e-9


# Coins, copies, refusals -----------------------------------------------------------------------


def test_the_leader_points_along_the_sum_or_nowhere():
    assert leader(Stream([[3, 4], [0, 0]], [1, -1]), 5).tolist() == pytest.approx([0.12, 0.16])
    assert leader(Stream([[1], [1]], [1, -1]), 1).tolist() == [0]


def test_coins_have_the_seed_and_the_mean_they_are_given():
    scores = np.linspace(-1, 1, 9)
    assert np.array_equal(toss(scores, 5), toss(scores, 5))
    assert np.array_equal(toss(scores, np.random.default_rng(5)), toss(scores, 5))
    many = toss(scores, 6, repeats=40_000)
    assert many.shape == (40_000, 9)
    assert set(np.unique(many)) == {-1, 1}
    assert np.abs(many.mean(axis=0) - scores).max() < 0.02
    assert (many[:, 0] == -1).all()
    assert (many[:, -1] == 1).all()


@given(st.floats(-1, 1), LABELS)
def test_the_chance_is_that_of_the_coin_and_its_slope_fits(score, label):
    assert chance(score, label) == pytest.approx((1 - label * score) / 2, abs=1e-15)
    for other in (-3.0, -1.0, 0.0, 0.5, 1.0, 3.0):
        line = chance(score, label) + chance.slope(score, label) * (other - score)
        assert chance(other, label) >= line - 1e-12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"radius": 0.0}, "radius: expected a finite number above 0, got 0.0"),
        ({"radius": inf}, "radius: expected a finite number above 0, got inf"),
        ({"radius": 1, "rate": -1.0}, "rate: expected a finite number above 0, got -1.0"),
        ({"radius": 1, "horizon": 0}, "horizon: expected a whole number of at least 1, got 0"),
        ({"radius": 1, "dimension": 0}, "dimension: expected a whole number of at least 1"),
    ],
)
@BOTH
def test_bad_parameters_are_refused(learner, arguments, message):
    with pytest.raises(ValueError, match=message):
        learner.zero(**{"dimension": 2, **arguments})


def test_other_bad_input_is_refused():
    stream = Stream([[3.0], [1.0]], [1, -1])
    done = run(Perceptron.zero(1), stream)
    small = run(RegularizedLeader.zero(1, 3), stream)
    for call, message in (
        (lambda: leader(stream, 2), "stream: expected instances of norm at most 2, got 3"),
        (lambda: leader(stream.X, 2), "stream: expected a Stream, got ndarray"),
        (lambda: regret(stream, [0.0]), "run: expected a Run, got Stream"),
        (lambda: regret(done, [0.1]), "run.scores: expected scores from -1 to 1, got 3 in round 2"),
        (lambda: regret(small, [1.0]), "comparator: expected scores .*, got 3 in round 1"),
        (lambda: regret(small, [1.0, 0.0]), r"comparator: expected shape \(1,\), got \(2,\)"),
        (lambda: toss([0.0, 1.5], 0), "scores: expected scores .*, got 1.5 in round 2"),
        (lambda: toss([0.0], -1), "seed: expected a whole number of at least 0, got -1"),
        (lambda: toss([0.0], 0, repeats=0), "repeats: expected a whole number of at least 1"),
        (
            lambda: ProjectedDescent(radius=2, rate=1, weights=np.array([1.0])),
            "weights: expected a norm of at most 0.5, got 1",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    assert isinstance(small, Run)
