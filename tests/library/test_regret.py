"""Randomized classifiers against fractions, enumerated coins and the theorems of chapter 8."""

import copy
import pickle
from fractions import Fraction
from itertools import product
from math import inf, isqrt, sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import LABELS, streams

from perclib.datasets import orthonormal
from perclib.online import Run, run
from perclib.perceptron import Perceptron
from perclib.regret import (
    ProjectedDescent,
    RegularizedLeader,
    chance,
    leader,
    regret,
    toss,
)
from perclib.streams import Stream

BOTH = pytest.mark.parametrize("learner", [RegularizedLeader, ProjectedDescent])
SIXTEENTHS = st.integers(-16, 16).map(lambda n: n / 16)  # instances of norm at most 1
ROOT3 = sqrt(3)


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


@BOTH
@given(streams(longest=6, dimension=2))
def test_expected_mistakes_are_those_of_all_coins(learner, stream):
    done = run(learner.zero(2, 9), stream, loss=chance)
    expected = enumerated(done.scores.tolist(), stream.y.tolist())
    assert abs(done.total_loss - expected) < 1e-12


@BOTH
def test_weights_do_not_depend_on_the_scale(learner):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(30, 3)), rng.choice([-1, 1], 30)
    radius = Stream(X, y).radius
    one = run(learner.zero(3, radius), Stream(X, y))
    other = run(learner.zero(3, 8 * radius), Stream(8 * X, y))
    assert np.allclose(one.scores, other.scores, rtol=0, atol=1e-14)


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


def test_they_agree_until_the_first_projection_if_the_step_is_constant():
    rng = np.random.default_rng(3)
    X, y = rng.uniform(-0.5, 0.5, size=(60, 2)), rng.choice([-1, 1], 60)
    lazy, greedy = (
        run(learner.zero(2, 1, rate=0.5, horizon=60), Stream(X, y), keep_weights=True).weights
        for learner in (RegularizedLeader, ProjectedDescent)
    )
    assert (np.linalg.norm(lazy, axis=1) < 1).all()
    assert np.allclose(lazy, greedy, rtol=0, atol=1e-14)


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


@pytest.mark.parametrize("kappa", [0.5, sqrt(2), 3.0])
def test_the_constant_is_met_in_the_limit(kappa):
    """Streams on the line come as near to it as one likes, so no smaller constant will do."""
    constant = 1 / (2 * kappa) + kappa / 4
    gaps = []
    for T in (400, 6400):
        then = round(2 * sqrt(T) / kappa)
        stream = on_the_line(T - then, then)
        gaps.append(constant - of(stream, lazy(1, kappa), 1) / sqrt(len(stream)))
    assert 0 < gaps[1] < gaps[0] / 3 < 0.1


@BOTH
@pytest.mark.parametrize("horizon", [None, 25])
def test_no_learner_does_better_in_many_dimensions(learner, horizon):
    stream = orthonormal([1, -1] * 12 + [1])
    assert of(stream, learner.zero(25, 1, horizon=horizon), 1) == pytest.approx(sqrt(25) / 2)


# What the source prints ------------------------------------------------------------------------

PRINTED = sqrt(2)  # its rate, for every R


def printed(stream, radius):
    """Regret of the source's learner, over the bound that is printed for it."""
    learner = RegularizedLeader.zero(stream.dimension, radius, rate=PRINTED)
    return of(stream, learner, radius) / sqrt(2 * len(stream))


@pytest.mark.parametrize("radius", [sqrt(2 - ROOT3), 1.0, sqrt(2 + ROOT3)])
def test_the_printed_bound_holds_at_the_ends_of_its_range(radius):
    kappa = PRINTED * radius**2
    assert 1 / (2 * kappa) + kappa / 4 <= sqrt(2) + 1e-12
    for T in (9, 100, 2500):
        then = round(2 * sqrt(T) / kappa)
        if then < T:
            assert printed(on_the_line(T - then, then, radius), radius) < 1


@pytest.mark.parametrize(("radius", "turns", "then"), [(0.5, 170, 82), (2.0, 624, 9)])
def test_the_printed_bound_fails_on_both_sides_of_its_range(radius, turns, then):
    assert printed(on_the_line(turns, then, radius), radius) > 1


@pytest.mark.parametrize(("radius", "shortest"), [(0.5, (170, 82)), (2.0, (624, 9))])
def test_no_shorter_stream_of_that_kind_breaks_the_printed_bound(radius, shortest):
    """All of them, by the formula for their scores: 0 or 1 before the turn, then 0, 1, 2, ..."""
    t = np.arange(1, sum(shortest) + 1)
    slope = PRINTED * radius**2 / (2 * np.sqrt(t))
    wrong = np.concatenate([[0], np.cumsum(np.where(t % 2 == 0, np.minimum(1, slope), 0))])
    broken = [
        (n, T - n)
        for T in t
        for n in range(0, T + 1, 2)
        if T - n + wrong[n] - np.minimum(1, slope[n:T] * np.arange(T - n)).sum() > sqrt(8 * T)
    ]
    assert broken == [shortest]


def test_nine_rounds_break_the_printed_bound_on_both_sides_and_no_fewer():
    small = on_the_line(0, 9, 0.2)
    assert printed(small, 0.2) > 1
    large = Stream([[1.5]] + [[3]] * 8, [1] + [-1, 1] * 4)
    assert printed(large, 3) * sqrt(18) == 17 / 4
    assert all(sqrt(2 * T) >= T / 2 for T in range(1, 9))  # and no regret is larger than T/2


def test_a_ball_of_radius_r_instead_of_its_inverse_has_linear_regret():
    """The question of the thread: in a ball of radius R a small R keeps the learner from moving."""
    radius, T = 0.5, 400
    w, loss = 0.0, 0.0
    for t in range(1, T + 1):
        w = min(radius, PRINTED / sqrt(t) * (t - 1) * radius / 2)
        loss += (1 - w * radius) / 2
    assert loss > T * (1 - radius**2) / 2 > sqrt(2 * T)


# Coins, copies, refusals -----------------------------------------------------------------------


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


@BOTH
def test_copies_go_on_alike_and_nothing_is_changed(learner):
    rng = np.random.default_rng(7)
    stream = Stream(rng.uniform(-1, 1, (20, 2)), rng.choice([-1, 1], 20))
    start = learner.zero(2, 2, rate=0.7, horizon=40)
    half = run(start, stream[:10]).learner
    assert start.rounds == 0
    assert not start.weights.any()
    for again in (copy.copy(half), copy.deepcopy(half), pickle.loads(pickle.dumps(half))):
        assert np.array_equal(run(again, stream[10:]).scores, run(half, stream[10:]).scores)
        assert not getattr(again, "total", again.weights).flags.writeable
    with pytest.raises(AttributeError):
        half.rounds = 3


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


@BOTH
def test_bad_examples_are_refused(learner):
    start = learner.zero(2, 1)
    for x, y, message in (
        ([1.0], 1, r"x: expected shape \(2,\), got \(1,\)"),
        ([1.0, 1.0], 1, "x: expected instances of norm at most 1, got 1.41421"),
        ([1.0, np.nan], 1, r"x\[1\]: expected a finite number, got nan"),
        ([1.0, 0.0], 0, "y: expected -1 or \\+1, got 0"),
    ):
        with pytest.raises(ValueError, match=message):
            start.update(np.array(x), y)
    with pytest.raises(ValueError, match="x: expected instances of norm at most 1, got 2"):
        start.score(np.array([2.0, 0.0]))


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
