"""What the proof files of ``book/proofs`` prove, and which programs agree; and the files for Coq.

A theorem of a chapter has one proof file, which names the claims that it proves.  The kernel proves
a claim by steps.  Coq proves it again where it accepted the exported file that states these steps,
or a theorem of ``book/coq`` that the proof file names; ``book/coq.csv`` stores what it accepted.
"""

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.util import logging

import edition
from marks.statements import CHAPTERS, line_of, statements, sympy_cells
from parts import write_archive
from prover.coq import sentences, theories
from prover.coq.verdicts import accepted_rows, shown_statement, table_row
from runs import proof_runs

COQ_FOLDER, COQ_PAGE, PAGES = "coq", "book/coq", "book/proofs/"
EXAMPLE = re.compile(r"^Theorem \w+_can_hold .*?\bQed\.$", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"(?:\(\* examples: ([\w \n-]+?) \*\)\n)?\(\* (.*?) \*\)", re.DOTALL)
PROGRAMS = {"kernel": "the proof kernel", "coq": "Coq", "sympy": "sympy"}
known_rows = cache(accepted_rows)
logger = logging.getLogger(__name__)


class CoqFile(NamedTuple):
    """A file for Coq that the prover wrote: of a theorem, of a claim, or of another step.

    Of a theorem its example with its proof, or why there is none, and what the kernel says of it.
    """

    title: str
    path: str
    shown: str
    accepted: bool
    example: str
    no_example: str
    main: Any


class HandFile(NamedTuple):
    """A file for Coq that was written by hand, what it says of itself, and its theorems."""

    name: str
    path: str
    text: str
    says: str
    accepted: bool
    theorems: tuple[str, ...]
    examples: tuple[str, ...]


class Way(NamedTuple):
    """A way in which a claim is proved: by which program, and of which part, if not all.

    By which steps or theorem, and for Coq whether it was written by hand.
    """

    by: str
    part: str
    steps: tuple[str, ...]
    by_hand: bool = False


class Claim(NamedTuple):
    """A formula, by its label, or a claim in words; the ways in which it is proved."""

    key: str
    ways: tuple[Way, ...]

    @property
    def is_proved(self):
        return any(not way.part for way in self.ways)


class ProofFile(NamedTuple):
    """A proof file: of which theorem, and what it proves."""

    chapter: str
    name: str
    theorem: str
    title: str
    claims: tuple[Claim, ...]
    assumed: tuple[str, ...]
    files: dict[str, CoqFile]
    steps: tuple[tuple[str, str], ...]
    source: str
    before: tuple[str, ...]

    @property
    def page(self):
        return f"{PAGES}{self.chapter}"

    @property
    def anchor(self):
        return f"machine-{self.theorem or self.name.replace('_', '-')}"

    @property
    def place(self):
        return self.page, self.anchor


def path_of(path):
    """Say where a file of the library lies in the built book, by its room and name."""
    return f"{COQ_FOLDER}/theories/{path}.v"


def proof_files(env):
    """Give all proof files once all pages are read."""
    return env.perclib_proof_files


def of_theorem(env, label):
    """Give the proof file of a theorem, None if it has none."""
    return next((file for file in proof_files(env) if file.theorem == label), None)


@cache
def hand_files():
    """List the files that were written by hand."""
    out = {}
    for name, text in theories.texts_of(theories.BY_HAND).items():
        head = HEAD.match(text)
        accepted = table_row("by_hand", f"{name}.v", text) in known_rows()
        said = tuple(s.name for s in sentences.claims(text) if s.head == "Theorem")
        path = path_of(f"{theories.ROOM_BY_HAND}/{name}")
        examples = tuple((head[1] or "").split())
        out[name] = HandFile(name, path, text, " ".join(head[2].split()), accepted, said, examples)
    return out


def collect(app, env):
    """Read what the proof files prove, and put the files for Coq beside the pages."""
    if app.builder.format != "html":  # it is there from the last build of the web
        return
    docnames = {proof_runs.chapter_of(name) for name in env.found_docs if name.startswith(CHAPTERS)}
    runs = {}
    for chapter in filter(docnames.__contains__, proof_runs.chapters()):
        try:
            run = proof_runs.proofs_of(chapter)
            files = [
                told for told in run.files if edition.HAS_SOLUTIONS or not told["in_solutions"]
            ]
            runs[chapter] = run._replace(files=files)
        except proof_runs.ProofsFailedError as why:
            logger.warning("a proof file failed: %s", why, location=f"{PAGES}{chapter}")
    texts = theories.library(runs)
    env.perclib_proof_files = [
        read_file(chapter, told, texts) for chapter, run in runs.items() for told in run.files
    ]
    put_archive(Path(app.outdir) / COQ_FOLDER, texts)


def read_file(chapter, told, texts):
    """Read what a run tells of a proof file."""
    files = {}
    for one in (one for one in told["files"] if "file" in one):
        path = f"{theories.room_of(chapter)}/{Path(one['file']).stem}"
        text = texts[path]
        example = EXAMPLE.search(text)
        files[one["theorem"]] = CoqFile(
            one["theorem"],
            path_of(path),
            shown_statement(text),
            table_row(chapter, one["file"], text) in known_rows(),
            example[0] if example else "",
            one.get("no example") or "",
            one.get("main"),
        )
    names = [f"{chapter}.{told['name']}", *told["imports"]]
    return ProofFile(
        chapter,
        told["name"],
        told["theorem"],
        told["statement"].splitlines()[0].rstrip("."),
        tuple(read_claim(one, files) for one in told["claims"]),
        tuple(told["assumed"]),
        files,
        tuple((label, says) for label, says, _ in told["steps"]),
        proof_runs.run_proofs.file_of(names[0]).read_text("utf-8"),
        tuple(proof_runs.run_proofs.with_imports(names[:1])[:-1]),
    )


def read_claim(one, files):
    """Read a claim of a proof file, and the ways in which it is proved."""
    ways, part, hand = [], one["in_part"], hand_files()
    if one["steps"]:
        ways.append(Way("kernel", part, tuple(one["steps"])))
        if (file := files.get(one.get("file"))) and file.accepted:
            ways.append(Way("coq", part, tuple(one["stated"])))
    for said in one["by_hand"]:
        named, _, part = said.partition(": ")
        name, _, theorem = named.partition(".")
        if hand[name].accepted and theorem in hand[name].theorems:
            ways.append(Way("coq", part, (named,), by_hand=True))
    if one["by_sympy"]:
        label, _, part = one["by_sympy"].partition(": ")
        ways.append(Way("sympy", part, (label,)))
    return Claim(one["key"], tuple(ways))


def put_archive(folder, texts):
    """Put the library into a folder, and into one archive."""
    shutil.rmtree(folder, ignore_errors=True)
    theories.put_library(folder, texts)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    write_archive(
        folder / "all.zip", {str(path.relative_to(folder)): path.read_bytes() for path in files}
    )


def claims_of(env, statement):
    """Give the claims of a theorem: its displays that assume nothing, and what it says in words."""
    file = of_theorem(env, statement.label)
    claims = file.claims if file else ()
    own = (one for one in claims if one.key in statement.own or not one.key.startswith("eq-"))
    return [with_cells(env, one) for one in own]


def with_cells(env, claim):
    """Add to the ways of a claim the cells of sympy that check its formula."""
    parts = {cell.part for cell in sympy_cells(env, claim.key)}
    ways = [Way("sympy", part, (claim.key,)) for part in ([""] if "" in parts else sorted(parts))]
    return claim._replace(ways=tuple(dict.fromkeys((*claim.ways, *ways))))


def standing(env, statement):
    """Say how a theorem stands: whole if each claim is proved by some program, part, or not."""
    claims = claims_of(env, statement)
    if claims and all(claim.is_proved for claim in claims):
        return "whole"
    return "part" if any(claim.ways for claim in claims) else "not"


def programs_of(env, statement):
    """Give the programs that prove something of a theorem, and whether each proves all of it."""
    claims = claims_of(env, statement)
    of = {by: [[w for w in c.ways if w.by == by] for c in claims] for by in PROGRAMS}
    return {
        by: all(any(not way.part for way in ways) for ways in those)
        for by, those in of.items()
        if any(those)
    }


def warn_of_gaps(app, env):
    """Refuse theorems without a proof file, and displays that it says nothing of."""
    for s in statements(env).values():
        file, here = of_theorem(env, s.label), (s.docname, line_of(env, s.docname, s.label))
        if file is None:
            room = f"{PAGES}{proof_runs.chapter_of(s.docname)}"
            logger.warning("%s has no proof file in %s", s.label, room, location=here)
        elif left := set(s.own) - {claim.key for claim in file.claims} - set(file.assumed):
            logger.warning("%s: its proof file says nothing of %s", s.label, left, location=here)


def setup(app):
    app.connect("env-updated", collect, priority=400)
    app.connect("env-updated", warn_of_gaps)
