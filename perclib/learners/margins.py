"""Learners that look for a margin: two also move where the label was right, but only just."""

import math
from dataclasses import dataclass, field
from typing import Literal, Self, get_args

from numpy.typing import ArrayLike

from perclib._checks import Floats, one_of, positive, real
from perclib.learners.losses import Tie, zero_one
from perclib.learners.perceptron import Perceptron
from perclib.learners.protocol import Linear, label_of, row_of

__all__ = ["MarginPerceptron", "PassiveAggressive", "Romma", "Variant"]


@dataclass(frozen=True, eq=False)
class MarginPerceptron(Perceptron):
    r"""The perceptron that asks for a margin: it moves wherever ``y * f <= beta``.

    It scores by ``f = <w, x>`` and then moves to ``w + step * y * x``, or stays if
    ``y * f > beta``.

    Parameters
    ----------
    weights, step
        As in `perclib.learners.perceptron.Perceptron`.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; such a round is an update by every
        rule.
    beta : float
        At least 0.  For ``beta=0`` and the tie rule "mistake" it is the perceptron.

    Notes
    -----
    In a run from zero the number k of updates, among them all mistakes, satisfies

    .. math:: k \le \frac{R^2 + 2 \beta / \mathrm{step}}{\gamma^2}

    for every unit vector u with ``y * <u, x> >= gamma > 0`` in each update, where R is the largest
    norm of the updates' instances.  On examples with ``y * f > beta > 0`` after the run, the margin
    of the weights is more than ``gamma * beta / (step * R**2 + 2 * beta)``.  Both are derived in
    the chapter on margins and geometries, for a step of 1.

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
        real("beta", self.beta, low=0)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + step * y * x`` if ``y f <= beta``."""
        x = row_of(x, self.weights)
        if label_of(y) * self.score(x) <= self.beta:
            return self.with_weights(self.weights + self.step * y * x)
        return self


Variant = Literal["PA-I", "PA-II"]
"""How `PassiveAggressive` shortens its steps, under the names of the paper."""


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
        What a score of zero means for the count of mistakes; the weights do not depend on it.

    Notes
    -----
    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer (2006); derived in the chapter on margins and
    geometries.
    An instance of zeros moves nothing.
    In one pass PA-I and PA-II have, up to rounding, the weights of scikit-learn's
    ``SGDClassifier(loss="hinge", penalty=None, learning_rate=RATE, eta0=C, fit_intercept=False,
    shuffle=False, max_iter=1, tol=None)`` with the rate ``"pa1"`` or ``"pa2"``; before version 1.8
    this is its ``PassiveAggressiveClassifier`` with the loss ``"hinge"`` or ``"squared_hinge"``.

    Examples
    --------
    >>> learner = PassiveAggressive.zero(2)
    >>> learner.update([3.0, 4.0], -1).weights.tolist()
    [-0.12, -0.16]
    """

    weights: Floats
    C: float = math.inf
    variant: Variant = "PA-I"
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        one_of("variant", self.variant, get_args(Variant))
        if math.inf != self.C:
            positive("C", self.C)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + eta * y * x``."""
        x = row_of(x, self.weights)
        loss, square = max(0.0, 1 - label_of(y) * self.score(x)), float(x @ x)
        if loss == 0 or square == 0:
            return self
        if self.variant == "PA-I":
            eta = min(self.C, loss / square)
        else:
            eta = loss / (square + 0.5 / self.C)
        return self.with_weights(self.weights + eta * y * x)


@dataclass(frozen=True, eq=False)
class Romma(Linear):
    """The relaxed online maximum margin algorithm, ROMMA, without bias.

    On a mistake it moves to the shortest weights ``v`` with ``y * <v, x> >= 1`` and
    ``<v, w> >= |w|**2``; otherwise it stays.  They are ``w + (1 - y * f) / |z|**2 * y * z``, where
    ``f = <w, x>`` is the score and ``z = x - f / |w|**2 * w`` the part of the instance that is
    orthogonal to the weights (all of it, if they are zero).

    Parameters
    ----------
    weights, tie
        As in `perclib.learners.perceptron.Perceptron`.

    Notes
    -----
    Li and Long (2002); derived in the chapter on margins and geometries.
    A mistake that is zero or a multiple of the weights is refused: there are no such weights ``v``,
    and in a run from zero no weights are right about all mistakes.  An instance whose part ``z`` is
    shorter than ``1e-12 * |x|`` is taken for a multiple of the weights.

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

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w + (1 - y f) / |z|**2 * y * z``."""
        x, w = row_of(x, self.weights), self.weights
        score = self.score(x)
        if not zero_one(score, label_of(y), self.tie):
            return self
        z = x - score / (w @ w) * w if w.any() else x
        if z @ z <= 1e-24 * (x @ x):
            raise ValueError(
                "x: expected an instance that is neither zero nor a multiple of the weights w, "
                "as this is a mistake, got one that is; no v with <v, w> >= |w|**2 scores it right"
            )
        return self.with_weights(w + (1 - y * score) / (z @ z) * y * z)
