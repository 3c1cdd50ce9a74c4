"""Learners that look for a margin.

Two also move where the label was right, but only just; ROMMA moves in mistakes alone.

The chapter on relatives derives them.  Each is a value with ``score`` and ``update``, and is run by
`perclib.online.run` as the perceptron is.
"""

import math
from dataclasses import dataclass, field
from typing import Literal, Self, get_args

import numpy as np

from perclib import _rounds
from perclib._checks import Floats, at_least, count, one_of, positive, reals
from perclib.losses import TIES, Tie, wrong
from perclib.online import Linear, _square
from perclib.perceptron import Perceptron

__all__ = [
    "MarginPerceptron",
    "PassiveAggressive",
    "Romma",
    "Variant",
]


@dataclass(frozen=True, eq=False)
class MarginPerceptron(Perceptron):
    r"""The perceptron that asks for a margin: it moves wherever ``y * f <= beta``.

    It scores by ``f = <w, x>`` and then moves to ``w + step * y * x``, or stays if
    ``y * f > beta``.

    Parameters
    ----------
    weights, step
        As in `perclib.perceptron.Perceptron`.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.  Such a
        round is an update by every rule, so the weights do not depend on the rule.
    beta : float
        At least 0.  For ``beta=0`` and the tie rule "mistake" it is the perceptron.

    Raises
    ------
    ValueError
        As `perclib.perceptron.Perceptron`; if ``beta`` is not a finite number of at least 0.

    Notes
    -----
    In a run from zero the number k of updates, among them all mistakes, satisfies

    .. math:: k \le \frac{R^2 + 2 \beta / \mathrm{step}}{\gamma^2}

    for every unit vector u with ``y * <u, x> >= gamma > 0`` in each update, where R is the largest
    norm of the updates' instances.  On examples with ``y * f > beta > 0`` after the run, the margin
    of the weights is more than ``gamma * beta / (step * R**2 + 2 * beta)``.  Both are derived in
    the chapter on relatives, for a step of 1.

    After Krauth and Mézard (1987) and Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola (2002).

    Examples
    --------
    >>> learner = MarginPerceptron.zero(1, beta=2).update([1.0], 1)
    >>> learner = learner.update([1.0], 1)
    >>> learner.weights.tolist()  # its second example had a positive score, of 1
    [2.0]
    >>> learner.update([1.0], 1).update([1.0], 1).weights.tolist()  # 2 <= beta < 3
    [3.0]
    """

    beta: float = field(kw_only=True)

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        object.__setattr__(self, "beta", at_least("beta", self.beta, 0))

    @classmethod
    def zero(  # type: ignore[override]  # it needs a margin
        cls, dimension: int, *, beta: float, tie: Tie = "mistake", step: float = 1.0
    ) -> Self:
        """Perceptron with a margin that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        beta, tie, step
            As in the class.

        Returns
        -------
        MarginPerceptron
        """
        return cls(np.zeros(count("dimension", dimension)), tie, step, beta=beta)

    def multiple(self, score: float, y: float) -> float:
        """Return the multiple of an example that is added: ``step * y`` if ``y * score <= beta``.

        Parameters
        ----------
        score : float
        y : int
            Either -1 or +1.

        Returns
        -------
        float
            0 if the score is above ``beta``.
        """
        return self.step * y if y * score <= self.beta else 0.0

    sweep = Perceptron.sweep

    def _rule(self) -> _rounds.Rule:
        above = math.nextafter(self.beta, math.inf)  # y f < above where y f <= beta
        return _rounds.limits(self.step, above, above)


Variant = Literal["PA-I", "PA-II"]
"""How `PassiveAggressive` shortens its steps, under the names of the paper."""

VARIANTS: tuple[Variant, ...] = get_args(Variant)


@dataclass(frozen=True, eq=False)
class PassiveAggressive(Linear):
    r"""The passive-aggressive learners PA, PA-I and PA-II, without bias.

    With the score ``f = <w, x>`` and the hinge loss ``max(0, 1 - y * f)`` it moves to
    ``w + eta * y * x``, where ``eta`` is

    - ``loss / |x|**2`` for PA: the nearest weights with ``y * <w, x> >= 1``;
    - ``min(C, loss / |x|**2)`` for PA-I;
    - ``loss / (|x|**2 + 1 / (2 * C))`` for PA-II.

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    C : float
        Above zero; the smaller, the shorter the steps.  For infinity both variants are PA.
    variant : {"PA-I", "PA-II"}
        How C shortens a step.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.  Its
        loss is 1 by every rule, so the weights do not depend on the rule.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, C is not above zero, or the variant or
        the tie rule is unknown; from `score` and `update`, if an instance has another dimension,
        its score is not finite, or floats do not hold the square of its norm.

    Notes
    -----
    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer (2006); derived in the chapter on relatives.
    An instance of zeros moves nothing.
    In one pass PA-I and PA-II have, up to rounding, the weights of scikit-learn's
    ``SGDClassifier(loss="hinge", penalty=None, learning_rate=RATE, eta0=C, fit_intercept=False,
    shuffle=False, max_iter=1, tol=None)`` with the rate ``"pa1"`` or ``"pa2"``; before version 1.8
    this is its ``PassiveAggressiveClassifier`` with the loss ``"hinge"`` or ``"squared_hinge"``.

    Examples
    --------
    >>> learner = PassiveAggressive.zero(2)
    >>> learner.update(np.array([3.0, 4.0]), -1).weights.tolist()
    [-0.12, -0.16]
    """

    weights: Floats
    C: float = math.inf
    variant: Variant = "PA-I"
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        if not (isinstance(self.C, float) and math.isinf(self.C) and self.C > 0):
            object.__setattr__(self, "C", positive("C", self.C))
        one_of("variant", self.variant, VARIANTS)
        one_of("tie", self.tie, TIES)

    @classmethod
    def zero(
        cls,
        dimension: int,
        *,
        C: float = math.inf,
        variant: Variant = "PA-I",
        tie: Tie = "mistake",
    ) -> Self:
        """Passive-aggressive learner that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        C, variant, tie
            As in the class.

        Returns
        -------
        PassiveAggressive
        """
        return cls(np.zeros(count("dimension", dimension)), C, variant, tie)

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def _after(self, score: float, row: Floats, y: float) -> Self:
        loss, square = max(0.0, 1 - y * score), _square("x", row)
        if loss == 0 or square == 0:
            return self
        if self.variant == "PA-I":
            step = min(self.C, loss / square)
        else:
            step = loss / (square + 0.5 / self.C)
        return self.moved(self._sum(step * y, row))


@dataclass(frozen=True, eq=False)
class Romma(Linear):
    """The relaxed online maximum margin algorithm, ROMMA, without bias.

    On a mistake it moves to the shortest weights ``v`` with ``y * <v, x> >= 1`` and
    ``<v, w> >= |w|**2``; otherwise it stays.  They are ``w + (1 - y * f) / |z|**2 * y * z``, where
    ``f = <w, x>`` is the score and ``z = x - f / |w|**2 * w`` the part of the instance that is
    orthogonal to the weights (all of it, if they are zero).

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers or the tie rule is unknown; from `score`
        and `update`, if an instance has another dimension, its score is not finite, or floats do
        not hold the square of its norm.  Also if a mistake is zero or a multiple of the weights:
        then there are no such weights ``v``, and in a run from zero no weights are right about all
        mistakes.

    Notes
    -----
    Li and Long (2002); derived in the chapter on relatives.
    An instance whose part ``z`` is shorter than ``1e-12 * |x|`` is taken for a multiple of the
    weights.

    Examples
    --------
    >>> learner = Romma.zero(2).update([2.0, 0.0], 1)
    >>> learner.weights.tolist()
    [0.5, 0.0]
    >>> learner.update([2.0, 2.0], -1).weights.tolist()
    [0.5, -1.0]
    """

    weights: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        one_of("tie", self.tie, TIES)

    @classmethod
    def zero(cls, dimension: int, *, tie: Tie = "mistake") -> Self:
        """ROMMA before its first mistake, its weights zero.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        tie
            As in the class.

        Returns
        -------
        Romma
        """
        return cls(np.zeros(count("dimension", dimension)), tie)

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def _after(self, score: float, row: Floats, y: float) -> Self:
        if not wrong(score, y, self.tie):
            return self
        far, length = row, _square("weights", self.weights)
        if length > 0:
            far = row - score / length * self.weights
        square = _square("x", far)
        if square <= 1e-24 * _square("x", row):
            raise ValueError(
                "x: expected an instance that is neither zero nor a multiple of the weights w, "
                "as this is a mistake, got one that is; no v with <v, w> >= |w|**2 scores it right"
            )
        return self.moved(self._sum((1 - y * score) / square * y, far))
