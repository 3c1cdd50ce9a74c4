"""What the page "A workbench" is made of: lines with a gap to fill, and hypotheses at hand.

    ```{gap} k*gamma
    :line: bn.induction("far", "u @ w[T+1] >= ___", "start", "progress", "rest")
    :then: bn.step("", "u @ w[T+1] >= k*gamma", "far")
    :hint: Each mistake adds $\\gamma$; how many are there?

    What is to be shown, in words.
    ```

The argument is an answer that the kernel accepts.  What stands under ``then`` must hold as well, so
that a claim says enough, and a hypothesis no more than is meant.  A ``snippet`` is code with a
title.  Without scripts, or without the kernel, all of it can be read.
"""

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from interactive import web_kernel
from interactive.elements import element
from parts import load_on_pages

WORKBENCH_PAGE = "book/workbench"
WITHOUT = "This copy of the book was built without a network, so this page only shows the code."


def bench_place(name, **data):
    """Give a part of the page that scripts make alive."""
    data = {f"data-{key}": value for key, value in data.items()}
    return element("div", {"class": f"bench-{name}", **data})


class BenchPlace(SphinxDirective):
    """Make a place of a class of its own, with some data and the content."""

    has_content = True

    def make(self, name, **data):
        node = bench_place(name, **data)
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class Gap(BenchPlace):
    """A line with a gap."""

    required_arguments, final_argument_whitespace = 1, True
    option_spec = {
        "line": directives.unchanged_required,
        "then": directives.unchanged,
        "hint": directives.unchanged_required,
    }

    def run(self):
        line, answer = self.options["line"], self.arguments[0]
        if line.count("___") != 1:
            raise self.error("a line has one gap, ___")
        (node,) = self.make("gap", line=line, answer=answer, then=self.options.get("then", ""))
        node += nodes.literal_block(line, line, language="python")
        hint, _ = self.state.inline_text(self.options["hint"], self.lineno)
        node += nodes.paragraph("", "", *hint, classes=["bench-hint"])
        return [node]


class Snippet(SphinxDirective):
    """Code with a title, to be put into the editor."""

    required_arguments, final_argument_whitespace, has_content = 1, True, True
    kept = "snippet"

    def run(self):
        code = "\n".join(self.content)
        node = bench_place(self.kept)
        node += [nodes.paragraph("", title) for title in self.arguments]
        node += nodes.literal_block(code, code, language="python")
        return [node]


class Given(Snippet):
    """Code that runs before every gap."""

    required_arguments, kept = 0, "given"


class Own(Snippet):
    """What the reader's own editor holds at first."""

    required_arguments, kept = 0, "own"


class Alive(BenchPlace):
    """What is said where the kernel is there; without it, that it is not."""

    def run(self):
        if web_kernel.kernel_is_there():
            return self.make("alive")
        return [nodes.paragraph("", WITHOUT)]


def has_kernel(page):
    return page == WORKBENCH_PAGE and web_kernel.kernel_is_there()


def setup(app):
    for directive in (Gap, Snippet, Given, Own, Alive):
        app.add_directive(directive.__name__.lower(), directive)
    load_on_pages(app, has_kernel, "kernel/try.js", "kernel/workbench.js")
