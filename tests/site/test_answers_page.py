"""Exercises that answer, in the browser: what is said, what is remembered, what is run."""

import json

import pytest
import site_checks
from test_answers import RUN, book_answers
from test_play_page import LAY_OUT, PAGE, opened, state

CHAPTER = "notebooks/04_separable"
SOLVED = {"ex-three-points-1": "3/sqrt(2)", "ex-three-points-2": "3"}
NOT_KEPT = """for (const name of ["getItem", "setItem"]) {
  const before = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {
    if (key === "answers") throw new DOMException("not here");
    return before.call(this, key, ...rest);
  };
}"""


@pytest.fixture
def page(browser, http):
    """A chapter where nothing is solved."""
    with opened(browser, f"{http}{CHAPTER}.html") as page:
        yield page


def again(page):
    """Load the page again, when nothing of it is on its way any more."""
    page.wait_for_load_state("networkidle")
    page.reload()
    page.evaluate(LAY_OUT)


def answer_status(page, name):
    """What is said of an answer, on the screen or far from it."""
    return " ".join(page.text_content(f"form.answer:has(#{name}) .answer-said").split())


def give(page, name, text):
    """Type an answer and press Enter; what is said."""
    page.fill(f"#{name}", text)
    page.press(f"#{name}", "Enter")
    return answer_status(page, name)


def mark(page, exercise="ex-three-points"):
    return page.locator(f"#{exercise} .admonition-title .solved")


def test_answers_are_judged(page):
    name = "ex-three-points-1"
    assert answer_status(page, name) == ""
    for text, verdict in {
        "": "Nothing is written yet.",
        "3/": "A number is missing at the end.",
        "7": "Not right.",
        "four": "“four” cannot be read here. Write digits, with + - * / ^ and sqrt( ), "
        "such as -5/3 or 2*sqrt(5).",
        "9/2": "Not right. This is the square of the margin.",
        "2.12": "Near: write it exactly, with fractions and roots, or with four digits or more, "
        "rounded.",
        "2.121": "Right, to 4 digits. One answer of this exercise is still open.",
        "3√2/2": "Right. One answer of this exercise is still open.",
    }.items():
        assert give(page, name, text) == verdict
        refused = text in ("", "3/", "four")
        assert page.get_attribute(f"#{name}", "aria-invalid") == str(refused).lower()
    assert "the norm" not in page.inner_text(f"form.answer:has(#{name})")


def test_what_was_solved_is_remembered(page):
    for name, text in SOLVED.items():
        assert mark(page).count() == 0
        assert give(page, name, text).startswith("Right.")
    assert mark(page).text_content() == "✓ solved"
    give(page, "ex-claims-1", "(1, 0)+")  # not right, and so not remembered
    again(page)
    assert mark(page).text_content() == "✓ solved"
    assert page.evaluate("JSON.parse(localStorage.answers)") == SOLVED
    assert {name: page.input_value(f"#{name}") for name in SOLVED} == SOLVED
    assert page.input_value("#ex-claims-1") == ""
    assert give(page, "ex-three-points-2", "4").startswith("Not right. ")
    assert mark(page).count() == 0
    again(page)  # a mistake made later takes nothing away
    assert mark(page).count() == 1
    give(page, "ex-three-points-2", " ")  # what is emptied is forgotten
    again(page)
    assert mark(page).count() == 0
    assert answer_status(page, "ex-three-points-1").startswith("Right.")
    assert answer_status(page, "ex-three-points-2") == ""


def test_answers_work_where_nothing_is_kept(browser, http):
    with opened(browser, f"{http}{CHAPTER}.html", script=NOT_KEPT) as page:
        for name, text in SOLVED.items():
            assert give(page, name, text).startswith("Right.")
        assert mark(page).count() == 1
        again(page)
        assert mark(page).count() == 0


def test_a_counterexample_is_run_and_opens_in_the_playground(page):
    name = "ex-claims-1"
    assert give(page, name, "(1, 0)+ (-1, 0)+").startswith("No. The claims suppose a margin")
    told = give(page, name, "(-1, 0)+ (2, 2)+")
    assert "The mistakes in each pass: 2, 1, 1, 0. That refutes the third claim." in told
    assert told.startswith("Yes. R²/γ² is ")
    assert told.endswith(" Open it in the playground.")
    page.locator(f"form.answer:has(#{name}) a").click()
    page.wait_for_url(f"**/{PAGE}#preset=own*")
    page.locator(".play-plane").wait_for()
    assert state(page)["points"] == [[-1, 0, 1], [2, 2, 1]]
    assert state(page)["passes"] == 4


def test_answers_are_given_by_keys_and_read_aloud(page):
    box = page.get_by_role("textbox", name="The largest margin")
    button = page.get_by_role("button", name="Check: The largest margin")
    assert box.count() == button.count() == 1
    how = page.locator(f"#{box.get_attribute('aria-describedby')}")
    assert how.text_content().startswith("A number: ")
    box.focus()
    page.keyboard.type("3/sqrt(2)")
    page.keyboard.press("Tab")
    assert button.evaluate("e => e === document.activeElement")
    page.keyboard.press("Space")
    assert page.locator("form.answer [role=status]", has_text="Right.").count() == 1


@pytest.mark.parametrize("chapter", sorted({one["chapter"] for one in book_answers().values()}))
def test_each_answer_of_a_chapter_is_taken(browser, http, chapter):
    with opened(browser, f"{http}notebooks/{chapter}.html") as page:
        here = {name: one for name, one in book_answers().items() if one["chapter"] == chapter}
        for name, one in here.items():
            verdict = give(page, name, one["right"])
            assert verdict.startswith("Yes. " if one["kind"] in RUN else "Right."), name
            for mistake in one["mistakes"]:
                assert len(give(page, name, mistake)) > len("Not right. "), (name, mistake)
            give(page, name, one["right"])
        assert page.locator(".solved").count() == len({name.rsplit("-", 1)[0] for name in here})
        assert page.locator("form.answer").count() == len(here)


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_answers_are_read_by_everyone(browser, http, width, theme):
    """What is checked of every page, with something said at each answer."""
    with opened(browser, width=width) as page:
        page.emulate_media(color_scheme=theme)
        site_checks.settle(page, f"{http}{CHAPTER}.html")
        page.evaluate(site_checks.AXE)
        given = {**SOLVED, "ex-claims-1": "(1, 0)+"}
        for name, text in given.items():
            give(page, name, text)
        assert page.locator(".solved").count() == 1
        assert page.locator(".answer-said a").count() == 1
        assert page.evaluate("siteChecks.look()") == []
        exercises = {"include": ["#ex-three-points", "#ex-claims"]}
        answer = page.evaluate(site_checks.ASK_AXE, [exercises, site_checks.WCAG])
        assert answer["violations"] == []


# --- My progress ---------------------------------------------------------------------------------


def test_progress_lists_what_was_solved(page, http):
    give(page, "ex-three-points-1", "3/sqrt(2)")
    page.goto(f"{http}book/progress.html")
    place = page.locator(".progress-list")
    assert place.locator("p").first.inner_text().startswith("0 of ")
    item = place.locator("li", has_text="(Three points)")
    assert "1 of 2 answers: 3/sqrt(2)" in item.inner_text()
    page.evaluate("s => { localStorage.answers = s; }", json.dumps({**SOLVED, "other": "1"}))
    again(page)
    assert "1 of" in place.locator("p").first.inner_text()
    assert "✓ solved: 3/sqrt(2); 3" in item.inner_text()
    assert place.locator("li").count() == len({name.rsplit("-", 1)[0] for name in book_answers()})
    with page.expect_download() as sent:
        place.get_by_role("button", name="Save as a file").click()
    saved = sent.value.path().read_text("utf-8")
    assert json.loads(saved) == {"answers": SOLVED}
    page.evaluate("localStorage.clear()")
    again(page)
    assert "✓" not in place.inner_text()
    file = {"name": "a.json", "mimeType": "application/json", "buffer": saved.encode()}
    page.set_input_files(".progress-list input[type=file]", file)
    item.get_by_text("✓ solved").wait_for()
    assert "2 answers added" in place.inner_text()
    page.set_input_files(".progress-list input[type=file]", {**file, "buffer": b"<html>"})
    place.get_by_text("cannot be read").wait_for()
    assert page.evaluate("JSON.parse(localStorage.answers)") == SOLVED
    item.locator("a").click()
    page.wait_for_url("**/04_separable.html#ex-three-points")
    mark(page).wait_for()
