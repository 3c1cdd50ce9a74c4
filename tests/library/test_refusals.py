"""Bad input is refused by the function that a caller calls, with the argument and its place."""

import numpy as np
import pytest

from perclib import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    PassiveAggressive,
    Perceptron,
    Romma,
    SecondOrderPerceptron,
    Stream,
    best_comparator,
    block_novikoff,
    bundled,
    freund_schapire,
    hinge_family,
    largest_margin,
    losses,
    noisy,
    run,
    run_mixed,
    separable,
)
from perclib.bounds import hinge_value, slacks
from perclib.data import MulticlassStream, RegressionStream
from perclib.learners import (
    ProjectedDescent,
    RegularizedLeader,
    StochasticGradient,
    leader,
    regret,
    run_passes,
)
from perclib.show import Near, plots

ONE, TWO = Stream([[1.0]], [1]), Stream([[1.0, 1.0], [-1.0, 1.0]], [1, 1])
CLASSES, REALS = MulticlassStream([[1.0], [1.0]], [1, 2]), RegressionStream([[1.0]], [0.5])
LONG = Stream([[3.0], [1.0]], [1, -1])
PLANE = RegressionStream([[1, 2, 3], [2, 4, 6]], [0, 1])
ZERO = [0, 0, 0]
PAIR = Perceptron(np.array([1.0, 2.0]))
DONE, SMALL = run(Perceptron.zero(1), LONG), run(RegularizedLeader.zero(1, 3), LONG)
OWN = losses.Loss("own", lambda f, y: (f - y) ** 2, lambda f, y: 2 * (f - y))
START = Perceptron.zero(1)
NONE_BUT = "no comparator was found that separates it; freund_schapire and hinge_family"


def mixed(learner=START, parts=(ONE, ONE), limit=3, **how):
    return run_mixed(learner, parts, limit=limit, **how)


REFUSED = [
    # numbers, vectors and words
    (lambda: Perceptron([[1.0]]), "weights: expected one axis, none empty, got shape"),
    (lambda: Perceptron([1.0, np.nan]), r"weights\[1\]: expected a finite number, got nan"),
    (lambda: Perceptron([1.0], step=0.0), "step: expected a finite number above 0, got 0.0"),
    (lambda: Perceptron([1.0], "even"), "tie: expected one of mistake, plus, minus, correct"),
    (lambda: losses.zero_one(0.0, 1, "even"), "tie: expected one of mistake, plus, minus, corr"),
    (lambda: Perceptron.zero(0), "dimension: expected a whole number of at least 1, got 0"),
    (lambda: run_passes(PAIR, TWO, limit=True), "limit: expected a whole number"),
    (lambda: losses.hinge(0.99), "q: expected a finite number of at least 1, got 0.99"),
    (lambda: noisy(5, 2, 0.1, 1.1, seed=0), "flip: expected a finite number from 0 to 1, got 1.1"),
    (lambda: separable(5, 2, 2, seed=0), "margin: expected a finite number from 0 to 1, got 2"),
    # learners and their rounds
    (lambda: PAIR.update(np.array([1.0]), 1), r"x: expected shape \(2,\), got \(1,\)"),
    (lambda: PAIR.update(np.array([1.0, np.nan]), 1), "x: expected finite numbers"),
    (lambda: PAIR.update(np.array([1.0, 2.0]), 0), r"y: expected -1 or \+1, got 0"),
    (lambda: PAIR.predict([[1.0]]), "X: expected dimension 2, got 1"),
    (lambda: PAIR.predict([[1.0, np.nan]]), r"X\[0, 1\]: expected a finite number"),
    (lambda: StochasticGradient.zero(1, OWN).update([1.0], 0.5), "y: expected -1 or .1, got 0.5"),
    (lambda: StochasticGradient.zero(1, losses.squared).update([1], np.nan), "y: expected a fin"),
    (lambda: StochasticGradient.zero(1, "squared"), "loss: expected the type Loss, got str"),
    (lambda: PassiveAggressive.zero(1, C=0), "C: expected a finite number above 0"),
    (lambda: PassiveAggressive.zero(1, variant="PA"), "variant: expected one of PA-I, PA-II"),
    (lambda: Romma([1.0, 0.0]).update([2.0, 0.0], -1), "x: expected an instance that is neither"),
    (lambda: SecondOrderPerceptron([1.0], np.eye(2)), r"inverse: expected shape \(1, 1\)"),
    (lambda: AveragedPerceptron([1.0], drift=[np.inf]), r"drift\[0\]: expected a finite number"),
    (lambda: KernelPerceptron.zero("rbf", 1), "kernel: expected the type Callable, got str"),
    (lambda: MulticlassPerceptron.zero(1, 1), "classes: expected a whole number of at least 2"),
    (lambda: MulticlassPerceptron.zero(2, 1).update([1.0], 3), "y: expected a class from 1 to 2"),
    (lambda: RegularizedLeader.zero(1, np.inf), "radius: expected a finite number above 0"),
    (lambda: ProjectedDescent.zero(1, 1, horizon=0), "horizon: expected a whole number of at"),
    (lambda: ProjectedDescent(radius=2, rate=1, weights=[1.0]), "weights: expected a norm of at"),
    # runs
    (lambda: run(Perceptron.zero(1), MulticlassStream([[1]], [1])), "learner: expected scores for"),
    (lambda: run(MulticlassPerceptron.zero(2, 1), ONE), "learner: expected scores for a Stream"),
    (lambda: run(Perceptron.zero(1), CLASSES), r"y: expected -1 or \+1, got 2, in round 2"),
    (lambda: run(Perceptron.zero(1), REALS), r"y: expected -1 or \+1, got 0.5"),
    (lambda: run(PAIR, ONE), "stream: expected dimension 2"),
    (lambda: run(PAIR, [[1]]), "stream: expected the type Examples, got list"),
    (lambda: run(Perceptron, ONE), "learner: expected one such as"),
    (lambda: leader(LONG, 2), "stream: expected a norm of at most 2, got 3"),
    (lambda: regret(SMALL, [1.0, 0.0]), r"comparator: expected shape \(1,\), got \(2,\)"),
    # bounds and comparators
    (lambda: block_novikoff(TWO, [1, 0]), "above 0 in every round, got -1 in row 1"),
    (lambda: freund_schapire(TWO, [1], 1), r"comparator: expected shape \(2,\), got \(1,\)"),
    (lambda: freund_schapire(TWO, [1, 1], -1), "margin: expected a finite number above 0, got -1"),
    (lambda: slacks(TWO, [1, np.inf], 1), r"comparator\[1\]: expected a finite number, got inf"),
    (lambda: hinge_family(ONE, [1], 0.5), "q: expected a finite number from 1 to 1000, got 0.5"),
    (lambda: hinge_family(ONE, [-1e9], 100), "q: expected a power whose losses are finite"),
    (lambda: hinge_family(ONE, [1e141], 1), "comparator: expected no entry above 1e140"),
    (lambda: hinge_value(1, -1, 2), "loss: expected a finite number of at least 0"),
    (lambda: best_comparator(ONE, 0.5), "q: expected a finite number of at least 1"),
    (lambda: largest_margin(Stream([[1.0], [-1.0]], [1, 1])), NONE_BUT),
    (lambda: TWO.margins([1]), r"comparator: expected shape \(2,\)"),
    (lambda: TWO.lifted(0), "value: expected"),
    # data sets, parts, figures
    (lambda: bundled("iris", 3, 0), "expected two of the classes {0, 1, 2}"),
    (lambda: bundled("flowers", 0, 1), "name: expected one of iris, wine"),
    (lambda: mixed(Perceptron), "learner: expected a Perceptron"),
    (lambda: mixed(parts=ONE), r"use \[stream\]"),
    (lambda: mixed(parts=[]), "engine: expected 0 results, got 0"),
    (lambda: mixed(limit=0), "limit: expected a whole number"),
    (lambda: mixed(shares=lambda _: [1, 1.5e-12]), "shares: expected numbers of at least 0 with"),
    (lambda: mixed(engine=lambda f, parts: [f(parts[0])]), "engine: expected 2 results, got 1"),
    (lambda: plots.points(None, ONE), "stream: expected dimension 2, got 1"),
    (lambda: Near()([1, 2], [1, 2, 3]), "measured, bound: expected real numbers of one"),
]


@pytest.mark.parametrize(("call", "said"), REFUSED)
def test_it_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
