"""The result of an audit: its numbers, and how they print."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from textwrap import fill
from typing import Any

import numpy as np
from tabulate import tabulate

from perclib._checks import Floats
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.show.tables import typeset

__all__ = ["Audit", "Row", "View"]

LARGER = "always the larger class"
ANSWERS = {None: "?", True: "yes", False: "no"}
CAN = {None: "may or may not", True: "can", False: "cannot"}
BOUNDS = {None: "Block-Novikoff", 1.0: "q = 1, hinge", 2.0: "q = 2, Freund-Schapire"}


@dataclass(frozen=True, eq=False)
class Row:
    """A bound at its best comparator, beside the mistakes of a pass."""

    q: float | None  #: The power of the hinge loss; none for the bound of Block and Novikoff.
    comparator: Floats  #: An array of d numbers.
    value: float  #: The bound, never below what the theorem says of this comparator.


@dataclass(frozen=True, eq=False)
class View:
    """The numbers of the examples in one form, such as lifted."""

    name: str  #: "as given", "lifted", or for instance "normalised, lifted".
    trials: int  #: The number of rounds, T.
    dimension: int  #: The number of coordinates of an instance, d.
    radius: float  #: R, rounded up.
    mistakes: int  #: Of one pass, from a zero start, in the order given.
    orders: tuple[int, ...]  #: The same in ten random orders, or three of a long stream.
    often: Floats  #: How often each row is a mistake in these orders.
    tenths: tuple[int, ...]  #: The mistakes in the order given, in each tenth of the rounds.
    weights: Floats  #: After the pass in the order given.
    passes: int | None  #: The number of passes until one had no mistake; None if none had.
    proof: LargestMargin | ZeroCombination | None  #: Whether a comparator separates the examples.
    separable: bool | None  #: What is proved; None if undecided.
    ceiling: float  #: No unit vector has a larger margin; 0 if it is proved that none separates.
    pull: float  #: ``||sum_t y_t x_t|| / (R sqrt(T))``; above 1, some bound is below T.
    rows: tuple[Row, ...]  #: The bounds.

    def __getitem__(self, q: float | None) -> Row:
        """Return the bound of a power, or that of Block and Novikoff for None."""
        return {row.q: row for row in self.rows}[q]


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """The result of `perclib.bounds.auditing.audit`; it prints as text or as HTML."""

    name: str  #: Of the stream.
    positive: int  #: The number of labels +1.
    views: tuple[View, ...]  #: As given, normalised and standardised, each also lifted.
    warnings: tuple[str, ...]  #: Oddities of the labels, and skipped steps, with the reason.
    tenths: tuple[int, ...]  #: The mistakes of always the larger class in each tenth of the rounds.
    best: str  #: The view with the fewest mistakes in random orders.
    hardest: dict[str, int]  #: The rows of it that are most often mistakes there, and how often.
    learners: dict[str, tuple[float, ...]]  #: What each predicts rightly of last tenths of orders.
    columns: tuple[str, ...]  #: The names of the columns, if they have names.
    notes: tuple[str, ...]  #: How a table became a stream.

    @property
    def verdict(self) -> str:
        """What the audit found, in a few sentences."""
        first, best = self.views[0], self[self.best]
        return (
            f"{self.name or 'Audit'}: T = {first.trials}, d = {first.dimension}, labels +1: "
            f"{self.positive}, labels -1: {first.trials - self.positive}.  A linear classifier "
            f"with a bias {CAN[self['lifted'].separable]} score all rows right.  Fewest mistakes "
            f"of the perceptron in a pass: {_spread(best.orders)}, in the form {self.best!r}; of "
            f"{LARGER}: {sum(self.tenths)}."
        )

    def __getitem__(self, name: str) -> View:
        """Return the view of this name."""
        return {view.name: view for view in self.views}[name]

    def __str__(self) -> str:
        """Return what a table became, the verdict, the table and notes on it."""
        first, below = ([f"- {note}" for note in notes] for notes in (self.notes, self._notes()))
        middle = ["", fill(self.verdict, 100), "", self._table("simple"), ""]
        return "\n".join([*first, *middle, *below]).lstrip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the same for a notebook."""
        lists = [
            "<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>"
            for notes in (self.notes, self._notes())
        ]
        return typeset(f"{lists[0]}<p>{escape(self.verdict)}</p>{self._table('html')}{lists[1]}")

    def as_dict(self) -> dict[str, Any]:
        """Return all of it in types that JSON has; a number that is not finite becomes None."""
        text = json.dumps(self, default=lambda v: v.tolist() if hasattr(v, "tolist") else vars(v))
        plain: dict[str, Any] = json.loads(text, parse_constant=lambda _: None)
        return plain

    def _table(self, form: str) -> str:
        """Return a line for each number and each bound, with a cell for each view."""
        lines = [[title, *map(cell, self.views)] for title, cell in LINES]
        for q in sorted({row.q for view in self.views for row in view.rows}, key=lambda q: q or 0):
            rows = [{row.q: row for row in view.rows}.get(q) for view in self.views]
            ratios = [r and r.value / v.mistakes for r, v in zip(rows, self.views, strict=True)]
            lines.append([BOUNDS.get(q, f"q = {q}"), *(row and row.value for row in rows)])
            lines.append(["- bound / mistakes", *ratios])
        names = ["", *(view.name.replace(", ", ",\n") for view in self.views)]
        cells = [[title, *map(_written, each)] for title, *each in lines]
        sides = ["left", *["right"] * len(self.views)]
        return str(tabulate(cells, names, form, disable_numparse=True, colalign=sides))

    def _notes(self) -> list[str]:
        """Return warnings, advice, how mistakes are spread over rounds, rows and learners."""
        first, best, larger = self["as given"], self[self.best], sum(self.tenths)
        notes = [f"warning: {warning}" for warning in self.warnings]
        if min(max(view.orders) for view in self.views) >= larger > 0:
            notes.append(
                "no form has fewer mistakes in every random order than a learner that always "
                f"predicts the larger class, {larger}"
            )
        elif all(fewer < more for fewer, more in zip(best.orders, first.orders, strict=True)):
            notes.append(
                f"run the learner on the {best.name} examples: in every random order they cost "
                f"fewer mistakes, {_spread(best.orders)}, than as given, {_spread(first.orders)}"
            )
        tenths = {view.name: view.tenths for view in (first, best)} | {LARGER: self.tenths}
        spread = "; ".join(f"{name} {' '.join(map(str, each))}" for name, each in tenths.items())
        notes.append(f"mistakes by tenths, in the order given: {spread}")
        if self.hardest:
            rows = ", ".join(f"{row} ({times})" for row, times in self.hardest.items())
            notes.append(f"rows that are mistakes most often in random orders, {best.name}: {rows}")
        if self.learners:
            shares = ((name, 100 * np.array(each)) for name, each in self.learners.items())
            told = (f"{n} {x.mean():.0f} ({x.min():.0f} to {x.max():.0f})" for n, x in shares)
            notes.append(
                f"right in the last tenth of random orders, {best.name}, in %, mean and spread:"
                f" {', '.join(told)}"
            )
        return notes


def _spread(numbers: tuple[int, ...]) -> str:
    """Write the least and the largest of some numbers."""
    low, high = min(numbers), max(numbers)
    return f"{low} to {high}" if low < high else str(low)


def _written(value: Any) -> str:
    """Write a float in four digits, or all digits of a whole part that is not too long."""
    if not isinstance(value, float):
        return "" if value is None else str(value)
    return f"{value:.4g}" if not 1e3 <= abs(value) < 1e7 else f"{value:.0f}"


LINES: tuple[tuple[str, Callable[[View], Any]], ...] = (  # title and cell
    ("radius R", lambda v: v.radius),
    ("mistakes in random orders", lambda v: _spread(v.orders)),
    ("- in the order given", lambda v: v.mistakes),
    ("passes until one has none", lambda v: v.passes),
    ("separable", lambda v: ANSWERS[v.separable]),
    ("margin found", lambda v: getattr(v.proof, "margin", None)),
    ("no margin is above", lambda v: v.ceiling),
    ("pull |sum y x| / (R sqrt T)", lambda v: v.pull),
)
