"""What the built pages need so that they read offline and by everyone."""

import importlib.util
import shutil
from pathlib import Path

# MathJax as the pages use it, and what a reader may choose in its menu: the explorer with its
# English speech, formulas drawn as SVG.  Without either file the reader's formulas would vanish,
# and a component without MathML input makes the explorer hang the page.
MATHJAX = (
    "tex-mml-chtml.js",
    "a11y",
    "input/tex/extensions",
    "output/chtml/fonts/woff-v2",
    "output/svg",
    "output/svg.js",
    "sre/mathmaps/base.json",
    "sre/mathmaps/en.json",
)


def start_afresh(app):
    """Remove the last build, of which a renamed page or a style sheet could show in this one."""
    if app.builder.format == "html" and (Path(app.outdir) / ".buildinfo").exists():
        shutil.rmtree(app.outdir)
        Path(app.outdir).mkdir()


def copy_mathjax(app, exception):
    """Copy MathJax out of the installed package: 4 of its 24 MB."""
    if exception or app.builder.format != "html":
        return
    package = Path(importlib.util.find_spec("sphinx-mathjax-offline").origin).parent
    source, target = package / "static" / "mathjax", Path(app.outdir) / "_static" / "mathjax"
    for name in MATHJAX:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, dirs_exist_ok=True)
        else:
            shutil.copy2(source / name, target / name)


def drop_dead_weight(app, exception):
    """Remove what no page uses: source maps, and a script for icons that the CSS has as a font."""
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    for source_map in static.rglob("*.map"):
        source_map.unlink()
    for script in static.glob("scripts/fontawesome.js"):
        script.write_text("// The icons are a web font of pydata-sphinx-theme.css.\n")


PROOF = '<div class="proof admonition" id="proof">\n<p>Proof. '


def mend_markup(_app, _page, _template, context, _doctree):
    """Mend a page's body: a citation's deprecated role, and ids that every theorem repeats."""
    if body := context.get("body"):
        body = body.replace('role="doc-biblioentry"', 'role="listitem"')  # its parent is a list
        body = body.replace(' id="proof-content"', "")
        context["body"] = body.replace(PROOF, '<div class="proof admonition">\n<p><em>Proof.</em> ')


def write_front_door(app, exception):
    """Write an index.html that leads to the first page: a whole page, which the default is not."""
    root = app.config.root_doc
    if exception or app.builder.format != "html" or root == "index":
        return
    title, url = app.config.html_title, f"{root}.html"
    (Path(app.outdir) / "index.html").write_text(
        f'''<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url={url}">
<title>{title}</title>
<main><h1>{title}</h1><a href="{url}">Open the book</a></main>
</html>
''',
        encoding="utf-8",
    )


def skip_tuple_fields(_app, _what, _name, obj, _skip, _options):
    """Leave out "Alias for field number 0": the class's docstring tells what each field is."""
    return True if type(obj).__name__ == "_tuplegetter" else None


def setup(app):
    app.connect("builder-inited", start_afresh)
    app.connect("html-page-context", mend_markup)
    app.connect("autodoc-skip-member", skip_tuple_fields)
    app.connect("build-finished", write_front_door)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", drop_dead_weight)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
