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

from perclib._checks import Floats, count, instance_of, positive, real, vector
from perclib.data import Examples
from perclib.learners.losses import Loss, Tie
from perclib.learners.protocol import Linear, label_of, row_of

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
        What a score of zero means for the count of mistakes; see
        `perclib.learners.losses.predict`.

    Notes
    -----
    On `perclib.learners.losses.perceptron` it moves as the perceptron with that step size and the
    tie rule "mistake", whatever ``tie`` is here (chapter 3).

    Examples
    --------
    >>> from perclib.learners import losses
    >>> learner = StochasticGradient.zero(2, losses.perceptron)
    >>> learner.update([1.0, 2.0], -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    loss: Loss
    step: float = 1.0
    tie: Tie = "mistake"

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        instance_of("loss", self.loss, Loss, "for instance perclib.losses.logistic")
        positive("step", self.step)

    def update(self, x: ArrayLike, y: float) -> Self:
        """Return the learner of the next round, with ``w - step * slope(<w, x>, y) * x``."""
        x, y = row_of(x, self.weights), real("y", y) if self.loss.real_labels else label_of(y)
        return self.with_weights(self.weights - self.step * self.loss.slope(self.score(x), y) * x)


Step = float | Callable[[int], float]
"""A step size above zero, or a function that gives the step size of each step ``t >= 1``."""


class Path(NamedTuple):
    """The weights of a descent, step by step, and its cost.

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
    """The mean squared loss of a stream, with counts of its evaluations."""

    def __init__(self, stream: Examples) -> None:
        instance_of("stream", stream, Examples, "make one with RegressionStream(X, y)")
        self.X, self.y = np.asarray(stream.X), stream.y.astype(np.float64)
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
    rows = np.asarray(order)
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or not set(rows) <= set(range(len(stream))):
        raise ValueError(
            f"order: expected indices of examples, from 0 to {len(stream) - 1}, got {order!r}"
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

    Notes
    -----
    With a constant step it converges from every start exactly if
    ``step < 2 / (largest eigenvalue of the Hessian)`` (chapter 2).

    Examples
    --------
    >>> from perclib.data import RegressionStream
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

    Notes
    -----
    With step 1 the first step reaches the minimum (chapter 2).

    Examples
    --------
    >>> from perclib.data import RegressionStream
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

    Notes
    -----
    With a constant step it is `StochasticGradient` on `perclib.learners.losses.squared`, run over
    the examples in that order.  Derived in chapter 2.

    Examples
    --------
    >>> from perclib.data import RegressionStream
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

    Notes
    -----
    In coordinates in which the Hessian is the identity, it is `stochastic_gradient` (chapter 2).

    Examples
    --------
    >>> from perclib.data import RegressionStream
    >>> stream = RegressionStream([[1], [1]], [0, 2])
    >>> path = stochastic_newton(stream, [0], order=[0, 1], step=0.5)
    >>> path.weights.ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    return _descend(stream, start, _rows(stream, order), step, newton=True)
