"""Loops over rows, compiled by Numba, which the extra ``fast`` installs.

Sums may be added up in any order, so that the compiler can add several products at once.  The
numbers that it reads are finite, as a stream checks.
"""

import math
from types import FunctionType
from typing import Any

import numpy as np
from numba import njit

THRESHOLD, HINGE, LOGISTIC, SQUARED, ABSOLUTE = range(5)
SUMS = {"reassoc", "nsz", "contract"}  # what the compiler may assume of sums of floats


class Loops(dict[Any, Any]):
    """One loop, compiled for each combination of types when it is first called with these.

    Each is cached by Numba under a name of its own: two processes that compile at the same moment
    for different types would otherwise overwrite each other's entry in one index.
    """

    def __init__(self, loop: Any) -> None:
        self.loop = loop

    def __call__(self, *given: Any) -> Any:
        """Run the loop."""
        return self["".join([a.dtype.char for a in given if type(a) is np.ndarray])](*given)

    def __missing__(self, types: str) -> Any:
        """Compile the loop for arrays of these types, each named by one letter of NumPy."""
        code, name = self.loop.__code__, f"{self.loop.__name__}_{types}"
        copy = FunctionType(code, self.loop.__globals__, name, self.loop.__defaults__)
        copy.__qualname__, copy.__module__ = name, __name__
        try:
            self[types] = njit(copy, cache=True, fastmath=SUMS, nogil=True)
        except RuntimeError:  # no folder where Numba could keep what it compiled
            self[types] = njit(copy, fastmath=SUMS, nogil=True)
        return self[types]


# Coverage does not see compiled code, and Numba has no types.


@Loops
def in_range(values, low, high):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Whether each number is 0 or has a magnitude from `low` to `high`."""
    bad = 0
    for k in range(values.size):
        size = abs(values[k])
        bad += 0 if size == 0 or (size >= low and size <= high) else 1
    return bad == 0


@Loops
def ascending(places, starts, width):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Whether the places of each sparse row ascend, from 0 on and below the width."""
    bad = 0
    for t in range(len(starts) - 1):
        first, end = np.uint64(starts[t]), np.uint64(starts[t + 1])  # no place is below 0
        for k in range(first + np.uint64(1), end):
            bad += places[k] <= places[k - np.uint64(1)]
        if first < end:
            bad += places[first] < 0 or places[end - np.uint64(1)] >= width
    return bad == 0


@njit(inline="always")
def _times(kind, step, first, second, f, y):  # type: ignore[no-untyped-def]  # pragma: no cover
    """How often an example is added to the weights: ``-step * slope(f, y)``."""
    if kind == THRESHOLD:  # by the signed score below which labels of -1, and of +1, are learned
        return step * y if y * f < (second if y > 0 else first) else 0.0
    if kind == HINGE:
        lack = 1 - y * f
        return step * first * y * lack ** (first - 1) if lack > 0 else 0.0
    if kind == LOGISTIC:
        return step * y / (1 + math.exp(y * f))
    if kind == SQUARED:
        return -2 * step * (f - y)
    return step if f < y else -step if f > y else 0.0  # of the absolute loss


@Loops
def dense(X, bias, y, w, drift, scores, now, kind, step, first, second):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Run a linear learner over dense rows, lifted by a bias; write weights, scores and drift."""
    d = X.shape[1]
    for t in range(len(X)):
        f = 0.0
        for j in range(d):
            f += X[t, j] * w[j]
        f += bias * w[-1]
        scores[t] = f
        times = _times(kind, step, first, second, f, y[t])
        if times != 0:
            for j in range(d):
                w[j] += times * X[t, j]
            w[-1] += times * bias
            if len(drift):
                for j in range(d):
                    drift[j] += (now + t) * times * X[t, j]
                drift[-1] += (now + t) * times * bias


@Loops
def sparse(data, places, starts, bias, y, w, drift, scores, now, kind, step, first, second):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Run a linear learner over sparse rows; write as `dense`."""
    for t in range(len(y)):
        row = range(np.uint64(starts[t]), np.uint64(starts[t + 1]))
        f = 0.0
        for k in row:
            f += data[k] * w[np.uint64(places[k])]
        f += bias * w[-1]
        scores[t] = f
        times = _times(kind, step, first, second, f, y[t])
        if times != 0:
            for k in row:
                w[np.uint64(places[k])] += times * data[k]
            w[-1] += times * bias
            if len(drift):
                for k in row:
                    drift[np.uint64(places[k])] += (now + t) * times * data[k]
                drift[-1] += (now + t) * times * bias


@Loops
def dense_classes(X, y, W, scores):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Run the perceptron of several classes over dense rows; write weights and scores."""
    for t in range(len(X)):
        best, right = 0, y[t] - 1
        for c in range(len(W)):
            f = 0.0
            for j in range(W.shape[1]):
                f += X[t, j] * W[c, j]
            scores[t, c] = f
            best = c if f > scores[t, best] else best
        if best != right:
            for j in range(W.shape[1]):
                W[right, j] += X[t, j]
                W[best, j] -= X[t, j]


@Loops
def sparse_classes(data, places, starts, y, W, scores):  # type: ignore[no-untyped-def]  # pragma: no cover
    """Run the perceptron of several classes over sparse rows; write as `dense_classes`."""
    for t in range(len(y)):
        best, right = 0, y[t] - 1
        for c in range(len(W)):
            f = 0.0
            for k in range(starts[t], starts[t + 1]):
                f += data[k] * W[c, places[k]]
            scores[t, c] = f
            best = c if f > scores[t, best] else best
        if best != right:
            for k in range(starts[t], starts[t + 1]):
                W[right, places[k]] += data[k]
                W[best, places[k]] -= data[k]
