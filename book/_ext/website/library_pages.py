"""Pages of the library: a table of what a module holds, and links from what docstrings name.

Whether the page of a module's source has to be written again is seen without importing it, as
Sphinx would, and so scikit-learn and more: a fifth of what the build takes after an edit of prose.
"""

from importlib.util import find_spec
from inspect import getdoc

from sphinx.ext import viewcode
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode


def documented_names(name, module):
    """Name what a module, or a package for its modules, shows: what is public and documented."""
    described = {key for _, key in ModuleAnalyzer.for_module(name).find_attr_docs()}
    listed = getattr(module, "__all__", None)
    for key in listed or sorted(key for key in vars(module) if key[0] != "_"):
        value = getattr(module, key)
        home = getattr(value, "__module__", None)
        if key in described or (getdoc(value) and home and (listed or home == name)):
            yield f"{name if key in described else home}.{key}"


def add_table(_app, what, name, module, _options, lines):
    """Add the table to what a module says of itself."""
    if what == "module":
        shown = (each.removeprefix(f"{name}.") for each in documented_names(name, module))
        names = [f"   ~{each}" for each in shown]
        lines += ["", ".. autosummary::", "   :nosignatures:", "", *names, ""] if names else [""]


def skip_tuple_fields(_app, _what, _name, obj, _skip, _options):
    """Leave out "Alias for field number 0": the class's docstring tells what each field is."""
    return True if type(obj).__name__ == "_tuplegetter" else None


def resolve_docstring_name(app, env, node, shown):
    """Link a name to what has a page, if one thing alone is called so."""
    if node.get("reftype") != "obj" or not node.get("py:module"):
        return None
    where, domain = (node["py:module"], node.get("py:class")), env.get_domain("py")
    found = domain.find_obj(env, *where, node["reftarget"], "obj", searchmode=1)
    if len(found) != 1:
        return None
    ((name, place),) = found
    return make_refnode(app.builder, node["refdoc"], place.docname, place.node_id, shown, name)


def setup(app):
    viewcode.get_module_filename = lambda _app, name: find_spec(name).origin
    app.connect("autodoc-process-docstring", add_table)
    app.connect("autodoc-skip-member", skip_tuple_fields)
    app.connect("missing-reference", resolve_docstring_name)
