"""What Firefox does otherwise than Chromium: its lines of formulas, its fonts, its events."""

import pytest
from conftest import HTML

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("firefox")]
CHAPTERS = sorted(path.stem for path in (HTML / "notebooks").glob("*.html"))
PAGES = [f"notebooks/{name}" for name in CHAPTERS] + ["book/index", "book/theorems", "book/coq"]
ENTER, RIGHT = "\ue007", "\ue014"  # WebDriver's codes
# The formulas in text, and those that go on in the next line where no part begins.
LINES = """(() => {
  const left = (e) => e.getBoundingClientRect().left;
  const formulas = [...document.querySelectorAll("math:not([display=block])")]
    .filter((e) => e.getClientRects().length);
  const broken = formulas.filter((math) => {
    const only = math.children.length === 1 && math.firstChild.matches("mrow");
    const row = [...(only ? math.firstChild : math).children]
      .filter((e) => e.getClientRects().length);
    return !math.matches(".breaks") && row.some((e, i) => i && left(e) < left(row[i - 1]) - 2);
  });
  return [formulas.length, broken.map((e) => e.textContent)];
})()"""
CHILDREN = """[...document.querySelectorAll("msubsup, munderover")]
  .every((e) => e.children.length === 3)"""
FACES = """document.fonts.ready.then(() => [...document.fonts].filter((e) => e.status === "loaded")
  .map((e) => e.family.replaceAll('"', "")))"""


@pytest.fixture
def clean(tab):
    """A tab on which nothing may go wrong."""
    tab.wrong.clear()
    yield tab
    assert tab.wrong == []


def test_pages_are_whole_and_formulas_break_where_a_part_begins(clean, http):
    """On a telephone, where most lines are broken."""
    clean.resize(390)
    formulas = 0
    for name in PAGES:
        clean.open(f"{http}{name}.html")
        number, broken = clean.evaluate(LINES)
        formulas += number
        assert broken == [], name
        assert clean.evaluate(CHILDREN), name
        assert clean.evaluate("document.documentElement.scrollWidth") <= 390, name
    assert formulas > 3000


def test_formulas_and_text_have_the_fonts_of_the_book(clean, root):
    clean.open(f"{root}notebooks/04_separable.html")
    faces = clean.evaluate(FACES)
    assert {"STIX Two Math of the book", "STIX Two Text of the book"} <= set(faces)


def test_an_answer_is_judged(clean, http):
    clean.open(f"{http}notebooks/04_separable.html")
    clean.wait("document.getElementById('ex-three-points-1')")
    clean.evaluate("document.getElementById('ex-three-points-1').focus()")
    clean.type("3/sqrt(2)" + ENTER)
    told = "document.querySelector('form.answer:has(#ex-three-points-1) .answer-said').textContent"
    assert clean.evaluate(told).startswith("Right.")


def test_the_playground_is_moved_by_keys(clean, http):
    clean.open(f"{http}book/playground.html")
    place = "document.querySelector('.play').play.now().points"
    clean.wait("document.querySelector('.play').play")
    before = clean.evaluate(place)
    clean.evaluate("""document.querySelector(".play-plane [tabindex='0']").focus()""")
    clean.type(RIGHT)
    assert clean.evaluate(place) != before
