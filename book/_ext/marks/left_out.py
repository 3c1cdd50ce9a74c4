"""Chapters that are in the folder and not in ``_toc.yml``: what refers to them says so, in words.

A course may need some of the chapters.  Where ``_toc.yml`` names only these, a reference to another
is text, with the chapter's number in the full book, that of its file; the lists of theorems, the
ledger and the files for Coq count what is there.
"""

import re
from functools import cache
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import docname_join

from marks.notebook_runs import ROOT, notebooks_of_book

NOTEBOOKS = ROOT / "notebooks"
LABEL = re.compile(
    r"^\((?P<place>[\w-]+)\)=\n+#+ (?P<heading>.+)"  # a section
    r"|^:{3,}\{(?:prf:)?(?P<kind>\w+)\} ?(?P<title>.*)\n:label: (?P<boxed>[\w-]+)"
    r"|\$\$ \((?P<shown>[\w-]+)\)"
    r"|^ *:?name: (?P<drawn>[\w-]+)$",
    re.MULTILINE,
)
KINDS = {"eq": "a formula", "fig": "a figure", "tab": "a table"}
PAGE_LINK = re.compile(r'<a href="\.\./(notebooks/\w+)\.html"><title>(.*?)</title>')


class LeftOut(NamedTuple):
    """A place of a chapter that is left out: what it is called, and the chapter."""

    name: str
    docname: str

    @property
    def where(self):
        number = re.match(r"notebooks/(\d+)_", self.docname)
        return f"chapter {int(number[1])} of the full book" if number else "in the full book"


@cache
def pages_left_out():
    """List the chapters that ``_toc.yml`` does not name, by docname, with their titles."""
    named, out = {path.stem for path in notebooks_of_book()}, {}
    for path in sorted(NOTEBOOKS.glob("*.md")):
        if path.stem not in named:
            title = re.search(r"^# (.+)", path.read_text("utf-8"), re.MULTILINE)
            docname = f"notebooks/{path.stem}"
            out[docname] = LeftOut(title[1] if title else path.stem, docname)
    return out


@cache
def labels_left_out():
    """List the labels of these chapters, each with the name of its place."""
    out = {}
    for docname in pages_left_out():
        for found in LABEL.finditer((ROOT / f"{docname}.md").read_text("utf-8")):
            label = next(filter(None, found.group("place", "boxed", "shown", "drawn")))
            name = found["heading"] or KINDS.get(label.split("-")[0], label)
            if found["boxed"]:
                name = f"{found['kind'].title()} “{found['title']}”".removesuffix(" “”")
            out[label] = LeftOut(name, docname)
    return out


def is_left_out(label):
    """Whether a label, or the theorem whose claim it is, stands in a chapter that is left out."""
    parts = label.split("-")
    return any("-".join(parts[:n]) in labels_left_out() for n in range(2, len(parts) + 1))


class NameLeftOut(SphinxPostTransform):
    """Put words in the place of each reference to a chapter that is left out."""

    default_priority = 5  # when lists and marks are there, and no reference is resolved

    def run(self):
        if not pages_left_out():
            return
        for xref in list(self.document.findall(addnodes.pending_xref)):
            target = xref["reftarget"]
            page = docname_join(xref.get("refdoc", self.env.docname), target)
            to = pages_left_out().get(page) or labels_left_out().get(target)
            if to:
                xref.replace_self(words_for(xref, to))


def words_for(xref, to):
    """Say in words where a reference leads in the full book."""
    if any("stretched" in name for name in xref["classes"]):  # a whole card
        return nodes.inline("", to.where.capitalize())
    shown = xref.deepcopy().children if xref.get("refexplicit") else [nodes.Text(to.name)]
    return nodes.inline("", "", *shown, nodes.Text(f" ({to.where})"))


def unlink_pictures(_app, _docname, source):
    """Take links to these chapters out of the pictures of a page."""

    def unlinked(found):
        to = pages_left_out().get(found[1])
        return f"<a><title>{found[2]} ({to.where})</title>" if to else found[0]

    source[0] = PAGE_LINK.sub(unlinked, source[0])


def setup(app):
    app.connect("source-read", unlink_pictures)
    app.add_post_transform(NameLeftOut)
