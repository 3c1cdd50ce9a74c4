"""The faster ways to run against the textbook's loop, exact fractions and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import sparse
from strategies import LABELS

from perclib import (
    AveragedPerceptron,
    MarginPerceptron,
    MulticlassPerceptron,
    Perceptron,
    Stream,
    losses,
    noisy,
    run,
)
from perclib.data import MulticlassStream, RegressionStream, _instances
from perclib.learners import StochasticGradient, running
from perclib.learners.losses import TIES

LEARNERS = {
    **{t: lambda d, tie=t: Perceptron.zero(d, tie=tie, step=0.5) for t in TIES},
    "started": lambda d: Perceptron(np.arange(1.0, d + 1)),
    "average": lambda d: AveragedPerceptron(np.ones(d), "plus", 2.0, np.arange(d), 7),
    "margin": lambda d: MarginPerceptron.zero(d, beta=3.0, step=0.25),
    **{
        f"descent, {loss.name}": lambda d, loss=loss: StochasticGradient.zero(d, loss, step=1 / 16)
        for loss in (
            losses.perceptron,
            losses.hinge(1),
            losses.hinge(2),
            losses.squared,
            losses.absolute,
        )
    },
}


def slowly(learner, stream):
    """Run by the textbook's loop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "FAST", [])
        return run(learner, stream)


def forms(stream):
    """The same stream dense, sparse, with 32 bits, and repeated."""
    kind = type(stream)
    yield stream
    yield kind(sparse.csr_array(stream.X), stream.y)
    yield kind(stream.X.astype(np.float32), stream.y)
    yield kind(sparse.csr_array(stream.X.astype(np.float32)), stream.y)
    yield stream.repeated(3)
    yield stream.lifted(0.5)
    yield kind(sparse.csr_array(stream.X), stream.y).repeated(2).lifted(2)


@pytest.fixture(params=["without numba", "compiled"])
def fast(request, monkeypatch):
    """Both ways that are faster than the textbook's loop."""
    if request.param == "compiled":
        pytest.importorskip("numba", reason="the extra fast is not installed")
        monkeypatch.setattr(_instances, "compiled", lambda _: _instances._loops())
    monkeypatch.setattr(
        "perclib.scale.fast.compiled",
        {
            "compiled": lambda _: _instances._loops(),
            "without numba": lambda _: None,
        }[request.param],
    )


def assert_same(done, slow, exact=True):
    """Compare scores, mistakes and all that the last learners hold."""
    near = np.array_equal if exact else (lambda a, b: np.allclose(a, b, rtol=1e-9, atol=1e-9))
    assert near(done.scores, slow.scores)
    assert type(done.learner) is type(slow.learner)
    for name in ("weights", "drift", "rounds"):
        if hasattr(slow.learner, name):
            assert near(getattr(done.learner, name), getattr(slow.learner, name)), name


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("name", LEARNERS)
def test_all_ways_agree_where_sums_are_exact(name):
    rng = np.random.default_rng(0)
    for trials, d in ((1, 1), (40, 3), (200, 9)):
        X = rng.integers(-3, 4, size=(trials, d))
        stream = Stream(X, rng.choice([-1, 1], size=trials))
        if "loss" in name and "perceptron" not in name:  # steps with ever more digits: fewer rounds
            stream = stream[:6]
        for form in forms(stream):
            start, x = LEARNERS[name](form.dimension), form[0][0]
            assert_same(run(start, form), slowly(start, form))
            assert LEARNERS[name](form.dimension).score(x) == start.score(x)  # unchanged


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("name", [*LEARNERS, "descent, logistic"])
def test_all_ways_agree_up_to_rounding(name):
    stream = noisy(400, 7, 0.05, 0.1, seed=3).stream
    make = LEARNERS.get(name, lambda d: StochasticGradient.zero(d, losses.logistic, step=0.5))
    for form in forms(stream):
        d = form.dimension
        assert_same(run(make(d), form), slowly(make(d), form), exact=False)


@pytest.mark.usefixtures("fast")
def test_several_classes_and_real_labels():
    rng = np.random.default_rng(1)
    X = rng.integers(-3, 4, size=(150, 5))
    stream = MulticlassStream(X, rng.integers(1, 5, size=150))
    for form in forms(stream):
        assert_same(
            run(MulticlassPerceptron.zero(4, form.dimension), form),
            slowly(MulticlassPerceptron.zero(4, form.dimension), form),
        )
    with pytest.raises(ValueError, match=r"y: expected (a class|classes) from 1 to 3, got 4"):
        run(MulticlassPerceptron.zero(3, 5), stream)
    reals = RegressionStream(X / 8, rng.normal(size=150))
    for loss in (losses.squared, losses.absolute):
        for form in forms(reals):
            start = StochasticGradient.zero(form.dimension, loss, step=0.01)
            assert_same(run(start, form), slowly(start, form), exact=False)


@pytest.mark.usefixtures("fast")
def test_strided_rows_and_slices_are_run():
    X = np.random.default_rng(3).integers(-3, 4, size=(60, 8)).astype(float)
    stream = Stream(X, [1, -1] * 30)
    for part in (stream[::3], stream[::-1], stream[np.array([5, 1, 1])]):
        assert_same(run(Perceptron.zero(8), part), slowly(Perceptron.zero(8), part))
    for view in (np.asfortranarray(X), X[:, ::2], X[::-1].astype(np.float32)):
        view = Stream(view, stream.y)
        assert_same(
            run(Perceptron.zero(view.dimension), view),
            slowly(Perceptron.zero(view.dimension), view),
        )


@settings(max_examples=30)
@given(st.integers(0, 2**32), LABELS)
def test_quiet_stretches_and_dense_mistakes(seed, label):
    """Blocks that are scored ahead end in the middle of stretches of every length."""
    rng = np.random.default_rng(seed)
    X = np.eye(4)[rng.integers(0, 4, size=1000)] * rng.choice([1, 2, 3], size=(1000, 1))
    y = np.where(rng.random(1000) < rng.choice([0.0, 0.01, 0.3]), -label, label)
    stream = Stream(X, y)
    assert_same(run(Perceptron.zero(4), stream), slowly(Perceptron.zero(4), stream))
