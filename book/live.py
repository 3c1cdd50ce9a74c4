"""Show every edit of the book in the browser, by itself: python book/live.py [PORT].

Each build is a process that is forked off this one, in which Jupyter Book, Sphinx and their
extensions are loaded already.  After an edit of these, of the library or of the settings the build
is a process that starts from nothing, as `make book` is.
"""

import importlib
import multiprocessing
import subprocess
import sys

import build
import runs
from jupyter_book.config import get_final_config
from livereload import Server

sys.path.insert(0, str(build.ROOT / "tests"))
import refresh

NOTEBOOKS = build.ROOT / "notebooks"
WATCHED = ("_config.yml", "_toc.yml", "book", "notebooks", "perclib")


def saved_text(text):
    """Whether the text of a chapter was saved after its notebook."""
    stored = text.with_suffix(".ipynb")
    return not stored.exists() or text.stat().st_mtime_ns > stored.stat().st_mtime_ns


def one_build():
    """Bring the notebooks in step with texts that were saved, and build."""
    for text in filter(saved_text, sorted(NOTEBOOKS.glob("*.md"))):
        try:
            refresh.refresh(text.with_suffix(""), "text")
        except (runs.FailedError, ValueError) as error:
            print(f"{text.name}: {error}", file=sys.stderr)
            return
    build.build()


def compiled(path):
    """Whether a file is written by Python itself."""
    return path.endswith(".pyc")


def start(loaded):
    """Build in another process, and wait for it."""
    if build.made_with() == loaded:
        process = multiprocessing.get_context("fork").Process(target=one_build)
        process.start()
        process.join()
    else:
        subprocess.run([sys.executable, build.__file__], check=False)
    print("Built.")


def main(port):
    """Build, serve, and build again after each edit."""
    yaml = build.ROOT / "_config.yml"
    config, _ = get_final_config(
        user_yaml=yaml, cli_config=dict(build.SETTINGS), sourcedir=build.ROOT
    )
    for name in config["extensions"]:
        importlib.import_module(name)
    build.web_kernel.fetch()
    loaded = build.made_with()
    start(loaded)
    server = Server()
    for place in WATCHED:
        server.watch(str(build.ROOT / place), lambda: start(loaded), ignore=compiled)
    server.serve(root=str(build.HTML), port=port, default_filename="index.html")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
