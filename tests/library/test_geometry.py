"""Winnow and the second-order perceptron against their formulas, and their bounds."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from scipy import sparse
from strategies import DYADIC, TIE, dot, erred, exact, moved, planted, streams

from perclib import SecondOrderPerceptron, Stream, Winnow, run

RATES = st.sampled_from([Fraction(1, 16), Fraction(1, 4), Fraction(1), Fraction(3)])
AS = st.sampled_from([Fraction(1, 4), Fraction(1), Fraction(8)])


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


@given(streams(DYADIC, longest=12), RATES, TIE)
def test_winnow_is_its_formula(stream, rate, tie):
    stream = Stream(stream.X / 16, stream.y)
    theta, mistakes = [Fraction(0)] * stream.dimension, []
    for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
        score, size = sinh_score(theta, rate, x)
        if abs(score) <= size * Decimal("1e-50"):
            assume(size == 0)  # rounding may break a tie of large terms
        else:
            assume(abs(score) >= size * Decimal("1e-12"))
        mistakes.append(erred(score, y, tie))
        theta = moved(theta, y * mistakes[-1], x)
    done = run(Winnow.zero(stream.dimension, rate=float(rate), tie=tie), stream)
    assert done.mistakes.tolist() == mistakes
    assert done.learner.total.tolist() == theta


@given(planted(longest=20), TIE)
def test_the_bound_of_winnow(drawn, tie):
    """The logarithm is rounded up, all else is in fractions."""
    stream, u = drawn
    gamma = Fraction(int(stream.margins(u).min()), int(np.abs(u).sum()))
    largest, d = int(np.abs(stream.X).max()), stream.dimension
    zero = Winnow.zero(d, rate=float(gamma / largest**2), tie=tie)
    above = Fraction(math.nextafter(math.nextafter(math.log(2 * d), 9), 9))
    k = run(zero, stream.repeated(4)).mistake_count
    assert k * gamma**2 <= 2 * largest**2 * above


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
    rows, d = [[*row, Fraction(v)] for row, v in zip(A, b, strict=True)], len(b)
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


@given(streams(longest=12), AS, TIE)
def test_the_second_order_perceptron_is_its_formula(stream, a, tie):
    """Against the system of equations in fractions."""
    d = stream.dimension
    v, A = [Fraction(0)] * d, [[a * (i == j) for j in range(d)] for i in range(d)]
    scores, mistakes = [], []
    for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
        more = added(A, x)
        scores.append(dot(v, solved(more, x)[0]))
        assume(abs(scores[-1]) >= 1e-9 or not any(mistakes))  # rounding may break a tie
        mistakes.append(erred(scores[-1], y, tie))
        if mistakes[-1]:
            v, A = moved(v, y, x), more
    done = run(SecondOrderPerceptron.zero(d, a=float(a), tie=tie), stream)
    assert done.mistakes.tolist() == mistakes
    assert np.allclose(done.scores, np.array(scores, dtype=float), rtol=1e-7, atol=1e-9)
    assert done.learner.total.tolist() == v
    assert np.allclose(done.learner.inverse @ np.array(A, dtype=float), np.eye(d), atol=1e-8)
    assert np.allclose(done.learner.weights, np.array(solved(A, v)[0], dtype=float), atol=1e-9)


@given(planted(longest=20), AS, TIE)
def test_the_bound_of_the_second_order_perceptron(drawn, a, tie):
    """In fractions, but for one logarithm, of the determinant of A / a; it is rounded up."""
    (stream, u), d = drawn, drawn[0].dimension
    gamma, stream = int(stream.margins(u).min()), stream.repeated(4)
    done = run(SecondOrderPerceptron.zero(d, a=float(a), tie=tie), stream)
    A, bracket = [[a * (i == j) for j in range(d)] for i in range(d)], a * dot(u, u)
    for x in exact(stream.X[done.mistakes]):
        A = added(A, x)
        bracket += dot(u, x) ** 2
    with localcontext() as context:
        context.prec = 40
        determinant = solved(A, u)[1] / a**d
        logarithm = (Decimal(determinant.numerator) / Decimal(determinant.denominator)).ln()
        above = Fraction(logarithm) + Fraction(1, 10**20)
    assert (done.mistake_count * gamma) ** 2 <= bracket * above


def test_they_predict_as_their_weights_do():
    rng = np.random.default_rng(6)
    stream = Stream(rng.normal(size=(50, 4)), rng.choice([-1, 1], 50))
    for zero in (SecondOrderPerceptron.zero(4), Winnow.zero(4, rate=0.3)):
        learner = run(zero, stream).learner
        wanted = np.sign(stream.X @ learner.weights)
        for X in (stream.X, sparse.csr_array(stream.X)):
            assert np.array_equal(learner.predict(X), wanted)
        assert np.allclose(learner.scores(stream.X), [learner.score(x) for x in stream.X])
