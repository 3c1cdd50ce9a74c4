"""What the book reads and Jupyter does not: it stands in comments, which a notebook does not show.

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

from runs.text_lines import first_lines

FLAGS = re.MULTILINE | re.DOTALL
DIRECTIVE = re.compile(r"^<!-- (\{(?!notebook|end)[a-z-]+\}.*?)\n-->$", FLAGS)
NOTEBOOK_ONLY = re.compile(r"^<!-- \{notebook\} -->\n.*?^<!-- \{end\} -->\n\n?", FLAGS)


def open_comments(text):
    """Give a text as the book reads it."""
    text = NOTEBOOK_ONLY.sub(lambda left_out: "\n" * left_out[0].count("\n"), text + "\n")
    return DIRECTIVE.sub(r"```\1\n```", text)[:-1]


def open_cells(app, docname, source):
    """Open the comments of a notebook, when its outputs are there."""
    path = Path(app.env.doc2path(docname))
    if path.suffix == ".ipynb":
        notebook = json.loads(source[0])
        sources = ["".join(cell["source"]) for cell in notebook["cells"]]
        # MyST-NB and MyST each add one to the line of a cell.
        notebook["metadata"]["source_map"] = [line - 2 for line in first_lines(sources, path)]
        for cell, text in zip(notebook["cells"], sources, strict=True):
            if cell["cell_type"] == "markdown":
                cell["source"] = open_comments(text)
        source[0] = json.dumps(notebook, ensure_ascii=False)


def setup(app):
    app.connect("source-read", open_cells, priority=600)  # after ``marks`` has put in the outputs
