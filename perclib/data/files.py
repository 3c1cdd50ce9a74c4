"""From a file to examples: words, dates and gaps become numbers, and notes say how.

pandas reads the files; ``pip install 'perclib[data]'`` installs pandas.
"""

import re
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np

from perclib._checks import Floats
from perclib.data._instances import LEAST, MOST
from perclib.data._text import counted, listed, table_of, text_of, typed
from perclib.data.streams import Prepared, Stream

try:
    import pandas as pd
except ImportError:
    raise ImportError("expected pandas, which reads files; pip install 'perclib[data]'") from None

__all__ = ["examples", "read"]

EXACT = ("integer", "decimal", "mixed-integer-float")  # in words of pandas, kept as objects
WORDS = 20  # different words of a column up to which each becomes a column of its own
DAYS = "%d.%m.{0} %d/%m/{0} %m/%d/{0} %d-%m-{0} %m-%d-{0}"
TIMES = "", " %H:%M", " %H:%M:%S", " %I:%M %p"
DATES = ["ISO8601", "%d %b %Y", *(
    day + time for year in ("%Y", "%y") for day in DAYS.format(year).split() for time in TIMES
)]  # fmt: skip


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
    words: Iterable[Any] = (),
) -> Any:
    r"""Read a table from a file of text or of Parquet, or refuse it and name the cure.

    Parameters
    ----------
    file : str, path or open file
        "-" is standard input; a text may be packed by gzip, bzip2 or xz.
    label : str or int, optional
        The column of the labels; if the first line has this word, it holds the names.
    sep : str, optional
        By default the one of comma, semicolon, tab and bar that cuts every row into equally many
        cells.  Of spaces, several are one.
    header : bool, optional
        Whether the first line holds the names; without names, columns are numbers from 0.
    decimal : {".", ","}, optional
        By default column by column.  The other mark may then group thousands.
    na : iterable of str
        Words that mean a gap, beside the empty cell and, among numbers, NA, N/A, NaN, NULL, None.
    encoding : str, optional
        By default UTF-8, or UTF-16 where the file begins with its mark.
    drop, words : iterable of str or int
        Columns to leave out, and columns of a text whose numbers are words, such as codes.

    Returns
    -------
    pandas.DataFrame
        Its index has the lines of the file.

    Examples
    --------
    >>> from io import StringIO
    >>> read(StringIO("\ufeffsize;kind\n1,5;good\n2,5;bad\n"))
       size  kind
    2   1.5  good
    3   2.5   bad
    """
    try:
        given: Any = sys.stdin.buffer if file == "-" else file
        content = given.read() if hasattr(given, "read") else Path(given).read_bytes()
    except (OSError, TypeError) as error:
        raise ValueError(f"file: expected the name of a file, got {file!r}: {error}") from None
    content = content.encode() if isinstance(content, str) else content
    if content.startswith(b"PAR1"):
        table = _parquet(content)
        return table.drop(columns=[_column(table, name, "drop") for name in drop])
    columns, lines, note = table_of(text_of(content, encoding), label, sep, header)
    for name in drop:
        del columns[_column(columns, name, "drop")]
    if len(columns) > 1:
        kept = {_column(columns, name, "words") for name in words}
        columns, more = typed(columns, decimal, {"", *na}, kept)
        note += more
    with np.errstate(invalid="ignore"):  # whether large floats are whole
        frame = pd.DataFrame(columns, lines).convert_dtypes()
    frame.attrs["read"] = note
    return frame


def _parquet(content: bytes) -> Any:
    """Return the table of a Parquet file, with the parts of its index that have a name."""
    try:
        frame = pd.read_parquet(BytesIO(content))
    except (ValueError, OSError) as error:
        raise ValueError(f"file: expected a Parquet file, but pandas says: {error}") from None
    return frame.reset_index(level=[name for name in frame.index.names if name is not None])


def examples(
    frame: Any,
    label: Any = None,
    positive: Any = None,
    name: str = "",
    day_first: bool | None = None,
) -> Prepared:
    r"""Make a stream of a table.

    Numbers stay, and a gap among them becomes the mean of its column; dates, such as 2025-04-03,
    3.4.2025 18:00 and 4/3/25, become days since the earliest one, and durations days.  A column of
    up to 20 different words becomes a column for each word, with 1 where the row has it; a column
    of more words is left out, and so is one of three or more words that are all different.

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
    day_first : bool, optional
        Whether dates begin with the day; by default as some date of the column shows.

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
    if len(frame.columns) < 2 or not frame.columns.is_unique:
        raise ValueError(
            "frame: expected two or more columns of different names, got "
            f"{listed(frame.columns)}; columns of a file are cut where sep= says"
        )
    if not len(frame):
        raise ValueError("frame: expected rows below the names of the columns, got none")
    column = frame.columns[-1] if label is None else _column(frame, label)
    report = frame.attrs.get("read")
    kept = frame[frame[column].notna()].rename(("line {}" if report else "row {}").format)
    lost = len(frame) - len(kept)
    y, signs = _signs(kept, column, positive)
    notes = [f"{column}: the labels{', the last column' * (label is None)}; {signs}"]
    notes += [report] * bool(report)
    notes += [f"{column}: left out {counted(lost, 'row')} without a label"] * bool(lost)
    numbers: list[tuple[str, Floats]] = []
    plain, changed = [], []
    for other in kept.columns.drop(column):
        parts, note = _numbers(str(other), kept[other], day_first)
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
    if not pairs:
        return []
    some = ", ".join(pairs[:5]) + ", ..." * (len(pairs) > 5)
    return [
        f"{counted(len(pairs), 'row')} equal to an earlier one in these numbers, but for the "
        f"label, so that no weights score all rows right: {some}"
    ]


def _column(columns: Any, asked: Any, name: str = "label") -> Any:
    """Find a column; on a command line numbers are words."""
    known = {str(column): column for column in columns}
    if str(asked) not in known:
        raise ValueError(f"{name}: expected one of the columns {listed(known)}, got {asked!r}")
    return known[str(asked)]


def _signs(frame: Any, column: Any, positive: Any) -> tuple[Any, str]:
    """Return labels as -1 and +1, and say which is which."""
    found = sorted(frame[column].unique().tolist(), key=lambda v: (str(type(v)), v))
    if len({str(value).strip().casefold() for value in found}) < len(found):
        raise ValueError(f"label: {listed(found)} differ in capitals or spaces; write them alike")
    chosen = found[1:] if positive is None else [v for v in found if str(v) == str(positive)]
    if positive is not None and not chosen:
        raise ValueError(f"positive: expected one of the labels {listed(found)}, got {positive!r}")
    if positive is None and len(found) != 2:
        two = [c for c in frame.columns if c != column and frame[c].nunique() == 2]
        raise ValueError(
            f"label: expected two labels in column {str(column)!r}, got {listed(found) or 'none'}; "
            "choose with positive= the label that becomes +1, or with label= another column; "
            f"columns with two labels: {listed(two) or 'none'}"
        )
    y = np.where(frame[column] == chosen[0], 1, -1)
    others = listed(value for value in found if value != chosen[0])
    ones, rows = int((y > 0).sum()), counted(len(y), "row")
    return y, f"{listed(chosen[:1])} is +1, in {ones} of {rows}, {others} -1"


def _numbers(name: str, values: Any, day_first: bool | None) -> tuple[dict[str, Floats], str]:
    """Return a column as columns of numbers, and say what was done to it."""
    known, api = values.dropna(), pd.api.types
    if not len(known):
        return {}, "left out, since it is empty"
    if values.dtype == object and api.infer_dtype(values) in EXACT:
        values = values.map(float, na_action="ignore").astype("Float64")
    if api.is_bool_dtype(values) or api.is_numeric_dtype(values):
        return _filled(name, values.astype("Float64"), "")
    if values.dtype.kind == "m":
        return _filled(name, values / np.timedelta64(1, "D"), "a duration, in days")
    if api.is_datetime64_any_dtype(values):
        dates = pd.to_datetime(known, utc=True)
    else:
        known = known.astype(str)
        dates = _dates(name, known, day_first)
    if dates is None:
        return _words(name, values, known)
    days = (dates.reindex(values.index) - dates.min()) / np.timedelta64(1, "D")
    return _filled(name, days, f"a date, as days since {dates.min().date()}")


def _dates(name: str, known: Any, day_first: bool | None) -> Any:
    """Return words as dates, if most of them are in one of the forms above."""
    some = known.drop_duplicates().head(9)
    if not some.str.contains(r"\d[-./ ]\w+[-./ ]\d").any():
        return None
    other = {None: "none", True: "%m", False: "%d[/-]"}[day_first]
    forms = [form for form in DATES if not re.match(other, form) and _parsed(some, form).count()]
    found = [_parsed(known, form) for form in forms]
    most = max((dates.count() for dates in found), default=0)
    if most < len(known) / 2:
        return None
    found = [dates for dates in found if dates.count() == most]
    if any(not dates.equals(found[0]) for dates in found):
        raise ValueError(
            f"frame, column {name}: {some.iloc[0]!r} may begin with the day or with the month; "
            "choose with day_first=True or day_first=False"
        )
    if most < len(known):
        bad = known[found[0].isna()]
        raise ValueError(
            f"frame, column {name}: expected a date, got {bad.iloc[0]!r} in {bad.index[0]}; name "
            "gaps with na="
        )
    return found[0]


def _parsed(words: Any, form: str) -> Any:
    return pd.to_datetime(words, format=form, utc=True, errors="coerce")


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
    said = ", a column each" if number > 1 else ", a column"
    said += f"; {counted(gaps, 'gap')} with 0 in all" * bool(gaps)
    said += "; some differ in capitals alone" * (known.str.casefold().nunique() < number)
    made = made.reindex(values.index, fill_value=0.0)
    return {each: made[each].to_numpy() for each in made}, f"{counted(number, 'word')}{said}"
