"""One style sheet and three scripts, instead of the two dozen that each page would ask for.

What every page loads is put together when the pages are written, in its order there; what only
some pages load stays apart.  Scripts run when the page is read, so that none keeps it from being
shown.  Of the style sheets only the rules stay whose classes and ids some page or script names: a
third.  The fonts of the first words are asked for before the style sheet that names them, but not
from the disk, where Chromium would report an error.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from parts import when_written

FILE_ADDRESS = r'="(?P<up>(?:\.\./)*)_static/(?P<name>[^"?]+)[^"]*"[^>]*>'
SHEETS = re.compile(rf'<link (?=[^>]*rel="stylesheet")[^>]*href{FILE_ADDRESS}')
SCRIPTS = re.compile(rf"<script [^>]*src{FILE_ADDRESS}</script>")
AT_ONCE, LATER = '<script src="', '<script defer src="'
PRELOADED_SCRIPT = re.compile(r'<link rel="preload" as="script"[^>]*>')
IMPORT = re.compile(r'@import "([^"]+)";')
CHARSET = re.compile(r'@charset "[^"]+";')
ADDRESS = re.compile(r"""(url\(["']?)(?!["'/#]|\w+:)([^"')]+)""")
PRELOAD = (
    'location.protocol === "file:" || ["Text", "Math"].forEach((face) => document.head.append('
    'Object.assign(document.createElement("link"), {{ rel: "preload", as: "font", crossOrigin: "",'
    ' type: "font/woff2", href: `{up}_static/fonts/STIXTwo${{face}}.woff2` }})))'
)
PLAIN = "genindex.html"  # Sphinx writes it whenever it writes a page; it loads nothing of its own
CONSTANTS = "documentation_options.js"  # a few lines, which lines of the page go on from
BEGINS_ANOTHER = ("book.js",)  # each begins a file
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};@]+)\{[^{}]*\}")
SELECTOR = re.compile(r"(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")  # of several
NOT_ASKED = re.compile(r"\([^()]*\)|\[[^\]]*\]|\\")  # of a selector: others' names, and escapes
EMPTY = re.compile(r"@(?:media|supports)[^{};]*\{\s*\}")
NAMES = re.compile(r'(?:class|id)="([^"]*)"')
DATA = 100_000  # bytes from which on a script is data, or a program of others
TABS, WITH_TABS = "design-tabs.js", "sd-tab-set"


def read_sheet(path, folder):
    """Read a style sheet as it would be in a folder, with those that it imports."""
    text = CHARSET.sub("", path.read_text(encoding="utf-8"))
    text = ADDRESS.sub(lambda at: at[1] + os.path.relpath(path.parent / at[2], folder), text)
    return IMPORT.sub(lambda match: read_sheet(path.parent / match[1], folder), text)


def read_script(path, _folder):
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


class Bundle(NamedTuple):
    """What is put together of files, the tags that load them, and the tags that load it."""

    tags: re.Pattern
    parts: list
    place: str  # the part at whose place it is loaded
    files: dict
    tag: str

    def load(self, page):
        """Let a page load this instead of the parts."""

        def change(match):
            if match["name"] not in self.parts:
                return match[0]
            return self.tag.format(up=match["up"]) if match["name"] == self.place else ""

        return self.tags.sub(change, page)


def shared_files(page, tags):
    """Name what a page loads that other pages load as well."""
    names = [match["name"] for match in tags.finditer(page)]
    return [part for part in names if part not in (CONSTANTS, TABS)]


def group_files(parts):
    """Group parts by the file in which they are put: a long one begins another."""
    out = [[]]
    for part in parts:
        out += [[]] if part in BEGINS_ANOTHER and out[-1] else []
        out[-1].append(part)
    return out


def make_bundles(page, static, names):
    """Put together the style sheets and the scripts of a page, by name, with what names need."""
    head, wholes = page.partition("</head>")[0], {}
    link, run = '<link rel="stylesheet" href="{}">', f'{LATER}{{}}"></script>'
    preload = f"<script>{PRELOAD}</script>"
    # A sheet is loaded before those of some pages; a script after the lines that set its options.
    for name, tags, read, before, tag, end in (
        ("all.css", SHEETS, read_sheet, preload, link, 0),
        ("all.js", SCRIPTS, read_script, "", run, -1),
    ):
        shared, files, tagged = shared_files(page, tags), {}, before
        for number, group in enumerate(group_files(shared), 1):
            text = "\n".join(read(static / part, static) for part in group)
            text = drop_unused(text, names) if tags is SHEETS else text
            file = f"all-{number}{Path(name).suffix}" if number > 1 else name
            files[file] = text
            digest = hashlib.sha256(text.encode()).hexdigest()[:8]
            tagged += tag.format(f"{{up}}_static/{file}?v={digest}")
        wholes[name] = Bundle(tags, shared, shared_files(head, tags)[end], files, tagged)
    return wholes


def load_bundles(page, wholes, constants):
    """Let a page load each whole once, and leave out what it has no use for."""

    def change(match):
        if match["name"] == CONSTANTS:
            return f"<script>{constants}</script>"
        return "" if match["name"] == TABS and WITH_TABS not in page else match[0]

    page = PRELOADED_SCRIPT.sub("", SCRIPTS.sub(change, page))
    for each in wholes:
        page = each.load(page)
    # Where a page has scripts of its own that run at once, as that of the search, these do so too.
    return page.replace(LATER, AT_ONCE) if AT_ONCE in page else page


def bundle_pages(app, out):
    """Lighten all pages; those that an earlier build wrote stay as they are."""
    static, plain = out / "_static", (out / PLAIN).read_text(encoding="utf-8")
    if not PRELOADED_SCRIPT.search(plain):  # nothing was out of date, and so nothing written
        return
    pages = {path: path.read_text(encoding="utf-8") for path in out.rglob("*.html")}
    wholes = make_bundles(plain, static, find_names(pages.values(), static))
    for each in wholes.values():
        for name, text in each.files.items():
            (static / name).write_text(text, encoding="utf-8")
    constants = (static / CONSTANTS).read_text(encoding="utf-8").strip()
    for path, page in pages.items():
        if PRELOADED_SCRIPT.search(page):
            path.write_text(load_bundles(page, wholes.values(), constants), encoding="utf-8")


def setup(app):
    when_written(app, bundle_pages, 900)  # when others have mended them
