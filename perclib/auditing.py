"""What the bounds of the book say of one data set, beside the mistakes that are made on it.

One call runs the perceptron over the examples as they are given, lifted, normalised, and both,
decides whether they can be separated, and sets every bound at its best comparator beside the
mistakes.  Whatever is said is proved by what is returned: a comparator, or examples that add up to
zero, or a floor.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from tqdm import tqdm

from perclib import _exact
from perclib._checks import Floats, at_least, count, positive, vector
from perclib.bounds import block_novikoff
from perclib.competitors import (
    BestComparator,
    LargestMargin,
    ZeroCombination,
    best_comparator,
    best_length,
    largest_margin,
    zero_combination,
)
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Stream
from perclib.tables import typeset

__all__ = ["Audit", "Factors", "Row", "View", "audit", "factors"]


class Factors(NamedTuple):
    """Why the bound of Block and Novikoff is so many times the mistakes of a pass.

    Four numbers of at least 1, up to rounding, whose product is ``(R ||u|| / gamma)**2 / k``.

    Parameters
    ----------
    lengths : float
        The largest squared norm over the mean one of the mistakes: not all are the longest.
    scores : float
        The squared norms of the mistakes, added up, over that of the last weights: a mistake whose
        score is on the wrong side makes the weights shorter than one that is a tie.
    direction : float
        One over the squared cosine of the angle between the last weights and the comparator.
    margins : float
        The square of the mean margin of the mistakes over the least margin of all examples.
    """

    lengths: float
    scores: float
    direction: float
    margins: float


def factors(stream: Stream, comparator: ArrayLike) -> Factors:
    """Split how far a bound is above the mistakes into four factors.

    Parameters
    ----------
    stream : Stream
        The perceptron is run over it, from a zero start.
    comparator : array_like of shape (d,), or LargestMargin
        With a positive margin on the stream.

    Returns
    -------
    Factors

    Raises
    ------
    ValueError
        If the comparator does not separate the stream.

    Notes
    -----
    Proved in chapter 9.

    Examples
    --------
    >>> factors(Stream([[3, 4], [0, -5]], [1, -1]), [0, 1])
    Factors(lengths=1.0, scores=1.0, direction=1.5625, margins=1.0)
    """
    margin = block_novikoff(stream, comparator).margin
    u = vector("comparator", comparator, stream.dimension)
    mistaken = run(Perceptron.zero(stream.dimension), stream).mistakes
    rows: Stream = stream[np.flatnonzero(mistaken)]
    k, w = len(rows), rows.y @ rows.X  # the last weights: the mistakes, added up
    squares, length = float((abs(rows.X) ** 2).sum()), float(w @ w)
    along = float(u @ w)
    return Factors(
        lengths=k * stream.radius**2 / squares,
        scores=squares / length,
        direction=length * float(u @ u) / along**2,
        margins=(along / k / margin) ** 2,
    )


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
        What no comparator's bound is below; for a power, up to rounding.
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
        """How far above the least bound this one may be, relative to it."""
        return max(0.0, 1 - self.floor / self.value)

    @property
    def ratio(self) -> float:
        """How many times the mistakes the bound is."""
        return self.value / self.mistakes


@dataclass(frozen=True, eq=False)
class View:
    """What is found on the examples in one form, such as lifted.

    Parameters
    ----------
    name : str
        "as given", "lifted", "normalised" or "normalised, lifted".
    trials : int
        How many rounds there are, T.
    dimension : int
        How many coordinates an instance has, d.
    radius : float
        R, rounded up.
    mistakes : int
        Of one pass, from a zero start, in the order given.
    passes : int
        How many were made.
    total : int
        The mistakes of all of these.
    clean : bool
        Whether the last of them had none.
    separable : bool or None
        Whether a comparator separates the examples; none if that was not found out.
    proof : LargestMargin, ZeroCombination or None
        What proves it.
    ceiling : float
        What the margin of no unit vector exceeds; 0 where a combination is zero.
    pull : float
        ``||sum_t y_t x_t|| / (R sqrt(T))``.  Above 1 some bound is below T; up to 1 none is.
    rows : tuple of Row
        The bounds.
    factors : Factors or None
        Why the bound of Block and Novikoff is so many times the mistakes, where there is one.
    left_out : tuple of str
        What was not done, and why.
    """

    name: str
    trials: int
    dimension: int
    radius: float
    mistakes: int
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
        """The margin that is proved, of a unit vector; none where none is."""
        return self.proof.margin if isinstance(self.proof, LargestMargin) else None

    def __getitem__(self, q: float | None) -> Row:
        """Return the bound of a power, or that of Block and Novikoff for None."""
        for row in self.rows:
            if row.q == q:
                return row
        held = ", ".join("None" if row.q is None else f"{row.q:g}" for row in self.rows)
        raise KeyError(f"{q}: {self.name} has the powers {held}")


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """What `audit` found; it prints as a table, in a notebook as one of HTML.

    Parameters
    ----------
    name : str
        Of the stream.
    positive : int
        How many labels are +1.
    negative : int
        How many are -1.
    views : tuple of View
        The examples as they are given, lifted, normalised, and both.
    """

    name: str
    positive: int
    negative: int
    views: tuple[View, ...]

    def __getitem__(self, name: str) -> View:
        """Return a view by its name."""
        for view in self.views:
            if view.name == name:
                return view
        raise KeyError(f"{name!r}: expected one of {', '.join(repr(v.name) for v in self.views)}")

    def __str__(self) -> str:
        """Return the table, and under it what was left out."""
        lines = [["", *(view.name for view in self.views)], *self._lines()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
            for line in lines
        ]
        return "\n".join([self._title(), "", *table, *(f"- {note}" for note in self._notes())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        head = "".join(f'<th scope="col">{escape(view.name)}</th>' for view in self.views)
        body = "".join(
            f'<tr><th scope="row"{_indent(first)}>{escape(first.strip())}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self._lines()
        )
        notes = "".join(f"<li>{escape(note)}</li>" for note in self._notes())
        return typeset(
            f"<table><caption>{escape(self._title())}</caption>"
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
            + (f"<ul>{notes}</ul>" if notes else "")
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as numbers, texts, lists and dictionaries, which JSON can hold.

        What is not finite is None.
        """
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
        yield line("mistakes of one pass", lambda v: str(v.mistakes))
        yield line("passes until one has none", _passes_until)
        yield line("mistakes of these", lambda v: str(v.total) if v.passes > 1 else "")
        yield line("separable", lambda v: _verdict(v.separable))
        yield line("margin found", lambda v: "" if v.margin is None else _number(v.margin))
        yield line("no margin is above", lambda v: _number(v.ceiling))
        yield line("pull |sum y x| / (R sqrt T)", lambda v: _number(v.pull))
        asked = dict.fromkeys(row.q for view in self.views for row in view.rows)
        for q in sorted(asked, key=lambda q: q is not None):  # Block and Novikoff's first
            yield bound(_name(q), q, lambda row: _number(row.value))
            yield bound("  no comparator below", q, lambda row: _number(row.floor))
            yield bound("  bound / mistakes", q, lambda row: _number(row.ratio))
            if q is None:
                for field in Factors._fields:
                    cells = (getattr(view.factors, field, None) for view in self.views)
                    row = ("" if cell is None else _number(cell) for cell in cells)
                    yield [f"    its factor of {field}", *row]

    def _notes(self) -> list[str]:
        """Say once what was left out, and of which views."""
        told: dict[str, list[str]] = {}
        for view in self.views:
            for note in view.left_out:
                told.setdefault(note, []).append(view.name)
        everywhere = len(self.views)
        return [
            note if len(names) == everywhere else f"{note} ({'; '.join(names)})"
            for note, names in told.items()
        ]


def _indent(title: str) -> str:
    """Indent the heading of a line of HTML as it is in plain text, all lines that it takes."""
    em = (len(title) - len(title.lstrip())) / 2
    return f' style="padding-left: {em + 0.6:g}em"' if em else ""


def _verdict(separable: bool | None) -> str:
    """Say whether examples are separable, if that is known."""
    return "?" if separable is None else "yes" if separable else "no"


def _passes_until(view: View) -> str:
    """Say how many passes it took, or that no number does."""
    if view.clean:
        return str(view.passes)
    return "never" if view.separable is False else f"over {view.passes}"


def _name(q: float | None) -> str:
    """Name a bound."""
    if q is None:
        return "Block-Novikoff"
    known = {1.0: ", hinge", 2.0: ", Freund-Schapire"}
    return f"q = {q:g}{known.get(q, '')}"


def _number(value: float) -> str:
    """Write a number in four digits, or all digits of a whole part that is not too long."""
    return f"{value:.4g}" if not 1e3 <= abs(value) < 1e7 else f"{value:.0f}"


def _plain(value: Any) -> Any:
    """Return what JSON can hold."""
    if hasattr(value, "_asdict"):
        extra = {name: getattr(value, name) for name in ("gap", "ratio") if hasattr(value, name)}
        return _plain({**value._asdict(), **extra})
    if hasattr(value, "__dataclass_fields__"):
        extra = {"margin": value.margin} if isinstance(value, View) else {}
        return _plain({name: getattr(value, name) for name in value.__dataclass_fields__} | extra)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_plain(entry) for entry in (value.tolist() if hasattr(value, "tolist") else value)]
    return None if isinstance(value, float) and not isfinite(value) else value


def audit(
    X: Stream | ArrayLike,
    y: ArrayLike | None = None,
    *,
    powers: Iterable[float] = (1, 2),
    passes: int = 100,
    lift: float = 1.0,
    solve: int = 500_000,
    progress: bool = False,
) -> Audit:
    """Set the bounds of the book beside the mistakes of the perceptron on a data set.

    Parameters
    ----------
    X : array_like of shape (T, d), sparse or not, or Stream
        The examples, in the order in which the perceptron meets them; shuffle them first where
        their order means nothing.
    y : array_like of shape (T,), optional
        Labels, each -1 or +1; not with a `Stream`, which has its own.
    powers : iterable of float
        The powers q of the hinge bounds, each at least 1.
    passes : int
        The most passes to make over separable examples until one has no mistake.
    lift : float
        The value of the coordinate that is added where the examples are lifted.
    solve : int
        Up to how many numbers, T times d, the best comparators are looked for by a solver.  Beyond
        it the perceptron's own weights take their place, and the sum of the vectors y x: the bounds
        hold, and their floors say how far from the least they may be.
    progress : bool
        Whether to show on standard error (tqdm) what is being done.

    Returns
    -------
    Audit

    Raises
    ------
    ValueError
        If an argument is not as described, or a score or bound is too large for a float; the
        message names the argument and the entry.

    Notes
    -----
    Chapter 9 is what these numbers mean.  A comparator with a positive margin, in exact arithmetic,
    proves that the examples are separable; some vectors ``y x`` that add up to zero, exactly, prove
    that they are not.  Where the solver is not asked, a pass without a mistake proves the first, by
    its weights, and the mistakes' own combination is a ceiling of every margin.

    Examples
    --------
    >>> found = audit([[2, 1], [1, -1], [-1, 1], [-2, -1]], [1, 1, -1, -1])["as given"]
    >>> found.mistakes, found.separable, [round(row.value, 3) for row in found.rows]
    (1, True, [2.778, 2.74, 2.778])
    """
    if isinstance(X, Stream):
        if y is not None:
            raise ValueError("y: expected none beside a Stream, which has labels of its own")
        stream = X
    elif y is None:
        raise ValueError("y: expected labels -1 and +1, one for each row of X, got none")
    else:
        stream = Stream(X, y)
    asked = tuple(dict.fromkeys(at_least("powers", q, 1) for q in _several("powers", powers)))
    passes, solve = count("passes", passes), count("solve", solve, least=0)
    lift, ones = positive("lift", lift), int((stream.y > 0).sum())
    forms: dict[str, Callable[[], Stream]] = {
        "as given": lambda: stream,
        "lifted": lambda: stream.lifted(lift),
        "normalised": stream.normalised,
        "normalised, lifted": lambda: stream.normalised().lifted(lift),
    }
    with tqdm(total=len(forms), unit="view", disable=not progress) as bar:
        views = []
        for name, form in forms.items():
            views.append(_view(name, form(), asked, passes, solve, bar.set_description))
            bar.update()
    return Audit(stream.name, ones, len(stream) - ones, tuple(views))


def _several(name: str, values: Any) -> Iterable[Any]:
    """Return what is iterable, or refuse it."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name}: expected several numbers, for instance (1, 2), got {values!r}")
    return values


class _Passes(NamedTuple):
    """What several passes left."""

    first: int  # mistakes
    number: int
    clean: bool  # whether the last had none
    times: Floats  # mistakes on each example, in all passes

    def weights(self, stream: Stream) -> Floats:
        """Weights after the last pass: the mistakes, added up."""
        added: Floats = (self.times * stream.y) @ stream.X
        return added


def _passes(stream: Stream, limit: int, say: Callable[[str], Any]) -> _Passes:
    """Run until a pass has no mistake; unlike `run_passes` it keeps one pass at a time."""
    done = run(Perceptron.zero(stream.dimension), stream)
    first, number, times = done.mistake_count, 1, done.mistakes.astype(np.float64)
    while number < limit and done.mistake_count:
        say(f"pass {number + 1}")
        done = run(done.learner, stream)
        times += done.mistakes
        number += 1
    return _Passes(first, number, done.mistake_count == 0, times)


def _view(
    name: str,
    stream: Stream,
    powers: tuple[float, ...],
    limit: int,
    solve: int,
    say: Callable[[str], Any],
) -> View:
    """Look at one form of the examples."""

    def tell(what: str) -> None:
        say(f"{name}: {what}")

    small = len(stream) * stream.dimension <= solve
    dense = Stream(stream.X.toarray(), stream.y) if small and stream.sparse else stream
    tell("margin")
    proof = _separation(dense) if small else None
    done = _passes(stream, 1 if isinstance(proof, ZeroCombination) else limit, tell)
    proof = proof or _from_run(stream, done)
    ceiling = _ceiling(stream, done.times) if proof is None else getattr(proof, "ceiling", 0.0)
    rows, mistakes = [], done.first
    if isinstance(proof, LargestMargin):
        bound = block_novikoff(stream, proof.comparator)
        floor = _exact.down(stream.radius_square / Fraction(ceiling) ** 2)
        rows.append(Row(_name(None), None, proof.comparator, bound.value, floor, mistakes))
    for q in powers:
        tell(f"q = {q:g}")
        best = best_comparator(dense, q) if small else _own_comparator(stream, done, q)
        rows.append(Row(_name(q), q, best.comparator, best.bound.value, best.floor, mistakes))
    return View(
        name,
        len(stream),
        stream.dimension,
        stream.radius,
        mistakes,
        done.number,
        int(done.times.sum()),
        done.clean,
        None if proof is None else isinstance(proof, LargestMargin),
        proof,
        ceiling,
        _pull(stream),
        tuple(rows),
        factors(stream, proof.comparator) if isinstance(proof, LargestMargin) else None,
        tuple(_left_out(proof, done, limit, small, solve)),
    )


def _left_out(
    proof: LargestMargin | ZeroCombination | None,
    done: _Passes,
    limit: int,
    small: bool,
    solve: int,
) -> Iterator[str]:
    """Say what was not done, and why."""
    if isinstance(proof, ZeroCombination):
        yield "not separable, so no pass is ever without a mistake and no more were made"
    elif not done.clean:
        yield f"no more than {limit} passes were made"
    if not small:
        yield (
            f"more than {solve} numbers, so no solver was asked (see solve=): margins and "
            "comparators are those at hand; larger margins and smaller bounds may be found"
        )
    if proof is None:
        yield "whether the examples are separable is not decided"


def _separation(stream: Stream) -> LargestMargin | ZeroCombination | None:
    """Prove that a stream is separable, or that it is not, if floats let either be found."""
    try:
        return largest_margin(stream)
    except ValueError:
        return zero_combination(stream)


def _from_run(stream: Stream, done: _Passes) -> LargestMargin | ZeroCombination | None:
    """Return what the passes prove: by the last weights, or by mistakes that add up to zero."""
    ceiling, w = _ceiling(stream, done.times), done.weights(stream)
    if ceiling == 0:
        rounds = np.flatnonzero(done.times)
        return ZeroCombination(
            tuple(rounds.tolist()), tuple(done.times[rounds].astype(int).tolist())
        )
    least = min(_exact.least_margin(X, stream.y[part], w) for part, X in stream.blocks())
    if least <= 0:
        return None
    margin = _exact.down(_exact.root_down(least**2 / _exact.square(w)))
    return LargestMargin(w, margin, ceiling, done.times / done.times.sum())


def _ceiling(stream: Stream, times: Floats) -> float:
    """Norm of the mean of the mistakes' vectors y x, which no margin exceeds, rounded up."""
    return _exact.up(_exact.root_up(_exact.combined_square(stream.X, stream.y, times)))


def _pull(stream: Stream) -> float:
    """Length of the sum of all vectors y x, by what it is at most if bounds say nothing."""
    if stream.radius == 0:
        return 0.0
    return float(np.linalg.norm(stream.y @ (stream.X / stream.radius))) / sqrt(len(stream))


def _own_comparator(stream: Stream, done: _Passes, q: float) -> BestComparator:
    """Take the better of two directions that are at hand without a solver."""
    directions = done.weights(stream), stream.y @ stream.X
    return min((best_length(stream, u, q) for u in directions), key=lambda b: b.bound.value)
