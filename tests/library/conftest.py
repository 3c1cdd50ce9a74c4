"""What the tests of the library share."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from perclib import _rounds


@pytest.fixture(autouse=True)
def no_run_loads_the_compiled_loop_for_another(monkeypatch):
    """How a stream is run depends on its length, not on the tests that were run before."""
    monkeypatch.setattr(_rounds, "AGAIN", 1)


@pytest.fixture
def ax():
    mpl.use("Agg")
    _, axes = plt.subplots()
    yield axes
    plt.close("all")
