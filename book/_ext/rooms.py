"""Each page of the library begins with a table of what its module holds."""

from inspect import getdoc

from sphinx.pycode import ModuleAnalyzer


def contents(name, module):
    """Name what a module, or a package for its modules, shows: what is public and documented.

    With each name comes the first paragraph that is said of it.
    """
    described = {
        key: "\n".join(lines)
        for (_, key), lines in ModuleAnalyzer.for_module(name).find_attr_docs().items()
    }
    listed = getattr(module, "__all__", None)
    for key in listed or sorted(key for key in vars(module) if key[0] != "_"):
        value = getattr(module, key)
        home = getattr(value, "__module__", None)
        said = described.get(key) or getdoc(value)
        if key in described or (said and home and (listed or home == name)):
            yield f"{name if key in described else home}.{key}", said.partition("\n\n")[0]


def add_table(app, what, name, module, options, lines):
    """Add the table to what a module says of itself."""
    rows = list(contents(name, module)) if what == "module" else []
    if rows:
        lines += ["", ".. list-table::", "   :class: autosummary", "   :widths: auto", ""]
    for shown, said in rows:
        lines += [f"   * - :py:obj:`~{shown}`", f"     - {' '.join(said.split())}"]
    lines.append("")


def setup(app):
    app.connect("autodoc-process-docstring", add_table)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
