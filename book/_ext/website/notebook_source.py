"""What the book reads of a notebook: with the outputs of its run, and its comments open.

Notebooks are run while Sphinx reads pages of prose.  In a handout solutions are left out first.

Directives that only the book knows would be shown as they are written by JupyterLab, VS Code or the
view of a repository::

    <!-- {play} regret
    What would be here.
    -->

The other way round, the book leaves out what is there for the notebook alone::

    <!-- {notebook} -->
    On the page of this chapter there is a playground here.
    <!-- {end} -->
"""

import json
import re
from pathlib import Path

import nbformat
from sphinx.util import logging

import edition
from runs.notebook_runs import CellFailedError, begin_runs, fill_outputs
from runs.solutions_left_out import without_solutions
from runs.text_lines import first_lines

FLAGS = re.MULTILINE | re.DOTALL
DIRECTIVE = re.compile(r"^<!-- (\{(?!notebook|end)[a-z-]+\}.*?)\n-->$", FLAGS)
NOTEBOOK_ONLY = re.compile(r"^<!-- \{notebook\} -->\n.*?^<!-- \{end\} -->\n\n?", FLAGS)

logger = logging.getLogger(__name__)


def begin_notebooks(app, env, docnames):
    """Begin to run what has to be run; let the pages that wait for it be read last."""
    paths = [Path(env.doc2path(name)) for name in sorted(env.found_docs)]
    app.perclib_runs = begin_runs([path for path in paths if path.suffix == ".ipynb"])
    order = {path: n for n, path in enumerate(app.perclib_runs, 1)}
    docnames.sort(key=lambda name: order.get(Path(env.doc2path(name)), 0))


def open_comments(text):
    """Give a text as the book reads it."""
    text = NOTEBOOK_ONLY.sub(lambda left_out: "\n" * left_out[0].count("\n"), text + "\n")
    return DIRECTIVE.sub(r"```\1\n```", text)[:-1]


def read_notebook(app, docname, source):
    """Let a page be read so; its outputs are there when its run has ended, and no cell failed."""
    path = Path(app.env.doc2path(docname))
    if path.suffix != ".ipynb":
        return
    notebook = nbformat.reads(source[0], as_version=4)
    if path in app.perclib_runs and not app.perclib_runs[path].exception():
        fill_outputs(path, notebook)
    # MyST-NB and MyST each add one to the line of a cell.
    lines = first_lines([cell.source for cell in notebook.cells], path)
    notebook.metadata["source_map"] = [line - 2 for line in lines]
    if not edition.HAS_SOLUTIONS:
        notebook.cells = without_solutions(notebook.cells)
    for cell in notebook.cells:
        if cell["cell_type"] == "markdown":
            cell["source"] = open_comments(cell["source"])
    source[0] = json.dumps(notebook, ensure_ascii=False)


def warn_of_failed_cells(app, env):
    """Warn of each notebook of which a cell failed."""
    for path, future in app.perclib_runs.items():
        try:
            future.result()
        except CellFailedError as why:
            logger.warning("a cell failed: %s", why, location=(env.path2doc(str(path)), why.line))


def setup(app):
    app.connect("env-before-read-docs", begin_notebooks)
    app.connect("source-read", read_notebook)
    app.connect("env-updated", warn_of_failed_cells, priority=100)
