"""What the packages beside share: their set-up, places that are filled later, written pages."""

import json
import re
import zipfile
from importlib import import_module
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform

FILLED_BY = {}  # functions, by the name of a place
# A theorem or an exercise on a built page, with all that follows in its part of the page.  Regular
# expressions take 0.07 s of all pages, html.parser of BeautifulSoup 9.8 s.
TITLED = re.compile(
    r'<div class="(?:proof|exercise)[^"]*admonition" id="(?P<anchor>[^"]+)">\s*'
    r'<p class="admonition-title"[^>]*>(?P<title>.*?)</p>(?P<inside>.*?)</section>',
    re.DOTALL,
)


class filled_later(nodes.General, nodes.Element):
    """A place for what is known only when all pages are read."""


class FillPlaces(SphinxPostTransform):
    """Fill the places of a page, and those in what is filled in."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        while found := list(self.document.findall(filled_later)):
            for each in found:
                filled = FILLED_BY[each["name"]](self.app, self.env.docname, *each["said"])
                each.replace_self(filled)


def fill_later(app, name, function):
    """Let a directive, and a role, of this name stand for what a function gives of its words."""
    FILLED_BY[name] = function

    class Later(Directive):
        optional_arguments, final_argument_whitespace = 1, True

        def run(self):
            return [filled_later(name=name, said=" ".join(self.arguments).split(maxsplit=1))]

    app.add_directive(name, Later)
    app.add_role(name, lambda _role, _raw, text, *_: ([filled_later(name=name, said=[text])], []))


def set_up(app, package, modules):
    """Set up the modules of a package."""
    for name in modules:
        import_module(f"{package}.{name}").setup(app)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}


def when_written(app, function, priority=500):
    """Call a function with the folder of the pages, when all are written and nothing failed."""

    def call(_app, exception):
        if exception is None and app.builder.format == "html":
            function(app, Path(app.outdir))

    app.connect("build-finished", call, priority)


def number_of(env, docname, kind, label):
    """Give the number that something has in the book, as 4.3, or nothing."""
    return ".".join(map(str, env.toc_fignumbers.get(docname, {}).get(kind, {}).get(label, ())))


def load_on_pages(app, wanted, *files):
    """Load scripts, once a page is read, where what is wanted stands in its body.

    A page of Sphinx's own has no body: there it is the page's name.  In a chapter, whose first
    screen is text, ``book.js`` has them loaded when a reader has begun.
    """

    def load(_app, page, _template, context, _doctree):
        how = {"type": "later"} if page.startswith("notebooks/") else {"loading_method": "defer"}
        for file in files if re.search(wanted, context.get("body", page)) else ():
            app.add_js_file(file, **how)

    app.connect("html-page-context", load)


def write_archive(path, texts):
    """Put files into an archive, by their names; without a date it is always the same."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def write_data(path, data, name="", **options):
    """Write data for a script to fetch; with a name, as a script itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, **options)
    path.write_text(f"{name} = {text};\n" if name else text, encoding="utf-8")
