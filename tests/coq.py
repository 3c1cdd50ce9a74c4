"""Coq as a judge of what is written for it: by the exporter, and by hand.

A file is read as Coq reads it, sentence by sentence, and may consist of nothing but sentences that
are listed here.  It is compiled.  What a reader is shown of it is read by itself, as the type of a
module, where nothing is known but ``Preamble.v``; the file, which is asked for after that, has to
have that type.  So no definition, notation or setting of the file, or of the laws, can change what
the words of a statement mean, or be missing on the page.  The axioms of what it concludes are
compared by name and type.  At last ``coqchk``, a program of its own, checks the compiled files
again, and has to find nothing unsafe.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from perclib.proof import coq_export

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from marks import coq_table, coq_text  # noqa: E402 - as pages show and judge them

COQC, COQCHK = shutil.which("coqc"), shutil.which("coqchk")
MEMORY = ROOT / "_build" / "coq"
needed = pytest.mark.skipif(not (COQC and COQCHK), reason="Coq is not installed: apt install coq")

# What Coq's real numbers, and their exponential, rest on; no theorem may rest on anything else.
AXIOMS = {
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "ClassicalDedekindReals.sig_forall_dec": (
        "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> "
        "{n : nat | ~ P n} + {forall n : nat, P n}"
    ),
    "FunctionalExtensionality.functional_extensionality_dep": (
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), "
        "(forall x : A, f x = g x) -> f = g"
    ),
    "Classical_Prop.classic": r"forall P : Prop, P \/ ~ P",
}
# The same for coqchk, which does not look into the modules of Coq's own library that are sealed.
CHECKED = re.compile(
    r"Coq\.(Logic|Reals)\.({})|Coq\.Reals\.Rdefinitions\.R(baseSymbols|inv)Impl\.\w+"
    r"|Coq\.ssr\.ssrunder\.Under_rel\.\w+".format("|".join(map(re.escape, AXIOMS)))
)
SAFE = {
    "Theory": "Set is predicative",
    "Constants/Inductives relying on type-in-type": "<none>",
    "Constants/Inductives relying on unsafe (co)fixpoints": "<none>",
    "Inductives whose positivity is assumed": "<none>",
}


class RefusedError(Exception):
    """Coq, or a look at the file, does not accept it."""


class Kind(NamedTuple):
    """The sentences that a file may consist of, and what a reader is shown of it."""

    sentences: str
    theorems: str
    shown: Callable


# Inside of a section; outside, the first three of these would assume something.
OF_SECTION = r"Context .*|Variables? .*|Hypothesis .*|Let .* := .*|Implicit Types .*"
STANDARD = "List|Ranalysis5"  # of Coq's library, beside what the preamble has
DERIVED = Kind(
    r"Require Import Laws( Units)?\.|Section F\d+\.|End F\d+\.|Definition F\d+_H\d+ .*:= .*"
    r"|Lemma (F\d+_\d+|n\d+_F\d+) .*|Theorem .*|Print Assumptions \w+\.|" + OF_SECTION,
    r"{0}( {0}_\w+)*",
    coq_text.theorems,
)
BY_HAND = Kind(
    rf"Require Import Laws( Units)?( ({STANDARD}))*\.|Import ListNotations\.|Require \w+\."
    r"|Section \w+\.|End \w+\.|(Definition|Fixpoint|Inductive|Record|Ltac|Lemma|Theorem) .*"
    r"|Print Assumptions \w+\.|" + OF_SECTION,
    r"\w+( \w+)*",
    coq_text.claims,
)
PROOF = r"Proof( using [\w ]+)?\."
# What no file may be called, beside the files that all of them need: what is compiled here.
CALLED = {"All", "Shown", "Concluded", "Coq"} | {path.stem for path in coq_export.FILES}


def look(name, text, kind=DERIVED):
    """Refuse a file that says anything but what its kind may say, in the right place."""
    opened, proof_of, stated, printed = [], "", [], []
    if name in CALLED:
        raise RefusedError(f"{name}: no file may be called so")
    try:
        said = coq_text.sentences(text)
    except ValueError as error:
        raise RefusedError(f"{name}: {error}") from None
    for s in said:
        if proof_of:
            ends = s.head == "Qed" or (s.head == "Defined" and proof_of == "Definition")
            # no command begins with a small letter, and every tactic does
            if not (ends or s.head[:1].islower() or re.fullmatch(PROOF, s.words)):
                raise RefusedError(f"{name}: no sentence of a proof: {s.words}")
            proof_of = "" if ends else proof_of
            continue
        if not re.fullmatch(kind.sentences, s.words):
            raise RefusedError(f"{name}: {s.words} is no sentence that it may have")
        if re.fullmatch(OF_SECTION, s.words) and not opened:
            raise RefusedError(f"{name}: {s.words} is not in a section")
        if s.head == "Section":
            opened.append(s.name)
        if s.head == "End" and (not opened or opened.pop() != s.name):
            raise RefusedError(f"{name}: {s.name} ends and did not begin")
        if s.head == "Theorem":
            if opened:
                raise RefusedError(f"{name}: {s.name} is stated in a section")
            stated.append(s.name)
        if s.head == "Print":
            printed.append(s.words.split()[-1].rstrip("."))
        elif printed:
            raise RefusedError(f"{name}: axioms are printed before its end")
        proof_of = s.head if s.proved else ""
    if opened or proof_of:
        raise RefusedError(f"{name}: a section or a proof does not end")
    if kind is DERIVED:
        look_beside(name, coq_text.theorems(text))
    if stated != printed or not re.fullmatch(kind.theorems.format(name), " ".join(stated)):
        raise RefusedError(f"{name}: what it prints the axioms of is not what it states")


def look_beside(name, theorems):
    """Refuse what supposes more than the page shows: the theorem's own hypotheses, or a step's.

    That no divisor is zero is proved on the binders of the theorem.  What a step supposes besides
    is shown with its name (`coq_table.shown_statement`), and
    speaks of the letters of the step.
    """
    for theorem in theorems[1:]:
        try:
            more = coq_text.supposes(theorem, theorems[0])
            same = coq_text.binders(theorem) == coq_text.binders(theorems[0])
        except ValueError as error:
            raise RefusedError(f"{name}: {error}") from None
        if theorem.name == f"{name}_divisors" and not same:
            raise RefusedError(f"{name}: {theorem.name} has other hypotheses than the theorem")
        letters = {x for b in coq_text.binders(theorem) for x in b[1:].partition(" : ")[0].split()}
        if any(not letters & set(re.findall(r"\w+", said)) for said in more):
            raise RefusedError(f"{name}: {theorem.name} supposes what is of no letter of it")


def unprinted(text):
    """Leave out what prints the axioms, for which Coq looks through all of the reals."""
    return "".join(s.source + "\n" for s in coq_text.sentences(text) if s.head != "Print")


def run(folder, *command):
    """Run a program in a folder; give what it prints, and its remarks, or refuse if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RefusedError(f"{command[-1]}: {done.stderr}")
    return done.stdout, done.stderr


def compiled(folder, name, text):
    """Compile a file; give what Coq prints."""
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return run(folder, COQC, "-q", f"{name}.v")[0]


def prepare(folder):
    """Compile what the theorems require in a folder."""
    for path in coq_export.FILES:
        compiled(folder, path.stem, path.read_text(encoding="utf-8"))


def prepare_once(folder):
    """Compile it where nobody did."""
    if not (folder / f"{coq_export.FILES[-1].stem}.vo").exists():
        prepare(folder)


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
        prepare_once(shared)
    return shutil.copytree(shared, tmp_path_factory.mktemp("coq") / "files")


def module_type(name, text, kind):
    """Write what a reader is shown of a file as the type of a module."""
    out = [f"Module Type {name}."]
    for s in kind.shown(text):
        if s.head in ("Require", "Import"):
            libraries = re.findall(rf"\b(?:{STANDARD}|ListNotations)\b", s.words)
            out += [f"Import {library}." for library in libraries]
        else:
            out.append(s.source + " Admitted." * (s.head == "Theorem"))
    return "\n".join([*out, f"End {name}."])


def conclude(folder, modules, kind):
    """Ask Coq whether compiled modules, by name with their texts, are what a reader is shown."""
    types = {module: f"Shown{n}" for n, module in enumerate(modules)}
    out = ["Require Import Preamble.", f"From Coq Require {STANDARD.replace('|', ' ')}."]
    out += ["Module Shown."]
    out += [module_type(types[module], text, kind) for module, text in modules.items()]
    files = list(dict.fromkeys(module.partition(".")[0] for module in modules))
    out += ["End Shown.", f"Require {' '.join(files)}."]  # after all that is shown has its meaning
    out += [f"Module Is{kind} <: Shown.{kind} := {module}." for module, kind in types.items()]
    stated = [f"@{m}.{s.name}" for m, text in modules.items() for s in coq_text.theorems(text)]
    out.append(f"Definition all := ({', '.join(stated)}, tt).\nPrint Assumptions all.\n")
    allow(compiled(folder, "Concluded", "\n".join(out)))
    check_files(folder, [*(path.stem for path in coq_export.FILES), *files, "Concluded"])


def allow(printed):
    """Refuse axioms, of those that Coq prints, but those of the reals."""
    for axiom in re.split(r"\n(?=\S)", printed.strip().removeprefix("Axioms:\n")):
        name, _, says = " ".join(axiom.split()).partition(" : ")
        if axiom != "Closed under the global context" and AXIOMS.get(name) != says:
            raise RefusedError(f"it rests on {name} : {says}")


def check_files(folder, files):
    """Ask coqchk; Coq's own library, which would take it 40 seconds, is taken as it is."""
    words = [word for file in files for word in ("-norec", file)]
    check(run(folder, COQCHK, "-silent", "-o", *words)[1])


def check(printed):
    """Refuse what coqchk does not find to be safe."""
    found = dict(
        re.findall(r"^\* ([^:]+):\s*(.*?)\s*(?=^\*|\Z)", printed, re.MULTILINE | re.DOTALL)
    )
    axioms = found.pop("Axioms", "").split()
    if found != SAFE:
        raise RefusedError(f"coqchk: {found}")
    if strange := [name for name in axioms if name != "<none>" and not CHECKED.fullmatch(name)]:
        raise RefusedError(f"coqchk: {strange}")


def judge(folder, name, text, kind=DERIVED):
    """Judge one file, compiled by itself beside the preamble."""
    look(name, text, kind)
    compiled(folder, name, unprinted(text))
    conclude(folder, {name: text}, kind)


def judge_all(folder, texts):
    """Judge files of the exporter, by name, each as a module of one: the reals are loaded once.

    Where something is refused, each is judged by itself, to say which.
    """
    for name, text in texts.items():
        look(name, text)
    parts = {f"All.M{n}": text for n, text in enumerate(texts.values())}
    try:
        modules = (f"Module {m[4:]}.\n{unprinted(text)}End {m[4:]}.\n" for m, text in parts.items())
        compiled(folder, "All", "".join(modules))
        conclude(folder, parts, DERIVED)
    except RefusedError:
        for name, text in texts.items():
            judge(folder, name, text)
        raise


def required(text):
    """Name what a file by hand requires besides the laws: other files, by hand or derived."""
    words = [s.words for s in coq_text.sentences(text)]
    return [other for said in words for other in re.findall(r"^Require (\w+)\.$", said)]


def rest(names, texts, derived):
    """List some files by hand, and all that they rest on, in the order of compilation."""
    out = []
    for name in names:
        text = {**derived, **texts}[name]
        out += [x for x in [*rest(required(text), texts, derived), name] if x not in out]
    return out


def compile_with(folder, name, texts, derived):
    """Compile a file by hand, after those that it requires."""
    for other in rest([name], texts, derived):
        if not (folder / f"{other}.vo").exists():
            compiled(folder, other, unprinted({**derived, **texts}[other]))


def judge_by_hand(folder, names, texts, derived):
    """Judge some files by hand, of all of them, which may require what the exporter wrote."""
    for name in names:
        look(name, texts[name], BY_HAND)
        compile_with(folder, name, texts, derived)
    conclude(folder, {name: texts[name] for name in names}, BY_HAND)


def memory(texts):
    """Give the file that is there if these files were accepted: by this judge, and this Coq.

    It is in a folder that a fresh clone has not, and that ``make clean`` removes.
    """
    key = repr((run(ROOT, COQC, "--version"), coq_table.base_row(), sorted(texts.items())))
    return MEMORY / hashlib.sha256(key.encode()).hexdigest()


def once(texts, judge, *arguments):
    """Judge files, unless these were accepted before."""
    accepted = memory(texts)
    if not accepted.exists():
        judge(*arguments)
        accepted.parent.mkdir(parents=True, exist_ok=True)
        accepted.touch()
