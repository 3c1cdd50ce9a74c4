"""Around the kernel: formulas, proofs, what is found and what is not, theorems, and display."""

import re
from fractions import Fraction
from random import Random
from types import MappingProxyType

import numpy as np
import pytest
import sympy
from fuzzer import Fuzzer
from model import InexactError, Model

from prover import Claim, Proof, ProofError, Theorem, Witness, facts, kernel
from prover.display import show
from prover.kernel import ONE, ZERO
from prover.terms import Letters
from prover.theorems import sign

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
        ("w >= 0", "w"),
        ("a[t] >= 0", "a"),
        ("a >= 0.5", "0.5"),
        ("a", ">="),
        ("a >= b >= 0", ">="),
        ("y[t+s] >= 0", "t + s"),
        ("y[2*t] >= 0", "2 * t"),
        ("sum(y[s], t) >= 0", "t"),
        ("sum(y[s], s <= t) >= 0", "s <= t"),
        ("max(a, b) >= 0", "max(a, b)"),
        ("a % b >= 0", "a % b"),
        ("a >= True", "True"),
        ("sqrt(a, b) >= 0", "sqrt(a, b)"),
        ("a >=", "syntax"),
    ],
)
def test_a_formula_that_cannot_be_said_is_refused_by_name(letters, formula, named):
    with pytest.raises(ProofError) as refusal:
        letters.claim(formula)
    assert named in str(refusal.value)
    assert formula in str(refusal.value)


def test_a_letter_is_new_and_a_name(letters):
    for names in ({"numbers": "c t"}, {"numbers": "c 1a"}, {"numbers": "c c"}, {"functions": "f"}):
        with pytest.raises(ProofError, match=r"no term|a meaning already|functions is none of"):
            Letters(**names)
    letters.let("m[t]", "y[t]*(u @ x[t])")
    assert letters.term("m[1]") == letters.term("y[1]*(u @ x[1])")
    for name, formula in (("m[t]", "a"), ("a", "b"), ("n[s]", "a")):
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
    with pytest.raises(ProofError, match=r"say at=.rounds"):
        proof.assume("h", "y[t] >= 0")
    for bad in ("mistake", "tau = 2", "sigma", "sigma=1"):
        with pytest.raises(ProofError):
            proof.assume("h", "y[t] >= 0", at=bad)


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


def test_an_induction_ends_where_it_says(proof):
    for end in ("t", "T+1"):
        fact = proof.induction(f"count to {end[0]}", "k[t] >= 0", end=end)
        assert fact.claim == proof.letters.claim(f"k[{end}] >= 0")
    with pytest.raises(ProofError, match="an induction ends at"):
        proof.induction("count", "k[t] >= 0", end="T")


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


def test_a_theorem_is_of_a_fact_that_supposes_nothing_of_one_round(proof):
    fact = proof.step("case", "a >= 0", "suppose: a > y[t]", "suppose: y[t] >= 0")
    with pytest.raises(ProofError, match="special case"):
        Theorem("case", fact, Witness([1], a=1, y=[0]))
    for fake in (fact.step, "case", None):
        with pytest.raises(ProofError, match="only a Fact"):
            Theorem("fake", fake, Witness())


def test_an_empty_theorem_is_refused(proof):
    proof.assume("one", "a >= 1")
    proof.assume("none", "a <= 0")
    proof.step("absurd", "0 >= 1", "one", "none")
    for a in (0, 1, 2, Fraction(1, 2)):
        with pytest.raises(ProofError, match=r"the witness violates (one|none)"):
            proof.theorem("empty", "absurd", Witness(a=a))


def test_a_witness_has_a_round_of_every_kind(proof):
    p = novikoff()
    assert p.theorem("far", "far", Witness.perceptron(**POINTS, **BOUND))
    each = {"X": [(2, 0, 0), (0, 2, 0), (0, 0, 2)], "y": [1] * 3}  # each a mistake
    with pytest.raises(ProofError, match="no round that rest speaks of"):
        p.theorem("far", "far", Witness.perceptron(**each, u=(1, 1, 1), gamma=2))
    with pytest.raises(ProofError, match="no round"):
        p.theorem(
            "far", "far", Witness([0] * 3, w=[(0,)] * 4, x=[(1,)] * 3, y=[1] * 3, u=(1,), gamma=1)
        )
    proof.assume("every", "a >= 0", at="rounds")
    with pytest.raises(ProofError, match="no round that every speaks of"):
        proof.theorem("none", "every", Witness(a=1))


def test_a_witness_has_a_value_for_every_name(proof):
    proof.assume("h", "a + sum(y[s]) >= 0")
    for values in ({}, {"a": 1}, {"y": [1, 1]}, {"a": 1, "y": [1]}):
        with pytest.raises(ProofError, match="the witness has no"):
            proof.theorem("h", "h", Witness([1, 0], **values))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (sympy.sqrt(10**300 + 1) - 10**150, 1),
        (10**150 - sympy.sqrt(10**300 + 1), -1),
        (sympy.sqrt(8) - 2 * sympy.sqrt(2), 0),
        (sympy.sqrt(2) + sympy.sqrt(3) - sympy.sqrt(5 + 2 * sympy.sqrt(6)), 0),
        (Fraction(-1, 3), -1),
        (sympy.root(2, 3) - sympy.Rational(63, 50), -1),
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
    data = Witness([True] * 2, a=1, b=1, y=[1, 1], d=[1, 1])

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
B, U, UNIT, HALF = ("var", "b"), ("vec", "u"), ("unit", "e", "", 1), Fraction(1, 2)


class Yes(Witness):
    """It says that all holds."""

    def holds(self, *_):
        return True


@pytest.mark.parametrize(
    ("lhs", "op", "rhs", "data", "said"),
    [
        (T, "<=", ZERO, lambda: Witness(a=5), "the witness has 0"),
        (SIGMA, "==", HALF, lambda: Witness([1] * 2, a=5, sigma=[HALF] * 2), "sigma is 0 or 1"),
        (TAU, "==", HALF, lambda: Witness([1] * 2, a=5, tau=[HALF] * 2), "give the flags"),
        (TAU, "==", HALF, lambda: Witness([2] * 2, a=5), "True or False"),
        (U, "==", UNIT, lambda: Witness([1], a=5, u={("e", 1): 1}), "u is made of integers"),
        (("*", ONE * 4, B), "==", ZERO, lambda: Witness(a=5, b=np.int64(2**62)), "h"),
        (B, "==", ZERO, lambda: Witness(a=5, b=0.0), "b is made of integers"),
        (ONE, "==", ZERO, Yes, "a Witness is needed"),
    ],
    ids=["no round", "flag", "mistakes", "two", "unit", "numpy", "float", "subclass"],
)
def test_a_witness_does_not_deceive(lhs, op, rhs, data, said):
    """Each hypothesis contradicts what the kernel knows, so that anything follows from it."""
    impossible = kernel.hypothesis("h", Claim(lhs, op, rhs))
    five = kernel.hypothesis("five", Claim(A, ">=", Fraction(5)))
    weight = ("zero",) if kernel.kind(lhs) == "vector" else ZERO
    fact = kernel.certificate(five.claim, ((ONE, (five,)), (weight, (impossible,))))
    with pytest.raises(ProofError, match=said):
        Theorem("anything", fact, data())


def test_a_sum_beyond_the_last_round_does_not_divide():
    y = ("seq", "y", "s", 0)
    positive = kernel.hypothesis("positive", Claim(("seq", "y", "t", 0), ">", ZERO), ("rounds",))
    total = ("sum", ("*", y, ("inv", y)), "T", 2)
    square = kernel.instance(kernel.axiom("square"), ((("var", "a"), total),))
    fact = kernel.certificate(square.claim, ((ONE, (square,)), (ZERO, (positive,))))
    with pytest.raises(ProofError, match="after round T"):
        Theorem("beyond", fact, Witness([1, 1], y=[1, 1, 0]))


def test_hypotheses_are_listed_as_they_were_assumed(proof):
    proof.assume("last used", "c >= 0")
    proof.assume("first used", "a >= 0")
    proof.step("sum", "a + c >= 0", "first used", "last used")
    theorem = proof.theorem("sum", "sum", Witness(a=1, c=1))
    assert [h.label for h in theorem.hypotheses] == ["last used", "first used"]


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
        line = lambda v, d=model.dimension: tuple(v.get(("", j), ZERO) for j in range(d))
        values |= {name: line(model.named("vec", name)) for name in "uv"}
        values |= {name: [line(model.named("state", name, i)) for i in rounds] for name in "wx"}
        witness = Witness(
            [bool(m) for m in flags["tau"][: model.rounds]], **values, sigma=flags["sigma"]
        )
        beyond = MappingProxyType({**witness.values, "tau": flags["tau"]})
        object.__setattr__(witness, "values", beyond)
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


# Attacks on theorems -----------------------------------------------------------------------------


def test_a_witness_has_algebraic_numbers():
    root = [1 / sympy.sqrt(n) for n in (1, 2, 3, 4)]
    p = Proof(numbers="c", sequences="eta")
    p.assume("c", "c > 0")
    p.assume("schedule", "eta[t] == c/sqrt(t)", at="rounds")
    p.assume("falls", "eta[t+1] <= eta[t]", at="rounds")
    p.step("square", "eta[t]**2 == c**2/t", "schedule", "c", "round")
    p.step("falling", "eta[t]**2 <= c**2 + eta[t] - eta[t+1]", "square", "falls", "c", "round")
    assert p.theorem("falling", "falling", Witness([1] * 3, c=1, eta=root))
    for n, wrong in enumerate((2, Fraction(7, 10), root[2] + Fraction(1, 10**30))):
        eta = [*root[:n], wrong, *root[n + 1 :]]
        with pytest.raises(ProofError, match=f"violates (schedule|falls) at round {n + 1}"):
            p.theorem("falling", "falling", Witness([1] * 3, c=1, eta=eta))


@pytest.mark.parametrize(
    "number",
    [sympy.pi, sympy.sqrt(-2), sympy.Float(0.5), sympy.Symbol("a"), sympy.oo, 0.5, "sqrt(2)"],
    ids=str,
)
def test_a_witness_has_no_other_numbers(number):
    for value in (number, [(1, number)]):
        with pytest.raises(ProofError, match="a is made of"):
            Witness(a=value)


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


@pytest.mark.parametrize(
    ("claim", "least"),
    [("y[t] >= 0", 2), ("y[t+1] >= 0", 3), ("y[t+2] >= y[t]", 4), ("y[t] >= y[t-1]", 3)],
)
def test_a_witness_has_a_round_after_the_next(proof, claim, least):
    proof.assume("h", claim, at="rounds")
    fact = proof["h"]
    for n in range(1, least):
        with pytest.raises(ProofError, match=f"has {n}, where {least} are needed"):
            proof.theorem("h", fact, Witness([1] * n, y=[1] * 9))
    if "-1" not in claim:  # before the first round a witness has no values
        assert proof.theorem("h", fact, Witness([1] * least, y=[1] * 9))


def test_a_theorem_and_its_witness_cannot_be_changed():
    witness = Witness.perceptron(**POINTS, **BOUND)
    theorem = novikoff().theorem("far", "far", witness)
    for thing, name in (
        *((theorem, x) for x in ("hypotheses", "fact", "name", "divisors", "lines", "witness")),
        *((witness, x) for x in ("holds", "value", "values", "rounds")),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, name)
    with pytest.raises(TypeError):
        witness.values["gamma"] = ZERO
    with pytest.raises(TypeError):
        theorem.divisors[A] = None
    assert type(theorem.hypotheses) is tuple


@pytest.mark.parametrize(
    ("premises", "claim", "said"),
    [
        (("q < 0",), "0**q <= 0", "q is an exponent"),
        (("q >= 0", "a >= 0"), "a**q >= 0", "q is an exponent"),
        (("q > 0",), "a**q >= 0", "a has a power taken, and could be negative"),
        (("q > 0", "sqrt(a) >= q"), "sqrt(a) >= 0", "a has a root taken, and could be negative"),
        (("q > 0", "a >= 0"), "sqrt(a - q) >= 0", "a - q has a root taken"),
        (("q > 1", "a >= 0"), "a**(q - 2) >= 0", "q - 2 is an exponent"),
        (("q > 1", "sum(y[s]**q) >= a"), "0 <= q", "y[t] has a power taken"),
    ],
)
def test_what_is_read_otherwise_than_it_is_printed(premises, claim, said):
    p = Proof(numbers="a q", sequences="y")
    for n, premise in enumerate(premises):
        p.assume(f"h{n}", premise)
    line = p.step("line", claim, *(f"h{n}" for n in range(len(premises))))
    used = tuple((ZERO, (p[f"h{n}"],)) for n in range(len(premises)))
    fact = kernel.certificate(line.claim, ((ONE, (line,)), *used))
    with pytest.raises(ProofError, match=re.escape(said)):
        p.theorem("power", fact, Witness([1] * 3, a=1, q=1, y=[1] * 3))


@pytest.mark.parametrize(
    "label",
    ["h\n", "h: a >= 1", "h; mistake at t", "[h]", "$h$", " h", "<b>h</b>", "`h`", "h *) (*"],
)
def test_labels_are_words(proof, label):
    fact = proof.assume("h", "a >= 0")
    for use in (
        lambda: proof.assume(label, "a >= 0"),
        lambda: proof.step(label, "a**2 >= 0"),
        lambda: Theorem("h", kernel.hypothesis(label, fact.claim), Witness(a=1)),
        lambda: Theorem(label, fact, Witness(a=1)),
    ):
        with pytest.raises(ProofError, match="words"):
            use()


@pytest.mark.parametrize("latex", [False, True])
def test_names_print_differently(latex):
    names = """a A a1 a_1 a11 a1_1 a_11 a__1 a_ _a a_b ab a_bc abc a_prime aprime a__prime alpha
        alpha1 alpha_1 Alpha alpha_ lambda_ lambda lam ell l tau1 tau_1 x12 x1_2 x_12 prime a_Prime
        mathrm a_alpha aalpha k1 k_1 _ __ sqrt power norm sum""".split()
    assert len({show(("var", name), latex) for name in names}) == len(names)


def test_a_theorem_is_printed_as_the_kernel_has_it():
    """Not as it was kept for the search, which foreign code may have changed."""
    proof = Proof(numbers="a")
    proof.assume("a", "a >= 0")
    fact = proof.step("twice", "2*a >= a", "a")
    theorem = proof.theorem("Twice", "twice", Witness(a=1))
    before = repr(theorem)
    facts.claim_of(fact).lhs[1]._numerator = 7
    assert repr(theorem) == before
    assert repr(proof.theorem("Again", "twice", Witness(a=1))).startswith(
        "Theorem (Again). 2*a >= a"
    )
