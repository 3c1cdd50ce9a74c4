"""Learners one change away from the perceptron.

They use kernels, forget on a budget, average the weights, predict many classes, or keep their
steps as small as suffices.

The chapter on relatives derives them.  Each is a value with ``score`` and ``update``, and is run by
`perclib.online.run` as the perceptron is.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike

from perclib import _rounds
from perclib._checks import (
    Floats,
    array,
    count,
    finite,
    instance_of,
    label,
    labels,
    one_of,
    positive,
    reals,
    same_length,
)
from perclib._values import Value, freeze
from perclib.losses import TIES, Tie, predict, wrong
from perclib.online import LEAST, Linear, _scores_of
from perclib.perceptron import Perceptron
from perclib.streams import MulticlassStream, Stream

__all__ = [
    "AveragedPerceptron",
    "BudgetPerceptron",
    "Kernel",
    "KernelPerceptron",
    "MulticlassPerceptron",
    "PassiveAggressive",
    "Romma",
    "Variant",
]


Kernel = Callable[[Floats, Floats], Any]
"""Maps instances of shapes (m, d) and (n, d) to inner products in some space, of shape (m, n)."""


class _Room:
    """Mistakes and their signs, in arrays with room for twice as many."""

    __slots__ = ("filled", "mistakes", "signs")

    def __init__(self, mistakes: Floats, signs: Floats) -> None:
        self.filled = len(signs)
        self.mistakes = np.empty((2 * self.filled + 8, mistakes.shape[1]))
        self.signs = np.empty(len(self.mistakes))
        self.mistakes[: self.filled], self.signs[: self.filled] = mistakes, signs


@dataclass(frozen=True, eq=False, repr=False)
class KernelPerceptron(Value):
    """The perceptron in its dual form: it keeps its mistakes, and no weights.

    It scores by ``f = sum(s * k(z, x) for s, z in zip(signs, mistakes))``.  On a mistake it keeps
    the example.

    Parameters
    ----------
    kernel : Kernel
        As those of `sklearn.metrics.pairwise`: ``kernel(A, B)`` of shapes (m, d) and (n, d) is of
        shape (m, n).  It has to be positive semidefinite, which is not checked.
    mistakes : array_like of shape (k, d)
        The instances that it errs on, in their order; none at the start.
    signs : array_like of shape (k,)
        Their labels.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the mistakes are no matrix of finite numbers, there are not as many signs, one of them is
        neither -1 nor +1, or the tie rule is unknown; from `score` and `update`, if an instance has
        another dimension or its score is not finite.

    Notes
    -----
    With the linear kernel it makes the mistakes of `perclib.perceptron.Perceptron`, wherever sums
    are exact.  A round costs as many values of the kernel as there were mistakes.
    Derived in the chapter on relatives; after Aizerman, Braverman and Rozonoer (1964).

    Examples
    --------
    >>> def polynomial(A, B):
    ...     return (1 + A @ B.T) ** 2
    >>> from perclib.online import run
    >>> X = [[1, 1], [-1, -1], [1, -1], [-1, 1]]
    >>> xor = Stream(X, [1, 1, -1, -1]).repeated(2)
    >>> run(KernelPerceptron.zero(polynomial, 2), xor).mistakes.tolist()
    [True, False, True, True, False, True, False, False]
    """

    kernel: Kernel
    mistakes: Floats
    signs: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        instance_of("kernel", self.kernel, Callable, "a function of two matrices")  # type: ignore[arg-type]  # it can be asked for
        kept = array("mistakes", self.mistakes)
        if kept.ndim != 2 or len(kept) or not kept.shape[1]:  # there may be none yet
            kept = reals("mistakes", kept, ndim=2)
        signs = labels("signs", self.signs) if len(kept) else array("signs", self.signs)
        same_length("signs", signs, "mistakes", len(kept))
        for name, held in (("mistakes", kept), ("signs", np.array(signs, dtype=np.float64))):
            freeze(held)
            object.__setattr__(self, name, held)
        one_of("tie", self.tie, TIES)

    def __repr__(self) -> str:
        """Return the names of the kernel and of the tie rule, and the number of mistakes."""
        name = getattr(self.kernel, "__name__", type(self.kernel).__name__)
        kind = type(self).__name__
        return f"{kind}({name}, mistakes={len(self.signs)}, tie={self.tie!r})"

    @classmethod
    def zero(cls, kernel: Kernel, dimension: int, *, tie: Tie = "mistake") -> Self:
        """Kernel perceptron before its first mistake.

        Parameters
        ----------
        kernel : Kernel
        dimension : int
            Number of coordinates of an instance, d.
        tie
            As in the class.

        Returns
        -------
        KernelPerceptron
        """
        return cls(kernel, np.empty((0, count("dimension", dimension))), np.empty(0), tie)

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def score(self, x: ArrayLike) -> float:
        """Score an instance.

        Parameters
        ----------
        x : array_like of shape (d,)

        Returns
        -------
        float
            0 before the first mistake.

        Raises
        ------
        ValueError
            If the instance has another dimension, or its score is not finite.
        """
        return self._scored(x)[0]

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def update(self, x: ArrayLike, y: float) -> Self:
        """Learn from an example.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        KernelPerceptron
            The next one; this one stays as it is.

        Raises
        ------
        ValueError
            If the label is neither -1 nor +1, and as `score`.
        """
        return self.trial(x, y)[1]

    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it, for the price of one score.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        score : float
        learner : KernelPerceptron

        Raises
        ------
        ValueError
            As `update`.
        """
        y = label("y", y)
        score, row = self._scored(x)
        if not wrong(score, y, self.tie):
            return score, self
        return score, self._with_mistake(row, y)

    def _with_mistake(self, row: Floats, y: float) -> Self:
        """Return the learner with one more mistake, beside the others where there is room.

        So each is copied about once, on the whole.  What another learner has added is left alone.
        """
        k, room = len(self.signs), self.__dict__.get("_room")
        if room is None or room.filled != k or k == len(room.signs):
            room = _Room(self.mistakes, self.signs)
        room.mistakes[k], room.signs[k], room.filled = row[0], y, k + 1
        kept, signs = room.mistakes[: k + 1], room.signs[: k + 1]
        freeze(kept)
        freeze(signs)
        after: Self = self._with(mistakes=kept, signs=signs, _room=room)
        return after

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds, which has no room for more."""
        return {name: held for name, held in super().__getstate__().items() if name != "_room"}

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def predict(self, X: Any) -> Any:
        """Predict the labels of many instances, and learn nothing.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of int of shape (n,)
            -1 and +1, and 0 where a tie predicts neither.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return predict(_scores_of(self, X), self.tie)

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance, and the instance as a matrix of one row."""
        row = np.ascontiguousarray(array("x", x), dtype=np.float64)
        if row.shape != self.mistakes.shape[1:]:
            raise ValueError(f"x: expected shape {self.mistakes.shape[1:]}, got {np.shape(x)}")
        finite("x", row)
        if not len(self.signs):
            return 0.0, row[None]
        values = np.asarray(self.kernel(self.mistakes, row[None]))
        if values.shape != (len(self.signs), 1):
            expected = (len(self.signs), 1)
            raise ValueError(f"kernel: expected values of shape {expected}, got {values.shape}")
        if np.iscomplexobj(values):
            raise ValueError(f"kernel: expected real values, got {values.dtype}")
        score = float(self.signs @ values[:, 0])
        if not np.isfinite(score):
            raise ValueError(f"x: expected a finite score, got {score}")
        return score, row[None]


@dataclass(frozen=True, eq=False, repr=False)
class BudgetPerceptron(KernelPerceptron):
    r"""The perceptron with a kernel that starts again from zero after every B mistakes.

    It scores as `KernelPerceptron`, by the mistakes since it last started.  The mistake that makes
    them B is forgotten with the others, so it never scores by more than B - 1.

    Parameters
    ----------
    kernel, mistakes, signs, tie
        As in `KernelPerceptron`.
    budget : int
        B, at least 1, and more than the mistakes are.

    Raises
    ------
    ValueError
        As `KernelPerceptron`; if the budget is no whole number above that of the mistakes.

    Notes
    -----
    In a run from zero, by every tie rule, the number k of mistakes satisfies

    .. math:: k \Bigl(1 - \frac{b}{\sqrt B}\Bigr) \le L + \frac{b \sqrt B}{4}

    for every u of the kernel's space.  Here b is ``|u|`` times the largest ``sqrt(k(x, x))`` and L
    the sum of the hinge losses ``max(0, 1 - y * <u, x>)``, both over the mistakes.  For
    ``b < sqrt(B)`` this bounds k.

    Derived in the chapter on relatives.  The rule is simpler than that of Dekel, Shalev-Shwartz and
    Singer (2008), which shrinks the kept mistakes and forgets the oldest, and that of Cavallanti,
    Cesa-Bianchi and Gentile (2007), which forgets one at random.

    Examples
    --------
    >>> def linear(A, B):
    ...     return A @ B.T
    >>> from perclib.online import run
    >>> stream = Stream([[1, 0], [0, 1]], [1, 1]).repeated(2)
    >>> run(KernelPerceptron.zero(linear, 2), stream).mistakes.tolist()
    [True, True, False, False]
    >>> run(BudgetPerceptron.zero(linear, 2, budget=2), stream).mistakes.tolist()
    [True, True, True, True]
    """

    budget: int = field(kw_only=True)

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        least = len(self.signs) + 1
        object.__setattr__(self, "budget", count("budget", self.budget, least))

    def __repr__(self) -> str:
        """Return what identifies the learner, and the budget."""
        return f"{super().__repr__()[:-1]}, budget={self.budget})"

    @classmethod
    def zero(  # type: ignore[override]  # it needs a budget
        cls, kernel: Kernel, dimension: int, *, budget: int, tie: Tie = "mistake"
    ) -> Self:
        """Budget perceptron before its first mistake.

        Parameters
        ----------
        kernel : Kernel
        dimension : int
            Number of coordinates of an instance, d.
        budget, tie
            As in the class.

        Returns
        -------
        BudgetPerceptron
        """
        empty = np.empty((0, count("dimension", dimension)))
        return cls(kernel, empty, np.empty(0), tie, budget=budget)

    def _with_mistake(self, row: Floats, y: float) -> Self:
        """Return the learner with one more mistake, or with none once there are as many as B."""
        if len(self.signs) + 1 < self.budget:
            return super()._with_mistake(row, y)
        after: Self = self._with(mistakes=self.mistakes[:0], signs=self.signs[:0])
        return after


@dataclass(frozen=True, eq=False)
class AveragedPerceptron(Perceptron):
    r"""The perceptron, with the mean of all weights that it has had.

    It scores and moves as `perclib.perceptron.Perceptron`, so it makes the same mistakes.  Beside
    the weights it keeps ``drift``, the sum of ``t * step * y_t * x_t`` over the mistakes: the mean
    of :math:`w_1, \dots, w_{t+1}` after t rounds is ``weights - drift / (t + 1)``, so
    that a round without a mistake costs nothing.

    Parameters
    ----------
    weights, tie, step
        As in `perclib.perceptron.Perceptron`.
    drift : array_like of shape (d,), optional
    rounds : int
        How many rounds there were, t.

    Raises
    ------
    ValueError
        As `perclib.perceptron.Perceptron`; if the drift has another shape than the weights, or the
        rounds are no whole number.

    Notes
    -----
    Freund and Schapire (1999); derived in the chapter on relatives.

    Examples
    --------
    >>> from perclib.online import run
    >>> stream = Stream([[4, 0], [0, 4], [4, 0]], [1, -1, 1])
    >>> learner = run(AveragedPerceptron.zero(2), stream).learner
    >>> learner.weights.tolist(), learner.average.weights.tolist()
    ([4.0, -4.0], [3.0, -2.0])
    """

    drift: Floats = None  # type: ignore[assignment]  # zeros, once it is made
    rounds: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        drift = np.zeros_like(self.weights) if self.drift is None else self.drift
        object.__setattr__(self, "drift", reals("drift", drift, ndim=1))
        if self.drift.shape != self.weights.shape:
            raise ValueError(f"drift: expected shape {self.weights.shape}, got {self.drift.shape}")
        freeze(self.drift)
        object.__setattr__(self, "rounds", count("rounds", self.rounds, least=0))

    @property
    def average(self) -> Perceptron:
        """The perceptron whose weights are the mean of all weights, before each round and now."""
        return Perceptron(self.weights - self.drift / (self.rounds + 1), self.tie, self.step)

    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        score : float
        learner : AveragedPerceptron

        Raises
        ------
        ValueError
            As `update`.
        """
        score, after = super().trial(x, y)
        drift = self.drift
        if after is not self:
            row = np.asarray(x, dtype=np.float64)
            drift = drift + (self.rounds + 1) * (self.step * float(y) * row)
        return score, after._later(1, drift)

    def sweep(self, stream: Stream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Parameters
        ----------
        stream : Stream

        Returns
        -------
        scores : array of shape (T,)
        learner : AveragedPerceptron
            Both as in `perclib.perceptron.Perceptron.sweep`.

        Raises
        ------
        ValueError
            As `perclib.perceptron.Perceptron.sweep`.
        """
        drift = self.drift.copy()
        scores, weights = self._swept(stream, self._rule(), drift, self.rounds + 1)
        return scores, self.moved(weights)._later(len(stream), drift)

    def _later(self, rounds: int, drift: Floats) -> Self:
        """Return the learner some rounds later."""
        finite("drift", drift)
        freeze(drift)
        after: Self = self._with(drift=drift, rounds=self.rounds + rounds)
        return after


@dataclass(frozen=True, eq=False)
class MulticlassPerceptron(Value):
    """The perceptron of C classes: a vector of weights for each.

    It scores by ``weights @ x``, and predicts the class of the largest score; of classes that tie,
    the first.  On a mistake ``x`` is added to the weights of the right class, and subtracted from
    those of the predicted one.

    Parameters
    ----------
    weights : array_like of shape (C, d)
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means where there are two labels; of no effect here.

    Raises
    ------
    ValueError
        If the weights are no matrix of finite numbers; from `score` and `update`, if an instance
        has another dimension or its scores are not finite.

    Notes
    -----
    Derived in the chapter on relatives; after Kesler's construction.

    Examples
    --------
    >>> learner = MulticlassPerceptron.zero(3, 2)
    >>> learner = learner.update(np.array([1.0, 2.0]), 3)
    >>> learner.weights.tolist()
    [[-1.0, -2.0], [0.0, 0.0], [1.0, 2.0]]
    """

    weights: Floats
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=2))
        one_of("tie", self.tie, TIES)

    @classmethod
    def zero(cls, classes: int, dimension: int) -> Self:
        """Multi-class perceptron that starts at zero.

        Parameters
        ----------
        classes : int
            C, at least 2.
        dimension : int
            Number of coordinates, d.

        Returns
        -------
        MulticlassPerceptron
        """
        return cls(np.zeros((count("classes", classes, least=2), count("dimension", dimension))))

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def score(self, x: ArrayLike) -> Floats:
        """Score an instance, by each class.

        Parameters
        ----------
        x : array_like of shape (d,)

        Returns
        -------
        array of shape (C,)

        Raises
        ------
        ValueError
            If the instance has another dimension, or a score is not finite.
        """
        row = array("x", x)
        if row.shape != self.weights.shape[1:]:
            raise ValueError(f"x: expected shape {self.weights.shape[1:]}, got {np.shape(x)}")
        row = reals("x", row, ndim=1)
        scores: Floats = np.vecdot(self.weights, row)
        finite("scores", scores)
        return scores

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def update(self, x: ArrayLike, y: int) -> Self:
        """Learn from an example.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            The number of a class, from 1 to C.

        Returns
        -------
        MulticlassPerceptron
            The next one; this one stays as it is.

        Raises
        ------
        ValueError
            If there is no such class, as `score`, or if a weight is not finite any more.
        """
        y = count("y", y)
        if y > len(self.weights):
            raise ValueError(f"y: expected a class from 1 to {len(self.weights)}, got {y}")
        predicted = int(self.score(x).argmax()) + 1
        if predicted == y:
            return self
        weights, row = self.weights.copy(), np.asarray(x, dtype=np.float64)
        weights[y - 1] += row
        weights[predicted - 1] -= row
        return self._moved(weights)

    def sweep(self, stream: MulticlassStream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Parameters
        ----------
        stream : MulticlassStream

        Returns
        -------
        scores : array of shape (T, C)
        learner : MulticlassPerceptron
            Both as in `perclib.perceptron.Perceptron.sweep`.

        Raises
        ------
        ValueError
            If the instances have another dimension, a label is no class, or a weight is not finite
            any more.
        """
        instance_of("stream", stream, MulticlassStream, "make one with MulticlassStream(X, y)")
        if stream.y.max() > len(self.weights):
            raise ValueError(
                f"y: expected classes from 1 to {len(self.weights)}, got {stream.y.max()}"
            )
        weights = self.weights.copy()
        return _rounds.swept(weights, stream, _rounds.classes()), self._moved(weights)

    def _moved(self, weights: Floats) -> Self:
        finite("weights", weights)
        freeze(weights)
        after: Self = self._with(weights=weights)
        return after

    @np.errstate(over="ignore", invalid="ignore")  # what is too large is refused
    def predict(self, X: Any) -> Any:
        """Predict the classes of many instances, and learn nothing.

        Parameters
        ----------
        X : array_like of shape (n, d), or sparse

        Returns
        -------
        array of int of shape (n,)
            The class of the largest score, from 1 to C; of classes that tie, the first.

        Raises
        ------
        ValueError
            If the instances have another dimension or a score is not finite.
        """
        return _scores_of(self, X).argmax(axis=1) + 1


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
    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        score : float
        learner : PassiveAggressive

        Raises
        ------
        ValueError
            As `update`.
        """
        y = self._label(y)
        score, row = self._scored(x)
        loss, square = max(0.0, 1 - y * score), _square("x", row)
        if loss == 0 or square == 0:
            return score, self
        if self.variant == "PA-I":
            step = min(self.C, loss / square)
        else:
            step = loss / (square + 0.5 / self.C)
        return score, self.moved(self._sum(step * y, row))


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
    def trial(self, x: ArrayLike, y: float) -> tuple[float, Self]:
        """Score an instance and learn from it.

        Parameters
        ----------
        x : array_like of shape (d,)
        y : int
            Either -1 or +1.

        Returns
        -------
        score : float
        learner : Romma

        Raises
        ------
        ValueError
            As `update`.
        """
        y = self._label(y)
        score, row = self._scored(x)
        if not wrong(score, y, self.tie):
            return score, self
        far, length = row, _square("weights", self.weights)
        if length > 0:
            far = row - score / length * self.weights
        square = _square("x", far)
        if square <= 1e-24 * _square("x", row):
            raise ValueError(
                "x: expected an instance that is neither zero nor a multiple of the weights w, "
                "as this is a mistake, got one that is; no v with <v, w> >= |w|**2 scores it right"
            )
        return score, self.moved(self._sum((1 - y * score) / square * y, far))


def _square(name: str, vector: Floats) -> float:
    """Return the squared norm of a vector; refuse one that floats do not hold."""
    square = float(vector.dot(vector))
    if not LEAST <= square < math.inf and vector.any():
        raise ValueError(
            f"{name}: expected a finite squared norm of at least {LEAST:.0e}, got {square:g}; "
            "multiply the instances by a power of 2"
        )
    return square
