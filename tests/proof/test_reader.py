"""What is written is read as it is meant, and what is printed is read back as what it was."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
import reader
from fuzzer import Fuzzer

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

A, B, U, V = ("var", "a"), ("var", "b"), ("vec", "u"), ("vec", "v")
MINUS, Y, TAU = Fraction(-1), ("seq", "y", "s", 0), ("flag", "tau", "s", 0)
MARGIN = ("*", ("seq", "y", "t", 1), ("dot", U, ("state", "w", "t", 1)))
MEANT = {
    "a + 2*b": ("+", A, ("*", Fraction(2), B)),
    "a - (b - a)": ("+", A, ("*", MINUS, B), A),
    "-(a*b)**2": ("*", MINUS, ("^", ("*", A, B), 2)),
    "a/b + b**-1": ("+", ("*", A, ("inv", B)), ("inv", B)),
    "a/(a + b)": ("*", A, ("inv", ("+", A, B))),
    "(u - 2*v) @ v": ("dot", ("+", U, ("*", Fraction(-2), V)), V),
    "u @ -v": ("dot", U, ("*", MINUS, V)),
    "norm(u + v)": ("root", ("dot", ("+", U, V), ("+", U, V))),
    "sqrt(a) * a**b": ("*", ("root", A), ("power", A, B)),
    "t*T": ("*", ("round", "t", 0), ("round", "T", 0)),
    "y[1] - tau[t-1]": ("+", ("seq", "y", "", 1), ("*", MINUS, ("flag", "tau", "t", -1))),
    "w[t+2] @ w[T-1]": ("dot", ("state", "w", "t", 2), ("state", "w", "T", -1)),
    "k": ("sum", TAU, "T", 1),
    "k[t+1]": ("sum", TAU, "t", 1),
    "sum(y[s])": ("sum", Y, "T", 1),
    "sum(a*y[s], s < t)": ("*", A, ("sum", Y, "t", 0)),
    "sum(sum(y[s], s < s+1))": ("sum", ("sum", Y, "s", 1), "T", 1),
    "m[t+1]": ("+", MARGIN, A),
}


@pytest.mark.parametrize("formula", MEANT)
def test_a_formula_is_what_is_meant(formula):
    letters = Letters(numbers="a b", vectors="u v", sequences="y", states="w")
    letters.let("m[t]", "y[t]*(u @ w[t]) + a")
    for op in (">=", ">", "<=", "<", "=="):
        claim = letters.claim(f"{formula} {op} b")
        assert reader.same(claim, Claim(MEANT[formula], op, B))


@pytest.mark.parametrize(
    ("at", "said", "rounds"),
    [
        ("rounds", "at every round", ("rounds",)),
        ("mistakes", "at every mistake", ("tau", 1)),
        ("others", "at every other round", ("tau", 0)),
        ("sigma = 1", "where sigma[t] = 1", ("sigma", 1)),
    ],
)
def test_a_proof_reads_its_rounds(at, said, rounds):
    proof = Proof(numbers="a", sequences="y", flags="sigma")
    h = proof.assume("h", "y[t] >= a", at=at).hypotheses[0]
    assert h.rounds == reader.rounds_of(said) == rounds
    assert display.rounds_in_words(h) == said
