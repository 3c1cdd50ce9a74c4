"""Each link lands where it leads in Chromium; in Firefox those of a few pages do."""

import json
import re
from collections import defaultdict

import pytest
from conftest import HTML

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("anchors")]
LINK = re.compile(r'href="([^"#:]*)#([^"?]+)"')
# The places at which a page does not stop, or stops too high or too low, by more than 8 pixels.
MISSED = """async (ids, jump) => {
  const root = document.documentElement, missed = [];
  const px = (e, key) => parseFloat(getComputedStyle(e)[key]) || 0;
  const drawn = () => new Promise((then) => { // or half a second: a window may draw nothing
    requestAnimationFrame(then);
    setTimeout(then, 500);
  });
  // The end of a page moves while its sections are laid out; who opens a page at a place sees that
  // too, and is tried below.
  if (jump) scrollTo(0, 9); // else that begins later
  while (jump && document.querySelector(".bd-article section section:not(.laid-out)"))
    await drawn();
  for (const id of ids) {
    if (jump) {
      scrollTo(0, 0);
      history.replaceState(null, "", location.pathname);
      location.hash = id;
    }
    const place = document.getElementById(decodeURIComponent(id));
    let wrong = true;
    for (let frame = 0; wrong && frame < 60; frame++) { // folds open as the place is named
      await drawn();
      const { top } = place.getBoundingClientRect();
      const off = top - px(root, "scrollPaddingTop") - px(place, "scrollMarginTop");
      const atEnd = scrollY + innerHeight > root.scrollHeight - 3 && top > 0 && top < innerHeight;
      const shut = place.closest("details:not([open])");
      wrong = shut || (Math.abs(off) > 8 && !atEnd) ? off : false;
    }
    if (wrong !== false) missed.push([id, wrong]);
  }
  return missed;
}"""


def places():
    """Name the places of each page to which links of the book lead."""
    found = defaultdict(set)
    for page in HTML.rglob("*.html"):
        for name, place in LINK.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / name).resolve() if name else page
            if target.suffix == ".html" and target.exists() and place != "main-content":
                found[target.relative_to(HTML).as_posix()].add(place)
    # Source code has lines for places; links of the index of modules to its letters are hidden.
    apart = ("_modules/", "py-modindex")
    return {page: sorted(ids) for page, ids in sorted(found.items()) if not page.startswith(apart)}


PLACES = places() if HTML.exists() else {}
# Of each kind of page one: their scripts and styles are the same.
IN_FIREFOX = ["book/glossary.html", "book/ledger.html", "notebooks/04_separable.html"]


@pytest.fixture(scope="module")
def window(browser):
    return browser.new_page(viewport={"width": 1440, "height": 900})


@pytest.mark.parametrize("name", PLACES)
def test_links_land_in_chromium(window, http, name):
    window.goto(http + name)
    call = f"() => ({MISSED})({json.dumps(PLACES[name])}, true)"
    assert window.evaluate(call) == []


@pytest.mark.parametrize("name", IN_FIREFOX)
def test_links_land_in_firefox(tab, http, name):
    tab.open(http + name)
    assert tab.evaluate(f"({MISSED})({json.dumps(PLACES[name])}, true)") == []


@pytest.mark.parametrize("name", [name for name in PLACES if name.startswith("notebooks/")])
def test_an_address_opens_at_its_place(window, tab, http, name):
    """Also where nothing above it was laid out before: the last and the middle place of a page."""
    page = (HTML / name).read_text(encoding="utf-8")
    ids = sorted(PLACES[name], key=lambda place: page.find(f'id="{place}"'))
    for place in (ids[-1], ids[len(ids) // 2]):
        window.goto("about:blank")
        window.goto(f"{http}{name}#{place}")
        arrived = f"({MISSED})({json.dumps([place])}, false).then((missed) => !missed.length)"
        window.wait_for_function(f"() => {arrived}")  # scripts fold boxes as the page is read
        if name not in IN_FIREFOX:
            continue
        tab.open("about:blank")
        tab.open(f"{http}{name}#{place}")
        while tab.evaluate(f"({MISSED})({json.dumps([place])}, false)"):
            pass  # as above


def test_a_link_opens_no_fold_but_its_own(window, http):
    """A section holds folds: code, hints, boxes; a link to it leaves them as they are."""
    name = "notebooks/04_separable.html"
    window.goto(http + name)
    opened = "() => document.querySelectorAll('.bd-article details[open]').length"
    before = window.evaluate(opened)
    for place in window.locator(".bd-article section[id]").evaluate_all(
        "all => all.map((e) => e.id)"
    ):
        window.evaluate("(id) => { location.hash = id; }", place)
        assert window.evaluate(opened) == before, place


def test_formulas_are_copied_as_tex(window, tab, http):
    """In both browsers: else a root vanishes, or each letter stands in a line of its own."""
    name = "notebooks/04_separable.html#thm-block-novikoff"
    copy = """(async () => {
      getSelection().selectAllChildren(document.getElementById("thm-block-novikoff"));
      const how = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true };
      const event = new ClipboardEvent("copy", how);
      document.body.dispatchEvent(event);
      return event.clipboardData.getData("text/plain");
    })()"""
    window.goto(http + name)
    tab.open(http + name)
    said = [window.evaluate(copy), tab.evaluate(copy)]
    for text in said:
        assert "$\\gamma$" in text or "$\\gamma>0$" in text, text
        assert not set("≤#") & set(text)
    assert len({" ".join(text.split()) for text in said}) == 1
