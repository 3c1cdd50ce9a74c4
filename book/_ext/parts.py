"""What the packages beside share: their set-up, elements that scripts fill, and written pages."""

from importlib import import_module
from pathlib import Path


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


def load_on_pages(app, wanted, *files):
    """Load scripts, after the page is read, and style sheets on the pages that want them.

    What is wanted is told by a class of nodes, or a function of the name of a page.  In a chapter,
    whose first screen is text, ``book.js`` has them loaded once a reader has begun.
    """

    def load(_app, page, _template, _context, doctree):
        if isinstance(wanted, type):
            is_wanted = doctree is not None and any(doctree.findall(wanted))
        else:
            is_wanted = wanted(page)
        for file in files if is_wanted else ():
            if file.endswith(".css"):
                app.add_css_file(file)
            elif page.startswith("notebooks/"):
                app.add_js_file(file, type="later")
            else:
                app.add_js_file(file, loading_method="defer")

    app.connect("html-page-context", load)
