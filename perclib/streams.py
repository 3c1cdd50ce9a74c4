"""Streams: finite sequences of examples :math:`(x_t, y_t)`, in the order of the rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from perclib import _exact
from perclib._checks import (
    BLOCK,
    Floats,
    Labels,
    array,
    axes,
    count,
    finite,
    in_rows,
    instance_of,
    labels,
    positive,
    reals,
    same_length,
    vector,
)
from perclib._instances import (
    as_floats,
    copied,
    directions,
    entries,
    instances,
    is_raw,
    is_ready,
    parts_of,
    refuse_others,
    sample_of,
    statistics,
    unit,
    with_column,
    with_mean_square_one,
)
from perclib._values import Value, freeze

__all__ = [
    "Chunks",
    "Examples",
    "MulticlassStream",
    "RegressionStream",
    "Stream",
    "chunks",
]


SMALL = 2**17  # numbers that are copied and looked at where a stream is made


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Examples(Value):
    """Base of `Stream`, `MulticlassStream` and `RegressionStream`; make one of these instead.

    `Stream` has the labels -1 and +1, `MulticlassStream` whole numbers, `RegressionStream` real
    numbers; the protocol of chapter 1 runs them all.

    Parameters
    ----------
    X : array_like of shape (T, d)
        Instances, one row a round; finite real numbers.  Or a sparse array or matrix of SciPy.
    y : array_like of shape (T,)
        Labels.
    name : str
        For legends and tables.

    Notes
    -----
    Up to ``2**17`` numbers are copied, and checked to be finite at once.  A larger array is not
    copied: the stream looks at the caller's own numbers, through a view that cannot be written to,
    so they must stay as they are while the stream is in use.  A bound compares 1024 of them with
    what they were when the stream was made, and refuses the stream if one of these has changed; it
    does not see a change elsewhere.  An array of other numbers than 64-bit floats, or one that
    is not stored row by row, is converted in blocks as they are needed; its `X` is made when it is
    first asked for.  The
    first run, bound or look at `X` refuses numbers that are not finite; later ones do not check.

    Sparse instances stay sparse: `X` is then a ``csr_array``, and one round's x an array.  That
    their indices fit is checked once, where the stream is made.  The indices of a large one are not
    copied either, which would take half as much memory again: so a run, too, compares 1024 of them,
    and refuses the stream if it sees a change.  An index outside the shape would make compiled
    code, SciPy's as well, read and write other memory.

    Whole numbers are run without rounding as long as no sum exceeds ``2**53``; larger ones become
    the nearest floats first, and all that is said is said of these.  A slice of a stream
    is a stream; one round of it is an example :math:`(x_t, y_t)`.  Two streams of the same
    Python class are equal if their X, y and name are.
    """

    _rows: Any  # one pass of the instances, as they were given
    y: Any
    name: str
    _part: str  # of which longer stream it is a part, said where it is refused
    _known: bytes  # some of the numbers, where they are the caller's own
    _bias: float  # with what instances are lifted as they are read; 0 for none

    def __init__(self, X: ArrayLike, y: ArrayLike, name: str = "") -> None:
        instance_of("name", name, str, "for instance 'spam'")
        self._hold(X, y, name)

    def _hold(
        self, X: ArrayLike, y: ArrayLike, name: str = "", part: str = "", small: int = SMALL
    ) -> None:
        """Keep the examples; a part of long arrays, which are known as a whole, is not copied."""
        rows, answers = instances(X), self._labels(y)
        same_length("y", answers, "the rows of X", rows.shape[0])
        self.__dict__.update(_rows=rows, y=answers, name=name, _part=part, _known=b"", _bias=0.0)
        if entries(rows).size > small:
            self.__dict__["_known"] = sample_of(*parts_of(rows))
            return
        self.__dict__["_rows"] = copied(rows)
        self.check()

    @staticmethod
    def _labels(y: ArrayLike) -> NDArray[Any]:
        """Return the labels as a new read-only vector, or refuse them."""
        del y  # only the streams of a label space know what a label is
        raise TypeError("Examples: make a Stream, a MulticlassStream or a RegressionStream")

    def __eq__(self, other: object) -> bool:
        """Whether the other is a stream of the same class, name, instances and labels."""
        if type(other) is not type(self):
            return NotImplemented
        if self.name != other.name or not np.array_equal(self.y, other.y):
            return False
        if self.sparse or other.sparse:
            same = self.sparse == other.sparse and self.X.shape == other.X.shape
            return same and (self.X != other.X).nnz == 0
        return np.array_equal(self.X, other.X)

    def __hash__(self) -> int:
        """Hash the class, the name, the shape and some labels."""
        return hash((type(self), self.name, len(self), self.dimension, *self.y[:8].tolist()))

    def __len__(self) -> int:
        """Return the number of rounds, T."""
        return len(self.y)

    def __iter__(self) -> Iterator[tuple[Floats, Any]]:
        """Yield the examples :math:`(x_t, y_t)` in order."""
        if self.sparse:
            self.refuse_changes()
        self.check()
        for part, X in self.blocks(BLOCK if self.sparse else None):
            rows = X.toarray() if self.sparse else X
            yield from zip(rows, self.y[part].tolist(), strict=True)

    def __getitem__(self, rounds: Any) -> Any:
        """Return the stream of some rounds (a slice or array), or the example of one (a number)."""
        y = self.y[rounds]
        if isinstance(rounds, int | np.integer):
            self.check()
            row = self._converted(self._rows[[rounds % self._rows.shape[0]]])
            return (row.toarray() if self.sparse else row)[0], y.item()
        return type(self)(self._taken(rounds), y, self.name)._with(_bias=self._bias)

    def __add__(self, other: Self) -> Self:
        """Return this stream followed by another of its kind and dimension."""
        name = type(self).__name__
        instance_of("other", other, type(self), f"make one with {name}(X, y)")
        if other.dimension != self.dimension:
            raise ValueError(f"other: expected dimension {self.dimension}, got {other.dimension}")
        if other.sparse != self.sparse:
            raise ValueError("other: expected both streams sparse or both dense, got one of each")
        stack = sparse.vstack if self.sparse else np.vstack
        X, y = stack([self.X, other.X]), np.concatenate([self.y, other.y])
        return type(self)(X, y, self.name)

    def __repr__(self) -> str:
        """Return the name, the number of rounds and the dimension."""
        title = f"{self.name!r}, " if self.name else ""
        kind = ", sparse" if self.sparse else ""
        return f"{type(self).__name__}({title}T={len(self)}, d={self.dimension}{kind})"

    @property
    def dimension(self) -> int:
        """Number of coordinates of an instance, d."""
        return int(self._rows.shape[1]) + (self._bias != 0)

    @property
    def _passes(self) -> int:
        """How many times it goes through its instances."""
        return len(self) // int(self._rows.shape[0])

    @property
    def _size(self) -> int:
        """How many numbers its instances hold, repeats included."""
        return int(entries(self._rows).size) * self._passes

    @property
    def sparse(self) -> bool:
        """Whether the instances are sparse."""
        return not isinstance(self._rows, np.ndarray)

    @cached_property
    def X(self) -> Any:  # noqa: N802 - the formulas' own letter
        """Instances, one row a round, as finite floats in rows; a ``csr_array`` if sparse."""
        self.check()
        if self._passes == 1 and (self.sparse or (is_ready(self._rows) and not self._bias)):
            return self._converted(self._rows)
        if self.sparse:
            rows = self._converted(self._rows)
            return instances(sparse.vstack([rows] * self._passes, format="csr"))
        X = np.empty((len(self), self.dimension))
        for part, rows in self.blocks():
            X[part] = rows
        X.flags.writeable = False
        return X

    @property
    def dense(self) -> Floats:
        """The instances X as a dense array; sparse ones are refused, and not converted."""
        if self.sparse:
            raise ValueError(
                "stream: expected instances that are not sparse; use Stream(stream.X.toarray(), "
                "stream.y) if it fits into memory"
            )
        X: Floats = self.X
        return X

    def blocks(
        self, numbers: int | None = None, *, raw: bool = False
    ) -> Iterator[tuple[slice, Any]]:
        """Yield the instances in parts, each with the rounds that it holds.

        Parameters
        ----------
        numbers : int, optional
            The most numbers of a part, which has at least one row; by default a pass is one part,
            unless it has to be converted.
        raw : bool
            Whether 32-bit floats and arrays stored by columns, sparse or not, may come unconverted,
            and lifted instances without their last coordinate.

        Yields
        ------
        rounds : slice
        X : array of floats, in rows if not raw, or csr_array
            Not checked to be finite; see `check`.
        """
        rows, total = self._rows, self._rows.shape[0]
        held, convert = entries(rows), as_floats if raw else self._converted
        ready = (raw or not self._bias) and (is_ready(held) or (raw and is_raw(held)))
        if not ready:
            numbers = min(numbers or BLOCK, BLOCK)
        for first in range(0, len(self), total):
            for part in self._parts(numbers):
                X = (
                    rows if part == slice(0, total) else rows[part]
                )  # a slice of sparse rows is a copy
                yield slice(first + part.start, first + part.stop), X if ready else convert(X)

    def _parts(self, numbers: int | None) -> Iterator[slice]:
        """Cut the rows: each part holds so many numbers, of sparse rows those that are stored."""
        rows, start = self._rows, 0
        total = rows.shape[0]
        step = total if numbers is None else max(1, numbers // self.dimension)
        while start < total:
            stop = start + step
            if self.sparse and numbers is not None:
                most = rows.indptr[start] + numbers
                stop = max(start + 1, int(np.searchsorted(rows.indptr, most, side="right")) - 1)
            yield slice(start, min(stop, total))
            start = stop

    def _converted(self, rows: Any) -> Any:
        """Return some of the instances as floats in rows, lifted where they are."""
        floats = as_floats(rows)
        return with_column(floats, self._bias) if self._bias else floats

    def check(self) -> None:
        """Refuse instances that are not finite; what was looked at before is not read again.

        Raises
        ------
        ValueError
            If an entry is not finite; the message names the first one.
        """
        if self.__dict__.get("_finite"):
            return
        try:
            self._look()
        except ValueError as refusal:
            raise ValueError(f"{refusal}{self._part}") from None
        self._seen()

    def check_again(self) -> None:
        """Refuse instances that are not finite, or that were written to since the last look.

        Raises
        ------
        ValueError
            As `check`; or if some numbers of a large array are not what they were when the stream
            was made.
        """
        self.refuse_changes()
        self.check()

    def refuse_changes(self) -> None:
        """Refuse instances of which some numbers are not what they were where they were given.

        Raises
        ------
        ValueError
            If the array is large, and one of 1024 numbers, or of as many indices, has changed.
        """
        if self._known:
            refuse_others(self._known, *parts_of(self._rows))

    def _look(self) -> None:
        """Refuse the first entry that is not finite."""
        if self.sparse:
            wrong = np.flatnonzero(~np.isfinite(self._rows.data))
            if wrong.size:
                t = int(np.searchsorted(self._rows.indptr, wrong[0], side="right")) - 1
                finite("X", self._rows[[t]].toarray(), t)
            return
        step = max(1, BLOCK // self.dimension)
        for start in range(0, len(self._rows), step):
            finite("X", as_floats(self._rows[start : start + step]), start)

    def _seen(self) -> None:
        """Note that the instances were seen to be finite, as every finite score shows."""
        self.__dict__["_finite"] = True

    def _taken(self, rounds: Any) -> Any:
        """Return the instances of some rounds, without a copy for a slice of one pass."""
        if self._passes > 1:
            rounds = np.arange(len(self))[rounds] % self._rows.shape[0]
        return self._rows[rounds]

    @cached_property
    def radius_square(self) -> Fraction:
        """Square of the largest norm of an instance, exactly."""
        self.check()
        return max(_exact.largest_square(X) for _, X in self._once().blocks(2 * BLOCK))

    def _once(self) -> Self:
        """Return the first pass of a stream that is `repeated`."""
        once: Self = self._with(y=self.y[: self._rows.shape[0]])
        return self if self._passes == 1 else once

    @cached_property
    def radius(self) -> float:
        r"""Largest norm of an instance, :math:`R = \max_t \|x_t\|`, rounded up."""
        return _exact.up(_exact.root_up(self.radius_square))

    def lifted(self, value: float = 1.0) -> Self:
        """Return the stream of ``(x_t, value)``: the last weight then plays the part of a bias.

        Parameters
        ----------
        value : float
            Above zero.

        Returns
        -------
        Stream
            Of dimension d + 1; its radius and margin are those of the lifted examples.

        Raises
        ------
        ValueError
            If `value` is not a finite number above zero.
        """
        value = positive("value", value)
        if self.sparse:
            once = self._once()
            return once._like(with_column(once.X, value), self._passes)

        def widened(X: Floats, out: Floats) -> None:
            out[:, :-1], out[:, -1] = X, value

        return self._changed(widened, columns=1)

    def normalised(self) -> Self:
        """Return the stream of the directions ``x_t / ||x_t||``; an instance of zeros stays.

        Returns
        -------
        Stream
            Of radius 1, up to rounding, unless all instances are zero.  What separates the one
            stream separates the other, and the bound of Block and Novikoff is at most that of the
            stream as it was (chapter 9).

        Examples
        --------
        >>> Stream([[3, 4], [0, -5]], [1, -1]).normalised().X.tolist()
        [[0.6, 0.8], [0.0, -1.0]]
        """
        once = self._once()
        once.check()
        return once._like(directions(once.X), self._passes) if self.sparse else self._changed(unit)

    def standardised(self) -> Self:
        """Return the stream whose features have mean 0 and mean square 1; a constant one is 0.

        The means are those of the whole stream, which a learner that meets it round by round does
        not know beforehand.  Sparse features are not centred, so that they stay sparse: they have
        mean square 1, a constant one as well, unless all of the feature is 0.

        Returns
        -------
        Stream
            No bias is added; see `lifted`.

        Examples
        --------
        >>> Stream([[3, 7], [5, 7]], [1, -1]).standardised().X.tolist()
        [[-1.0, 0.0], [1.0, 0.0]]
        """
        once = self._once()
        once.check()
        if self.sparse:
            return once._like(with_mean_square_one(once.X), self._passes)
        factor, centre, spread = statistics(lambda: (X for _, X in once.blocks(BLOCK)), len(once))

        def scaled(X: Floats, out: Floats) -> None:
            np.multiply(X, factor, out=out)
            np.subtract(out, centre, out=out)
            np.divide(out, spread, out=out)

        return self._changed(scaled)

    def _changed(self, change: Callable[[Floats, Floats], None], columns: int = 0) -> Self:
        """Return a dense stream, each block of it written from the same one of this stream."""
        once = self._once()
        once.check()
        X = np.empty((len(once), once.dimension + columns))
        for part, rows in once.blocks(BLOCK):
            change(rows, X[part])
        return once._like(X, self._passes)

    def _like(self, X: Any, passes: int) -> Self:
        """Return a stream of other instances, gone through several times."""
        return type(self)(X, self.y, self.name).repeated(passes)

    def repeated(self, passes: int) -> Self:
        """Return the stream run through several times, each pass in the same order.

        Parameters
        ----------
        passes : int
            At least 1.

        Returns
        -------
        Stream
            Of ``passes * T`` rounds.  It holds the instances once, however many passes there are,
            until its `X` is asked for; runs and bounds do not need `X`.

        Raises
        ------
        ValueError
            If `passes` is not a whole number of at least 1, or so large that memory does not hold
            the labels.
        """
        passes = count("passes", passes)
        try:
            y = np.tile(self.y, passes)
        except (ValueError, OverflowError, MemoryError):
            raise ValueError(
                f"passes: expected so few that all labels, {len(self)} a pass, fit into memory, "
                f"got a number of {len(str(passes))} digits"
            ) from None
        y.flags.writeable = False
        repeated: Self = self._with(y=y)
        return repeated

    def shuffled(self, seed: int) -> Self:
        """Return the stream in a random order, each example once.

        Parameters
        ----------
        seed : int

        Returns
        -------
        Stream

        Raises
        ------
        ValueError
            If `seed` is not a whole number of at least 0.
        """
        seed = count("seed", seed, least=0)
        return type(self)(*self._at(np.random.default_rng(seed).permutation(len(self))))

    def drawn(self, trials: int, seed: int) -> Self:
        """Return examples drawn at random with replacement.

        Parameters
        ----------
        trials : int
            How many, at least 1.
        seed : int

        Returns
        -------
        Stream

        Raises
        ------
        ValueError
            If `trials` is not a whole number of at least 1, or `seed` of at least 0.
        """
        trials, seed = count("trials", trials), count("seed", seed, least=0)
        return type(self)(*self._at(np.random.default_rng(seed).integers(len(self), size=trials)))

    def _at(self, rounds: NDArray[Any]) -> tuple[Any, Any, str]:
        """Return what a stream of some rounds is made of."""
        return self._taken(rounds), self.y[rounds], self.name


class Stream(Examples):
    """A sequence of examples with the labels -1 and +1: binary classification.

    Parameters
    ----------
    X : array_like of shape (T, d)
        Instances, one row a round; finite real numbers.
    y : array_like of shape (T,)
        Labels, each -1 or +1; kept as ``int8``, one byte a label.
    name : str
        For legends and tables.

    Raises
    ------
    ValueError
        If a shape is wrong, a stream is empty, an entry is not finite or a label is neither -1
        nor +1; the message names the entry.

    Notes
    -----
    Defined in chapter 1.

    In NumPy, ``y.sum()`` adds labels up in 64-bit whole numbers and ``y @ X`` in floats, but
    ``y @ y`` in one byte, which wraps from 128 rounds on: use ``y.astype(int)`` for ``y @ y``.

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

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def margins(self, comparator: ArrayLike) -> Floats:
        """Signed margins of a comparator, ``y_t <u, x_t>``: above 0 where it is right.

        Parameters
        ----------
        comparator : array_like of shape (d,)
            u, of any norm; or what carries one, such as a `Planted`.

        Returns
        -------
        array of shape (T,)
            In floating point; `perclib.bounds` computes them exactly.

        Raises
        ------
        ValueError
            If the comparator has another dimension than the stream or is not finite, or a margin
            is not: the numbers are then too large.

        Examples
        --------
        >>> Stream([[1, 0], [0, 2]], [1, -1]).margins([3, -4]).tolist()
        [3.0, 8.0]
        """
        u = vector("comparator", comparator, self.dimension)
        signed: Floats = self.y * (self.X @ u)
        wrong = np.flatnonzero(~np.isfinite(signed))
        if wrong.size:
            raise ValueError(
                f"X[{wrong[0]}]: expected a finite margin, got {signed[wrong[0]]}: the numbers are "
                "too large"
            )
        return signed


class MulticlassStream(Examples):
    """A sequence of examples whose labels are the numbers of classes, 1 to C.

    Parameters
    ----------
    X : array_like of shape (T, d)
    y : array_like of shape (T,)
        Whole numbers of at least 1.
    name : str

    Raises
    ------
    ValueError
        As `Stream`; here each label has to be a whole number of at least 1.

    Notes
    -----
    Defined in chapter 1.

    Examples
    --------
    >>> MulticlassStream([[1, 0], [0, 2], [3, 1]], [2, 1, 3])
    MulticlassStream(T=3, d=2)
    """

    y: NDArray[np.int64]

    @staticmethod
    def _labels(y: ArrayLike) -> NDArray[np.int64]:
        numbers = reals("y", y, ndim=1)
        wrong = np.flatnonzero((numbers < 1) | (numbers != np.floor(numbers)) | (numbers >= 2**63))
        if wrong.size:
            raise ValueError(
                f"y[{wrong[0]}]: expected the number of a class, 1, 2, ..., "
                f"got {numbers[wrong[0]]:g}"
            )
        classes = numbers.astype(np.int64)
        classes.flags.writeable = False
        return classes


class RegressionStream(Examples):
    """A sequence of examples whose labels are real numbers.

    Parameters
    ----------
    X : array_like of shape (T, d)
    y : array_like of shape (T,)
        Finite real numbers.
    name : str

    Raises
    ------
    ValueError
        As `Stream`; here each label has to be a finite real number.

    Notes
    -----
    Defined in chapter 1.

    Examples
    --------
    >>> RegressionStream([[1, 0], [0, 2], [3, 1]], [0.5, -3, 8])[1:]
    RegressionStream(T=2, d=2)
    """

    y: Floats

    @staticmethod
    def _labels(y: ArrayLike) -> Floats:
        return reals("y", y, ndim=1)


class Chunks:
    """Long arrays cut into streams, each made when it is its turn; see `chunks`.

    It can be gone through again, as in a second pass, and its length is the number of parts.
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, rounds: int) -> None:
        self._rounds, self._y = count("rounds", rounds), array("y", y)
        self._X = in_rows(X) if hasattr(X, "tocsr") else array("X", X)
        axes("X", np.broadcast_to(0.0, self._X.shape), 2)
        same_length("y", axes("y", self._y, 1), "the rows of X", self._X.shape[0])
        self._known = sample_of(self._X, self._y)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what a copy or a pickle holds; its arrays become read-only."""
        freeze(state["_X"])
        freeze(state["_y"])
        self.__dict__.update(state)

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

    @cached_property
    def radius(self) -> float:
        r"""Largest norm of an instance, :math:`R = \max_t \|x_t\|`, rounded up."""
        return _exact.up(_exact.root_up(self.radius_square))

    def __iter__(self) -> Iterator[Stream]:
        """Yield the parts in order."""
        refuse_others(self._known, self._X, self._y)
        for start in range(0, len(self._y), self._rounds):
            part, where = (
                slice(start, start + self._rounds),
                f", in the part that begins at row {start}",
            )
            try:
                stream = Stream.__new__(Stream)
                stream._hold(self._X[part], self._y[part], part=where, small=0)
            except ValueError as refusal:
                raise ValueError(f"{refusal}{where}") from None
            yield stream


def chunks(X: ArrayLike, y: ArrayLike, rounds: int) -> Chunks:
    """Cut long arrays, such as a `numpy.memmap`, into streams that fit into memory.

    Parameters
    ----------
    X : array of shape (T, d)
        Only sliced, so that no more than one part is read at a time.
    y : array of shape (T,)
    rounds : int
        The most rounds of a part.

    Returns
    -------
    Chunks
        An iterable of `Stream`, to be handed to `perclib.online.run_chunks`.

    Raises
    ------
    ValueError
        If the arrays differ in length.  Later, when a part is made, if `Stream` refuses it: the
        message names the row where the part begins, and counts the place from there.

    Notes
    -----
    Chapter 12 stops a run over such parts and continues it.

    Examples
    --------
    >>> [len(part) for part in chunks([[1], [2], [3]], [1, -1, 1], rounds=2)]
    [2, 1]
    """
    return Chunks(X, y, rounds)
