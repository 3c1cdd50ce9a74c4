"""The result of an audit: its numbers, and how they print."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from math import inf, isfinite
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np

from perclib._checks import Floats
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.show.tables import typeset

__all__ = ["Audit", "Factors", "Row", "View"]


class Factors(NamedTuple):
    """Why the bound of Block and Novikoff exceeds the mistakes of a pass, in four factors.

    Four numbers of at least 1, up to rounding, whose product is ``(R ||u|| / gamma)**2 / k``.

    Parameters
    ----------
    lengths : float
        The largest squared norm of an example, divided by the mean squared norm of the mistakes.
    scores : float
        The sum of the squared norms of the mistakes, divided by the squared norm of the last
        weights: 1 if every mistake is a tie, and larger if a mistake has a score on the wrong side,
        since that leaves the weights shorter.
    direction : float
        One over the squared cosine of the angle between the last weights and the comparator.
    margins : float
        The square of a quotient: the mean margin of the mistakes, divided by the least margin.
    """

    lengths: float
    scores: float
    direction: float
    margins: float


class Row(NamedTuple):
    """A bound at its best comparator, beside the mistakes of a pass.

    Parameters
    ----------
    name : str
    q : float or None
        The power of the hinge loss; none for the bound of Block and Novikoff.
    comparator : array of shape (d,)
    value : float
        The bound, never below what the theorem says of this comparator.
    floor : float
        A lower limit of the bounds of all comparators; for a hinge bound, up to rounding.
    mistakes : int
        Of one pass.
    """

    name: str
    q: float | None
    comparator: Floats
    value: float
    floor: float
    mistakes: int

    @property
    def gap(self) -> float:
        """How far above the least bound this one may be, as a share of this one."""
        return max(0.0, 1 - self.floor / self.value)

    @property
    def ratio(self) -> float:
        """The bound divided by the mistakes."""
        return self.value / self.mistakes


@dataclass(frozen=True, eq=False)
class View:
    """The numbers of the examples in one form, such as lifted.

    Parameters
    ----------
    name : str
        "as given", "normalised" or "standardised"; for lifted examples "lifted", "normalised,
        lifted" or "standardised, lifted".
    trials : int
        How many rounds there are, T.
    dimension : int
        How many coordinates an instance has, d.
    radius : float
        R, rounded up.
    mistakes : int
        Of one pass, from a zero start, in the order given.
    orders : tuple of int
        The same in ten random orders, or three of a long stream.
    tenths : tuple of int
        The mistakes in the order given, in each tenth of the rounds.
    weights : array of shape (d,)
        After the pass in the order given.
    passes : int
        How many were made.
    total : int
        The mistakes of all of these.
    clean : bool
        Whether the last of them had none.
    separable : bool or None
        Whether a comparator separates the examples; None if undecided.
    proof : LargestMargin, ZeroCombination or None
        The proof of the verdict.
    ceiling : float
        An upper bound of the margin of every unit vector; 0 where a convex combination of the
        vectors y x is zero.
    pull : float
        ``||sum_t y_t x_t|| / (R sqrt(T))``.  If it is above 1, some comparator has a bound below
        T; otherwise none has.
    rows : tuple of Row
        The bounds.
    factors : Factors or None
        Why the bound of Block and Novikoff is so many times the mistakes, where there is one.
    left_out : tuple of str
        Skipped steps, with the reason.
    """

    name: str
    trials: int
    dimension: int
    radius: float
    mistakes: int
    orders: tuple[int, ...]
    tenths: tuple[int, ...]
    weights: Floats
    passes: int
    total: int
    clean: bool
    separable: bool | None
    proof: LargestMargin | ZeroCombination | None
    ceiling: float
    pull: float
    rows: tuple[Row, ...]
    factors: Factors | None
    left_out: tuple[str, ...]

    @property
    def margin(self) -> float | None:
        """The margin that a unit vector is proved to have, or None."""
        return self.proof.margin if isinstance(self.proof, LargestMargin) else None

    def __getitem__(self, q: float | None) -> Row:
        """Return the bound of a power, or that of Block and Novikoff for None."""
        for row in self.rows:
            if row.q == q:
                return row
        held = ", ".join("None" if row.q is None else f"{row.q:g}" for row in self.rows)
        raise KeyError(f"{q}: expected a power q of a bound in the view {self.name}, one of {held}")


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """The result of `perclib.bounds.auditing.audit`; it prints as a table, in a notebook as HTML.

    Parameters
    ----------
    name : str
        Of the stream.
    positive : int
        How many labels are +1.
    negative : int
        How many are -1.
    views : tuple of View
        The examples as they are given, normalised and standardised, each also lifted.
    solved : bool
        Whether a solver found the comparators and the numbers are exact; the same in all views.
    warnings : tuple of str
        Oddities of the data.
    tenths : tuple of int
        The mistakes of always the larger class in each tenth of the rounds.
    best : str
        The view with the fewest mistakes in random orders.
    hardest : dict of str to int
        The rows of this view that are mistakes in most of these orders, and in how many.
    learners : dict of str to tuple of float
        What share of the last tenth of the random orders a learner predicts rightly, after the
        other tenths of this view.
    caught : dict of str to tuple of int
        In all these tenths together, how many rows of the rarer label the learner finds, how many
        there are, and how many others it takes for such rows.
    columns : tuple of str
        The names of the columns, if they have names.
    notes : tuple of str
        How a table became a stream.
    """

    name: str
    positive: int
    negative: int
    views: tuple[View, ...]
    solved: bool
    warnings: tuple[str, ...]
    tenths: tuple[int, ...]
    best: str
    hardest: dict[str, int]
    learners: dict[str, tuple[float, ...]]
    caught: dict[str, tuple[int, int, int]]
    columns: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def trivial(self) -> int:
        """The mistakes of a learner that always predicts the larger class."""
        return min(self.positive, self.negative)

    @property
    def verdict(self) -> str:
        """What the audit found, in two or three sentences."""
        first, best, lifted = self.views[0], self[self.best], self["lifted"]
        can = {True: "can", False: "cannot", None: "may or may not"}[lifted.separable]
        said = (
            f"From {first.dimension} column{'s' * (first.dimension > 1)} a linear classifier with "
            f"a bias {can} score all {first.trials} rows right"
            f"{'' if lifted.separable is None else ', as is proved'}. "
            f"In one pass the perceptron errs least often in the form {best.name!r}, "
            f"{_spread(best.orders)} times; always the larger class errs {self.trivial} times."
        )
        if not self.caught:
            return said
        shares = {name: round(100 * np.mean(each)) for name, each in self.learners.items()}
        name = max(self.caught, key=lambda name: shares[name])
        hits, rare, false = self.caught[name]
        return said + (
            f" After nine tenths of these rows, the {name} learner predicts {shares[name]} % of "
            f"the others rightly, always the larger class {shares['always the larger class']} %; "
            f"of {rare} rows of the rarer label it finds {hits}, and takes {false} others for such."
        )

    @property
    def advice(self) -> tuple[str, ...]:
        """Advice on what causes the mistakes and the large bounds, mistakes first."""
        return tuple(_advice(self))

    def __getitem__(self, name: str) -> View:
        """Return a view by its name."""
        for view in self.views:
            if view.name == name:
                return view
        raise KeyError(f"{name!r}: expected one of {', '.join(repr(v.name) for v in self.views)}")

    def __str__(self) -> str:
        """Return the notes, the table, and below it warnings, advice and skipped steps."""
        parts = [view.name.partition(", ") for view in self.views]
        heads = [["", *(first + comma.strip() for first, comma, _ in parts)]]
        lines = [*heads, ["", *(rest for _, _, rest in parts)], *self._lines()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
            for line in lines
        ]
        notes = [*(f"- {note}" for note in self.notes), *[""] * bool(self.notes)]
        below = [f"- {note}" for note in self._notes()]
        said = wrap(self.verdict, 100)
        return "\n".join([*notes, self._title(), *said, "", *table, *below])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        head = "".join(f'<th scope="col">{escape(view.name)}</th>' for view in self.views)
        body = "".join(
            f'<tr><th scope="row" style="padding-left: {len(first) - len(first.lstrip()) + 1}ch">'
            f"{escape(first.strip())}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self._lines()
        )
        above, below = (
            "<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>"
            for notes in (self.notes, self._notes())
        )
        return typeset(
            f"{above}<p>{escape(self.verdict)}</p><table><caption>{escape(self._title())}</caption>"
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>" + below
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all of it in types that JSON has; a number that is not finite becomes None."""
        plain: dict[str, Any] = _plain(self)
        return plain

    def _title(self) -> str:
        first = self.views[0]
        return (
            f"{self.name or 'Audit'}: T = {first.trials}, d = {first.dimension}, "
            f"{self.positive} labels +1 and {self.negative} labels -1"
        )

    def _lines(self) -> Iterator[list[str]]:
        """Yield the lines of the table, each with its heading first."""

        def line(title: str, cell: Callable[[View], str]) -> list[str]:
            return [title, *map(cell, self.views)]

        def bound(title: str, q: float | None, cell: Callable[[Row], str]) -> list[str]:
            held = ([row for row in view.rows if row.q == q] for view in self.views)
            return [title, *("".join(map(cell, rows)) for rows in held)]

        yield line("radius R", lambda v: _number(v.radius))
        yield line("mistakes in random orders", lambda v: _spread(v.orders))
        yield line("  in the order given", lambda v: str(v.mistakes))
        yield line("  of always the larger class", lambda _: str(self.trivial))
        yield line("passes until one has none", _passes_until)
        yield line("mistakes of these", lambda v: str(v.total) if v.passes > 1 else "")
        yield line("separable", lambda v: {None: "?", True: "yes", False: "no"}[v.separable])
        yield line("margin found", lambda v: "" if v.margin is None else _number(v.margin))
        yield line("no margin is above", lambda v: _number(v.ceiling))
        yield line("pull |sum y x| / (R sqrt T)", lambda v: _number(v.pull))
        asked = dict.fromkeys(row.q for view in self.views for row in view.rows)
        for q in sorted(asked, key=lambda q: q is not None):  # Block and Novikoff's first
            yield bound(name_of(q), q, lambda row: _number(row.value))
            yield bound("  no comparator below", q, lambda row: _number(row.floor))
            yield bound("  bound / mistakes", q, lambda row: _number(row.ratio))
            if q is None:
                for field in Factors._fields:
                    cells = (getattr(view.factors, field, None) for view in self.views)
                    row = ("" if cell is None else _number(cell) for cell in cells)
                    yield [f"    its factor of {field}", *row]

    def _notes(self) -> list[str]:
        """Return warnings, advice and skipped steps, each once for all its views."""
        told: dict[str, list[str]] = {}
        for view in self.views:
            for note in view.left_out:
                told.setdefault(note, []).append(view.name)
        return [
            *(f"warning: {warning}" for warning in self.warnings),
            *self.advice,
            *self._details(),
            *(
                note if len(names) == len(self.views) else f"{note} ({'; '.join(names)})"
                for note, names in told.items()
            ),
        ]

    def _details(self) -> Iterator[str]:
        """Yield how the mistakes are spread over rounds, rows and learners."""
        tenths = {name: self[name].tenths for name in ("as given", self.best)}
        tenths |= {"always the larger class": self.tenths}
        lists = "; ".join(f"{name} {' '.join(map(str, each))}" for name, each in tenths.items())
        yield f"mistakes by tenths, in the order given: {lists}"
        if self.hardest:
            rows = ", ".join(f"{row} ({times})" for row, times in self.hardest.items())
            yield f"rows that are mistakes most often in random orders, {self.best}: {rows}"
        if self.learners:
            shares = ((name, 100 * np.array(each)) for name, each in self.learners.items())
            told = (f"{n} {x.mean():.0f} ({x.min():.0f} to {x.max():.0f})" for n, x in shares)
            yield (
                f"right in the last tenth of random orders, {self.best}, in %, mean and spread:"
                f" {', '.join(told)}"
            )


def _advice(found: Audit) -> Iterator[str]:
    """Yield advice, each with its cause."""
    given, best = found["as given"].orders, found[found.best].orders
    if min(max(view.orders) for view in found.views) >= found.trivial > 0:
        yield (
            "no form has fewer mistakes in every random order than a learner that always predicts "
            f"the larger class, {found.trivial}"
        )
    elif all(fewer < more for fewer, more in zip(best, given, strict=True)):
        cause = {"s": "units or zero points", "n": "lengths", "l": "bias"}[found.best[0]]
        yield (
            f"{cause}: {found.best} the examples cost {_spread(best)} mistakes, fewer in every "
            f"random order than as given, {_spread(given)}; run the learner on the {found.best} "
            "examples"
        )
    for view in found.views:
        bounds = {row.q: row.value for row in view.rows}
        hinge = min((value for q, value in bounds.items() if q), default=inf)
        if view.factors and bounds[None] > 10 * hinge:
            lengths = view.factors.lengths
            cause, why = "few hard examples", "the margin may rest on them"
            if lengths == max(view.factors):
                cause, of = "lengths", "the mean squared norm of the mistakes"
                why = f"the largest squared norm is {_number(lengths)} times {of}"
            yield (
                f"{cause}: {view.name}, the bound of Block and Novikoff is "
                f"{_number(bounds[None] / hinge)} times the least hinge bound; {why}"
            )
            break


def _spread(numbers: tuple[int, ...]) -> str:
    """Write the least and the largest of some numbers."""
    low, high = min(numbers), max(numbers)
    return f"{low} to {high}" if low < high else str(low)


def _passes_until(view: View) -> str:
    """Say how many passes it took, or that no number does."""
    if view.clean:
        return str(view.passes)
    return "never" if view.separable is False else f"over {view.passes}"


def name_of(q: float | None) -> str:
    """Name a bound."""
    if q is None:
        return "Block-Novikoff"
    known = {1.0: ", hinge", 2.0: ", Freund-Schapire"}
    return f"q = {q:g}{known.get(q, '')}"


def _number(value: float) -> str:
    """Write a number in four digits, or all digits of a whole part that is not too long."""
    return f"{value:.4g}" if not 1e3 <= abs(value) < 1e7 else f"{value:.0f}"


def _plain(value: Any) -> Any:
    """Return a value in types that JSON has."""
    held = value._asdict() if hasattr(value, "_asdict") else getattr(value, "__dict__", value)
    if isinstance(held, dict):
        more = [name for name in ("gap", "ratio", "margin") if hasattr(value, name)]
        extra = {name: getattr(value, name) for name in more}
        return {key: _plain(entry) for key, entry in {**held, **extra}.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_plain(entry) for entry in (value.tolist() if hasattr(value, "tolist") else value)]
    return None if isinstance(value, float) and not isfinite(value) else value
