"""The directive ``answer``: a place in an exercise that takes an answer and judges it on the page.

    ```{answer} formula
    :ask: The regret, in $T$
    :right: 3T - 3
    :letters: T

    - `4T - 3`: That is what the learner pays; the constant pays as well.
    ```

What is right is written as a reader would type it; under it stand known mistakes, and what is said
of each.  A formula is in ``letters``, all of them positive.  A stream is run by the playground's
engine: ``shows`` names, among ``SHOWS`` of ``_static/answers.js``, what it is to show, and
``right`` is an example.  A comparator is to have a smaller bound than that of ``than``, on its
stream.
"""

import re
from html import escape

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from interactive.elements import depart, element, visit
from interactive.playground import PLAYGROUND_PAGE, PLAYGROUND_SCRIPT
from parts import load_on_pages

HOW = {
    "number": "A number: whole, a fraction, a root or a sum of these, such as −5/3, 2 sqrt(5) or"
    " 1/2 + sqrt(3); or a decimal with four digits or more, rounded.",
    "vector": "A vector, its coordinates written as numbers, such as (1, −2/3).",
    "formula": "A formula in {letters}, such as (1 − 2{letter}^2)/3 or sqrt({letter}).",
    "comparator": "A vector of whole numbers or fractions, such as (1, −2/3).",
    "stream": "Instances with their labels, such as (1, 0)+ (−1, 1/2)−.",
}
OPTIONS = ("ask", "right", "letters", "shows", "than")
RUN_BY_ENGINE = ("stream", "comparator")
COMPARATOR = " Then a comparator, such as u = (2, 1/3)."
NEED_COMPARATOR = ("examples", "printed")
KNOWN_MISTAKE = re.compile(r"- `(.+?)`: (.+)")


class answer_ask(nodes.General, nodes.TextElement):
    """What is asked for."""


class answer_known(nodes.General, nodes.TextElement):
    """What is said of a known mistake; in text, unlike in an element, apostrophes are set."""


class Answer(SphinxDirective):
    """Read what is asked, what is right, and what known mistakes look like."""

    required_arguments = 1
    has_content = True
    option_spec = dict.fromkeys(OPTIONS, directives.unchanged_required)

    def run(self):
        kind, options = self.arguments[0], self.options
        if kind not in HOW or not {"ask", "right"} <= set(options):
            raise self.error(f"expected one of {', '.join(HOW)}, with :ask: and :right:")
        data = {key: options.get(key) for key in ("letters", "shows", "than")} | {"kind": kind}
        if kind in RUN_BY_ENGINE:
            data["page"] = self.env.app.builder.get_relative_uri(self.env.docname, PLAYGROUND_PAGE)
        else:
            data["right"] = options["right"]
        data = {f"data-{key}": value for key, value in data.items() if value}
        node = element("form", data | {"class": "answer"})
        letters = options.get("letters", "?").split()
        how = HOW[kind].format(letters=" and ".join(letters), letter=letters[0])
        how += COMPARATOR * (options.get("shows") in NEED_COMPARATOR)
        node += answer_ask("", "", *self.parse_inline(options["ask"])[0], how=how)
        for line in filter(None, self.content):
            if not (match := KNOWN_MISTAKE.fullmatch(line)):
                raise self.error(f"a known mistake: expected - `value`: what is said, got {line}")
            value, said = match.groups()
            mistake = {"tag": "template", "data": {"data-of": value}}
            node += answer_known("", "", *self.parse_inline(said)[0], **mistake)
        # For a field in the page a browser would lay out all around it, to offer texts to fill in.
        return [element("template", {"class": "answer-place"}, node)]


def answer_name(node):
    """Name an answer: the label of its exercise, and its number there."""
    exercise = node.parent
    while not exercise.get("label"):
        exercise = exercise.parent
    forms = [one for one in exercise.findall(element) if one["tag"] == "form"]
    return f"{exercise['label']}-{forms.index(node) + 1}"


def visit_ask(self, node):
    self.body.append(f'<label for="{answer_name(node.parent)}">')


def depart_ask(self, node):
    name = answer_name(node.parent)
    self.body.append(
        f'</label> <input id="{name}" aria-describedby="{name}-how" autocomplete="off"'
        ' autocapitalize="off" spellcheck="false"> <button type="submit">Check</button>'
        f'<p class="answer-how" id="{name}-how">{escape(node["how"])}</p>'
        '<p class="answer-said" role="status"></p>'
    )


def setup(app):
    app.add_directive("answer", Answer)
    app.add_node(answer_known, html=(visit, depart))
    app.add_node(answer_ask, html=(visit_ask, depart_ask))
    # The engine before the other, which asks it.
    load_on_pages(app, f'data-kind="(?:{"|".join(RUN_BY_ENGINE)})"', PLAYGROUND_SCRIPT)
    load_on_pages(app, 'class="answer"', "answers.js")
