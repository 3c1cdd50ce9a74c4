"""Names of the library, on its pages and in the indexes: where they lead and where they break.

A name in a docstring stands for what it is to Python where it is written.  A long one is broken
after a dot, and nowhere else, unless what stands between two dots is longer than a line of a table
has room for: then after an underscore; short code is not broken at all.  An address that is
printed is broken after a slash.
"""

import re
from importlib import import_module
from operator import attrgetter
from types import SimpleNamespace

from markupsafe import Markup, escape
from sphinx.util.nodes import make_refnode

SIGNED_NAME = re.compile(r'(?<=<span class="pre)(?=">[^<-]{0,8}-[^<]{1,8}</span>)')  # such as -y
SHORT = 16  # letters
VERY_LONG = 26  # letters of a name without a dot
DOT = re.compile(r"(?<=\w)\.(?=\w|$)")
UNDERSCORE = re.compile(r"(?<=\w)_(?=\w)")
CODE = re.compile(r'(?<=<code class="docutils literal notranslate)(?=">((?:(?!</code>).)*)</code>)')
NAMES_IN_CODE = re.compile(r'(?<=<span class="pre">)[\w.]+(?=</span>)|(?<=<h1>)perclib[\w.]+')
ADDRESS = re.compile(r"(?<=>)https?://[^<\s]+(?=</a>)")


def break_address(address):
    """Let a printed address be broken after the slashes of its path."""
    return re.sub(r"(?<=[^:/]/)(?=.)", "<wbr>", address[0])


def break_long_name(html):
    """Let a name be broken after its dots, if it is long, and a very long part of it within."""
    if len(html) <= SHORT:
        return html
    parts = re.split(DOT, html)
    return ".<wbr>".join(
        UNDERSCORE.sub("_<wbr>", part) if len(part) > VERY_LONG else part for part in parts
    )


def keep_together(code):
    """Say what keeps a short piece of code in one line, such as update(x, y)."""
    return " nobreak" if len(re.sub("<.*?>", "", code[1])) <= SHORT else ""


def breakable(text):
    """Let the names in a text be broken."""
    return Markup(break_long_name(str(escape(text.replace("'", "’")))))


def defining_name(node):
    """Say where that was defined which a docstring names; None if this is not known."""
    module = import_module(node["py:module"])
    scopes = [module, SimpleNamespace(perclib=import_module("perclib"))]
    if inside := node.get("py:class"):
        scopes.insert(0, attrgetter(inside)(module))
    for scope in scopes:
        try:
            named = attrgetter(node["reftarget"])(scope)
            return f"{named.__module__}.{named.__qualname__}"
        except AttributeError:
            continue
    return None


def resolve_docstring_name(app, env, node, shown):
    """Link a name to where it was defined: a method perhaps to the class that it is from."""
    if node.get("reftype") != "obj" or not node.get("py:module"):
        return None
    name = defining_name(node)
    place = env.get_domain("py").objects.get(name)
    return place and make_refnode(
        app.builder, node["refdoc"], place.docname, place.node_id, shown, name
    )


def index_entries(group):
    """Yield the entries of a letter, each name that leads somewhere on a line of its own."""
    for name, (links, below, key) in group:
        if name == "module":  # a second list of what stands under their own names
            continue
        if [of for of, _ in below] == ["module"]:
            yield breakable(name), (below[0][1], [], key)
            continue
        main = [link for link in links if link[0]]
        apart = [(f"{name} {of}", (found, [], key)) for of, found in below if main and of[0] == "("]
        kept = [] if apart else [(breakable(of), found) for of, found in below]
        yield breakable(name), (links, kept, key)
        yield from ((breakable(full), entry) for full, entry in apart)


def break_names(_app, page, _template, context, _doctree):
    """Let names be broken in a page, in the titles of its neighbours and in the indexes."""
    if body := context.get("body"):
        body = CODE.sub(keep_together, SIGNED_NAME.sub(" nobreak", body))
        body = ADDRESS.sub(break_address, body)
        context["body"] = NAMES_IN_CODE.sub(lambda match: break_long_name(match[0]), body)
    for side in ("prev", "next"):
        if (context.get(side) or {}).get("title", "").startswith("perclib."):
            context[side] = context[side] | {"title": breakable(context[side]["title"])}
    if page == "genindex":
        letters = [
            (letter, list(index_entries(group))) for letter, group in context["genindexentries"]
        ]
        context["genindexentries"] = letters
    if page == "py-modindex":  # one list: what folds would leave a column empty
        context["content"] = [
            (letter, [entry._replace(name=breakable(entry.name), subtype=0) for entry in group])
            for letter, group in context["content"]
        ]


def setup(app):
    app.connect("missing-reference", resolve_docstring_name)
    app.connect("html-page-context", break_names)
