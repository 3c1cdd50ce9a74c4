"""What the tests of the library share."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from perclib.data import _instances


@pytest.fixture(autouse=True)
def no_test_loads_the_compiled_loops_for_another(monkeypatch):
    """How a stream is run depends on its length, not on the tests that were run before."""
    monkeypatch.setattr(_instances, "LOADED", _instances.LONG)


@pytest.fixture
def ax():
    mpl.use("Agg")
    _, axes = plt.subplots()
    yield axes
    plt.close("all")
