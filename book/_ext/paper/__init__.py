"""The book on paper: the pages that the web shows, as one document in LaTeX, or one chapter of it.

``printed_parts`` says of each part of a page what becomes of it on paper; ``latex_builder``, which
goes on from the pages of the last build of the web, joins them and writes what LaTeX reads.
"""

from parts import set_up

MODULES = ("latex_builder",)


def setup(app):
    return set_up(app, __name__, MODULES)
