"""Losses, learners, runs, streams and bounds are values: they pickle, copy and compare."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics.pairwise import linear_kernel

from perclib import bounds, losses, regret
from perclib.auditing import audit
from perclib.competitors import best_comparator, largest_margin
from perclib.datasets import noisy, separable
from perclib.descent import StochasticGradient
from perclib.geometry import SecondOrderPerceptron, Winnow
from perclib.kernels import BudgetPerceptron, KernelPerceptron
from perclib.margins import MarginPerceptron, PassiveAggressive, Romma
from perclib.online import run, run_passes
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron, VotedPerceptron
from perclib.streams import MulticlassStream, RegressionStream, Stream, chunks

STREAM = separable(30, 3, 0.1, seed=1).stream
REAL = RegressionStream([[1.0], [2.0]], [0.5, 2.0])


@dataclass(frozen=True, eq=False)
class Named(Perceptron):
    """A learner of one's own: a field more, and a number that is computed once."""

    name: str = ""

    @cached_property
    def norm(self):
        return float(np.linalg.norm(self.weights))


LEARNERS = [
    Perceptron([1.0, -2.0, 0.0], "plus", 0.5),
    Named([0.0, 1.0, 2.0], "minus", 2.0, "mine"),
    StochasticGradient([0.0, 1.0, 2.0], losses.logistic, 0.5, "correct"),
    StochasticGradient.zero(3, losses.hinge(1.5)),
    regret.RegularizedLeader.zero(3, radius=2.0, horizon=30).update([1.0, 0.0, 0.0], 1),
    regret.ProjectedDescent.zero(3, radius=2.0),
    AveragedPerceptron.zero(3).update([1.0, 0.0, 2.0], 1),
    KernelPerceptron.zero(linear_kernel, 3).update([1.0, 0.0, 2.0], 1),
    BudgetPerceptron.zero(linear_kernel, 3, budget=2).update([1.0, 0.0, 2.0], 1),
    PassiveAggressive([0.0, 1.0, 0.5], 0.5, "PA-II", "plus"),
    PassiveAggressive.zero(3).update([1.0, 0.0, 2.0], 1),
    Romma.zero(3).update([1.0, 0.0, 2.0], 1),
    MarginPerceptron.zero(3, beta=2.0).update([1.0, 0.0, 2.0], 1),
    VotedPerceptron.zero(3, step=0.5).update([1.0, 0.0, 2.0], 1).update([1.0, 0.0, 0.0], -1),
    Winnow.zero(3, rate=0.5).update([1.0, 0.0, 2.0], 1),
    SecondOrderPerceptron.zero(3, a=0.5).update([1.0, 0.0, 2.0], 1),
]
VALUES = [
    losses.perceptron, losses.logistic, losses.squared, losses.absolute, losses.hinge(1),
    losses.hinge(2.5), regret.chance, *LEARNERS,
    STREAM, STREAM.repeated(3), STREAM.lifted(), MulticlassStream([[1.0]], [3]), REAL,
    Stream(np.asfortranarray(np.eye(4, dtype=np.float32)[:, ::2]), [1, 1, -1, 1], "f"),
    Stream(sparse.csr_array([[1.0, 0, 2], [0, 3, 0]]), [1, -1], "sparse"),
    *[run(learner, STREAM) for learner in LEARNERS], MulticlassPerceptron(np.eye(2)),
    run(LEARNERS[0], STREAM, loss=losses.hinge(2), keep_weights=True),
    run(StochasticGradient.zero(1, losses.squared), REAL, loss=losses.squared),
    run_passes(Perceptron.zero(3), STREAM, limit=20),
    bounds.block_novikoff(STREAM, largest_margin(STREAM)),
    bounds.hinge_family(STREAM, [1.0, 0.0, 0.0], 1.5),
]  # fmt: skip
AGAIN = [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]


def arrays_of(value):
    """All arrays that a value holds."""
    held = getattr(value, "__dict__", {}).values()
    for one in held if not isinstance(value, tuple) else value:
        if isinstance(one, np.ndarray):
            yield one
        elif not isinstance(one, str | float | int):
            yield from arrays_of(one)


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("again", AGAIN, ids=["copy", "deepcopy", "pickle"])
def test_a_copy_is_equal_and_read_only(value, again):
    other = again(value)
    assert type(other) is type(value)
    assert other == value
    assert hash(other) == hash(value)
    assert not any(array.flags.writeable for array in arrays_of(other))
    assert repr(other) == repr(value)
    assert "0x" not in repr(value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value):
    name = next(iter(getattr(value, "__dict__", None) or value._fields))
    with pytest.raises(AttributeError):
        setattr(value, name, None)


def test_a_value_that_holds_a_list_has_a_hash():
    assert hash(Named([0.0], name=["a"])) == hash(Named([0.0], name=["a"]))


def test_unequal_values_are_unequal():
    different = list(dict.fromkeys(map(id, VALUES)))
    assert len(different) == len(VALUES)
    for i, one in enumerate(VALUES):
        assert one != "something else"
        for other in VALUES[:i]:
            assert one != other
    assert Perceptron([1.0]) != Perceptron([2.0])
    assert Perceptron([1.0]) == Perceptron(np.array([1]))
    assert Perceptron([-0.0]) == Perceptron([0.0])
    assert hash(Perceptron([-0.0])) == hash(Perceptron([0.0]))
    assert Perceptron([1.0]) != Named([1.0])
    assert losses.hinge(2) == losses.hinge(np.float32(2)) != losses.hinge(3)
    csr = sparse.csr_array(STREAM.X)
    assert Stream(csr, STREAM.y) != Stream(STREAM.X, STREAM.y)
    assert Stream(csr, STREAM.y) == Stream(csr.tocoo(), STREAM.y) != Stream(2 * csr, STREAM.y)
    assert STREAM[:-1] != STREAM
    assert STREAM.repeated(2) == STREAM + STREAM
    assert STREAM.repeated(2) != STREAM.repeated(3)


def test_what_a_subclass_adds_is_kept_and_what_it_computes_is_not():
    learner = Named([3.0, 4.0], name="mine")
    assert learner.norm == 5
    for again in AGAIN:
        assert again(learner).name == "mine"
    after = learner.update([1.0, 1.0], -1)
    assert after.name == "mine"
    assert after.norm == pytest.approx(np.hypot(2, 3))


def swept(learner, stream):
    return run(learner, stream, loss=losses.hinge(1.5))


def test_values_cross_to_another_process_and_back():
    context = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for learner in (Perceptron.zero(3), StochasticGradient.zero(3, losses.logistic)):
            there = pool.submit(swept, learner, STREAM).result()
            assert there == swept(learner, STREAM)
            assert there.losses.tolist() == swept(learner, STREAM).losses.tolist()
        assert pool.submit(bounds.block_novikoff, STREAM, largest_margin(STREAM)).result() == (
            bounds.block_novikoff(STREAM, largest_margin(STREAM))
        )


def test_tuples_that_hold_arrays_are_equal_entry_by_entry():
    stream, other = Stream([[1, 0], [0, 1]], [1, -1]), Stream([[1, 0], [0, 2]], [1, -1])
    for make in (
        largest_margin,
        lambda s: best_comparator(s, 1),
        lambda s: audit(s)["as given"].rows[0],
        lambda s: audit(s)["as given"],
        audit,
        lambda s: separable(5, 2, 0.1, seed=len(s) if s == stream else 9),
        lambda s: noisy(5, 2, 0.1, 0.2, seed=len(s) if s == stream else 9),
    ):
        one, two, three = make(stream), make(stream), make(other)
        assert one == two
        assert not one != two  # noqa: SIM202 - both ways are asked
        assert hash(one) == hash(two)
        assert one != three
        assert one != 1
        assert not one == (1, 2)  # noqa: SIM201 - as above


def test_a_copy_of_chunks_is_read_only():
    for X in (np.eye(3), sparse.csr_array(np.eye(3))):
        copies = pickle.loads(pickle.dumps(chunks(X, [1.0, -1, 1], 2)))
        held = copies._X if isinstance(X, np.ndarray) else copies._X.data
        assert not held.flags.writeable
        assert not copies._y.flags.writeable
        assert [len(part) for part in copies] == [2, 1]
