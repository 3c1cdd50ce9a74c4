"""What the built pages need so that they read offline and by everyone."""

import re
from itertools import chain, repeat
from pathlib import Path

from parts import when_written

HEAVY = ("fontawesome", "bootstrap", "pydata-sphinx-theme", "sphinx-book-theme")
# The theme's faces of fonts that are not shipped: Firefox asks for them beside those of the book.
ICON_FACES = re.compile(r"@font-face\{[^}]*vendor/fontawesome[^}]*\}")


def drop_dead_weight(app, out):
    """Remove what pages do not use: source maps, icon fonts, and the scripts of the theme."""
    static = out / "_static"
    fonts = static.glob("vendor/fontawesome/webfonts/*")  # icons are in a font of book.css
    for unused in [*static.rglob("*.map"), *fonts, *(static / f"scripts/{n}.js" for n in HEAVY)]:
        unused.unlink(missing_ok=True)
    sheet = static / "styles" / "pydata-sphinx-theme.css"
    sheet.write_text(ICON_FACES.sub("", sheet.read_text(encoding="utf-8")), encoding="utf-8")


REPEATED = re.compile(r' id="(?:proof|exercise|solution)-content"')
SOLUTION = re.compile(r'(<p class="admonition-title">Solution to)<a [^>]*>( \w+) (.*?)</a>')
PROOF = '<div class="proof admonition" id="proof">\n<p>Proof. '
# Names, brackets, signs and numbers in code have the colour of all code: a third of the elements
# of a chapter.  An empty span, which Pygments puts before code, keeps an empty line that no cell
# has.
PLAIN = re.compile(r'<span class="(?:mf|mi|n|nn|o|p|w)">([^<]*)</span>|(?<=<pre>)<span></span>')
# A link is a link, of whatever it is.
LINKED = re.compile(r'<span class="(?:xref )?std std-(?:numref|ref|term)">([^<]*)</span>(?=</a>)')
# The parts of a string, and strings with commas between them, are one element.
STRING = r'<span class="s[a-z\d]">[^<]*'
STRINGS = re.compile(rf"{STRING}(?:</span>[\s,]*{STRING})+")
# A heading of the page, or the title of a theorem or an exercise.
TITLE = re.compile(
    r'<h([1-6])\b|<div class="(?:proof|exercise)[^>]*>\s*<p class="admonition-title"'
)


def name_headings(body):
    """Make the titles of theorems and exercises headings, one level below that of their section."""
    level = 1

    def name(match):
        nonlocal level
        level = int(match[1] or level)
        return match[0] if match[1] else f'{match[0]} role="heading" aria-level="{level + 1}"'

    return TITLE.sub(name, body)


# A theorem or an exercise with a title; its sign is drawn by the style, so that no title has it.
TITLED = re.compile(
    r'(<div class="(?:proof|exercise)[^>]* id="([^"]+)">\s*'
    r'<p class="admonition-title"[^>]*>.*?)</p>',
    re.DOTALL,
)
LINK = r'\1<a class="headerlink" href="#\2" aria-label="Link to this place"></a></p>'
# Works that are cited on the page that lists them lead there, the others nowhere.
CITED_HERE = re.compile(r'<a role="doc-backlink" href="#\w+">(.*?)</a>')
PICTURE = re.compile(r'<img (?=[^>]*src="[^"]*_images/([^"]+\.svg)")')


def with_picture_sizes(app, body):
    """Give pictures their size, so that nothing moves as they come; the first comes first."""
    paths = {name: path for path, (_, name) in app.env.images.items()}
    hurry = chain([""], repeat('loading="lazy" '))

    def with_size(found):
        text = Path(app.srcdir, paths[found[1]]).read_text("utf-8")
        size = re.search(r'width="\d+" height="\d+"', text)[0]
        return f"{found[0]}{size} {next(hurry)}"

    return PICTURE.sub(with_size, body)


def mend_markup(app, _page, _template, context, _doctree):
    """Mend a page's body: a deprecated role, ids that theorems repeat, folds, code."""
    if body := context.get("body"):
        body = body.replace('role="doc-biblioentry"', 'role="listitem"')  # its parent is a list
        body = REPEATED.sub("", body)
        body = body.replace(' aria-label="Toggle hidden content"', "")  # their text says what opens
        body = CITED_HERE.sub(r"\1", body)
        body = LINKED.sub(r"\1", PLAIN.sub(r"\1", body))
        body = STRINGS.sub(lambda run: re.sub(r"</span>|(?<!^)<span[^>]*>", "", run[0]), body)
        body = with_picture_sizes(app, name_headings(body))
        body = TITLED.sub(LINK, body)
        # A link there would leave instead of opening it; no line ends before the number.
        body = SOLUTION.sub("\\1\\2\u00a0\\3", body)
        context["body"] = body.replace(
            PROOF, '<div class="proof a-proof admonition">\n<p><em>Proof.</em> '
        )


def setup(app):
    app.connect("html-page-context", mend_markup)
    when_written(app, drop_dead_weight)
