"""In a wide window the list of sections stays, and marks the one that is read."""

import pytest
import site_checks

PAGE = "notebooks/04_separable.html"
MARKED = "[...document.querySelectorAll('#pst-page-toc-nav a.active')].map((e) => e.hash)"
JUMP = """(id) => document.getElementById(id).scrollIntoView({ behavior: "instant" })"""


@pytest.fixture(scope="module")
def page(browser, http):
    page = browser.new_page(viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
    page.goto(http + PAGE)
    page.add_style_tag(content=site_checks.STILL)
    return page


# Up and down, a jump far over other headings, and a place between two headings.
@pytest.mark.parametrize(
    ("place", "section"),
    [
        ("margin", "margin"),
        ("exercises", "exercises"),
        ("the-step-that-fails", "the-step-that-fails"),
        ("equation-eq-growth", "the-proof-is-a-race"),
    ],
)
def test_the_section_that_is_read_is_marked(page, place, section):
    page.evaluate(JUMP, place)
    page.wait_for_function(f"JSON.stringify({MARKED}) === '[\"#{section}\"]'")
    assert page.locator(f"#pst-page-toc-nav a[href='#{section}']").is_visible()


def test_in_a_narrow_window_a_button_opens_the_list(browser, http):
    page = browser.new_page(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    page.goto(http + PAGE)
    page.wait_for_load_state("networkidle")
    page.locator(".secondary-toggle").click()
    page.locator("dialog[open] a", has_text="Going further").click()
    page.wait_for_function("location.hash === '#going-further'")
