"""Powers with real exponents: the rules that are trusted, what is derived, and what is refused."""

import math
import random
from fractions import Fraction
from itertools import product

import mutation
import pytest
from hypothesis import given, strategies as st
from sympy import Integer, Symbol

from perclib import language, proof
from perclib.powers import bernoulli, jensen, mean, monotone, vanishing, young
from perclib.proof import (
    Claim,
    Fact,
    ProofError,
    assume,
    dot,
    eq,
    follows,
    k,
    power,
    powers,
    scalars,
    sequences,
    sqrt,
    substitute,
    sum_up,
    supply,
    t,
    tangent,
    tau,
    total,
    vectors,
)
from perclib.theorems import Theorem, Witness

a, b, m, q = scalars("a b m q")
l_ = sequences("l")
base, at, exponent = assume("a", a >= 0), assume("m", m > 0), assume("q", q >= 1)
losses = assume("loss", l_[t] >= 0, at="mistakes")
some = assume("a mistake", k > 0)
ONE = follows(Claim(Integer(1), ">=", Integer(0)))

DERIVED = {
    "bernoulli": bernoulli(base, at, exponent),
    "young": young(base, at, exponent),
    "vanishing": vanishing(base, assume("zero", a <= 0), exponent),
    "monotone": monotone(assume("above", a >= b), assume("b", b >= 0), exponent),
    "jensen": jensen(losses, at, exponent),
    "jensen at 1": jensen(losses, ONE, exponent),
    "mean": mean(losses, some, exponent),
}


# What the rules say is so -------------------------------------------------------------------------


def meant(x, exponent_):
    """The meaning of power(x, q) for all real numbers."""
    return max(x, 0.0) ** max(exponent_, 1.0)


def value(e, at_):
    """Evaluate an expression of named numbers, powers meaning what they mean."""
    if isinstance(e, language._Power):
        return meant(value(e.args[0], at_), value(e.args[1], at_))
    if isinstance(e, Symbol):
        return at_[e.name]
    if e.is_Rational:
        return float(e)
    values = [value(x, at_) for x in e.args]
    return sum(values) if e.is_Add else math.prod(values) if e.is_Mul else values[0] ** values[1]


def holds(claim, at_):
    left, right = value(claim.lhs, at_), value(claim.rhs, at_)
    near = 1e-9 * (1 + abs(left) + abs(right))
    return {
        ">=": left >= right - near,
        ">": left > right - near,
        "<=": left <= right + near,
        "<": left < right + near,
        "==": abs(left - right) <= near,
    }[claim.op]


def implied(fact, at_):
    """Whether a fact holds wherever all that it rests on does (exactly, for the hypotheses)."""
    exact = {">=": 0, "<=": 0, ">": 1, "<": 1}
    for h in fact.hypotheses:
        gap = value(h.claim.gap, at_)
        if gap != 0 if h.claim.op == "==" else gap <= 0 if exact[h.claim.op] else gap < 0:
            return True
    return holds(fact.claim, at_)


TRUSTED = {
    "tangent": tangent(base, assume("m", m >= 0), exponent),
    "sign": powers(base, q),
    "strict sign": powers(assume("a", a > 0), q),
    "first power": powers(base, Integer(1), whole=True),
    "cube": powers(base, Integer(3), whole=True),
}
EDGES = (-2.0, -0.5, 0.0, 1e-9, 0.5, 1.0, 1.0 + 1e-9, 1.5, 2.0, 3.0, 10.0)
assert not holds(proof.claim(power(a, q) >= a), {"a": 0.5, "q": 2.0})
FINITE = ["bernoulli", "young", "vanishing", "monotone"]


@pytest.mark.parametrize("name", TRUSTED)
def test_a_trusted_rule_is_true_at_the_edges(name):
    for x, y, z in product(EDGES, repeat=3):
        assert implied(TRUSTED[name], {"a": x, "m": y, "q": z}), (x, y, z)


@pytest.mark.parametrize("name", TRUSTED)
@given(st.floats(-5, 50), st.floats(-5, 50), st.floats(-2, 9))
def test_a_trusted_rule_is_true_anywhere(name, x, y, z):
    assert implied(TRUSTED[name], {"a": x, "m": y, "q": z})


@pytest.mark.parametrize("name", FINITE)
def test_what_is_derived_is_true(name):
    for x, y, z in product(EDGES, repeat=3):
        assert implied(DERIVED[name], {"a": x, "m": y, "b": y, "q": z}), (x, y, z)


def test_sums_of_powers_are_true():
    """Jensen and Hölder, on random runs."""
    numbers = random.Random(7)
    for _ in range(500):
        missed = [numbers.choice([numbers.uniform(0, 4), 0.0, 1.0]) for _ in range(5)]
        count, at_, exponent_ = (
            numbers.randint(1, 5),
            numbers.uniform(0.01, 5),
            numbers.choice([1.0, 2.0, numbers.uniform(1, 6)]),
        )
        run = missed[:count]
        powers_, s = sum(x**exponent_ for x in run), sum(run)
        tangent_ = at_**exponent_ * (at_ * count + exponent_ * (s - at_ * count))
        assert at_ * powers_ >= tangent_ - 1e-6 * (1 + abs(tangent_))
        assert powers_ >= count * (s / count) ** exponent_ - 1e-9 * (1 + powers_)


def test_what_is_derived_says_and_rests_on():
    said = {name: str(fact) for name, fact in DERIVED.items()}
    assert said == {
        "bernoulli": "a^q >= m^q + q*(a - m)*m^q/m   [a, m, q]",
        "young": "a*m^q/m <= a^q/q + (1 - 1/q)*m^q   [a, m, q]",
        "vanishing": "a^q <= 0   [a, q, zero]",
        "monotone": "a^q >= b^q   [above, b, q]",
        "jensen": "m*(sum(tau[s]*l[s]^q, s<=T)) >= "
        "(m*k + q*(sum(l[s]*tau[s], s<=T) - m*k))*m^q   [loss, m, q]",
        "jensen at 1": "sum(tau[s]*l[s]^q, s<=T) >= k + q*(sum(l[s]*tau[s], s<=T) - k)   [loss, q]",
        "mean": "sum(tau[s]*l[s]^q, s<=T) >= "
        "k*((sum(l[s]*tau[s], s<=T))/k)^q   [loss, q, a mistake]",
    }


# What is refused ----------------------------------------------------------------------------------


def test_a_sign_that_is_not_known_is_refused():
    real, equal = assume("any", a >= -1), assume("equal", eq(a, 1))
    assert str(tangent(real, at, exponent).claim.lhs) == "m*(a + 1)^q"  # of what is known >= 0
    for three in ((equal, at, exponent), (base, equal, exponent), (base, at, equal)):
        with pytest.raises(ProofError, match="an inequality"):
            tangent(*three)
    with pytest.raises(ProofError, match="an inequality"):
        powers(equal, q)
    with pytest.raises(ProofError, match="left over"):
        follows(power(a, q) >= power(m, q) + q * power(m, q) / m * (a - m), at, exponent)
    small = assume("q", q >= 0)
    assert tangent(base, at, small).claim.lhs == m * power(a, q + 1)
    with pytest.raises(ProofError):
        bernoulli(base, assume("m", m >= 0), exponent)
    with pytest.raises(ProofError):
        follows(power(a, q) >= 0)
    with pytest.raises(ProofError):
        follows(power(a, q) > 0, powers(base, q))


@pytest.mark.parametrize("n", [Integer(0), Integer(-1), Fraction(3, 2), q, q + 1])
def test_only_a_whole_number_is_an_exponent_of_the_other_kind(n):
    with pytest.raises(ProofError, match="whole number"):
        powers(base, proof.sympy.sympify(n), whole=True)


def test_powers_that_only_look_alike():
    with pytest.raises(ProofError, match="left over"):
        follows(eq(power(a, 2), a**2))
    assert follows(eq(power(a, 2), a**2), powers(base, Integer(2), whole=True))
    with pytest.raises(ProofError, match="left over"):
        follows(eq(power(a, q) * power(a, q), power(a, 2 * q)), base, exponent)
    with pytest.raises(ProofError, match="left over"):
        follows(eq(power(a * b, q), power(a, q) * power(b, q)), base, exponent)
    assert power(0, q) == 0
    assert power(1, q) == 1


def test_powers_are_of_numbers():
    u = vectors("u")
    for bad in ((u, q), (a, u), (a + u, q)):
        with pytest.raises(ProofError):
            power(*bad)
    for bad in (power(a, 1.5), power(a, proof.sympy.pi), power(proof.sympy.sqrt(a), q)):
        with pytest.raises(ProofError, match="not a number"):
            proof.hypothesis("h", Claim(bad, ">=", Integer(0)))


def test_a_division_inside_a_power_is_a_division():
    with pytest.raises(ProofError, match="division by b"):
        assume("h", power(a / b, q) >= 0)
    with pytest.raises(ProofError, match="division by b"):
        powers(base, 1 + 1 / b)
    with pytest.raises(ProofError, match="no sum"):
        total(power(l_[t] / b, q))
    with pytest.raises(ProofError, match="division by b"):
        substitute(DERIVED["young"], {a: 1 / b})
    with pytest.raises(ProofError, match="only a Fact"):
        tangent(base, at, type("Fake", (), {"claim": exponent.claim, "hypotheses": ()})())


def test_no_sum_mean_without_a_mistake():
    with pytest.raises(ProofError, match="only what is positive"):
        mean(losses, assume("k", k >= 0), exponent)
    with pytest.raises(ProofError, match=r"left over|every round"):
        mean(losses, some, assume("q", l_[t] >= 1, at="mistakes"))  # must not change


# Mutants and witnesses ----------------------------------------------------------------------------


def test_every_mutant_is_rejected_or_true(capsys):
    facts = [*DERIVED.values(), *TRUSTED.values()]
    report = mutation.mutate(facts)
    again = mutation.reprove(facts)
    with capsys.disabled():
        print(f"\n{report.steps} steps: {report[1:4]} mutants, rejected, accepted and true")
    assert not report.wrong
    assert any(kind.startswith("tangent") for kind in report.by_kind)
    assert not again.refuted
    assert len(again.undecided) <= 1


def bound():
    """Losses against their powers, q*S <= L + (q - 1)*k: Young's inequality, summed."""
    cost = total(tau[t] * power(l_[t], q))
    return follows(q * total(tau[t] * l_[t]) <= cost + (q - 1) * k, DERIVED["jensen at 1"])


@pytest.mark.parametrize("exponent_", [1, 2, 3, Fraction(3, 2), Fraction(5, 4)])
def test_a_witness_evaluates_powers(exponent_):
    data = {"l": [4, 0, Fraction(9, 4)], "q": exponent_}
    assert Theorem("powers", bound(), Witness([True, False, True], **data))
    even = Witness([True, True], l=[2, 2], q=exponent_)
    assert Theorem("mean", mean(losses, some, exponent), even)
    assert even.holds(Claim(total(power(l_[t], q)), "<=", 2 * power(2, q)), 1)
    assert not even.holds(Claim(total(power(l_[t], q)), "<", 2 * power(2, q)), 1)


def test_a_witness_knows_what_a_power_means():
    values = Witness(a=Fraction(9, 4), q=Fraction(3, 2), m=-4)
    assert values.value(power(a, q), 1) == Fraction(27, 8)
    assert values.value(power(m, q), 1) == 0
    assert values.value(power(a, m), 1) == Fraction(9, 4)
    assert values.value(sqrt(m), 1) == 0
    assert isinstance(values.value(power(a, 2), 1), Fraction)
    with pytest.raises(ProofError, match="not rational"):
        values.value(power(a, sqrt(2)), 1)
    with pytest.raises(ProofError, match="violates q"):
        Theorem("powers", DERIVED["young"], Witness(a=1, m=1, q=Fraction(1, 2)))


def test_a_special_exponent():
    fact = substitute(bound(), {q: 2})
    fact = supply(fact, "q'")
    assert str(fact) == ("2*(sum(l[s]*tau[s], s<=T)) <= sum(tau[s]*l[s]^2, s<=T) + k   [loss]")
    squares = follows(
        eq(tau[t] * power(l_[t], 2), tau[t] * l_[t] ** 2),
        *(powers(assume("all", l_[t] >= 0, at="rounds"), Integer(2), whole=True),),
    )
    assert isinstance(sum_up(squares), Fact)


def test_powers_read_as_on_paper():
    u = vectors("u")
    for e, text, latex in (
        (power(a + m, q - 1), "(a + m)^(q - 1)", r"\left(a + m\right)^{q - 1}"),
        (power(a, q) ** 2, "(a^q)^2", r"\left(a^{q}\right)^{2}"),
        (power(dot(u, u), q), "(|u|^2)^q", r"\left(\lVert u\rVert^{2}\right)^{q}"),
        (power(l_[t], q) / m, "l[t]^q/m", r"\frac{l_{t}^{q}}{m}"),
        (1 / m**2, "1/m^2", r"\frac{1}{m^{2}}"),
        (1 - 1 / (a + m) ** 2, "1 - 1/(a + m)^2", r"1 - \frac{1}{\left(a + m\right)^{2}}"),
    ):
        assert (proof.show(e), proof.show(e, latex=True)) == (text, latex)
