"""The search: by number, title and formula, with a slip of a letter; and excerpts that are true."""

from contextlib import contextmanager
from urllib.parse import quote

import pytest
import site_checks
import test_play_page
from test_play_page import HTML

from website import search_places

browser, http = test_play_page.browser, test_play_page.http  # fixtures
FIRST = {
    "Theorem 5.3": "Theorem 5.3 (Freund-Schapire)",
    "theorem 5.3": "Theorem 5.3 (Freund-Schapire)",
    "exercise 4.1": "Exercise 4.1",
    "(4.7)": "The separable case, (4.7)",
    "Freund": "Theorem 5.3 (Freund-Schapire)",
    "best Δ": "Theorem 5.10 (The best Δ)",
    "Δ=√(RD)": "Theorem 5.10 (The best Δ)",
    r"\sqrt{RD}": "Theorem 5.10 (The best Δ)",
    "sqrt(RD)": "Theorem 5.10 (The best Δ)",
    "k<=B": "Hinge losses and the family of bounds, (6.5)",
    "subgradient": "Definition 3.4 (Subgradient)",
    "subgradeint": "Definition 3.4 (Subgradient)",
    "Freund Schapier": "Theorem 5.3 (Freund-Schapire)",
    "hinge loss": "Definition 6",
}


@pytest.fixture(scope="module")
def tab(browser):
    page = browser.new_page()
    page.set_default_timeout(test_play_page.PATIENCE)
    return page


@contextmanager
def searching(page, excerpts=False):
    """A page on which no script fails; without excerpts no page of the book is fetched for them."""
    found = []

    def note(error):
        found.append(error)

    def answer(route):
        route.fulfill(body="") if route.request.resource_type == "fetch" else route.continue_()

    page.on("pageerror", note)
    if not excerpts:
        page.route("**/*", answer)
    yield page
    page.remove_listener("pageerror", note)
    site_checks.leave(page)
    assert not found, found


def ask(page, root, query):
    """Look for something; the hits, when the last of them is there."""
    page.goto(f"{root}search.html?q={quote(query)}")
    page.wait_for_function("/finished|did not/.test(document.body.innerText)")
    return page.locator("#search-results ul.search > li")


@pytest.fixture(params=["http", "disk"])
def root(request, http):
    return http if request.param == "http" else HTML.as_uri() + "/"


@pytest.mark.parametrize("query", FIRST)
def test_the_first_hit_is_what_was_asked_for(tab, query):
    """From the disk, where a browser forbids more; the next test is over http as well."""
    with searching(tab) as page:
        first = ask(page, HTML.as_uri() + "/", query).first.inner_text()
    assert first.startswith(FIRST[query])


def test_a_hit_leads_to_its_place(tab, root):
    with searching(tab) as page:
        ask(page, root, "Theorem 5.3").first.locator("a").click()
        page.wait_for_url("**/notebooks/05_nonseparable.html*#thm-freund-schapire")


def test_what_was_changed_in_a_query_is_said(tab, http):
    with searching(tab) as page:
        ask(page, http, "subgradeint")
        said = page.locator("#search-results").inner_text()
        assert "“subgradeint”" in said
        assert "“subgradient”" in said
        assert ask(page, http, "xylophonist").count() == 0
        ask(page, http, "subgradient")
        assert "Nothing was found" not in page.locator("#search-results").inner_text()


def test_excerpts_have_formulas_as_they_are_written(tab, http):
    with searching(tab, excerpts=True) as page:
        hit = ask(page, http, "Theorem 5.10").first
        hit.locator("p.context").wait_for()
        said = hit.inner_text()
    assert said.count("Theorem 5.10") == 1
    assert r"\Delta>0" in said
    assert "(5.21)" not in said
    assert "Coq" not in said


def test_places_are_read_from_a_page():
    page = """<div class="proof lemma admonition" id="a"><p class="admonition-title"><span>Lemma 1.2
        </span> (Of <math data-tex="x&lt;1"><mi>x</mi></math>)</p><section><p>Let
        <math data-tex="y">y</math>.</p></section></div><div class="proof admonition" id="proof">
        <p class="admonition-title">Proof</p></section></div><div class="math" id="b">
        <math data-tex="z&gt;2">z</math><span class="eqno">(1.3)<a></a></span></div>"""
    assert search_places.places_on_page(page) == [
        ("a", "Lemma 1.2 (Of x<1)", "y"),
        ("b", "(1.3)", "z>2"),
    ]


def test_each_numbered_formula_and_theorem_is_a_place():
    text = (HTML / "notebooks" / "05_nonseparable.html").read_text("utf-8")
    places = search_places.places_on_page(text)
    assert len(places) == text.count('class="eqno"') + text.count(
        'class="caption-number">Theorem'
    ) + (
        text.count('class="caption-number">Lemma')
        + text.count('class="caption-number">Definition')
        + text.count('class="caption-number">Exercise')
    )
