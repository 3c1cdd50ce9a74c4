"""Where floats end: a run is right or refused, and a number of any kind is one number."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from strategies import by_hand

from perclib import _rounds, losses
from perclib.bounds import block_novikoff, freund_schapire
from perclib.datasets import separable
from perclib.descent import StochasticGradient, gradient_descent
from perclib.losses import TIES
from perclib.online import LEAST, run
from perclib.perceptron import Perceptron
from perclib.regret import RegularizedLeader
from perclib.streams import RegressionStream, Stream

PLANTED = separable(2000, 5, 0.1, 0).stream
TOLD = r"x: the score \S+ is too close to 0, since below 1e-289"


@pytest.fixture(params=["plain", "compiled", "round by round"])
def way(request, monkeypatch):
    """Each way to run over a stream."""
    if request.param == "compiled":
        pytest.importorskip("numba", reason="the extra fast is not installed")
        monkeypatch.setattr(_rounds, "LONG", 0)
    if request.param == "round by round":
        return lambda learner, stream: run(learner, stream, keep_weights=True)
    return run


@pytest.mark.parametrize("exponent", [0, -400, -470, 400])
def test_scaling_by_powers_of_two_changes_no_mistake(way, exponent):
    planted = separable(2000, 5, 0.1, 0)
    known = run(Perceptron.zero(5), planted.stream)
    scaled = Stream(np.ldexp(planted.stream.X, exponent), planted.stream.y)
    done = way(Perceptron.zero(5), scaled)
    assert np.array_equal(done.mistakes, known.mistakes)
    assert np.array_equal(done.scores, np.ldexp(known.scores, 2 * exponent))
    assert done.mistake_count <= block_novikoff(scaled, planted.comparator).value


@pytest.mark.parametrize(
    ("stream", "number"),
    [
        (Stream(PLANTED.X * 1e-162, PLANTED.y), 2),
        (Stream([[1e-170]] * 100, [1] * 100), 2),
        (Stream([[1.0, 0.0], [0.0, 1e-200], [0.0, 1e-200]], [1, 1, 1]), 3),
        (Stream([[1.0, 1e-200], [1.0, 0.0], [0.0, 1e-200]], [1, -1, 1]), 3),
        (Stream([[2.0**-480], [2.0**-480], [2.0**-481]], [1, 1, 1]), 3),
    ],
)
def test_a_score_lost_to_underflow_is_refused_in_its_round(way, stream, number):
    with pytest.raises(ValueError, match=f"^{TOLD} .*, in round {number}$"):
        way(Perceptron.zero(stream.dimension), stream)
    with pytest.raises(ValueError, match=TOLD):
        run(Perceptron.zero(stream.dimension), stream[:number])
    run(Perceptron.zero(stream.dimension), stream[: number - 1])


@pytest.mark.usefixtures("way")
def test_sparse_rows_are_refused_as_dense_ones():
    for X, y, step in (
        ([[1.0, 0.0], [0.0, 1e-200], [0.0, 1e-200]], [1, 1, 1], 1.0),
        ([[1e-170, 0.0]] * 9, [1] * 9, 1.0),
        ([[1.0, 0.0], [-1.0, 1e-310]], [1, 1], 0.1),
    ):
        refusals = []
        for rows in (np.array(X), sparse.csr_array(X)):
            assert not np.isfinite(Perceptron.zero(2, step=step).sweep(Stream(rows, y))[0]).all()
            with pytest.raises(ValueError, match="in round") as refusal:
                run(Perceptron.zero(2, step=step), Stream(rows, y))
            refusals.append(str(refusal.value))
        assert refusals[0] == refusals[1]


@pytest.mark.parametrize("step", [0.5, 0.1, 1e-5])
def test_an_update_lost_to_underflow_is_refused_in_its_round(way, step):
    stream = Stream([[1.0, 0.0], [-1.0, 1e-310]], [1, 1])
    assert run(Perceptron.zero(2), stream).learner.weights.tolist() == [0, 1e-310]
    with pytest.raises(
        ValueError, match=r"^step: .* times an instance has an entry below .*, in round 2$"
    ):
        way(Perceptron.zero(2, step=step), stream)
    whole = way(Perceptron.zero(2, step=step), Stream([[1.0, 0.0], [-1.0, 1e-300]], [1, 1]))
    assert whole.mistake_count == 2


def test_exact_zeros_are_ties_however_small_the_numbers(way):
    stream = Stream([[1e-300, 0.0], [0.0, 1e-300], [0.0, 1e-300 * 2.0**-900]][:2], [1, 1])
    assert way(Perceptron.zero(2), stream).scores.tolist() == [0, 0]
    flat = Stream([[1e-300, 1.0], [0.0, 0.0], [1e-300, 0.0]], [1, 1, -1])
    assert way(Perceptron.zero(2, tie="correct"), flat).scores.tolist() == [0, 0, 0]
    for X in (stream.X, sparse.csr_array(stream.X)):  # the sweep itself refuses nothing
        assert Perceptron.zero(2).sweep(Stream(X, [1, 1]))[0].tolist() == [0, 0]
    cancelling = Stream(2.0**-478 * np.array([[1.0, 1.0], [1 + 2.0**-52, -1.0]]), [1, 1])
    assert way(Perceptron.zero(2), cancelling).scores.tolist() == [0, 2.0**-1008]


def test_tiny_parts_of_large_scores_are_no_matter(way):
    stream = Stream([[1.0, 1e-200], [1.0, 1e-200], [-1.0, 1e-300]], [1, 1, -1])
    assert way(Perceptron.zero(2), stream).scores.tolist() == [0, 1, -1]


def test_prediction_refuses_what_a_run_does():
    learner = Perceptron([1e-200, 1.0])
    assert learner.predict([[1.0, 1.0], [0.0, 0.0], [0.0, -1.0]]).tolist() == [1, 0, -1]
    for X in ([[1.0, 1.0], [1e-200, 0.0]], [[1e-95, 0.0]]):
        with pytest.raises(ValueError, match=TOLD):
            learner.predict(X)
        with pytest.raises(ValueError, match=TOLD):
            run(Perceptron([1e-200, 1.0]), Stream(X, [1] * len(X)))
    with pytest.raises(ValueError, match="x: expected a finite score, got inf"):
        Perceptron([1e200, 1.0]).predict([[0.0, 1.0], [1e200, 0.0]])


@given(st.integers(0, 2**32), st.sampled_from(TIES), st.sampled_from([1.0, 0.5, 0.25, 2.0**-300]))
def test_at_any_magnitude_a_run_is_that_of_fractions_or_refused(seed, tie, step):
    rng = np.random.default_rng(seed)
    T, d = rng.integers(1, 30), rng.integers(1, 4)
    X = rng.integers(-3, 4, size=(T, d)) * 2.0 ** rng.choice(
        [-1074, -600, -480, -470, -330, 0, 300]
    )
    stream = Stream(X, rng.choice([-1, 1], size=T))
    scores, mistakes, weights = by_hand(stream, tie, step)
    ways = [lambda: run(Perceptron.zero(d, tie=tie, step=step), stream, keep_weights=True)]
    ways += [lambda: run(Perceptron.zero(d, tie=tie, step=step), stream)]
    refusals = []
    for one in ways:
        try:
            done = one()
        except ValueError as refusal:
            refusals.append(str(refusal))
            continue
        assert done.mistakes.tolist() == mistakes
        assert [Fraction(w) for w in done.learner.weights.tolist()] == weights
    assert len(refusals) in (0, len(ways))
    if refusals:
        lost = [f for f in scores if f and abs(f) < 2 * Fraction(LEAST)]
        assert lost or "step" in refusals[0] or min(abs(X[X != 0])) < 2.0**-400
        assert len(set(refusals)) == 1


KINDS = [np.uint8, np.int8, np.uint64, np.float16, np.float32, np.float64, np.longdouble, int]


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_of_any_kind_is_the_same_step(kind, monkeypatch):
    stream = separable(60, 3, 0.1, seed=2).stream
    known = run(Perceptron.zero(3, step=2.0), stream)
    for long in (0, _rounds.LONG):
        monkeypatch.setattr(_rounds, "LONG", long)
        done = run(Perceptron.zero(3, step=kind(2)), stream)
        assert done == known
        assert type(done.learner.step) is float
    for loss in (losses.logistic, losses.perceptron, losses.hinge(2)):
        ours, theirs = (StochasticGradient.zero(1, loss, step=s) for s in (kind(2), 2.0))
        assert ours.update([1.0], -1) == theirs.update([1.0], -1)
        assert ours.update([1.0], -1).weights[0] < 0
    squares = RegressionStream([[1.0], [3.0]], [1.0, 2.0])
    there = gradient_descent(squares, [0], step=kind(1), steps=kind(2) if kind in KINDS[:3] else 2)
    assert np.array_equal(there.weights, gradient_descent(squares, [0], step=1.0, steps=2).weights)
    assert Stream([[1.0]], [1]).lifted(kind(2)) == Stream([[1.0, 2.0]], [1])
    assert losses.hinge(kind(2)) == losses.hinge(2.0)
    assert losses.hinge(kind(2))(-3.0, kind(1)) == 16
    assert freund_schapire(stream, [1, 0, 0], kind(2)) == freund_schapire(stream, [1, 0, 0], 2.0)


def test_counts_of_any_kind_do_not_wrap_around():
    learner = RegularizedLeader(radius=1.0, rate=1.0, rounds=np.uint8(255), total=[0.0])
    assert learner.update([1.0], 1).rounds == 256
    assert len(Stream([[1.0]] * 200, [1] * 200).repeated(np.uint8(2))) == 400


def test_a_large_step_is_one_number_or_refused():
    assert Perceptron([0.0], step=10**30).update([1.0], 1).weights[0] == 1e30
    for step in (10**400, np.longdouble("1e4000"), np.longdouble("1e-4000")):
        with pytest.raises(ValueError, match="step: expected a finite number above 0, got "):
            Perceptron([0.0], step=step)
    for label in (np.float16(1), np.int8(1), np.uint8(1), 1.0):
        assert Perceptron([0.0], step=0.1).update([1.0], label).weights[0] == 0.1


def test_an_integer_step_compiles_nothing_anew(monkeypatch):
    compiled = pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    monkeypatch.setattr(_rounds, "LONG", 0)
    stream = separable(60, 3, 0.1, seed=2).stream
    layouts = [stream.X, np.asfortranarray(stream.X), np.tile(stream.X, (2, 1))[::2]]
    for X in layouts:  # each is compiled once, unless a test before this one did
        run(Perceptron.zero(3), Stream(X, stream.y))
    known = len(compiled._rounds.signatures)
    for kind in KINDS:
        y = stream.y if kind in (np.uint8, np.uint64) else stream.y.astype(kind)
        for X in layouts:
            run(Perceptron.zero(3, step=kind(2)), Stream(X, y))
    assert len(compiled._rounds.signatures) == known
