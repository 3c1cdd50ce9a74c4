"""From text to a table: separator, head, numbers and gaps, or a refusal that names the cure."""

import bz2
import codecs
import csv
import gzip
import lzma
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import islice, pairwise
from typing import Any

import numpy as np

__all__ = ["counted", "listed", "pandas_module", "table_of", "text_of", "typed"]

SEPARATORS = ",;\t|"
GAPS = {"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"}  # in columns of numbers
CHANGED = {  # of each decimal mark, what its numbers are written with instead
    ".": str.maketrans("−_", "-x"),
    ",": str.maketrans(",.−_", ".,-x"),
}
LIKE = (  # a number with a unit or in another form, but no date
    r"(?!\d\d?\.\d\d?\.\d{4}$|\d\d\.\d\d\.\d\d$)[-+(]?[$€£¥]?\s?\d[\d.,'’\s]*([%$€£¥)-]|[^\W\d]{1,3})?"
)
PACKED: dict[bytes, Any] = {b"\x1f\x8b": gzip, b"BZh9": bz2, b"\xfd7zXZ": lzma}
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
OTHERS = {  # kinds of files, how they begin, and who reads them
    "JSON": (r"\s*(\{\s*\"|\[\s*[\[{])", "read it with pandas.read_json and pass it to examples"),
    "HTML or XML": (r"\s*<[!?a-zA-Z]", "save the table as CSV"),
    "ARFF": (r"(?i)(\s*%.*\n)*\s*@relation\b", "read it with scipy.io.arff.loadarff"),
    "Vowpal Wabbit's format": (r"[-+.\d ]*\|\S*\s+\S+:[-+.\d]+\s", "write a table of it"),
    "svmlight": (
        r"(\s*#.*\n)*\s*[-+]?[\d.]+([ \t]+(qid|\d+):[-+.\deE]+)+[ \t]*[\r\n#]",
        "read it with sklearn.datasets.load_svmlight_file and pass X and y to audit",
    ),
}


def text_of(held: bytes, encoding: str | None) -> str:
    """Return what bytes say, in the encoding that is asked or that they begin with."""
    try:
        for start, module in PACKED.items():
            held = module.decompress(held) if held.startswith(start) else held
        marked = [name for mark, name in MARKS.items() if held.startswith(mark)]
        if held.startswith(b"PK\3\4") or (b"\0" in held and not (marked or encoding)):
            raise ValueError("an archive or a spreadsheet, to be unpacked or saved as CSV?")
        return held.decode(encoding or (marked or ["utf-8-sig"])[0])
    except (EOFError, LookupError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise ValueError(
            f"file: expected text or Parquet, got bytes that are neither: {error}; if they "
            "are text, choose with encoding=, such as cp1252 or utf-16-le"
        ) from None


def table_of(text: str, label: Any, sep: str | None, header: bool | None) -> Any:
    """Return the cells of a text as a table of words, as `perclib.data.files.read` describes."""
    if mark := re.match(r"sep=(.)\r?\n", text):
        sep, text = sep or mark[1], "\n" + text[mark.end() :]
    if not text.strip(' \t\r\n"\ufeff'):
        raise ValueError("file: expected a table, got an empty file")
    for kind, (start, cure) in OTHERS.items():
        if re.match(start, text):
            raise ValueError(f"file: expected cells with separators, got {kind}; {cure}")
    by = (sep or _separator(text)).replace(r"\t", "\t")
    if by == " ":
        text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        for line, row in _rows(text, by):
            rows.append(row)
            lines.append(line)
            if len(row) != len(rows[0]):
                raise ValueError(
                    f"file: expected rows of one length, got {counted(len(rows[0]), 'cell')} in "
                    f"line {lines[0]} and {len(row)} in line {line}, separated by {by!r}; mend the "
                    "file, where titles and comments have no place, or choose another with sep="
                )
    except (csv.Error, TypeError) as error:
        raise ValueError(f"file: expected cells separated by {by!r} (see sep=): {error}") from None
    head = _has_head(rows[:1000], label) if header is None else header
    names: list[Any] = list(range(len(rows[0])))
    if head:
        names = [name or f"unnamed {place}" for place, name in enumerate(rows[0], 1)]
        name, times = Counter(names).most_common(1)[0]
        if times > 1:
            raise ValueError(
                f"file: expected columns of different names, got {name!r} {times} times; without "
                "a head, header=False"
            )
    frame = pandas_module().DataFrame(rows[head:], lines[head:], names, dtype=object)
    if not any(row[-1] for row in rows):  # each row ends with a separator
        frame = frame.drop(columns=names[-1])
    where = f"names in line {lines[0]}" if head else "no line of names"
    frame.attrs["read"] = f"file: {counted(len(frame), 'row')}, separated by {by!r}; {where}"
    return frame


def _rows(text: str, by: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row that is not blank, with the line at which it ends."""
    file = StringIO(text, newline="")
    reader = csv.reader(file, delimiter=by, skipinitialspace=True, strict=True)
    last = 0
    try:
        for row in reader:
            last = reader.line_num
            cells = [cell.strip() for cell in row]
            if len(cells) > 1 or any(cells):
                yield last, cells
    except csv.Error as error:
        raise csv.Error(
            f"in the row that begins in line {last + 1}: {error}, a quote astray?"
        ) from None


def _separator(text: str) -> str:
    """Return the only separator that cuts the first rows into equally many cells."""
    even = []
    for by in SEPARATORS:
        with suppress(csv.Error):  # quotes close elsewhere
            widths = {len(row) for _, row in islice(_rows(text, by), 100)}
            even += [by] * (len(widths) == 1 and max(widths) > 1)
    if even == [",", ";"] and not re.search(r"(?<!\d),|,(?!\d)", text):
        return ";"  # each comma stands between digits
    if len(even) > 1:
        raise ValueError(
            f"file: expected one separator, but each of {listed(even)} cuts all rows into equally "
            "many cells; choose with sep="
        )
    return even[0] if even else max(SEPARATORS, key=text[:1000].count)


def _number(cell: str, mark: str, groups: str) -> float:
    """Return the number that a cell holds; spaces and apostrophes group digits, commas if asked."""
    apart = rf"(?<=\d)(?<!\d{{4}})[\s'’{groups}](?=\d{{3}}(?!\d))"
    return float(re.sub(apart, "", cell.translate(CHANGED[mark])))


def _is_number(cell: str) -> bool:
    """Say whether a cell is a number with either mark."""
    return any(_numbers([cell], mark, "", set()) for mark in CHANGED)


def _has_head(rows: list[list[str]], label: Any) -> bool:
    """Say whether the first row has names, by what stands below it; refuse to guess."""
    first = rows[0]
    if label is not None and str(label) in first and not _is_number(str(label)):
        return True
    signs = set()  # of names and of data
    for cell, *below in zip(*rows, strict=True):
        known = [other for other in below if other not in GAPS]
        if known and all(map(_is_number, known)):
            signs |= {"data" if _is_number(cell) else "names"} if cell else set()
        elif cell in known:
            signs.add("data")
        elif len(set(known)) < len(known) and cell:
            signs.add("names")
    full = [cell for cell in first if cell]
    counts = len(full) > 1 and all(map(str.isdecimal, full)) and (
        {int(b) - int(a) for a, b in pairwise(full)} == {1}
        or all(re.fullmatch(r"(19|20)\d\d", cell) for cell in full)
    )  # fmt: skip
    if counts or len(signs) > 1:
        some = ", ".join(first[:5]) + ", ..." * (len(first) > 5)
        raise ValueError(
            f"file: the first line, {some}, may hold names or an example; choose with header=True "
            "or header=False, or name the column of the labels with label="
        )
    return "data" not in signs and not any(map(_is_number, first))


def typed(frame: Any, decimal: str | None, gaps: set[str], words: set[Any]) -> Any:
    """Turn the columns of a table of words into numbers where all cells are numbers or gaps."""
    commas, codes, doubtful, refused = [], [], dict[Any, str](), list[str]()
    for name in frame:
        cells, unit = _without_unit(frame[name].tolist(), gaps | GAPS)
        if unit:
            frame.attrs["read"] += f"; {unit!r} taken off in {str(name)!r}"
        for mark in "" if name in words else decimal or ".,":
            numbers = _numbers(cells, mark, "," if decimal else "", gaps | GAPS)
            if numbers is not None:
                break
        else:
            refused += [] if name in words else _like_numbers(name, cells, gaps | GAPS)
            frame[name] = frame[name].where(~frame[name].isin(gaps), None)
            continue
        with np.errstate(invalid="ignore"):
            frame[name] = pandas_module().Series(numbers, frame.index).convert_dtypes()
        marked = next((cell for cell in cells if mark in cell), None)
        commas += [name] * (mark == "," and marked is not None)
        if frame[name].dtype == "Int64":
            codes += [name] * any(cell[:1] == "0" and cell[1:].isdigit() for cell in cells)
        grouped = rf"[-+]?[1-9]\d{{0,2}}[{mark}]\d{{3}}"
        if marked and not decimal and all(re.fullmatch(grouped, c) for c in cells if mark in c):
            doubtful[name] = marked
    for name, cell in doubtful.items() if commas else ():
        mark = "comma" if "," in cell else "point"
        refused.append(
            f"file, column {name}: a {mark} may be a decimal mark or group thousands, as in "
            f"{cell!r}; choose with decimal="
        )
    if refused:
        raise ValueError("\n".join(refused))
    frame.attrs["read"] += f"; decimal commas in {listed(commas)}" if commas else ""
    frame.attrs["read"] += f"; zeros in front lost in {listed(codes)}, see words=" if codes else ""
    return frame


def _without_unit(cells: list[str], gaps: set[str]) -> tuple[list[str], str]:
    """Take off the sign of a currency or of per cent that all cells have, before or after them."""
    known = [cell for cell in cells if cell not in gaps]
    for place, sign in ((0, "$€£¥"), (-1, "%$€£¥")):
        signs = {cell[place] for cell in known}
        if len(signs) == 1 and signs <= set(sign):
            (unit,) = signs
            return [cell.strip(unit).strip() for cell in cells], unit
    return cells, ""


def _numbers(cells: list[str], mark: str, groups: str, gaps: set[str]) -> list[float] | None:
    """Return cells as numbers, gaps as NaN; None where one is a word or all are gaps."""
    if gaps.issuperset(cells):
        return None
    known = ["nan" if cell in gaps else cell for cell in cells]
    with suppress(ValueError):  # the slow way may read what this one cannot
        if mark == "." and "_" not in "".join(cells):  # the quick way
            return list(map(float, known))
    with suppress(ValueError):  # a word
        return [_number(cell, mark, groups) for cell in known]
    return None


def _like_numbers(name: Any, cells: list[str], gaps: set[str]) -> Iterator[str]:
    """Yield why a column of words is refused, if most of them look like numbers."""
    kinds = Counter(cell for cell in cells if cell not in gaps)
    found = [like for cell in kinds if (like := re.fullmatch(LIKE, cell))]
    units = {like[1] for like in found if like[1] and like[1].isalpha()}
    if len(units) < 2 and sum(kinds[like[0]] for like in found) > kinds.total() / 2:
        odd = Counter({cell: n for cell, n in kinds.items() if not _is_number(cell)} or kinds)
        some = ", ".join(f"{word!r} {counted(n, 'time')}" for word, n in odd.most_common(3))
        yield (
            f"file, column {name}: most cells look like numbers, but not all can be read as such: "
            f"{some}; name gaps with na=, the decimal mark with decimal=, take units out of the "
            "file, or leave the column out with drop="
        )


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
