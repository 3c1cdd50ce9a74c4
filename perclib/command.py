"""The command ``perclib``: an audit of a file, and how quick a run is, from a terminal.

``perclib audit data.csv --label species`` prints the table of `perclib.auditing.audit`, and
``perclib bench`` that of `perclib.speed.compared`.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from datetime import date
from html import escape
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import perclib
from perclib.auditing import Audit, audit
from perclib.files import Prepared, examples, read
from perclib.speed import compared, written

__all__ = ["main", "page"]

MEANINGS = {
    "radius R": "the largest length of a row",
    "mistakes of one pass": "by the perceptron, in the order of the rows, from weights of zero",
    "always the larger class": "the mistakes of a learner that looks at nothing",
    "passes until one has none": "never, if vectors y x add up to 0; over n, if n passes erred",
    "separable": "proved either way; a question mark where no proof was found",
    "margin found": "that of one unit vector; no unit vector has one above the number below it",
    "pull": "up to 1, no bound is below the number of rows",
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
        print(f"perclib: {refusal}", file=sys.stderr)
        return 1
    try:
        print(told, flush=True)
    except BrokenPipeError:  # nobody reads on, as after `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _audited(asked: argparse.Namespace) -> str:
    """Audit a file."""
    name = "standard input" if asked.file == "-" else Path(asked.file).name
    made = examples(read(asked.file), asked.label, asked.positive, name)
    stream = made.stream if asked.shuffle is None else made.stream.shuffled(asked.shuffle)
    found = audit(stream, **({} if asked.passes is None else {"passes": asked.passes}))
    if asked.html:
        _write("html", asked.html, page(found, made))
    if asked.json:
        told = found.as_dict() | {"columns": made.columns, "notes": made.notes}
        return json.dumps(told, allow_nan=False)
    return "\n".join([str(found), *(f"- {note}" for note in made.notes)])


def _timed(asked: argparse.Namespace) -> str:
    """Time learners on generated examples, and keep the table where a file is named."""
    timings = compared(asked.rows, asked.turns)
    corner = f"{asked.machine}, {date.today()}" if asked.machine else ""
    if asked.csv:
        _write("csv", asked.csv, written(timings, "csv", corner) + "\n")
    compiled = "with" if find_spec("numba") else "without"
    told = f"{written(timings)}\n- {compiled} compiled code, which perclib[fast] adds"
    few = [f"{one.learner} ({one.examples})" for one in timings if not one.compiled]
    if find_spec("numba") and few:
        told += f"\n- rows too few for compiled code, use more --rows: {'; '.join(few)}"
    return told


def _write(name: str, file: str, text: str) -> None:
    """Write a file, or say why that cannot be."""
    try:
        Path(file).write_text(text, "utf-8")
    except OSError as error:
        raise ValueError(
            f"{name}: expected a file that can be written, got {file!r}: {error.strerror}"
        ) from None


def _parser() -> argparse.ArgumentParser:
    """Describe the command."""
    parser = argparse.ArgumentParser(
        "perclib", description="Mistake bounds on data of your own, and how quick a run is."
    )
    parser.add_argument("--version", action="version", version=f"perclib {perclib.__version__}")
    commands = parser.add_subparsers(required=True, metavar="audit or bench")
    one = commands.add_parser("audit", help="compare the mistakes on a file with all bounds")
    one.add_argument("file", help="a CSV or Parquet file, or - for standard input")
    one.add_argument("--label", help="the column of the labels (default: the last)")
    one.add_argument("--positive", help="the label that is +1, all others -1")
    one.add_argument("--shuffle", type=int, metavar="SEED", help="put the rows in a random order")
    one.add_argument("--passes", type=int, help="the most passes to make")
    one.add_argument("--html", metavar="FILE", help="write a page with the table and a figure")
    one.add_argument("--json", action="store_true", help="print all numbers as JSON")
    one.set_defaults(told_by=_audited)
    two = commands.add_parser("bench", help="time learners beside those of scikit-learn")
    two.add_argument("--rows", type=int, default=200_000, help="of dense examples; sparse: a tenth")
    two.add_argument("--turns", type=int, default=5, help="how often each side runs")
    two.add_argument("--csv", metavar="FILE", help="write the table as CSV")
    two.add_argument("--machine", metavar="WORDS", help="words for the head of the CSV")
    two.set_defaults(told_by=_timed)
    return parser


def page(found: Audit, made: Prepared) -> str:
    """Write an audit as one page of HTML, with a figure and what each line means.

    Parameters
    ----------
    found : Audit
    made : Prepared
        What was audited.

    Returns
    -------
    str
    """
    lines = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in MEANINGS.items())
    notes = "".join(f"<li>{escape(note)}</li>" for note in made.notes)
    title = escape(f"Audit of {found.name}")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:75em;margin:2em auto;"
        "padding:0 1em}table{border-collapse:collapse;display:block;overflow-x:auto}"
        "th,td{padding:.1em .6em;text-align:right}tbody th{text-align:left;font-weight:normal}"
        "dt{font-weight:bold}svg{max-width:100%;height:auto}</style></head>"
        f"<body><h1>{title}</h1>{found._repr_html_()}{_figure(found)}"
        f"<h2>The columns</h2><ul>{notes}</ul><h2>The lines</h2><dl>{lines}</dl></body></html>\n"
    )


def _figure(found: Audit) -> str:
    """Draw mistakes, floors and bounds of all views as SVG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.subplots()
    names = [view.name for view in found.views]
    axes.plot([view.mistakes for view in found.views], names, "s", label="mistakes of one pass")
    for marker, q in (("o", 1), ("D", 2)):
        axes.plot([view[q].value for view in found.views], names, marker, label=f"bound, q = {q}")
    axes.axvline(max(found.trivial, 1), ls="--", color="grey", label="always the larger class")
    axes.set(xscale="log", xlabel="number")
    axes.invert_yaxis()
    figure.legend(loc="outside upper center", ncols=4)
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = drawn.getvalue()
    label = "Mistakes of one pass and bounds for each form of the rows, as in the table"
    return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
