"""Store what is computed: python tests/refresh.py [--from text|notebook] [NAME ...]

A name is that of a chapter, "hero", "coq" or "breaks".  A chapter is two files:
``notebooks/NN_name.md``, its text, and ``notebooks/NN_name.ipynb``, the same cells with their
outputs.  Edit either: the one saved last is read (``--from`` says otherwise), its cells are run
from a fresh kernel, unless what their code made is kept, and both files are written.  "hero" draws
the picture of the landing page.  Without names every chapter is run and the picture drawn.  What
differs from machine to machine (times, versions) is not stored, so a second run changes nothing but
what the code changed.  "coq" has Coq prove the theorems of the chapters again, and stores which it
accepted.  "breaks" asks the kernel in a page of the built book what to offer to a reader who wants
to break a check.
"""

import argparse
import hashlib
import re
import sys
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

import jupytext
import matplotlib as mpl
import nbformat

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book" / "_ext"))
import runs  # noqa: E402 - it runs the notebooks for the book as well

NOTEBOOKS = ROOT / "notebooks"
HERO = ROOT / "book" / "_static" / "hero.png"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
METADATA = {
    "kernelspec": KERNEL,
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
# The head of a text form, without the version of Jupytext that wrote it.
FILTER = "kernelspec,jupytext,-jupytext.text_representation.jupytext_version"
HEAD = {"jupytext": {"notebook_metadata_filter": FILTER}, **METADATA}
FORMAT = "md:myst"


def to_text(notebook) -> str:
    """Write a notebook's cells as MyST Markdown, each cell's id among its metadata."""
    bare = nbformat.from_dict({**notebook, "metadata": HEAD})
    for cell in bare.cells:
        cell.metadata = nbformat.from_dict({"id": cell.id, **cell.metadata})
        cell.metadata.pop("execution", None)
    return jupytext.writes(bare, fmt=FORMAT)


def from_text(text: str):
    """Read a notebook, not yet run, from MyST Markdown; a cell without an id is given one.

    An id is made of the words that the cell holds when it is first read; from then on the text
    form keeps it, whatever is changed in the cell or put before it.
    """
    if re.search(r"^(<{7}|>{7}) ", text, flags=re.MULTILINE):
        raise ValueError("the text form holds the marks of a merge conflict: resolve it first")
    notebook = jupytext.reads(text, fmt=FORMAT)
    notebook.metadata = nbformat.from_dict(METADATA)
    written = [cell.metadata.pop("id", None) for cell in notebook.cells]
    taken = set()
    for cell, name in zip(notebook.cells, written, strict=True):
        if name is None or name in taken:  # new, or a copy of another cell
            name = next(new for new in new_ids(cell) if new not in taken.union(written))
        taken.add(name)
        cell.id = name
    return notebook


def new_ids(cell):
    """Give ids for a cell, each as good as any."""
    for suffix in chain([""], map(str, count(2))):
        digest = hashlib.sha256((cell.cell_type + cell.source + suffix).encode())
        yield "c" + digest.hexdigest()[:7]  # begins with a letter: never a number in YAML


def newest(chapter: Path) -> str:
    """Say which of the two files of a chapter was saved last."""
    saved = {
        kind: path.stat().st_mtime_ns
        for kind, suffix in (("notebook", ".ipynb"), ("text", ".md"))
        if (path := chapter.with_suffix(suffix)).exists()
    }
    if not saved:
        raise FileNotFoundError(f"{chapter}: no chapter of this name, neither .md nor .ipynb")
    return max(saved, key=saved.__getitem__)


def refresh(chapter: Path, source: str) -> None:
    """Write both files of a chapter, with the outputs of its code, which runs if it changed."""
    if source == "text":
        text = chapter.with_suffix(".md").read_text(encoding="utf-8")
    else:
        text = to_text(nbformat.read(chapter.with_suffix(".ipynb"), as_version=4))
    notebook, stored = from_text(text), chapter.with_suffix(".ipynb")
    runs.fill(stored, notebook)
    for data in runs.figures(notebook):
        del data[runs.SVG]  # nbval would compare it, and no two versions of matplotlib draw alike
    written = nbformat.writes(notebook) + "\n"
    # Read again: as stored, metadata are in the order of their names, not of the text.
    put(chapter.with_suffix(".md"), to_text(nbformat.reads(written, as_version=4)))
    put(stored, written)  # last: a text that is newer than its notebook was saved by an author


def put(path: Path, text: str) -> None:
    """Write a file, unless it says that already: Sphinx reads again what was written."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def draw_hero(path: Path) -> None:
    """Draw the picture of the landing page, on white, since the README shows it as well."""
    from perclib.plots import hero

    with mpl.rc_context(fname=NOTEBOOKS / "matplotlibrc"):
        hero().savefig(path, facecolor="white", metadata={"Software": None})


def ask_coq(folder: Path) -> int:
    """Store which files Coq accepts, of all chapters and by hand; give their number."""
    import coq
    import coq_groups
    import coq_table

    coq.prepare(folder)
    rows, derived = [], {}
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        texts = coq.texts_of(runs.made(notebook).folder)
        for names in coq_groups.derived(texts):
            part = {name: texts[name] for name in names}
            coq.once(part, coq.judge_all, folder, part)
        derived |= texts
        rows += [coq_table.row(notebook.stem, f"{name}.v", text) for name, text in texts.items()]
    texts = coq.texts_of(ROOT / "book" / "coq")
    for names in coq_groups.by_hand(texts, derived):
        rest = {name: {**derived, **texts}[name] for name in coq.rest(names, texts, derived)}
        coq.once(rest, coq.judge_by_hand, folder, names, texts, derived)
    rows += [coq_table.row("by_hand", f"{name}.v", text) for name, text in texts.items()]
    coq_table.store(rows)
    return len(rows)


def main() -> None:
    """Read the command line and do as it says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", choices=["text", "notebook"])
    parser.add_argument(
        "names", nargs="*", metavar="CHAPTER", help="either file, hero, coq, or breaks"
    )
    options = parser.parse_args()
    every = sorted({path.with_suffix("") for path in NOTEBOOKS.glob("*.[mi][dp]*")})
    for name in options.names or [*map(str, every), "hero"]:
        if name == "hero":
            draw_hero(HERO)
            print("hero")
        elif name == "coq":
            with TemporaryDirectory() as folder:
                print(f"Coq accepted {ask_coq(Path(folder))} files")
        elif name == "breaks":
            import breaks
            import kernel_page

            breaks.store(kernel_page.ask())
            print("breaks")
        else:
            chapter = Path(name).resolve().with_suffix("")
            source = options.source or newest(chapter)
            refresh(chapter, source)
            print(f"{chapter.name}, from its {source}")


if __name__ == "__main__":
    main()
