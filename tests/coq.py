"""Coq as a judge: what `perclib.proof.coq_export` writes is compiled, and its axioms are read."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from perclib.proof import coq_export

COQC = shutil.which("coqc")
MEMORY = Path(__file__).resolve().parent.parent / "_build" / "coq"
needed = pytest.mark.skipif(COQC is None, reason="coqc is not installed: apt-get install coq")


# What Coq's real numbers, and their exponential, rest on; no theorem may rest on anything else.
AXIOMS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
UNPROVED = r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Abort|Unset|bypass_check)\b"
# Commands that give words a meaning; in what the exporter writes none has a place.
MEANING = (
    r"\b(Notation|Infix|Coercion|Canonical|Instance|Arguments|Scope|(Co)?Fixpoint|(Co)?Inductive"
    r"|Record|Structure|Class|Function|Program|Let|Ltac|Tactic|Import|Export|Include|Module|Context"
    r"|Implicit|Local|Global|Reserved)\b"
)
OPENED = r"\b(?:Section|Module|Module Type) (\w+)\."


class RefusedError(Exception):
    """Coq, or a look at the file, does not accept it."""


def look(name, text):
    """Read a file; give its derivation and conclusions without what prints their axioms, and these.

    What a file concludes is stated after all sections, and its axioms are printed at the end.
    """
    body, *printed = re.split(r"^Print Assumptions (\w+)\.$\s*", text, flags=re.MULTILINE)
    rests, concluded = printed[1::2], printed[::2]
    if name not in concluded or any(rests):
        raise RefusedError(f"{name}: its axioms are not printed at the end")
    derived, *stated = re.split(r"^Theorem (\w+)\b", body, flags=re.MULTILINE)
    if stated[::2] != concluded or re.search(OPENED, "".join(stated)):
        raise RefusedError(f"{name}: what it prints the axioms of is not what it ends with")
    if sorted(re.findall(OPENED, derived)) != sorted(re.findall(r"\bEnd (\w+)\.", derived)):
        raise RefusedError(f"{name}: a section is not closed")
    return body, concluded


def plain(name, text):
    """Refuse a file of the exporter in which a word of the statement could mean something new."""
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    text = text.replace("Require Import Laws Units.", "").replace("Require Import Laws.", "")
    if new := re.search(MEANING, text):
        raise RefusedError(f"{name}: {new[0]} could change what it states")
    named = re.findall(r"\b(?:Definition|Lemma) (\w+)", text)
    if strange := [word for word in named if not re.fullmatch(r"F\d+_H?\d+|n\d+_F\d+", word)]:
        raise RefusedError(f"{name} defines {strange}")


def compiled(folder, name, text):
    """Compile a file; give what Coq prints."""
    if found := re.search(UNPROVED, re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)):
        raise RefusedError(f"{name}: {found[0]}")
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    run = subprocess.run(
        [COQC, "-q", f"{name}.v"], cwd=folder, capture_output=True, text=True, timeout=300
    )
    if run.returncode != 0:
        raise RefusedError(f"{name}: {run.stderr}")
    return run.stdout


def prepare(folder):
    """Compile what the theorems require in a folder."""
    for path in coq_export.FILES:
        compiled(folder, path.stem, path.read_text(encoding="utf-8"))


def texts_of(folder):
    """Read the files of a folder, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}


def beside_preamble(tmp_path_factory):
    """Make a folder with what the theorems require, which one process of a run compiles."""
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    shared /= "coq_preamble"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / f"{coq_export.FILES[-1].stem}.vo").exists():
            prepare(shared)
    return shutil.copytree(shared, tmp_path_factory.mktemp("coq") / "files")


def allow(name, printed):
    """Refuse axioms, of those that Coq prints, but those of the reals."""
    assumed = re.findall(r"^(\w[\w.]*)\s*:", printed, flags=re.MULTILINE)
    if strange := set(assumed) - AXIOMS - {"Axioms"}:
        raise RefusedError(f"{name} rests on {sorted(strange)}")


def judge(folder, name, text):
    """Compile the file of a theorem beside the preamble."""
    look(name, text)
    allow(name, compiled(folder, name, text))


def memory(texts):
    """Give the file that is there if these files were accepted: by this judge, and this Coq.

    It is in a folder that a fresh clone has not, and that ``make clean`` removes.
    """
    version = subprocess.run([COQC, "--version"], capture_output=True, text=True, check=True).stdout
    said = [Path(__file__).read_text(), *(path.read_text("utf-8") for path in coq_export.FILES)]
    key = repr((version, said, sorted(texts.items())))
    return MEMORY / hashlib.sha256(key.encode()).hexdigest()


def judge_all(folder, texts):
    """Compile files by name, each in a module, in one process: the reals are loaded once.

    The axioms of all that they conclude are printed once, since Coq looks for them in all of the
    reals; where something is refused, each file is judged by itself, to say which.
    """
    parts, conclusions = [], []
    for n, (name, text) in enumerate(texts.items()):
        body, concluded = look(name, text)
        parts.append(f"Module M{n}.\n{body}End M{n}.\n")
        conclusions += [f"M{n}.{theorem}" for theorem in concluded]
    parts.append(f"Definition all := ({', '.join(conclusions)}, tt).\nPrint Assumptions all.\n")
    try:
        allow("one of them", compiled(folder, "All", "".join(parts)))
    except RefusedError:
        for name, text in texts.items():
            judge(folder, name, text)
        raise
