"""Notebooks are run while Sphinx reads pages of prose, and read with the outputs of their runs.

What is kept of a run, and when a notebook is run again, is told in ``runs``.
"""

from pathlib import Path

import nbformat
import runs
from sphinx.util import logging

logger = logging.getLogger(__name__)


def start(app, env, docnames):
    """Begin to run what has to be run; let the pages that wait for it be read last."""
    paths = [Path(env.doc2path(name)) for name in sorted(env.found_docs)]
    app.perclib_runs = runs.begin([path for path in paths if path.suffix == ".ipynb"])
    order = {path: n for n, path in enumerate(app.perclib_runs, 1)}
    docnames.sort(key=lambda name: order.get(Path(env.doc2path(name)), 0))


def ran(app, path):
    """Whether a page is a notebook of which no cell failed; where it still runs, wait for it."""
    return path in app.perclib_runs and not app.perclib_runs[path].exception()


def with_outputs(app, docname, source):
    """Let a page be read with the outputs of its run."""
    path = Path(app.env.doc2path(docname))
    if ran(app, path):
        source[0] = nbformat.writes(runs.filled(path))


def tell(app, env):
    """Warn of each notebook of which a cell failed."""
    for path, future in app.perclib_runs.items():
        try:
            future.result()
        except runs.FailedError as why:
            logger.warning("a cell failed: %s", why, location=env.path2doc(str(path)))


def setup(app):
    app.connect("env-before-read-docs", start)
    app.connect("source-read", with_outputs)
    app.connect("env-updated", tell, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
