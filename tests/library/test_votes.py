"""The voted perceptron against a count of all votes in exact fractions."""

import pickle
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from strategies import DYADIC, WHOLE, by_hand, same, streams

from perclib import AveragedPerceptron, Perceptron, Stream, VotedPerceptron, run, run_chunks
from perclib.data import bundled
from perclib.learners.losses import TIES

TIE = st.sampled_from(TIES)
AT_ZERO = {"plus": 1, "minus": -1}


def all_weights(stream, tie, step=1):
    """The weights w_1, ..., w_{T+1}, in fractions."""
    zero = [Fraction(0)] * stream.dimension
    return [zero] + [by_hand(stream[:t], tie, step)[2] for t in range(1, len(stream) + 1)]


def vote(weights, x, tie):
    """How many vectors vote for +1, less those that vote for -1."""
    count = 0
    for w in weights:
        f = sum((a * Fraction(b) for a, b in zip(w, x, strict=True)), Fraction(0))
        count += (f > 0) - (f < 0) or AT_ZERO.get(tie, 0)
    return count


@pytest.mark.parametrize("entries", [WHOLE, DYADIC])
@given(data=st.data(), tie=TIE, step=st.sampled_from([0.5, 1.0, 2.0]))
def test_each_of_the_weights_votes_once(entries, data, tie, step):
    stream = data.draw(streams(entries, longest=10))
    probe = data.draw(streams(entries, dimension=stream.dimension, longest=6)).X
    zero = VotedPerceptron.zero(stream.dimension, tie=tie, step=step)
    done, weights = run(zero, stream), all_weights(stream, tie, step)
    plain = run(Perceptron.zero(stream.dimension, tie=tie, step=step), stream, keep_weights=True)
    assert np.array_equal(done.scores, plain.scores)
    assert np.array_equal(run(zero, stream, keep_weights=True).weights, plain.weights)
    learner = done.learner
    lives = [*learner.lifetimes.astype(int), len(weights) - int(learner.lifetimes.sum())]
    vectors = [*learner.past, learner.weights]
    assert len(vectors) == done.mistake_count + 1
    assert [w.tolist() for w, n in zip(vectors, lives, strict=True) for _ in range(n)] == weights
    wanted = [vote(weights, x, tie) for x in probe.tolist()]
    for X in (probe, sparse.csr_array(probe)):
        assert learner.scores(X).tolist() == wanted
    at_zero = AT_ZERO.get(tie, 0)
    assert done.predict(probe).tolist() == [(n > 0) - (n < 0) or at_zero for n in wanted]
    assert learner.predict(probe).tolist() == done.predict(probe).tolist()


@given(streams(longest=5), st.data())
def test_the_bound_of_the_vote_in_all_orders(stream, data):
    """An exchangeable choice: each order as likely; a tied vote is an error."""
    u = np.array([data.draw(WHOLE) for _ in range(stream.dimension)])
    orders = [np.array(order) for order in permutations(range(len(stream)))]
    for some in (stream, Stream(stream.X, np.where(stream.X @ u > 0, 1, -1))):
        erred = mistakes = 0
        for order in orders:
            shuffled, learner = some[order], VotedPerceptron.zero(len(u))
            mistakes += run(learner, shuffled).mistake_count
            for x, y in list(shuffled)[:-1]:
                learner = learner.update(x, y)
            erred += int(learner.predict(shuffled.X[-1:])[0] != shuffled.y[-1])
        assert erred * len(stream) <= 2 * mistakes


def test_parts_are_the_whole_and_others_are_left_alone():
    stream = bundled("iris", 1, 2).shuffled(seed=0)
    whole = run(VotedPerceptron.zero(4), stream).learner
    states, state = [], VotedPerceptron.zero(4)
    for x, y in stream:
        states.append(state)
        state = state.update(x, y)
    (*_, chunked) = run_chunks(VotedPerceptron.zero(4), [stream[:7], stream[7:60], stream[60:]])
    assert same(whole, state)
    assert same(state, chunked.learner)
    middle = states[50]
    other = middle.update(-np.sign(middle.weights + 1e-3), 1)
    assert len(other.past) == len(middle.past) + 1
    again = pickle.loads(pickle.dumps(middle))
    for x, y in list(stream)[50:]:
        again = again.update(x, y)
    assert same(again, whole)


def test_the_average_predicts_by_its_mean():
    stream = bundled("digits", 3, 8).shuffled(seed=2)[:150]
    done = run(AveragedPerceptron.zero(64), stream)
    learner, X = done.learner, bundled("digits", 3, 8).X
    assert np.array_equal(learner.scores(X), learner.average.scores(X))
    assert np.array_equal(done.predict(X), learner.average.predict(X))
    assert not np.array_equal(learner.predict(X), np.sign(X @ learner.weights))
