"""Bad calls: each is refused by an error that begins with the name of the argument."""

import datetime
import re
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import sparse

from perclib import (
    bounds,
    competitors,
    datasets,
    descent,
    losses,
    online,
    plots,
    regret,
    speed,
    streams,
)
from perclib.auditing import audit, factors
from perclib.descent import StochasticGradient
from perclib.estimator import KernelPerceptronClassifier, OnlineClassifier, PerceptronClassifier
from perclib.geometry import SecondOrderPerceptron, Winnow
from perclib.kernels import BudgetPerceptron, KernelPerceptron
from perclib.losses import TIES
from perclib.margins import MarginPerceptron, PassiveAggressive, Romma
from perclib.mixing import by_mistakes, dask_map, equally, mix, run_mixed, run_part
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron, VotedPerceptron
from perclib.streams import Stream
from perclib.tables import Near, table, typeset

STREAM = Stream([[1.0, 2.0], [2.0, 1.0], [1.0, 1.0]], [1, 1, 1])
ROW = [1.0, 1.0]
RUN = online.run(Perceptron.zero(2), STREAM)
AXES = Figure().subplots()
NOT_AXES = {"nothing": None, "a figure": Figure(), "a string": "ax"}

NUMBERS = {"nothing": None, "a string": "1", "a boolean": True, "nan": np.nan, "infinity": np.inf,
           "a list": [1.0], "complex": 1j, "negative": -1.0}  # fmt: skip
POSITIVE = NUMBERS | {"zero": 0.0}
POWER = NUMBERS | {"below one": 0.5}
COUNTS = {"nothing": None, "a string": "3", "a boolean": True, "a fraction": 1.5, "a float": 2.0,
          "a list": [2], "negative": -1, "zero": 0}  # fmt: skip
SEEDS = {kind: value for kind, value in COUNTS.items() if kind != "zero"}
ARRAYS = {"nothing": None, "a string": "spam", "strings": ["a", "b"], "booleans": [True, False],
          "complex": [1j, 2.0], "objects": [None, 1.0], "empty": [], "a dict": {1: 2.0},
          "nan": [1.0, np.nan], "infinity": [np.inf, 1.0], "too large": [10**400, 1],
          "dates": [datetime.datetime(2000, 1, 1)] * 2, "sparse": sparse.csr_array([[1.0, 2.0]]),
          "a sparse matrix": sparse.csr_matrix([[1.0, 2.0]]), "ragged": [[1.0], [1.0, 2.0]],
          "masked": np.ma.array([1.0, 2.0], mask=[0, 1])}  # fmt: skip
VECTORS = ARRAYS | {
    "a number": 1.0,
    "a matrix": [[1.0, 2.0]],
    "a set": {1.0, 2.0},
    "a learner": Perceptron.zero(2),
}
SIZED = VECTORS | {"too short": [1.0], "too long": [1.0, 2.0, 3.0]}
DENSE = {kind: value for kind, value in ARRAYS.items() if "sparse" not in kind}
MATRICES = DENSE | {"a vector": [1.0, 2.0], "a cube": [[[1.0]]], "no columns": np.ones((3, 0)),
                     "nan inside": [[1.0, 2.0], [np.nan, 1.0], [1.0, 1.0]]}  # fmt: skip
LABELS = ARRAYS | {"zeros and ones": [0, 1, 1], "classes": [1, 2, 1], "halves": [0.5, 1, 1],
                   "a matrix": [[1, 1, 1]], "too short": [1, 1], "too long": [1] * 4,
                   "words": ["spam", "ham", "spam"]}  # fmt: skip
LABEL = {"nothing": None, "a string": "1", "a boolean": True, "zero": 0, "two": 2, "half": 0.5,
         "nan": np.nan, "NumPy's boolean": np.True_}  # fmt: skip
SCORES = {"nothing": None, "a string": "1", "a boolean": True, "nan": np.nan, "infinity": np.inf,
          "complex": 1j, "nan among others": [1.0, np.nan], "strings": ["a"], "booleans": [True],
          "masked": ARRAYS["masked"], "sparse": ARRAYS["sparse"], "objects": [None]}  # fmt: skip
TIE_RULES = {"unknown": "even", "nothing": None, "a number": 1, "a list": ["plus"]}
STREAMS = {"nothing": None, "a pair": ([[1.0]], [1]), "an array": np.ones((2, 2)),
           "the class": Stream, "a string": "iris",
           "a planted one": datasets.separable(3, 2, 0.1, 0), "a run": RUN}  # fmt: skip
LEARNERS = {"nothing": None, "the class": Perceptron, "an object": object(), "weights": [1.0, 2.0]}
LOSSES = {"nothing": None, "a string": "hinge", "a function": losses.hinge, "a number": 1.0}


def generator():
    """An iterator, made anew since it can be read once."""
    return (v for v in [1.0, 2.0])


def by_kernel(**how):
    """Fit the classifier that has a kernel."""
    return KernelPerceptronClassifier(**how).fit([[1.0], [2.0]], [0, 1])


def started(start):
    """Fit the classifier of a learner that a function makes."""
    return OnlineClassifier(start=start).fit([[1.0], [2.0]], [0, 1])


CALLS = [
    ("Stream", Stream, {"X": [[1.0], [2.0], [3.0]], "y": [1, 1, -1]},
     {"X": MATRICES, "y": LABELS, "name": {"a number": 3, "nothing": None}}),
    ("margins", STREAM.margins, {"comparator": ROW}, {"comparator": SIZED}),
    ("lifted", STREAM.lifted, {}, {"value": POSITIVE}),
    ("repeated", STREAM.repeated, {}, {"passes": COUNTS | {"huge": 10**400, "large": 2**60}}),
    ("made", speed.made, {"kind": "sparse", "rows": 30},
     {"kind": {"unknown": "wide", "nothing": None, "a list": []}, "rows": COUNTS}),
    ("compared", speed.compared, {"rows": 20, "turns": 1},
     {"rows": COUNTS | {"one": 1}, "turns": COUNTS}),
    ("written", speed.written, {"timings": [speed.Timing("one", "dense", 1.0, 2.0)]},
     {"timings": {"nothing": None, "a string": "now", "numbers": [1.0]},
      "form": {"unknown": "table", "nothing": None, "an array": np.eye(2)}}),
    ("partial_fit", partial(PerceptronClassifier().partial_fit, [[1.0], [2.0]], [0, 1]),
     {"classes": [0, 1]},
     {"classes": {"a number": 2, "a string": "ab", "a matrix": np.eye(2), "mixed": [1, "a"],
                  "a generator": (v for v in [1.0])}}),
    ("kernel by name", by_kernel, {"kernel": "polynomial", "parameters": {"degree": 2}},
     {"parameters": {"a list": [2], "a number": 2, "an array": np.eye(2)}}),
    ("kernel", by_kernel, {"kernel": "linear"},
     {"kernel": {"unknown": "squared", "a generator": (v for v in [1.0]), "a number": 3}}),
    ("shuffled", STREAM.shuffled, {}, {"seed": SEEDS}),
    ("drawn", STREAM.drawn, {"trials": 3, "seed": 0}, {"trials": COUNTS, "seed": SEEDS}),
    ("add", STREAM.__add__, {}, {"other": STREAMS}),
    ("chunks", streams.chunks, {"X": [[1.0], [2.0]], "y": [1, -1], "rounds": 1},
     {"rounds": COUNTS, "y": {"too short": [1]}}),
    ("separable", datasets.separable, {"trials": 3, "dimension": 2, "margin": 0.1, "seed": 0},
     {"trials": COUNTS, "dimension": COUNTS | {"one": 1}, "seed": SEEDS,
      "margin": POSITIVE | {"one": 1.0, "above one": 1.5}}),
    ("noisy", datasets.noisy, {"trials": 3, "dimension": 2, "margin": 0.1, "flip": 0.1, "seed": 0},
     {"trials": COUNTS, "dimension": COUNTS, "margin": POSITIVE, "seed": SEEDS,
      "flip": NUMBERS | {"above one": 1.5}}),
    ("orthonormal", datasets.orthonormal, {},
     {"y": {kind: y for kind, y in LABELS.items() if "too" not in kind}}),
    ("bundled", datasets.bundled, {"name": "iris", "positive": 0, "negative": 1},
     {"name": {"unknown": "mnist", "nothing": None, "a number": 1},
      "positive": SEEDS | {"too large": 3}, "negative": SEEDS | {"the same": 0}}),
    ("predict", losses.predict, {"score": 1.0}, {"score": SCORES, "tie": TIE_RULES}),
    ("zero_one", losses.zero_one, {"score": 1.0, "label": 1},
     {"score": SCORES, "label": LABEL | {"zeros and ones": [0, 1]}, "tie": TIE_RULES}),
    ("perceptron loss", losses.perceptron, {"score": 1.0, "label": 1},
     {"score": SCORES, "label": LABEL}),
    ("logistic loss", losses.logistic.slope, {"score": 1.0, "label": 1},
     {"score": SCORES, "label": LABEL}),
    ("squared loss", losses.squared, {"score": 1.0, "label": 1.0},
     {"score": SCORES | {"too large": 1e200}, "label": {"nan": np.nan, "nothing": None}}),
    ("hinge", losses.hinge, {}, {"q": POWER}),
    ("hinge loss", losses.hinge(2), {"score": 1.0, "label": 1},
     {"score": SCORES | {"too large": -1e200}, "label": LABEL}),
    ("Perceptron", Perceptron, {"weights": ROW},
     {"weights": VECTORS, "tie": TIE_RULES, "step": POSITIVE}),
    ("Perceptron.zero", Perceptron.zero, {"dimension": 2}, {"dimension": COUNTS}),
    ("Perceptron.score", Perceptron.zero(2).score, {}, {"x": SIZED}),
    ("Perceptron.update", Perceptron.zero(2).update, {"x": ROW, "y": 1}, {"x": SIZED, "y": LABEL}),
    ("KernelPerceptron", KernelPerceptron,
     {"kernel": np.matmul, "mistakes": [ROW], "signs": [1]},
     {"kernel": {"nothing": None, "a number": 3}, "mistakes": MATRICES, "signs": LABELS,
      "tie": TIE_RULES}),
    ("KernelPerceptron.zero", KernelPerceptron.zero, {"kernel": np.matmul, "dimension": 2},
     {"dimension": COUNTS}),
    ("KernelPerceptron.update", KernelPerceptron.zero(np.matmul, 2).update, {"x": ROW, "y": 1},
     {"x": SIZED, "y": LABEL}),
    ("BudgetPerceptron", BudgetPerceptron,
     {"kernel": np.matmul, "mistakes": [ROW], "signs": [1], "budget": 2},
     {"kernel": {"nothing": None, "a number": 3}, "mistakes": MATRICES, "signs": LABELS,
      "tie": TIE_RULES, "budget": COUNTS | {"as many as there are": 1}}),
    ("BudgetPerceptron.zero", BudgetPerceptron.zero,
     {"kernel": np.matmul, "dimension": 2, "budget": 2}, {"dimension": COUNTS, "budget": COUNTS}),
    ("BudgetPerceptron.update", BudgetPerceptron.zero(np.matmul, 2, budget=2).update,
     {"x": ROW, "y": 1}, {"x": SIZED, "y": LABEL}),
    ("AveragedPerceptron", AveragedPerceptron, {"weights": ROW},
     {"weights": VECTORS, "tie": TIE_RULES, "step": POSITIVE, "rounds": SEEDS,
      "drift": {k: v for k, v in SIZED.items() if k != "nothing"}}),
    ("AveragedPerceptron.update", AveragedPerceptron.zero(2).update, {"x": ROW, "y": 1},
     {"x": SIZED, "y": LABEL}),
    ("VotedPerceptron", VotedPerceptron,
     {"perceptron": Perceptron(ROW), "past": [[0.0, 0.0], ROW], "lifetimes": [1, 2], "rounds": 3},
     {"perceptron": {kind: v for kind, v in LEARNERS.items() if kind != "nothing"},
      "past": {kind: v for kind, v in MATRICES.items() if kind != "nothing"}
      | {"narrow": [[1.0], [2.0]], "nan": [[np.nan, 1.0], ROW]},
      "lifetimes": {"too short": [1], "too long": [1, 1, 1], "zero": [1, 0], "half": [1, 0.5],
                    "nan": [np.nan, 1], "strings": ["a", "b"]},
      "rounds": COUNTS | {"fewer than the lifetimes": 2}}),
    ("VotedPerceptron.zero", VotedPerceptron.zero, {"dimension": 2},
     {"dimension": COUNTS, "tie": TIE_RULES, "step": POSITIVE}),
    ("VotedPerceptron.update", VotedPerceptron.zero(2).update, {"x": ROW, "y": 1},
     {"x": SIZED, "y": LABEL}),
    ("VotedPerceptron.predict", VotedPerceptron.zero(2).update(ROW, 1).predict, {"X": [ROW]},
     {"X": MATRICES}),
    ("MarginPerceptron", MarginPerceptron, {"weights": ROW, "beta": 1.0},
     {"weights": VECTORS, "tie": TIE_RULES, "step": POSITIVE, "beta": NUMBERS}),
    ("MarginPerceptron.zero", MarginPerceptron.zero, {"dimension": 2, "beta": 0},
     {"dimension": COUNTS, "beta": NUMBERS}),
    ("MarginPerceptron.update", MarginPerceptron.zero(2, beta=1).update, {"x": ROW, "y": 1},
     {"x": SIZED, "y": LABEL}),
    ("Winnow", Winnow, {"total": ROW, "rate": 1.0},
     {"total": VECTORS, "rate": POSITIVE, "tie": TIE_RULES}),
    ("Winnow times rate", partial(Winnow, rate=10.0), {"total": ROW},
     {"total": {"too large": [1e308, 0.0]}}),
    ("Winnow.zero", Winnow.zero, {"dimension": 2, "rate": 1}, {"dimension": COUNTS}),
    ("Winnow.update", Winnow([1.0, 2.0], 0.5).update, {"x": ROW, "y": 1},
     {"x": SIZED | {"tiny": [1e-300, 0.0]}, "y": LABEL}),
    ("Winnow.predict", Winnow([1.0, 2.0], 0.5).predict, {"X": [ROW]}, {"X": MATRICES}),
    ("SecondOrderPerceptron", SecondOrderPerceptron, {"total": ROW, "inverse": np.eye(2)},
     {"total": VECTORS, "tie": TIE_RULES,
      "inverse": MATRICES | {"another dimension": np.eye(3), "skew": [[1.0, 0.5], [0.0, 1.0]],
                             "singular": np.ones((2, 2)), "negative": -np.eye(2)}}),
    ("SecondOrderPerceptron.zero", SecondOrderPerceptron.zero, {"dimension": 2, "a": 2},
     {"dimension": COUNTS, "a": POSITIVE}),
    ("SecondOrderPerceptron.update", SecondOrderPerceptron.zero(2).update, {"x": ROW, "y": 1},
     {"x": SIZED | {"tiny": [1e-160, 0.0], "large": [1e160, 0.0]}, "y": LABEL}),
    ("SecondOrderPerceptron.predict", SecondOrderPerceptron.zero(2).predict, {"X": [ROW]},
     {"X": MATRICES}),
    ("OnlineClassifier", started, {"start": Romma.zero},
     {"start": {"a class": Perceptron, "a learner": Perceptron.zero(2), "a name": "Romma",
                "no learner": np.zeros}}),
    ("MulticlassPerceptron", MulticlassPerceptron, {"weights": [ROW, ROW]},
     {"weights": MATRICES, "tie": TIE_RULES}),
    ("MulticlassPerceptron.zero", MulticlassPerceptron.zero, {"classes": 2, "dimension": 2},
     {"classes": COUNTS | {"one": 1}, "dimension": COUNTS}),
    ("MulticlassPerceptron.update", MulticlassPerceptron.zero(2, 2).update, {"x": ROW, "y": 1},
     {"x": SIZED, "y": COUNTS | {"too large": 3}}),
    ("PassiveAggressive", PassiveAggressive, {"weights": ROW, "C": np.inf},
     {"weights": VECTORS, "tie": TIE_RULES,
      "C": {k: v for k, v in POSITIVE.items() if k != "infinity"} | {"minus infinity": -np.inf},
      "variant": {"unknown": "PA", "nothing": None, "a number": 1, "a list": ["PA-I"]}}),
    ("PassiveAggressive.zero", PassiveAggressive.zero, {"dimension": 2}, {"dimension": COUNTS}),
    ("PassiveAggressive.update", PassiveAggressive.zero(2).update, {"x": ROW, "y": 1},
     {"x": SIZED | {"tiny": [1e-160, 0.0], "large": [1e160, 0.0]}, "y": LABEL}),
    ("Romma", Romma, {"weights": ROW}, {"weights": VECTORS, "tie": TIE_RULES}),
    ("Romma.zero", Romma.zero, {"dimension": 2}, {"dimension": COUNTS}),
    ("Romma.update", Romma(ROW).update, {"x": [-1.0, -2.0], "y": 1},
     {"x": SIZED | {"tiny": [-1e-160, 0.0], "large": [-1e160, 0.0], "zero": [0.0, 0.0],
                    "opposite": [-3.0, -3.0]}, "y": LABEL}),
    ("StochasticGradient", StochasticGradient, {"weights": ROW, "loss": losses.logistic},
     {"weights": VECTORS, "loss": LOSSES, "step": POSITIVE, "tie": TIE_RULES}),
    ("StochasticGradient.update", StochasticGradient.zero(2, losses.logistic).update,
     {"x": ROW, "y": 1}, {"x": SIZED, "y": LABEL}),
    ("run", online.run, {"learner": Perceptron.zero(2), "stream": STREAM},
     {"learner": LEARNERS, "stream": STREAMS, "loss": LOSSES}),
    ("run_passes", online.run_passes, {"learner": Perceptron.zero(2), "stream": STREAM, "limit": 2},
     {"learner": LEARNERS, "stream": STREAMS, "limit": COUNTS}),
    ("run_chunks", lambda learner, chunks: list(online.run_chunks(learner, chunks)),
     {"learner": Perceptron.zero(2), "chunks": [STREAM]},
     {"learner": LEARNERS, "chunks": {"nothing": None, "a number": 3}}),
    ("points", plots.points, {"ax": AXES, "stream": STREAM}, {"ax": NOT_AXES, "stream": STREAMS}),
    ("hyperplane", plots.hyperplane, {"ax": AXES, "weights": ROW},
     {"ax": NOT_AXES, "weights": SIZED}),
    ("loss_curves", plots.loss_curves, {"ax": AXES, "curves": [losses.perceptron]},
     {"ax": NOT_AXES, "curves": {"nothing": None, "one": losses.hinge, "a number": 3}}),
    ("cumulative_mistakes", plots.cumulative_mistakes, {"ax": AXES, "runs": {"a": RUN}},
     {"ax": NOT_AXES, "runs": {"nothing": None, "a list": [RUN], "a number": {"a": 3},
                               "a stream": {"a": STREAM}}}),
    ("mistakes_against_bounds", plots.mistakes_against_bounds,
     {"ax": AXES, "groups": {"a": ([3.0], [2])}},
     {"ax": NOT_AXES, "groups": {"nothing": None, "a list": [([3.0], [2])]}}),
    ("predict", Perceptron.zero(2).predict, {"X": [ROW]}, {"X": MATRICES}),
    ("Run.predict", RUN.predict, {"X": [ROW]}, {"X": MATRICES}),
    ("moved", Perceptron.zero(2).moved, {"weights": ROW}, {"weights": SIZED}),
    ("gradient_descent", descent.gradient_descent,
     {"stream": STREAM, "start": ROW, "step": 0.1, "steps": 2},
     {"stream": STREAMS | {"classes": streams.MulticlassStream([[1.0, 2.0]], [1])},
      "start": SIZED, "step": POSITIVE, "steps": COUNTS}),
    ("RegularizedLeader.zero", regret.RegularizedLeader.zero, {"dimension": 2, "radius": 1.0},
     {"dimension": COUNTS, "radius": POSITIVE | {"tiny": 1e-200, "huge": 1e200}}),
    ("ProjectedDescent.zero", regret.ProjectedDescent.zero, {"dimension": 2, "radius": 1.0},
     {"dimension": COUNTS, "radius": POSITIVE | {"tiny": 1e-200, "huge": 1e200}}),
    ("challenge", online.challenge, {"learner": Perceptron.zero(2), "instances": [ROW]},
     {"learner": LEARNERS, "instances": MATRICES}),
    ("block_novikoff", bounds.block_novikoff, {"stream": STREAM, "comparator": ROW},
     {"stream": STREAMS, "comparator": SIZED,
      "margin": {k: v for k, v in POSITIVE.items() if k != "nothing"}}),
    ("slacks", bounds.slacks, {"stream": STREAM, "comparator": ROW, "margin": 1},
     {"stream": STREAMS, "comparator": SIZED, "margin": POSITIVE}),
    ("freund_schapire", bounds.freund_schapire, {"stream": STREAM, "comparator": ROW, "margin": 1},
     {"stream": STREAMS, "comparator": SIZED, "margin": POSITIVE}),
    ("hinge_family", bounds.hinge_family, {"stream": STREAM, "comparator": ROW, "q": 2},
     {"stream": STREAMS, "comparator": SIZED, "q": POWER}),
    ("hinge_value", bounds.hinge_value, {"b": 1, "loss": 1, "q": 2},
     {"b": NUMBERS, "loss": NUMBERS, "q": POWER}),
    ("largest_margin", competitors.largest_margin, {}, {"stream": STREAMS}),
    ("best_comparator", competitors.best_comparator, {"stream": STREAM, "q": 2},
     {"stream": STREAMS, "q": POWER}),
]  # fmt: skip

BAD = [
    pytest.param(call, good | {argument: value}, argument, id=f"{name}-{argument}-{kind}")
    for name, call, good, arguments in CALLS
    for argument, kinds in arguments.items()
    for kind, value in kinds.items()
]


@pytest.mark.parametrize(("call", "arguments", "name"), BAD)
def test_a_bad_call_is_refused_by_name(call, arguments, name):
    with pytest.raises(ValueError, match=rf"^{name}(\[[\d, ]+\])?: expected ") as refusal:
        call(**arguments)
    assert ", got " in str(refusal.value) or "rows of one length" in str(refusal.value)


@pytest.mark.parametrize(("call", "good"), [(call, good) for _, call, good, _ in CALLS if good])
def test_the_good_call_is_not_refused(call, good):
    call(**good)


@pytest.mark.parametrize(
    ("y", "code"),
    [
        ([0, 1, 1], "2 * np.asarray(y) - 1"),
        ([False, True, True], "np.where(y, 1, -1)"),
        (["spam", "ham", "ham"], "np.where(np.asarray(y) == 'spam', 1, -1)"),
        (
            np.array(["spam", "ham", "ham"], dtype=object),
            "np.where(np.asarray(y) == 'spam', 1, -1)",
        ),
    ],
)
def test_other_labels_are_refused_with_the_code_that_converts_them(y, code):
    with pytest.raises(ValueError, match=re.escape(f"use {code}")):
        Stream([[1.0], [2.0], [3.0]], y)
    converted = eval(code, {"np": np, "y": y})
    assert set(Stream([[1.0], [2.0], [3.0]], converted).y.tolist()) == {-1, 1}


@pytest.mark.parametrize(
    ("X", "code"),
    [
        (([1.0, 2.0] for _ in range(1)), "list(X)"),
        (np.ma.array([[1.0, 2.0]], mask=[[0, 1]]), "X.filled(0)"),
        (np.array([[True, False]]), "astype(float)"),
        (np.array([[1.0, True]], dtype=object), "X[0, 1]: expected a real number, got True; use"),
    ],
)
def test_other_arrays_are_refused_with_what_to_use_instead(X, code):
    with pytest.raises(ValueError, match=re.escape(code)):
        Stream(X, [1])
    for learner in (sparse.csr_array([[1.0, 2.0]]), sparse.coo_matrix([[1.0, 2.0]])):
        with pytest.raises(ValueError, match=re.escape("weights.toarray()")):
            Perceptron(learner)


def test_a_generator_of_labels_is_refused():
    with pytest.raises(ValueError, match=r"y: expected an array, got an iterator; use list\(y\)"):
        Stream([[1.0], [2.0]], generator())
    with pytest.raises(ValueError, match="weights: expected an array, got an iterator"):
        Perceptron(generator())


@pytest.mark.parametrize("tie", TIES)
def test_narrow_integers_do_not_wrap_around(tie):
    learner = Perceptron([-1.0], tie, step=2).update(np.array([100], dtype=np.int8), 1)
    assert learner.weights.tolist() == [199]
    assert losses.zero_one(np.int8(-128), np.int8(-1), tie) == False  # noqa: E712 - of any type
    assert losses.perceptron(np.array([-128], dtype=np.int8), 1).tolist() == [128]
    assert losses.perceptron([1.0, -2.0], 1).tolist() == [0, 2]
    assert losses.hinge(1)(0.5, np.uint8(1)) == 0.5


@pytest.mark.parametrize(("y", "hinted"), [([0, 0], True), ([1, 0], True), ([0, 2], False),
                                           ([1, 2], False), ([-1, 0], False)])  # fmt: skip
def test_labels_are_taken_for_zero_and_one_only_where_they_are(y, hinted):
    with pytest.raises(ValueError, match="expected -1 or") as refusal:
        Stream([[1.0], [2.0]], y)
    assert ("2 * np.asarray(y) - 1" in str(refusal.value)) == hinted


def test_what_an_array_holds_is_named():
    with pytest.raises(ValueError, match=r"^y\[1\]: expected -1 or \+1, got -1.0000001$"):
        Stream([[1.0], [2.0]], [1, -1.0000001])
    for X, held in (
        ([[1.0, None]], r"X\[0, 1\]: expected a real number, got NoneType"),
        ([[datetime.date(2000, 1, 1)]], r"X\[0, 0\]: expected a real number, got date"),
        (
            np.array([[1.0, 2, "spam"]], dtype=object),
            r"X\[0, 2\]: expected a real number, got 'spam'",
        ),
        (
            np.array([[1.0, 2]], dtype=object),
            r"X: expected an array of numbers, got objects; use ast",
        ),
        ([["1"]], "X: expected real numbers, got strings"),
        ([[1j]], "X: expected real numbers, got complex128"),
    ):
        with pytest.raises(ValueError, match=f"^{held}"):
            Stream(X, [1])
    with pytest.raises(ValueError, match=r"^label: expected -1 or \+1, got 2$"):
        losses.zero_one(1.0, np.int64(2))
    assert losses.perceptron(np.float32(-2), np.int8(1)) == 2


def test_slacks_that_no_float_holds_are_refused():
    with pytest.raises(ValueError, match="stream, comparator: expected slacks to be finite"):
        bounds.slacks(Stream([[1.0], [1e200]], [1, -1]), [1e200], 1)


def test_what_is_too_large_is_refused_without_a_warning():
    """NumPy's warnings are errors here."""
    large = 1e308
    stream = Stream([[large, large], [large, -large]], [1, 1])
    dual = KernelPerceptron.zero(lambda A, B: A @ B.T, 2)
    several = MulticlassPerceptron([[large, large], [1, 1]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for go in (
            lambda: run(Perceptron.zero(2), stream),
            lambda: run(AveragedPerceptron.zero(2), stream),
            lambda: run(dual, stream),
            lambda: audit(stream),
            lambda: audit(stream, solve=0),
            lambda: factors(stream, [1, 0]),
            lambda: several.score([large, large]),
            lambda: several.predict([[large, large]]),
            lambda: several.update([-large, 0.0], 1),
            lambda: Perceptron([large, large]).predict([[large, large]]),
            lambda: Perceptron([large, 0]).update([large, 0], -1),
            lambda: mix(2 * [[np.finfo(float).max]], [0.5, 0.5 + 2.0**-52]),  # by the last bit
            lambda: stream.margins([1, 1]),
            lambda: Stream(sparse.csr_array(stream.X), stream.y).margins([1, 1]),
        ):
            with pytest.raises(ValueError, match=r"finite|too large"):
                go()
        with pytest.raises(ValueError, match=r"X\[0\]: expected a finite margin, got inf: the num"):
            stream.margins([1, 1])
        with pytest.raises(ValueError, match=r"X\[1\]: expected a finite margin, got inf"):
            stream.margins([1, -1])


def mixed(**how):
    """Mix one part, in such a way."""
    return run_mixed(Perceptron.zero(2), [STREAM], limit=1, **how)


def dual():
    """Return a learner that has no weights."""
    return KernelPerceptron.zero(np.matmul, 2)


@pytest.mark.parametrize(
    ("call", "slip"),
    [(mixed, "limits"), (mixed, "share"), (lambda **how: dask_map(None, **how), "batch"),
     (lambda **how: mix([[1]], [1], **how), "weight"), (lambda **how: Near()(1, 2, **how), "tol")],
)  # fmt: skip
def test_a_keyword_that_is_no_argument_is_a_type_error(call, slip):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{slip}'"):
        call(**{slip: 1})


@pytest.mark.parametrize(
    ("go", "said"),
    [
        (lambda: by_mistakes([0, 0]), "mistakes: expected numbers >= 0, not all of them 0"),
        (lambda: by_mistakes([-1, 2]), "mistakes: expected numbers >= 0, not all of them 0"),
        (lambda: equally([]), "mistakes: expected at least one number"),
        (lambda: mix([], []), "weights: expected at least one vector, got none"),
        (lambda: mix([[1, 2], [3]], [0.5, 0.5]), "weights[1]: expected shape (2,), got (1,)"),
        (lambda: mix([[1, 2]], [0.5, 0.5]), "shares: expected shape (1,), got (2,)"),
        (lambda: run_mixed(Perceptron.zero(1), 7, limit=1), "parts: expected an Iterable"),
        (lambda: run_mixed(Perceptron.zero(1), Stream([[1]], [1]), limit=1), "use [stream]"),
        (lambda: run_mixed(Perceptron.zero(1), [], limit=1, shares=3), "shares: expected a C"),
        (lambda: run_mixed(Perceptron.zero(1), [], limit=1, engine=3), "engine: expected a C"),
        (lambda: mix(3, [1]), "weights: expected an Iterable, got int"),
        (lambda: mix([[1], [2]], [0.5, 0.6]), "shares: expected the sum 1, got 1.1"),
        (lambda: mix([[1], [2]], [2, -1]), "shares: expected none below 0, got -1 of part 1"),
        (lambda: mix([1, 2], [0.5, 0.5]), "weights[0]: expected one axis, got shape ()"),
        (lambda: mixed(engine=lambda *_: None), "engine: expected an Iterable, got NoneType"),
        (lambda: mixed(engine=lambda *_: [3]), "engine: expected a result of `run_part` for each"),
        (lambda: mixed(engine=lambda *_: []), "for each of the 1 parts, got 0 results"),
        (lambda: mixed(resume=3), "resume: expected the name of a file, got 3"),
        (lambda: mixed(resume=Path(__file__)), "resume: expected a file that `run_mixed` wrote"),
        (lambda: mixed(resume=Path(__file__).parent), "resume: expected a file in a folder"),
        (lambda: mixed(resume=Path(__file__) / "a.npz"), "resume: expected a file in a folder"),
        (lambda: run_part(dual(), None), "learner: expected a Perceptron, got KernelPerceptron"),
        (lambda: dask_map(None), "client: expected a distributed.Client, got NoneType"),
        (lambda: dask_map(None, together=0), "together: expected a whole number of at least 1"),
        (lambda: Near()([1, 2], [1, 2, 3]), "measured, bound: expected one shape, got (2,) and"),
        (lambda: Near()("a", 2), "measured: expected real numbers, got 'a'"),
        (lambda: Near()(1, None), "bound: expected real numbers, got None"),
        (lambda: Near().equal(1j, 1), "left: expected real numbers, got 1j"),
        (lambda: Near().equal([1, 2], [1, 2, 3]), "left, right: expected one shape, got (2,)"),
        (lambda: table([1, 2], ["a"]), "rows[0]: expected a list, got 1"),
        (lambda: table([[1]], ["a"], tablefmt="latex"), "options of tabulate.tabulate, got table"),
        (lambda: table([[1]], ["a"], flootfmt=".2f"), "options of tabulate.tabulate, got flootfmt"),
        (lambda: table(3, ["a"]), "rows: expected a list, got 3"),
        (lambda: table([[1]], "a"), "headers: expected a list, got 'a'"),
        (lambda: typeset(3), "text: expected a text, got int; use str(text)"),
    ],
)  # fmt: skip
def test_slips_in_mixing_and_tables_are_named(go, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        go()
