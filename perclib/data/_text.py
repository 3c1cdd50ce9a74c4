"""From text to a table: separator, head, numbers and gaps, or a refusal that names the cure."""

import csv
import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import islice
from math import nan
from typing import Any

Columns = dict[Any, list[Any]]
GAPS = {"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"}  # in columns of numbers
# What the cells of a column with a decimal mark are read as; "_" is in no number.
CHANGED = {".": str.maketrans("_", "x"), ",": str.maketrans(",._", ".,x")}
GROUPED = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$")  # where "." is the decimal mark
LIKE = r"(?!\d\d?\.\d\d?\.\d{2,4}$)\W{0,2}\d[\d.,'’\s]*\W?"  # a number in another form, no date
SEPARATORS = ",;\t|"
# How JSON, HTML, ARFF, svmlight and Vowpal Wabbit's format begin.
FOREIGN = r"\s*([\[{<]|@relation)|[-+.\d]+[ \t]+(\|\S*[ \t]+)?[^\s,;|]+:[-+.\d]"


def text_of(content: bytes, encoding: str | None) -> str:
    """Return the text of bytes, packed by gzip or not."""
    try:
        plain = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        text = plain.decode(encoding or "utf-8-sig")
        if "\0" in text:
            raise ValueError("it has characters 0")
    except (EOFError, LookupError, OSError, ValueError, zlib.error) as error:
        raise ValueError(
            f"file: expected text or Parquet: {error}; of text choose encoding=, such as cp1252 "
            "or utf-16; unpack an archive, and save a spreadsheet as CSV"
        ) from None
    return text


def table_of(
    text: str, label: Any, sep: str | None, header: bool | None
) -> tuple[Columns, list[int], str]:
    """Return the columns of a text, the line of each row, and a note on both."""
    if mark := re.match(r"sep=(.)\r?\n", text):
        sep, text = sep or mark[1], "\n" + text[mark.end() :]
    if not sep and re.match(FOREIGN, text, re.IGNORECASE):
        raise ValueError(
            f"file: expected cells with separators, got {text.split(maxsplit=1)[0]!r} first; read "
            "JSON with pandas.read_json, ARFF with scipy.io.arff.loadarff, and svmlight with "
            "sklearn.datasets.load_svmlight_file; of text choose sep="
        )
    by = (sep or _separator(text)).replace(r"\t", "\t")
    table = list(_rows(text, by))
    if not table:
        raise ValueError("file: expected a table, got an empty file")
    lines, rows = map(list, zip(*table, strict=True))
    for line, row in table:
        if len(row) != len(rows[0]):
            raise ValueError(
                f"file: expected rows of one length, got {counted(len(rows[0]), 'cell')} in line "
                f"{lines[0]} and {len(row)} in line {line}, separated by {by!r}; see sep="
            )
    first, head = rows[0], header is not False
    named = label is not None and str(label) in first and not _numbers([str(label)])
    below = map(set, zip(*rows[1:], strict=True))
    alike = [c for c, each in zip(first, below, strict=False) if c in each or _numbers([c])]
    if header is None and not named and any(alike):
        raise ValueError(
            f"file: the first line may hold names or an example, since {listed(alike)} may be "
            "cells of a row; choose with header=True or header=False"
        )
    names: Any = range(len(first))
    if head:
        names = [name or f"unnamed {n}" for n, name in enumerate(first, 1)]
    if len(set(names)) < len(names):
        raise ValueError(
            f"file: expected names that differ, got {listed(names)}; without a head, header=False"
        )
    columns = {name: [row[i] for row in rows[head:]] for i, name in enumerate(names)}
    where = f"names in line {lines[0]}" if head else "no line of names"
    note = f"file: {counted(len(rows) - head, 'row')}, separated by {by!r}; {where}"
    return columns, lines[head:], note


def _rows(text: str, by: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line at which a row ends, and its cells, for each row that is not blank."""
    line = 0
    try:
        reader = csv.reader(StringIO(text, ""), delimiter=by, skipinitialspace=True, strict=True)
        for row in reader:
            line, cells = reader.line_num, [cell.strip() for cell in row]
            if len(cells) > 1 or any(cells):
                yield line, cells
    except (csv.Error, TypeError) as error:
        raise ValueError(
            f"file: expected cells separated by {by!r} (see sep=): in the row from line "
            f"{line + 1}: {error}, a quote astray?"
        ) from None


def _separator(text: str) -> str:
    """Return the only separator that cuts the first rows into equally many cells."""
    even = []
    for by in SEPARATORS:
        with suppress(ValueError):  # quotes close elsewhere
            widths = {len(row) for _, row in islice(_rows(text, by), 100)}
            even += [by] * (len(widths) == 1 and max(widths) > 1)
    if len(even) > 1:
        raise ValueError(f"file: each of {listed(even)} may separate cells; choose with sep=")
    return even[0] if even else max(SEPARATORS, key=text[:1000].count)


def typed(columns: Columns, decimal: str | None, gaps: set[str]) -> tuple[Columns, str]:
    """Return columns of numbers as floats and others as words, and a note on decimal commas."""
    table, marked = Columns(), dict[Any, Any]()  # the mark of a column, and its cells with a mark
    for name, cells in columns.items():
        known = Counter(cell for cell in cells if cell not in gaps | GAPS)
        found = _numbers(known, decimal)
        if found:
            numbers, mark = found
            table[name] = [numbers.get(cell, nan) for cell in cells]
            if some := [cell for cell in known if mark in cell]:
                marked[name] = mark, some
            continue
        table[name] = [None if cell in gaps else cell for cell in cells]
        if sum(n for cell, n in known.items() if re.fullmatch(LIKE, cell)) > known.total() / 2:
            odd = {cell: n for cell, n in known.items() if not _numbers([cell], decimal)} or known
            words = ", ".join(f"{w!r} {counted(n, 'time')}" for w, n in Counter(odd).most_common(3))
            raise ValueError(
                f"file, column {name}: most cells look like numbers, but not all are: {words}; "
                "name gaps with na=, the mark with decimal=, or leave the column out with drop="
            )
    commas = [name for name, (mark, _) in marked.items() if mark == ","]
    for name, (_, some) in marked.items() if commas and not decimal else ():
        if all(re.fullmatch(r"[-+]?[1-9]\d{0,2}[.,]\d{3}", cell) for cell in some):
            raise ValueError(
                f"file, column {name}: the mark in {some[0]!r} may be decimal or group thousands; "
                "choose with decimal="
            )
    return table, f"; decimal commas in {listed(commas)}" if commas else ""


def _numbers(cells: Iterable[str], decimal: str | None = None) -> Any:
    """Return the number of each cell, and the decimal mark; None if some cells are words.

    If the decimal mark is known, the other one may group thousands.
    """
    for mark in decimal or ".,":
        plain = {cell: cell.translate(CHANGED[mark]) for cell in cells}
        plain |= {k: v.replace(",", "") for k, v in plain.items() if decimal and GROUPED.match(v)}
        with suppress(ValueError):  # a word
            return {cell: float(each) for cell, each in plain.items()}, mark
    return None


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def listed(values: Any) -> str:
    some = [repr(str(value)) for value in values]
    return ", ".join(some[:10]) + f", ... ({len(some)} in all)" * (len(some) > 10)
