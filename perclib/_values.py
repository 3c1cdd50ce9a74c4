"""What learners, runs and streams have in common: they are values."""

from collections.abc import Hashable
from dataclasses import fields
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_array


class Value:
    """Base of frozen dataclasses that hold arrays.

    Two of one class are equal where all their fields are, arrays entry by entry.  Copies and
    pickles hold all that the original does, also what a subclass adds, in arrays that are
    read-only.  A subclass that is a dataclass says ``eq=False``.
    """

    def __eq__(self, other: object) -> bool:
        """Whether the other is of the same class and has equal fields."""
        if type(other) is not type(self):
            return NotImplemented
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in _fields(self))
        return all(_equal(ours, theirs) for ours, theirs in pairs)

    def __hash__(self) -> int:
        """Hash the fields; of an array the shape and some entries."""
        return hash((type(self), *(_key(getattr(self, f.name)) for f in _fields(self))))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds: nothing that was computed from the rest."""
        kind, held = type(self), self.__dict__.items()
        return {k: v for k, v in held if not isinstance(getattr(kind, k, None), cached_property)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what a copy or a pickle holds; its arrays become read-only."""
        for value in state.values():
            freeze(value)
        self.__dict__.update(state)

    def _with(self, **changed: Any) -> Any:
        """Return a copy with some fields changed, unchecked, and nothing that was computed."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__getstate__(), **changed)
        return new


def freeze(value: Any) -> None:
    """Make an array, or those of a sparse one, read-only."""
    parts = (value.data, value.indices, value.indptr) if isinstance(value, csr_array) else (value,)
    for part in parts:
        if isinstance(part, np.ndarray):
            part.flags.writeable = False


def _fields(value: Any) -> Any:
    return fields(value)


def _equal(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, np.ndarray) or isinstance(theirs, np.ndarray):
        return np.array_equal(ours, theirs)
    return bool(ours == theirs)


def _key(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        return value.shape, tuple(value.flat[:8].tolist())
    return value if isinstance(value, Hashable) else None
