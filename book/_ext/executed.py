"""Notebooks are run before Sphinx reads a page, and read with the outputs of their runs.

What is kept of a run, and when a notebook is run again, is told in ``runs``.
"""

from pathlib import Path

import nbformat
import runs
from sphinx.util import logging

logger = logging.getLogger(__name__)


def start(app, env, docnames):
    """Run what has to be run, before a page is read."""
    paths = [Path(env.doc2path(name)) for name in sorted(env.found_docs)]
    app.perclib_failed = runs.run_all(path for path in paths if path.suffix == ".ipynb")
    for path, why in app.perclib_failed.items():
        logger.warning("a cell failed: %s", why, location=env.path2doc(str(path)))


def ran(app, path):
    """Whether a page is a notebook of which no cell failed."""
    return path.suffix == ".ipynb" and path not in app.perclib_failed


def with_outputs(app, docname, source):
    """Let a page be read with the outputs of its run."""
    path = Path(app.env.doc2path(docname))
    if ran(app, path):
        source[0] = nbformat.writes(runs.filled(path))


def setup(app):
    app.connect("env-before-read-docs", start)
    app.connect("source-read", with_outputs)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
