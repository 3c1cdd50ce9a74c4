"""Builds that begin warm: forked from a process which has imported Sphinx and its extensions.

To import them takes longer than to build a small book.  ``python warm.py`` is that process: it
reads what to build, line by line, and prints the number of the process that does, and how it ended.
"""

import json
import os
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


class Builder:
    """Builds the books of folders, one after the other."""

    def __init__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.server = subprocess.Popen([sys.executable, __file__], **pipes)

    def start(self, folder, program, said):
        """Start a program of a folder, as the leader of a session; what it says is written."""
        told = (str(folder), program, str(said), dict(os.environ))
        print(json.dumps(told), file=self.server.stdin, flush=True)
        return int(self.server.stdout.readline())

    def end(self):
        """Wait until the book is built; give the exit code."""
        return int(self.server.stdout.readline())

    def close(self):
        """End the process, when nothing is built."""
        self.server.communicate()


def needed():
    """Name what builds import, but for what lies in the book's folder: perclib and extensions."""
    sphinx = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]
    own = {path.stem for path in (ROOT / "book" / "_ext").iterdir()}
    extensions = set(sphinx["config"]["extensions"]) - own
    return ["jupyter_book.sphinx", "myst_nb.sphinx_ext", "sympy", "highspy", *sorted(extensions)]


def build(folder, program, said, environment):
    """Do in a folder what ``python`` does with a program of it that builds."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment, PYTHONPATH=folder)
    with open(said, "wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.path[:1] = [f"{folder}/book", folder]
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    for name in needed():
        import_module(name)
    for line in sys.stdin:
        if not (number := os.fork()):
            build(*json.loads(line))
            break
        print(number, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]), flush=True)
