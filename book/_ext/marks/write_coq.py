"""Write what a notebook proves for Coq, in the kernel that runs the notebook.

Each theorem that it shows has a file.  What a mark concludes, the steps that a cell names for it,
is stated in one file: that of a theorem, or one of its own.  A step with a label that is in none
of these, since it leads to nothing of the kind, has a file too, with all that leads to it.  What
the facts say, against which tests hold what is printed of them, and what the search for the proofs
cost is told as well.  `listen` is called before the first cell and `write` after the last: how a
proof is found depends on what was proved before in the process, so that the files are those of what
is on the page.
"""

import json
from pathlib import Path
from typing import NamedTuple

from IPython import get_ipython

from perclib.proof import Proof, ProofError, Theorem, coq_export, derivation, search
from perclib.proof._coq_examples import why_none
from perclib.proof.display import families_in_words, label_of, same_proof, show_fact
from perclib.proof.facts import key_of, step_of

SHOWN_THEOREMS = []
LABELLED_STEPS = []
BEGUN_CELLS = []  # that were begun
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
        if not any(self is theorem for theorem in SHOWN_THEOREMS):
            SHOWN_THEOREMS.append(self)
        return tell(self, **kwargs)

    def keep_step(self, label, fact):
        fact = name(self, label, fact)
        if label and step_of(fact).rule not in ("hypothesis", "axiom"):
            LABELLED_STEPS.append(Step(len(BEGUN_CELLS), label, fact))
        return fact

    get_ipython().events.register("pre_run_cell", BEGUN_CELLS.append)
    Theorem._repr_mimebundle_, Proof._keep = keep, keep_step
    search.Search.__init__ = counting("searches", search.Search.__init__)
    search._by_simplex = counting("programs", search._by_simplex)


def counting(name, function):
    """Count how often a function is called."""

    def count(*args):
        COUNTS[name] += 1
        return function(*args)

    return count


class Concluded(NamedTuple):
    """A label, the steps that a mark beside it concludes, and the cell of the last of them."""

    label: str
    names: list
    facts: list
    cell: int

    @property
    def whole(self):
        """Whether each of the steps was made."""
        return len(self.facts) == len(self.names)

    def in_file(self, of):
        """Whether the theorems of a file, by what they state, state each of the steps."""
        return all(key_of(fact) in of for fact in self.facts)


def steps_by_label(marks):
    """Gather the steps that the cells name for each label: rows of a cell, a label and a name."""
    by_label = {}
    for cell, label, name in marks:
        made = [step.fact for step in LABELLED_STEPS if (step.cell, step.label) == (cell, name)]
        one = by_label.get(label, Concluded(label, [], [], 0))
        by_label[label] = Concluded(
            label, [*one.names, name], [*one.facts, *made[-1:]], max(cell, one.cell)
        )
    return list(by_label.values())


def write(folder, made, marks=()):
    """Write the files, and into another one what is in which, or why not, and the counts.

    It is not printed: nbclient looks through what is printed for returns and backspaces, line by
    line, for as long as the square of a line's length.
    """
    folder = Path(folder)
    folder.mkdir(parents=True)
    theorems, files, concluded = [], {}, steps_by_label(marks)
    where = {}  # by label: the theorem whose file states what a mark concludes, and how it is named
    for theorem in SHOWN_THEOREMS:
        open_marks = [mark for mark in concluded if mark.whole and mark.label not in where]
        known = coq_export.steps_of(theorem.fact, theorem.hypotheses)
        keys = {key_of(fact) for fact in (theorem.fact, *known.values())}
        mine = [mark for mark in open_marks if keys.issuperset(map(key_of, mark.facts))]
        asked = {key_of(fact) for mark in mine for fact in mark.facts} - {key_of(theorem.fact)}
        steps = [step for step in known.values() if key_of(step) in asked]
        one = {"theorem": theorem.name, **write_file(folder, coq_export.export, theorem, steps)}
        told = {"says": facts_as_data(theorem), "no example": why_none(theorem)}
        theorems.append(one | told)
        remember_file(files, one, theorem.fact, *theorem.divisors.values())
        if "file" in one:
            of = coq_export.stated(theorem.name, theorem.fact, steps)
            of = theorems_in_file(folder / one["file"], of)
            where |= {mark.label: (theorem.name, of) for mark in mine if mark.in_file(of)}
    names = {one.get("file") for one in theorems}
    shown = [describe_mark(mark, folder, theorems, files, where) for mark in concluded]
    names |= {one.get("file") for one in theorems}
    for step in reversed(LABELLED_STEPS):  # the last one's file has those that lead to it
        if key_of(step.fact) not in files:
            name = unused_name(f"step {step.label}", names)
            one = {"theorem": name, **write_file(folder, coq_export.export_step, name, step.fact)}
            theorems.append(one | {"cell": step.cell})
            names.add(one.get("file"))
            remember_file(files, one, step.fact)
    steps = [(cell, label, files.get(key_of(fact))) for cell, label, fact in LABELLED_STEPS]
    everything = {"theorems": theorems, "steps": steps, "counts": COUNTS, "marks": shown}
    Path(made).write_text(json.dumps(everything), encoding="utf-8")


def describe_mark(mark, folder, theorems, files, where):
    """Say which theorems, of one file, state what a mark concludes; write it if there is none.

    Of a step that was not made nothing is told, and the build says so.
    """
    told = {"label": mark.label, "cell": mark.cell, "steps": mark.names}
    if not mark.whole:
        return told | {"missing": True}
    keys = [key_of(fact) for fact in mark.facts]
    told["says"] = [show_fact(fact) for fact in mark.facts]
    if mark.label in where:
        theorem, of = where[mark.label]
        return told | {"theorem": theorem, "stated": [of[key] for key in keys]}
    one = {
        "theorem": mark.label,
        **write_file(folder, coq_export.export_steps, mark.label, mark.facts),
    }
    theorems.append(one | {"cell": mark.cell})
    if "file" not in one:
        return told
    remember_file(files, one, *mark.facts)
    *others, last = mark.facts
    of = theorems_in_file(folder / one["file"], coq_export.stated(mark.label, last, others))
    if not mark.in_file(of):
        return told
    return told | {"theorem": mark.label, "stated": [of[key] for key in keys]}


def theorems_in_file(path, names):
    """Keep of some theorems, by what they state, those that a file has."""
    text = path.read_text(encoding="utf-8")
    return {key: name for key, name in names.items() if f"\nTheorem {name}\n" in text}


def facts_as_data(theorem):
    """Write what the facts of a theorem say, for Python to read: claims, hypotheses, families."""
    fact = theorem.fact
    lines = [f.claim for f in derivation(fact) if label_of(f) and same_proof(f, fact)]
    return repr((fact.claim, fact.hypotheses, theorem.hypotheses, lines, families_in_words(fact)))


def write_file(folder, export, *what):
    """Write a file; say which, or why not."""
    try:
        name, text = export(*what)
    except ProofError as error:
        return {"refused": str(error)}
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return {"file": f"{name}.v"}


def remember_file(files, one, *facts):
    """Remember in which file all is proved that some facts are made of."""
    if "file" in one:
        for fact in derivation(*facts):
            files.setdefault(key_of(fact), one["theorem"])


def unused_name(name, files):
    """Number a name, if it is taken."""
    n, out = 1, name
    while f"{coq_export.word(out)}.v" in files:
        n += 1
        out = f"{name} {n}"
    return out
