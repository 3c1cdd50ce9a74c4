"""On the page about Coq: counts, statements and examples of its files, and the files by hand.

The files lie in the folder ``coq`` beside the pages, as one library (``prover.coq.theories``).
"""

import re
from collections import Counter
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks.machine_proofs import (
    code,
    command,
    download,
    download_line,
    fold_close,
    fold_open,
    hand_anchor,
    reference,
)
from marks.proof_files import COQ_FOLDER, hand_files, path_of, proof_files
from marks.statements import statements
from prover.coq import sentences, theories
from runs.proof_runs import chapter_of


def coq_files(env):
    """List the files for Coq that the prover wrote."""
    return [one for file in proof_files(env).values() for one in file.files.values()]


def file_called(env, docname, title):
    """Give the file of a theorem of the kernel, by the page of its chapter and its name."""
    own = (f for f in proof_files(env).values() if f.chapter == chapter_of(docname))
    return next(file.files[title] for file in own if title in file.files)


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
            kind, rest = place["kind"], place["rest"]
            place.replace_self(FILLED_BY[kind](self.app, self.env, *rest))


def count_files(app, env):
    """Say how many theorems the kernel proved, and how many of them Coq again."""
    files = coq_files(env)
    theorems, steps = ([f for f in files if bool(f.main) == one] for one in (True, False))
    text = (
        f"The kernel proved {len(theorems)} theorems in this book, and Coq proved "
        f"{sum(file.accepted for file in theorems)} of them again. Another {len(steps)} files "
        f"state steps of proofs; Coq accepted {sum(file.accepted for file in steps)} of these. "
        f"Besides these, {len(hand_files())} more files were written by hand."
    )
    return [nodes.paragraph("", text)]


def count_examples(app, env):
    """Say of how many theorems Coq proved that the hypotheses can hold, and of which not."""
    theorems = [file for file in coq_files(env) if file.main]
    proved = sum(bool(file.example) and file.accepted for file in theorems)
    text = f"Of the {len(theorems)} theorems, {proved} have an example that Coq proved."
    reasons = Counter(file.no_example for file in theorems if file.no_example)
    if reasons:
        said = [f"{n} theorem{'s' * (n > 1)} with {why}" for why, n in reasons.most_common()]
        text += f" No example is written for {', and '.join(said)}."
    return [nodes.paragraph("", text)]


def example_of(app, env, docname, name):
    """Show the example of a theorem of another page, with its data."""
    return [code(file_called(env, docname, name).example, "coq")]


def statement_of(app, env, docname, name):
    """Show what Coq reads of a theorem of another page."""
    file = file_called(env, docname, name)
    box = nodes.container(classes=["coq"], ids=[hand_anchor(file.title)])
    box += [code(file.shown, "coq"), download_line(app, env.docname, file), command(file.path)]
    return [box]


def list_by_hand(app, env):
    """List the proofs by hand: of which theorems, in words, and what Coq reads."""
    out, hand, here = nodes.bullet_list(), hand_files(), env.docname
    paths = {Path(x.path).stem: x.path for x in [*coq_files(env), *hand.values()]}
    known = set(paths.values())
    for file in hand.values():
        line = nodes.paragraph("", "", download(here, file.path))
        for n, label in enumerate(theorems_of(env, file)):
            line += [nodes.Text(", " if n else ", of "), reference(here, label, "prf", "ref")]
        line += [nodes.Text(". "), *comment_with_formulas(app, here, file.says, paths)]
        needed = [path_of(path) for path in theories.required(file.text) if "/" in path]
        for n, path in enumerate(path for path in needed if path in known):
            line += [nodes.Text(", " if n else " It rests on "), download(here, path)]
        line += nodes.Text("." * bool(known.intersection(needed)))
        folded = [fold_open("What Coq reads"), *claims_of_file(file), command(file.path)]
        folded.append(fold_close())
        out += nodes.list_item("", line, *folded, ids=[hand_anchor(file.name)])
    return [out]


def theorems_of(env, file):
    """List the theorems of the book of which a file by hand proves a claim, or has an example."""
    named = {
        proof.theorem
        for proof in proof_files(env).values()
        for claim in proof.claims
        for way in claim.ways
        if way.by_hand and way.steps[0].partition(".")[0] == file.name
    }
    return [label for label in statements(env) if label in named | set(file.examples)]


def claims_of_file(file):
    """Show what Coq reads of a file by hand, each theorem in a place of its own."""
    out = [[]]
    for s in sentences.claims(file.text):
        if s.head == "Theorem":
            box = nodes.container(ids=[hand_anchor(f"{file.name}.{s.name}")])
            out += [[box, s.source], []]
        else:
            out[-1].append(s.source)
    for part in filter(None, out):
        if isinstance(part[0], str):
            yield code("\n".join(part), "coq")
        else:
            part[0] += code(part[1], "coq")
            yield part[0]


def comment_with_formulas(app, here, comment, paths):
    """Give the words of a comment, in which formulas stand between dollars, and files by name."""
    for n, part in enumerate(comment.split("$")):
        if n % 2:
            yield nodes.math(part, part)
            continue
        for m, word in enumerate(re.split(r"\b(\w+)\.v\b", part.replace("'", "’"))):
            known = m % 2 and word in paths
            yield download(here, paths[word]) if known else nodes.Text(word + ".v" * (m % 2))


def archive_link(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Link to the archive of all files from a page of this folder."""
    link = f'<a class="download" download href="../{COQ_FOLDER}/{text}">{text}</a>'
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
    app.add_post_transform(FillPlaceholders)
