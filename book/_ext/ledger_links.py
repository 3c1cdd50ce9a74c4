"""Statements of the sources link to their ledger entries.

In a box of the class "sources" a number such as A.31 becomes a link to the entry of that number on
the page of the ledger, where each entry begins with its number in bold.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

LEDGER = "book/ledger"
NUMBER = re.compile(r"\b([A-E]\.\d+)\b")


def anchor(number):
    return number.lower().replace(".", "-")


def name_entries(app, doctree):
    """Give each entry of the ledger an anchor."""
    if app.env.docname == LEDGER:
        for strong in doctree.findall(nodes.strong):
            if NUMBER.fullmatch(strong.astext()):
                strong.parent["ids"].append(anchor(strong.astext()))


class LinkStatements(SphinxPostTransform):
    """Make a link of each number in a box of sources."""

    default_priority = 700

    def run(self):
        if LEDGER not in self.env.all_docs:
            return
        page = self.app.builder.get_relative_uri(self.env.docname, LEDGER)
        boxes = (n for n in self.document.findall(nodes.Admonition) if "sources" in n["classes"])
        for text in [t for box in boxes for t in box.findall(nodes.Text)]:
            parts = NUMBER.split(text.astext())
            if len(parts) > 1 and isinstance(text.parent, nodes.paragraph):
                index = text.parent.index(text)
                text.parent[index : index + 1] = [self.link(page, p) for p in parts if p]

    def link(self, page, part):
        if not NUMBER.fullmatch(part):
            return nodes.Text(part)
        return nodes.reference("", part, internal=True, refuri=f"{page}#{anchor(part)}")


def setup(app):
    app.connect("doctree-read", name_entries)
    app.add_post_transform(LinkStatements)
    return {"version": "1", "parallel_read_safe": True}
