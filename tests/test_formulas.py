"""Formulas in MathML: spaced, placed and broken as TeX does, seen in the browser."""

from xml.etree import ElementTree as ET

import mathml
import pytest
import test_play_page

browser = test_play_page.browser  # a fixture
FONT = test_play_page.HTML / "_static" / "fonts"


@pytest.fixture(scope="module")
def look(browser):
    """Draw a formula; the boxes of the elements that a selector finds in it."""
    page = browser.new_page()
    font = next(FONT.glob("*ath*.woff2")).as_uri()
    page.goto(f"{(test_play_page.HTML / 'index.html').as_uri()}")

    def boxes(tex, selector, display=False):
        page.set_content(
            f"<style>@font-face {{ font-family: M; src: url({font}); }}"
            f"math {{ font: 100px M; }}</style>{mathml.mathml(tex, display)}"
        )
        page.evaluate("document.fonts.ready")
        return page.locator(f"math {selector}").evaluate_all(
            "all => all.map((e) => e.getBoundingClientRect().toJSON())"
        )

    yield boxes
    page.close()


def row(tex):
    """The parts of a formula in a line of text where a line may end, as texts."""
    math = ET.fromstring(mathml.mathml(tex, False))
    assert math.get("class") == "breaks"
    return ["".join(part.itertext()) for part in math]


def test_subscripts_stand_at_one_height(look):
    x, y, g = look(r"x_t y_t \gamma_t", "msub > :last-child")
    assert x["top"] == y["top"] == g["top"]


def test_a_power_of_a_letter_with_an_accent_stands_where_that_of_the_letter_does(look):
    plain, tilde, bar = look(r"R^2 \tilde R^2 \bar R^2", "mn")
    assert plain["top"] == pytest.approx(tilde["top"], abs=3)
    assert plain["top"] == pytest.approx(bar["top"], abs=3)


@pytest.mark.parametrize("tex", ["w_{t+1}", "w^{t=1}", r"\sum_{s<t}"])
def test_there_are_no_spaces_in_scripts(look, tex):
    script = ":is(msub, msup, munder) > mrow"
    t, one = look(tex, f"{script} > :is(mi, mn)")
    (sign,) = look(tex, f"{script} > mo")
    assert one["left"] - t["right"] == pytest.approx(sign["width"], abs=1)
    assert sign["width"] < 60


def test_a_sum_stands_close_to_its_bracket(look):
    (bracket,) = look(r"\langle\sum_ta_t,u\rangle", "mo:first-of-type")[:1]
    (total,) = look(r"\langle\sum_ta_t,u\rangle", "msub > mo")
    assert total["left"] - bracket["right"] < 10


def test_dots_stand_close_to_the_commas(look):
    comma, dots, next_comma = look(r"1,\dots,x", "mo")
    thin = pytest.approx(100 / 6, abs=1)
    assert dots["left"] - comma["right"] == thin
    assert next_comma["left"] - dots["right"] == thin


def test_a_bracket_that_begins_a_part_is_no_relation():
    tex = r"(x_1,y_1),\dots,(x_T,y_T)"
    math = ET.fromstring(mathml.mathml(tex, False))
    assert {mo.get("form") for mo in math.iter("mo") if mo.text == "("} == {"prefix"}


def test_a_line_in_text_ends_with_a_sign_and_a_display_begins_with_it():
    tex = r"aaaaaaaaaa+bbbbbbbbbb-cccccccccc"
    assert row(tex) == ["aaaaaaaaaa+", "bbbbbbbbbb−", "cccccccccc"]
    displayed = ET.fromstring(mathml.mathml(tex, True))
    parts = ["".join(part.itertext()) for part in displayed]
    assert [part[0] for part in parts] == ["a", "+", "−"]


def test_a_relation_begins_its_part():
    assert row(r"aaaaaaaaaaaa=bbbbbbbbbbbb") == ["aaaaaaaaaaaa", "=bbbbbbbbbbbb"]
