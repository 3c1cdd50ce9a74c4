"""Time the commands of a desk against the book of four chapters: bench_book.py [--test].

Each figure is a ratio of wall times on this machine, to ``make book`` of the commit with the first
four chapters, both set up; it means something where nothing else runs.  The commit is checked out
and set up in ``_build/four``, where it stays.  With ``--test`` the tests are timed as well.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOUR, COMMIT = ROOT / "_build" / "four", "dbee1fb"
MADE = ("kept", "good", "html", ".doctrees", "jupyter_execute", "coq")
CHAPTER = ROOT / "notebooks" / "04_separable.ipynb"


def seconds(command, folder=ROOT):
    """Time a command, which must go well."""
    before = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - before


def four_chapters():
    """Check out the book of four chapters, and set it up."""
    if not FOUR.exists():
        subprocess.run(["git", "clone", "--quiet", "--no-checkout", ROOT, FOUR], check=True)
        subprocess.run(["git", "checkout", "--quiet", COMMIT], cwd=FOUR, check=True)
    subprocess.run(["make", ".venv/installed-book"], cwd=FOUR, check=True)


def forget():
    """Remove what is kept of builds."""
    for name in MADE:
        shutil.rmtree(ROOT / "_build" / name, ignore_errors=True)


def after_an_edit():
    """Time a build after an edit of a chapter's prose."""
    text = CHAPTER.read_text(encoding="utf-8")
    try:
        CHAPTER.write_text(text.replace('.\\n",', '. \\n",', 1), encoding="utf-8")
        return seconds(["make", "book"])
    finally:
        CHAPTER.write_text(text, encoding="utf-8")


def main(with_tests):
    """Print the ratios."""
    four_chapters()
    subprocess.run(["make", ".venv/installed-book", ".venv/installed-test"], cwd=ROOT, check=True)
    unit = seconds(["make", "book"], FOUR)
    forget()
    print(f"make book, nothing kept:  {seconds(['make', 'book']) / unit:.2f}", flush=True)
    print(f"everything kept:          {seconds(['make', 'book']) / unit:.2f}", flush=True)
    print(f"after an edit of prose:   {after_an_edit() / unit:.2f}", flush=True)
    shutil.rmtree(ROOT / "_build" / "good")
    print(f"runs kept, pages afresh:  {seconds(['make', 'book']) / unit:.2f}", flush=True)
    if with_tests:
        forget()
        print(f"make test, nothing kept:  {seconds(['make', 'test']) / unit:.2f}", flush=True)
        print(f"make thorough after it:   {seconds(['make', 'thorough']) / unit:.2f}", flush=True)


if __name__ == "__main__":
    main("--test" in sys.argv)
