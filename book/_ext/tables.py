"""What a cell prints as a table, with a caption, is numbered as a table and not as a figure."""

from docutils import nodes


class table_figure(nodes.figure):  # noqa: N801 - docutils' way
    """A captioned output without a picture."""


def tell_apart(app, doctree):
    for figure in list(doctree.findall(nodes.figure)):
        kinds = [n["mime_type"] for n in figure.findall(nodes.container) if n.get("mime_type")]
        if kinds and not any(kind.startswith("image/") for kind in kinds):
            table = table_figure("", *figure.children, **figure.attributes)
            figure.replace_self(table)
            doctree.ids.update(dict.fromkeys(table["ids"], table))  # where numref looks


def setup(app):
    html = (lambda self, node: self.visit_figure(node), lambda self, node: self.depart_figure(node))
    app.add_enumerable_node(table_figure, "table", html=html)
    app.connect("doctree-read", tell_apart)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
