"""The directive ``progress``: which exercises that take an answer a reader has solved.

    ```{progress}
    Without scripts a page cannot read what the browser keeps.
    ```

The exercises are read from the built pages, where their numbers stand, and written into
``_static/exercises.js``; ``progress.js`` compares them with what ``answers.js`` keeps.
"""

import json
import re

from markupsafe import Markup
from sphinx.util.docutils import SphinxDirective

from interactive.elements import element
from parts import load_on_pages, when_written

EXERCISE = re.compile(
    r'<div class="exercise[^"]*admonition" id="(?P<label>[^"]+)">\s*'
    r'<p class="admonition-title"[^>]*>(?P<title>.*?)</p>(?P<inside>.*?)</section>',
    re.DOTALL,
)
ANSWER = re.compile(r'<form class="answer"[^>]*>.*?<input id="([^"]+)"', re.DOTALL)


class progress(element):
    """The place of the list; inside it is said what is there without scripts."""


class Progress(SphinxDirective):
    """Put the list on a page."""

    has_content = True

    def run(self):
        root = "../" * self.env.docname.count("/")
        node = progress("div", {"class": "progress-list", "data-root": root})
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def exercises_on_page(html):
    """List the exercises of a page that take an answer: label, title, names of the answers."""
    return [
        (m["label"], Markup(m["title"]).striptags(), names)
        for m in EXERCISE.finditer(html)
        if (names := ANSWER.findall(m["inside"]))
    ]


def write_exercises(app, out):
    """Write the exercises of all pages, in the order of the book, beside the script."""
    pages = []
    for docname in sorted(app.env.found_docs):
        text = (out / f"{docname}.html").read_text(encoding="utf-8")
        if listed := exercises_on_page(text):
            title = app.env.titles[docname].astext()
            pages.append({"page": f"{docname}.html", "title": title, "exercises": listed})
    (out / "_static" / "exercises.js").write_text(
        f"globalThis.EXERCISES = {json.dumps(pages, ensure_ascii=False)};\n", encoding="utf-8"
    )


def setup(app):
    app.add_directive("progress", Progress)
    load_on_pages(app, progress, "exercises.js", "progress.js")
    when_written(app, write_exercises)
