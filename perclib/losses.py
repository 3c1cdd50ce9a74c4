"""Losses of a real-valued score against a label, with their slopes.

A score is ``f = <w, x>``.  A loss that depends on ``w`` through the score alone has the subgradient
``slope(f, y) * x`` in ``w``: the chain rule, checked in chapter 3.

All functions work elementwise, on a single score or all scores of a run.  Scores and labels have
one shape, or one of the two is a single number.
Scores must be finite and labels -1 or +1, for `squared` and `absolute` any real numbers; a loss
too large for a float is refused.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from perclib._checks import array, at_least, finite, label as check_label, labels, one_of

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

    Returns
    -------
    int or array of int
        -1, 0 or +1; 0 only at a tie.

    Raises
    ------
    ValueError
        If `tie` is none of the four words or a score is not finite.

    Notes
    -----
    Derived in chapter 3, section "Right, wrong, and tied".

    Examples
    --------
    >>> [int(predict(0.0, tie)) for tie in TIES]
    [0, 1, -1, 0]
    """
    one_of("tie", tie, TIES)
    at_zero = {"plus": 1, "minus": -1}.get(tie, 0)
    signs = np.sign(_scores(score)).astype(np.int64)
    return np.where(signs == 0, at_zero, signs)[()]


def zero_one(score: ArrayLike, label: ArrayLike, tie: Tie = "mistake") -> Any:
    """Zero-one loss: whether a round is a mistake.

    With the book's rule this is the indicator of ``y f <= 0``; with "correct" of ``y f < 0``;
    with "plus" and "minus" of ``predict(f, tie) != y``.

    Parameters
    ----------
    score : float or array of float
    label : int or array of int
        Either -1 or +1.
    tie : {"mistake", "plus", "minus", "correct"}
        The rule for a zero score; see `predict`.

    Returns
    -------
    bool or array of bool

    Raises
    ------
    ValueError
        If `tie` is none of the four words, a score is not finite or a label neither -1 nor +1.

    Notes
    -----
    Defined in chapter 1; chapter 3, section "Right, wrong, and tied", shows what each rule does.

    Examples
    --------
    >>> zero_one(0.0, +1), zero_one(0.0, +1, "plus"), zero_one(0.0, -1, "plus")
    (True, False, True)
    """
    one_of("tie", tie, TIES)
    scores, signs = _pair(score, label)
    return wrong(scores, signs, tie)


def wrong(score: Any, label: Any, tie: Tie) -> Any:
    """Zero-one loss of a score and a label that were checked before, as in every round of a run."""
    if isinstance(score, np.ndarray):  # in bytes, several times as quick as by products
        low = score <= 0 if wrong(0.0, 1, tie) else score < 0
        high = score >= 0 if wrong(0.0, -1, tie) else score > 0
        plus = np.greater(label, 0)
        return (plus & low) | (high & ~plus)
    # Plain comparisons, so that one round costs no array.
    if tie == "mistake":
        return label * score <= 0
    if tie == "correct":
        return label * score < 0
    return (score >= 0 if tie == "plus" else score > 0) != (label > 0)


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


@dataclass(frozen=True)
class _Checked:
    """A function of a score and a label that checks both, and refuses a result without end.

    It is a value: it pickles where its function does, and is equal to one of the same fields.
    """

    function: Callable[..., Any]
    name: str
    real_labels: bool
    parameters: tuple[float, ...]

    def __call__(self, score: ArrayLike, label: ArrayLike) -> Any:
        with np.errstate(over="ignore"):
            result = self.function(*_pair(score, label, self.real_labels), *self.parameters)
        # One round costs no array.
        one = isinstance(result, float)
        if not (math.isfinite(result) if one else np.isfinite(result).all()):
            raise ValueError(
                f"score: expected one whose {self.name} is a finite float, got {score!r}"
            )
        return result


def _checked_loss(
    name: str,
    value: Callable[..., Any],
    slope: Callable[..., Any],
    *parameters: float,
    real_labels: bool = False,
) -> Loss:
    """Make a loss that checks what it is given and refuses what is not finite.

    Parameters
    ----------
    name : str
    value, slope : callable
        As in `Loss`, of a module, so that they can be pickled; they are called with finite scores
        and labels of -1 or +1, as floats or arrays of floats, and with the parameters.
    *parameters : float
    real_labels : bool
        Whether labels may be any finite real numbers.

    Returns
    -------
    Loss
    """

    def checked(function: Callable[..., Any]) -> _Checked:
        return _Checked(function, name, real_labels, parameters)

    return Loss(name, checked(value), checked(slope), real_labels)


def _perceptron_value(score: Any, label: Any) -> Any:
    return np.maximum(0.0, -label * score)


def _perceptron_slope(score: Any, label: Any) -> Any:
    return np.where(label * score <= 0, -label, 0)[()]


perceptron = _checked_loss("perceptron loss", _perceptron_value, _perceptron_slope)
"""Perceptron loss ``max(0, -y f)``, the distance by which the score misses the right side.

Its slope in the score is ``-y`` on a mistake and 0 elsewhere.
At the kink ``f = 0`` every number between ``-y`` and 0 is a subgradient; this one is ``-y``, so
that a learner that starts at zero moves (chapter 3).
"""


def _logistic_value(score: Any, label: Any) -> Any:
    return np.logaddexp(0.0, -label * score)


def _logistic_slope(score: Any, label: Any) -> Any:
    return -label * expit(-label * score)


logistic = _checked_loss("logistic loss", _logistic_value, _logistic_slope)
"""Logistic loss ``log(1 + exp(-y f))``, smooth, so its slope is its derivative.

In exact arithmetic its slope is zero nowhere, so a learner that descends on it moves in every
round with x other than zero, until the slope is too small for a float.
"""


def _squared_value(score: Any, label: Any) -> Any:
    return np.square(score - label)


def _squared_slope(score: Any, label: Any) -> Any:
    return 2 * (score - label)


squared = _checked_loss("squared loss", _squared_value, _squared_slope, real_labels=True)
"""Squared loss ``(f - y)**2``, of any real label; its slope ``2 (f - y)`` is its derivative."""


def _absolute_value(score: Any, label: Any) -> Any:
    return np.abs(score - label)


def _absolute_slope(score: Any, label: Any) -> Any:
    return np.sign(score - label)


absolute = _checked_loss("absolute loss", _absolute_value, _absolute_slope, real_labels=True)
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
        The power, at least 1; with 1 it is the hinge loss.

    Returns
    -------
    Loss
        Its slope in the score is ``-q y max(0, 1 - y f)**(q - 1)`` where ``y f < 1`` and 0
        elsewhere.  For q above 1 that is the derivative.  For ``q = 1`` there is a kink at
        ``y f = 1``, where every number between ``-y`` and 0 is a subgradient; this one is 0.

    Raises
    ------
    ValueError
        If `q` is not a finite number of at least 1: below 1 the loss is not convex.

    Notes
    -----
    Used with powers by Orabona (2019), section "The Perceptron Algorithm" of his post; drawn in
    chapter 6.

    Examples
    --------
    >>> float(hinge(2)(-0.5, 1)), float(hinge(2).slope(-0.5, 1))
    (2.25, -3.0)
    >>> float(hinge(1).slope(1.0, 1))
    0.0
    """
    q = at_least("q", q, 1)
    name = "hinge loss" if q == 1 else f"{q:g}-hinge loss"
    return _checked_loss(name, _hinge_value, _hinge_slope, q)


def _scores(score: ArrayLike) -> Any:
    """Return finite scores, as a float or an array of floats."""
    if type(score) is float and math.isfinite(score):  # one round costs no array
        return score
    floats = array("score", score).astype(np.float64)
    finite("score", floats)
    return floats[()]


def _pair(score: ArrayLike, label: ArrayLike, real: bool = False) -> tuple[Any, Any]:
    """Return finite scores and labels, of -1 or +1 or real, of shapes that broadcast."""
    scores, answers = _scores(score), label
    if real and not (type(label) is float and math.isfinite(label)):
        floats = array("label", label).astype(np.float64)
        finite("label", floats)
        answers = floats[()]
    elif not real and (type(label) is not int or label not in (-1, 1)):
        answers = array("label", label)
        if answers.ndim == 0:
            answers = check_label("label", answers[()])
        else:
            answers = labels("label", answers.ravel()).reshape(answers.shape).astype(np.int64)
    if np.ndim(scores) and np.ndim(answers) and np.shape(scores) != np.shape(answers):
        raise ValueError(f"label: expected shape {np.shape(scores)}, got {np.shape(answers)}")
    return scores, answers
