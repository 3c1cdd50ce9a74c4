"""Write a notebook's theorems for Coq: python write_coq.py NOTEBOOK FOLDER

The code of the notebook is run, and every theorem that it shows becomes a file in the folder.
What is printed is a list, as JSON, of the theorems and their files; or, where the exporter gave up,
why.  A process of its own for each notebook makes the same files every time: how a proof is found
depends on what was proved before.
"""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from unittest import mock

import matplotlib.pyplot as plt
import nbformat

from perclib.proof import ProofError, Theorem, coq_export


def code_of(notebook):
    """Give the code of a notebook's cells."""
    cells = nbformat.read(notebook, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def proves(notebook):
    """Whether a notebook makes theorems."""
    return any(".theorem(" in source or "Theorem(" in source for source in code_of(notebook))


def theorems_of(notebook):
    """Run a notebook's code in its folder, and keep every theorem that it makes."""
    made, namespace = [], {"__name__": "__main__", "display": lambda *_: None}
    make = Theorem.__init__

    def keep(self, *args, **kwargs):
        make(self, *args, **kwargs)
        made.append(self)

    plt.switch_backend("Agg")
    with (
        contextlib.chdir(notebook.parent),
        contextlib.redirect_stdout(io.StringIO()),
        mock.patch.object(Theorem, "__init__", keep),
    ):
        for n, source in enumerate(code_of(notebook)):
            exec(compile(source, f"{notebook.stem}, code cell {n}", "exec"), namespace)
            plt.close("all")
    return made


def shown_in(notebook):
    """Name the theorems that a notebook shows, by what is stored beside its outputs."""
    cells = nbformat.read(notebook, as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    stored = [output.get("metadata", {}).get("theorem", {}) for output in outputs]
    return {theorem["name"] for theorem in stored if theorem}


def write(theorem, folder):
    """Write the file of a theorem; say what is in it."""
    try:
        name, text = coq_export.export(theorem)
    except ProofError as error:
        return {"theorem": theorem.name, "refused": str(error)}
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return {"theorem": theorem.name, "file": f"{name}.v"}


def in_a_process(notebook, folder):
    """Run this program for a notebook; its output says what was written."""
    command = [sys.executable, __file__, str(notebook), str(folder)]
    return subprocess.run(command, capture_output=True, text=True)


if __name__ == "__main__":
    notebook, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    shown = shown_in(notebook)
    made = [theorem for theorem in theorems_of(notebook.resolve()) if theorem.name in shown]
    print(json.dumps([write(theorem, folder) for theorem in made]))
