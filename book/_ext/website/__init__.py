"""The site as a whole: what is read and written, what pages load, where they lead, what is found.

``chapter_pairs`` brings the two files of a chapter in step before Sphinx begins,
``comment_directives`` opens what the text has in comments, and
``letter_tables`` lists the letters that chapters declare.  ``written_pages``
decides what is written, and by how many processes; ``offline_site`` and
``bundles`` change what Sphinx and the theme wrote.
"""

from parts import set_up

MODULES = (
    "published_pages",
    "downloaded_notebooks",
    "lecture_view",
    "search_places",
    "labels_for_lab",
    "comment_directives",
    "letter_tables",
    "library_pages",
    "docstring_names",
    "offline_site",
    "bundles",
    "written_pages",
)


def setup(app):
    return set_up(app, __name__, MODULES)
