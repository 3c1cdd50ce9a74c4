"""Store what is computed: python tests/refresh.py [hero | NOTEBOOK ...]

Each notebook is run from a fresh kernel and keeps its outputs; "hero" draws the picture of the
landing page.  Without arguments every chapter is run and the picture drawn.  What differs from
machine to machine (times, versions) is not stored, so a second run changes nothing but what the
code changed.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import nbformat
from nbclient import NotebookClient

from perclib.plots import hero

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
HERO = ROOT / "book" / "_static" / "hero.png"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}


def refresh(path: Path) -> None:
    """Run one notebook in its own folder and write it back with the outputs."""
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(path.parent)}}
    options = {"timeout": 120, "record_timing": False, "coalesce_streams": True}
    NotebookClient(notebook, resources=folder, **options).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata.pop("execution", None)
    nbformat.write(notebook, path)


def draw_hero(path: Path) -> None:
    """Draw the picture of the landing page, on white, since the README shows it as well."""
    with mpl.rc_context(fname=NOTEBOOKS / "matplotlibrc"):
        hero().savefig(path, facecolor="white", metadata={"Software": None})


if __name__ == "__main__":
    for name in sys.argv[1:] or [*sorted(NOTEBOOKS.glob("*.ipynb")), "hero"]:
        draw_hero(HERO) if name == "hero" else refresh(Path(name).resolve())
        print(name)
