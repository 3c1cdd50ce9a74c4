"""Run the proof files of a chapter: print what they prove, or write it for the pages and for Coq.

    python book/proofs/run_proofs.py separable     # each step, as the kernel prints it
    python book/proofs/run_proofs.py --write FOLDER separable regret
                            # FOLDER/separable/proofs.json, FOLDER/separable/*.v, and so on

A proof file is plain Python.  Its docstring is the statement, ``THEOREM`` the label of the theorem
in its chapter, and its script the proof.  ``PROVES`` says which steps prove what: the keys are
labels of formulas, or claims in words, and the values the labels of steps.  ``IN_PART`` says of a
key which part of it they prove.  ``BY_HAND`` names theorems of ``book/coq`` that prove a key, as
``File.Theorem``, or as ``File.Theorem: part`` where they prove a part.  ``ASSUMED`` lists the
formulas of the statement that say what is assumed, and ``BY_SYMPY`` the claims that only a cell of
sympy checks, with the label of this cell, or as ``label: part``.
"""

import ast
import importlib
import json
import os
import sys
import traceback
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from prover import Fact, Proof, ProofError, Theorem, derivation  # noqa: E402 - beside it
from prover.coq import export  # noqa: E402 - as above
from prover.coq.examples import why_none  # noqa: E402 - as above
from prover.display import families_in_words, label_of, same_proof, show_fact  # noqa: E402 - as above
from prover.facts import key_of, step_of  # noqa: E402 - as above


class Recorder:
    """Keep the theorems that a file states, and the facts to which it gives a label."""

    def __init__(self) -> None:
        self.theorems: list[Theorem] = []
        self.steps: list[tuple[str, Fact]] = []
        keep, state = Proof._keep, Proof.theorem

        def keep_step(proof: Proof, label: str, fact: Fact) -> Fact:
            fact = keep(proof, label, fact)
            if label and step_of(fact).rule not in ("hypothesis", "axiom"):
                self.steps.append((label, fact))
            return fact

        def keep_theorem(proof: Proof, *what: Any) -> Theorem:
            theorem = state(proof, *what)
            self.theorems.append(theorem)
            return theorem

        Proof._keep, Proof.theorem = keep_step, keep_theorem  # type: ignore[method-assign]  # to see them

    def load(self, name: str) -> tuple[Any, list[Theorem], list[tuple[str, Fact]]]:
        """Import a file, all of whose imports are loaded; give what it proves."""
        self.theorems, self.steps = [], []
        module = importlib.import_module(name)
        return module, self.theorems, self.steps


class Claim(NamedTuple):
    """A key of ``PROVES``, the labels of its steps, and their facts."""

    key: str
    names: tuple[str, ...]
    facts: list[Fact]


@cache
def imports(path: Path) -> list[str]:
    """List the proof files that a file imports, as ``chapter.file``."""
    out = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        out += [name for name in names if is_proof(name)]
    return out


def is_proof(name: str) -> bool:
    """Say whether a module is a proof file, and not one of the prover or of Python."""
    return not name.startswith("prover") and file_of(name).exists()


def file_of(name: str) -> Path:
    """Say where the file of a name lies, if it is one of ours."""
    return HERE / f"{name.replace('.', '/')}.py"


def with_imports(names: list[str]) -> list[str]:
    """List some files and all that they import, each after what it imports."""
    out: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in out:
            for other in imports(file_of(name)):
                visit(other)
            out[name] = None

    for name in names:
        visit(name)
    return list(out)


def chapter_files(chapter: str) -> list[str]:
    """List the proof files of a chapter, as ``chapter.file``."""
    return [f"{chapter}.{path.stem}" for path in sorted((HERE / chapter).glob("*.py"))]


def run(chapter: str, folder: Path) -> list[dict[str, Any]]:
    """Run the files of a chapter, and write their files for Coq; tell of each what it proves."""
    recorder, taken = Recorder(), set[str]()
    told = []
    for name in with_imports(chapter_files(chapter)):
        module, theorems, steps = recorder.load(name)
        if name.startswith(f"{chapter}."):
            told.append(tell(module, theorems, steps, folder, taken))
    return told


def tell(
    module: Any,
    theorems: list[Theorem],
    steps: list[tuple[str, Fact]],
    folder: Path,
    taken: set[str],
) -> dict[str, Any]:
    """Tell what a file proves, and write it for Coq: theorems, claims, and other steps."""
    name = module.__name__.rpartition(".")[2]
    claims = claims_of(module, name, steps)
    files: dict[Any, str] = {}  # by what a fact states: the theorem in whose file it is proved
    stated: dict[str, Any] = {}  # by claim: the theorem of its file, and what Coq calls its steps
    shown = []

    def write(title: str, exported: Any, *facts: Fact, **more: Any) -> str | None:
        try:
            word, text = exported()
        except ProofError as error:
            shown.append({"theorem": title, "refused": str(error), **more})
            return None
        if word in taken:
            raise ValueError(f"{module.__name__}: two files for Coq are called {word}")
        taken.add(word)
        (folder / f"{word}.v").write_text(text, encoding="utf-8")
        shown.append({"theorem": title, "file": f"{word}.v", **more})
        for fact in derivation(*facts):
            files.setdefault(key_of(fact), title)
        return text

    for theorem in theorems:
        known = export.steps_of(theorem.fact, theorem.hypotheses)
        keys = {key_of(fact) for fact in (theorem.fact, *known.values())}
        mine = [c for c in claims if c.key not in stated and keys.issuperset(map(key_of, c.facts))]
        asked = {key_of(fact) for c in mine for fact in c.facts} - {key_of(theorem.fact)}
        beside = [step for step in known.values() if key_of(step) in asked]
        printed, about = theorem._repr_mimebundle_()
        more = {
            "main": about["theorem"],
            "printed": printed,
            "says": facts_as_data(theorem),
            "no example": why_none(theorem),
        }
        text = write(
            theorem.name,
            lambda theorem=theorem, beside=beside: export.export(theorem, beside),
            theorem.fact,
            *theorem.divisors.values(),
            **more,
        )
        if text:
            note_stated(stated, mine, theorem.name, text, theorem.fact, beside)
    for n, claim in enumerate(claims, 1):
        if claim.key not in stated and claim.facts:
            title = claim.key if claim.key.startswith("eq-") else f"{name} {n}"
            text = write(
                title, lambda t=title, c=claim: export.export_steps(t, c.facts), *claim.facts
            )
            if text:
                *others, last = claim.facts
                note_stated(stated, [claim], title, text, last, others)
    for label, fact in reversed(steps):  # the last one's file has those that lead to it
        if key_of(fact) not in files:
            title = unused(f"step {label}", taken)
            write(title, lambda t=title, f=fact: export.export_step(t, f), fact)
    return {
        "name": name,
        "theorem": module.THEOREM,
        "statement": module.__doc__,
        "claims": [
            {
                "key": claim.key,
                "steps": claim.names,
                "says": [show_fact(fact) for fact in claim.facts],
                "by_hand": listed(module, "BY_HAND", claim.key),
                "in_part": getattr(module, "IN_PART", {}).get(claim.key, ""),
                "by_sympy": getattr(module, "BY_SYMPY", {}).get(claim.key, ""),
                **stated.get(claim.key, {}),
            }
            for claim in claims
        ],
        "assumed": getattr(module, "ASSUMED", ()),
        "in_solutions": getattr(module, "IN_SOLUTIONS", False),
        "files": shown,
        "steps": [(label, show_fact(fact), files.get(key_of(fact))) for label, fact in steps],
        "imports": imports(Path(module.__file__)),
    }


def claims_of(module: Any, name: str, steps: list[tuple[str, Fact]]) -> list[Claim]:
    """List the claims of a file in order, each with the facts of its steps, the last of a label."""
    by_label = dict(steps)
    proves = getattr(module, "PROVES", {})
    keys = [*proves, *getattr(module, "BY_HAND", {}), *getattr(module, "BY_SYMPY", {})]
    out = []
    for key in dict.fromkeys(keys):
        names = listed(module, "PROVES", key)
        if missing := [x for x in names if x not in by_label]:
            raise ValueError(f"{name}.py proves {key!r} by a step that it does not make: {missing}")
        out.append(Claim(key, names, [by_label[x] for x in names]))
    return out


def listed(module: Any, table: str, key: str) -> tuple[str, ...]:
    """Give what a table of a file has for a key, one text or several, as several."""
    value = getattr(module, table, {}).get(key, ())
    return (value,) if isinstance(value, str) else tuple(value)


def note_stated(
    stated: dict[str, Any],
    claims: list[Claim],
    theorem: str,
    text: str,
    last: Fact,
    others: list[Fact],
) -> None:
    """Note of claims which theorems of a file for Coq state all their steps, if some do."""
    names = export.stated(theorem, last, others)
    there = {key: name for key, name in names.items() if f"\nTheorem {name}\n" in text}
    for claim in claims:
        if claim.facts and all(key_of(fact) in there for fact in claim.facts):
            of = [there[key_of(fact)] for fact in claim.facts]
            stated[claim.key] = {"file": theorem, "stated": of}


def facts_as_data(theorem: Theorem) -> str:
    """Write what the facts of a theorem say, for Python to read: claims, hypotheses, families."""
    fact = theorem.fact
    lines = [f.claim for f in derivation(fact) if label_of(f) and same_proof(f, fact)]
    return repr((fact.claim, fact.hypotheses, theorem.hypotheses, lines, families_in_words(fact)))


def unused(title: str, taken: set[str]) -> str:
    """Give a title a number, if its word is taken."""
    n, out = 1, title
    while export.word(out) in taken:
        n += 1
        out = f"{title} {n}"
    return out


def write_chapter(chapter: str, folder: Path) -> str:
    """Write what the files of a chapter prove; give the traceback if one fails."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        told = run(chapter, folder)
    except Exception:
        return traceback.format_exc()
    (folder / "proofs.json").write_text(json.dumps(told), encoding="utf-8")
    return ""


def write_chapters(folder: Path, chapters: list[str]) -> None:
    """Write each chapter in a process of its own, forked from this one, which knows the prover."""
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    with context.Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        work = [(chapter, folder / chapter) for chapter in chapters]
        failed = "".join(pool.starmap(write_chapter, work, chunksize=1))
    if failed:
        sys.exit(failed)


def main() -> None:
    """Read the command line and do as it says."""
    if sys.argv[1] == "--write":
        write_chapters(Path(sys.argv[2]), sys.argv[3:])
        return
    chapter = sys.argv[1]
    recorder = Recorder()
    names = [chapter] if "." in chapter else chapter_files(chapter)
    for name in with_imports(names):
        _, theorems, steps = recorder.load(name)
        if name in names:
            print(name, *(f"  {label}: {show_fact(fact)}" for label, fact in steps), sep="\n")
            print(*(f"  {theorem!r}" for theorem in theorems), sep="\n")


if __name__ == "__main__":
    main()
