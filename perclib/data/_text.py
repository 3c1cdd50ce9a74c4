"""From text to a table: separator, head, numbers and gaps, or a refusal that names the cure."""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice, pairwise
from typing import Any

__all__ = ["DATE", "counted", "from_text", "listed", "pandas_module", "text_of"]

SEPARATORS = ",;\t|"
DATE = r"\d{1,2}\.\d{1,2}\.\d{4}"
GAPS = {"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"}  # in columns of numbers
NUMBERS = {
    mark: rf"[-+]?((\d+[{mark}]?\d*|[{mark}]\d+)([eE][-+]?\d+)?|[iI]nf(inity)?)" for mark in ".,"
}
LIKE = r"[-+]?[$€£]?\s?\d[\d.,]*\s?[%$€£]?"  # of a number, or nearly
GROUPS = {mark: rf"[-+]?\d{{1,3}}([{other}]\d{{3}})+([{mark}]\d+)?" for mark, other in (".,", ",.")}
OTHERS = {  # kinds of files, how they begin, and who reads them
    "JSON": (r"\s*(\{\s*\"|\[\s*[\[{])", "read it with pandas.read_json and pass it to examples"),
    "Vowpal Wabbit's format": (r"[-+.\d ]*\|\S*\s+\S+:[-+.\d]+\s", "write a table of it"),
    "svmlight": (
        r"\s*[-+]?[\d.]+([ \t]+\d+:[-+.\deE]+)+[ \t]*[\r\n#]",
        "read it with sklearn.datasets.load_svmlight_file and pass X and y to audit",
    ),
}


def from_text(
    text: str,
    label: Any,
    sep: str | None,
    header: bool | None,
    decimal: str | None,
    gaps: set[str],
    drop: set[str],
) -> Any:
    """Return the table that a text holds, as `perclib.data.files.read` describes.

    The standard library's reader, which is strict, checks quotes and the length of all rows; that
    of pandas, which is quick, turns columns into numbers.
    """
    if mark := re.match(r"sep=(.)\r?\n", text):
        sep, text = sep or mark[1], "\n" + text[mark.end() :]
    if not text.strip():
        raise ValueError("file: expected a table, got an empty file")
    for kind, (start, cure) in OTHERS.items():
        if re.match(start, text):
            raise ValueError(f"file: expected cells with separators, got {kind}; {cure}")
    pandas, file = pandas_module(), StringIO(text, newline="")
    by = sep or _separator(file, text)
    sample: list[list[str]] = []
    lines: list[int] = []
    after = 0
    try:
        for line, row in _rows(file, by):
            if len(sample) < 1000:
                sample.append([cell.strip() for cell in row])
                after = after or file.tell()
            lines.append(line)
            if len(row) != len(sample[0]):
                raise ValueError(
                    f"file: expected rows of one length, got {counted(len(sample[0]), 'cell')} in "
                    f"line {lines[0]} and {len(row)} in line {line}, separated by {by!r}; mend the "
                    "file, or choose another with sep="
                )
    except (csv.Error, TypeError) as error:
        raise ValueError(f"file: expected cells separated by {by!r} (see sep=): {error}") from None
    head = _has_head(sample, label) if header is None else header
    names: list[Any] = list(range(len(sample[0])))
    if head:
        names = [name or f"unnamed {place}" for place, name in enumerate(sample[0], 1)]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(
                    f"file: expected columns of different names, got {name!r} {names.count(name)} "
                    "times; without a head, header=False"
                )
    if len(lines) == head:
        return pandas.DataFrame(columns=names)

    def columns(**how: Any) -> Any:
        file.seek(after if head else 0)
        found = pandas.read_csv(
            file, sep=r"\s+" if by == " " else by, header=None, index_col=False,
            skipinitialspace=True, low_memory=False, keep_default_na=False, **how,
        )  # fmt: skip
        return found.set_axis(lines[head:])

    frame = columns(na_values=[*GAPS, *gaps], dtype=str if decimal == "," else None)
    kinds, commas = pandas.api.types, []
    words = [place for place in frame if not kinds.is_numeric_dtype(frame[place])]
    plain = columns(na_filter=False, dtype=str, usecols=words) if words else {}
    frame.columns = names
    for place, name in enumerate(names):
        column = frame[name]
        if place in words and str(name) not in drop:
            column, of = _typed(name, plain[place].str.strip(), decimal, gaps)
            commas += [name] * (of == ",")
        if kinds.is_float_dtype(column) and column.hasnans:
            whole = (column % 1 == 0) & (column.abs() < 2**53) | column.isna()
            column = column.astype("Int64") if whole.all() else column
        frame[name] = column
    where = f"names in line {lines[0]}" if head else "no line of names"
    said = f"; decimal commas in {listed(commas)}" if commas else ""
    frame.attrs["read"] = f"file: {counted(len(frame), 'row')}, separated by {by!r}; {where}{said}"
    return frame


def text_of(held: bytes, encoding: str | None) -> str:
    """Return what bytes say, in the encoding that is asked or that they begin with."""
    wide = held[:2] in (BOM_UTF16_LE, BOM_UTF16_BE)
    if b"\0" in held and not (wide or encoding):
        raise ValueError("file: expected text or Parquet, got bytes that are neither")
    asked = encoding or ("utf-16" if wide else "utf-8-sig")
    try:
        return held.decode(asked)
    except (UnicodeDecodeError, LookupError) as error:
        raise ValueError(
            f"file: expected text in {asked}, but {error}; choose with encoding=, such as cp1252"
        ) from None


def _rows(file: StringIO, by: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank, with the line at which it ends."""
    file.seek(0)
    reader = csv.reader(file, delimiter=by, skipinitialspace=True, strict=True)
    for row in reader:
        if len(row) > 1 or any(map(str.strip, row)):
            yield reader.line_num, row


def _separator(file: StringIO, text: str) -> str:
    """Return the only separator that cuts the first rows into equally many cells."""
    widths: dict[str, list[int]] = {}
    for by in SEPARATORS:
        try:
            widths[by] = [len(row) for _, row in islice(_rows(file, by), 100)]
        except csv.Error:
            continue  # quotes close elsewhere
    even = [by for by, found in widths.items() if len(set(found)) == 1 and found[0] > 1]
    if even == [",", ";"] and not re.search(r"(?<!\d),|,(?!\d)", text):
        return ";"  # each comma stands between digits
    if len(even) > 1:
        raise ValueError(
            f"file: expected one separator, but each of {listed(even)} cuts all rows into equally "
            "many cells; choose with sep="
        )
    return even[0] if even else max(SEPARATORS, key=text[:1000].count)


def _number(cell: str) -> bool:
    return any(re.fullmatch(pattern, cell) for pattern in NUMBERS.values())


def _has_head(rows: list[list[str]], label: Any) -> bool:
    """Say whether the first row has names, by what stands below it; refuse to guess."""
    first, rest = rows[0], rows[1:]
    if label is not None and str(label) in first and not _number(str(label)):
        return True
    names = data = False
    for cell, below in zip(first, zip(*rest, strict=True), strict=False):
        known = [other for other in below if other not in GAPS]
        if known and all(map(_number, known)):
            data, names = data or _number(cell), names or (bool(cell) and not _number(cell))
        elif cell in known:
            data = True
        elif len(set(known)) < len(known):
            names = names or bool(cell)
    full = [cell for cell in first if cell]
    counts = len(full) > 1 and all(map(str.isdecimal, full)) and (
        {int(b) - int(a) for a, b in pairwise(full)} == {1}
        or all(re.fullmatch(r"(19|20)\d\d", cell) for cell in full)
    )  # fmt: skip
    if counts or (names and data):
        some = ", ".join(first[:5]) + ", ..." * (len(first) > 5)
        raise ValueError(
            f"file: the first line, {some}, may hold names or an example; choose with header=True "
            "or header=False, or name the column of the labels with label="
        )
    return not data and not any(map(_number, first))


def _typed(name: Any, cells: Any, decimal: str | None, gaps: set[str]) -> tuple[Any, str]:
    """Return a column as numbers or words, and the decimal mark of its numbers."""
    kinds = Counter(cells)
    known = [cell for cell in kinds if cell not in gaps | GAPS]
    for mark in [decimal] if decimal else [".", ","]:
        pattern, other = NUMBERS[mark] + "|" + GROUPS[mark] * bool(decimal), ".,"[mark == "."]
        if not known or not all(re.fullmatch(pattern, cell) for cell in known):
            continue
        if mark == "," != decimal and all(
            re.fullmatch(r"[-+]?[1-9]\d{0,2},\d{3}", cell) for cell in known if "," in cell
        ):
            raise ValueError(
                f"file, column {name}: a comma may be a decimal mark or group thousands, as in "
                f"{next(cell for cell in known if ',' in cell)!r}; choose with decimal="
            )
        numbers = {cell: float(cell.replace(other, "").replace(mark, ".")) for cell in known}
        return cells.map(numbers).astype(float), mark * any(mark in cell for cell in known)
    dates = [bool(re.fullmatch(DATE, cell)) for cell in known]
    like = sum(kinds[cell] for cell in known if re.fullmatch(LIKE, cell))
    if like > sum(kinds[cell] for cell in known) / 2 and not all(dates):
        odd = Counter({cell: kinds[cell] for cell in known if not _number(cell)} or kinds)
        some = ", ".join(f"{word!r} {counted(n, 'time')}" for word, n in odd.most_common(3))
        raise ValueError(
            f"file, column {name}: most cells look like numbers, but not all can be read as such: "
            f"{some}; name gaps with na=, the decimal mark with decimal=, or leave the column out "
            "with drop="
        )
    return cells.astype(object).where(~cells.isin(gaps), None), ""


def pandas_module() -> Any:
    """Import pandas, or say how to install it."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "read: expected pandas, which reads the file; use pip install 'perclib[data]'"
        ) from None
    return pandas


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def listed(values: Any) -> str:
    some = [repr(str(value)) for value in values]
    return ", ".join(some[:10]) + f", ... ({len(some)} in all)" * (len(some) > 10)
