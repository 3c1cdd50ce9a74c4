"""What published pages say to those who do not read them: search engines, and what shows links.

Once ``BOOK_URL`` tells where the book is published, each page names its address, there is a map of
all pages, a page for addresses that lead nowhere, and a link to a page is shown with a picture.
Without the address nothing is said.
"""

from html import escape
from urllib.parse import urljoin

from markupsafe import Markup

import edition
from parts import when_written

CARD = "_static/card.png"


def name_address(_app, config):
    """Have Sphinx give each page its canonical address."""
    if edition.URL:
        config.html_baseurl = f"{edition.URL}/"


def page_address(page):
    return urljoin(f"{edition.URL}/", page)


def add_card(app, page, _template, context, _doctree):
    """Say in a page's head with which title and picture a link to it is shown."""
    if edition.URL:
        properties = {
            "og:type": "article",
            "og:title": Markup(context.get("title", "")).striptags(),
            "og:site_name": app.config.html_title,
            "og:url": page_address(f"{page}.html"),
            "og:image": page_address(CARD),
            "og:image:alt": "The perceptron turns its line at every mistake until it separates.",
        }
        tags = [f'<meta property="{key}" content="{escape(x)}">' for key, x in properties.items()]
        card = '<meta name="twitter:card" content="summary_large_image">'
        context["metatags"] = "".join([context.get("metatags", ""), *tags, card])


def make_lost_page(_app):
    """Make the page that a server shows in any folder: its links begin at the first one."""
    if edition.URL:
        body = (
            "<h1>There is no page at this address</h1>"
            '<p>It may have moved: <a href="search.html">search the book</a>,'
            ' or begin at <a href="index.html">its first page</a>.</p>'
        )
        base = f'<base href="{escape(edition.URL)}/">'
        yield "404", {"title": "No such page", "body": body, "metatags": base}, "page.html"


def write_map(app, out):
    """Write the addresses of all pages, for search engines."""
    if edition.URL:
        pages = [page_address(f"{docname}.html") for docname in sorted(app.env.found_docs)]
        lines = "\n".join(f"<url><loc>{escape(page)}</loc></url>" for page in pages)
        (out / "sitemap.xml").write_text(
            '<?xml version="1.0" encoding="utf-8"?>\n'
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
            f"{lines}\n</urlset>\n",
            "utf-8",
        )
        text = f"User-agent: *\nSitemap: {page_address('sitemap.xml')}\n"
        (out / "robots.txt").write_text(text, "utf-8")


def setup(app):
    app.connect("config-inited", name_address)
    app.connect("html-collect-pages", make_lost_page)
    app.connect("html-page-context", add_card, priority=510)  # after the description
    when_written(app, write_map)
