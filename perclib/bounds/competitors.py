"""Comparators worth competing with: one has the largest margin, one the least value of a bound.

An interior-point solver, Clarabel (Goulart and Chen, 2024), finds both; for the largest margin
SciPy's non-negative least squares are tried first.  Both come with a certificate: what is returned
proves how near to the best it is, whatever the solver did.
"""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import clarabel
import numpy as np
from scipy import sparse
from scipy.optimize import linprog, nnls

from perclib._checks import Floats, instance_of, real
from perclib.bounds._conic import Row, above, kron, solve
from perclib.bounds.mistakes import HingeBound, hinge_family
from perclib.data import Stream, _exact

__all__ = [
    "BestComparator",
    "LargestMargin",
    "ZeroCombination",
    "best_comparator",
    "largest_margin",
    "zero_combination",
]


RANK = 1e-14  # singular values below this, relative to the largest, are rounding
ROUNDING = 1e-15  # a convex combination this short, relative to the radius, is zero
EXACT = 150  # examples of a relation that is solved in exact arithmetic
NEAR = 1e-9  # a relative gap that is small enough to stop at
STEPS = (0.9, 0.7, 0.5)  # how far the solver goes to the boundary, in one attempt after another
INSEPARABLE = (
    "stream: expected one that is separable through the origin, but no comparator was found that "
    "separates it; freund_schapire and hinge_family bound the mistakes on any data"
)


@dataclass(frozen=True, eq=False)
class LargestMargin:
    """A comparator of (nearly) the largest margin, and a proof of how near.

    It can be handed to a bound in place of its comparator.

    Parameters
    ----------
    comparator : array of shape (d,)
        A unit vector u, up to rounding.
    margin : float
        The margin of its direction, ``min_t y_t <u, x_t> / ||u||``, rounded down; above zero.
    ceiling : float
        An upper bound of the margin of every unit vector: the norm of a convex combination of the
        vectors ``y_t x_t``, rounded up.
    weights : array of shape (T,)
        The weights of this combination; their sum is 1 up to rounding.  They prove the ceiling: it
        is computed, in exact arithmetic, from the weights divided by their sum.
    """

    comparator: Floats
    margin: float
    ceiling: float
    weights: Floats


def largest_margin(stream: Stream) -> LargestMargin:
    """Find the unit comparator with the largest margin on a separable stream.

    For every unit vector u and all weights ``a_t >= 0`` that add up to 1,
    ``min_t y_t <u, x_t> <= sum_t a_t y_t <u, x_t> <= || sum_t a_t y_t x_t ||``.
    Both are equal for ``u = z / ||z||``, where z is the point nearest to the origin in the convex
    hull of the vectors ``y_t x_t``.

    Parameters
    ----------
    stream : Stream
        Separable through the origin; for separation with a bias: the lifted stream.

    Notes
    -----
    The problem ``min ||v||`` subject to ``y_t <v, x_t> >= 1`` is turned into one of non-negative
    least squares (Lawson and Hanson, Solving Least Squares Problems, chapter 23, 1974).  Where
    its solution leaves a gap, Clarabel solves the first problem in the coordinates of the singular
    vectors of X: there the constraints are well conditioned however the columns are scaled.
    Derived in chapter 4.

    Examples
    --------
    >>> found = largest_margin(Stream([[3, 4], [0, -5]], [1, -1]))
    >>> round(found.margin, 6), round(found.ceiling, 6)
    (4.743416, 4.743416)
    """
    _, signed = _scaled(stream)
    if not signed.any():
        raise ValueError(INSEPARABLE)
    u, attained, weights, ceiling = signed[0], -math.inf, np.ones(len(signed)), math.inf
    for a, v in _hull(signed):
        length = float(np.linalg.norm(a @ signed))
        if length < ROUNDING:
            raise ValueError(INSEPARABLE)
        if length < ceiling:
            weights, ceiling = a, length
        least = float((signed @ v).min() / np.linalg.norm(v))
        if least > attained:
            u, attained = v / np.linalg.norm(v), least
        if ceiling - attained < NEAR * ceiling:
            break
    exact = _exact.least_margin(stream.X, stream.y, u)
    if exact <= 0:
        raise ValueError(INSEPARABLE)
    margin = _exact.root_down(exact**2 / _exact.square(u))
    proved = _exact.root_up(_exact.combined_square(stream.X, stream.y, weights))
    return LargestMargin(u, _exact.down(margin), _exact.up(proved), weights)


def _hull(signed: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Give convex combinations that are nearly the shortest, and vectors of large margin."""
    system = np.vstack([signed.T, np.ones(len(signed))])
    try:  # the quick way; where X is badly scaled it is not near, or gives up
        multipliers, _ = nnls(system, np.append(np.zeros(signed.shape[1]), 1.0))
        yield multipliers / multipliers.sum(), multipliers @ signed
    except RuntimeError:
        pass
    left, sizes, right = _singular(signed)
    program: list[Row] = [({"v": -left}, -np.ones(len(left)), above(len(left)))]
    unit = float(sizes[-1])
    for step in STEPS:
        # With the margin as the unit the least value of the objective is 1/2.
        solution, multipliers = solve(program, {}, {"v": (unit / sizes) ** 2}, step)
        a = np.maximum(0.0, multipliers)
        if 0 < a.sum() < math.inf:
            a = a / a.sum()
            unit = float(np.linalg.norm(a @ signed))
            yield a, right.T @ (solution["v"] / sizes)
            yield a, a @ signed


@dataclass(frozen=True)
class ZeroCombination:
    """A proof that no comparator separates a stream through the origin.

    Some of the vectors ``y_t x_t``, each taken a whole number of times, add up to exactly zero.  So
    do their signed margins for every comparator, and not all of these margins can be above zero.

    Parameters
    ----------
    rounds : tuple of int
        Which examples, counted from 0.
    times : tuple of int
        How many times each is taken, at least once; whole numbers of any size.
    """

    rounds: tuple[int, ...]
    times: tuple[int, ...]


def zero_combination(stream: Stream) -> ZeroCombination | None:
    """Find examples whose vectors ``y_t x_t``, some of them several times, add up to zero.

    By Gordan's theorem (1873) there are such examples if and only if no comparator separates the
    stream through the origin.

    Parameters
    ----------
    stream : Stream
        For separation with a bias: the lifted stream.

    Returns
    -------
    ZeroCombination or None
        None if none was found that is zero in exact arithmetic, or if it takes more than 150
        examples, where exact arithmetic is slow.

    Notes
    -----
    The simplex method (HiGHS) finds a vertex of the set of convex combinations that are zero.  The
    vectors with a positive weight there satisfy one linear relation and no other; SymPy solves for
    it in fractions, exactly.

    Examples
    --------
    >>> zero_combination(Stream([[1, 0], [0, 2], [3, 1]], [1, 1, -1]))
    ZeroCombination(rounds=(0, 1, 2), times=(6, 1, 2))
    """
    from sympy import QQ  # imported here: only this function needs it, and it takes a while
    from sympy.polys.matrices import DomainMatrix

    _, signed = _scaled(stream)
    columns = abs(signed).max(axis=0)  # their scale changes no relation
    signed = signed / np.where(columns > 0, columns, 1.0)
    sums = np.vstack([signed.T, np.ones(len(signed))])
    ends = np.append(np.zeros(stream.dimension), 1.0)
    found = linprog(np.zeros(len(signed)), A_eq=sums, b_eq=ends, method="highs-ds")
    rounds = np.flatnonzero(found.x > 0) if found.status == 0 else np.zeros(0, int)
    if not 0 < len(rounds) <= EXACT:
        return None
    vectors = _exact.dyadic(stream.X[rounds].astype(np.float64)).numerators.T
    table = [[QQ(int(entry)) for entry in row] for row in vectors * stream.y[rounds].astype(object)]
    relations = DomainMatrix(table, vectors.shape, QQ).nullspace().to_list()
    if len(relations) != 1:
        return None
    relation = [Fraction(int(a.numerator), int(a.denominator)) for a in relations[0]]
    common = math.lcm(*(a.denominator for a in relation))
    whole = [int(a * common) for a in relation]
    divisor = math.gcd(*whole) * (1 if whole[0] > 0 else -1)
    times = tuple(a // divisor for a in whole)
    return ZeroCombination(tuple(rounds.tolist()), times) if min(times) > 0 else None


class BestComparator(NamedTuple):
    """A comparator for which a hinge bound is (nearly) the least, and a proof of how near.

    Parameters
    ----------
    comparator : array of shape (d,)
        The best one that was found.
    bound : HingeBound
        Its bound, `perclib.bounds.mistakes.hinge_family`.
    floor : float
        A lower limit of the bounds of all comparators, up to rounding.
    weights : array of shape (T,)
        Numbers ``a_t >= 0`` that prove the floor.
    """

    comparator: Floats
    bound: HingeBound
    floor: float
    weights: Floats


def best_comparator(stream: Stream, q: float) -> BestComparator:
    """Find the comparator with the least bound of the hinge family on a stream.

    For all weights ``a_t >= 0``, not all zero, and every comparator, the bound is at least::

        min((sum a / ||a||_p)**q, (R sum a / ||sum_t a_t y_t x_t||)**2)

    where ``1/p + 1/q = 1``, and the second number is infinite if the sum in it is zero; the
    minimum is called the floor of the weights.  The largest floor equals
    the least bound, so the floor and the bound that are returned tell how near to the global
    minimum the comparator is, whatever the solver did.

    Parameters
    ----------
    stream : Stream
        All trials, repeats included.  For a learner with a bias: the lifted stream.
    q : float
        The power, at least 1.

    Notes
    -----
    With weights that add up to 1 the floor is at least k when ``||a||_p <= k**(-1/q)`` and
    ``||sum_t a_t y_t x_t|| <= R k**(-1/2)``.  Let s be ``k**(-1/q)`` for ``q <= 2`` and
    ``k**(-1/2)`` for larger q: both conditions are convex in a and s together, so a conic program
    finds the largest floor.  Its dual, which is solved, gives the comparator.  Derived in chapter
    6.

    Examples
    --------
    >>> found = best_comparator(Stream([[1]] * 9, [1] * 8 + [-1]), q=1)
    >>> round(found.bound.value, 3), round(found.floor, 3)
    (4.0, 4.0)
    """
    q = real("q", q, low=1)
    scale, signed = _scaled(stream)
    none = np.zeros(stream.dimension)
    best = BestComparator(
        none, hinge_family(stream, none, q), *_floor(signed, np.ones(len(stream)), q)
    )
    if not signed.any():
        return best
    for direction, weights in _dual(signed, q):
        with np.errstate(over="ignore"):  # the bound refuses what is not finite
            u = direction / scale
        with suppress(ValueError):  # what no float holds is no candidate
            bound = hinge_family(stream, u, q)
            if bound.value < best.bound.value:
                best = best._replace(comparator=u, bound=bound)
        if np.isfinite(weights).all():
            floor, proof = _floor(signed, weights, q)
            if floor > best.floor:
                best = best._replace(floor=floor, weights=proof)
        if best.bound.value - best.floor < NEAR * best.bound.value:
            break
    return best


def _scaled(stream: Stream) -> tuple[float, Floats]:
    """Radius (1 if it is zero), and the vectors y x divided by it."""
    instance_of("stream", stream, Stream, "make one with Stream(X, y)")
    if stream.sparse:
        raise ValueError(
            "stream: expected dense instances; use Stream(stream.X.toarray(), stream.y)"
        )
    scale = stream.radius or 1.0
    return scale, stream.y[:, None] * (stream.X / scale)


def _singular(signed: Floats) -> tuple[Floats, Floats, Floats]:
    """Decompose into ``left * sizes @ right``, with columns of `left` of mean square 1."""
    left, sizes, right = np.linalg.svd(signed, full_matrices=False)
    keep, root = sizes > RANK * sizes[0], math.sqrt(len(signed))
    return root * left[:, keep], sizes[keep] / root, right[keep]


def _floor(signed: Floats, weights: Floats, q: float) -> tuple[float, Floats]:
    """Bound that no comparator is below, by these weights; instances of radius 1."""
    a = np.maximum(0.0, weights)
    if a.max() <= 0:
        return 0.0, a
    a = a / a.max()
    length = float(np.linalg.norm(a @ signed))
    size = 1.0 if q == 1 else float((a ** (q / (q - 1))).sum() ** (1 - 1 / q))
    floors = [(a.sum() / size) ** q, (a.sum() / length) ** 2 if length > 0 else math.inf]
    return float(min(floors)), a


def _dual(signed: Floats, q: float) -> Iterator[tuple[Floats, Floats]]:
    """Solve the dual of the largest floor, and give comparators and weights.

    The variables are a multiple v of the comparator, in the coordinates of the singular vectors,
    its losses g, the level nu that takes the place of margin 1, the norms N of the one and G of
    the others, a number b, which the last cone ties to the norms, and r, which splits the q-norm
    into cones of three numbers.  Equal weights have norm 1.
    """
    left, sizes, right = _singular(signed)
    (trials, rank), root, unit = left.shape, math.sqrt(len(left)), len(left) ** (1 / q)
    each, one, ones = sparse.eye_array(trials), np.eye(1), np.ones((trials, 1))
    first, second, third = np.eye(3)[:, :, None]
    program: list[Row] = [
        ({"v": -root * left, "g": -unit * each, "nu": ones}, np.zeros(trials), above(trials)),
        ({"g": -each}, np.zeros(trials), above(trials)),
        ({"N": np.vstack([-one, np.zeros((rank, 1))]),
          "v": np.vstack([np.zeros((1, rank)), -np.diag(1 / sizes)])},
         np.zeros(rank + 1), [clarabel.SecondOrderConeT(rank + 1)]),
    ]  # fmt: skip
    if q == 1:  # G is the sum of the losses
        program.append(({"G": -one, "g": ones.T}, np.zeros(1), above(1)))
    elif q == 2:
        norm = {"G": np.vstack([-one, 0 * ones]), "g": sparse.vstack([0 * ones.T, -each])}
        program.append((norm, np.zeros(trials + 1), [clarabel.SecondOrderConeT(trials + 1)]))
    else:
        program.append(({"G": -one, "r": ones.T}, np.zeros(1), [clarabel.ZeroConeT(1)]))
        triples = {"r": -kron(each, first), "G": -kron(ones, second),
                   "g": -kron(each, third)}  # fmt: skip
        program.append((triples, np.zeros(3 * trials), [clarabel.PowerConeT(1 / q)] * trials))
    large, small = ("G", "N") if q <= 2 else ("N", "G")
    share, objective = min(q / 2, 2 / q), {"nu": -1.0, "b": 1.0}
    if q == 1:  # 2 sqrt((1 - G) b) >= N
        tied = {large: first + second, "b": second - first, small: -third}
        program.append((tied, (first + second)[:, 0], [clarabel.SecondOrderConeT(3)]))
    elif q == 2:
        del objective["b"]
        program.append(({"G": one, "N": one}, np.ones(1), above(1)))
    else:  # ((1 - large)/share)**share (b/(1 - share))**(1 - share) >= small
        tied = {large: first / share, "b": -second / (1 - share), small: -third}
        program.append((tied, first[:, 0] / share, [clarabel.PowerConeT(share)]))
    for step in STEPS:
        found, multipliers = solve(program, objective, {}, step)
        with np.errstate(all="ignore"):  # where nu is zero the caller sees it
            yield right.T @ (found["v"] / sizes) * root / found["nu"], multipliers[:trials]
