"""The letters of the chapters, which the page Notation lists.

A chapter declares at its end what each letter means in it, one meaning a line, in a comment::

    <!-- {letters}
    - $Q_i$: the squared loss of example $i$
    - $b$, $b_t$: the bias
    - $g$: in a proof, a subgradient
    -->

On its page this is a fold, "Letters of this chapter".  On the page ``book/notation`` the line
``<!-- letters: chapters -->`` becomes a table for each chapter.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

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
    """Write the tables into the page that asks for them."""
    if docname == NOTATION:
        texts = chapters(Path(app.srcdir)).items()
        tables = [table_of_chapter(*one) for one in texts if DECLARED.search(one[1])]
        source[0] = source[0].replace(MARK, "\n\n".join(tables))


def outdated(app, env, _added, changed, _removed):
    """Read the page again where a chapter changed."""
    return [NOTATION] * (NOTATION in env.found_docs and any("notebooks/" in x for x in changed))


class Letters(SphinxDirective):
    """The letters of a chapter, folded at its end."""

    has_content = True

    def run(self):
        title = nodes.title("", "Letters of this chapter")
        fold = nodes.admonition("", title, classes=["detail", "dropdown"])
        self.state.nested_parse(self.content, self.content_offset, fold)
        return [fold]


def setup(app):
    app.add_directive("letters", Letters)
    app.connect("source-read", put_in_tables)
    app.connect("env-get-outdated", outdated)
