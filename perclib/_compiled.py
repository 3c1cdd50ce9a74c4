"""The textbook's loop of the linear learners, compiled by Numba, which the extra ``fast`` installs.

`numpy.dot` in compiled code costs several times what a row of a few numbers takes, so the loop
calls the routine behind it, BLAS's ``ddot``, by the address that SciPy gives.
"""

import ctypes
import math
import pickle
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import get_cython_function_address, intrinsic
from scipy.special import cython_special

from perclib._checks import Floats
from perclib._instances import as_floats, with_column
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
PIECE = 2**10  # numbers that are laid out together where they lie in rows: they fit the first
NARROW = 4096  # numbers of a row that BLAS does not share out among threads
NEXT = np.uintp(512)  # how many numbers of sparse rows are fetched ahead: at most a page of memory


def one_by_one(
    weights: Floats, X: Any, y: Any, rule: Rule, scores: Floats, drift: Floats, now: int,
    bias: float = 0.0,
) -> None:  # fmt: skip
    """Run the textbook's loop over all rounds; write weights, scores and drift.

    As `perclib._rounds.one_by_one`.  A round whose score or update is refused has no number for a
    score, and ends the loop.  Instances are lifted by a bias, unless it is 0, as they are read.
    """
    _from_disk(lambda: _run(weights, X, y, rule, scores, drift, now, bias))


def in_order(places: Any, starts: Any, width: int) -> bool:
    """Whether the places of each sparse row ascend and are within a width.

    Where rows start must not decrease, and must be within the places.
    """
    ascend: bool = _from_disk(lambda: _ascend(_fixed(places), _fixed(starts), width))
    return ascend


def _from_disk(way: Callable[[], Any]) -> Any:
    """Return what a way returns that calls compiled code, also where this cannot be loaded."""
    try:
        return way()
    except (EOFError, OSError, pickle.UnpicklingError) as error:  # before anything has run
        _compile_anew(error)
        return way()


def _run(
    weights: Floats, X: Any, y: Any, rule: Rule, scores: Floats, drift: Floats, now: int,
    bias: float,
) -> None:  # fmt: skip
    """Run the loop that reads such instances."""
    dense, width = isinstance(X, np.ndarray), weights.shape[-1]
    # Dense rows are lifted where they are laid out, or else scored without their last entry.
    copied = dense and bool(bias) and not (bias == 1 and _added_last(width - 1))
    width -= dense and bool(bias) and not copied
    # Whatever compiled code takes the address of is held here until it returns: Numba frees an
    # array of its own after the last line that names it, even if its address is still in use.
    sizes = np.array([width, 1], dtype=np.intc)
    state = drift, scores, now, (rule.kind, rule.numbers), (_ddot, _expit, sizes)
    rounds = _rounds if weights.ndim == 1 else _class_rounds
    y = _fixed(y if y.dtype == np.int8 else y.astype(np.float64))
    if not dense:
        if (np.diff(X.indptr) == X.shape[1]).any():  # such a row is scored as a dense one
            X = as_floats(X)
            X, bias = (with_column(X, bias), 0.0) if bias else (X, bias)
        rounds(_fixed(X.data), _fixed(X.indices), _fixed(X.indptr), bias or None, y, weights, state)
    elif X.dtype == np.float64 and X.flags.c_contiguous and not copied:
        rounds(_fixed(X.reshape(-1)), None, None, bias or None, y, weights, state)
    else:
        rows = X.strides[1] == X.itemsize
        height = max(PIECE // width, 1) if rows else min(max(STRIP // width // 8, 1), 16) * 8
        strip = np.full((min(height, len(X)), width), bias)
        _strips(_fixed(X), strip, None if copied else bias or None, y, weights, state)


@cache
def _added_last(width: int) -> bool:
    """Whether BLAS adds a last product to the sum of so many others, as some rows show.

    It does, unless the last product fills a group of products that are added up together.
    """
    if width > NARROW:
        return False
    X, weights = np.random.default_rng(0).normal(size=(2, 32, width + 1))
    X[:, -1] = 1.0  # so that the last product is exact, and does not depend on how it is rounded
    pairs = [(x.dot(w), x[:-1].dot(w[:-1]) + w[-1]) for x, w in zip(X, weights, strict=True)]
    return all(whole == parted for whole, parted in pairs)


def _compile_anew(why: Exception) -> None:
    """Leave what Numba keeps on disk alone, for as long as this process lasts."""
    warnings.warn(
        f"Numba keeps compiled code in {_rounds.stats.cache_path} and cannot use a file there "
        f"({why!r}), so perclib compiles in each process; remove that folder to keep code again",
        RuntimeWarning,
        stacklevel=2,
    )
    for name in (
        "_ascend", "_times", "_add", "_rounded", "_rounds", "_class_rounds", "_laid_out", "_strips",
    ):  # fmt: skip
        globals()[name] = njit(globals()[name].py_func)  # which call each other


def _fixed(values: Any) -> Any:
    """Return a view of one type for Numba, which then compiles once."""
    view = values.view()
    view.flags.writeable = False
    return view


def _compiled(loop: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and keep that on disk where it can be kept."""
    try:
        kept: Any = njit(cache=True)(loop)
    except RuntimeError:  # neither beside this file nor in the user's folder
        return njit(loop)
    kept._cache.load_overload = _of_its_types(kept._cache.load_overload)
    return kept


def _of_its_types(load: Callable[..., Any]) -> Callable[..., Any]:
    """Leave out of what Numba has kept the code that is for other types than are asked for.

    Of two processes that compile at the same moment one may keep its code under the other's name.
    """

    def loaded(asked: tuple[Any, ...], context: Any) -> Any:
        kept = load(asked, context)
        return kept if kept is None or kept.signature.args == asked else None

    return loaded


# Coverage does not see into compiled code, and Numba has no types.  Each function is compiled for
# the types that it is given: where there are no places, rows are dense and all else is left out,
# and where there is no bias all that lifts rows.


@_compiled
def _ascend(places, starts, width):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    stop = np.uintp(0)
    for t in range(len(starts) - 1):
        start, stop = stop, np.uintp(starts[t + 1])
        wrong = start < stop and (places[start] < 0 or places[stop - np.uintp(1)] >= width)
        for k in range(start + np.uintp(1), stop):
            wrong |= places[k] <= places[k - np.uintp(1)]
        if wrong:
            return False
    return True


def _fetched(_, values, place):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Have a number that is needed soon brought into the cache; beyond the end this does nothing.

    Processors do so by themselves, but begin anew at each page of memory.
    """

    def written(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        start = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        where = builder.bitcast(builder.gep(start, [arguments[1]]), cgutils.voidptr_t)
        one, often, numbers = (ir.Constant(ir.IntType(32), n) for n in (0, 3, 1))
        kinds = ir.FunctionType(ir.VoidType(), [where.type, one.type, often.type, numbers.type])
        call = builder.module.declare_intrinsic("llvm.prefetch", [where.type], kinds)
        builder.call(call, [where, one, often, numbers])
        return context.get_dummy_value()

    return types.void(values, place), written


_fetch: Any = intrinsic(_fetched)


@njit(inline="always")
def _score(ddot, data, places, start, stop, bias, weights, at):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    if places is None or (stop - start == len(weights) and data.itemsize == 8):
        numbers, vector, length, one = at
        whole_row = ddot(length, numbers + start * data.itemsize, one, vector, one)
        return whole_row if bias is None else whole_row + bias * weights[len(weights) - 1]
    # Unsigned numbers, for which Numba looks for no place below 0.
    a = b = c = d = 0.0
    whole = start + (stop - start) // np.uintp(4) * np.uintp(4)
    for k in range(start, whole, np.uintp(4)):
        _fetch(data, k + NEXT)
        _fetch(places, k + NEXT)
        a += data[k] * weights[np.uintp(places[k])]
        b += data[k + np.uintp(1)] * weights[np.uintp(places[k + np.uintp(1)])]
        c += data[k + np.uintp(2)] * weights[np.uintp(places[k + np.uintp(2)])]
        d += data[k + np.uintp(3)] * weights[np.uintp(places[k + np.uintp(3)])]
    last = 0.0 if bias is None else bias * weights[len(weights) - 1]  # a lifted row's last product
    if bias is not None and stop - whole == 3:
        a += data[whole] * weights[np.uintp(places[whole])]
        b += data[whole + np.uintp(1)] * weights[np.uintp(places[whole + np.uintp(1)])]
        c += data[whole + np.uintp(2)] * weights[np.uintp(places[whole + np.uintp(2)])]
        d, whole, last = d + last, stop, 0.0
    total = (a + b) + (c + d)
    for k in range(whole, stop):
        total += data[k] * weights[np.uintp(places[k])]
    return total + last


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


# Numba counts who holds an array, which costs as much as adding some twenty numbers, unless it sees
# that nothing comes of it: of what is called on a mistake each function has one loop.
@_compiled
def _add(factor, times, data, places, start, stop, bias, weights):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Add a multiple of a row, times a factor."""
    for k in range(start, stop):
        j = k - start if places is None else np.uintp(places[k])
        weights[j] += factor * (times * data[k])
    if bias is not None:
        weights[len(weights) - 1] += factor * (times * bias)


@_compiled
def _rounded(times, data, start, stop, bias):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Whether a product of a row is too small for floats."""
    lost = bias is not None and abs(times * bias) < _SMALLEST
    for k in range(start, stop):
        lost |= abs(times * data[k]) < _SMALLEST and data[k] != 0
    return lost


@_compiled
def _rounds(data, places, starts, bias, y, weights, state):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run over dense rows, or the entries of sparse ones; tell whether one was refused."""
    drift, scores, now, (kind, numbers), (ddot, expit, sizes) = state
    least = numbers[3]
    stop, width = np.uintp(0), np.uintp(sizes[0])
    length = sizes.ctypes.data
    at = data.ctypes.data, weights.ctypes.data, length, length + sizes.itemsize
    for t in range(len(y)):
        start = stop
        stop = stop + width if places is None else np.uintp(starts[t + 1])
        score, lost = _score(ddot, data, places, start, stop, bias, weights, at), False
        scores[t] = score
        if abs(score) < least:
            for k in range(start, stop):
                w = weights[k - start if places is None else np.uintp(places[k])]
                lost |= abs(data[k] * w) < least and data[k] != 0 and w != 0
            if bias is not None:
                w = weights[len(weights) - 1]
                lost |= abs(bias * w) < least and w != 0
        times = _times(kind, numbers, expit, score, y[t])
        if times != 0:
            _add(1.0, times, data, places, start, stop, bias, weights)
            if len(drift):
                _add(float(now + t), times, data, places, start, stop, bias, drift)
            if least > 0 and abs(times) != 1:
                lost |= _rounded(times, data, start, stop, bias)
        if lost:
            scores[t] = math.nan
            return True
    return False


@_compiled
def _class_rounds(data, places, starts, bias, y, weights, state):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run as `_rounds` does, with the weights of several classes; no round is refused."""
    _, scores, _, _, (ddot, _, sizes) = state
    stop, width = np.uintp(0), np.uintp(sizes[0])
    numbers, vectors, length = data.ctypes.data, weights.ctypes.data, sizes.ctypes.data
    for t in range(len(y)):
        start = stop
        stop = stop + width if places is None else np.uintp(starts[t + 1])
        right, best = int(y[t]) - 1, 0
        for c in range(len(weights)):
            at = numbers, vectors + c * weights.strides[0], length, length + sizes.itemsize
            scores[t, c] = _score(ddot, data, places, start, stop, bias, weights[c], at)
            best = c if scores[t, c] > scores[t, best] else best
        if best != right:
            for times, c in ((1.0, right), (-1.0, best)):
                _add(1.0, times, data, places, start, stop, bias, weights[c])
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
def _strips(X, strip, bias, y, weights, state):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    """Run over columns, 32-bit floats or lifted rows, and lay out a strip of rows at a time."""
    drift, scores, now, rule, calls = state
    for start in range(0, len(X), len(strip)):
        part = slice(start, min(start + len(strip), len(X)))
        _laid_out(X[part], strip)
        rows = strip[: len(X[part])].reshape(-1)
        here = drift, scores[part], now + start, rule, calls
        if weights.ndim == 1:
            lost = _rounds(rows, None, None, bias, y[part], weights, here)
        else:
            lost = _class_rounds(rows, None, None, bias, y[part], weights, here)
        if lost:
            break
