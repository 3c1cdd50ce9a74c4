"""One style sheet and two scripts, instead of the two dozen that each page would ask for.

What every page loads, as ``_templates/layout.html`` says, is put together when the pages are
written.  Of the style sheets only the rules stay whose classes and ids some page or script names: a
third.
"""

import hashlib
import os
import re
from operator import attrgetter

from parts import when_written

IMPORT = re.compile(r'@import "([^"]+)";')
CHARSET = re.compile(r'@charset "[^"]+";')
ADDRESS = re.compile(r"""(url\(["']?)(?!["'/#]|\w+:)([^"')]+)""")
THEME = ("styles/theme.css", "styles/pydata-sphinx-theme.css")  # before those of Sphinx
# The first is in each page, whose lines go on from it; the other is the theme's.
NOT_SHARED = ("documentation_options.js", "sphinx-book-theme.js")
BUNDLE = re.compile(r'_static/(all[-\d]*\.(?:css|js))(?=")')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};@]+)\{[^{}]*\}")
SELECTOR = re.compile(r"(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")  # of several
NOT_ASKED = re.compile(r"\([^()]*\)|\[[^\]]*\]|\\")  # of a selector: others' names, and escapes
EMPTY = re.compile(r"@(?:media|supports)[^{};]*\{\s*\}")
NAMES = re.compile(r'(?:class|id)="([^"]*)"')
DATA = 100_000  # bytes from which on a script is data, or a program of others


def read_sheet(path, folder):
    """Read a style sheet as it would be in a folder, with those that it imports."""
    text = CHARSET.sub("", path.read_text(encoding="utf-8"))
    text = ADDRESS.sub(lambda at: at[1] + os.path.relpath(path.parent / at[2], folder), text)
    return IMPORT.sub(lambda match: read_sheet(path.parent / match[1], folder), text)


def read_script(path):
    """Read a script; after a semicolon its "use strict" is not one for those that follow."""
    return f";\n{path.read_text(encoding='utf-8')}"


def find_names(pages, static):
    """Find the classes and ids of pages, and each word of a script, which may become one."""
    names = {name for page in pages for found in set(NAMES.findall(page)) for name in found.split()}
    for script in static.rglob("*.js"):
        if script.stat().st_size < DATA:
            names |= set(re.findall(r"[\w-]+", script.read_text(encoding="utf-8")))
    return names


def drop_unused(sheet, names):
    """Drop from a style sheet the rules for classes and ids that are not among the names."""

    def is_used(selector):
        while selector != (selector := NOT_ASKED.sub("", selector)):
            pass
        return names.issuperset(re.findall(r"[.#]([a-zA-Z_-][\w-]*)", selector))

    def change(rule):
        head = ",".join(filter(is_used, SELECTOR.findall(rule[1])))
        return head + rule[0][len(rule[1]) :] if head else ""

    return EMPTY.sub("", RULE.sub(change, COMMENT.sub("", sheet)))


def names_of(files):
    """Name the files that every page loads, in its order."""
    names = [each.filename for each in sorted(files, key=attrgetter("priority")) if each.filename]
    return [name.removeprefix("_static/") for name in names if not name.endswith(NOT_SHARED)]


def bundled(app, static, names):
    """Put together the style sheets and the scripts of every page, with what names need."""
    sheets = [*THEME, *names_of(app.builder._orig_css_files)]  # without what one page adds
    scripts = names_of(js for js in app.builder._orig_js_files if not js.attributes)
    own = scripts.index(app.config.html_js_files[0][0])  # one long script would keep a page busy
    sheet = "\n".join(read_sheet(static / name, static) for name in sheets)
    return {
        "all.css": drop_unused(sheet, names),
        "all.js": "\n".join(read_script(static / name) for name in scripts[:own]),
        "all-2.js": "\n".join(read_script(static / name) for name in scripts[own:]),
    }


def write_bundles(app, out):
    """Write the files, and their digests into the pages that were written now."""
    static = out / "_static"
    pages = {path: path.read_text(encoding="utf-8") for path in out.rglob("*.html")}
    if not any(map(BUNDLE.search, pages.values())):  # nothing was out of date
        return
    digests = {}
    for name, text in bundled(app, static, find_names(pages.values(), static)).items():
        (static / name).write_text(text, encoding="utf-8")
        digests[name] = hashlib.sha256(text.encode()).hexdigest()[:8]
    for path, page in pages.items():
        dated = BUNDLE.sub(lambda found: f"{found[0]}?v={digests[found[1]]}", page)
        if dated != page:
            path.write_text(dated, encoding="utf-8")


def setup(app):
    when_written(app, write_bundles, 900)  # when others have mended them
