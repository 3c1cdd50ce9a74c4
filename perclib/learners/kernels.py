"""Learners that keep their mistakes instead of weights, and score by a kernel."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from perclib._checks import Floats, count, instance_of, reals, same_length
from perclib.learners.losses import Tie, zero_one
from perclib.learners.protocol import Binary, finite_score, label_of, row_of, rows_of

__all__ = ["BudgetPerceptron", "Kernel", "KernelPerceptron"]


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
    tie
        As in `perclib.learners.perceptron.Perceptron`.

    Notes
    -----
    With the linear kernel it makes the mistakes of `perclib.learners.perceptron.Perceptron`,
    wherever sums are exact.  A round costs as many values of the kernel as there were mistakes.
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
        instance_of("kernel", self.kernel, Callable, "give a function of two matrices")  # type: ignore[arg-type]  # it can be asked for
        same_length("signs", self.signs, "mistakes", len(self.mistakes))
        if len(self.signs):  # there may be none yet
            object.__setattr__(self, "mistakes", reals("mistakes", self.mistakes, ndim=2))
            object.__setattr__(self, "signs", reals("signs", self.signs, ndim=1))

    def __repr__(self) -> str:
        """Return the number of mistakes in place of all of them."""
        return f"{type(self).__name__}(mistakes={len(self.signs)}, tie={self.tie!r})"

    @classmethod
    def zero(cls, kernel: Kernel, dimension: int, *, tie: Tie = "mistake", **other: Any) -> Self:
        """Kernel perceptron before its first mistake, for instances with d = `dimension`."""
        return cls(kernel, np.empty((0, count("dimension", dimension))), np.empty(0), tie, **other)

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,) by its kernel values with the mistakes."""
        row = row_of(x, self.mistakes)[None]
        if not len(self.signs):
            return 0.0
        return finite_score(self.signs @ np.asarray(self.kernel(self.mistakes, row))[:, 0])

    def scores(self, X: Any) -> Floats:
        """Score many instances of shape (n, d), sparse or not, and learn nothing."""
        rows = rows_of(X, self.mistakes.shape[1])
        rows = rows.toarray() if issparse(rows) else rows
        if not len(self.signs):
            return np.zeros(len(rows))
        scores: Floats = self.signs @ self.kernel(self.mistakes, rows)
        return scores

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, which keeps the example if it was a mistake."""
        return self.kept(x, y) if zero_one(self.score(x), label_of(y), self.tie) else self

    def kept(self, x: ArrayLike, y: float) -> Self:
        """Return the learner with one more example among its mistakes."""
        mistakes, signs = np.vstack([self.mistakes, x]), np.append(self.signs, y)
        return replace(self, mistakes=mistakes, signs=signs)


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
    >>> run(BudgetPerceptron.zero(linear, 2, budget=2), stream).mistakes.tolist()
    [True, True, True, True]
    """

    budget: int = field(kw_only=True)

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        count("budget", self.budget, len(self.signs) + 1)

    def kept(self, x: ArrayLike, y: float) -> Self:
        """Return the learner with one more mistake, or with none once they would be B."""
        if len(self.signs) + 1 < self.budget:
            return super().kept(x, y)
        return replace(self, mistakes=self.mistakes[:0], signs=self.signs[:0])
