"""Streams over the caller's own numbers: of any layout, sparse, repeated, looked at once."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from memory import peak_of
from scipy import sparse
from strategies import by_hand

from perclib import _exact, _rounds, bounds, losses, streams
from perclib.competitors import best_comparator, largest_margin
from perclib.datasets import noisy, separable
from perclib.descent import StochasticGradient, gradient_descent
from perclib.estimator import PerceptronClassifier
from perclib.losses import TIES, logistic
from perclib.online import run, run_chunks, run_passes
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron
from perclib.streams import MulticlassStream, RegressionStream, Stream, chunks


@pytest.fixture(params=["plain", "compiled"])
def both(request, monkeypatch):
    """A run without Numba, and one with it."""
    if request.param == "compiled":
        pytest.importorskip("numba", reason="the extra fast is not installed")
        monkeypatch.setattr(_rounds, "LONG", 0)
    return request.param


def bits(run):
    return run.scores.tobytes(), run.learner.weights.tobytes()


def swept(learner, stream):
    """The bits of the sweep itself, which a run would leave for the rounds one by one."""
    scores, after = learner.sweep(stream)
    return scores.tobytes(), after.weights.tobytes()


def test_nothing_that_is_floats_in_rows_is_copied(tmp_path):
    X = np.memmap(tmp_path / "X", dtype=float, mode="w+", shape=(30_000, 20))
    X[:] = 1.0
    y = np.ones(len(X), dtype=np.int64)
    peak = peak_of(lambda: Stream(X, y))
    assert peak < X.nbytes / 20
    stream = Stream(X, y)
    for same in (stream, stream[10:], stream.repeated(5), stream[5:].repeated(2)):
        assert np.shares_memory(same._rows, X)
    assert np.shares_memory(stream.X, X)
    with pytest.raises(ValueError, match="read-only"):
        stream.X[0] = 2
    assert X.flags.writeable


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int16, ">f8", np.longdouble])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.usefixtures("both")
def test_other_layouts_are_converted_in_blocks(dtype, order):
    made = noisy(9000, 40, 0.1, 0.1, seed=1).stream
    X = np.asarray(made.X * 50).astype(dtype, order=order)
    stream = Stream(X, made.y)
    known = run(Perceptron.zero(40), Stream(X.astype(float, order="C"), made.y))
    work = lambda: run(Perceptron.zero(40), stream)
    work()
    assert peak_of(work) < 8 * X.size / 3
    assert bits(work()) == bits(known) == swept(Perceptron.zero(40), stream)
    assert np.array_equal(stream.X, X)
    assert stream.X.dtype == float
    assert stream.X.flags.c_contiguous
    assert stream.X is stream.X
    u = known.learner.weights
    assert bounds.hinge_family(stream, u, 2) == bounds.hinge_family(known.stream, u, 2)
    assert list(map(float, stream[-1][0])) == stream.X[-1].tolist()


@pytest.mark.parametrize("width", [1, 2, 31, 32, 33, 70, 600])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.usefixtures("both")
def test_strips_have_the_bits_of_the_rows(width, dtype):
    """However the rows are cut, and with columns that are part of longer ones."""
    rng = np.random.default_rng(width)
    X = rng.normal(size=(700, width)).astype(dtype, order="F")
    y = np.where(rng.random(700) < 0.3, -1, 1)
    learner = Perceptron(np.full(width, 0.1), step=0.3)
    for start, stop in ((0, 700), (0, 1), (3, 10), (5, 13), (5, 14), (1, 128), (1, 129), (1, 400)):
        rows, signs = X[start:stop], y[start:stop]
        plain = Stream(rows.astype(float, order="C"), signs)
        assert swept(learner, Stream(rows, signs)) == swept(learner, plain)
        assert swept(learner, Stream(rows[:, ::-1], signs)) == swept(
            learner, Stream(plain.X[:, ::-1].copy(), signs)
        )


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e-170, 1e308])
@pytest.mark.parametrize("place", [0, 127, 128, 4000])
@pytest.mark.filterwarnings("ignore:overflow")  # NumPy warns of what is refused here
@pytest.mark.usefixtures("both")
def test_a_round_that_is_refused_ends_every_layout(bad, place):
    X = np.ones((5000, 3))
    X[place] = bad
    learner = Perceptron(np.full(3, 1e-150 if bad < 1 else 1.0))
    refused = []
    for order in "CF":
        with pytest.raises(ValueError, match=r"^[xX]") as caught:
            run(learner, Stream(X.copy(order=order), np.ones(5000)))
        refused.append(str(caught.value))
    assert refused[0] == refused[1]
    assert f"round {place + 1}" in refused[0] or f"X[{place}, 0]" in refused[0]


def test_a_strip_is_no_higher_than_what_there_is(monkeypatch):
    pytest.importorskip("numba", reason="the extra fast is not installed")
    monkeypatch.setattr(_rounds, "LONG", 0)
    stream = Stream(np.ones((2, 600_000), order="F")[:, ::2], [1, -1])
    work = lambda: run(Perceptron.zero(300_000), stream)
    work()
    assert peak_of(work) < 6 * 8 * stream.dimension


def test_parts_of_columns_on_disk(tmp_path, both):
    """Read-only, and of either width of floats."""
    whole = noisy(3000, 40, 0.1, 0.1, seed=1).stream
    for dtype in (np.float32, np.float64):
        shape = whole.X.shape
        X = np.memmap(tmp_path / "X", dtype=dtype, mode="w+", shape=shape, order="F")
        X[:] = whole.X
        X.flush()
        X = np.memmap(tmp_path / "X", dtype=dtype, mode="r", shape=shape, order="F")
        done = list(run_chunks(Perceptron.zero(40), chunks(X, whole.y, 700)))
        known = run(Perceptron.zero(40), Stream(np.array(X, dtype=float, order="C"), whole.y))
        assert np.concatenate([part.scores for part in done]).tobytes() == known.scores.tobytes()
        assert done[-1].learner.weights.tobytes() == known.learner.weights.tobytes()
    assert both


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("order", ["C", "F", "sparse"])
@pytest.mark.parametrize("where", [0, 1234, 19_999])
def test_what_is_not_finite_is_refused_by_whatever_looks_first(bad, order, where):
    X = np.ones((20_000, 11))
    X[where, 7] = bad
    y = np.ones(len(X), dtype=int)
    for start in (0, 19_000):
        rows = sparse.csr_array(X[start:]) if order == "sparse" else X[start:].copy(order=order)
        place = rf"^X\[{where - start}, 7\]: expected a finite number, got {bad}"
        if where < start:
            continue
        if start:
            with pytest.raises(ValueError, match=place):
                Stream(rows, y[start:])
            continue
        for use in (
            lambda s: s.X,
            lambda s: s[3],
            lambda s: s.radius,
            lambda s: s.lifted(),
            lambda s: bounds.hinge_family(s, np.ones(11), 1),
            lambda s: bounds.hinge_family(s.repeated(2), np.ones(11), 1),
            lambda s: bounds.slacks(s, np.ones(11), 1),
            lambda s: next(iter(s)),
            lambda s: run(Perceptron(np.ones(11)), s, keep_weights=True),
            lambda s: run(Perceptron.zero(11), s),
        ):
            with pytest.raises(ValueError, match=place):
                use(Stream(rows, y))


def test_a_run_looks_once(monkeypatch):
    looked = []
    finite = streams.finite
    monkeypatch.setattr(streams, "finite", lambda *a: looked.append(a) or finite(*a))
    stream = Stream(np.ones((20_000, 11)), np.ones(20_000))
    assert not looked
    run(Perceptron.zero(11), stream)
    assert stream.X.shape == (20_000, 11)
    assert not looked
    Stream(np.ones((20, 11)), np.ones(20))
    assert len(looked) == 1


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.float32, np.float64, list])
def test_labels_take_one_byte(kind):
    signs = np.where(np.arange(70_000) % 3, 1, 1 if kind is np.uint8 else -1)
    y = signs.tolist() if kind is list else signs.astype(kind)
    stream = Stream(np.ones((len(signs), 1)), y)
    assert stream.y.dtype == np.int8
    assert np.array_equal(stream.y, signs)
    assert stream.y.sum() == signs.sum() > 127  # more than one byte holds
    for place, wrong in ((0, 0), (40_000, 2), (69_999, 5)):
        bad = signs.astype(np.uint8 if kind is np.uint8 else np.float64)
        bad[place] = wrong
        with pytest.raises(ValueError, match=rf"y\[{place}\]: expected -1 or \+1, got {wrong}"):
            Stream(np.ones((len(signs), 1)), bad)


def text_of(seed, rows=300, width=200, density=0.05):
    """Sparse rows, some of them empty, and labels that are mostly those of a line."""
    rng = np.random.default_rng(seed)
    held = (rng.random((rows, width)) < density) & (rng.random((rows, 1)) < 0.9)
    X = sparse.csr_array(np.where(held, rng.normal(size=(rows, width)), 0))
    y = np.where(X @ rng.normal(size=width) + 0.3 * rng.normal(size=rows) > 0, 1, -1)
    return X, y


@pytest.mark.usefixtures("both")
@given(st.integers(0, 2**32), st.sampled_from(TIES), st.sampled_from([1.0, 0.5]))
def test_sparse_runs_are_dense_runs_where_sums_are_exact(seed, tie, step):
    X, y = text_of(seed, rows=40, width=6, density=0.3)
    X.data = np.round(3 * X.data)
    X = X.astype(np.int32)
    learner = Perceptron(np.arange(6) % 3 - 1, tie, step)
    done = run(learner, Stream(X, y))
    dense = run(learner, Stream(X.toarray(), y))
    scores, mistakes, weights = by_hand(dense.stream, tie, step, learner.weights)
    assert done.scores.tolist() == dense.scores.tolist() == scores
    assert done.mistakes.tolist() == mistakes
    assert done.learner.weights.tolist() == weights
    kept = run(learner, Stream(X, y), keep_weights=True)
    assert kept.scores.tolist() == scores
    assert kept.weights[-1].tolist() == weights


def packed_score(x, w):
    """Every fourth product is added up, then the four sums, then the rest; a full row is dense."""
    products, fourths = [float(a) * float(b) for a, b in zip(x, w, strict=True)], [0.0] * 4
    whole = len(products) // 4 * 4
    for k in range(whole):
        fourths[k % 4] += products[k]
    total = (fourths[0] + fourths[1]) + (fourths[2] + fourths[3])
    for k in range(whole, len(products)):
        total += products[k]
    return total


def packed(learner, X, y):
    """The textbook's loop over the entries of each row."""
    w, scores = learner.weights.copy(), []
    for t in range(X.shape[0]):
        row = X[[t]]
        x, places = row.data, row.indices
        scores.append(x.dot(w) if len(x) == len(w) else packed_score(x, w[places]))
        if y[t] * scores[-1] <= 0:
            w[places] += learner.step * y[t] * x
    return np.array(scores), w


@pytest.mark.parametrize("step", [1.0, 0.1])
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.usefixtures("both")
def test_sparse_runs_have_the_bits_of_their_entries(step, index):
    for seed, (width, density) in enumerate([(200, 0.05), (3000, 0.01), (40, 0.9), (50, 1.0)]):
        X, y = text_of(seed, width=width, density=density)
        X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
        learner = Perceptron(np.full(width, 0.1), step=step)
        done = run(learner, Stream(X, y))
        scores, weights = packed(learner, X, y)
        assert swept(learner, Stream(X, y)) == (scores.tobytes(), weights.tobytes()) == bits(done)
        dense = run(learner, Stream(X.toarray(), y))
        assert np.allclose(done.scores, dense.scores, rtol=1e-9, atol=1e-12)
        if density == 1:
            full = np.diff(X.indptr) == width
            assert full.any()
    whole = noisy(300, 9, 0.1, 0.1, seed=1).stream  # every row has all its entries
    assert bits(run(Perceptron.zero(9), Stream(sparse.csr_array(whole.X), whole.y))) == bits(
        run(Perceptron.zero(9), whole)
    )


def test_sparse_streams_are_streams():
    X, y = text_of(1)
    stream, dense = Stream(X, y, "text"), Stream(X.toarray(), y, "text")
    assert repr(stream) == "Stream('text', T=300, d=200, sparse)"
    assert not np.shares_memory(stream.X.data, X.data)  # of its few numbers it has a copy
    for one, other in (
        (stream[5:9], dense[5:9]),
        (stream[y == 1], dense[y == 1]),
        (stream.shuffled(3), dense.shuffled(3)),
        (stream.drawn(50, 3), dense.drawn(50, 3)),
        (stream.lifted(2), dense.lifted(2)),
        (stream.repeated(2), dense.repeated(2)),
        (stream + stream, dense + dense),
        (stream.repeated(2)[290:310], dense.repeated(2)[290:310]),
    ):
        assert one.sparse
        assert np.array_equal(one.X.toarray(), other.X)
        assert np.array_equal(one.y, other.y)
        assert one.radius_square == other.radius_square
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(stream, dense, strict=True))
    assert np.array_equal(stream[7][0], dense[7][0])
    u = run(Perceptron.zero(200), dense).learner.weights
    assert np.allclose(stream.margins(u), dense.margins(u))
    for q in (1, 2):
        assert bounds.hinge_family(stream, u, q) == bounds.hinge_family(dense, u, q)
    # Another power is rounded up once for each part, and the parts are others.
    one, other = (bounds.hinge_family(s, u, 1.5).value for s in (stream, dense))
    assert one == pytest.approx(other, rel=1e-12)
    assert np.array_equal(bounds.slacks(stream, u, 0.5), bounds.slacks(dense, u, 0.5))
    predicted = Perceptron(u).predict(X)
    assert np.array_equal(predicted, Perceptron(u).predict(X.toarray()))
    with pytest.raises(ValueError, match="other: expected both streams sparse or both dense"):
        stream + dense
    for call in (largest_margin, lambda s: best_comparator(s, 2),
                 lambda s: gradient_descent(s, u, step=1, steps=1)):  # fmt: skip
        with pytest.raises(ValueError, match="stream: expected instances that are not sparse"):
            call(stream)


@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "lil", "dok", "bsr"])
def test_sparse_arrays_of_all_kinds(layout):
    X, y = text_of(2)
    for kind in (sparse.csr_array, sparse.csr_matrix):
        assert Stream(kind(X).asformat(layout), y) == Stream(X, y)
    twice = sparse.coo_array(([1.0, 2.0, 4.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert Stream(twice, [1, 1]).X.toarray().tolist() == [[0, 3], [4, 0]]
    backwards = sparse.csr_array(([1.0, 2.0], [1, 0], [0, 2]), shape=(1, 2))
    assert Stream(backwards, [1]).X.indices.tolist() == [0, 1]
    assert backwards.indices.tolist() == [1, 0]
    for bad, message in (
        (sparse.csr_array((0, 3)), r"X: expected at least one number, got shape \(0, 3\)"),
        (sparse.csr_array([[True]]), "X: expected real numbers, got booleans"),
        (sparse.csr_array([[1j]]), "X: expected real numbers, got complex128"),
        (sparse.csr_array([[0, np.nan]]), r"X\[0, 1\]: expected a finite number, got nan"),
    ):
        with pytest.raises(ValueError, match=message):
            Stream(bad, [1])


def test_the_work_of_a_sparse_run_is_that_of_its_entries(both):
    """Not a dense row is made, however wide the rows are."""
    width, rows = 500_000, 400
    rng = np.random.default_rng(0)
    places = np.sort(rng.integers(0, width // 10, size=(rows, 10)) * 10 + np.arange(10), axis=1)
    X = sparse.csr_array((rng.normal(size=rows * 10), places.ravel(), 10 * np.arange(rows + 1)),
                         shape=(rows, width))  # fmt: skip
    stream = Stream(X, rng.choice([-1, 1], size=rows))
    work = lambda: run(Perceptron.zero(width), stream)
    work()
    assert peak_of(work) < 4 * 8 * width  # the weights before and after, and no row
    assert work().mistake_count > rows / 3
    assert both


@pytest.mark.thorough
def test_passes_go_round(monkeypatch):
    stream = noisy(6000, 25, 0.1, 0.1, seed=1).stream
    size = 8 * stream.X.size
    made = run_passes(Perceptron.zero(25), stream, limit=100)
    assert made.number == 100
    assert len(made.run.stream) == len(made.run.scores) == 600_000
    assert np.shares_memory(made.run.stream._rows, stream.X)
    both = (
        lambda: run_passes(Perceptron.zero(25), stream, limit=100),
        lambda: run(Perceptron.zero(25), stream.repeated(100)),
        lambda: PerceptronClassifier(bias=0, passes=100).fit(stream.X, stream.y),
    )
    for work in both:
        # Ten passes more hold ten scores a round more, not ten streams.
        assert peak_of(work) < 100 * 8 * len(stream) * 4 < 100 * size / 5
    monkeypatch.setattr(_rounds, "LONG", 10**9)
    assert bits(run(Perceptron.zero(25), stream.repeated(100))) == bits(made.run)
    u = made.run.learner.weights
    thrice = stream.repeated(3)
    whole = Stream(np.tile(stream.X, (3, 1)), np.tile(stream.y, 3))
    for q in (1, 1.7, 2):
        ours, theirs = (bounds.hinge_family(s, u, q) for s in (thrice, whole))
        assert ours.value == pytest.approx(theirs.value, rel=1e-14)
        assert ours.slack == theirs.slack
    assert bounds.freund_schapire(thrice, u, 2) == bounds.freund_schapire(whole, u, 2)
    twice = stream.repeated(2)
    assert bounds.freund_schapire(thrice.repeated(2), u, 2).slack == (
        bounds.freund_schapire(twice.repeated(3), u, 2).slack
    )
    assert np.array_equal(bounds.slacks(thrice, u, 2), bounds.slacks(whole, u, 2))
    assert thrice.repeated(2) == stream.repeated(6)
    assert np.array_equal(thrice[1999:2001].X, whole[1999:2001].X)
    assert thrice[-1][1] == whole[-1][1]
    assert np.array_equal(thrice.lifted().X, whole.lifted().X)
    assert np.array_equal(thrice.shuffled(1).X, whole.shuffled(1).X)
    assert [y for _, y in thrice] == whole.y.tolist()


def test_bounds_of_parts_are_those_of_the_whole():
    planted = separable(5000, 6, 0.1, seed=3)
    messy = noisy(5000, 6, 0.1, 0.1, seed=3)
    whole, parts = planted.stream, chunks(planted.stream.X, planted.stream.y, 700)
    assert bounds.block_novikoff(parts, planted) == bounds.block_novikoff(whole, planted)
    for X in (messy.stream.X, sparse.csr_array(messy.stream.X)):
        whole, parts = messy.stream, chunks(X, messy.stream.y, 700)
        u = messy.comparator / 0.1
        assert np.array_equal(bounds.slacks(parts, u, 1), bounds.slacks(whole, u, 1))
        assert bounds.freund_schapire(parts, u, 1) == bounds.freund_schapire(whole, u, 1)
        for q in (1, 2):
            assert bounds.hinge_family(parts, u, q) == bounds.hinge_family(whole, u, q)
        ours, theirs = (bounds.hinge_family(s, u, 1.5) for s in (parts, whole))
        assert ours.value == pytest.approx(theirs.value, rel=1e-13)
        with pytest.raises(ValueError, match="stream: expected y <u, x> above 0 in every round"):
            bounds.block_novikoff(parts, u)
    y = np.where(np.arange(5000) == 4321, -1, 1) * planted.stream.y
    for stream in (chunks(planted.stream.X, y, 700), Stream(planted.stream.X, y)):
        with pytest.raises(ValueError, match=r"in row 4321$"):
            bounds.block_novikoff(stream, planted)
    assert [len(done.stream) for done in run_chunks(Perceptron.zero(6), parts)][-1] == 100


@pytest.mark.thorough
def test_bounds_take_less_than_the_stream():
    """As whole numbers of Python its trials would take some ten times as much."""
    stream = noisy(50_000, 20, 0.1, 0.1, seed=1).stream
    assert peak_of(lambda: bounds.hinge_family(stream, stream.X[0], 1.5)) < stream.X.nbytes


@pytest.mark.parametrize("kind", [Stream, RegressionStream, MulticlassStream])
def test_any_learner_runs_over_any_layout(kind):
    y = [1, 1, 1]
    for X in (np.eye(3), np.eye(3, dtype=np.float32, order="F"), sparse.csr_array(np.eye(3))):
        stream = kind(X, y)
        assert [x.tolist() for x, _ in stream] == np.eye(3).tolist()
        if kind is Stream:
            done = run(StochasticGradient.zero(3, logistic), stream)
            assert done.learner.weights.tolist() == [0.5] * 3
            assert done.predict(X).tolist() == [1, 1, 1]


def test_wide_sparse_rows_are_cut_by_what_is_stored(monkeypatch):
    """A part holds as many numbers as one of narrow rows, and of a comparator what they touch."""
    wide = sparse.csr_array((np.ones(3000), np.arange(3000) % 70_000, np.arange(3001)),
                            shape=(3000, 70_000))  # fmt: skip
    stream, converted = Stream(wide, np.ones(3000)), []
    assert len(list(stream.blocks(1024))) == 3
    assert [part.stop for part, _ in stream.repeated(2).blocks(2000)] == [2000, 3000, 5000, 6000]
    dyadic = _exact.dyadic
    monkeypatch.setattr(_exact, "dyadic", lambda v, *a: converted.append(len(v)) or dyadic(v, *a))
    assert bounds.hinge_family(stream, np.full(70_000, 0.5), 1).loss == 1500
    assert max(converted) <= 70_000
    assert converted.count(70_000) <= 1  # the norm of the comparator


BIASED = [
    Perceptron(np.full(7, 0.1), "plus", 0.3),
    AveragedPerceptron(np.full(7, 0.1), step=0.3),
    StochasticGradient(np.full(7, 0.1), losses.logistic, 0.1),
    MulticlassPerceptron(np.arange(21.0).reshape(3, 7) / 7),
]


@pytest.mark.parametrize("learner", BIASED, ids=lambda o: type(o).__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int8])
@pytest.mark.parametrize("layout", ["C", "F", "sparse", "full"])
@pytest.mark.usefixtures("both")
def test_lifted_as_they_are_read_rows_have_the_bits_of_a_lifted_copy(learner, dtype, layout):
    """Sparse ones of every number of entries, none and all included."""
    rng = np.random.default_rng(3)
    X = (20 * rng.normal(size=(700, 6))).astype(dtype)
    if layout in ("sparse", "full"):
        X *= rng.random(X.shape) < rng.choice([0.0, 0.5, 0.9], size=(700, 1))
        X[::9] += layout == "full"
        X[np.arange(700), rng.integers(6, size=700)] *= layout == "full"  # no row has all entries
    kind = MulticlassStream if learner.weights.ndim > 1 else Stream
    y = rng.choice([1, 3] if kind is MulticlassStream else [-1, 1], size=700)
    rows = sparse.csr_array(X) if layout in ("sparse", "full") else np.asarray(X, order=layout)
    for passes, bias in ((1, 0.7), (3, 0.7), (1, 1.0)):
        lazy = kind(rows, y)._with(_bias=bias).repeated(passes)
        copy = kind(rows, y).lifted(bias).repeated(passes)
        assert swept(learner, lazy) == swept(learner, copy)
        assert learner.sweep(lazy)[1] == learner.sweep(copy)[1]  # its sums as well
        assert lazy.dimension == 7
    once, copy = kind(rows, y)._with(_bias=0.7), kind(rows, y).lifted(0.7)
    assert once == copy == once[:]
    assert once[5][0].tolist() == copy[5][0].tolist()
    assert once.radius == copy.radius
    assert [x.tolist() for x, _ in once] == [x.tolist() for x, _ in copy]
    assert once[::-2] == copy[::-2]
    assert once.normalised() == copy.normalised()


@pytest.mark.parametrize("width", [*range(1, 18), 31, 32, 47, 50, 63, 64, 4096, 4097])
@pytest.mark.usefixtures("both")
def test_the_product_of_a_bias_is_added_in_the_order_of_a_lifted_copy(width):
    """Where BLAS adds up some of the last products together, too; and of many numbers, threads."""
    rng = np.random.default_rng(width)
    X, y = rng.normal(size=(100, width)), rng.integers(2, size=100) * 2 - 1
    two, three = rng.normal(size=width + 1), rng.normal(size=(3, width + 1))
    for rows, bias in (
        (X, 1.0),
        (X, 0.7),
        (X.astype(np.float32), 1.0),
        (np.asfortranarray(X), 1.0),
    ):
        for learner, stream in (
            (Perceptron(two, step=0.3), Stream(rows, y)),
            (MulticlassPerceptron(three), MulticlassStream(rows, y + 2)),
        ):
            lazy = swept(learner, stream._with(_bias=bias))
            assert lazy == swept(learner, stream.lifted(bias))


@pytest.mark.parametrize(("bias", "step"), [(1e-200, 1e-150), (1e-155, 1e-150), (1e-290, 1.0)])
@pytest.mark.parametrize("layout", ["C", "sparse"])
@pytest.mark.usefixtures("both")
def test_a_bias_that_floats_lose_is_refused_as_in_a_lifted_copy(bias, step, layout):
    X = np.zeros((6, 3))
    X[0, 0] = 2.0**-100
    stream = Stream(sparse.csr_array(X) if layout == "sparse" else X, np.ones(6))
    lazy, copy = stream._with(_bias=bias), stream.lifted(bias)
    told = [learned(Perceptron.zero(4, step=step), each) for each in (lazy, copy)]
    assert told[0] == told[1]
    assert np.isnan(Perceptron.zero(4, step=step).sweep(lazy)[0]).any()


def learned(learner, stream):
    """The bits of a run, or its refusal in words."""
    try:
        return bits(run(learner, stream))
    except ValueError as refusal:
        return str(refusal)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("passes", [1, 6])
def test_a_bias_of_the_classifier_needs_no_copy(kind, passes):
    made = noisy(60_000, 30, 0.1, 0.1, seed=1).stream
    X = made.X.astype(kind)
    fit = lambda: PerceptronClassifier(passes=passes).fit(X, made.y)
    model = fit()
    copy = run(Perceptron.zero(31), Stream(X, made.y).lifted(1.0).repeated(passes))
    assert model.learner_ == copy.learner
    assert peak_of(fit) < X.nbytes
