"""Descent along the slope of a loss: one example at a time, or, on least squares, all at once.

`StochasticGradient` is a learner for the protocol of chapter 1.  The four functions below minimize
the mean squared loss of linear scores, ``F(w) = mean((<w, x_i> - y_i)**2)``, and count what they
do; chapter 2 derives how much they have to do.  The sum of the losses is
``len(stream) * F``; with the same step size, descent on the sum makes steps ``len(stream)`` times
as long.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib import _rounds
from perclib._checks import (
    Floats,
    array,
    count,
    instance_of,
    label,
    one_of,
    positive,
    real,
    reals,
    vector,
)
from perclib.losses import TIES, Loss, Tie
from perclib.online import Linear
from perclib.streams import Examples, MulticlassStream, RegressionStream, Stream

__all__ = [
    "Path",
    "Step",
    "StochasticGradient",
    "gradient_descent",
    "newton",
    "stochastic_gradient",
    "stochastic_newton",
]


@dataclass(frozen=True, eq=False)
class StochasticGradient(Linear):
    """Stochastic (sub)gradient descent on a loss of the score, with a constant step size.

    After the example (x, y) the weights are ``w - step * slope(<w, x>, y) * x``, where ``slope``
    is that of the loss.

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    loss : Loss
        Its slope decides which subgradient is taken at a kink.
    step : float
        Above zero.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means for the count of mistakes; see `perclib.losses.predict`.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, the loss is no
        `perclib.losses.Loss`, the step is not above zero or the tie rule is unknown.

    Notes
    -----
    On `perclib.losses.perceptron` it moves as the perceptron with that step size and the tie rule
    "mistake", whatever ``tie`` is here (chapter 3).  But a score that is too small for floats
    counts as a tie, while the perceptron refuses it.

    Examples
    --------
    >>> from perclib import losses
    >>> learner = StochasticGradient.zero(2, losses.perceptron)
    >>> learner.update(np.array([1.0, 2.0]), -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    loss: Loss
    step: float = 1.0
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        instance_of("loss", self.loss, Loss, "for instance perclib.losses.logistic")
        object.__setattr__(self, "step", positive("step", self.step))
        one_of("tie", self.tie, TIES)

    @classmethod
    def zero(cls, dimension: int, loss: Loss, *, step: float = 1.0) -> Self:
        """Descent that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        loss, step
            As in the class.

        Returns
        -------
        StochasticGradient
        """
        return cls(np.zeros(count("dimension", dimension)), loss, step)

    def multiple(self, score: float, y: float) -> float:
        """Return the multiple of an example that is added: ``-step * slope(f, y)``.

        Parameters
        ----------
        score : float
        y : int or float
            A label that the loss takes: -1 or +1, or for `perclib.losses.squared` and `absolute`
            any real number.

        Returns
        -------
        float
        """
        return -self.step * float(self.loss.slope(score, y))

    def sweep(self, stream: Examples) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order.

        If Numba is installed and the loss is one of `perclib.losses`, a long stream is run by
        compiled code.

        Parameters
        ----------
        stream : Stream, or RegressionStream if the loss takes real labels

        Returns
        -------
        scores : array of shape (T,)
        learner : StochasticGradient
            Both as in `perclib.perceptron.Perceptron.sweep`.

        Raises
        ------
        ValueError
            If the instances have another dimension, the loss does not take the labels, or a weight
            is not finite any more.
        """
        kinds = (Stream, RegressionStream) if self.loss.real_labels else Stream
        if not isinstance(stream, kinds):
            raise ValueError(
                f"stream: expected labels that the {self.loss.name} takes, "
                f"{'numbers' if self.loss.real_labels else '-1 and +1'}, "
                f"got a {type(stream).__name__}"
            )
        weights = self.weights.copy()
        scores = _rounds.swept(weights, stream, _rounds.descent(self.step, self.loss))
        return scores, self.moved(weights)

    def _label(self, y: Any) -> float:
        return real("y", y) if self.loss.real_labels else label("y", y)


Step = float | Callable[[int], float]
"""A step size above zero, or a function that gives the step size of each step ``t >= 1``."""


class Path(NamedTuple):
    """Where a descent went, and what it cost.

    Parameters
    ----------
    weights : array of shape (steps + 1, d)
        The start, and the weights after each step.
    gradients : int
        Gradients of the loss of one example that were computed.
    touched : int
        Examples that were read, for a gradient or for the Hessian, each time counted anew.
    solves : int
        Linear systems with the Hessian that were solved.
    """

    weights: Floats
    gradients: int
    touched: int
    solves: int


class _LeastSquares:
    """The mean squared loss of a stream; it counts what is asked of it."""

    def __init__(self, stream: Examples) -> None:
        if isinstance(stream, MulticlassStream):
            raise ValueError("stream: expected real labels or -1 and +1, got a MulticlassStream")
        if not isinstance(stream, Examples):
            instance_of("stream", stream, RegressionStream, "make one with RegressionStream(X, y)")
        self.X, self.y = stream.dense, np.asarray(stream.y, dtype=np.float64)
        self.gradients = self.touched = self.solves = 0
        self._inverse: Any = None

    def gradient(self, w: Floats, rows: slice | int) -> Floats:
        """Mean gradient over some rows, or the gradient of one."""
        X = np.atleast_2d(self.X[rows])
        self.gradients += len(X)
        self.touched += len(X)
        slope: Floats = 2 * (X @ w - self.y[rows]) @ X / len(X)
        return slope

    def solve(self, gradient: Floats) -> Floats:
        """Inverse of the Hessian times a gradient; the Hessian is read off once."""
        if self._inverse is None:
            self.touched += len(self.X)
            hessian = 2 * self.X.T @ self.X / len(self.X)
            if np.linalg.matrix_rank(hessian, hermitian=True) < len(hessian):
                raise ValueError(
                    f"stream: expected instances that span all {len(hessian)} dimensions, "
                    "got some that lie in a hyperplane: the Hessian has no inverse"
                )
            self._inverse = np.linalg.inv(hessian)
        self.solves += 1
        direction: Floats = self._inverse @ gradient
        return direction


def _descend(stream: Examples, start: ArrayLike, rows: list[Any], step: Step, newton: bool) -> Path:
    """Take one step for each entry of `rows`, along its gradient."""
    problem = _LeastSquares(stream)
    weights = [vector("start", start, stream.dimension)]
    for t, some in enumerate(rows, 1):
        size = positive(f"step({t})", step(t)) if callable(step) else positive("step", step)
        with np.errstate(over="ignore", invalid="ignore"):  # refused below
            direction = problem.gradient(weights[-1], some)
            if newton:
                direction = problem.solve(direction)
            after = weights[-1] - size * direction
        if not np.isfinite(after).all():
            raise ValueError(f"step: too long, the weights are no longer finite after step {t}")
        weights.append(after)
    return Path(np.array(weights), problem.gradients, problem.touched, problem.solves)


def _rows(stream: Examples, order: ArrayLike) -> list[Any]:
    """Return the rows of a stream that are visited, in order."""
    rows = array("order", order)
    n = len(stream) if isinstance(stream, Examples) else np.inf  # refused by what comes next
    if (
        rows.ndim != 1
        or rows.dtype.kind not in "iu"
        or not rows.size
        or not (0 <= rows.min() <= rows.max() < n)
    ):
        raise ValueError(
            f"order: expected indices of examples, counted from 0, all below {n}, got {order!r}"
        )
    return list(rows.tolist())


def gradient_descent(stream: Examples, start: ArrayLike, *, step: Step, steps: int) -> Path:
    """Gradient descent on least squares: ``w - step * grad F(w)``, all examples in every step.

    Parameters
    ----------
    stream : Stream or RegressionStream
        The n examples; their order does not matter.
    start : array_like of shape (d,)
    step : float or callable
        The step size, or a function that gives the step size of each step ``t >= 1``.
    steps : int

    Returns
    -------
    Path
        With ``gradients = touched = n * steps`` and no solves.

    Raises
    ------
    ValueError
        If the start has another dimension, a step is not above zero, or the weights run away to
        where they are no longer finite.

    Notes
    -----
    With a constant step it converges from every start exactly if
    ``step < 2 / (largest eigenvalue of the Hessian)`` (chapter 2).

    Examples
    --------
    >>> from perclib.streams import RegressionStream
    >>> stream = RegressionStream([[1], [1]], [0, 2])
    >>> gradient_descent(stream, [0], step=0.25, steps=3)
    Path(weights=array([[0.   ],
           [0.5  ],
           [0.75 ],
           [0.875]]), gradients=6, touched=6, solves=0)
    """
    return _descend(stream, start, [slice(None)] * count("steps", steps), step, newton=False)


def newton(stream: Examples, start: ArrayLike, *, step: Step = 1.0, steps: int = 1) -> Path:
    """Newton's method on least squares: ``w - step * H^-1 grad F(w)``, with H the Hessian.

    Parameters
    ----------
    stream, start, step, steps
        As in `gradient_descent`.

    Returns
    -------
    Path
        With ``gradients = n * steps``, ``touched = n * (steps + 1)`` and ``solves = steps``; the
        Hessian, which is the same everywhere, is computed once, from all n examples.

    Raises
    ------
    ValueError
        As `gradient_descent`, and if the Hessian has no inverse.

    Notes
    -----
    With step 1 the first step reaches the minimum (chapter 2).

    Examples
    --------
    >>> from perclib.streams import RegressionStream
    >>> newton(RegressionStream([[1], [1]], [0, 2]), [5]).weights.tolist()
    [[5.0], [1.0]]
    """
    return _descend(stream, start, [slice(None)] * count("steps", steps), step, newton=True)


def stochastic_gradient(
    stream: Examples, start: ArrayLike, *, order: ArrayLike, step: Step
) -> Path:
    """Stochastic gradient descent on least squares: one example a step.

    Parameters
    ----------
    stream, start, step
        As in `gradient_descent`.
    order : array_like of int
        Which example each step takes, from 0 on.

    Returns
    -------
    Path
        With ``gradients = touched = len(order)`` and no solves.

    Raises
    ------
    ValueError
        As `gradient_descent`, and if the order names no examples.

    Notes
    -----
    With a constant step it is `StochasticGradient` on `perclib.losses.squared`, run over the
    examples in that order.  Derived in chapter 2.

    Examples
    --------
    >>> from perclib.streams import RegressionStream
    >>> stream = RegressionStream([[1], [1]], [0, 2])
    >>> path = stochastic_gradient(stream, [0], order=[0, 1], step=0.25)
    >>> path.weights.ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    return _descend(stream, start, _rows(stream, order), step, newton=False)


def stochastic_newton(stream: Examples, start: ArrayLike, *, order: ArrayLike, step: Step) -> Path:
    """Stochastic Newton's method on least squares: ``w - step * H^-1 grad Q_i(w)``.

    ``Q_i`` is the squared loss of one example, and H the Hessian of the mean over all of them.

    Parameters
    ----------
    stream, start, order, step
        As in `stochastic_gradient`.

    Returns
    -------
    Path
        With ``gradients = solves = len(order)``, and ``touched = len(order) + n`` because of the
        Hessian.

    Raises
    ------
    ValueError
        As `stochastic_gradient` and `newton`.

    Notes
    -----
    In coordinates in which the Hessian is the identity, it is `stochastic_gradient` (chapter 2).

    Examples
    --------
    >>> from perclib.streams import RegressionStream
    >>> stream = RegressionStream([[1], [1]], [0, 2])
    >>> path = stochastic_newton(stream, [0], order=[0, 1], step=0.5)
    >>> path.weights.ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    return _descend(stream, start, _rows(stream, order), step, newton=True)
