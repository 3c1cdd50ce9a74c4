"""The table ``book/coq.csv``: which statements Coq accepted, by notebook, file and digest."""

import csv
import hashlib
import re
from pathlib import Path

from perclib.proof import coq_export

TABLE = Path(__file__).resolve().parent.parent / "coq.csv"
STATEMENT = re.compile(r"^Theorem .*?(?=^Proof\.)", re.MULTILINE | re.DOTALL)


def statement(text):
    """Give what a file for Coq claims, without the proofs."""
    return "\n\n".join(found[0].rstrip() for found in STATEMENT.finditer(text))


def shown(text):
    """Give the same for a reader: of what is no divisor's being zero, only the conclusion."""
    theorem, *others = statement(text).split("\n\n")
    said = [other.rpartition(" :\n  ")[2].rstrip(".") for other in others]
    return "\n".join([theorem, *(f"(* Proved beside it: {conclusion}. *)" for conclusion in said)])


def row(notebook, file, text):
    """Give the row of a file, which changes with what it states, not with its proofs and layout.

    Of a file by hand everything counts: its theorems speak of what it defines; and of all files
    the preamble, which says what the words of their statements mean.
    """
    said = text if notebook == "by_hand" else " ".join(statement(text).split())
    said = coq_export.FILES[0].read_text(encoding="utf-8") + said
    return notebook, file, hashlib.sha256(said.encode()).hexdigest()[:16]


def accepted():
    """Read the table; without one nothing was accepted."""
    if not TABLE.exists():
        return set()
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {tuple(row) for row in csv.reader(file)}


def store(rows):
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(sorted(rows))
