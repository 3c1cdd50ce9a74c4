"""What the kernel cannot say is proved by hand in Coq: each file of ``book/coq`` compiles."""

import re
from pathlib import Path

import coq
import pytest

from prover.coq import theories
from runs import proof_runs

ROOT = Path(__file__).resolve().parents[2]
TEXTS = theories.texts_of(ROOT / "book/coq")


@pytest.fixture(scope="module")
def library():
    """Give what the exporter and we wrote, by room and name."""
    return theories.library({x: proof_runs.proofs_of(x) for x in proof_runs.chapters()})


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


@pytest.mark.parametrize("name", re.findall(r"^Theorem (\w+)", TEXTS["Examples"], re.MULTILINE))
def test_an_example_is_of_all_hypotheses(library, name):
    """It says that there is what the theorem speaks of, over two rounds, with all it supposes."""
    (path,) = [path for path in library if path.endswith(f"/{name}")]
    (stated,) = [s for s in coq.sentences.theorems(library[path]) if s.name == name]
    (example,) = [s for s in coq.sentences.theorems(TEXTS["Examples"]) if s.name == name]
    whole = coq.sentences.example_of(stated).replace("(1 <= T)%nat", "(2 <= T)%nat")
    assert example.words == f"Theorem {name} : {whole}."
