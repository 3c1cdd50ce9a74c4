"""Pages are written by processes that Sphinx forks, while it goes on to prepare the next ones.

Notebooks are run by threads of this process while pages are read: so they are read in one process,
and what Sphinx is told of processes is told when all are read.
"""

import os


def begin(app, env):
    """Let pages be written by as many processes as there are cores."""
    app.parallel = os.cpu_count() + 1  # this one is counted as well


def setup(app):
    app.connect("env-updated", begin)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
