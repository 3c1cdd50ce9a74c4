"""What a chapter defines, for tests that look at it outside of its notebook."""

import contextlib
import io
import re
from pathlib import Path
from unittest import mock

import matplotlib.pyplot as plt
import nbformat
import numpy as np

from perclib import plots
from perclib.bounds import freund_schapire, hinge_value, slacks
from perclib.proof import Theorem
from website.comment_directives import open_comments

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def labels(text):
    """Name the displays and the theorems of a page, and what theorems claim besides displays."""
    text = open_comments(text)
    found = {a or b for a, b in re.findall(r"\$\$ ?\(([\w-]+)\)|:label: ([\w-]+)", text)}
    for label, claims in re.findall(r":label: ([\w-]+)\n:claims: (.*)", text):
        found |= {f"{label}-{claim.partition(':')[0].strip()}" for claim in claims.split(";")}
    return found


def defined(chapter, *names):
    """Run the cells of a chapter's text form that define functions, and return these functions."""
    text = (NOTEBOOKS / f"{chapter}.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\}.*?\n((?:.*\n)*?)```$", text, flags=re.MULTILINE)
    scope = {"np": np, "plt": plt, "plots": plots, "slacks": slacks}
    scope |= {"freund_schapire": freund_schapire, "hinge_value": hinge_value}
    for cell in cells:
        if any(f"\ndef {name}(" in cell for name in names):
            source = cell[re.search(r"^def ", cell, flags=re.MULTILINE).start() :]
            exec(source, scope)
    return [scope[name] for name in names]


def code_of(notebook):
    """Give the code of a notebook's cells."""
    cells = nbformat.read(notebook, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def proving():
    """List the notebooks that make theorems."""
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    return [path for path in paths if any(".theorem(" in cell for cell in code_of(path))]


def theorems_of(notebook):
    """Run a notebook's code in its folder, and keep every theorem that it makes."""
    made, scope, check = [], {"__name__": "__main__", "display": lambda *_: None}, Theorem.__init__

    def keep(self, *args, **kwargs):
        check(self, *args, **kwargs)
        made.append(self)

    plt.switch_backend("Agg")
    with (
        contextlib.chdir(notebook.parent),
        contextlib.redirect_stdout(io.StringIO()),
        mock.patch.object(Theorem, "__init__", keep),
    ):
        for n, source in enumerate(code_of(notebook)):
            exec(compile(source, f"{notebook.stem}, code cell {n}", "exec"), scope)
            plt.close("all")
    return made
