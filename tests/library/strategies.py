"""Random streams for the property tests, and learners in exact fractions."""

from dataclasses import fields, is_dataclass
from fractions import Fraction

import numpy as np
from hypothesis import assume, strategies as st

from perclib import Stream
from perclib.learners.losses import TIES

LABELS = st.sampled_from([-1, 1])
TIE = st.sampled_from(TIES)
AT_ZERO = {"plus": 1, "minus": -1}
WHOLE = st.integers(-6, 6)
FOUR = st.lists(WHOLE, min_size=4, max_size=4)
# Dyadic fractions of a few digits: floats on which sums and products are exact.
DYADIC = st.integers(-(2**12), 2**12).map(lambda n: n / 2**6)
# The perceptron refuses scores as small as products of numbers below these.
FLOATS = st.floats(-1e3, 1e3).map(lambda v: v if abs(v) > 1e-100 else 0.0)


@st.composite
def streams(draw, entries=WHOLE, dimension=None, longest=25):
    """Streams with the given entries, of up to four dimensions unless one is named."""
    d = dimension or draw(st.integers(1, 4))
    trials = draw(st.integers(1, longest))
    X = [[draw(entries) for _ in range(d)] for _ in range(trials)]
    return Stream(X, [draw(LABELS) for _ in range(trials)])


@st.composite
def planted(draw, longest=12):
    """A stream of whole numbers, and whole weights that are right in every round."""
    stream = draw(streams(longest=longest))
    u = np.array(draw(FOUR)[: stream.dimension], dtype=float)
    scores = stream.X @ u
    clear = scores != 0
    assume(clear.any())
    return Stream(stream.X[clear], np.sign(scores[clear])), u


def same(one, other):
    """Whether two learners are of one class and all their fields are equal."""
    pairs = [(getattr(one, f.name), getattr(other, f.name)) for f in fields(one)]
    return type(one) is type(other) and all(
        same(a, b) if is_dataclass(a) else np.array_equal(a, b) for a, b in pairs
    )


def exact(rows):
    """Numbers as fractions, row by row."""
    return [[Fraction(v) for v in row] for row in np.atleast_2d(rows).tolist()]


def dot(a, b):
    """The inner product in fractions."""
    return sum((Fraction(p) * Fraction(q) for p, q in zip(a, b, strict=True)), Fraction(0))


def moved(w, times, x):
    """Weights to which an instance is added so many times."""
    return [a + times * b for a, b in zip(w, x, strict=True)]


def erred(f, y, tie):
    """Whether a score is a mistake, by the book's text on ties."""
    return y * f < 0 if tie == "correct" else ((f > 0) - (f < 0) or AT_ZERO.get(tie, 0)) != y


def exact_run(stream, step, start=None):
    """Scores, and the weights before each round and after the last, in exact fractions.

    ``step(w, x, y, f)`` gives the next weights.  Written without perclib's learners, so that it can
    contradict them.
    """
    scores, weights = [], exact(np.zeros(stream.dimension) if start is None else start)
    for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
        scores.append(dot(weights[-1], x))
        weights.append(step(weights[-1], x, y, scores[-1]))
    return scores, weights


def by_hand(stream, tie="mistake", step=1, start=None):
    """Scores, mistakes and weights of the perceptron in exact fractions, by the book's text."""
    scores, weights = exact_run(
        stream, lambda w, x, y, f: moved(w, Fraction(step) * y * erred(f, y, tie), x), start
    )
    mistakes = [erred(f, y, tie) for f, y in zip(scores, stream.y.tolist(), strict=True)]
    return scores, mistakes, weights
