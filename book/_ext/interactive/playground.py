"""The directive ``playground``: a place where the scripts of ``_static/play`` build a playground.

    ```{playground} preset=wide
    :parts: comparator race bounds
    :name: play-wide

    What would be here, for a reader without scripts.
    ```

The argument is a situation, written as in the address of the page "The playground", and the parts
say what is there beside the plane.  Under the text stand the places of the book that the scripts
lead to, as references, from which the scripts take the links.
"""

import re
from functools import cache, partial
from pathlib import Path

from docutils.parsers.rst import directives

from interactive.elements import ElementDirective
from ledger.ledger_pages import link_to_label
from parts import load_on_pages, when_written

SCRIPTS = Path(__file__).resolve().parents[2] / "_static" / "play"
PLAYGROUND_PAGE = "book/playground"
SCRIPT_ORDER = (
    *("engine", "tools", "presets", "state", "measure", "lines", "view", "panel", "controls"),
)
PLAYGROUND_SCRIPT = "play/all.js"  # the scripts in one file
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


def write_scripts(_app, out, file, names):
    """Write scripts in one file: a page asks once."""
    text = "\n".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in names)
    (out / "_static" / file).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("playground", Playground)
    load_on_pages(app, 'class="play"', PLAYGROUND_SCRIPT)
    when_written(app, partial(write_scripts, file=PLAYGROUND_SCRIPT, names=SCRIPT_ORDER))
