"""The cells of sympy check what they say: open, short, and red for a wrong constant or sign.

Into what each check asserts every mistake of two kinds is planted: a constant that is 1 too large,
and a plus for a minus or a minus for a plus.  A quick run plants the first of each check alone.
"""

import ast
import copy
from itertools import islice
from pathlib import Path

import pytest
from chapters import checked_by, checks, code_cells

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [
    path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if '"sympy"' in path.read_text()
]
FOLDS = {"hide-cell", "hide-input", "hide-output", "remove-cell", "remove-input", "remove-output"}
LONGEST = 10


def asserts_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]


def mutants(statement):
    """Give what a statement asserts with one change in it, and what was changed."""
    for n, asserted in enumerate(asserts_of(statement)):
        for m, node in enumerate(ast.walk(asserted.test)):
            number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
            sign = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
            if number or sign:
                changed = copy.deepcopy(statement)
                place = list(ast.walk(asserts_of(changed)[n].test))[m]
                if number:
                    place.value += 1
                else:
                    place.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
                yield ast.unparse(node), changed


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_check_is_open_and_short(path):
    for cell in checks(path, "sympy"):
        source = "".join(cell["source"])
        assert not FOLDS & set(cell["metadata"].get("tags", ())), cell["id"]
        assert len(source.splitlines()) <= LONGEST, cell["id"]
        assert asserts_of(ast.parse(source)), cell["id"]


def run(statement, names):
    """Run a statement of a chapter; give its value, if it is an expression."""
    if isinstance(statement, ast.Expr):
        return eval(compile(ast.Expression(statement.value), "check", "eval"), names)
    body = ast.fix_missing_locations(ast.Module([statement], []))
    return exec(compile(body, "check", "exec"), names)


def refused(statement, names):
    """Whether a changed check fails, where it stands in its chapter."""
    try:
        run(statement, dict(names))
    except Exception:
        return True
    return False


def faults(path, most):
    """Run what a chapter imports, and its checks: what they are for a run is of no number.

    List the mistakes that pass, of so many in each check, and what is shown and not stored.
    """
    names = {}
    for cell in code_cells(path):
        tree, planted, value = ast.parse("".join(cell["source"])), 0, None
        if checked_by(cell) != "sympy":
            tree.body = [x for x in tree.body if isinstance(x, ast.Import | ast.ImportFrom)]
        for statement in tree.body:
            for what, changed in islice(mutants(statement), most - planted):
                planted += 1
                if not refused(changed, names):
                    yield cell["id"], what
            value = run(statement, names)
        if checked_by(cell) == "sympy":
            if not planted:
                yield cell["id"], "nothing can be changed"
            stored = [out["data"] for out in cell["outputs"] if "data" in out]
            latex = "".join(stored[-1].get("text/latex", "")) if stored else ""
            if value is not None and latex not in ("", value._repr_latex_()):
                yield cell["id"], latex


EVERY = pytest.param(10**6, marks=pytest.mark.thorough)


@pytest.mark.parametrize("most", [1, EVERY], ids=["one mistake", "every mistake"])
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_checks_stand_alone_and_refuse_a_wrong_constant_or_sign(path, most):
    """On no cell but checks: a run that takes a letter for a number would make it one of that."""
    assert list(faults(path, most)) == []
