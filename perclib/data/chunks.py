"""Long arrays, such as one on disk, cut into streams that fit into memory."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import count, same_length
from perclib.data import _exact
from perclib.data.streams import Stream

__all__ = ["Chunks"]


class Chunks:
    """Long arrays cut into streams, for `perclib.learners.running.run_chunks` and for bounds.

    They are iterated in order, as often as asked.

    Parameters
    ----------
    X : array of shape (T, d)
        Such as a `numpy.memmap`; only sliced, so that one part is read at a time.
    y : array of shape (T,)
    rounds : int
        The most rounds of a part.

    Notes
    -----
    Chapter 12 stops a run over such parts and continues it.

    Examples
    --------
    >>> [len(part) for part in Chunks([[1], [2], [3]], [1, -1, 1], rounds=2)]
    [2, 1]
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, rounds: int) -> None:
        self._X: Any = X if hasattr(X, "shape") else np.asarray(X)
        self._y, self._rounds = np.asarray(y), count("rounds", rounds)
        same_length("y", self._y, "the rows of X", self._X.shape[0])

    def __len__(self) -> int:
        """Return the number of parts."""
        return -(-len(self._y) // self._rounds)

    @property
    def dimension(self) -> int:
        """Number of coordinates of an instance, d."""
        return int(self._X.shape[1])

    @cached_property
    def radius_square(self) -> Fraction:
        """Square of the largest norm of an instance, exactly."""
        return max(part.radius_square for part in self)

    @property
    def radius(self) -> float:
        r"""Largest norm of an instance, :math:`R = \max_t \|x_t\|`, rounded up."""
        return _exact.up(_exact.root_up(self.radius_square))

    def __iter__(self) -> Iterator[Stream]:
        """Yield the parts in order."""
        for start in range(0, len(self._y), self._rounds):
            part = slice(start, start + self._rounds)
            try:
                yield Stream(self._X[part], self._y[part])
            except ValueError as error:
                where = f"in the part that begins at row {start}"
                raise ValueError(f"{error}, {where}") from None
