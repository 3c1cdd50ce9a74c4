"""What is not in this book, chapters or solutions: what refers to them says so, in words.

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

import edition
from runs import solutions_left_out
from runs.notebook_runs import ROOT, notebooks_of_book

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
    """A place that is left out: what it is called, and where it would be."""

    name: str
    where: str


@cache
def pages_left_out():
    """List the chapters that ``_toc.yml`` does not name, by docname, with their titles."""
    named, out = {path.stem for path in notebooks_of_book()}, {}
    for path in sorted(NOTEBOOKS.glob("*.md")):
        if path.stem not in named:
            title = re.search(r"^# (.+)", path.read_text("utf-8"), re.MULTILINE)
            number = re.match(r"\d+", path.stem)
            where = f"chapter {int(number[0])} of the full book" if number else "in the full book"
            out[f"notebooks/{path.stem}"] = LeftOut(title[1] if title else path.stem, where)
    return out


@cache
def labels_left_out():
    """List the labels of these chapters, and of solutions that are left out, by their names."""
    out = {}
    for docname, page in pages_left_out().items():
        out |= labels_in((ROOT / f"{docname}.md").read_text("utf-8"), page.where)
    for path in [] if edition.HAS_SOLUTIONS else notebooks_of_book():
        text = path.with_suffix(".md").read_text("utf-8")
        for solution in solutions_left_out.SOLUTION.findall(text):
            out |= labels_in(solution, "in the solutions")
    return out


def labels_in(text, where):
    """List the labels of a text, each with the name of its place."""
    out = {}
    for match in LABEL.finditer(text):
        label = next(filter(None, match.group("place", "boxed", "shown", "drawn")))
        name = match["heading"] or KINDS.get(label.split("-")[0], label)
        if match["boxed"]:
            name = f"{match['kind'].title()} “{match['title']}”".removesuffix(" “”")
        out[label] = LeftOut(name, where)
    return out


def is_left_out(label):
    """Whether a label, or the theorem whose claim it is, stands in a chapter that is left out."""
    parts = label.split("-")
    return any("-".join(parts[:n]) in labels_left_out() for n in range(2, len(parts) + 1))


class NameLeftOut(SphinxPostTransform):
    """Put words in the place of each reference to a chapter that is left out."""

    default_priority = 5  # when lists and marks are there, and no reference is resolved

    def run(self):
        if not (pages_left_out() or labels_left_out()):
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

    def unlinked(match):
        to = pages_left_out().get(match[1])
        return f"<a><title>{match[2]} ({to.where})</title>" if to else match[0]

    source[0] = PAGE_LINK.sub(unlinked, source[0])


def setup(app):
    app.connect("source-read", unlink_pictures)
    app.add_post_transform(NameLeftOut)
