"""Comparators worth competing with: the one of the largest margin, the best one of a bound."""

import math
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq, minimize, nnls

from perclib._checks import Floats, at_least
from perclib.bounds import HingeBound, hinge_family
from perclib.streams import Stream

ROUNDING = 1e-12  # relative to the radius


class LargestMargin(NamedTuple):
    """A comparator of (nearly) the largest margin, and a proof of how near.

    Parameters
    ----------
    comparator : array of shape (d,)
        A unit vector u.
    margin : float
        What it attains, ``min_t y_t <u, x_t>``; above zero.
    ceiling : float
        What no unit vector exceeds: the norm of a convex combination of the vectors
        ``y_t x_t``.
    weights : array of shape (T,)
        The convex combination, which proves the ceiling.
    """

    comparator: Floats
    margin: float
    ceiling: float
    weights: Floats


def largest_margin(stream: Stream) -> LargestMargin:
    """Find the unit comparator with the largest margin on a separable stream.

    For every unit vector u and all weights ``a_t >= 0`` that add up to 1,
    ``min_t y_t <u, x_t> <= sum_t a_t y_t <u, x_t> <= || sum_t a_t y_t x_t ||``.
    The nearest point to the origin of the convex hull of the vectors ``y_t x_t`` makes both sides
    equal, so the largest margin is its norm; both sides are returned as computed.

    Parameters
    ----------
    stream : Stream
        Separable through the origin; for separation with a bias: the lifted stream.

    Returns
    -------
    LargestMargin

    Raises
    ------
    ValueError
        If the hull contains the origin, to within rounding, or the solver found no comparator that
        separates the stream.

    Notes
    -----
    The problem ``min ||v||`` subject to ``y_t <v, x_t> >= 1`` is turned into one of non-negative
    least squares (Lawson and Hanson, Solving Least Squares Problems, chapter 23, 1974), which
    SciPy solves.  Derived in chapter 4.

    Examples
    --------
    >>> found = largest_margin(Stream([[3, 4], [0, -5]], [1, -1]))
    >>> round(found.margin, 6), round(found.ceiling, 6)
    (4.743416, 4.743416)
    """
    signed = stream.y[:, None] * stream.X / stream.radius
    system = np.vstack([signed.T, np.ones(len(stream))])
    target = np.concatenate([np.zeros(stream.dimension), [1.0]])
    multipliers, _ = nnls(system, target, maxiter=30 * max(system.shape))
    weights = multipliers / multipliers.sum()
    nearest = weights @ signed  # a positive multiple of the solution of the first problem
    length = float(np.linalg.norm(nearest))
    if length < ROUNDING:
        raise ValueError(
            "stream: expected one that is separable through the origin, but a convex combination "
            "of its vectors y x is zero to within rounding"
        )
    margin = float((signed @ nearest).min()) / length
    if margin <= 0:
        raise ValueError(
            "stream: expected one that is separable through the origin, but the solver found no "
            "comparator that separates it"
        )
    scale = stream.radius
    return LargestMargin(nearest / length, margin * scale, length * scale, weights)


class BestComparator(NamedTuple):
    """A comparator for which a hinge bound is (nearly) the least, and a proof of how near.

    Parameters
    ----------
    comparator : array of shape (d,)
        The best one that was found.
    bound : HingeBound
        Its bound, `perclib.bounds.hinge_family`.
    floor : float
        What no comparator's bound is below, up to rounding.
    weights : array of shape (T,)
        Numbers ``a_t >= 0`` that prove the floor.
    """

    comparator: Floats
    bound: HingeBound
    floor: float
    weights: Floats


def best_comparator(stream: Stream, q: float) -> BestComparator:
    """Find the comparator with the least bound of the hinge family on a stream.

    For all weights ``a_t >= 0``, not all zero, and every comparator, the bound is at least

        ``min((sum a / ||a||_p)**q, (R sum a / ||sum_t a_t y_t x_t||)**2)``

    where ``1/p + 1/q = 1``.  The largest such floor equals the least bound, so the two numbers
    that are returned tell how near to the global minimum the comparator is, whatever the solver
    did.

    Parameters
    ----------
    stream : Stream
        All trials, repeats included.  For a learner with a bias: the lifted stream.
    q : float
        The power, at least 1.

    Returns
    -------
    BestComparator

    Raises
    ------
    ValueError
        If `q` is not a finite number of at least 1.

    Notes
    -----
    Among comparators of norm at most a given number the one of least loss is best; for each such
    number except 0, where u = 0, one of these minimizes ``lam/2 ||u||**2 + L_q(u)/q`` for some
    ``lam >= 0``.  For ``q = 1`` this is the problem of the support vector machine (Cortes and
    Vapnik, 1995) and is solved in its dual form.  SciPy's L-BFGS-B solves it for each lam, and a
    bracketing search finds the lam at which the bound is least.  Derived in chapter 7.

    Examples
    --------
    >>> found = best_comparator(Stream([[1]] * 9, [1] * 8 + [-1]), q=1)
    >>> round(found.bound.value, 3), round(found.floor, 3)
    (4.0, 4.0)
    """
    at_least("q", q, 1)
    radius = stream.radius or 1.0
    signed = stream.y[:, None] * stream.X / radius
    unit = Stream(stream.X / radius, stream.y)
    trials, none = len(stream), np.zeros(stream.dimension)
    best = BestComparator(none, hinge_family(unit, none, q), *_floor(signed, np.ones(trials), q))
    start = np.zeros(trials if q == 1 else stream.dimension)

    def excess(log: float) -> float:
        """Say on which side of the best lam this one is; keep the best of all that was seen."""
        nonlocal best, start
        lam = math.exp(log)
        u, weights, start = _least_loss(signed, lam, q, start)
        bound, (floor, proof) = hinge_family(unit, u, q), _floor(signed, weights, q)
        if bound.value < best.bound.value:
            best = best._replace(comparator=u, bound=bound)
        if floor > best.floor:
            best = best._replace(floor=floor, weights=proof)
        scale = bound.value ** (1 / q - 0.5) * bound.loss ** (1 - 1 / q)
        return float(lam * bound.norm - scale)

    high = math.log(trials) + 4
    if excess(high) > 0:  # otherwise u = 0 is best
        low = high
        while low > -14 and excess(low) > 0:
            low, high = low - 2, low
        if excess(low) < 0:  # otherwise the best comparator has no loss, or next to none
            brentq(excess, low, high, xtol=1e-9)
    u = best.comparator / radius
    return BestComparator(u, hinge_family(stream, u, q), best.floor, best.weights)


def _floor(signed: Floats, weights: Floats, q: float) -> tuple[float, Floats]:
    """Bound that no comparator is below, by these weights; instances of radius 1."""
    if weights.max() <= 0:
        return 0.0, weights
    a = weights / weights.max()
    length = float(np.linalg.norm(signed.T @ a))
    size = 1.0 if q == 1 else float((a ** (q / (q - 1))).sum() ** (1 - 1 / q))
    floors = [(a.sum() / size) ** q, (a.sum() / length) ** 2 if length > 0 else math.inf]
    return float(min(floors)), a


def _least_loss(
    signed: Floats, lam: float, q: float, start: Floats
) -> tuple[Floats, Floats, Floats]:
    """Minimize ``lam/2 ||u||**2 + L_q(u)/q``: the comparator, its weights, where to start next."""

    def dual(a: Floats) -> tuple[float, Floats]:
        v = signed.T @ a
        return v @ v / (2 * lam) - a.sum(), signed @ v / lam - 1

    def primal(u: Floats) -> tuple[float, Floats]:
        lack = np.maximum(0.0, 1 - signed @ u)
        return lam * u @ u / 2 + (lack**q).sum() / q, lam * u - signed.T @ lack ** (q - 1)

    limits = {"maxiter": 5000, "maxfun": 10000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 30}
    if q > 1:
        u = minimize(primal, start, jac=True, method="L-BFGS-B", options=limits).x
        return u, np.maximum(0.0, 1 - signed @ u) ** (q - 1), u
    a, box = start, [(0, 1)] * len(signed)
    for _ in range(30):  # the solver may stop early; starting it anew helps
        a = minimize(dual, a, jac=True, method="L-BFGS-B", bounds=box, options=limits).x
        u = signed.T @ a / lam
        if primal(u)[0] + dual(a)[0] < 1e-9 * len(signed):
            break
    return u, a, a
