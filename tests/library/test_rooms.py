"""What a new user meets first; and rooms that are small and import one way."""

import ast
import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import perclib

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "perclib"
# Each file imports only from files before it.
ORDER = """
_checks _compiled data/_exact data/_instances data/streams data/chunks data/datasets
data/_text data/files
data/__init__ learners/losses learners/protocol learners/running learners/perceptron
learners/kernels learners/margins learners/geometry learners/descent learners/randomized
learners/__init__ show/tables show/plots show/__init__ bounds/mistakes bounds/_conic
bounds/competitors bounds/_long_streams bounds/report bounds/auditing bounds/__init__ scale/fast
scale/mixing scale/__init__ __init__ algebra
estimator command
""".split()


def imported(path):
    """Give the modules and packages of the library that a file imports, in functions as well."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("perclib"):
            for alias in node.names:
                place = (node.module + "." + alias.name).split(".")[1:]
                for parts in (place, place[:-1]):
                    file = PACKAGE.joinpath(*parts)
                    if file.with_suffix(".py").is_file() and parts:
                        yield "/".join(parts)
                        break
                    if (file / "__init__.py").is_file():
                        yield "/".join([*parts, "__init__"])
                        break


def test_rooms_import_one_way():
    files = {str(path.relative_to(PACKAGE).with_suffix("")): path for path in PACKAGE.rglob("*.py")}
    assert sorted(files) == sorted(ORDER)
    for place, name in enumerate(ORDER):
        assert set(imported(files[name])) <= set(ORDER[:place]), name
    assert {"learners/__init__", "data/__init__"} <= set(imported(files["estimator"]))


def test_the_main_names_are_there():
    for name in set(perclib.__all__) - {"losses"}:
        assert getattr(perclib, name).__name__ == name
    learners = {name for name, kind in vars(perclib.learners).items() if hasattr(kind, "zero")}
    other = {"StochasticGradient", "RegularizedLeader", "ProjectedDescent", "Linear", "Randomized"}
    assert learners - other <= set(perclib.__all__)


def test_the_package_imports_neither_pictures_nor_scikit_learn_nor_compiled_code():
    names = "matplotlib", "sklearn", "numba", "pandas"
    code = f"import sys, perclib; sys.exit(any(name in sys.modules for name in {names}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_example_of_the_readme_prints_what_it_says():
    text = (ROOT / "perclib" / "README.md").read_text("utf-8")
    code, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.DOTALL).groups()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(code, {})
    assert output.getvalue() == printed
    assert set(re.findall(r"`perclib\.(\w+)\(", text)) <= set(perclib.__all__)
