"""Changes to try, as ``book/changes.csv`` offers them beside the editors of the kernel and of Coq.

A row names a file, the words of a button, an old text, which the file holds once, a new one, and
the verdict of the program that judges it.  Rows with the same words are one change.
"""

import csv
import os
import re
from pathlib import Path

from sphinx.errors import ExtensionError

TABLE = Path(__file__).resolve().parents[2] / "changes.csv"


def rows():
    """Read the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def changed(code, edits):
    """Make edits of a code, each of a text that it holds once; spaces and lines are alike."""
    for old, new in edits:
        pattern = r"\s+".join(map(re.escape, old.split()))
        if not new:
            pattern = rf"\s*{pattern}"  # what is gone leaves no line
        code, count = re.subn(pattern, lambda _, new=new: new, code)
        if count != 1:
            raise ExtensionError(f"changes.csv: {count} times in its file: {old}")
    return code


def alike(*texts):
    """Count the letters with which two texts begin alike."""
    return len(os.path.commonprefix(texts))  # noqa: RUF071 - it is letters that are compared


def offered_changes(name, code):
    """List the changes of a file to try, as a bench takes them: the part that differs."""
    own, out = [row for row in rows() if row["file"] == name], []
    for words in dict.fromkeys(row["words"] for row in own):
        those = [row for row in own if row["words"] == words]
        new = changed(code, [(row["old"], row["new"]) for row in those])
        start = alike(code, new)
        rest, new_rest = code[start:], new[start:]
        same = alike(rest[::-1], new_rest[::-1])
        told = {"start": start, "end": len(code) - same, "text": new_rest[: len(new_rest) - same]}
        verdict, said = those[0]["verdict"], {those[0]["verdict"]: those[0]["said"]}
        out.append(told | {"words": words, "verdict": verdict, "said": said})
    return out
