"""The two files of each chapter, brought in step before the book is built.

The book reads the notebook, an author may have saved the text, or the other way round: the file
saved last is read and the other one written.  Pairs seen in step are remembered by a digest, so
that a build in which none was touched does not load what reads them.
"""

import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
SEEN_IN_STEP = ROOT / "_build" / "in_step.json"


def pair_digest(chapter):
    """Digest both files of a chapter, or the one that is there."""
    files = filter(Path.exists, map(chapter.with_suffix, (".md", ".ipynb")))
    return hashlib.sha256(repr([path.read_bytes() for path in files]).encode()).hexdigest()


def bring_in_step():
    """Write what is behind of each pair; end the process, and say why, where that fails."""
    seen = json.loads(SEEN_IN_STEP.read_text("utf-8")) if SEEN_IN_STEP.exists() else {}
    for chapter in sorted({path.with_suffix("") for path in NOTEBOOKS.glob("*.[mi][dp]*")}):
        if seen.get(chapter.name) != pair_digest(chapter):
            write_what_is_behind(chapter)
            seen[chapter.name] = pair_digest(chapter)
    SEEN_IN_STEP.parent.mkdir(exist_ok=True)
    SEEN_IN_STEP.write_text(json.dumps(seen), "utf-8")


def write_what_is_behind(chapter):
    """Refresh a chapter from the file saved last, unless both say the same."""
    sys.path.insert(0, str(ROOT / "tests"))
    import refresh

    if refresh.in_step(chapter):
        return
    source = refresh.newest(chapter)
    try:
        refresh.refresh(chapter, source)
    except (refresh.notebook_runs.CellFailedError, ValueError) as error:
        sys.exit(f"{chapter.name}, from its {source}: {error}")
    print(f"{chapter.name}: its {source} was saved last, and the other file is written from it.")
