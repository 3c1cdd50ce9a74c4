"""Elements of HTML that scripts bring to life; on paper they are left out."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class element(nodes.General, nodes.Element):
    """An element, and what it holds for readers without scripts."""

    def __init__(self, tag, data, *children, rawsource="", **attributes):
        super().__init__(rawsource, *children, tag=tag, data=data, **attributes)


class ElementDirective(SphinxDirective):
    """Makes an element of its content, which readers without scripts see."""

    has_content = True

    def made(self, data, inside=""):
        """Make it with some attributes; what it holds may be in another element inside."""
        content = self.parse_content_to_nodes()
        if inside:
            content = [element("div", {"class": inside}, *content)]
        return element("div", data, *content)


def visit(self, node):
    self.body.append(self.starttag(node, node["tag"], "", **node["data"]))


def depart(self, node):
    self.body.append(f"</{node['tag']}>")


def leave_out(self, node):
    raise nodes.SkipNode


def setup(app):
    app.add_node(element, html=(visit, depart), latex=(leave_out, None))
