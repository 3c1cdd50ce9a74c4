"""The library for Coq, compiled once for all tests, and sessions of Coq beside it."""

import shutil
import subprocess

import coq


def whole_library(tmp_path_factory, texts):
    """Compile the whole library once in a run of the tests, a room in each file."""
    return coq.in_a_run(
        tmp_path_factory, "coq_library", lambda folder: coq.compile_rooms(folder, texts)
    )


def told(folder, text):
    """Give what Coq prints of sentences; where it refuses one, it goes on with the next."""
    command, text = [shutil.which("coqtop"), "-q", *coq.THEORIES], f"Set Silent.\n{text}"
    done = subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, timeout=1500
    )
    return done.stdout
