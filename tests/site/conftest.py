"""What the tests of the pages share: two browsers, and the built book as a server gives it."""

from pathlib import Path

import firefox
import pytest
import site_checks
from playwright.sync_api import sync_playwright

HTML = Path(__file__).resolve().parents[2] / "_build" / "html"


# Module scope: the loop that Playwright runs would be in the way of the notebooks' tests.
@pytest.fixture(scope="module")
def browser():
    if not HTML.exists():
        pytest.skip("there is no built book: run make book")
    if site_checks.CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    from interactive import playground  # which needs what `make oldest` does not install

    built = (HTML / "_static" / playground.PLAYGROUND_SCRIPT).read_text("utf-8")
    for name in playground.SCRIPT_ORDER:  # else what an edit of one does would not be seen
        script = (playground.SCRIPTS / f"{name}.js").read_text("utf-8")
        assert script in built, f"the built book has another {name}.js: run make book"
    with sync_playwright() as playwright:
        browser = site_checks.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def http():
    with site_checks.served(HTML) as root:
        yield root


@pytest.fixture(params=["http", "disk"])
def root(request, http):
    """Where the book is: at a server, or on the disk."""
    return http if request.param == "http" else HTML.as_uri() + "/"


@pytest.fixture(scope="module")
def tab():
    """A tab of Firefox, as wide as at a desk."""
    if firefox.FIREFOX is None:
        pytest.skip("no Firefox on this machine: apt-get install firefox-esr")
    with firefox.started() as tab:
        tab.resize(1440)
        yield tab
