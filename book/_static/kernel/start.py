"""The proof kernel in a page: run in a worker, by Pyodide, once HiGHS and the library are there.

The library is used as it is.  What the page lacks is put beside it: HiGHS, which a page calls by
another name than a desk does, and numbers with square roots, which sympy has at a desk.
"""

import ast
import io
import json
import sys
from contextlib import contextmanager, redirect_stdout
from copy import copy, deepcopy
from functools import cache, lru_cache
from types import ModuleType

import hints
import roots
import walls

for name in ("highspy", "mpmath", "numpy"):  # imported, and used by nothing that runs here
    sys.modules[name] = ModuleType(name)
sys.modules["sympy"] = roots

from prover import Fact, Proof, ProofError, search, theorems  # noqa: E402 - after the above

roots.use(theorems)


@cache
def solve(program):
    """Solve a linear program, written as HiGHS reads it; None if it has no solution."""
    from js import solveProgram

    said = solveProgram(program)
    return json.loads(said) if said else None


def by_highs(columns, aim, strong, cost):
    """Solve sum x*column = aim with x >= 0 at the least cost, as `search._by_simplex` does."""
    n, strong = len(columns), set(strong)
    price = [-1.0 if aim and j in strong else float(cost[j]) for j in range(n)]
    rows = {}
    for j, column in enumerate(columns):
        for m, c in column.items():
            rows.setdefault(m, []).append(f"{float(c):+.17g} x{j}")
    if any(m not in rows for m in aim):
        return None
    lines = ["Minimize"]
    lines += [f" {price[j] + 1e-4 * j / n:+.17g} x{j}" for j in range(n)]
    lines += ["Subject To"]
    lines += [f" {' '.join(row)} = {float(aim.get(m, 0)):.17g}" for m, row in rows.items()]
    if strong and not aim:  # any multiple of a solution is one
        lines += [f" {' '.join(f'+ x{j}' for j in sorted(strong))} = 1"]
    if strong and aim:
        lines += ["Bounds", *(f" x{j} <= 1000" for j in range(n))]
    if lines[-1] == "Subject To":
        return [0.0] * n
    found = solve("\n".join([*lines, "End"]))
    return found and [found.get(f"x{j}", 0.0) for j in range(n)]


search._by_simplex = by_highs


def give(node, scope):
    """Run a statement; give what it printed, and its value."""
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        if isinstance(node, ast.Expr):
            value = eval(compile(ast.Expression(node.value), "check", "eval"), scope)
        else:
            exec(compile(ast.Module([node], []), "check", "exec"), scope)
    return printed.getvalue().rstrip("\n"), value


@contextmanager
def named():
    """While this lasts, a theorem is a fact with a name; its witness is looked at in its place."""
    check = theorems.Theorem.__post_init__
    theorems.Theorem.__post_init__ = lambda self: theorems._NAMES.setdefault(self.fact, self.name)
    try:
        yield
    finally:
        theorems.Theorem.__post_init__ = check


def copied(scope):
    """Copy names, and proofs so far: to go on with the copies leaves them as they are."""
    proofs = {id(x): copy(x) for x in scope.values() if isinstance(x, Proof)}
    for new in proofs.values():
        new.facts, new.letters = dict(new.facts), deepcopy(new.letters)
    return {name: proofs.get(id(x), x) for name, x in scope.items()}


def proofs_in(scope):
    """List the proofs among names."""
    return [x for x in scope.values() if isinstance(x, Proof)]


def lines_in(scope):
    """List the lines of all proofs."""
    return [fact for proof in proofs_in(scope) for fact in proof.facts.values()]


def kept(value, scope, known):
    """List what the kernel has proved by now and had not before: lines, a value, a theorem."""
    facts = [value] if type(value) in (Fact, theorems.Theorem) else []
    said = [x for x in [*lines_in(scope), *facts] if id(x) not in known]
    known.update({id(x): x for x in said})  # kept, so that no other has its number
    proved = {id(x.fact) for x in said if type(x) is theorems.Theorem}
    return [x for x in dict.fromkeys(said) if id(x) not in proved]


def unheld(known, scope):
    """List the hypotheses of what was proved that no theorem, with its witness, holds together."""
    facts = [x for x in known.values() if type(x) is Fact]
    held = [set(fact.hypotheses) for fact in list(theorems._NAMES)]
    rests = [{h for h in fact.hypotheses if h.label} for fact in facts]
    bare = [some for some in rests if not any(some <= those for those in held)]
    labels = dict.fromkeys(label for proof in proofs_in(scope) for label in proof.facts)
    names = {h.label for some in bare for h in some}
    return [*(x for x in labels if x in names), *sorted(names - labels.keys())]


def letters_in(scope):
    """List the letters of all proofs, and what is short for a formula."""
    letters = [one.letters for one in proofs_in(scope)]
    names = [name for each in letters for name in (*each.kinds, *each.short)]
    return list(dict.fromkeys(name.removesuffix("[]") for name in names))


@lru_cache(maxsize=1)
def prepared(before):
    """Run what a check needs, once for all that is tried with it."""
    scope = {"__name__": "__main__"}
    with named():
        for node in ast.parse(before).body:
            give(node, scope)
    return scope


def run(before, code, say):
    """Run what a check needs and then the check; say what each statement gives.

    Parameters
    ----------
    before, code : str
    say : callable
        Is given the line of the check (0 before it), the kind of what it gave ("printed",
        "value", "proved" of what the kernel has in its ledger, "refused", "unread" if the kernel
        or Python cannot read it, "beyond", "failed", "nothing" if nothing is proved, "unheld" of
        the hypotheses that no witness holds) and its text.
    """
    line, scope = 0, {}
    try:
        scope = copied(prepared(before))
        known = {id(x): x for x in lines_in(scope)}
        earlier = len(known)
        for node in ast.parse(code).body:
            line = node.lineno
            if missing := hints.absent(node) or walls.beyond(node):
                return say(line, "beyond", missing)
            printed, value = give(node, scope)
            if printed:
                say(line, "printed", printed)
            if value is not None:
                say(line, "value", repr(value))
            for fact in kept(value, scope, known):
                say(line, "proved", repr(fact))
        if len(known) == earlier:
            say(0, "nothing", "")
        elif alone := unheld(dict(list(known.items())[earlier:]), scope):
            say(0, "unheld", ", ".join(alone))
    except ProofError as error:
        hint = hints.of_refusal(str(error), letters_in(scope))
        say(line, "unread" if hint else "refused", hint or str(error))
    except roots.BeyondError as error:
        say(line, "beyond", f"It needs {error}; a page has square roots of whole numbers alone.")
    except SyntaxError as error:
        line = error.lineno or 0
        hint = hints.of_error(error, [*code.split("\n"), ""][line - 1], [])
        said = f"This is not Python: {error.msg}."
        say(line, "unread" if hint else "failed", hint or said)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        hint = hints.of_error(error, "", list(scope))
        said = f"{type(error).__name__}: {f'{error}' or 'it says no more'}"
        kind = "beyond" if isinstance(error, ModuleNotFoundError) else "failed"
        say(line, kind, hint or said)
    return None
