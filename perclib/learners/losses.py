"""Losses of a real-valued score against a label, with their slopes.

A score is ``f = <w, x>``.  A loss that depends on ``w`` through the score alone has the subgradient
``slope(f, y) * x`` in ``w``: the chain rule, checked in chapter 3.

All functions work elementwise, on a single score or all scores of a run, with labels -1 and +1;
`squared` and `absolute` take any real labels.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from perclib._checks import one_of, real

__all__ = [
    "TIES",
    "Loss",
    "Tie",
    "absolute",
    "hinge",
    "logistic",
    "perceptron",
    "predict",
    "squared",
    "zero_one",
]


Tie = Literal["mistake", "plus", "minus", "correct"]
"""The rule for a score of exactly zero, named by one of four words; see `predict`."""

TIES: tuple[Tie, ...] = get_args(Tie)


def predict(score: ArrayLike, tie: Tie = "mistake") -> Any:
    """Label that a score stands for: its sign, with a rule for zero.

    Parameters
    ----------
    score : array_like of float
    tie : {"mistake", "plus", "minus", "correct"}
        The label of a zero score.  "plus": +1 (Ng's notes); "minus": -1; the other two predict
        neither label and return 0.  By "mistake", the book's rule, a tie is a mistake, since a
        run starts at ``w = 0``; by "correct", the strict rule ``y f < 0``, no tie is a mistake.

    Notes
    -----
    Derived in chapter 3, section "The algorithm".

    Examples
    --------
    >>> [int(predict(0.0, tie)) for tie in TIES]
    [0, 1, -1, 0]
    """
    one_of("tie", tie, TIES)
    signs = np.sign(score).astype(np.int64)
    return np.where(signs == 0, {"plus": 1, "minus": -1}.get(tie, 0), signs)[()]


def zero_one(score: Any, label: Any, tie: Tie = "mistake") -> Any:
    """Zero-one loss: whether a round is a mistake, or each of many rounds.

    With the book's rule this is the indicator of ``y f <= 0``; with "correct" of ``y f < 0``;
    with "plus" and "minus" of ``predict(f, tie) != y``.

    Notes
    -----
    Defined in chapter 1; chapter 3, section "Four rules for a tie", shows what each rule does.

    Examples
    --------
    >>> zero_one(0.0, +1), zero_one(0.0, +1, "plus"), zero_one(0.0, -1, "plus")
    (True, False, True)
    """
    if isinstance(score, float):  # one round costs no array
        signed = label * score
        return bool(signed < 0 or (signed == 0 and tied_mistake(label, tie)))
    scores, plus = np.asarray(score), np.asarray(label) > 0
    low = scores <= 0 if tied_mistake(1, tie) else scores < 0
    high = scores >= 0 if tied_mistake(-1, tie) else scores > 0
    return (plus & low) | (high & ~plus)


def tied_mistake(label: float, tie: Tie) -> bool:
    """Whether a score of zero is a mistake on a label."""
    one_of("tie", tie, TIES)
    return tie == "mistake" or tie == ("minus" if label > 0 else "plus")


class Loss(NamedTuple):
    """A loss of a score and a label, and its slope in the score.

    Call it for the value: ``loss(score, label)``.

    Parameters
    ----------
    name : str
        For legends.
    value : callable
        ``(score, label) -> loss``, elementwise.
    slope : callable
        ``(score, label) -> one subgradient of the loss in the score``, elementwise; the loss's
        own documentation says which one it is at a kink.
    real_labels : bool
        Whether labels may be any finite real numbers, not only -1 and +1.

    Notes
    -----
    Chapter 1 defines losses, chapter 3 their slopes.
    """

    name: str
    value: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    real_labels: bool = False

    def __call__(self, score: Any, label: Any) -> Any:
        """Value of the loss."""
        return self.value(score, label)

    def __repr__(self) -> str:
        """Return the name: functions print their places in memory."""
        return self.name


def _perceptron_value(score: Any, label: Any) -> Any:
    return np.maximum(0.0, -label * score)


def _perceptron_slope(score: Any, label: Any) -> Any:
    return np.where(label * score <= 0, -label, 0)[()]


perceptron = Loss("perceptron loss", _perceptron_value, _perceptron_slope)
"""Perceptron loss ``max(0, -y f)``, the distance by which the score misses the right side.

Its slope in the score is ``-y`` on a mistake and 0 elsewhere.
At the kink ``f = 0`` every number between ``-y`` and 0 is a subgradient; this one is ``-y``, so
that a learner that starts at zero moves (chapter 3).
"""


def _logistic_value(score: Any, label: Any) -> Any:
    return np.logaddexp(0.0, -label * score)


def _logistic_slope(score: Any, label: Any) -> Any:
    return -label * expit(-label * score)


logistic = Loss("logistic loss", _logistic_value, _logistic_slope)
"""Logistic loss ``log(1 + exp(-y f))``, smooth, so its slope is its derivative.

In exact arithmetic its slope is zero nowhere, so a learner that descends on it moves in every
round with x other than zero, until the slope is too small for a float.
"""


def _squared_value(score: Any, label: Any) -> Any:
    return np.square(score - label)


def _squared_slope(score: Any, label: Any) -> Any:
    return 2 * (score - label)


squared = Loss("squared loss", _squared_value, _squared_slope, real_labels=True)
"""Squared loss ``(f - y)**2``, of any real label; its slope ``2 (f - y)`` is its derivative."""


def _absolute_value(score: Any, label: Any) -> Any:
    return np.abs(score - label)


def _absolute_slope(score: Any, label: Any) -> Any:
    return np.sign(score - label)


absolute = Loss("absolute loss", _absolute_value, _absolute_slope, real_labels=True)
"""Absolute loss ``|f - y|``, of any real label.

Its slope is the sign of ``f - y``; at the kink ``f = y``, where every number from -1 to 1 is a
subgradient, it is 0.
"""


def _hinge_value(score: Any, label: Any, q: float) -> Any:
    return np.maximum(0.0, 1 - label * score) ** q


def _hinge_slope(score: Any, label: Any, q: float) -> Any:
    lack = np.maximum(0.0, 1 - label * score)
    return np.where(lack > 0, -q * label * lack ** (q - 1), 0.0)[()]


def hinge(q: float) -> Loss:
    """q-hinge loss ``max(0, 1 - y f)**q``, a convex upper bound of the zero-one loss.

    Parameters
    ----------
    q : float
        The power, at least 1, since below 1 the loss is not convex; with 1 it is the hinge loss.

    Notes
    -----
    The slope in the score is ``-q y max(0, 1 - y f)**(q - 1)`` where ``y f < 1`` and 0 elsewhere.
    For q above 1 that is the derivative.  For ``q = 1`` there is a kink at ``y f = 1``, where every
    number between ``-y`` and 0 is a subgradient; this one is 0.
    Used with powers by Orabona (2019), section "The Perceptron Algorithm" of his post; drawn in
    chapter 6.

    Examples
    --------
    >>> float(hinge(2)(-0.5, 1)), float(hinge(2).slope(-0.5, 1))
    (2.25, -3.0)
    >>> float(hinge(1).slope(1.0, 1))
    0.0
    """
    q = real("q", q, low=1)
    name = "hinge loss" if q == 1 else f"{q:g}-hinge loss"
    return Loss(name, partial(_hinge_value, q=q), partial(_hinge_slope, q=q))


def hinge_power(loss: Loss) -> float | None:
    """Return the power q of a loss that `hinge` made, or None."""
    made = isinstance(loss.slope, partial) and loss.slope.func is _hinge_slope
    return loss.slope.keywords["q"] if made else None  # type: ignore[attr-defined]  # it is partial
