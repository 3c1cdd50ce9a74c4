"""Comparators with certificates, on tiny, degenerate and badly scaled streams."""

import numpy as np
import pytest

from perclib.bounds import block_novikoff
from perclib.competitors import best_comparator, largest_margin
from perclib.streams import Stream, bundled


@pytest.mark.parametrize("q", [1, 1.01, 1.1, 1.5, 2, 2.5, 4, 20])
@pytest.mark.parametrize("seed", range(6))
def test_the_gap_is_small_on_any_stream(q, seed):
    rng = np.random.default_rng(seed)
    trials, d = rng.choice([1, 2, 5, 60]), rng.choice([1, 2, 10])
    X = rng.integers(-2, 3, size=(trials, d)).astype(float)
    if seed % 2:
        X = rng.normal(size=(trials, d)) * 10.0 ** rng.uniform(-4, 4, size=d)
    assert best_comparator(Stream(X, rng.choice([-1, 1], size=trials)), q).gap < 1e-7


def test_a_margin_far_below_the_radius_is_found():
    thin = largest_margin(Stream([[1, 1e-9], [-1, 1e-9]], [1, 1]))
    assert thin.margin == pytest.approx(1e-9, rel=1e-9)
    tumours = bundled("breast_cancer", 0, 1)
    found = largest_margin(tumours)
    assert found.gap < 1e-6
    assert found.margin == pytest.approx(4.05e-5, rel=1e-2)
    assert block_novikoff(tumours, found).margin == found.margin
