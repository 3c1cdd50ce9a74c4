"""Refusals of bad input: each names the argument, the place and what was expected."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]
Flags = NDArray[np.bool_]


def array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array of real numbers, of whatever axes."""
    given = _dense(name, values)
    if given.dtype.kind not in "iuf":
        raise ValueError(f"{name}: expected real numbers, got {_what(given)}")
    return given


def _dense(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array, unless that would lose or change something unseen."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(
            f"{name}: expected an array without a mask, got a masked array; drop or fill what is "
            f"masked first, for instance {name}.filled(0)"
        )
    if hasattr(values, "tocsr"):
        raise ValueError(f"{name}: expected a dense array, got a sparse one; use {name}.toarray()")
    if isinstance(values, Iterator):
        raise ValueError(f"{name}: expected an array, got an iterator; use list({name})")
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}: expected rows of one length") from None


def _what(given: NDArray[Any]) -> str:
    """Say what an array that is not of real numbers holds."""
    if given.dtype.kind == "b":
        return "booleans; use astype(float)"
    if given.dtype.kind in "US":
        return "strings"
    if given.dtype.kind == "O":
        return f"objects, such as {type(next(iter(given.flat), None)).__name__}"
    return str(given.dtype)


def reals(name: str, values: ArrayLike, ndim: int) -> Floats:
    """Return `values` as a new read-only float array of `ndim` axes, all of it finite."""
    given = array(name, values)
    if given.ndim != ndim:
        axes = "one axis" if ndim == 1 else f"{ndim} axes"
        raise ValueError(f"{name}: expected {axes}, got shape {given.shape}")
    if given.size == 0:
        raise ValueError(f"{name}: expected at least one number, got shape {given.shape}")
    with np.errstate(over="ignore"):  # what is too large for a float becomes infinite
        floats = np.array(given, dtype=np.float64, order="C")
    finite(name, floats)
    floats.flags.writeable = False
    return floats


def finite(name: str, floats: Floats) -> None:
    """Refuse an array that is not finite, and name its first such entry."""
    if not np.isfinite(floats).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(floats))[0])
        where = f"[{', '.join(map(str, place))}]" if place else ""
        raise ValueError(f"{name}{where}: expected a finite number, got {floats[place]}")


def labels(name: str, values: ArrayLike) -> Labels:
    """Return `values` as a new read-only vector of labels, each -1 or +1."""
    given = _dense(name, values)
    first = next(iter(given.flat), None)
    if isinstance(first, bool | np.bool_):
        raise ValueError(
            f"{name}: expected labels -1 and +1, got booleans; use np.where({name}, 1, -1)"
        )
    if isinstance(first, str) and given.ndim:
        raise ValueError(
            f"{name}: expected labels -1 and +1, got strings; "
            f"use np.where(np.asarray({name}) == {str(first)!r}, 1, -1)"
        )
    numbers = reals(name, values, ndim=1)
    wrong = np.flatnonzero(np.abs(numbers) != 1)
    if wrong.size:
        hint = ""
        if set(np.unique(numbers)) <= {0.0, 1.0}:
            hint = f"; for labels 0 and 1 use 2 * np.asarray({name}) - 1"
        raise ValueError(f"{name}[{wrong[0]}]: expected -1 or +1, got {numbers[wrong[0]]:g}{hint}")
    signs = numbers.astype(np.int64)
    signs.flags.writeable = False
    return signs


def label(name: str, value: Any) -> None:
    """Refuse a label other than -1 and +1."""
    if type(value) is int and value in (-1, 1):  # one round costs no more than this
        return
    if isinstance(value, bool | np.bool_) or not _is_number(value) or value not in (-1, 1):
        raise ValueError(f"{name}: expected -1 or +1, got {value}")


def same_length(name: str, values: NDArray[Any], other: str, length: int) -> None:
    """Refuse an array whose first axis is not as long as the other's."""
    if len(values) != length:
        raise ValueError(
            f"{name}: expected {length} entries, one for each of {other}, got {len(values)}"
        )


def vector(name: str, values: Any, dimension: int) -> Floats:
    """Return a vector of the given dimension, or the comparator that `values` carries."""
    numbers = reals(name, getattr(values, "comparator", values), ndim=1)
    if len(numbers) != dimension:
        raise ValueError(f"{name}: expected shape ({dimension},), got {numbers.shape}")
    return numbers


def real(name: str, value: Any) -> None:
    """Refuse anything but a finite number."""
    if not (_is_number(value) and math.isfinite(value)):
        raise ValueError(f"{name}: expected a finite number, got {value}")


def positive(name: str, value: Any) -> float:
    """Return a number as a float; refuse anything but a finite one above zero."""
    if not (_is_number(value) and math.isfinite(value) and value > 0):
        raise ValueError(f"{name}: expected a finite number above 0, got {value}")
    return float(value)


def at_least(name: str, value: Any, least: float) -> float:
    """Return a number as a float; refuse anything but a finite one of at least `least`."""
    if not (_is_number(value) and math.isfinite(value) and value >= least):
        raise ValueError(f"{name}: expected a finite number of at least {least:g}, got {value}")
    return float(value)


def between(name: str, value: Any, low: float, high: float) -> None:
    """Refuse anything but a number from `low` to `high`."""
    if not (_is_number(value) and low <= value <= high):
        raise ValueError(f"{name}: expected a number from {low:g} to {high:g}, got {value}")


def count(name: str, value: Any, least: int = 1) -> None:
    """Refuse anything but a whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name}: expected a whole number of at least {least}, got {value!r}")


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuse a word that is not among the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")


def instance_of(name: str, value: Any, kind: type, example: str) -> None:
    """Refuse a value of another type, and show how to make one."""
    if not isinstance(value, kind):
        raise ValueError(
            f"{name}: expected a {kind.__name__}, got {type(value).__name__}; {example}"
        )


def _is_number(value: Any) -> bool:
    """Whether a value is one real number, of Python or NumPy; no boolean and no array."""
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
