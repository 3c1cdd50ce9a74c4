"""The perceptron: move by the example when, and only when, it was a mistake."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from perclib import _rounds
from perclib._checks import Flags, Floats, count, finite, instance_of, one_of, positive, reals
from perclib.losses import TIES, Tie, wrong
from perclib.online import LEAST, Linear
from perclib.streams import Stream

__all__ = [
    "Perceptron",
]


@dataclass(frozen=True, eq=False)
class Perceptron(Linear):
    """The perceptron of Rosenblatt (1958), without bias.

    It scores by ``f = <w, x>`` and on a mistake moves to ``w + step * y * x``; otherwise it stays.
    For a bias, run it on lifted examples (`perclib.streams.Stream.lifted`).

    Parameters
    ----------
    weights : array_like of shape (d,)
        Where it starts.
    tie : {"mistake", "plus", "minus", "correct"}
        What a score of zero means; see `perclib.losses.predict`.  With the book's rule, "mistake",
        a round is a mistake when ``y f <= 0``.
    step : float
        Above zero.  From a zero start, and in exact arithmetic, it scales the weights and changes
        no mistake (chapter 3).  In floats that holds for powers of two; another step rounds the
        weights differently, and a near-tie can fall on the other side.

    Raises
    ------
    ValueError
        If the weights are not a vector of finite numbers, the step is not above zero or the tie
        rule is unknown; from `score` and `update`, if floats do not tell the sign of a score.

    Notes
    -----
    Floats below about 1e-308 lose digits, and then vanish: a score of 1e-340 would count as a tie,
    and the run could make more mistakes than its bound allows.  So a score whose absolute value is
    below ``2**-960``, about ``1e-289``, is refused if a product ``w_i * x_i`` of two factors other
    than zero is below it, too; any other score loses too little to change its sign.  With
    a step other than 1 an update is refused, too, if the step times an entry that is not zero has
    an absolute value below ``2**-1022``, where floats round it.  From a zero start, instances
    multiplied by a power of 2 are run with the same mistakes, as long as nothing is refused.

    With the default rule and on one pass the weights are those of
    ``sklearn.linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)``.
    Derived in chapter 3; its mistakes are counted from chapter 4 on.

    Examples
    --------
    >>> Perceptron.zero(2).update(np.array([1.0, 2.0]), -1).weights.tolist()
    [-1.0, -2.0]
    """

    weights: Floats
    tie: Tie = "mistake"
    step: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "weights", reals("weights", self.weights, ndim=1))
        one_of("tie", self.tie, TIES)
        object.__setattr__(self, "step", positive("step", self.step))

    @classmethod
    def zero(cls, dimension: int, *, tie: Tie = "mistake", step: float = 1.0) -> Self:
        """Perceptron that starts at ``w = 0``.

        Parameters
        ----------
        dimension : int
            Number of coordinates, d.
        tie, step
            As in the class.

        Returns
        -------
        Perceptron
        """
        return cls(np.zeros(count("dimension", dimension)), tie, step)

    def multiple(self, score: float, y: float) -> float:
        """Return the multiple of an example that is added: ``step * y`` on a mistake, else 0.

        Parameters
        ----------
        score : float
        y : int
            Either -1 or +1.

        Returns
        -------
        float
        """
        return self.step * y if wrong(score, y, self.tie) else 0.0

    def _scored(self, x: ArrayLike) -> tuple[float, Floats]:
        """Return the score of an instance and the instance, if floats tell the score's sign."""
        score, row = super()._scored(x)
        if abs(score) < LEAST and _rounds.lost(row, self.weights):
            raise ValueError(
                f"x: the score {score:g} is too close to 0, since below {LEAST:.0e} floats may "
                "lose the sign of a score; multiply the instances, or the step, by a power of 2"
            )
        return score, row

    def _sum(self, times: float, row: Floats) -> Floats:
        """Return the weights with a multiple of a row added, if floats hold the multiple."""
        if abs(times) != 1 and _rounds.rounded(times, row):
            raise ValueError(
                f"step: {self.step:g} times an instance has an entry below {_rounds.SMALLEST:.0e}, "
                "which floats do not hold exactly; multiply the instances, or the step, by a power "
                "of 2"
            )
        return super()._sum(times, row)

    def sweep(self, stream: Stream) -> tuple[Floats, Self]:
        """Learn from all examples of a stream, in order, at the speed of memory.

        Between two mistakes the weights do not move, so blocks of rounds are scored ahead with
        one call, up to the first mistake; where mistakes are dense the rounds are run one by one.
        If the extra ``fast`` (Numba) is installed, compiled code runs the rounds of a long stream
        one by one, as quickly at any density of mistakes.  Compiling takes about as long as fifty
        passes over 1,000,000 x 20 numbers: once, and once more for instances that are stored by
        columns or as 32-bit floats.  Each later process loads the compiled code in half of that
        time.

        Scores and weights are those of `score` and `update` round by round.  For whole numbers
        that is certain, as long as no sum exceeds ``2**53``.  For other numbers it rests on what
        `numpy.dot`, `numpy.vecdot` and SciPy's ``ddot`` have in common: all hand a contiguous row
        to the same kind of BLAS routine.  No difference was seen on any shape that the tests try,
        not even in the last bit (but for the sign of a zero score in one dimension); the compiled
        code is first compared with NumPy on a few rounds, and is not used if the two differ.

        A sparse row is scored from its entries alone, so the cost of a run is that of the entries.
        Its products are added up in four sums, each of every fourth product; then these sums are
        added up, and at last up to three products that are left.

        The scores are those of the dense rows wherever sums are exact, and wherever a row has all
        its entries; otherwise the two may differ by rounding.
        Compiled or not they are the same to the last bit.

        Parameters
        ----------
        stream : Stream
            Its instances need no check beforehand: a score is finite only if they are.

        Returns
        -------
        scores : array of shape (T,)
            Not finite where a round is refused; what comes after it has no meaning.
        learner : Perceptron
            After the last round.

        Raises
        ------
        ValueError
            If the instances have another dimension, or a weight is not finite any more.

        Notes
        -----
        What it costs, by the mistake bound, is derived in chapter 12.
        """
        scores, weights = self._swept(stream, self._rule())
        return scores, self.moved(weights)

    def _rule(self) -> _rounds.Rule:
        # A round is a mistake when y f < limit: the least float above 0 counts a tie.
        minus, plus = (_rounds.TINY * wrong(0.0, y, self.tie) for y in (-1, 1))
        return _rounds.limits(self.step, minus, plus)

    def _with_margin(self, stream: Stream, margin: float) -> tuple[Flags, Self]:
        """Learn from all examples whose signed score is below a margin; say from which."""
        scores, weights = self._swept(stream, _rounds.limits(self.step, margin, margin))
        finite("scores", scores)
        return stream.y * scores < margin, self.moved(weights)

    def _swept(self, stream: Any, rule: _rounds.Rule, *drift: Any) -> tuple[Floats, Floats]:
        """Return the scores and the weights of a run by a rule."""
        instance_of("stream", stream, Stream, "make one with Stream(X, y)")
        weights = self.weights.copy()
        return _rounds.swept(weights, stream, rule, *drift), weights
