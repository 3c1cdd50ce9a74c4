"""One exact pass over a stream, as ratios: make bench

One line a shape and a density of mistakes: how many times one ``X @ w`` on the same array a run
takes, with Numba and without, and scikit-learn's Perceptron; medians of runs that take turns, in
one thread.  Then river's learner, which is too slow for more than some rounds, a round.
"""

import math
import time
from functools import cache
from statistics import median

import numpy as np
import pytest
from sklearn.linear_model import Perceptron as Peer

from perclib import perceptron
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

SHAPES = [(1_000_000, 20), (200_000, 200), (20_000, 1_000)]
DENSITIES = ["few", 0.01, 0.1, 0.3]


@cache
def stream_of(shape, density):
    """A stream on which about so many of the rounds are mistakes."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=shape)
    u = rng.normal(size=shape[1])
    f = X @ u / np.linalg.norm(u)
    y = np.where(f > 0, 1, -1)
    if density == "few":  # a margin, by moving the instances apart
        X += np.outer(3 * np.sqrt(1 + shape[1] / 100) * y, u / np.linalg.norm(u))
    else:
        flips = {0.01: 0.002, 0.1: 0.03, 0.3: 0.18}[density]
        X += np.outer(2 * y, u / np.linalg.norm(u))
        y = np.where(rng.random(len(y)) < flips, -y, y)
    return Stream(X, y)


def sklearn_pass(stream):
    """One pass in order, without intercept."""
    return Peer(fit_intercept=False, shuffle=False, max_iter=1, tol=None).fit(stream.X, stream.y)


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("shape", SHAPES)
def test_ratios(shape, density, capsys, monkeypatch):
    """Interleaved runs, their medians as ratios to one ``X @ w``."""
    stream = stream_of(shape, density)
    learner = Perceptron.zero(shape[1])
    done = run(learner, stream)
    u = done.learner.weights + 1.0

    def without_numba():
        with monkeypatch.context() as patch:
            patch.setattr(perceptron, "LONG", math.inf)
            run(learner, stream)

    ways = {"X @ w": lambda: stream.X @ u, "perclib": lambda: run(learner, stream),
            "without Numba": without_numba,
            "scikit-learn": lambda: sklearn_pass(stream)}  # fmt: skip
    times = {name: [] for name in ways}
    for _ in range(7):
        for name, way in ways.items():
            begin = time.perf_counter()
            way()
            times[name].append(time.perf_counter() - begin)
    unit = median(times["X @ w"])
    assert np.array_equal(sklearn_pass(stream).coef_[0], done.learner.weights)
    with capsys.disabled():
        ratios = ", ".join(f"{name} {median(t) / unit:.2f}" for name, t in times.items())
        print(f"\n{shape} {done.mistake_count / len(stream):.3%} mistakes: {ratios}")


def test_river(capsys):
    """River's learner of one example at a time, its time a round as a ratio to ours."""
    linear_model = pytest.importorskip("river.linear_model")
    stream = stream_of(SHAPES[0], 0.1)
    rows = [dict(enumerate(x)) for x in stream.X[:2000].tolist()]
    model, begin = linear_model.Perceptron(), time.perf_counter()
    for x, y in zip(rows, (stream.y[:2000] > 0).tolist(), strict=True):
        model.predict_one(x)
        model.learn_one(x, y)
    river = (time.perf_counter() - begin) / len(rows)
    run(Perceptron.zero(stream.dimension), stream)
    begin = time.perf_counter()
    run(Perceptron.zero(stream.dimension), stream)
    ours = (time.perf_counter() - begin) / len(stream)
    with capsys.disabled():
        print(f"\nriver: {river / ours:.0f} times the time of a round")
