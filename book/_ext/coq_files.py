"""What Coq proved again: a file for each theorem of the kernel, a mark where Coq accepted it.

The files are written by the run that makes the outputs of a page, and stand in the folder ``coq``
beside the pages.  Which of
their statements Coq accepted is stored in ``book/coq.csv``: ``python tests/refresh.py coq`` writes
it, and a test has Coq decide again.  A theorem that is not in the table has its file, and no mark.

Proofs by hand, of what the kernel cannot say, are the files of ``book/coq``.  Their first line
names what they prove: ``(* checks: LABEL ... *)``.  Of what they prove a part, and which, is said
in lines after it, ``(* in part: LABEL ...: WORDS *)``; the next comment says all.  A file that
has examples of theorems names these, ``(* examples: LABEL ... *)``, and makes no mark.
"""

import re
import shutil
import zipfile
from pathlib import Path
from typing import NamedTuple

import coq_text
import runs
from checks import Check, fold_close, fold_open, found
from coq_table import accepted, row, shown
from docutils import nodes
from docutils.parsers.rst import Directive
from executed import ran
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from perclib.proof import coq_export

BOOK = Path(__file__).resolve().parent.parent
BY_HAND = BOOK / "coq"
FOLDER, PAGE = "coq", "book/coq"
HEAD = re.compile(
    r"\(\* (checks|examples): ([\w -]+?) \*\)\n((?:\(\* in part: .*? \*\)\n)*)\(\* (.*?) \*\)",
    re.DOTALL,
)
IN_PART = re.compile(r"\(\* in part: ([\w -]+): (.*?) \*\)\n", re.DOTALL)
logger = logging.getLogger(__name__)


class File(NamedTuple):
    """The file of a theorem, or of a step that leads to none.

    Where it lies in the built book, what it states, what it needs, and of a step the cell.
    """

    theorem: str
    path: str
    shown: str
    needed: tuple[str, ...]
    accepted: bool
    cell: int = 0


class ByHand(NamedTuple):
    """A file that was written by hand: its path, the labels that it is about, and what it says.

    The labels are those that it proves, and those of which it proves a part, with that part.
    """

    path: str
    labels: dict[str, str]
    says: str
    text: str
    accepted: bool
    proves: bool = True


def by_hand():
    """List the files that were written by hand."""
    out = []
    for path in sorted(BY_HAND.glob("*.v")):
        text = path.read_text(encoding="utf-8")
        head = HEAD.match(text)
        if head is None:
            raise ValueError(f"{path.name} does not say which labels it proves")
        kind, labels, parts, says = head.groups()
        ok, says = row("by_hand", path.name, text) in accepted(), " ".join(says.split())
        to = f"{FOLDER}/by_hand/{path.name}"
        of = dict.fromkeys(labels.split(), "")
        for more, part in IN_PART.findall(parts):
            of |= dict.fromkeys(more.split(), " ".join(part.split()))
        out.append(ByHand(to, of, says, text, ok, kind == "checks"))
    return out


# Building ----------------------------------------------------------------------------------------


def finish(app, env):
    """Put the files that the notebooks wrote beside the pages, and mark what Coq accepted."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    known, files, steps, before = accepted(), {}, {}, getattr(env, "perclib_coq_of", {})
    env.perclib_coq_of = {}
    for docname in sorted(env.found_docs):
        notebook = Path(env.doc2path(docname))
        if not ran(app, notebook):
            continue
        made = runs.made(notebook)
        for cell, _, name in made.steps:
            steps.setdefault((docname, cell), []).append(name)
        if made.theorems:
            shutil.copytree(made.folder, folder / notebook.stem)
        run, own = before.get(docname, ("", {}))
        if run != str(made.folder):  # what the files of the same run say was read before
            own = of_run(made, docname, notebook.stem, known)
        env.perclib_coq_of[docname] = str(made.folder), own
        files |= own
    env.perclib_coq_files = files
    copy(folder)
    mark(env, files, steps)


def of_run(made, docname, stem, known):
    """Give the files that the run of a notebook wrote, by page and theorem."""
    files = {}
    for told in made.theorems:
        name = told["theorem"]
        if "refused" in told:
            logger.info("no file for Coq of %s: %s", name, told["refused"])
            continue
        text = (made.folder / told["file"]).read_text(encoding="utf-8")
        ok, path = row(stem, told["file"], text) in known, f"{FOLDER}/{stem}/{told['file']}"
        cell = told.get("cell", 0)
        files[docname, name] = File(name, path, shown(text), needs(text), ok, cell)
    return files


def copy(folder):
    """Put what all files need beside them, and all into one archive."""
    (folder / "by_hand").mkdir(parents=True)
    for path in coq_export.FILES:
        shutil.copyfile(path, folder / path.name)
    for path in BY_HAND.glob("*.v"):
        shutil.copyfile(path, folder / "by_hand" / path.name)
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*.v")):
            inside = zipfile.ZipInfo(str(path.relative_to(folder)))  # no date: the same every time
            archive.writestr(inside, path.read_bytes(), zipfile.ZIP_DEFLATED)


def mark(env, files, steps):
    """Mark what a file by hand names, and what the kernel concluded in cells of which Coq took all.

    A cell's steps, by page and cell, are in the files of the theorems that they lead to.
    """
    checks, conclusions = found(env), {}
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.by != "coq"]
    for docname in env.perclib_proved:
        for part in env.perclib_proved[docname]:
            conclusions.setdefault((docname, part.cell), []).append(part.theorem["name"])
    files_by_hand = [file for file in by_hand() if file.proves]
    env.perclib_by_hand = {label for file in files_by_hand for label in file.labels}
    for file in files_by_hand:
        for label, part in file.labels.items() if file.accepted else ():
            checks.setdefault(label, []).append(Check("coq", PAGE, anchor(file.path), part=part))
    for ways in checks.values():
        kernel = [way for way in ways if way.by == "kernel"]
        for part in dict.fromkeys(way.part for way in kernel):
            cells = [(way.docname, way.cell) for way in kernel if way.part == part]
            names = [
                (cell[0], name)
                for cell in cells
                for name in [*conclusions.get(cell, ()), *steps.get(cell, ())]
            ]
            if names and all(name in files and files[name].accepted for name in names):
                docname, last = names[-1]
                said = "; ".join(dict.fromkeys(name for _, name in names))
                ways.append(Check("coq", docname, anchor(last), "", f"Coq proved: {said}", part))


def anchor(name):
    return "coq-" + re.sub(r"\W+", "-", name).lower()


class Beside(SphinxPostTransform):
    """Put the files of a theorem's cell under it, with the two lines that compile them."""

    default_priority = 4

    def run(self):
        here = self.env.docname
        files = [
            (file.cell or cell_of(self.env, here, file.theorem), file)
            for (docname, _), file in getattr(self.env, "perclib_coq_files", {}).items()
            if docname == here and file.accepted
        ]
        for cell in list(self.document.findall(nodes.container)):
            for n, file in files:
                if n and n == cell.get("number"):
                    cell += statement(self.app, here, file)


def cell_of(env, docname, theorem):
    """Number the cell that shows a theorem, if it is a check."""
    parts = env.perclib_proved.get(docname, ())
    return next((part.cell for part in parts if part.theorem["name"] == theorem), 0)


def statement(app, here, file):
    """Show what Coq reads of a theorem, with its file, and the lines that compile it."""
    box = nodes.container(classes=["coq"], ids=[anchor(file.theorem)])
    box += [downloads(app, here, file), code(file.shown), commands(file.path, file.needed)]
    return box


def downloads(app, here, file):
    """Offer a theorem's file, and what it needs."""
    line = nodes.paragraph("", "Coq proved it again: " if file.accepted else "For Coq: ")
    line += download(app, here, file.path)
    line += nodes.Text(", after ")
    needed = [f"{FOLDER}/{name}.v" for name in file.needed]
    for n, path in enumerate(needed):
        line += nodes.Text("" if n == 0 else " and " if n == len(needed) - 1 else ", ")
        line += download(app, here, path)
    if here == PAGE:
        line += nodes.Text(".")
        return line
    page = nodes.reference("", "how to read it", internal=True)
    page["refuri"] = app.builder.get_relative_uri(here, PAGE)
    line += [nodes.Text(" ("), page, nodes.Text(").")]
    return line


def needs(text, others=None):
    """List the files that a file requires, in the order in which they are compiled.

    The others, by name, are those that a file by hand may require besides the laws.
    """
    base = [path.stem for path in coq_export.FILES]
    said = [s.words.rstrip(".").split() for s in coq_text.sentences(text) if s.head == "Require"]
    out = base[: 1 + max(base.index(word) for words in said for word in words if word in base)]
    for name in (words[1] for words in said if others and words[1] != "Import"):
        out += [*needs(others[name], others), name]
    order = {name: n for n, name in enumerate(base)}
    return tuple(sorted(dict.fromkeys(out), key=lambda name: order.get(name, len(base))))


def commands(path, needed):
    """Give the two lines that compile a file."""
    text = "; ".join(f"coqc {name}.v" for name in needed) + f"\ncoqc {Path(path).name}"
    return nodes.literal_block(text, text, language="text")


def download(app, here, path):
    up = "../" * here.count("/")
    link = f'<a class="download" download href="{up}{path}">{Path(path).name}</a>'
    return nodes.raw("", link, format="html")


# On the page about Coq ---------------------------------------------------------------------------


class Place(nodes.General, nodes.Element):
    """Where a page shows what is known only when all files are written."""


class Shown(Directive):
    """Show something about the files: ``counts``, ``by-hand``, or a statement, named by page."""

    required_arguments, final_argument_whitespace = 1, True

    def run(self):
        kind, *rest = self.arguments[0].split(maxsplit=2)
        return [Place("", kind=kind, rest=rest)]


class Show(SphinxPostTransform):
    """Put what was asked for in its place."""

    default_priority = 4

    def run(self):
        for place in list(self.document.findall(Place)):
            place.replace_self(PLACES[place["kind"]](self.app, self.env, *place["rest"]))


def counts(app, env):
    """Say how many theorems the kernel proved, and how many of them Coq again."""
    files = env.perclib_coq_files.values()
    theorems, steps = ([f for f in files if bool(f.cell) == one] for one in (False, True))
    said = (
        f"The kernel proved {len(theorems)} theorems in this book, and Coq proved "
        f"{sum(file.accepted for file in theorems)} of them again, and "
        f"{sum(file.accepted for file in steps)} of {len(steps)} steps that lead to none of these; "
        f"{len(by_hand())} more files were written by hand."
    )
    return [nodes.paragraph("", said)]


def statement_of(app, env, docname, name):
    """Show what Coq reads of a theorem of another page."""
    return [statement(app, env.docname, env.perclib_coq_files[docname, name])]


def code(text):
    return nodes.literal_block(text, text, language="text")  # colours would weigh down a page


def hand_made(app, env):
    """List the proofs by hand: of which theorems, in words, and what Coq reads."""
    out, made = nodes.bullet_list(), by_hand()
    home = {label: s.label for s in env.perclib_statements for label in s.labels}
    paths = {Path(x.path).stem: x.path for x in [*env.perclib_coq_files.values(), *made]}
    texts = {name: (Path(app.outdir) / paths[name]).read_text("utf-8") for name in paths}
    for file in made:
        line = nodes.paragraph("", "", download(app, env.docname, file.path), nodes.Text(", of "))
        own = {home[label] for label in file.labels}
        for n, label in enumerate(s.label for s in env.perclib_statements if s.label in own):
            line += [nodes.Text(", " if n else ""), reference(env, label)]
        line += [nodes.Text(". "), *words(app, env.docname, file.says, paths)]
        needed = needs(file.text, texts)
        others = [paths[name] for name in needed if name in paths]
        for n, path in enumerate(others):
            line += [nodes.Text(", " if n else " It rests on "), download(app, env.docname, path)]
        line += nodes.Text("." * bool(others))
        reads = code("\n".join(s.source for s in coq_text.claims(file.text)))
        folded = [fold_open("What Coq reads"), reads, commands(file.path, needed), fold_close()]
        out += nodes.list_item("", line, *folded, ids=[anchor(file.path)])
    return [out]


def words(app, here, said, paths):
    """Give the words of a comment, in which formulas stand between dollars, and files by name."""
    for n, part in enumerate(said.split("$")):
        if n % 2:
            yield nodes.math(part, part)
            continue
        for m, word in enumerate(re.split(r"\b(\w+)\.v\b", part.replace("'", "’"))):
            yield download(app, here, paths[word]) if m % 2 else nodes.Text(word)


def reference(env, label):
    """Refer to a theorem by its number."""
    to = {"refdomain": "prf", "reftype": "ref", "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=env.docname, **to)


def archive(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Link to the archive of all files from a page of this folder."""
    link = f'<a class="download" download href="../{FOLDER}/{text}">{text}</a>'
    return [nodes.raw("", link, format="html")], []


PLACES = {"counts": counts, "statement": statement_of, "by-hand": hand_made}


def setup(app):
    app.add_node(Place)
    app.add_directive("coq", Shown)
    app.add_role("coq-archive", archive)
    app.connect("env-updated", finish, priority=400)  # before ``checks`` looks at what has marks
    app.add_post_transform(Beside)
    app.add_post_transform(Show)
    return {"version": "1", "parallel_read_safe": False}
