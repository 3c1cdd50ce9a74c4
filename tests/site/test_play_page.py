"""The playground in the browser: every action by keys, pointer and touch, and what is sent on."""

import re
from contextlib import contextmanager

import pytest
import site_checks

from interactive import playground

HTML = playground.SCRIPTS.parents[2] / "_build" / "html"
PAGE = "book/playground.html"
CHAPTERS = ["notebooks/03_perceptron", "notebooks/04_separable", "notebooks/05_nonseparable"]
PATIENCE = 300_000  # milliseconds; a busy machine takes its time
STATE = "document.querySelector('.play').play.now()"
KEPT = "Play.engine.run(document.querySelector('.play').play.now()).weights.at(-1)"
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


def test_the_middle_of_the_comparator_is_moved_by_keys_where_the_examples_are_lifted(page):
    page.locator(".play-more summary").click()
    page.locator("select", has_text="lifted to (x, 1)").select_option("lift")
    focus(page)
    page.keyboard.press("p")
    page.keyboard.press("ArrowLeft")
    assert state(page)["c"][0] < 0
    page.locator("select", has_text="lifted to (x, 1)").select_option("none")
    assert state(page)["c"] == [0, 0]


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
    page.get_by_role("combobox", name="Order").select_option("shuffled")
    for label, key, value in [
        ("Passes", "passes", 3),
        ("Step size η", "step", 0.5),
        ("Start, first", "start", [2, 0]),
        ("Seed", "seed", 5),
    ]:
        box = page.get_by_label(label)
        box.fill(str(value[0] if isinstance(value, list) else value))
        box.press("Tab")
        assert state(page)[key] == value
    for label, key, value in [
        ("A score of zero", "rule", "plus"),
        ("Order", "order", "worst"),
        ("Bias", "bias", "bias"),
    ]:
        page.get_by_role("combobox", name=label).select_option(value)
        assert state(page)[key] == value
    assert "of 24 rounds" in facts(page)


def test_another_learner_is_chosen_by_keys(page):
    """The points and their order stay; bounds, pictures and controls are the learner's."""
    before, learner = state(page), page.get_by_role("combobox", name="Learner")
    proved = ".play-numbers tbody a"
    shown = {"margin": ["beta"], "average": [], "polynomial": ["power"], "gauss": ["width"]}
    places = {"margin": "thm-beta", "polynomial": "thm-kernel", "gauss": "thm-kernel"}
    page.locator(".play-more summary").press("Enter")
    for name, of_its_own in shown.items():
        learner.select_option(name)
        assert state(page)["points"] == before["points"]
        assert state(page)["order"] == before["order"]
        for key, label in {"beta": "β", "power": "p of", "width": "g of"}.items():
            box = page.get_by_role("textbox", name=label)
            assert box.count() == (key in of_its_own)
            if key in of_its_own:
                box.fill("3")
                box.press("Tab")
                assert state(page)[key] == 3
        if name in places:
            links = page.locator(proved).evaluate_all("all => all.map((a) => a.hash.slice(1))")
            assert links == [places[name]]
        else:
            assert page.locator(proved).count() == 3
        kernel = name in ("polynomial", "gauss")
        assert page.get_by_label("Step size η").is_visible() != kernel
        assert page.get_by_role("combobox", name="A score of zero").is_visible() == (
            name != "margin"
        )
        page.get_by_role("slider", name="Round").press("End")
        assert page.locator(".play-strip:visible").count() == 2 * (name == "margin")
        assert page.locator(".play-mean").count() == (name == "average")
        assert page.locator(".play-bent").is_visible() == kernel
        assert page.locator(".play-boundary").is_visible() != kernel
        assert page.locator(".play-kept").count() == (
            len({i for i, made in enumerate(page.evaluate(KEPT)) if made}) if kernel else 0
        )
        assert page.locator(".play-handle[tabindex]:visible").count() == (not kernel)
        focus(page)
        page.keyboard.press("n")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.clock.run_for(1000)
    assert "learner=gauss" in page.url
    learner.select_option("perceptron")
    assert state(page) | {"t": 0} == before | {"beta": 3, "power": 3, "width": 3}


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


def test_points_are_changed_by_the_pointer(page):
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


def test_the_comparator_is_dragged(page):
    value = bound(page)
    drag(page, state(page)["u"], (2, 2))
    assert state(page)["u"] == [2, 2]
    assert bound(page) != value


def test_a_tap_adds_a_point(browser, http):
    with opened(browser, http + PAGE, width=390, has_touch=True, is_mobile=True) as page:
        page.locator(".play-plane").scroll_into_view_if_needed()
        before = len(state(page)["points"])
        page.touchscreen.tap(*on_page(page, 3, 3))
        assert len(state(page)["points"]) == before + 1


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


def test_a_point_is_deleted_without_keys(page):
    before = state(page)["points"]
    page.locator(".play-more summary").click()
    page.get_by_role("button", name="Delete the point").click()
    assert state(page)["points"] == before[1:]


def test_the_best_comparator_is_taken(page):
    for row in page.locator(".play-numbers tbody tr").all():
        row.get_by_role("button").click()
    for number, row in enumerate(page.locator(".play-numbers tbody tr").all()):
        row.get_by_role("button").click()
        row = page.locator(".play-numbers tbody tr").nth(number)
        yours, best = row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text()
        assert best == f"{yours}, proved least"


# --- Arriving, leaving, sending on ------------------------------------------------------------


def test_something_moves_within_a_second(browser, http):
    with opened(browser, http + PAGE, moving=True) as page:
        page.locator(".play-go", has_text="Pause").wait_for()
        page.clock.run_for(1000)
        assert state(page)["t"] > 0


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


def test_the_link_is_copied(page):
    page.get_by_role("button", name="Copy link").click()
    address = page.get_by_label("Address of this situation").input_value()
    assert address.endswith("#preset=wide")


def test_the_lines_of_perclib_are_those_of_the_run(browser, http, capsys):
    with opened(browser, http + PAGE + "#preset=family&t=50") as page:
        page.locator(".play-code summary").click()
        exec(compile(page.locator(".play-code pre").inner_text(), "lines", "exec"), {})
        assert capsys.readouterr().out.startswith("50 mistakes")
        assert facts(page).startswith("k 50 in 50 of 50 rounds")


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


def test_a_rule_that_never_learns_is_told(page):
    page.locator(".play-more summary").click()
    page.get_by_role("combobox", name="A score of zero").select_option("correct")
    page.get_by_role("slider", name="Round").press("End")
    note = page.locator(".play-alarm")
    assert "never leaves zero" in note.inner_text()
    assert note.locator("a").get_attribute("href").endswith("#thm-strict")
    page.get_by_role("combobox", name="Situation").select_option("orthonormal")
    page.get_by_role("slider", name="Round").press("End")
    assert not note.is_visible()
    page.get_by_role("combobox", name="A score of zero").select_option("plus")  # right by luck
    page.get_by_role("slider", name="Round").press("End")
    assert state(page)["t"] == 2
    assert facts(page).startswith("k 0 in 2")
    assert not note.is_visible()


def test_every_place_has_its_link(page):
    """What the scripts lead to stands among the links, and each preset has one."""
    links = page.locator(".play-without a").evaluate_all("all => all.map((a) => a.href)")
    assert {link.split("#")[1] for link in links} == set(playground.labels_in_scripts())
    for preset in page.evaluate("Object.keys(Play.PRESETS)"):
        page.get_by_role("combobox", name="Situation").select_option(preset)
        links = page.locator(".play-hint a").evaluate_all("all => all.map((a) => a.hash)")
        assert links, preset
        assert len(set(links)) == len(links), preset


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


def chapter(browser, http, number):
    return opened(browser, f"{http}{CHAPTERS[number - 3]}.html")


@pytest.mark.parametrize(
    ("number", "later"),
    [(3, "γ D Δ L₁ K₁ K₂ R"), (4, "D Δ L₁ K₁ K₂ asked"), (5, "Δ L₁ K₁ K₂")],
)
def test_a_chapter_shows_what_is_taught(browser, http, number, later):
    """No quantity, bound or situation of a later chapter."""
    with chapter(browser, http, number) as page:
        names = page.locator(
            ".play-facts :is(b, button), .play-numbers tbody th"
        ).all_text_contents()
        assert bool(names) == (number > 3)
        assert not set(later.split()) & set(re.split(r"[\s()=√+/]+", " ".join(names)))
        offered = page.locator(".play select option").all_text_contents()
        assert "XOR" in offered
        assert "Two spirals" not in offered
        assert ("Noise: two labels flipped" in offered) == (number >= 5)


def test_the_best_comparator_of_chapter_5_is_within_reach(browser, http):
    """By keys alone, and by Take it; undo and reset bring everything back."""
    with chapter(browser, http, 5) as page:
        before = state(page)
        take = page.get_by_role("button", name="Take it: the best for Freund-Schapire")
        take.click()
        best = state(page)["u"]
        assert max(map(abs, best)) < before["view"]
        least = float(page.locator(".play-numbers tbody tr").last.locator("td").first.inner_text())
        assert least < len(before["points"]) * before["passes"]
        page.get_by_role("button", name="Undo").click()
        assert state(page) == before
        focus(page)
        page.keyboard.press("p")
        for axis, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowDown", "ArrowUp"))):
            for _ in range(round(abs(best[axis] - before["u"][axis]) * 8)):
                page.keyboard.press(keys[best[axis] > before["u"][axis]])
        near = float(page.locator(".play-numbers tbody tr").last.locator("td").first.inner_text())
        assert least <= near < 1.01 * least
        page.get_by_role("button", name="Reset").click()
        assert state(page) == before
        page.keyboard.press("Control+z")
        assert state(page)["u"] != before["u"]


def test_the_view_follows_the_comparator(page):
    view = state(page)["view"]
    focus(page)
    page.keyboard.press("p")
    for _ in range(33):
        page.keyboard.press("ArrowRight")
    assert state(page)["u"][0] > view
    assert state(page)["view"] == 2 * view
    drag(page, state(page)["u"], (9, 9))  # to the edge, and from there on
    assert state(page)["view"] == 4 * view


def test_letters_are_explained_and_axes_have_numbers(page):
    """By a pointer that rests on a letter; and by touch and by keys, to which no title is shown."""
    letters = page.locator(".play-facts button")
    assert letters.all_text_contents() == ["R", "γ asked", "γ attained", "D", "Δ=√(RD)", "L₁"]
    for n, letter in enumerate(letters.all()):
        letter.click() if n else letter.press("Enter")
        assert status_text(page) == f"{letter.text_content()}: {letter.get_attribute('title')}."
    assert page.locator(".play-race text").all_text_contents()[1:7] == ["0", "5", "10"] * 2


def test_points_stay_in_the_picture(page):
    focus(page)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    assert state(page)["points"][0][0] == state(page)["view"]
    assert "the picture ends" in status_text(page)


def test_a_drag_is_undone_at_once(page):
    before = state(page)["points"]
    drag(page, before[1][:2], (-3, 3))
    page.get_by_role("button", name="Undo").click()
    assert state(page)["points"] == before
    page.get_by_role("button", name="Undo").click()
    assert "nothing to undo" in status_text(page)


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


def test_a_changed_situation_is_named_so_and_chosen_again(page):
    hint, box = page.locator(".play-hint"), page.get_by_role("combobox", name="Situation")
    assert "much room" in hint.inner_text()
    before = state(page)["points"]
    drag(page, before[1][:2], (-3, 3))
    assert "Changed from “Separable, a wide margin”." in hint.inner_text()
    assert "much room" not in hint.inner_text()
    assert box.input_value() == "changed"
    box.select_option("wide")
    assert state(page)["points"] == before
    assert "much room" in hint.inner_text()
    drag(page, before[1][:2], (-3, 3))
    page.get_by_role("button", name="Back to it").click()
    assert state(page)["points"] == before
    assert box.input_value() == "wide"


def test_fields_show_what_is_used(page):
    page.locator(".play-more summary").press("Enter")
    for label, typed, shown, words in [
        ("Passes", "1000000000", "500", "since 1000000000 is not possible"),
        ("Step size η", "0", "1", "since 0 is not possible"),
        ("Step size η", "0,5", "0.5", "Step size η: 0.5."),
        ("Start, first", "", "0", "is no number: Start, first stays 0"),
        ("Start, first", "two", "0", "“two” is no number"),
        ("Start, second", "−2", "-2", "Start, second: −2."),
    ]:
        box = page.get_by_label(label)
        box.fill(typed)
        box.press("Tab")
        assert box.input_value() == shown
        assert words in status_text(page)


def test_without_scripts_the_page_says_what_would_be_there(browser, http):
    with opened(browser, http + PAGE, java_script_enabled=False) as page:
        text = page.locator(".play").inner_text()
        assert "would let you" in text
        assert "Theorem 4" in text


def test_scripts_load_on_pages_that_need_them_only():
    for path in HTML.rglob("*.html"):
        text = path.read_text("utf-8")
        runs = re.search('class="play"|data-kind="(stream|comparator)"', text) is not None
        assert runs == ("play/all.js" in text), path


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
