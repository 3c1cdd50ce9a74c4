"""The letters of the chapters: each has a fold of its own, and the page Notation lists them all.

A chapter declares at its end what a letter means in it, one meaning a line, in a comment::

    <!-- {letters}
    - $b$, $b_t$: the bias
    - $g$: in a proof, a subgradient
    -->
"""

import re
from pathlib import Path

from docutils.parsers.rst.directives.admonitions import Admonition

NOTATION = "book/notation"
DECLARED = re.compile(r"^<!-- \{letters\}\n(.*?)\n-->$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"- (\$[^$]+\$(?:, \$[^$]+\$)*): (.+)")
MARK = "<!-- letters: chapters -->"


def chapters(folder):
    """Name the chapters and give the texts that an author edits, by their numbers."""
    paths = sorted((folder / "notebooks").glob("[0-9][0-9]_*.md"))
    return {int(path.name[:2]): path.read_text("utf-8") for path in paths}


def table_of_chapter(number, text):
    """Write the table of the letters that a chapter declares."""
    title = re.search(r"^# (.+)$", text, re.MULTILINE)[1]
    lines = [f"```{{list-table}} {title} (chapter\u00a0{number}).", ":header-rows: 1"]
    lines += [":widths: 34 66", "", "* - letter", "  - meaning"]
    for letters, meaning in LINE.findall("\n".join(DECLARED.findall(text))):
        lines += [f"* - {letters}", f"  - {meaning}"]
    return "\n".join([*lines, "```"])


def put_in_tables(app, docname, source):
    """Write the tables into the page that asks for them, which is read again when a chapter is."""
    if docname == NOTATION:
        texts = chapters(Path(app.srcdir)).items()
        tables = [table_of_chapter(*one) for one in texts if DECLARED.search(one[1])]
        source[0] = source[0].replace(MARK, "\n\n".join(tables))
        for path in Path(app.srcdir, "notebooks").glob("*.md"):
            app.env.note_dependency(str(path))


class Letters(Admonition):
    """The letters of a chapter, folded at its end."""

    required_arguments = 0

    def run(self):
        self.arguments = ["Letters of this chapter"]
        self.options["class"] = ["detail", "dropdown"]
        return super().run()


def setup(app):
    app.add_directive("letters", Letters)
    app.connect("source-read", put_in_tables)
