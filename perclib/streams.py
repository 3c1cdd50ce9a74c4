"""Streams: finite sequences of examples :math:`(x_t, y_t)`, in the order of the rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from perclib import _exact
from perclib._checks import (
    BLOCK,
    Flags,
    Floats,
    Labels,
    array,
    axes,
    between,
    count,
    finite,
    instance_of,
    labels,
    one_of,
    positive,
    reals,
    same_length,
    vector,
)
from perclib._values import Value, freeze

__all__ = [
    "Chunks",
    "Examples",
    "MulticlassStream",
    "Noisy",
    "Planted",
    "RegressionStream",
    "Stream",
    "bundled",
    "chunks",
    "noisy",
    "orthonormal",
    "separable",
]


def __dir__() -> list[str]:
    """List what is this module's own."""
    return __all__


SMALL = 2**17  # numbers that are looked at where a stream is made; more are left to their use


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Examples(Value):
    """What the streams of the three label spaces have in common; make one of those instead.

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
    An array is not copied: the stream looks at the caller's own numbers, through a view that
    cannot be written to, so they must stay as they are while the stream is in use.  Where they are
    no 64-bit floats in rows, they are converted block by block where they are needed, and `X` is
    an array that is made when it is first asked for.  Up to ``2**17`` numbers are checked to be
    finite at once; more are read once only, by the first run, bound or look at `X`, which refuses
    what is not finite.

    Sparse instances stay sparse: `X` is then a ``csr_array``, and one round's x an array.

    Whole numbers are run without rounding as long as no sum exceeds ``2**53``.  A slice of a stream
    is a stream; one round of it is an example :math:`(x_t, y_t)`.  Streams of one class with equal
    X, y and name are equal.
    """

    _rows: Any  # one pass of the instances, as they were given
    y: Any
    name: str
    _part: str  # of which longer stream it is a part, said where it is refused

    def __init__(self, X: ArrayLike, y: ArrayLike, name: str = "") -> None:
        rows, answers = instances(X), self._labels(y)
        same_length("y", answers, "the rows of X", rows.shape[0])
        instance_of("name", name, str, "for instance 'spam'")
        self.__dict__.update(_rows=rows, y=answers, name=name, _part="")
        if _numbers(rows).size <= SMALL:
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
        self.check()
        for part, X in self.blocks(BLOCK if self.sparse else None):
            rows = X.toarray() if self.sparse else X
            yield from zip(rows, self.y[part].tolist(), strict=True)

    def __getitem__(self, rounds: Any) -> Any:
        """Return the stream of some rounds (a slice or array), or the example of one (a number)."""
        y = self.y[rounds]
        if isinstance(rounds, int | np.integer):
            self.check()
            row = _floats(self._rows[[rounds % self._rows.shape[0]]])
            return (row.toarray() if self.sparse else row)[0], y.item()
        return type(self)(self._taken(rounds), y, self.name)

    def __add__(self, other: Self) -> Self:
        """Return this stream followed by another of its kind and dimension."""
        name = type(self).__name__
        instance_of("other", other, type(self), f"make one with {name}(X, y)")
        if other.dimension != self.dimension:
            raise ValueError(f"other: expected dimension {self.dimension}, got {other.dimension}")
        if other.sparse != self.sparse:
            raise ValueError("other: expected a stream that is sparse where this one is")
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
        return int(self._rows.shape[1])

    @property
    def _passes(self) -> int:
        """How many times it goes through its instances."""
        return len(self) // int(self._rows.shape[0])

    @property
    def _size(self) -> int:
        """How many numbers its instances hold, repeats included."""
        return int(_numbers(self._rows).size) * self._passes

    @property
    def sparse(self) -> bool:
        """Whether the instances are sparse."""
        return not isinstance(self._rows, np.ndarray)

    @cached_property
    def X(self) -> Any:  # noqa: N802 - the formulas' own letter
        """Instances, one row a round, as finite floats in rows; a ``csr_array`` if sparse."""
        self.check()
        if self._passes == 1 and (self.sparse or _ready(self._rows)):
            return self._rows
        if self.sparse:
            return instances(sparse.vstack([self._rows] * self._passes, format="csr"))
        X = np.empty((len(self), self.dimension))
        for part, rows in self.blocks():
            X[part] = rows
        X.flags.writeable = False
        return X

    @property
    def dense(self) -> Floats:
        """The instances X as an array, which sparse ones have to be made first."""
        if self.sparse:
            raise ValueError(
                "stream: expected instances that are not sparse; use Stream(stream.X.toarray(), "
                "stream.y), if memory holds it"
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
            How many a part may hold, unless one row is more; none for as many as need no copy.
        raw : bool
            Whether 32-bit floats, and columns, may come as they are.

        Yields
        ------
        rounds : slice
        X : array of floats, in rows if not raw, or csr_array
            Not checked to be finite; see `check`.
        """
        rows, total = self._rows, self._rows.shape[0]
        ready = self.sparse or _ready(rows) or (raw and _raw(rows))
        if not ready:
            numbers = min(numbers or BLOCK, BLOCK)
        step = total if numbers is None else max(1, numbers // self.dimension)
        for first in range(0, len(self), total):
            for start in range(0, total, step):
                part = slice(start, min(start + step, total))
                X = rows[part] if ready else _floats(rows[part])
                yield slice(first + start, first + part.stop), X

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
            finite("X", _floats(self._rows[start : start + step]), start)

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
        once = self._once()
        column = np.full((len(once), 1), positive("value", value))
        stack = sparse.hstack if self.sparse else np.hstack
        return type(self)(stack([once.X, column]), once.y, self.name).repeated(self._passes)

    def normalised(self) -> Self:
        """Return the stream of the directions ``x_t / ||x_t||``; an instance of zeros stays.

        Returns
        -------
        Stream
            Of radius 1, up to rounding.  What separates the one stream separates the other, and
            the bound of Block and Novikoff is at most that of the stream as it was (chapter 8).

        Examples
        --------
        >>> Stream([[3, 4], [0, -5]], [1, -1]).normalised().X.tolist()
        [[0.6, 0.8], [0.0, -1.0]]
        """
        once = self._once()
        # By the largest entry first: the square of a norm may be beyond what floats hold.
        largest = abs(once.X).max(axis=1)
        X = _divided(once.X, largest.toarray() if self.sparse else largest)
        X = _divided(X, np.sqrt((X * X).sum(axis=1)))
        return type(self)(X, once.y, self.name).repeated(self._passes)

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
            until its `X` is asked for; a run or a bound goes round.

        Raises
        ------
        ValueError
            If `passes` is not a whole number of at least 1.
        """
        passes = count("passes", passes)
        y = np.tile(self.y, passes)
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


def instances(X: Any) -> Any:
    """Return a view of instances that cannot be written to, or a ``csr_array`` of such views."""
    if hasattr(X, "tocsr") and X.ndim == 2:
        rows = sparse.csr_array(X)
        if not rows.has_canonical_format:  # entries in order, none twice
            rows = rows.copy()
            rows.sum_duplicates()
        axes("X", np.broadcast_to(0.0, rows.shape), 2)
        data = array("X", rows.data).astype(np.float64, copy=False)
        views = (data.view(), rows.indices.view(), rows.indptr.view())
        rows = sparse.csr_array(views, shape=rows.shape)
        freeze(rows)
        return rows
    view = axes("X", array("X", X), 2).view()
    freeze(view)
    return view


def _divided(X: Any, sizes: Floats) -> Any:
    """Divide each row by a number, unless that is 0."""
    divisors = np.where(sizes > 0, sizes, 1.0)
    if isinstance(X, np.ndarray):
        return X / divisors[:, None]
    return sparse.csr_array(
        (X.data / np.repeat(divisors, np.diff(X.indptr)), X.indices, X.indptr), X.shape
    )


def _numbers(rows: Any) -> NDArray[Any]:
    """Return all numbers that instances hold."""
    held: NDArray[Any] = rows if isinstance(rows, np.ndarray) else rows.data
    return held


def _ready(rows: NDArray[Any]) -> bool:
    """Whether instances are floats in rows, as a run needs them."""
    return rows.dtype == np.float64 and rows.flags.c_contiguous and rows.flags.aligned


def _raw(rows: NDArray[Any]) -> bool:
    """Whether instances are floats, of 32 or 64 bits, in rows or in columns."""
    layout = rows.flags.c_contiguous or rows.strides[0] == rows.itemsize
    return rows.dtype in (np.float32, np.float64) and layout and rows.flags.aligned


def _floats(rows: Any) -> Any:
    """Return instances as floats in rows, the same ones where they are."""
    if not isinstance(rows, np.ndarray) or _ready(rows):
        return rows
    with np.errstate(over="ignore"):  # what is too large for a float becomes infinite
        return np.array(rows, dtype=np.float64, order="C")


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

    NumPy adds labels up in whole numbers of 64 bits by ``y.sum()`` and in floats by ``y @ X``, but
    in one byte by ``y @ y``, which wraps from 128 rounds on: use ``y.astype(int)`` there.

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
            If the comparator has another dimension than the stream or is not finite.

        Examples
        --------
        >>> Stream([[1, 0], [0, 2]], [1, -1]).margins([3, -4]).tolist()
        [3.0, 8.0]
        """
        u = vector("comparator", comparator, self.dimension)
        signed: Floats = self.y * (self.X @ u)
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
        As `Stream`, of the labels if one is no whole number of at least 1.

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
        wrong = np.flatnonzero((numbers < 1) | (numbers != np.floor(numbers)))
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
        As `Stream`, of the labels if one is not a finite real number.

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
        self._X = sparse.csr_array(X) if hasattr(X, "tocsr") else array("X", X)
        axes("X", np.broadcast_to(0.0, self._X.shape), 2)
        same_length("y", axes("y", self._y, 1), "the rows of X", self._X.shape[0])

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
        for start in range(0, len(self._y), self._rounds):
            part, where = (
                slice(start, start + self._rounds),
                f", in the part that begins at row {start}",
            )
            try:
                stream = Stream(self._X[part], self._y[part])
            except ValueError as refusal:
                raise ValueError(f"{refusal}{where}") from None
            stream.__dict__["_part"] = where
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
        If the arrays differ in length, or later, when its turn comes, if a part is no stream; the
        place is then counted from the row where the part begins, which is named.

    Notes
    -----
    Stopped and continued in chapter 10.

    Examples
    --------
    >>> [len(part) for part in chunks([[1], [2], [3]], [1, -1, 1], rounds=2)]
    [2, 1]
    """
    return Chunks(X, y, rounds)


class Planted(NamedTuple):
    """A stream that was made to be separated, and the comparator that separates it.

    Parameters
    ----------
    stream : Stream
    comparator : array of shape (d,)
        A unit vector u with ``y_t <u, x_t> >= margin`` in every round, up to rounding.
    margin : float
    """

    stream: Stream
    comparator: Floats
    margin: float


def separable(trials: int, dimension: int, margin: float, seed: int) -> Planted:
    """Random stream in the unit ball, separated through the origin by a random unit vector.

    The part of ``y_t x_t`` along the comparator is uniform on [margin, 1]; the part across it has
    a uniform direction and a length uniform on [0, what the unit ball leaves].

    Parameters
    ----------
    trials : int
        Number of rounds, T.
    dimension : int
        Number of coordinates, d, at least 2.
    margin : float
        Above 0 and below 1; by how much the comparator separates the stream.
    seed : int

    Returns
    -------
    Planted

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Notes
    -----
    Drawn in chapter 3, and the stream on which chapter 4 measures its bound.

    Examples
    --------
    >>> stream, u, margin = separable(trials=200, dimension=3, margin=0.1, seed=1)
    >>> bool((stream.y * (stream.X @ u)).min() >= margin - 1e-12), stream.radius <= 1 + 1e-12
    (True, True)
    """
    trials, dimension = count("trials", trials), count("dimension", dimension, least=2)
    margin = between("margin", margin, 0, 1)
    if margin in (0, 1):
        raise ValueError(f"margin: expected a number between 0 and 1, got {margin}")
    seed = count("seed", seed, least=0)
    rng = np.random.default_rng(seed)
    u = rng.normal(size=dimension)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], size=trials)
    along = rng.uniform(margin, 1, size=trials)
    across = rng.normal(size=(trials, dimension))
    across -= np.outer(across @ u, u)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    length = rng.uniform(0, 1, size=trials) * np.sqrt(1 - along**2)
    X = y[:, None] * (along[:, None] * u + length[:, None] * across)
    return Planted(Stream(X, y, f"planted, margin {margin:g}"), u, margin)


class Noisy(NamedTuple):
    """A stream that was made to be separated before some of its labels were flipped.

    Parameters
    ----------
    stream : Stream
    comparator : array of shape (d,)
        A unit vector u with ``y_t <u, x_t> >= margin`` in every round whose label was kept, and
        at most ``-margin`` in the others, up to rounding.
    margin : float
    flipped : array of shape (T,)
        In which rounds the label was flipped.
    """

    stream: Stream
    comparator: Floats
    margin: float
    flipped: Flags


def noisy(trials: int, dimension: int, margin: float, flip: float, seed: int) -> Noisy:
    """Stream of `separable`, its labels flipped independently, each with the same probability.

    Parameters
    ----------
    trials : int
        As in `separable`.
    dimension : int
        As in `separable`.
    margin : float
        As in `separable`.
    flip : float
        Probability of a flip, from 0 to 1.
    seed : int
        With the same seed the instances and the comparator are those of `separable`.

    Returns
    -------
    Noisy

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Notes
    -----
    The stream on which chapters 5 and 7 measure their bounds.

    Examples
    --------
    >>> made = noisy(trials=1000, dimension=3, margin=0.1, flip=0.2, seed=1)
    >>> wrong = made.stream.y * (made.stream.X @ made.comparator) < 0
    >>> bool((wrong == made.flipped).all()), int(made.flipped.sum())
    (True, 214)
    """
    clean, u, _ = separable(trials, dimension, margin, seed)
    flip = between("flip", flip, 0, 1)
    flipped = np.random.default_rng([seed, trials]).random(trials) < flip
    name = f"{clean.name}, {flip:.0%} flipped"
    return Noisy(Stream(clean.X, np.where(flipped, -clean.y, clean.y), name), u, margin, flipped)


def orthonormal(y: ArrayLike) -> Stream:
    r"""Stream of the standard basis vectors :math:`e_1, \dots, e_T` with the given labels.

    The perceptron errs on every one of them, which is exactly its bound (chapter 4).

    Parameters
    ----------
    y : array_like of shape (T,)

    Returns
    -------
    Stream
        Of dimension T and radius 1; the unit comparator ``y / sqrt(T)`` has margin
        ``1 / sqrt(T)`` on it.

    Raises
    ------
    ValueError
        If a label is neither -1 nor +1; the message names it.

    Examples
    --------
    >>> orthonormal([1, -1]).X.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    signs = labels("y", y)
    return Stream(np.eye(len(signs)), signs, f"orthonormal, T={len(signs)}")


def bundled(name: str, positive: int, negative: int) -> Stream:
    """Two classes of one of scikit-learn's bundled data sets, in the order of the file.

    Parameters
    ----------
    name : {"iris", "wine", "breast_cancer", "digits"}
    positive : int
        Index into the data set's ``target_names``: the class labelled +1.
    negative : int
        That of the class labelled -1; the examples of all other classes are left out.

    Returns
    -------
    Stream

    Raises
    ------
    ValueError
        If there is no such data set or class.
    ImportError
        If scikit-learn, which carries the data, is not installed.

    Examples
    --------
    >>> bundled("iris", positive=0, negative=1)
    Stream('iris: setosa against versicolor', T=100, d=4)
    """
    try:  # imported here: only this function needs it
        from sklearn import datasets
    except ImportError:
        raise ImportError(
            "bundled: expected scikit-learn, which carries the data; use pip install scikit-learn"
        ) from None
    loaders = {
        "iris": datasets.load_iris,
        "wine": datasets.load_wine,
        "breast_cancer": datasets.load_breast_cancer,
        "digits": datasets.load_digits,
    }
    one_of("name", name, tuple(loaders))
    data = loaders[name]()
    for argument, value in (("positive", positive), ("negative", negative)):
        count(argument, value, least=0)
        if value >= len(data.target_names):
            raise ValueError(
                f"{argument}: expected a class from 0 to {len(data.target_names) - 1}, got {value}"
            )
    if positive == negative:
        raise ValueError(f"negative: expected another class than positive, got {negative} twice")
    chosen = np.isin(data.target, [positive, negative])
    y = np.where(data.target[chosen] == positive, 1, -1)
    title = f"{name}: {data.target_names[positive]} against {data.target_names[negative]}"
    return Stream(data.data[chosen], y, title)
