"""Every notebook is run once, beside others, and again only if what it is made of changed.

What a run makes, the outputs of its cells and its theorems' files for Coq, is kept in
``_build/kept``, in a folder named by a digest of all that it was made from: the code of the
notebook, ``perclib``, the style of figures, this program, the installed versions and the
interpreter.  So an edit of prose runs nothing.  A folder is put in its place whole, when the run is
over, and nothing is kept of a run that failed.
"""

import copy
import hashlib
import json
import os
import platform
import re
import shutil
import sys
import tempfile
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import forked
import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KEPT = ROOT / "_build" / "kept"
MADE = "made.json"
SECONDS = 120  # of one cell
# Threads of BLAS in kernels that run side by side would wait for each other.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
}
BEFORE = f"""
import sys
sys.path.append({str(HERE)!r})
import write_coq
sys.path.pop()
write_coq.listen()
"""
# Figures are drawn twice: pages show the SVG, sharp on every screen, notebooks store the PNG.
SVG = "image/svg+xml"
PIXELS = 1.5  # of a page, for a point of a figure: its letters are a little larger than the text's
FORMATS = [f"--InlineBackend.figure_formats={name}" for name in ("png", "svg")]
OWN = ("write_coq.py", "forked.py", "runs.py")
AFTER = "write_coq.write({folder!r}, {made!r})"
BEGUN = {}  # the runs of this process, by their notebooks


class Made(NamedTuple):
    """What a run made.

    The outputs of each code cell; a list of theorems, and of steps that lead to none, with the
    folder of their files for Coq; all steps, each with its cell, its label, and the name of the
    theorem whose file it is in; and what the search for their proofs cost.
    """

    outputs: list
    theorems: list
    steps: list
    counts: dict
    folder: Path


class Forked(KernelSpecManager):
    """Kernels that need not import what each of them imports."""

    def __init__(self, place):
        super().__init__()
        self.place = place

    def get_kernel_spec(self, _name):
        return KernelSpec(argv=forked.command(self.place))


def manager(kind, folder, environment):
    """Manage a kernel for a notebook of a folder."""
    if sys.platform != "linux":  # not everywhere libraries outlive a fork
        return kind()
    place = forked.begin(folder, environment)
    # Sockets that are files: a port that is free may be another's when the kernel begins.
    sockets = os.path.join(place, uuid.uuid4().hex[:8])
    return kind(transport="ipc", ip=sockets, kernel_spec_manager=Forked(place))


class FailedError(Exception):
    """A cell of a notebook failed; the message holds its traceback."""


@cache
def surroundings():
    """Digest all that the runs of all notebooks are made from, but their own code."""
    digest = hashlib.sha256()
    for path in [*sorted((ROOT / "perclib").rglob("*")), *map(HERE.joinpath, OWN)]:
        if path.suffix in (".py", ".v"):
            digest.update(repr((path.relative_to(ROOT), path.read_bytes())).encode())
    installed = sorted({(d.name, d.version) for d in metadata.distributions()})
    digest.update(repr((installed, sys.version, platform.platform())).encode())
    return digest.hexdigest()


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def digest(path, notebook):
    """Digest what a run of a notebook is made from."""
    code = [(cell.source, cell.metadata.get("tags")) for cell in code_cells(notebook)]
    beside = [file.read_bytes() for file in sorted(path.parent.glob("matplotlibrc"))]
    said = repr((surroundings(), path.name, code, beside))
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def made(path, notebook=None):
    """Give what a run of a notebook makes: what is kept, or what a run makes now.

    The notebook is that of the file, unless another one is given for its place.
    """
    notebook = notebook or nbformat.read(path, as_version=4)
    place = KEPT / f"{path.stem}-{digest(path, notebook)}"
    if not place.exists():
        run(path, notebook, place)
    told = json.loads((place / MADE).read_text(encoding="utf-8"))
    return Made(**told, folder=place / "coq")


def fill(path, notebook):
    """Give the code cells of a notebook the outputs of its run."""
    outputs = made(path, notebook).outputs
    for n, (cell, own) in enumerate(zip(code_cells(notebook), outputs, strict=True), 1):
        cell.outputs, cell.execution_count = [nbformat.from_dict(output) for output in own], n


def filled(path):
    """Read a notebook, with the outputs of its run."""
    notebook = nbformat.read(path, as_version=4)
    fill(path, notebook)
    return notebook


def run(path, notebook, place):
    """Run a notebook in its folder, and keep what it makes in its place."""
    notebook = copy.deepcopy(notebook)
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=KEPT, prefix="running-"))
    environment = {**os.environ, **ENVIRONMENT}
    client = NotebookClient(
        notebook,
        manager(AsyncKernelManager, path.parent, environment),
        timeout=SECONDS,
        record_timing=False,
        coalesce_streams=True,
        shutdown_kernel="immediate",  # it has nothing left to do, and asking it takes a second
        # Not about its connection, within this machine.
        extra_arguments=["--log-level=ERROR", *FORMATS],
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        with client.setup_kernel(env=environment, cleanup_kc=True):
            ask(client, BEFORE)
            for index, cell in enumerate(notebook.cells):
                client.execute_cell(cell, index)
            ask(client, AFTER.format(folder=str(folder / "coq"), made=str(folder / MADE)))
        told = json.loads((folder / MADE).read_text(encoding="utf-8"))
        told["outputs"] = [cell.outputs for cell in code_cells(notebook)]
        for data in figures(notebook):
            data[SVG] = sized(data[SVG])
        (folder / MADE).write_text(json.dumps(told), encoding="utf-8")
        forget(path.stem)
        folder.rename(place)
    except (CellControlSignal, DeadKernelError) as error:
        raise FailedError(str(error)) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def figures(notebook):
    """Give the data of each output of a notebook that is a figure, drawn twice."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if SVG in output.get("data", {}):
                yield output.data


def sized(svg):
    """Give a picture its size on a page; leave out who drew it, and when."""
    in_points = re.compile(r'(width|height)="([\d.]+)pt"')
    svg = in_points.sub(lambda m: f'{m[1]}="{PIXELS * float(m[2]):.0f}"', svg, count=2)
    return re.sub("<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)


def forget(stem):
    """Forget what earlier runs of a notebook made."""
    for old in KEPT.glob(f"{stem}-*"):
        shutil.rmtree(old, ignore_errors=True)


def ask(client, code):
    """Run code that belongs to no cell."""
    cell = nbformat.v4.new_code_cell(code)
    client.nb.cells.append(cell)  # where the client looks for it
    client.execute_cell(cell, len(client.nb.cells) - 1, store_history=False)
    client.nb.cells.pop()


def much_code(path):
    """How many letters of code a notebook has: what has more takes longer, as a rule."""
    return sum(len(cell.source) for cell in code_cells(nbformat.read(path, as_version=4)))


def begin(paths):
    """Begin to run notebooks on all cores, the longest first; give each one's future, in order.

    One that runs already is not begun a second time.
    """
    if not BEGUN:
        for left in KEPT.glob("running-*"):  # by a build that was killed
            shutil.rmtree(left)
    longest_first = sorted(paths, key=much_code, reverse=True)
    pool = ThreadPoolExecutor(os.cpu_count())
    for path in longest_first:
        if path not in BEGUN or BEGUN[path].done():
            BEGUN[path] = pool.submit(made, path)
    pool.shutdown(wait=False)
    return {path: BEGUN[path] for path in longest_first}
