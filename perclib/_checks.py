"""Refusals of bad input: each names the argument, the place and what was expected."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]
Flags = NDArray[np.bool_]


def reals(name: str, values: ArrayLike, ndim: int) -> Floats:
    """Return `values` as a new read-only float array of `ndim` axes, all of it finite."""
    given = np.asarray(values)
    if given.dtype.kind not in "iuf":
        raise ValueError(f"{name}: expected real numbers, got {given.dtype}")
    array = np.array(given, dtype=np.float64)
    if array.ndim != ndim:
        raise ValueError(f"{name}: expected {ndim} axes, got shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name}: expected at least one number, got shape {array.shape}")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = ", ".join(map(str, place))
        raise ValueError(f"{name}[{where}]: expected a finite number, got {array[place]}")
    array.flags.writeable = False
    return array


def labels(name: str, values: ArrayLike) -> Labels:
    """Return `values` as a new read-only vector of labels, each -1 or +1."""
    array = reals(name, values, ndim=1)
    wrong = np.flatnonzero(np.abs(array) != 1)
    if wrong.size:
        raise ValueError(f"{name}[{wrong[0]}]: expected -1 or +1, got {array[wrong[0]]:g}")
    signs = array.astype(np.int64)
    signs.flags.writeable = False
    return signs


def label(name: str, value: float) -> None:
    """Refuse a label other than -1 and +1."""
    if value not in (-1, 1):
        raise ValueError(f"{name}: expected -1 or +1, got {value}")


def same_length(name: str, array: NDArray[Any], other: str, length: int) -> None:
    """Refuse an array whose first axis is not as long as the other's."""
    if len(array) != length:
        raise ValueError(
            f"{name}: expected {length} entries, one for each of {other}, got {len(array)}"
        )


def instance(name: str, x: ArrayLike, dimension: int) -> Floats:
    """Return one instance as a vector of the given dimension."""
    array = np.asarray(x, dtype=np.float64)
    if array.shape != (dimension,):
        raise ValueError(f"{name}: expected shape ({dimension},), got {array.shape}")
    if not np.isfinite(array).all():
        place = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ValueError(f"{name}[{place}]: expected a finite number, got {array[place]}")
    return array


def positive(name: str, value: float) -> None:
    """Refuse anything but a finite number above zero."""
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name}: expected a finite number above 0, got {value}")


def at_least(name: str, value: float, least: float) -> None:
    """Refuse anything but a finite number of at least `least`."""
    if not (math.isfinite(value) and value >= least):
        raise ValueError(f"{name}: expected a finite number of at least {least:g}, got {value}")


def count(name: str, value: int) -> None:
    """Refuse anything but a whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name}: expected a whole number of at least 1, got {value!r}")


def one_of(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuse a word that is not among the choices."""
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
