"""The lecture view on a projector's screen: what is shown, how large, and the way through it."""

import re

import pytest
import site_checks
from conftest import HTML

CHAPTERS = sorted(path.stem for path in (HTML / "notebooks").glob("*.html"))
SCREEN = {"width": 1280, "height": 720}
PATIENCE = 60_000  # milliseconds; a busy machine takes its time
READABLE = 24  # px of 720: from the last row of a room six screens deep
# What one sees: boxes, letters and pictures that are shown, and how far the page goes on.
SEEN = """() => {
  const shown = (e) => e.checkVisibility() && e.getBoundingClientRect().height > 0;
  const all = (what) => [...document.querySelectorAll(`article ${what}`)].filter(shown);
  const text = (e) => e.closest(".proof, .exercise") && !e.closest("form, details, .checked");
  const bar = document.querySelector(".lecture-bar").getBoundingClientRect().top;
  return {
    titles: all(".caption-number").map((e) => e.textContent.trim()),
    figure: document.querySelector("figure.is-shown") !== null,
    pictures: all("figure img").map((e) => e.getBoundingClientRect().height),
    letters: all("p").filter(text).map((e) => parseFloat(getComputedStyle(e).fontSize)),
    buttons: all(".play button").filter((e) => !e.closest("details, table, .play-facts"))
      .map((e) => e.getBoundingClientRect().bottom - bar),
    over: document.querySelector("article").getBoundingClientRect().height - bar,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""
STATED = """() => [...document.querySelectorAll("article .caption-number")]
  .filter((e) => !e.closest(".solution, .sources, details"))
  .map((e) => e.textContent.trim())"""


@pytest.fixture(scope="module")
def a_screen(browser):
    page = browser.new_page(viewport=SCREEN, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    return page


@pytest.fixture
def screen(a_screen):
    yield a_screen
    site_checks.leave(a_screen)


def go(page, http, name, what="?view=lecture"):
    page.goto("about:blank")
    page.goto(f"{http}notebooks/{name}.html{what}")
    if "view=" in what:
        page.wait_for_selector(".lecture-bar")
        page.evaluate("fetchScripts().then(() => {})")


def count(page):
    return [
        int(n) for n in re.findall(r"\d+", page.locator(".lecture-bar span").first.inner_text())
    ]


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_is_shown_fits_and_can_be_read(screen, http, name):
    """Every theorem, exercise and figure has its screen; long ones may go on below it."""
    go(screen, http, name)
    at, number = count(screen)
    assert at == 1
    seen = [screen.evaluate(SEEN)]
    for _ in range(number - 1):
        screen.keyboard.press("PageDown")
        seen.append(screen.evaluate(SEEN))
    assert count(screen) == [number, number]
    assert [title for one in seen for title in one["titles"]] == screen.evaluate(STATED)
    for n, one in enumerate(seen, 1):
        assert one["wide"] <= 0, (n, one)
        assert min(one["letters"], default=READABLE) >= READABLE, (n, one)
        assert max(one["buttons"], default=0) <= 0, (n, one)
        if one["figure"]:
            assert min(one["pictures"], default=SCREEN["height"]) > SCREEN["height"] / 3, (n, one)
            assert one["over"] <= 0, (n, one)
    assert sum(one["over"] > 0 for one in seen) <= len(seen) / 6


def test_keys_and_buttons_move_and_the_address_follows(screen, http):
    go(screen, http, "04_separable", "#thm-block-novikoff")
    screen.keyboard.press("l")
    title = screen.locator(".is-shown .caption-number")
    assert title.inner_text().strip() == "Theorem 4.3"
    first = count(screen)[0]
    screen.keyboard.press("ArrowRight")
    screen.get_by_role("button", name="Back", exact=True).click()
    assert (count(screen)[0], title.inner_text().strip()) == (first, "Theorem 4.3")
    assert screen.url.endswith("?view=lecture#thm-block-novikoff")
    sent = screen.url
    screen.keyboard.press("End")
    assert len(set(count(screen))) == 1
    screen.keyboard.press("ArrowRight")  # and there is nothing behind the last
    assert len(set(count(screen))) == 1
    screen.keyboard.press("Home")
    assert count(screen)[0] == 1
    screen.goto("about:blank")
    screen.goto(sent)
    assert title.inner_text().strip() == "Theorem 4.3"
    screen.keyboard.press("Escape")
    assert screen.locator(".lecture-bar").count() == 0
    assert "view=" not in screen.url
    box = screen.locator("#thm-block-novikoff").bounding_box()
    assert 0 <= box["y"] < SCREEN["height"]
    assert screen.locator("footer").count()


def test_the_button_opens_what_is_read(screen, http):
    go(screen, http, "04_separable", "#def-margin")  # another place than that of the address
    screen.locator("#thm-scale").scroll_into_view_if_needed()
    screen.locator("#thm-scale").evaluate("(e) => e.scrollIntoView()")
    screen.get_by_role("button", name="Lecture view").click()
    assert screen.locator(".is-shown").get_attribute("id") == "thm-scale"


def test_what_is_typed_or_moved_is_left_alone(screen, http):
    """In an answer, and on a playground's plane, keys are theirs."""
    go(screen, http, "04_separable", "")
    screen.locator("form.answer input").first.focus()
    screen.keyboard.type("l")
    assert screen.locator(".lecture-bar").count() == 0
    go(screen, http, "04_separable")
    while not screen.locator(".play.is-shown").count():
        screen.keyboard.press("PageDown")
    at = count(screen)
    screen.locator(".play-plane [tabindex='0']").focus()
    screen.keyboard.press("ArrowRight")
    assert count(screen) == at
    screen.keyboard.press("PageDown")
    assert count(screen) == [at[0] + 1, at[1]]
