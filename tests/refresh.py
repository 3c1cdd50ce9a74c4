"""Store what is computed: .venv/bin/python tests/refresh.py [--from text|notebook] [NAME ...]

A name is that of a chapter, "hero", "proofs" or "coq".  A chapter is two files:
``notebooks/NN_name.md``, its text, and ``notebooks/NN_name.ipynb``, the same cells with their
outputs.  Edit either: the one saved last is read (``--from`` says otherwise), its cells are run
from a fresh kernel, unless what their code made is kept, and both files are written.  What a page
folds is folded in Jupyter as well: the text says so by tags alone.  "hero" draws the picture of the
landing page.  Without names every chapter is run and the picture drawn.
What differs from machine to machine (times, versions) is not stored, so a second run changes
nothing but what the code changed.  "coq" has Coq prove the theorems of the chapters again, and
stores which it accepted.
"""

import argparse
import hashlib
import re
import subprocess
import sys
from base64 import b64decode
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

import jupytext
import matplotlib as mpl
import nbformat
import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("book/_ext", "book/proofs", "tests")]
from runs import notebook_runs  # noqa: E402 - it runs the notebooks for the book as well

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
# What Jupyter shows of a cell that has one of these tags, and what its metadata say of that.
HIDES = {
    "source_hidden": {"hide-input", "hide-cell", "remove-input", "remove-cell"},
    "outputs_hidden": {"hide-output", "hide-cell", "remove-output", "remove-cell"},
}
OF_JUPYTER = ("execution", "jupyter", "collapsed")  # not in the text


def to_text(notebook) -> str:
    """Write a notebook's cells as MyST Markdown, the id of a code cell among its metadata."""
    bare = nbformat.from_dict({**notebook, "metadata": HEAD})
    for cell in bare.cells:
        name = {"id": cell.id} if cell.cell_type == "code" else {}
        cell.metadata = nbformat.from_dict({**name, **cell.metadata})
        for name in OF_JUPYTER:
            cell.metadata.pop(name, None)
    return jupytext.writes(bare, fmt=FORMAT)


def from_text(text: str):
    """Read a notebook, not yet run, from MyST Markdown; a cell without an id is given one.

    The id of a code cell is made of what the cell holds when it is first read; from then on the
    text form keeps it, whatever is changed in the cell or put before it.  Text is named after the
    code cell before it, so that it needs no id in the text form.
    """
    if re.search(r"^(<{7}|>{7}) ", text, flags=re.MULTILINE):
        raise ValueError("the text form holds the marks of a merge conflict: resolve it first")
    notebook = jupytext.reads(text, fmt=FORMAT)
    notebook.metadata = nbformat.from_dict(METADATA)
    written = [cell.metadata.pop("id", None) for cell in notebook.cells]
    taken, before = set(), "start"
    for cell, name in zip(notebook.cells, written, strict=True):
        if cell.cell_type != "code":
            names = (f"{before}-text{suffix}" for suffix in chain([""], map(str, count(2))))
            name = next(new for new in names if new not in taken)
        elif name is None or name in taken:  # new, or a copy of another cell
            name = next(new for new in new_ids(cell) if new not in taken.union(written))
        if cell.cell_type == "code":
            before = name
        taken.add(name)
        cell.id = name
        cell.metadata.update(folded(cell))
    return notebook


def folded(cell) -> dict:
    """Give the metadata by which Jupyter folds what the page folds of a code cell.

    JupyterLab says of hidden outputs in two places that they are, so that both are written here:
    else it would change the file.
    """
    tags = set(cell.metadata.get("tags", ()))
    hidden = {name: True for name, by in HIDES.items() if cell.cell_type == "code" and tags & by}
    also = {"collapsed": True} if "outputs_hidden" in hidden else {}
    return {"jupyter": hidden, **also} if hidden else {}


def new_ids(cell):
    """Give ids for a cell, each as good as any."""
    for suffix in chain([""], map(str, count(2))):
        digest = hashlib.sha256((cell.cell_type + cell.source + suffix).encode())
        yield "c" + digest.hexdigest()[:7]  # begins with a letter: never a number in YAML


def newest(chapter: Path) -> str:
    """Say which of the two files of a chapter was changed last: by git, if they are committed."""
    saved = {
        kind: path.stat().st_mtime_ns
        for kind, suffix in (("notebook", ".ipynb"), ("text", ".md"))
        if (path := chapter.with_suffix(suffix)).exists()
    }
    if not saved:
        raise FileNotFoundError(f"{chapter}: no chapter of this name, neither .md nor .ipynb")
    if len(saved) == 2 and (last := last_committed(chapter)):
        return last  # a checkout writes its files in any order
    return max(saved, key=saved.__getitem__)


def last_committed(chapter: Path) -> str | None:
    """Say which file of a chapter was committed last, the text if both were; nothing of others."""
    text, notebook = (chapter.with_suffix(suffix).name for suffix in (".md", ".ipynb"))

    def git(*command: str) -> str:
        command = "git", "-C", str(chapter.parent), *command
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    try:
        git("diff", "--quiet", "HEAD", "--", text, notebook)
        commits = [
            git("log", "-1", "--format=%H", "--", *names)
            for names in ([text], [notebook], [text, notebook])
        ]
    except (FileNotFoundError, subprocess.CalledProcessError):  # no git, no repository, or edits
        return None
    of_text, of_notebook, of_either = commits
    if not (of_text and of_notebook):
        return None
    return "text" if of_text == of_either else "notebook"


def in_step(chapter: Path) -> bool:
    """Say whether both files of a chapter are there, and have the same cells."""
    text, stored = chapter.with_suffix(".md"), chapter.with_suffix(".ipynb")
    if not (text.exists() and stored.exists()):
        return False
    return to_text(nbformat.read(stored, as_version=4)) == text.read_text(encoding="utf-8")


def refresh(chapter: Path, source: str) -> None:
    """Write both files of a chapter, with the outputs of its code, which runs if it changed."""
    if source == "text":
        text = chapter.with_suffix(".md").read_text(encoding="utf-8")
    else:
        text = to_text(nbformat.read(chapter.with_suffix(".ipynb"), as_version=4))
    notebook, stored = from_text(text), chapter.with_suffix(".ipynb")
    notebook_runs.fill_outputs(stored, notebook, to_store=True)
    for data in notebook_runs.figures(c.outputs for c in notebook_runs.code_cells(notebook)):
        # nbval would compare it, and no two versions of matplotlib draw alike.
        del data[notebook_runs.SVG]
    if stored.exists():
        keep_pictures(nbformat.read(stored, as_version=4), notebook)
    written = nbformat.writes(notebook) + "\n"
    # Read again: as stored, metadata are in the order of their names, not of the text.
    put(chapter.with_suffix(".md"), to_text(nbformat.reads(written, as_version=4)))
    put(stored, written)  # last: a text that is newer than its notebook was saved by an author


def pictures(notebook):
    """Give the data of each output that is a picture, by its cell and place there."""
    return {
        (cell.id, place): output.data
        for cell in notebook_runs.code_cells(notebook)
        for place, output in enumerate(cell.outputs)
        if notebook_runs.PNG in output.get("data", {})
    }


def keep_pictures(stored, notebook) -> None:
    """Leave a stored picture as it is where the new one is the same to the eye."""
    known = pictures(stored)
    for place, data in pictures(notebook).items():
        if place in known and look_alike(known[place][notebook_runs.PNG], data[notebook_runs.PNG]):
            data[notebook_runs.PNG] = known[place][notebook_runs.PNG]


def look_alike(one: str, other: str) -> bool:
    """Say whether two pictures differ as two processors draw them: in few pixels, and by little.

    Their last bits of a float differ, and with them the grey of a pixel at an edge: up to 30 pixels
    of a figure, and 18 of 255 levels, were seen.
    """
    a, b = (np.asarray(Image.open(BytesIO(b64decode(png))), dtype=int) for png in (one, other))
    if a.shape != b.shape:
        return False
    apart = abs(a - b).max(axis=-1)
    return apart.max() <= 32 and np.count_nonzero(apart) <= apart.size / 1000


def put(path: Path, text: str) -> None:
    """Write a file, unless it says that already: Sphinx reads again what was written."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def hero():
    """Draw the picture of the book: a perceptron at work, and its mistakes under their bound.

    Left, a separable stream in the plane with the line after each mistake, the last one dark;
    right, the number of mistakes up to each round, below the Block-Novikoff bound.
    """
    from matplotlib import pyplot as plt

    from perclib import Perceptron, run, separable
    from perclib.show import plots

    stream, _, margin = separable(trials=120, dimension=2, margin=0.15, seed=105)
    result = run(Perceptron.zero(2), stream, keep_weights=True)
    fig, (plane, count) = plt.subplots(1, 2, figsize=(8.4, 3.9), layout="constrained")
    plots.points(plane, stream)
    moments = np.flatnonzero(result.mistakes)
    for order, t in enumerate(moments):
        weights = np.asarray(result.weights)[t + 1]
        last = order == len(moments) - 1
        plane.axline(
            (0, 0),
            (-weights[1], weights[0]),
            color="black" if last else plots.GREY,
            lw=2.2 if last else 0.8,
            alpha=1 if last else 0.7,
        )
    plane.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), title="the line turns at every mistake")
    total = np.append(0, np.cumsum(result.mistakes))
    count.step(range(len(total)), total, where="post", label="mistakes", ls=plots.LINES[0])
    count.set(xlabel="round $t$", ylabel="mistakes so far", xlim=(0, None))
    count.yaxis.set_major_locator(plt.MaxNLocator(integer=True))
    bound = (stream.radius / margin) ** 2
    count.axhline(bound, color=plots.VERMILION, ls="--", label="bound $(R/\\gamma)^2$")
    count.set(title="and it makes few of them", ylim=(0, 1.15 * bound))
    count.legend(loc="center right")
    return fig


def draw_hero(path: Path) -> None:
    """Draw the picture of the landing page, on white, since the README shows it as well."""
    with mpl.rc_context(fname=NOTEBOOKS / "matplotlibrc"):
        hero().savefig(path, facecolor="white", metadata={"Software": None})


def ask_coq(folder: Path) -> tuple[int, int]:
    """Store which files Coq accepts, of all chapters and by hand; give their number, and of new.

    A file is judged, with all that it requires, if what it states is not in the table yet, which
    another judge, or other laws, make void; one by hand also if a file is that it requires.  The
    tests judge every proof.
    """
    import coq

    from prover.coq import theories, verdicts
    from runs import proof_runs

    runs = {chapter: proof_runs.proofs_of(chapter) for chapter in proof_runs.chapters()}
    texts = theories.library(runs)
    known, whole = verdicts.accepted_rows(), theories.whole(texts)
    rows = verdicts.library_rows(runs, texts)
    rows = {path: row for path, row in rows.items() if path in whole or row in known}
    new = {path for path, row in rows.items() if row not in known}
    for path in whole:  # each after those that it requires
        by_hand = path.startswith(theories.ROOM_BY_HAND)
        new |= {path} if by_hand and new & set(theories.required(texts[path])) else set()
    if new:
        every = theories.in_order(texts, [*coq.BASE_FILES, *new])
        part = {path: texts[path] for path in every}
        coq.once(part, coq.judge_library, folder, part)
    verdicts.store_rows(rows.values())
    return len(rows), len({*rows.values()} - known)


def main() -> None:
    """Read the command line and do as it says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", choices=["text", "notebook"])
    parser.add_argument(
        "names", nargs="*", metavar="CHAPTER", help="either file, hero, proofs, or coq"
    )
    options = parser.parse_args()
    every = sorted({path.with_suffix("") for path in NOTEBOOKS.glob("*.[mi][dp]*")})
    for name in options.names or [*map(str, every), "hero"]:
        if name == "hero":
            draw_hero(HERO)
            print("hero")
        elif name == "coq":
            with TemporaryDirectory() as folder:
                print(
                    "Coq accepts {} files, of which {} are judged now".format(
                        *ask_coq(Path(folder))
                    )
                )
        elif name == "proofs":
            from proof_statements import restate, statements

            import run_proofs

            labels = {}
            for text in sorted(NOTEBOOKS.glob("*.md")):
                labels |= statements(text)
            for file in sorted(run_proofs.HERE.glob("*/*.py")):
                label = re.search(r'^THEOREM = "(.+)"$', file.read_text("utf-8"), re.MULTILINE)
                if label and restate(file, labels[label[1]]):
                    print(f"proofs: {file.parent.name}/{file.name}")
        else:
            chapter = Path(name).resolve().with_suffix("")
            source = options.source or newest(chapter)
            refresh(chapter, source)
            print(f"{chapter.name}, from its {source}")


if __name__ == "__main__":
    main()
