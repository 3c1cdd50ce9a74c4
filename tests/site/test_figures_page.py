"""The figures to play with in the browser: by keys, pointer and touch, and what is sent on."""

from contextlib import contextmanager

import pytest
import site_checks
from bs4 import BeautifulSoup
from test_play_page import HTML, opened

PAGES = {
    "clocks": "notebooks/01_online_learning.html",
    "factors": "notebooks/09_bounds_on_data.html",
    "bowl": "notebooks/02_gradient_descent.html",
    "powers": "notebooks/06_hinge_bounds.html",
    "regret": "notebooks/07_regret.html",
    "coins": "notebooks/08_randomized.html",
    "experts": "notebooks/11_experts.html",
    "votes": "notebooks/10_relatives.html",
    "blocks": "notebooks/12_at_scale.html",
}
SHOWN = "section { content-visibility: visible !important }"  # nothing moves while it is looked at


def figure_address(http, name, state=None):
    return f"{http}{PAGES[name]}" + (f"#play-{name}?{state}" if state is not None else "")


class Figure:
    """A figure on its page."""

    def __init__(self, page, name):
        self.page, self.name = page, name
        self.root = page.locator(f"#play-{name}")
        self.root.locator(".play-said").wait_for()
        page.add_style_tag(content=SHOWN)

    @property
    def state(self):
        return self.page.evaluate(f"document.querySelector('#play-{self.name}').play.now()")

    @property
    def said(self):
        return self.root.locator(".play-said").inner_text()

    def press(self, name):
        self.root.get_by_role("button", name=name, exact=True).click()


@contextmanager
def played(browser, http, name, state=None, **options):
    with opened(browser, figure_address(http, name, state), **options) as page:
        yield Figure(page, name)


@pytest.fixture(params=PAGES)
def figure(request, browser, http):
    with played(browser, http, request.param) as figure:
        yield figure


# --- All figures alike --------------------------------------------------------------------------


def test_sliders_change_undo_and_reset(figure):
    figure.press("Undo")
    assert "nothing to undo" in figure.said
    for svg in figure.root.locator(".play-stage svg").all():
        assert len(svg.get_attribute("aria-label")) > 15
    before = figure.state
    for slider in figure.root.get_by_role("slider").all():
        slider.press("ArrowRight")
        slider.press("ArrowRight")
        assert figure.state != before
        assert slider.get_attribute("aria-valuetext")
        figure.press("Undo")  # both steps at once
        assert figure.state == before
        slider.press("ArrowRight")
        slider.press("Control+z")
        assert figure.state == before
        slider.press("End")
        assert "NaN" not in figure.root.inner_text()
        ended = figure.state
        figure.press("Reset")
        assert figure.state == before
        figure.press("Undo")
        assert figure.state == ended != before
        figure.press("Reset")


def test_a_state_is_sent_on(figure, browser, http):
    figure.root.get_by_role("slider").last.press("End")
    figure.root.locator("summary").click()
    figure.press("Copy link")
    link, state = figure.root.locator(".play-address").input_value(), figure.state
    assert link.startswith(figure_address(http, figure.name, ""))
    with opened(browser, link) as page:
        other = Figure(page, figure.name)
        assert other.state == state
        page.goto(figure_address(http, figure.name, ""))  # on the same page
        page.wait_for_function(
            "s => document.querySelector('.play-figure').play.now() !== s", arg=state
        )
        assert other.state != state


@pytest.mark.parametrize("name", PAGES)
def test_without_scripts_the_page_says_what_would_be_there(name):
    page = BeautifulSoup((HTML / PAGES[name]).read_text("utf-8"), "html.parser")
    assert "a script lets you" in page.find(id=f"play-{name}").get_text()


@pytest.mark.parametrize("name", PAGES)
def test_figures_are_read_by_everyone(browser, http, name):
    """On a telephone, and unfolded; each page is looked at on a desk as well."""
    with opened(browser, width=390) as page:
        site_checks.settle(page, figure_address(http, name))
        figure = Figure(page, name)
        figure.root.locator("summary").click()
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0
        for theme in ("light", "dark"):
            found = site_checks.violations(page, theme, site_checks.WCAG)
            assert not [each for each in found if "#play-" in each or ".play-" in each]


# --- The bowl -----------------------------------------------------------------------------------


def test_the_start_is_moved_by_keys_and_pointer(browser, http):
    with played(browser, http, "bowl") as figure:
        handle = figure.root.locator(".play-handle")
        for key in ("ArrowLeft", "Shift+ArrowDown", "Control+ArrowUp"):
            handle.press(key)
        assert figure.state["start"] == [0.8, 1.095]
        assert "The start is (0.8, 1.095)." in figure.said
        plane = figure.root.locator(".play-plane").bounding_box()
        handle.hover()
        figure.page.mouse.down()
        middle, height = plane["x"] + plane["width"] / 2, plane["y"] + plane["height"] / 4
        figure.page.mouse.move(middle, height, steps=3)
        figure.page.mouse.up()
        figure.page.mouse.move(middle, plane["y"], steps=3)
        assert figure.state["start"] == pytest.approx([0, 0.65], abs=0.01)
        figure.press("Undo")
        assert figure.state["start"] == [0.8, 1.095]


# --- Regret -------------------------------------------------------------------------------------


def test_losses_are_chosen_by_keys(browser, http):
    with played(browser, http, "regret") as figure:
        aim = figure.root.locator(".play-aim")
        aim.focus()
        for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "Shift+ArrowLeft"):
            figure.page.keyboard.press(key)
        assert "16 degrees" in aim.get_attribute("aria-label")
        figure.page.keyboard.press("Enter")
        figure.page.keyboard.press("Space")
        assert figure.state["rounds"] == [0] * 8 + [16, 16]
        assert figure.said.startswith("Round 10: the loss pointed to 16°")
        figure.root.get_by_role("combobox").select_option("segment")
        aim.focus()
        figure.page.keyboard.press("ArrowLeft")
        figure.page.keyboard.press("Enter")
        assert figure.state["rounds"][-1] == 180


# --- Coins --------------------------------------------------------------------------------------


def test_labels_are_given_by_keys_and_pointer(browser, http):
    with played(browser, http, "coins", "R=1&kappa=1.4&eta=1&rounds=") as figure:
        plus = figure.root.get_by_role("button", name="Label +1")
        plus.click()
        assert figure.state["rounds"] == [1]
        assert "the leader predicted it with chance 0.5, clipped" in figure.said
        figure.page.keyboard.press("-")
        figure.page.keyboard.press("+")
        assert figure.state["rounds"] == [1, 0, 1]


# --- Experts ------------------------------------------------------------------------------------


def test_experts_err_by_keys_and_pointer(browser, http):
    with played(browser, http, "experts", "rounds=") as figure:
        flag = figure.root.get_by_role("button", name="Expert 1 errs")
        flag.click()
        assert "Expert 1 errs" in figure.said
        figure.page.keyboard.press("3")
        figure.page.keyboard.press("6")  # there are four
        assert flag.get_attribute("aria-pressed") == "true"
        figure.root.get_by_role("button", name="Play the round").press("Enter")
        assert figure.state["rounds"] == [5]
        assert "experts 1, 3 erred, and Hedge paid the trust in them, 0.5" in figure.said
        figure.press("The most trusted errs")
        assert figure.state["rounds"] == [5, 2]
        figure.root.get_by_role("slider", name="Experts N").press("Home")
        assert figure.root.locator(".play-flags button:visible").count() == 2
        assert "NaN" not in figure.root.inner_text()


# --- The four factors ----------------------------------------------------------------------------


def test_examples_are_moved_by_keys(browser, http):
    with played(browser, http, "factors") as figure:
        third = figure.root.get_by_role("button", name="Example 3, label +1")
        third.focus()
        for key in ("ArrowLeft", "Shift+ArrowDown", "ArrowDown"):
            figure.page.keyboard.press(key)
        assert figure.state["points"][4:6] == [-3, 9]
        assert "Example 3 is at (−0.3, 0.9)." in figure.said
        assert "the largest factor is margins" in figure.said
        figure.press("Undo")
        assert figure.state["points"][4:6] == [-2, 15]
        figure.press("One long example")
        assert "the largest factor is lengths" in figure.said
