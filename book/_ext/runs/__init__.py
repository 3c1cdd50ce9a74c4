"""What is run for the pages: notebooks, and the proof files of each chapter.

``notebook_runs`` runs the cells of a notebook, in kernels that ``forked_kernels`` gives, and keeps
their outputs; ``proof_runs`` runs proof files.  ``solutions_left_out`` makes a handout, and
``text_lines`` leads from a warning to the line of the chapter's text.
"""

from parts import set_up


def setup(app):
    return set_up(app, __name__, ("text_lines",))
