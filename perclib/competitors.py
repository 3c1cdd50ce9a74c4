"""Comparators worth competing with: the one of the largest margin."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import nnls

from perclib._checks import Floats
from perclib.streams import Stream


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
    The largest margin is therefore the distance of the convex hull of the vectors ``y_t x_t``
    from the origin, and both sides of it are returned.

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
        If no comparator was found that separates the stream.

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
    total = multipliers.sum()
    # The residual's last entry is total - 1, so v = nearest / (1 - total) has the least norm.
    nearest = signed.T @ multipliers
    length = float(np.linalg.norm(nearest))
    margin = float((signed @ nearest).min()) / length if length > 0 else 0.0
    if margin <= 0:
        raise ValueError("stream: expected one that is separable through the origin, "
                         "no separating comparator was found")  # fmt: skip
    weights = multipliers / total
    ceiling = float(np.linalg.norm(signed.T @ weights))
    scale = stream.radius
    return LargestMargin(nearest / length, margin * scale, ceiling * scale, weights)
