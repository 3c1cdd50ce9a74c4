"""The textbook's loop of the perceptron, compiled by Numba, which the extra ``fast`` installs.

`numpy.dot` in compiled code costs several times what a row of a few numbers takes, so the loop
calls the routine behind it, BLAS's ``ddot``, by the address that SciPy gives.
"""

import ctypes
import math
import pickle
import warnings
from collections.abc import Callable
from typing import Any

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
TILE = 32  # columns of a strip that are laid out together: they fit the first cache
STRIP = 2**16  # numbers that are laid out in rows together: they fit the second cache


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
    try:
        _run(weights, X, y, tuple(limits), step, scores)
    except (EOFError, OSError, pickle.UnpicklingError) as error:  # before anything has run
        _compile_anew(error)
        _run(weights, X, y, tuple(limits), step, scores)


def _run(weights: Floats, X: Any, y: Labels, *middle: Any) -> None:
    """Run the loop that reads such instances."""
    # Whatever compiled code takes the address of is held here until it returns: Numba frees an
    # array of its own after the last line that names it, even if its address is still in use.
    sizes = np.array([len(weights), 1], dtype=np.intc)
    rest = _fixed(y), *middle, sizes
    if isinstance(X, np.ndarray):
        if X.dtype == np.float64 and X.flags.c_contiguous:
            _dense(_ddot, weights, _fixed(X), *rest)
        else:
            height = min(max(STRIP // X.shape[1] // 8, 1), 16) * 8
            strip = np.empty((min(height, len(X)), X.shape[1]))
            _strips(_ddot, weights, _fixed(X), *rest, strip)
    else:
        entries = (X.data, X.indices, X.indptr)
        buffer = np.empty(max(1, np.diff(X.indptr).max(initial=0)))
        _sparse(_ddot, weights, *map(_fixed, entries), *rest, buffer)


def _compile_anew(why: Exception) -> None:
    """Leave what Numba keeps on disk alone, for as long as this process lasts."""
    warnings.warn(
        f"Numba keeps compiled code in {_dense.stats.cache_path} and cannot use a file there "
        f"({why!r}), so perclib compiles in each process; remove that folder, and it is kept again",
        RuntimeWarning,
        stacklevel=2,
    )
    for name in ("_dense", "_laid_out", "_strips", "_sparse"):  # they call each other by name
        globals()[name] = njit(globals()[name].py_func)


def _fixed(values: Any) -> Any:
    """Return a view of one type for Numba, which then compiles once."""
    view = values.view()
    view.flags.writeable = False
    return view


def _compiled(loop: Callable[..., None]) -> Any:
    """Compile a function when it is first called, and keep that on disk where it can be kept."""
    try:
        return njit(cache=True)(loop)
    except RuntimeError:  # neither beside this file nor in the user's folder
        return njit(loop)


# Coverage does not see into compiled code, and Numba has no types.
@_compiled
def _dense(ddot, weights, X, y, limits, step, scores, sizes):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    length, one = sizes.ctypes.data, sizes.ctypes.data + sizes.itemsize
    minus, plus, least = limits
    for t in range(len(X)):
        row = X.ctypes.data + t * X.strides[0]
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
            return True
    return False


@_compiled
def _laid_out(X, rows):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    # Unsigned numbers, as in `_sparse`.
    height, width = X.shape
    if X.strides[1] == X.itemsize:
        for t in range(height):
            for j in range(width):
                rows[np.uintp(t), np.uintp(j)] = X[np.uintp(t), np.uintp(j)]
        return
    whole = width - width % TILE
    for left in range(0, whole, TILE):
        # In columns eight rows lie in one line of memory.  Every eighth comes first, so that the
        # lines are fetched together; and the compiler unrolls a fixed number of columns.
        for first in range(8):
            for t in range(first, height, 8):
                for j in range(TILE):
                    rows[np.uintp(t), np.uintp(left + j)] = X[np.uintp(t), np.uintp(left + j)]
    for j in range(whole, width):
        for t in range(height):
            rows[np.uintp(t), np.uintp(j)] = X[np.uintp(t), np.uintp(j)]


@_compiled
def _strips(ddot, weights, X, y, limits, step, scores, sizes, strip):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run over columns, or 32-bit floats, a strip of rows at a time, which it lays out first."""
    for start in range(0, len(X), len(strip)):
        part = slice(start, min(start + len(strip), len(X)))
        _laid_out(X[part], strip)
        rows = strip[: len(X[part])]
        if _dense(ddot, weights, rows, y[part], limits, step, scores[part], sizes):
            break


@_compiled
def _sparse(ddot, weights, data, indices, indptr, y, limits, step, scores, sizes, buffer):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
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
