"""The relatives of the perceptron against loops in exact fractions, kernels and their bounds."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from scipy import sparse
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel
from strategies import (
    DYADIC,
    TIE,
    WHOLE,
    by_hand,
    dot,
    exact,
    exact_run,
    moved,
    planted,
    same,
    streams,
)

from perclib import (
    BudgetPerceptron,
    KernelPerceptron,
    MarginPerceptron,
    MulticlassPerceptron,
    PassiveAggressive,
    Perceptron,
    Romma,
    Stream,
    run,
)
from perclib.data import MulticlassStream, bundled


def dots(A, B):
    return A @ B.T


@pytest.mark.parametrize("entries", [WHOLE, DYADIC])
@given(data=st.data())
def test_with_the_linear_kernel_it_is_the_perceptron(entries, data):
    stream, tie = data.draw(streams(entries)), data.draw(TIE)
    primal = run(Perceptron.zero(stream.dimension, tie=tie), stream)
    dual = run(KernelPerceptron.zero(dots, stream.dimension, tie=tie), stream)
    assert dual.scores.tolist() == primal.scores.tolist()
    held = dual.learner
    assert (held.signs @ held.mistakes).tolist() == primal.learner.weights.tolist()
    assert np.array_equal(held.mistakes, stream.X[primal.mistakes])


@pytest.mark.parametrize("kernel", [linear_kernel, polynomial_kernel, rbf_kernel])
def test_the_textbooks_loop_over_a_kernel_matrix_makes_the_same_mistakes(kernel):
    stream = bundled("iris", 1, 2).shuffled(seed=0).repeated(3)
    matrix, alpha, scores = kernel(stream.X, stream.X), np.zeros(len(stream)), []
    for t, y in enumerate(stream.y):
        scores.append(alpha @ matrix[t])
        alpha[t] = y if y * scores[t] <= 0 else 0
    done = run(KernelPerceptron.zero(kernel, 4), stream)
    assert np.array_equal(done.mistakes, alpha != 0)
    assert np.allclose(done.scores, scores)


@given(streams(), st.integers(1, 3), st.data())
def test_the_bound_of_a_kernel(stream, degree, data):
    """A comparator planted in the space of a kernel: whole numbers, so nothing is rounded."""
    kernel = lambda A, B: (1 + A @ B.T) ** degree
    a = np.array([data.draw(st.integers(-3, 3)) for _ in range(len(stream))])
    matrix = kernel(stream.X, stream.X)
    scores = matrix @ a
    clear = scores != 0
    assume(clear.any())
    right = Stream(stream.X[clear], np.sign(scores[clear])).repeated(3)
    gamma, norm_square = np.abs(scores[clear]).min(), a @ matrix @ a
    k = run(KernelPerceptron.zero(kernel, stream.dimension), right).mistake_count
    assert k * gamma**2 <= matrix.diagonal()[clear].max() * norm_square


def blocks_by_hand(stream, budget, tie):
    """The mistakes of a perceptron that starts again after each `budget` of them, in fractions."""
    mistakes, begin = [], 0
    for t in range(len(stream)):
        mistakes.append(by_hand(stream[begin : t + 1], tie)[1][-1])
        if sum(mistakes[begin:]) == budget:
            begin = t + 1
    return mistakes, sum(mistakes[begin:])


@given(streams(WHOLE), st.integers(1, 6), TIE)
def test_a_budget_starts_the_perceptron_again(stream, budget, tie):
    stream = stream.repeated(2)
    zero = BudgetPerceptron.zero(dots, stream.dimension, budget=budget, tie=tie)
    done = run(zero, stream)
    mistakes, kept = blocks_by_hand(stream, budget, tie)
    assert done.mistakes.tolist() == mistakes
    assert len(done.learner.signs) == kept < budget
    last = done.mistakes.nonzero()[0][sum(mistakes) - kept :]
    assert np.array_equal(done.learner.mistakes, stream.X[last])
    assert np.array_equal(done.learner.signs, stream.y[last])


@given(streams(WHOLE), st.integers(1, 8), TIE, st.data())
def test_the_bound_of_a_budget(stream, budget, tie, data):
    """In fractions: k - L <= b / sqrt(B) * (k + B / 4), where b is R times the norm of u."""
    u = [Fraction(data.draw(WHOLE), data.draw(st.integers(1, 12))) for _ in stream.X[0]]
    stream = stream.repeated(3)
    done = run(BudgetPerceptron.zero(dots, len(u), budget=budget, tie=tie), stream)
    k, losses, square = done.mistake_count, Fraction(0), 0
    for x, y in zip(stream.X[done.mistakes], stream.y[done.mistakes], strict=True):
        score = sum(a * Fraction(b) for a, b in zip(u, x.tolist(), strict=True))
        losses += max(Fraction(0), 1 - int(y) * score)
        square = max(square, int(x @ x))
    over = max(Fraction(0), k - losses)
    assert over**2 * budget <= square * sum(a * a for a in u) * (k + Fraction(budget, 4)) ** 2


def kesler(stream, classes):
    """Kesler's construction: one perceptron on the C d coordinates of all classes."""
    w, mistakes, d = [Fraction(0)] * (classes * stream.dimension), [], stream.dimension
    for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
        scores = [dot(w[c * d : (c + 1) * d], x) for c in range(classes)]
        predicted = scores.index(max(scores)) + 1
        mistakes.append(predicted != y)
        for i in range(d):
            w[(y - 1) * d + i] += x[i]
            w[(predicted - 1) * d + i] -= x[i]
    return mistakes, w


@given(streams(DYADIC), st.integers(2, 4), st.randoms(use_true_random=False))
def test_many_classes_are_keslers_construction(stream, classes, rng):
    many = MulticlassStream(stream.X, [rng.randint(1, classes) for _ in stream.y])
    done = run(MulticlassPerceptron.zero(classes, many.dimension), many)
    mistakes, w = kesler(many, classes)
    assert done.mistakes.tolist() == mistakes
    assert done.learner.weights.ravel().tolist() == w


@given(st.data())
def test_the_bound_of_many_classes(data):
    classes, d = data.draw(st.integers(2, 4)), data.draw(st.integers(1, 3))
    entries = st.lists(st.integers(-5, 5), min_size=d, max_size=d)
    U = np.array([data.draw(entries) for _ in range(classes)])
    X = np.array(data.draw(st.lists(entries, min_size=1, max_size=20)))
    scores = np.sort(X @ U.T, axis=1)
    clear = scores[:, -1] > scores[:, -2]
    if not clear.any():
        return
    stream = MulticlassStream(X[clear], (X[clear] @ U.T).argmax(axis=1) + 1).repeated(3)
    margin = int((scores[clear, -1] - scores[clear, -2]).min())
    k = run(MulticlassPerceptron.zero(classes, d), stream).mistake_count
    assert k * margin**2 <= 2 * stream.radius_square * int((U**2).sum())


def test_learners_predict_many_instances_as_they_score_them_one_by_one():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), rng.integers(1, 4, size=30)
    many = run(MulticlassPerceptron.zero(3, 3), MulticlassStream(X, y)).learner
    for rows in (X, sparse.csr_array(X)):
        assert many.predict(rows).tolist() == [int(many.score(x).argmax()) + 1 for x in X]
    kernel = run(
        KernelPerceptron.zero(lambda A, B: (1 + A @ B.T) ** 2, 3), Stream(X, 2 * (y > 1) - 1)
    )
    dual = kernel.learner
    assert dual.predict(X).tolist() == [int(np.sign(dual.score(x))) for x in X]
    assert KernelPerceptron.zero(rbf_kernel, 3).predict(X[:2]).tolist() == [0, 0]


def gentle(C, variant):
    """The updates of PA (C = None), PA-I and PA-II as the paper writes them."""

    def step(w, x, y, f):
        loss, square = max(Fraction(0), 1 - y * f), dot(x, x)
        if loss == 0 or square == 0:
            return w
        eta = loss / square
        if C is not None:
            eta = min(C, eta) if variant == "PA-I" else loss / (square + 1 / (2 * C))
        return moved(w, eta * y, x)

    return step


def shortest(w, x, y, f):
    """The update of ROMMA by the closed form of its paper, which divides by a determinant."""
    if y * f > 0:
        return w
    n, q = dot(w, w), dot(x, x)
    if n == 0:
        return [y * b / q for b in x]
    room = q * n - f * f
    a, b = (q * n - y * f) / room, n * (y - f) / room
    return [a * v + b * z for v, z in zip(w, x, strict=True)]


SCALES = st.sampled_from([Fraction(1, 8), Fraction(1, 2), Fraction(1), Fraction(4)])
VARIANT = st.sampled_from(["PA-I", "PA-II"])


@given(st.data(), VARIANT, st.none() | SCALES, TIE)
def test_passive_aggressive_learners_are_their_formulas(data, variant, C, tie):
    stream = data.draw(streams(DYADIC, longest=8))
    _, weights = exact_run(stream, gentle(C, variant))
    given_C = {} if C is None else {"C": float(C)}
    zero = PassiveAggressive.zero(stream.dimension, variant=variant, tie=tie, **given_C)
    done = run(zero, stream, keep_weights=True)
    assert np.allclose(done.weights, np.array(weights, dtype=float), rtol=1e-7, atol=1e-9)
    sparse_rows = Stream(sparse.csr_array(stream.X), stream.y)
    assert same(run(zero, sparse_rows).learner, done.learner)


def test_a_passive_aggressive_learner_is_passive_where_it_has_no_loss():
    learner = PassiveAggressive([1.0, 0.0])
    assert learner.update([0.0, 0.0], 1) is learner
    assert learner.update([1.0, 7.0], 1) is learner


@given(planted(), TIE)
def test_romma_is_its_formula_and_obeys_its_bound(drawn, tie):
    stream, u = drawn
    u = [Fraction(v) / Fraction(stream.margins(u).min()) for v in u]  # of margin 1
    scores, weights = exact_run(stream, shortest)
    square, size, updates = Fraction(stream.radius_square), dot(u, u), 0
    for before, after in pairwise(weights):
        assert dot(after, after) <= dot(after, u) <= size
        if after != before:
            updates += 1
            assert dot(after, after) >= dot(before, before) + 1 / square
    assert updates <= square * size
    tied = [f == 0 and any(w) for f, w in zip(scores, weights, strict=False)]
    assume(not any(tied))  # a tie, which rounding may break
    done = run(Romma.zero(stream.dimension, tie=tie), stream, keep_weights=True)
    assert done.mistake_count <= square * size
    if tie == "mistake":
        assert np.allclose(done.weights, np.array(weights, dtype=float), rtol=1e-6, atol=1e-8)


BETAS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3), Fraction(40)])
STEPS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(4)])


@given(streams(), BETAS, STEPS)
def test_it_is_its_formula(stream, beta, step):
    scores, weights = exact_run(stream, lambda w, x, y, f: moved(w, step * y * (y * f <= beta), x))
    zero = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    done = run(zero, stream, keep_weights=True)
    assert done.scores.tolist() == run(zero, stream).scores.tolist() == scores
    assert done.weights.tolist() == weights


@given(planted(), BETAS, STEPS)
def test_the_bounds_of_a_margin(drawn, beta, step):
    """In fractions, squared: of the updates, and of the margin once nothing is updated."""
    stream, u = drawn
    gamma_square = Fraction(int(stream.margins(u).min()) ** 2, int(u @ u))
    limit = Fraction(int(stream.radius_square)) + 2 * beta / step
    learner = MarginPerceptron.zero(stream.dimension, beta=float(beta), step=float(step))
    updates, quiet = 0, False
    for _ in range(30):
        done = run(learner, stream)
        made = int((stream.y * done.scores <= float(beta)).sum())
        updates, quiet, learner = updates + made, made == 0, done.learner
        assert updates * gamma_square <= limit
    if quiet and beta:
        w = learner.weights.tolist()
        for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True):
            signed = y * dot(w, x)
            assert signed > beta
            assert signed**2 * limit**2 * step**2 > gamma_square * beta**2 * dot(w, w)


def test_a_float_above_beta_is_not_learned():
    learner = MarginPerceptron.zero(1, beta=2)
    assert learner.with_weights(np.array([2.0])).update([1.0], 1).weights == 3
    above = learner.with_weights(np.array([np.nextafter(2, 3)]))
    assert above.update([1.0], 1) is above
