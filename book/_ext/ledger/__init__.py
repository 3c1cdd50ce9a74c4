"""The sources, statement by statement: the pages made from ``book/ledger.csv``, and links."""

from parts import set_up

MODULES = ("ledger_pages",)


def setup(app):
    return set_up(app, __name__, MODULES)
