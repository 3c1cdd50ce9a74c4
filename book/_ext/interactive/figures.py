"""The directive ``play``: a place where scripts of ``_static/play`` build a figure to play with.

    ```{play} regret
    :state: eta=0.5&rounds=0_90

    What would be here, for a reader without scripts.
    ```

The argument names a script beside ``figure.js``; the state is written as in the address that the
figure gives to itself, ``#play-regret?eta=0.5``.
"""

from functools import partial

from docutils.parsers.rst import directives

from interactive.elements import ElementDirective
from interactive.playground import write_scripts
from parts import load_on_pages, when_written

FIGURES = ("bowl", "powers", "regret", "coins", "experts", "clocks", "factors", "votes", "blocks")
SCRIPT_ORDER = ("engine", "tools", "figure", *FIGURES)
FIGURE_SCRIPT = "play/figures.js"  # the scripts in one file


class Play(ElementDirective):
    """Make the place, with what a reader without scripts is told."""

    required_arguments = 1
    option_spec = {"state": directives.unchanged}

    def run(self):
        name = directives.choice(self.arguments[0], FIGURES)
        data = {"class": "play play-figure", "data-figure": name}
        node = self.made(data | {"data-state": self.options.get("state", "")}, "play-without")
        node["ids"].append(f"play-{name}")
        return [node]


def setup(app):
    app.add_directive("play", Play)
    load_on_pages(app, "play-figure", FIGURE_SCRIPT)
    when_written(app, partial(write_scripts, file=FIGURE_SCRIPT, names=SCRIPT_ORDER))
