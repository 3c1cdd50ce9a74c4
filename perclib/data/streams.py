"""Streams: finite sequences of examples :math:`(x_t, y_t)`, in the order of the rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from perclib._checks import (
    BLOCK,
    Floats,
    Labels,
    count,
    instance_of,
    labels,
    real,
    reals,
    same_length,
    vector,
)
from perclib.data import _exact
from perclib.data._instances import LEAST, MOST, blocks, instances, with_column

__all__ = ["Examples", "MulticlassStream", "Prepared", "RegressionStream", "Stream"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Examples:
    """Base of `Stream`, `MulticlassStream` and `RegressionStream`; make one of these instead.

    Parameters
    ----------
    X : array_like of shape (T, d)
        Instances, one row a round, dense or in a sparse format of SciPy.  An entry that is not 0
        has a magnitude from 1e-140 to 1e140, so that no product of two numbers is lost.
    y : array_like of shape (T,)
        Labels.
    name : str
        For legends and tables.

    Notes
    -----
    A score in a run is the sum of its d products up to the rounding of such a sum, in whatever
    order they are added; sums of whole numbers below ``2**53`` are exact.

    An array with up to ``2**17`` numbers is copied.  A larger array of floats, stored row by row,
    is not: it must stay as it is while the stream is in use.  Floats of 32 bits stay such; all
    other numbers become floats of 64 bits.

    A slice of a stream is a stream; one round of it is an example :math:`(x_t, y_t)`.
    """

    plain: Any  # the instances of one pass without their last coordinate, if that is the bias
    bias: float  # the last coordinate of a lifted stream, else 0
    y: Any
    name: str
    passes: int

    def __init__(self, X: ArrayLike, y: ArrayLike, name: str = "") -> None:
        plain, answers = instances(X), self._labels(y)
        same_length("y", answers, "the rows of X", plain.shape[0])
        self.__dict__.update(plain=plain, bias=0.0, y=answers, name=name, passes=1)

    @staticmethod
    def _labels(y: ArrayLike) -> NDArray[Any]:
        """Return the labels as a new read-only vector."""
        del y
        raise TypeError("Examples: make a Stream, a MulticlassStream or a RegressionStream")

    def _like(self, plain: Any, y: NDArray[Any], bias: float = 0.0, passes: int = 1) -> Self:
        """Return a stream of rows and labels that were checked before."""
        new = object.__new__(type(self))
        new.__dict__.update(plain=plain, bias=bias, y=y, name=self.name, passes=passes)
        return new

    @cached_property
    def rows(self) -> Any:
        """The instances of one pass."""
        return with_column(self.plain, self.bias) if self.bias else self.plain

    @cached_property
    def X(self) -> Any:  # noqa: N802 - the formulas' own letter
        """Instances as floats, one row a round, in an array or a ``csr_array``."""
        if self.passes == 1:
            return self.rows
        stack = sparse.vstack if self.sparse else np.vstack
        return instances(stack([self.rows] * self.passes))

    def __len__(self) -> int:
        """Return the number of rounds, T."""
        return len(self.y)

    def __iter__(self) -> Iterator[tuple[Floats, Any]]:
        """Yield the examples :math:`(x_t, y_t)` in order."""
        for part, X in self.blocks():
            rows = X.toarray() if self.sparse else X
            yield from zip(rows, self.y[part].tolist(), strict=True)

    def __getitem__(self, rounds: Any) -> Any:
        """Return the stream of some rounds (a slice or array), or the example of one (a number)."""
        if isinstance(rounds, int | np.integer):
            x = self.rows[[range(len(self))[rounds] % self.rows.shape[0]]]
            return (x.toarray() if self.sparse else x)[0].astype(float), self.y[rounds].item()
        y = self.y[rounds]
        if not y.size:
            raise ValueError("X: expected at least one round, got none")
        if self.passes > 1:
            rounds = np.arange(len(self))[rounds] % self.rows.shape[0]
        return self._like(self.rows[rounds], y)

    def __add__(self, other: Self) -> Self:
        """Return this stream followed by another of its kind and dimension."""
        instance_of("other", other, type(self), f"make one with {type(self).__name__}(X, y)")
        if (other.dimension, other.sparse) != (self.dimension, self.sparse):
            raise ValueError(f"other: expected dimension {self.dimension}, got {other!r}")
        stack = sparse.vstack if self.sparse else np.vstack
        y = np.concatenate([self.y, other.y])
        return type(self)(stack([self.X, other.X]), y, self.name)

    def __repr__(self) -> str:
        """Return the name, the number of rounds and the dimension."""
        title = f"{self.name!r}, " if self.name else ""
        kind = ", sparse" if self.sparse else ""
        return f"{type(self).__name__}({title}T={len(self)}, d={self.dimension}{kind})"

    @property
    def dimension(self) -> int:
        """Number of coordinates of an instance, d."""
        return int(self.plain.shape[1]) + (self.bias != 0)

    @property
    def sparse(self) -> bool:
        """Whether the instances are sparse."""
        return not isinstance(self.plain, np.ndarray)

    def blocks(self, numbers: int = BLOCK) -> Iterator[tuple[slice, Any]]:
        """Yield rounds, and their instances as 64-bit floats, with about so many numbers each."""
        for start in range(0, len(self), self.rows.shape[0]):
            for part, X in blocks(self.rows, numbers):
                yield slice(start + part.start, start + part.stop), X

    def once(self) -> Self:
        """Return the first pass of a stream that is `repeated`."""
        one = self.passes == 1
        return self if one else self._like(self.plain, self.y[: self.plain.shape[0]], self.bias)

    @cached_property
    def radius_square(self) -> Fraction:
        """Square of the largest norm of an instance, exactly."""
        return max(_exact.largest_square(X) for _, X in blocks(self.rows))

    @property
    def radius(self) -> float:
        r"""Largest norm of an instance, :math:`R = \max_t \|x_t\|`, rounded up."""
        return _exact.up(_exact.root_up(self.radius_square))

    def lifted(self, value: float = 1.0) -> Self:
        """Return the stream of ``(x_t, value)``: the last weight then plays the part of a bias.

        Parameters
        ----------
        value : float
            Above zero.
        """
        return self._like(self.rows, self.y, real("value", value, LEAST, MOST), self.passes)

    def normalised(self) -> Self:
        """Return the stream of the directions ``x_t / ||x_t||``; an instance of zeros stays.

        What separates the one stream separates the other, and the bound of Block and Novikoff is
        at most that of the stream as it was (chapter 9).

        Examples
        --------
        >>> Stream([[3, 4], [0, -5]], [1, -1]).normalised().X.tolist()
        [[0.6, 0.8], [0.0, -1.0]]
        """
        X = self.rows
        if self.sparse:
            norms = np.repeat(np.sqrt((X * X).sum(axis=1)), np.diff(X.indptr))
            return self._changed(_with_data(X, X.data / np.where(norms > 0, norms, 1)))
        norms = np.sqrt(np.vecdot(X, X))[:, None]
        return self._changed(X / np.where(norms > 0, norms, 1))

    def standardised(self) -> Self:
        """Return the stream whose features have mean 0 and mean square 1; a constant one is 0.

        The means are those of the whole stream, which a learner that meets it round by round does
        not know beforehand.  Sparse features are not centred, so that they stay sparse.

        Examples
        --------
        >>> Stream([[3, 7], [5, 7]], [1, -1]).standardised().X.tolist()
        [[-1.0, 0.0], [1.0, 0.0]]
        """
        X = self.rows
        if self.sparse:
            squares = np.bincount(X.indices, X.data * X.data, self.dimension) / X.shape[0]
            return self._changed(_with_data(X, X.data / np.sqrt(squares)[X.indices]))
        varied = (X[0] != X).any(axis=0)  # a constant column is 0, whatever rounding does
        centred = np.where(varied, X - X.mean(axis=0), 0.0)
        spread = np.sqrt((centred**2).mean(axis=0))
        return self._changed(centred / np.where(varied, spread, 1.0))

    def _changed(self, rows: Any) -> Self:
        """Return the stream with other instances, which are checked."""
        return type(self)(rows, self.once().y, self.name).repeated(self.passes)

    def repeated(self, passes: int) -> Self:
        """Return the stream run through several times, each pass in the same order.

        It holds the instances once, until its `X` is asked for.
        """
        y = np.tile(self.y, count("passes", passes))
        return self._like(self.plain, y, self.bias, self.passes * passes)

    def shuffled(self, seed: int) -> Self:
        """Return the stream in a random order, each example once."""
        shuffled: Self = self[np.random.default_rng(count("seed", seed, 0)).permutation(len(self))]
        return shuffled


def _with_data(X: Any, data: Floats) -> Any:
    return sparse.csr_array((data, X.indices, X.indptr), X.shape)


class Stream(Examples):
    """A sequence of examples with the labels -1 and +1, as in chapter 1: binary classification.

    Labels are kept in one byte each, in which ``y @ y`` wraps from 128 rounds on.

    Examples
    --------
    >>> stream = Stream([[1, 0], [0, 2], [3, 1]], [1, -1, 1])
    >>> stream, stream[1:]
    (Stream(T=3, d=2), Stream(T=2, d=2))
    """

    y: Labels

    @staticmethod
    def _labels(y: ArrayLike) -> Labels:
        return labels("y", y)

    def margins(self, comparator: ArrayLike) -> Floats:
        """Signed margins of a comparator, ``y_t <u, x_t>``: above 0 where it is right.

        They are floats; the bounds compute margins exactly.

        Parameters
        ----------
        comparator : array_like of shape (d,)
            u, of any norm; or what carries one, such as a `Planted`.

        Examples
        --------
        >>> Stream([[1, 0], [0, 2]], [1, -1]).margins([3, -4]).tolist()
        [3.0, 8.0]
        """
        signed: Floats = self.y * (self.X @ vector("comparator", comparator, self.dimension))
        return signed


class Prepared(NamedTuple):
    """A stream that `perclib.data.files.examples` made of a table."""

    stream: Stream  #: The rows in their order.
    columns: tuple[str, ...] = ()  #: The name of each coordinate.
    notes: tuple[str, ...] = ()  #: How the table became numbers, column by column.
    rows: tuple[str, ...] = ()  #: Where each example stands, such as "line 7".


class MulticlassStream(Examples):
    """A sequence of examples whose labels are the numbers of classes, 1 to C, as in chapter 1.

    Examples
    --------
    >>> MulticlassStream([[1, 0], [0, 2], [3, 1]], [2, 1, 3])
    MulticlassStream(T=3, d=2)
    """

    y: NDArray[np.int64]

    @staticmethod
    def _labels(y: ArrayLike) -> NDArray[np.int64]:
        numbers = reals("y", y, ndim=1)
        wrong = (numbers < 1) | (numbers != np.floor(numbers))
        if wrong.any():
            t = int(wrong.argmax())
            raise ValueError(
                f"y[{t}]: expected the number of a class, 1, 2, ..., got {numbers[t]:g}"
            )
        return numbers.astype(np.int64)


class RegressionStream(Examples):
    """A sequence of examples whose labels are real numbers, as in chapter 1.

    Examples
    --------
    >>> RegressionStream([[1, 0], [0, 2], [3, 1]], [0.5, -3, 8])[1:]
    RegressionStream(T=2, d=2)
    """

    y: Floats

    @staticmethod
    def _labels(y: ArrayLike) -> Floats:
        return reals("y", y, ndim=1)
