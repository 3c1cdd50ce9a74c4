"""What the buttons of a page do."""

import re

import pytest

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("buttons")]
PAGE = "notebooks/04_separable.html"
EXAMPLE = "book/api/learners.perceptron.html"  # with prompts and output


@pytest.fixture(scope="module")
def page(browser):
    context = browser.new_context(viewport={"width": 1300, "height": 900}, color_scheme="light")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return context.new_page()


@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_of_an_example_what_is_typed_is_copied(page, http, way):
    """No prompt and no output; and who copies by the keyboard stays at the button."""
    page.goto(http + EXAMPLE)
    box = page.locator(".doctest .highlight").first
    button = box.locator("button.copybtn")
    button.focus()
    page.evaluate("addEventListener('click', ({ target }) => (window.said = target.innerText))")
    button.press("Enter") if way == "keyboard" else button.click()
    assert page.evaluate("window.said") == "Copied"  # for a second and a half
    assert button.evaluate("(e) => e === document.activeElement")
    copied = page.evaluate("navigator.clipboard.readText()")
    lines = box.locator("pre").inner_text().strip().split("\n")
    assert copied.split("\n") == [line[4:] for line in lines if re.match(r">>>|\.\.\.", line)]
    assert len(lines) > len(copied.split("\n"))


def test_colours_go_round_and_are_kept(page, http):
    page.goto(http + PAGE)
    seen = []
    for _ in range(3):
        page.locator(".theme-switch-button").click()
        seen.append(page.evaluate("Object.values({ ...document.documentElement.dataset })"))
    modes = [{"auto", "light", "dark"} & set(values) for values in seen]
    assert modes == [{"dark"}, {"light"}, {"auto", "light"}]
    page.locator(".theme-switch-button").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.evaluate("localStorage.clear()")


def test_the_search_opens_by_its_button_and_by_keys(page, http):
    page.goto(http + PAGE)
    for press in (
        lambda: page.locator(".search-button__button").first.click(),
        lambda: page.keyboard.press("Control+k"),
    ):
        press()
        page.locator("#pst-search-dialog[open]").wait_for()
        assert page.evaluate("document.activeElement.name") == "q"
        page.keyboard.press("Escape")
        assert page.locator("#pst-search-dialog[open]").count() == 0
    page.keyboard.press("Control+k")
    page.mouse.click(5, 890)  # beside it
    assert page.locator("#pst-search-dialog[open]").count() == 0
    page.goto(f"{http}search.html")  # which has a field of its own
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.name") == "q"
    assert page.locator("#pst-search-dialog[open]").count() == 0


# A drawer is a dialog, into which the list moves and out of which it comes back.
DRAWER = """(async () => {
  const list = document.getElementById("pst-primary-sidebar"), all = list.innerHTML;
  document.querySelector(".primary-toggle").click();
  const drawer = document.querySelector("dialog[open]");
  const seen = [drawer.contains(document.querySelector(".bd-docs-nav")), list.innerHTML];
  drawer.querySelector(".close-drawer").click();
  const open = () => list.innerHTML !== all || document.querySelector("dialog[open]");
  for (let asked = 0; open() && asked < 200; asked++)
    await new Promise((then) => setTimeout(then, 50));
  return [...seen, list.innerHTML === all, document.querySelector("dialog[open]")];
})()"""


def test_on_a_telephone_the_list_of_pages_comes_and_goes(browser, tab, http):
    small = browser.new_page(viewport={"width": 390, "height": 844})
    small.goto(http + PAGE)
    tab.resize(390)
    tab.open(http + PAGE)
    tab.wait("document.querySelector('.close-drawer')")
    for found in (small.evaluate(DRAWER), tab.evaluate(DRAWER)):
        assert found == [True, "", True, None]
    small.close()


def test_in_a_wide_window_the_list_of_pages_shows_this_one_and_is_put_away(page, http):
    page.goto(f"{http}book/api/show.tables.html")  # among the last
    here = page.locator("#pst-primary-sidebar a.current").last
    assert here.evaluate("(e) => e.getBoundingClientRect().bottom < innerHeight")
    for hidden in (True, False):
        page.locator(".primary-toggle").first.click()
        here.wait_for(state="hidden" if hidden else "visible")
