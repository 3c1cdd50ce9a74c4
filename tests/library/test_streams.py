"""Streams: what they refuse, and what their makers promise."""

import copy
import math
import sys
from importlib import import_module
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix, lil_array
from strategies import streams

from perclib import _checks, _rounds, audit
from perclib.bounds import block_novikoff, freund_schapire, hinge_family
from perclib.competitors import best_comparator
from perclib.datasets import bundled, noisy, separable
from perclib.estimator import (
    KernelPerceptronClassifier,
    MulticlassPerceptronClassifier,
    PerceptronClassifier,
)
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import SMALL, Examples, MulticlassStream, RegressionStream, Stream, chunks


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1, 2], [3, 4]], [1, 0], r"y\[1\]: expected -1 or \+1, got 0"),
        ([[1, 2], [3, 4]], [1, np.nan], r"y\[1\]: expected a finite number, got nan"),
        ([[1, 2], [3, np.inf]], [1, 1], r"X\[1, 1\]: expected a finite number, got inf"),
        ([[1, np.nan], [3, 4]], [1, 1], r"X\[0, 1\]: expected a finite number, got nan"),
        ([1, 2], [1, 1], r"X: expected 2 axes, got shape \(2,\)"),
        ([[1, 2]], [[1]], r"y: expected one axis, got shape \(1, 1\)"),
        ([[1, 2]], [1, 1], "y: expected 1 entries, one for each of the rows of X, got 2"),
        (np.zeros((0, 2)), [], r"X: expected at least one number, got shape \(0, 2\)"),
        (np.zeros((3, 0)), [1, 1, 1], r"X: expected at least one number, got shape \(3, 0\)"),
        ([["a", "b"]], [1], "X: expected real numbers, got strings"),
        ([[1j]], [1], "X: expected real numbers, got complex128"),
    ],
)
def test_bad_streams_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        Stream(X, y)


def test_a_stream_is_a_value():
    X, y = np.ones((2, 2)), np.array([1, -1], dtype=np.int8)
    stream = Stream(X, y)
    assert X.flags.writeable
    X *= 100
    assert stream.X.tolist() == [[1, 1], [1, 1]]
    assert stream.y.dtype == np.int8
    y[0] = -1
    assert stream.y.tolist() == [1, -1]
    with pytest.raises(ValueError, match="read-only"):
        stream.X[0, 0] = 7
    with pytest.raises(AttributeError):
        stream.y = [1, 1]


@pytest.mark.parametrize(
    ("kind", "y", "message"),
    [
        (MulticlassStream, [1, 0], r"y\[1\]: expected the number of a class, 1, 2, \.\.\., got 0"),
        (MulticlassStream, [1.5, 1], r"y\[0\]: expected the number of a class.*, got 1\.5"),
        (MulticlassStream, [1, 2.0**63], r"y\[1\]: .*, got 9\.22337e\+18"),
        (MulticlassStream, [-1, 1], r"y\[0\]: expected the number of a class.*, got -1"),
        (MulticlassStream, ["a", "b"], "y: expected real numbers, got strings"),
        (MulticlassStream, [1], "y: expected 2 entries, one for each of the rows of X, got 1"),
        (RegressionStream, [0.5, np.nan], r"y\[1\]: expected a finite number, got nan"),
        (RegressionStream, [True, False], "y: expected real numbers, got booleans"),
    ],
)
def test_labels_outside_their_space_are_refused(kind, y, message):
    with pytest.raises(ValueError, match=message):
        kind([[1.0], [2.0]], y)


def test_streams_keep_their_kind():
    for kind, y in ((Stream, [1, -1]), (MulticlassStream, [3, 1]), (RegressionStream, [0.5, 2])):
        stream = kind([[1, 2], [3, 4]], y, "spam")
        changed = [stream[:1], stream + stream, stream.lifted(), stream.repeated(2)]
        changed += [stream.shuffled(1), stream.drawn(5, 1), copy.deepcopy(stream)]
        for other in changed:
            assert type(other) is kind
            assert set(other.y) <= set(y)
        assert [label for _, label in stream] == y
        assert type(stream[0][1]) is (float if kind is RegressionStream else int)
    with pytest.raises(ValueError, match="other: expected a MulticlassStream, got Stream"):
        MulticlassStream([[1]], [1]) + Stream([[1]], [1])
    with pytest.raises(TypeError, match="make a Stream, a MulticlassStream or"):
        Examples([[1]], [1])


def test_bounds_are_for_two_labels():
    for kind in (MulticlassStream, RegressionStream):
        with pytest.raises(ValueError, match=f"stream: expected a Stream, got {kind.__name__}"):
            block_novikoff(kind([[1]], [1]), [1])


def test_addition_needs_one_dimension():
    with pytest.raises(ValueError, match="other: expected dimension 2, got 1"):
        Stream([[1, 2]], [1]) + Stream([[1]], [1])


@given(streams(), st.integers(1, 4), st.integers(0, 5))
def test_ways_to_make_one_stream_of_another(stream, passes, seed):
    T, d = stream.X.shape
    repeated = stream.repeated(passes)
    assert np.array_equal(repeated.X[-T:], stream.X)
    assert len(repeated) == passes * T
    lifted = stream.lifted(0.5)
    assert lifted.X[:, d].tolist() == [0.5] * T
    assert np.array_equal(lifted.X[:, :d], stream.X)
    assert lifted.radius == pytest.approx(np.hypot(stream.radius, 0.5))

    def examples(s):
        return [(*x.tolist(), y) for x, y in s]

    assert sorted(examples(stream.shuffled(seed))) == sorted(examples(stream))
    drawn = stream.drawn(2 * T, seed)
    assert len(drawn) == 2 * T
    assert set(examples(drawn)) <= set(examples(stream))


@given(st.integers(1, 60), st.integers(2, 6), st.floats(0.01, 0.95), st.integers(0, 99))
def test_separable_keeps_its_promise(trials, dimension, margin, seed):
    stream, u, promised = separable(trials, dimension, margin, seed)
    assert stream.X.shape == (trials, dimension)
    assert promised == margin
    assert np.linalg.norm(u) == pytest.approx(1)
    assert (stream.y * (stream.X @ u)).min() >= margin - 1e-12
    assert stream.radius <= 1 + 1e-12


@pytest.mark.parametrize(
    ("trials", "dimension", "margin", "message"),
    [(0, 2, 0.1, "trials: "), (5, 1, 0.1, "dimension"), (5, 2, 1.0, "margin"), (5, 2, 0, "margin")],
)
def test_separable_refuses(trials, dimension, margin, message):
    with pytest.raises(ValueError, match=message):
        separable(trials, dimension, margin, seed=0)


def test_lifting_is_by_one_unless_told():
    lifted = Stream([[3.0], [4.0]], [1, -1]).lifted()
    assert lifted.X.tolist() == [[3, 1], [4, 1]]


@pytest.mark.parametrize("kind", [Stream, MulticlassStream, RegressionStream])
def test_labels_are_read_only(kind):
    stream = kind([[1.0], [2.0]], [1, 1])
    with pytest.raises(ValueError, match="read-only"):
        stream.y[0] = 1


@pytest.mark.parametrize("call", [lambda: bundled("iris", 0, 1),
                                  lambda: import_module("perclib.estimator")])  # fmt: skip
def test_without_scikit_learn_one_is_told_what_to_install(call, monkeypatch):
    for name in ("sklearn", "sklearn.base"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "perclib.estimator", raising=False)
    with pytest.raises(ImportError, match=r"expected scikit-learn.*; use pip install scikit-learn"):
        call()


def test_labels_flipped_never_and_always():
    clean = separable(30, 3, 0.1, seed=4).stream
    for flip in (0, 1):
        made = noisy(30, 3, 0.1, flip, seed=4)
        assert made.flipped.tolist() == [bool(flip)] * 30
        assert np.array_equal(made.stream.y, (1 - 2 * flip) * clean.y)
        assert np.array_equal(made.stream.X, clean.X)


def test_bundled_data():
    stream = bundled("wine", positive=2, negative=0)
    assert repr(stream) == "Stream('wine: class_2 against class_0', T=107, d=13)"
    assert (stream.y == 1).sum() == 48
    with pytest.raises(ValueError, match="name: expected one of iris, wine"):
        bundled("mnist", 0, 1)
    with pytest.raises(ValueError, match="negative: expected a class from 0 to 2, got 3"):
        bundled("iris", 0, 3)
    with pytest.raises(ValueError, match="negative: expected another class"):
        bundled("iris", 1, 1)


MISFIT = "X: expected a sparse array whose indices fit its shape"


@pytest.mark.parametrize(
    ("part", "place", "value"),
    [("indices", 3, 7), ("indices", 3, 10**9), ("indices", 0, -1), ("indptr", 2, 10**6),
     ("indptr", 2, 0), ("indptr", -1, 0), ("indptr", 0, 1)],
)  # fmt: skip
@pytest.mark.parametrize("kind", [csr_array, csr_matrix, csc_array])
def test_sparse_indices_outside_are_refused(kind, part, place, value):
    """They would name memory that is not the array's."""
    X = kind(np.arange(1.0, 21.0).reshape(5, 4))
    getattr(X, part)[place] = value
    with pytest.raises(ValueError, match=MISFIT):
        Stream(X, np.ones(5))


@pytest.mark.parametrize("outside", [4, -1])
def test_entries_outside_are_refused(outside):
    X = coo_array(np.arange(1.0, 21.0).reshape(5, 4))
    X.coords[1][3] = outside
    with pytest.raises(ValueError, match=MISFIT):
        Stream(X, np.ones(5))
    X = lil_array(np.eye(4))
    X.rows[2] = [outside]
    with pytest.raises(ValueError, match=MISFIT):
        Stream(X, np.ones(4))


@pytest.mark.parametrize("dtype", [float, np.float32, int])
@pytest.mark.parametrize(("part", "value"), [("indices", 4), ("indptr", 13)])
def test_no_way_in_takes_indices_outside(dtype, part, value):
    """Nor does scikit-learn, which converts and sorts, see them before they are refused."""
    X, y = csr_matrix(np.ones((4, 4), dtype=dtype)), np.array([1, -1, 1, -1])
    learned = PerceptronClassifier().fit(X, y)
    getattr(X, part)[2] = value
    for way in (
        lambda: chunks(X, y, 2),
        lambda: MulticlassStream(X, [0, 1, 2, 0]),
        lambda: PerceptronClassifier().fit(X, y),
        lambda: PerceptronClassifier().partial_fit(X, y),
        lambda: KernelPerceptronClassifier().fit(X, y),
        lambda: MulticlassPerceptronClassifier().fit(X, y),
        lambda: learned.predict(X),
    ):
        with pytest.raises(ValueError, match=MISFIT):
            way()


def written_to(X):
    X *= 100


def reordered(X):
    X[:] = X[::-1].copy()


def one_column(X):
    X[:, 7] -= 1


@pytest.mark.parametrize(
    ("kind", "write"),
    [
        *product(["rows", "columns", "parts"], [written_to, reordered, one_column]),
        ("sparse", written_to),  # its entries are written to as they are stored
    ],
)
def test_no_bound_is_made_of_numbers_that_changed(kind, write):
    """The radius was computed before; it would stand beside margins of other instances."""
    planted = separable(2 * SMALL // 20, 20, 0.1, 1)
    X = np.array(planted.stream.X, order="F" if kind == "columns" else "C")
    given = csr_array(X) if kind == "sparse" else X
    make = {"parts": lambda: chunks(given, planted.stream.y, 10_000)}
    stream = make.get(kind, lambda: Stream(given, planted.stream.y))()
    assert block_novikoff(stream, planted.comparator).value > stream.radius
    write(given.data if kind == "sparse" else X)
    for bound in (
        lambda: block_novikoff(stream, planted.comparator),
        lambda: freund_schapire(stream, planted.comparator, 1),
        lambda: hinge_family(stream, planted.comparator, 2),
    ):
        with pytest.raises(
            ValueError, match=r"X: the array was changed after the stream was made from it"
        ):
            bound()
    if isinstance(stream, Stream) and not stream.sparse:
        with pytest.raises(ValueError, match="the array was changed"):
            best_comparator(stream, 2)


@pytest.mark.parametrize("long", [0, 10**9])  # compiled and not
@pytest.mark.parametrize("held", ["indices", "indptr", "data"])
def test_no_run_reads_sparse_rows_that_were_overwritten(held, long, monkeypatch):
    """As where the same arrays take the next rows; an index too large would write anywhere."""
    monkeypatch.setattr(_rounds, "LONG", long)
    X = csr_array(np.random.default_rng(0).normal(size=(10_000, 20)))
    X.data[X.data < -2] = 0
    X.eliminate_zeros()
    assert X.nnz > SMALL
    stream, other = Stream(X, np.ones(10_000)), Stream(X.copy(), np.ones(10_000))
    run(Perceptron.zero(20), stream)
    getattr(X, held)[1:] //= 2  # within the shape all the same, lest the test writes anywhere
    for go in (
        lambda: run(Perceptron.zero(20), stream),
        lambda: run(Perceptron.zero(20), stream.repeated(2)),
        lambda: Perceptron.zero(20).sweep(stream),
        lambda: run(Perceptron.zero(20), stream, keep_weights=True),
        lambda: next(iter(stream)),
        lambda: block_novikoff(stream, np.ones(20)),
    ):
        with pytest.raises(ValueError, match="X: the array was changed after the stream was made"):
            go()
    run(Perceptron.zero(20), other)


@pytest.mark.parametrize("seed", range(5))
def test_standardised_features_have_mean_zero_and_mean_square_one(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 5)) * (1, 1e-3, 1e100, 1e-250, 0) + (5, 0, 1e100, 0, 7)
    y = rng.choice([-1, 1], size=40)
    made = Stream(X, y, "s").repeated(2).standardised()
    assert (len(made), made._passes, made.name) == (80, 2, "s")
    assert np.allclose(made.X[:40].mean(axis=0), 0, atol=1e-12)
    assert np.allclose((made.X[:40] ** 2).mean(axis=0), [1, 1, 1, 1, 0], atol=1e-9)
    known = (X[:, 0] - X[:, 0].mean()) / X[:, 0].std()
    assert np.allclose(made.X[:40, 0], known, rtol=1e-12)
    rows = csr_array(np.where(rng.random((40, 5)) < 0.5, X, 0))
    thin = Stream(rows, y).standardised()
    assert thin.sparse
    dense = thin.X.toarray()
    assert np.allclose((dense**2).mean(axis=0), 1)
    assert np.array_equal(dense != 0, rows.toarray() != 0)


def test_a_coordinate_is_added_to_sparse_rows_as_to_others():
    X = np.array([[0.0, 2.0], [0.0, 0.0], [1.0, 0.0]])
    thin = Stream(csr_array(X), [1, -1, 1]).lifted(3)
    assert thin.X.has_canonical_format
    assert thin.X.toarray().tolist() == [[0, 2, 3], [0, 0, 3], [1, 0, 3]]


def test_statistics_go_through_a_stream_block_by_block(monkeypatch):
    X = np.random.default_rng(0).normal(size=(50, 3))
    wanted = Stream(X, np.ones(50)).standardised().X
    monkeypatch.setattr("perclib.streams.BLOCK", 9)
    assert np.allclose(Stream(X, np.ones(50)).standardised().X, wanted, rtol=1e-12)


@pytest.fixture(params=["plain", "compiled"], scope="module")
def in_order(request):
    """Both ways to look at sparse rows, however few their entries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_checks, "MANY", math.inf)
        if request.param == "compiled":
            pytest.importorskip("numba", reason="the extra fast is not installed")
            patch.setattr(_checks, "MANY", 0)
            assert _checks._compiled() is not None
        yield _checks._in_order


@given(
    places=st.lists(st.integers(0, 3) | st.integers(-1, 4), max_size=6),
    ends=st.lists(st.integers(0, 6), min_size=1, max_size=6).map(sorted)
    | st.lists(st.integers(-1, 7), min_size=1, max_size=6),
    index=st.sampled_from([np.int32, np.int64]),
)
def test_rows_in_order_are_those_of_scipy(in_order, places, ends, index):
    """Where one look says that all is right, SciPy's own checks say so; and nowhere else."""

    def unchecked():
        X = csr_array((len(ends), 4))
        X.data, X.indices = np.ones(len(places)), np.array(places, dtype=index)
        X.indptr = np.array([0, *ends], dtype=index)
        return X

    X = unchecked()
    try:
        X.check_format(full_check=True)
        right = bool(X.has_canonical_format) and X.indptr[-1] > 0
    except ValueError:
        right = False
    assert in_order(unchecked()) == right


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_one_place_out_of_order_is_seen_wherever_it_is(in_order, index):
    width, held = 200, 67
    rng = np.random.default_rng(0)
    places = np.concatenate([np.sort(rng.permutation(width)[:held]) for _ in range(5)])
    starts = held * np.arange(6, dtype=index)

    def seen(changed):
        parts = np.ones(len(places)), changed.astype(index), starts
        return not in_order(csr_array(parts, shape=(5, width)))

    assert not seen(places)
    for k in range(len(places)):
        for wrong in {places[k - 1] if k % held else -1, width}:
            changed = places.copy()
            changed[k] = wrong
            assert seen(changed), (k, wrong)


def test_many_places_are_looked_at_by_compiled_code(monkeypatch):
    compiled = pytest.importorskip("perclib._compiled", reason="the extra fast is not installed")
    seen = []
    monkeypatch.setattr(compiled, "_ascend", lambda places, *_: seen.append(len(places)) or True)
    monkeypatch.setattr(_checks, "MANY", 12)
    for rows in (3, 4):
        Stream(csr_array(np.ones((rows, 3))), np.ones(rows))
    assert seen == [12]


def test_places_are_looked_at_without_numba(monkeypatch):
    monkeypatch.setitem(sys.modules, "perclib._compiled", None)
    assert _checks._compiled.__wrapped__() is None


def test_rows_in_order_may_be_empty(in_order):
    X = csr_array(np.array([[0.0, 0, 0], [1, 0, 2], [0, 0, 0], [0, 3, 4], [5, 6, 7], [0, 0, 0]]))
    assert in_order(X)
    assert Stream(X, np.ones(6)).X.indices.tolist() == [0, 2, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    "kind", ["Float64", "Float32", "double[pyarrow]", "Int64", "uint8[pyarrow]"]
)
@pytest.mark.parametrize("columns", [["a", "b"], ["b"]])  # in the second table one is NumPy's
def test_tables_of_pandas_with_gaps_of_their_own_are_taken(kind, columns):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 0.0], "b": [2.0, 0.0, 5.0, 1.0]})
    y = pd.Series([1, -1, 1, -1])
    table = frame.astype(dict.fromkeys(columns, kind))
    assert Stream(table, y) == Stream(table, y.astype("int64[pyarrow]")) == Stream(frame, y)
    assert str(audit(table, y)) == str(audit(frame, y))
    assert RegressionStream(table, table["b"]) == RegressionStream(frame, frame["b"])
    table.loc[2, "b"] = pd.NA
    for go in (Stream, audit):
        with pytest.raises(ValueError, match=r"^X\[2, 1\]: expected a finite number, got nan$"):
            go(table, y)
    with pytest.raises(ValueError, match=r"^y\[2\]: expected a finite number, got nan$"):
        RegressionStream(frame, table["b"])


@pytest.mark.parametrize(
    ("other", "kind"), [(True, "boolean"), ("word", "string"), (pd.Timestamp(0), None)]
)
def test_a_table_with_a_column_that_is_no_number_is_refused(other, kind):
    table = pd.DataFrame(
        {"a": pd.array([1.0, 2.0], "Float64"), "b": pd.Series(2 * [other], dtype=kind)}
    )
    with pytest.raises(ValueError, match=r"^X\[0, 1\]: expected a real number, got "):
        Stream(table, [1, -1])
