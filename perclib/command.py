"""The command ``perclib``: an audit of a file, from a terminal."""

import json
import re
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from html import escape
from inspect import signature
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from tabulate import tabulate

import perclib
from perclib.bounds import Audit, audit
from perclib.bounds.report import LARGER

__all__ = ["main"]

FLAGS: dict[str, dict[str, Any]] = {  # which bear the names of parameters
    "label": {"help": "the column of the labels (default: the last)"},
    "positive": {"help": "the label that is +1, all others -1"},
    "passes": {"type": int, "help": "the most passes to make"},
    "solve": {"type": int, "help": "ask a solver up to this many numbers, T (d + 1)"},
    "sep": {"help": "what separates the cells"},
    "header": {"action": BooleanOptionalAction, "help": "whether line 1 has names"},
    "decimal": {"choices": ".,", "help": "the decimal mark of all columns"},
    "na": {"action": "append", "metavar": "WORD", "help": "means a gap; repeats; --na=-"},
    "encoding": {"help": "of the text (default: UTF-8)"},
    "drop": {"action": "append", "metavar": "COLUMN", "help": "leave it out; repeats"},
}
STYLE = "body{font-family:sans-serif;margin:2em}td,th{padding:.1em .6em}svg{max-width:100%}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these words, or those of the shell; return 1 where data are refused."""
    parser = ArgumentParser("perclib", description="Mistake bounds on data of your own.")
    parser.add_argument("--version", action="version", version=f"perclib {perclib.__version__}")
    commands = parser.add_subparsers(required=True, metavar="audit")
    one = commands.add_parser("audit", help="compare the mistakes on a file with all bounds")
    one.add_argument("file", help="a file of CSV, packed or not, or Parquet; - for standard input")
    for name, how in FLAGS.items():
        one.add_argument(f"--{name}", **how)
    one.add_argument("--html", metavar="FILE", help="write a page with the table and a figure")
    one.add_argument("--json", action="store_true", help="print all numbers as JSON")
    try:
        print(_with_flags(_audited(parser.parse_args(arguments))))
    except (ValueError, ImportError, OSError) as refusal:
        print(f"perclib: {_with_flags(str(refusal))}", file=sys.stderr)
        return 1
    return 0


def _with_flags(message: str) -> str:
    """Name the flags of the command where a message names the parameters of a function."""
    flag = rf"\b({'|'.join(FLAGS)})=(True|False|(?!\w))"
    return re.sub(flag, lambda m: f"--{'no-' if m[2] == 'False' else ''}{m[1]}", message)


def _audited(asked: Namespace) -> str:
    """Audit a file."""
    from perclib.data.files import examples, read  # they need pandas

    given = {name: value for name, value in vars(asked).items() if value is not None}
    given["name"] = "standard input" if asked.file == "-" else Path(asked.file).name

    def call(function: Any, *data: Any) -> Any:
        known = signature(function).parameters
        return function(*data, **{name: given[name] for name in known if name in given})

    found = call(audit, call(examples, call(read)))
    if asked.html:
        Path(asked.html).write_text(_page(found), "utf-8")
    return json.dumps(found.as_dict(), allow_nan=False) if asked.json else str(found)


def _page(found: Audit) -> str:
    """Write an audit as one page of HTML, with a picture and the weights."""
    title = escape(f"Audit of {found.name}")
    weights = zip(
        [*found.columns, "bias"], *([*v.weights.tolist(), ""] for v in found.views), strict=False
    )
    table = tabulate(weights, ["column", *(v.name for v in found.views)], "html", floatfmt=".4g")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f"<body><h1>{title}</h1>{_with_flags(found._repr_html_())}{_figure(found)}"
        f"<h2>Weights after one pass in the order given</h2>{table}</body></html>\n"
    )


def _figure(found: Audit) -> str:
    """Draw the mistakes over time, in the order given, as SVG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.subplots()
    lines = {view.name: view.tenths for view in found.views} | {LARGER: found.tenths}
    for name, tenths in lines.items():
        axes.plot(np.arange(0, 101, 10), np.cumsum([0, *tenths]), label=name)
    axes.set(xlabel="rows in the order given, in %", ylabel="mistakes so far")
    figure.legend(loc="outside right upper")
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = drawn.getvalue()
    said = f"Mistakes over time for each form of the rows, and of {LARGER}"
    return f"<figure>{svg[svg.index('<svg') :]}<figcaption>{said}</figcaption></figure>"
