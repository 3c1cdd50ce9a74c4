"""Code that made a figure or a table is folded behind what it made, out of the line of reading."""

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform


class CodeBehind(SphinxPostTransform):
    """Put the folded code of a cell after its output."""

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


def setup(app):
    app.add_post_transform(CodeBehind)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
