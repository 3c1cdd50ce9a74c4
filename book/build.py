"""Build the book, or what changed of it since it was last built: python book/build.py.

Jupyter Book's own build, in which every warning is an error.  Each build goes on from the last
one that went well, of which a copy is kept in ``_build/good``: what a build that failed or was
killed has left is not looked at.  Sphinx sees which pages changed, but not that its extensions,
its settings, the tables or the library did: after such a change everything is built afresh.
"""

import gc
import hashlib
import os
import shutil
import sys
from functools import cache
from pathlib import Path

import chapter_pairs
import pybtex.plugin

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "book" / name) for name in ("_ext", "proofs")]
# Where JupyterLab is installed, nbformat's import would compile the grammars of addresses, which no
# notebook has: eight times as long as all else of it.
sys.modules["rfc3987_syntax"] = None
# For each citation it would read the list of all that is installed.
pybtex.plugin.find_plugin = cache(pybtex.plugin.find_plugin)
import edition  # noqa: E402 - it lies in that folder
from interactive import web_kernel  # noqa: E402 - as above
from runs import notebook_runs, proof_runs  # noqa: E402 - as above

# A handout is another book: neither is built over the other.
BUILD = ROOT / "_build" if edition.HAS_SOLUTIONS else ROOT / "_build" / "handout"
GOOD, HTML, DOCTREES = BUILD / "good", BUILD / "html", BUILD / ".doctrees"
FOLDERS = (HTML, DOCTREES, BUILD / "jupyter_execute")
SETTINGS = {
    "external_toc_path": "_toc.yml",
    "latex_individualpages": False,
    "nitpicky": True,
}


def made_with():
    """Digest what every page is made with: what is installed, perclib, files of the book."""
    beside = [ROOT / "_config.yml", ROOT / "_toc.yml", ROOT / "pyproject.toml"]
    files = [path for path in (ROOT / "book").rglob("*") if path.is_file()]
    files = [path for path in files if path.suffix not in (".md", ".pyc")]
    said = [(str(path.relative_to(ROOT)), path.read_bytes()) for path in sorted(files + beside)]
    there = [web_kernel.is_there(folder) for folder in web_kernel.NAMES]
    told = (notebook_runs.environment_digest(), there, edition.TOLD, said)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def go_on(now):
    """Start from the last build that went well, if it was made with the same things."""
    told = GOOD / "made_with"
    same = told.exists() and told.read_text() == now
    for folder in FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)
        if same:
            shutil.copytree(GOOD / folder.name, folder)


def keep(now):
    """Keep this build as the last one that went well."""
    new = BUILD / "good-new"
    shutil.rmtree(new, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(folder, new / folder.name)
    (new / "made_with").write_text(now)
    shutil.rmtree(GOOD, ignore_errors=True)
    new.rename(GOOD)


def build():
    """Build what has to be built; say whether that went well."""
    chapter_pairs.bring_in_step()
    notebook_runs.begin_runs(notebook_runs.notebooks_of_book())  # while Sphinx is loaded
    proof_runs.begin()
    from jupyter_book.sphinx import build_sphinx

    gc.disable()  # pages are trees that live to the end: to look for garbage costs a third
    os.chdir(ROOT)
    for folder, name in web_kernel.NAMES.items():
        if why := web_kernel.fetch(folder):
            told = f"{name} is left out of the pages: {why}."
            if os.environ.get("CI"):  # what is published is whole
                sys.exit(told)
            print(told)
    now = made_with()
    go_on(now)
    result = build_sphinx(
        ".",
        HTML,
        path_config="_config.yml",
        confoverrides=dict(SETTINGS),
        noconfig=True,
        doctreedir=DOCTREES,
        warningiserror=True,
        keep_going=True,
        quiet=True,
    )
    if result == 0:
        keep(now)
    return result == 0


if __name__ == "__main__":
    well = build()
    gc.freeze()  # nor is it looked for at the end, which would take seconds
    if not well:
        sys.exit(1)
    print(HTML / "index.html")
