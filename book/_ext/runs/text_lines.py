"""Where a warning leads: to a line of the chapter's text, which an author edits.

Sphinx reads the notebook, in which a cell is one line of JSON.
"""

import logging
import re

NOTEBOOK = re.compile(r"\.ipynb(?=:|$)")


def first_lines(sources, notebook):
    """Give the line of a notebook's text at which the source of each cell begins."""
    path = notebook.with_suffix(".md")
    text, place, lines = path.read_text("utf-8") if path.exists() else "", 0, []
    for source in sources:
        place = max(place, text.find(f"\n{source}", place) + 1)
        lines.append(text.count("\n", 0, place) + 1)
        place += len(source)
    return lines


def name_text(record):
    """Let a warning name the text instead of the notebook."""
    if location := getattr(record, "location", None):
        record.location = NOTEBOOK.sub(".md", location)
    return True


def setup(app):
    for handler in logging.getLogger("sphinx").handlers:
        if handler.level == logging.WARNING:
            handler.addFilter(name_text)
