"""Mistake bounds, each returned together with the quantities it is made of.

A bound is a function of the data and of a comparator.  It refuses data on which its theorem's
hypotheses fail, and says which example fails them; so a bound that is printed is a bound that
holds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import positive, reals
from perclib.streams import Stream


@dataclass(frozen=True)
class Bound:
    """A bound on the number of mistakes of a run over one stream.

    Parameters
    ----------
    value : float
        The bound: the run makes at most this many mistakes.
    radius : float
        R, the largest norm of an instance.
    norm : float
        Norm of the comparator.
    margin : float
        Margin that was asked of the comparator: ``y_t <u, x_t> >= margin``.
    """

    value: float
    radius: float
    norm: float
    margin: float


def block_novikoff(stream: Stream, comparator: ArrayLike, margin: float | None = None) -> Bound:
    """Block-Novikoff bound on separable data, ``(R ||u|| / margin)**2``.

    It holds for the perceptron from a zero start, with any step size, in any number of trials,
    when no tie counts as right (tie rules "mistake", "plus" and "minus").

    Parameters
    ----------
    stream : Stream
        For a learner with a bias: the lifted stream.
    comparator : array_like of shape (d,)
        u, of any norm but zero.
    margin : float, optional
        By default the largest number the comparator attains, ``min_t y_t <u, x_t>``.

    Returns
    -------
    Bound

    Raises
    ------
    ValueError
        If the margin is not above zero or an example has less of it; the message names the first
        such example.

    Notes
    -----
    Block (1962) and Novikoff (1962); proved in chapter 4.

    Examples
    --------
    >>> block_novikoff(Stream([[3, 4], [0, -5]], [1, -1]), comparator=[0, 2]).value
    1.5625
    """
    u = reals("comparator", comparator, ndim=1)
    if len(u) != stream.dimension:
        raise ValueError(f"comparator: expected shape ({stream.dimension},), got ({len(u)},)")
    signed = stream.y * (stream.X @ u)
    asked = float(signed.min()) if margin is None else margin
    if margin is not None:
        positive("margin", margin)
    lacking = np.flatnonzero((signed < asked) | (signed <= 0))
    if lacking.size:
        t, least = int(lacking[0]), "above 0" if margin is None else f"of at least {margin:g}"
        raise ValueError(
            f"stream: expected y <u, x> {least} in every round, got {signed[t]:g} for example {t}"
        )
    norm = float(np.linalg.norm(u))
    return Bound((stream.radius * norm / asked) ** 2, stream.radius, norm, asked)
