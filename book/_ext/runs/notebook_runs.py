"""Every notebook is run once, beside others, and again only if what it is made of changed.

The outputs of its cells are kept in ``_build/kept``, in a file named by a digest of all that they
were made from: the code of the notebook, ``perclib``, the style of figures, this program, the
installed versions and the interpreter.  So an edit of prose runs nothing.  The file is put in its
place whole, when the run is over, and nothing is kept of a run that failed.
"""

import copy
import hashlib
import json
import os
import platform
import re
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from pathlib import Path

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError

from runs.forked_kernels import ENVIRONMENT, fork_server, kernel_command
from runs.text_lines import first_lines

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
KEPT_RUNS = ROOT / "_build" / "kept"
SECONDS = 120  # of one cell
# Pages show a figure as SVG, sharp on every screen.  Notebooks store the PNG, which takes longer to
# draw: only a run that is to be stored does.
SVG, PNG = "image/svg+xml", "image/png"
PIXELS = 4 / 3  # of a page, for a point of a figure: letters of 10.5 points are 14 pixels high
DRAWN = "--InlineBackend.figure_formats={}".format
RUN_BY = ("forked_kernels.py", "notebook_runs.py")
LOCK = threading.Lock()
BEGUN_RUNS = {}  # the runs of this process, by their notebooks


class ForkedKernels(KernelSpecManager):
    """Kernels that need not import what each of them imports."""

    def __init__(self, place):
        super().__init__()
        self.place = place

    def get_kernel_spec(self, _name):
        return KernelSpec(argv=kernel_command(self.place))


def kernel_manager(kind, folder):
    """Manage a kernel for a notebook of a folder."""
    if sys.platform != "linux":  # not everywhere libraries outlive a fork
        return kind()
    with LOCK:  # two runs may begin at once
        place = fork_server(folder)
    # Sockets that are files: a port that is free may be another's when the kernel begins.
    sockets = os.path.join(place, uuid.uuid4().hex[:8])
    return kind(transport="ipc", ip=sockets, kernel_spec_manager=ForkedKernels(place))


class CellFailedError(Exception):
    """A cell of a notebook failed, at a line of the text; the message holds its traceback."""

    def __init__(self, message, line):
        super().__init__(message)
        self.line = line


@cache
def environment_digest():
    """Digest all that the runs of all notebooks are made from, but their own code."""
    digest = hashlib.sha256()
    for path in [*sorted((ROOT / "perclib").rglob("*")), *map(HERE.joinpath, RUN_BY)]:
        if path.suffix == ".py":
            digest.update(repr((path.relative_to(ROOT), path.read_bytes())).encode())
    installed = sorted({(d.name, d.version) for d in metadata.distributions()})
    digest.update(repr((installed, sys.version, platform.platform())).encode())
    return digest.hexdigest()


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run_digest(path, notebook):
    """Digest what a run of a notebook is made from."""
    code = [(cell.source, cell.metadata.get("tags")) for cell in code_cells(notebook)]
    beside = [file.read_bytes() for file in sorted(path.parent.glob("matplotlibrc"))]
    content = repr((environment_digest(), path.name, code, beside))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def run_outputs(path, notebook=None, to_store=False):
    """Give the outputs of each code cell of a notebook: what is kept, or what a run makes now.

    The notebook is that of the file, unless another one is given for its place.  If it is to be
    stored, each figure is there as PNG as well.
    """
    notebook = notebook or nbformat.read(path, as_version=4)
    kept = KEPT_RUNS / f"{path.stem}-{run_digest(path, notebook)}.json"
    found = json.loads(kept.read_text("utf-8")) if kept.exists() else None
    if found is None or (to_store and any(PNG not in data for data in figures(found))):
        found = run_notebook(path, notebook, ["svg", "png"] if to_store else ["svg"])
        forget_runs(path.stem)
        KEPT_RUNS.mkdir(parents=True, exist_ok=True)
        begun = kept.with_suffix(".part")
        begun.write_text(json.dumps(found), "utf-8")
        begun.replace(kept)
    return found


def forget_runs(stem):
    """Forget what earlier runs of a notebook made."""
    for old in KEPT_RUNS.glob(f"{stem}-*.json"):
        old.unlink(missing_ok=True)


def figures(outputs):
    """Give the data of each output of some cells that is a figure."""
    every = (output.get("data", {}) for own in outputs for output in own)
    return [data for data in every if SVG in data]


def fill_outputs(path, notebook, to_store=False):
    """Give the code cells of a notebook the outputs of its run."""
    outputs = run_outputs(path, notebook, to_store)
    for n, (cell, own) in enumerate(zip(code_cells(notebook), outputs, strict=True), 1):
        cell.outputs, cell.execution_count = [nbformat.from_dict(output) for output in own], n


def run_notebook(path, notebook, formats):
    """Run a notebook in its folder; give the outputs of each code cell, and figures in formats."""
    notebook = copy.deepcopy(notebook)
    environment, index = {**os.environ, **ENVIRONMENT}, 0
    client = NotebookClient(
        notebook,
        kernel_manager(AsyncKernelManager, path.parent),
        timeout=SECONDS,
        record_timing=False,
        coalesce_streams=True,
        shutdown_kernel="immediate",  # it has nothing left to do, and asking it takes a second
        # Not about its connection, within this machine.
        extra_arguments=["--log-level=ERROR", *map(DRAWN, formats)],
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        with client.setup_kernel(env=environment, cleanup_kc=True):
            for index, cell in enumerate(notebook.cells):
                client.execute_cell(cell, index)
    except (CellControlSignal, DeadKernelError) as error:
        lines = first_lines([cell.source for cell in notebook.cells], path)
        raise CellFailedError(str(error), lines[index]) from None
    outputs = [cell.outputs for cell in code_cells(notebook)]
    for data in figures(outputs):
        data[SVG] = sized_svg(data[SVG])
    return outputs


def sized_svg(svg):
    """Give a picture its size on a page; leave out who drew it, and when."""
    in_points = re.compile(r'(width|height)="([\d.]+)pt"')
    svg = in_points.sub(lambda m: f'{m[1]}="{PIXELS * float(m[2]):.0f}"', svg, count=2)
    return re.sub("<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)


def notebooks_of_book():
    """List the notebooks that ``_toc.yml`` names."""
    named = re.findall(r"file: +notebooks/(\S+)", (ROOT / "_toc.yml").read_text("utf-8"))
    return [ROOT / "notebooks" / f"{name}.ipynb" for name in named]


def begin_runs(paths):
    """Begin to run notebooks on all cores, unless they run already; give their futures, in order.

    First come those that store most pictures: they take longest.
    """
    longest_first = sorted(paths, key=lambda path: path.stat().st_size, reverse=True)
    pool = ThreadPoolExecutor(os.cpu_count())
    for path in longest_first:
        if path not in BEGUN_RUNS or BEGUN_RUNS[path].done():
            BEGUN_RUNS[path] = pool.submit(run_outputs, path)
    pool.shutdown(wait=False)
    return {path: BEGUN_RUNS[path] for path in longest_first}
