"""Comparators with certificates, on tiny, degenerate and badly scaled streams."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize
from strategies import dot, exact

from perclib import Stream, best_comparator, block_novikoff, largest_margin
from perclib.bounds import competitors, hinge_value
from perclib.data import bundled


def test_a_margin_far_below_the_radius_is_found():
    thin = largest_margin(Stream([[1, 1e-9], [-1, 1e-9]], [1, 1]))
    assert thin.margin == pytest.approx(1e-9, rel=1e-9)
    tumours = bundled("breast_cancer", 0, 1)
    found = largest_margin(tumours)
    assert found.gap < 1e-6
    assert found.margin == pytest.approx(4.05e-5, rel=1e-2)
    assert block_novikoff(tumours, found).margin == found.margin


def test_what_the_solver_does_not_separate_is_refused(monkeypatch):
    monkeypatch.setattr(competitors, "_hull", lambda _: [(np.ones(2) / 2, -np.ones(2))])
    with pytest.raises(ValueError, match="the solver found no comparator that separates it"):
        largest_margin(Stream([[1.0, 0.0], [0.0, 1.0]], [1, 1]))


def test_floors_of_weights_by_hand():
    signed = np.array([[0.6, 0.0], [0.0, 0.8]])
    a = np.array([1.0, 0.5])
    length = np.hypot(0.6, 0.4)
    assert competitors._floor(signed, 3 * a, 1)[0] == pytest.approx(min(1.5, (1.5 / length) ** 2))
    size = np.sqrt(1.25)
    expected = min((1.5 / size) ** 2, (1.5 / length) ** 2)
    assert competitors._floor(signed, a, 2)[0] == pytest.approx(expected)
    assert competitors._floor(signed, -a, 2)[0] == 0
    balanced = np.array([[1.0], [-1.0]])
    assert competitors._floor(balanced, np.ones(2), 1)[0] == 2


def degenerate(rng, trials, d):
    """A small stream of one of many kinds: of whole numbers, copies, one line, bad scales."""
    X = rng.normal(size=(trials, d))
    kind = rng.integers(7)
    if kind == 1:
        X = rng.integers(-2, 3, size=(trials, d)).astype(float)
    elif kind == 2:  # copies
        X = X[rng.integers(trials, size=trials)]
    elif kind == 3:  # all on one line
        X = np.outer(rng.normal(size=trials), X[0])
    elif kind == 4:
        X = X * 10.0 ** rng.uniform(-4, 4, size=d)
    elif kind == 5:  # zeros
        X[rng.integers(trials)], X[:, rng.integers(d)] = 0, 0
    y = rng.choice([-1, 1], size=trials)
    if rng.random() < 0.6:  # separable as a rule
        y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    return Stream(X, y)


def by_enumeration(stream):
    """The largest margin over all sets of examples that may have it: one of them is right.

    At the best unit vector the examples of least margin have the same one, so it points to the
    nearest point of the plane through them.
    """
    signed = stream.y[:, None] * stream.X
    best = -np.inf
    for size in range(1, min(len(signed), stream.dimension + 1) + 1):
        for chosen in combinations(range(len(signed)), size):
            first, *others = signed[list(chosen)]
            apart = np.array([v - first for v in others]).reshape(-1, stream.dimension).T
            nearest = first - apart @ np.linalg.lstsq(apart, first, rcond=1e-12)[0]
            length = np.linalg.norm(nearest)
            if length > 1e-13 * stream.radius:
                best = max(best, (signed @ nearest).min() / length)
    return best


def test_the_largest_margin_of_500_streams_by_a_second_way():
    rng = np.random.default_rng(12)
    ratios = []
    for _ in range(500):
        stream = degenerate(rng, rng.integers(1, 7), rng.integers(1, 5))
        known = by_enumeration(stream)
        if known > 1e-9 * stream.radius:
            found = largest_margin(stream)
            assert found.gap < 1e-8
            ratios.append(found.margin / known)
        elif known <= 0:
            with pytest.raises(ValueError, match="stream: expected one that is separable"):
                largest_margin(stream)
    assert 200 < len(ratios) < 450
    assert min(ratios) > 1 - 1e-8
    # On badly scaled streams the second way is the less exact one.
    assert np.mean(np.array(ratios) < 1 + 1e-8) > 0.9


@pytest.mark.parametrize("q", [1, 1.01, 1.5, 2, 2.5, 20])
def test_the_gap_is_small_on_any_stream(q):
    rng = np.random.default_rng(3)
    for trials, d in ((1, 1), (5, 3), (60, 2), (60, 10), (60, 10), (60, 10)):
        assert best_comparator(degenerate(rng, trials, d), q).gap < 1e-7


def by_descent(stream, q):
    """The least bound that SciPy's minimizers find, in the coordinates of the singular vectors."""
    signed = stream.y[:, None] * stream.X
    _, sizes, right = np.linalg.svd(signed, full_matrices=False)
    axes = right[sizes > 1e-12 * sizes[0]].T / sizes[sizes > 1e-12 * sizes[0]]
    rows = signed @ axes

    def value(v):
        lack = np.maximum(0, 1 - rows @ v)
        return hinge_value(stream.radius * math.sqrt(((axes @ v) ** 2).sum()), (lack**q).sum(), q)

    best = value(np.zeros(axes.shape[1]))
    start = np.linalg.lstsq(rows, np.ones(len(rows)), rcond=None)[0]
    slid = minimize(value, start, method="BFGS", options={"gtol": 1e-7, "maxiter": 30})
    options = {"xatol": 1e-8, "fatol": 1e-10, "maxfev": 100 * len(start)}
    return min(best, minimize(value, slid.x, method="Nelder-Mead", options=options).fun)


@pytest.mark.thorough
@pytest.mark.filterwarnings(
    "ignore::RuntimeWarning"
)  # SciPy's search divides where it stands still
def test_the_least_bound_by_a_second_solver():
    rng = np.random.default_rng(7)
    gaps, theirs = [], []
    for _ in range(100):
        stream = degenerate(rng, rng.integers(1, 13), rng.integers(1, 4))
        q = rng.choice([1, 1.01, 1.5, 2, 3, 8])
        found = best_comparator(stream, q)
        gaps.append(found.gap)
        if not stream.X.any():
            continue
        other = by_descent(stream, q)
        assert found.bound.value <= other * (1 + 1e-9)
        assert other >= found.floor * (1 - 1e-9)
        theirs.append(other / found.floor - 1)
    assert max(gaps) < 1e-8
    # The second solver is one to be reckoned with: it comes near.
    assert np.mean(np.array(theirs) < 1e-5) > 0.98


@pytest.mark.parametrize("thin", [1e-13, 3e-14, 1e-10, 1e-3])
def test_the_ceiling_is_never_below_a_margin(thin):
    """At thin margins the rounding of the combination is as long as the combination."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(2, 6))
        u = rng.normal(size=d)
        u /= np.linalg.norm(u)
        X = rng.normal(size=(40, d))
        X += np.outer(thin * rng.uniform(1, 2, size=40) - X @ u, u)
        stream = Stream(X, np.ones(40))
        try:
            found = largest_margin(stream)
        except ValueError:
            continue
        assert found.margin <= found.ceiling
        assert found.gap == 1 - found.margin / found.ceiling
        rows, (u,), (weights,) = map(exact, (X, found.comparator, found.weights))
        proved = sum(dot(weights, column) ** 2 for column in zip(*rows, strict=True))
        proved /= sum(weights) ** 2
        assert Fraction(found.ceiling) ** 2 >= proved
        assert Fraction(np.nextafter(found.ceiling, 0)) ** 2 <= proved
        least, norm = min(dot(x, u) for x in rows), dot(u, u)
        assert Fraction(found.margin) ** 2 * norm <= least**2
        if least > 0:
            assert least**2 / norm <= proved
