"""What every reference asks for is looked up once: a page as a tree, and pybtex's parts.

For each reference to a number, Sphinx reads the whole page that it leads to; for each citation,
sphinxcontrib-bibtex asks what is installed.
"""

from functools import cache

import pybtex.plugin
from sphinx.domains.std import StandardDomain


class ReadOnce:
    """An environment that gives the same tree each time: nobody changes what a number is of."""

    def __init__(self, env):
        self.env = env
        self.get_doctree = cache(env.get_doctree)

    def __getattr__(self, name):
        return getattr(self.env, name)


def read_pages_once(app):
    """Look a page up once from the time on at which references are resolved."""
    resolve, kept = StandardDomain._resolve_numref_xref, []

    def forget(*_):
        kept.clear()

    def resolve_once(self, env, *args):
        if not kept:
            kept.append(ReadOnce(env))
        return resolve(self, kept[0], *args)

    StandardDomain._resolve_numref_xref = resolve_once
    app.connect("env-before-read-docs", forget)
    app.connect("env-updated", forget, priority=999)


def setup(app):
    pybtex.plugin.find_plugin = cache(pybtex.plugin.find_plugin)
    read_pages_once(app)
