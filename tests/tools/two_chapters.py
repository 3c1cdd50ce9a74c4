"""A course that needs two chapters: the others are taken out of ``_toc.yml``, and the book builds.

``test_release`` releases it, ``test_handout`` builds it without its solutions.
"""

import os
import re
import shutil
import sys
from pathlib import Path

from processes import printed

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("01_online_learning", "04_separable")


def copy_two_chapters(folder):
    """Copy the book with two chapters, and the runs that are kept."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("book", "notebooks", "perclib", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("_config.yml", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in filter(lambda name: (ROOT / "_build" / name).exists(), ("kept", "web_kernel")):
        shutil.copytree(ROOT / "_build" / name, folder / "_build" / name, copy_function=os.link)
    every = (ROOT / "_toc.yml").read_text("utf-8")
    some = re.sub(rf" *- file: notebooks/(?!{'|'.join(KEPT)})\d+_\w+\n", "", every)
    assert some.count("file: notebooks/") == 3  # with the counterexamples
    (folder / "_toc.yml").write_text(some)


def build_two_chapters(folder, environment):
    """Build such a copy."""
    copy_two_chapters(folder)
    told = environment | {"PYTHONPATH": str(folder)}
    printed(sys.executable, "book/build.py", cwd=folder, env=told)
