"""Bounds on a long stream without a solver, from a few passes over it in floats.

A score in floats is off by at most ``(d + 4) 2**-52 R ||u||``, and a sum of T numbers of one sign
by a share of ``T 2**-52``, in whatever order it is added up.  Results are moved outward by as much:
bounds and ceilings up, margins down.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

from perclib._checks import BLOCK, Floats
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.bounds.mistakes import hinge_value
from perclib.data import Stream, _exact
from perclib.learners import MarginPerceptron, run

UNIT = 2.0**-52
LEVELS = (2, 16)  # margins of the passes that are made, in squared radii
SAMPLE = 2**13  # rounds by which the best multiple of the best direction is looked for


class Combination(NamedTuple):
    """Vectors y x that are added up: how often each is taken, how many those are, and their sum."""

    times: Floats
    number: float
    total: Floats

    def ceiling(self, radius: float) -> float:
        """Norm of the mean of the vectors, which no margin exceeds, rounded up."""
        length = float(np.linalg.norm(self.total)) * (1 + len(self.total) * UNIT)
        return length / self.number * (1 + 4 * UNIT) + self.error(radius)

    def error(self, radius: float) -> float:
        """By how much the norm of the mean may be off."""
        return (self.number + len(self.total) + 8) * UNIT * radius


class Ray(NamedTuple):
    """A direction, its norm, rounded up, and its signed margins, each to within an error."""

    direction: Floats
    norm: float
    margins: Floats
    error: float

    @property
    def margin(self) -> float:
        """The margin of the unit vector, rounded down; not above zero where floats show none."""
        least = float(self.margins.min())
        return (least - self.error) / self.norm * (1 - 4 * UNIT) if least > self.error else 0.0


def combined(times: Floats, total: Floats) -> Combination:
    """Return a sum of vectors y x, each taken so many times."""
    return Combination(times, float(times.sum()), total)


def margin_passes(stream: Stream, radius: float) -> list[Combination]:
    """Run passes that learn from all below a margin; the weights are the sum of what they learn."""
    made: list[Combination] = []
    for level in LEVELS if radius > 0 else ():
        beta = level * radius**2
        done = run(MarginPerceptron.zero(stream.dimension, beta=beta), stream)
        learned = (stream.y * done.scores <= beta).astype(np.float64)
        made.append(combined(learned, done.learner.weights))
    return made


def ray(stream: Stream, radius: float, u: Floats) -> Ray:
    """Take the signed margins of a direction, once."""
    norm = float(np.linalg.norm(u)) * (1 + (len(u) + 8) * UNIT)
    return Ray(u, norm, stream.y * (stream.X @ u), (len(u) + 8) * UNIT * radius * norm)


def best_multiples(
    stream: Stream, radius: float, directions: list[Floats], powers: tuple[float, ...]
) -> list[tuple[Floats, float]]:
    """Return for each power the best comparator on some directions, and its bound, rounded up.

    It is looked for on some of the rounds; the bound is of all of them.  The comparator 0, whose
    bound is T, is on all directions.
    """
    step = len(stream) // SAMPLE + 1
    sample = stream[::step]
    some = [ray(sample, radius, u) for u in directions]
    found = []
    for q in powers:
        u, value = np.zeros(stream.dimension), float(len(stream))
        tried = [(*_multiple(one, radius, q, step), one.direction) for one in some]
        if tried:
            _, c, best = min(tried, key=lambda each: each[0])
            bound = bound_up(ray(stream, radius, best), c, radius, q)
            u, value = (c * best, bound) if bound < value else (u, value)
        found.append((u, value))
    return found


def _multiple(one: Ray, radius: float, q: float, step: int) -> tuple[float, float]:
    """Look for the multiple with the least bound, each round taken so many times; return both.

    On a ray the bound has one minimum (chapter 6).
    """
    margins, size, trials = one.margins, radius * one.norm, step * len(one.margins)
    ahead = margins[margins > 0]
    if not ahead.size:
        return float(trials), 0.0

    def bound(log: float) -> float:
        """Bound of the multiple with this logarithm, in floats."""
        with np.errstate(over="ignore"):  # `hinge_value` refuses what is infinite
            losses = step * float((np.maximum(0.0, 1 - np.exp(log) * margins) ** q).sum())
            return hinge_value(float(np.exp(log)) * size, losses, q)

    # Beyond the upper end only norm and losses grow.
    ends = -np.log(ahead.max()) - 9, -np.log(ahead.min())
    try:
        found = minimize_scalar(bound, bounds=ends, method="bounded", options={"xatol": 1e-3})
    except ValueError:  # a bound that no float holds
        return float(trials), 0.0
    return float(found.fun), float(np.exp(found.x))


def bound_up(one: Ray, c: float, radius: float, q: float) -> float:
    """Return the bound of the hinge family of a multiple of a direction, rounded up."""
    size = c * radius * one.norm * (1 + 4 * UNIT)
    error = ((len(one.direction) + 8) * size + 2) * UNIT
    loss, trials = 0.0, len(one.margins)
    with np.errstate(over="ignore"):  # as above
        for start in range(0, trials, BLOCK):
            lacks = np.maximum(0.0, 1 + error - c * one.margins[start : start + BLOCK])
            loss += float((lacks if q == 1 else lacks**q).sum())
    return hinge_value(size, loss * (1 + (trials + 8 + 4 * q) * UNIT), q)


def separation(
    stream: Stream, radius: float, clean: bool, sums: list[Combination]
) -> tuple[LargestMargin | ZeroCombination | None, float]:
    """Return what the first sum proves, the mistakes of some passes, and a ceiling of margins.

    Exact arithmetic decides where floats do not: whether the least margin is above zero after a
    clean pass, and whether the sum is zero.
    """
    first = sums[0]
    ceiling, a = min(((c.ceiling(radius), c) for c in sums if c.number), key=lambda pair: pair[0])
    if first.ceiling(radius) <= 4 * first.error(radius) and not _exact.combined_square(
        stream.X, stream.y, first.times
    ):
        rounds = np.flatnonzero(first.times)
        times = tuple(first.times[rounds].astype(int).tolist())
        return ZeroCombination(tuple(rounds.tolist()), times), 0.0
    if not clean:
        return None, ceiling
    one = ray(stream, radius, first.total)
    u, margin = one.direction / one.norm, one.margin
    if margin == 0:
        blocks = stream.blocks(BLOCK)
        least = min(_exact.least_margin(X, stream.y[part], u) for part, X in blocks)
        if least <= 0:
            return None, ceiling
        margin = _exact.down(_exact.root_down(least**2 / _exact.square(u)))
    return LargestMargin(u, margin, ceiling, a.times / a.number), ceiling


def estimates(
    stream: Stream, powers: tuple[float, ...], last: Floats
) -> tuple[list[Combination], list[tuple[Floats, float]]]:
    """Return some combinations, and for each power a comparator and its bound.

    Known are the weights after the last pass.
    """
    radius = stream.radius
    total = stream.y.astype(np.float64) @ stream.X
    sums = [*margin_passes(stream, radius), combined(np.ones(len(stream)), total)]
    directions = [u for u in (last, *(one.total for one in sums)) if u.any()]
    return sums, best_multiples(stream, radius, directions, powers)
