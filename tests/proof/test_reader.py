"""What is written is read as it is meant, and what is printed is read back as what it was."""

from fractions import Fraction
from itertools import islice
from operator import eq, ge, gt, le, lt
from random import Random

import pytest
import reader
from fuzzer import Fuzzer
from model import InexactError, Model

from prover import Proof, display, kernel
from prover.display import fact_card, show_claim, show_fact
from prover.kernel import Claim, Hypothesis, ProofError
from prover.terms import Letters
from runs import proof_runs

# Printed, and read back --------------------------------------------------------------------------


def claims(seed, n):
    """Random claims about all that the kernel can say."""
    square = ("dot", ("vec", "u"), ("vec", "u"))
    fuzzer, found = Fuzzer(seed=0), [kernel.Claim(("root", square), ">=", square)]
    fuzzer.random = Random(f"print {seed}")
    while len(found) < n:
        claim = fuzzer.claim()
        try:
            kernel.check(claim)
        except ProofError:
            continue
        found.append(claim)
    return found


def is_read_back(claim, latex):
    """Whether what is printed of a claim is read as that claim."""
    text = show_claim(claim, latex)
    try:
        return reader.same(reader.read_claim(text, reader.kinds_of(claim), latex), claim)
    except (AssertionError, KeyError, ProofError):
        return False


@pytest.mark.parametrize("latex", [False, True], ids=["text", "LaTeX"])
def test_what_is_printed_of_a_claim_is_the_claim(latex):
    for claim in claims(1, 2500):
        assert is_read_back(claim, latex), (claim, show_claim(claim, latex))


def test_what_is_printed_of_a_fact_names_what_it_rests_on():
    for _, fact in islice(Fuzzer(seed=4).run(), 1200):
        text, card = show_fact(fact), fact_card(fact)
        said, _, rests = text.partition("   [")
        kinds = reader.kinds_of(fact.claim)
        assert reader.same(reader.read_claim(said, kinds), fact.claim)
        claim = card.partition("$")[2].partition("$\n")[0]
        assert reader.same(reader.read_claim(claim, kinds, True), fact.claim)
        names = display.names_of(fact.hypotheses)
        assert len(names) == len(fact.hypotheses)
        assert all(name in rests for name in names.values())
        for family in display.families_in_words(fact):
            assert f"{family} orthonormal" in rests
            assert f"{family} orthonormal" in card


@pytest.mark.parametrize("chapter", proof_runs.chapters())
def test_every_theorem_of_the_book_is_what_is_printed_of_it(chapter):
    """Its claim, its hypotheses with their rounds, its families and the lines of its proof."""
    for proof in proof_runs.proofs_of(chapter).files:
        for one in (one for one in proof["files"] if "main" in one):
            holds_against(one["printed"], one["theorem"], one["says"])


def holds_against(shown, theorem, says):
    """What is printed of a theorem, as text and as LaTeX, is what its facts said in that run."""
    words = {"Claim": Claim, "Hypothesis": Hypothesis, "Fraction": Fraction}
    main, rests, listed, lines_of, families_of = eval(says, words)
    every, stated = [*lines_of, main], [main, *(h.claim for h in rests)]
    kinds = reader.kinds_of(*every, *stated)
    for latex, text in ((False, shown["text/plain"]), (True, shown["text/markdown"])):
        name, claim, hypotheses, families, lines = reader.read_theorem(text, kinds, latex)
        assert name == theorem
        assert reader.same(claim, main)
        assert list(hypotheses) == [h.label for h in listed]
        assert {*listed} == {*rests}
        for h in rests:
            said, rounds = hypotheses[h.label]
            assert rounds == h.rounds
            assert reader.same(said, h.claim)
        assert families == families_of
        stands = reader.kinds_of(*stated)
        assert set(families) == {name for name in stands if stands[name] == "unit"}
        printed = [reader.read_claim(line, kinds, latex) for line in lines]
        assert reader.same(printed[-1], main)
        for line in printed:
            assert any(reader.same(line, c) for c in every)


# Written, and meant ------------------------------------------------------------------------------


class Vector(dict):
    """A vector by its coordinates, for Python's own operators."""

    def __add__(self, other):
        return Vector({j: self.get(j, 0) + other.get(j, 0) for j in {**self, **other}})

    def __sub__(self, other):
        return self + other * -1

    def __mul__(self, number):
        return Vector({j: number * x for j, x in self.items()})

    def __neg__(self):
        return self * -1

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(x * other.get(j, 0) for j, x in self.items())


class Row:
    """What goes with the rounds."""

    def __init__(self, of):
        self.of = of

    def __getitem__(self, i):
        return self.of(i)


class Formulas:
    """Random formulas: as a proof writes them, and as Python reads them."""

    def __init__(self, seed):
        self.random = Random(f"formula {seed}")

    def pick(self, *choices):
        return self.random.choice(choices)

    def round(self, free):
        return self.pick(
            free, free, f"{free}+1", f"{free}+2", f"{free}-1", "1", "2", "T", "T-1", "T+1"
        )

    def number(self, depth, free="t"):
        leaf = self.pick(
            "a", "b", "2", "3", f"y[{self.round(free)}]", f"tau[{self.round(free)}]", free
        )
        if depth == 0:
            return leaf, leaf
        (p, q), (r, u) = self.number(depth - 1, free), self.number(depth - 1, free)
        (v, w), (x, z) = self.vector(depth - 1, free), self.vector(depth - 1, free)
        summand, body = self.number(depth - 1, "s")
        end = self.round(free)
        return self.pick(
            (f"{p} + {r}", f"{q} + {u}"),
            (f"{p} - ({r})", f"{q} - ({u})"),
            (f"({p})*({r})", f"({q})*({u})"),
            (f"-({p})", f"-({q})"),
            (f"({p})/({r})", f"quotient({q}, {u})"),
            (f"({p})**2", f"({q})**2"),
            (f"({p})**-1", f"quotient(1, {q})"),
            (f"({v}) @ ({x})", f"({w}) @ ({z})"),
            (f"norm({v})**2", f"({w}) @ ({w})"),
            (f"sum({summand}, s < {end})", f"total(lambda s: {body}, {end})"),
            (f"sum({summand})", f"total(lambda s: {body}, T + 1)"),
            (f"k[{end}]", f"total(lambda s: tau[s], {end})"),
            ("k", "total(lambda s: tau[s], T + 1)"),
            (leaf, leaf),
        )

    def vector(self, depth, free="t"):
        leaf = self.pick("u", "v", f"w[{self.round(free)}]")
        if depth == 0:
            return leaf, leaf
        (v, w), (x, z) = self.vector(depth - 1, free), self.vector(depth - 1, free)
        p, q = self.number(depth - 1, free)
        return self.pick(
            (f"{v} + {x}", f"{w} + {z}"),
            (f"{v} - ({x})", f"{w} - ({z})"),
            (f"({p})*({v})", f"({q})*({w})"),
            (f"-({v})", f"-({w})"),
            (leaf, leaf),
        )


def names(model, t):
    """Give Python the values of a model at round t."""
    scope = {name: Fraction(model.named("var", name)) for name in "ab"}
    scope |= {name: Vector(model.named("vec", name)) for name in "uv"}
    scope["y"] = Row(lambda i: Fraction(model.named("seq", "y", i)))
    scope["tau"] = Row(lambda i: Fraction(model.named("flag", "tau", i)))
    scope["w"] = Row(lambda i: Vector(model.named("state", "w", i)))
    scope["total"] = lambda body, end: sum((body(s) for s in range(1, end)), Fraction(0))
    scope["quotient"] = lambda p, q: Fraction(p) / q if q else Fraction(0)
    return scope | {"t": t, "T": model.rounds, "s": None}


RELATIONS = {">=": ge, ">": gt, "<=": le, "<": lt, "==": eq}


def disagreements(n):
    """Count the random claims that a proof reads otherwise than Python does."""
    formulas, found = Formulas(1), 0
    for i in range(n):
        letters = Letters(numbers="a b", vectors="u v", sequences="y", states="w")
        letters.let("m[t]", "y[t]*(u @ w[t]) + a")
        (left, p), (right, q) = formulas.number(2), formulas.number(1)
        op, model = formulas.pick(*RELATIONS), Model(f"formula {i}")
        shift = formulas.pick("t", "t+1")
        left, p = f"{left} + m[{shift}]", f"{p} + y[{shift}]*(u @ w[{shift}]) + a"
        for t in range(1, model.rounds + 1):
            scope = names(model, t)
            meant = RELATIONS[op](eval(p, scope), eval(q, scope))
            try:
                claim = letters.claim(f"{left} {op} {right}")
                kernel.check(claim)
                # the square of a norm, which need not be rational, as the inner product it is
                sides = (reader.plain(claim.lhs), reader.plain(claim.rhs))
                found += model.holds(kernel.Claim(sides[0], claim.op, sides[1]), t) != meant
            except (InexactError, ProofError):  # too large, or a sum that speaks of t
                continue
    return found


def test_formulas_mean_what_python_means():
    assert disagreements(1500) == 0


def test_a_proof_reads_its_rounds():
    words = {"rounds": "at every round", "mistakes": "at every mistake"}
    words |= {"others": "at every other round", "sigma = 1": "where sigma[t] = 1"}
    proof = Proof(numbers="a", sequences="y", flags="sigma")
    model = Model("rounds")
    for at, said in words.items():
        (h, *_) = proof.assume(f"h {at}", "y[t] >= a", at=at).hypotheses
        assert display.rounds_in_words(h) == said
        assert reader.rounds_of(said) == h.rounds
        flags = {"mistakes": ("tau", 1), "others": ("tau", 0), "sigma = 1": ("sigma", 1)}
        rounds = range(1, model.rounds + 1)
        if at in flags:
            name, value = flags[at]
            rounds = [r for r in rounds if model.named("flag", name, r) == value]
        low = all(model.named("seq", "y", r) >= model.named("var", "a") for r in rounds)
        assert model.assumes(h, 1) == low
