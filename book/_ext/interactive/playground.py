"""The directive ``playground``: a place where the scripts of ``_static/play`` build a playground.

    ```{playground} preset=wide
    :parts: comparator race bounds
    :name: play-wide

    What would be here, for a reader without scripts.
    ```

The argument is a situation, written as in the address of the page "The playground".  The parts
say what is there beside the plane; with ``whole`` that is everything, and the situation is kept in
the address.  The name is what links and the lecture view call it by.  Under the text stand the
places of the book that the scripts lead to: references, so that the build sees to it that they are
there, and the scripts take the links from them.
"""

import re
from functools import cache, partial
from pathlib import Path

from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from interactive.elements import element
from parts import load_on_pages, when_written

SCRIPTS = Path(__file__).resolve().parents[2] / "_static" / "play"
PLAYGROUND_PAGE = "book/playground"
SCRIPT_ORDER = (
    *("engine", "tools", "presets", "state", "measure", "lines", "view", "panel", "controls"),
)
PLAYGROUND_SCRIPT = "play/all.js"  # the scripts in one file
CHAPTER = re.compile(r"notebooks/(\d+)_")  # the scripts show what is taught up to this one
LABEL = re.compile(r'"((?:thm|def|cor|section|fail)-[a-z-]+)"')


class playground(element):
    """The place of a playground."""


@cache
def labels_in_scripts():
    """The labels that the scripts lead to."""
    text = "".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in SCRIPT_ORDER)
    return sorted(set(LABEL.findall(text)))


def book_reference(label):
    """Write a reference as a page of the book does."""
    return f"{{{'ref' if label.startswith(('section', 'fail')) else 'prf:ref'}}}`{label}`"


class Playground(SphinxDirective):
    """Make the place, with what a reader without scripts is told."""

    required_arguments = 1
    has_content = True
    option_spec = {
        "parts": directives.unchanged,
        "chapter": directives.positive_int,
        "name": directives.unchanged,
    }

    def run(self):
        self.assert_has_content()
        state, parts = self.arguments[0], self.options.get("parts", "")
        page = self.env.app.builder.get_relative_uri(self.env.docname, PLAYGROUND_PAGE)
        data = {"class": "play", "data-state": state, "data-parts": parts, "data-page": page}
        home = CHAPTER.match(self.env.docname)
        if chapter := self.options.get("chapter", int(home[1]) if home else None):
            data["data-chapter"] = chapter
        without = element("div", {"class": "play-without"})
        node = playground("div", data, without)
        self.add_name(node)
        places = ", ".join(map(book_reference, labels_in_scripts()))
        lines = [*self.content, "", f"The playground links to these places of the book: {places}."]
        self.state.nested_parse(StringList(lines, source=""), self.content_offset, without)
        return [node]


def write_scripts(_app, out, file, names):
    """Write scripts in one file: a page asks once."""
    text = "\n".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in names)
    (out / "_static" / file).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("playground", Playground)
    load_on_pages(app, playground, PLAYGROUND_SCRIPT)
    when_written(app, partial(write_scripts, file=PLAYGROUND_SCRIPT, names=SCRIPT_ORDER))
