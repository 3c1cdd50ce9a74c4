"""One exact pass, from raw arrays to the count of mistakes, as ratios: make bench

Both sides begin with the same arrays in memory, check them, and end with weights and, for perclib,
the count of mistakes; they take turns, in one process and one thread, and each figure is a median.
A line says how many times perclib's own time the others take, for 64-bit floats in rows, and how
many times the array the most memory is that each takes beside it, as Python and NumPy see it.
Then a stream on disk in parts, sparse rows, and river's learner, which is too slow for more than
some rounds, a round.
"""

import math
import time
import tracemalloc
from functools import cache
from statistics import median

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Perceptron as Peer

from perclib import _rounds
from perclib.online import run, run_chunks
from perclib.perceptron import Perceptron
from perclib.streams import Stream, chunks

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


def peak_of(way):
    """The most bytes that Python and NumPy hold at once."""
    tracemalloc.start()
    way()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def ratios(times, unit="perclib"):
    """Times as multiples of one of them."""
    return ", ".join(f"{k} {t / times[unit]:.2f}" for k, t in times.items() if k != unit)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("density", DENSITIES)
def test_from_raw_arrays(shape, density, capsys, monkeypatch):
    """Times and memory as multiples."""
    arrays_of.cache_clear()
    X, y = arrays_of(shape, density)
    columns, single = np.asfortranarray(X), X.astype(np.float32)

    def without_numba():
        with monkeypatch.context() as patch:
            patch.setattr(_rounds, "LONG", math.inf)
            ours(X, y)

    done = ours(X, y)
    u = done.learner.weights
    times = times_of({
        "perclib": lambda: ours(X, y), "scikit-learn": lambda: theirs(X, y),
        "X @ w": lambda: X @ u, "without Numba": without_numba,
        "float32": lambda: ours(single, y), "columns": lambda: ours(columns, y),
        "scikit-learn, columns": lambda: theirs(columns, y),
    })  # fmt: skip
    assert np.array_equal(theirs(X, y).coef_[0], u)
    peaks = [peak_of(lambda way=way: way(X, y)) / X.nbytes for way in (ours, theirs)]
    with capsys.disabled():
        print(f"\n{shape} {done.mistake_count / len(y):.3%} mistakes: {ratios(times)}; "
              f"memory: perclib {peaks[0]:.2f}, scikit-learn {peaks[1]:.2f}")  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_in_parts(shape, tmp_path, capsys):
    """A stream on disk, both sides over the same parts."""
    X, y = arrays_of(shape, 0.06)
    on_disk = np.memmap(tmp_path / "X", dtype=float, mode="w+", shape=X.shape)
    on_disk[:] = X
    part = 2_000_000 // shape[1]

    def in_parts():
        parts = chunks(on_disk, y, part)
        return sum(done.mistake_count for done in run_chunks(Perceptron.zero(shape[1]), parts))

    def their_parts():
        peer = Peer(fit_intercept=False, shuffle=False)
        for start in range(0, len(y), part):
            rows = slice(start, start + part)
            peer.partial_fit(on_disk[rows], y[rows], classes=[-1, 1])

    times = times_of({"perclib": in_parts, "scikit-learn": their_parts})
    with capsys.disabled():
        print(f"\n{shape} in parts of {part}: {ratios(times)}")


@pytest.mark.parametrize("width", [1_000, 100_000])
def test_sparse_rows(width, capsys, monkeypatch):
    """Rows with fifty entries, both sides from the same sparse array."""
    rng = np.random.default_rng(0)
    rows, held = 100_000, 50
    places = np.sort(rng.integers(0, width // held, (rows, held)) * held + np.arange(held), axis=1)
    X = sparse.csr_array((rng.normal(size=places.size), places.ravel().astype(np.int32),
                          np.arange(0, places.size + 1, held, dtype=np.int32)),
                         shape=(rows, width))  # fmt: skip
    y = np.where(X @ rng.normal(size=width) > 0, 1, -1)

    def without_numba():
        with monkeypatch.context() as patch:
            patch.setattr(_rounds, "LONG", math.inf)
            ours(X, y)

    times = times_of({"perclib": lambda: ours(X, y), "scikit-learn": lambda: theirs(X, y),
                      "without Numba": without_numba})  # fmt: skip
    assert np.allclose(theirs(X, y).coef_[0], ours(X, y).learner.weights)
    with capsys.disabled():
        print(f"\n{rows} sparse rows of {held} of {width} entries: {ratios(times)}")


def test_river(capsys):
    """River's learner of one example at a time, its time a round as a ratio to ours."""
    linear_model = pytest.importorskip(
        "river.linear_model", reason="the extra bench is not installed"
    )
    X, y = arrays_of(SHAPES[0], 0.06)
    rows = [dict(enumerate(x)) for x in X[:2000].tolist()]
    model, begin = linear_model.Perceptron(), time.perf_counter()
    for x, label in zip(rows, (y[:2000] > 0).tolist(), strict=True):
        model.predict_one(x)
        model.learn_one(x, label)
    river = (time.perf_counter() - begin) / len(rows)
    times = times_of({"perclib": lambda: ours(X, y)})
    with capsys.disabled():
        print(f"\nriver: {river / (times['perclib'] / len(y)):.0f} times the time of a round")
