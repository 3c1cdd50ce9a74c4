"""The directive ``answer``: a place in an exercise that takes an answer and judges it on the page.

    ```{answer} formula
    :ask: The regret, in $T$
    :right: 3T - 3
    :letters: T

    - `4T - 3`: That is what the learner pays; the constant pays as well.
    ```

The kind is ``number``, ``vector``, ``formula`` (in ``letters``, all of them positive), ``stream``
or ``comparator``.  What is right is written as a reader would type it; under it stand known
mistakes, each with what is said of it.  A stream is run by the playground's engine, and ``shows``
names, among ``SHOWS`` of ``_static/answers.js``, what it is to show; its ``right`` is an example
for the tests.  A comparator is to have a smaller bound, on the stream of ``than``, than the
comparator there.
Without scripts nothing is seen of it.
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
OPTION_OF = {"formula": "letters", "stream": "shows", "comparator": "than"}
RUN_BY_ENGINE = ("stream", "comparator")
COMPARATOR = " Then a comparator, such as u = (2, 1/3)."
NEED_COMPARATOR = ("examples", "printed")
KNOWN_MISTAKE = re.compile(r"- `(.+?)`: (.+)")


class answer(element):
    """The place of an answer."""


class run_answer(answer):
    """The place of an answer that the playground's engine runs."""


class answer_ask(nodes.General, nodes.TextElement):
    """What is asked for."""


class answer_known(nodes.General, nodes.TextElement):
    """What is said of a known mistake."""


class Answer(SphinxDirective):
    """Read what is asked, what is right, and what known mistakes look like."""

    required_arguments = 1
    has_content = True
    option_spec = {
        "ask": directives.unchanged_required,
        "right": directives.unchanged_required,
        "letters": directives.unchanged,
        "shows": directives.unchanged,
        "than": directives.unchanged,
    }

    def run(self):
        kind, options = self.arguments[0], self.options
        if kind not in HOW or not {"ask", "right"} <= set(options):
            raise self.error("an answer has a known kind, and says what is asked and what is right")
        if set(options) & set(OPTION_OF.values()) != {
            OPTION_OF[kind] for _ in range(kind in OPTION_OF)
        }:
            raise self.error(f"which kind has which option: {OPTION_OF}")
        data = {key: options.get(key) for key in ("letters", "shows", "than")} | {"kind": kind}
        if kind in RUN_BY_ENGINE:
            data["page"] = self.env.app.builder.get_relative_uri(self.env.docname, PLAYGROUND_PAGE)
        else:
            data["right"] = options["right"]
        data = {f"data-{key}": value for key, value in data.items() if value}
        data |= {"class": "answer"}
        place = run_answer if kind in RUN_BY_ENGINE else answer
        node = place("form", data, kind=kind, **options)
        node += answer_ask("", "", *self.inline(options["ask"]))
        for line in filter(None, self.content):
            if not (match := KNOWN_MISTAKE.fullmatch(line)):
                raise self.error(f"a known mistake is written - `value`: what is said, not {line}")
            mistake = {"tag": "template", "data": {"data-of": match[1]}}
            node += answer_known("", "", *self.inline(match[2]), **mistake)
        # For a field in the page a browser would lay out all around it, to offer texts to fill in.
        return [element("template", {"class": "answer-place"}, node)]

    def inline(self, text):
        parsed, _ = self.state.inline_text(text, self.lineno)
        return parsed


def answer_name(node):
    """Name an answer: the label of its exercise, and its number there."""
    exercise = node.parent
    while not exercise.get("label"):
        exercise = exercise.parent
    return f"{exercise['label']}-{list(exercise.findall(answer)).index(node) + 1}"


def how_to_write(node):
    """Say how an answer is written."""
    letters = node.get("letters", "").split()
    text = HOW[node["kind"]].format(letters=" and ".join(letters), letter=(letters or [""])[0])
    return text + COMPARATOR * (node.get("shows") in NEED_COMPARATOR)


def visit_ask(self, node):
    self.body.append(f'<label for="{answer_name(node.parent)}">')


def depart_ask(self, node):
    name = answer_name(node.parent)
    self.body.append(
        f'</label> <input id="{name}" aria-describedby="{name}-how" autocomplete="off"'
        ' autocapitalize="off" spellcheck="false"> <button type="submit">Check</button>'
        f'<p class="answer-how" id="{name}-how">{escape(how_to_write(node.parent))}</p>'
        '<p class="answer-said" role="status"></p>'
    )


def setup(app):
    app.add_directive("answer", Answer)
    app.add_node(answer_known, html=(visit, depart))
    app.add_node(answer_ask, html=(visit_ask, depart_ask))
    load_on_pages(app, run_answer, PLAYGROUND_SCRIPT)  # before the other, which asks the engine
    load_on_pages(app, answer, "answers.js")
