"""Notebooks are run while Sphinx reads pages of prose, and read with the outputs of their runs.

What is kept of a run, and when a notebook is run again, is told in ``notebook_runs``.
"""

from pathlib import Path

import nbformat
from sphinx.util import logging

from runs import notebook_runs

logger = logging.getLogger(__name__)


def begin_notebooks(app, env, docnames):
    """Begin to run what has to be run; let the pages that wait for it be read last."""
    paths = [Path(env.doc2path(name)) for name in sorted(env.found_docs)]
    app.perclib_runs = notebook_runs.begin_runs([path for path in paths if path.suffix == ".ipynb"])
    order = {path: n for n, path in enumerate(app.perclib_runs, 1)}
    docnames.sort(key=lambda name: order.get(Path(env.doc2path(name)), 0))


def insert_outputs(app, docname, source):
    """Let a page be read with the outputs of its run, if no cell failed; wait while it runs."""
    path = Path(app.env.doc2path(docname))
    if path in app.perclib_runs and not app.perclib_runs[path].exception():
        notebook = nbformat.read(path, as_version=4)
        notebook_runs.fill_outputs(path, notebook)
        source[0] = nbformat.writes(notebook)


def warn_of_failed_cells(app, env):
    """Warn of each notebook of which a cell failed."""
    for path, future in app.perclib_runs.items():
        try:
            future.result()
        except notebook_runs.CellFailedError as why:
            logger.warning("a cell failed: %s", why, location=(env.path2doc(str(path)), why.line))


def setup(app):
    app.connect("env-before-read-docs", begin_notebooks)
    app.connect("source-read", insert_outputs)
    app.connect("env-updated", warn_of_failed_cells, priority=100)
