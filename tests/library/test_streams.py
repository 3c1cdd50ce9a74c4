"""Streams: what they hold, what they refuse, and the forms that are made of them."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy import sparse
from strategies import FLOATS, streams

from perclib import Chunks, Stream, separable
from perclib.data import MulticlassStream, RegressionStream, _instances
from perclib.learners import StochasticGradient, losses


@pytest.fixture(params=["numpy", "compiled"])
def checked(request, monkeypatch):
    """Both ways to check the numbers of a stream."""
    if request.param == "compiled":
        pytest.importorskip("numba", reason="the extra fast is not installed")
        monkeypatch.setattr(_instances, "LONG", 1)
        monkeypatch.setattr(_instances, "LOADED", 1)
    else:
        monkeypatch.setattr(_instances, "compiled", lambda _: None)


def csr(data, places, starts, shape):
    """Sparse rows as they are given, which SciPy does not look at."""
    X = sparse.csr_array(shape)
    X.data, X.indices, X.indptr = (np.asarray(part) for part in (data, places, starts))
    return X


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e141, -1e-141, 5e-324])
@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_numbers_that_no_run_can_trust_are_refused_with_their_place(value, form):
    X = np.ones((30, 4))
    X[17, 2] = value
    with pytest.raises(ValueError, match=r"^X\[17, 2\]: expected .*, got ") as refusal:
        Stream(form(X), np.ones(30))
    assert ("rescale X" in str(refusal.value)) == bool(np.isfinite(value))
    X[17, 2] = 1e-140 if abs(value) < 1 else 1e140
    X[3, 1] = 0.0
    assert len(Stream(form(X), np.ones(30))) == 30


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize(
    ("places", "starts"),
    [
        ([0, 3, 1], [0, 2, 3]),
        ([0, -1, 1], [0, 2, 3]),
        ([0, 1, 1], [0, 3, 2]),
        ([0, 1, 2], [0, 2, 4]),
    ],
)
def test_sparse_indices_outside_the_shape_are_refused(places, starts):
    with pytest.raises(ValueError, match="X: expected a sparse array whose indices fit its shape"):
        Stream(csr([1.0, 2.0, 3.0], places, starts, (2, 3)), [1, -1])


@pytest.mark.usefixtures("checked")
def test_sparse_rows_in_any_order_and_with_repeats_are_the_dense_ones():
    X = csr([1.0, 2.0, 3.0, 4.0], [2, 0, 1, 1], [0, 2, 4], (2, 3))
    assert Stream(X, [1, -1]).X.toarray().tolist() == [[2, 0, 1], [0, 7, 0]]
    for form in (sparse.coo_array, sparse.csc_array, sparse.csr_matrix, sparse.dok_array):
        assert Stream(form(X.toarray()), [1, -1]).X.toarray().tolist() == X.toarray().tolist()


@pytest.mark.parametrize(
    ("X", "y", "said"),
    [
        ([[1, 2], [3]], [1, 1], "X: expected rows of one length"),
        ([1, 2], [1, 1], r"X: expected 2 axes, none empty, got shape \(2,\)"),
        (np.empty((0, 2)), [], "X: expected 2 axes, none empty"),
        ([["a"]], [1], "X: expected real numbers, got str"),
        ([[True]], [1], r"X: expected real numbers, got bool; use astype\(float\)"),
        (np.array([["1", 2]], dtype=object), [1], "X: expected rows of one length with real"),
        (np.ma.array([[1.0]], mask=[[True]]), [1], "X: expected an array without a mask"),
        (iter([[1]]), [1], r"X: expected an array, got an iterator; use list\(X\)"),
        ([[1], [2]], [1], "y: expected 2 entries, one for each of the rows of X, got 1"),
        ([[1], [2]], [1, 0], r"y\[1\]: .* got 0; for labels 0 and 1 use 2 \* np.asarray\(y\) - 1"),
        ([[1], [2]], [1, 2], r"y\[1\]: expected -1 or \+1, got 2$"),
        ([[1], [2]], [1, np.nan], r"y\[1\]: expected -1 or \+1, got nan"),
        ([[1]], [True], r"y: expected labels -1 and \+1, got bool; use np.where\(y, 1, -1\)"),
        ([[1]], ["a"], r"y: expected labels -1 and \+1, got str.* use np.where\(y == a, 1, -1\)"),
        ([[1]], sparse.csr_array([[1]]), "y: expected a dense array"),
    ],
)
def test_what_is_no_stream_is_refused(X, y, said):
    with pytest.raises(ValueError, match=said):
        Stream(X, y)


def test_other_labels():
    assert MulticlassStream([[1], [2]], [3, 1]).y.tolist() == [3, 1]
    for wrong in (0, 1.5):
        with pytest.raises(ValueError, match=r"y\[1\]: expected the number of a class"):
            MulticlassStream([[1], [2]], [1, wrong])
    assert RegressionStream([[1]], [0.5]).y.tolist() == [0.5]


def test_numbers_become_floats_and_32_bits_stay():
    assert Stream([[Fraction(1, 2)]], [1]).X.tolist() == [[0.5]]
    for kind in (np.int8, np.int64, np.float16, np.longdouble, np.float64):
        assert Stream(np.ones((2, 2), kind), [1, 1]).X.dtype == np.float64
    for form in (np.array, sparse.csr_array):
        assert Stream(form(np.ones((2, 2), np.float32)), [1, 1]).X.dtype == np.float32
    x, _ = Stream(np.ones((2, 2), np.float32), [1, 1])[0]
    assert x.dtype == np.float64


def test_small_arrays_are_copied_and_large_ones_are_not():
    for rows, shared in ((10, False), (20_000, True)):
        X = np.ones((rows, 10))
        stream = Stream(X, np.ones(rows))
        assert np.shares_memory(stream.X, X) == shared
        assert not stream.X.flags.writeable
        assert X.flags.writeable


@pytest.mark.parametrize("again", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_copies_hold_the_same(again):
    stream = Stream([[1, 2], [3, 4]], [1, -1], "two")
    other = again(stream)
    assert (other.name, other.radius, other.y.tolist()) == ("two", 5, [1, -1])
    assert other.X.tolist() == stream.X.tolist()
    descent = again(StochasticGradient.zero(2, losses.hinge(2)))
    assert descent.update([1, 0], 1).weights.tolist() == [2, 0]


def test_slices_are_streams_and_rounds_are_examples():
    stream = separable(20, 3, 0.1, seed=1).stream
    for form in (stream, Stream(sparse.csr_array(stream.X), stream.y)):
        dense = form.X.toarray() if form.sparse else form.X
        part = form[5:9].X
        assert np.array_equal(part.toarray() if form.sparse else part, stream.X[5:9])
        assert form[stream.y == 1].y.tolist() == [1] * int((stream.y == 1).sum())
        x, y = form[-1]
        assert (x.tolist(), y) == (stream.X[-1].tolist(), stream.y[-1])
        assert np.array_equal([x for x, _ in form], dense)
        assert [y for _, y in form] == stream.y.tolist()
        assert len(form + form) == 40
    with pytest.raises(ValueError, match="X: expected at least one round"):
        stream[20:]
    with pytest.raises(IndexError):
        stream[20]
    with pytest.raises(ValueError, match="other: expected dimension 3"):
        stream + Stream([[1]], [1])


@given(streams(FLOATS))
def test_repeated_streams_are_their_passes(stream):
    twice, plain = stream.repeated(2), stream + stream
    assert len(twice) == len(plain)
    assert np.array_equal(twice.X, plain.X)
    assert np.array_equal(twice.y, plain.y)
    assert [x.tolist() for x, _ in twice] == plain.X.tolist()
    assert twice[1 : len(stream) + 1].X.tolist() == plain.X[1 : len(stream) + 1].tolist()
    assert twice.radius_square == stream.radius_square
    pairs = [(twice.lifted(2), plain.lifted(2)), (twice[::-1], plain[::-1])]
    pairs += [(twice.normalised(), plain.normalised())]
    pairs += [(stream.lifted(2).repeated(2), plain.lifted(2))]
    assert twice.standardised().passes == 2
    for one, other in pairs:
        assert np.array_equal(one.X, other.X)


@given(streams(FLOATS))
def test_sparse_forms_are_the_dense_ones(stream):
    thin = Stream(sparse.csr_array(stream.X), stream.y)
    assert thin.radius_square == stream.radius_square
    assert np.array_equal(thin.lifted(3).X.toarray(), stream.lifted(3).X)
    assert np.allclose(thin.normalised().X.toarray(), stream.normalised().X, rtol=1e-12)
    squares = (thin.standardised().X.toarray() ** 2).mean(axis=0)
    assert np.allclose(squares, (stream.X != 0).any(axis=0))


def test_forms():
    stream = Stream([[3, 7, 1], [5, 7, -1], [4, 7, 0]], [1, -1, 1])
    standard = stream.standardised().X
    assert np.allclose(standard.mean(axis=0), 0)
    assert np.allclose((standard**2).mean(axis=0), [1, 0, 1])
    assert np.allclose((stream.normalised().X ** 2).sum(axis=1), 1)
    assert stream.lifted(2).X[:, -1].tolist() == [2, 2, 2]
    assert stream.lifted().X[:, -1].tolist() == [1, 1, 1]
    assert sorted(stream.shuffled(1).X.tolist()) == sorted(stream.X.tolist())
    assert stream.margins([1, 0, 1]).tolist() == [4, -4, 4]


def test_chunks_are_the_stream(tmp_path):
    stream = separable(50, 4, 0.1, seed=2).stream
    np.save(tmp_path / "X.npy", stream.X)
    parts = Chunks(np.load(tmp_path / "X.npy", mmap_mode="r"), stream.y, rounds=20)
    assert [len(part) for part in parts] == [20, 20, 10]
    assert len(parts) == 3
    assert parts.radius == stream.radius
    assert np.array_equal(np.vstack([part.X for part in parts]), stream.X)
    with pytest.raises(ValueError, match=r"X\[2, 0\].* in the part that begins at row 20"):
        list(Chunks(np.where(np.arange(50) == 22, np.nan, 1.0)[:, None], stream.y, rounds=20))
    with pytest.raises(ValueError, match="y: expected 50 entries"):
        Chunks(stream.X, stream.y[1:], rounds=20)


def test_a_change_of_sparse_places_after_the_stream_was_made_does_not_reach_it():
    rng = np.random.default_rng(0)
    X = sparse.csr_array(rng.integers(1, 9, (30_000, 5)).astype(float))
    stream = Stream(X, np.ones(30_000))
    kept = stream.X.toarray()
    X.indices[:], X.indptr[1:] = 10**9, 10**9
    assert np.array_equal(stream.X.toarray(), kept)
