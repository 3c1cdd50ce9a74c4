"""From a file to examples: words, dates and gaps become numbers, and notes say how.

pandas reads the files; ``pip install 'perclib[data]'`` installs pandas.
"""

import csv
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from perclib._checks import Floats
from perclib.streams import Stream

__all__ = ["Prepared", "examples", "read"]

EXACT = ("integer", "decimal", "mixed-integer-float")  # in words of pandas, kept as objects
WORDS = 20  # different words of a column up to which each becomes a column of its own
SEPARATORS = ",;\t|"
GZIP = b"\x1f\x8b"


class Prepared(NamedTuple):
    """A table as a stream, and how it became one.

    Parameters
    ----------
    stream : Stream
        Its rows in their order.
    columns : tuple of str
        The name of each coordinate.
    notes : tuple of str
        What was done, column by column.
    """

    stream: Stream
    columns: tuple[str, ...]
    notes: tuple[str, ...]


def read(file: str | Path | IO[Any]) -> Any:
    r"""Read a table from a file of text or of Parquet.

    Parameters
    ----------
    file : str, path or open file
        Its name, or "-" for standard input.  A text has one row a line, its cells separated
        by commas, semicolons, tabs or bars, whichever its first line has most of; the first line
        may hold the names of the columns.

    Returns
    -------
    pandas.DataFrame
        Its columns have numbers for names, from 0, where the first line holds a number.

    Raises
    ------
    ValueError
        If there is no such file, or no table in it; if two columns have the same name, or the
        first line has fewer names than a row has cells.
    ImportError
        If pandas is not installed, or for Parquet pyarrow.

    Examples
    --------
    >>> from io import StringIO
    >>> read(StringIO("\ufeffsize;kind\n1,5;good\n2,5;bad\n"))
       size  kind
    0   1.5  good
    1   2.5   bad
    """
    pandas, held = _pandas(), _bytes(file)
    if held[:2] == GZIP:
        raise ValueError("file: expected text or Parquet, got a file of gzip; unpack it first")
    if held[:4] == b"PAR1":
        try:
            frame = pandas.read_parquet(BytesIO(held))
            named = [name for name in frame.index.names if name is not None]
            return frame.reset_index(level=named) if named else frame
        except (ValueError, OSError) as error:
            raise ValueError(
                f"file: expected a Parquet file, but pandas says: {str(error).strip()}"
            ) from None
    text = _text(held)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not first:
        raise ValueError("file: expected a table, got an empty file")
    by = max(SEPARATORS, key=first.count)
    head = not any(
        re.fullmatch(r"\s*\"?[-+]?\.?\d[\d.,e +-]*\"?\s*", cell) for cell in first.split(by)
    )
    names = next(csv.reader([first], delimiter=by, skipinitialspace=True)) if head else []
    for name in filter(None, names):
        if names.count(name) > 1:
            raise ValueError(
                f"file: expected columns of different names, got {name!r} {names.count(name)} times"
            )
    try:
        frame = pandas.read_csv(
            BytesIO(text.encode()),
            sep=by,
            header=0 if head else None,
            decimal="," if by == ";" and not re.search(r"\d\.\d", text) else ".",
            skipinitialspace=True,
        )
    except ValueError as error:  # what pandas calls a ParserError is one
        said = str(error).strip()
        raise ValueError(f"file: expected rows of one length, but pandas says: {said}") from None
    if not isinstance(frame.index, pandas.RangeIndex):  # made of the first cells of the rows
        cells = len(frame.columns) + frame.index.nlevels
        raise ValueError(
            f"file: expected a name for each of the {cells} cells of a row, got "
            f"{_counted(len(frame.columns), 'name')} in the first line"
        )
    return frame


def _text(held: bytes) -> str:
    """Return what bytes say, whichever program wrote them."""
    if held[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        return held.decode("utf-16", "replace")
    if b"\0" in held:
        raise ValueError("file: expected text or Parquet, got bytes that are neither")
    try:
        return held.decode("utf-8-sig")  # without the mark that some programs put first
    except UnicodeDecodeError:
        return held.decode("latin-1")


def _pandas() -> Any:
    """Import pandas, or say how to install it."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "read: expected pandas, which reads the file; use pip install 'perclib[data]'"
        ) from None
    return pandas


def _bytes(file: Any) -> bytes:
    """Return all that a file holds."""
    if file == "-":
        return sys.stdin.buffer.read()
    if hasattr(file, "read"):
        held = file.read()
        return held.encode() if isinstance(held, str) else bytes(held)
    try:
        return Path(file).read_bytes()
    except (OSError, TypeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"file: expected the name of a file, got {file!r}: {reason}") from None


def examples(frame: Any, label: Any = None, positive: Any = None, name: str = "") -> Prepared:
    r"""Make a stream of a table.

    A row without a label is left out.  Numbers stay, and a gap among them becomes the mean of its
    column; dates become days since the earliest one, and durations days.  A column of up to 20
    different words becomes a column for each word, with 1 where the row has it; a column of more
    words is left out, and so is one of three or more words that are all different.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row for each example.
    label : str or int, optional
        The column of the labels; the last one by default.
    positive : str or number, optional
        The label that becomes +1, all others -1; by default the larger one of two, which for words
        is the later in the alphabet.
    name : str
        Of the stream.

    Returns
    -------
    Prepared

    Raises
    ------
    ValueError
        If there is no such column, if `positive` is not one of its labels, if `positive` is not
        given and there are not two labels, if a column of dates holds something else, if two
        columns get one name, or if nothing is left to learn from; the message says which columns or
        labels there are.

    Examples
    --------
    >>> from io import StringIO
    >>> table = read(StringIO("kind,size\ngood,1\nbad,2\nbad,\n"))
    >>> made = examples(table, label="kind")
    >>> made.stream.X.tolist(), made.stream.y.tolist()
    ([[1.0], [2.0], [1.5]], [1, -1, -1])
    >>> made.notes[-1]
    "size: 1 gap filled by the column's mean, 1.5"
    """
    if not hasattr(frame, "columns") or not hasattr(frame, "dropna"):
        raise ValueError(f"frame: expected a table of pandas, got {type(frame).__name__}; use read")
    if not frame.columns.is_unique:
        raise ValueError(
            f"frame: expected columns of different names, got {_listed(frame.columns)}"
        )
    if len(frame.columns) < 2:
        raise ValueError(
            f"frame: expected a column of labels and at least one more, got {len(frame.columns)}; "
            "the file should separate columns by a comma, a semicolon, | or a tab"
        )
    if not len(frame):
        raise ValueError("frame: expected rows below the names of the columns, got none")
    column = _column(frame, label)
    notes = [f"{column}: the labels" + ", the last column" * (label is None)]
    kept = frame[frame[column].notna()]
    if len(kept) < len(frame):
        lost = _counted(len(frame) - len(kept), "row")
        notes.append(f"{column}: left out {lost} without a label")
    y, said = _signs(kept, column, positive)
    held: dict[str, Floats] = {}
    for other in kept.columns.drop(column):
        parts, note = _numbers(str(other), kept[other])
        for twice in held.keys() & parts.keys():
            raise ValueError(
                f"frame: expected columns of different names, got a second column {twice!r}, made "
                f"of column {other!r}; rename one"
            )
        held.update(parts)
        notes += [f"{other}: {note}"] * bool(note)
    if not held:
        told = "; ".join(notes[1:])
        raise ValueError(
            f"frame: expected a column to learn from beside {column!r}, got none: {told}"
        )
    stream = Stream(np.column_stack(list(held.values())), y, name)
    return Prepared(stream, tuple(held), (notes[0] + said, *notes[1:]))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def _column(frame: Any, label: Any) -> Any:
    """Find the column of the labels; on a command line numbers are words."""
    if label is None:
        return frame.columns[-1]
    for column in frame.columns:
        if column == label or str(column) == str(label):
            return column
    raise ValueError(f"label: expected one of the columns {_listed(frame.columns)}, got {label!r}")


def _listed(values: Any) -> str:
    some = [repr(str(value)) for value in values]
    return ", ".join(some[:10]) + f", ... ({len(some)} in all)" * (len(some) > 10)


def _signs(frame: Any, column: Any, positive: Any) -> tuple[Any, str]:
    """Return labels as -1 and +1, and say which is which."""
    found = sorted(frame[column].unique().tolist(), key=lambda v: (str(type(v)), v))
    if not found:
        raise ValueError(f"label: expected labels in column {column!r}, got none")
    if positive is not None:
        chosen = [value for value in found if value == positive or str(value) == str(positive)]
        if not chosen:
            raise ValueError(
                f"positive: expected one of the labels {_listed(found)}, got {positive!r}"
            )
        top = chosen[0]
    elif len(found) == 2:
        top = found[-1]
    else:
        two = [c for c in frame.columns if c != column and frame[c].nunique() == 2]
        hint = f"; columns with two labels: {_listed(two)}; choose one with label=" if two else ""
        if len(found) == 1:
            raise ValueError(
                f"label: expected two labels in column {column!r}, got {found[0]!r} in every row, "
                f"so that there is nothing to tell apart{hint}"
            )
        raise ValueError(
            f"label: expected two labels in column {column!r}, got {len(found)}: {_listed(found)}; "
            f"choose with positive= the label that becomes +1{hint}"
        )
    others = [value for value in found if value != top]
    return np.where(frame[column] == top, 1, -1), f"; {_listed([top])} is +1, {_listed(others)} -1"


def _numbers(name: str, values: Any) -> tuple[dict[str, Floats], str]:
    """Return a column as columns of numbers, and say what was done to it."""
    api = _pandas().api.types
    gaps = int(values.isna().sum())
    if gaps == len(values):
        return {}, "left out, since it is empty"
    if api.is_complex_dtype(values):
        raise ValueError(f"frame, column {name}: expected real numbers, got complex ones")
    if api.infer_dtype(values) in EXACT:
        numbers = np.where(values.notna(), values, np.nan).astype(np.float64)
        values = _pandas().Series(numbers, values.index)
    if api.is_bool_dtype(values) or api.is_numeric_dtype(values):
        return _filled(name, values.astype("Float64"), "")
    if values.dtype.kind == "m":
        return _filled(name, values / np.timedelta64(1, "D"), "a duration, in days")
    if not api.is_datetime64_any_dtype(values):
        known = values.dropna().astype(str)
        if not known.str.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}([ T].*)?").all():
            return _words(name, values, known)
    dates = _pandas().to_datetime(values, format="ISO8601", utc=True, errors="coerce")
    none = values[dates.isna() & values.notna()]
    if len(none):
        raise ValueError(
            f"frame, column {name}: expected dates, year-month-day, got {none.iloc[0]!r} in row "
            f"{none.index[0]}"
        )
    days = (dates - dates.min()) / np.timedelta64(1, "D")
    return _filled(name, days, f"a date, as days since {dates.min().date()}")


def _filled(name: str, values: Any, note: str) -> tuple[dict[str, Floats], str]:
    """Put the mean where a number is missing."""
    numbers = values.to_numpy(np.float64, na_value=np.nan)
    gaps = np.isnan(numbers)
    if np.isinf(numbers).any():
        place = int(np.isinf(numbers).argmax())
        raise ValueError(
            f"frame, column {name}: expected finite numbers, got {numbers[place]} in row "
            f"{values.index[place]}"
        )
    if not gaps.any():
        return {name: numbers}, note
    mean = float(numbers[~gaps].mean())
    said = f"{_counted(int(gaps.sum()), 'gap')} filled by the column's mean, {mean:.6g}"
    return {name: np.where(gaps, mean, numbers)}, "; ".join(filter(None, (note, said)))


def _words(name: str, values: Any, known: Any) -> tuple[dict[str, Floats], str]:
    """Give each word a column; none where there are too many."""
    words = sorted(known.unique())
    if len(words) > WORDS or len(words) == len(known) > 2:
        return {}, f"left out, since it has {len(words)} different words in {len(known)} rows"
    one_each: Iterator[tuple[str, Any]] = ((w, values.astype(str) == w) for w in words)
    made = {f"{name}={word}": has.to_numpy(np.float64) for word, has in one_each}
    gaps = len(values) - len(known)
    said = f"; {_counted(gaps, 'gap')} with 0 in all" * bool(gaps)
    each = ", a column each" if len(words) > 1 else ", a column"
    return made, f"{_counted(len(words), 'word')}{each}{said}"
