"""The textbook's loop of the perceptron, compiled by Numba, which the extra ``fast`` installs.

`numpy.dot` in compiled code costs several times what a row of a few numbers takes, so the loop
calls the routine behind it, BLAS's ``ddot``, by the address that SciPy gives.
"""

import ctypes

import numpy as np
from numba import njit
from numba.extending import get_cython_function_address

from perclib._checks import Floats, Labels

# Its five arguments are addresses: of the length, of a vector and its stride, twice.
_ADDRESS = ctypes.c_size_t
_ddot = ctypes.CFUNCTYPE(ctypes.c_double, *[_ADDRESS] * 5)(
    get_cython_function_address("scipy.linalg.cython_blas", "ddot")
)


def one_by_one(
    weights: Floats, X: Floats, y: Labels, limits: tuple[float, float], step: float, scores: Floats
) -> None:
    """Run the textbook's loop over all rounds; write weights and scores."""
    sizes = np.array([X.shape[1], 1], dtype=np.intc)
    rows, signs = np.ascontiguousarray(X, dtype=np.float64).view(), y.view()
    for fixed in (rows, signs):  # of one type for Numba, which then compiles once
        fixed.flags.writeable = False
    _loop(_ddot, sizes, weights, rows, signs, limits, step, scores)


# Coverage does not see into compiled code, and Numba has no types.
@njit(cache=True)
def _loop(ddot, sizes, weights, X, y, limits, step, scores):  # type: ignore[no-untyped-def]  # pragma: no cover - compiled
    length, one = sizes.ctypes.data, sizes.ctypes.data + sizes.itemsize
    minus, plus = limits
    for t in range(len(X)):
        row = X.ctypes.data + t * X.strides[0]
        scores[t] = ddot(length, row, one, weights.ctypes.data, one)
        if y[t] * scores[t] < (plus if y[t] > 0 else minus):
            for j in range(len(weights)):
                weights[j] += step * y[t] * X[t, j]
