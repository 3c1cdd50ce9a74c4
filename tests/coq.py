"""Coq as a judge of what is written for it: by the exporter, and by hand.

A file is read as Coq reads it, sentence by sentence, and may consist of nothing but sentences that
are listed here; it may require no file that is not judged as well.  It is compiled.  What a reader
is shown of it is read by itself, as the type of a module, where nothing is known but
``Preamble.v``; the file, which is asked for after that, has to have that type.  So no definition,
notation or setting of the file, or of what it requires, can change what the words of a statement
mean, or be missing on the page.  The axioms of what it concludes are compared by name and type.  At
last ``coqchk``, a program of its own, checks the compiled files again, and has to find nothing
unsafe.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book" / "proofs"))
from prover.coq import export, sentences, theories, verdicts  # noqa: E402 - it lies in that folder

COQC, COQCHK = shutil.which("coqc"), shutil.which("coqchk")
MEMORY = ROOT / "_build" / "coq"
THEORIES = ("-Q", "theories", "Perclib")
BASE_FILES = {path.stem for path in export.FILES}
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


WHOLE = 1500  # seconds for a room, on a machine with other work


class RefusedError(Exception):
    """Coq, or a look at the file, does not accept it."""


class Kind(NamedTuple):
    """The sentences that a file may consist of, and what a reader is shown of it."""

    sentences: str
    theorems: str
    shown: Callable
    requires: str


# Inside of a section; outside, the first three of these would assume something.
OF_SECTION = r"Context .*|Variables? .*|Hypothesis .*|Let .* := .*|Implicit Types .*"
STANDARD = "List|Ranalysis5"  # of Coq's library, beside what the preamble has
BASE = r"From Perclib Require Import Laws( Units)?( Points)?\."
LEMMAS = r"Definition H_[0-9a-f]{10} .*:= .*|Lemma L_[0-9a-f]{10} .*"
IMPORTS = r"From Perclib\.\w+ Require Import \w+( \w+)*\."
COMMON = Kind(LEMMAS, "", sentences.theorems, f"{BASE}|{IMPORTS}")
DERIVED = Kind(rf"{LEMMAS}|Theorem .*", r"{0}( {0}_\w+)*", sentences.theorems, COMMON.requires)
BY_HAND = Kind(
    r"Import ListNotations\.|Section \w+\.|End \w+\."
    r"|(Definition|Fixpoint|Inductive|Record|Ltac|Lemma|Theorem) .*|" + OF_SECTION,
    r"\w+( \w+)*",
    sentences.claims,
    rf"{BASE}|From Coq Require Import ({STANDARD})\.|From Perclib\.\w+ Require \w+\.",
)
PROOF = r"Proof( using [\w ]+)?\."
# What no file may be called, beside the files that all of them need: what is compiled here.
CALLED = {"Shown", "Concluded", "Coq", "Perclib"} | {path.stem for path in export.FILES}


def kind_of(path):
    """Say of what kind a file of the library is, by its room."""
    room = path.rpartition("/")[0]
    return {"Common": COMMON, theories.ROOM_BY_HAND: BY_HAND}.get(room, DERIVED)


def look(path, text, kind=None, texts=()):
    """Refuse a file that says anything but what its kind may say, in the right place.

    What it requires has to be among some files, by room and name.
    """
    name, kind = path.rpartition("/")[2], kind or kind_of(path)
    opened, proof_of, stated, required = [], "", [], 0
    if name in CALLED:
        raise RefusedError(f"{name}: no file may be called so")
    try:
        said = sentences.sentences(text)
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
        if s.head == "From" and s is said[required] and re.fullmatch(kind.requires, s.words):
            required += 1
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
        proof_of = s.head if s.proved else ""
    if opened or proof_of:
        raise RefusedError(f"{name}: a section or a proof does not end")
    if kind is DERIVED:
        look_beside(name, sentences.theorems(text))
    if not re.fullmatch(kind.theorems.format(name), " ".join(stated)):
        raise RefusedError(f"{name}: what it states has other names")
    lines = [m[0] for m in theories.REQUIRED.finditer(text)]
    if [s.words for s in said[:required] if "Perclib" in s.words] != lines:
        raise RefusedError(f"{name}: what it requires is not on lines of its own")
    for other in theories.required(text):
        if "/" in other and other not in texts:
            raise RefusedError(f"{name}: it requires {other}, which is not there")


AT_ROUNDS = "forall t : nat, (1 <= t <= T)%nat ->"
# Terms that are not zero, some of them in every round: no other word may bind or suppose anything.
TERM = r"(?:∑⊕? s <= T,|(?!\b(?:forall|exists|fun|let|if|match)\b)[\w *+/^().,⟨⟩‖²⊕⊖⊙-])+"
NOT_ZERO = rf"(?:\({re.escape(AT_ROUNDS)} {TERM} <> 0\)|{TERM} <> 0)"
DIVISORS = re.compile(rf"{NOT_ZERO}(?: /\\ {NOT_ZERO})*\.")


def look_beside(name, theorems):
    """Refuse what supposes more than the page shows: the theorem's own hypotheses, or a step's.

    That no divisor is zero is proved on hypotheses of the theorem alone, all of them in brackets;
    its claim says of terms that they are not zero, and nothing else.  An example states that there
    is what the theorem binds, and all that it supposes.  What a step supposes besides is shown with
    its name (`verdicts.shown_statement`), and speaks of the letters of the step.
    """
    for theorem in theorems[1:]:
        if theorem.name == f"{name}_can_hold":
            if theorem.words != f"Theorem {theorem.name} : {sentences.example_of(theorems[0])}.":
                raise RefusedError(f"{name}: {theorem.name} is no example of the theorem")
            continue
        try:
            more = sentences.supposes(theorem, theorems[0])
            plain = DIVISORS.fullmatch(sentences.claim(theorem))
        except ValueError as error:
            raise RefusedError(f"{name}: {error}") from None
        if theorem.name == f"{name}_divisors" and (more or not plain):
            raise RefusedError(f"{name}: {theorem.name} has other hypotheses than the theorem")
        letters = {x for b in sentences.binders(theorem) for x in b[1:].partition(" : ")[0].split()}
        if any(not letters & set(re.findall(r"\w+", said)) for said in more):
            raise RefusedError(f"{name}: {theorem.name} supposes what is of no letter of it")


def run(folder, *command, seconds=300):
    """Run a program in a folder; give what it prints, and its remarks, or refuse if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds)
    if done.returncode != 0:
        raise RefusedError(f"{command[-1]}: {done.stderr}")
    return done.stdout, done.stderr


def compiled(folder, path, text, seconds=300):
    """Compile a file of the library in a folder, by room and name; give what Coq prints."""
    place = folder / "theories" / f"{path}.v"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return run(folder, COQC, "-q", *THEORIES, str(place.relative_to(folder)), seconds=seconds)[0]


def prepare(folder):
    """Compile what the theorems require in a folder."""
    for path in export.FILES:
        compiled(folder, path.stem, path.read_text(encoding="utf-8"))


REQUIRE = re.compile(r"^From (?:Coq|Perclib)(?:\.(\w+))? Require (Import )?([\w ]+)\.$", re.M)


def modular(text, room=""):
    """Give a file as it stands in a module: it imports what it requires as a file."""

    def imports(match):
        place = f"{match[1]}." if match[1] not in (None, room) else ""
        names = " ".join(place + name for name in match[3].split())
        return f"Import {names}." if match[2] else ""

    return REQUIRE.sub(imports, text)


def required_rooms(libraries):
    """Write what makes the files of rooms known, by their names; none of them is imported yet."""
    out = [f"From Coq Require {STANDARD.replace('|', ' ')}."]
    for library in sorted(libraries):
        import_names = "Import " * (library not in BASE_FILES)
        out.append(f"From Perclib Require {import_names}{library}.")
    return out


def files_of(texts, room):
    """List the files of a room, each after those that it requires."""
    return [path for path in theories.in_order(texts, texts) if path.startswith(f"{room}/")]


def rooms_before(texts, room):
    """Name what the files of a room require: other rooms, and files that have none."""
    every = [other for path in files_of(texts, room) for other in theories.required(texts[path])]
    return {other.partition("/")[0] for other in every} - {room}


def room_text(texts, room):
    """Write the files of a room as modules of one file: Coq loads the reals once for all of them.

    The names are the same as those of the files.  Only what says what a file requires is changed,
    which says here what a module imports.
    """
    out = required_rooms(rooms_before(texts, room))
    for path in files_of(texts, room):
        name = path.partition("/")[2]
        out += [f"Module {name}.", modular(texts[path], room), f"End {name}."]
    return "\n".join(out)


def compile_room(folder, texts, room):
    """Compile a room; where Coq refuses it, say in which of its files."""
    text = room_text(texts, room)
    try:
        compiled(folder, room, text, seconds=WHOLE)
    except RefusedError as error:
        (line,) = re.findall(r"line (\d+), characters [\d-]+:\s+Error", str(error))
        before = "\n".join(text.split("\n")[: int(line)])
        name = re.findall(r"^Module (\w+)\.$", before, re.MULTILINE)[-1]
        raise RefusedError(f"{room}/{name}: {error}") from None


def compile_rooms(folder, texts):
    """Compile a library in a folder, each room after those that it requires."""
    prepare(folder)
    order = [path.partition("/")[0] for path in theories.in_order(texts, sorted(texts))]
    begun = {}

    def compile_one(room):
        for other in rooms_before(texts, room) & begun.keys():
            begun[other].result()
        compile_room(folder, texts, room)

    with ThreadPoolExecutor(os.cpu_count()) as compilers:
        for room in dict.fromkeys(order):
            if room not in BASE_FILES:
                begun[room] = compilers.submit(compile_one, room)
    for made in begun.values():
        made.result()


def in_a_run(tmp_path_factory, name, make):
    """Make a folder once in a run of the tests, whichever of its processes comes first."""
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    shared /= name
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "made").exists():
            make(shared)
            (shared / "made").touch()
    return shared


def beside_preamble(tmp_path_factory):
    """Make a folder with what the theorems require."""
    shared = in_a_run(tmp_path_factory, "coq_preamble", prepare)
    return shutil.copytree(shared, tmp_path_factory.mktemp("coq") / "files")


def module_type(name, text, kind):
    """Write what a reader is shown of a file as the type of a module."""
    out = [f"Module Type {name}."]
    for s in kind.shown(text):
        if s.head in ("From", "Import"):
            libraries = re.findall(rf"\b(?:{STANDARD}|ListNotations)\b", s.words)
            out += [f"Import {library}." for library in libraries]
        else:
            out.append(s.source + " Admitted." * (s.head == "Theorem"))
    return "\n".join([*out, f"End {name}."])


def conclude(folder, texts, kind=None):
    """Ask Coq whether compiled files, by room and name, are what a reader is shown.

    Give the name of the file that says so.
    """
    modules = {f"Perclib.{path.replace('/', '.')}": path for path in texts}
    types = {module: f"Shown{n}" for n, module in enumerate(modules)}
    shown = [
        module_type(types[module], texts[path], kind or kind_of(path))
        for module, path in modules.items()
    ]
    out = ["From Perclib Require Import Preamble."]
    out += [f"From Coq Require {STANDARD.replace('|', ' ')}.", "Module Shown.", *shown]
    libraries = sorted({f"Perclib.{path.partition('/')[0]}" for path in texts})
    out += ["End Shown.", f"Require {' '.join(libraries)}."]  # after all shown has its meaning
    out += [f"Module Is{kind} <: Shown.{kind} := {module}." for module, kind in types.items()]
    stated = [
        f"@{m}.{s.name}" for m, path in modules.items() for s in sentences.theorems(texts[path])
    ]
    out.append(f"Definition all := ({', '.join([*stated, 'tt'])}).\nPrint Assumptions all.\n")
    concluded = "Concluded" + hashlib.sha256(repr(sorted(texts)).encode()).hexdigest()[:8]
    allow(compiled(folder, concluded, "\n".join(out), seconds=WHOLE))
    return concluded


def allow(printed):
    """Refuse axioms, of those that Coq prints, but those of the reals."""
    for axiom in re.split(r"\n(?=\S)", printed.strip().removeprefix("Axioms:\n")):
        name, _, says = " ".join(axiom.split()).partition(" : ")
        if axiom != "Closed under the global context" and AXIOMS.get(name) != says:
            raise RefusedError(f"it rests on {name} : {says}")


def check_files(folder, paths):
    """Ask coqchk; Coq's own library, which would take it 40 seconds, is taken as it is."""
    files = sorted({f"Perclib.{path.partition('/')[0]}" for path in paths})
    words = [word for file in files for word in ("-norec", file)]
    check(run(folder, COQCHK, "-silent", "-o", *THEORIES, *words, seconds=WHOLE)[1])


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
    compiled(folder, name, text)
    check_files(folder, [*BASE_FILES, name, conclude(folder, {name: text}, kind)])


GROUPS = 4  # of files that are concluded together: Coq loads the reals once, and reads few names


def judge_compiled(folder, texts):
    """Judge files by room and name, of a library that is compiled."""
    paths = sorted(texts.keys() - BASE_FILES)
    for path in paths:
        look(path, texts[path], texts=texts)
    groups = [{path: texts[path] for path in paths[n::GROUPS]} for n in range(GROUPS)]
    with ThreadPoolExecutor(os.cpu_count()) as judges:
        concluded = judges.map(lambda group: conclude(folder, group), filter(None, groups))
        check_files(folder, [*BASE_FILES, *paths, *concluded])


def judge_library(folder, texts):
    """Judge files by room and name, among which are those that they require."""
    for path in texts.keys() - BASE_FILES:
        look(path, texts[path], texts=texts)
    compile_rooms(folder, texts)
    judge_compiled(folder, texts)


def memory(texts):
    """Give the file that is there if these files were accepted: by this judge, and this Coq.

    It is in a folder that a fresh clone has not, and that ``make clean`` removes.
    """
    key = repr((run(ROOT, COQC, "--version"), verdicts.base_row(), sorted(texts.items())))
    return MEMORY / hashlib.sha256(key.encode()).hexdigest()


def once(texts, judge, *arguments):
    """Judge files, unless these were accepted before."""
    accepted = memory(texts)
    if not accepted.exists():
        judge(*arguments)
        accepted.parent.mkdir(parents=True, exist_ok=True)
        accepted.touch()
