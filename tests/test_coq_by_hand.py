"""What the kernel cannot say is proved by hand in Coq: each file of ``book/coq`` compiles."""

import re
from pathlib import Path

import coq
import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXTS = coq.texts_of(ROOT / "book/coq")
HEAD = re.compile(r"\(\* checks: ([\w -]+) \*\)\n\(\* [A-Z].*?\. \*\)\nRequire", re.DOTALL)

# A false statement for each theorem: a hypothesis weakened, or a stronger claim.
FAULTS = [
    ("Adversary", "Adversary", "output learner x y t <= 0", "output learner x y t < 0"),
    ("Adversary", "LowerBound", "((R + D) / gamma) ^ 2)", "((R + D) / gamma) ^ 2 + 1)"),
    ("Adversary", "Separated", "R ^ 2 / gamma ^ 2)", "R ^ 2 / gamma ^ 2 + 1)"),
    ("Adversary", "HingeLower", "INR n <= B ^ 2 ", "INR n <= B ^ 2 + 1 "),
    ("Adversary", "Fooled", "<= INR T / 2", "< INR T / 2"),
    ("Adversary", "CoinFloor", "1 / 2 * sqrt (INR T)", "sqrt (INR T)"),
    ("Duality", "Duality", "z <> zero ->", "z = z ->"),
    ("Duality", "Scale", "norm u <= norm w", "norm u < norm w"),
    ("HingeConvex", "HingeConvex", "<-> y * f >= 1", "<-> y * f > 1"),
    ("HingeFamily", "HingeFamily", "k > B ^ 2 -> (k", "k > 0 -> (k"),
    ("HingeFamily", "Closed", "(B + sqrt L) ^ 2", "(B + 2 * sqrt L) ^ 2"),
    ("NoLift", "NoLift", "10 * INR n * eps ^ 2 <= 1", "10 * INR n * eps ^ 2 <= 2"),
    ("Passes", "AfterAnyClean", "(j <= i)%nat", "(j <= S i)%nat"),
    ("Passes", "Passes", "gamma > 0", "gamma >= 0"),
    ("Runs", "Runs", "eta > 0", "eta >= 0"),
    ("Runs", "StartsAtZero", "eta > 0", "eta >= 0"),
    ("Runs", "Strict", "(⟨w t, x t⟩ + b t) < 0", "(⟨w t, x t⟩ + b t) <= 0"),
    ("Runs", "SameMistakes", "(1 <= j <= T)%nat -> ⟨x i, e j⟩", "(1 <= j < T)%nat -> ⟨x i, e j⟩"),
    ("Runs", "TotalLoss", "1 / 2 * (sum", "(sum"),
    ("Samples", "Samples", "= variance / INR N", "= variance"),
    ("Samples", "Flattered", "(1 <= N)%nat", "(0 <= N)%nat"),
    ("Samples", "Honest", "probabilities P", "forall p z, In (p, z) P -> p >= 0"),
    ("Shuffle", "Shuffle", "eta < 1", "eta < 2"),
    ("Subgradient", "Subgradient", "g = (- (s * y)) ⊙ x", "g = (s * y) ⊙ x"),
    ("Tangent", "Tangent", "q > 1 ->", "q >= 1 ->"),
    ("Tangent", "Price", "q > 1 ->", "q >= 1 ->"),
    ("Update", "Update", "(j < n + 1)%nat)", "(j < n)%nat)"),
    ("Update", "Difference", "- 2 * ⟨x, x⟩", "- ⟨x, x⟩"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


@coq.needed
def test_coq_accepts_them(folder):
    coq.judge_all(folder, TEXTS)


@coq.needed
@pytest.mark.parametrize(("name", "theorem", "said", "false"), FAULTS)
def test_coq_refuses_what_is_false(folder, name, theorem, said, false):
    """Coq reads the false statement, and refuses its proof."""
    before, start, after = TEXTS[name].partition(f"Theorem {theorem}\n")
    statement, proof, rest = after.partition("Proof")
    assert statement.count(said) == 1
    stated = before + start + statement.replace(said, false)
    with pytest.raises(coq.RefusedError) as refused:
        coq.compiled(folder, name, stated + proof + rest.partition("Qed.\n")[0] + "Qed.\n")
    line = re.search(r"line (\d+), characters [\d-]+:\s+Error", str(refused.value))
    assert int(line[1]) > stated.count("\n")


@pytest.mark.parametrize("name", TEXTS)
def test_each_says_what_it_checks(name):
    """The first line names labels of the chapters; the sentence after it is for the page."""
    labels = HEAD.match(TEXTS[name])[1].split()
    chapters = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "notebooks").glob("*.md"))
    for label in labels:
        assert f":label: {label}\n" in chapters or f"$$ ({label})\n" in chapters


def test_each_theorem_has_a_false_statement():
    stated = [(n, s) for n in TEXTS for s in re.findall(r"^Theorem (\w+)", TEXTS[n], re.MULTILINE)]
    assert [(n, s) for n, s, *_ in FAULTS] == stated
