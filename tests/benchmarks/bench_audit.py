"""What an audit of a large table costs, as multiples of the exact runs over it: make bench

A run is one exact pass from the same arrays.  An audit looks at six forms of the examples; beside
its time stand one pass over the examples as they are given, and one over each of the six forms,
which have to be made first.
"""

import time
from statistics import median

import numpy as np
import pytest
from scipy import sparse

from perclib import Perceptron, Stream, run
from perclib.bounds.auditing import FORMS, audit


def table():
    """A million rows of twenty numbers, some labels flipped."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1_000_000, 20))
    return X, X @ rng.normal(size=20), rng


def text():
    """Sparse rows of a hundred words, of which few are frequent."""
    rng = np.random.default_rng(0)
    words = (50_000 * rng.random(2_000_000) ** 3).astype(np.int32)
    X = sparse.csr_array((rng.random(words.size), words, np.arange(0, words.size + 1, 100)),
                         shape=(20_000, 50_000))  # fmt: skip
    X.sum_duplicates()
    f = X @ rng.normal(size=50_000)
    return X, f - np.median(f), rng


def passes_over(streams):
    """One exact pass over each stream."""
    return [run(Perceptron.zero(s.dimension), s).mistake_count for s in streams]


@pytest.mark.parametrize(("made", "most"), [(table, 15), (text, 30)])
def test_an_audit(made, most, capsys):
    """It costs at most so many times the exact runs over its six forms."""
    X, f, rng = made()
    y = np.where(rng.random(len(f)) < 0.05, -1, 1) * np.where(f > 0, 1, -1)
    ways = {
        "one": lambda: passes_over([Stream(X, y)]),
        "six": lambda: passes_over(form(Stream(X, y)) for form in FORMS.values()),
        "audit": lambda: audit(X, y, passes=1),
        "audit by default": lambda: audit(X, y),
    }
    times = {name: [] for name in ways}
    for turn in range(4):
        for name, way in ways.items():
            begin = time.perf_counter()
            way()
            if turn:  # the first time code is compiled
                times[name].append(time.perf_counter() - begin)
    one, six, once, default = (median(each) for each in times.values())
    with capsys.disabled():
        print(f"\n{X.shape}: an audit of one pass costs {once / six:.1f} times a run over each of "
              f"its six forms, {once / one:.0f} times one run; by default, with three passes, "
              f"{default / six:.1f} and {default / one:.0f} times")  # fmt: skip
    assert once <= most * six
