"""What Coq proved again: a file for each theorem of the kernel, a mark where Coq accepted it.

The files are written by the run that makes the outputs of a page, and stand in the folder ``coq``
beside the pages, as one library (``coq_library``).  Which of their statements Coq accepted is
stored in ``book/coq.csv``, which ``.venv/bin/python tests/refresh.py coq`` writes, and a test has
Coq decide again.  A theorem that is not in the table has its file, and no mark.

Proofs by hand, of what the kernel cannot say, are the files of ``book/coq``.  Their first lines
name what they prove, and by which of their theorems: ``(* checks: LABEL=THEOREM ... *)``.  Of what
they prove a part, and which, is said after it, ``(* in part: LABEL=THEOREM ...: WORDS *)``; the
next comment says all.  A file that
has examples of theorems names these, ``(* examples: LABEL ... *)``, and makes no mark.
"""

import re
import shutil
import zipfile
from collections import Counter
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from marks import coq_library, coq_text, left_out, solutions_left_out
from marks.checks import (
    KINDS,
    Check,
    checks_by_label,
    fold_close,
    fold_open,
    formula_link,
    warn_at,
    with_formulas as in_words,
)
from marks.coq_table import accepted_rows, shown_statement, table_row
from marks.run_while_reading import has_run
from perclib.proof import coq_export

FOLDER, COQ_PAGE = "coq", "book/coq"
NO_LINK = (COQ_PAGE, "book/theorems")  # where it is told how to read a file, or would be too often
HEAD_COMMENT = re.compile(
    r"\(\* (checks|examples): ([\w =\n-]+?) \*\)\n((?:\(\* in part: .*? \*\)\n)*)\(\* (.*?) \*\)",
    re.DOTALL,
)
IN_PART = re.compile(r"\(\* in part: ([\w =\n-]+): (.*?) \*\)\n", re.DOTALL)
logger = logging.getLogger(__name__)


class CoqFile(NamedTuple):
    """The file of a theorem, of what a mark concludes, or of a step that leads to none.

    Where it lies in the built book, what it states, of a mark or a step the cell, all that it
    states, theorem by theorem, and of a theorem its example with its proof, or why there is none.
    """

    theorem: str
    path: str
    shown: str
    accepted: bool
    cell: int = 0
    states: tuple[tuple[str, str], ...] = ()
    example: str = ""
    no_example: str = ""


class CoqFileByHand(NamedTuple):
    """A file that was written by hand: its path, the labels that it is about, and what it says.

    The labels are those that it proves, and those of which it proves a part, with that part; and
    of each the theorem that says so, where one does.
    """

    path: str
    labels: dict[str, str]
    theorems: dict[str, str]
    says: str
    text: str
    accepted: bool
    proves: bool = True


def files_by_hand():
    """List the files that were written by hand."""
    out = []
    for name, text in coq_library.texts_of(coq_library.BY_HAND).items():
        head = HEAD_COMMENT.match(text)
        if head is None:
            raise ValueError(f"{name}.v does not say which labels it proves")
        kind, labels, parts, says = head.groups()
        ok, says = (
            table_row("by_hand", f"{name}.v", text) in accepted_rows(),
            " ".join(says.split()),
        )
        to = place_of(f"{coq_library.ROOM_BY_HAND}/{name}")
        of, by = {}, {}
        for some, part in [(labels, ""), *IN_PART.findall(parts)]:
            for label, _, theorem in (word.partition("=") for word in some.split()):
                if not left_out.is_left_out(label):
                    of[label], by[label] = " ".join(part.split()), theorem
        out.append(CoqFileByHand(to, of, by, says, text, ok, kind == "checks"))
    return out


# Building ----------------------------------------------------------------------------------------


def place_of(path):
    """Say where a file of the library lies in the built book, by its room and name."""
    return f"{FOLDER}/theories/{path}.v"


def collect_files(app, env):
    """Put the library beside the pages, and mark what Coq accepted."""
    if app.builder.format != "html":
        return
    known, files, before = accepted_rows(), {}, getattr(env, "perclib_coq_of", {})
    env.perclib_coq_of, env.perclib_marks, runs = {}, {}, {}
    for docname in sorted(env.found_docs):
        notebook = Path(env.doc2path(docname))
        if has_run(app, notebook):
            runs[docname] = solutions_left_out.run_result(notebook)
    texts = coq_library.library({docname.rpartition("/")[2]: run for docname, run in runs.items()})
    for docname, made in runs.items():
        env.perclib_marks |= {(docname, told["label"]): told for told in made.marks}
        run, own = before.get(docname, ("", {}))
        if run != str(made.folder):  # what the files of the same run say was read before
            own = files_of_run(made, docname, texts, known)
        env.perclib_coq_of[docname] = str(made.folder), own
        files |= own
    env.perclib_coq_files = files
    put_archive(Path(app.outdir) / FOLDER, texts)
    add_coq_marks(env, files)


def files_of_run(made, docname, texts, known):
    """Give the files that the run of a notebook wrote, by page and theorem."""
    files, stem = {}, docname.rpartition("/")[2]
    for told in made.theorems:
        name = told["theorem"]
        if "refused" in told:
            logger.info("no file for Coq of %s: %s", name, told["refused"])
            continue
        path = f"{coq_library.room_of(stem)}/{Path(told['file']).stem}"
        ok, text = table_row(stem, told["file"], texts[path]) in known, texts[path]
        states = tuple((theorem.name, theorem.source) for theorem in coq_text.theorems(text))
        example = re.search(r"^Theorem \w+_can_hold .*?\bQed\.$", text, re.MULTILINE | re.DOTALL)
        files[docname, name] = CoqFile(
            name,
            place_of(path),
            shown_statement(text),
            ok,
            told.get("cell", 0),
            states,
            example[0] if example else "",
            told.get("no example", ""),
        )
    return files


def put_archive(folder, texts):
    """Put the library into a folder, and into one archive."""
    shutil.rmtree(folder, ignore_errors=True)
    coq_library.put_library(folder, texts)
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".zip":
                inside = zipfile.ZipInfo(str(path.relative_to(folder)))  # no date: always the same
                archive.writestr(inside, path.read_bytes(), zipfile.ZIP_DEFLATED)


def add_coq_marks(env, files):
    """Mark what a file by hand names, and what the kernel concluded where Coq accepted its file.

    Both marks of a label lead to one box, which shows what it concludes, and nothing else.
    """
    checks = checks_by_label(env)
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.by != "coq"]
    proving = [file for file in files_by_hand() if file.proves]
    env.perclib_by_hand = {label for file in proving for label in file.labels}
    for file in proving:
        for label, part in file.labels.items() if file.accepted else ():
            to, title = file_anchor(file, label), f"Coq proved: {file.theorems[label]}"
            checks.setdefault(label, []).append(Check("coq", COQ_PAGE, to, title=title, part=part))
    for label, ways in checks.items():
        kernel = [way for way in ways if way.by == "kernel" and way.steps]
        told = env.perclib_marks.get((kernel[0].docname, label)) if kernel else None
        if kernel and (told is None or told.get("missing")):
            why = "a step that is named for %s is in no cell"
            warn_at(env, why, label, kernel[0].docname, "kernel")
        if not told or told.get("missing"):
            continue
        here, names = kernel[0].docname, ", ".join(told["steps"])
        title = f"{KINDS['kernel'].title}: {names}"
        ways[:] = [
            way._replace(anchor=proved_anchor(label), title=title) if way.by == "kernel" else way
            for way in ways
        ]
        file = files.get((here, told.get("theorem")))
        for part in dict.fromkeys(way.part for way in kernel) if file and file.accepted else ():
            ways.append(Check("coq", here, proved_anchor(label), "", f"Coq proved: {names}", part))


def file_anchor(file, label):
    """Name the place of the theorem of a file by hand that proves a label."""
    return coq_anchor(f"{file.path} {file.theorems[label]}")


def proved_anchor(label):
    """Name the place that shows what the marks of a label conclude."""
    return f"proved-{label}"


def coq_anchor(name):
    return "coq-" + re.sub(r"\W+", "-", name).lower()


class ShowUnderCells(SphinxPostTransform):
    """Show under a cell what the marks that lead there conclude, and what else Coq proved of it."""

    default_priority = 4

    def run(self):
        env, here = self.env, self.env.docname
        marks = [told for (name, _), told in kept_in(env, "perclib_marks") if name == here]
        files = {
            name: file for (doc, name), file in kept_in(env, "perclib_coq_files") if doc == here
        }
        whole = {told["theorem"] for told in marks if main_theorem(told) in told.get("stated", ())}
        rest = [
            (file.cell or cell_of(env, here, file.theorem), file)
            for file in files.values()
            if file.accepted and file.theorem not in whole
        ]
        for cell in list(self.document.findall(nodes.container)):
            number = cell.get("number")
            for told in marks if number else ():
                if told["cell"] == number and "missing" not in told:
                    cell += concluded_box(self.app, here, told, files.get(told.get("theorem")))
            for n, file in rest if number else ():
                if n == number:
                    cell += coq_box(self.app, here, file)


def kept_in(env, name):
    """List what an environment keeps under a name, if it does."""
    return getattr(env, name, {}).items()


def main_theorem(told):
    """Name the theorem that has the name of the file of a mark."""
    return coq_export.word(told.get("theorem", ""))


def concluded_box(app, here, told, file):
    """Show what the marks of a label conclude: as the kernel prints it, and as Coq reads it."""
    label = told["label"]
    box = nodes.container(classes=["coq"], ids=[proved_anchor(label)])
    line = nodes.paragraph("", "", *label_in_text(app.env, here, label), nodes.Text(": "))
    # Raw, since a literal would be an element of the page for each word.
    shown = "; ".join(f"<code>{escape(fact)}</code>" for fact in told["says"])
    line += nodes.raw("", shown, format="html")
    box += line
    if file and file.accepted:
        states = dict(file.states)
        statements = "\n\n".join(states[name] for name in told["stated"])
        box += [download_line(app, here, file), plain_code(statements), command(file.path)]
    return box


def label_in_text(env, here, label):
    """Name a label: a formula by its number, a claim by its words."""
    claims = {name: words for s in env.perclib_statements for name, words in s.sentences}
    return in_words(claims[label]) if label in claims else [formula_link(here, label)]


def cell_of(env, docname, theorem):
    """Number the cell that shows a theorem, if it is a check."""
    parts = env.perclib_proved.get(docname, ())
    return next((part.cell for part in parts if part.theorem["name"] == theorem), 0)


def coq_box(app, here, file):
    """Show what Coq reads of a theorem, with its file, and the line that compiles it."""
    box = nodes.container(classes=["coq"], ids=[coq_anchor(file.theorem)])
    shown = code_of_coq(file.shown) if here == COQ_PAGE else plain_code(file.shown)
    box += [download_line(app, here, file), shown, command(file.path)]
    return box


def download_line(app, here, file):
    """Offer a theorem's file, and the library that it belongs to."""
    line = nodes.paragraph("", "Coq proved it again: " if file.accepted else "For Coq: ")
    line += [download(app, here, file.path), nodes.Text(", in ")]
    line += download(app, here, f"{FOLDER}/all.zip")
    if here in NO_LINK:
        line += nodes.Text(".")
        return line
    page = nodes.reference("", "how to read it", internal=True)
    page["refuri"] = app.builder.get_relative_uri(here, COQ_PAGE)
    line += [nodes.Text(" ("), page, nodes.Text(").")]
    return line


def command(path):
    """Give the line that compiles a file, and what it requires."""
    text = f"make {path.removeprefix(FOLDER + '/')}o"
    return nodes.literal_block(text, text, language="text")


def download(app, here, path):
    up = "../" * here.count("/")
    link = f'<a class="download" download href="{up}{path}">{Path(path).name}</a>'
    return nodes.raw("", link, format="html")


# On the page about Coq ---------------------------------------------------------------------------


class CoqPlaceholder(nodes.General, nodes.Element):
    """Where a page shows what is known only when all files are written."""


class CoqDirective(Directive):
    """Show something about the files.

    These are ``counts``, ``examples`` (their count), ``by-hand``, or a ``statement`` or an
    ``example``, named by page and theorem.
    """

    required_arguments, final_argument_whitespace = 1, True

    def run(self):
        kind, *rest = self.arguments[0].split(maxsplit=2)
        return [CoqPlaceholder("", kind=kind, rest=rest)]


class FillPlaceholders(SphinxPostTransform):
    """Put what was asked for in its place."""

    default_priority = 4

    def run(self):
        for place in list(self.document.findall(CoqPlaceholder)):
            place.replace_self(FILLED_BY[place["kind"]](self.app, self.env, *place["rest"]))


def count_files(app, env):
    """Say how many theorems the kernel proved, and how many of them Coq again."""
    files = env.perclib_coq_files.values()
    theorems, steps = ([f for f in files if bool(f.cell) == one] for one in (False, True))
    text = (
        f"The kernel proved {len(theorems)} theorems in this book, and Coq proved "
        f"{sum(file.accepted for file in theorems)} of them again. Another {len(steps)} files "
        f"state steps of proofs; Coq accepted {sum(file.accepted for file in steps)} of these. "
        f"Besides these, {sum(bool(file.labels) for file in files_by_hand())} more files were "
        f"written by hand."
    )
    return [nodes.paragraph("", text)]


def count_examples(app, env):
    """Say of how many theorems Coq proved that the hypotheses can hold, and of which not."""
    theorems = [file for file in env.perclib_coq_files.values() if not file.cell]
    proved = sum(bool(file.example) and file.accepted for file in theorems)
    text = f"Of the {len(theorems)} theorems, {proved} have an example that Coq proved."
    reasons = Counter(file.no_example for file in theorems if file.no_example)
    if reasons:
        said = [f"{n} theorem{'s' * (n > 1)} with {why}" for why, n in reasons.most_common()]
        text += f" No example is written for {', and '.join(said)}."
    return [nodes.paragraph("", text)]


def example_of(app, env, docname, name):
    """Show the example of a theorem of another page, with its data, if that is there."""
    if to := left_out.pages_left_out().get(docname):
        return [nodes.paragraph("", f"The example of {name} stands in {to.where}.")]
    return [code_of_coq(env.perclib_coq_files[docname, name].example)]


def statement_of(app, env, docname, name):
    """Show what Coq reads of a theorem of another page, if that is there."""
    if to := left_out.pages_left_out().get(docname):
        return [nodes.paragraph("", f"The statement of {name} stands in {to.where}.")]
    return [coq_box(app, env.docname, env.perclib_coq_files[docname, name])]


def plain_code(text):
    return nodes.literal_block(text, text, language="text")  # colours would weigh down a chapter


def code_of_coq(text):
    return nodes.literal_block(text, text, language="coq")


def list_by_hand(app, env):
    """List the proofs by hand: of which theorems, in words, and what Coq reads."""
    out, made = nodes.bullet_list(), files_by_hand()
    home = {label: s.label for s in env.perclib_statements for label in s.labels}
    paths = {Path(x.path).stem: x.path for x in [*env.perclib_coq_files.values(), *made]}
    known = set(paths.values())
    for file in (file for file in made if file.labels):
        line = nodes.paragraph("", "", download(app, env.docname, file.path), nodes.Text(", of "))
        own = {home.get(label) for label in file.labels}
        for n, one in enumerate(s for s in env.perclib_statements if s.label in own):
            link = formula_link(env.docname, one.label, "prf", "ref")
            place = (
                "" if re.search(r"/\d", one.docname) else f" of {env.titles[one.docname].astext()}"
            )
            line += [nodes.Text(", " if n else ""), link, nodes.Text(place)]
        line += [nodes.Text(". "), *comment_with_formulas(app, env.docname, file.says, paths)]
        needed = [place_of(path) for path in coq_library.required(file.text) if "/" in path]
        there = [path for path in needed if path in known]
        for n, path in enumerate(there):
            line += [nodes.Text(", " if n else " It rests on "), download(app, env.docname, path)]
        line += nodes.Text("." * bool(there))
        if elsewhere := [Path(path).name for path in needed if path not in known]:
            line += nodes.Text(f" In the full book stand: {', '.join(elsewhere)}.")
        folded = [fold_open("What Coq reads"), *claims_of_file(file), command(file.path)]
        folded.append(fold_close())
        out += nodes.list_item("", line, *folded, ids=[coq_anchor(file.path)])
    return [out]


def claims_of_file(file):
    """Show what Coq reads of a file by hand, each theorem in a place of its own."""
    out = [[]]
    for s in coq_text.claims(file.text):
        if s.head == "Theorem":
            box = nodes.container(ids=[coq_anchor(f"{file.path} {s.name}")])
            out += [[box, s.source], []]
        else:
            out[-1].append(s.source)
    for part in filter(None, out):
        if isinstance(part[0], str):
            yield code_of_coq("\n".join(part))
        else:
            part[0] += code_of_coq(part[1])
            yield part[0]


def comment_with_formulas(app, here, comment, paths):
    """Give the words of a comment, in which formulas stand between dollars, and files by name."""
    for n, part in enumerate(comment.split("$")):
        if n % 2:
            yield nodes.math(part, part)
            continue
        for m, word in enumerate(re.split(r"\b(\w+)\.v\b", part.replace("'", "’"))):
            known = m % 2 and word in paths
            yield download(app, here, paths[word]) if known else nodes.Text(word + ".v" * (m % 2))


def archive_link(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Link to the archive of all files from a page of this folder."""
    link = f'<a class="download" download href="../{FOLDER}/{text}">{text}</a>'
    return [nodes.raw("", link, format="html")], []


FILLED_BY = {
    "counts": count_files,
    "statement": statement_of,
    "examples": count_examples,
    "example": example_of,
    "by-hand": list_by_hand,
}


def setup(app):
    app.add_node(CoqPlaceholder)
    app.add_directive("coq", CoqDirective)
    app.add_role("coq-archive", archive_link)
    app.connect("env-updated", collect_files, priority=400)  # before ``checks`` looks for gaps
    app.add_post_transform(ShowUnderCells)
    app.add_post_transform(FillPlaceholders)
