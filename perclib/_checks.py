"""Refusals of bad input: each names the argument, the place and what was expected."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

Floats = NDArray[np.float64]
Labels = NDArray[np.int8]
Flags = NDArray[np.bool_]
BLOCK = 2**15  # numbers that are read, converted or scored together: they fit the cache
_COMPRESSED = ("csr", "csc", "bsr")
MANY = 1_000_000  # places from which on compiling their check pays


def array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array of real numbers, of whatever axes."""
    given = _dense(name, values)
    if given.dtype.kind == "O":
        _refuse_object(name, given)
    if given.dtype.kind not in "iuf":
        raise ValueError(f"{name}: expected real numbers, got {_what(given)}")
    return given


def _refuse_object(name: str, given: NDArray[Any]) -> None:
    """Name the first entry that is no number, or say that all are, but not as an array holds them.

    An array of objects is what a table becomes of which one column holds words.
    """
    for place, entry in np.ndenumerate(given):
        if _number(entry) is None:
            held = repr(entry) if isinstance(entry, str | int | float) else type(entry).__name__
            hint = "; use astype(float)" * isinstance(entry, bool | np.bool_)
            raise ValueError(f"{name}{_where(place)}: expected a real number, got {held:.40}{hint}")
    raise ValueError(f"{name}: expected an array of numbers, got objects; use astype(float)")


def _where(place: tuple[Any, ...]) -> str:
    """Return a place of an array as it is written in code."""
    return f"[{', '.join(str(int(i)) for i in place)}]" if place else ""


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
        return np.asarray(_floats_of(values))
    except ValueError:
        raise ValueError(f"{name}: expected rows of one length") from None


def _floats_of(values: Any) -> Any:
    """Return a table of numbers as floats, gaps as NaN, where pandas would give NumPy objects.

    Such are the columns of pandas that know gaps of their own, like "Float64", or are Arrow's.
    """
    kinds = list(values.dtypes) if hasattr(values, "columns") and hasattr(values, "dtypes") else []
    numbers = all(getattr(kind, "kind", None) in ("i", "u", "f") for kind in kinds)
    if not numbers or all(isinstance(kind, np.dtype) for kind in kinds):
        return values
    return values.to_numpy(dtype=np.float64, na_value=math.nan)


def _told(value: Any) -> str:
    """Write what was given instead of a number; a text in quotes, which would look like one."""
    return repr(value) if isinstance(value, str) else str(value)


def _what(given: NDArray[Any]) -> str:
    """Say what an array that is not of real numbers holds."""
    if given.dtype.kind == "b":
        return "booleans; use astype(float)"
    if given.dtype.kind in "US":
        return "strings"
    return str(given.dtype)


def axes(name: str, given: NDArray[Any], ndim: int) -> NDArray[Any]:
    """Return an array of `ndim` axes, none of them empty; refuse any other."""
    if given.ndim != ndim:
        wanted = "one axis" if ndim == 1 else f"{ndim} axes"
        raise ValueError(f"{name}: expected {wanted}, got shape {given.shape}")
    if given.size == 0:
        raise ValueError(f"{name}: expected at least one number, got shape {given.shape}")
    return given


def reals(name: str, values: ArrayLike, ndim: int) -> Floats:
    """Return `values` as a new read-only float array of `ndim` axes, all of it finite."""
    given = axes(name, array(name, values), ndim)
    with np.errstate(over="ignore"):  # what is too large for a float becomes infinite
        floats = np.array(given, dtype=np.float64, order="C")
    finite(name, floats)
    floats.flags.writeable = False
    return floats


def in_rows(X: Any) -> Any:
    """Return sparse instances as a ``csr_array`` whose indices are within its shape.

    SciPy does not look at them, and an index outside would read and write memory of others.
    """
    if X.format == "csr" and X.ndim == 2 and _in_order(X):
        rows = sparse.csr_array(X)
        rows.has_canonical_format = True  # which SciPy would find out again, at twice the price
        return rows
    _within(X)
    rows = sparse.csr_array(X)
    if X.format != "csr":
        _within(rows)
    return rows


def _within(X: Any) -> None:
    """Refuse a sparse array whose indices are outside its shape."""
    wanted, compressed = "a sparse array whose indices fit its shape", X.format in _COMPRESSED
    try:
        if compressed:
            X.check_format(full_check=True)
        elif X.format == "coo":
            type(X)((X.data, X.coords), shape=X.shape)
    except ValueError as error:
        raise ValueError(f"X: expected {wanted}; of this one SciPy says: {error}") from None
    # Where the last start is 0, SciPy looks at no other, and would read beyond its arrays.
    if compressed and (X.indptr[1:] < X.indptr[:-1]).any():
        raise ValueError(f"X: expected {wanted}, got an indptr that decreases")


def _in_order(X: Any) -> bool:
    """Whether sparse rows are as they should be, each with ascending indices within its width."""
    try:
        X.check_format(full_check=False)
    except ValueError:
        return False  # which is said where all is checked
    starts, places = X.indptr, X.indices
    if not places.size or (starts[1:] < starts[:-1]).any():
        return False
    compiled = _compiled() if places.size >= MANY else None
    if compiled:
        return compiled(places, starts, X.shape[1])
    ascend = np.empty(places.size + 1, dtype=bool)
    np.greater(places[1:], places[:-1], out=ascend[1:-1])
    ascend[starts] = True
    first, last = (places.take(ends, mode="clip") for ends in (starts[:-1], starts[1:] - 1))
    return bool(ascend.all() and first.min() >= 0 and last.max() < X.shape[1])


@cache
def _compiled() -> Callable[[Any, Any, int], bool] | None:
    """Return the compiled check of sparse rows, where Numba is installed."""
    try:
        from perclib._compiled import in_order
    except ImportError:
        return None
    return in_order


def finite(name: str, floats: Floats, first: int = 0) -> None:
    """Refuse an array that is not finite, and name its first such entry, from row `first` on."""
    if not np.isfinite(floats).all():
        place = tuple(np.argwhere(~np.isfinite(floats))[0])
        where = _where((first + place[0], *place[1:]) if place else place)
        raise ValueError(f"{name}{where}: expected a finite number, got {floats[place]}")


def labels(name: str, values: ArrayLike) -> Labels:
    """Return `values` as a new read-only vector of labels, each -1 or +1, in one byte."""
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
    numbers = axes(name, array(name, given), 1)
    signs = np.empty(len(numbers), dtype=np.int8)
    for start in range(0, len(numbers), BLOCK):
        part = numbers[start : start + BLOCK]
        plus = part == 1
        wrong = np.flatnonzero(~(plus | (part == -1)))
        if wrong.size:
            t, hint = start + int(wrong[0]), ""
            finite(name, numbers.astype(np.float64))
            if np.isin(numbers, [0, 1]).all():
                hint = f"; for labels 0 and 1 use 2 * np.asarray({name}) - 1"
            shown = repr(float(numbers[t])).removesuffix(".0")
            raise ValueError(f"{name}[{t}]: expected -1 or +1, got {shown}{hint}")
        np.subtract(2 * plus.view(np.int8), 1, out=signs[start : start + BLOCK])
    signs.flags.writeable = False
    return signs


def label(name: str, value: Any) -> int:
    """Return a label, -1 or +1, as a number of Python; refuse any other."""
    if type(value) is int and value in (-1, 1):  # one round costs no more than this
        return value
    if _number(value) not in (-1, 1):
        raise ValueError(f"{name}: expected -1 or +1, got {_told(value)}")
    return int(value)


def same_length(name: str, values: NDArray[Any], other: str, length: int) -> None:
    """Refuse an array whose first axis is not as long as the other's."""
    if len(values) != length:
        raise ValueError(
            f"{name}: expected {length} entries, one for each of {other}, got {len(values)}"
        )


def vector(name: str, values: Any, dimension: int) -> Floats:
    """Return a vector of the given dimension, or the comparator that `values` carries."""
    if hasattr(values, "weights") and not hasattr(values, "comparator"):
        raise ValueError(
            f"{name}: expected a vector, got a {type(values).__name__}; use its weights"
        )
    numbers = reals(name, getattr(values, "comparator", values), ndim=1)
    if len(numbers) != dimension:
        raise ValueError(f"{name}: expected shape ({dimension},), got {numbers.shape}")
    return numbers


# Each returns the number that was checked, as one of Python's own: what is computed with it then
# does not depend on what kind of number was given.


def real(name: str, value: Any) -> float:
    """Return a number as a float; refuse anything but a finite one."""
    number = _number(value)
    if number is None:
        raise ValueError(f"{name}: expected a finite number, got {_told(value)}")
    return number


def positive(name: str, value: Any) -> float:
    """Return a number as a float; refuse anything but a finite one above zero."""
    number = _number(value)
    if number is None or number <= 0:
        raise ValueError(f"{name}: expected a finite number above 0, got {_told(value)}")
    return number


def at_least(name: str, value: Any, least: float) -> float:
    """Return a number as a float; refuse anything but a finite one of at least `least`."""
    number = _number(value)
    if number is None or number < least:
        raise ValueError(
            f"{name}: expected a finite number of at least {least:g}, got {_told(value)}"
        )
    return number


def between(name: str, value: Any, low: float, high: float) -> float:
    """Return a number as a float; refuse anything but one from `low` to `high`."""
    number = _number(value)
    if number is None or not low <= number <= high:
        raise ValueError(f"{name}: expected a number from {low:g} to {high:g}, got {_told(value)}")
    return number


def count(name: str, value: Any, least: int = 1) -> int:
    """Return a whole number; refuse anything but one of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name}: expected a whole number of at least {least}, got {value!r}")
    return int(value)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuse a word that is not among the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")


def instance_of(name: str, value: Any, kind: type, example: str) -> None:
    """Refuse a value of another type, and show where one is or how to make it."""
    if isinstance(value, kind):
        return
    fields: Any = getattr(value, "_fields", getattr(value, "__dataclass_fields__", ()))
    held = [field for field in fields if isinstance(getattr(value, field, None), kind)]
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    raise ValueError(
        f"{name}: expected {article} {kind.__name__}, got {type(value).__name__}; "
        + (f"use its {held[0]}" if held else example)
    )


def _number(value: Any) -> float | None:
    """Return one finite real number, of Python or NumPy, as a float; None for anything else."""
    if not isinstance(value, int | float | np.integer | np.floating) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
