"""Several machines: each runs a part of a stream from the same weights; the results are mixed.

A pass of `run_mixed` runs each part by itself, wherever the engine puts it, and takes the mean of
the weights that the parts leave behind: iterative parameter mixing.  What is sent is weights and a
count of mistakes, never an example.
"""

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from perclib._checks import Floats, count, finite, instance_of, reals, vector
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

__all__ = [
    "Mixed",
    "by_mistakes",
    "dask_map",
    "dask_parts",
    "equally",
    "mix",
    "run_mixed",
    "run_part",
]


Counts = NDArray[np.int64]
EPSILON = float(np.finfo(np.float64).eps)
ROWS = re.compile(r"block \d+, (rows \d+ to \d+) of X, ")  # how `dask_parts` names a task


def run_part(learner: Perceptron, part: Stream | None) -> tuple[Floats, int]:
    """Run a pass over one part; the same learner and part always give the same result.

    The results agree to the last bit if all machines have the same kind of processor and the same
    libraries.

    Parameters
    ----------
    learner : Perceptron
    part : Stream or None
        None is a part without examples, in which nothing happens.

    Returns
    -------
    weights : array of shape (d,)
        After the last round.
    mistakes : int

    Raises
    ------
    ValueError
        If the part is no stream; and as `perclib.online.run`.
    """
    if not hasattr(learner, "weights"):
        raise ValueError(f"learner: expected a Perceptron, got {type(learner).__name__}")
    if part is None:
        return learner.weights, 0
    instance_of(
        "part",
        part,
        Stream,
        "make it with Stream(X, y), or give run_mixed the engine of such parts, for instance "
        "dask_map(client)",
    )
    done = run(learner, part)
    return done.learner.weights, done.mistake_count  # type: ignore[attr-defined]  # a perceptron's


def equally(mistakes: Counts) -> Floats:
    """Give every part the same mixing weight, ``1 / m``.

    Parameters
    ----------
    mistakes : array of shape (m,)
        Of each part, in a pass that is not clean.

    Returns
    -------
    array of shape (m,)
    """
    parts = len(reals("mistakes", mistakes, ndim=1))
    return np.full(parts, 1 / parts)


def by_mistakes(mistakes: Counts) -> Floats:
    """Give every part its share of the mistakes as its mixing weight.

    A part without mistakes gets weight zero.  With these weights the mistake bound of one machine
    also bounds the number of passes that contain a mistake (chapter 12).

    Parameters
    ----------
    mistakes : array of shape (m,)
        Of each part, in a pass that is not clean.

    Returns
    -------
    array of shape (m,)

    Examples
    --------
    >>> by_mistakes(np.array([3, 0, 1])).tolist()
    [0.75, 0.0, 0.25]
    """
    made = reals("mistakes", mistakes, ndim=1)
    if made.min() < 0 or made.sum() == 0:
        raise ValueError(f"mistakes: expected numbers >= 0, not all of them 0, got {made.tolist()}")
    shares: Floats = made / made.sum()
    return shares


def mix(weights: Sequence[Floats], shares: Floats) -> Floats:
    """Mix weights: ``sum_i mu_i w_i``, added up in the order of the parts.

    Parameters
    ----------
    weights : sequence of m arrays of shape (d,)
    shares : array of shape (m,)
        The mixing weights, mu, not negative and with the sum 1.

    Returns
    -------
    array of shape (d,)
        The same bits on every machine: entry by entry, products are rounded, then sums.

    Raises
    ------
    ValueError
        If there is no vector, or they have several dimensions; if the mixing weights are not as
        described, since the theorem of chapter 12 is about means; or if the mean is not finite.
    """
    instance_of("weights", weights, Iterable, "a list of vectors")
    weights = list(weights)
    if not weights:
        raise ValueError("weights: expected at least one vector, got none")
    mu = _mixing_weights("shares", shares, len(weights))
    return _mixed(weights, mu, len(reals("weights[0]", weights[0], ndim=1)))


def _mixed(weights: Iterable[Floats], mu: Floats, dimension: int) -> Floats:
    """Mix weights as they come, in their order, of which one is held at a time."""
    total = np.zeros(dimension)
    with np.errstate(over="ignore", invalid="ignore"):  # refused by what comes next
        for i, (one, share) in enumerate(zip(weights, mu, strict=True)):
            total += share * vector(f"weights[{i}]", one, dimension)
    finite("the mixed weights", total)
    return total


class _Ends(NamedTuple):
    """What came of the parts: their last weights, or None where nothing changed, and mistakes."""

    weights: Iterable[Floats | None]
    mistakes: Sequence[int]


class Mixed(NamedTuple):
    """Passes over a stream in parts.

    Parameters
    ----------
    learner : Perceptron
        With the weights after the last pass.
    mistakes : array of shape (J, m)
        Of each pass, of each part.
    shares : array of shape (J, m)
        The mixing weights of each pass; zeros in a clean one, which leaves the weights as they are.
    clean : bool
        Whether the last pass had no mistake, so that the weights are right on every example.
    """

    learner: Perceptron
    mistakes: Counts
    shares: Floats
    clean: bool

    @property
    def weighted(self) -> float:
        """Mistakes weighted by the mixing weights and added up; chapter 12 bounds this sum."""
        return float((self.shares * self.mistakes).sum())


def run_mixed(
    learner: Perceptron,
    parts: Iterable[Any],
    *,
    limit: int,
    shares: Callable[[Counts], Floats] = by_mistakes,
    engine: Callable[..., Iterable[tuple[Floats, int]]] = map,
    resume: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Mixed:
    """Run passes over a stream in parts, mix the weights after each pass, until one has no mistake.

    Parameters
    ----------
    learner : Perceptron
        Where the first pass begins, in every part.
    parts : iterable of Stream
        Or of objects that the engine turns into streams, such as those of `dask_parts`.
    limit : int
        The most passes to make.
    shares : callable
        The mixing weights of a pass, from the mistakes of its parts: `by_mistakes`, `equally`, or
        another function, whose values are not negative and add up to 1, up to rounding.
    engine : callable
        What applies a function to every part and gives the results in their order, as the built-in
        ``map`` does in this process, ``pool.map`` of an executor in several, and `dask_map` on
        several machines.
    resume : path, optional
        A file, named ``.npz``, that is written after each pass.  If it exists
        already, the run goes on after the passes in the file; they count towards the limit.
        It is not checked whether the parts and the shares are those of the run that wrote the
        file: name the file after them.
    progress : bool
        Whether to show a progress bar (tqdm) on standard error, of the passes that were made.

    Returns
    -------
    Mixed

    Raises
    ------
    ValueError
        If `resume` is no file of passes, or one of a run with another learner or another number of
        parts; if the engine does not give a result for each part; if `learner` is not exactly a
        `Perceptron` (only weights are mixed, and another learner may hold more); if there is no
        part; if `limit` is not a whole number of at least one; if the mixing weights of a pass are
        not as described; and as `run_part`.

    Notes
    -----
    Iterative parameter mixing of McDonald, Hall and Mann (2010).  If the learner starts at zero, a
    comparator u has the margin ``y <u, x> >= gamma > 0`` on every example and no instance is longer
    than R, then ``sum mu k <= R**2 ||u||**2 / gamma**2`` over all passes and parts.  Derived in
    chapter 12.

    The result depends neither on the engine nor on which part is finished first: the same list of
    parts gives the same result, bit by bit.

    If this process is lost, the same call with the same `resume` goes on after the last pass that
    was written.  Its result is the same, bit by bit.

    Examples
    --------
    >>> parts = [Stream([[1, 0]], [1]), Stream([[-2, 1]], [1])]
    >>> done = run_mixed(Perceptron.zero(2), parts, limit=20)
    >>> done.mistakes.sum(axis=1).tolist(), done.clean
    ([2, 1, 1, 1, 1, 0], True)
    """
    limit = count("limit", limit)
    instance_of("parts", parts, Iterable, "a list of streams")
    instance_of("shares", shares, Callable, "by_mistakes or equally")  # type: ignore[arg-type]  # it can be asked for
    instance_of("engine", engine, Callable, "map or dask_map(client)")  # type: ignore[arg-type]  # as above
    if isinstance(parts, Stream):
        raise ValueError("parts: expected several streams, got one; use [stream]")
    parts = list(parts)
    if type(learner) is not Perceptron:
        raise ValueError(
            "learner: expected a Perceptron, not a subclass, since only weights are mixed, "
            f"got {type(learner).__name__}"
        )
    if not parts:
        raise ValueError("parts: expected at least one stream, got none")
    done = _Kept(resume).read(learner, len(parts))
    with tqdm(total=limit, initial=len(done.mistakes), unit="pass", disable=not progress) as bar:
        while len(done.mistakes) < limit and not done.clean:
            ends = _ends(engine(partial(run_part, done.learner), parts), len(parts))
            done = _after(done, ends.weights, np.array(ends.mistakes, dtype=np.int64), shares)
            _Kept(resume).write(learner, done)
            bar.update()
    return done


def _ends(results: Any, parts: int) -> _Ends:
    """Return what an engine gives; weights that a part left as they were are not held."""
    if isinstance(results, _Ends):
        return results
    wanted = f"engine: expected a result of `run_part` for each of the {parts} parts"
    instance_of("engine", results, Iterable, "it has to return the results of all parts")
    ends, counts = [], []
    for result in results:
        if not isinstance(result, tuple) or len(result) != 2:
            raise ValueError(f"{wanted}, got {result!r}")
        ends.append(result[0] if result[1] else None)
        counts.append(result[1])
    if len(counts) != parts:
        raise ValueError(f"{wanted}, got {len(counts)} results")
    return _Ends(ends, counts)


def _after(
    done: Mixed,
    ends: Iterable[Floats | None],
    made: Counts,
    shares: Callable[[Counts], Floats],
) -> Mixed:
    """Return the passes with one more, in which the parts made such mistakes."""
    learner, used, clean = done.learner, np.zeros(len(made)), not made.any()
    if not clean:
        used = _mixing_weights(f"shares, pass {len(done.mistakes) + 1}", shares(made), len(made))
        all_ends = (learner.weights if one is None else one for one in ends)
        learner = learner.moved(_mixed(all_ends, used, len(learner.weights)))
    return Mixed(learner, np.vstack([done.mistakes, made]), np.vstack([done.shares, used]), clean)


class _Kept:
    """Passes in a file, or nowhere."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        if not isinstance(path, str | os.PathLike | None):
            raise ValueError(f"resume: expected the name of a file, got {path!r}")
        self.path = None if path is None else Path(path)
        if self.path is not None and (self.path.is_dir() or not self.path.parent.is_dir()):
            raise ValueError(f"resume: expected a file in a folder that exists, got {path}")

    def read(self, learner: Perceptron, parts: int) -> Mixed:
        """Return the passes that the file holds, or none, of a run of such a learner."""
        if self.path is None or not self.path.exists():
            none = np.empty((0, parts))
            return Mixed(learner, none.astype(np.int64), none, False)
        with self._held() as held:
            same = Perceptron(held["start"], str(held["tie"]), held["step"][()])  # type: ignore[arg-type]  # checked
            mistakes = held["mistakes"]
            if same != learner or mistakes.shape[1] != parts:
                raise ValueError(
                    f"resume: expected passes of this learner over {parts} parts, got those of "
                    f"another run in {self.path}; name another file"
                )
            now = learner.moved(held["weights"])
            return Mixed(now, mistakes, held["shares"], not mistakes[-1].any())

    def _held(self) -> Any:
        """Open the file, if it is one of passes."""
        with suppress(ValueError, OSError, EOFError, BadZipFile):
            held = np.load(self.path)  # type: ignore[arg-type]  # there is one
            if isinstance(held, np.lib.npyio.NpzFile):
                if {"start", "tie", "step", "weights", "mistakes", "shares"} <= set(held.files):
                    return held
                held.close()
        raise ValueError(f"resume: expected a file that `run_mixed` wrote, got {self.path}")

    def write(self, learner: Perceptron, done: Mixed) -> None:
        """Replace the file by one with these passes, at once, so that it is never half written."""
        if self.path is None:
            return
        fresh = self.path.with_name(f".{self.path.name}")
        with fresh.open("wb") as file:
            np.savez(
                file, start=learner.weights, tie=learner.tie, step=learner.step,
                weights=done.learner.weights, mistakes=done.mistakes, shares=done.shares,
            )  # fmt: skip
        fresh.replace(self.path)


def _mixing_weights(name: str, shares: Any, parts: int) -> Floats:
    """Return mixing weights, or refuse what would not be a mean."""
    mu = vector(name, shares, parts)
    if mu.min() < 0:
        raise ValueError(f"{name}: expected none below 0, got {mu.min():g} of part {mu.argmin()}")
    if abs(mu.sum() - 1) > parts * EPSILON:
        raise ValueError(f"{name}: expected the sum 1, got {mu.sum():.17g}")
    return mu


def dask_map(client: Any, *, together: int = 32) -> Callable[..., Any]:
    """Turn a client of Dask into an engine for `run_mixed`.

    Parameters
    ----------
    client : distributed.Client
        Of a cluster of any kind; ``pip install 'perclib[scale]'`` brings it.
    together : int
        The most parts that one task runs, and the most weights that this process holds.  Parts
        are taken in batches of this size; those of a batch that one worker holds make a task.

    Returns
    -------
    callable
        It sends the function, with the weights, to one worker, from which the others copy it; each
        part stays where it is.  The mistakes of all parts come back first, then the weights of
        the parts with mistakes, in the order of the parts, at most `together` at a time.

    Raises
    ------
    ValueError
        If `client` is no client of Dask, or `together` is not a whole number of at least one.

    Notes
    -----
    If a worker is lost, the scheduler runs its task again on another worker and makes again what it
    held; `run_part` gives the same results again, so the loss does not change what is returned.
    After several such losses the scheduler gives up: ``KilledWorker`` then names the parts, counted
    from 0, of one task that was on every lost worker, with their rows as far as `dask_parts` knows
    them.  This task ended the workers, or it was only queued behind the one that did.

    In a pass this process receives the weights of every part with mistakes.  A tree of sums on the
    workers would send it one vector, but add up in another order than `mix`, whose bits would then
    depend on the engine.
    """
    together = count("together", together)
    if not hasattr(client, "submit") or not hasattr(client, "gather"):
        raise ValueError(f"client: expected a distributed.Client, got {type(client).__name__}")

    def engine(function: Callable[[Any], Any], parts: Iterable[Any]) -> _Ends:
        held, parts = client.submit(_itself, function, pure=False), list(parts)
        run, where = uuid4().hex, _holders(client, parts)  # no two passes share a key
        windows: list[dict[tuple[int, ...], Any]] = []
        for first in range(0, len(parts), together):
            of_one: dict[Any, list[int]] = {}
            for number in range(first, min(first + together, len(parts))):
                of_one.setdefault(where[number], []).append(number)
            windows.append({
                tuple(batch): client.submit(
                    _applied, held, [parts[number] for number in batch],
                    key=_named(batch, parts, run),
                )
                for batch in of_one.values()
            })  # fmt: skip
        tasks = [task for window in windows for task in window.values()]
        counts = client.gather([client.submit(_counts, task, pure=False) for task in tasks])
        batches = [batch for window in windows for batch in window]
        made = _in_order(batches, counts)
        del tasks  # so that workers let go of weights that were mixed

        def weights() -> Iterator[Floats | None]:
            while windows:
                window = windows.pop(0)
                results = client.gather(list(window.values()))
                yield from (end for end, _ in _in_order(window, results))

        return _Ends(weights(), made)

    return engine


def _holders(client: Any, parts: list[Any]) -> list[Any]:
    """Return which worker holds each part, as far as one does."""
    futures = [part for part in parts if hasattr(part, "key")]
    known = client.who_has(futures) if futures else {}
    return [next(iter(known.get(getattr(part, "key", None)) or ()), None) for part in parts]


def _named(batch: list[int], parts: list[Any], run: str) -> str:
    """Name a task by its parts, and by their rows where they are known."""
    rows = (ROWS.match(str(getattr(parts[number], "key", ""))) for number in batch)
    each = (f"{n} ({found[1]})" if found else str(n) for n, found in zip(batch, rows, strict=True))
    return f"part{'s' * (len(batch) > 1)} {', '.join(each)} of pass {run}"


def _in_order(batches: Iterable[Sequence[int]], results: Iterable[Iterable[Any]]) -> list[Any]:
    """Return what came of all parts of some batches, in the order of the parts."""
    pairs = (zip(*one, strict=True) for one in zip(batches, results, strict=True))
    return [result for _, result in sorted(chain(*pairs), key=itemgetter(0))]


def dask_parts(client: Any, X: Any, y: Any) -> list[Any]:
    """Turn each block of rows of a Dask array or dataframe into a part that the cluster holds.

    Parameters
    ----------
    client : distributed.Client
    X : dask array in blocks of whole rows, or dask dataframe
        Of a dataframe, all columns but that of the labels are the coordinates; one that was read
        from Parquet files has the partitions that Dask made of the files.
    y : dask array, or str
        Labels, -1 and +1, in blocks of as many rows as those of X; if X is a dataframe, the name
        of their column.

    Returns
    -------
    list of futures of Stream
        For `run_mixed` with `dask_map`; None for a block without rows.  If a block is lost with
        its worker, Dask makes the block again.  The key of each future names the block, counted
        from 0, and its rows where Dask knows them; ``KilledWorker`` names it so.

    Raises
    ------
    ValueError
        If X is not of Dask, is cut between columns, or has no column of that name, or if two arrays
        have different numbers of blocks.  What `perclib.Stream` refuses in a block is raised where
        the parts are run, with the number of the block.
    """
    if not hasattr(X, "to_delayed"):
        raise ValueError(
            "X: expected an array or a dataframe of Dask, such as dask.array.from_array(X), "
            f"got {type(X).__name__}"
        )
    if hasattr(X, "numblocks") and len(X.numblocks) == 2 and X.numblocks[1] > 1:
        raise ValueError(
            f"X: expected blocks of whole rows, got {X.numblocks[1]} blocks beside each other; "
            "use X.rechunk((rows, -1))"
        )
    blocks = client.compute(list(np.ravel(X.to_delayed())))
    if isinstance(y, str):
        if y not in getattr(X, "columns", ()):
            raise ValueError(f"y: expected the name of a column of X, got {y!r}")
        labels: list[Any] = [y] * len(blocks)
    elif hasattr(y, "to_delayed"):
        labels = client.compute(list(np.ravel(y.to_delayed())))
    else:
        raise ValueError(f"y: expected an array of Dask or a column's name, got {type(y).__name__}")
    if len(blocks) != len(labels):
        raise ValueError(
            f"y: expected {len(blocks)} blocks, as many as X has, got {len(labels)}; "
            "use rechunk, with whole rows in each block of X"
        )
    named, made = _block_names(X, len(blocks)), uuid4().hex  # no two calls share a key
    each = zip(range(len(blocks)), blocks, labels, strict=True)
    return [client.submit(_part, *one, key=f"{named[one[0]]} of X, {made}") for one in each]


def _block_names(X: Any, count: int) -> list[str]:
    """Name blocks by their numbers, and by their rows where Dask knows how many each has."""
    ends = np.cumsum(X.chunks[0]) if hasattr(X, "chunks") else np.full(count, math.nan)
    names = []
    for number, (first, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
        known = first < end  # not where a number is not known, nor in a block without rows
        names.append(
            f"block {number}" + (f", rows {int(first)} to {int(end) - 1}" if known else "")
        )
    return names


def _part(number: int, X: Any, y: Any) -> Stream | None:
    """Make a stream of a block, and say which block is refused; of an empty one make nothing."""
    if isinstance(y, str):
        X, y = X.drop(columns=y), X[y]
    if 0 == X.shape[0] == len(y):
        return None
    try:
        return Stream(X, y)
    except ValueError as error:
        raise ValueError(f"block {number}: {error}") from error


def _itself(function: Any) -> Any:
    return function


def _applied(function: Callable[[Any], Any], batch: list[Any]) -> list[Any]:
    """Run some parts; weights that stayed as they were are not sent back."""
    results = map(function, batch)
    return [(weights if made else None, made) for weights, made in results]


def _counts(results: list[Any]) -> list[int]:
    return [made for _, made in results]
