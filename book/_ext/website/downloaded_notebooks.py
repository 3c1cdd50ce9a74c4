"""The notebooks that readers take from the pages: plain Markdown, and first how to get perclib.

They are those of the repository but for that cell, for roles and directives, which are words here,
for links into its folder, which lead to the published pages or nowhere, and in a handout for what
that leaves out.  They run from any folder.
"""

import json
import re
from pathlib import Path

import edition
from parts import when_written
from runs.solutions_left_out import without_solutions
from website.labels_for_lab import places_of_labels
from website.plain_markdown import Places, plain

TO_PAGE = re.compile(r"\[([^\]]+)\]\(\.\./_build/html/([^)]+)\)")
NEEDS = (
    "*A chapter of {book}.  This notebook needs Python 3.11 or later and `perclib`, the library of"
    " the book: {how}.*"
)
BY_ADDRESS = "where it is not installed, the next cell installs it"
BY_HAND = (
    "`pip install '.[notebooks]'` in a clone of the book, or `pip install 'perclib[notebooks]'`"
    " with the folder of its wheel as `--find-links`"
)
INSTALL = """from importlib.util import find_spec

if find_spec("perclib") is None:
    %pip install --quiet "perclib[notebooks] @ git+{repository}"\
"""


def first_cells(book):
    """Say how to get perclib; with the address of the repository, get it."""
    text = NEEDS.format(book=book, how=BY_ADDRESS if edition.REPOSITORY else BY_HAND)
    cells = [{"cell_type": "markdown", "id": "perclib", "metadata": {}, "source": text}]
    if edition.REPOSITORY:
        code = INSTALL.format(repository=edition.REPOSITORY)
        made = {"execution_count": None, "outputs": [], "metadata": {"tags": ["hide-input"]}}
        cells.append({"cell_type": "code", "id": "get-perclib", "source": code, **made})
    return cells


def to_download(notebook, book, places):
    """Give a notebook of the repository as readers get it."""
    cells = notebook["cells"] if edition.HAS_SOLUTIONS else without_solutions(notebook["cells"])
    # Links to the built pages lead to the published ones; without these they are words.
    to = rf"[\1]({edition.URL}/\2)" if edition.URL else r"\1"
    for cell in cells:
        text = TO_PAGE.sub(to, "".join(cell["source"]))
        cell["source"] = plain(text, places) if cell["cell_type"] == "markdown" else text
    cells = [cell for cell in cells if cell["source"]]
    return {**notebook, "cells": [*first_cells(book), *cells]}


def write_notebooks(app, out):
    """Write them over the sources that Sphinx has copied."""
    titles = {docname: title.astext() for docname, title in app.env.titles.items()}
    places = Places(places_of_labels(app.env), titles, edition.URL)
    for docname in app.env.found_docs:
        path = Path(app.env.doc2path(docname))
        if path.suffix == ".ipynb":
            notebook = json.loads(path.read_text("utf-8"))
            notebook = to_download(notebook, app.config.html_title, places)
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            (out / "_sources" / f"{docname}.ipynb").write_text(text, "utf-8")


def setup(app):
    when_written(app, write_notebooks)
