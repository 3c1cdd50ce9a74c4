"""Losses: tie rules, values, slopes."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import DYADIC, LABELS

from perclib.learners.losses import TIES, absolute, hinge, perceptron, predict, squared, zero_one

TIE = st.sampled_from(TIES)


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


@given(st.lists(st.tuples(DYADIC, LABELS), min_size=1), TIE)
def test_elementwise_is_one_by_one(pairs, tie):
    scores, labels = (np.array(column) for column in zip(*pairs, strict=True))
    assert zero_one(scores, labels, tie).tolist() == [zero_one(f, y, tie) for f, y in pairs]
    assert predict(scores, tie).tolist() == [predict(f, tie) for f in scores]
    assert perceptron(scores, labels).tolist() == [max(0.0, -y * f) for f, y in pairs]


@pytest.mark.parametrize("function", [lambda t: predict(0.0, t), lambda t: zero_one(0.0, 1, t)])
def test_unknown_tie_rule(function):
    with pytest.raises(ValueError, match="tie: expected one of mistake, plus, minus, correct"):
        function("even")


@given(DYADIC, DYADIC, LABELS)
def test_slope_is_a_subgradient(here, there, label):
    slope = perceptron.slope(here, label)
    assert perceptron(there, label) >= perceptron(here, label) + slope * (there - here)


@given(st.floats(0.01, 100), LABELS, LABELS)
def test_slope_is_the_derivative_away_from_the_kink(size, side, label):
    score, h = side * size, 1e-6
    quotient = (perceptron(score + h, label) - perceptron(score - h, label)) / (2 * h)
    assert perceptron.slope(score, label) == pytest.approx(quotient, abs=1e-6)


def test_slope_moves_at_the_kink():
    assert perceptron.slope(0.0, 1) == -1
    assert perceptron.slope(0.0, -1) == 1


@given(DYADIC, DYADIC, DYADIC)
def test_losses_of_real_labels(here, there, label):
    for loss, value in ((squared, (here - label) ** 2), (absolute, abs(here - label))):
        assert loss(here, label) == value
        assert loss(there, label) >= value + loss.slope(here, label) * (there - here)
    assert squared.slope(here, label) == 2 * (here - label)
    assert absolute.slope(label, label) == 0


def test_a_loss_prints_its_name():
    assert (repr(hinge(2)), repr(squared)) == ("2-hinge loss", "squared loss")
