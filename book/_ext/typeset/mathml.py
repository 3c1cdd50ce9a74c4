"""Formulas as MathML, made while the book is built: nothing is left for the reader's browser to do.

Temml (temml/temml.min.js, version 0.13.5, MIT licence) converts LaTeX, run by MiniRacer's V8.  A
formula that it cannot read is a warning, and so ends the build.
"""

import atexit
import re
from contextlib import suppress
from functools import cache
from html import escape
from itertools import zip_longest
from pathlib import Path
from xml.etree import ElementTree as ET

from docutils import nodes
from py_mini_racer import MiniRacer
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

TEMML = Path(__file__).parent / "temml" / "temml.min.js"
LONG = 14  # signs; a shorter formula in a line of text is not broken
RELATIONS = set("=<>≤≥≠∈∉⊂⊆→←↦⟶⟹⟸⟺⇒≈≡∼≔∝⊥")
OPEN, CLOSE, BARS = set("([{⟨⌊⌈"), set(")]}⟩⌋⌉"), set("|‖∥")
STOPS = set(",;:.\u00a0")  # of a text: they end what stands before it
SIGNS, DOTS = set("+−±"), set("…⋯")
OPERATORS = RELATIONS | OPEN | SIGNS | set("⋅,")  # after them a sign is no sum's
SCRIPTS = {"msub", "msup", "msubsup"}
HIGH = SCRIPTS | {"mfrac", "msqrt", "mstyle"}  # after them Temml leaves no space before a function
APPLIED = "\u2061"  # the unseen sign between a function and what it is of
LIMITS = SCRIPTS | {"munder", "mover", "munderover"}
WORD = re.compile(r"\S{1,3}\s\S{1,3}\s*$|\S+\s*|\s+")  # "for all" is one
DEEP = set("yfgjpqβγημξρςφχψζ")  # letters that go below the line
AFTER = r"^(?:[^\s–—-]{1,8}-?|-(?:\w{1,8}\b)?)"  # what no line end parts from a formula
MATH = (nodes.math, nodes.math_block)
CONVERT_ALL = """
const convertAll = formulas => formulas.map(([tex, displayMode]) => {
  try { return [temml.renderToString(tex, { displayMode, throwOnError: true }), ""]; }
  catch (error) { return ["", String(error)]; }
});
"""
CONVERTED = {}  # by what Temml reads, and whether it is displayed
logger = logging.getLogger(__name__)
# As high and deep as the smallest root sign has room for.  Chromium hangs the sign from its bar, so
# that over a small letter it would hang below the line.  Over a power the bar stands higher, or it
# would touch the exponent.
STRUT = {"width": "0", "height": "0.75em", "depth": "0.26em"}
TALL_STRUT = STRUT | {"height": "0.95em"}


@cache
def temml_engine():
    """A JavaScript engine that has read Temml.

    It is closed before the interpreter begins to end, however that came about: left to the garbage
    collector, it would then wait for a thread that Python 3.13 runs no more.
    """
    context = MiniRacer()
    atexit.register(context.close)
    context.eval(TEMML.read_text(encoding="utf-8"))
    context.eval(CONVERT_ALL)
    return context


def call_temml(formulas):
    """Give what Temml makes of formulas: markup, or why one is no LaTeX; one call costs as all."""
    return temml_engine().call("convertAll", formulas)


def prepared(tex, display):
    """Write a formula as Temml is to read it."""
    if display:
        tex = tex.removeprefix(r"\displaystyle").strip()
    if display and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    return tex, re.sub(r"(?<=\d),(?=\d)", ",{}", tex)  # else Temml takes 0,1 for one number


@cache
def mathml(tex, display):
    """The <math> element for a formula in LaTeX; ValueError if it is not LaTeX."""
    tex, apart = prepared(tex, display)
    markup, why = CONVERTED.get((apart, display)) or call_temml([(apart, display)])[0]
    if why:
        raise ValueError(re.search(r"ParseError: (.*)", why)[1])
    math = ET.fromstring(markup)
    for root in math.iter("msqrt"):
        powers = root.find(".//msup"), root.find(".//msubsup")
        root.append(ET.Element("mspace", STRUT if powers == (None, None) else TALL_STRUT))
    set_as_tex_does(math)
    math.attrib.pop("style", None)
    math.attrib.pop("class", None)
    math.set("data-tex", tex)  # what is copied; unlike alttext it is not read out
    if display or count_signs(math) > LONG:
        row = math[0] if math[0].tag == "mrow" else math
        break_lines(math, row, DISPLAYED if display else IN_TEXT)
        if math.find(".//mtable") is not None and math.get("class"):
            math.set("class", "breaks wide")  # no room is lost to an indent
    if len(math) == 1 and math[0].tag == "mrow" and not math[0].attrib:
        math[:] = list(math[0])  # a formula is a row by itself: one element less for each
    return ET.tostring(math, encoding="unicode", method="html")


def count_signs(element):
    return len("".join(element.itertext()))


def set_as_tex_does(math):
    """Mend what browsers space or place in another way than TeX."""
    for element in math.iter():
        if element.tag in LIMITS:
            for script in list(element)[1:]:
                for sign in script.iter("mo"):  # an accent has no space anyway
                    sign.attrib.update(lspace="0", rspace="0")
        if element.tag in SCRIPTS:
            level_scripts(element)
        nothing = ET.Element("mo")
        beside = zip([nothing, *element], list(element), [*element[1:], nothing], strict=False)
        for before, own, after in beside:
            sign = own[0] if own.tag in LIMITS else own
            if own.tag == "mo" and own.text in DOTS:
                space = "0.1667em" if after.text == "," else "0"
                own.attrib.update(lspace="0", rspace=space)
            elif own.text == "{" and after.tag == "mtable":  # of cases
                own.set("rspace", "0.1667em")
            elif sign.text == "∑" and before.text in OPEN:
                sign.set("lspace", "0")
        set_functions_apart(element)


def set_functions_apart(row):
    """Leave a thin space between a factor and the name of a function, such as ln, after it."""
    for n in range(len(row) - 1, 0, -1):
        name = list(row[n]) if row[n].tag == "mrow" else list(row[n : n + 2])
        factor = row[n - 1]
        if len(name) > 1 and name[1].text == APPLIED and factor.tag in HIGH:
            row.insert(n, ET.Element("mspace", {"width": "0.1667em"}))


def level_scripts(script):
    """Set the scripts of letters at one height, whether or not they go below the line."""
    base = script[0]
    if script.tag != "msup" and base.tag == "mi" and base.text in DEEP:
        script[0] = ET.Element("mpadded", {"depth": "0"})
        script[0].append(base)


def begins(part, sign, before, depth):
    """Whether a part of a formula begins at a sign, of which that before it and its depth tell."""
    outside, argument = depth == 0, before == "," and depth < 2
    term = outside and (before not in OPERATORS if sign in SIGNS else before == ",")
    return {
        "text": before == "quad",
        "relation": sign in RELATIONS and outside,
        "term": term,  # of a sum, or after a comma what is no argument
        "factor": sign == "⋅" and outside,
        "argument": argument,
        "in a sum": term or argument,
    }[part]


DISPLAYED = ("text", "relation", "term", "factor", "argument")
IN_TEXT = ("relation", "in a sum")


def break_lines(element, row, levels):
    """Put each part of a row where a line may begin in an mrow of its own, long ones again."""
    for number, level in enumerate(levels, 1):
        parts = split_row(ungrouped(row), level)
        if len(parts) > 1 and sum(map(count_signs, parts[0])) == 1:
            parts[:2] = [parts[0] + parts[1]]  # narrower than the indent, it would leave a gap
        if len(parts) > 1:
            element[:] = [ET.Element("mrow") for _ in parts]
            element.set("class", "breaks")
            for part, content in zip(element, parts, strict=True):
                part.extend(content)
                if count_signs(part) > LONG:
                    break_lines(part, part, levels[number:])
            if level == "relation":
                join_sides(element)
            return


def join_sides(element):
    """Let the first term of the right side follow the left side on its line, if there is room."""
    left, right = element[:2]
    if right.get("class") == "breaks":
        both = ET.Element("mrow", {"class": "breaks"})
        both.extend([left, right[0]])
        right[0] = both
        element.remove(left)


def ungrouped(row):
    """The elements of a row, without the mrow around a pair of brackets and what they hold."""
    for element in row:
        if element.tag == "mrow" and len(element) and element[0].get("stretchy") == "false":
            yield from ungrouped(element)
        else:
            yield element


def split_row(row, level):
    """The parts of a row: those of a level, each word of a text, what follows a \\quad.

    The last word of a text stays with a formula right after it.
    """
    parts, depth, before, bars = [[]], 0, "(", False
    row = list(row)
    for element, following in zip_longest(row, row[1:]):
        base = element[0] if element.tag in SCRIPTS else element
        text = "".join(base.itertext()) if count_signs(base) == 1 else base.text or ""
        words = re.findall(WORD, text) if element.tag == "mtext" else []
        if len(words) > 1:
            if words[0][0] in CLOSE | STOPS:
                parts[-1].append(with_text(element, words.pop(0)))
            parts += [[with_text(element, word)] for word in words]
            if following is not None and not is_quad(following):
                before = "("
            else:
                parts, before = [*parts, []], "quad"
        else:
            bars = not bars if text in BARS else bars
            deep = 2 if text in {"⟨", "⟩"} else 1  # an inner product is not broken at its comma
            depth -= deep * (text in CLOSE or (text in BARS and not bars))
            new = parts[-1] and begins(level, text, before, depth)
            prefix = text in OPEN or (text in SIGNS and before in OPERATORS)
            if new and element.tag == "mo" and not prefix:
                element.set("form", "infix")  # it would be a prefix where it comes first
            # In text "− 1" at the head of a line would be read as -1.
            ends = new and level == "in a sum" and element.tag == "mo" and text in SIGNS
            parts += [[]] if new else []
            parts[-2 if ends else -1].append(element)
            depth += deep * (text in OPEN or (text in BARS and bars))
            before = text if element.tag == "mo" else element.tag
            if is_quad(element):
                before = "quad"
    return [part for part in parts if part]


def is_quad(element):
    return element.tag == "mspace" and element.get("width") in {"1em", "2em"}


def with_text(element, text):
    copy = ET.Element(element.tag, element.attrib)
    copy.text = text
    return copy


def converted(node, display):
    """The MathML of a node, with the signs that follow it, or its LaTeX and a warning."""
    tex = node.astext().strip()
    try:
        math, after = mathml(tex, display), node.get("after")
        end = "</mrow></math>"
        return math.removesuffix(end) + f"<mtext>{escape(after)}</mtext>{end}" if after else math
    except ValueError as problem:
        logger.warning("formula: %s: %s", problem, tex, location=node, type="formula")
        return f"<code>{escape(tex)}</code>"


def convert(node):
    """Convert a formula now: its page may be written by another process."""
    node["html"] = converted(node, display=isinstance(node, nodes.math_block))


def convert_early(_app, doctree):
    """Convert what is read while notebooks run; pages are written when nothing else is to do.

    What is no LaTeX is told of when its page is written.
    """
    read = [
        (math.astext().strip(), isinstance(math, nodes.math_block))
        for math in doctree.findall(lambda node: isinstance(node, MATH))
    ]
    new = list({(prepared(*formula)[1], formula[1]) for formula in read} - CONVERTED.keys())
    CONVERTED.update(zip(new, call_temml(new), strict=True))
    for formula in read:
        with suppress(ValueError):  # no LaTeX: a warning when its page is written
            mathml(*formula)


def visit_math(translator, node):
    translator.body.append(node["html"])
    raise nodes.SkipNode


def visit_math_block(translator, node):
    translator.body.append(translator.starttag(node, "div", CLASS="math"))
    translator.body.append(f'<div class="display">{node["html"]}</div>')
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def convert_titles(app, _builder):
    """Convert the formulas of titles, which stand beside other pages than their own."""
    for title in [*app.env.titles.values(), *app.env.tocs.values()]:
        for math in title.findall(nodes.math):
            convert(math)


class KeepPunctuation(SphinxPostTransform):
    """Keep a formula on one line with the brackets before it and the signs after it.

    So it is with the short word of "$p$-norm".  A formula of several lines takes the signs after it
    into its last line.  A link such as "Theorem 4.3" is kept on one line as well.
    """

    default_priority = 900
    formats = ("html",)

    def run(self, **_):
        for link in self.document.findall(nodes.reference):
            if re.fullmatch(r"\w+\.? \d+(\.\d+)?", link.astext()):
                link["classes"].append("nobreak")
        for math in list(self.document.findall(nodes.math)):
            parent, place = math.parent, math.parent.index(math)
            before = cut_from_text(parent, place - 1, r"[(\[“‘]+$") if place else ""
            after = cut_from_text(parent, place + 1, AFTER)
            if 'class="breaks"' in converted(math, display=False):
                math["after"], after = after, ""
            kept = nodes.inline(
                "", "", nodes.Text(before), math.deepcopy(), nodes.Text(after), classes=["nobreak"]
            )
            parent[place] = kept if before or after else math
        for math in self.document.findall(lambda node: isinstance(node, MATH)):
            convert(math)


def cut_from_text(parent, place, pattern):
    """Cut what the pattern finds off a text; "" if it finds nothing or there is no text."""
    text = parent[place] if place < len(parent) else None
    match = re.search(pattern, text) if isinstance(text, nodes.Text) else None
    if not match:
        return ""
    parent[place] = nodes.Text(text[: match.start()] + text[match.end() :])
    return match[0]


def setup(app):
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    app.add_post_transform(KeepPunctuation)
    app.connect("doctree-read", convert_early)
    app.connect("write-started", convert_titles)
