"""The cells of sympy check what they say: open, short, and red for a wrong constant or sign.

Into each check every mistake of three kinds is planted: a constant that is 1 too large, a plus for
a minus or a minus for a plus, in what is asserted; and what is asserted to be equal is made so by
another number.  Some mistake of each check has to change what the check computes, and all that do
are refused.
"""

import ast
import copy
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [
    path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if '"sympy"' in path.read_text()
]
FOLDS = {"hide-cell", "hide-input", "hide-output", "remove-cell", "remove-input", "remove-output"}
LONGEST = 10


def code_cells(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def is_check(cell):
    return cell["metadata"].get("checks", {}).get("by") == "sympy"


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
    for cell in filter(is_check, code_cells(path)):
        source = "".join(cell["source"])
        assert not FOLDS & set(cell["metadata"].get("tags", ())), cell["id"]
        assert len(source.splitlines()) <= LONGEST, cell["id"]
        assert asserts_of(ast.parse(source)), cell["id"]


def run(statement, names):
    """Run a statement of a chapter."""
    body = ast.fix_missing_locations(ast.Module([statement], []))
    exec(compile(body, "check", "exec"), names)


def refused(statement, names):
    """Whether a changed check fails, where it stands in its chapter."""
    try:
        run(statement, dict(names))
    except Exception:
        return True
    return False


def imported(path):
    """What the cells of a chapter import: with other checks, all that a check rests on."""
    names = {}
    for cell in code_cells(path):
        for statement in imports_of("".join(cell["source"])):
            run(statement, names)
    return names


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_wrong_constant_or_sign_is_refused(path, record_property):
    names, planted, passed = imported(path), 0, []
    for cell in filter(is_check, code_cells(path)):
        every = 0
        for statement in ast.parse("".join(cell["source"])).body:
            for what, changed in mutants(statement):
                every += 1
                if not refused(changed, names):
                    passed.append((cell["id"], what))
            run(statement, names)
        assert every, f"nothing can be changed in {cell['id']}"
        planted += every
    record_property("planted and refused", planted)
    assert passed == []


def imports_of(source):
    return [
        node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def shown_alone(path):
    """Run the checks of a chapter without its other cells; what differs from what is stored."""
    names = imported(path)
    for cell in filter(is_check, code_cells(path)):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, cell["id"], "exec"), names)
        if last is None:
            continue
        value = eval(compile(ast.Expression(last.value), cell["id"], "eval"), names)
        stored = [out["data"] for out in cell["outputs"] if "data" in out]
        latex = "".join(stored[-1].get("text/latex", "")) if stored else ""
        if latex and latex != value._repr_latex_():
            yield cell["id"], latex, value._repr_latex_()


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_checks_rest_on_no_cell_but_checks(path):
    """A run that takes a letter for a number would make a check one of that number."""
    assert list(shown_alone(path)) == []
