"""The proof files of a chapter are run once, and again only if they or the prover changed.

``book/proofs/run_proofs.py`` runs them, in a process of its own, and writes what they prove, for
the pages and for Coq.  It is kept in ``_build/kept``, in a folder named by a digest of all files
that were read and of the interpreter.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path
from typing import NamedTuple

import run_proofs

PROOFS = run_proofs.HERE
KEPT = PROOFS.parents[1] / "_build" / "kept"
RESULT = "proofs.json"
SECONDS = 300
BEGUN = []  # the run that this process began


class ProofsFailedError(Exception):
    """A proof file failed; the message is its traceback."""


class ChapterProofs(NamedTuple):
    """What the proof files of a chapter prove, and the folder of its files for Coq."""

    files: list
    folder: Path


def chapter_of(docname):
    """Name the folder of the proof files of a chapter: separable of notebooks/04_separable."""
    return re.sub(r"^\d+_", "", docname.rpartition("/")[2])


@cache
def chapters():
    """List the folders of proof files."""
    folders = (path for path in sorted(PROOFS.iterdir()) if path.is_dir())
    return [path.name for path in folders if path.name != "prover" and any(path.glob("*.py"))]


def proof_digest(chapter):
    """Digest the proof files of a chapter, all that they import, the prover, and who runs them."""
    names = run_proofs.with_imports(run_proofs.chapter_files(chapter))
    files = [*map(run_proofs.file_of, names), PROOFS / "run_proofs.py"]
    files += [
        path for path in sorted((PROOFS / "prover").rglob("*")) if path.suffix in (".py", ".v")
    ]
    read = [(str(path.relative_to(PROOFS)), path.read_bytes()) for path in files]
    return hashlib.sha256(repr((read, sys.version)).encode()).hexdigest()[:32]


def place_of(chapter):
    """Say where a run of the proof files of a chapter is kept."""
    return KEPT / f"proofs-{chapter}-{proof_digest(chapter)}"


def run_files(chapters):
    """Run the proof files of some chapters, and keep what they prove."""
    KEPT.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory(dir=KEPT, prefix="running-") as folder:
        command = [sys.executable, str(PROOFS / "run_proofs.py"), "--write", folder, *chapters]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        for chapter in chapters:
            if Path(folder, chapter, RESULT).exists():
                for old in KEPT.glob(f"proofs-{chapter}-*"):
                    shutil.rmtree(old, ignore_errors=True)
                Path(folder, chapter).rename(place_of(chapter))
    if done.returncode:
        raise ProofsFailedError(done.stderr)


def proofs_of(chapter):
    """Give what the proof files of a chapter prove: what is kept, or what a run proves now."""
    wait(BEGUN)
    place = place_of(chapter)
    if not place.exists():
        run_files([chapter])
    told = json.loads((place / RESULT).read_text(encoding="utf-8"))
    return ChapterProofs(told, place)


def begin():
    """Begin to run the proof files of all chapters of which no run is kept."""
    for left in KEPT.glob("running-*"):  # by a build that was killed
        shutil.rmtree(left)
    pool = ThreadPoolExecutor(1)
    if todo := [chapter for chapter in chapters() if not place_of(chapter).exists()]:
        BEGUN.append(pool.submit(run_files, todo))
    pool.shutdown(wait=False)
