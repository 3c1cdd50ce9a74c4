"""Losses: tie rules, values, slopes."""

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from strategies import DYADIC, LABELS, TIE

from perclib.learners import chance
from perclib.learners.losses import (
    absolute,
    hinge,
    logistic,
    perceptron,
    predict,
    squared,
    zero_one,
)

POWERS = [hinge(q) for q in (1, 1.25, 1.5, 2, 2.5, 3, 4)]
LOSSES = st.sampled_from([perceptron, logistic, chance, squared, absolute, *POWERS])


@given(DYADIC.filter(bool), LABELS, TIE)
def test_away_from_a_tie_all_rules_agree(score, label, tie):
    assert predict(score, tie) == (1 if score > 0 else -1)
    assert zero_one(score, label, tie) == ((score > 0) != (label > 0))


@pytest.mark.parametrize(
    ("tie", "label", "wrong_if_plus", "wrong_if_minus"),
    [
        ("mistake", 0, True, True),
        ("plus", 1, False, True),
        ("minus", -1, True, False),
        ("correct", 0, False, False),
    ],
)
def test_at_a_tie(tie, label, wrong_if_plus, wrong_if_minus):
    assert predict(0.0, tie) == predict(-0.0, tie) == label
    assert zero_one(0.0, 1, tie) == wrong_if_plus
    assert zero_one(0.0, -1, tie) == wrong_if_minus


@given(st.lists(st.tuples(DYADIC, LABELS), min_size=1), TIE, LOSSES)
def test_elementwise_is_one_by_one(pairs, tie, loss):
    scores, labels = (np.array(column) for column in zip(*pairs, strict=True))
    assert zero_one(scores, labels, tie).tolist() == [zero_one(f, y, tie) for f, y in pairs]
    assert predict(scores, tie).tolist() == [predict(f, tie) for f in scores]
    for function in (loss, loss.slope):
        assert np.allclose(function(scores, labels), [function(f, y) for f, y in pairs], rtol=1e-14)


@given(DYADIC, DYADIC, LABELS, LOSSES)
def test_losses_are_convex_and_slopes_subgradients(here, there, label, loss):
    line = loss(here, label) + loss.slope(here, label) * (there - here)
    assert loss(there, label) >= line - 1e-9 * (1 + abs(line))


@given(st.floats(-20, 20), LABELS, LOSSES)
def test_slopes_are_derivatives_away_from_kinks(score, label, loss):
    assume(min(abs(score), abs(1 - label * score)) > 1e-3)
    h = 1e-6
    quotient = (loss(score + h, label) - loss(score - h, label)) / (2 * h)
    assert loss.slope(score, label) == pytest.approx(quotient, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize(
    ("loss", "label", "values", "slopes"),  # at scores of -800, 0, 1 and 800
    [
        (perceptron, 1, [800, 0, 0, 0], [-1, -1, 0, 0]),
        (perceptron, -1, [0, 0, 1, 800], [0, 1, 1, 1]),
        (logistic, 1, [800, np.log(2), np.log1p(np.exp(-1)), 0], [-1, -0.5, -0.26894142, 0]),
        (chance, 1, [400.5, 0.5, 0, 399.5], [-0.5, -0.5, -0.5, 0.5]),
        (squared, 1, [801**2, 1, 0, 799**2], [-1602, -2, 0, 1598]),
        (absolute, 1, [801, 1, 0, 799], [-1, -1, 0, 1]),
        (hinge(1), 1, [801, 1, 0, 0], [-1, -1, 0, 0]),
        (hinge(1.5), 1, [801**1.5, 1, 0, 0], [-1.5 * 801**0.5, -1.5, 0, 0]),
        (hinge(2), -1, [0, 1, 4, 801**2], [0, 2, 4, 1602]),
    ],
)
def test_values_and_slopes(loss, label, values, slopes):
    scores = np.array([-800.0, 0.0, 1.0, 800.0])
    assert loss(scores, label) == pytest.approx(values)
    assert loss.slope(scores, label) == pytest.approx(slopes)


def test_a_loss_prints_its_name():
    assert (repr(hinge(1)), repr(hinge(2))) == ("hinge loss", "2-hinge loss")
