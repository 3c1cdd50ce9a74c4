"""Places where scripts of ``_static/play`` build a playground, or a figure to play with.

    ```{playground} preset=wide
    :parts: comparator race bounds
    :name: play-wide

    What would be here, for a reader without scripts.
    ```

The argument is a situation, written as in the address of the page "The playground", and the parts
say what is there beside the plane.  Under the text stand the places of the book that the scripts
lead to, as references, from which the scripts take the links.  ``{play} regret`` is a figure: the
argument names a script beside ``figure.js``, and ``:state:`` is written as in the address that the
figure gives to itself, ``#play-regret?eta=0.5``.
"""

import re
from functools import cache
from pathlib import Path

from docutils.parsers.rst import directives

from interactive.elements import ElementDirective
from ledger import link_to_label
from parts import load_on_pages, when_written

SCRIPTS = Path(__file__).resolve().parents[2] / "_static" / "play"
PLAYGROUND_PAGE = "book/playground"
SCRIPT_ORDER = (
    *("engine", "tools", "presets", "state", "measure", "lines", "view", "panel", "controls"),
)
FIGURES = ("bowl", "powers", "regret", "coins", "experts", "clocks", "factors", "votes", "blocks")
FIGURE_ORDER = ("engine", "tools", "figure", *FIGURES)
PLAYGROUND_SCRIPT, FIGURE_SCRIPT = "play/all.js", "play/figures.js"  # each of several
CHAPTER = re.compile(r"notebooks/(\d+)_")  # the scripts show what is taught up to this one
LABEL = re.compile(r'"((?:thm|def|cor|section|fail)-[a-z-]+)"')


@cache
def labels_in_scripts():
    """The labels that the scripts lead to."""
    text = "".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in SCRIPT_ORDER)
    return sorted(set(LABEL.findall(text)))


class Playground(ElementDirective):
    """Make the place, with what a reader without scripts is told."""

    required_arguments = 1
    option_spec = dict.fromkeys(("parts", "chapter", "name"), directives.unchanged)

    def run(self):
        page = self.env.app.builder.get_relative_uri(self.env.docname, PLAYGROUND_PAGE)
        data = {"class": "play", "data-state": self.arguments[0], "data-page": page}
        data["data-parts"] = self.options.get("parts", "")
        home = CHAPTER.match(self.env.docname)
        if chapter := self.options.get("chapter", int(home[1]) if home else None):
            data["data-chapter"] = chapter
        places = ", ".join(map(link_to_label, labels_in_scripts()))
        self.content.append("", "")
        self.content.append(f"The playground links to these places of the book: {places}.", "")
        node = self.made(data, "play-without")
        self.add_name(node)
        return [node]


class Play(ElementDirective):
    """Make the place of a figure, with what a reader without scripts is told."""

    required_arguments = 1
    option_spec = {"state": directives.unchanged}

    def run(self):
        name = directives.choice(self.arguments[0], FIGURES)
        data = {"class": "play play-figure", "data-figure": name}
        node = self.made(data | {"data-state": self.options.get("state", "")}, "play-without")
        node["ids"].append(f"play-{name}")
        return [node]


def write_scripts(_app, out):
    """Write the scripts in one file for each of the two: a page asks once."""
    for file, names in ((PLAYGROUND_SCRIPT, SCRIPT_ORDER), (FIGURE_SCRIPT, FIGURE_ORDER)):
        text = "\n".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in names)
        (out / "_static" / file).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("playground", Playground)
    app.add_directive("play", Play)
    load_on_pages(app, 'class="play"', PLAYGROUND_SCRIPT)
    load_on_pages(app, "play-figure", FIGURE_SCRIPT)
    when_written(app, write_scripts)
