"""Write what a notebook proves for Coq, in the kernel that runs the notebook.

Each theorem that it shows has a file.  A step with a label that is in none of them, since it leads
to no theorem that is shown, has a file of its own, with all that leads to it.  What the facts say,
against which tests hold what is printed of them, and what the search for the proofs cost is told
as well.  `listen` is called before the first cell and `write` after the
last: how a proof is found depends on what was proved before in the process, so that the files are
those of what is on the page.
"""

import json
from pathlib import Path
from typing import NamedTuple

from IPython import get_ipython

from perclib.proof import Proof, ProofError, Theorem, coq_export, derivation, search
from perclib.proof.display import families_in_words, label_of, same_proof
from perclib.proof.facts import key_of, step_of

SHOWN = []
STEPS = []
CELLS = []  # that were begun
COUNTS = {"searches": 0, "programs": 0}  # of certificates, and linear ones solved for them


class Step(NamedTuple):
    """A fact that has a label, and the number of the cell that proved it."""

    cell: int
    label: str
    fact: object


def listen():
    """Keep every theorem that is shown, and every fact that is given a label, from now on."""
    tell, name = Theorem._repr_mimebundle_, Proof._keep

    def keep(self, **kwargs):
        if not any(self is theorem for theorem in SHOWN):
            SHOWN.append(self)
        return tell(self, **kwargs)

    def keep_step(self, label, fact):
        fact = name(self, label, fact)
        if label and step_of(fact).rule not in ("hypothesis", "axiom"):
            STEPS.append(Step(len(CELLS), label, fact))
        return fact

    get_ipython().events.register("pre_run_cell", CELLS.append)
    Theorem._repr_mimebundle_, Proof._keep = keep, keep_step
    search.Search.__init__ = counted("searches", search.Search.__init__)
    search._by_simplex = counted("programs", search._by_simplex)


def counted(name, function):
    """Count how often a function is called."""

    def count(*args):
        COUNTS[name] += 1
        return function(*args)

    return count


def write(folder, made):
    """Write the files, and into another one what is in which, or why not, and the counts.

    It is not printed: nbclient looks through what is printed for returns and backspaces, line by
    line, for as long as the square of a line's length.
    """
    folder = Path(folder)
    folder.mkdir(parents=True)
    theorems, files = [], {}
    for theorem in SHOWN:
        one = {"theorem": theorem.name, **written(folder, coq_export.export, theorem)}
        theorems.append(one | {"says": says(theorem)})
        add(files, one, theorem.fact, *theorem.divisors.values())
    names = {one.get("file") for one in theorems}
    for step in reversed(STEPS):  # the last one's file has those that lead to it
        if key_of(step.fact) not in files:
            name = new(f"step {step.label}", names)
            one = {"theorem": name, **written(folder, coq_export.export_step, name, step.fact)}
            theorems.append(one | {"cell": step.cell})
            names.add(one.get("file"))
            add(files, one, step.fact)
    steps = [(cell, label, files.get(key_of(fact))) for cell, label, fact in STEPS]
    everything = {"theorems": theorems, "steps": steps, "counts": COUNTS}
    Path(made).write_text(json.dumps(everything), encoding="utf-8")


def says(theorem):
    """Write what the facts of a theorem say, for Python to read: claims, hypotheses, families."""
    fact = theorem.fact
    lines = [f.claim for f in derivation(fact) if label_of(f) and same_proof(f, fact)]
    return repr((fact.claim, fact.hypotheses, theorem.hypotheses, lines, families_in_words(fact)))


def written(folder, export, *what):
    """Write a file; say which, or why not."""
    try:
        name, text = export(*what)
    except ProofError as error:
        return {"refused": str(error)}
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return {"file": f"{name}.v"}


def add(files, one, *facts):
    """Remember in which file all is proved that some facts are made of."""
    if "file" in one:
        for fact in derivation(*facts):
            files.setdefault(key_of(fact), one["theorem"])


def new(name, files):
    """Number a name, if it is taken."""
    n, out = 1, name
    while f"{coq_export.word(out)}.v" in files:
        n += 1
        out = f"{name} {n}"
    return out
