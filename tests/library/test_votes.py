"""The voted and the averaged perceptron against all weights, written down in exact fractions."""

import pickle
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from strategies import AT_ZERO, DYADIC, FOUR, TIE, WHOLE, by_hand, dot, same, streams

from perclib import AveragedPerceptron, Perceptron, Stream, VotedPerceptron, run, run_chunks
from perclib.data import bundled

STEPS = st.sampled_from([0.5, 1.0, 2.0])


@pytest.mark.parametrize("entries", [WHOLE, DYADIC])
@given(data=st.data(), tie=TIE, step=STEPS)
def test_each_of_the_weights_votes_once(entries, data, tie, step):
    stream = data.draw(streams(entries, longest=10))
    probe = data.draw(streams(entries, dimension=stream.dimension, longest=6)).X
    zero = VotedPerceptron.zero(stream.dimension, tie=tie, step=step)
    done, (scores, _, weights) = run(zero, stream), by_hand(stream, tie, step)
    assert done.scores.tolist() == scores
    assert run(zero, stream, keep_weights=True).weights.tolist() == weights
    learner = done.learner
    lives = [*learner.lifetimes.astype(int), len(weights) - int(learner.lifetimes.sum())]
    vectors = [*learner.past, learner.weights]
    assert len(vectors) == done.mistake_count + 1
    assert [w.tolist() for w, n in zip(vectors, lives, strict=True) for _ in range(n)] == weights
    at_zero = AT_ZERO.get(tie, 0)
    each = [[dot(w, x) for w in weights] for x in probe.tolist()]
    wanted = [sum((f > 0) - (f < 0) or at_zero for f in row) for row in each]
    for X in (probe, sparse.csr_array(probe)):
        assert learner.scores(X).tolist() == wanted
    assert learner.predict(probe).tolist() == [(n > 0) - (n < 0) or at_zero for n in wanted]


@given(streams(longest=5), FOUR)
def test_the_bound_of_the_vote_in_all_orders(stream, u):
    """An exchangeable choice: each order as likely; a tied vote is an error."""
    orders = [np.array(order) for order in permutations(range(len(stream)))]
    right = np.where(stream.X @ u[: stream.dimension] > 0, 1, -1)
    for some in (stream, Stream(stream.X, right)):
        erred = mistakes = 0
        for order in orders:
            shuffled, learner = some[order], VotedPerceptron.zero(stream.dimension)
            mistakes += run(learner, shuffled).mistake_count
            for x, y in list(shuffled)[:-1]:
                learner = learner.update(x, y)
            erred += int(learner.predict(shuffled.X[-1:])[0] != shuffled.y[-1])
        assert erred * len(stream) <= 2 * mistakes


def test_parts_are_the_whole_and_others_are_left_alone():
    stream = bundled("iris", 1, 2).shuffled(seed=0)
    whole = run(VotedPerceptron.zero(4), stream).learner
    (*_, chunked) = run_chunks(VotedPerceptron.zero(4), [stream[:7], stream[7:60], stream[60:]])
    assert same(whole, chunked.learner)
    middle = run(VotedPerceptron.zero(4), stream[:50]).learner
    other = middle.update(-np.sign(middle.weights + 1e-3), 1)
    assert len(other.past) == len(middle.past) + 1
    again = pickle.loads(pickle.dumps(middle))
    assert same(run(again, stream[50:]).learner, whole)


@given(streams(DYADIC, longest=12), TIE, STEPS)
def test_the_lazy_average_is_the_plain_one(stream, tie, step):
    zero = AveragedPerceptron.zero(stream.dimension, tie=tie, step=step)
    done, slow = run(zero, stream), run(zero, stream, keep_weights=True)
    (*_, chunked) = run_chunks(zero, [stream[:1], *([stream[1:]] if len(stream) > 1 else [])])
    assert same(done.learner, slow.learner)
    assert same(slow.learner, chunked.learner)
    _, mistakes, weights = by_hand(stream, tie, step)
    assert done.mistakes.tolist() == mistakes
    learner, wanted = done.learner, [sum(c) / len(weights) for c in zip(*weights, strict=True)]
    pairs = zip(learner.weights, learner.drift, strict=True)
    assert [Fraction(w) - Fraction(d) / (learner.rounds + 1) for w, d in pairs] == wanted
    wanted = np.array(wanted, dtype=float)
    assert np.allclose(learner.average.weights, wanted, rtol=1e-12, atol=1e-12)
    assert np.array_equal(done.predict(stream.X), Perceptron(learner.average.weights, tie).predict(
        stream.X))  # fmt: skip
