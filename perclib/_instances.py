"""Instances as arrays: views of the caller's numbers, and a sample to know them by."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from perclib._checks import Floats, array, axes, in_rows
from perclib._values import freeze

SAFE = 2.0**-900  # squared norms above it lost nothing that counts
SAMPLE = 1024  # numbers of a larger array, by which it is known again


def instances(X: Any) -> Any:
    """Return a view of instances that cannot be written to, or a ``csr_array`` of such views."""
    if hasattr(X, "tocsr") and X.ndim == 2:
        rows = in_rows(X)
        if not rows.has_canonical_format:  # entries in order, none twice
            rows = rows.copy()
            rows.sum_duplicates()
        axes("X", np.broadcast_to(0.0, rows.shape), 2)
        data = array("X", rows.data)
        if data.dtype != np.float32:
            data = data.astype(np.float64, copy=False)
        views = (data.view(), rows.indices.view(), rows.indptr.view())
        rows = sparse.csr_array(views, shape=rows.shape)
        freeze(rows)
        return rows
    view = axes("X", array("X", X), 2).view()
    freeze(view)
    return view


def unit(X: Floats, out: Floats) -> None:
    """Write the directions of instances; one of zeros stays."""
    with np.errstate(over="ignore"):
        squares = np.vecdot(X, X)
    if not (squares.min() > SAFE and squares.max() < 1 / SAFE):  # by the largest entry first
        sizes = abs(X).max(axis=1)
        X = X / np.where(sizes > 0, sizes, 1.0)[:, None]
        squares = np.vecdot(X, X)
    np.divide(X, np.sqrt(np.where(squares > 0, squares, 1.0))[:, None], out=out)


def directions(X: Any) -> Any:
    """Divide each sparse row by its norm, unless that is 0, as `unit` does."""
    for norm in (lambda rows: abs(rows).max(axis=1).toarray(), _norms):
        sizes = norm(X)
        sizes = np.repeat(np.where(sizes > 0, sizes, 1.0), np.diff(X.indptr))
        X = _with_data(X, X.data / sizes)
    return X


def _norms(X: Any) -> Floats:
    norms: Floats = np.sqrt((X * X).sum(axis=1))
    return norms


def _with_data(X: Any, data: Floats) -> Any:
    return sparse.csr_array((data, X.indices, X.indptr), X.shape)


def with_column(X: Any, value: float) -> Any:
    """Return instances, sparse or not, with one more entry at the end of each."""
    height, width = X.shape
    if isinstance(X, np.ndarray):
        rows = np.empty((height, width + 1), X.dtype)
        rows[:, :-1], rows[:, -1] = X, value
    else:
        ends = X.indptr[1:]
        data, places = np.insert(X.data, ends, value), np.insert(X.indices, ends, width)
        starts = X.indptr + np.arange(height + 1, dtype=X.indptr.dtype)
        rows = sparse.csr_array((data, places, starts), (height, width + 1))
    freeze(rows)
    return rows


def with_mean_square_one(X: Any) -> Any:
    """Divide each column of sparse rows by the root of its mean square, unless that is 0."""
    largest = np.zeros(X.shape[1])
    np.maximum.at(largest, X.indices, np.abs(X.data))
    data = X.data / np.where(largest > 0, largest, 1.0)[X.indices]
    squares = np.bincount(X.indices, data * data, X.shape[1]) / X.shape[0]
    return _with_data(X, data / np.where(squares > 0, np.sqrt(squares), 1.0)[X.indices])


def statistics(blocks: Callable[[], Iterable[Floats]], total: int) -> tuple[Floats, Floats, Floats]:
    """Return factors that bring columns near 1, and then their means and root mean squares.

    The root mean square about the mean of a column whose entries are all the same is infinite here:
    divided by it they are 0, whatever rounding does.
    """
    ends = [(X.min(axis=0), X.max(axis=0)) for X in blocks()]
    low, high = np.min([a for a, _ in ends], axis=0), np.max([b for _, b in ends], axis=0)
    exponents = np.frexp(np.maximum(abs(low), abs(high)))[1]
    factor = np.ldexp(1.0, -np.clip(exponents, -1000, 1000))  # exact, but for what is tiny
    centre = np.sum([(X * factor).sum(axis=0) for X in blocks()], axis=0) / total
    squares = np.sum([((X * factor - centre) ** 2).sum(axis=0) for X in blocks()], axis=0)
    return factor, centre, np.where(low < high, np.sqrt(squares / total), np.inf)


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
            "X: the array was changed after the stream was made from it; make a new stream, from "
            "X.copy() if the array will change again"
        )


def entries(rows: Any) -> NDArray[Any]:
    """Return all numbers that instances hold."""
    held: NDArray[Any] = rows if isinstance(rows, np.ndarray) else rows.data
    return held


def parts_of(rows: Any) -> tuple[NDArray[Any], ...]:
    """Return the arrays that hold instances: the numbers, and of sparse ones their places."""
    return (rows,) if isinstance(rows, np.ndarray) else (rows.data, rows.indices, rows.indptr)


def is_ready(rows: NDArray[Any]) -> bool:
    """Whether instances are floats in rows, as a run needs them."""
    return rows.dtype == np.float64 and rows.flags.c_contiguous and rows.flags.aligned


def is_raw(rows: NDArray[Any]) -> bool:
    """Whether instances are floats, of 32 or 64 bits, in rows or in columns."""
    layout = rows.flags.c_contiguous or rows.strides[0] == rows.itemsize
    return rows.dtype in (np.float32, np.float64) and layout and rows.flags.aligned


def as_floats(rows: Any) -> Any:
    """Return instances as floats in rows, the same ones where they are."""
    if is_ready(entries(rows)):
        return rows
    if not isinstance(rows, np.ndarray):
        rows = _with_data(rows, rows.data.astype(np.float64))
        freeze(rows)
        return rows
    with np.errstate(over="ignore"):  # what is too large for a float becomes infinite
        return np.array(rows, dtype=np.float64, order="C")
