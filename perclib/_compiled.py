"""The textbook's loop of the perceptron, compiled by Numba, which the extra ``fast`` installs.

`numpy.dot` in compiled code costs several times what a row of a few numbers takes, so the loop
calls the routine behind it, BLAS's ``ddot``, by the address that SciPy gives.
"""

import ctypes
import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import njit
from numba.extending import get_cython_function_address

from perclib._checks import Floats, Labels

# Its five arguments are addresses: of the length, of a vector and its stride, twice.
_ADDRESS = ctypes.c_size_t
_ddot = ctypes.CFUNCTYPE(ctypes.c_double, *[_ADDRESS] * 5)(
    get_cython_function_address("scipy.linalg.cython_blas", "ddot")
)
_SMALLEST = 2.0**-1022


def one_by_one(
    weights: Floats,
    X: Any,
    y: Labels,
    limits: tuple[float, float, float],
    step: float,
    scores: Floats,
) -> None:
    """Run the textbook's loop over all rounds; write weights and scores.

    The limits are those of a mistake, for the labels -1 and +1, and that of what is too small.  A
    round whose score or update is refused has no number for a score, and ends the loop.
    """
    if isinstance(X, np.ndarray):
        rows = np.ascontiguousarray(X, dtype=None if X.dtype == np.float32 else np.float64)
        buffer = np.empty(X.shape[1])
        _dense(_ddot, weights, _fixed(rows), _fixed(y), limits, step, scores, buffer)
    else:
        entries = (X.data, X.indices, X.indptr)
        buffer = np.empty(max(1, np.diff(X.indptr).max(initial=0)))
        _sparse(_ddot, weights, *map(_fixed, entries), _fixed(y), limits, step, scores, buffer)


def _fixed(values: Any) -> Any:
    """Return a view of one type for Numba, which then compiles once."""
    view = values.view()
    view.flags.writeable = False
    return view


def _compiled(loop: Callable[..., None]) -> Callable[..., None]:
    """Compile a function when it is first called, and keep that on disk where it can be kept."""
    try:
        return cast(Callable[..., None], njit(cache=True)(loop))
    except RuntimeError:  # neither beside this file nor in the user's folder
        return njit(loop)  # type: ignore[no-any-return]


# Coverage does not see into compiled code, and Numba has no types.
@_compiled
def _dense(ddot, weights, X, y, limits, step, scores, buffer):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    sizes = np.array([len(weights), 1], dtype=np.intc)
    length, one = sizes.ctypes.data, sizes.ctypes.data + sizes.itemsize
    minus, plus, least = limits
    for t in range(len(X)):
        row = X.ctypes.data + t * X.strides[0]
        if X.itemsize != buffer.itemsize:  # 32-bit floats
            for j in range(len(weights)):
                buffer[j] = X[t, j]
            row = buffer.ctypes.data
        score = scores[t] = ddot(length, row, one, weights.ctypes.data, one)
        lost = False
        if abs(score) < least:
            for j in range(len(weights)):
                small = abs(weights[j] * X[t, j]) < least
                lost |= small and X[t, j] != 0 and weights[j] != 0
        if y[t] * score < (plus if y[t] > 0 else minus):
            times = step * y[t]
            for j in range(len(weights)):
                weights[j] += times * X[t, j]
            if step != 1:
                for j in range(len(weights)):
                    lost |= abs(times * X[t, j]) < _SMALLEST and X[t, j] != 0
        if lost:
            scores[t] = math.nan
            break


@_compiled
def _sparse(ddot, weights, data, indices, indptr, y, limits, step, scores, buffer):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    sizes = np.array([0, 1], dtype=np.intc)
    length, one = sizes.ctypes.data, sizes.ctypes.data + sizes.itemsize
    minus, plus, least = limits
    first, gathered = data.ctypes.data, buffer.ctypes.data
    for t in range(len(y)):
        # Unsigned numbers, for which Numba looks for no place below 0.
        start, stop = np.uintp(indptr[t]), np.uintp(indptr[t + 1])
        for k in range(start, stop):
            buffer[k - start] = weights[np.uintp(indices[k])]
        sizes[0] = stop - start
        score = scores[t] = ddot(length, first + start * data.itemsize, one, gathered, one)
        lost = False
        if abs(score) < least:
            for k in range(start, stop):
                small = abs(data[k] * buffer[k - start]) < least
                lost |= small and data[k] != 0 and buffer[k - start] != 0
        if y[t] * score < (plus if y[t] > 0 else minus):
            times = step * y[t]
            for k in range(start, stop):
                weights[np.uintp(indices[k])] += times * data[k]
            if step != 1:
                for k in range(start, stop):
                    lost |= abs(times * data[k]) < _SMALLEST and data[k] != 0
        if lost:
            scores[t] = math.nan
            break
