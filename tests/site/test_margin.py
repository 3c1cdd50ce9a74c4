"""Captions in the margin of a wide window: beside their figures, and clear of all else there."""

from itertools import pairwise

import pytest
import site_checks
from conftest import HTML

CHAPTERS = sorted(path.stem for path in (HTML / "notebooks").glob("*.html"))
WIDE, NARROWER = {"width": 1300, "height": 900}, {"width": 1299, "height": 900}
# Of each caption that is shown: its box, that of its figure, and that of the picture or table.
CAPTIONS = """[...document.querySelectorAll("figcaption")]
  .filter((e) => e.checkVisibility() && !e.closest("details, .admonition"))
  .map((e) => [e, e.parentElement, e.parentElement.firstElementChild]
    .map((box) => box.getBoundingClientRect().toJSON()))"""
CONTENTS = """Math.max(0, ...[...document.querySelectorAll(".sidebar-secondary-item")]
  .map((e) => e.getBoundingClientRect().bottom))"""
# What is seen in the middle of the first line of a caption, which a page may cut off or cover.
SEEN = """(async () => {
  const covered = [];
  for (const e of document.querySelectorAll("article > section > section figcaption")) {
    if (!e.checkVisibility() || e.closest("details, .admonition")) continue;
    e.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = e.querySelector(".caption-number").getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!e.contains(there)) covered.push(e.textContent);
  }
  return covered;
})()"""


@pytest.fixture(scope="module")
def page(browser):
    return browser.new_page(viewport=WIDE, reduced_motion="reduce")


def beside(captions):
    return [boxes for boxes in captions if boxes[0]["left"] >= boxes[1]["right"] - 1]


@pytest.mark.parametrize("name", CHAPTERS)
def test_captions_stand_beside_their_figures(page, http, name):
    page.set_viewport_size(WIDE)
    page.goto(f"{http}notebooks/{name}.html")
    page.add_style_tag(content=site_checks.STILL)
    captions = page.evaluate(CAPTIONS)
    found = beside(captions)
    assert len(found) >= len(captions) - 1  # the first stands under its figure, beside the contents
    foot = page.evaluate(CONTENTS)
    for text, figure, drawn in found:
        assert text["right"] <= WIDE["width"]
        assert figure["top"] <= text["top"] <= text["bottom"] <= figure["bottom"] + 1
        assert text["top"] > foot
        assert figure["height"] < max(text["height"], drawn["height"]) + 60  # no gap below
    boxes = sorted((text["top"], text["bottom"]) for text, *_ in found)
    assert all(end <= start for (_, end), (start, _) in pairwise(boxes))
    assert page.evaluate(SEEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE["width"]


def test_in_a_window_without_a_margin_they_stand_below(page, http):
    page.set_viewport_size(NARROWER)
    page.goto(f"{http}notebooks/04_separable.html")
    assert not beside(page.evaluate(CAPTIONS))


def test_a_button_opens_the_contents_where_one_reads(page, http):
    page.set_viewport_size(WIDE)
    page.goto(f"{http}notebooks/04_separable.html")
    page.add_style_tag(content=site_checks.STILL)
    page.wait_for_load_state("networkidle")
    page.locator("#thm-bias").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.evaluate("document.querySelector('.secondary-toggle').click()")  # Playwright would scroll
    link = page.locator("dialog[open] a", has_text="How tight it is")
    assert link.is_visible()
    assert page.evaluate("scrollY") == before
    link.click()
    page.wait_for_function("location.hash === '#how-tight-it-is'")
