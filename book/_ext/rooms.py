"""Each page of the library begins with a table of what its module holds."""

from inspect import getdoc

from sphinx.pycode import ModuleAnalyzer


def contents(name, module):
    """Name what a module, or a package for its modules, shows: what is public and documented."""
    described = {key for scope, key in ModuleAnalyzer.for_module(name).find_attr_docs()}
    listed = getattr(module, "__all__", None)
    for key in listed or sorted(key for key in vars(module) if key[0] != "_"):
        value = getattr(module, key)
        home = getattr(value, "__module__", None)
        if key in described:
            yield key
        elif getdoc(value) and home and (listed or home == name):
            yield f"{home}.{key}".removeprefix(f"{name}.")


def add_table(app, what, name, module, options, lines):
    """Add the table to what a module says of itself."""
    rows = [f"   ~{shown}" for shown in contents(name, module)] if what == "module" else []
    if rows:
        lines += ["", ".. autosummary::", "   :nosignatures:", "", *rows, ""]


def setup(app):
    app.connect("autodoc-process-docstring", add_table)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
