"""Faster ways to run the linear learners, with the same mistakes; each registers itself with `run`.

A linear learner adds an example to its weights so many times as its score and its label say.
Numba's compiled loop runs a long stream round by round.  Without it the rounds of a learner that
moves on mistakes alone are scored ahead, in blocks, since between two mistakes nothing changes.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from perclib._checks import Floats
from perclib.data import Examples, MulticlassStream, RegressionStream, Stream
from perclib.data._instances import compiled
from perclib.learners import losses
from perclib.learners.descent import StochasticGradient
from perclib.learners.losses import tied_mistake
from perclib.learners.margins import MarginPerceptron
from perclib.learners.perceptron import AveragedPerceptron, MulticlassPerceptron, Perceptron
from perclib.learners.running import FAST

__all__ = ["ahead", "run_fast"]

THRESHOLD, HINGE, LOGISTIC, SQUARED, ABSOLUTE = range(5)  # as in perclib._compiled
_KINDS = {losses.perceptron: THRESHOLD, losses.logistic: LOGISTIC, losses.squared: SQUARED,
          losses.absolute: ABSOLUTE}  # fmt: skip
TINY = math.nextafter(0, 1)


def _rule(learner: Any, stream: Examples) -> tuple[int, float, float, float] | None:
    """Return how often a learner adds an example, if it has such a rule for these labels.

    The rule is a kind, the step and two numbers.  With a threshold, an example is added
    ``step * y`` times where ``y f`` is below the first number (of label -1) or the second; with the
    q-hinge loss the first is q.  A subclass has no rule.
    """
    kind = type(learner)
    real = kind is StochasticGradient and learner.loss.real_labels
    if not isinstance(stream, (Stream, RegressionStream) if real else Stream):
        return None
    if kind is StochasticGradient:
        power = losses.hinge_power(learner.loss)
        if power is not None:
            return HINGE, learner.step, power, 0.0
        code = _KINDS.get(learner.loss)
        return None if code is None else (code, learner.step, TINY, TINY)
    if kind is MarginPerceptron:
        above = math.nextafter(learner.beta, math.inf)
        return THRESHOLD, learner.step, above, above
    if kind in (Perceptron, AveragedPerceptron):  # a tie that is a mistake is below TINY
        return (THRESHOLD, learner.step, *(TINY * tied_mistake(y, learner.tie) for y in (-1, 1)))
    return None


def run_fast(learner: Any, stream: Examples) -> tuple[Floats, Any] | None:
    """Run a linear learner, or that of several classes, in one of the faster ways.

    What comes back is the scores and the last learner, or None if the textbook's loop has to run.
    """
    if type(learner) is MulticlassPerceptron and isinstance(stream, MulticlassStream):
        return _run_classes(learner, stream)
    rule = _rule(learner, stream)
    if rule is None:
        return None
    kind, step, minus, plus = rule
    weights, scores, now, drift = learner.weights.copy(), np.empty(len(stream)), 0, np.empty(0)
    if isinstance(learner, AveragedPerceptron):
        now, drift = learner.rounds + 1, learner.drift.copy()
    rows, bias = stream.plain, stream.bias
    loops, parts = _loops(rows, stream.passes)
    if loops:
        loop = loops.sparse if stream.sparse else loops.dense
        for y, some in _each_pass(stream, scores):
            loop(*parts, bias, y, weights, drift, some, now, *rule)
            now += len(y)
    elif kind == THRESHOLD and not stream.sparse:
        limits = np.where(stream.y > 0, plus, minus)
        for part, X in stream.blocks(2**20):
            y = stream.y[part]
            moves = ahead(weights, X, y, limits[part], scores[part], step)
            if drift.size:
                drift += step * y[moves] * (now + part.start + moves) @ X[moves]
    else:
        return None
    after = replace(learner, weights=weights)
    if drift.size:
        after = replace(after, drift=drift, rounds=learner.rounds + len(stream))
    return scores, after


def _run_classes(learner: MulticlassPerceptron, stream: Examples) -> tuple[Floats, Any] | None:
    """Run the perceptron of several classes by the compiled loop."""
    loops, parts = _loops(stream.rows, stream.passes)
    if not loops:
        return None
    weights = learner.weights.copy()
    if stream.y.max() > len(weights):
        raise ValueError(f"y: expected classes from 1 to {len(weights)}, got {stream.y.max()}")
    scores: Floats = np.empty((len(stream), len(weights)))
    loop = loops.sparse_classes if stream.sparse else loops.dense_classes
    for y, some in _each_pass(stream, scores):
        loop(*parts, y, weights, some)
    return scores, replace(learner, weights=weights)


def _loops(rows: Any, passes: int) -> tuple[Any, tuple[Any, ...]]:
    """Return the compiled loops, or None where they do not pay, and the arrays of some rows."""
    parts = (rows.data, rows.indices, rows.indptr) if issparse(rows) else (rows,)
    return compiled(passes * parts[0].size), tuple(map(_read_only, parts))


def _each_pass(stream: Examples, scores: Floats) -> Iterator[tuple[Any, Floats]]:
    """Yield the labels of each pass, and where its scores go."""
    passes = (np.split(values, stream.passes) for values in (stream.y, scores))
    return ((_read_only(y), some) for y, some in zip(*passes, strict=True))


def _read_only(values: Any) -> Any:
    """Return a view of one type, for which Numba then compiles once."""
    view = np.ascontiguousarray(values).view()
    view.flags.writeable = False
    return view


def ahead(
    weights: Floats, X: Floats, y: Any, limits: Floats, scores: Floats, step: float = 1.0
) -> NDArray[np.intp]:
    """Score blocks of rounds ahead, up to the next mistake; write weights and scores.

    Parameters
    ----------
    weights, X, y, scores : arrays of shapes (d,), (T, d), (T,) and (T,)
    limits : array of shape (T,)
        A round is a mistake where ``y f`` is below its limit.

    Returns
    -------
    array of int
        The rounds in which the weights moved.

    Notes
    -----
    If mistakes come at random, ``gap`` rounds apart, and a call costs as much as `call` rows, a
    block of ``gap * log(1 + a + sqrt(2 a))`` rounds with ``a = call / gap`` costs nearly least.
    While mistakes are seldom the gap grows.
    """
    t, gap, quiet, call = 0, 64.0, 0, 12_000 / (4 + X.shape[1])
    moves = []
    while t < len(y):
        a = call / gap
        part = slice(t, t + 1 + int(gap * math.log1p(a + math.sqrt(2 * a))))
        scores[part] = np.vecdot(X[part], weights)
        wrong = y[part] * scores[part] < limits[part]
        first = int(wrong.argmax())
        if wrong[first]:
            gap, quiet, t = max(1.0, 0.75 * gap + 0.25 * (quiet + first)), 0, t + first
            weights += step * float(y[t]) * X[t]
            moves.append(t)
            t += 1
        else:
            quiet, t = quiet + len(wrong), t + len(wrong)
            gap = max(gap, quiet)
    return np.array(moves, dtype=np.intp)


FAST.append(run_fast)
