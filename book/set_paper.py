"""Set the book, or one chapter, on paper: set_paper.py [--tex] [--chapter N | --solutions].

It goes on from the last build of the pages that went well (``book/build.py``), and needs XeLaTeX
and rsvg-convert; where these are not installed, it says how to install them.
"""

import argparse
import os
import shutil
import subprocess
import sys

import build

PROGRAMS = {  # that set it, and where Debian has them
    "rsvg-convert": "librsvg2-bin",
    "xelatex": "texlive-xetex texlive-latex-extra texlive-fonts-recommended lmodern",
    "latexmk": "latexmk",
}
PAPER = build.BUILD / "paper"


def write_latex(name, **options):
    """Write LaTeX from the pages as they were last read; say whether that went well."""
    from jupyter_book.sphinx import build_sphinx

    doctrees, folder = PAPER / ".doctrees", PAPER / name
    for old in (doctrees, folder):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(build.GOOD / build.DOCTREES.name, doctrees)
    os.chdir(build.ROOT)
    return not build_sphinx(
        ".",
        folder,
        path_config="_config.yml",
        confoverrides=build.SETTINGS | options,
        noconfig=True,
        doctreedir=doctrees,
        builder="paper",
        warningiserror=True,
        keep_going=True,
        quiet=True,
    )


def run_latex(name):
    """Have LaTeX set it; give the PDF, or end with the errors it told."""
    folder = PAPER / name
    told = subprocess.run(
        ["latexmk", "-xelatex", "-interaction=nonstopmode", "-silent", "book.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    log = (folder / "book.log").read_text("utf-8", errors="replace").splitlines()
    if told.returncode:
        wrong = [n for n, line in enumerate(log) if line.startswith("!")]
        sys.exit(
            "\n".join(line for n in wrong[:9] for line in [*log[n : n + 6], ""]) or told.stderr
        )
    return shutil.copy(folder / "book.pdf", PAPER / f"{name}.pdf")


def main():
    """Set what is asked for, and say where it is."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--tex", action="store_true", help="only the sources, for LaTeX elsewhere")
    reader.add_argument("--chapter", type=int, default=0, help="only the chapter of this number")
    reader.add_argument("--solutions", action="store_true", help="hints and solutions alone")
    asked = reader.parse_args()
    if asked.solutions and not build.edition.HAS_SOLUTIONS:
        sys.exit("A handout has no solutions: run make solutions without SOLUTIONS=no.")
    needed = ["rsvg-convert"] if asked.tex else PROGRAMS
    if packages := [PROGRAMS[name] for name in needed if not shutil.which(name)]:
        sys.exit(f"To set the book on paper, install: {' '.join(packages)}")
    if not (build.GOOD / "made_with").exists():
        sys.exit("The pages are not built: run make book first.")
    name = "solutions" if asked.solutions else "book"
    name = f"chapter-{asked.chapter}" if asked.chapter else name
    if not write_latex(name, paper_chapter=asked.chapter, paper_solutions=asked.solutions):
        sys.exit(1)
    print(PAPER / name / "book.tex" if asked.tex else run_latex(name))


if __name__ == "__main__":
    main()
