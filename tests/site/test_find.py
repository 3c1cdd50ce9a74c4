"""The search: by number, title and formula, with a slip of a letter; and excerpts that are true."""

from contextlib import contextmanager
from urllib.parse import quote

import pytest
import site_checks
import test_play_page
from test_play_page import HTML

FIRST = {
    "Theorem 5.2": "Theorem 5.2 (Freund-Schapire)",
    "exercise 4.1": "Exercise 4.1",
    "(4.7)": "The separable case, (4.7)",
    "Δ=√(RD)": "Theorem 5.8 (The best Δ)",
    "k<=B": "Hinge losses and the family of bounds, (6.",
    "subgradeint": "Definition 3.6 (Subgradient)",
    "Freund Schapier": "Theorem 5.2 (Freund-Schapire)",
    "novikov": "Theorem 4.3 (Block-Novikoff)",
    "R/gamma": "Theorem 4.3 (Block-Novikoff)",
    "k <= R^2/gamma^2": "Theorem 4.3 (Block-Novikoff)",
    r"k\leq\frac{R^2}{\gamma^2}": "Theorem 4.3 (Block-Novikoff)",
    "fig 4.1": "Fig. 4.1 (The widest strip",
    "Table 4.2": "Table 4.2 (",
    "equation 4.5": "The separable case, (4.5)",
    "Lemma 4.3": "Theorem 4.3",
    "how to install": "The library",
    "what is a margin": "Definition 4.1 (Margin)",
    "step size": "step size (glossary)",
    "perceptron convergence theorem": "Theorem 4.3 (Block-Novikoff)",
    "SVM": "support vector machine (glossary)",
    "SGD": "stochastic gradient descent (glossary)",
    "0-1 loss": "zero-one loss (glossary)",
}
# In these spellings an inner product is found where it stands.
INNER = ["<u,x>", r"\langle u,x\rangle", "u^T x", "u @ x"]


@pytest.fixture(scope="module")
def tab(browser):
    page = browser.new_page()
    page.set_default_timeout(test_play_page.PATIENCE)
    return page


@contextmanager
def searching(page, excerpts=False):
    """A page on which nothing fails; without excerpts no page of the book is fetched for them."""

    def answer(route):
        route.fulfill(body="") if route.request.resource_type == "fetch" else route.continue_()

    if not excerpts:
        page.route("**/*", answer)
    with site_checks.listening(page, "") as found:
        yield page
    site_checks.leave(page)
    assert not found, found


def ask(page, root, query):
    """Look for something; the hits, when the last of them is there."""
    page.goto(f"{root}search.html?q={quote(query)}")
    page.wait_for_function("/finished|did not/.test(document.body.innerText)")
    return page.locator("#search-results ul.search > li")


@pytest.mark.parametrize("query", FIRST)
def test_the_first_hit_is_what_was_asked_for(tab, query):
    """From the disk, where a browser forbids more; the next test is over http as well."""
    with searching(tab) as page:
        first = ask(page, HTML.as_uri() + "/", query).first.inner_text()
    assert first.startswith(FIRST[query])


def test_an_inner_product_has_many_spellings(tab):
    with searching(tab) as page:
        found = [ask(page, HTML.as_uri() + "/", query).all_inner_texts() for query in INNER]
    for hits in found:
        assert len(hits) > 40
        assert hits[:3] == found[0][:3]


def test_a_hit_leads_to_its_place(tab, root):
    with searching(tab) as page:
        ask(page, root, "Theorem 5.2").first.locator("a").click()
        page.wait_for_url("**/notebooks/05_nonseparable.html*#thm-freund-schapire")


def test_a_word_leads_to_its_passage(tab, http):
    with searching(tab, excerpts=True) as page:
        page.goto(http + "search.html")
        page.locator("input[name=q]:visible").fill("overtakes")
        page.keyboard.press("Enter")
        hit = page.locator("#search-results li").first
        hit.locator("p.context").wait_for()
        hit.locator("a").click()
        page.wait_for_url("**/notebooks/04_separable.html*#the-proof-is-a-race")


def test_what_was_changed_in_a_query_is_said(tab, http):
    with searching(tab) as page:
        ask(page, http, "subgradeint")
        said = page.locator("#search-results").inner_text()
        assert "“subgradeint”" in said
        assert "“subgradient”" in said
        # A shorter word that is near the beginning of one is another.
        for strange in ("xylophonist", "colab"):
            assert ask(page, http, strange).count() == 0
        ask(page, http, "subgradient")
        assert "Nothing was found" not in page.locator("#search-results").inner_text()


def test_excerpts_have_formulas_as_formulas(tab, http):
    with searching(tab, excerpts=True) as page:
        hit = ask(page, http, "Theorem 5.6").first
        hit.locator("p.context").wait_for()
        said = hit.inner_text()
        assert hit.locator("p.context math").count() > 2
        formula = ask(page, http, "(5.3)").first
        assert formula.locator("math").count() == 1
        assert "\\" not in page.locator("#search-results").inner_text()
    assert said.count("Theorem 5.6") == 1
    assert "\\" not in said
    assert "(5.11)" not in said
    assert "Coq" not in said
