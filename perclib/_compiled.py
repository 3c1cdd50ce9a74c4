"""The textbook's loop of the linear learners, compiled by Numba, which the extra ``fast`` installs.

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
from scipy.special import cython_special

from perclib._checks import Floats
from perclib._rounds import ABSOLUTE, LIMITS, LOGISTIC, SQUARED, Rule

# Its five arguments are addresses: of the length, of a vector and its stride, twice.
_ADDRESS = ctypes.c_size_t
_ddot = ctypes.CFUNCTYPE(ctypes.c_double, *[_ADDRESS] * 5)(
    get_cython_function_address("scipy.linalg.cython_blas", "ddot")
)
_DOUBLE = next(
    name
    for name, held in cython_special.__pyx_capi__.items()
    if name.endswith("expit") and "log" not in name and '"double (double' in repr(held)
)
_expit = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(
    get_cython_function_address("scipy.special.cython_special", _DOUBLE)
)
_SMALLEST = 2.0**-1022
TILE = 32  # columns of a strip that are laid out together: they fit the first cache
STRIP = 2**16  # numbers that are laid out in rows together: they fit the second cache


def one_by_one(
    weights: Floats, X: Any, y: Any, rule: Rule, scores: Floats, drift: Floats, now: int
) -> None:
    """Run the textbook's loop over all rounds; write weights, scores and drift.

    As `perclib._rounds.one_by_one`.  A round whose score or update is refused has no number for a
    score, and ends the loop.
    """
    try:
        _run(weights, X, y, rule, scores, drift, now)
    except (EOFError, OSError, pickle.UnpicklingError) as error:  # before anything has run
        _compile_anew(error)
        _run(weights, X, y, rule, scores, drift, now)


def _run(
    weights: Floats, X: Any, y: Any, rule: Rule, scores: Floats, drift: Floats, now: int
) -> None:
    """Run the loop that reads such instances."""
    width = weights.shape[-1]
    # Whatever compiled code takes the address of is held here until it returns: Numba frees an
    # array of its own after the last line that names it, even if its address is still in use.
    sizes = np.array([width, 1], dtype=np.intc)
    rest = weights, (drift, scores), now, (rule.kind, rule.numbers), (_ddot, _expit, sizes)
    rounds = _rounds if weights.ndim == 1 else _class_rounds
    y = _fixed(y if y.dtype == np.int8 else y.astype(np.float64))
    if not isinstance(X, np.ndarray):
        data, places, starts = X.data, X.indices, X.indptr
        if data.dtype != np.float64 and (np.diff(starts) == width).any():
            data = data.astype(np.float64)
        rounds(_fixed(data), _fixed(places), _fixed(starts), y, *rest)
    elif X.dtype == np.float64 and X.flags.c_contiguous:
        rounds(_fixed(X.reshape(-1)), None, None, y, *rest)
    else:
        height = min(max(STRIP // width // 8, 1), 16) * 8
        _strips(_fixed(X), np.empty((min(height, len(X)), width)), y, *rest)


def _compile_anew(why: Exception) -> None:
    """Leave what Numba keeps on disk alone, for as long as this process lasts."""
    warnings.warn(
        f"Numba keeps compiled code in {_rounds.stats.cache_path} and cannot use a file there "
        f"({why!r}), so perclib compiles in each process; remove that folder, and it is kept again",
        RuntimeWarning,
        stacklevel=2,
    )
    for name in ("_times", "_add", "_rounds", "_class_rounds", "_laid_out", "_strips"):
        globals()[name] = njit(globals()[name].py_func)  # which call each other


def _fixed(values: Any) -> Any:
    """Return a view of one type for Numba, which then compiles once."""
    view = values.view()
    view.flags.writeable = False
    return view


def _compiled(loop: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and keep that on disk where it can be kept."""
    try:
        return njit(cache=True)(loop)
    except RuntimeError:  # neither beside this file nor in the user's folder
        return njit(loop)


# Coverage does not see into compiled code, and Numba has no types.  Each function is compiled for
# the types that it is given: where there are no places, rows are dense and all else is left out.
@njit(inline="always")
def _score(ddot, data, places, start, stop, weights, at):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    if places is None or (stop - start == len(weights) and data.itemsize == 8):
        numbers, vector, length, one = at
        return ddot(length, numbers + start * data.itemsize, one, vector, one)
    # Unsigned numbers, for which Numba looks for no place below 0.
    a = b = c = d = 0.0
    whole = start + (stop - start) // np.uintp(4) * np.uintp(4)
    for k in range(start, whole, np.uintp(4)):
        a += data[k] * weights[np.uintp(places[k])]
        b += data[k + np.uintp(1)] * weights[np.uintp(places[k + np.uintp(1)])]
        c += data[k + np.uintp(2)] * weights[np.uintp(places[k + np.uintp(2)])]
        d += data[k + np.uintp(3)] * weights[np.uintp(places[k + np.uintp(3)])]
    total = (a + b) + (c + d)
    for k in range(whole, stop):
        total += data[k] * weights[np.uintp(places[k])]
    return total


@_compiled
def _times(kind, numbers, expit, score, y):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    step, minus, plus, _, power = numbers
    if kind == LIMITS:
        return step * y if y * score < (plus if y > 0 else minus) else 0.0
    if kind == LOGISTIC:
        return -step * (-y * expit(-y * score))
    if kind == SQUARED:
        return -step * (2 * (score - y))
    if kind == ABSOLUTE:
        return -step * np.sign(score - y)
    lack = max(0.0, 1 - y * score)
    return -step * (-power * y * lack ** (power - 1)) if lack > 0 else 0.0


@_compiled
def _add(times, data, places, start, stop, weights, drift, now, least):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Add a multiple of a row; tell whether one of its products is too small for floats."""
    for k in range(start, stop):
        j = k - start if places is None else np.uintp(places[k])
        weights[j] += times * data[k]
    if len(drift):
        for k in range(start, stop):
            j = k - start if places is None else np.uintp(places[k])
            drift[j] += now * (times * data[k])
    lost = False
    if least > 0 and abs(times) != 1:
        for k in range(start, stop):
            lost |= abs(times * data[k]) < _SMALLEST and data[k] != 0
    return lost


@_compiled
def _rounds(data, places, starts, y, weights, rest, now, rule, calls):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run over dense rows, or the entries of sparse ones; tell whether one was refused."""
    (drift, scores), (kind, numbers), (ddot, expit, sizes) = rest, rule, calls
    least = numbers[3]
    stop, width = np.uintp(0), np.uintp(len(weights))
    length = sizes.ctypes.data
    at = data.ctypes.data, weights.ctypes.data, length, length + sizes.itemsize
    for t in range(len(y)):
        start = stop
        stop = stop + width if places is None else np.uintp(starts[t + 1])
        score, lost = _score(ddot, data, places, start, stop, weights, at), False
        scores[t] = score
        if abs(score) < least:
            for k in range(start, stop):
                w = weights[k - start if places is None else np.uintp(places[k])]
                lost |= abs(data[k] * w) < least and data[k] != 0 and w != 0
        times = _times(kind, numbers, expit, score, y[t])
        if times != 0:
            lost |= _add(times, data, places, start, stop, weights, drift, float(now + t), least)
        if lost:
            scores[t] = math.nan
            return True
    return False


@_compiled
def _class_rounds(data, places, starts, y, weights, rest, now, rule, calls):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run as `_rounds` does, with the weights of several classes; no round is refused."""
    (none, scores), (ddot, _, sizes) = rest, calls
    stop, width = np.uintp(0), np.uintp(weights.shape[1])
    length = sizes.ctypes.data
    for t in range(len(y)):
        start = stop
        stop = stop + width if places is None else np.uintp(starts[t + 1])
        right, best = int(y[t]) - 1, 0
        for c in range(len(weights)):
            at = data.ctypes.data, weights[c].ctypes.data, length, length + sizes.itemsize
            scores[t, c] = _score(ddot, data, places, start, stop, weights[c], at)
            best = c if scores[t, c] > scores[t, best] else best
        if best != right:
            _add(1.0, data, places, start, stop, weights[right], none, 0.0, 0.0)
            _add(-1.0, data, places, start, stop, weights[best], none, 0.0, 0.0)
    return False


@_compiled
def _laid_out(X, rows):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    # Unsigned numbers, as in `_score`.
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
def _strips(X, strip, y, weights, rest, now, rule, calls):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run over columns, or 32-bit floats, a strip of rows at a time, which it lays out first."""
    drift, scores = rest
    for start in range(0, len(X), len(strip)):
        part = slice(start, min(start + len(strip), len(X)))
        _laid_out(X[part], strip)
        rows, here = strip[: len(X[part])].reshape(-1), (drift, scores[part])
        if weights.ndim == 1:
            lost = _rounds(rows, None, None, y[part], weights, here, now + start, rule, calls)
        else:
            lost = _class_rounds(rows, None, None, y[part], weights, here, now + start, rule, calls)
        if lost:
            break
