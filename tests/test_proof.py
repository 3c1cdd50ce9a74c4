"""Around the kernel: formulas, proofs, what is found and what is not, theorems, and display."""

import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest
import sympy
from fuzzer import Fuzzer
from model import InexactError, Model

from perclib.proof import Claim, Proof, ProofError, Theorem, Witness, kernel
from perclib.proof.display import fact_card, show, show_claim, show_fact
from perclib.proof.kernel import ONE, ZERO, normal, tree
from perclib.proof.terms import Letters
from perclib.proof.theorems import sign

POINTS = {"X": [(2, 0), (0, 2), (2, 0), (2, 0)], "y": [1, -1, 1, 1]}
BOUND = {"R": 2, "gamma": Fraction(6, 5), "u": (Fraction(3, 5), Fraction(-4, 5))}


@pytest.fixture
def letters():
    return Letters(numbers="a b", vectors="u v", states="w x", sequences="y", families="e")


@pytest.fixture
def proof():
    return Proof(numbers="a b c", vectors="u v", states="w x", sequences="y d", families="e")


def novikoff():
    p = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y")
    p.assume("start", "w[1] == 0")
    p.assume("update", "w[t+1] == w[t] + y[t]*x[t]", at="mistakes")
    p.assume("rest", "w[t+1] == w[t]", at="others")
    p.assume("margin", "y[t]*(u @ x[t]) >= gamma", at="mistakes")
    p.step("progress", "u @ w[t+1] >= u @ w[t] + gamma", "update", "margin")
    p.induction("far", "u @ w[T+1] >= k*gamma", "start", "progress", "rest")
    return p


# Formulas --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "named"),
    [
        ("z >= 0", "z"),
        ("a + z[t] >= 0", "z"),
        ("w >= 0", "w"),
        ("y >= 0", "y"),
        ("a[t] >= 0", "a"),
        ("a >= 0.5", "0.5"),
        ("a >= 'b'", "'b'"),
        ("a", ">="),
        ("a != b", ">="),
        ("a >= b >= 0", ">="),
        ("a in b", ">="),
        ("y[t+s] >= 0", "t + s"),
        ("y[a] >= 0", "a"),
        ("y[2*t] >= 0", "2 * t"),
        ("y[1/a] >= 0", "1 / a"),
        ("y[t:] >= 0", "t:"),
        ("sum(y[s], t) >= 0", "t"),
        ("sum(y[s], s <= t) >= 0", "s <= t"),
        ("sum(y[s], t < s) >= 0", "t < s"),
        ("max(a, b) >= 0", "max(a, b)"),
        ("abs(a) >= 0", "abs(a)"),
        ("a.b >= 0", "a.b"),
        ("a if b else a >= 0", ">="),
        ("lambda: a", ">="),
        ("(a, b) >= 0", "(a, b)"),
        ("a % b >= 0", "a % b"),
        ("a // b >= 0", "a // b"),
        ("+a >= 0", "+a"),
        ("not a >= 0", ">="),
        ("a >= True", "True"),
        ("sqrt(a, b) >= 0", "sqrt(a, b)"),
        ("(a >= 0) >= 0", "a >= 0"),
        ("a >=", "syntax"),
        ("__import__('os') >= 0", "__import__"),
        ("a >= None", "None"),
        ("[a] >= 0", "[a]"),
    ],
)
def test_a_formula_that_cannot_be_said_is_refused_by_name(letters, formula, named):
    with pytest.raises(ProofError) as refusal:
        letters.claim(formula)
    assert named in str(refusal.value)
    assert formula in str(refusal.value)


@pytest.mark.parametrize(
    "formula",
    [
        "u >= 0",
        "u + a >= 0",
        "u @ a == 0",
        "u*v == v",
        "u**2 >= 0",
        "sqrt(u) >= 0",
        "y[s] >= 0",
        "s >= 1",
        "sum(y[t]) >= 0",
        "sum(sum(y[t])) >= 0",
        "a == u",
        "u/v == u",
        "y[t+99] >= 0",
        "a**99 >= 0",
        "e[t] == 1",
    ],
)
def test_a_claim_that_means_nothing_is_refused_by_the_proof(proof, formula):
    with pytest.raises(ProofError):
        proof.assume("h", formula, at="rounds")


@pytest.mark.parametrize("name", ["t", "T", "s", "k", "tau", "a", "1a", "a-b", "a[t]"])
def test_a_letter_is_new_and_a_name(name):
    with pytest.raises(ProofError):
        Letters(numbers="a " + name)


def test_letters_have_kinds():
    with pytest.raises(ProofError, match="functions is none of"):
        Letters(functions="f")
    for kinds in ({"numbers": "a a"}, {"numbers": "a", "vectors": "a"}):
        with pytest.raises(ProofError, match="a has a meaning already"):
            Letters(**kinds)


def test_formulas_mean_what_they_say(letters):
    t, y = ("t", 0), ("seq", "y", "t", 0)
    assert letters.term("y[t]") == y
    assert letters.term("y[t-1]") == ("seq", "y", "t", -1)
    assert letters.term("sum(y[s], s < t)") == ("sum", ("seq", "y", "s", 0), *t)
    assert letters.term("2*y[t+1]/3") == (
        "*",
        Fraction(2),
        ("seq", "y", "t", 1),
        ("inv", Fraction(3)),
    )
    assert letters.term("a**2") == ("^", ("var", "a"), 2)
    assert letters.term("a**-2") == ("inv", ("^", ("var", "a"), 2))
    assert letters.term("norm(u)") == ("root", ("dot", ("vec", "u"), ("vec", "u")))
    assert letters.term("k[t]") == ("sum", ("flag", "tau", "s", 0), *t)
    assert letters.claim("w[1] == 0").rhs == ("zero",)
    letters.let("m[t]", "y[t]*(u @ x[t])")
    assert letters.term("m[1]") == letters.term("y[1]*(u @ x[1])")
    for name, formula in (("m[t]", "a"), ("a", "b"), ("n[s]", "a"), ("n[", "a")):
        with pytest.raises(ProofError):
            letters.let(name, formula)


# Proofs ----------------------------------------------------------------------------------------


def test_labels_are_unique_and_known(proof):
    proof.assume("h", "a >= 0")
    for again in (
        lambda: proof.assume("h", "b >= 0"),
        lambda: proof.step("h", "a >= 0", "h"),
        lambda: proof.induction("h", "k >= 0"),
    ):
        with pytest.raises(ProofError, match="h already"):
            again()
    with pytest.raises(ProofError, match="nothing is none of h"):
        proof.step("s", "a >= 0", "nothing")
    with pytest.raises(ProofError, match="label"):
        proof.assume("", "a >= 0")


def test_a_hypothesis_says_at_which_rounds_it_is(proof):
    with pytest.raises(ProofError, match="at which rounds"):
        proof.assume("h", "y[t] >= 0")
    for bad in ("mistake", "round", "tau = 2", "sigma", "sigma=1", "t"):
        with pytest.raises(ProofError):
            proof.assume("h", "y[t] >= 0", at=bad)
    proof.letters.add(flags="sigma")
    rounds = {
        "rounds": ("rounds",),
        "mistakes": ("tau", 1),
        "others": ("tau", 0),
        "sigma = 1": ("sigma", 1),
    }
    for at, said in rounds.items():
        fact = proof.assume(at, "y[t] >= 0", at=at)
        assert fact.hypotheses[0].rounds == said


def test_a_step_is_found(proof):
    proof.assume("a", "a > 0")
    proof.assume("b", "b >= 0")
    proof.assume("c", "a*c >= a*b")
    proof.assume("d", "a**2 <= b**2")
    for label, claim, *because in (
        ("sum", "a + b > 0", "a", "b"),
        ("product", "a*b + a**2 > 0", "a", "b"),
        ("quotient", "b/a >= 0", "a", "b"),
        ("cancelled", "c >= b", "c", "a"),
        ("unsquared", "a <= b", "d", "a", "b"),
        ("root", "sqrt(a)**2 == a", "a"),
        ("quotient is one", "a/a == 1", "a"),
        ("square", "2*a*b <= a**2 + b**2", "square: a - b"),
        ("Cauchy", "(u @ v)**2 <= (u @ u)*(v @ v)", "Cauchy-Schwarz: u, v"),
        ("round", "t - 1 >= 0", "round"),
        ("identity", "(a + b)**2 == a**2 + 2*a*b + b**2"),
    ):
        assert proof.step(label, claim, *because) is proof[label]


@pytest.mark.parametrize(
    ("claim", "because"),
    [
        ("a >= 1", ["a"]),
        ("b > 0", ["b"]),
        ("a*b > 0", ["a", "b"]),
        ("a/a == 1", []),
        ("a == b", ["a", "b"]),
        ("a <= b", ["d"]),
        ("c >= b", ["c"]),
        ("sqrt(b)**2 == b", []),
        ("c/c == 1", ["a", "b"]),
        ("a - b > 0", ["a", "b"]),
        ("u @ v <= (u @ u)*(v @ v)", ["Cauchy-Schwarz: u, v"]),
        ("t >= 2", ["round"]),
    ],
)
def test_what_does_not_follow_is_refused(proof, claim, because):
    proof.assume("a", "a > 0")
    proof.assume("b", "b >= 0")
    proof.assume("c", "a*c >= a*b")
    proof.assume("d", "a**2 <= b**2")
    with pytest.raises(ProofError, match="wrong: "):
        proof.step("wrong", claim, *because)
    assert "wrong" not in proof.facts


def test_the_message_says_what_is_left_over():
    p = novikoff()
    with pytest.raises(ProofError, match="left over"):
        p.step("much", "u @ w[t+1] >= u @ w[t] + 2*gamma", "update", "margin")
    with pytest.raises(ProofError, match="round 1"):
        p.induction("later", "u @ w[T+1] >= k*gamma + 1", "start", "progress", "rest")
    with pytest.raises(ProofError, match=r"tau\[t\] == 0"):
        p.induction("no rest", "u @ w[T+1] >= k*gamma", "start", "progress")


def test_hints_and_splits(proof):
    proof.assume("a", "a >= 1")
    proof.assume("b", "b >= 1")
    proof.step("hinted", "a*b >= a + b - 1", "a", "b", hint="a * b")
    with pytest.raises(ProofError, match="left over"):
        proof.step("wrong", "a*b >= a + b", "a", "b", hint="a * b")
    with pytest.raises(ProofError, match="none of"):
        proof.step("unknown", "a*b >= 1", "a", "b", hint="a * nothing")
    fact = proof.step("split", "c**2 >= 0", split="c > 0")
    assert not fact.hypotheses
    with pytest.raises(ProofError):
        proof.step("split wrong", "c >= 0", split="c > 0")


def test_an_induction_has_one_of_two_ends(proof):
    with pytest.raises(ProofError, match="the end T"):
        proof.induction("count", "k[t] >= 0", end="T")


@pytest.mark.parametrize("end", ["t", "T+1"])
def test_an_induction_ends_where_it_says(proof, end):
    fact = proof.induction("count", "k[t] >= 0", end=end)
    assert fact.claim == proof.letters.claim(f"k[{end}] >= 0")


def test_a_fact_is_applied_to_something_else(proof):
    p = novikoff()
    proof.letters.add(numbers="gamma")
    proof.assume("start", "x[1] == 0")
    names = {"w[t]": "x[t]", "x[t]": "w[t]"}
    proof.assume("update", "x[t+1] == x[t] + y[t]*w[t]", at="mistakes")
    proof.assume("rest", "x[t+1] == x[t]", at="others")
    with pytest.raises(ProofError, match="margin"):
        proof.apply("two", p["far"], {**names, "gamma": "2*gamma"}, "start", "update", "rest")
    proof.assume("margin", "y[t]*(u @ w[t]) >= 2*gamma", at="mistakes")
    fact = proof.apply(
        "one", p["far"], {**names, "gamma": "2*gamma"}, "start", "update", "rest", "margin"
    )
    assert {h.label for h in fact.hypotheses} == {"start", "update", "rest", "margin"}
    with pytest.raises(ProofError, match="speaks of no c"):
        proof.apply("three", p["far"], {"c": "a"})


# Theorems --------------------------------------------------------------------------------------


def test_a_theorem_has_a_name_a_fact_and_a_witness():
    p = novikoff()
    theorem = p.theorem("far", "far", Witness.perceptron(**POINTS, **BOUND))
    assert "Theorem (far)" in repr(theorem)
    assert repr(theorem).splitlines()[-1].strip().startswith("far: <u,w[T+1]> >=")
    labels = [label for label, _, _ in theorem.lines()]
    assert len(set(labels)) == len(labels)
    for fake in (p["far"].step, p["far"].claim, "far", None):
        with pytest.raises(ProofError, match="only a Fact"):
            Theorem("fake", fake, Witness())


def test_an_empty_theorem_is_refused(proof):
    proof.assume("one", "a >= 1")
    proof.assume("none", "a <= 0")
    proof.step("absurd", "0 >= 1", "one", "none")
    for a in (0, 1, 2, Fraction(1, 2)):
        with pytest.raises(ProofError, match=r"the witness violates (one|none)"):
            proof.theorem("empty", "absurd", Witness(a=a))


@pytest.mark.parametrize("flags", [[2], [0, 5], [1.0], ["yes"], [None], [Fraction(1)]], ids=repr)
def test_flags_are_zeros_and_ones(flags):
    with pytest.raises(ProofError, match="True or False"):
        Witness(flags)


def test_other_flags_are_zeros_and_ones_as_well(proof):
    proof.letters.add(flags="sigma")
    proof.assume("h", "y[t] >= 0", at="sigma = 1")
    proof.induction("sum", "sum(sigma[s]*y[s]) >= 0", "h", flag="sigma")
    assert proof.theorem("sum", "sum", Witness([1, 1], sigma=[1, 0], y=[2, -1]))
    with pytest.raises(ProofError):
        proof.theorem("index", "sum", Witness([1, 1], sigma=[2, 2], y=[-2, -1]))


def test_a_witness_has_a_round_of_every_kind(proof):
    p = novikoff()
    assert p.theorem("far", "far", Witness.perceptron(**POINTS, **BOUND))
    first = {"X": POINTS["X"][:1], "y": [1]}
    with pytest.raises(ProofError, match="no round that rest speaks of"):
        p.theorem("far", "far", Witness.perceptron(**first, **BOUND))
    with pytest.raises(ProofError, match="no round"):
        p.theorem(
            "far", "far", Witness([0, 0], w=[(0,)] * 3, x=[(1,)] * 2, y=[1, 1], u=(1,), gamma=1)
        )
    proof.assume("every", "a >= 0", at="rounds")
    with pytest.raises(ProofError, match="no round that every speaks of"):
        proof.theorem("none", "every", Witness(a=1))


def test_a_witness_has_a_value_for_every_name(proof):
    proof.assume("h", "a + sum(y[s]) >= 0")
    for values in ({}, {"a": 1}, {"y": [1, 1]}, {"a": 1, "y": [1]}):
        with pytest.raises(ProofError, match="the witness has no"):
            proof.theorem("h", "h", Witness([1, 0], **values))


def test_a_witness_violates_a_hypothesis_at_a_round(proof):
    proof.assume("h", "y[t] >= 0", at="rounds")
    with pytest.raises(ProofError, match="violates h at round 2"):
        proof.theorem("h", "h", Witness([0, 1], y=[1, -1]))
    fact = proof["h"]
    assert proof.theorem("h", fact, Witness([0, 1], y=[1, 0]))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (sympy.sqrt(10**300 + 1) - 10**150, 1),
        (10**150 - sympy.sqrt(10**300 + 1), -1),
        (sympy.sqrt(10**300) - 10**150, 0),
        (sympy.sqrt(8) - 2 * sympy.sqrt(2), 0),
        (sympy.sqrt(2) + sympy.sqrt(3) - sympy.sqrt(5 + 2 * sympy.sqrt(6)), 0),
        (Fraction(-1, 3), -1),
        (sympy.sqrt(2) + sympy.sqrt(3) - sympy.sqrt(10), -1),
        (sympy.Integer(0), 0),
        (sympy.Rational(1, 3), 1),
        (sympy.root(2, 3) - sympy.Rational(63, 50), -1),
        (sympy.sqrt(10**60 + 1) - sympy.sqrt(10**60), 1),
    ],
    ids=lambda n: str(n)[:12],
)
def test_signs_of_algebraic_numbers_are_exact(number, expected):
    assert sign(number) == expected


def test_division_by_what_may_be_zero(proof):
    proof.assume("h", "b/a >= 1")
    with pytest.raises(ProofError, match="a is divided by, and could be zero"):
        proof.theorem("h", "h", Witness(a=1, b=2))
    proof.assume("a", "a > 0")
    proof.step("both", "b/a >= 1 - a", "h", "a")
    assert proof.theorem("both", "both", Witness(a=1, b=2))


@pytest.mark.parametrize(
    ("claim", "at", "divisor"),
    [
        ("sum(y[s]/d[s]) >= a", "", "d[t]"),  # under a sum
        ("y[t]/d[t] >= a", "rounds", "d[t]"),
        ("b/a >= 0", "", "a"),  # in a hypothesis, not in the claim
    ],
)
def test_division_in_sums_and_hypotheses(proof, claim, at, divisor):
    proof.assume("h", claim, at=at)
    data = Witness([True], a=1, b=1, y=[1], d=[1])

    def rests_on(*labels):
        facts = tuple((ZERO, (proof[label],)) for label in labels)
        return kernel.certificate(
            kernel.axiom("last round").claim, ((ONE, (kernel.axiom("last round"),)), *facts)
        )

    with pytest.raises(ProofError, match=re.escape(f"{divisor} is divided by")):
        Theorem("h", rests_on("h"), data)
    proof.assume("positive", f"{divisor} > 0", at="rounds" if "t" in divisor else "")
    assert Theorem("h", rests_on("h", "positive"), data)


A, T = ("var", "a"), ("round", "T", 0)
SIGMA, TAU = ("flag", "sigma", "T", 0), ("flag", "tau", "T", 0)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("lhs", "op", "rhs", "data", "said"),
    [
        (T, "<=", ZERO, lambda: Witness(a=5), "the witness has none"),
        (SIGMA, "==", HALF, lambda: Witness([1], a=5, sigma=[HALF]), "sigma is 0 or 1"),
        (TAU, "==", HALF, lambda: Witness([1], a=5, tau=[HALF]), "tau, the flags"),
        (
            ("vec", "u"),
            "==",
            ("unit", "e", "", 1),
            lambda: Witness([1], a=5, u={("e", 1): 1}),
            "u is made of integers and fractions",
        ),
        (("*", ONE * 4, ("var", "b")), "==", ZERO, lambda: Witness(a=5, b=np.int64(2**62)), "h"),
        (("var", "b"), "==", ZERO, lambda: Witness(a=5, b=0.0), "b is made of integers"),
        (
            ONE,
            "==",
            ZERO,
            type("Yes", (Witness,), {"holds": lambda *_: True}),
            "a Witness is needed",
        ),
    ],
    ids=["no round", "flag", "mistakes", "unit", "numpy", "float", "subclass"],
)
def test_a_witness_does_not_deceive(lhs, op, rhs, data, said):
    """Each hypothesis contradicts what the kernel knows, so that anything follows from it."""
    impossible = kernel.hypothesis("h", Claim(lhs, op, rhs))
    five = kernel.hypothesis("five", Claim(A, ">=", Fraction(5)))
    weight = ("zero",) if kernel.kind(lhs) == "vector" else ZERO
    fact = kernel.certificate(five.claim, ((ONE, (five,)), (weight, (impossible,))))
    with pytest.raises(ProofError, match=said):
        Theorem("anything", fact, data())


class Liar(Fraction):
    """5 when it is first looked at, and 0 afterwards."""

    seen = 0

    @property
    def numerator(self):
        type(self).seen += 1
        return 5 if self.seen == 1 else 0


def test_a_witness_is_read_once():
    five = kernel.hypothesis("five", Claim(A, ">=", Fraction(5)))
    none = kernel.hypothesis("none", Claim(A, "<=", ZERO))
    fact = kernel.certificate(five.claim, ((ONE, (five,)), (ZERO, (none,))))
    with pytest.raises(ProofError, match="violates none"):
        Theorem("both", fact, Witness(a=Liar(5)))


def test_a_sum_beyond_the_last_round_does_not_divide():
    y = ("seq", "y", "s", 0)
    positive = kernel.hypothesis("positive", Claim(("seq", "y", "t", 0), ">", ZERO), ("rounds",))
    total = ("sum", ("*", y, ("inv", y)), "T", 2)
    square = kernel.instance(kernel.axiom("square"), ((("var", "a"), total),))
    fact = kernel.certificate(square.claim, ((ONE, (square,)), (ZERO, (positive,))))
    with pytest.raises(ProofError, match="after round T"):
        Theorem("beyond", fact, Witness([1], y=[1, 0]))


def test_two_things_of_one_name():
    flag, number = ("flag", "y", "t", 0), ("seq", "y", "t", 0)
    h = kernel.hypothesis("h", Claim(number, ">=", ONE), ("rounds",))
    fact = kernel.certificate(Claim(("^", flag, 2), "<=", flag), ((ZERO, (h,)),))
    with pytest.raises(ProofError, match="two things are called y"):
        Theorem("two", fact, Witness([1], y=[1]))


def test_a_theorem_that_is_refused_has_no_name(proof):
    proof.assume("a", "a >= 0")
    with pytest.raises(ProofError):
        proof.theorem("Riemann", "a", Witness(a=-1))
    proof.step("later", "a + 1 > 0", "a")
    assert proof.theorem("later", "later", Witness(a=1)).rests_on() == []


def test_the_lines_of_a_proof_are_its_own():
    """What is applied from another proof lends no line, but its name, if it is a theorem."""
    p = Proof(numbers="c")
    p.assume("c", "c >= 0")
    p.step("first", "2*c >= 0", "c")
    p.step("second", "3*c >= 0", "first")
    other = Proof(numbers="a")
    other.assume("a", "a >= 0")
    other.apply("first", p["second"], {"c": "a"}, "a")
    other.step("end", "4*a >= 0", "first")
    theorem = other.theorem("end", "end", Witness(a=1))
    assert [(label, why) for label, _, why in theorem.lines()] == [("first", "a"), ("end", "first")]
    p.theorem("thrice", "second", Witness(c=1))
    assert theorem.lines()[0][2] == "a, thrice"


def test_hypotheses_are_listed_as_they_were_assumed(proof):
    proof.assume("last used", "c >= 0")
    proof.assume("first used", "a >= 0")
    proof.step("sum", "a + c >= 0", "first used", "last used")
    theorem = proof.theorem("sum", "sum", Witness(a=1, c=1))
    assert [h.label for h in theorem.hypotheses] == ["last used", "first used"]


def test_a_theorem_does_not_rest_on_a_special_case(proof):
    fact = proof.step("case", "a >= 0", "suppose: a > y[t]", "suppose: y[t] >= 0")
    with pytest.raises(ProofError, match="special case"):
        Theorem("case", fact, Witness([1], a=1, y=[0]))


# A judge of the judge --------------------------------------------------------------------------


def test_witnesses_and_models_agree():
    """Two evaluations written apart from each other, on what both can evaluate."""
    fuzzer, compared = Fuzzer(seed=7), 0
    fuzzer.random = Random("both")
    for n in range(60):
        model = Model(f"both {n}")
        rounds = range(1, model.rounds + 3)
        values = {name: model.named("var", name) for name in "abc"}
        values |= {name: [model.named("seq", name, i) for i in rounds] for name in "ydz"}
        flags = {
            name: [int(model.named("flag", name, i)) for i in rounds] for name in ("tau", "sigma")
        }
        line = lambda v, d=model.dimension: tuple(v.get(("", j), ZERO) for j in range(d))  # noqa: E731 - used here only
        values |= {name: line(model.named("vec", name)) for name in "uv"}
        values |= {name: [line(model.named("state", name, i)) for i in rounds] for name in "wx"}
        witness = Witness(
            [bool(m) for m in flags["tau"][: model.rounds]], **values, sigma=flags["sigma"]
        )
        witness.values["tau"] = flags["tau"]
        for _ in range(12):
            e = fuzzer.number(2)
            for t in range(1, model.rounds + 1):
                try:
                    expected = model.value(e, t)
                    found = witness.value(e, t)
                except (InexactError, ProofError):  # a root, or a name before the first round
                    continue
                assert found == expected, (e, t, model)
                compared += 1
    assert compared > 300


# Display ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("latex", [False, True])
def test_different_terms_print_differently(latex):
    fuzzer, printed = Fuzzer(seed=3), {}
    fuzzer.random = Random("print")
    for n in range(4000):
        e = fuzzer.vector(1) if n % 4 == 0 else fuzzer.number(n % 3)
        try:
            key = kernel.kind(e), tuple(sorted(normal(e).items()))
        except ProofError:
            continue
        text = show(e, latex)
        other, known = printed.setdefault(text, (e, key))
        assert key == known, f"{text} is {e} and {other}"
    assert len(printed) > 1500


def test_near_things_print_differently():
    a, b, t = ("var", "a"), ("var", "b"), ("t", 0)
    y = ("seq", "y", *t)
    near = [
        ("power", a, Fraction(2)),
        ("^", a, 2),
        ("*", a, b),
        ("*", a, ("inv", b)),
        ("inv", ("*", a, b)),
        ("*", ("inv", a), b),
        ("+", a, b),
        ("+", a, ("*", -ONE, b)),
        ("^", ("+", a, b), 2),
        ("+", a, ("^", b, 2)),
        ("^", ("*", -ONE, a), 2),
        ("*", -ONE, ("^", a, 2)),
        ("power", a, b),
        ("power", a, ("+", b, ONE)),
        ("+", ("power", a, b), ONE),
        ("^", ("inv", a), 3),
        ("root", a),
        ("root", ("^", a, 2)),
        ("dot", ("vec", "a"), ("vec", "b")),
        ("dot", ("vec", "a"), ("vec", "a")),
        ("root", ("dot", ("vec", "a"), ("vec", "a"))),
        y,
        ("seq", "y", "t", 1),
        ("+", y, ONE),
        ("seq", "y", "", 1),
        ("sum", ("flag", "tau", "s", 0), "T", 1),
        ("sum", ("flag", "tau", "s", 0), *t),
        ("sum", ("flag", "sigma", "s", 0), "T", 1),
        ("sum", ("+", ONE, ("seq", "y", "s", 0)), "T", 1),
        ("+", ("sum", ONE, "T", 1), ("seq", "y", "T", 0)),
        ("round", *t),
        ("round", "T", 0),
        ("round", "t", 1),
        Fraction(1, 2),
        Fraction(-1, 2),
        ("*", Fraction(1, 2), a),
        ("^", Fraction(1, 2), 3),
        ("^", Fraction(-2), 2),
        ("*", -ONE, Fraction(4)),
        ("power", ("power", a, b), b),
        ("power", a, ("power", b, b)),
        ("inv", ("inv", a)),
        ("inv", ("+", a, b)),
        ("+", ("inv", a), b),
    ]
    for latex in (False, True):
        printed = {}
        for e in near:
            text = show(e, latex)
            other = printed.setdefault(text, e)
            assert normal(other) == normal(e), text


def test_a_print_names_every_hypothesis(proof):
    hs = [
        proof.assume("one", "a >= 0"),
        proof.assume("two words", "b >= 0"),
        proof.assume("rounds", "y[t] >= 0", at="rounds"),
        proof.assume("m", "d[t] >= 0", at="mistakes"),
    ]
    given = [
        *hs,
        kernel.hypothesis("one", Claim(("var", "c"), ">=", ZERO)),
        kernel.hypothesis("", Claim(("var", "c"), ">", ONE)),
        kernel.hypothesis("mistake at t", Claim(("var", "b"), ">", ONE)),
        kernel.hypothesis("; x]", Claim(("var", "b"), ">", Fraction(2))),
        kernel.hypothesis(" ", Claim(("var", "b"), ">", Fraction(3))),
    ]
    fact = kernel.certificate(Claim(ZERO, ">=", ZERO), tuple((ZERO, (f,)) for f in given))
    for text in (show_fact(fact), fact_card(fact)):
        for said in ("two words", "rounds", "m", "c", "mistake at t"):
            assert said in text
    plain = show_fact(fact)
    for said in ("a >= 0", "c >= 0", "c > 1", "b > 1", "b > 2", "b > 3"):
        assert said in plain
    listed = plain[plain.index("[") + 1 : -1]
    assert len(fact.hypotheses) == 10  # with the mistake that m is stated for
    assert (
        len([x for x in listed.replace("; x]", "").replace(";", ",").split(",") if x.strip()]) >= 10
    )


def test_equal_labels_are_told_apart():
    facts = [kernel.hypothesis("h", Claim(("var", n), ">=", ZERO)) for n in "ab"]
    fact = kernel.certificate(Claim(ZERO, ">=", ZERO), tuple((ZERO, (f,)) for f in facts))
    assert show_fact(fact) == "0 >= 0   [a >= 0, b >= 0]"


def test_claims_print_with_their_relation():
    a, b = ("var", "a"), ("var", "b")
    for latex in (False, True):
        assert len({show_claim(Claim(a, op, b), latex) for op in (">=", ">", "<=", "<", "==")}) == 5


def test_a_normal_form_prints_as_what_it_is():
    e = ("+", ("^", ("+", ("var", "a"), ("var", "b")), 2), ("*", -ONE, ("^", ("var", "b"), 2)))
    assert normal(tree(normal(e))) == normal(e)
    assert show(tree(normal(e))).count("a") == 3
