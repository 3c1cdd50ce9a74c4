"""The letters of the chapters, which the page Notation lists.

A chapter declares at its end what each letter means in it, one meaning a line, in a comment::

    <!-- {letters}
    - $Q_i$: the squared loss of example $i$
    - $b$, $b_t$: the bias
    - $g$: in a proof, a subgradient
    -->

On its page this is a fold, "Letters of this chapter".  On the page ``book/notation`` the line
``<!-- letters: chapters -->`` becomes a table for each chapter, and ``<!-- letters: twice -->`` a
table of the letters with more than one meaning; the letters of the whole book are those of the
tables that are written there by hand.
"""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

NOTATION = "book/notation"
GREEK = re.compile(
    r"\\(?:[Aa]lpha|beta|[Gg]amma|[Dd]elta|(?:var)?epsilon|zeta|eta|[Tt]heta|iota|kappa|[Ll]ambda"
    r"|mu|nu|[Xx]i|[Pp]i|(?:var)?rho|[Ss]igma|tau|[Uu]psilon|(?:var)?phi|Phi|chi|[Pp]si|[Oo]mega|ell)"
)
ACCENT, FONT = r"\\(?:bar|hat|tilde)", r"\\math(?:bb|bf|cal|sf)"
SIGN = r"(?:\{[A-Za-z]\}|[A-Za-z]|\\[A-Za-z]+)"
INDEX = r"_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)"
NO_LETTERS = re.compile(
    rf"\\(?:text|operatorname\*?|mathrm|begin|end)\s*\{{[^{{}}]*\}}(?:{INDEX})?"
    r"|\^\{?(?:\\mathsf\s*\{?T\}?|\\top)\}?|\\mathbf\s*1"
)
LETTER = re.compile(
    rf"(?P<accent>{ACCENT})?\s*\{{?\s*(?P<font>{FONT})?\s*(?P<sign>{SIGN})"
    rf"\}}?(?P<raised>'|\^\\prime|\^\*)?(?P<index>{INDEX})?"
)
DECLARED = re.compile(r"^<!-- \{letters\}\n(.*?)\n-->$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"- (\$[^$]+\$(?:, \$[^$]+\$)*): (.+)")
ROW = re.compile(r"^\* - (\$.+)\n  - (.+)$", re.MULTILINE)
HAND = re.compile(r"^```\{list-table\} (?:Rounds and learner|Bounds|Signs)\..*?^```$", re.M | re.S)
LOCAL = re.compile(r"in (an? |the |two )?(proof|exercise|solution|hint)s?\b")
FORMULA = re.compile(r"\$([^$]+)\$")
MARK = re.compile(r"^<!-- letters: (chapters|twice) -->$", re.MULTILINE)


class Letter(NamedTuple):
    """A meaning of a letter: its sign, such as ``S``, ``S_`` with an index, ``S_,`` with two."""

    sign: str
    formula: str  # in which it is declared, as in ``S=\\sum_t y_tx_t``
    meaning: str
    chapter: int  # 0 for the whole book

    @property
    def is_local(self):
        """Whether it is met in a proof or an exercise alone, which says what it means."""
        return LOCAL.match(self.meaning) is not None


def signs(formula):
    """List the letters of a formula; what stands in an index is none.

    >>> signs(r"\\bar w=\\frac1T\\sum_{t=1}^Tw_t^*")
    ['\\\\bar w', 'T', 'T', 'w_']
    """
    found = []
    for match in LETTER.finditer(NO_LETTERS.sub(" ", formula)):
        sign = match["sign"].strip("{}")
        if sign[0] != "\\" or GREEK.fullmatch(sign):
            whole = [part for part in (match["accent"], match["font"]) if part] + [sign]
            raised = {None: "", "^*": "*"}.get(match["raised"], "'")
            index = match["index"] or ""
            found.append(" ".join(whole) + raised + index[:1] + "," * ("," in index))
    return found


def plain(sign):
    """Give a sign without accent, star and prime."""
    return re.sub(rf"^{ACCENT} |['*]", "", sign)


def of_lines(pairs, chapter):
    """Read lines of formulas and a meaning; the first letter of a formula is the one declared.

    The lines of norms and of the regret declare none.
    """
    return [
        Letter(signs(formula)[0], formula, meaning, chapter)
        for formulas, meaning in pairs
        for formula in FORMULA.findall(formulas)
        if not formula.startswith(("\\lVert", "\\operatorname"))
    ]


def chapter_letters(text, chapter):
    """Read what a chapter declares."""
    return of_lines(LINE.findall("\n".join(DECLARED.findall(text))), chapter)


def book_letters(text):
    """Read the letters of the whole book from the tables written by hand."""
    return of_lines([pair for table in HAND.findall(text) for pair in ROW.findall(table)], 0)


def chapters(folder):
    """Name the chapters and give the texts that an author edits, by their numbers."""
    paths = sorted((folder / "notebooks").glob("[0-9][0-9]_*.md"))
    return {int(path.name[:2]): (path.stem, path.read_text("utf-8")) for path in paths}


def chapters_there(app):
    """Give the chapters of this book, which may leave some out."""
    there, texts = app.env.found_docs, chapters(Path(app.srcdir))
    return {n: text for n, (stem, text) in texts.items() if f"notebooks/{stem}" in there}


def table(caption, widths, rows):
    head = [f"```{{list-table}} {caption}", ":header-rows: 1", f":widths: {widths}", ""]
    lines = [f"* - {letter}\n  - {meaning}" for letter, meaning in rows]
    return "\n".join([*head, *lines, "```"])


def tables_of_chapters(_book, texts):
    """Write a table for each chapter that declares letters."""
    made = []
    for number, text in texts.items():
        title = re.search(r"^# (.+)$", text, re.MULTILINE)[1]
        rows = LINE.findall("\n".join(DECLARED.findall(text)))
        if rows:
            rows = [("letter", "meaning"), *rows]
            made.append(table(f"{title} (chapter\u00a0{number}).", "34 66", rows))
    return "\n\n".join(made)


def bare(sign):
    """Give a sign without accent and index."""
    return plain(sign).rstrip("_,")


def order(sign):
    """Sort Latin letters before others, small ones after their capitals."""
    return len(sign) > 1, sign.lower(), sign


def short(formula):
    """Give a formula up to what it says of its letter."""
    return re.split(r"=|\\in\b|\\ge|>", formula)[0]


def table_of_twice(book, texts):
    """Write a table of the letters that have more than one meaning."""
    letters = [*book, *(one for n, text in texts.items() for one in chapter_letters(text, n))]
    rows = [("letter", "meanings")]
    for sign in sorted({bare(one.sign) for one in letters}, key=order):
        met = [one for one in letters if bare(one.sign) == sign]
        if len({one.meaning for one in met}) > 1 and any(one.chapter for one in met):
            rows.append((f"${sign}$", "; ".join(meanings(met))))
    return table("Letters with more than one meaning.", "12 88", rows)


def meanings(met):
    """Say in which chapters letters have each of their meanings."""
    by_meaning = {}
    for one in met:
        by_meaning.setdefault(one.meaning.partition(";")[0], []).append(one)
    for meaning, ones in by_meaning.items():
        formulas = [short(one.formula) for one in ones]
        named = "" if bare(ones[0].sign) in formulas else f"${formulas[0]}$, "
        comma = "," * (named != "" or ones[0].is_local)
        yield f"{place(sorted({one.chapter for one in ones}))}{comma} {named}{meaning}"


def place(numbers):
    if 0 in numbers:
        return "in the whole book"
    named = " and ".join(filter(None, [", ".join(map(str, numbers[:-1])), str(numbers[-1])]))
    return f"in chapter{'s' * (len(numbers) > 1)} {named}"


PARTS = {"chapters": tables_of_chapters, "twice": table_of_twice}


def put_in_tables(app, docname, source):
    """Write the tables into the page that asks for them."""
    if docname == NOTATION:
        book, texts = book_letters(source[0]), chapters_there(app)
        source[0] = MARK.sub(lambda mark: PARTS[mark[1]](book, texts), source[0])
        app.env.perclib_letters = digest(texts)


def digest(texts):
    declared = [(number, DECLARED.findall(text)) for number, text in texts.items()]
    return hashlib.sha256(repr(declared).encode()).hexdigest()


def outdated(app, env, _added, _changed, _removed):
    """Read the page again where a chapter declares other letters."""
    known = NOTATION in env.found_docs
    changed = getattr(env, "perclib_letters", None) != digest(chapters_there(app))
    return [NOTATION] * (known and changed)


class Letters(SphinxDirective):
    """The letters of a chapter, folded at its end."""

    has_content = True

    def run(self):
        title = nodes.title("", "Letters of this chapter")
        fold = nodes.admonition("", title, classes=["detail", "dropdown"])
        self.state.nested_parse(self.content, self.content_offset, fold)
        return [fold]


def setup(app):
    app.add_directive("letters", Letters)
    app.connect("source-read", put_in_tables)
    app.connect("env-get-outdated", outdated)
