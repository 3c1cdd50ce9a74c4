"""The cells of a notebook are run in one process, in their order.

Where Jupyter Book is installed kernels are forked, as those of the build,
from a process that has imported what most chapters import.  Elsewhere (make
oldest, make newest) they begin with nothing imported: a notebook that leans
on another's import fails there.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import nbval.kernel
import pytest


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.name))


def forked_kernels_manager():
    """Manage kernels as nbval does, forked."""
    from runs import forked_kernels, notebook_runs

    place = forked_kernels.fork_server(Path(__file__).parent)
    return notebook_runs.ForkedKernels(place)


if sys.platform == "linux" and find_spec("jupyter_book"):
    nbval.kernel.NbvalKernelspecManager = forked_kernels_manager
