"""One exact pass, from raw arrays to the count of mistakes, as ratios: make bench

Both sides begin with the same arrays in memory, check them, and end with weights and, for perclib,
the count of mistakes; they take turns, in one process and one thread, and each figure is a median.
A line says how many times perclib's own time the others take, for 64-bit floats in rows.  Then the
other learners, on a table and on text.
"""

import time
from functools import cache
from statistics import median

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Perceptron as Peer, SGDClassifier

from perclib import (
    AveragedPerceptron,
    MulticlassPerceptron,
    Perceptron,
    Stream,
    losses,
    run,
)
from perclib.data import MulticlassStream
from perclib.estimator import OnlineClassifier
from perclib.learners import StochasticGradient

SHAPES = [(1_000_000, 20), (200_000, 200), (20_000, 1_000)]
DENSITIES = ["few", 0.01, 0.06, 0.3]
ROUNDS = 7


@cache
def arrays_of(shape, density):
    """Raw arrays on which about so many of the rounds are mistakes."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=shape)
    u = rng.normal(size=shape[1])
    f = X @ u / np.linalg.norm(u)
    y = np.where(f > 0, 1, -1)
    if density == "few":  # a margin, by moving the instances apart
        X += np.outer(3 * np.sqrt(1 + shape[1] / 100) * y, u / np.linalg.norm(u))
    else:
        flips = {0.01: 0.002, 0.06: 0.02, 0.3: 0.18}[density]
        X += np.outer(2 * y, u / np.linalg.norm(u))
        y = np.where(rng.random(len(y)) < flips, -y, y)
    return X, y


def ours(X, y):
    """From arrays to the count of mistakes."""
    done = run(Perceptron.zero(X.shape[1]), Stream(X, y))
    assert 0 < done.mistake_count < len(y)
    return done


def theirs(X, y):
    """From arrays to weights, without intercept."""
    return Peer(fit_intercept=False, shuffle=False).partial_fit(X, y, classes=[-1, 1])


def times_of(ways):
    """Median time of each way; they take turns."""
    times = {name: [] for name in ways}
    for turn in range(ROUNDS + 1):
        for name, way in ways.items():
            begin = time.perf_counter()
            way()
            if turn:  # the first time modules are imported, and code is compiled
                times[name].append(time.perf_counter() - begin)
    return {name: median(each) for name, each in times.items()}


def ratios(times, unit="perclib"):
    """Times as multiples of one of them."""
    return ", ".join(f"{k} {t / times[unit]:.2f}" for k, t in times.items() if k != unit)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("density", DENSITIES)
def test_from_raw_arrays(shape, density, capsys, monkeypatch):
    """Times as multiples."""
    arrays_of.cache_clear()
    X, y = arrays_of(shape, density)
    single = X.astype(np.float32)

    def without_numba():
        with monkeypatch.context() as patch:
            patch.setattr("perclib.scale.fast.compiled", lambda _: None)
            ours(X, y)

    done = ours(X, y)
    u = done.learner.weights
    times = times_of({
        "perclib": lambda: ours(X, y), "scikit-learn": lambda: theirs(X, y),
        "X @ w": lambda: X @ u, "without Numba": without_numba,
        "float32": lambda: ours(single, y),
    })  # fmt: skip
    assert np.array_equal(theirs(X, y).coef_[0], u)
    with capsys.disabled():
        print(f"\n{shape} {done.mistake_count / len(y):.3%} mistakes: {ratios(times)}")


def text(kind):
    """Sparse rows of a hundred words, of which few are frequent."""
    rng = np.random.default_rng(0)
    words = (50_000 * rng.random(2_000_000) ** 3).astype(np.int32)
    X = sparse.csr_array((rng.random(words.size), words, np.arange(0, words.size + 1, 100,
                          dtype=np.int32)), shape=(20_000, 50_000))  # fmt: skip
    X.sum_duplicates()
    f = X @ rng.normal(size=50_000)
    return X.astype(kind), np.where(rng.random(20_000) < 0.05, -1, 1) * np.where(
        f > np.median(f), 1, -1
    )


def table(kind):
    """Dense rows of fifty numbers."""
    X, y = arrays_of((200_000, 50), 0.06)
    return X.astype(kind), y


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("made", [table, text])
def test_other_learners(made, kind, capsys):
    """One pass of each, five of the classifiers, and scikit-learn's with the same settings."""
    X, y = made(kind)
    d, rng = X.shape[1], np.random.default_rng(1)
    numbers = (X @ rng.normal(size=(d, 10))).argmax(axis=1) + 1
    step = {"penalty": None, "learning_rate": "constant", "shuffle": False, "fit_intercept": False}

    def descent(loss, y, rate):
        peer = SGDClassifier(loss=loss, eta0=rate, **step)
        return lambda: peer.partial_fit(X, y, classes=np.unique(y))

    def passes(**own):
        return Peer(shuffle=False, max_iter=5, tol=None, **own).fit(X, y)

    pairs = {
        "one pass": (lambda: ours(X, y), lambda: theirs(X, y)),
        "five passes": (lambda: OnlineClassifier(bias=0, passes=5).fit(X, y),
                        lambda: passes(fit_intercept=False)),
        "five with a bias": (lambda: OnlineClassifier(passes=5).fit(X, y), passes),
        "logistic descent": (
            lambda: run(StochasticGradient.zero(d, losses.logistic, step=0.01), Stream(X, y)),
            descent("log_loss", y, 0.01)),
        "hinge descent": (
            lambda: run(StochasticGradient.zero(d, losses.hinge(1), step=0.01), Stream(X, y)),
            descent("hinge", y, 0.01)),
        "ten classes": (
            lambda: run(MulticlassPerceptron.zero(10, d), MulticlassStream(X, numbers)),
            descent("perceptron", numbers, 1.0)),
    }  # fmt: skip
    told = []
    for name, (mine, peer) in pairs.items():
        times = times_of({"perclib": mine, "scikit-learn": peer})
        told.append(f"{name} {times['scikit-learn'] / times['perclib']:.2f}")
    average = lambda: run(AveragedPerceptron.zero(d), Stream(X, y))
    times = times_of({"perclib": pairs["one pass"][0], "averaged": average})
    with capsys.disabled():
        print(f"\n{X.shape} {made.__name__} {np.dtype(kind)}, times scikit-learn: "
              f"{', '.join(told)}; average {ratios(times)} times the plain run")  # fmt: skip
