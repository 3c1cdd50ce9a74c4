"""Learners that keep their mistakes instead of weights, and score by a kernel.

The chapter on relatives derives them.  Each is a value with ``score`` and ``update``, and is run by
`perclib.online.run` as the perceptron is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import (
    Floats,
    array,
    count,
    finite,
    instance_of,
    labels,
    one_of,
    reals,
    same_length,
)
from perclib._values import Room, freeze
from perclib.losses import TIES, Tie, wrong
from perclib.online import Binary, _row

__all__ = [
    "BudgetPerceptron",
    "Kernel",
    "KernelPerceptron",
]


Kernel = Callable[[Floats, Floats], Any]
"""Maps instances of shapes (m, d) and (n, d) to inner products in some space, of shape (m, n)."""


@dataclass(frozen=True, eq=False, repr=False)
class KernelPerceptron(Binary):
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
    are exact.  But a score that is too small for floats counts as a tie, so that bounds need not
    hold there, while the perceptron refuses it.  A round costs as many values of the kernel as
    there were mistakes.
    Derived in the chapter on relatives; after Aizerman, Braverman and Rozonoer (1964).

    Examples
    --------
    >>> def polynomial(A, B):
    ...     return (1 + A @ B.T) ** 2
    >>> from perclib import Stream, run
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

    def _after(self, score: float, row: Floats, y: float) -> Self:
        return self._with_mistake(row, y) if wrong(score, y, self.tie) else self

    def _with_mistake(self, row: Floats, y: float) -> Self:
        """Return the learner with one more mistake."""
        held = self.__dict__.get("_room"), self.mistakes, self.signs
        kept, signs, room = Room.added(*held, row[0], y)
        after: Self = self._with(mistakes=kept, signs=signs, _room=room)
        return after

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance, and the instance as a matrix of one row."""
        row = _row(x, self.mistakes.shape[1])
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
    >>> from perclib import Stream, run
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
