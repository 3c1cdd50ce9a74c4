"""The directive ``play``: a place where scripts of ``_static/play`` build a figure to play with.

    ```{play} regret
    :state: eta=0.5&rounds=0_90

    What would be here, for a reader without scripts.
    ```

The argument names the figure, a script beside ``figure.js``.  The state is written as in the
address that the figure gives to itself, ``#play-regret?eta=0.5``; what it leaves out is as the
figure has it at first.
"""

from functools import partial

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from interactive.elements import element
from interactive.playground import write_scripts
from parts import load_on_pages, when_written

FIGURES = ("bowl", "powers", "regret", "coins", "experts", "clocks", "factors", "votes", "blocks")
SCRIPT_ORDER = ("engine", "tools", "figure", *FIGURES)
FIGURE_SCRIPT = "play/figures.js"  # the scripts in one file


class play(element):
    """The place of a figure to play with."""


class Play(SphinxDirective):
    """Make the place, with what a reader without scripts is told."""

    required_arguments = 1
    has_content = True
    option_spec = {"state": directives.unchanged}

    def run(self):
        self.assert_has_content()
        name = directives.choice(self.arguments[0], FIGURES)
        state = self.options.get("state", "")
        data = {"class": "play play-figure", "data-figure": name, "data-state": state}
        without = element("div", {"class": "play-without"})
        node = play("div", data, without, ids=[f"play-{name}"])
        self.state.nested_parse(self.content, self.content_offset, without)
        return [node]


def setup(app):
    app.add_directive("play", Play)
    load_on_pages(app, play, FIGURE_SCRIPT)
    when_written(app, partial(write_scripts, file=FIGURE_SCRIPT, names=SCRIPT_ORDER))
