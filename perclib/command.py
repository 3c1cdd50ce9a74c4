"""The command ``perclib``: an audit of a file, and how quick a run is, from a terminal.

``perclib audit data.csv --label species`` prints the table of `perclib.bounds.auditing.audit`, and
``perclib bench`` that of `perclib.scale.speed.compared`.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from datetime import date
from html import escape
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import numpy as np
from tabulate import tabulate

import perclib
from perclib.bounds import Audit, audit
from perclib.data.files import examples, read
from perclib.scale.speed import compared, written

__all__ = ["main"]

HOW = ("sep", "header", "decimal", "na", "encoding", "drop", "words")  # to read a file
MEANINGS = {
    "lifted": "with one more column, of ones, so that there is a bias",
    "normalised": "each row divided by its length",
    "standardised": "each column less its mean, divided by its standard deviation",
    "radius R": "the largest length of a row",
    "mistakes in random orders": "of one pass from weights of zero; the least and the most",
    "in the order given": "of one pass in the order of the rows",
    "always the larger class": "the mistakes of a learner that looks at nothing",
    "passes until one has none": "never, if vectors y x add up to 0; over n, if n passes erred",
    "separable": "proved either way; a question mark where no proof was found",
    "margin found": "that of one unit vector; no unit vector has one above the number below it",
    "pull": "above 1 some bound is below the number of rows, up to 1 none is",
    "bound / mistakes": "1 where the bound is met; the larger it is, the looser is the bound",
    "Block-Novikoff": "the bound that rests on the margin, on separable rows alone",
    "its factor of ...": "why that bound is so many times the mistakes",
    "q = 1, hinge; q = 2": "bounds by the losses of the best comparator, on any rows",
    "no comparator below": "a floor: no comparator's bound is smaller",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after the name of the command; by default those that the shell passes on.

    Returns
    -------
    int
        0, or 1 where the data are refused, which is said on standard error.
    """
    asked = _parser().parse_args(arguments)
    try:
        told = asked.told_by(asked)
    except (ValueError, ImportError, OSError) as refusal:
        print(f"perclib: {_with_flags(str(refusal))}", file=sys.stderr)
        return 1
    try:
        print(told, flush=True)
    except BrokenPipeError:  # nobody reads on, as after `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _with_flags(message: str) -> str:
    """Name the flags of the command where a message names the parameters of a function."""
    message = re.sub(r"\b(header|day_first)=True", r"--\1", message)
    message = re.sub(r"\b(header|day_first)=False", r"--no-\1", message)
    named = "label|positive|sep|decimal|na|encoding|drop|words|solve|passes"
    message = re.sub(rf"\b({named})=(?!\w)", r"--\1", message)
    return message.replace("day_first", "day-first")


def _audited(asked: argparse.Namespace) -> str:
    """Audit a file."""
    name = "standard input" if asked.file == "-" else Path(asked.file).name
    given = vars(asked)
    frame = read(asked.file, asked.label, **{key: given[key] for key in HOW})
    limits = {key: given[key] for key in ("passes", "solve") if given[key] is not None}
    made = examples(frame, asked.label, asked.positive, name, asked.day_first)
    found = audit(made._replace(notes=tuple(map(_with_flags, made.notes))), **limits)
    if asked.html:
        Path(asked.html).write_text(_page(found), "utf-8")
    return json.dumps(found.as_dict(), allow_nan=False) if asked.json else _with_flags(str(found))


def _timed(asked: argparse.Namespace) -> str:
    """Time learners on generated examples, and keep the table where a file is named."""
    timings = compared(asked.rows, asked.turns)
    corner = f"{asked.machine}, {date.today()}" if asked.machine else ""
    if asked.csv:
        Path(asked.csv).write_text(written(timings, corner, csv=True) + "\n", "utf-8")
    compiled = "with" if find_spec("numba") else "without"
    return f"{written(timings)}\n- {compiled} compiled code, which perclib[fast] adds"


def _parser() -> argparse.ArgumentParser:
    """Describe the command."""
    parser = argparse.ArgumentParser(
        "perclib", description="Mistake bounds on data of your own, and how quick a run is."
    )
    parser.add_argument("--version", action="version", version=f"perclib {perclib.__version__}")
    commands = parser.add_subparsers(required=True, metavar="audit or bench")
    one = commands.add_parser("audit", help="compare the mistakes on a file with all bounds")
    one.add_argument("file", help="a file of CSV, packed or not, or Parquet; - for standard input")
    one.add_argument("--label", help="the column of the labels (default: the last)")
    one.add_argument("--positive", help="the label that is +1, all others -1")
    one.add_argument("--passes", type=int, help="the most passes to make")
    one.add_argument("--solve", type=int, help="ask a solver up to this many numbers, T (d + 1)")
    one.add_argument("--sep", help="what separates the cells")
    one.add_argument(
        "--header", action=argparse.BooleanOptionalAction, help="whether line 1 has names"
    )
    one.add_argument("--decimal", choices=".,", help="the decimal mark of all columns")
    one.add_argument(
        "--na", action="append", default=[], metavar="WORD", help="means a gap; repeats; --na=-"
    )
    one.add_argument(
        "--day-first",
        action=argparse.BooleanOptionalAction,
        help="whether dates as 3/4/2025 begin with the day",
    )
    one.add_argument("--encoding", help="of the text (default: UTF-8)")
    for flag, what in {
        "--drop": "leave this column out; may be repeated",
        "--words": "take numbers of this column for names, such as 007; may be repeated",
    }.items():
        one.add_argument(flag, action="append", default=[], metavar="COLUMN", help=what)
    one.add_argument("--html", metavar="FILE", help="write a page with the table and a figure")
    one.add_argument("--json", action="store_true", help="print all numbers as JSON")
    one.set_defaults(told_by=_audited)
    two = commands.add_parser("bench", help="time learners beside those of scikit-learn")
    two.add_argument("--rows", type=int, default=200_000, help="of dense examples; sparse: a tenth")
    two.add_argument("--turns", type=int, default=11, help="how often each side runs")
    two.add_argument("--csv", metavar="FILE", help="write the table as CSV")
    two.add_argument("--machine", metavar="WORDS", help="words for the head of the CSV")
    two.set_defaults(told_by=_timed)
    return parser


def _page(found: Audit) -> str:
    """Write an audit as one page of HTML, with a picture, weights and what each line means."""
    lines = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in MEANINGS.items())
    title = escape(f"Audit of {found.name}")
    names = [*found.columns, "bias"]
    weights = zip(names, *([*view.weights.tolist(), ""] for view in found.views), strict=False)
    table = tabulate(weights, ["column", *(v.name for v in found.views)], "html", floatfmt=".4g")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:75em;margin:2em auto;"
        "padding:0 1em}table{border-collapse:collapse;display:block;overflow-x:auto}"
        "th,td{padding:.1em .6em;text-align:right}tbody th{text-align:left;font-weight:normal}"
        "dt{font-weight:bold}svg{max-width:100%;height:auto}</style></head>"
        f"<body><h1>{title}</h1>{_with_flags(found._repr_html_())}{_figure(found)}"
        f"<h2>Weights after one pass in the order given</h2>{table}"
        f"<h2>The lines</h2><dl>{lines}</dl></body></html>\n"
    )


def _figure(found: Audit) -> str:
    """Draw the mistakes over time, in the order given, as SVG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.subplots()
    lines = {view.name: view.tenths for view in found.views}
    for name, tenths in {**lines, "always the larger class": found.tenths}.items():
        axes.plot(np.arange(0, 101, 10), np.cumsum([0, *tenths]), label=name)
    axes.set(xlabel="rows in the order given, in %", ylabel="mistakes so far")
    figure.legend(loc="outside right upper")
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = drawn.getvalue()
    label = "Mistakes over time for each form of the rows, and of always the larger class"
    return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
