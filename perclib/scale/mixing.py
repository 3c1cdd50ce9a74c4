"""Several machines: each runs a part of a stream from the same weights; the results are mixed.

A pass of `run_mixed` runs each part by itself, wherever the engine puts it, and takes the mean of
the weights that the parts leave behind: iterative parameter mixing.  Only weights and counts of
mistakes are sent, never an example.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import call
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perclib._checks import Floats, count, finite, vector
from perclib.data import Stream
from perclib.learners import Perceptron, run

__all__ = ["Mixed", "by_mistakes", "dask_map", "dask_parts", "equally", "run_mixed", "run_part"]


Counts = NDArray[np.int64]


def run_part(learner: Perceptron, part: Stream | None) -> tuple[Floats, int]:
    """Run a pass over one part, or over None, a part without examples.

    The weights after it and the number of mistakes depend on the learner and the part alone.
    """
    if part is None:
        return learner.weights, 0
    done = run(learner, part)
    return done.learner.weights, done.mistake_count


def equally(mistakes: Counts) -> Floats:
    """Give every part the same mixing weight, ``1 / m``."""
    return np.full(len(mistakes), 1 / len(mistakes))


def by_mistakes(mistakes: Counts) -> Floats:
    """Give every part its share of the mistakes as its mixing weight.

    A part without mistakes gets weight zero.  With these weights the mistake bound of one machine
    also bounds the number of passes that contain a mistake (chapter 12).

    Examples
    --------
    >>> by_mistakes(np.array([3, 0, 1])).tolist()
    [0.75, 0.0, 0.25]
    """
    shares: Floats = mistakes / mistakes.sum()
    return shares


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
        The mixing weights of a pass that is not clean, from an array of the mistakes of its m
        parts: `by_mistakes`, `equally`, or another function, whose m values are not negative and
        add up to 1, up to rounding.
    engine : callable
        What applies a function to every part and gives the results in their order, as the built-in
        ``map`` does in this process, ``pool.map`` of an executor in several, and `dask_map` on
        several machines.

    Notes
    -----
    Iterative parameter mixing of McDonald, Hall and Mann (2010).  If the learner starts at zero, a
    comparator u has the margin ``y <u, x> >= gamma > 0`` on every example and no instance is longer
    than R, then ``sum mu k <= R**2 ||u||**2 / gamma**2`` over all passes and parts.  Derived in
    chapter 12.

    The weights are added up in the order of the parts, so the result does not depend on the engine
    or on which part is finished first.

    Examples
    --------
    >>> parts = [Stream([[1, 0]], [1]), Stream([[-2, 1]], [1])]
    >>> done = run_mixed(Perceptron.zero(2), parts, limit=20)
    >>> done.mistakes.sum(axis=1).tolist(), done.clean
    ([2, 1, 1, 1, 1, 0], True)
    """
    if type(learner) is not Perceptron:
        raise ValueError(
            f"learner: expected a Perceptron, since weights are mixed, got {learner!r}"
        )
    if isinstance(parts, Stream):
        raise ValueError("parts: expected several streams, got one; use [stream]")
    parts, mistakes, used, clean = list(parts), [], [], False
    for _ in range(count("limit", limit)):
        ends = list(engine(partial(run_part, learner), parts))
        if len(ends) != len(parts) or not ends:
            raise ValueError(f"engine: expected {len(parts)} results, got {len(ends)}")
        mistakes.append(np.array([made for _, made in ends], dtype=np.int64))
        clean = not mistakes[-1].any()
        if clean:
            used.append(np.zeros(len(parts)))
            break
        mu = vector("shares", shares(mistakes[-1]), len(parts))
        if mu.min() < 0 or abs(mu.sum() - 1) > 1e-12:
            raise ValueError(
                f"shares: expected numbers of at least 0 with sum 1, got {mu.tolist()}"
            )
        used.append(mu)
        mix = np.zeros(len(learner.weights))
        for share, (weights, _) in zip(mu, ends, strict=True):
            mix += share * vector("engine", weights, len(mix))
        finite("the mixed weights", mix)
        learner = learner.with_weights(mix)
    return Mixed(learner, np.array(mistakes), np.array(used), clean)


def dask_map(client: Any, *, together: int = 32) -> Callable[..., Iterator[tuple[Floats, int]]]:
    """Turn a client of Dask into an engine for `run_mixed`.

    Parameters
    ----------
    client : distributed.Client
        Of a cluster of any kind; ``pip install 'perclib[scale]'`` brings it.
    together : int
        How many results this process asks for at a time.

    Returns
    -------
    callable
        It sends the function, with the weights, to one worker, from which the others copy it; each
        part stays where it is.  If a worker is lost, Dask runs its tasks again on another one.
    """

    def engine(function: Callable[[Any], Any], parts: Iterable[Any]) -> Iterator[Any]:
        sent = client.submit(lambda: function, pure=False)
        tasks = [client.submit(call, sent, part, pure=False) for part in parts]
        for first in range(0, len(tasks), together):
            yield from client.gather(tasks[first : first + together])

    return engine


def dask_parts(client: Any, frame: Any, label: str) -> list[Any]:
    """Turn each partition of a Dask dataframe into a part that the cluster holds.

    Parameters
    ----------
    client : distributed.Client
    frame : dask dataframe
    label : str
        The column of the labels, -1 and +1; all other columns are the coordinates.

    Returns
    -------
    list of futures of Stream
        For `run_mixed` with `dask_map`; None for a partition without rows.  Other data become such
        futures by ``client.submit(Stream, X, y)``, where X and y may be futures as well.
    """
    blocks = client.compute(list(frame.to_delayed()))
    return [client.submit(_part, block, label, pure=False) for block in blocks]


def _part(block: Any, label: str) -> Stream | None:
    """Make a stream of a block; of an empty one make nothing."""
    return Stream(block.drop(columns=label), block[label]) if len(block) else None
