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

sys.path.insert(0, str(build.ROOT / "tests"))
import refresh

NOTEBOOKS = build.ROOT / "notebooks"
WATCHED = ("_config.yml", "_toc.yml", "book", "notebooks", "perclib")


def saved_text(text):
    """Whether the text of a chapter was saved after its notebook."""
    stored = text.with_suffix(".ipynb")
    return not stored.exists() or text.stat().st_mtime_ns > stored.stat().st_mtime_ns


def refresh_saved():
    """Bring the notebooks in step with texts that were saved."""
    for text in filter(saved_text, sorted(NOTEBOOKS.glob("*.md"))):
        try:
            refresh.refresh(text.with_suffix(""), "text")
        except (runs.FailedError, ValueError) as error:
            sys.exit(f"{text.name}: {error}")


def build_whole():
    """Build, and tell by how the process ends whether that went well."""
    sys.exit(not build.build())


def compiled(path):
    """Whether a file is written by Python itself."""
    return path.endswith(".pyc")


def saved():
    """Say when each watched file was saved."""
    places = [build.ROOT / place for place in WATCHED]
    files = [path for place in places for path in (place, *place.rglob("*")) if path.is_file()]
    return {path: path.stat().st_mtime_ns for path in files if not compiled(str(path))}


def went_well(function):
    """Call a function in another process, and wait for it; say whether it went well."""
    process = multiprocessing.get_context("fork").Process(target=function)
    process.start()
    process.join()
    return process.exitcode == 0


def building(loaded):
    """Give what builds after an edit, where the extensions are those that are loaded."""
    built = {}

    def build_edits():
        """Build, unless nothing was saved since but what the last call wrote itself."""
        nonlocal built
        if saved() == built:
            return
        if build.made_with() != loaded:
            built = saved()
            well = not subprocess.run([sys.executable, build.__file__], check=False).returncode
        else:
            well = went_well(refresh_saved)
            built = saved()
            well = well and went_well(build_whole)
        print("Built." if well else "Not built.", flush=True)

    return build_edits


def main(port):
    """Build, serve, and build again after each edit."""
    from livereload import Server  # what is tested of this file does without

    yaml = build.ROOT / "_config.yml"
    config, _ = get_final_config(
        user_yaml=yaml, cli_config=dict(build.SETTINGS), sourcedir=build.ROOT
    )
    for name in ["jupyter_book.sphinx", *config["extensions"]]:
        importlib.import_module(name)
    build.web_kernel.fetch()
    build_edits = building(build.made_with())
    build_edits()
    server = Server()
    for place in WATCHED:
        server.watch(str(build.ROOT / place), build_edits, ignore=compiled)
    server.serve(root=str(build.HTML), port=port, default_filename="index.html")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
