"""What the bounds of the book say of one data set, beside the mistakes that are made on it.

The audit looks at the examples as given, normalised and standardised, and at each of these forms
lifted, which adds a constant coordinate.  On each form it runs the perceptron, tries to decide
whether the examples can be separated, and compares the mistakes with every bound at its best
comparator.  The result carries its proofs: a comparator, or vectors y x that add up to zero, or a
number below which no bound can be.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from tqdm import tqdm

from perclib import _exact, _large
from perclib._checks import BLOCK, Flags, Floats, at_least, count, positive, vector
from perclib._values import Value, by_entries
from perclib.bounds import _finite_bound, block_novikoff
from perclib.competitors import (
    LargestMargin,
    ZeroCombination,
    best_comparator,
    largest_margin,
    zero_combination,
)
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.streams import Examples, Stream
from perclib.tables import typeset

__all__ = ["Audit", "Factors", "Row", "View", "audit", "factors"]


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


def factors(stream: Stream, comparator: ArrayLike) -> Factors:
    """Split the quotient of the Block-Novikoff bound and the mistakes into four factors.

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
    squares = float((abs(rows.X) ** 2).sum())
    # The last weights: the mistakes, added up.
    return _split(len(rows), stream.radius, squares, rows.y @ rows.X, u, margin)


def _split(k: int, radius: float, squares: float, w: Floats, u: Floats, margin: float) -> Factors:
    """Return the factors of k mistakes by their squared norms, added up, and the last weights."""
    size = float(np.abs(u).max())
    u, margin = u / size, margin / size  # the squares of what is near 1 are in range
    length, along = float(w @ w), float(u @ w)
    return Factors(
        lengths=k * radius**2 / squares,
        scores=squares / length,
        direction=length * float(u @ u) / along**2,
        margins=(along / k / margin) ** 2,
    )


@by_entries
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
class View(Value):
    """What is found on the examples in one form, such as lifted.

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
class Audit(Value):
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
        The examples as they are given, normalised and standardised, each also lifted.
    solved : bool
        Whether a solver found the comparators and the numbers are exact; the same in all views.
    warnings : tuple of str
        What is odd about the data.
    """

    name: str
    positive: int
    negative: int
    views: tuple[View, ...]
    solved: bool
    warnings: tuple[str, ...]

    @property
    def trivial(self) -> int:
        """The mistakes of a learner that always predicts the larger class."""
        return min(self.positive, self.negative)

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
        """Return the table, and under it warnings, advice and what was left out."""
        lines = [*map(list, _heads([view.name for view in self.views])), *self._lines()]
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
        yield line("  of always the larger class", lambda _: str(self.trivial))
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
        """Say what to mind, and what was left out, once for all views that it is of."""
        told: dict[str, list[str]] = {}
        for view in self.views:
            for note in view.left_out:
                told.setdefault(note, []).append(view.name)
        everywhere = len(self.views)
        return [
            *(f"warning: {warning}" for warning in self.warnings),
            *self.advice,
            *(
                note if len(names) == everywhere else f"{note} ({'; '.join(names)})"
                for note, names in told.items()
            ),
        ]


def _heads(names: list[str]) -> Iterator[tuple[str, ...]]:
    """Set the names of views in two lines, so that the table is narrow."""
    parts = [name.partition(", ") for name in names]
    yield "", *(first + comma.strip() for first, comma, _ in parts)
    yield "", *(rest for _, _, rest in parts)


def _advice(found: Audit) -> Iterator[str]:
    """Say what to do, by its cause."""
    given, best = found["as given"], min(found.views, key=lambda view: view.mistakes)
    if best.mistakes >= found.trivial > 0:
        yield (
            "no form has fewer mistakes in one pass than a learner that always predicts the larger "
            f"class, {found.trivial}"
        )
    elif best.mistakes < given.mistakes:
        times = f"{best.mistakes} mistake" + "s" * (best.mistakes != 1)
        cause = {"s": "units or zero points", "n": "lengths", "l": "bias"}[best.name[0]]
        yield (
            f"{cause}: {best.name} the examples cost {times}, and as given "
            f"{given.mistakes}; run the learner on the {best.name} examples"
        )
    for view in found.views:
        bounds = {row.q: row.value for row in view.rows}
        hinge = min((value for q, value in bounds.items() if q), default=inf)
        if view.factors and bounds[None] > 10 * hinge:
            lengths = view.factors.lengths
            if lengths == max(view.factors):
                cause = "lengths"
                why = (
                    f"the largest squared norm is {lengths:.0f} times the mean squared norm of the "
                    "mistakes"
                )
            else:
                cause, why = "few hard examples", "the margin may rest on them"
            yield (
                f"{cause}: {view.name}, the bound of Block and Novikoff is "
                f"{bounds[None] / hinge:.0f} times the least hinge bound; {why}"
            )
            break


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
    passes: int | None = None,
    lift: float = 1.0,
    solve: int = 30_000,
    progress: bool | None = None,
) -> Audit:
    """Compare the mistakes of the perceptron on a data set with the bounds of the book.

    Parameters
    ----------
    X : array_like of shape (T, d), sparse or not, or Stream
        The examples, in the order in which the perceptron meets them; shuffle them first where
        their order means nothing.
    y : array_like of shape (T,), optional
        Labels, each -1 or +1; not with a `Stream`, which has its own.
    powers : iterable of float
        The powers q of the hinge bounds, each at least 1.
    passes : int, optional
        The most passes to make over separable examples until one has no mistake; by default 100,
        or 3 where no solver is asked.
    lift : float
        The value of the coordinate that is added where the examples are lifted.
    solve : int
        If ``T * (d + 1)``, the count of numbers in the lifted examples, is at most this, a solver
        looks for the best comparators, in all views.  Otherwise comparators and floors come from
        a few passes that also learn from scores that are right by too little; the bounds of these
        comparators hold, computed in floats and rounded up.
    progress : bool, optional
        Whether to show on standard error (tqdm) what is being done; by default from the third
        second on, in a terminal.

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
    Chapter 9 explains these numbers.  A comparator with a positive margin, in exact arithmetic,
    proves that the examples are separable; some vectors ``y x`` that add up to zero, exactly, prove
    that they are not.  Where no solver is asked, weights that score every example right prove the
    examples separable; combinations of the examples limit margins from above and bounds from below.

    Examples
    --------
    >>> X, y = [[2, 1], [1, -1], [-1, 1], [-2, -1]], [1, 1, -1, -1]
    >>> found = audit(X, y)["as given"]
    >>> found.mistakes, found.separable
    (1, True)
    >>> [round(row.value, 3) for row in found.rows]
    [2.778, 2.74, 2.778]
    """
    if isinstance(X, Stream):
        if y is not None:
            raise ValueError("y: expected no labels beside a Stream, which has its own")
        stream = X
    elif y is None:
        if isinstance(X, Examples):
            raise ValueError(f"X: expected a Stream, of labels -1 and +1, got {type(X).__name__}")
        raise ValueError("y: expected labels -1 and +1, one for each row of X, got none")
    else:
        stream = Stream(X, y)
    asked = tuple(dict.fromkeys(at_least("powers", q, 1) for q in _several("powers", powers)))
    solve, lift = count("solve", solve, least=0), positive("lift", lift)
    solved = len(stream) * (stream.dimension + 1) <= solve
    limit = count("passes", (100 if solved else 3) if passes is None else passes)
    look = _solved if solved else _estimated
    views: list[View] = []
    with _bar(6, progress) as bar:
        for name, form in _forms(stream, lift):
            shown = progress or getattr(bar, "last_print_n", 0) > 0  # the delay is over
            bar.set_description(name, refresh=bool(shown))
            view = look(name, form, asked, limit)
            unsolved = () if solved else (UNSOLVED.format(solve),)
            views.append(replace(view, left_out=(*_left_out(view, limit), *unsolved)))
            bar.update()
    ones = int((stream.y > 0).sum())
    return Audit(
        stream.name, ones, len(stream) - ones, tuple(views), solved, tuple(_warnings(stream))
    )


UNSOLVED = (
    "more than {} numbers, so no solver was asked for any view (see solve=): margins and "
    "comparators are those of a few passes; larger margins and smaller bounds may be found"
)


def _forms(stream: Stream, lift: float) -> Iterator[tuple[str, Stream]]:
    """Yield the forms of a stream, each when it is its turn."""
    yield "as given", stream
    yield "lifted", stream.lifted(lift)
    for name, change in (("normalised", Stream.normalised), ("standardised", Stream.standardised)):
        form = change(stream)
        yield name, form
        yield f"{name}, lifted", form.lifted(lift)


def _bar(views: int, progress: bool | None) -> Any:
    """Make a bar of progress; one that was not asked for waits, and shows in a terminal alone."""
    if progress is None:
        return tqdm(total=views, unit="view", disable=None, delay=2)
    return tqdm(total=views, unit="view", disable=not progress)


def _several(name: str, values: Any) -> Iterable[Any]:
    """Return what is iterable, or refuse it."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name}: expected several numbers, for instance (1, 2), got {values!r}")
    return values


def _warnings(stream: Stream) -> Iterator[str]:
    """Say what is odd about a data set."""
    trials, d = len(stream), stream.dimension
    if abs(int(stream.y.sum(dtype=int))) == trials:
        yield f"all labels are {int(stream.y[0]):+d}: there is nothing to tell apart"
    if trials < 2 * d:
        yield (
            f"rows are few, fewer than 2 d = {2 * d}: if they are in general position, at least "
            "half of their labellings are separable, so that a margin shows little"
        )
    constant = _constant(stream)
    if constant:
        some = ", ".join(map(str, constant[:5])) + ", ..." * (len(constant) > 5)
        yield (
            f"of {d} columns {len(constant)} hold one value only (counted from 0: {some})"
            + "; standardised they are 0" * (not stream.sparse)
        )


def _constant(stream: Stream) -> list[int]:
    """Return which columns hold one value only."""
    X = stream.X
    if stream.sparse:
        full = np.bincount(X.indices, minlength=stream.dimension) == len(stream)
        within = X[:, np.flatnonzero(full)].toarray()
        full[full] = (within != within[0]).any(axis=0)
        varied = full | ((X != 0).sum(axis=0) % len(stream) > 0)
        return np.flatnonzero(~varied).tolist()
    left = np.arange(stream.dimension)
    for _, rows in stream.blocks(BLOCK):
        left = left[(rows[:, left] == X[0, left]).all(axis=0)]
        if not left.size:
            break
    return left.tolist()


class _Passes(NamedTuple):
    """What several passes left."""

    first: Flags  # mistakes of the first
    weights: Floats  # after it
    number: int
    clean: bool  # whether the last had none
    times: Floats  # mistakes on each example, in all passes
    last: Floats  # weights after the last, the mistakes added up


def _passes(stream: Stream, limit: int) -> _Passes:
    """Run until a pass has no mistake; unlike `run_passes` it keeps one pass at a time."""
    learner: Any = Perceptron.zero(stream.dimension)
    done = run(learner, stream)
    learner, first = done.learner, done.mistakes
    wrong, weights, number, times = first, learner.weights, 1, first.astype(np.float64)
    while number < limit and wrong.any():
        done = run(learner, stream)
        learner, wrong, number = done.learner, done.mistakes, number + 1
        times += wrong
    return _Passes(first, weights, number, not wrong.any(), times, learner.weights)


def _solved(name: str, stream: Stream, powers: tuple[float, ...], limit: int) -> View:
    """Look at one form of the examples with the solver, in exact arithmetic."""
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse else stream
    proof = _separation(dense)
    done = _passes(stream, 1 if isinstance(proof, ZeroCombination) else limit)
    proof = proof or _from_run(stream, done)
    ceiling = _ceiling(stream, done.times) if proof is None else getattr(proof, "ceiling", 0.0)
    rows, mistakes, split = [], int(done.first.sum()), None
    if isinstance(proof, LargestMargin):
        bound, u = block_novikoff(stream, proof.comparator), proof.comparator
        floor = _exact.down(stream.radius_square / Fraction(ceiling) ** 2)
        rows.append(Row(_name(None), None, u, bound.value, floor, mistakes))
        squares = float((abs(stream.X[done.first]) ** 2).sum())
        split = _split(mistakes, stream.radius, squares, done.weights, u, bound.margin)
    for q in powers:
        best = best_comparator(dense, q)
        rows.append(Row(_name(q), q, best.comparator, best.bound.value, best.floor, mistakes))
    pull = stream.y @ (stream.X / (stream.radius or 1.0))
    return _view(name, stream, stream.radius, done, proof, ceiling, pull, rows, split)


def _estimated(name: str, stream: Stream, powers: tuple[float, ...], limit: int) -> View:
    """Look at one form of the examples without the solver, in floats that are rounded outward."""
    done = _passes(stream, limit)
    squares, radius, total = _large.size_of(stream)
    first = _large.combined(done.times, done.last)
    every = _large.combined(np.ones(len(stream)), total)
    made = _large.margin_passes(stream, radius)
    proof, ceiling = _large.separation(stream, radius, done.clean, [first, *made, every])
    rows, mistakes, split = [], int(done.first.sum()), None
    if isinstance(proof, LargestMargin):
        u = proof.comparator
        value = _finite_bound((Fraction(radius) / Fraction(proof.margin)) ** 2)
        least = (radius / ceiling) ** 2
        rows.append(Row(_name(None), None, u, value, least, mistakes))
        lengths = float(squares[done.first].sum())
        split = _split(mistakes, radius, lengths, done.weights, u, proof.margin)
    passed = _large.combined(done.first.astype(np.float64), done.weights)
    floor = _large.floor([passed, *made, every], radius)
    directions = [one.total for one in (first, *made, every) if one.total.any()]
    best = _large.best_multiples(stream, radius, directions, powers)
    for q, (u, value) in zip(powers, best, strict=True):
        rows.append(Row(_name(q), q, u, value, min(floor, value), mistakes))
    pull = every.total / (radius or 1.0)
    return _view(name, stream, radius, done, proof, ceiling, pull, rows, split)


def _view(
    name: str,
    stream: Stream,
    radius: float,
    done: _Passes,
    proof: LargestMargin | ZeroCombination | None,
    ceiling: float,
    total: Floats,
    rows: list[Row],
    split: Factors | None,
) -> View:
    """Put together what was found."""
    return View(
        name,
        len(stream),
        stream.dimension,
        radius,
        int(done.first.sum()),
        done.number,
        int(done.times.sum()),
        done.clean,
        None if proof is None else isinstance(proof, LargestMargin),
        proof,
        ceiling,
        float(np.linalg.norm(total)) / sqrt(len(stream)),
        tuple(rows),
        split,
        (),
    )


def _left_out(view: View, limit: int) -> Iterator[str]:
    """Say what was not done, and why."""
    if view.separable is False:
        yield "not separable: no pass is ever without a mistake, so no further pass was made"
    elif not view.clean:
        yield f"no more than {limit} passes were made"
    if view.separable is None:
        yield "whether the examples are separable is not decided"


def _separation(stream: Stream) -> LargestMargin | ZeroCombination | None:
    """Prove that a stream is separable, or that it is not, if floats let either be found."""
    try:
        return largest_margin(stream)
    except ValueError:
        return zero_combination(stream)


def _from_run(stream: Stream, done: _Passes) -> LargestMargin | ZeroCombination | None:
    """Return what the passes prove: by the last weights, or by mistakes that add up to zero."""
    ceiling, w = _ceiling(stream, done.times), done.last
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
