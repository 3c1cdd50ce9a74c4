"""The result of an audit: its numbers, and how they print."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from math import inf, isfinite
from textwrap import wrap
from typing import Any, NamedTuple, TypeVar

import numpy as np

from perclib._checks import Floats
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.data._text import counted
from perclib.show.tables import typeset

__all__ = ["Audit", "Factors", "Row", "View"]

Entry = TypeVar("Entry")
LARGER = "always the larger class"
ANSWERS = {None: "?", True: "yes", False: "no"}


class Factors(NamedTuple):
    """Why the bound of Block and Novikoff exceeds the mistakes of a pass, in four factors.

    Four numbers of at least 1, up to rounding, whose product is ``(R ||u|| / gamma)**2 / k``.
    """

    lengths: float
    """The largest squared norm of an example, divided by the mean squared norm of the mistakes."""
    scores: float
    """The sum of the squared norms of the mistakes, divided by the squared norm of the last
    weights: 1 if every mistake is a tie, and larger if a score is on the wrong side."""
    direction: float
    """One over the squared cosine of the angle between the last weights and the comparator."""
    margins: float
    """The square of the mean margin of the mistakes, divided by the least margin."""


class Row(NamedTuple):
    """A bound at its best comparator, beside the mistakes of a pass."""

    q: float | None  #: The power of the hinge loss; none for the bound of Block and Novikoff.
    comparator: Floats  #: An array of d numbers.
    value: float  #: The bound, never below what the theorem says of this comparator.
    floor: float  #: No comparator's bound is below this; for hinge bounds up to rounding.
    mistakes: int  #: Of one pass.

    @property
    def name(self) -> str:
        """Of the bound."""
        if self.q is None:
            return "Block-Novikoff"
        return f"q = {self.q:g}" + {1.0: ", hinge", 2.0: ", Freund-Schapire"}.get(self.q, "")

    @property
    def ratio(self) -> float:
        """The bound divided by the mistakes."""
        return self.value / self.mistakes


@dataclass(frozen=True, eq=False)
class View:
    """The numbers of the examples in one form, such as lifted."""

    name: str  #: "as given", "lifted", or for instance "normalised, lifted".
    trials: int  #: The number of rounds, T.
    dimension: int  #: The number of coordinates of an instance, d.
    radius: float  #: R, rounded up.
    mistakes: int  #: Of one pass, from a zero start, in the order given.
    orders: tuple[int, ...]  #: The same in ten random orders, or three of a long stream.
    tenths: tuple[int, ...]  #: The mistakes in the order given, in each tenth of the rounds.
    trivial: int  #: The mistakes of always the larger class.
    weights: Floats  #: After the pass in the order given.
    passes: int  #: The number of passes until one had no mistake, or no more were made.
    total: int  #: The mistakes of all these passes.
    clean: bool  #: Whether the last of them had none.
    proof: LargestMargin | ZeroCombination | None  #: Whether a comparator separates the examples.
    ceiling: float  #: No unit vector has a larger margin; 0 if it is proved that none separates.
    pull: float  #: ``||sum_t y_t x_t|| / (R sqrt(T))``; above 1, some bound is below T.
    rows: tuple[Row, ...]  #: The bounds.
    factors: Factors | None  #: Of the bound of Block and Novikoff, where there is one.

    @property
    def separable(self) -> bool | None:
        """Whether a comparator separates the examples; None if undecided."""
        return None if self.proof is None else isinstance(self.proof, LargestMargin)

    @property
    def margin(self) -> float | None:
        """The margin that a unit vector is proved to have, or None."""
        return self.proof.margin if isinstance(self.proof, LargestMargin) else None

    def __getitem__(self, q: float | None) -> Row:
        """Return the bound of a power, or that of Block and Novikoff for None."""
        return _entry({row.q: row for row in self.rows}, q, "a power of a bound")


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """The result of `perclib.bounds.auditing.audit`; it prints as a table, in a notebook as HTML.

    A learner is compared on the last tenth of each random order of the best view, after the other
    tenths.
    """

    name: str  #: Of the stream.
    positive: int  #: The number of labels +1.
    negative: int  #: The number of labels -1.
    views: tuple[View, ...]  #: As given, normalised and standardised, each also lifted.
    solved: bool  #: Whether a solver found the comparators and the numbers are exact.
    warnings: tuple[str, ...]  #: Oddities of the data.
    left_out: tuple[str, ...]  #: Skipped steps, with the reason.
    tenths: tuple[int, ...]  #: The mistakes of always the larger class in each tenth of the rounds.
    best: str  #: The view with the fewest mistakes in random orders.
    hardest: dict[str, int]  #: The rows of it that are most often mistakes there, and how often.
    learners: dict[str, tuple[float, ...]]  #: The share that a learner predicts rightly.
    caught: dict[str, tuple[int, int, int]]
    """In all last tenths together, how many rows of the rarer label the learner finds, how many
    there are, and how many others it takes for such rows."""
    columns: tuple[str, ...]  #: The names of the columns, if they have names.
    notes: tuple[str, ...]  #: How a table became a stream.

    @property
    def trivial(self) -> int:
        """The mistakes of a learner that always predicts the larger class."""
        return sum(self.tenths)

    @property
    def verdict(self) -> str:
        """What the audit found, in two or three sentences."""
        first, best = self.views[0], _spread(self[self.best].orders)
        answer = self["lifted"].separable
        can = {True: "can", False: "cannot", None: "may or may not"}[answer]
        said = (
            f"From {counted(first.dimension, 'column')} a linear classifier with a bias {can} "
            f"score all {first.trials} rows right{'' if answer is None else ', as is proved'}. "
            f"In one pass the perceptron errs least often in the form {self.best!r}, {best} "
            f"time{'s' * (best != '1')}; {LARGER} errs {counted(self.trivial, 'time')}."
        )
        if not self.caught:
            return said
        shares = {name: round(100 * np.mean(each)) for name, each in self.learners.items()}
        name = max(self.caught, key=lambda name: shares[name])
        hits, rare, false = self.caught[name]
        return said + (
            f" After nine tenths of these rows, the {name} learner predicts {shares[name]} % of "
            f"the others rightly, {LARGER} {shares[LARGER]} %; "
            f"of {rare} rows of the rarer label it finds {hits}, and takes {false} others for such."
        )

    @property
    def advice(self) -> tuple[str, ...]:
        """Advice on what causes the mistakes and the large bounds, mistakes first."""
        return tuple(_advice(self))

    def __getitem__(self, name: str) -> View:
        """Return a view by its name."""
        return _entry({view.name: view for view in self.views}, name, "the name of a view")

    def __str__(self) -> str:
        """Return the notes, the table, and below it warnings, advice and skipped steps."""
        parts = [view.name.partition(", ") for view in self.views]
        lines = [["", *(first + comma.strip() for first, comma, _ in parts)]]
        lines += [["", *(rest for _, _, rest in parts)]]
        lines += [[title, *cells] for title, _, cells in self.lines()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
            for line in lines
        ]
        notes = [*(f"- {note}" for note in self.notes), *[""] * bool(self.notes)]
        below = [f"- {note}" for note in self._notes()]
        return "\n".join([*notes, self._title(), *wrap(self.verdict, 100), "", *table, *below])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""

        def each(tag: str, texts: Iterable[str], look: str = "") -> str:
            return "".join(f"<{tag}{look}>{escape(text)}</{tag}>" for text in texts)

        head = each("th", (view.name for view in self.views), ' scope="col"')
        body = ""
        for title, _, cells in self.lines():
            look = f' scope="row" style="padding-left: {len(title) - len(title.lstrip()) + 1}ch"'
            body += f"<tr>{each('th', [title.strip()], look)}{each('td', cells)}</tr>"
        return typeset(
            f"<ul>{each('li', self.notes)}</ul>{each('p', [self.verdict])}"
            f"<table>{each('caption', [self._title()])}<thead><tr><td></td>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table><ul>{each('li', self._notes())}</ul>"
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

    def lines(self) -> Iterator[tuple[str, str, list[str]]]:
        """Yield the lines of the table: a title, its meaning, and a cell for each view."""
        for title, meaning, cell in LINES:
            yield title, meaning, [_written(cell(view)) for view in self.views]
        names = {row.q: row.name for view in self.views for row in view.rows}
        for q in sorted(names, key=lambda q: q is not None):  # Block and Novikoff's first
            rows = [next((row for row in v.rows if row.q == q), None) for v in self.views]
            for title, meaning, field in ((names[q], "at its best comparator", "value"), *BOUND):
                yield title, meaning, [_written(getattr(row, field, None)) for row in rows]
            for field in Factors._fields if q is None else ():
                cells = [_written(getattr(view.factors, field, None)) for view in self.views]
                yield f"    its factor of {field}", "of bound / mistakes", cells

    def _notes(self) -> list[str]:
        """Return warnings, advice, how mistakes are spread over rounds, rows and learners."""
        tenths = {name: self[name].tenths for name in ("as given", self.best)}
        tenths |= {LARGER: self.tenths}
        spread = "; ".join(f"{name} {' '.join(map(str, each))}" for name, each in tenths.items())
        notes = [f"warning: {warning}" for warning in self.warnings]
        notes += [*self.advice, f"mistakes by tenths, in the order given: {spread}"]
        if self.hardest:
            rows = ", ".join(f"{row} ({times})" for row, times in self.hardest.items())
            notes.append(f"rows that are mistakes most often in random orders, {self.best}: {rows}")
        if self.learners:
            shares = ((name, 100 * np.array(each)) for name, each in self.learners.items())
            told = (f"{n} {x.mean():.0f} ({x.min():.0f} to {x.max():.0f})" for n, x in shares)
            notes.append(
                f"right in the last tenth of random orders, {self.best}, in %, mean and spread:"
                f" {', '.join(told)}"
            )
        return [*notes, *self.left_out]


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
                why = f"the largest squared norm is {_written(lengths)} times {of}"
            yield (
                f"{cause}: {view.name}, the bound of Block and Novikoff is "
                f"{_written(bounds[None] / hinge)} times the least hinge bound; {why}"
            )
            break


def _spread(numbers: tuple[int, ...]) -> str:
    """Write the least and the largest of some numbers."""
    low, high = min(numbers), max(numbers)
    return f"{low} to {high}" if low < high else str(low)


def _entry(entries: Mapping[Any, Entry], key: object, what: str) -> Entry:
    """Return the entry of a key, or say which keys there are."""
    if key not in entries:
        raise KeyError(f"{key!r}: expected {what}, one of {', '.join(map(repr, entries))}")
    return entries[key]


def _passes(view: View) -> str:
    """Say how many passes it took, or that no number does."""
    if view.clean:
        return str(view.passes)
    return "never" if view.separable is False else f"over {view.passes}"


def _written(value: Any) -> str:
    """Write a float in four digits, or all digits of a whole part that is not too long."""
    if not isinstance(value, float):
        return "" if value is None else str(value)
    return f"{value:.4g}" if not 1e3 <= abs(value) < 1e7 else f"{value:.0f}"


def _plain(value: Any) -> Any:
    """Return a value in types that JSON has, a record with its fields and properties."""
    if hasattr(value, "_fields") or isinstance(value, View | Audit):
        names = getattr(value, "_fields", None) or vars(value)
        more = [name for name, each in vars(type(value)).items() if isinstance(each, property)]
        value = {name: getattr(value, name) for name in (*names, *more)}
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_plain(entry) for entry in (value.tolist() if hasattr(value, "tolist") else value)]
    return None if isinstance(value, float) and not isfinite(value) else value


LINES: tuple[tuple[str, str, Callable[[View], Any]], ...] = (  # title, meaning, cell
    ("radius R", "the largest length of a row", lambda v: v.radius),
    ("mistakes in random orders", "of a pass; the least, the most", lambda v: _spread(v.orders)),
    ("  in the order given", "of a pass in the order of the rows", lambda v: v.mistakes),
    (f"  of {LARGER}", "a learner that looks at nothing", lambda v: v.trivial),
    ("passes until one has none", "never, if vectors y x add up to 0", _passes),
    ("mistakes of these", "in all these passes", lambda v: v.total if v.passes > 1 else None),
    ("separable", "proved; ? where no proof was found", lambda v: ANSWERS[v.separable]),
    ("margin found", "that of one unit vector", lambda v: v.margin),
    ("no margin is above", "a limit for all unit vectors", lambda v: v.ceiling),
    ("pull |sum y x| / (R sqrt T)", "above 1, some bound is below T", lambda v: v.pull),
)
BOUND = (  # below the name of a bound
    ("  no comparator below", "a floor: no comparator's bound is smaller", "floor"),
    ("  bound / mistakes", "1 where the bound is met, larger where it is loose", "ratio"),
)
