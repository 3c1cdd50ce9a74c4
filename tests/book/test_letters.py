"""One letter, one meaning: which letters a chapter uses, and what it declares and announces.

What is read is what stands open: the prose, the theorems and the definitions, no code, proof,
exercise or fold, each of which says what its own letters mean.  A letter in an index needs no
declaration, nor do ``i``, ``j``, ``s`` and ``t`` alone, which run through what an index numbers; a
letter with an accent is declared without it, unless the accent changes the meaning.
"""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from website.letter_tables import (
    DECLARED,
    LINE,
    NOTATION,
    book_letters,
    chapter_letters,
    chapters,
    plain,
    signs,
    table_of_twice,
    tables_of_chapters,
)

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
NAMED = r"\$[^$]+\$"
ANNOUNCED = re.compile(
    rf"\b[Hh]ere (?:on )?({NAMED}(?:(?:,| and|, and) {NAMED})*) (?:is|are|counts?) [^.;]*?,? not\b"
)


class Chapter(NamedTuple):
    """A chapter and the letters that it may use."""

    number: int
    text: str
    book: list
    earlier: list

    @property
    def own(self):
        return chapter_letters(self.text, self.number)


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


def undeclared(chapter):
    """List the letters that a chapter uses and that nothing declares."""
    known = {one.sign for one in chapter.book}
    known |= {one.sign for one in chapter.own if not one.is_local} | RUNNING
    return {
        sign: formula
        for sign, formula in used(chapter.text).items()
        if not {sign, plain(sign), plain(sign).removesuffix(",")} & known
    }


def announced(text):
    """Count how often a chapter says of a letter that it has another meaning here."""
    return Counter(
        sign
        for found in ANNOUNCED.findall(opened(text))
        for formula in re.findall(r"\$([^$]+)\$", found)
        for sign in signs(formula)[:1]
    )


def other_meanings(chapter):
    """Give each letter of a chapter with what else it meant before, in the order of the chapters.

    What comes back with the meaning that it had last is no news.
    """
    own = [one for one in chapter.own if not one.is_local]
    before = [one for one in (*chapter.book, *chapter.earlier) if not one.is_local]
    for place, one in enumerate(own):
        met = [other for other in (*before, *own[:place]) if other.sign == one.sign]
        others = [other for other in met if other.meaning != one.meaning]
        last = max((other.chapter for other in met if other not in others), default=-1)
        if others:
            yield one, others[-1], others[-1].chapter > last


def sections_with(text, sign):
    """Count the sections of a chapter that use a letter, the summary left out."""
    main = opened(text).partition("\n## Summary")[0]
    return sum(sign in used(part) for part in re.split(r"^(?=## )", main, flags=re.MULTILINE))


def unannounced(chapter):
    """List the second meanings that are more than a chapter says of their letter.

    A letter of the chapter before is free for a single section, which says what it means there,
    and one of a chapter before that is free altogether; a letter of the whole book is not.
    """
    found = [
        (one.sign, one.meaning, other)
        for one, other, is_new in other_meanings(chapter)
        if is_new and one.sign not in RUNNING
        if other.chapter in (0, chapter.number)
        or (other.chapter == chapter.number - 1 and sections_with(chapter.text, one.sign) > 1)
    ]
    said, new = announced(chapter.text), Counter(sign for sign, *_ in found)
    return [one for one in found if new[one[0]] > said[one[0]]]


def needless(chapter):
    """List the letters that are announced, but that the chapter does not give a second meaning."""
    return set(announced(chapter.text)) - {one.sign for one, *_ in other_meanings(chapter)}


def read():
    book = book_letters((ROOT / f"{NOTATION}.md").read_text("utf-8"))
    texts = {number: text for number, (_, text) in chapters(ROOT).items()}
    letters = {number: chapter_letters(text, number) for number, text in texts.items()}
    for number, text in texts.items():
        earlier = [one for n, ones in letters.items() if n < number for one in ones]
        yield Chapter(number, text, book, earlier)


CHAPTERS = list(read())
each = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: str(chapter.number))


@each
def test_lines_can_be_read(chapter):
    lines = [line for part in DECLARED.findall(chapter.text) for line in part.split("\n")]
    assert [line for line in lines if not LINE.fullmatch(line)] == []


@each
def test_every_letter_is_declared(chapter):
    assert undeclared(chapter) == {}


@each
def test_every_declared_letter_is_used(chapter):
    declared = {one.sign for one in chapter.own if not one.is_local}
    assert declared - set(used(chapter.text)) == set()


@each
def test_a_second_meaning_is_announced(chapter):
    assert unannounced(chapter) == []


@each
def test_an_announcement_has_its_letter(chapter):
    assert needless(chapter) == set()


BOOK = book_letters(
    """```{list-table} Bounds.
:header-rows: 1

* - letter
  - meaning
* - $R=\\max_t\\lVert x_t\\rVert$, $w$
  - the radius, and the weights
```"""
)


@pytest.mark.parametrize(
    ("formula", "letters"),
    [
        (r"\bar w=\frac1T\sum_{t=1}^Tw_t", [r"\bar w", "T", "T", "w_"]),
        (r"H^{-1/2}x_i^{\mathsf T}", ["H", "x_"]),
        (r"\operatorname{Regret}_T(u)\le k^\prime", ["u", "k'"]),
        (r"\mathbb E\,L(f_t,\hat y_t)", [r"\mathbb E", "L", "f_", r"\hat y_"]),
        (r"\mu_{j,i}\ \text{of part } i", [r"\mu_,", "i"]),
        (r"\begin{cases}m^*&\text{if }w_1=0\end{cases}", ["m*", "w_"]),
    ],
)
def test_letters_of_a_formula(formula, letters):
    assert signs(formula) == letters


def test_tables_are_made_of_what_is_declared():
    texts = {2: "# Descent\n", 3: "# Risk\n"}
    texts[2] += "<!-- {letters}\n- $g$: a gradient\n- $e_{t,i}$: an error\n-->"
    texts[3] += "<!-- {letters}\n- $g=c/2$: a number of rounds\n-->"
    assert "* - $e_{t,i}$\n  - an error" in tables_of_chapters(BOOK, texts)
    twice = table_of_twice(BOOK, texts)
    assert "in chapter 2 a gradient; in chapter 3 a number of rounds" in twice
    assert "$e" not in twice
