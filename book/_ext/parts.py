"""What the packages beside share: how they are set up, and how they change the written pages."""

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
