"""What becomes of each part of a page on paper.

Left out: what a script makes alive (the playground, answers, "Try it") and folded code.  Marks go
into the margin, hints and solutions to the end of the book, and what a reader can play with is told
in words.
"""

from xml.etree import ElementTree as ET

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx import addnodes
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node
from sphinx_proof.nodes import NODE_TYPES, proof_node

from interactive.elements import element
from marks.theorem_list import simple_table
from typeset.cell_outputs import table_figure

# How many signs of a row have room in a line, in which size; what is wider is broken.
LETTERS = ((72, ""), (80, r"\small"), (90, r"\footnotesize"), (104, r"\scriptsize"))
ON_THE_WEB = "In the web edition: "
# Sections of the first page that speak of the web.
OF_THE_WEB = ("The chapters", "How to get it", "How to read it")
ON_PAPER = (
    "Words in the margin beside a theorem say what has proved it: the proof kernel of this book, "
    "Coq or sympy. These proofs, the playground and the pages of the library are in the web "
    "edition, which runs them. Hints and solutions are at the end."
)


class paper_box(nodes.Element):
    """A theorem, an exercise, a proof: of a kind, with a head and a mark for the margin."""


class paper_head(nodes.TextElement):
    """The head of a box."""


def printed(doctree, docname, numbers):
    """Give a page, whose references are resolved, the form that it has on paper.

    The numbers are those of the web, by the name of a part.
    """
    for node in reversed(list(doctree.findall(nodes.Element))):
        found = [numbers[name] for name in node.get("ids", ()) if name in numbers]
        node["paper_number"] = (found or [""])[0]
        if node_form := FORMS.get(type(node)):
            node_form(node, docname)


def latex(text):
    return nodes.raw("", text, format="latex")


def replace(node, *others):
    node.parent.replace(node, others)


def boxed(node, kind, head, content, **attributes):
    """Print something in a box, under its head."""
    replace(node, paper_box("", paper_head("", "", *head), *content, kind=kind, **attributes))


def drop(node, _docname=""):
    replace(node)


def in_words(node, _docname):
    """Tell in words what a reader could play with; the places it leads to are left out."""
    if "play" not in node["data"]["class"].split():
        return
    small = nodes.inline("", ON_THE_WEB)
    for child in node[0]:
        if not child.astext().startswith("The playground links to"):
            small += [*child.children, nodes.Text(" ")]
    replace(node, latex(r"\begin{booksmallprint}"), small, latex(r"\end{booksmallprint}"))


def container(node, docname):
    """Print the outputs of cells, and the code that is open."""
    hidden, of_cell = node.get("hide_mode"), node.get("nb_element") == "cell_code"
    if node.get("design_component") == "dropdown":
        hint(node)
    elif "sd-container-fluid" in node["classes"] or (of_cell and hidden == "all"):
        drop(node)  # cards, which lead to pages, or a cell
    elif of_cell:
        gone = {"input": "cell_code_source", "output": "cell_code_output"}.get(hidden, "none")
        for part in list(node):
            if isinstance(part, HideCodeCellNode) or part.get("nb_element") == gone:
                node.remove(part)


def hint(node):
    """Name a hint by its exercise."""
    title = next(node.findall(nodes.rubric))
    node.remove(title)
    boxed(node, "hint", [nodes.Text(title.astext())], node.children)


def statement(node, docname):
    """Print a theorem, a definition and their like in a box, with its number and its mark."""
    title, content, *ticks = node.children
    kind, at = node["realtype"], {"ids": node["ids"], "docname": docname}
    head = nodes.Text(f"{kind.title()} {node['paper_number']}".strip() + " ")
    mark = "".join(tick["mark"] for tick in ticks)
    boxed(node, kind, [head, *title.children], content.children, mark=mark, **at)


def proof(node, docname):
    (content,) = node.children
    first = content[0][0]
    content[0][0] = nodes.Text(str(first).removeprefix("Proof. "))
    if not isinstance(content[-1], nodes.paragraph):
        content += nodes.paragraph()
    content[-1] += latex(r"\bookqed")
    boxed(node, "proof", [nodes.Text("Proof")], content.children)


def exercise(node, docname):
    title, *rest = node.children
    rest = [c for part in rest for c in (part if isinstance(part, nodes.section) else [part])]
    kind = "solution" if isinstance(node, solution_node) else "exercise"
    boxed(node, kind, title.children, rest, ids=node["ids"], docname=docname)


def admonition(node, docname):
    """Print a box that the web folds in small letters."""
    if "dropdown" in node["classes"]:
        title, *rest = node.children
        boxed(node, "small", title.children, rest)


def figure_of_table(node, _docname):
    """Let a table bear the caption of what it is in."""
    table, caption = (next(node.findall(kind)) for kind in (nodes.table, nodes.caption))
    table.insert(0, nodes.title("", "", *caption.children))
    table["ids"] = [*node["ids"], *table["ids"]]
    table["paper_number"] = node["paper_number"]
    replace(node, table)


def ragged(node, _docname):
    """Set the columns of a table ragged: they are narrow."""
    place = node.parent.index(node)
    if not isinstance(node.parent[place - 1], addnodes.tabular_col_spec):
        spec = "L" * len(list(node.findall(nodes.colspec)))
        node.parent.insert(place, addnodes.tabular_col_spec(spec=f"{{{spec}}}"))


def table_of_html(table):
    """Give a table, its caption before it."""
    rows = [list(row) for row in table.iter("tr")]
    right = ["right" in cell.get("style", "") for cell in rows[-1]]
    shown = simple_table([list(map(inside, row)) for row in rows], len(table.findall("thead/tr")))
    texts = [["".join(cell.itertext()).strip() for cell in row] for row in rows]
    wide = sum(max(map(len, column)) + 2 for column in zip(*texts, strict=True))
    size = next((name for most, name in LETTERS if wide <= most), r"\scriptsize")
    spec = "".join(("lr" if wide <= LETTERS[-1][0] else "LR")[one] for one in right)
    captions = [nodes.paragraph("", "", *inside(x)) for x in table.findall("caption")]
    shown["letters"] = size
    return [*captions, addnodes.tabular_col_spec(spec=f"{{{spec}}}"), shown]


def inside(cell):
    """Give the text of a cell."""
    out = [nodes.Text((cell.text or "").strip())]
    for part in cell:
        kind = {"sup": nodes.superscript, "sub": nodes.subscript}.get(part.tag, nodes.emphasis)
        out += [kind("", part.text or ""), nodes.Text(part.tail or "")]
    return out


def raw(node, _docname):
    """Print the tables of cells; leave out other HTML, and what is said of a picture after it."""
    if node["format"] == "html":
        html = node.astext().strip()
        if 'class="rests-on"' in html:
            del node.parent[node.parent.index(node) + 1]
        tables = ET.fromstring(f"<div>{html}</div>") if html.startswith("<table") else ()
        replace(node, *(part for table in tables for part in table_of_html(table)))


def section(node, docname):
    if docname == "book/index" and (title := node[0].astext()) in OF_THE_WEB:
        here = nodes.section("", nodes.title("", title), nodes.paragraph("", ON_PAPER))
        replace(node, *[here] * (title == "How to read it"))


FORMS = {
    addnodes.toctree: drop,
    nodes.admonition: admonition,
    nodes.comment: drop,
    nodes.container: container,
    nodes.table: ragged,
    nodes.raw: raw,
    nodes.section: section,
    exercise_enumerable_node: exercise,
    exercise_node: exercise,
    solution_node: exercise,
    element: in_words,
    proof_node: proof,
    table_figure: figure_of_table,
} | dict.fromkeys(NODE_TYPES.values(), statement)
