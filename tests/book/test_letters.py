"""One letter, one meaning: each letter that a chapter uses is declared, and each declared one used.

What is read is what stands open: the prose, the theorems and the definitions, no code, proof,
exercise or fold, each of which says what its own letters mean.  A letter in an index needs no
declaration, nor do ``i``, ``j``, ``s`` and ``t`` alone, which run through what an index numbers; a
letter with an accent is declared without it, unless the accent changes the meaning.
"""

import re
from pathlib import Path

import pytest

from website.letter_tables import DECLARED, LINE, NOTATION, chapters

ROOT = Path(__file__).resolve().parents[2]
FLAGS = re.MULTILINE | re.DOTALL
RUNNING = {"i", "j", "s", "t"}
NOT_OPEN = [
    re.compile(pattern, FLAGS)
    for pattern in (
        r"\A---\n.*?^---$",
        r"^```\{code-cell\}.*?^```$",
        r"^<!-- \{notebook\} -->$.*?^<!-- \{end\} -->$",
        r"^<!-- .*?-->$",
        r"^:{3,}\{solution-start\}.*?^:{3,}\{solution-end\}",
        r"^(:{3,})\{(?:exercise|dropdown|prf:proof)\}.*?^\1$",
        r"^(:{3,})\{admonition\}[^\n]*\n:class: [^\n]*dropdown.*?^\1$",
        r"^\+\+\+[^\n]*$",
    )
]
FORMULA = re.compile(r"\$\$(.*?)\$\$|\$([^$]+)\$", re.DOTALL)


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
ROW = re.compile(r"^\* - (\$.+)\n  - (.+)$", re.MULTILINE)
HAND = re.compile(r"^```\{list-table\} (?:Rounds and learner|Bounds|Signs)\..*?^```$", re.M | re.S)
LOCAL = re.compile(r"in (an? |the |two )?(proof|exercise|solution|hint)s?\b")  # which say it


def signs(formula):
    """List the letters of a formula, such as ``S``, ``S_`` with an index, ``S_,`` with two."""
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


def declared(pairs):
    """Name the letters that lines of formulas and a meaning declare: the first of each formula.

    The lines of norms and of the regret declare none, nor those of what a proof alone has.
    """
    return {
        signs(formula)[0]
        for formulas, meaning in pairs
        for formula in re.findall(r"\$([^$]+)\$", formulas)
        if not (formula.startswith(("\\lVert", "\\operatorname")) or LOCAL.match(meaning))
    }


def opened(text):
    """Give what stands open in a chapter."""
    for part in NOT_OPEN:
        text = part.sub("", text)
    return text


def used(text):
    """Name the letters of a text, each with the first formula that has it."""
    found = {}
    for display, inline in FORMULA.findall(opened(text)):
        for sign in signs(display or inline):
            found.setdefault(sign, (display or inline).strip())
    return found


CHAPTERS = chapters(ROOT)
TABLES = HAND.findall((ROOT / f"{NOTATION}.md").read_text("utf-8"))
KNOWN = declared(pair for table in TABLES for pair in ROW.findall(table)) | RUNNING
each = pytest.mark.parametrize("chapter", CHAPTERS)


@each
def test_lines_can_be_read(chapter):
    lines = [line for part in DECLARED.findall(CHAPTERS[chapter]) for line in part.split("\n")]
    assert [line for line in lines if not LINE.fullmatch(line)] == []


@each
def test_every_letter_is_declared_and_every_declared_one_is_used(chapter):
    own = declared(LINE.findall("\n".join(DECLARED.findall(CHAPTERS[chapter]))))
    found = used(CHAPTERS[chapter])
    forms = {sign: {sign, plain(sign), plain(sign).removesuffix(",")} for sign in found}
    assert {sign: found[sign] for sign in found if not forms[sign] & (own | KNOWN)} == {}
    assert own - set(found) == set()
