"""Winnow and the second-order perceptron against their formulas, and their bounds."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from scipy.linalg import hadamard
from strategies import DYADIC, WHOLE, streams

from perclib import SecondOrderPerceptron, Stream, Winnow, run
from perclib.learners.losses import TIES

TIE = st.sampled_from(TIES)
RATES = st.sampled_from([Fraction(1, 16), Fraction(1, 4), Fraction(1), Fraction(3)])
AS = st.sampled_from([Fraction(1, 4), Fraction(1), Fraction(8)])
AT_ZERO = {"plus": 1, "minus": -1}


def erred(sign, y, tie):
    """Whether a score of a sign is a mistake, by the book's text on ties."""
    return y * sign < 0 if tie == "correct" else (sign or AT_ZERO.get(tie, 0)) != y


def exact(stream):
    """The rounds of a stream, their instances in fractions."""
    for x, y in zip(stream.X.tolist(), stream.y.tolist(), strict=True):
        yield [Fraction(v) for v in x], y


def sinh_score(theta, rate, x):
    """The score of Winnow and the sum of its terms' sizes, with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        terms = []
        for total, entry in zip(theta, x, strict=True):
            power = Decimal((rate * total).numerator) / Decimal((rate * total).denominator)
            sinh = (power.exp() - (-power).exp()) / 2
            terms.append(sinh * Decimal(entry.numerator) / Decimal(entry.denominator))
        return sum(terms), sum(map(abs, terms))


def winnow_by_hand(stream, rate, tie):
    """Mistakes, the last theta, and whether each score is zero or clearly none."""
    theta, mistakes, clear = [Fraction(0)] * stream.dimension, [], True
    for x, y in exact(stream):
        score, size = sinh_score(theta, rate, x)
        if abs(score) <= size * Decimal("1e-50"):
            score = Decimal(0)
        elif abs(score) < size * Decimal("1e-12"):
            clear = False
        clear = clear and (score != 0 or size == 0)  # rounding may break a tie of large terms
        mistakes.append(erred((score > 0) - (score < 0), y, tie))
        if mistakes[-1]:
            theta = [a + y * b for a, b in zip(theta, x, strict=True)]
    return mistakes, theta, clear


@given(streams(DYADIC, longest=12), RATES, TIE)
def test_winnow_is_its_formula(stream, rate, tie):
    stream = Stream(stream.X / 16, stream.y)
    mistakes, theta, clear = winnow_by_hand(stream, rate, tie)
    if clear:
        done = run(Winnow.zero(stream.dimension, rate=float(rate), tie=tie), stream)
        assert done.mistakes.tolist() == mistakes
        assert done.learner.total.tolist() == theta


@st.composite
def planted(draw, norm):
    """A stream, a comparator and its exact margin, which is positive on all examples."""
    stream = draw(streams(longest=20))
    u = np.array(draw(st.lists(WHOLE, min_size=stream.dimension, max_size=stream.dimension)))
    scores = stream.X @ u
    clear = scores != 0
    if not clear.any():
        return None
    gamma = Fraction(int(np.abs(scores[clear]).min())) / norm(u)
    return Stream(stream.X[clear], np.sign(scores[clear])).repeated(4), u, gamma


@given(planted(lambda u: int(np.abs(u).sum())).filter(bool), TIE)
def test_the_bound_of_winnow(drawn, tie):
    """The logarithm is rounded up, all else is in fractions."""
    stream, _, gamma = drawn
    largest, d = int(np.abs(stream.X).max()), stream.dimension
    done = run(Winnow.zero(d, rate=float(gamma / largest**2), tie=tie), stream)
    above = Fraction(math.nextafter(math.nextafter(math.log(2 * d), 9), 9))
    assert done.mistake_count * gamma**2 <= 2 * largest**2 * above


def test_a_rate_that_is_too_small_breaks_the_bound_of_winnow():
    """It then is nearly the perceptron, which orthogonal signs mislead."""
    signs = hadamard(64)[:, 1:].astype(float)
    stream, limit = Stream(signs, signs[:, 2]), 2 * math.log(2 * 63)  # X and gamma are 1
    right, small = (run(Winnow.zero(63, rate=rate), stream).mistake_count for rate in (1, 0.001))
    assert right <= limit < small


def test_the_scores_of_winnow_keep_their_sign_where_sinh_exceeds_floats():
    learner = Winnow([2000.0, 700.0, -10.0, 0.0], 1.0)
    assert np.isfinite(learner.weights).all()
    for x, sign in (
        ([1, 0, 0, 0], 1),
        ([0, 1, 0, 0], 1),  # its weight is exp(-1300) of the largest
        ([0, 0, 1, 0], -1),
        ([0, 1e-3, 1, 0], 1),
        ([0, 0, 0, 1], 0),
        ([0, -1, 1e9, 5], -1),
    ):
        assert np.sign(learner.score(x)) == sign
        assert learner.predict([x, [1.0, 0, 0, 0]]).tolist() == [sign, 1]
        assert learner.predict(sparse.csr_array([x])).tolist() == [sign]
    assert learner.update([0, 1, 0, 0], 1) is learner


@pytest.mark.parametrize("size", [1e-9, 0.3, 40.0])
def test_the_weights_of_winnow_have_the_ratios_of_sinh(size):
    theta = size * np.array([1.0, -0.5, 0.25, 0.0])
    weights, wanted = Winnow(theta, 1.0).weights, np.sinh(theta)
    assert np.allclose(weights / weights[0], wanted / wanted[0], rtol=1e-14)
    assert weights[0] == pytest.approx(2 * math.exp(-size) * math.sinh(size), rel=1e-14)


def solved(A, b):
    """The solution of a system of equations with a positive definite matrix, and its determinant.

    By Gauss's elimination, in fractions.
    """
    rows, d = [[*row, value] for row, value in zip(A, b, strict=True)], len(b)
    determinant = Fraction(1)
    for i in range(d):
        determinant *= rows[i][i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(d):
            if j != i:
                rows[j] = [p - rows[j][i] * q for p, q in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows], determinant


def added(A, x):
    """The matrix with the products of an instance added."""
    return [[A[i][j] + x[i] * x[j] for j in range(len(x))] for i in range(len(x))]


def second_by_hand(stream, a, tie):
    """Scores, mistakes, the last v and A, in fractions, by the system of equations."""
    d = stream.dimension
    v, A = [Fraction(0)] * d, [[a * (i == j) for j in range(d)] for i in range(d)]
    scores, mistakes = [], []
    for x, y in exact(stream):
        more = added(A, x)
        f = sum((p * q for p, q in zip(v, solved(more, x)[0], strict=True)), Fraction(0))
        scores.append(f)
        mistakes.append(erred((f > 0) - (f < 0), y, tie))
        if mistakes[-1]:
            v, A = [p + y * q for p, q in zip(v, x, strict=True)], more
    return scores, mistakes, v, A


@given(streams(longest=12), AS, TIE)
def test_the_second_order_perceptron_is_its_formula(stream, a, tie):
    scores, mistakes, v, A = second_by_hand(stream, a, tie)
    held = [f for t, f in enumerate(scores) if any(mistakes[:t])]
    if any(abs(f) < 1e-9 for f in held):
        return  # a tie, which rounding may break
    done = run(SecondOrderPerceptron.zero(stream.dimension, a=float(a), tie=tie), stream)
    assert done.mistakes.tolist() == mistakes
    assert np.allclose(done.scores, np.array(scores, dtype=float), rtol=1e-7, atol=1e-9)
    assert done.learner.total.tolist() == v
    assert np.allclose(done.learner.inverse @ np.array(A, dtype=float), np.eye(len(v)), atol=1e-8)
    assert np.allclose(done.learner.weights, np.array(solved(A, v)[0], dtype=float), atol=1e-9)


@given(planted(lambda _: 1).filter(bool), AS, TIE)
def test_the_bound_of_the_second_order_perceptron(drawn, a, tie):
    """In fractions, but for one logarithm, of the determinant of A / a; it is rounded up."""
    stream, u, gamma = drawn
    done = run(SecondOrderPerceptron.zero(stream.dimension, a=float(a), tie=tie), stream)
    u, d = [Fraction(int(v)) for v in u], stream.dimension
    A, bracket = [[a * (i == j) for j in range(d)] for i in range(d)], a * sum(v * v for v in u)
    for (x, _), mistake in zip(exact(stream), done.mistakes, strict=True):
        if mistake:
            A = added(A, x)
            bracket += sum(p * q for p, q in zip(u, x, strict=True)) ** 2
    with localcontext() as context:
        context.prec = 40
        determinant = solved(A, u)[1] / a**d
        logarithm = (Decimal(determinant.numerator) / Decimal(determinant.denominator)).ln()
        above = Fraction(logarithm) + Fraction(1, 10**20)
    assert (done.mistake_count * gamma) ** 2 <= bracket * above


def test_it_predicts_as_its_weights_do():
    rng = np.random.default_rng(6)
    stream = Stream(rng.normal(size=(50, 4)), rng.choice([-1, 1], 50))
    for zero in (SecondOrderPerceptron.zero(4), Winnow.zero(4, rate=0.3)):
        learner = run(zero, stream).learner
        wanted = np.sign(stream.X @ learner.weights)
        for X in (stream.X, sparse.csr_array(stream.X)):
            assert np.array_equal(learner.predict(X), wanted)
        assert np.allclose(learner.scores(stream.X), [learner.score(x) for x in stream.X])
