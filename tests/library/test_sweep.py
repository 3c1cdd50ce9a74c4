"""The fast pass over a stream is the textbook's loop, bit for bit."""

import sys

import numpy as np
import pytest
from hypothesis import given, strategies as st
from memory import peak_of
from processes import ran
from scipy import sparse
from scipy.optimize import brentq

from perclib import _rounds, losses, online
from perclib.datasets import noisy, separable
from perclib.descent import StochasticGradient
from perclib.losses import TIES, hinge
from perclib.online import run, run_chunks
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron
from perclib.streams import MulticlassStream, RegressionStream, Stream, chunks


def textbook(learner, stream):
    """Scores and last weights by the loop of chapter 3, written without perclib's learners."""
    w, scores = learner.weights.copy(), []
    for x, y in zip(stream.X, stream.y, strict=True):
        f = x.dot(w)
        scores.append(f)
        at_tie = {"mistake": True, "correct": False, "plus": y < 0, "minus": y > 0}[learner.tie]
        if y * f < 0 or (f == 0 and at_tie):
            w = w + learner.step * y * x
    return np.array(scores), w


def same_bits(a, b):
    """Whether two arrays of floats are the same, the signs of their zeros included."""
    return a.tobytes() == b.tobytes()


@pytest.fixture(params=["plain", "compiled"])
def dense(request, monkeypatch):
    """Both ways to run where mistakes are dense, however short the stream; neither gives up."""
    monkeypatch.setattr(online, "_round_by_round", None)
    if request.param == "compiled":
        pytest.importorskip("numba", reason="the extra fast is not installed")
        monkeypatch.setattr(_rounds, "LONG", 0)
        assert _rounds._compiled() is not None
    return request.param


@pytest.mark.parametrize("trials", [1, 2, 11, 12, 13, 1023, 1024, 1025, 6000])
@pytest.mark.parametrize("flip", [0.0, 0.01, 0.1, 0.5])
@pytest.mark.usefixtures("dense")
def test_bits_on_random_floats(trials, flip):
    for seed, dimension in enumerate((2, 3, 8, 31, 32, 33, 100)):
        stream = noisy(trials, dimension, 0.01, flip, seed).stream
        learner = Perceptron(0.1 * np.ones(dimension), TIES[seed % 4], 0.1 + seed)
        scores, weights = textbook(learner, stream)
        done = run(learner, stream)
        assert same_bits(done.scores, scores)
        assert same_bits(done.learner.weights, weights)
        assert learner.weights.tolist() == [0.1] * dimension


@given(st.integers(0, 2**32), st.sampled_from(TIES), st.sampled_from([1.0, 0.1, 3.0]))
def test_bits_on_whole_numbers_with_many_ties(seed, tie, step):
    rng = np.random.default_rng(seed)
    trials, dimension = rng.integers(1, 80), rng.integers(1, 4)
    X = rng.integers(-2, 3, size=(trials, dimension))
    stream = Stream(X.repeat(rng.integers(1, 4), axis=1), rng.choice([-1, 1], size=trials))
    learner = Perceptron(rng.integers(-1, 2, size=stream.dimension), tie, step)
    scores, weights = textbook(learner, stream)
    kept = run(learner, stream, keep_weights=True)
    # In one dimension the loop's scores may be -0.0 where those of a block are 0.0.
    zero = 0.0 if stream.dimension == 1 else -0.0
    for long in (0, _rounds.LONG):  # compiled and not
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_rounds, "LONG", long)
            done = run(learner, stream)
        assert same_bits(done.scores + zero, scores + zero)
        assert same_bits(done.learner.weights, weights)
        assert np.array_equal(done.mistakes, kept.mistakes)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.float16, np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("stride", [1, -2, 3])
def test_bits_whatever_the_layout_of_the_data(dtype, order, stride):
    rng = np.random.default_rng(1)
    X = rng.normal(scale=20, size=(900, 51)).astype(dtype, order=order)[::stride, ::stride]
    stream = Stream(X, rng.choice([-1, 1], size=len(X)))
    assert stream.X.flags.c_contiguous
    learner = Perceptron.zero(stream.dimension)
    scores, weights = textbook(learner, Stream(X.astype(float).copy(order="C"), stream.y))
    done = run(learner, stream)
    assert same_bits(done.scores, scores)
    assert same_bits(done.learner.weights, weights)
    # Round by round, from rows that are laid out in any way.
    state = learner
    for x, y, score in zip(X, stream.y.tolist(), scores, strict=True):
        assert state.score(x) == score
        state = state.update(x, y)
    assert same_bits(state.weights, weights)


@pytest.mark.parametrize("dimension", [1, 4, 5, 16, 64, 127, 1000, 4097, 20_000])
def test_scoring_ahead_gives_the_bits_of_scoring_one(dimension):
    rng = np.random.default_rng(dimension)
    X = rng.normal(size=(40, dimension)) * 10 ** rng.uniform(-8, 8, size=dimension)
    w = rng.normal(size=dimension)
    assert same_bits(np.vecdot(X, w), np.array([x.dot(w) for x in X]))


@pytest.fixture
def work(monkeypatch):
    """What a sweep does: rounds scored ahead, by how many calls, and rounds run one by one."""
    done = {"ahead": 0, "calls": 0, "one by one": 0, "compiled": 0}
    vecdot, loop, compiled = np.vecdot, _rounds._one_by_one, _rounds._compiled()

    def counting_vecdot(X, weights):
        done["ahead"] += len(X)
        done["calls"] += 1
        return vecdot(X, weights)

    def counting_loop(weights, X, *rest):
        done["one by one"] += len(X)
        return loop(weights, X, *rest)

    def counting_compiled(weights, X, y, *rest):
        done["compiled"] += len(y)
        compiled(weights, X, y, *rest)

    monkeypatch.setattr(np, "vecdot", counting_vecdot)
    monkeypatch.setattr(_rounds, "_one_by_one", counting_loop)
    monkeypatch.setattr(_rounds, "_compiled", lambda: counting_compiled)
    return done


@pytest.mark.parametrize("dimension", [2, 20, 300])
def test_with_few_mistakes_a_round_is_scored_about_once(work, dimension, monkeypatch):
    stream = separable(_rounds.LONG - 1, dimension, 0.3, seed=1).stream
    monkeypatch.setattr(_rounds, "LONG", np.inf)
    mistakes = run(Perceptron.zero(dimension), stream).mistake_count
    assert 0 < mistakes < 100
    assert len(stream) <= work["ahead"] < 1.1 * len(stream)
    assert mistakes < work["calls"] < 100 + 3 * mistakes
    assert work["one by one"] == work["compiled"] == 0


@pytest.mark.parametrize("flip", [0.003, 0.01])
def test_blocks_balance_calls_and_spoiled_scores(work, flip):
    stream = noisy(15_000, 10, 0.5, flip, seed=1).stream
    mistakes = run(Perceptron.zero(10), stream).mistake_count
    gap = len(stream) / mistakes
    assert work["one by one"] < 0.1 * len(stream)
    assert work["calls"] < 1.5 * mistakes
    # Of mistakes at random a block of b = x gap rounds meets one with probability 1 - e^-x.
    x = brentq(lambda x: np.expm1(x) - x - _rounds.CALL / 7 / gap, 0, 50)
    calls, ahead = mistakes / -np.expm1(-x), len(stream) * x / -np.expm1(-x)  # if gap were known
    assert work["calls"] == pytest.approx(calls, rel=0.1)
    assert ahead < work["ahead"] < 1.6 * ahead  # it is estimated, by what was seen last
    price = _rounds.CALL * work["calls"] + 7 * work["ahead"]
    assert price < 1.2 * (_rounds.CALL * calls + 7 * ahead)


@pytest.mark.parametrize("a", np.geomspace(1e-4, 1e3, 15))
def test_the_length_of_a_block_costs_nearly_the_least(a):
    """Against every other length, by the price of a round: (a + x)/(1 - e^-x) with x = b/gap."""

    def price(x):
        return (a + x) / -np.expm1(-x)

    gap = 100.0
    chosen = _rounds._length(gap, a * gap) / gap
    others = np.geomspace(1e-3, 50, 20_000)
    assert price(chosen) <= 1.002 * price(others).min()
    assert chosen == pytest.approx(others[price(others).argmin()], rel=0.08)


def test_blocks_of_that_length_cost_least_where_mistakes_are_drawn():
    """By a simulation, which knows no formula."""
    rng, call = np.random.default_rng(0), 100
    for p in (0.01, 0.1):
        found = np.flatnonzero(rng.random(200_000) < p)

        def cost(b, found=found):
            start = price = 0
            while start < 200_000:
                n = np.searchsorted(found, start)
                stop = start + b
                hit = n < len(found) and found[n] < stop
                price, start = price + call + b, found[n] + 1 if hit else stop
            return price

        best = min(cost(b) for b in np.geomspace(5, 500, 24).astype(int))
        assert cost(round(_rounds._length(1 / p, call))) <= 1.01 * best
        assert cost(round(np.sqrt(2 * call / p))) > 1.005 * best


def test_where_mistakes_are_dense_rounds_are_run_one_by_one(work):
    dense = noisy(15_000, 10, 0.01, 0.5, seed=1).stream
    quiet = separable(4000, 10, 0.5, seed=2).stream
    assert run(Perceptron.zero(10), dense).mistake_count > len(dense) / 3
    assert work["one by one"] > 0.95 * len(dense)
    before = dict(work)
    run(Perceptron.zero(10), dense + quiet)
    # On the quiet part it scores ahead again.
    assert work["one by one"] - before["one by one"] < before["one by one"] + 2048
    assert work["ahead"] > before["ahead"] + len(quiet) / 2


def test_long_streams_are_run_by_compiled_code(work):
    for rounds in (_rounds.LONG - 1, _rounds.LONG):
        run(Perceptron.zero(2), separable(rounds, 2, 0.1, seed=1).stream)
    assert work["compiled"] == _rounds.LONG


def test_shorter_streams_are_compiled_where_the_loop_is_loaded(work, monkeypatch):
    pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    monkeypatch.setattr(_rounds, "AGAIN", 10)
    least, done = _rounds.LONG // 10, []
    streams = [noisy(rounds, 2, 0.1, 0.01, seed=1).stream for rounds in (least - 1, least)]
    done += [run(Perceptron.zero(2), stream) for stream in streams]
    assert work["compiled"] == least
    monkeypatch.delitem(sys.modules, "perclib._compiled")
    done += [run(Perceptron.zero(2), stream) for stream in streams]
    assert work["compiled"] == least
    assert done[:2] == done[2:]
    assert same_bits(done[1].scores, done[3].scores)


def test_wide_rows_are_long_with_fewer_rounds(work):
    """Such as the parts of a stream on disk, each of which is a stream of its own."""
    width = 10 * _rounds.ROW
    for rounds in (_rounds.LONG // 10 - 1, _rounds.LONG // 10):
        stream = Stream(np.ones((rounds, width), dtype=np.float32), np.ones(rounds))
        run(Perceptron.zero(width), stream)
    assert work["compiled"] == _rounds.LONG // 10
    half = stream[: rounds // 2]
    for rows in (half.X, sparse.csr_array(half.X)):
        run(Perceptron.zero(width), Stream(rows, half.y).repeated(2))
    assert work["compiled"] == 3 * (_rounds.LONG // 10)


def test_compiled_code_that_gives_other_bits_is_not_used(monkeypatch):
    compiled = pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    true = compiled.one_by_one
    fresh = _rounds._compiled.__wrapped__
    assert fresh() is true

    def other(weights, X, y, rule, scores, *rest):
        true(weights, X, y, rule, scores, *rest)
        scores[-1] = np.nextafter(scores[-1], np.inf)

    monkeypatch.setattr(compiled, "one_by_one", other)
    with pytest.warns(RuntimeWarning, match="other numbers than NumPy, so it is not used"):
        assert fresh() is None
    monkeypatch.setitem(sys.modules, "perclib._compiled", None)  # as without Numba
    assert fresh() is None


def test_compiled_code_takes_any_layout():
    compiled = pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 14)), np.ones(60, dtype=np.int64)
    for rows in (X[:, ::2], np.asfortranarray(X)[:, ::2], X[::-1, :7]):
        weights, scores = np.zeros(7), np.empty(60)
        rule = _rounds.limits(1.0, 0.0, 5e-324)
        compiled.one_by_one(weights, rows, y, rule, scores, np.empty(0), 0)
        known, after = textbook(Perceptron.zero(7), Stream(rows, y))
        assert same_bits(scores, known)
        assert same_bits(weights, after)


@pytest.mark.parametrize(("bias", "held"), [(1.0, False), (1e10, True)])
def test_compiled_code_refuses_a_bias_whose_product_floats_do_not_hold(bias, held):
    compiled = pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    X, scores = sparse.csr_array([[1e10, 0.0]]), np.empty(1)
    rule = _rounds.limits(1e-308, _rounds.TINY, _rounds.TINY)
    compiled.one_by_one(np.zeros(3), X, np.ones(1), rule, scores, np.empty(0), 0, bias)
    assert np.isfinite(scores[0]) == held


OTHERS = [
    AveragedPerceptron(np.full(6, 0.1), step=0.3),
    AveragedPerceptron(np.full(6, 0.1), "plus", drift=np.full(6, 0.7), rounds=5),
    MulticlassPerceptron(np.arange(18.0).reshape(3, 6) / 7),
    *(StochasticGradient(np.full(6, 0.1), loss, 0.1)
      for loss in (losses.perceptron, losses.logistic, losses.squared, losses.absolute,
                   losses.hinge(1), losses.hinge(1.7), losses.hinge(2),
                   losses.Loss("own", losses.squared.value, lambda f, y: f - y))),
]  # fmt: skip


def layouts_of(X):
    """Dense instances in all layouts, then sparse ones, and which numbers they hold."""
    held = sparse.csr_array(X)
    wide = sparse.csr_array((held.data, held.indices.astype(np.int64), held.indptr), held.shape)
    twice = sparse.csr_array((np.repeat(held.data / 2, 2), np.repeat(held.indices, 2),
                              2 * held.indptr), held.shape)  # fmt: skip
    backwards = held[:, ::-1][:, ::-1]
    zeros = held.copy()
    zeros.data[::3] = 0
    single = sparse.csr_array(X.astype(np.float32))
    yield from ((rows, X) for rows in (X, np.asfortranarray(X), X[:, ::-1].copy()[:, ::-1]))
    yield X.astype(np.float32), X.astype(np.float32).astype(float)
    yield from ((rows, X) for rows in (held, wide, twice, backwards))
    yield zeros, zeros.toarray()
    yield single, single.toarray().astype(float)


@pytest.mark.parametrize("learner", OTHERS, ids=lambda o: type(o).__name__)
@pytest.mark.parametrize("kind", ["floats", "full", "whole"])
def test_every_learner_is_swept_as_round_by_round(learner, kind, monkeypatch):
    """Dense to the last bit; sparse ones where sums are exact, and compiled or not."""
    rng = np.random.default_rng(len(kind))
    X = rng.normal(size=(300, 6)) * (1 if kind == "full" else rng.random((300, 6)) < 0.5)
    if kind == "whole":
        X, learner = np.round(X), learner._with(weights=np.round(learner.weights))
    y = rng.choice([-1, 1], size=300)
    streams = {MulticlassPerceptron: [MulticlassStream], AveragedPerceptron: [Stream]}
    kinds = streams.get(type(learner), [Stream])
    if getattr(learner, "loss", losses.perceptron).real_labels:
        kinds = [Stream, RegressionStream]
    for rows, numbers in layouts_of(X):
        for make in kinds:
            answers = {MulticlassStream: y + 2, RegressionStream: y * 0.7}.get(make, y)
            swept = []
            for long in (0, np.inf):
                monkeypatch.setattr(_rounds, "LONG", long)
                scores, after = learner.sweep(make(rows, answers))
                held = after.weights, getattr(after, "drift", np.zeros(1))
                swept.append(same := tuple(a.tobytes() for a in (scores, *held)))
            assert swept[0] == same
            slow = online._round_by_round(learner, make(numbers, answers), losses.squared, False)
            exact = kind == "full" or (kind == "whole" and learner.__dict__.get("step", 1) == 1)
            if exact or isinstance(rows, np.ndarray):
                assert np.array_equal(scores, slow.scores)
                assert after == slow.learner
            assert np.allclose(scores, slow.scores, rtol=1e-9, atol=1e-9)


def test_compiled_learners_take_no_class_beyond_theirs():
    many = MulticlassStream(np.ones((3, 2)), [1, 2, 4])
    with pytest.raises(ValueError, match="y: expected a class from 1 to 3, got 4, in round 3"):
        run(MulticlassPerceptron.zero(3, 2), many)
    with pytest.raises(ValueError, match=r"y: expected -1 or \+1, got 0.5, in round 1"):
        run(StochasticGradient.zero(2, losses.logistic), RegressionStream([[1, 2]], [0.5]))


def test_parts_give_the_whole_and_resume(tmp_path):
    stream = noisy(5000, 7, 0.05, 0.1, seed=2).stream
    whole = run(Perceptron.zero(7), stream)
    on_disk = np.memmap(tmp_path / "X", dtype=float, mode="w+", shape=stream.X.shape)
    on_disk[:] = stream.X
    parts = list(run_chunks(Perceptron.zero(7), chunks(on_disk, stream.y, 700)))
    assert [len(part.stream) for part in parts] == [700] * 7 + [100]
    assert same_bits(np.concatenate([part.scores for part in parts]), whole.scores)
    assert same_bits(parts[-1].learner.weights, whole.learner.weights)
    stopped = next(run_chunks(Perceptron.zero(7), chunks(on_disk, stream.y, 1234)))
    later = run_chunks(stopped.learner, chunks(on_disk[1234:], stream.y[1234:], 1000))
    assert same_bits(list(later)[-1].learner.weights, whole.learner.weights)


def stored(folder, rounds, dimension):
    """A stream on disk, written without holding it in memory."""
    X = np.memmap(folder / f"X{rounds}", dtype=float, mode="w+", shape=(rounds, dimension))
    y = np.memmap(folder / f"y{rounds}", dtype=np.int8, mode="w+", shape=rounds)
    for start in range(0, rounds, 1000):
        part = separable(1000, dimension, 0.1, seed=start).stream
        X[start : start + 1000], y[start : start + 1000] = part.X, part.y
    return X, y


@pytest.mark.thorough
def test_memory_is_bounded_by_the_part_not_by_the_stream(tmp_path):
    dimension, part = 25, 2000

    def work(rounds):
        X, y = stored(tmp_path, rounds, dimension)
        return lambda: sum(
            done.mistake_count
            for done in run_chunks(Perceptron.zero(dimension), chunks(X, y, part))
        )

    short, long = (peak_of(work(parts * part)) for parts in (5, 40))
    bytes_of_part = 8 * part * dimension
    assert short < bytes_of_part
    assert long < short + 20 * 40 * part  # the labels of all rounds, and what Python keeps
    whole = peak_of(lambda: np.array(stored(tmp_path, 40 * part, dimension)[0]))
    assert whole > 40 * bytes_of_part  # the measure sees what is held


@pytest.mark.parametrize("progress", [True, False])
def test_the_progress_bar_counts_the_parts(progress, capsys):
    stream = separable(70, 2, 0.1, seed=1).stream
    parts = chunks(stream.X, stream.y, 20)
    assert len(parts) == 4
    done = list(run_chunks(Perceptron.zero(2), parts, progress=progress))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert ("100%" in printed.err and "4/4" in printed.err) if progress else not printed.err
    again = list(run_chunks(Perceptron.zero(2), parts))  # a second time, and no bar unasked
    assert not capsys.readouterr().err
    assert same_bits(again[-1].learner.weights, done[-1].learner.weights)


def test_a_part_that_is_no_stream_is_refused_with_its_place():
    X, y = np.ones((6, 2)), np.array([1, 1, 1, 1, 0, 1])
    parts = run_chunks(Perceptron.zero(2), chunks(X, y, 3))
    assert len(next(parts).stream) == 3
    place = r"y\[1\]: expected -1 or \+1, got 0.*, in the part that begins at row 3"
    with pytest.raises(ValueError, match=place):
        next(parts)


@pytest.mark.parametrize("rounds", [300, 30_000])
def test_a_number_that_is_not_finite_is_refused_with_its_part(rounds):
    X = np.ones((2 * rounds, 5))
    X[rounds + 7, 3] = np.nan
    place = (
        rf"^X\[7, 3\]: expected a finite number, got nan, in the part that begins at row {rounds}"
    )
    with pytest.raises(ValueError, match=place):
        list(run_chunks(Perceptron.zero(5), chunks(X, np.ones(2 * rounds), rounds)))


def test_parts_are_read_one_at_a_time():
    reads = []

    def parts():
        for seed in range(3):
            reads.append(seed)
            yield separable(10, 2, 0.1, seed).stream

    for number, done in enumerate(run_chunks(Perceptron.zero(2), parts())):
        assert len(done.stream) == 10
        assert reads == list(range(number + 1))


def test_continued_keeps_weights_only_where_they_were_kept():
    stream = separable(30, 2, 0.1, seed=1).stream
    bare = run(Perceptron.zero(2), stream, loss=hinge(2)).continued(stream)
    assert bare.weights is None
    assert bare.loss.name == "2-hinge loss"
    kept = run(Perceptron.zero(2), stream, keep_weights=True).continued(stream)
    assert kept.weights.shape == (61, 2)
    assert same_bits(kept.scores, bare.scores)


# NumPy warns of the overflow that is refused here.
@pytest.mark.filterwarnings("ignore:(overflow|invalid)")
def test_a_score_that_overflows_is_refused_in_its_round():
    stream = Stream([[1.0], [1e200], [1e200]], [1, -1, -1])
    with pytest.raises(ValueError, match=r"x: expected a finite score, got -?inf"):
        run(Perceptron([1e150]), stream)
    with pytest.raises(ValueError, match=r"x: expected shape \(3,\), got \(1,\)"):
        run(Perceptron.zero(3), stream)


@pytest.mark.thorough
def test_where_nothing_can_be_kept_compiled_code_is_compiled_anew():
    pytest.importorskip("numba", reason="the extra fast is not installed")
    code = """
from numba.core.caching import CompileResultCacheImpl
CompileResultCacheImpl._locator_classes = []  # neither beside the file nor in the user's folder
from perclib import Perceptron, _rounds, run, separable
_rounds.LONG = 0
assert _rounds._compiled() is not None
print(run(Perceptron.zero(2), separable(50, 2, 0.1, 1).stream).mistake_count)
"""
    done = ran(sys.executable, "-c", code)
    known = run(Perceptron.zero(2), separable(50, 2, 0.1, 1).stream).mistake_count
    assert (done.stdout, done.stderr) == (f"{known}\n", "")


# The compiled loop is not used where it gives other scores than NumPy: that would hide the fault.
EVERY_LAYOUT = """
import numpy as np
from scipy import sparse
from perclib import Perceptron, Stream, _checks, _rounds, noisy
from perclib._compiled import one_by_one
_checks.MANY = 0
made = noisy(400, 40, 0.05, 0.1, seed=3).stream
holed = np.where(np.random.default_rng(4).random(made.X.shape) < 0.5, 0, made.X)
for X in (made.X, np.asfortranarray(made.X), made.X.astype("f4"), sparse.csr_array(holed)):
    swept = []
    for loop in (one_by_one, None):
        _rounds.LONG, _rounds._compiled = 0, lambda loop=loop: loop
        scores, learner = Perceptron.zero(40).sweep(Stream(X, made.y))
        swept.append((scores.tobytes(), learner.weights.tobytes()))
    print(swept[0] == swept[1], np.count_nonzero(scores))
"""


def every_layout(told):
    done = ran(sys.executable, "-c", EVERY_LAYOUT, env=told)
    assert done.stdout == "True 399\n" * 4, done.stderr
    return done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_kept_file_that_is_cut_short_is_said_once_and_ends_no_run(kind, environment, tmp_path):
    pytest.importorskip("numba", reason="the extra fast is not installed")
    told = environment | {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert every_layout(told) == ""
    kept = list(tmp_path.rglob(f"*.{kind}"))
    assert len(kept) > 3
    for path in kept:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert every_layout(told).count("RuntimeWarning: Numba keeps compiled code in ") == 1


@pytest.mark.thorough
def test_kept_code_for_other_types_is_not_run(environment, tmp_path):
    """Where two processes compile at once, code may be kept under another's name."""
    pytest.importorskip("numba", reason="the extra fast is not installed")
    told = environment | {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert every_layout(told) == ""
    kept = sorted(tmp_path.rglob("_compiled._rounds-*.nbc"))
    assert len(kept) > 1
    code = [path.read_bytes() for path in kept]
    for path, other in zip(kept, code[1:] + code[:1], strict=True):
        path.write_bytes(other)
    assert every_layout(told) == ""
    assert [path.read_bytes() for path in kept] != code[1:] + code[:1]  # it is kept anew


@pytest.mark.parametrize("spoiled", [{}, {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}])
@pytest.mark.parametrize("byte", ["0", "165"])
def test_compiled_code_reads_no_freed_memory(spoiled, byte, environment):
    """Where the C library fills what is freed with other bytes, reading it would show."""
    pytest.importorskip("numba", reason="the extra fast is not installed")
    assert every_layout(environment | spoiled | {"MALLOC_PERTURB_": byte}) == ""
