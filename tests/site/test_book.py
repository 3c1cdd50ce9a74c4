"""The built book, read in a browser: each page at a desk over http, in light and in dark, and from
the disk on a telephone."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
import site_checks

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
PAGES = site_checks.pages(HTML)
# Pages of source code are all made alike, and those of what it offers: the longest of each kind
# stands for them; of the others, those with text of the book's own are only read.
SOURCES = [
    name
    for kind in ("_modules/perclib/", "book/api/")
    for name in sorted(
        (name for name in PAGES if name.startswith(kind)),
        key=lambda name: (HTML / name).stat().st_size,
    )[:-1]
]
READ = [name for name in SOURCES if not name.startswith("_modules/")]
WHOLE = [name for name in PAGES if name not in SOURCES]
# Pages on which scripts of their own put something: one of each kind, and what readers begin with.
SCRIPTED = [
    *(f"notebooks/{name}.html" for name in ("04_separable", "07_regret", "10_relatives")),
    *(f"book/{name}.html" for name in ("coq", "index", "ledger", "playground", "progress")),
    *(f"book/{name}.html" for name in ("theorems", "workbench")),
]
CHAPTER = "notebooks/03_perceptron"
PATIENCE = 300_000  # milliseconds; a busy machine takes its time
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}


def show(found):
    assert not found, "\n".join(f"{n}. {problem}" for n, problem in enumerate(found, 1))


@pytest.fixture(scope="module")
def a_page(browser):
    """A page whose clock the checks can move."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.clock.install()
    return page


@pytest.fixture
def desk(a_page):
    a_page.set_viewport_size({"width": 1280, "height": 900})
    yield a_page
    site_checks.leave(a_page)


@pytest.fixture
def telephone(a_page):
    a_page.set_viewport_size({"width": 390, "height": 900})
    yield a_page
    site_checks.leave(a_page)


def test_book_is_built():
    assert PAGES, "there is no built book: run make book"


@pytest.mark.parametrize("name", WHOLE)
def test_page(desk, http, name):
    show(site_checks.examine(desk, http, name))


@pytest.mark.parametrize("name", WHOLE)
def test_page_from_disk_on_a_telephone(telephone, name):
    show(site_checks.examine_layout(telephone, HTML.as_uri() + "/", name))


@pytest.mark.parametrize("name", READ)
def test_page_of_what_the_library_offers(telephone, http, name):
    show(site_checks.read(telephone, http, name))


@pytest.mark.parametrize("name", ["index.html", *PAGES] if PAGES else [])
def test_links(name):
    show(site_checks.broken_links(HTML, name))


def figures():
    """Give each figure of the chapters: its file."""
    for page in sorted((HTML / "notebooks").glob("*.html")):
        for src in re.findall(r'<img[^>]* src="(\.\./_images/[^"]+)"', page.read_text("utf-8")):
            yield page.parent / src


def letters(path):
    """The sizes of the letters of a figure, and its width, in points; a strip shows one frame."""
    text = path.read_text("utf-8")
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', text).groups())
    sizes = {100 * float(size) for size in re.findall(r" scale\(([\d.]+) -", text)}
    return sizes, min(width, height) if width > 5 * height else width


@pytest.mark.parametrize("path", list(figures()), ids=lambda path: path.stem[:8])
def test_letters_of_figures_are_legible_on_a_telephone(path):
    """Against captions of 14 pixels and numbers in tables of 11."""
    sizes, width = letters(path)
    assert min(sizes) * 358 / width > 10


def test_notebook_downloads(desk, http, tmp_path):
    desk.goto(f"{http}{CHAPTER}.html")
    desk.get_by_role("button", name="Download this page").click()
    with desk.expect_download() as download:
        desk.locator(".btn-download-source-button").click()
    assert download.value.suggested_filename == f"{Path(CHAPTER).name}.ipynb"
    download.value.save_as(tmp_path / "chapter.ipynb")
    nbformat.validate(nbformat.read(tmp_path / "chapter.ipynb", as_version=nbformat.NO_CONVERT))


def test_a_preview_stays_under_the_pointer_and_is_read_aloud(desk, http):
    site_checks.settle(desk, f"{http}notebooks/05_nonseparable.html")
    shown = desk.locator("#ref-preview")
    link = desk.locator(
        ".bd-article a.reference.internal[href$='#thm-block-novikoff']:visible"
    ).first
    link.scroll_into_view_if_needed()
    link.hover()
    desk.clock.run_for(300)
    shown.wait_for(state="visible")
    shown.hover()
    desk.clock.run_for(1000)
    assert shown.is_visible()
    desk.mouse.move(0, 0)
    desk.clock.run_for(300)
    shown.wait_for(state="hidden")
    link.focus()
    desk.clock.run_for(300)
    shown.wait_for(state="visible")
    said = desk.locator(".preview-said")
    assert said.inner_text().startswith("Preview: Theorem 4.")
    assert "\\" in said.inner_text()  # a formula, as it is written
    shown.evaluate("box => { box.style.maxHeight = '60px'; }")
    desk.keyboard.press("ArrowDown")
    desk.wait_for_function("document.getElementById('ref-preview').scrollTop > 0")
    desk.keyboard.press("Escape")
    shown.wait_for(state="hidden")


@pytest.mark.parametrize("again", ["on the link", "in the box"])
def test_a_tap_shows_a_preview_and_a_second_one_follows(browser, http, again):
    context = browser.new_context(**TOUCH)
    page = context.new_page()
    site_checks.settle(page, f"{http}notebooks/05_nonseparable.html")
    link = page.locator(".bd-article a.reference.internal[href*='04_separable']:visible").first
    link.tap()
    page.locator("#ref-preview").wait_for(state="visible")
    assert "05_nonseparable" in page.url
    (link if again == "on the link" else page.get_by_role("link", name="Go there")).tap()
    page.wait_for_url("**/04_separable.html#*")
    context.close()


def test_focus_is_seen(desk, http):
    """Each stop of the tab key at the head of a page has an outline or a ring."""
    site_checks.settle(desk, f"{http}notebooks/01_online_learning.html")
    seen = """() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
      const ring = /^rgb\\(.* 0px 0px 0px [2-9]px|inset/.test(boxShadow);
      return ring || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
    }"""
    stops = []
    for _ in range(44):
        desk.keyboard.press("Tab")
        stops.append(desk.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
        assert desk.evaluate(seen), stops[-1]
    assert sum("<button" in stop for stop in stops) > 4


@pytest.mark.parametrize("way", ["pointer", "focus", "tap"])
def test_what_a_theorem_rests_on_is_shown_alone(browser, http, way):
    """All of it, and nothing else: the labels of the arcs, followed here as well."""
    context = browser.new_context(**(TOUCH if way == "tap" else {}))
    page = context.new_page()
    site_checks.settle(page, f"{http}book/theorems.html")
    picture = page.locator("svg.rests-on")
    arcs = picture.locator("path").evaluate_all("all => all.map((e) => ({ ...e.dataset }))")
    rests, before = {"thm-price"}, set()
    while rests != before:
        before = set(rests)
        rests |= {arc["to"] for arc in arcs if arc["of"] in rests}
    name = picture.locator("a[data-label=thm-price]")
    {"pointer": name.hover, "focus": name.focus, "tap": name.tap}[way]()
    shown = picture.locator("a.followed").evaluate_all("all => all.map((e) => e.dataset.label)")
    assert set(shown) == rests
    assert 2 < len(rests) < picture.locator("a").count() / 3
    assert picture.locator("path.followed").count() == sum(arc["of"] in rests for arc in arcs)
    page.mouse.move(0, 0)
    name.evaluate("(e) => e.blur()")
    assert page.locator("svg.rests-on .followed, svg.rests-on.follows").count() == 0
    context.close()


def test_theorems_and_exercises_are_headings_of_their_sections(desk, http):
    """One who listens to a page jumps from one to the next."""
    site_checks.settle(desk, f"{http}notebooks/04_separable.html")
    for kind in ("Theorem", "Definition", "Exercise"):
        titles = desk.locator(".admonition-title:visible", has_text=re.compile(rf"^{kind} 4\."))
        named = desk.get_by_role("heading", name=re.compile(rf"^{kind} 4\."))
        assert named.count() == titles.count() > 0
    levels = desk.locator(".bd-article :is(h1, h2, h3, h4, [role=heading])").evaluate_all(
        "all => all.map((e) => Number(e.ariaLevel ?? e.tagName[1]))"
    )
    assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.parametrize("place", ["thm-block-novikoff", "fig-margin", "ex-three-points", "margin"])
def test_a_place_has_a_link_that_is_copied_as_it_is_followed(browser, http, place):
    """A theorem, a figure, an exercise, a section; nobody sees the sign until it is looked for."""
    with browser.new_page(viewport={"width": 1300, "height": 900}) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"{http}notebooks/04_separable.html")
        page.locator(".bd-article section").evaluate_all(  # nothing moves under the pointer
            "all => all.forEach((e) => e.classList.add('laid-out'))"
        )
        link = page.locator(f'article a.headerlink[href="#{place}"]').first
        assert link.evaluate("(e) => getComputedStyle(e).visibility") == "hidden"
        link.evaluate("(e) => e.parentElement.scrollIntoView()")
        link.locator("xpath=..").hover()
        link.click()
        page.wait_for_selector(f'a.headerlink.copied[href="#{place}"]')
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.url == f"{http}notebooks/04_separable.html#{place}"
        title = page.locator(f"#{place}").first.inner_text()
        assert "#" not in title.partition("\n")[0] or place in ("fig-margin", "margin")


@pytest.mark.parametrize("name", ["book/ledger.html", "book/errata.html"])
def test_no_statement_of_a_source_scrolls_on_a_telephone(telephone, http, name):
    site_checks.settle(telephone, http + name)
    wide = (
        """all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
    )
    displays = telephone.locator(".statement .display")
    assert displays.evaluate_all(wide) == []
    assert min(displays.evaluate_all("all => all.map((e) => e.clientHeight)")) > 15  # shown


def test_paper_has_no_bars_to_press_and_no_empty_halves(browser, http):
    page = browser.new_page(viewport={"width": 680, "height": 960})  # A4 within its margins
    page.goto(f"{http}notebooks/04_separable.html")
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    assert page.locator("h1:visible").inner_text().startswith("4. ")
    pressed = page.locator(":is(button, input, summary:not(details[open] > *)):visible")
    assert pressed.all_inner_texts() == []
    assert page.locator(".solution:visible").count() == 0
    height = page.locator("article.bd-article").bounding_box()["height"]
    margins = dict.fromkeys(("top", "bottom", "left", "right"), "15mm")
    sheets = page.pdf(format="A4", margin=margins).count(b"/Type /Page\n")
    page.close()
    assert 10 < sheets < 1.15 * height / 1009


# How much of the window moves after a moment, and how far (https://web.dev/articles/cls).
MOVED = """(since) => new Promise((resolve) => {
  let sum = 0;
  const after = ({ startTime }) => startTime > since;
  const add = (entries) => entries.filter(after).forEach(({ value }) => (sum += value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  const frame = (wait) => requestAnimationFrame(wait);
  frame(() => frame(() => (add(observer.takeRecords()), resolve(sum))));
})"""
# Scripts are deferred, so that a page is read to its end without them.  Fonts come when they come,
# and a line may then break elsewhere: what moves is counted from there.
LAID_OUT = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await document.fonts.ready;
  await frame();
  await frame();
  return performance.now();
}"""


def moved_by_scripts(page, address):
    """How much moves as the scripts of a page come in, after all else of it is laid out."""
    held, shown = [], []
    page.route("**/*.js*", lambda route: route.continue_() if shown else held.append(route))
    with page.expect_request("**/*.js*"):  # a long page is shown before its end names them
        page.goto(address, wait_until="commit")
    page.wait_for_function(
        "performance.getEntriesByName('first-contentful-paint').length"
        " && document.readyState === 'interactive'",
        polling=50,
    )
    since = page.evaluate(LAID_OUT)
    assert held
    shown.append(True)
    for script in held:
        script.continue_()
    page.wait_for_load_state("networkidle")
    return page.evaluate(MOVED, since)


@pytest.mark.parametrize("name", SCRIPTED)
def test_nothing_waits_for_scripts_or_jumps_as_they_come_in(browser, http, name):
    """The page is shown without them."""
    page = browser.new_page(viewport={"width": 390, "height": 900})  # its clock runs
    page.set_default_timeout(PATIENCE)
    assert moved_by_scripts(page, http + name) < 0.05
    page.close()


def test_a_solution_opens_wherever_its_header_is_touched(telephone, http):
    site_checks.settle(telephone, f"{http}{CHAPTER}.html")
    header = telephone.locator(".solution .admonition-title").first
    box = telephone.locator(".solution").first
    assert "toggle-hidden" in box.get_attribute("class")
    header.click(position={"x": 60, "y": 12})
    telephone.wait_for_function(
        "e => !e.classList.contains('toggle-hidden')", arg=box.element_handle()
    )


BARS = (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='99'>"
    "<path d='M9 9h182v12H9zm0 30h182v12H9zm0 30h182v12H9z'/></svg>"
)
# What the checks of a page must find, each with what is put into a page.
FAULTS = {
    "image: no alt text": f'<img src="{BARS}">',
    "figure: in the dark": f'<img alt="Black bars" style="filter: none !important" src="{BARS}">',
    "axe, light: color-contrast": '<p style="color: #ccc; background: #fff">Hardly to be seen.</p>',
    "axe, dark: color-contrast": '<p style="color: #222">Hardly to be seen in the dark.</p>',
    "axe, dark: target-size": '<button style="width: 9px; height: 9px; padding: 0">a</button>' * 2,
    "width: the page is": '<div style="width: 1400px">Too wide.</div>',
    "cut: ends beyond": '<div style="overflow: hidden"><p style="width: 1400px">Lost.</p></div>',
    "console: late": "<script>setTimeout(() => console.error('late'), 900)</script>",
    "math: 0 formulas": '<div class="math">x</div>',
    "math: a left side alone": '<div class="math" style="width: 250px"><div class="display">'
    '<math display="block" class="breaks"><mrow><mi>k</mi></mrow><mrow><mo>≤</mo>'
    '<mspace width="240px"/></mrow></math></div><span class="eqno">(1)</span></div>',
    "math: without its font": "<style>math { font-family: serif; }</style>",
    "math: left as text": "<p>The margin $\\gamma$ is positive.</p>",
    "keyboard: a formula": '<div class="math"><i tabindex="0">x</i></div>',
    "name: does not say": "<details><summary aria-label='Toggle hidden content'>S</summary>"
    "</details>",
    "solution: does not open": '<div class="admonition dropdown"><p class="admonition-title">S</p>'
    '<p style="display: none">hidden for good</p></div>',
}


def test_each_check_of_a_page_finds_its_fault(desk, http):
    """All of them at once, in the lightest page with formulas."""
    texts = {name: (HTML / name).read_text("utf-8") for name in PAGES}
    name = min((name for name in texts if "<math" in texts[name]), key=lambda one: len(texts[one]))
    spoilt = texts[name].replace("</article>", "".join(FAULTS.values()) + "</article>", 1)
    # A style comes before the first paint, when the font is asked for.
    spoilt = spoilt.replace("</head>", FAULTS["math: without its font"] + "</head>", 1)
    desk.route(http + name, lambda route: route.fulfill(body=spoilt, content_type="text/html"))
    found = site_checks.examine(desk, http, name)
    found += site_checks.violations(desk, "dark", site_checks.OF_THE_LAYOUT)
    assert [fault for fault in FAULTS if not any(each.startswith(fault) for each in found)] == []
