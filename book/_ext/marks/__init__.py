"""What is checked, and how: notebooks are run, and each formula gets marks that lead to its checks.

A cell names in its metadata the labels that it concludes.  ``notebook_runs`` runs the cells and
keeps what they made; in the kernel of the run ``write_coq`` states it for Coq, and ``draw_figures``
draws no figure twice.  ``checks`` reads the pages, counts what is concluded, warns of what is not,
and places the marks; ``coq_files`` adds the marks of Coq, and ``theorem_list`` makes the page of
all theorems.  ``left_out`` names what stands in chapters that ``_toc.yml`` leaves out,
``solutions_left_out`` makes a handout, and ``text_lines`` leads from a warning to the line of the
chapter's text.

The packages of this folder import in one direction, each from those before it: ``marks``,
``ledger``, ``interactive``, ``typeset``, ``website``, ``paper``.  None of them imports Sphinx
before a module of it is set up: a build begins to run notebooks while Sphinx is loaded.
"""

from parts import set_up

MODULES = (
    "text_lines",
    "axiom_table",
    "run_while_reading",
    "left_out",
    "solutions_left_out",
    "checks",
    "coq_files",
    "theorem_list",
)


def setup(app):
    return set_up(app, __name__, MODULES)
