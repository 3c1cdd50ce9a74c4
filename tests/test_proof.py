import copy
import dataclasses
import pickle
from fractions import Fraction
from functools import cache
from types import SimpleNamespace

import mutation
import pytest
import sympy

from perclib import language, proof
from perclib.proof import (
    Claim,
    Fact,
    Hypothesis,
    ProofError,
    T,
    assume,
    cases,
    cauchy_schwarz,
    certificate,
    divide,
    dot,
    eq,
    follows,
    indicator,
    induction,
    inverse,
    k,
    linear,
    mistake,
    no_mistake,
    nonnegative,
    orthonormal,
    root,
    scalars,
    sequences,
    show_claim,
    sqrt,
    square,
    states,
    step,
    substitute,
    sum_up,
    supply,
    suppose,
    t,
    tau,
    total,
    unsquare,
    vectors,
)
from perclib.theorems import Theorem, Witness, derivation

gamma, R, D, Delta, a, b, c = scalars("gamma R D Delta a b c")
y, d = sequences("y d")
u, v = vectors("u v")
w, x = states("w x")
e = orthonormal("e")
W = w[T + 1]
HALF = Fraction(1, 2)
U = (Fraction(3, 5), Fraction(4, 5))


# The theorems of the book, as short as on paper --------------------------------------------------


@cache
def hypotheses():
    return SimpleNamespace(
        start=assume("start", eq(w[1], 0)),
        update=assume("update", eq(w[t + 1], w[t] + y[t] * x[t]), at="mistakes"),
        rest=assume("rest", eq(w[t + 1], w[t]), at="others"),
        wrong=assume("wrong side", y[t] * dot(w[t], x[t]) <= 0, at="mistakes"),
        label=assume("label", eq(y[t] ** 2, 1), at="rounds"),
        margin=assume("margin", y[t] * dot(u, x[t]) >= gamma, at="mistakes"),
        radius=assume("radius", dot(x[t], x[t]) <= R**2, at="mistakes"),
        positive=assume("positive", gamma > 0),
        unit=assume("unit", eq(dot(u, u), 1)),
    )


@cache
def count():
    return induction(k >= 0, rounds=[square(tau[t]), indicator()], label="count")


@cache
def growth():
    h = hypotheses()
    one = follows(
        dot(w[t + 1], w[t + 1]) <= dot(w[t], w[t]) + R**2,
        *(dot(h.update, h.update), h.wrong, h.label, h.radius),
        label="growth",
    )
    start, rest = dot(h.start, h.start), dot(h.rest, h.rest)
    return induction(dot(W, W) <= k * R**2, start=[start], mistakes=[one], others=[rest])


@cache
def block_novikoff():
    h = hypotheses()
    near = follows(
        dot(w[t + 1], u) >= dot(w[t], u) + gamma, dot(h.update, u), h.margin, label="progress"
    )
    start, rest = dot(h.start, u), dot(h.rest, u)
    far = induction(dot(W, u) >= k * gamma, start=[start], mistakes=[near], others=[rest])
    squares = follows(dot(W, u) ** 2 >= k**2 * gamma**2, (far, far), (far, count(), h.positive))
    both = follows(
        k**2 * gamma**2 <= k * R**2 * dot(u, u),
        *(squares, cauchy_schwarz(W, u), (growth(), nonnegative(u))),
    )
    some, none = suppose(k > 0), suppose(k <= 0)
    goal = k * gamma**2 <= R**2 * dot(u, u)
    trivial = follows(goal, (none, square(gamma)), (square(R), nonnegative(u)))
    counted = cases(divide(goal, both, some), trivial)
    return divide(k <= R**2 * dot(u, u) / gamma**2, counted, h.positive, h.positive)


POINTS = {"X": [(2, 0), (0, 2), (2, 0)], "y": [1, 1, 1], "u": U, "gamma": Fraction(6, 5), "R": 2}


def theorem_1():
    return Theorem("Block-Novikoff", block_novikoff(), Witness.perceptron(**POINTS))


def corollary_radius_one():
    data = POINTS | {"X": [(1, 0), (0, 1)], "y": [1, 1], "gamma": Fraction(3, 5)}
    return Theorem("radius 1", substitute(block_novikoff(), {R: 1}), Witness.perceptron(**data))


def corollary_unit():
    h = hypotheses()
    fact = follows(k <= R**2 / gamma**2, block_novikoff(), h.unit, known=[h.positive])
    return Theorem("unit comparator", fact, Witness.perceptron(**POINTS))


def corollary_bias():
    """The learner with bias is the learner without, on the examples (x, 1)."""
    h, beta, one = hypotheses(), sequences("beta"), orthonormal("one")[1]
    lifted = substitute(
        block_novikoff(),
        {w[t]: w[t] + beta[t] * one, x[t]: x[t] + one, u: u + c * one, R: sqrt(R**2 + 1)},
    )
    square_of_radius = root(follows(R**2 + 1 >= 0, square(R)), True)
    zero = assume("bias: start", eq(beta[1], 0))
    moves = assume("bias: update", eq(beta[t + 1], beta[t] + y[t]), at="mistakes")
    stays = assume("bias: rest", eq(beta[t + 1], beta[t]), at="others")
    wrong = assume("wrong side", y[t] * (dot(w[t], x[t]) + beta[t]) <= 0, at="mistakes")
    margin = assume("margin", y[t] * (dot(u, x[t]) + c) >= gamma, at="mistakes")
    lifted = supply(lifted, "start'", h.start, zero)
    lifted = supply(lifted, "update'", h.update, moves)
    lifted = supply(lifted, "rest'", h.rest, stays)
    lifted = supply(lifted, "wrong side'", wrong)
    lifted = supply(lifted, "margin'", margin)
    lifted = supply(lifted, "radius'", h.radius, square_of_radius)
    goal = k <= (R**2 + 1) * (dot(u, u) + c**2) / gamma**2
    fact = follows(goal, lifted, square_of_radius, known=[h.positive])
    data = {"x": [(1,), (-1,)], "y": [1, -1], "w": [(0,), (1,), (2,)], "beta": [0, 1, 0]}
    witness = Witness([True, True], **data, u=(1,), c=0, gamma=1, R=1)
    return Theorem("with bias", fact, witness)


@cache
def slack():
    return SimpleNamespace(
        at_least=assume("slack", d[t] >= gamma - y[t] * dot(u, x[t]), at="rounds"),
        norm=assume("D", eq(D**2, total(d[t] ** 2))),
        D=assume("D >= 0", D >= 0),
        R=assume("R >= 0", R >= 0),
        Delta=assume("Delta", Delta > 0),
    )


@cache
def lifting(index=t):
    """Freund and Schapire: k g^2 Delta^2 <= (R^2 + Delta^2)(Delta^2 |u|^2 + D^2)."""
    h, s, i = hypotheses(), slack(), index
    inside = follows(1 + D**2 / Delta**2 > 0, square(D / Delta, [s.Delta]), known=[s.Delta])
    z, z_positive = sqrt(1 + D**2 / Delta**2), root(inside, False)
    radius_square = root(follows(R**2 + Delta**2 >= 0, square(R), square(Delta)), True)
    lifted = substitute(
        block_novikoff(),
        {
            x[t]: x[t] + Delta * e[i],
            w[t]: w[t] + Delta * total(tau[t] * y[t] * e[i])[t],
            u: u / z + total(y[t] * d[t] * e[i]) / (Delta * z),
            gamma: gamma / z,
            R: sqrt(R**2 + Delta**2),
        },
        known=[z_positive],
    )
    lifted = supply(lifted, "start'", h.start)
    lifted = supply(lifted, "update'", h.update)
    lifted = supply(lifted, "rest'", h.rest)
    if index != t:
        lifted = supply(lifted, "wrong side'", h.wrong)
    lifted = supply(lifted, "radius'", h.radius, radius_square)
    over_z = inverse(z_positive)
    lifted = supply(lifted, "margin'", (s.at_least, over_z), h.label, known=[s.Delta, z_positive])
    lifted = supply(lifted, "positive'", (h.positive, over_z))
    labels = sum_up(follows(eq(y[t] ** 2 * d[t] ** 2, d[t] ** 2), h.label))
    goal = k * gamma**2 * Delta**2 <= (R**2 + Delta**2) * (Delta**2 * dot(u, u) + D**2)
    scaled = (lifted, square(gamma * Delta))
    return follows(goal, scaled, radius_square, labels, s.norm, known=[z_positive, h.positive])


NOISY = {"X": [(1,)] * 3, "y": [1, -1, 1], "u": (1,), "gamma": 1, "d": [0, 2, 0], "D": 2, "R": 1}


def theorem_4():
    h, unit = hypotheses(), hypotheses().unit
    goal = k <= (R**2 + Delta**2) * (1 + D**2 / Delta**2) / gamma**2
    fact = divide(
        goal,
        follows(k * gamma**2 * Delta**2 <= (R**2 + Delta**2) * (Delta**2 + D**2), lifting(), unit),
        *(h.positive, h.positive, slack().Delta, slack().Delta),
    )
    data = NOISY | {"Delta": Fraction(3, 2)}
    return Theorem("Freund-Schapire, any Delta", fact, Witness.perceptron(**data))


def theorem_4_best():
    """Delta^2 = RD; here R, D > 0."""
    h = hypotheses()
    R_, D_ = assume("R > 0", R > 0), assume("D > 0", D > 0)
    product = follows(R * D > 0, (R_, D_))
    best, best_square = root(product, False), root(product, True)
    fact = supply(substitute(lifting(), {Delta: sqrt(R * D)}), "Delta'", best)
    scaled = follows(k * gamma**2 * R * D <= R * D * (R + D) ** 2, fact, best_square, h.unit)
    fact = divide(k <= (R + D) ** 2 / gamma**2, scaled, h.positive, h.positive, R_, D_)
    return Theorem("Freund-Schapire", fact, Witness.perceptron(**NOISY | {"R": 2}))


def certificate_of_the_best():
    """(R^2 + Delta^2)(1 + D^2/Delta^2) - (R + D)^2 is a square."""
    known = [slack().Delta]
    return follows(
        (R**2 + Delta**2) * (1 + D**2 / Delta**2) >= (R + D) ** 2,
        square((Delta**2 - R * D) / Delta, known),
        known=known,
    )


@cache
def reach():
    """<w,u> <= |u| R sqrt(k)."""
    n, s = sqrt(dot(u, u)), slack()
    signs = root(nonnegative(u), False), s.R, root(count(), False)
    squares = follows(
        dot(W, u) ** 2 <= (n * R * sqrt(k)) ** 2,
        *(cauchy_schwarz(W, u), (growth(), nonnegative(u))),
        *(root(nonnegative(u), True), root(count(), True)),
    )
    return unsquare(dot(W, u) <= n * R * sqrt(k), squares, follows(n * R * sqrt(k) >= 0, signs))


def theorem_5():
    """Freund-Schapire without lifting."""
    h, s, f = hypotheses(), slack(), orthonormal("f")
    far = induction(
        dot(W, u) >= k * gamma - total(tau[t] * d[t]),
        start=[dot(h.start, u)],
        mistakes=[dot(h.update, u), s.at_least],
        others=[dot(h.rest, u)],
    )
    squares = follows(
        total(tau[t] * d[t]) ** 2 <= (sqrt(k) * D) ** 2,
        cauchy_schwarz(total(tau[t] * f[t]), total(d[t] * f[t])),
        *(sum_up(indicator()), s.norm, root(count(), True)),
    )
    sign = follows(sqrt(k) * D >= 0, (root(count(), False), s.D))
    lost = unsquare(total(tau[t] * d[t]) <= sqrt(k) * D, squares, sign)
    fact = follows(k * gamma <= sqrt(dot(u, u)) * R * sqrt(k) + sqrt(k) * D, far, reach(), lost)
    return Theorem("Freund-Schapire, second proof", fact, Witness.perceptron(**NOISY))


def theorem_6():
    """Online subgradient descent with step eta on -tau_t y_t <x_t, .>."""
    h, eta = hypotheses(), scalars("eta")
    move = assume("step", eq(w[t + 1], w[t] + eta * tau[t] * y[t] * x[t]), at="rounds")
    shift = follows(eq(w[t + 1] - u, w[t] - u + eta * tau[t] * y[t] * x[t]), move)
    gain, size = tau[t] * y[t] * (dot(u, x[t]) - dot(w[t], x[t])), tau[t] * dot(x[t], x[t])
    begin = follows(eq(w[1] - u, -u), h.start)
    telescope = induction(
        2 * eta * total(gain) <= dot(u, u) - dot(W - u, W - u) + eta**2 * total(size),
        start=[dot(begin, begin)],
        rounds=[dot(shift, shift), indicator(), h.label],
        label="telescope",
    )
    positive = assume("eta", eta > 0)
    fact = divide(
        total(gain) <= dot(u, u) / (2 * eta) + eta / 2 * total(size),
        follows(
            2 * eta * total(gain) <= dot(u, u) + eta**2 * total(size),
            *(telescope, nonnegative(W - u)),
        ),
        follows(2 * eta > 0, positive),
    )
    data = {"x": [(2, 0), (0, 2)], "y": [1, 1], "w": [(0, 0), (1, 0), (1, 1)], "u": U, "eta": HALF}
    return Theorem("regret of OSD", fact, Witness([True, True], **data))


def theorem_6_best():
    """Sum tau_t y_t <x_t,u> <= |u| R sqrt(k), from the regret at the best eta."""
    h, eta = hypotheses(), scalars("eta")
    regret = theorem_6().fact
    scaled = substitute(regret, {w[t]: eta * w[t]})
    moved = assume("update", eq(w[t + 1], w[t] + tau[t] * y[t] * x[t]), at="rounds")
    scaled = supply(scaled, "start'", h.start)
    scaled = supply(scaled, "step'", moved)
    got = total(tau[t] * y[t] * dot(u, x[t]))
    on_mistakes = follows(tau[t] * y[t] * dot(w[t], x[t]) <= 0, mistake(), h.wrong)
    elsewhere = follows(tau[t] * y[t] * dot(w[t], x[t]) <= 0, no_mistake())
    sizes = [
        follows(tau[t] * dot(x[t], x[t]) <= tau[t] * R**2, mistake(), h.radius),
        follows(tau[t] * dot(x[t], x[t]) <= tau[t] * R**2, no_mistake()),
    ]
    positive = assume("eta", eta > 0)
    gains = total(tau[t] * y[t] * (dot(u, x[t]) - eta * dot(w[t], x[t])))
    simple = follows(
        got <= dot(u, u) / (2 * eta) + eta / 2 * k * R**2,
        *(scaled, linear(gains), (sum_up(cases(on_mistakes, elsewhere)), positive)),
        *((sum_up(cases(*sizes)), positive), linear(total(tau[t] * R**2))),
        known=[positive],
    )
    some, u_, R_ = assume("a mistake", k > 0), assume("u", dot(u, u) > 0), assume("R > 0", R > 0)
    n, root_k = sqrt(dot(u, u)), sqrt(k)
    n_, k_ = root(u_, False), root(some, False)
    best = n / (R * root_k)
    rate = follows(best > 0, (n_, inverse(R_), inverse(k_)), known=[R_, k_])
    at_best = supply(substitute(simple, {eta: best}, known=[R_, k_]), "eta'", rate)
    fact = follows(
        got <= n * R * root_k, at_best, root(u_, True), root(some, True), known=[n_, R_, k_]
    )
    data = {"X": [(2, 0), (0, 2), (2, 0), (0, -2)], "y": [1, 1, 1, 1], "u": U, "R": 2}
    witness = Witness.perceptron(**data)
    return Theorem("the best eta", fact, witness)


def lemma_4():
    """From z - a sqrt(z) <= c to z <= c + a^2/2 + a sqrt(a^2/4 + c)."""
    z = scalars("z")
    a_, c_ = assume("a", a >= 0), assume("c", c >= 0)
    small = assume("small", z - a * sqrt(z) <= c)
    sign = assume("z", z >= 0)
    inside = follows(a**2 / 4 + c >= 0, square(a), c_)
    top = sqrt(a**2 / 4 + c)
    half = unsquare(
        sqrt(z) - a / 2 <= top,
        follows((sqrt(z) - a / 2) ** 2 <= top**2, small, root(inside, True), root(sign, True)),
        root(inside, False),
    )
    fact = follows(z <= c + a**2 / 2 + a * top, small, (a_, half))
    return Theorem("Lemma 4", fact, Witness(z=1, a=3, c=4))


THEOREMS = [
    theorem_1,
    corollary_radius_one,
    corollary_unit,
    corollary_bias,
    theorem_4,
    theorem_4_best,
    theorem_5,
    theorem_6,
    theorem_6_best,
    lemma_4,
]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda f: f.__name__)
def test_the_theorem_is_proved(theorem):
    made = theorem()
    assert made.fact.hypotheses
    assert not any(h.local for h in made.fact.hypotheses)


def test_what_the_theorems_say_and_what_they_rest_on():
    h = block_novikoff()
    assert str(h) == (
        "k <= R^2*|u|^2/gamma^2   "
        "[start, update, margin, rest, positive, wrong side, label, radius]"
    )
    assert "k <= (D + R)^2/gamma^2" in str(theorem_4_best())
    assert "k <= (R^2 + 1)*(|u|^2 + c^2)/gamma^2" in str(corollary_bias())
    assert "gamma*k <= D*sqrt(k) + R*sqrt(k)*|u|" in str(theorem_5())
    assert "radius" not in str(theorem_6().fact)


# False proofs ------------------------------------------------------------------------------------


def test_the_bias_that_the_proof_forgets():
    h, bias = hypotheses(), sequences("b")
    wrong = assume("wrong side", y[t] * (dot(w[t], x[t]) + bias[t]) <= 0, at="mistakes")
    with pytest.raises(ProofError, match=r"left over 2\*b\[t\]\*y\[t\]"):
        follows(
            dot(w[t + 1], w[t + 1]) <= dot(w[t], w[t]) + R**2,
            *(dot(h.update, h.update), wrong, h.label, h.radius),
        )


def test_coordinates_indexed_by_example_break_the_lifting():
    shown = sequences("i")
    with pytest.raises(ProofError, match=r"left over .*<e\[i\[t\]\],sum\("):
        lifting(shown[t])


def test_only_a_known_trial_picks_its_term():
    s = scalars("r")
    assert dot(e[t], total(d[t] * e[t])) == d[t]
    assert dot(e[t], total(d[t] * e[t])[t]) == 0
    assert dot(e[t], total(d[t] * e[t])[t + 1]) == d[t]
    assert dot(e[t + 1], e[t]) == 0
    assert dot(total(d[t] * e[t]), total(y[t] * e[t])) == total(y[t] * d[t])
    for unknown in (
        dot(e[s], e[t]),
        dot(e[s], total(d[t] * e[t])),
        dot(e[t], total(d[t] * e[t])[T]),
        dot(total(d[t] * e[t])[t], total(d[t] * e[t])),
        dot(e[T + 1], total(d[t] * e[t])[T + 2]),
    ):
        assert isinstance(unknown, language._Gram)


def test_epsilon_dropped_cases_are_missed():
    """An induction over the mistakes alone proves nothing of the other rounds."""
    h = hypotheses()
    goal = Claim(dot(u, w[t]), ">=", k[t] * gamma)
    base = follows(goal.at(1), dot(h.start, u))
    known = proof.hypothesis("induction", goal)
    one = follows(goal.at(t + 1), known, dot(h.update, u), h.margin, mistake())
    with pytest.raises(ProofError, match="at every round: mistake at t"):
        proof.induct(goal, base, one)


# Each rule, used rightly and wrongly -------------------------------------------------------------

pos_a, pos_b = assume("a", a > 0), assume("b", b > 0)
nonneg_c = assume("c", c >= 0)


def test_a_certificate_adds_up():
    assert certificate(
        Claim(a + c, ">", sympy.Integer(0)),
        ((sympy.Integer(1), (pos_a,)), (sympy.Integer(1), (nonneg_c,))),
    )


@pytest.mark.parametrize(
    ("goal", "terms", "why"),
    [
        (a + c > 1, [(1, (pos_a,)), (1, (nonneg_c,))], "left over -1"),
        (a > c, [(1, (pos_a,)), (-1, (nonneg_c,))], "sign of the multiplier -1"),
        (a * c >= 0, [(a, (nonneg_c,))], "sign of the multiplier a"),
        (c > 0, [(1, (nonneg_c,))], "strict"),
        (a * c > 0, [(1, (pos_a, nonneg_c))], "strict"),
        (a * 0 + c > 0, [(0, (pos_a,)), (1, (nonneg_c,))], "strict"),
        (c / b >= 0, [(1 / b, (assume("c=0", eq(c, 0)),))], "division by b"),
        (a / a**2 * c >= 0, [(1, (nonneg_c,))], "division by a"),
        (sympy.Float(0.5) * a > 0, [(1, (pos_a,))], "Float"),
        (sympy.sqrt(a) > 0, [(1, (pos_a,))], "not a number"),
        (sympy.Symbol("a", real=True) > 0, [(1, (pos_a,))], "not a number"),
        (sympy.pi * a > 0, [(1, (pos_a,))], "not a number"),
    ],
)
def test_a_certificate_is_refused(goal, terms, why):
    goal = Claim(goal.lhs, goal.rel_op, goal.rhs)
    with pytest.raises(ProofError, match=why):
        certificate(goal, tuple((sympy.sympify(w_), facts) for w_, facts in terms))


def test_an_equation_needs_equations():
    with pytest.raises(ProofError, match="equation"):
        certificate(eq(c, 0), ((sympy.Integer(1), (nonneg_c,)),))
    with pytest.raises(ProofError, match="left over"):
        follows(eq(c, 0), nonneg_c, assume("c <= 0", c <= 0))


def test_numbers_and_vectors_do_not_mix():
    double = assume("double", eq(u, 2 * v))
    assert str(follows(eq(a * u, 2 * a * v), double)) == "a*u == 2*a*v   [double]"
    equal = assume("equal", eq(a, b))
    assert follows(eq(a * u, b * u), equal)
    for bad in (lambda: u + a, lambda: u * v, lambda: 1 / u, lambda: u**2):
        with pytest.raises(ProofError):
            assume("bad", Claim(bad(), "==", bad()))
    with pytest.raises(ProofError, match="relation"):
        assume("bad", Claim(u, ">=", v))
    with pytest.raises(ProofError, match="relation"):
        assume("bad", Claim(u, ">=", u))
    with pytest.raises(ProofError, match="not both are vectors"):
        dot(a, u)
    with pytest.raises(ProofError):
        certificate(eq(dot(u, u), 0), ((u / v, (double,)),))


def test_division_needs_a_positive_fact():
    assert str(follows(c / a >= 0, (nonneg_c, inverse(pos_a)))) == "c/a >= 0   [c, a]"
    with pytest.raises(ProofError, match="division by a"):
        proof.hypothesis("h", Claim(1 / a, ">=", c))
    with pytest.raises(ProofError, match="division by a - b"):
        follows(eq((a - b) * c / (a - b) ** 2, c / (a - b)), pos_a, pos_b)
    zero = (a + b) ** 2 - a**2 - 2 * a * b - b**2
    with pytest.raises((ProofError, ZeroDivisionError)):
        follows(eq(c / zero, c / zero), pos_a)
    product = follows(a * b > 0, (pos_a, pos_b))
    assert follows(eq(c * a / a**2, c / a), known=[product])
    with pytest.raises(ProofError, match="division"):
        nonnegative(u / a + a * v)
    with pytest.raises(ProofError, match="no sum"):
        total(1 / d[t])
    with pytest.raises(ProofError, match="division by b"):
        substitute(follows(a + 1 > a, pos_a), {a: 1 / b})


def test_what_is_cancelled_is_positive():
    held = assume("held", a * b >= a * c)
    assert str(divide(b >= c, held, pos_a)) == "b >= c   [held, a]"
    with pytest.raises(ProofError, match="positive"):
        divide(b >= c, held, assume("a >= 0", a >= 0))
    with pytest.raises(ProofError, match="needs more"):
        divide(b > c, held, pos_a)
    with pytest.raises(ProofError, match="needs more"):
        divide(eq(b, c), held, pos_a)
    with pytest.raises(ProofError, match="leaves over"):
        divide(b <= c, held, pos_a)
    with pytest.raises(ProofError, match="leaves over"):
        divide(b >= c, held, pos_b)


def test_roots():
    at_least = assume("at least", c >= 1)
    assert str(root(nonneg_c, True)) == "sqrt(c)^2 == c   [c]"
    assert str(root(pos_a, False)) == "sqrt(a) > 0   [a]"
    assert str(root(nonneg_c, False)) == "sqrt(c) >= 0   [c]"
    assert str(root(at_least, True)) == "sqrt(c - 1)^2 == c - 1   [at least]"
    with pytest.raises(ProofError):
        root(assume("zero", eq(c, 0)), True)
    with pytest.raises(ProofError, match="left over"):
        follows(eq(sqrt(a**2), a), root(square(a), True))
    with pytest.raises(ProofError):
        unsquare(a >= b, assume("squares", a**2 >= b**2), pos_b)
    with pytest.raises(ProofError):
        unsquare(a > b, assume("squares", a**2 >= b**2), pos_a)
    assert unsquare(a > b, assume("squares", a**2 > b**2), pos_a)


def test_cases_are_opposite():
    goal = a * a >= 0
    up, down = suppose(a > 0), suppose(a <= 0)
    one, two = follows(goal, (up, up)), follows(goal, (down, down))
    assert cases(one, two).hypotheses == cases(two, one).hypotheses == ()
    for bad in (suppose(a < 0), suppose(b <= 0), suppose(a >= 0), suppose(a <= -1)):
        with pytest.raises(ProofError, match="opposite"):
            cases(one, _resting(goal, bad))
    with pytest.raises(ProofError, match="opposite"):
        cases(one, one)
    schema = assume("no mistakes", eq(tau[t], 0), at="rounds")
    first = _resting(goal, mistake())
    with pytest.raises(ProofError, match="opposite"):
        cases(first, _resting(goal, schema))
    with pytest.raises(ProofError, match="different"):
        cases(one, follows(b * b >= 0, square(b)))


def _resting(goal, fact):
    """A goal that is true anyway, made to rest on a fact."""
    (term,) = ((sympy.Integer(0), (fact,)),)
    return certificate(proof.claim(goal), ((sympy.Integer(1), (square(a),)), term))


def test_induction_discharges_exactly_its_hypothesis():
    goal = Claim(d[t], ">=", sympy.Integer(0))
    base = assume("first", d[1] >= 0)
    known = proof.hypothesis("induction", goal)
    grows = assume("grows", d[t + 1] >= d[t], at="rounds")
    after = follows(goal.at(t + 1), known, grows)
    done = proof.induct(goal, base, after)
    assert str(done) == "d[T+1] >= 0   [first, grows]"
    assert str(proof.induct(goal, base, after, t)) == "d[t] >= 0   [first, grows]"
    with pytest.raises(ProofError, match="no round of the run"):
        proof.induct(goal, base, after, T + 2)
    with pytest.raises(ProofError, match="round 1"):
        proof.induct(goal, assume("second", d[2] >= 0), after)
    with pytest.raises(ProofError, match=r"t\+1"):
        proof.induct(goal, base, known)
    local = follows(goal.at(t + 1), known, suppose(d[t + 1] >= d[t]))
    with pytest.raises(ProofError, match="every round"):
        proof.induct(goal, base, local)
    with pytest.raises(ProofError, match="every round"):
        proof.induct(goal, follows(d[1] >= 0, suppose(d[t] <= d[1]), suppose(d[t] >= 0)), after)
    other = proof.hypothesis("induction", Claim(d[t], ">=", sympy.Integer(-1)))
    with pytest.raises(ProofError, match="every round"):
        proof.induct(goal, base, follows(goal.at(t + 1), other, suppose(d[t + 1] >= d[t] + 1)))


def test_a_hypothesis_holds_for_the_rounds_it_is_stated_for():
    assert "mistake at t" in str(assume("h", d[t] >= 0, at="mistakes"))
    assert "no mistake at t" in str(assume("h", d[t] >= 0, at="others"))
    with pytest.raises(ProofError, match="at which rounds"):
        assume("h", d[t] >= 0)
    with pytest.raises(ProofError, match="none of"):
        assume("h", d[t] >= 0, at="always")
    with pytest.raises(ProofError, match="every round: mistake"):
        sum_up(assume("h", d[t] >= 0, at="mistakes"))


def test_a_sum_is_taken_term_by_term():
    bound = assume("bound", d[t] <= a, at="rounds")
    summed = follows(total(d[t]) <= a * total(1), sum_up(bound), linear(total(a)))
    assert summed.hypotheses == bound.hypotheses
    with pytest.raises(ProofError):
        follows(total(d[t] ** 2) <= total(d[t]) ** 2, square(d[t]))
    with pytest.raises(ProofError, match="no sum"):
        total(total(d[t])[t])
    with pytest.raises(ProofError, match="no sum"):
        total(d[t] * x[t])


def test_substitution_changes_the_hypotheses_too():
    general = follows(a + 1 > 1, pos_a)
    assert str(substitute(general, {a: b - 1})) == "b > 1   [a']"
    assert substitute(general, {a: b - 1}).hypotheses[0].claim.lhs == b - 1
    schema = assume("schema", d[t] <= a, at="rounds")
    with pytest.raises(ProofError, match="cannot depend on the round"):
        substitute(schema, {a: d[t]})
    for name in (t, T, tau[t], sqrt(a), dot(u, v), k, d[t + 1], e[t], a + b):
        with pytest.raises(ProofError, match="stands for"):
            substitute(schema, {name: b})
    with pytest.raises(ProofError, match="wrong kind"):
        substitute(schema, {a: u})
    with pytest.raises(ProofError, match="wrong kind"):
        substitute(follows(eq(u, u)), {u: a})


def test_a_family_is_not_orthogonal_to_what_is_made_of_it():
    """<v,x> == <x,x> if v = x + e and x is orthogonal to e; but not for x + e in place of x."""
    inside = dot(assume("v", eq(v, x[t] + e[t]), at="rounds"), x[t])
    with pytest.raises(ProofError, match="orthonormal family"):
        substitute(inside, {x[t]: x[t] + e[t]})
    assert substitute(inside, {x[t]: x[t] + orthonormal("f")[t]})


def test_a_hypothesis_is_discharged_by_a_proof_of_it():
    h = hypotheses()
    fact = follows(y[t] ** 4 <= 1, h.label)
    (label,) = fact.hypotheses
    one = assume("one", eq(y[t], 1), at="rounds")
    assert proof.discharge(fact, label, follows(label.claim, one)).hypotheses == one.hypotheses
    some = assume("one", eq(y[t], 1), at="mistakes")
    with pytest.raises(ProofError, match="special case"):
        proof.discharge(fact, label, follows(label.claim, some))
    with pytest.raises(ProofError, match="not what label says"):
        proof.discharge(fact, label, one)
    with pytest.raises(ProofError, match="does not rest on"):
        proof.discharge(fact, one.hypotheses[0], one)
    all_missed = assume("all", eq(tau[t], 1), at="rounds")
    on_mistakes = assume("m", d[t] >= 0, at="mistakes")
    above = assume("d", d[t] >= tau[t], at="rounds")
    kept = supply(on_mistakes, "m", follows(d[t] >= 0, above, all_missed))
    assert "all" in [x_.label for x_ in kept.hypotheses]


# Forgery -----------------------------------------------------------------------------------------


def test_a_fact_is_not_made_by_hand():
    fact = follows(a + 1 > 1, pos_a)
    false = Claim(sympy.Integer(0), ">", sympy.Integer(0))
    with pytest.raises(ProofError):
        Fact(false)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps, dataclasses.replace):
        with pytest.raises((ProofError, TypeError)):
            attempt(fact)
    with pytest.raises(ProofError):
        type("Forged", (Fact,), {"claim": false})
    blank = object.__new__(Fact)
    for use in (lambda: blank.claim, lambda: follows(false, blank), lambda: str(blank)):
        with pytest.raises(ProofError, match="not made by a rule"):
            use()
    for name in ("claim", "hypotheses", "step", "anything"):
        with pytest.raises(AttributeError):
            setattr(fact, name, false)
        with pytest.raises(AttributeError):
            object.__setattr__(fact, name, false)
    with pytest.raises(AttributeError):
        fact.claim.lhs = a
    with pytest.raises(AttributeError):
        object.__setattr__(fact.claim, "lhs", a)
    assert fact.claim._replace(rhs=a) != fact.claim
    assert str(fact) == "a + 1 > 1   [a]"


def test_things_that_look_like_facts_are_refused():
    false = Claim(sympy.Integer(0), ">", sympy.Integer(0))
    fake = SimpleNamespace(claim=false, hypotheses=(), step=None)
    weight = sympy.Integer(1)
    for attempt in (
        lambda: certificate(false, ((weight, (fake,)),)),
        lambda: proof.cancel(Claim(a, ">", b), pos_a, (fake,)),
        lambda: proof.root(fake, False),
        lambda: proof.inner(fake, fake),
        lambda: proof.cases(fake, fake),
        lambda: proof.induct(false, fake, fake),
        lambda: proof.instance(fake, ()),
        lambda: proof.discharge(
            pos_a, pos_a.hypotheses[0], SimpleNamespace(claim=pos_a.claim, hypotheses=())
        ),
        lambda: nonnegative(u / a, (SimpleNamespace(claim=pos_a.claim, hypotheses=()),)),
    ):
        with pytest.raises(ProofError):
            attempt()


def test_claims_that_lie_about_themselves_are_refused():
    class Liar(Claim):
        gap = sympy.Integer(0)
        strict = False

        def at(self, _):
            return Claim(sympy.Integer(0), ">=", sympy.Integer(0))

    lie = Liar(sympy.Integer(-1), ">=", sympy.Integer(0))
    truth = follows(Claim(sympy.Integer(0), ">=", sympy.Integer(0)))
    with pytest.raises(ProofError, match="not a claim"):
        certificate(lie, ())
    with pytest.raises(ProofError, match="not a claim"):
        proof.induct(lie, truth, truth)
    with pytest.raises(ProofError, match="not a claim"):
        proof.induct((sympy.Integer(0), ">", sympy.Integer(1)), truth, truth)

    class Other(Hypothesis):
        claim = truth.claim

    fact = follows(a + 1 > 1, pos_a)
    (h,) = fact.hypotheses
    with pytest.raises(ProofError, match="not what"):
        proof.discharge(fact, Other(*h), truth)


def test_a_claim_that_sympy_has_decided_is_not_a_claim():
    with pytest.raises(ProofError, match="not a claim"):
        follows(sympy.Integer(1) > 0)
    with pytest.raises(ProofError, match="write eq"):
        follows(a == b)


# Theorems that are empty -------------------------------------------------------------------------


def test_an_empty_theorem_is_refused():
    absurd = Claim(sympy.Integer(0), ">", sympy.Integer(0))
    clash = follows(absurd, assume("up", a > 0), assume("down", a < 0))
    for value in (-1, 0, 1):
        with pytest.raises(ProofError, match="the witness violates"):
            Theorem("empty", clash, Witness(a=value))
    with pytest.raises(ProofError, match="no value for a"):
        Theorem("empty", clash, Witness())


def test_a_mistake_in_every_round_forever_is_no_theorem():
    """Hypotheses that no finite run can meet have no witness."""
    always = assume("always", eq(tau[t], 1), at="rounds")
    never = assume("never", eq(tau[t], 0), at="rounds")
    with pytest.raises(ProofError, match="no mistake"):
        Theorem("quiet", sum_up(never), Witness([False, False]))
    absurd = follows(Claim(sympy.Integer(0), ">", sympy.Integer(0)), always, never)
    for mistakes in ([True], [False], [True, False]):
        with pytest.raises(ProofError, match=r"the witness|no mistake"):
            Theorem("empty", absurd, Witness(mistakes))
    assert Theorem("every round", sum_up(always), Witness([True, True]))
    with pytest.raises(ProofError, match="violates always at round 2"):
        Theorem("every round", sum_up(always), Witness([True, False]))


def test_the_witness_meets_every_hypothesis():
    fact = block_novikoff()
    for change, label in [
        ({"gamma": 2}, "margin at round 1"),
        ({"gamma": -1}, "positive"),
        ({"R": 1}, "radius at round 1"),
        ({"w": [(0, 0)] * 4}, "update at round 1"),
        ({"w": [(1, 0)] * 4}, "start"),
    ]:
        with pytest.raises(ProofError, match=f"violates {label}"):
            Theorem("Block-Novikoff", fact, Witness.perceptron(**POINTS | change))
    same = follows(a + b > 0, assume("h", a > 0), assume("h", b > 0))
    with pytest.raises(ProofError, match="same label"):
        Theorem("labels", same, Witness(a=1, b=1))


def test_a_lemma_about_one_round_needs_such_a_round():
    h = hypotheses()
    lemma = follows(dot(w[t + 1], u) >= dot(w[t], u) + gamma, dot(h.update, u), h.margin)
    assert Theorem("progress", lemma, Witness.perceptron(**POINTS))
    with pytest.raises(ProofError, match="no mistake"):
        Theorem("progress", lemma, Witness([False], **POINTS, x=[(2, 0)], w=[(0, 0), (0, 0)]))


# Display -----------------------------------------------------------------------------------------


def test_a_fact_reads_as_the_text_has_it():
    h = hypotheses()
    fact = follows(
        dot(w[t + 1], u) >= dot(w[t], u) + gamma, dot(h.update, u), h.margin, label="progress"
    )
    assert str(fact) == "progress: <u,w[t+1]> >= <u,w[t]> + gamma   [update, margin; mistake at t]"
    assert fact._repr_latex_() == (
        r"$\displaystyle \text{progress: }"
        r"\langle u,w_{t+1}\rangle \ge \langle u,w_{t}\rangle + \gamma"
        r"\qquad[\text{update, margin; mistake at t}]$"
    )
    assert show_claim(claim_of(total(d[t] ** 2) <= D**2), latex=True) == (
        r"\sum_{s=1}^{T} d_{s}^{2} \le D^{2}"
    )
    assert show_claim(claim_of(sqrt(dot(u, u)) * sqrt(k) >= 0), latex=True) == (
        r"\sqrt{k} \lVert u\rVert \ge 0"
    )
    assert str(step("named", square(a))) == "named: a^2 >= 0"


def claim_of(relation):
    return proof.claim(relation)


def test_a_theorem_shows_its_proof():
    text = repr(theorem_1())
    assert "update: w[t+1] == w[t] + y[t]*x[t] (at every mistake)" in text
    assert "progress: <u,w[t+1]> >= <u,w[t]> + gamma (update, margin)" in text
    page = theorem_1()._repr_markdown_()
    assert r"- margin: $y_{t} \langle u,x_{t}\rangle \ge \gamma$ (at every mistake)" in page
    assert page.startswith(r"**Theorem (Block-Novikoff).** $k \le")


# From outside: mutants and z3 --------------------------------------------------------------------


def facts():
    return [theorem().fact for theorem in THEOREMS] + [certificate_of_the_best()]


def test_every_mutant_is_rejected_or_true(capsys):
    report = mutation.mutate(facts())
    with capsys.disabled():
        print(f"\n{report.steps} steps: {report[1:4]} mutants, rejected, accepted and true")
    assert not report.wrong
    assert report.mutants > 5000
    assert report.rejected > 0.8 * report.mutants


def test_z3_proves_every_finite_step():
    report = mutation.reprove(facts())
    assert not report.refuted
    assert len(report.undecided) <= 2
    assert report.proved > 100


def test_a_broken_checker_is_caught(monkeypatch):
    fact = derivation(block_novikoff())
    growth_step = next(f for f in fact if str(f).startswith("growth"))
    monkeypatch.setattr(proof, "_is_zero", lambda _: True)
    assert mutation.mutate([growth_step]).wrong


def test_the_order_of_the_output_does_not_depend_on_hashes():
    """Labels come in the order of first use, terms in the order of the printer."""
    assert [h.label for h in block_novikoff().hypotheses] == [
        *("start", "update", "margin", "rest", "positive", "wrong side", "label", "radius")
    ]
