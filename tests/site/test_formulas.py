"""Formulas in MathML: spaced, placed and broken as TeX does, seen in the browser."""

from xml.etree import ElementTree as ET

import pytest
import test_play_page

from typeset import mathml

PLACE = (test_play_page.HTML / "genindex.html").as_uri()  # from where fonts of the disk are read
BOXES = "all => all.map((e) => e.getBoundingClientRect().toJSON())"
FONT = test_play_page.HTML / "_static" / "fonts"


@pytest.fixture(scope="module")
def drawn(browser):
    """Draw a formula as the book does, large in a line, or a display in a place of some width."""
    page = browser.new_page(device_scale_factor=2)  # as of a telephone
    style = (FONT.parent / "mathml.css").read_text("utf-8")
    style = style.replace(
        'url("fonts/STIXTwoMath.woff2', f'url("{next(FONT.glob("*Math.woff2")).as_uri()}'
    )
    page.goto(PLACE)

    def boxes(tex, selector, width=None):
        """The boxes of the elements that a selector finds."""
        made = mathml.mathml(tex, width is not None)
        size = f".math {{ width: {width}px }}" if width else "math { font-size: 100px }"
        page.set_content(
            f"<style>{style} {size}</style><div class='bd-article'>"
            f"<div class='math'><div class='display'>{made}</div></div></div>"
        )
        page.evaluate("document.fonts.ready")
        return page.locator(f"math {selector}").evaluate_all(BOXES)

    yield boxes
    page.close()


@pytest.fixture
def lines(drawn):
    """Draw a display in a place of some width; the boxes of its parts that begin a line."""
    return lambda tex, width: drawn(tex, ":not(.breaks):is(.breaks > *)", width)


def test_subscripts_stand_at_one_height(drawn):
    x, y, g = drawn(r"x_t y_t \gamma_t", "msub > :last-child")
    assert x["top"] == y["top"] == g["top"]


@pytest.mark.parametrize("tex", ["w_{t+1}", "w^{t=1}", r"\sum_{s<t}"])
def test_there_are_no_spaces_in_scripts(drawn, tex):
    script = ":is(msub, msup, munder) > mrow"
    t, one = drawn(tex, f"{script} > :is(mi, mn)")
    (sign,) = drawn(tex, f"{script} > mo")
    assert one["left"] - t["right"] == pytest.approx(sign["width"], abs=1)
    assert sign["width"] < 60


@pytest.mark.parametrize(
    ("tex", "sign", "forms"),
    [
        (r"(x_1,y_1),\dots,(x_T,y_T)", "(", ["prefix", "prefix"]),
        (r"\max(0,-n)\ge\max(0,-m)-s(n-m)", "−", ["prefix", "prefix", "infix", None]),
    ],
)
def test_signs_are_spaced_as_what_they_are(tex, sign, forms):
    """A bracket is no relation, and a minus after a comma stands at what it negates."""
    math = ET.fromstring(mathml.mathml(tex, False))
    assert [mo.get("form") for mo in math.iter("mo") if mo.text == sign] == forms


def parts(element):
    """Where a formula begins a line if there is no room: its parts, as texts, or lists of such."""
    return [
        parts(part) if part.get("class") == "breaks" else "".join(part.itertext()).strip()
        for part in element
    ]


SUM = r"aaaaaaaaaa+bbbbbbbbbb-cccccccccc"
BROKEN = [
    (SUM, False, ["aaaaaaaaaa+", "bbbbbbbbbb−", "cccccccccc"]),
    (SUM, True, ["aaaaaaaaaa", "+bbbbbbbbbb", "−cccccccccc"]),
    (  # at a relation rather than in a sum
        r"aaaaaaaa-bbbbbbbb=cccccccc-dddddddd",
        False,
        [[[["aaaaaaaa−", "bbbbbbbb"], "=cccccccc−"], "dddddddd"]],
    ),
    (  # not within an inner product
        r"aaaa=b+\langle v,x_t\rangle+c(d,e)+ffffffffffffff",
        False,
        [[["aaaa", "=b+"], "⟨v,xt⟩+", "c(d,", "e)+", "ffffffffffffff"]],
    ),
    (  # a text has its comma and its bracket
        r"aaaa=b\text{, used with (}u\text{ of norm 1)}",
        True,
        ["aaaa=b,", "used", "with", "(u", "of", "norm", "1)"],
    ),
    (
        r"aaaaaaaa\ (bbbbbb=1\text{) with cccccc}",
        False,
        ["aaaaaaaa\xa0(bbbbbb=1)", "with", "cccccc"],
    ),
]


@pytest.mark.parametrize(("tex", "display", "broken"), BROKEN)
def test_where_a_line_may_end(tex, display, broken):
    assert parts(ET.fromstring(mathml.mathml(tex, display))) == broken


@pytest.mark.parametrize("tex", [r"\sqrt{4\cdot10^8/100}", r"\sqrt{c_t^q}"])
def test_the_bar_of_a_root_keeps_off_a_power(drawn, tex):
    [root], [power] = drawn(tex, "msqrt"), drawn(tex, ":is(msup, msubsup) > :last-child")
    assert power["top"] - root["top"] > 28  # of a letter of 100


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


@pytest.mark.parametrize("tex", [r"\frac{b}{4}\ln a", r"R^2\ln a", r"b\ln a"])
def test_a_function_stands_apart_from_a_factor(tex):
    before, _ = mathml.mathml(tex, False).split("<mi>ln</mi>")
    assert before.removesuffix("<mrow>").endswith('<mspace width="0.1667em"></mspace>')
