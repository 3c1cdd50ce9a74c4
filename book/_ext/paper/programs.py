"""The programs that set the book on paper, and where Debian has them."""

import shutil

PROGRAMS = {
    "rsvg-convert": "librsvg2-bin",
    "xelatex": "texlive-xetex texlive-latex-extra texlive-fonts-recommended lmodern",
    "latexmk": "latexmk",
}


def missing(programs=tuple(PROGRAMS)):
    """Name the packages of Debian whose programs are not installed."""
    return [PROGRAMS[name] for name in programs if not shutil.which(name)]
