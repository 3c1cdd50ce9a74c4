"""Random streams for the property tests."""

from dataclasses import fields, is_dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from perclib import Stream

LABELS = st.sampled_from([-1, 1])
WHOLE = st.integers(-6, 6)
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


def same(one, other):
    """Whether two learners are of one class and all their fields are equal."""
    pairs = [(getattr(one, f.name), getattr(other, f.name)) for f in fields(one)]
    return type(one) is type(other) and all(
        same(a, b) if is_dataclass(a) else np.array_equal(a, b) for a, b in pairs
    )


def by_hand(stream, tie="mistake", step=1, start=None):
    """Scores, mistakes and last weights of the perceptron in exact fractions, by the book's text.

    Written without perclib's learners, so that it can contradict them.
    """
    w = [Fraction(float(v)) for v in (start if start is not None else np.zeros(stream.dimension))]
    scores, mistakes = [], []
    for x, y in zip(stream.X.tolist(), stream.y.tolist(), strict=True):
        x = [Fraction(v) for v in x]
        f = sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))
        label = (f > 0) - (f < 0) or {"plus": 1, "minus": -1}.get(tie, 0)
        wrong = y * f < 0 if tie == "correct" else label != y
        if wrong:
            w = [a + Fraction(step) * y * b for a, b in zip(w, x, strict=True)]
        scores.append(f)
        mistakes.append(wrong)
    return scores, mistakes, w
