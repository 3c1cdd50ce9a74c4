"""A handout: the book without solutions, without hints, and without places that take an answer.

A place that takes an answer has the key beside it, for the page to compare.  So a handout has none:
what a page does not have nobody can read in it.  The cells between
``solution-start`` and ``solution-end`` are left out as well, before anything else looks at them:
their checks and labels are not there.  Proof files that belong to a solution say so themselves.
"""

import re

FLAGS = re.MULTILINE | re.DOTALL
SOLUTION = re.compile(r"^:{3,}\{solution-start\}.*?^:{3,}\{solution-end\}\s*?\n\s*?^:{3,}$", FLAGS)
HINT = re.compile(r"^(:{3,})\{dropdown\} Hint$.*?^\1$", FLAGS)
ANSWER = re.compile(r"^<!-- \{answer\}.*?^-->$", FLAGS)
BETWEEN = "\n\0\n"  # cells


def without_solutions(cells):
    """Give the cells of a notebook, each in its place; one that is left out is an empty text."""
    texts = ["".join(cell["source"]) if is_text(cell) else "code" for cell in cells]
    whole = BETWEEN.join(texts)
    for part in (SOLUTION, HINT, ANSWER):
        whole = part.sub(lambda match: re.sub(r"[^\0\n]", "", match[0]), whole)
    kept = whole.split(BETWEEN)
    return [
        cell
        if text and not is_text(cell)
        else {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": text}
        for cell, text in zip(cells, kept, strict=True)
    ]


def is_text(cell):
    return cell["cell_type"] == "markdown"
