"""The site as a whole: what is read and written, what pages load, where they lead, what is found.

``notebook_source`` says what of a notebook is read.  ``written_pages`` decides what is written, and
by how many processes; ``offline_site`` and ``bundles`` change what was written.
"""

from parts import set_up

MODULES = (
    *("published_pages", "downloaded_notebooks", "search_places", "labels_for_lab"),
    *("notebook_source", "letter_tables", "library_pages"),
    *("offline_site", "bundles", "written_pages"),
)


def setup(app):
    return set_up(app, __name__, MODULES)
