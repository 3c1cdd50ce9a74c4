"""The directive ``play``: a place where scripts of ``_static/play`` build a figure to play with.

    ```{play} regret
    :state: eta=0.5&rounds=0_90

    What would be here, for a reader without scripts.
    ```

The argument names the figure, a script beside ``figure.js``.  The state is written as in the
address that the figure gives to itself, ``#play-regret?eta=0.5``; what it leaves out is as the
figure has it at first.
"""

from html import escape

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from interactive.playground import SCRIPTS
from parts import when_written

FIGURES = ("bowl", "powers", "regret", "coins", "experts", "clocks", "factors")
SCRIPT_ORDER = ("engine", "tools", "figure", *FIGURES)
FIGURE_SCRIPT = "play/figures.js"  # the scripts in one file


class play(nodes.General, nodes.Element):  # noqa: N801 - docutils' way
    """The place of a figure to play with."""


class Play(SphinxDirective):
    """Make the place, with what a reader without scripts is told."""

    required_arguments = 1
    has_content = True
    option_spec = {"state": directives.unchanged}  # noqa: RUF012 - as docutils has it

    def run(self):
        self.assert_has_content()
        name = directives.choice(self.arguments[0], FIGURES)
        node = play(figure=name, state=self.options.get("state", ""), ids=[f"play-{name}"])
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def visit(self, node):
    said = f'data-figure="{node["figure"]}" data-state="{escape(node["state"])}"'
    place = f'<div class="play play-figure" id="{node["ids"][0]}" {said}>'
    self.body.append(f'{place}<div class="play-without">')


def depart(self, _node):
    self.body.append("</div></div>")


def load_scripts(app, _page, _template, _context, doctree):
    """Load the scripts on pages that need them."""
    if doctree is not None and next(iter(doctree.findall(play)), None) is not None:
        app.add_css_file("play/play.css")
        app.add_js_file(FIGURE_SCRIPT, loading_method="defer")


def write_scripts(app, out):
    """Write the scripts in one file: a page asks once."""
    text = "\n".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in SCRIPT_ORDER)
    (out / "_static" / FIGURE_SCRIPT).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("play", Play)
    app.add_node(play, html=(visit, depart))
    app.connect("html-page-context", load_scripts)
    when_written(app, write_scripts)
