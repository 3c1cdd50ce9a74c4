"""Instances as arrays: checked once, where a stream is made."""

import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy import sparse

from perclib._checks import BLOCK, Floats, array

SMALL = 2**17  # numbers up to which an array is copied
LEAST, MOST = 1e-140, 1e140
# Loading the compiled loops takes half a second, once in a process.
LONG, LOADED = 400_000, 20_000  # numbers that are worth it, or worth a call once it is loaded


def compiled(numbers: int) -> Any:
    """Return the module of compiled loops, where Numba is installed and it pays; else None."""
    loaded = "perclib._compiled" in sys.modules
    return _loops() if numbers >= (LOADED if loaded else LONG) else None


@cache
def _loops() -> Any:
    if find_spec("numba") is None:
        return None
    from perclib import _compiled

    return _compiled


def instances(X: Any) -> Any:
    """Return instances as a read-only array of floats in rows, or as a ``csr_array``.

    Parameters
    ----------
    X : array_like of shape (T, d), sparse or not

    Returns
    -------
    array or csr_array
        Of 32 or 64 bits.  Of large arrays of numbers it holds views, of places in sparse rows
        always copies: a place that changed later would lead compiled loops out of the arrays.
    """
    if hasattr(X, "tocsr"):
        rows = in_rows(X)
        parts = rows.data, rows.indices, rows.indptr
        data = _floats(array("X", parts[0], 1) if rows.nnz else parts[0].astype(np.float64))
        places, starts = (_frozen(part, own=True) for part in parts[1:])
        _refuse_sizes(data, lambda k: (np.searchsorted(starts, k, "right") - 1, places[k]))
        return sparse.csr_array((_frozen(data), places, starts), shape=rows.shape)
    rows = _floats(array("X", X, 2))
    _refuse_sizes(rows.reshape(-1), lambda k: divmod(k, rows.shape[1]))
    return _frozen(rows)


def _floats(values: Any) -> Any:
    """Return numbers as contiguous floats, the same ones where they are such."""
    kind = np.float32 if values.dtype == np.float32 else np.float64
    return np.require(values, kind, ["C", "A", "E"])


def _frozen(values: Any, *, own: bool = False) -> Any:
    """Return a read-only array: a copy of a small one, or of any to `own`; else a view."""
    short = values.size <= SMALL and values.flags.writeable
    frozen = values.copy() if own or short else values.view()
    frozen.flags.writeable = False
    return frozen


def _refuse_sizes(values: Floats, place: Any) -> None:
    """Refuse the first number that is not finite, too large or too small."""
    loops = compiled(values.size)
    if loops and loops.in_range(values, LEAST, MOST):
        return
    for start in range(0, values.size, BLOCK):
        sizes = np.abs(values[start : start + BLOCK], dtype=np.float64)
        good = (sizes == 0) | ((sizes >= LEAST) & (sizes <= MOST))
        if not good.all():
            k = start + int(good.argmin())
            where = ", ".join(str(int(i)) for i in place(k))
            finite = np.isfinite(values[k])
            wanted = f"0 or a magnitude from {LEAST:g} to {MOST:g}" if finite else "a finite number"
            cure = "; rescale X" if finite else ""
            found = "NaN" if np.isnan(values[k]) else values[k]
            raise ValueError(f"X[{where}]: expected {wanted}, got {found}{cure}")


def in_rows(X: Any) -> Any:
    """Return sparse instances as a ``csr_array`` with ascending indices within its shape.

    SciPy does not check them, and an index outside would read and write memory of others.
    """
    if X.ndim != 2 or 0 in X.shape:
        raise ValueError(f"X: expected 2 axes, none empty, got shape {X.shape}")
    try:
        if X.format == "csr":
            X.check_format(full_check=False)
        else:
            if hasattr(X, "check_format"):
                X.check_format(full_check=True)
            X = X.tocsr()
        if (np.diff(X.indptr) < 0).any():
            raise ValueError("its indptr decreases")
        loops = compiled(X.indices.size)
        if loops and loops.ascending(X.indices, X.indptr, X.shape[1]):
            rows = sparse.csr_array(X)
            rows.has_canonical_format = True
            return rows
        X.check_format(full_check=True)
    except ValueError as error:
        raise ValueError(
            f"X: expected a sparse array whose indices fit its shape: {error}"
        ) from None
    rows = sparse.csr_array(X)
    if not rows.has_canonical_format:  # entries in order, none twice
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def blocks(rows: Any, numbers: int = BLOCK) -> Iterator[tuple[slice, Any]]:
    """Yield instances as 64-bit floats, in parts with about so many numbers."""
    height = rows.shape[0]
    size = rows.nnz if sparse.issparse(rows) else rows.size
    step = max(1, numbers * height // max(size, 1))
    for start in range(0, height, step):
        part = slice(start, min(start + step, height))
        X = rows if step >= height else rows[part]
        yield part, X if X.dtype == np.float64 else X.astype(np.float64)


def with_column(X: Any, value: float) -> Any:
    """Return instances, sparse or not, with one more entry at the end of each."""
    height, width = X.shape
    if isinstance(X, np.ndarray):
        rows = np.empty((height, width + 1), X.dtype)
        rows[:, :-1], rows[:, -1] = X, value
        return rows
    starts = X.indptr + np.arange(height + 1, dtype=X.indptr.dtype)
    ends = X.indptr[1:]
    data, places = np.insert(X.data, ends, value), np.insert(X.indices, ends, width)
    return sparse.csr_array((data, places, starts), (height, width + 1))
