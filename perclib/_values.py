"""What learners, runs and streams have in common: they are values."""

from collections.abc import Hashable
from dataclasses import fields
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from scipy.sparse import csr_array

Kind = TypeVar("Kind")


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
        """Return what a copy or a pickle holds: nothing that was computed, and no room for more."""
        kind, held = type(self), self.__dict__.items()
        return {
            k: v
            for k, v in held
            if k != "_room" and not isinstance(getattr(kind, k, None), cached_property)
        }

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


class Room:
    """Rows, and a number for each, in arrays with room for twice as many.

    A learner that adds a row shares the arrays with the learner before it.  So each row is copied
    about once, on the whole.
    """

    __slots__ = ("filled", "numbers", "rows")

    def __init__(self, rows: Any, numbers: Any) -> None:
        self.filled = len(numbers)
        self.rows = np.empty((2 * self.filled + 8, rows.shape[1]))
        self.numbers = np.empty(len(self.rows))
        self.rows[: self.filled], self.numbers[: self.filled] = rows, numbers

    @classmethod
    def added(
        cls, room: "Room | None", rows: Any, numbers: Any, row: Any, number: float
    ) -> tuple[Any, Any, "Room"]:
        """Return rows and numbers with one more, beside the others where there is room.

        What another learner has added is left alone.
        """
        k = len(numbers)
        if room is None or room.filled != k or k == len(room.numbers):
            room = cls(rows, numbers)
        room.rows[k], room.numbers[k], room.filled = row, number, k + 1
        more, signs = room.rows[: k + 1], room.numbers[: k + 1]
        freeze(more)
        freeze(signs)
        return more, signs, room


def by_entries(kind: type[Kind]) -> type[Kind]:
    """Decorate a `NamedTuple` that holds arrays: two are equal where all their entries are."""

    def equal(ours: Any, theirs: object) -> bool:
        return type(ours) is type(theirs) and all(map(_equal, ours, theirs))  # type: ignore[call-overload]  # two tuples

    ways = {
        "__eq__": equal,
        "__ne__": lambda ours, theirs: not equal(ours, theirs),
        "__hash__": lambda ours: hash((type(ours), *map(_key, ours))),
    }
    for name, way in ways.items():
        setattr(kind, name, way)
    return kind


def _fields(value: Any) -> Any:
    return fields(value)


def _equal(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, np.ndarray) or isinstance(theirs, np.ndarray):
        return np.array_equal(ours, theirs)
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        same = type(ours) is type(theirs) and len(ours) == len(theirs)
        return same and all(map(_equal, ours, theirs))
    return bool(ours == theirs)


def _key(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        return value.shape, tuple(value.flat[:8].tolist())
    if isinstance(value, tuple):
        return type(value), *map(_key, value)
    return value if isinstance(value, Hashable) else None
