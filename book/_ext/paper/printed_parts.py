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

from interactive.figures import play
from interactive.playground import playground
from typeset.cell_outputs import table_figure

# How many signs of a row have room in a line, in which size; what is wider is broken.
LETTERS = ((72, ""), (80, r"\small"), (90, r"\footnotesize"), (104, r"\scriptsize"))
LINE, PAGE = 78, 38  # signs of a line, lines of a table that fits on a page with its caption
RAGGED = r">{{\raggedright\arraybackslash}}\X{{{width}}}{{{all}}}"
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


class paper_file(nodes.Element):
    """Parts of another page, whose labels are that page's."""


class paper_raise(nodes.TextElement):
    """Small print."""


def printed(doctree, docname, numbers):
    """Give a page, whose references are resolved, the form that it has on paper.

    The numbers are those of the web, by the name of a part.
    """
    for node in doctree.findall(nodes.Element):
        found = [numbers[name] for name in node.get("ids", ()) if name in numbers]
        node["paper_number"], node["paper_page"] = (found or [""])[0], docname
    for node in list(doctree.findall(nodes.Element)):
        node_form = FORMS.get(type(node))
        if node_form and is_in(node, doctree):
            node_form(node, docname)


def is_in(node, tree):
    """Whether a node is still in a tree."""
    while node is not None and node is not tree:
        if node.parent is not None and not any(child is node for child in node.parent):
            return False
        node = node.parent
    return node is tree


def replace(node, *others):
    index = node.parent.index(node)
    node.parent[index : index + 1] = list(others)


def drop(node, _docname=""):
    replace(node)


def in_words(node, _docname):
    """Tell in words what a reader could play with; the places it leads to are left out."""
    shown = [child for child in node[0] if not child.astext().startswith("The playground links to")]
    small = paper_raise("", "", nodes.Text(ON_THE_WEB))
    for paragraph in shown:
        small += [*paragraph.children, nodes.Text(" ")]
    replace(node, small)


def container(node, docname):
    """Print the outputs of cells, and the code that is open."""
    classes = node["classes"]
    if node.get("design_component") == "dropdown":
        hint(node)
    elif "sd-container-fluid" in classes:  # cards, which lead to pages
        drop(node)
    elif node.get("nb_element") == "cell_code":
        hidden = node.get("hide_mode")
        if hidden == "all":
            drop(node)
            return
        gone = {"input": "cell_code_source", "output": "cell_code_output"}.get(hidden, "none")
        for part in list(node):
            if isinstance(part, HideCodeCellNode) or part.get("nb_element") == gone:
                node.remove(part)


def hint(node):
    """Name a hint by its exercise."""
    title = next(node.findall(nodes.rubric))
    node.remove(title)
    replace(node, paper_box("", paper_head("", title.astext()), *node.children, kind="hint"))


def statement(node, docname):
    """Print a theorem, a definition and their like in a box, with its number and its mark."""
    title, content, *_ = node.children
    number = node["paper_number"]
    head = nodes.Text(f"{node['realtype'].title()} {number}".strip() + " ")
    box = paper_box("", kind=node["realtype"], ids=node["ids"], docname=docname)
    box["mark"] = node.get("mark", "")
    box += [paper_head("", "", head, *title.children), *content.children]
    replace(node, box)


def proof(node, docname):
    (content,) = node.children
    first = content[0][0]
    content[0][0] = nodes.Text(str(first).removeprefix("Proof. "))
    if not isinstance(content[-1], nodes.paragraph):
        content += nodes.paragraph()
    content[-1] += nodes.raw("", r"\bookqed", format="latex")
    box = paper_box("", paper_head("", "Proof"), *content.children, kind="proof")
    replace(node, box)


def exercise(node, docname):
    title, *rest = node.children
    rest = [c for part in rest for c in (part if isinstance(part, nodes.section) else [part])]
    kind = "solution" if isinstance(node, solution_node) else "exercise"
    head = paper_head("", "", *title.children)
    replace(node, paper_box("", head, *rest, kind=kind, ids=node["ids"], docname=docname))


def small_admonition(node, docname):
    """Print a box that the web folds in small letters."""
    title, *rest = node.children
    replace(node, paper_box("", paper_head("", "", *title.children), *rest, kind="small"))


def figure_of_table(node, _docname):
    """Let a table bear the caption of what it is in."""
    for html in list(node.findall(nodes.raw)):
        raw(html, _docname)
    table = next(node.findall(nodes.table), None)
    caption = next(node.findall(nodes.caption))
    if table is None:
        words = [nodes.Text(f"Table {node['paper_number']}. "), *caption.children]
        rest = [child for child in node if child is not caption]
        replace(node, paper_raise("", "", *words, ids=node["ids"]), *rest)
        return
    table.insert(0, nodes.title("", "", *caption.children))
    table["ids"] = [*node["ids"], *table["ids"]]
    table["paper_number"] = node["paper_number"]
    replace(node, table)


def ragged(node, _docname):
    """Set the columns of a table ragged: they are narrow; a table may be longer than a page."""
    place = node.parent.index(node)
    if place and isinstance(node.parent[place - 1], addnodes.tabular_col_spec):
        return
    widths = [column["colwidth"] for column in node.findall(nodes.colspec)]
    spec = "L" * len(widths)
    if lines_of(node) > PAGE:
        node["classes"].append("longtable")
        spec = "".join(RAGGED.format(width=width, all=sum(widths)) for width in widths)
    node.parent.insert(place, addnodes.tabular_col_spec(spec=f"{{{spec}}}"))


def lines_of(table):
    """Estimate how many lines a table takes, the columns of which share the line."""
    rows = [[entry.astext() for entry in row] for row in table.findall(nodes.row)]
    shares = [sum(map(len, column)) for column in zip(*rows, strict=True)]
    room = [max(12, LINE * share / sum(shares)) for share in shares]
    return sum(max(-(-len(x) // width) for x, width in zip(row, room, strict=True)) for row in rows)


def parts_of_html(html):
    """Read what a cell printed for the web: tables, and lists under them."""
    for part in ET.fromstring(f"<div>{html}</div>"):
        if part.tag == "table":
            yield from table_of_html(part)
        else:
            items = [nodes.list_item("", nodes.paragraph("", "", *inside(x))) for x in part]
            yield nodes.bullet_list("", *items)


def table_of_html(table):
    """Give a table, its caption before it."""
    rows = [list(row) for row in table.iter("tr")]
    right = ["right" in cell.get("style", "") for cell in rows[-1]]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in right), cols=len(right))
    lines = [
        nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *inside(x))) for x in row))
        for row in rows
    ]
    heads = len(table.findall("thead/tr"))
    group += [nodes.thead("", *lines[:heads])] * bool(heads)
    group += nodes.tbody("", *lines[heads:])
    texts = [["".join(cell.itertext()).strip() for cell in row] for row in rows]
    wide = sum(max(map(len, column)) + 2 for column in zip(*texts, strict=True))
    size = next((name for most, name in LETTERS if wide <= most), r"\scriptsize")
    spec = "".join(("lr" if wide <= LETTERS[-1][0] else "LR")[one] for one in right)
    captions = [nodes.paragraph("", "", *inside(x)) for x in table.findall("caption")]
    table_node = nodes.table("", group, letters=size)
    return [*captions, addnodes.tabular_col_spec(spec=f"{{{spec}}}"), table_node]


def inside(cell):
    """Give the text of a cell."""
    yield nodes.Text((cell.text or "").strip())
    for part in cell:
        kind = {"sup": nodes.superscript, "sub": nodes.subscript}.get(part.tag, nodes.emphasis)
        yield from (kind("", part.text or ""), nodes.Text(part.tail or ""))


def raw(node, _docname):
    """Leave out a picture that is drawn by the page's style, and what is said of it after it."""
    if node["format"] != "html":
        return
    if 'class="rests-on"' in node.astext():
        place = node.parent.index(node)
        del node.parent[place + 1]
    html = node.astext().strip()
    replace(node, *(parts_of_html(html) if html.startswith("<table") else []))


def admonition(node, docname):
    if "dropdown" in node["classes"]:
        small_admonition(node, docname)


def section(node, docname):
    if docname == "book/index" and node[0].astext() in OF_THE_WEB:
        words = [nodes.paragraph("", ON_PAPER)] if node[0].astext() == "How to read it" else []
        here = [nodes.section("", nodes.title("", "How to read it"), *words)] * bool(words)
        replace(node, *here)


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
    play: in_words,
    playground: in_words,
    proof_node: proof,
    table_figure: figure_of_table,
} | dict.fromkeys(NODE_TYPES.values(), statement)
