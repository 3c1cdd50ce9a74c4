"""The table ``book/coq.csv``: which statements Coq accepted, by chapter, file and digest.

Its first row is of what all of them rest on: the files that say what their words mean, the laws of
these, and the judge.  If one of them is not what it was, nothing counts as accepted.
"""

import csv
import hashlib
from pathlib import Path
from textwrap import wrap

from prover.coq import export, sentences, theories

BOOK = Path(__file__).resolve().parents[3]
TABLE = BOOK / "coq.csv"
JUDGE = (
    BOOK.parent / "tests" / "coq.py",
    *(Path(str(module.__file__)) for module in (sentences, theories)),
)


def coq_statement(text):
    """Give what a file for Coq claims, without the proofs."""
    return "\n\n".join(sentence.source for sentence in sentences.theorems(text))


def shown_statement(text):
    """Give the same for a reader: of what no divisor is, the conclusion; of steps, the names.

    Of an example, which repeats the hypotheses, it is said that it is there.

    What a step supposes beside the theorem's own hypotheses is said with its name.
    """
    theorem, *others = sentences.theorems(text)
    out, steps = [theorem.source], []
    for other in others:
        if other.name == f"{theorem.name}_divisors":
            statement = other.source.rpartition(" :\n  ")[2].rstrip(".")
            out.append(f"(* Proved beside it: {statement}. *)")
        elif other.name == f"{theorem.name}_can_hold":
            out.append("(* Proved beside it, by an example: all of these hypotheses can hold. *)")
        else:
            more = " and ".join(sentences.supposes(other, theorem))
            name = other.name.removeprefix(f"{theorem.name}_")
            steps.append(f"{name} (where {more})" if more else name)
    comment = f"(* And steps of its proof: {', '.join(steps)}. *)"
    return "\n".join([*out, *wrap(comment, 96, subsequent_indent="   ") * bool(steps)])


def short_digest(text):
    """Digest a text in 16 letters."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def base_row():
    """Give the row of the judge, and of what all files rest on."""
    read = [path.read_text(encoding="utf-8") for path in (*export.FILES, *JUDGE)]
    return "0", "base and judge", short_digest(repr(read))


def table_row(chapter, file, text):
    """Give the row of a file, which changes with what it states, not with its proofs and layout.

    Of a file by hand everything counts: its theorems speak of what it defines.
    """
    statement = text if chapter == "by_hand" else " ".join(coq_statement(text).split())
    return chapter, file, short_digest(statement)


def library_rows(chapters, texts):
    """Give the rows of the files of a library that state something, by room and name."""
    of = {theories.room_of(chapter): chapter for chapter in chapters}
    of[theories.ROOM_BY_HAND] = "by_hand"
    parts = ((path, *path.rpartition("/")[::2]) for path in texts)
    return {
        path: table_row(of[room], f"{name}.v", texts[path])
        for path, room, name in parts
        if room in of
    }


def accepted_rows():
    """Read the table; nothing was accepted without one, or by another judge."""
    if not TABLE.exists():
        return set()
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {tuple(row) for row in csv.reader(file)}
    return rows - {base_row()} if base_row() in rows else set()


def store_rows(rows):
    """Write the table, of what this judge accepted."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(sorted([base_row(), *rows]))
