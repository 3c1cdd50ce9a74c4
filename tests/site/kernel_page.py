"""A page of the built book with the kernel in it, for what asks it many things."""

import json
from contextlib import contextmanager
from pathlib import Path

import site_checks
from playwright.sync_api import sync_playwright

HTML = Path(__file__).resolve().parents[2] / "_build" / "html"
PLACE = HTML / "_static" / "kernel"
EMPTY = "empty.html"
NO_ICON = '<link rel="icon" href="data:,">'  # else a browser asks the host for one, some time later
PATIENCE = 300_000  # milliseconds; a busy machine takes its time
RUN = """async ({ before, code }) => {
  const said = [], keep = ({ line, kind, text }) => text && said.push({ line, kind, text });
  const { kind, line, text, unheld = "" } = await Kernel.run(before, code, keep);
  return { kind, line, text, said, unheld };
}"""


def checks():
    """Give every check that can be tried, by page and anchor."""
    paths = sorted((PLACE / "checks").glob("*.json"))
    return {path.stem: json.loads(path.read_text("utf-8")) for path in paths}


@contextmanager
def browsing():
    """Give a browser, and the address of the book, served."""
    with site_checks.served(HTML) as root, sync_playwright() as playwright:
        browser = site_checks.launch(playwright)
        yield browser, root
        browser.close()


def blank(browser, root):
    """Open a page that holds the kernel and nothing else."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.route(root + EMPTY, lambda route: route.fulfill(content_type="text/html", body=NO_ICON))
    page.goto(root + EMPTY)
    page.add_script_tag(url=root + "_static/kernel/kernel.js")
    return page
