"""Randomized classifiers against fractions, enumerated coins and the theorems of chapter 8."""

from fractions import Fraction
from itertools import product
from math import isqrt, sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import LABELS

from perclib import Stream, run
from perclib.learners import ProjectedDescent, RegularizedLeader, chance, leader, regret

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


def of(stream, learner):
    """Regret against the best comparator of the unit ball."""
    return regret(run(learner, stream, loss=chance), leader(stream, 1))


def hard(rng):
    """A stream of radius 1 at most, of one of several kinds."""
    T, d = int(rng.integers(1, 40)), int(rng.integers(1, 5))
    kind = rng.integers(4)
    X = rng.normal(size=(T, d))
    if kind == 0:
        X = np.eye(d)[rng.integers(0, d, T)]
    if kind == 1:  # labels alternate for some rounds and then stay +1
        y = [1, -1] * (T // 2) + [1] * int(rng.integers(1, 10))
        return Stream(np.ones((len(y), 1)), y)
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


def test_no_stream_exceeds_the_bounds():
    rng = np.random.default_rng(4)
    for _ in range(200):
        kappa = float(np.exp(rng.uniform(-4, 4)))
        stream = hard(rng)
        T, d = len(stream), stream.dimension
        lazy = RegularizedLeader.zero(d, 1, rate=kappa)
        if rng.random() < 0.4:
            stream = adversarial(rng, lazy, d, T)
        assert of(stream, lazy) <= sqrt(T) * (1 / (2 * kappa) + kappa / 4) + 1e-9
        assert of(stream, RegularizedLeader.zero(d, 1)) <= sqrt(T / 2) + 1e-9
        for learner in (RegularizedLeader, ProjectedDescent):
            assert of(stream, learner.zero(d, 1, horizon=T)) <= sqrt(T) / 2 + 1e-9
        greedy = ProjectedDescent.zero(d, 1, rate=kappa)
        assert of(stream, greedy) <= sqrt(T) * (2 / kappa + kappa / 4) + 1e-9


def test_the_leader_points_along_the_sum_or_nowhere():
    assert leader(Stream([[3, 4], [0, 0]], [1, -1]), 5).tolist() == pytest.approx([0.12, 0.16])
    assert leader(Stream([[1], [1]], [1, -1]), 1).tolist() == [0]
