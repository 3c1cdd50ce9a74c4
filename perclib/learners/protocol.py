"""The protocol of a learner: it scores an instance, and its update returns the next learner.

``update`` leaves the old learner as it was, so one learner can be run over many streams and no run
leaks into the next.
"""

import math
from abc import abstractmethod
from dataclasses import replace
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from perclib._checks import Floats, count, finite, one_of, reals
from perclib.data._instances import instances
from perclib.learners.losses import TIES, Tie, predict

__all__ = ["Binary", "Learner", "Linear"]


class Learner(Protocol):
    """The attributes of a learner; `perclib.learners.running.run` can also keep its ``weights``."""

    @property
    def tie(self) -> Tie:
        """Its rule for a score of zero; see `perclib.learners.losses.predict`."""

    @abstractmethod
    def score(self, x: Any) -> Any:
        """Score an instance of shape (d,): a number, or C numbers where there are C classes."""

    @abstractmethod
    def update(self, x: Any, y: Any) -> Self:
        """Return the learner for the next round, after the example (x, y)."""


class Binary(Learner):
    """Base of the learners of labels -1 and +1: frozen dataclasses with the field ``tie``."""

    tie: Tie

    def scores(self, X: Any) -> Floats:
        """Score many instances of shape (n, d), sparse or not, and learn nothing."""
        rows = instances(X)
        each = (rows[[t]].toarray()[0] if issparse(rows) else rows[t] for t in range(rows.shape[0]))
        return np.array([self.score(x) for x in each])

    def predict(self, X: Any) -> Any:
        """Predict the labels of many instances of shape (n, d), sparse or not; learn nothing.

        A label is the sign of the score; at a tie whose rule predicts neither label it is 0.
        """
        return predict(self.scores(X), self.tie)


class Linear(Binary):
    """Base of the learners that score by ``<w, x>``, with the field ``weights`` of shape (d,)."""

    weights: Floats

    def __post_init__(self) -> None:
        """Check the weights."""
        set_weights(self, "weights")

    @classmethod
    def zero(cls, dimension: int, *parameters: Any, **named: Any) -> Self:
        """Return the learner that starts at ``w = 0`` in d = `dimension` coordinates.

        The other parameters of the class follow, in its order or by name.
        """
        start = np.zeros(count("dimension", dimension))
        return cls(start, *parameters, **named)  # type: ignore[call-arg]  # it is a dataclass

    def score(self, x: ArrayLike) -> float:
        """Score an instance of shape (d,) by ``<w, x>``."""
        return finite_score(self.weights @ row_of(x, self.weights))

    def scores(self, X: Any) -> Floats:
        """Score many instances of shape (n, d), sparse or not, and learn nothing."""
        if type(self).score is not Linear.score:
            return super().scores(X)
        scores: Floats = rows_of(X, len(self.weights)) @ self.weights
        return scores

    def with_weights(self, weights: Floats) -> Self:
        """Return the learner with other weights, a new array, which becomes read-only."""
        finite("weights", weights)
        weights.flags.writeable = False  # so that they are not copied and checked again
        return replace(self, weights=weights)  # type: ignore[type-var]  # it is a dataclass


def rows_of(X: Any, dimension: int) -> Any:
    """Return many instances, checked, as an array or sparse rows."""
    rows = instances(X)
    if rows.shape[1] != dimension:
        raise ValueError(f"X: expected dimension {dimension}, got {rows.shape[1]}")
    return rows


def row_of(x: ArrayLike, weights: Floats) -> Floats:
    """Return an instance as floats; refuse one of another dimension than the weights."""
    row = np.asarray(x, dtype=np.float64)
    if row.shape != weights.shape[-1:]:
        raise ValueError(f"x: expected shape {weights.shape[-1:]}, got {row.shape}")
    return row


def finite_score(score: Any) -> float:
    """Refuse a score that is not finite: then an entry of the instance is not, or is too large."""
    if not math.isfinite(score):
        raise ValueError(f"x: expected finite numbers with a finite score, got the score {score}")
    return float(score)


def label_of(y: Any) -> float:
    """Refuse a label other than -1 and +1."""
    if y not in (-1, 1):
        raise ValueError(f"y: expected -1 or +1, got {y!r}")
    return y  # type: ignore[no-any-return]  # it is -1 or +1


def set_weights(learner: Any, name: str, ndim: int = 1) -> None:
    """Check a field that holds numbers, and the tie rule, when a learner is made."""
    values = getattr(learner, name)
    made = isinstance(values, np.ndarray) and values.dtype == np.float64 and values.ndim == ndim
    if not made or values.flags.writeable:
        object.__setattr__(learner, name, reals(name, values, ndim))
    one_of("tie", learner.tie, TIES)
