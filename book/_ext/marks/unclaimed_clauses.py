"""What a theorem asserts in words: each clause that no display, hypothesis or definition covers.

A sentence says what is given if it has the word *let*, *suppose*, *assume*, *take*, *run* or
*stop*, and defines a word if it sets one in italics.  Of any other sentence each clause, up to a
semicolon, ", and" or ", but", asserts something: but for one that leads to a display, and for one
that only says of what a display holds ("where", "with", "for").  There has to be a claim of its own
for each, with a third of its words, or of the claim's, in common.
"""

import re

from docutils import nodes

DISPLAY, ENDS_SENTENCE = "\u25a1", re.compile(r"\.\s*(\\end\{\w+\})?\s*$")
SMALL_WORDS = set(
    """the a an of in is are it its that and or by for to with on as at if then so all every no any
    be was has have which this these those from than not but there one what""".split()
)
GIVES_HYPOTHESIS = re.compile(r"\b(let|suppose|assume|take|run|stop)\b", re.IGNORECASE)
OF_WHAT = re.compile(r"(for|with|under|where|which|in which|among|there|whatever)\b", re.IGNORECASE)
SENTENCES = re.compile(r"(?<=\.)\s+(?=[A-Z\u27e6])")
CLAUSES = re.compile(r";|, and |, but ")


def clauses(parts):
    """List the clauses of a theorem, by its paragraphs and displays, that assert something."""
    text, formulas = in_one_line(parts)
    out = []
    for sentence in SENTENCES.split(text):
        if GIVES_HYPOTHESIS.search(sentence.partition(DISPLAY)[0]) or "*" in sentence:
            continue
        *before, last = sentence.rstrip(". ").split(DISPLAY)
        kept = [clause for chunk in before for clause in CLAUSES.split(chunk)[:-1]]
        kept = [c for c in kept if not OF_WHAT.match(c.strip(" ,"))]
        rest = CLAUSES.split(last)
        kept += [c for c in rest if not (before and OF_WHAT.match(c.strip(" ,")))]
        kept = [c.strip(" ,:").removeprefix("and ") for c in kept]
        out += [c for c in kept if len(c.split()) > 3 or "\u27e6" in c]
    return [re.sub("\u27e6(\\d+)\u27e7", lambda m: f"${formulas[int(m[1])]}$", c) for c in out]


def in_one_line(parts):
    """Write paragraphs and displays as one line, each formula as a number; give the formulas."""
    out, formulas = [], []
    for part in parts:
        if isinstance(part, nodes.math_block):
            out.append(DISPLAY + "." * bool(ENDS_SENTENCE.search(part.astext())))
            continue
        copy = part.deepcopy()
        for node in list(copy.findall(nodes.math)):
            formulas.append(node.astext())
            node.parent.replace(node, nodes.Text(f"\u27e6{len(formulas) - 1}\u27e7"))
        for node in list(copy.findall(nodes.emphasis)):
            node.parent.replace(node, nodes.Text(f"*{node.astext()}*"))
        out.append(copy.astext())
    return " ".join(" ".join(out).split()), formulas


def significant_words(text):
    return {word.lower() for word in re.findall(r"[A-Za-z]+|\d+", text)} - SMALL_WORDS


def share_words(one, other):
    """Whether two share a third of the words of the shorter one."""
    one, other = significant_words(one), significant_words(other)
    return 3 * len(one & other) >= max(1, min(len(one), len(other)))


def unclaimed_clauses(parts, claims):
    """List the clauses for which no claim is left, when each has one of its own if it can."""
    listed, taken = clauses(parts), {}

    def place(i, seen):
        for j, claim in enumerate(claims):
            if j not in seen and share_words(listed[i], claim):
                seen.add(j)
                if j not in taken or place(taken[j], seen):
                    taken[j] = i
                    return True
        return False

    return [clause for i, clause in enumerate(listed) if not place(i, set())]
