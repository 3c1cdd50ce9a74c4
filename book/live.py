"""Show every edit of the book in the browser, by itself: python book/live.py [PORT].

Each build is a process that is forked off this one, in which Jupyter Book, Sphinx and their
extensions are loaded already.  After an edit of these, of the library or of the settings the build
is a process that starts from nothing, as `make book` is.  A build that fails says why on the
terminal, and at the head of every page.
"""

import importlib
import multiprocessing
import os
import re
import sys
import tempfile
from html import escape

import build
import chapter_pairs
from jupyter_book.config import get_final_config

WATCHED = ("_config.yml", "_toc.yml", "book", "notebooks", "perclib")


COLOURS = re.compile(r"\x1b\[[\d;]*m")
NOT_BUILT = re.compile(r'<pre id="not-built".*?</pre>', re.DOTALL)
HEAD = re.compile(r"<body[^>]*>|(?=<main>)")
STYLE = "background: #fff; border: 3px solid #b00; color: #000; padding: 1em; white-space: pre-wrap"


def build_forked():
    """Build with what is loaded, and tell by how the process ends whether that went well."""
    sys.exit(not build.build())


def build_afresh():
    """Become a process that builds."""
    os.execv(sys.executable, [sys.executable, build.__file__])


def compiled(path):
    """Whether a file is written by Python itself."""
    return path.endswith(".pyc")


def saved():
    """Say when each watched file was saved."""
    places = [build.ROOT / place for place in WATCHED]
    files = [path for place in places for path in (place, *place.rglob("*")) if path.is_file()]
    return {path: path.stat().st_mtime_ns for path in files if not compiled(str(path))}


def run(function):
    """Call a function in another process; give whether it went well, and what it said."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as file:

        def speak_into_file():
            for stream in (1, 2):
                os.dup2(file.fileno(), stream)
            function()

        process = multiprocessing.get_context("fork").Process(target=speak_into_file)
        process.start()
        process.join()
        file.seek(0)
        said = file.read()
    print(said, end="", flush=True)
    return process.exitcode == 0, said


def show_failure(said):
    """Show in every page why the book is not built; the next build writes or restores all pages."""
    box = f'<pre id="not-built" role="alert" style="{STYLE}">{escape(COLOURS.sub("", said))}</pre>'
    if not list(build.HTML.rglob("*.html")):
        build.HTML.mkdir(parents=True, exist_ok=True)
        (build.HTML / "index.html").write_text("<head></head><body></body>", "utf-8")
    for page in build.HTML.rglob("*.html"):
        text = NOT_BUILT.sub("", page.read_text("utf-8"))
        page.write_text(HEAD.sub(lambda head: head[0] + box, text, count=1), "utf-8")


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
            well, said = run(build_afresh)
        else:
            well, said = run(chapter_pairs.bring_in_step)
            built = saved()
            if well:
                well, said = run(build_forked)
        if not well:
            show_failure(said)
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
        package = importlib.import_module(name)
        for module in getattr(package, "MODULES", ()):  # of the book, which loads them late
            importlib.import_module(f"{name}.{module}")
    for folder in build.web_kernel.NAMES:
        build.web_kernel.fetch(folder)
    build_edits = building(build.made_with())
    build_edits()
    server = Server()
    for place in WATCHED:
        server.watch(str(build.ROOT / place), build_edits, ignore=compiled)
    server.serve(root=str(build.HTML), port=port, default_filename="index.html")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
