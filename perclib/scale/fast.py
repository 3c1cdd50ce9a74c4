"""Faster ways to run the linear learners, with the same mistakes; each registers itself with `run`.

A linear learner adds an example to its weights so many times as its score and its label say.
Numba's compiled loop runs a long stream round by round.  Without it the rounds of a learner that
moves on mistakes alone are scored ahead, in blocks, since between two mistakes nothing changes.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perclib._checks import Floats
from perclib.data import Examples, MulticlassStream, RegressionStream, Stream
from perclib.data._instances import compiled
from perclib.learners import losses
from perclib.learners.descent import StochasticGradient
from perclib.learners.losses import tied_mistake
from perclib.learners.margins import MarginPerceptron
from perclib.learners.perceptron import AveragedPerceptron, MulticlassPerceptron, Perceptron
from perclib.learners.running import FAST

__all__ = ["ahead", "run_compiled", "scored_ahead"]

THRESHOLD, HINGE, LOGISTIC, SQUARED, ABSOLUTE = range(5)  # as in perclib._compiled
TINY = math.nextafter(0, 1)


class Rule(NamedTuple):
    """How often an example is added, in numbers that the compiled loop takes.

    For a threshold: ``step * y`` times where ``y f`` is below the number of the label -1 or +1;
    for the q-hinge loss the first number is q.
    """

    kind: int
    step: float
    first: float = 0.0
    second: float = 0.0


def _perceptron_rule(learner: Perceptron) -> Rule:
    """Learn where ``y f`` is below 0, or from a tie where that is a mistake: below TINY."""
    minus, plus = (TINY * tied_mistake(y, learner.tie) for y in (-1, 1))
    return Rule(THRESHOLD, learner.step, minus, plus)


def _margin_rule(learner: MarginPerceptron) -> Rule:
    above = math.nextafter(learner.beta, math.inf)
    return Rule(THRESHOLD, learner.step, above, above)


def _descent_rule(learner: StochasticGradient) -> Rule | None:
    kinds = {losses.logistic: LOGISTIC, losses.squared: SQUARED, losses.absolute: ABSOLUTE}
    power = losses.hinge_power(learner.loss)
    if power is not None:
        return Rule(HINGE, learner.step, power)
    if learner.loss == losses.perceptron:
        return Rule(THRESHOLD, learner.step, TINY, TINY)
    kind = kinds.get(learner.loss)
    return None if kind is None else Rule(kind, learner.step)


RULES: dict[type, Callable[[Any], Rule | None]] = {
    Perceptron: _perceptron_rule,
    AveragedPerceptron: _perceptron_rule,
    MarginPerceptron: _margin_rule,
    StochasticGradient: _descent_rule,
}


def _rule(learner: Any, stream: Examples) -> Rule | None:
    """Return the rule of a learner, if it has one for these labels; a subclass has none."""
    real = isinstance(learner, StochasticGradient) and learner.loss.real_labels
    if not isinstance(stream, (Stream, RegressionStream) if real else Stream):
        return None
    return RULES[type(learner)](learner) if type(learner) in RULES else None


def run_compiled(learner: Any, stream: Examples) -> tuple[Floats, Any] | None:
    """Run a linear learner, or that of several classes, by the compiled loop.

    Parameters
    ----------
    learner : Learner
    stream : Examples

    Returns
    -------
    tuple or None
        Scores and the last learner; None if another way has to run them.
    """
    classes = type(learner) is MulticlassPerceptron and isinstance(stream, MulticlassStream)
    rows, bias = (stream.rows, 0.0) if classes else (stream.plain, stream.bias)
    passes = stream.passes
    loops = compiled(passes * (rows.nnz if stream.sparse else rows.size))
    if not loops:
        return None
    parts = (rows.data, rows.indices, rows.indptr) if stream.sparse else (rows,)
    parts = tuple(map(_read_only, parts))
    each = [_read_only(y) for y in np.split(stream.y, passes)]
    weights = np.array(getattr(learner, "weights", 0.0))
    if classes:
        if stream.y.max() > len(weights):
            raise ValueError(f"y: expected classes from 1 to {len(weights)}, got {stream.y.max()}")
        scores: Floats = np.empty((len(stream), len(weights)))
        loop = loops.sparse_classes if stream.sparse else loops.dense_classes
        for y, some in zip(each, np.split(scores, passes), strict=True):
            loop(*parts, y, weights, some)
        return scores, replace(learner, weights=weights)
    rule = _rule(learner, stream)
    if rule is None:
        return None
    scores, averaged = np.empty(len(stream)), isinstance(learner, AveragedPerceptron)
    now = learner.rounds + 1 if averaged else 0
    drift = learner.drift.copy() if averaged else np.empty(0)
    loop = loops.sparse if stream.sparse else loops.dense
    for y, some in zip(each, np.split(scores, passes), strict=True):
        loop(*parts, bias, y, weights, drift, some, now, *rule)
        now += len(y)
    return scores, _after(learner, weights, drift, len(stream))


def _read_only(values: Any) -> Any:
    """Return a view of one type, for which Numba then compiles once."""
    view = np.ascontiguousarray(values).view()
    view.flags.writeable = False
    return view


def scored_ahead(learner: Any, stream: Examples) -> tuple[Floats, Any] | None:
    """Run a learner that moves below a threshold over dense rows, with `ahead`.

    Parameters and result are those of `run_compiled`.
    """
    rule = _rule(learner, stream)
    if rule is None or rule.kind != THRESHOLD or stream.sparse:
        return None
    weights, drift = learner.weights.copy(), np.empty(0)
    now = 1
    if isinstance(learner, AveragedPerceptron):
        drift, now = learner.drift.copy(), learner.rounds + 1
    scores = np.empty(len(stream))
    limits = np.where(stream.y > 0, rule.second, rule.first)
    for part, X in stream.blocks(2**20):
        y = stream.y[part]
        moves = ahead(weights, X, y, limits[part], scores[part], rule.step)
        if drift.size:
            drift += rule.step * y[moves] * (now + part.start + moves) @ X[moves]
    return scores, _after(learner, weights, drift, len(stream))


def ahead(
    weights: Floats, X: Floats, y: Any, limits: Floats, scores: Floats, step: float = 1.0
) -> NDArray[np.intp]:
    """Score blocks of rounds ahead, up to the next mistake; write weights and scores.

    Parameters
    ----------
    weights : array of shape (d,)
    X : array of shape (T, d)
    y : array of shape (T,)
    limits : array of shape (T,)
        A round is a mistake where ``y f`` is below its limit.
    scores : array of shape (T,)
    step : float

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


def _after(learner: Any, weights: Floats, drift: Floats, rounds: int) -> Any:
    """Return the learner so many rounds later."""
    if isinstance(learner, AveragedPerceptron):
        return replace(learner, weights=weights, drift=drift, rounds=learner.rounds + rounds)
    return replace(learner, weights=weights)


FAST += [run_compiled, scored_ahead]
