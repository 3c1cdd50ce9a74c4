"""What a new user meets first: the main names, the example, values that copy and pickle."""

import contextlib
import copy
import importlib
import io
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import perclib
from perclib import geometry, kernels, margins, relatives
from perclib.datasets import separable
from perclib.descent import StochasticGradient
from perclib.losses import hinge
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream

ROOT = Path(__file__).resolve().parents[2]


def test_the_main_names_are_there():
    assert re.fullmatch(r"\d+\.\d+\.\d+", perclib.__version__)
    assert set(perclib.__all__) <= set(dir(perclib))
    for name in perclib.__all__:
        assert getattr(perclib, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'perceptrom'"):
        perclib.perceptrom  # noqa: B018 - the look-up is what is tested


def test_the_names_of_the_readme_are_the_main_ones():
    """What it imports from the package or calls as a part of it; none is a room as well."""
    text = (ROOT / "perclib" / "README.md").read_text("utf-8")
    named = set(re.findall(r"`perclib\.(\w+)\(", text))
    for line in re.findall(r"^from perclib import (.+)$", text, re.MULTILINE):
        named |= set(line.split(", "))
    assert {"audit", "run"} <= named <= set(perclib.__all__)
    rooms = relatives, kernels, margins, geometry
    learners = {n for room in rooms for n in room.__all__ if hasattr(getattr(room, n), "zero")}
    assert len(learners) > 9
    assert learners <= set(perclib.__all__)
    rooms = {path.stem for path in (ROOT / "perclib").glob("*.py")}
    assert not rooms & set(perclib.__all__)


def test_importing_the_package_imports_none_of_its_rooms():
    code = "import sys, perclib; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_example_of_the_readme_prints_what_it_says():
    text = (ROOT / "perclib" / "README.md").read_text("utf-8")
    code, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.S).groups()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(code, {})
    assert output.getvalue() == printed


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
def test_copies_are_equal_and_read_only(again):
    stream = Stream([[1, 2], [3, 4]], [1, -1], "two")
    assert stream.radius == 5
    other = again(stream)
    assert (other.name, other.radius) == ("two", 5)
    for ours, theirs in ((stream.X, other.X), (stream.y, other.y)):
        assert np.array_equal(ours, theirs)
        assert not theirs.flags.writeable
    learner = Perceptron([1, 2], "plus", 0.5)
    copied = again(learner)
    assert (copied.weights.tolist(), copied.tie, copied.step) == ([1, 2], "plus", 0.5)
    assert not copied.weights.flags.writeable
    moved = learner.update(np.array([1.0, 1.0]), -1)
    assert not moved.weights.flags.writeable
    assert learner.weights.tolist() == [1, 2]


def test_values_are_equal_to_their_copies_and_frozen():
    stream = separable(9, 2, 0.1, seed=1).stream
    values = [stream, Perceptron.zero(2), StochasticGradient.zero(2, hinge(2))]
    values += [run(learner, stream) for learner in values[1:]]
    assert len({*values, *map(copy.copy, values)}) == len(values)
    for value in values:
        with pytest.raises(AttributeError):
            value.name = value.tie = value.scores = 1
    assert StochasticGradient(np.ones(2), hinge(2)).step == Perceptron(np.ones(2)).step == 1


def test_weights_are_frozen():
    for learner in (Perceptron.zero(2), StochasticGradient.zero(2, hinge(2))):
        with pytest.raises(AttributeError):
            learner.weights = np.ones(2)
        for one in (learner, learner.update(np.ones(2), 1)):
            with pytest.raises(ValueError, match="read-only"):
                one.weights[0] = 1.0


def test_slices_are_streams_and_rounds_are_examples():
    stream = separable(20, 3, 0.1, seed=1).stream
    assert np.array_equal(stream[5:9].X, stream.X[5:9])
    assert np.array_equal(stream[stream.y == 1].y, np.ones((stream.y == 1).sum()))
    assert stream[::-1].name == stream.name
    x, y = stream[-1]
    assert np.array_equal(x, stream.X[-1])
    assert y == stream.y[-1]
    assert [y for _, y in stream] == stream.y.tolist()
    with pytest.raises(ValueError, match=r"X: expected at least one number, got shape \(0, 3\)"):
        stream[20:]
    with pytest.raises(IndexError):
        stream[20]


ROOMS = ["streams", "datasets", "losses", "online", "descent", "perceptron", "relatives",
         "kernels", "margins", "geometry", "regret", "bounds", "competitors", "estimator",
         "plots"]  # fmt: skip


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_shows_what_is_its_own(room):
    module = importlib.import_module(f"perclib.{room}")
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    own = {k for k, v in public.items() if getattr(v, "__module__", None) == module.__name__}
    internal = {"losses": {"wrong"}, "plots": {"Curve"}}
    assert own - internal.get(room, set()) <= set(module.__all__)
    for name in module.__all__:
        assert hasattr(module, name)
