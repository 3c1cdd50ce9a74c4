"""Parts that are run by themselves, and weights that are mixed."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WHOLE, by_hand, streams

from perclib import Perceptron, Stream, block_novikoff, largest_margin, run_mixed, separable
from perclib.scale import by_mistakes, dask_map, dask_parts, equally

STARTS = range(0, 200, 50)


def parts_of(stream, m):
    return [stream[i::m] for i in range(m)]


@given(st.lists(streams(WHOLE, dimension=2, longest=5), min_size=1, max_size=3))
def test_one_pass_is_that_of_exact_fractions(parts):
    done = run_mixed(Perceptron.zero(2), parts, limit=1, shares=equally)
    each = [by_hand(part) for part in parts]
    assert done.mistakes.tolist() == [[sum(mistakes) for _, mistakes, _ in each]]
    if done.clean:
        assert not done.shares.any()
        return
    exact = [sum(w[-1][i] for *_, w in each) / Fraction(len(parts)) for i in range(2)]
    assert np.allclose(done.learner.weights, [float(v) for v in exact], rtol=1e-14)


@pytest.mark.parametrize("m", [1, 3, 8])
def test_weighted_mistakes_are_within_the_bound(m):
    stream = separable(400, 5, 0.1, seed=m).stream
    limit = block_novikoff(stream, largest_margin(stream)).value
    for shares in (by_mistakes, equally):
        done = run_mixed(Perceptron.zero(5), parts_of(stream, m), limit=200, shares=shares)
        assert done.clean
        assert not done.mistakes[-1].any()
        assert 0 < done.weighted <= limit
        assert np.allclose(done.shares[:-1].sum(axis=1), 1)
        assert done.weighted == pytest.approx((done.shares * done.mistakes).sum())
        assert (stream.margins(done.learner.weights) > 0).all()


def test_shares():
    assert by_mistakes(np.array([3, 0, 1])).tolist() == [0.75, 0, 0.25]
    one = [Stream([[1.0]], [1])] * 2
    for off in (0, 5e-13):  # rounding
        mix = lambda _, off=off: np.array([1 + off, 0])
        assert run_mixed(Perceptron.zero(1), one, limit=2, shares=mix).clean


def test_an_engine_changes_nothing():
    parts = parts_of(separable(200, 4, 0.1, seed=1).stream, 5)
    here = run_mixed(Perceptron.zero(4), parts, limit=9)
    with ThreadPoolExecutor(2) as pool:
        there = run_mixed(Perceptron.zero(4), parts, limit=9, engine=pool.map)
    assert np.array_equal(here.learner.weights, there.learner.weights)
    assert np.array_equal(here.mistakes, there.mistakes)


@pytest.mark.thorough
def test_dask_gives_what_one_process_gives():
    distributed = pytest.importorskip("distributed", reason="the extra scale is not installed")
    frames, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    stream = separable(200, 4, 0.1, seed=1).stream
    here = run_mixed(Perceptron.zero(4), [stream[i : i + 50] for i in STARTS], limit=9)
    table = pandas.DataFrame(stream.X).assign(y=stream.y)
    with distributed.Client(processes=False, dashboard_address=None) as client:
        framed = dask_parts(client, frames.from_pandas(table, npartitions=4), "y")
        sent = [
            client.submit(Stream, part.X, part.y) for part in (stream[i : i + 50] for i in STARTS)
        ]
        for parts in (framed, sent):
            there = run_mixed(
                Perceptron.zero(4), parts, limit=9, engine=dask_map(client, together=3)
            )
            assert np.array_equal(here.learner.weights, there.learner.weights)
            assert np.array_equal(here.mistakes, there.mistakes)
