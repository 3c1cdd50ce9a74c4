"""Coq as a judge: what `perclib.proof.coq_export` writes is compiled, and its axioms are read."""

import re
import shutil
import subprocess

import pytest

from perclib.proof import coq_export

COQC = shutil.which("coqc")
skip = pytest.mark.skipif(COQC is None, reason="coqc is not installed: apt-get install coq")


def needed(test):
    """Mark a test that Coq decides: it is left out of make test, and run by make coq."""
    return pytest.mark.coq(skip(test))


# What Coq's real numbers, and their exponential, rest on; no theorem may rest on anything else.
AXIOMS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
UNPROVED = r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Abort|Unset|bypass_check)\b"


class RefusedError(Exception):
    """Coq, or a look at the file, does not accept it."""


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


def preamble(folder):
    """Compile what the theorems require in a folder."""
    for path in coq_export.FILES:
        compiled(folder, path.stem, path.read_text(encoding="utf-8"))


def judge(folder, name, text):
    """Compile the file of a theorem beside the preamble; refuse axioms but those of the reals."""
    assumed = re.findall(r"^(\w[\w.]*)\s*:", compiled(folder, name, text), flags=re.MULTILINE)
    if strange := set(assumed) - AXIOMS - {"Axioms"}:
        raise RefusedError(f"{name} rests on {sorted(strange)}")
    if not re.search(rf"^Print Assumptions {name}\.$", text, flags=re.MULTILINE):
        raise RefusedError(f"{name}: its axioms are not printed")


def cpu_seconds():
    """Give the time that finished child processes took."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
