"""The directive ``progress``: which exercises that take an answer a reader has solved.

The exercises are read from the built pages, where their numbers stand, and written into
``_static/exercises.js``; ``progress.js`` compares them with what ``answers.js`` keeps.
"""

import re

from markupsafe import Markup

from interactive.elements import ElementDirective
from parts import TITLED, load_on_pages, when_written, write_data

ANSWER = re.compile(r'<form class="answer"[^>]*>.*?<input id="([^"]+)"', re.DOTALL)


class Progress(ElementDirective):
    """Put the list on a page; inside it is said what is there without scripts."""

    def run(self):
        root = "../" * self.env.docname.count("/")
        return [self.made({"class": "progress-list", "data-root": root})]


def write_exercises(app, out):
    """Write the exercises of all pages, in the order of the book, beside the script.

    Of each its label, its title and the names of its answers.
    """
    pages = []
    for docname in sorted(app.env.found_docs):
        text = (out / f"{docname}.html").read_text(encoding="utf-8")
        listed = [
            (m["anchor"], Markup(m["title"]).striptags(), names)
            for m in TITLED.finditer(text)
            if (names := ANSWER.findall(m["inside"]))
        ]
        if listed:
            title = app.env.titles[docname].astext()
            pages.append({"page": f"{docname}.html", "title": title, "exercises": listed})
    write_data(out / "_static" / "exercises.js", pages, "globalThis.EXERCISES")


def setup(app):
    app.add_directive("progress", Progress)
    load_on_pages(app, "progress-list", "exercises.js", "progress.js")
    when_written(app, write_exercises)
