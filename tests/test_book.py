"""The built book, read in a browser: every page, on a telephone and a desk, in light and dark."""

import os
import shutil
import subprocess
import sysconfig
from itertools import islice
from pathlib import Path

import nbformat
import pytest
import site_checks
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
HTML = ROOT / "_build" / "html"
PAGES = site_checks.pages(HTML)
CHAPTER = "notebooks/03_perceptron"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDTHS = {"telephone": 390, "desk": 1280}


def show(found):
    assert not found, "\n".join(f"{n}. {problem}" for n, problem in enumerate(found, 1))


# Module scope: the loop that Playwright runs would be in the way of the notebooks' tests.
@pytest.fixture(scope="module")
def browser():
    if not PAGES:
        pytest.skip("there is no built book: run make book")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=site_checks.CHROMIUM_FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def contexts(browser):
    """One context for each width: its pages share the cache, as a reader's do."""
    contexts = {
        device: browser.new_context(viewport={"width": width, "height": 900})
        for device, width in WIDTHS.items()
    }
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture(params=WIDTHS)
def page(contexts, request):
    page = contexts[request.param].new_page()
    yield page
    page.close()


@pytest.fixture
def desk(contexts):
    page = contexts["desk"].new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def http():
    with site_checks.served(HTML) as root:
        yield root


def test_book_is_built():
    assert PAGES, "there is no built book: run make book"


@pytest.mark.parametrize("name", PAGES)
def test_page(page, http, name):
    show(site_checks.examine(page, http, name, figures=page.viewport_size["width"] > 1000))


@pytest.mark.parametrize("name", PAGES)
def test_page_from_disk(desk, name):
    show(site_checks.read(desk, HTML.as_uri() + "/", name))


@pytest.mark.parametrize("name", ["index.html", *PAGES] if PAGES else [])
def test_links(name):
    show(site_checks.broken_links(HTML, name))


def test_front_door(desk, http):
    with site_checks.listening(desk, http) as found:
        desk.goto(http)
        desk.wait_for_selector(".bd-article h1")
    show(found)
    assert desk.url.removeprefix(http) in PAGES


@pytest.mark.parametrize("place", ["http", "disk"])
def test_search(desk, http, place):
    root = http if place == "http" else HTML.as_uri() + "/"
    with site_checks.listening(desk, root) as found:
        desk.goto(root + "search.html")
        desk.locator("input[name=q]:visible").fill("subgradient")
        desk.keyboard.press("Enter")
        hit = desk.locator(f'#search-results li a[href*="{CHAPTER}.html"]').first
        hit.wait_for(timeout=10_000)
        desk.wait_for_load_state("networkidle")  # the excerpts of the other hits are fetched
        hit.click()
        desk.wait_for_url(f"**/{CHAPTER}.html*")
    show(found)


def test_notebook_downloads(desk, http, tmp_path):
    desk.goto(f"{http}{CHAPTER}.html")
    desk.get_by_role("button", name="Download this page").click()
    with desk.expect_download() as download:
        desk.locator(".btn-download-source-button").click()
    assert download.value.suggested_filename == f"{Path(CHAPTER).name}.ipynb"
    download.value.save_as(tmp_path / "chapter.ipynb")
    nbformat.validate(nbformat.read(tmp_path / "chapter.ipynb", as_version=nbformat.NO_CONVERT))


def test_preview_of_a_reference(desk, http):
    """Focus on a reference shows what it points to, formulas drawn, on this page or another."""
    site_checks.settle(desk, f"{http}{CHAPTER}.html")
    shown = desk.locator("#ref-preview")
    links = desk.locator(".bd-article a.reference.internal[href*='#']:visible").all()
    assert links
    for link in islice(links, 8):
        with site_checks.listening(desk, http) as found:
            link.focus()
            shown.wait_for(state="visible")
            desk.keyboard.press("Escape")
            shown.wait_for(state="hidden")
        show(found)


# The net catches: each fault, put into a page of a copy of the book, is found.

BARS = (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='99'>"
    "<path d='M9 9h182v12H9zm0 30h182v12H9zm0 30h182v12H9z'/></svg>"
)
FAULTS = {
    "request to another host": '<img alt="a picture" src="http://localhost:9/picture.png">',
    "request: 404": '<img alt="a picture" src="not_there.png">',
    "image: not loaded": '<img alt="a picture" src="data:image/png;base64,AAAA">',
    "image: no alt text": f'<img src="{BARS}">',
    "image: alt text is a file name": f'<img alt="figure_3.png" src="{BARS}">',
    "figure: in the dark": f'<img alt="Black bars" style="filter: none !important" src="{BARS}">',
    "axe, light: color-contrast": '<p style="color: #ccc; background: #fff">Hardly to be seen.</p>',
    "axe, dark: color-contrast": '<p style="color: #222">Hardly to be seen in the dark.</p>',
    "width: the page is": '<div style="width: 1400px">Too wide.</div>',
    "console: a fault": "<script>console.error('a fault')</script>",
    "script: a fault": "<script>throw Error('a fault')</script>",
    "math: Missing argument": r'<div class="math">\[ \frac{1} \]</div>',
    "math: unknown command": r'<span class="math">\( \nosuchcommand \)</span>',
    "math: 0 formulas drawn": '<span class="math">x</span>',
    "math: left as text": "<p>The margin $\\gamma$ is positive.</p>",
    "keyboard: a formula": '<div class="math"><i tabindex="0">x</i></div>',
    "solution: does not open": '<div class="admonition dropdown"><p class="admonition-title">S</p>'
    '<p style="display: none">hidden for good</p></div>',
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the book's lightest page with formulas."""
    with_math = [name for name in PAGES if 'class="math' in (HTML / name).read_text("utf-8")]
    name = min(with_math, key=lambda name: (HTML / name).stat().st_size)
    folder = tmp_path_factory.mktemp("copy")
    for part in ("_static", "_images", "searchindex.js"):
        if (HTML / part).exists():
            (folder / part).symlink_to(HTML / part)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    with site_checks.served(folder) as root:
        yield folder, name, root


@pytest.mark.parametrize("fault", FAULTS)
def test_net_catches(desk, copy, fault):
    folder, name, root = copy
    text = (HTML / name).read_text("utf-8")
    (folder / name).write_text(text.replace("</article>", FAULTS[fault] + "</article>", 1), "utf-8")
    found = site_checks.examine(desk, root, name)
    assert any(problem.startswith(fault) for problem in found), found


@pytest.mark.parametrize("link", ["#no-such-anchor", "no_such_page.html", "b.html#no-such-anchor"])
def test_net_catches_links(tmp_path, link):
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>')
    (tmp_path / "a.html").write_text(f'<a href="b.html#there">good</a> <a href="{link}">bad</a>')
    (problem,) = site_checks.broken_links(tmp_path, "a.html")
    assert problem.endswith(link)


# The build itself: `make book` on a book of one page with this book's settings.

HEAD = """---
jupytext: {text_representation: {format_name: myst}}
kernelspec: {name: python3}
---
# A page

"""
BUILDS = {
    "right": ("```{code-cell}\n1 + 1\n```\n", None),
    "failing cell": ("```{code-cell}\n1 / 0\n```\n", "ZeroDivisionError"),
    "unresolved reference": ("See {prf:ref}`no-such-theorem`.\n", "no-such-theorem"),
}


@pytest.mark.parametrize("case", BUILDS)
def test_make_book_is_strict(tmp_path, case):
    text, complaint = BUILDS[case]
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "_config.yml", tmp_path)
    for part in ("_ext", "_static", "references.bib"):
        copy = shutil.copytree if (ROOT / "book" / part).is_dir() else shutil.copy
        (tmp_path / "book").mkdir(exist_ok=True)
        copy(ROOT / "book" / part, tmp_path / "book" / part)
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/page\n")
    (tmp_path / "book" / "page.md").write_text(HEAD + text)
    # Not the make that may be running these tests, and its environment as it stands.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "book", f"BIN={sysconfig.get_path('scripts')}"]
    command.append("--old-file=.venv/installed-book")
    for _ in range(2):  # a second build must not pass for finding nothing new
        run = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=100
        )
        if complaint is None:
            assert run.returncode == 0, run.stderr
            assert run.stdout.splitlines()[-1] == f"{tmp_path}/_build/html/index.html"
        else:
            assert run.returncode != 0
            assert complaint in run.stderr + run.stdout
