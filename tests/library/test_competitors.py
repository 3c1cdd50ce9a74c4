"""Comparators with certificates, on tiny, degenerate and badly scaled streams."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import dot, exact

from perclib import Stream, best_comparator, block_novikoff, hinge_family, largest_margin
from perclib.bounds import competitors, zero_combination
from perclib.data import bundled


def gap(found):
    """How far a comparator may be from the best, as a share."""
    if hasattr(found, "bound"):
        return 1 - found.floor / found.bound.value
    return 1 - found.margin / found.ceiling


def test_a_margin_far_below_the_radius_is_found():
    thin = largest_margin(Stream([[1, 1e-9], [-1, 1e-9]], [1, 1]))
    assert thin.margin == pytest.approx(1e-9, rel=1e-9)
    tumours = bundled("breast_cancer", 0, 1)
    found = largest_margin(tumours)
    assert gap(found) < 1e-6
    assert found.margin == pytest.approx(4.05e-5, rel=1e-2)
    assert block_novikoff(tumours, found).margin == found.margin


def test_what_the_solver_does_not_separate_is_refused(monkeypatch):
    monkeypatch.setattr(competitors, "_hull", lambda _: [(np.ones(2) / 2, -np.ones(2))])
    with pytest.raises(ValueError, match="no comparator was found that separates it"):
        largest_margin(Stream([[1.0, 0.0], [0.0, 1.0]], [1, 1]))


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


def test_the_largest_margin_is_near_its_ceiling_or_there_is_none():
    rng = np.random.default_rng(12)
    found = refused = 0
    for _ in range(300):
        stream = degenerate(rng, rng.integers(1, 7), rng.integers(1, 5))
        try:
            assert gap(largest_margin(stream)) < 1e-8
            found += 1
        except ValueError:  # copies satisfy more than one relation, of which none is proved
            refused += 1
            proved = zero_combination(stream) is not None
            assert proved or np.linalg.matrix_rank(stream.X) < min(stream.X.shape)
    assert min(found, refused) > 80


@pytest.mark.parametrize("q", [1, 1.01, 1.5, 2, 2.5, 20])
def test_the_gap_is_small_on_any_stream(q):
    rng = np.random.default_rng(3)
    for trials, d in ((1, 1), (5, 3), (60, 2), (60, 10), (60, 10), (60, 10)):
        assert gap(best_comparator(degenerate(rng, trials, d), q)) < 1e-7


@given(st.integers(0, 2**32), st.sampled_from([1, 1.01, 1.5, 2, 3, 8]))
def test_no_comparator_has_a_bound_below_the_floor(seed, q):
    rng = np.random.default_rng(seed)
    stream = degenerate(rng, rng.integers(1, 13), rng.integers(1, 4))
    found = best_comparator(stream, q)
    assert gap(found) < 1e-8
    for near in (0, 1):
        u = near * found.comparator + rng.normal(size=stream.dimension) / 10.0 ** rng.integers(6)
        assert hinge_family(stream, u, q).value >= found.floor * (1 - 1e-9)


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
        rows, (u,), (weights,) = map(exact, (X, found.comparator, found.weights))
        proved = sum(dot(weights, column) ** 2 for column in zip(*rows, strict=True))
        proved /= sum(weights) ** 2
        assert Fraction(found.ceiling) ** 2 >= proved
        assert Fraction(np.nextafter(found.ceiling, 0)) ** 2 <= proved
        least, norm = min(dot(x, u) for x in rows), dot(u, u)
        assert Fraction(found.margin) ** 2 * norm <= least**2
        if least > 0:
            assert least**2 / norm <= proved
