"""On the page about Coq: counts, statements and examples of its files, and the files by hand.

The files lie in the folder ``coq`` beside the pages, as one library (``prover.coq.theories``).
"""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path

from docutils import nodes

from marks.machine_proofs import (
    code,
    command,
    download,
    download_line,
    fold,
    hand_anchor,
    in_a_row,
    reference,
    with_formulas,
)
from marks.proof_files import COQ_FOLDER, hand_files, path_of, proof_files
from marks.statements import statements
from parts import fill_later
from prover.coq import sentences, theories
from runs.proof_runs import chapter_of


def coq_files(env):
    """List the files for Coq that the prover wrote."""
    return [one for file in proof_files(env) for one in file.files.values()]


def file_called(env, docname, title):
    """Give the file of a theorem of the kernel, by the page of its chapter and its name."""
    own = (file for file in proof_files(env) if file.chapter == chapter_of(docname))
    return next(file.files[title] for file in own if title in file.files)


def count_files(app, _here):
    """Say how many theorems the kernel proved, and how many of them Coq again."""
    files = coq_files(app.env)
    theorems, steps = ([f for f in files if bool(f.main) == one] for one in (True, False))
    text = (
        f"The kernel proved {len(theorems)} theorems in this book, and Coq proved "
        f"{sum(file.accepted for file in theorems)} of them again. Another {len(steps)} files "
        f"state steps of proofs; Coq accepted {sum(file.accepted for file in steps)} of these. "
        f"Besides these, {len(hand_files())} more files were written by hand."
    )
    return [nodes.paragraph("", text)]


def count_examples(app, _here):
    """Say of how many theorems Coq proved that the hypotheses can hold, and of which not."""
    theorems = [file for file in coq_files(app.env) if file.main]
    proved = sum(bool(file.example) and file.accepted for file in theorems)
    text = f"Of the {len(theorems)} theorems, {proved} have an example that Coq proved."
    reasons = Counter(file.no_example for file in theorems if file.no_example)
    if reasons:
        said = [f"{n} theorem{'s' * (n > 1)} with {why}" for why, n in reasons.most_common()]
        text += f" No example is written for {', and '.join(said)}."
    return [nodes.paragraph("", text)]


def example_of(app, _here, docname, name):
    """Show the example of a theorem of another page, with its data."""
    return [code(file_called(app.env, docname, name).example, "coq")]


def statement_of(app, here, docname, name):
    """Show what Coq reads of a theorem of another page."""
    file = file_called(app.env, docname, name)
    box = nodes.container(classes=["coq"], ids=[hand_anchor(file.title)])
    box += [code(file.shown, "coq"), download_line(here, file), command(file.path)]
    return [box]


def list_by_hand(app, here):
    """List the proofs by hand: of which theorems, in words, and what Coq reads."""
    out, hand = nodes.bullet_list(), hand_files()
    paths = {Path(x.path).stem: x.path for x in [*coq_files(app.env), *hand.values()]}
    for file in hand.values():
        needed = [path_of(path) for path in theories.required(file.text) if "/" in path]
        needed = [download(here, path) for path in needed if path in paths.values()]
        of = [reference(here, label, "prf", "ref") for label in theorems_of(app.env, file)]
        line = nodes.paragraph("", "", download(here, file.path), *in_a_row(of, ", of "))
        line += [nodes.Text(". "), *comment_with_formulas(here, file.says, paths)]
        line += in_a_row(needed, " It rests on ", ".")
        folded = fold("What Coq reads", *claims_of_file(file), command(file.path))
        out += nodes.list_item("", line, *folded, ids=[hand_anchor(file.name)])
    return [out]


def theorems_of(env, file):
    """List the theorems of the book of which a file by hand proves a claim, or has an example."""
    named = {
        proof.theorem
        for proof in proof_files(env)
        for claim in proof.claims
        for way in claim.ways
        if way.by_hand and way.steps[0].partition(".")[0] == file.name
    }
    return [label for label in statements(env) if label in named | set(file.examples)]


def claims_of_file(file):
    """Show what Coq reads of a file by hand, each theorem in a place of its own."""
    claims = sentences.claims(file.text)
    for is_theorem, group in groupby(claims, lambda one: one.head == "Theorem"):
        if is_theorem:
            for one in group:
                place = hand_anchor(f"{file.name}.{one.name}")
                yield nodes.container("", code(one.source, "coq"), ids=[place])
        else:
            yield code("\n".join(one.source for one in group), "coq")


def comment_with_formulas(here, comment, paths):
    """Give the words of a comment, in which formulas stand between dollars, and files by name."""
    for part in with_formulas(comment):
        if isinstance(part, nodes.math):
            yield part
            continue
        for n, word in enumerate(re.split(r"\b(\w+)\.v\b", part.replace("'", "’"))):
            known = n % 2 and word in paths
            yield download(here, paths[word]) if known else nodes.Text(word + ".v" * (n % 2))


def setup(app):
    fill_later(app, "coq-counts", count_files)
    fill_later(app, "coq-examples", count_examples)
    fill_later(app, "coq-example", example_of)
    fill_later(app, "coq-statement", statement_of)
    fill_later(app, "coq-by-hand", list_by_hand)
    fill_later(app, "coq-archive", lambda _, here, name: [download(here, f"{COQ_FOLDER}/{name}")])
