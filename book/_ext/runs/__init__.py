"""What is run for the pages: notebooks, and the proof files of each chapter; and what is left out.

``notebook_runs`` runs the cells of a notebook and keeps their outputs, in kernels that
``forked_kernels`` gives and in which ``draw_figures`` draws no figure twice; ``proof_runs`` runs
proof files.  ``run_while_reading`` puts the outputs into the pages.  ``left_out`` names what stands
in chapters that ``_toc.yml`` leaves out, ``solutions_left_out`` makes a handout, and ``text_lines``
leads from a warning to the line of the chapter's text.
"""

from parts import set_up

MODULES = ("text_lines", "run_while_reading", "left_out", "solutions_left_out")


def setup(app):
    return set_up(app, __name__, MODULES)
