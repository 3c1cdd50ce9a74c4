"""Tables for a notebook, and the numbers of tables and printed lines typeset as in a book."""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np
from tabulate import tabulate

__all__ = ["Near", "table", "typeset"]


Text = TypeVar("Text", bound=str)

# A tag of HTML, which is left alone, or a number that is no part of a word or of another number.
_NUMBER = re.compile(r"</?\w[^>]*>|(?<![\w.])(-?)(\d+)(\.\d+)?(?:e([+-]\d+))?(?![\w.]*\w)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Near:
    """How near measured values came to their bounds: the largest quotient of value and bound.

    A call compares values with bounds, and the largest quotient is remembered.  To test the
    comparisons, the factor `planted` is set a little below 1: it makes the bounds too small, and
    the comparisons have to fail.

    Examples
    --------
    >>> near = Near()
    >>> assert near([3, 9], [4, 10])
    >>> near
    nearest to its bound: 0.900 of it
    >>> Near.planted = 0.89
    >>> near(9, 10), near.equal(9, 9)
    (False, False)
    >>> Near.planted = 1.0
    """

    planted: ClassVar[float] = 1.0

    def __init__(self) -> None:
        self.shares: dict[str, float] = {}

    def __call__(self, measured: Any, bound: Any, of: str = "", tolerance: float = 0.0) -> bool:
        """Whether numbers, or all of an array, are at most their bounds.

        Parameters
        ----------
        measured, bound : number or array_like
        of : str, optional
            What is bounded, where a run compares with several bounds.
        tolerance : float, optional
            How much more is rounded away, as a share of the bound.
        """
        small, large = _pair(measured=measured, bound=bound)
        pairs = zip(small.ravel().tolist(), large.ravel().tolist(), strict=True)
        shares = [float(a) / float(b) for a, b in pairs if b > 0]
        self.shares[of] = max([self.shares.get(of, 0.0), *shares])
        factor = self.planted * (1 + tolerance)
        return bool((small <= (large if factor == 1 else large.astype(float) * factor)).all())

    def equal(self, left: Any, right: Any, tolerance: float = 0.0) -> bool:
        """Whether numbers are equal, up to a tolerance that is absolute and a share."""
        one, other = _pair(left=left, right=right)
        if tolerance == 0 and self.planted == 1:
            return bool((one == other).all())
        first, second = one.astype(float), other.astype(float)
        return bool(np.allclose(first, second * self.planted, rtol=tolerance, atol=tolerance))

    def __repr__(self) -> str:
        """Say it in the one form of the book, rounded down unless only rounding is missing."""
        if not self.shares:
            return "both sides are equal"
        said = [
            f"{math.floor(1000 * share + 1e-6) / 1000:.3f} of it" + f" ({of})" * bool(of)
            for of, share in self.shares.items()
        ]
        return "nearest to its bound: " + ", ".join(said)


def _pair(**named: Any) -> list[Any]:
    """Return two numbers, or arrays of them such as fractions, of one shape."""
    try:
        pair = np.broadcast_arrays(*named.values())
        for value in (each for values in pair for each in values.flat):
            if isinstance(value, str):
                raise TypeError(value)
            float(value)
    except (TypeError, ValueError):
        raise ValueError(
            f"{', '.join(named)}: expected real numbers of one shape, got {named!r:.90}"
        ) from None
    return list(pair)


def table(rows: Iterable[Sequence[Any]], headers: Sequence[str], **look: Any) -> str:
    """Make a table of HTML that a notebook shows, its numbers as `typeset` writes them.

    The keywords are those of ``tabulate.tabulate``, such as ``floatfmt``.
    """
    names = [str(name).replace("/", "\u2060/\u2060") for name in headers]  # no quotient is broken
    plain = [[x.item() if isinstance(x, np.generic) else x for x in row] for row in rows]
    html: str = typeset(tabulate(plain, names, "html", **look))  # 0.9 writes np.int64(2) as 2.0
    return html


def typeset(text: Text) -> Text:
    r"""Write the numbers of a text, or of a table in HTML, as a book does.

    With minus signs, powers of ten, and narrow spaces in whole numbers of five digits or more.  The
    text that comes back has the class of the one given, so that a notebook still shows a table.

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
