"""A page of the built book with the kernel in it, for what asks it many things."""

import json
from contextlib import contextmanager
from pathlib import Path

import site_checks
from playwright.sync_api import sync_playwright

from interactive import breaks

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
SHORTLY = """async ({ before, code }) => {
  const timer = setTimeout(Kernel.stop, 8000);
  const found = await Kernel.run(before, code, () => {});
  clearTimeout(timer);
  return found;
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


def chosen(page, check):
    """Choose up to three rewritings of a check: one of each kind, refused ones rather."""
    out, lines, every = [], set(), breaks.possible_breaks(check["code"])
    for kind in breaks.KINDS:
        kinds = [one for one in every if one.kind == kind]
        kinds.sort(key=lambda one: one.line in lines)  # another line, if there is one
        found = {}
        for one in kinds[:6]:
            asked = {"before": check["before"], "code": one.broken(check["code"])}
            found.setdefault(page.evaluate(SHORTLY, asked)["kind"], one)
            if "refused" in found:
                break
        verdict = next((x for x in ("refused", "accepted") if x in found), None)
        if verdict:
            out.append((found[verdict], verdict))
            lines.add(found[verdict].line)
    return out


def ask():
    """Choose what is offered in every check, with what the kernel says; give the rows."""
    table = []
    with browsing() as (browser, root):
        page = blank(browser, root)
        page.evaluate(RUN, {"before": "", "code": ""})  # it is there before time counts
        for name, those in checks().items():
            for check in those.values():
                for one, verdict in chosen(page, check):
                    row = (name, check["file"], *one.key, verdict)
                    table.append(dict(zip(breaks.FIELDS, row, strict=True)))
    return table
