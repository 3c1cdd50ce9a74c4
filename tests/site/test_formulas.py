"""Formulas in MathML: spaced, placed and broken as TeX does, seen in the browser."""

import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import test_play_page

from typeset import mathml

PLACE = (test_play_page.HTML / "genindex.html").as_uri()  # from where fonts of the disk are read
BOXES = "all => all.map((e) => e.getBoundingClientRect().toJSON())"
FONT = test_play_page.HTML / "_static" / "fonts"


@pytest.fixture(scope="module")
def look(browser):
    """Draw a formula; the boxes of the elements that a selector finds in it."""
    page = browser.new_page()
    font = next(FONT.glob("*Math.woff2")).as_uri()
    page.goto(PLACE)

    def boxes(tex, selector, display=False):
        page.set_content(
            f"<style>@font-face {{ font-family: M; src: url({font}); }}"
            f"math {{ font: 100px M; }}</style>{mathml.mathml(tex, display)}"
        )
        page.evaluate("document.fonts.ready")
        return page.locator(f"math {selector}").evaluate_all(BOXES)

    yield boxes
    page.close()


def parts_of(element):
    """The parts of a formula that begin a line where there is no room, as texts."""
    for part in element:
        if part.get("class") == "breaks":
            yield from parts_of(part)
        else:
            yield "".join(part.itertext())


def row(tex):
    """The parts of a formula in a line of text where a line may end, as texts."""
    math = ET.fromstring(mathml.mathml(tex, False))
    assert math.get("class") == "breaks"
    return list(parts_of(math))


def test_subscripts_stand_at_one_height(look):
    x, y, g = look(r"x_t y_t \gamma_t", "msub > :last-child")
    assert x["top"] == y["top"] == g["top"]


@pytest.mark.parametrize("tex", ["w_{t+1}", "w^{t=1}", r"\sum_{s<t}"])
def test_there_are_no_spaces_in_scripts(look, tex):
    script = ":is(msub, msup, munder) > mrow"
    t, one = look(tex, f"{script} > :is(mi, mn)")
    (sign,) = look(tex, f"{script} > mo")
    assert one["left"] - t["right"] == pytest.approx(sign["width"], abs=1)
    assert sign["width"] < 60


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


def test_a_line_in_text_rather_ends_before_a_relation_than_in_a_sum():
    tex = r"aaaaaaaa-bbbbbbbb=cccccccc-dddddddd,\dots,x=1"
    math = ET.fromstring(mathml.mathml(tex, False))
    assert ["".join(part.itertext()) for part in math[0]] == [
        "aaaaaaaa−bbbbbbbb",
        "=cccccccc−dddddddd,",
    ]
    assert ["".join(part.itertext()) for part in math][1:] == ["…,", "x=1"]


def test_a_minus_after_a_comma_stands_at_what_it_negates():
    math = ET.fromstring(mathml.mathml(r"\max(0,-n)\ge\max(0,-m)-s(n-m)", False))
    forms = [mo.get("form") for mo in math.iter("mo") if mo.text == "−"]
    assert forms[:2] == ["prefix", "prefix"]
    assert "prefix" not in forms[2:]


@pytest.fixture(scope="module")
def styled(browser):
    """Draw a formula as the book does, a display in a place of some width; the page."""
    page = browser.new_page(device_scale_factor=2)  # as of a telephone
    style = (FONT.parent / "mathml.css").read_text("utf-8")
    style = style.replace(
        'url("fonts/STIXTwoMath.woff2', f'url("{next(FONT.glob("*Math.woff2")).as_uri()}'
    )
    page.goto(PLACE)

    def drawn(tex, width=None):
        made = mathml.mathml(tex, width is not None)
        if width:
            made = f"<div class='math'><div class='display'>{made}</div></div>"
        own = f"<style>{style} .math {{ width: {width}px }}</style>"
        page.set_content(f"{own}<div class='bd-article'>{made}</div>")
        page.evaluate("document.fonts.ready")
        return page

    yield drawn
    page.close()


@pytest.fixture
def lines(styled):
    """Draw displays in a place of some width; the boxes of the parts of each that begin a line."""

    def boxes(tex, width):
        parts = styled(tex, width).locator("math :not(.breaks):is(.breaks > *)")
        return parts.evaluate_all(BOXES)

    return boxes


@pytest.mark.parametrize("tex", [r"\sqrt{4\cdot10^8/100}", r"\sqrt{c_t^q}"])
def test_the_bar_of_a_root_keeps_off_a_power(look, monkeypatch, tex):
    def room():
        mathml.mathml.cache_clear()
        [root], [power] = look(tex, "msqrt"), look(tex, ":is(msup, msubsup) > :last-child")
        return power["top"] - root["top"]

    assert room() > 28  # of a letter of 100
    monkeypatch.setattr(mathml, "TALL_STRUT", mathml.STRUT)
    assert room() < 28
    mathml.mathml.cache_clear()


def test_a_line_of_a_display_does_not_begin_within_a_product(lines):
    """It begins with the sign between the sides."""
    tex = r"(t-1)m_t^2+y_t^2-tm_{t+1}^2=\Bigl(1-\frac1t\Bigr)(m_t-y_t)^2 ."
    *left, first, second = lines(tex, 300)
    assert all(first["top"] >= box["bottom"] - 2 for box in left)
    assert second["top"] < first["bottom"]


# A left side, and a right side of several terms that is wider than a telephone.
SIDES = [
    r"\operatorname{Regret}_T(u)\le\frac2{R^2\eta_T}+\frac18\sum_{t=1}^T\eta_t\|x_t\|^2+\gamma^2 .",
    r"\mathbb E[\text{mistakes}]\le\tfrac12L_1+\frac{\|u\|^2}{2\eta}+\frac{\eta R^2T}8+L_2+L_3 ,",
    r"k\gamma^2\le\bigl(R\|u\|+D\bigr)^2+\varepsilon\,\bigl(\|u\|+RD\bigr)+\gamma\|u\| ,",
    r"w_{t+1}=w_t-\eta_t(\langle w_t,x_t\rangle-y_t)\,x_t+\eta^2\lambda w_t+v_t ,",
]


@pytest.mark.parametrize("tex", SIDES)
def test_a_left_side_stands_with_what_it_is_compared_with(lines, tex):
    left, right, *rest = lines(tex, 260)
    assert right["left"] == pytest.approx(left["right"], abs=3)
    assert right["top"] < left["bottom"]
    under = [box for box in rest if box["top"] >= right["bottom"]]
    assert under, "the display is not wider than the telephone"
    assert all(box["left"] > left["left"] + 10 for box in under)


def test_a_long_product_goes_on_in_the_next_line(lines):
    left, *factors = lines(
        r"\frac1k=\frac{aaaaaaaa}b\cdot\frac{aaaaaaaa}b\cdot\frac{aaaaaaaa}b", 260
    )
    assert len(factors) == 3
    assert factors[0]["top"] < left["bottom"]
    assert factors[-1]["top"] >= left["bottom"]


def test_an_inner_product_is_not_broken():
    tex = r"aaaa=b+\langle v,x_t\rangle+c(d,e)+ffffffffffffff"
    assert row(tex) == ["aaaa", "=b+", "⟨v,xt⟩+", "c(d,", "e)+", "ffffffffffffff"]


def test_a_text_ends_and_begins_with_its_comma_and_bracket():
    tex = r"aaaa=b\text{, used with (}u\text{ of norm 1)}"
    displayed = ET.fromstring(mathml.mathml(tex, True))
    parts = ["".join(part.itertext()).strip() for part in displayed]
    assert parts == ["aaaa=b,", "used", "with", "(u", "of", "norm", "1)"]


@pytest.mark.parametrize("tex", [r"\frac{b}{4}\ln a", r"R^2\ln a", r"(b+c)\ln a", r"b\ln a"])
def test_a_function_stands_apart_from_a_factor(tex):
    before, _ = mathml.mathml(tex, False).split("<mi>ln</mi>")
    assert before.removesuffix("<mrow>").endswith('<mspace width="0.1667em"></mspace>')


def test_a_relation_that_comes_first_has_no_space_before_it():
    assert 'lspace="0"' in mathml.mathml(r"\le 0", False)
    assert "lspace" not in mathml.mathml(r"a\le 0", False)


def test_a_bracket_in_a_text_ends_its_line():
    parts = row(r"aaaaaaaa\ (bbbbbb=1\text{) with cccccc}")
    assert not any(part.startswith(")") for part in parts)


def test_rows_that_change_nothing_are_left_out():
    """Those that hold a thing together stay: under a power, in a fraction, around tall brackets."""
    assert mathml.mathml("f(x)+f(y)", False).count("<mrow") == 0
    assert mathml.mathml("0,1", False).count("<mrow") == 0
    for tex in (r"(x+y)^2", r"\frac{(x)}{2}", r"a\left(\frac12\right)"):
        assert mathml.mathml(tex, False).count("<mrow") == 1, tex


@pytest.mark.parametrize(
    ("end", "code"), [("", 0), ("sys.exit(3)", 3), ("raise KeyboardInterrupt", -signal.SIGINT)]
)
def test_a_process_that_converted_a_formula_ends(end, code):
    """Its engine has a thread for which Python 3.13 would wait for good."""
    program = f"import sys, mathml; mathml.mathml('x', False); {end}"
    command = [sys.executable, "-c", program]
    folder = Path(mathml.__file__).parent
    done = subprocess.run(command, cwd=folder, stderr=subprocess.DEVNULL, timeout=120)
    assert done.returncode == code
