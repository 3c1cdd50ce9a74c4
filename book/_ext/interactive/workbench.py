"""What the page "A workbench" is made of: lines with a gap to fill, and hypotheses at hand.

    ```{gap} k*gamma
    :line: bn.induction("far", "u @ w[T+1] >= ___", "start", "progress", "rest")
    :then: bn.step("", "u @ w[T+1] >= k*gamma", "far")
    :hint: Each mistake adds $\\gamma$; how many are there?

    What is to be shown, in words.
    ```

The argument is an answer that the kernel accepts.  What stands under ``then`` must hold as well, so
that a claim says enough, and a hypothesis no more than is meant.
"""

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from interactive import web_kernel
from interactive.elements import ElementDirective, element
from parts import load_on_pages

WITHOUT = "This copy of the book was built without a network, so this page only shows the code."


class Gap(ElementDirective):
    """A line with a gap."""

    required_arguments, final_argument_whitespace = 1, True
    option_spec = dict.fromkeys(("line", "then", "hint"), directives.unchanged_required)

    def run(self):
        line, then = self.options["line"], self.options.get("then", "")
        data = {"data-line": line, "data-answer": self.arguments[0], "data-then": then}
        node = self.made({"class": "bench-gap", **data})
        node += nodes.literal_block(line, line, language="python")
        hint, _ = self.parse_inline(self.options["hint"])
        node += nodes.paragraph("", "", *hint, classes=["bench-hint"])
        return [node]


class Snippet(SphinxDirective):
    """Code: before every gap (``given``), in the reader's editor (``own``), or with a title."""

    optional_arguments, final_argument_whitespace, has_content = 1, True, True

    def run(self):
        titles, code = [nodes.paragraph("", x) for x in self.arguments], "\n".join(self.content)
        shown = nodes.literal_block(code, code, language="python")
        return [element("div", {"class": f"bench-{self.name}"}, *titles, shown)]


class Alive(ElementDirective):
    """What is said where the kernel is there; without it, that it is not."""

    def run(self):
        there = web_kernel.kernel_is_there()
        return [self.made({"class": "bench-alive"}) if there else nodes.paragraph("", WITHOUT)]


def setup(app):
    app.add_directive("gap", Gap)
    app.add_directive("alive", Alive)
    for name in ("snippet", "given", "own"):
        app.add_directive(name, Snippet)
    load_on_pages(app, "bench-alive", "kernel/try.js", "kernel/workbench.js")
