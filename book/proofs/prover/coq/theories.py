"""The library for Coq: what the proof files wrote, and what was written by hand, as one.

Its files are named by room and name: a room for what all rest on (``""``), one for what several
chapters use, one for each chapter, one for the files by hand.  Beside them stand those by which it
is compiled and installed.
"""

import re
from functools import lru_cache
from pathlib import Path

from prover.coq import export

BY_HAND = Path(__file__).resolve().parents[3] / "coq"
ROOM_BY_HAND = "By_hand"
BASE = [path.stem for path in export.FILES]
REQUIRED = re.compile(
    r"^From Perclib(?:\.(\w+))? Require (?:Import |Export )?([\w ]+)\.$", re.MULTILINE
)


def room_of(chapter):
    """Name the room of a chapter, by the folder of its proof files: separable is Separable."""
    return chapter.capitalize()


def texts_of(folder):
    """Read the files of a folder, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}


def derived_files(runs):
    """Give the files that the proof files of chapters wrote, by room and name."""
    written = {
        f"{room_of(chapter)}/{path.stem}": path.read_text(encoding="utf-8")
        for chapter, run in runs.items()
        for proof in run.files
        for path in (run.folder / told["file"] for told in proof["files"] if "file" in told)
    }
    return export.development(written)


def library(runs):
    """Give all files for Coq, by room and name, each after those that it requires."""
    base = {path.stem: path.read_text(encoding="utf-8") for path in export.FILES}
    by_hand = {f"{ROOM_BY_HAND}/{name}": text for name, text in texts_of(BY_HAND).items()}
    derived = derived_files(runs)
    return base | derived | {path: by_hand[path] for path in in_order(by_hand, by_hand)}


@lru_cache(maxsize=1024)  # asked for each file that requires it
def required(text):
    """List the files that a file requires, by room and name; each sentence has its line."""
    said = [(m[1], name) for m in REQUIRED.finditer(text) for name in m[2].split()]
    return [f"{room}/{name}" if room else name for room, name in said]


def in_order(texts, names):
    """List some files, and all that they require, each after these; others are left out."""
    out = {}

    def visit(name):
        if name in texts and name not in out:
            for other in required(texts[name]):
                visit(other)
            out[name] = True

    for name in names:
        visit(name)
    return list(out)


def whole(texts):
    """List the files all of whose requirements are there; a chapter may be left out."""
    missing = {path for path, text in texts.items() if not set(required(text)) <= set(texts)}
    return [path for path in texts if not missing & set(in_order(texts, [path]))]


def put_library(folder, texts):
    """Write the library into a folder: its theories, and what compiles and installs them.

    What rests on a chapter that is left out is there to be read, and not compiled.
    """
    for path, text in texts.items():
        place = folder / "theories" / f"{path}.v"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    project = ["-Q theories Perclib", *(f"theories/{path}.v" for path in whole(texts))]
    (folder / "_CoqProject").write_text("\n".join([*project, ""]), encoding="utf-8")
    by_hand = set(BY_HAND.glob("*.v"))
    for path in BY_HAND.rglob("*"):  # what compiles and installs them, and says how; the adapters
        if path.is_file() and path not in by_hand:
            place = folder / path.relative_to(BY_HAND)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(path.read_bytes())
