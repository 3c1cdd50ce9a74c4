"""Tables, and the numbers of tables and printed lines, as a book writes them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from tabulate import tabulate

__all__ = ["table", "typeset"]


def __dir__() -> list[str]:
    """List what is this module's own."""
    return __all__


Text = TypeVar("Text", bound=str)

# A tag of HTML, which is left alone, or a number that is no part of a word or of another number.
_NUMBER = re.compile(r"</?\w[^>]*>|(?<![\w.])(-?)(\d+)(\.\d+)?(?:e([+-]\d+))?(?![\w.]*\w)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def table(rows: Iterable[Sequence[Any]], headers: Sequence[str], **look: Any) -> str:
    """Make a table that a notebook shows.

    Parameters
    ----------
    rows : iterable of sequences
    headers : sequence of str
        One for each column.
    **look
        Passed on to ``tabulate.tabulate``, such as ``floatfmt``.

    Returns
    -------
    str
        HTML, its numbers as `typeset` writes them.
    """
    names = [name.replace("/", "\u2060/\u2060") for name in headers]  # so no quotient is broken
    html: str = typeset(tabulate(rows, names, "html", **look))
    return html


def typeset(text: Text) -> Text:
    r"""Write the numbers of a text, or of a table in HTML, as a book does.

    With minus signs, powers of ten, and narrow spaces in whole numbers of five digits or more.

    Parameters
    ----------
    text : str
        As Python writes numbers.

    Returns
    -------
    str
        Of the same class, so that a notebook still shows a table as one.

    Examples
    --------
    >>> typeset("from -32.4 to 4.14e-05, and 1e+25")
    'from −32.4 to 4.14·10⁻⁵, and 10²⁵'
    >>> typeset("<td>9.5</td><td>22774349</td>").replace("\u202f", "_")
    '<td>9.5</td><td>22_774_349</td>'
    """
    return type(text)(_NUMBER.sub(_set, text))


def _set(found: re.Match[str]) -> str:
    """Write one number, or leave what is a tag."""
    sign, whole, decimals, power = found.groups(default="")
    if not whole:
        return found[0]
    minus = "−" if sign else ""
    digits = (f"{int(whole):,}".replace(",", "\u202f") if len(whole) > 4 else whole) + decimals
    if not power:
        return minus + digits
    ten = "10" + str(int(power)).translate(_RAISED)
    return minus + (ten if digits == "1" else f"{digits}·{ten}")
