"""What the kernel cannot say is proved by hand in Coq: each file of ``book/coq`` compiles."""

import re
from pathlib import Path

import coq
import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXTS = coq.texts_of(ROOT / "book/coq")
HEAD = re.compile(r"\(\* checks: ([\w -]+) \*\)\n\(\* [A-Z].*?\. \*\)\nRequire", re.DOTALL)

# A false statement for each: a hypothesis left out or weakened, or a stronger claim.
FAULTS = [
    ("Adversary", "INR m <= ((R + D) / gamma) ^ 2)", "INR m <= ((R + D) / gamma) ^ 2 + 1)"),
    ("Duality", "nearest x y T z -> z <> zero ->", "nearest x y T z ->"),
    ("HingeConvex", "hinge q y f = 0 <-> y * f >= 1", "hinge q y f = 0 <-> y * f > 1"),
    ("HingeFamily", "k > B ^ 2 -> (k * Rpower", "(k * Rpower"),
    ("NoLift", "10 * INR n * eps ^ 2 <= 1", "10 * INR n * eps ^ 2 <= 2"),
    ("Passes", "(positive : gamma > 0)", "(positive : gamma >= 0)"),
    ("Runs", "(⟨w t, x t⟩ + b t) < 0", "(⟨w t, x t⟩ + b t) <= 0"),
    ("Samples", "= variance / INR N", "= variance"),
    ("Shuffle", "(small : eta < 1)", "(small : eta < 2)"),
    ("Subgradient", "g = (- (s * y)) ⊙ x", "g = (s * y) ⊙ x"),
    ("Tangent", "q > 1 ->", "q >= 1 ->"),
    ("Update", "(j < n + 1)%nat)", "(j < n)%nat)"),
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
