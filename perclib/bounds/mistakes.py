"""Mistake bounds, each returned together with the quantities it is made of.

A bound is a function of the data and of a comparator.  Data that violate a hypothesis of its
theorem are refused; the message names the first such example.

Each bound is computed in exact arithmetic and rounded up once, to the least float that is not below
it; for powers other than 1 and 2, to this float or slightly above it.  So a run whose scores have
the signs of exact arithmetic makes at most ``int(bound.value)`` mistakes.  Rounding can change the
sign of a score that is tiny compared with its terms.  A bound that exceeds all floats is refused.

Each function also accepts the parts of a long stream (`perclib.data.chunks.Chunks`), which it reads
one at a time.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Floats, Labels, instance_of, positive, real, vector
from perclib.data import Chunks, Stream, _exact

__all__ = [
    "Bound",
    "HingeBound",
    "block_novikoff",
    "freund_schapire",
    "hinge_family",
    "hinge_value",
    "slacks",
]


@dataclass(frozen=True)
class Bound:
    """A bound on the number of mistakes of a run over one stream.

    Parameters
    ----------
    value : float
        The bound: at most this many mistakes are made, unless rounding changes the sign of a score.
    radius : float
        R, the largest norm of an instance, rounded up.
    norm : float
        Norm of the comparator, rounded up.
    margin : float
        The required margin, ``y_t <u, x_t> >= margin``; the margin of chapter 4 if the norm is 1.
    slack : float
        D, the norm of the slacks of all trials (by how much each falls short of that margin),
        rounded up; 0 for a bound that allows no slack.
    """

    value: float
    radius: float
    norm: float
    margin: float
    slack: float = 0.0


def block_novikoff(stream: Stream | Chunks, comparator: ArrayLike) -> Bound:
    """Block-Novikoff bound on separable data, ``(R ||u|| / margin)**2``.

    The margin is the least signed margin of the comparator, ``min_t y_t <u, x_t>``, exactly; the
    ``margin`` of the bound is this number, rounded down.  The bound holds for the perceptron from a
    zero start, with any step size and tie rule, in any number of trials.

    Parameters
    ----------
    stream : Stream, or Chunks
        All trials, repeats included.  For a learner with a bias: the lifted stream.
    comparator : array_like of shape (d,), or LargestMargin
        u, of any norm but zero, or an object that carries a comparator.

    Notes
    -----
    Block (1962) and Novikoff (1962); proved in chapter 4.

    Examples
    --------
    >>> stream = Stream([[3, 4], [0, -5]], [1, -1])
    >>> block_novikoff(stream, comparator=[0, 2]).value
    1.5625
    """
    u = _comparator(stream, comparator)
    least = min(_exact.least_margin(X, y, u) for _, X, y in _blocks(stream))
    if least <= 0:
        _refuse_margin(stream, u)
    margin = _exact.down(least)
    if margin == 0:
        raise ValueError(
            "comparator: its margin is too small for a float; multiply the comparator by 1e300"
        )
    square = _exact.square(u)
    value = finite_bound(stream.radius_square * square / least**2)
    return Bound(value, stream.radius, _root(square, "the comparator's norm"), margin)


def _comparator(stream: Stream | Chunks, comparator: ArrayLike) -> Floats:
    """Check the stream and the comparator of a bound."""
    if not isinstance(stream, Chunks):
        instance_of("stream", stream, Stream, "make one with Stream(X, y)")
    u = vector("comparator", comparator, stream.dimension)
    if np.abs(u).max() > 1e140:
        raise ValueError("comparator: expected no entry above 1e140; rescale it")
    return u


def _blocks(stream: Stream | Chunks) -> Iterator[tuple[int, Any, Labels]]:
    """Yield one pass of a stream in blocks, each with the number of trials before it."""
    first = 0
    for part in [stream.once()] if isinstance(stream, Stream) else stream:
        for rounds, X in part.blocks():
            yield first + rounds.start, X, part.y[rounds]
        first += len(part)


def _passes(stream: Stream | Chunks) -> int:
    """How often a stream goes through what `_blocks` yields."""
    return stream.passes if isinstance(stream, Stream) else 1


def _refuse_margin(stream: Stream | Chunks, u: Floats) -> None:
    """Say which example is the first to fail the hypothesis of `block_novikoff`."""
    for first, X, y in _blocks(stream):
        signed = _exact.dot(X, y, u)
        for t in range(len(y)):
            if signed.fraction(t) <= 0:
                raise ValueError(
                    "stream: expected y <u, x> above 0 in every round, got "
                    f"{float(signed.fraction(t)):g} in row {first + t}"
                )


def _root(square: Fraction, what: str) -> float:
    """Round a square root up, and refuse it if it is too large for a float."""
    return finite_bound(_exact.root_up(square), what)


def finite_bound(exact: Fraction, what: str = "the bound") -> float:
    """Round a number up, and refuse it if it is too large for a float."""
    rounded = _exact.up(exact)
    if math.isinf(rounded):
        raise ValueError(f"stream, comparator: expected {what} to be a finite float, got infinity")
    return rounded


def slacks(stream: Stream | Chunks, comparator: ArrayLike, margin: float) -> Floats:
    """Slack of every trial, ``d_t = max(0, margin - y_t <u, x_t>)``, rounded up.

    Parameters
    ----------
    stream : Stream, or Chunks
        An example that comes up again is another trial, with the same slack once more.
    comparator : array_like of shape (d,)
        u, of any norm.
    margin : float
        Above zero.

    Notes
    -----
    Freund and Schapire (1999); drawn in chapter 5.

    Examples
    --------
    >>> stream = Stream([[1, 0], [3, 0]], [1, -1])
    >>> slacks(stream, comparator=[1, 0], margin=2).tolist()
    [1.0, 5.0]
    """
    u = _comparator(stream, comparator)
    margin = positive("margin", margin)
    parts = []
    for _, X, y in _blocks(stream):
        rows, lacks = _exact.shortfalls(X, y, u, margin)
        parts.append(np.zeros(len(y)))
        parts[-1][rows] = _exact.each_up(lacks)
    short = np.tile(np.concatenate(parts), _passes(stream))
    if not np.isfinite(short).all():
        raise ValueError("stream, comparator: expected slacks to be finite floats, got infinity")
    return short


def freund_schapire(stream: Stream | Chunks, comparator: ArrayLike, margin: float) -> Bound:
    """Freund-Schapire bound on any data, ``((R ||u|| + D) / margin)**2``.

    D is the norm of the slacks ``d_t = max(0, margin - y_t <u, x_t>)`` of all trials.  The bound
    holds for the perceptron from a zero start, with any step size and any tie rule, for every
    comparator and every margin above zero, however they were chosen.

    Parameters
    ----------
    stream, comparator
        As in `block_novikoff`; the comparator may be zero.
    margin : float
        Above zero.  Multiplying comparator and margin by the same number changes nothing.

    Notes
    -----
    Freund and Schapire (1999), for comparators of norm one; proved for all in chapter 5.  With
    no slack it is `block_novikoff` at the same margin.

    Examples
    --------
    >>> freund_schapire(Stream([[1], [1]], [1, -1]), comparator=[1], margin=1)
    Bound(value=9.0, radius=1.0, norm=1.0, margin=1.0, slack=2.0)
    """
    margin = positive("margin", margin)
    value, norm, slack, _ = _family(stream, comparator, margin, 2)
    return Bound(value, stream.radius, norm, margin, slack)


def _family(
    stream: Stream | Chunks, comparator: ArrayLike, margin: float, q: float
) -> tuple[float, float, float, Fraction]:
    """Value of the bound by the q-th powers of the slacks, norm, norm of the slacks, and sum."""
    u = _comparator(stream, comparator)
    square, d_square, losses = _exact.square(u), Fraction(0), Fraction(0)
    for _, X, y in _blocks(stream):
        _, lacks = _exact.shortfalls(X, y, u, margin)
        losses += _exact.powers(lacks, q)
        d_square += _exact.squares(lacks)
    losses, d_square = losses * _passes(stream), d_square * _passes(stream)
    root = _exact.family_root(stream.radius_square * square, losses, q)
    value = finite_bound(root / Fraction(margin) ** 2)
    norm, slack = _root(square, "the comparator's norm"), _root(d_square, "the slack")
    return value, norm, slack, losses


@dataclass(frozen=True, kw_only=True)
class HingeBound(Bound):
    """A member of the family of hinge bounds, with margin 1 asked of its comparator.

    Parameters
    ----------
    loss : float
        :math:`L_q`, the sum over all trials of the comparator's q-hinge losses.
    q : float
        The power, at least 1.
    """

    loss: float
    q: float


def hinge_family(stream: Stream | Chunks, comparator: ArrayLike, q: float) -> HingeBound:
    """Bound on any data by the q-hinge losses of a comparator.

    It is the largest number k with ``k <= B sqrt(k) + k**(1 - 1/q) L_q**(1/q)``, where
    ``B = R ||u||`` and :math:`L_q` is the sum of ``max(0, 1 - y_t <u, x_t>)**q`` over all trials.
    It holds for the perceptron from a zero start, with any step size and any tie rule, for every
    comparator and every power, however they were chosen.

    Parameters
    ----------
    stream, comparator
        As in `freund_schapire`.
    q : float
        The power, at least 1.

    Notes
    -----
    Proved in chapter 6.  Without loss it is `block_novikoff` at margin 1; ``q = 1`` is the bound
    that Orabona (2019) attributes to Gentile (2003), ``(B/2 + sqrt(B**2/4 + L_1))**2``; ``q = 2``
    is `freund_schapire` at margin 1, ``(B + sqrt(L_2))**2``.  For other powers the losses are
    rounded up, and k is computed in 40 digits and raised until a check shows that it is not below
    the exact number; the value exceeds that number by a relative ``q * 1e-14`` at most.

    Examples
    --------
    >>> stream = Stream([[1], [1]], [1, -1])
    >>> [hinge_family(stream, comparator=[1], q=q).value for q in (1, 2)]
    [4.0, 9.0]
    """
    q = real("q", q, 1, 1000)
    value, norm, slack, losses = _family(stream, comparator, 1.0, q)
    loss = finite_bound(losses, "the loss")
    return HingeBound(value, stream.radius, norm, 1.0, slack, loss=loss, q=q)


def hinge_value(b: float, loss: float, q: float) -> float:
    """Solve the inequality behind `hinge_family` for the number of mistakes.

    Parameters
    ----------
    b : float
        ``R ||u||``, at least 0.
    loss : float
        :math:`L_q`, at least 0.
    q : float
        The power, at least 1.

    Returns
    -------
    float
        The largest number k with ``k <= b sqrt(k) + k**(1 - 1/q) loss**(1/q)``, rounded up: to
        the least float not below k for powers 1 and 2, and for other powers up to 100 to a float
        above k by a relative 1e-15 at most.

    Notes
    -----
    Derived in chapter 6.

    Examples
    --------
    >>> [round(hinge_value(b=1, loss=4, q=q), 6) for q in (1, 1.5, 2)]
    [6.561553, 7.783826, 9.0]
    """
    b, loss, q = real("b", b, low=0), real("loss", loss, low=0), real("q", q, 1, 1000)
    return finite_bound(_exact.family_root(Fraction(b) ** 2, Fraction(loss), q))
