"""Checks of what a caller gives; each error names the argument, the place and what was expected.

They are made once, at the public door: a function that is called from inside trusts its arguments.
"""

import math
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int8]
Flags = NDArray[np.bool_]
BLOCK = 2**15  # numbers that are handled together, so that they fit the cache


def array(name: str, values: ArrayLike, ndim: int) -> NDArray[Any]:
    """Return real numbers as an array with `ndim` axes that is not empty."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(
            f"{name}: expected an array without a mask; drop or fill the masked entries first, "
            f"for instance {name}.filled(0)"
        )
    if hasattr(values, "tocsr"):
        raise ValueError(f"{name}: expected a dense array, got a sparse one; use {name}.toarray()")
    if isinstance(values, Iterator):
        raise ValueError(f"{name}: expected an array, got an iterator; use list({name})")
    try:
        given = np.asarray(values)
        if given.dtype.kind == "O":  # fractions, or a table whose columns have several types
            if any(isinstance(value, str | bool) for value in given.flat):
                raise TypeError(name)
            given = given.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: expected rows of one length with real numbers") from None
    if given.dtype.kind not in "iuf":
        hint = "; use astype(float)" if given.dtype.kind == "b" else ""
        raise ValueError(f"{name}: expected real numbers, got {given.dtype.name}{hint}")
    if given.ndim != ndim or not given.size:
        axes = "one axis" if ndim == 1 else f"{ndim} axes"
        raise ValueError(f"{name}: expected {axes}, none empty, got shape {given.shape}")
    return given


def reals(name: str, values: ArrayLike, ndim: int) -> Floats:
    """Return finite numbers as a new read-only array of floats with `ndim` axes."""
    floats = np.array(array(name, values, ndim), dtype=np.float64, order="C")
    finite(name, floats)
    floats.flags.writeable = False
    return floats


def finite(name: str, floats: NDArray[Any]) -> None:
    """Refuse an array with an entry that is not finite; name the first such entry."""
    if not np.isfinite(floats).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(floats))[0])
        raise ValueError(f"{name}{list(place)}: expected a finite number, got {floats[place]}")


def vector(name: str, values: Any, dimension: int) -> Floats:
    """Return a vector of the given dimension, or the comparator that `values` carries."""
    numbers = reals(name, getattr(values, "comparator", values), ndim=1)
    if len(numbers) != dimension:
        raise ValueError(f"{name}: expected shape ({dimension},), got {numbers.shape}")
    return numbers


def labels(name: str, values: ArrayLike) -> Labels:
    """Return a new read-only vector of labels, each -1 or +1, with one byte a label."""
    given = np.asarray(values)
    if given.dtype.kind in "bUS" and given.size:
        cure = name if given.dtype.kind == "b" else f"{name} == {given.flat[0]!s}"
        raise ValueError(
            f"{name}: expected labels -1 and +1, got {given.dtype.name}; "
            f"use np.where({cure}, 1, -1)"
        )
    numbers = array(name, values, 1)
    wrong = np.abs(numbers) != 1
    if wrong.any():
        t = int(wrong.argmax())
        zeros = np.isin(numbers, [0, 1]).all()
        hint = f"; for labels 0 and 1 use 2 * np.asarray({name}) - 1" if zeros else ""
        raise ValueError(f"{name}[{t}]: expected -1 or +1, got {numbers[t]:g}{hint}")
    signs = numbers.astype(np.int8)
    signs.flags.writeable = False
    return signs


def same_length(name: str, values: NDArray[Any], other: str, length: int) -> None:
    """Refuse an array whose first axis has another length than it should."""
    if len(values) != length:
        raise ValueError(
            f"{name}: expected {length} entries, one for each of {other}, got {len(values)}"
        )


def real(name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """Return a finite number from `low` to `high` as a float."""
    kinds = int | float | np.integer | np.floating
    known = isinstance(value, kinds) and not isinstance(value, bool)
    number = float(value) if known else math.nan
    if not low <= number <= high or math.isinf(number):
        limits = f" from {low:g} to {high:g}" if high < math.inf else f" of at least {low:g}"
        wanted = "a finite number" + limits * (low > -math.inf)
        raise ValueError(f"{name}: expected {wanted}, got {value!r}")
    return number


def positive(name: str, value: Any) -> float:
    """Return a finite number above zero as a float."""
    with suppress(ValueError):  # the message below is the better one
        if number := real(name, value, low=0):
            return number
    raise ValueError(f"{name}: expected a finite number above 0, got {value!r}")


def count(name: str, value: Any, least: int = 1) -> int:
    """Return a whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name}: expected a whole number of at least {least}, got {value!r}")
    return int(value)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuse a word that is not among the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")


def instance_of(name: str, value: Any, kind: type, example: str) -> None:
    """Refuse a value of another type, and show how to make one."""
    if not isinstance(value, kind):
        raise ValueError(
            f"{name}: expected the type {kind.__name__}, got {type(value).__name__}; {example}"
        )
