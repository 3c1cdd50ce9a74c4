"""Instances as arrays: views of the caller's numbers, and a sample to know them by."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from perclib._checks import Floats, array, axes, in_rows
from perclib._values import freeze

SAMPLE = 1024  # numbers of a larger array, by which it is known again


def instances(X: Any) -> Any:
    """Return a view of instances that cannot be written to, or a ``csr_array`` of such views."""
    if hasattr(X, "tocsr") and X.ndim == 2:
        rows = in_rows(X)
        if not rows.has_canonical_format:  # entries in order, none twice
            rows = rows.copy()
            rows.sum_duplicates()
        axes("X", np.broadcast_to(0.0, rows.shape), 2)
        data = array("X", rows.data).astype(np.float64, copy=False)
        views = (data.view(), rows.indices.view(), rows.indptr.view())
        rows = sparse.csr_array(views, shape=rows.shape)
        freeze(rows)
        return rows
    view = axes("X", array("X", X), 2).view()
    freeze(view)
    return view


def divided(X: Any, sizes: Floats) -> Any:
    """Divide each row by a number, unless that is 0."""
    divisors = np.where(sizes > 0, sizes, 1.0)
    if isinstance(X, np.ndarray):
        return X / divisors[:, None]
    return sparse.csr_array(
        (X.data / np.repeat(divisors, np.diff(X.indptr)), X.indices, X.indptr), X.shape
    )


def copied(rows: Any) -> Any:
    """Return a copy of instances that cannot be written to."""
    copy = rows.copy()
    freeze(copy)
    return copy


def sample_of(*arrays: Any) -> bytes:
    """Return some numbers of arrays, spread over all rows and columns, by which to know them."""
    known = []
    for values in arrays:
        held = entries(values)
        places = np.linspace(0, held.size - 1, SAMPLE).astype(np.intp)
        known.append(held[np.unravel_index(places, held.shape)].tobytes())
    return b"".join(known)


def refuse_others(known: bytes, *arrays: Any) -> None:
    """Refuse arrays whose sample is another one."""
    if sample_of(*arrays) != known:
        raise ValueError(
            "X: expected the numbers that the stream was made from, but the array was written to "
            "since; make a new one, of a copy if the array changes again"
        )


def entries(rows: Any) -> NDArray[Any]:
    """Return all numbers that instances hold."""
    held: NDArray[Any] = rows if isinstance(rows, np.ndarray) else rows.data
    return held


def is_ready(rows: NDArray[Any]) -> bool:
    """Whether instances are floats in rows, as a run needs them."""
    return rows.dtype == np.float64 and rows.flags.c_contiguous and rows.flags.aligned


def is_raw(rows: NDArray[Any]) -> bool:
    """Whether instances are floats, of 32 or 64 bits, in rows or in columns."""
    layout = rows.flags.c_contiguous or rows.strides[0] == rows.itemsize
    return rows.dtype in (np.float32, np.float64) and layout and rows.flags.aligned


def as_floats(rows: Any) -> Any:
    """Return instances as floats in rows, the same ones where they are."""
    if not isinstance(rows, np.ndarray) or is_ready(rows):
        return rows
    with np.errstate(over="ignore"):  # what is too large for a float becomes infinite
        return np.array(rows, dtype=np.float64, order="C")
