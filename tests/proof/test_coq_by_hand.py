"""What the kernel cannot say is proved by hand in Coq: each file of ``book/coq`` compiles."""

import re
from fractions import Fraction
from pathlib import Path

import coq
import numpy as np
import pytest
import sessions
from bs4 import BeautifulSoup

from perclib import Perceptron, Stream, run_passes
from prover.coq import theories
from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
TEXTS = theories.texts_of(ROOT / "book/coq")

# A false statement for each theorem: a hypothesis weakened, or a stronger claim.
FAULTS = [
    ("Adversary", "Adversary", "output learner x y t <= 0", "output learner x y t < 0"),
    ("Adversary", "LowerBound", "((R + D) / gamma) ^ 2)", "((R + D) / gamma) ^ 2 + 1)"),
    ("Adversary", "Separated", "R ^ 2 / gamma ^ 2)", "R ^ 2 / gamma ^ 2 + 1)"),
    ("Adversary", "HingeLower", "INR n <= B ^ 2 ", "INR n <= B ^ 2 + 1 "),
    ("Adversary", "Fooled", "<= INR T / 2", "< INR T / 2"),
    ("Adversary", "CoinFloor", "1 / 2 * sqrt (INR T)", "sqrt (INR T)"),
    ("Adversary", "CoinPlane", "1 / 2 * sqrt (INR T)", "sqrt (INR T)"),
    ("Ahead", "Possible", "(1 <= b)%nat", "(0 <= b)%nat"),
    ("Ahead", "Ahead", "length k * (b - 1)", "length k * (b - 2)"),
    ("Ahead", "Cost", "2 * sqrt", "1 * sqrt"),
    ("AngleRisk", "AngleRisk", "x o = zero) = 0", "x o = zero) >= 0"),
    ("Arc", "Arc", "<= 1 + ln", "<= ln"),
    ("Betting", "Share", "z ^ 2 / 2", "z ^ 2 / 4"),
    ("Betting", "Wealth", "/ (2 * INR T)", "/ INR T"),
    ("Betting", "Betting", "eps + norm u", "eps / 2 + norm u"),
    ("Bias", "Bias", "<= (R ^ 2 + 1) / gamma", "<= R ^ 2 / gamma"),
    ("Chance", "LeaveOneOut", "<= 2 * E (fun", "<= 1 * E (fun"),
    ("Chance", "NoSmallerFactor", "= 2 * mistakes", "= 1 * mistakes"),
    ("Chance", "LooPerceptron", "gamma > 0", "gamma >= 0"),
    ("Chance", "Fresh", "B ^ 2 / 4", "B ^ 2 / 8"),
    ("Classes", "Classes", "2 * R_ ^ 2", "1 * R_ ^ 2"),
    ("Classes", "Met", "(2 <= C)%nat", "(1 <= C)%nat"),
    ("CleanPass", "CleanPass", "E D / INR (S m)", "E D / INR (S (S m))"),
    ("ConstantMet", "ConstantMet", "kappa / 4 - epsilon", "kappa / 3 - epsilon"),
    ("Coordinates", "Coordinates", "length a = n /\\ v =", "length a = S n /\\ v ="),
    ("Descent", "Descent", "eta > 0", "eta >= 0"),
    ("Descent", "Tuned", "<= B * G * r", "<= B * G * r / 2"),
    ("Descent", "Hinge", "‖x‖² <= G ^ 2", "‖x‖² <= 2 * G ^ 2"),
    ("Draws", "Batch", "1 / INR T *", "2 / INR T *"),
    ("Draws", "BatchTail", "(2 * INR T)", "(4 * INR T)"),
    ("Draws", "Row", "learner s <= K)%nat", "learner s <= S K)%nat"),
    ("Draws", "Pocket", "(INR K + 1) / delta", "INR K / delta"),
    ("Duality", "Duality", "z <> zero ->", "z = z ->"),
    ("Duality", "Scale", "norm u <= norm w", "norm u < norm w"),
    ("Examples", "Block_Novikoff", "(2 <= T)%nat", "(2 <= T <= 1)%nat"),
    ("Examples", "Lower_bound", "y t ^ 2 = 1", "y t ^ 2 = -1"),
    ("Examples", "Freund_Schapire", "d s ^ 2 <= D ^ 2", "d s ^ 2 < 0"),
    ("Examples", "Regret_of_FTRL", "rho t > 0", "rho t > eta t"),
    ("Examples", "Square_root_regret", "c > 0", "c < 0"),
    ("Examples", "The_one_inequality", "R_ >= 0", "R_ ^ 2 < 0"),
    ("Examples", "Weak_duality", "1 / q = 1", "1 / q = 2"),
    ("Examples", "the_hinge_loss_is_enough", "K > 0", "K < 0"),
    ("Experts", "WeightedMajority", "/ log2 (4 / 3)", "/ log2 (3 / 2)"),
    ("Experts", "Twice", "<= INR T / 2", "< INR T / 2"),
    ("Experts", "Most", "gamma > 0", "gamma >= 0"),
    ("Experts", "Forced", "(1 <= d)%nat", "(0 <= d)%nat"),
    ("FtrlRun", "FtrlRun", "1 / 8", "1 / 16"),
    ("Growing", "Growing", "(2 - 2 * epsilon)", "(1 - 2 * epsilon)"),
    ("Halving", "Halving", "volume (right ball x y t) / 2", "volume (right ball x y t)"),
    ("Harmonic", "Harmonic", "<= 1 + ln (INR T)", "<= ln (INR T)"),
    ("Hedge", "Hoeffding", "eta ^ 2 / 8", "eta ^ 2 / 16"),
    ("Hedge", "Hedge", "eta * INR T / 8", "eta * INR T / 16"),
    ("Hedge", "HedgeBest", "1 / 2 * INR T", "1 / 4 * INR T"),
    ("Hedge", "Leader", "1 / (2 * eta) * (∑", "1 / eta * (∑"),
    ("Hedge", "ByNorm", "/ (2 * mu)", "/ (4 * mu)"),
    ("HingeConvex", "HingeConvex", "<-> y * f >= 1", "<-> y * f > 1"),
    ("HingeEnough", "HingeEnough", "K <= K'", "K < K'"),
    ("HingeFamily", "HingeFamily", "k > B ^ 2 -> (k", "k > 0 -> (k"),
    ("HingeFamily", "Closed", "(B + sqrt L) ^ 2", "(B + 2 * sqrt L) ^ 2"),
    ("HingeFloor", "HingeFloor", "power (A / size) q", "power (2 * A / size) q"),
    ("Kernels", "KernelNorm", "a i * a j * K", "a i * a i * K"),
    ("Kernels", "Values", "calls <= k", "calls < k"),
    ("Kernels", "Budget", "(length (keep past) <= B)%nat", "(length (keep past) <= S B)%nat"),
    ("Kernels", "Count", "(1 <= M)%nat", "(0 <= M)%nat"),
    ("Kernels", "Attained", "1 / 4 * b", "1 / 8 * b"),
    ("LeastSquares", "Bowl", "1 / 2 * ⟨e", "1 / 4 * ⟨e"),
    ("LeastSquares", "GradientDescent", "eta < 2 / b", "eta <= 2 / b"),
    ("LeastSquares", "Newton", "0 < eta < 2", "0 <= eta < 2"),
    ("Machine", "Machine", "(radius * sqrt K)", "(2 * radius * sqrt K)"),
    ("Mixing", "Mixing", "gamma > 0", "gamma >= 0"),
    ("Mixing", "Equal", "INR m * (R ^ 2", "(R ^ 2"),
    ("Mixing", "Shares", "/ gamma ^ 2.", "/ gamma ^ 2 - 1."),
    ("Mixing", "Comes", "total m part mu j = 0", "total m part mu j < 0"),
    ("Mixing", "AfterClean", "(clean : total m part mu j = 0)", "(clean : total m part mu j >= 0)"),
    ("NoLift", "NoLift", "10 * INR n * eps ^ 2 <= 1", "10 * INR n * eps ^ 2 <= 2"),
    ("OnData", "TooSmall", "mistakes x y 3 = 3", "mistakes x y 3 = 2"),
    ("OnData", "OneHard", "B ^ 2 + 2", "B ^ 2 + 1"),
    ("OnData", "Normal", "0 < sqrt", "0 <= sqrt"),
    ("OnData", "Rises", "bound 10 x u < 6", "bound 10 x u < 5"),
    ("OnData", "Attained", "Rabs (u i) / r i)", "Rabs (u i))"),
    ("OnData", "Largest", "INR d * (∑", "(∑"),
    ("OnData", "Limit", "epsilon > 0", "epsilon < 0"),
    ("PNorm", "PNorm", "(p - 1) / 2", "(p - 1) / 4"),
    ("Passes", "AfterAnyClean", "(j <= i)%nat", "(j <= S i)%nat"),
    ("Passes", "Passes", "gamma > 0", "gamma >= 0"),
    ("Perceptron", "Separable", "gamma > 0", "gamma >= 0"),
    ("Perceptron", "WithSlack", "* norm u + D)", "* norm u)"),
    ("Perceptron", "ByHinge", "(B + sqrt", "(B + 0 * sqrt"),
    ("Perceptron", "Exact", "learn reals (real w)", "learn reals []"),
    ("Perceptron", "Run", "35%nat", "34%nat"),
    ("PowerSum", "PowerSum", "q >= 1", "q > 0"),
    ("Pull", "Pull", "K < INR n)", "K < INR n - 1)"),
    ("Range", "Range", "<= 2 + sqrt 3", "< 2 + sqrt 3"),
    ("RegretFloor", "RegretFloor", "regret learner g T u >= floor", "regret learner g T u > floor"),
    ("Risk", "Risk", "mean (loss u) + 1", "mean (loss u) - 1"),
    ("RunFamily", "RunFamily", "ind (tau t) <= K", "ind (tau t) < K"),
    ("RunFamily", "Relaxed", "q >= 1", "q >= 0"),
    ("Runs", "Runs", "eta > 0", "eta >= 0"),
    ("Runs", "StartsAtZero", "eta > 0", "eta >= 0"),
    ("Runs", "Strict", "(⟨w t, x t⟩ + b t) < 0", "(⟨w t, x t⟩ + b t) <= 0"),
    ("Runs", "SameMistakes", "(1 <= j <= T)%nat -> ⟨x i, e j⟩", "(1 <= j < T)%nat -> ⟨x i, e j⟩"),
    ("Runs", "TotalLoss", "1 / 2 * (∑", "(∑"),
    ("Samples", "Samples", "(variance / INR N)", "variance"),
    ("Samples", "Flattered", "(1 <= N)%nat", "(0 <= N)%nat"),
    ("Samples", "Honest", "integrable P (loss (learner n s))", "0 <= risk P loss (learner n s)"),
    ("Samples", "Lists", "probabilities P", "forall p z, In (p, z) P -> p >= 0"),
    ("SecondOrder", "CanLearn", "a > 0", "a >= 0"),
    ("SecondOrder", "SecondOrder", "gamma * k <= lost + sqrt", "gamma * k <= lost / 2 + sqrt"),
    ("Shuffle", "Shuffle", "eta < 1", "eta < 2"),
    ("SoftMargin", "SoftMargin", "> 1 -> a t = 0", ">= 1 -> a t = 0"),
    ("Spring", "Spring", "/ (2 * eta)).", "/ eta)."),
    ("Stall", "Stall", "eta < 1", "eta < 2"),
    ("Stall", "Average", "eta <= 1 / 2", "eta <= 2"),
    ("Stochastic", "Stochastic", "4 * eta t ^ 2", "3 * eta t ^ 2"),
    ("StrongDuality", "StrongDuality", "floor T x y radius", "floor T x y (2 * radius)"),
    ("Subgradient", "Subgradient", "g = (- (s * y)) ⊙ x", "g = (s * y) ⊙ x"),
    ("Tangent", "Tangent", "q > 1 ->", "q >= 1 ->"),
    ("Tangent", "Price", "q > 1 ->", "q >= 1 ->"),
    ("Trees", "Forced", "length s = m", "length s = S m"),
    ("Trees", "Counting", "2 ^ m <= length", "2 ^ m < length"),
    ("Trees", "Thresholds", "Nat.log2 (n + 1)", "Nat.log2 (n + 2)"),
    ("Trees", "HalvingBeaten", "= 3%nat", "= 4%nat"),
    ("Update", "Update", "(j < n + 1)%nat)", "(j < n)%nat)"),
    ("Update", "Difference", "- 2 * ‖x‖²", "- ‖x‖²"),
    ("White", "White", ">= INR d / 2", ">= INR d"),
    ("Winnow", "Chord", "Rabs z <= X", "Rabs z <= 2 * X"),
    ("Winnow", "Potential", "<= X)", "<= 2 * X)"),
    ("Winnow", "Squeeze", "1 / 2 * exp", "1 * exp"),
    ("Winnow", "Winnow", "2 * X ^ 2 *", "1 * X ^ 2 *"),
    ("YoungEqual", "YoungEqual", "<-> power a q = power b p", "<-> a = b"),
]


@pytest.fixture(scope="module")
def library():
    """Give what the exporter and we wrote, by room and name."""
    return theories.library({x: proof_runs.proofs_of(x) for x in proof_runs.chapters()})


@pytest.fixture(scope="module")
def folder(tmp_path_factory, library):
    return sessions.whole_library(tmp_path_factory, library)


def session(name):
    """Give sentences in which each theorem of a file comes false first, with its own proof.

    The lemmas are those of the compiled file.  ``Show Conjectures`` says which theorem is being
    proved: the false one, after its statement and after its proof.  ``About`` says at the end that
    the true one was accepted.
    """
    text, shown = TEXTS[name], "Show Conjectures."
    imports = re.findall("^Import .*", coq.modular(text), re.MULTILINE)
    out = [f"Module Of{name}.", *imports, f"Import {theories.ROOM_BY_HAND}.{name}."]
    for _, theorem, said, false in (fault for fault in FAULTS if fault[0] == name):
        _, start, after = re.split(rf"(^Theorem {theorem}\b)", text, flags=re.MULTILINE)
        statement, proof, rest = after.partition("Proof")
        proof += rest.partition("Qed.")[0] + "Qed."
        assert statement.count(said) == 1
        out += [start + statement.replace(said, false), shown, proof, shown, "Abort All."]
        out += [start + statement, proof, f"About {theorem}."]
    return "\n".join([*out, f"End Of{name}.", "Check tt."])


@coq.needed
@pytest.mark.thorough
@pytest.mark.timeout(2 * coq.WHOLE)
def test_coq_refuses_what_is_false(folder, library):
    """Coq reads each false statement and refuses its proof, which it accepts for the true one."""
    names = sorted({name for name, *_ in FAULTS})
    rooms = {path.partition("/")[0] for path in library}
    text = [*coq.required_rooms(rooms), "Check tt.", *map(session, names)]
    printed = sessions.told(folder, "\n".join(text))
    _, *parts, _ = printed.split("tt\n     : unit")
    said = dict(zip(names, map(str.splitlines, parts), strict=True))
    for name, theorem, *_ in FAULTS:
        assert said[name].count(theorem) == 2, theorem
        assert any(line.startswith(f"{theorem} :") for line in said[name]), theorem


READ = ("Separable/Block_Novikoff", "By_hand/Coordinates", "By_hand/Perceptron")
read = pytest.mark.xdist_group("coq-reader")  # they are compiled once


@pytest.fixture(scope="module")
def reader(tmp_path_factory, library):
    """Compile some files, and what they require, as a reader does; give the folder."""
    folder = tmp_path_factory.mktemp("reader")
    texts = {path: library[path] for path in theories.in_order(library, READ)}
    theories.put_library(folder, texts)
    said, _ = coq.run(folder, "make", "-j2", *(f"theories/{path}.vo" for path in READ))
    made = re.findall(r"^COQC theories/(.*)\.v$", said, re.MULTILINE)
    assert sorted(made) == sorted(texts), "two processes at a time would write what both require"
    return folder


@read
@coq.needed
@pytest.mark.thorough
def test_files_by_hand_are_set_as_pages(reader):
    """A page has what its file says first, formulas too, and all that it states, but no proof."""
    coq.run(reader, "make", "doc")
    for path in (path for path in READ if path.startswith(theories.ROOM_BY_HAND)):
        text = TEXTS[path.partition("/")[2]]
        page = (reader / "doc" / f"Perclib.{path.replace('/', '.')}.html").read_text("utf-8")
        page = BeautifulSoup(page, "html.parser").find(id="main").get_text()
        first, letters = text.partition("\nFrom ")[0], re.compile(r"\W")
        assert letters.sub("", first) in letters.sub("", page), path
        states = re.findall(r"^(?:Lemma|Theorem|Definition|Record) \w+", text, re.MULTILINE)
        assert [x for x in states if x not in page.replace("\xa0", " ")] == [], path
        assert "Qed" not in page
    assert not (reader / "doc" / "theories").exists()


@read
@coq.needed
@pytest.mark.thorough
def test_coq_accepts_the_lines_of_the_readme(reader):
    """They are typed by readers, each block by itself."""
    readme = (theories.BY_HAND / "README.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"(?:^    .*\n)+", readme, re.M) if "Perclib." in block]
    assert len(blocks) == 3
    for block in blocks:
        if "Adapters" not in block:
            text = re.sub("^    ", "", block, flags=re.M)
            coq.compiled(reader, "Planted", text)


ADAPTERS = {  # of whose library, and what its theorems rest on beside Coq's real numbers
    "Coquelicot": ("Coquelicot", "pairs", ""),
    "MathComp": ("mathcomp", "rows 3", "Epsilon.epsilon_statement"),
}


@read
@coq.needed
@pytest.mark.thorough
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_theorems_apply_to_the_vectors_of_another_library(reader, adapter):
    library, space, more = ADAPTERS[adapter]
    if not (Path(coq.run(reader, "coqc", "-where")[0].strip()) / "user-contrib" / library).is_dir():
        pytest.skip("the libraries of the adapters for Coq are not installed")
    coq.run(reader, "make", f"adapters/{adapter}.vo")
    text = f"""From Perclib.Separable Require Import Block_Novikoff.
From Perclib.Adapters Require {adapter}.
Definition applied := Block_Novikoff ({adapter}.{space}).
Definition sums := ({adapter}.sum_of, @{adapter}.vsum_of).
Print Assumptions applied.
Print Assumptions sums.
"""
    (reader / f"Applied{adapter}.v").write_text(text, encoding="utf-8")
    folders = ("-Q", "theories", "Perclib", "-Q", "adapters", "Perclib.Adapters")
    said, _ = coq.run(reader, "coqc", "-q", *folders, f"Applied{adapter}.v")
    rests_on = set(re.findall(r"^([A-Z]\w*\.\w+)", said, re.M))
    assert rests_on - set(coq.AXIOMS) == ({more} if more else set())


def test_each_theorem_has_a_false_statement():
    stated = [(n, s) for n in TEXTS for s in re.findall(r"^Theorem (\w+)", TEXTS[n], re.MULTILINE)]
    assert [(n, s) for n, s, *_ in FAULTS] == stated


# What a theorem of the exporter speaks of; all else that it names is a hypothesis.
DATA = {"space", "nat", "V", "R", "nat -> V", "nat -> R", "nat -> bool"}


def binders(words):
    """List the names of a theorem's statement, each with what it is or says."""
    out, depth = [""], 0
    for c in words.partition(" ")[2].partition(" ")[2]:
        if c == ":" and depth == 0:
            break
        depth += (c == "(") - (c == ")")
        out[-1] += c
        out += [""] * (c == ")" and depth == 0)
    return [binder.strip()[1:-1].partition(" : ")[::2] for binder in out[:-1]]


@pytest.mark.parametrize("name", [s for n, s, *_ in FAULTS if n == "Examples"])
def test_an_example_is_of_all_hypotheses(library, name):
    """It says that there is what the theorem speaks of, over two rounds, with all it supposes."""
    (path,) = [path for path in library if path.endswith(f"/{name}")]
    (stated,) = [s.words for s in coq.sentences.theorems(library[path]) if s.name == name]
    (example,) = [s.words for s in coq.sentences.theorems(TEXTS["Examples"]) if s.name == name]
    data = " ".join(f"({names} : {of})" for names, of in binders(stated) if of in DATA)
    first, *supposed = [says for _, says in binders(stated) if says not in DATA]
    assert first == "(1 <= T)%nat"
    said = ["(2 <= T)%nat", *(f"({says})" if "forall" in says else says for says in supposed)]
    assert example == f"Theorem {name} : exists {data}, " + " /\\ ".join(said) + "."


def fractions(text):
    """List the fractions of a text for Coq, as floats, which are exact here."""
    found = [Fraction(int(a), int(b)) for a, b in re.findall(r"over \(?(-?\d+)\)? (\d+)", text)]
    assert list(map(Fraction, map(float, found))) == found
    return list(map(float, found))


def agrees(text):
    """Say whether perclib makes the run of a file for Coq, and has no mistake after its passes."""
    examples, passes, run = re.split(
        "Definition passes|Theorem Run", text[text.index("hairpin :") :]
    )
    examples = np.reshape(fractions(examples), (-1, 3))
    passes, mistakes = (int(re.search(r"(\d+)(\)|%nat)", part)[1]) for part in (passes, run))
    stream = Stream(examples[:, :-1], examples[:, -1])
    made = run_passes(Perceptron.zero(2), stream, limit=2 * passes)
    with_mistakes = made.run.mistakes.reshape(made.number, -1).any(axis=1).sum()
    found = [with_mistakes, made.run.mistake_count, *made.run.learner.weights]
    return found == [passes, mistakes, *fractions(run)]


def test_coq_computes_the_run_of_the_library():
    """Each number of the file is that of perclib, and the stream is that of the chapter."""
    text = TEXTS["Perceptron"]
    assert agrees(text)
    for said, false in [("35%nat", "34%nat"), ("17 4", "16 4"), ("hairpin 18", "hairpin 17")]:
        assert text.count(said) == 1
        assert not agrees(text.replace(said, false))
    chapter = (ROOT / "notebooks" / "04_separable.md").read_text(encoding="utf-8")
    assert "Stream([[1, 0], [-1, delta]], [1, 1])" in chapter
    assert "narrow = hairpin(0.25)" in chapter
