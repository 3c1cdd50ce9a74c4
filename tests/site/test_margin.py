"""The margin of a wide window: captions beside their figures, marks beside their theorems."""

from itertools import pairwise

import pytest
import site_checks
from conftest import HTML

CHAPTERS = sorted(path.stem for path in (HTML / "notebooks").glob("*.html"))
WIDE, NARROWER = {"width": 1300, "height": 900}, {"width": 1299, "height": 900}
# Of each caption that is shown: its box, that of its figure, and that of the picture or table.
CAPTIONS = """[...document.querySelectorAll("figcaption")]
  .filter((e) => e.checkVisibility() && !e.closest("details, .admonition"))
  .map((e) => [e, e.parentElement, e.parentElement.querySelector("table, img")]
    .map((box) => box.getBoundingClientRect().toJSON()))"""
# Of each mark of a theorem that is shown: its box, and those of the theorem and of its title.
MARKS = """[...document.querySelectorAll(".proof > .of-theorem > summary")]
  .filter((e) => e.checkVisibility() && !e.closest(".solution, details details"))
  .map((e) => [e, e.closest(".proof"), e.closest(".proof").querySelector(".admonition-title")]
    .map((box) => box.getBoundingClientRect().toJSON()))"""
CONTENTS = """Math.max(0, ...[...document.querySelectorAll(".sidebar-secondary-item")]
  .map((e) => e.getBoundingClientRect().bottom))"""
# What a page cuts off or covers: the first letter of a caption or a mark, or the last.
HIDDEN = """(async () => {
  const hidden = [];
  const letter = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  };
  const items = "article > section > section :is(figcaption, .of-theorem > summary)";
  for (const e of document.querySelectorAll(items)) {
    if (!e.checkVisibility() || e.closest("figure") && e.closest("details, .admonition")) continue;
    e.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode())
      if (/\\w/.test(walk.currentNode.data) && !walk.currentNode.parentElement.closest("math"))
        texts.push(walk.currentNode);
    const [first, last] = [texts.at(0), texts.at(-1)];
    const ends = [
      letter(first, first.data.search(/\\w/)),
      letter(last, last.data.trimEnd().search(/\\w\\W*$/)),
    ];
    for (const { x, y, width, height } of ends) {
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!e.contains(there)) hidden.push(e.textContent);
    }
  }
  return hidden;
})()"""


@pytest.fixture(scope="module")
def page(browser):
    return browser.new_page(viewport=WIDE, reduced_motion="reduce")


def beside(items):
    return [boxes for boxes in items if boxes[0]["left"] >= boxes[1]["right"] - 1]


def faults(page, width):
    """List what is wrong in the margin of the page."""
    captions, marks = page.evaluate(CAPTIONS), page.evaluate(MARKS)
    foot = page.evaluate(CONTENTS)
    shown = beside(captions) + beside(marks)
    boxes = sorted((box["top"], box["bottom"], box["right"]) for box, *_ in shown)
    return [
        *["captions below"] * (len(beside(captions)) < len(captions) - 1),  # the first may be
        *["marks below"] * (len(beside(marks)) < len(marks)),
        *[f"beyond the window: {box}" for box in boxes if box[2] > width],
        *[f"beside the contents: {box}" for box in boxes if box[0] <= foot],
        *[f"overlap: {a}, {b}" for a, b in pairwise(boxes) if a[1] > b[0]],
        *[
            f"off level: {box}"
            for box, _, drawn in beside(captions)
            if abs(box["top"] - drawn["top"]) > 10
        ],
        *[
            f"off level: {box}"
            for box, of, title in beside(marks)
            if not of["top"] <= box["top"] <= (title["top"] + title["bottom"]) / 2
        ],
        *[
            f"gap below: {text}"
            for text, figure, drawn in beside(captions)
            if figure["height"] > drawn["height"] + 60
        ],
        *page.evaluate(HIDDEN),
        *["wider than the window"]
        * (page.evaluate("document.documentElement.scrollWidth") > width),
    ]


@pytest.mark.parametrize("width", [1300, 1600])
@pytest.mark.parametrize("name", CHAPTERS)
def test_captions_and_marks_stand_beside_what_they_belong_to(page, http, name, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{http}notebooks/{name}.html")
    page.add_style_tag(content=site_checks.STILL)
    assert faults(page, width) == []


MARK = ".bd-article .of-theorem > summary"


@pytest.mark.parametrize(
    ("fault", "style"),
    [
        ("overlap", f"{MARK} {{ height: 40rem; }}"),
        ("off level", f"{MARK} {{ top: 5rem !important; }}"),
        ("marks below", f"{MARK} {{ position: static !important; }}"),
        ("beyond the window", f"{MARK} {{ width: 20rem !important; }}"),
        (
            "kernel",
            ".bd-article section section { overflow: clip; overflow-clip-margin: 0px !important; }",
        ),
        ("gap below", "figure > figcaption { margin: 0 !important; }"),
    ],
)
def test_a_fault_in_the_margin_is_noticed(page, http, fault, style):
    page.set_viewport_size(WIDE)
    page.goto(f"{http}notebooks/06_hinge_bounds.html")
    page.add_style_tag(content=site_checks.STILL + style)
    assert any(found.startswith(fault) for found in faults(page, WIDE["width"]))


def test_a_mark_opens_its_claims_under_the_theorem_and_stays(page, http):
    page.set_viewport_size(WIDE)
    page.goto(f"{http}notebooks/04_separable.html")
    page.add_style_tag(content=site_checks.STILL)
    theorem = page.locator("#thm-block-novikoff")
    mark = theorem.locator(".of-theorem > summary")
    mark.scroll_into_view_if_needed()
    before = mark.bounding_box()
    mark.click()
    assert mark.bounding_box() == before
    box, claims = theorem.bounding_box(), theorem.locator(".of-claims").bounding_box()
    assert box["x"] < claims["x"] < claims["x"] + claims["width"] < box["x"] + box["width"]
    assert claims["y"] > theorem.locator(".math").last.bounding_box()["y"]


def test_in_a_window_without_a_margin_they_stand_below(page, http):
    page.set_viewport_size(NARROWER)
    page.goto(f"{http}notebooks/04_separable.html")
    assert not beside(page.evaluate(CAPTIONS) + page.evaluate(MARKS))


def test_a_button_opens_the_contents_where_one_reads(page, http):
    page.set_viewport_size(WIDE)
    page.goto(f"{http}notebooks/04_separable.html")
    page.add_style_tag(content=site_checks.STILL)
    page.wait_for_load_state("networkidle")
    page.locator("#thm-bias").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.evaluate("document.querySelector('.secondary-toggle').click()")  # Playwright would scroll
    link = page.locator("dialog[open] a", has_text="How tight the bound is")
    assert link.is_visible()
    assert page.evaluate("scrollY") == before
    link.click()
    page.wait_for_function("location.hash === '#how-tight-the-bound-is'")
