"""What a name in a docstring leads to: the place of what it is to Python where it is written."""

from importlib import import_module
from operator import attrgetter
from types import SimpleNamespace

from sphinx.util.nodes import make_refnode


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


def setup(app):
    app.connect("missing-reference", resolve_docstring_name)
