"""Cells that made a figure or a table: their code is folded behind it, and tables are tables.

What a cell prints as a table, with a caption, is numbered as a table and not as a figure.  The
exponents of its numbers are raised digits of the text's face, which has no small ones above 3.
"""

import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
EXPONENT = re.compile(f"[{RAISED}]+")
AS_DIGITS = str.maketrans(RAISED, "−0123456789")


def raised(found):
    return f"<sup>{found[0].translate(AS_DIGITS)}</sup>"


class OutputsFirst(SphinxPostTransform):
    """Put the folded code of a cell after its output; write exponents with digits of one face."""

    default_priority = 200  # the cells are folded at 199
    formats = ("html",)

    def run(self, **_kwargs):
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") != "cell_code" or len(cell) < 2:
                continue
            if isinstance(cell[0], HideCodeCellNode):
                code = cell.pop(0)
                code["classes"], code["prompt_hide"] = ["behind"], "Hide the code"
                cell.append(code)
        for raw in self.document.findall(nodes.raw):
            if "<td" in raw.astext():
                raw.children = [nodes.Text(EXPONENT.sub(raised, raw.astext()))]


def fold_code(app, doctree):
    """Put hidden code of cells in a row, of which only the last has an output, into one fold."""
    groups = []
    for cell in [c for c in doctree.findall(nodes.container) if c.get("hide_mode") == "input"]:
        before = groups[-1][-1] if groups else None
        after = before is not None and cell.parent[cell.parent.index(cell) - 1] is before
        groups[-1].append(cell) if after and len(before.children) == 1 else groups.append([cell])
    for *before, last in (group for group in groups if len(group) > 1):
        show, hide = (
            last[key].replace("{type}", "source") for key in ("prompt_show", "prompt_hide")
        )
        box = HideCodeCellNode(prompt_show=show, prompt_hide=hide, classes=["above-input"])
        for cell in before:
            cell.parent.remove(cell)
            del cell["hide_mode"]
        source = last.children[0]
        last.replace(source, box)
        box.extend([*before, source])
        del last["hide_mode"]


class table_figure(nodes.figure):
    """A captioned output without a picture."""


def number_as_tables(app, doctree):
    for figure in list(doctree.findall(nodes.figure)):
        kinds = [n["mime_type"] for n in figure.findall(nodes.container) if n.get("mime_type")]
        if kinds and not any(kind.startswith("image/") for kind in kinds):
            table = table_figure("", *figure.children, **figure.attributes)
            figure.replace_self(table)
            doctree.ids.update(dict.fromkeys(table["ids"], table))  # where numref looks


def setup(app):
    html = (lambda self, node: self.visit_figure(node), lambda self, node: self.depart_figure(node))
    app.add_enumerable_node(table_figure, "table", html=html)
    app.connect("doctree-read", number_as_tables)
    app.connect("doctree-read", fold_code)
    app.add_post_transform(OutputsFirst)
