"""From a file to examples: words, dates and gaps become numbers, and notes say how."""

import re
import sys
import warnings
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
import pandas as pd
from pandas.tseries.api import guess_datetime_format

from perclib._checks import Floats
from perclib.data._instances import LEAST, MOST
from perclib.data._text import counted, listed, table_of, text_of, typed
from perclib.data.streams import Prepared, Stream

__all__ = ["examples", "read"]

WORDS = 20  # different words of a column up to which each becomes a column of its own


def read(
    file: str | Path | IO[Any],
    label: Any = None,
    *,
    sep: str | None = None,
    header: bool | None = None,
    decimal: str | None = None,
    na: Iterable[str] = (),
    encoding: str | None = None,
    drop: Iterable[Any] = (),
) -> Any:
    r"""Read a table of pandas from a file of text or of Parquet, or refuse it and name the cure.

    Parameters
    ----------
    file : str, path or open file
        "-" is standard input; a text may be packed by gzip.
    label : str or int, optional
        The column of the labels; if the first line has this word, it holds the names.
    sep : str, optional
        By default the one of comma, semicolon, tab and bar that cuts all rows into as many cells.
    header : bool, optional
        Whether the first line holds the names; without names, columns are numbers from 0.
    decimal : {".", ","}, optional
        By default column by column.  The other mark may then group thousands.
    na : iterable of str
        Words that mean a gap, beside the empty cell and, among numbers, NA, N/A, NaN, NULL, None.
    encoding : str, optional
        By default UTF-8.
    drop : iterable of str or int
        Columns to leave out.

    Examples
    --------
    >>> from io import StringIO
    >>> read(StringIO("\ufeffsize;kind\n1,5;good\n2,5;bad\n"))
       size  kind
    2   1.5  good
    3   2.5   bad
    """
    given: Any = sys.stdin.buffer if file == "-" else file
    content = given.read() if hasattr(given, "read") else Path(given).read_bytes()
    content = content.encode() if isinstance(content, str) else content
    if content.startswith(b"PAR1"):
        frame = pd.read_parquet(BytesIO(content))
        frame = frame.reset_index(level=[name for name in frame.index.names if name is not None])
        return frame.drop(columns=[_column(frame, name, "drop") for name in drop])
    columns, lines, note = table_of(text_of(content, encoding), label, sep, header)
    for name in drop:
        del columns[_column(columns, name, "drop")]
    columns, commas = typed(columns, decimal, {"", *na})
    with np.errstate(invalid="ignore"):  # whether large floats are whole
        frame = pd.DataFrame(columns, lines).convert_dtypes()
    frame.attrs["read"] = note + commas
    return frame


def examples(frame: Any, label: Any = None, positive: Any = None, name: str = "") -> Prepared:
    r"""Make a stream of a table.

    Numbers stay, and a gap among them becomes the mean of its column; dates, such as 2025-04-03 or
    13.4.2025 18:00, become days since the earliest one.  A column of up to 20 different words
    becomes a column for each word, with 1 where the row has it; a column of more words is left out,
    and so is one of three or more words that are all different.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row for each example; a row without a label is left out.
    label : str or int, optional
        The column of the labels; the last one by default.
    positive : str or number, optional
        The label that becomes +1, all others -1; by default the larger, or later, one of two.
    name : str
        Of the stream.

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
    if not isinstance(frame, pd.DataFrame):
        raise ValueError(f"frame: expected a table of pandas, got {type(frame).__name__}; use read")
    if len(frame.columns) < 2 or not frame.columns.is_unique or not len(frame):
        raise ValueError(
            f"frame: expected rows below two or more names that differ, got {listed(frame.columns)}"
            f" and {counted(len(frame), 'row')}; columns of a file are cut where sep= says"
        )
    column = frame.columns[-1] if label is None else _column(frame, label)
    report = frame.attrs.get("read")
    kept = frame[frame[column].notna()].rename(("line {}" if report else "row {}").format)
    lost = len(frame) - len(kept)
    y, signs = _signs(kept[column], positive)
    notes = [f"{column}: the labels{', the last column' * (label is None)}; {signs}"]
    notes += [report] * bool(report)
    notes += [f"{column}: left out {counted(lost, 'row')} without a label"] * bool(lost)
    numbers: list[tuple[str, Floats]] = []
    plain, changed = [], []
    for other in kept.columns.drop(column):
        parts, note = _numbers(str(other), kept[other])
        if not note and len(kept) > 2 and (np.diff(parts[str(other)]) == 1).all():
            note = "counts the rows; if it means nothing, leave it out with drop="
            if str(other).lower().startswith("unnamed"):
                parts, note = {}, "counts the rows; left out"
        numbers += parts.items()
        plain += [other] * (not note)
        changed += [f"{other}: {note}"] * bool(note)
    if not numbers:
        raise ValueError(f"frame: expected columns of numbers, got none: {'; '.join(changed)}")
    names, columns = zip(*numbers, strict=True)
    stream = Stream(np.column_stack(columns), y, name)
    notes += [*changed, *[f"numbers as they are: {listed(plain)}"] * bool(plain)]
    notes += _contradictions(stream, kept.index)
    return Prepared(stream, names, tuple(notes), tuple(kept.index))


def _contradictions(stream: Stream, places: Any) -> list[str]:
    """Say which rows are equal to an earlier one of the other label."""
    first, pairs = dict[Any, str](), []
    for place, x, y in zip(places, stream.X + 0.0, stream.y.tolist(), strict=True):
        first.setdefault((x.tobytes(), y), place)
        if before := first.get((x.tobytes(), -y)):
            pairs.append(f"{before} and {place}")
    some = ", ".join(pairs[:5]) + ", ..." * (len(pairs) > 5)
    return [
        f"{counted(len(pairs), 'row')} equal to an earlier one in these numbers, but for the "
        f"label, so that no weights score all rows right: {some}"
    ] * bool(pairs)


def _column(columns: Any, asked: Any, name: str = "label") -> Any:
    """Find a column; on a command line numbers are words."""
    known = {str(column): column for column in columns}
    if str(asked) not in known:
        raise ValueError(f"{name}: expected one of the columns {listed(known)}, got {asked!r}")
    return known[str(asked)]


def _signs(labels: Any, positive: Any) -> tuple[Any, str]:
    """Return labels as -1 and +1, and say which is which."""
    found = sorted(labels.unique().tolist(), key=lambda v: (str(type(v)), v))
    chosen = found[1:] if positive is None else [v for v in found if str(v) == str(positive)]
    if len(chosen) != 1 or len({str(value).casefold() for value in found}) < len(found):
        raise ValueError(
            f"label: expected two labels in column {str(labels.name)!r}, got "
            f"{listed(found) or 'none'}; choose with positive= the one that becomes +1, or with "
            "label= another column; write alike what differs in capitals alone"
        )
    y = np.where(labels == chosen[0], 1, -1)
    others = listed(value for value in found if value != chosen[0])
    ones, rows = int((y > 0).sum()), counted(len(y), "row")
    return y, f"{listed(chosen[:1])} is +1, in {ones} of {rows}, {others} -1"


def _numbers(name: str, values: Any) -> tuple[dict[str, Floats], str]:
    """Return a column as columns of numbers, and say what was done to it."""
    known = values.dropna()
    if not len(known):
        return {}, "left out, since it is empty"
    if pd.api.types.is_datetime64_any_dtype(values):
        dates = pd.to_datetime(known, utc=True)
    else:
        numbers = pd.to_numeric(values, errors="coerce")
        if numbers.count() == len(known):
            return _filled(name, numbers.astype("Float64"), "")
        known = known.astype(str)
        dates = _dates(name, known)
    if dates is None:
        return _words(name, values, known)
    days = (dates.reindex(values.index) - dates.min()) / np.timedelta64(1, "D")
    return _filled(name, days, f"a date, as days since {dates.min().date()}")


def _dates(name: str, known: Any) -> Any:
    """Return words as dates, if all have one form that pandas knows; refuse two readings."""
    some = known.drop_duplicates().head(9)
    with warnings.catch_warnings(action="ignore"):  # where the month cannot be first
        forms = {guess_datetime_format(w, dayfirst=first) for w in some for first in (True, False)}
    likely = [form for form in forms if form and not re.match(r"%m\.|%Y.%d", form)]
    tried = [pd.to_datetime(known, format=form, utc=True, errors="coerce") for form in likely]
    found = [dates for dates in tried if dates.notna().all()]
    if any(not dates.equals(found[0]) for dates in found):
        raise ValueError(
            f"frame, column {name}: {some.iloc[0]!r} may begin with the day or with the month; "
            "write 2025-04-03, or leave the column out with drop="
        )
    return found[0] if found else None


def _filled(name: str, values: Any, note: str) -> tuple[dict[str, Floats], str]:
    """Put the mean where a number is missing."""
    numbers = values.to_numpy(np.float64, na_value=np.nan)
    gaps, sizes = np.isnan(numbers), np.abs(numbers)
    wrong = ~gaps & (sizes != 0) & ~((sizes >= LEAST) & (sizes <= MOST))
    if wrong.any():
        raise ValueError(
            f"frame, column {name}: expected 0 or a magnitude from {LEAST:g} to {MOST:g}, got "
            f"{numbers[wrong][0]} in {values.index[wrong][0]}"
        )
    if not gaps.any():
        return {name: numbers}, note
    mean = float(numbers[~gaps].mean())
    said = f"{counted(int(gaps.sum()), 'gap')} filled by the column's mean, {mean:.6g}"
    return {name: np.where(gaps, mean, numbers)}, "; ".join(filter(None, (note, said)))


def _words(name: str, values: Any, known: Any) -> tuple[dict[str, Floats], str]:
    """Give each word a column; none where there are too many."""
    number, gaps = known.nunique(), len(values) - len(known)
    if number > WORDS or number == len(known) > 2:
        text = known.str.count(" ").mean() > 2  # sentences
        hint = "; for text, use sklearn.feature_extraction.text.HashingVectorizer" * bool(text)
        return {}, f"left out, since it has {number} different values in {len(known)} rows{hint}"
    made = pd.get_dummies(known, prefix=name, prefix_sep="=", dtype=float)
    made = made.reindex(values.index, fill_value=0.0)
    said = f"{counted(number, 'word')}, a column{' each' * (number > 1)}"
    said += f"; {counted(gaps, 'gap')} with 0 in all" * bool(gaps)
    return {each: made[each].to_numpy() for each in made}, said
