"""Figures and tables of a page without a number of its own are numbered from 1 in it.

Sphinx numbers them on through all such pages: one after twelve chapters had a Table 25.
"""

KINDS = ("figure", "table")


def of_page(numbers):
    """Number from 1 what Sphinx numbered on."""
    return {label: (place,) for place, label in enumerate(sorted(numbers, key=numbers.get), 1)}


def as_sphinx_left_them(_app, env):
    """Give Sphinx its own numbers of the last build, with which it compares the new ones."""
    env.toc_fignumbers = getattr(env, "perclib_fignumbers", env.toc_fignumbers)
    return []


def number_by_page(_app, env):
    env.perclib_fignumbers = env.toc_fignumbers
    env.toc_fignumbers = {
        page: kinds
        if env.toc_secnumbers.get(page)
        else kinds | {kind: of_page(kinds[kind]) for kind in KINDS if kind in kinds}
        for page, kinds in env.toc_fignumbers.items()
    }
    return []


def setup(app):
    app.connect("env-get-updated", as_sphinx_left_them, priority=400)  # Sphinx numbers at 500
    app.connect("env-get-updated", number_by_page, priority=600)
