"""From text to a table: separator, head, numbers and gaps, or a refusal that names the cure."""

import bz2
import csv
import gzip
import lzma
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from io import StringIO
from itertools import islice
from typing import Any

__all__ = ["counted", "listed", "table_of", "text_of", "typed"]

Columns = dict[Any, list[Any]]
GAPS = {"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"}  # in columns of numbers
CHANGED = {  # of each decimal mark, what its numbers are written with instead
    ".": str.maketrans("−_", "-x"),
    ",": str.maketrans(",.−_", ".,-x"),
}
LIKE = (  # a number with a unit or in another form, but no date
    r"(?!\d\d?\.\d\d?\.\d{4}$|\d\d\.\d\d\.\d\d$)[-+(]?[$€£¥]?\s?\d[\d.,'’\s]*([%$€£¥)-]|[^\W\d]{1,3})?"
)
PACKED: dict[bytes, Any] = {b"\x1f\x8b": gzip, b"BZh9": bz2, b"\xfd7zXZ": lzma}
SEPARATORS = ",;\t|"
FOREIGN = (  # how JSON, HTML, ARFF, svmlight and Vowpal Wabbit's format begin
    r'\s*(\{\s*"|\[\s*[\[{]|<[!?a-zA-Z]|(%.*\s+)*@(?i:relation)\b)'
    r"|(#.*\s+)*[-+.\d]+[ \t]+(\|\S*[ \t]+)?[^\s,;|]+:[-+.\d]"
)


def text_of(content: bytes, encoding: str | None) -> str:
    """Return the text of bytes, packed or not."""
    try:
        for start, module in PACKED.items():
            content = module.decompress(content) if content.startswith(start) else content
        marked = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        text = content.decode(encoding or ("utf-16" if marked else "utf-8-sig"))
        if "\0" in text:
            raise ValueError("it has characters 0")
    except (EOFError, LookupError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise ValueError(
            f"file: expected text or Parquet: {error}; of text choose encoding=, such as cp1252; "
            "unpack an archive, and save a spreadsheet as CSV"
        ) from None
    return text


def table_of(
    text: str, label: Any, sep: str | None, header: bool | None
) -> tuple[Columns, list[int], str]:
    """Return the columns of a text, the line of each row, and a note on both."""
    if mark := re.match(r"sep=(.)\r?\n", text):
        sep, text = sep or mark[1], "\n" + text[mark.end() :]
    if not re.search(r'[^\s"\ufeff]', text):
        raise ValueError("file: expected a table, got an empty file")
    if not sep and re.match(FOREIGN, text):
        raise ValueError(
            f"file: expected cells with separators, got {text.split(maxsplit=1)[0]!r} first; read "
            "JSON with pandas.read_json, ARFF with scipy.io.arff.loadarff, and svmlight with "
            "sklearn.datasets.load_svmlight_file; of text choose sep="
        )
    by = (sep or _separator(text)).replace(r"\t", "\t")
    if by == " ":
        text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    try:
        lines, rows = map(list, zip(*_rows(text, by), strict=True))
    except (csv.Error, TypeError) as error:
        raise ValueError(f"file: expected cells separated by {by!r} (see sep=): {error}") from None
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"file: expected rows of one length, got {counted(len(rows[0]), 'cell')} in line "
                f"{lines[0]} and {len(row)} in line {line}, separated by {by!r}; see sep="
            )
    head = _has_head(rows[:1000], label) if header is None else header
    names: list[Any] = [name or f"unnamed {n}" for n, name in enumerate(rows[0], 1)]
    if not head:
        names = list(range(len(names)))
    elif len(set(names)) < len(names):
        raise ValueError(
            f"file: expected names that differ, got {listed(names)}; without a head, header=False"
        )
    columns = {name: [row[i] for row in rows[head:]] for i, name in enumerate(names)}
    if not any(row[-1] for row in rows):  # each row ends with a separator
        del columns[names[-1]]
    where = f"names in line {lines[0]}" if head else "no line of names"
    note = f"file: {counted(len(rows) - head, 'row')}, separated by {by!r}; {where}"
    return columns, lines[head:], note


def _rows(text: str, by: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line at which a row ends, and its cells, for each row that is not blank."""
    reader = csv.reader(StringIO(text, ""), delimiter=by, skipinitialspace=True, strict=True)
    last = 0
    try:
        for row in reader:
            last = reader.line_num
            cells = [cell.strip() for cell in row]
            if len(cells) > 1 or any(cells):
                yield last, cells
    except csv.Error as error:
        raise csv.Error(f"in the row from line {last + 1}: {error}, a quote astray?") from None


def _separator(text: str) -> str:
    """Return the only separator that cuts the first rows into equally many cells."""
    even = []
    for by in SEPARATORS:
        with suppress(csv.Error):  # quotes close elsewhere
            widths = {len(row) for _, row in islice(_rows(text, by), 100)}
            even += [by] * (len(widths) == 1 and max(widths) > 1)
    if len(even) > 1:
        raise ValueError(f"file: each of {listed(even)} may separate cells; choose with sep=")
    return even[0] if even else max(SEPARATORS, key=text[:1000].count)


def _has_head(rows: list[list[str]], label: Any) -> bool:
    """Say whether the first row has names, by what stands below it; refuse to guess."""
    first = rows[0]
    if label is not None and str(label) in first and not _numbers([str(label)]):
        return True
    signs = set()  # of names and of data
    for cell, *below in zip(*rows, strict=True):
        known = [other for other in below if other not in GAPS]
        if cell and known:
            if _numbers(known):
                signs.add("data" if _numbers([cell]) else "names")
            elif len(set(known)) < len(known) or cell in known:
                signs.add("data" if cell in known else "names")
    full = [cell for cell in first if cell]
    whole = [int(cell) for cell in full if cell.isdecimal()]
    if len(signs) > 1 or (len(whole) > 1 and full == [str(whole[0] + n) for n in range(len(full))]):
        raise ValueError(
            f"file: the first line, {listed(first)}, may hold names or an example; choose with "
            "header=True or header=False"
        )
    return "data" not in signs and not any(_numbers([cell]) for cell in first)


def typed(
    columns: Columns, decimal: str | None, gaps: set[str], words: set[Any]
) -> tuple[Columns, str]:
    """Return columns of numbers as floats and others as words, and notes on the numbers."""
    table, note, codes, refused = Columns(), "", [], list[str]()
    marked: dict[str, Columns] = {".": {}, ",": {}}  # cells with a decimal mark
    for name, given in columns.items():
        cells, unit = _without_unit(given, gaps | GAPS)
        found = _numbers(cells, decimal or ".,", "," if decimal else "", gaps | GAPS)
        if name in words or not found:
            refused += [] if name in words else _like_numbers(name, cells, gaps | GAPS)
            table[name] = [None if cell in gaps else cell for cell in given]
            continue
        table[name], mark = found
        note += f"; {unit!r} taken off in {str(name)!r}" if unit else ""
        codes += [name] * any(cell[:1] == "0" and cell[1:].isdigit() for cell in cells)
        if some := [cell for cell in cells if mark in cell]:
            marked[mark][name] = some
    if commas := marked[","]:
        note += f"; decimal commas in {listed(commas)}"
        for name, some in {} if decimal else {**marked["."], **commas}.items():
            if all(re.fullmatch(r"[-+]?[1-9]\d{0,2}[.,]\d{3}", cell) for cell in some):
                refused.append(
                    f"file, column {name}: the mark in {some[0]!r} may be decimal or group "
                    "thousands; choose with decimal="
                )
    if refused:
        raise ValueError("\n".join(refused))
    return table, note + (f"; zeros in front lost in {listed(codes)}, see words=" if codes else "")


def _without_unit(cells: list[str], gaps: set[str]) -> tuple[list[str], str]:
    """Take off the sign of a currency or of per cent that all cells have, before or after them."""
    for place in (0, -1):
        signs = {cell[place] for cell in cells if cell not in gaps}
        if len(signs) == 1 and signs <= set("%$€£¥"):
            (unit,) = signs
            return [cell.strip(unit).strip() for cell in cells], unit
    return cells, ""


def _numbers(
    cells: list[str], marks: str = ".,", groups: str = "", gaps: Collection[str] = ()
) -> tuple[list[float], str] | None:
    """Return cells as numbers, gaps as NaN, and their decimal mark; None if some are words.

    Spaces, apostrophes and the marks in `groups` may group digits.
    """
    text = "\0".join("nan" if cell in gaps else cell for cell in cells)
    apart = rf"[\s'’{groups}](?<=\d.)(?<!\d{{4}}.)(?=\d{{3}}(?!\d))"
    for mark in marks:
        with suppress(ValueError):  # a word
            plain = re.sub(apart, "", text.translate(CHANGED[mark]), flags=re.DOTALL).split("\0")
            return list(map(float, plain)), mark
    return None


def _like_numbers(name: Any, cells: list[str], gaps: set[str]) -> list[str]:
    """Return why a column of words is refused, if most of them look like numbers."""
    kinds = Counter(cell for cell in cells if cell not in gaps)
    found = [like for cell in kinds if (like := re.fullmatch(LIKE, cell))]
    units = {like[1] for like in found if like[1] and like[1].isalpha()}
    if len(units) > 1 or sum(kinds[like[0]] for like in found) <= kinds.total() / 2:
        return []
    odd = Counter({cell: n for cell, n in kinds.items() if not _numbers([cell])} or kinds)
    some = ", ".join(f"{word!r} {counted(n, 'time')}" for word, n in odd.most_common(3))
    return [
        f"file, column {name}: most cells look like numbers, but not all are: {some}; name gaps "
        "with na=, the mark with decimal=, take out units, or leave the column out with drop="
    ]


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def listed(values: Any) -> str:
    some = [repr(str(value)) for value in values]
    return ", ".join(some[:10]) + f", ... ({len(some)} in all)" * (len(some) > 10)
