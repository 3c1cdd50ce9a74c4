"""Mistake bounds, each returned together with the quantities it is made of.

A bound is a function of the data and of a comparator.  It refuses data on which its theorem's
hypotheses fail, and says which example fails them.  Values are computed in floating point: where
a bound is met exactly, the last digits may fall below it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from perclib._checks import Floats, at_least, positive, reals
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
        What was asked of the comparator, ``y_t <u, x_t> >= margin``; the margin of chapter 4 where
        the norm is 1.
    slack : float
        D, the norm over all trials of what the comparator lacks of that margin; 0 for a bound
        that allows no lack.
    """

    value: float
    radius: float
    norm: float
    margin: float
    slack: float = 0.0


def block_novikoff(stream: Stream, comparator: ArrayLike, margin: float | None = None) -> Bound:
    """Block-Novikoff bound on separable data, ``(R ||u|| / margin)**2``.

    It holds for the perceptron from a zero start, with any step size and tie rule, in any number
    of trials.

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


def slacks(stream: Stream, comparator: ArrayLike, margin: float) -> Floats:
    """Slack of every trial, ``d_t = max(0, margin - y_t <u, x_t>)``.

    Parameters
    ----------
    stream : Stream
        An example that comes up again is another trial, with the same slack once more.
    comparator : array_like of shape (d,)
        u, of any norm.
    margin : float
        Above zero.

    Returns
    -------
    array of shape (T,)

    Raises
    ------
    ValueError
        If the comparator has another dimension than the stream or the margin is not above zero.

    Notes
    -----
    Freund and Schapire (1999); drawn in chapter 5.

    Examples
    --------
    >>> slacks(Stream([[1, 0], [3, 0]], [1, -1]), comparator=[1, 0], margin=2).tolist()
    [1.0, 5.0]
    """
    u = reals("comparator", comparator, ndim=1)
    if len(u) != stream.dimension:
        raise ValueError(f"comparator: expected shape ({stream.dimension},), got ({len(u)},)")
    positive("margin", margin)
    return np.asarray(np.maximum(0.0, margin - stream.y * (stream.X @ u)))


def freund_schapire(stream: Stream, comparator: ArrayLike, margin: float) -> Bound:
    """Freund-Schapire bound on any data, ``((R ||u|| + D) / margin)**2``.

    D is the norm of the slacks ``d_t = max(0, margin - y_t <u, x_t>)`` of all trials.  The bound
    holds for the perceptron from a zero start, with any step size and any tie rule, for every
    comparator and every margin above zero, however they were chosen.

    Parameters
    ----------
    stream : Stream
        All trials, repeats included.  For a learner with a bias: the lifted stream.
    comparator : array_like of shape (d,)
        u, of any norm, zero included.
    margin : float
        Above zero.  Multiplying comparator and margin by the same number changes nothing.

    Returns
    -------
    Bound

    Raises
    ------
    ValueError
        If the comparator has another dimension than the stream or the margin is not above zero.

    Notes
    -----
    Freund and Schapire (1999), for comparators of norm one; proved for all in chapter 5.  With
    no slack it is `block_novikoff`.

    Examples
    --------
    >>> freund_schapire(Stream([[1], [1]], [1, -1]), comparator=[1], margin=1)
    Bound(value=9.0, radius=1.0, norm=1.0, margin=1, slack=2.0)
    """
    slack = float(np.linalg.norm(slacks(stream, comparator, margin)))
    norm = float(np.linalg.norm(comparator))
    value = ((stream.radius * norm + slack) / margin) ** 2
    return Bound(value, stream.radius, norm, margin, slack)


@dataclass(frozen=True, kw_only=True)
class HingeBound(Bound):
    """A member of the family of hinge bounds, with margin 1 asked of its comparator.

    Parameters
    ----------
    loss : float
        L_q, the sum over all trials of the comparator's q-hinge losses.
    q : float
        The power, at least 1.
    """

    loss: float
    q: float

    @property
    def relaxed(self) -> float:
        """What Young's inequality makes of the bound: at least as large, and in closed form.

        It is the corrected Theorem 2 of Orabona (2019), solved for the mistakes:
        ``(q B / 2 + sqrt((q B / 2)**2 + L_q))**2`` with ``B = R ||u||``.  It equals `value` for
        ``q = 1`` and for ``B = 0``, and is at most ``q**2`` times as large (chapter 7).
        """
        half = self.q * self.radius * self.norm / 2
        return (half + math.hypot(half, math.sqrt(self.loss))) ** 2


def hinge_family(stream: Stream, comparator: ArrayLike, q: float) -> HingeBound:
    """Bound on any data by the q-hinge losses of a comparator.

    It is the largest number k with ``k <= B sqrt(k) + k**(1 - 1/q) L_q**(1/q)``, where
    ``B = R ||u||`` and L_q is the sum of ``max(0, 1 - y_t <u, x_t>)**q`` over all trials.  It
    holds for the perceptron from a zero start, with any step size and any tie rule, for every
    comparator and every power, however they were chosen.

    Parameters
    ----------
    stream : Stream
        All trials, repeats included.  For a learner with a bias: the lifted stream.
    comparator : array_like of shape (d,)
        u, of any norm, zero included.
    q : float
        The power, at least 1.

    Returns
    -------
    HingeBound

    Raises
    ------
    ValueError
        If the comparator has another dimension than the stream or `q` is not a finite number of
        at least 1.

    Notes
    -----
    Proved in chapter 7.  Without loss it is `block_novikoff`; ``q = 1`` is the bound that
    Orabona (2019) attributes to Gentile (2003), ``(B/2 + sqrt(B**2/4 + L_1))**2``; ``q = 2`` is
    `freund_schapire` at margin 1, ``(B + sqrt(L_2))**2``.  For other powers the root is found
    numerically and then moved up until ``k (1 - B/sqrt(k))**q``, which increases in k, is seen
    to be at least L_q with the rounding of its evaluation counted against it.

    Examples
    --------
    >>> stream = Stream([[1], [1]], [1, -1])
    >>> [hinge_family(stream, comparator=[1], q=q).value for q in (1, 2)]
    [4.0, 9.0]
    """
    lack = slacks(stream, comparator, 1)
    at_least("q", q, 1)
    norm = float(np.linalg.norm(comparator))
    with np.errstate(over="ignore"):
        loss = float((lack**q).sum())
    if not math.isfinite(loss):
        raise ValueError(f"q: expected a power whose losses are finite numbers, got {q}")
    value = hinge_value(stream.radius * norm, loss, q)
    slack = float(np.linalg.norm(lack))
    return HingeBound(value, stream.radius, norm, 1.0, slack, loss=loss, q=q)


def hinge_value(b: float, loss: float, q: float) -> float:
    """Solve the inequality behind `hinge_family` for the number of mistakes.

    Parameters
    ----------
    b : float
        ``R ||u||``, at least 0.
    loss : float
        L_q, at least 0.
    q : float
        The power, at least 1.

    Returns
    -------
    float
        The largest number k with ``k <= b sqrt(k) + k**(1 - 1/q) loss**(1/q)``; for powers other
        than 1 and 2 not below it, and for powers up to 100 above it by a relative 1e-11 at most.

    Raises
    ------
    ValueError
        If a number is out of its range.

    Examples
    --------
    >>> [round(hinge_value(b=1, loss=4, q=q), 6) for q in (1, 1.5, 2)]
    [6.561553, 7.783826, 9.0]
    """
    for name, number, least in (("b", b, 0), ("loss", loss, 0), ("q", q, 1)):
        at_least(name, number, least)
    if loss == 0:
        return b**2
    if b == 0:
        return loss
    if q == 1:
        return (b / 2 + math.hypot(b / 2, math.sqrt(loss))) ** 2
    if q == 2:
        return (b + math.sqrt(loss)) ** 2

    def above(c: float, low: float = 0.0) -> float:
        """Say how far the root c of k is above the solution: c**(2/q) (1 - b/c) - loss**(1/q)."""
        part = max(0.0, 1 - b / c - low)
        return float(c ** (2 / q) * part * (1 - low) - loss ** (1 / q) * (1 + low))

    # A root is above b, and Young's inequality gives an upper end.
    high = (q * b / 2 + math.hypot(q * b / 2, math.sqrt(loss))) * (1 + 1e-9)
    root = float(brentq(above, b, high, xtol=1e-300, rtol=1e-15))
    step = 2.0**-50
    while above(root, low=2.0**-48) < 0:
        root *= 1 + step
        step *= 2
    return root**2 * (1 + 2.0**-51)
