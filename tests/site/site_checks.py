"""Look at a built book as a reader's browser does, and list what is wrong with it."""

import atexit
import os
import shutil
import tempfile
import threading
from contextlib import contextmanager
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import matplotlib
import numpy as np
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# Flags for a machine without a screen, root as the user and no way out to the network.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# The only fonts that the browser finds, whatever a machine has: pages look the same in every test.
FACES = ("DejaVuSans.ttf", "DejaVuSansMono.ttf")
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""

TIMERS = 1000  # milliseconds after which the timers of the theme and of the book have run
# Contrast is measured on a few of the texts that look alike, not on each of thousands.
SAMPLED = "axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-sample]' }] })"
AXE = Axe().axe_script
ASK_AXE = """([context, rules]) => axe.run(context ?? document, {
  runOnly: rules,
  resultTypes: ["violations"],
  preload: false, // axe would ask for the style sheets again, one by a wrong address
})"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
OF_THE_LAYOUT = ["scrollable-region-focusable", "target-size"]

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# Nothing moves, and what is far from the window is laid out as well.
STILL = """*, *::before, *::after { transition: none !important; animation: none !important; }
section, .theorems { content-visibility: visible !important; }"""
# A picture of a figure in a long page takes three times as long as without the rest of it.
FIGURES_ALONE = ".bd-article *:not(:has(img)):not(img) { display: none !important; }"


@cache
def fonts():
    """Lay out a folder with the two faces, as matplotlib brings them; give its configuration."""
    folder = Path(tempfile.mkdtemp(prefix="fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for face in FACES:
        shutil.copy(Path(matplotlib.get_data_path()) / "fonts/ttf" / face, folder)
    path = folder / "fonts.conf"
    path.write_text(FONTS.format(folder=folder), encoding="utf-8")
    return path


def launch(playwright):
    """Start Chromium, which finds the two faces and no other."""
    environment = {**os.environ, "FONTCONFIG_FILE": str(fonts())}
    return playwright.chromium.launch(
        executable_path=CHROMIUM, args=CHROMIUM_FLAGS, env=environment
    )


def pages(html):
    """Every page of the book under `html`, but for the front door, which leads on at once."""
    names = {path.relative_to(html).as_posix() for path in html.rglob("*.html")}
    return sorted(n for n in names - {"index.html"} if not n.startswith("_static/"))


class QuietHandler(SimpleHTTPRequestHandler):
    """Answers requests, and says nothing of them."""

    def log_message(self, *_args):
        pass


@contextmanager
def served(html, handler=QuietHandler):
    """Serve the folder over http on a free port of this machine; the address of its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=html))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def listening(page, root):
    """List what goes wrong on `page` meanwhile: errors, failed requests, requests beyond `root`."""
    found = []

    def request(r):
        if not r.url.startswith((root, "data:", "blob:")):
            found.append(f"request to another host: {r.url}")

    def response(r):
        if r.status >= 400:
            found.append(f"request: {r.status} for {r.url}")

    def failed(r):
        if r.failure != "net::ERR_ABORTED":  # that one was cut off when the next page was opened
            found.append(f"request failed: {r.url} ({r.failure})")

    listeners = {
        "console": lambda m: found.append(f"console: {m.text}") if m.type == "error" else None,
        "pageerror": lambda e: found.append(f"script: {e}"),
        "request": request,
        "requestfailed": failed,
        "response": response,
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield found
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def leave(page):
    """Empty a page for the next use: to open another takes longer than to load most pages."""
    page.evaluate("try { localStorage.clear(); sessionStorage.clear(); } catch {}")
    page.unroute_all()
    page.goto("about:blank")
    page.mouse.move(0, 0)
    page.emulate_media(color_scheme="light")


def settle(page, url):
    """Open a page and wait until it is drawn; nothing on it moves any more."""
    page.goto(url)
    page.add_style_tag(content=STILL)
    page.add_script_tag(content=SCRIPT)
    page.evaluate("siteChecks.ready()")


def pass_time(page):
    """Let the timers run at once of a page whose clock was installed before it was opened."""
    page.clock.run_for(TIMERS)


def read(page, root, name):
    """Open a page and look at it as it is; what is wrong.  Solutions are open afterwards."""
    with listening(page, root) as found:
        settle(page, root + name)
        found += page.evaluate("siteChecks.look()")
        pass_time(page)
    return found


def examine(page, root, name, figures=True):
    """Read a page, then in light and in dark: accessibility, and figures as legible as in light."""
    page.emulate_media(color_scheme="light")
    found = read(page, root, name)
    ink = {}
    for theme, rules in (("light", WCAG), ("dark", OF_COLOURS)):
        found += violations(page, theme, rules)
        if figures:
            ink[theme] = inks(page)
    for (alt, light), (_, dark) in zip(ink.get("light", ()), ink.get("dark", ()), strict=True):
        if dark < 0.6 * light:
            found.append(
                f"figure: in the dark {dark:.2%} of it stands out, in the light {light:.2%}: {alt}"
            )
    return found


def examine_layout(page, root, name):
    """Read a page, then look at what its layout can spoil, in dark: letters are wider there."""
    return read(page, root, name) + violations(page, "dark", OF_THE_LAYOUT)


def violations(page, theme, rules):
    """Violations of rules that axe finds on a page, in a theme."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function("t => document.documentElement.dataset.theme === t", arg=theme)
    pass_time(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate("siteChecks.thin()")
        page.evaluate(AXE)
        page.evaluate(SAMPLED)
    page.evaluate("siteChecks.sample()")
    return [
        f"axe, {theme}: {rule['id']}: {rule['help']}: {node['target']} {node['html'][:160]}: "
        f"{node['failureSummary'].splitlines()[-1].strip()}"
        for rule in page.evaluate(ASK_AXE, [None, rules])["violations"]
        for node in rule["nodes"]
    ]


def inks(page):
    """Alt text of each figure, and the share of it that stands out; the text is away meanwhile."""
    alone = page.add_style_tag(content=FIGURES_ALONE)
    found = [
        (image.get_attribute("alt"), ink_share(image.screenshot()))
        for image in page.query_selector_all(".bd-article img")
        if image.is_visible()
    ]
    alone.evaluate("style => style.remove()")
    return found


def ink_share(png):
    """Share of a picture's pixels that stand out, 3:1 or more, from its most common colour."""
    rgb = np.asarray(Image.open(BytesIO(png)).convert("RGB"))
    shade = (rgb // 8) @ (1024, 32, 1)  # 32 steps of each colour, so that a face is of one shade
    shades, counts = np.unique(shade, return_counts=True)
    is_face = shade == shades[counts.argmax()]
    scaled = rgb / 255
    linear = np.where(scaled <= 0.04045, scaled / 12.92, ((scaled + 0.055) / 1.055) ** 2.4)
    luminance = linear @ (0.2126, 0.7152, 0.0722) + 0.05
    face_luminance = luminance[is_face].mean()
    contrast = np.maximum(luminance, face_luminance) / np.minimum(luminance, face_luminance)
    return float((contrast >= 3).mean())


class _Links(HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, _tag, attrs):
        attrs = dict(attrs)
        self.anchors |= {attrs[key] for key in ("id", "name") if attrs.get(key)}
        self.links += [attrs[key] for key in ("href", "src") if attrs.get(key)]


@cache
def _parsed(path):
    parser = _Links()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser


def broken_links(html, name):
    """Links of a page to files of the book that are not there, or to anchors that are not."""
    found, here = [], html / name
    for link in dict.fromkeys(_parsed(here).links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (here.parent / unquote(parts.path)).resolve() if parts.path else here
        anchor = unquote(parts.fragment)
        if not target.is_file():
            found.append(f"link to a file that is not there: {link}")
        elif anchor and target.suffix == ".html" and anchor not in _parsed(target).anchors:
            found.append(f"link to an anchor that is not there: {link}")
    return found
