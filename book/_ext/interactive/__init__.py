"""What a reader can try on a page: answers, checks to break, the workbench and the playground.

``web_kernel`` puts the proof kernel into the pages, which ``try_it`` and ``workbench`` run there.
"""

from parts import set_up

MODULES = (
    *("elements", "answers", "playground", "progress"),
    *("prove_again", "rests_on", "try_it", "web_kernel", "workbench"),
)


def setup(app):
    return set_up(app, __name__, MODULES)
