"""The playground in the browser: every action by keys, pointer and touch, and what is sent on."""

from contextlib import contextmanager

import pytest
import site_checks

from interactive import playground

HTML = playground.SCRIPTS.parents[2] / "_build" / "html"
PAGE = "book/playground.html"
CHAPTERS = ["notebooks/03_perceptron", "notebooks/04_separable", "notebooks/05_nonseparable"]
PATIENCE = 300_000  # milliseconds; a busy machine takes its time
STATE = "document.querySelector('.play').play.now()"
# What is laid out between the two halves of a press can move the thing that was pressed; and a
# chapter's scripts come once a reader has begun.
LAY_OUT = """(async () => {
  for (const section of document.querySelectorAll(".bd-article section section"))
    section.classList.add("laid-out");
  if (typeof fetchScripts === "function") await fetchScripts();
})()"""
INSIDE = """([x, y]) => [".play-plus", ".play-minus"].map((name) => {
  const half = document.querySelector(".play").play.now().view;
  const at = document.querySelector(".play-plane").createSVGPoint();
  Object.assign(at, { x: 200 + (200 * x) / half, y: 200 - (200 * y) / half });
  return document.querySelector(".play-bent " + name).isPointInFill(at);
})"""
NEXT = "document.querySelector('.play-plane [tabindex=\"0\"]')"


FREE = {}  # pages that wait to be used again, by browser and options


def new_page(browser, moving, width, script, **options):
    """A page of its own context, with a clock that stands still, and a script that runs first."""
    motion = "no-preference" if moving else "reduce"
    size = {"width": width, "height": 900}
    context = browser.new_context(viewport=size, reduced_motion=motion, **options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(script)
    page = context.new_page()
    page.clock.install()
    return page


@contextmanager
def opened(browser, address="", moving=False, width=1280, script="", **options):
    """A page, at an address, that no other test sees; nothing may go wrong meanwhile."""
    free = FREE.setdefault((browser, moving, width, script, *options.items()), [])
    page = free.pop() if free else new_page(browser, moving, width, script, **options)
    with site_checks.listening(page, address.split("book/")[0].split("notebooks/")[0]) as found:
        if address:
            page.goto(address)
            page.evaluate(LAY_OUT)
        yield page
    site_checks.leave(page)
    free.append(page)
    assert not (found and options.get("java_script_enabled", True)), found


@pytest.fixture
def page(browser, http):
    with opened(browser, http + PAGE) as page:
        yield page


def state(page):
    return page.evaluate(STATE)


def status_text(page):
    return page.locator(".play-said").inner_text()


def focus(page):
    """Give the plane the focus, as the tab key does."""
    page.evaluate(f"{NEXT}.focus()")


def facts(page):
    return page.locator(".play-facts").inner_text()


def bound(page):
    return page.locator(".play-numbers tbody tr:nth-child(2) td").first.inner_text()


# --- By keys ----------------------------------------------------------------------------------


def test_the_plane_is_one_stop_of_the_tab_key(page):
    assert page.locator(".play-plane [tabindex='0']").count() == 1
    page.get_by_role("combobox", name="Learner").focus()
    page.keyboard.press("Tab")  # the link to the place of the book
    page.keyboard.press("Tab")
    assert page.evaluate(f"document.activeElement === {NEXT}")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Point 1")


def test_points_are_changed_by_keys(page):
    before = state(page)["points"]
    focus(page)
    page.keyboard.press("ArrowRight")
    grid = state(page)["view"] / 32
    assert state(page)["points"][0] == [before[0][0] + grid, *before[0][1:]]
    page.keyboard.press("Shift+ArrowUp")
    assert state(page)["points"][0][1] == before[0][1] + grid / 8
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    assert state(page)["points"][1] == [*before[1][:2], -before[1][2]]
    assert f"Point 2 has the label {'+1' if before[1][2] < 0 else '−1'} now" in status_text(page)
    page.keyboard.press("p")
    page.keyboard.press("Delete")
    assert len(state(page)["points"]) == len(before) - 1
    assert "is gone" in status_text(page)
    page.keyboard.press("a")
    assert len(state(page)["points"]) == len(before)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(
        f"Point {len(before)}"
    )


def test_the_comparator_is_moved_by_keys(page):
    focus(page)
    page.keyboard.press("p")  # from the first point back to the last thing
    before, value = state(page)["u"], bound(page)
    page.keyboard.press("ArrowUp")
    assert state(page)["u"][1] > before[1]
    assert bound(page) != value
    assert "margin asked" in status_text(page)


def test_time_is_moved_by_keys(page):
    focus(page)
    page.keyboard.press("s")
    page.keyboard.press("s")
    assert state(page)["t"] == 2
    assert status_text(page).startswith("Round 2 of 8: point 2")
    page.keyboard.press("b")
    assert state(page)["t"] == 1
    page.keyboard.press("Space")
    assert page.locator(".play-go").inner_text() == "Pause"
    page.clock.run_for(20_000)
    assert state(page)["t"] == 8
    assert page.locator(".play-go").inner_text() == "Play"
    assert "mistakes so far" in status_text(page)
    page.get_by_role("button", name="Reset").press("Enter")
    assert state(page)["t"] == 0
    page.get_by_role("slider", name="Round").press("End")
    assert state(page)["t"] == 8
    page.get_by_role("button", name="Back").press("Enter")
    assert state(page)["t"] == 7


def test_the_learner_is_changed_by_keys(page):
    page.locator(".play-more summary").press("Enter")
    assert not page.get_by_label("Seed").is_visible()
    chosen = {"A score of zero": "plus", "Order": "shuffled", "Bias": "bias"}
    for label, value in chosen.items():
        page.get_by_role("combobox", name=label).select_option(value)
    written = {"Passes": 3, "Step size η": 0.5, "Start, first": 2, "Seed": 5}
    for label, value in written.items():
        page.get_by_label(label).fill(str(value))
        page.get_by_label(label).press("Tab")
    now = {"rule": "plus", "order": "shuffled", "bias": "bias"}
    now |= {"passes": 3, "step": 0.5, "start": [2, 0], "seed": 5}
    assert now.items() <= state(page).items()
    assert "of 24 rounds" in facts(page)


def test_a_curve_separates_what_a_line_does_not(browser, http):
    """Each point of the picture lies in the shade of its label."""
    for preset in ("corners&t=12", "spirals&t=56"):
        with opened(browser, f"{http}{PAGE}#preset={preset}") as page:
            for x, y, label in state(page)["points"]:
                inside = page.evaluate(INSIDE, [x, y])
                assert inside == [label > 0, label < 0], (preset, x, y)


# --- By pointer and touch ---------------------------------------------------------------------


def on_page(page, x, y):
    """Where a point of the plane is on the page."""
    box = page.locator(".play-plane").bounding_box()
    half = state(page)["view"]
    return (
        box["x"] + box["width"] * (0.5 + x / 2 / half),
        box["y"] + box["height"] * (0.5 - y / 2 / half),
    )


def drag(page, start, end):
    page.mouse.move(*on_page(page, *start))
    page.mouse.down()
    page.mouse.move(*on_page(page, *end), steps=4)
    page.mouse.up()


def test_points_and_comparator_are_changed_by_the_pointer(page):
    before = state(page)["points"]
    page.mouse.click(*on_page(page, 3, 3))
    assert state(page)["points"][:-1] == before
    assert state(page)["points"][-1][:2] == [3, 3]
    page.mouse.click(*on_page(page, *before[0][:2]))
    assert state(page)["points"][0] == [*before[0][:2], -before[0][2]]
    drag(page, before[1][:2], (-3, 3))
    assert state(page)["points"][1] == [-3, 3, before[1][2]]
    drag(page, (3, 3), (5, 3))
    assert len(state(page)["points"]) == len(before)
    value = bound(page)
    drag(page, state(page)["u"], (2, 2))
    assert state(page)["u"] == [2, 2]
    assert bound(page) != value


def swipe(page, start, end):
    """Draw a finger over the page; what a browser makes of it is its own affair."""
    session = page.context.new_cdp_session(page)
    steps = [[a + (b - a) * i / 5 for a, b in zip(start, end, strict=True)] for i in range(6)]
    for i, (x, y) in enumerate(steps):
        kind = "touchStart" if i == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_moves_points_and_scrolls_the_page_elsewhere(browser, http):
    with opened(browser, http + PAGE, width=390, has_touch=True, is_mobile=True) as page:
        page.locator(".play-plane").scroll_into_view_if_needed()
        before, top = state(page)["points"], page.evaluate("scrollY")
        swipe(page, on_page(page, *before[0][:2]), on_page(page, 3, 3))
        assert state(page)["points"] == [[3, 3, before[0][2]], *before[1:]]
        assert page.evaluate("scrollY") == top
        now = state(page)["points"]
        swipe(page, on_page(page, 0, -1), on_page(page, 0, 3))
        page.wait_for_function("y => scrollY > y", arg=top)
        assert state(page)["points"] == now


def test_the_best_comparator_is_taken(page):
    for number, row in enumerate(page.locator(".play-numbers tbody tr").all()):
        row.get_by_role("button").click()
        row = page.locator(".play-numbers tbody tr").nth(number)
        yours, best = row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text()
        assert best == f"{yours}, proved least"


# --- Arriving, leaving, sending on ------------------------------------------------------------


def test_nothing_moves_by_itself_where_motion_is_unwanted(page):
    page.clock.run_for(5000)
    assert state(page)["t"] == 0
    assert page.locator(".play-go").inner_text() == "Play"
    still = "getComputedStyle(document.querySelector('.play-boundary')).transitionDuration"
    assert page.evaluate(still) == "0s"


def test_a_situation_is_sent_by_its_address(browser, page):
    page.get_by_role("combobox", name="Situation").select_option("family")
    page.locator(".play-more summary").click()
    page.get_by_label("Order").select_option("shuffled")
    focus(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    page.clock.run_for(1000)
    assert "preset=family" in page.url
    with opened(browser, page.url) as other:
        assert state(other) == state(page)
        other.evaluate("location.hash = '#preset=hairpin&t=35'")
        other.wait_for_function(f"{STATE}.preset === 'hairpin'")
        assert state(other)["t"] == 35


# --- What is said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "label"),
    [("two", "section-bias"), ("start", "section-reading"), ("turned", "thm-difference")],
)
def test_a_broken_bound_names_the_hypothesis_that_is_missing(browser, http, preset, label):
    with opened(browser, f"{http}{PAGE}#preset={preset}") as page:
        assert not page.locator(".play-alarm").is_visible()
        page.get_by_role("slider", name="Round").press("End")
        assert page.locator(".play-alarm a").get_attribute("href").endswith(f"#{label}")
        assert "more than a bound allows" in status_text(page)


@pytest.mark.parametrize("learner", ["polynomial&power=1", "margin"])
def test_what_is_not_known_is_a_dash(browser, http, learner):
    """Where no comparator has a margin, in the space of a kernel or in the plane."""
    with opened(browser, f"{http}{PAGE}#preset=xor&learner={learner}&t=3") as page:
        assert "–" in facts(page)
        assert not {"null", "NaN", "undefined", "∞"} & set(facts(page).split())
        assert "no margin" in page.locator(".play-numbers tbody").inner_text()


@pytest.mark.parametrize(
    ("chapter", "place"), [*((chapter, "http") for chapter in CHAPTERS), (CHAPTERS[0], "disk")]
)
def test_chapters_have_a_small_one(browser, http, chapter, place):
    root = http if place == "http" else HTML.as_uri() + "/"
    with opened(browser, f"{root}{chapter}.html") as page:
        page.locator(".play-plane").wait_for()
        page.locator(".play-transport").get_by_role("button", name="Step").click()
        assert state(page)["t"] == 1
        assert "#" not in page.url
        link = page.locator(".play-open")
        assert link.get_attribute("href").endswith("&t=1")
        link.press("Enter")  # a busy Chromium once lost a click
        page.wait_for_url(f"**/{PAGE}#preset=*&t=1")
        page.locator(".play-plane").wait_for()
        assert state(page)["t"] == 1


def test_what_was_undone_is_done_again(page):
    before = state(page)["points"]
    drag(page, before[1][:2], (-3, 3))
    after = state(page)["points"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    assert state(page)["points"] == after
    assert status_text(page) == "Redone."
    page.keyboard.press("Control+z")
    assert state(page)["points"] == before
    page.keyboard.press("Control+Shift+z")
    assert state(page)["points"] == after
    page.keyboard.press("Control+z")
    drag(page, before[1][:2], (3, 3))  # after a new change nothing is left to be done again
    page.get_by_role("button", name="Redo").click()
    assert "nothing to redo" in status_text(page)


def test_without_scripts_the_page_says_what_would_be_there(browser, http):
    with opened(browser, http + PAGE, java_script_enabled=False) as page:
        text = page.locator(".play").inner_text()
        assert "would let you" in text
        assert "Theorem 4" in text


@pytest.mark.parametrize(
    ("preset", "width"),
    [
        *((preset, 390) for preset in ("family&t=50", "noise&t=20", "cycle&t=9&bias=lift")),
        *((preset, 390) for preset in ("strip&t=9", "lazy&t=20", "spirals&t=56")),
        ("noise&t=20", 1280),
    ],
)
def test_situations_are_read_by_everyone(browser, http, preset, width):
    """The check of every page, with the page in other situations than the one it begins with."""
    with opened(browser, width=width) as page:
        found = site_checks.examine(page, http, f"{PAGE}#preset={preset}", figures=False)
    assert not found, "\n".join(found)
