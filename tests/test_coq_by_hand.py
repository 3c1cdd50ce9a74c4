"""What the kernel cannot say is proved by hand in Coq: each file of ``book/coq`` compiles."""

import re
from pathlib import Path

import coq
import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {p.stem: p.read_text(encoding="utf-8") for p in sorted((ROOT / "book/coq").glob("*.v"))}
HEAD = re.compile(r"\(\* checks: ([\w -]+) \*\)\n\(\* [A-Z].*?\. \*\)\nRequire", re.DOTALL)

# A false statement for each: a hypothesis that is left out or weakened, or a stronger claim.
FAULTS = [
    ("Passes", "(positive : gamma > 0)", "(positive : gamma >= 0)"),
    ("Passes", "y * ⟨u, x⟩ >= gamma)", "y * ⟨u, x⟩ >= - gamma)"),
    ("Passes", "exists j, INR j <= R ^ 2 *", "exists j, INR j < R ^ 2 *"),
    ("Duality", "(rounds : (1 <= T)%nat)", "(rounds : (0 <= T)%nat)"),
    ("Duality", "nearest x y T z -> z <> zero ->", "nearest x y T z ->"),
    ("Duality", "    (separable : separable x y T)", ""),
    ("HingeFamily", "(B_sign : B >= 0)", "(B_sign : B >= -1)"),
    ("HingeFamily", "(q_large : q >= 1)", "(q_large : q >= 0)"),
    ("HingeFamily", "k > B ^ 2 -> (k * Rpower", "(k * Rpower"),
    ("HingeFamily", "largest B L 2 ((B + sqrt L) ^ 2)", "largest B L 2 ((B + L) ^ 2)"),
    ("HingeConvex", "(q_large : q >= 1)", "(q_large : q > 0)"),
    ("HingeConvex", "hinge q y f = 0 <-> y * f >= 1", "hinge q y f = 0 <-> y * f > 1"),
    ("Adversary", "INR m <= ((R + D) / gamma) ^ 2)", "INR m <= ((R + D) / gamma) ^ 2 + 1)"),
    ("Adversary", "INR m <= R ^ 2 / gamma ^ 2)", "INR m <= R ^ 2 / gamma ^ 2 + 1)"),
    ("Adversary", "INR T / 2.", "INR T / 3."),
    ("Adversary", ">= 1 / 2 * sqrt", ">= 1 * sqrt"),
    ("NoLift", "10 * INR n * eps ^ 2 <= 1", "10 * INR n * eps ^ 2 <= 2"),
    ("Runs", "(positive : eta > 0)", "(positive : eta >= 0)"),
    ("Runs", "(⟨w t, x t⟩ + b t) < 0", "(⟨w t, x t⟩ + b t) <= 0"),
    ("Runs", "if Nat.eqb i j then 1 else 0", "1"),
    ("Runs", "sum loss (S T) <= 1 / 2 *", "sum loss (S T) <= 1 / 3 *"),
    ("Update", "(j < n + 1)%nat)", "(j < n)%nat)"),
    ("Update", "y * ⟨w, x⟩ - 2 * ⟨x, x⟩", "y * ⟨w, x⟩ + 2 * ⟨x, x⟩"),
    ("Samples", "= variance / INR N", "= variance"),
    ("Samples", "<= empirical loss f s)", ">= empirical loss f s)"),
    ("Samples", "    (probable : probabilities P)", ""),
    ("Shuffle", "(small : eta < 1)", "(small : eta < 2)"),
    ("Shuffle", "2 * eta ^ 3 /", "eta ^ 3 /"),
    ("Subgradient", "g = (- (s * y)) ⊙ x", "g = (s * y) ⊙ x"),
    ("Tangent", "(q_large : q >= 1)", "(q_large : q > 0)"),
    ("Tangent", "q > 1 ->", "q >= 1 ->"),
    ("Tangent", "relaxed <= q ^ 2 * K", "relaxed <= q * K"),
    ("Tangent", "q = 1 \\/ B = 0", "q = 1"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return coq.beside_preamble(tmp_path_factory)


@coq.needed
def test_coq_accepts_them(folder):
    coq.judge_all(folder, TEXTS)


@coq.needed
@pytest.mark.parametrize(("name", "said", "false"), FAULTS)
def test_coq_refuses_what_is_false(folder, name, said, false):
    before, theorem, after = TEXTS[name].partition("\nTheorem ")
    assert said in after
    with pytest.raises(coq.RefusedError, match="Error"):
        coq.judge(folder, name, before + theorem + after.replace(said, false))


@pytest.mark.parametrize("name", TEXTS)
def test_each_says_what_it_checks(name):
    """The first line names labels of the chapters; the sentence after it is for the page."""
    labels = HEAD.match(TEXTS[name])[1].split()
    chapters = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "notebooks").glob("*.md"))
    for label in labels:
        assert f":label: {label}\n" in chapters or f"$$ ({label})\n" in chapters


def test_each_false_statement_is_of_a_file_and_each_file_has_one():
    assert {name for name, *_ in FAULTS} == set(TEXTS)
