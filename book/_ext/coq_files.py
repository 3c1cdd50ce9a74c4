"""What Coq proved again: a file for each theorem of the kernel, a mark where Coq accepted it.

The files are written by the run that makes the outputs of a page, and stand in the folder ``coq``
beside the pages.  Which of
their statements Coq accepted is stored in ``book/coq.csv``: ``python tests/refresh.py coq`` writes
it, and a test has Coq decide again.  A theorem that is not in the table has its file, and no mark.

Proofs by hand, of what the kernel cannot say, are the files of ``book/coq``.  Their first line
names what they prove: ``(* checks: LABEL ... *)``; the comment after it says so in words.  One that
has examples of theorems names these, ``(* examples: LABEL ... *)``, and makes no mark.
"""

import re
import shutil
import zipfile
from pathlib import Path
from typing import NamedTuple

import coq_text
import runs
from checks import Check, found, proved_in
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
HEAD = re.compile(r"\(\* (checks|examples): ([\w -]+?) \*\)\n\(\* (.*?) \*\)", re.DOTALL)
logger = logging.getLogger(__name__)


class File(NamedTuple):
    """A theorem's file: where it lies in the built book, what it states, and what it needs."""

    theorem: str
    path: str
    shown: str
    needed: tuple[str, ...]
    accepted: bool


class ByHand(NamedTuple):
    """A file that was written by hand: its path, the labels that it is about, and what it says."""

    path: str
    labels: tuple[str, ...]
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
        kind, labels, says = head.groups()
        ok, says = row("by_hand", path.name, text) in accepted(), " ".join(says.split())
        to = f"{FOLDER}/by_hand/{path.name}"
        out.append(ByHand(to, tuple(labels.split()), says, text, ok, kind == "checks"))
    return out


# Building ----------------------------------------------------------------------------------------


def finish(app, env):
    """Put the files that the notebooks wrote beside the pages, and mark what Coq accepted."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    known, files = accepted(), {}
    for docname in sorted(env.found_docs):
        notebook = Path(env.doc2path(docname))
        if not ran(app, notebook):
            continue
        made = runs.made(notebook)
        if made.theorems:
            shutil.copytree(made.folder, folder / notebook.stem)
        for told in made.theorems:
            name = told["theorem"]
            if "refused" in told:
                logger.info("no file for Coq of %s: %s", name, told["refused"])
                continue
            path = f"{FOLDER}/{notebook.stem}/{told['file']}"
            text = (Path(app.outdir) / path).read_text(encoding="utf-8")
            ok = row(notebook.stem, told["file"], text) in known
            files[docname, name] = File(name, path, shown(text), needs(text), ok)
    env.perclib_coq_files = files
    copy(folder)
    mark(env, files)


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


def mark(env, files):
    """Mark what a file by hand names, and the theorems of which Coq proved what the kernel did.

    The kernel's steps are marked beside the formulas, but what Coq was asked are its conclusions;
    so that mark stands at the end of the theorem, and leads to them.
    """
    checks = found(env)
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.by != "coq"]
    for file in by_hand():
        for label in file.labels * (file.accepted and file.proves):
            checks.setdefault(label, []).append(Check("coq", PAGE, anchor(file.path)))
    proved = proved_in(env)
    for place in env.perclib_statements:
        mine = [(part.docname, part.theorem["name"]) for part in proved[place.label]]
        of = checks.setdefault(place.label, [])
        if not mine or any(check.by == "coq" for check in of):
            continue
        if all(key in files and files[key].accepted for key in mine):
            docname, name = mine[0]
            said = "; ".join(name for _, name in mine)
            of.append(Check("coq", docname, anchor(name), title=f"Coq proved: {said}"))


def anchor(name):
    return "coq-" + re.sub(r"\W+", "-", name).lower()


class Beside(SphinxPostTransform):
    """Put the files of a theorem's cell under it, with the two lines that compile them."""

    default_priority = 4

    def run(self):
        files = getattr(self.env, "perclib_coq_files", {})
        for cell in list(self.document.findall(nodes.container)):
            for name in cell.get("theorems", ()):
                file = files.get((self.env.docname, name))
                if file and file.accepted:
                    cell += statement(self.app, self.env.docname, file)


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
    said = (
        f"The kernel proved {len(files)} theorems in this book, and Coq proved "
        f"{sum(file.accepted for file in files)} of them again; "
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
    paths = {Path(x.path).stem: x.path for x in [*env.perclib_coq_files.values(), *made]}
    texts = {name: (Path(app.outdir) / paths[name]).read_text("utf-8") for name in paths}
    for file in made:
        line = nodes.paragraph("", "", download(app, env.docname, file.path), nodes.Text(", of "))
        of = [label for label in file.labels if not label.startswith("eq-")] or file.labels
        for n, label in enumerate(of):
            line += [nodes.Text(", " if n else ""), reference(env, label)]
        line += nodes.Text(f". {file.says}")
        needed = needs(file.text, texts)
        others = [paths[name] for name in needed if name in paths]
        for n, path in enumerate(others):
            line += [nodes.Text(", " if n else " It rests on "), download(app, env.docname, path)]
        line += nodes.Text("." * bool(others))
        reads = code("\n".join(s.source for s in coq_text.claims(file.text)))
        folded = [fold("What Coq reads"), reads, commands(file.path, needed), unfold()]
        out += nodes.list_item("", line, *folded, ids=[anchor(file.path)])
    return [out]


def reference(env, label):
    """Refer to a theorem by its number."""
    to = {"refdomain": "prf", "reftype": "ref", "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=env.docname, **to)


def fold(summary):
    return nodes.raw("", f"<details><summary>{summary}</summary>", format="html")


def unfold():
    return nodes.raw("", "</details>", format="html")


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
