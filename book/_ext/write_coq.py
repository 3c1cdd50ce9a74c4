"""Write the theorems that a notebook shows for Coq, in the kernel that runs the notebook.

What the search for its proofs cost is counted as well.  `listen` is called before its first cell
and `write` after its last: how a proof is found depends on what was proved before in the process,
so that the files are those of the theorems on the page.
"""

import json
from pathlib import Path

from perclib.proof import ProofError, Theorem, coq_export, search

SHOWN = []
COUNTS = {"searches": 0, "programs": 0}  # of certificates, and linear ones solved for them


def listen():
    """Keep every theorem that is shown from now on."""
    tell = Theorem._repr_mimebundle_

    def keep(self, **kwargs):
        if not any(self is theorem for theorem in SHOWN):
            SHOWN.append(self)
        return tell(self, **kwargs)

    Theorem._repr_mimebundle_ = keep
    search.Search.__init__ = counted("searches", search.Search.__init__)
    search._by_simplex = counted("programs", search._by_simplex)


def counted(name, function):
    """Count how often a function is called."""

    def count(*args):
        COUNTS[name] += 1
        return function(*args)

    return count


def write(folder):
    """Write a file for each of them; print as JSON which, or why not, and the counts."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    theorems = [file_of(theorem, folder) for theorem in SHOWN]
    print(json.dumps({"theorems": theorems, "counts": COUNTS}))


def file_of(theorem, folder):
    """Write the file of a theorem; say what is in it."""
    try:
        name, text = coq_export.export(theorem)
    except ProofError as error:
        return {"theorem": theorem.name, "refused": str(error)}
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return {"theorem": theorem.name, "file": f"{name}.v"}
