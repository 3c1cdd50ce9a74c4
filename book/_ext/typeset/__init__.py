"""How a page is set: formulas, numbers of tables, code behind its output."""

from parts import set_up

MODULES = ("cell_outputs", "mathml")


def setup(app):
    return set_up(app, __name__, MODULES)
