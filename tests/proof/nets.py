"""Which net sees which fault: each fault is planted in a copy of the package, and each net asked.

A fault is a change of the source: the planted holes of the kernel (`holes.ALL`), and `OTHERS`, in
what finds, reads, shows and exports a proof, or in a proof file.  About a minute a fault::

    .venv/bin/python tests/proof/nets.py "a hypothesis"     those with these words in their name; "" for all
"""
# ruff: noqa: E501 - lines of the package are quoted whole

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ("online_learning", "gradient_descent", "separable")
NETS = ("tests", "chapters", "fuzzer", "Coq", "Coq on what passed")
BOUND = '"k <= R**2*(u @ u)/gamma**2"'

OTHERS = (
    ("< is read as <=", "terms", 'ast.Lt: "<"', 'ast.Lt: "<="'),
    ("> is read as >=", "terms", 'ast.Gt: ">"', 'ast.Gt: ">="'),
    (">= is read as <=", "terms", 'ast.GtE: ">="', 'ast.GtE: "<="'),
    ("k leaves out the last round", "terms", 'return count(("T", 1))', 'return count(("T", 0))'),
    ("sum(f) leaves out the last round", "terms", 'len(args) == 2 else ("T", 1)', 'len(args) == 2 else ("T", 0)'),
    ("a - b is read as a + b", "terms", "return plus(a, -b if isinstance(b, Fraction) else times(MINUS, b))", "return plus(a, b)"),
    ("norm(u) is read as its square", "terms", 'return ("root", ("dot", terms[0], terms[0]))', 'return ("dot", terms[0], terms[0])'),
    ("x[t-1] is read as x[t+1]", "terms", "e, n = base, -n", "e = base"),
    ("at mistakes is read as at every round", "proofs", '"mistakes": ("tau", 1)', '"mistakes": ("rounds",)'),
    ("at mistakes is read as at other rounds", "proofs", '"mistakes": ("tau", 1)', '"mistakes": ("tau", 0)'),
    ("an induction to t ends at T", "proofs", '"t": kernel.NOW', '"t": kernel.LAST'),
    ("> is printed as >=", "display", '"==": "="} if latex else {}', '"==": "=", ">": ">="} if latex else {">": ">="}'),
    ("t+1 is printed as t", "display", '(f"{n:+d}" if n else "")', '(f"{n:+d}" if n > 1 else "")'),
    ("a sum is printed one round too long", "display", "last = _round(base, n - 1)", "last = _round(base, n)"),
    ("no minus is printed", "display", 'return ("-", -e) if e < 0', 'return ("+", -e) if e < 0'),
    ("no square of a norm is printed", "display", 'return _norm(a, latex) + ("^{2}" if latex else "^2")', "return _norm(a, latex)"),
    ("at mistakes is printed as at other rounds", "display", 'return "at every mistake" if value', 'return "at every mistake" if not value'),
    ("no hypotheses are printed", "theorems", "tuple(sorted(self.fact.hypotheses,", "tuple(sorted((),"),
    ("the last hypothesis is not printed", "theorems", "tuple(sorted(self.fact.hypotheses,", "tuple(sorted(self.fact.hypotheses[:-1],"),
    ("a witness need not fit", "theorems", "if not self.witness.holds(h.claim, i):", "if False:"),
    ("a theorem may rest on a special case", "theorems", "if h.local:", "if False:"),
    ("Coq's file says >= for >", "coq/terms", 'OPS = {">=": ">=", ">": ">"', 'OPS = {">=": ">=", ">": ">="'),
    ("Coq's file says >= for ==", "coq/terms", '"<": "<", "==": "="}', '"<": "<", "==": ">="}'),
    ("Coq's file forgets at which rounds", "coq/lemmas", 'case = "".join(write_claim(c.claim, self.names) + " -> " for c in h.case)', 'case = ""'),
    ("Coq's file says t for t+1", "coq/terms", 'return f"(S {write_round(base, n - 1)})" if n else base', "return base"),
    ("Coq's file gives two things one name", "coq/terms", "while new in others:", "while False:"),
    ("Coq's file forgets a hypothesis", "coq/export", "steps or {}, list(hypotheses)", "steps or {}, list(hypotheses)[1:]"),
    ("Coq's file assumes what is false", "coq/export", "for h, a in self.labels.items()]", 'for h, a in self.labels.items()] + [("more", "0 = 1")]'),
    ("Coq's file claims something else", "coq/export", "say_claim(step_of(fact).claim, self.names, self.here)", '"0 = 0"'),
    ("a theorem claims half its bound", "../separable/block_novikoff", BOUND, BOUND.replace("gamma**2", "(2*gamma**2)")),
    ("a theorem claims twice its bound", "../separable/block_novikoff", BOUND, BOUND.replace("k <= ", "k <= 2*")),
)  # fmt: skip


def changed(hole, proofs=ROOT / "book" / "proofs"):
    """Give the text of each file that a fault changes, by its path; a line of it is there once."""
    texts = {}
    for file, old, new in hole:
        paths = [proofs / "prover" / f"{name}.py" for name in file.split()]
        known = {path: texts.get(path) or path.read_text(encoding="utf-8") for path in paths}
        (path,) = (path for path, text in known.items() if text.count(old) == 1)
        texts[path] = known[path].replace(old, new)
    return texts


def planted(hole, folder):
    """Copy the prover and the proof files, and change one of them."""
    shutil.copytree(ROOT / "book" / "proofs", folder / "proofs")
    for path, text in changed(hole, folder / "proofs").items():
        path.write_text(text, encoding="utf-8")


def tests(proofs):
    """Whether a test of the kernel, the proofs, the powers or the reader fails.

    What `pyproject.toml` puts on the path comes before PYTHONPATH, so it is replaced.
    """
    names = ("kernel", "proof", "powers", "reader")
    files = [f"tests/proof/test_{name}.py" for name in names]
    path = f"pythonpath={proofs} tests/proof book/_ext"
    some = ["-k", "not theorem_of_the_book", "-m", "not thorough"]
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-o", path, *some]
    return subprocess.run([*command, *files], cwd=ROOT, capture_output=True).returncode != 0


def red(net):
    """Whether a net refuses, or breaks."""
    try:
        net()
    except Exception:
        return True
    return False


def others(folder):
    """Ask the other nets, in a process that imports the prover of that folder."""
    sys.path[:0] = [str(ROOT / "tests")]
    import coq
    from fuzzer import Fuzzer

    import run_proofs
    from prover import kernel
    from prover.coq import export

    assert folder in Path(kernel.__file__).parents
    recorder, made, saw = run_proofs.Recorder(), [], {}
    names = [name for chapter in CHAPTERS for name in run_proofs.chapter_files(chapter)]
    load = lambda: [made.extend(recorder.load(n)[1]) for n in run_proofs.with_imports(names)]
    saw["chapters"] = red(load)
    coq.prepare(folder)
    saw["Coq"] = red(lambda: [coq.judge(folder, *export.export(theorem)) for theorem in made])
    searches = (Fuzzer(kernel, seed).search(facts)[0] for seed, facts in ((1, 3000), (0, 20000)))
    hole = next(filter(None, searches), None)
    saw["fuzzer"] = hole is not None
    if hole:
        rests = hole.fact.step.hypotheses
        write = lambda: export.write_file("Planted", hole.fact, rests)
        saw["Coq on what passed"] = red(lambda: coq.judge(folder, "Planted", write()))
    saw["printed"] = [theorem._repr_mimebundle_()[0] for theorem in made]
    return saw


def ask(hole):
    """Plant a fault, and say which nets see it."""
    with tempfile.TemporaryDirectory() as name:
        planted(hole, Path(name))
        proofs = str(Path(name) / "proofs")
        environment = {**os.environ, "PYTHONPATH": proofs, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, __file__, "--others", name]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return {"tests": tests(proofs), **json.loads(run.stdout)}


def main(words):
    """Print a row for each fault with these words in its name."""
    from holes import ALL

    inside = [(h.name, [("kernel axioms", *change) for change in h.changes]) for h in ALL]
    faults = [*inside, *((name, [change]) for name, *change in OTHERS)]
    printed = ask([])["printed"]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["fault", *NETS])
    for name, hole in faults:
        if words in name:
            saw = ask(hole)
            saw["chapters"] |= saw["printed"] != printed
            table.writerow([name, *("x" if saw.get(net) else "" for net in NETS)])
            sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--others":
        print(json.dumps(others(Path(sys.argv[2]))))
    else:
        main(sys.argv[1])
