"""What the proof files of ``book/proofs`` prove, and which programs agree; and the files for Coq.

A theorem of a chapter has one proof file, which names the claims that it proves
(``book/proofs/run_proofs.py``).  The kernel proves a claim by steps.  Coq proves it again where it
accepted the exported file that states these steps, and where it accepted a theorem of ``book/coq``
that the proof file names.  Which files Coq accepted is stored in ``book/coq.csv``.  A formula may
be checked by a cell of sympy besides (``statements``).
"""

import re
import shutil
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.util import logging

import edition
from marks.statements import CHAPTERS, cells_of, lines_of, statements
from prover.coq import sentences, theories
from prover.coq.verdicts import accepted_rows, shown_statement, table_row
from runs import proof_runs

COQ_FOLDER, COQ_PAGE, PAGES = "coq", "book/coq", "book/proofs/"
EXAMPLE = re.compile(r"^Theorem \w+_can_hold .*?\bQed\.$", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"(?:\(\* examples: ([\w \n-]+?) \*\)\n)?\(\* (.*?) \*\)", re.DOTALL)
PROGRAMS = {"kernel": "the proof kernel", "coq": "Coq", "sympy": "sympy"}
logger = logging.getLogger(__name__)


class CoqFile(NamedTuple):
    """A file for Coq that the prover wrote: of a theorem, of a claim, or of another step.

    What it states, theorem by theorem; of a theorem its example with its proof, or why there is
    none, and what the kernel says of it.
    """

    title: str
    path: str
    shown: str
    accepted: bool
    states: dict[str, str]
    example: str = ""
    no_example: str = ""
    main: Any = None


class HandFile(NamedTuple):
    """A file for Coq that was written by hand, what it says of itself, and its theorems."""

    name: str
    path: str
    text: str
    says: str
    accepted: bool
    theorems: tuple[str, ...]
    examples: tuple[str, ...] = ()


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
    says: tuple[str, ...] = ()
    coq: tuple[str, tuple[str, ...]] = ("", ())  # the title of a file, and what it states

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


def path_of(path):
    """Say where a file of the library lies in the built book, by its room and name."""
    return f"{COQ_FOLDER}/theories/{path}.v"


def proof_files(env):
    """Give all proof files, by chapter and name, once all pages are read."""
    return vars(env).setdefault("perclib_proof_files", {})


def of_theorem(env, label):
    """Give the proof file of a theorem, None if it has none."""
    return next((file for file in proof_files(env).values() if file.theorem == label), None)


@cache
def hand_files():
    """List the files that were written by hand."""
    out, known = {}, accepted_rows()
    for name, text in theories.texts_of(theories.BY_HAND).items():
        head = HEAD.match(text)
        if head is None:
            raise ValueError(f"{name}.v does not begin with a comment that says what it proves")
        accepted = table_row("by_hand", f"{name}.v", text) in known
        said = tuple(s.name for s in sentences.claims(text) if s.head == "Theorem")
        path = path_of(f"{theories.ROOM_BY_HAND}/{name}")
        examples = tuple((head[1] or "").split())
        out[name] = HandFile(name, path, text, " ".join(head[2].split()), accepted, said, examples)
    return out


def collect(app, env):
    """Read what the proof files prove, and put the files for Coq beside the pages."""
    if app.builder.format != "html" and proof_files(env):
        return
    docnames = {proof_runs.chapter_of(d): d for d in env.found_docs if d.startswith(CHAPTERS)}
    runs = {}
    for chapter in proof_runs.chapters():
        if chapter in docnames:
            try:
                runs[chapter] = shown(proof_runs.proofs_of(chapter))
            except proof_runs.ProofsFailedError as why:
                logger.warning("a proof file failed: %s", why, location=f"{PAGES}{chapter}")
    texts = theories.library(runs)
    hand, known = hand_files(), accepted_rows()
    env.perclib_proof_files = {
        (chapter, told["name"]): read_file(chapter, told, texts, known, hand)
        for chapter, run in runs.items()
        for told in run.files
    }
    if app.builder.format == "html":
        put_archive(Path(app.outdir) / COQ_FOLDER, texts)


def shown(run):
    """Leave out the proof files that belong to solutions, where these are left out."""
    files = [told for told in run.files if edition.HAS_SOLUTIONS or not told["in_solutions"]]
    return run._replace(files=files)


def read_file(chapter, told, texts, known, hand):
    """Read what a run tells of a proof file."""
    files = {}
    for one in told["files"]:
        if "refused" in one:
            logger.info("no file for Coq of %s: %s", one["theorem"], one["refused"])
            continue
        path = f"{theories.room_of(chapter)}/{Path(one['file']).stem}"
        text = texts[path]
        example = EXAMPLE.search(text)
        files[one["theorem"]] = CoqFile(
            one["theorem"],
            path_of(path),
            shown_statement(text),
            table_row(chapter, one["file"], text) in known,
            {theorem.name: theorem.source for theorem in sentences.theorems(text)},
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
        tuple(read_claim(one, files, hand, names[0]) for one in told["claims"]),
        tuple(told["assumed"]),
        files,
        tuple((label, says) for label, says, _ in told["steps"]),
        proof_runs.run_proofs.file_of(names[0]).read_text("utf-8"),
        tuple(proof_runs.run_proofs.with_imports(names[:1])[:-1]),
    )


def read_claim(one, files, hand, where):
    """Read a claim of a proof file, and the ways in which it is proved."""
    ways, steps, part = [], tuple(one["steps"]), one["in_part"]
    if steps:
        ways.append(Way("kernel", part, steps))
        if (file := files.get(one.get("file"))) and file.accepted:
            ways.append(Way("coq", part, tuple(one["stated"])))
    for said in one["by_hand"]:
        named, _, part = said.partition(": ")
        name, _, theorem = named.partition(".")
        if name not in hand or theorem not in hand[name].theorems:
            logger.warning("%s names %s, which is no theorem of book/coq", where, named)
        elif hand[name].accepted:
            ways.append(Way("coq", part, (named,), by_hand=True))
    if one["by_sympy"]:
        label, _, part = one["by_sympy"].partition(": ")
        ways.append(Way("sympy", part, (label,)))
    coq = (one.get("file", ""), tuple(one.get("stated", ())))
    return Claim(one["key"], tuple(ways), tuple(one["says"]), coq)


def put_archive(folder, texts):
    """Put the library into a folder, and into one archive."""
    shutil.rmtree(folder, ignore_errors=True)
    theories.put_library(folder, texts)
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".zip":
                inside = zipfile.ZipInfo(str(path.relative_to(folder)))  # no date: always the same
                archive.writestr(inside, path.read_bytes(), zipfile.ZIP_DEFLATED)


def claims_of(env, statement):
    """Give the claims of a theorem: its displays that assume nothing, and what it says in words."""
    file = of_theorem(env, statement.label)
    claims = file.claims if file else ()
    own = (one for one in claims if one.key in statement.own or not one.key.startswith("eq-"))
    return [with_cells(env, one) for one in own]


def with_cells(env, claim):
    """Add to the ways of a claim the cells of sympy that check its formula."""
    own = cells_of(env).get(claim.key, ())
    more = {cell.part for cell in own if cell.by == "sympy"}
    ways = [Way("sympy", part, (claim.key,)) for part in ([""] if "" in more else sorted(more))]
    return claim._replace(ways=(*claim.ways, *ways))


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
    """Refuse theorems without a proof file, displays it says nothing of, and unknown labels."""
    equations = env.get_domain("math").equations
    for s in statements(env).values():
        here = s.docname, lines_of(env).get((s.docname, s.label, ""))
        file = of_theorem(env, s.label)
        if file is None:
            room = f"{PAGES}{proof_runs.chapter_of(s.docname)}"
            logger.warning("%s has no proof file in %s", s.label, room, location=here)
            continue
        said = {claim.key for claim in file.claims} | set(file.assumed)
        for label in set(s.own) - said:
            why = "%s: its proof file says nothing of %s"
            logger.warning(why, s.label, label, location=here)
    for file in proof_files(env).values():
        where = f"{file.chapter}.{file.name}"
        if file.theorem and file.theorem not in statements(env):
            logger.warning("%s: no theorem is called %s", where, file.theorem)
        for key in [*(claim.key for claim in file.claims), *file.assumed]:
            if key.startswith("eq-") and key not in equations:
                logger.warning("%s: no formula is called %s", where, key)
    return []


def setup(app):
    app.connect("env-updated", collect, priority=400)
    app.connect("env-updated", warn_of_gaps)
