"""A handout: the book without solutions, without hints, and without places that take an answer.

A place that takes an answer has the key beside it, for the page to compare.  So a handout has none:
what a page does not have nobody can read in it.  The cells between
``solution-start`` and ``solution-end`` are left out as well, before anything else looks at them:
their checks, their files for Coq and their labels are not there, and ``left_out`` says in words
what refers to these.
"""

import json
import re
from functools import cache
from pathlib import Path

import edition
from marks import notebook_runs

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
        {**cell, "source": text} if is_text(cell) else cell if text else emptied(cell, whole)
        for cell, text in zip(cells, kept, strict=True)
    ]


def is_text(cell):
    return cell["cell_type"] == "markdown"


def emptied(cell, kept):
    """Give a text in the place of a cell: of which formulas that are kept it was the check."""
    checks = cell["metadata"].get("checks", {})
    labels = [*checks.get("labels", ()), *checks.get("part", ())]
    shown = [label for label in labels if f"$$ ({label})" in kept]
    comment = f"<!-- {{unchecked}} {' '.join(shown)}\nthe check is in the solutions.\n-->"
    source = comment * bool(shown)
    return {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": source}


@cache
def cells_left_out(path):
    """Number the code cells of a notebook that a handout leaves out, as a run counts them."""
    if edition.HAS_SOLUTIONS:
        return frozenset()
    cells = json.loads(path.read_text("utf-8"))["cells"]
    pairs = zip(cells, without_solutions(cells), strict=True)
    code = [is_text(kept) for cell, kept in pairs if not is_text(cell)]
    return frozenset(number for number, gone in enumerate(code, 1) if gone)


def run_result(path):
    """Give what a run made that stands on a page."""
    made, gone = notebook_runs.run_result(path), cells_left_out(path)
    kept = {theorem for cell, _, theorem in made.steps if cell not in gone}
    lost = {theorem for cell, _, theorem in made.steps if cell in gone} - kept
    return made._replace(
        marks=[told for told in made.marks if told.get("cell") not in gone],
        theorems=[
            told
            for told in made.theorems
            if told.get("cell") not in gone and told["theorem"] not in lost
        ],
    )


def leave_out(app, docname, source):
    """Let a page be read without its solutions."""
    if not edition.HAS_SOLUTIONS and Path(app.env.doc2path(docname)).suffix == ".ipynb":
        notebook = json.loads(source[0])
        notebook["cells"] = without_solutions(notebook["cells"])
        source[0] = json.dumps(notebook, ensure_ascii=False)


def setup(app):
    app.connect("source-read", leave_out, priority=550)  # when ``marks`` has put in the outputs
