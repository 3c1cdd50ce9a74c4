"""Every figure and animation of the book.

Each function draws on the axes it is given and returns nothing, so that a chapter lays out its own
figures; `animate` and `hero` make whole pictures.  Nothing here changes matplotlib's settings:
the look of the book is in ``notebooks/matplotlibrc``.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perclib._checks import Floats, label
from perclib.bounds import Bound, freund_schapire, hinge_value, slacks
from perclib.losses import Loss, zero_one
from perclib.online import Run, run
from perclib.perceptron import Perceptron
from perclib.streams import Stream, separable

# Okabe and Ito's palette, safe for colour-blind readers; markers tell the labels apart as well.
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
GREY = "#767676"
LABELS = {1: (BLUE, "P", "label +1"), -1: (VERMILION, "o", "label −1")}


def points(ax: Axes, stream: Stream) -> None:
    """Draw the instances of a stream in the plane, marked by label.

    Parameters
    ----------
    ax : Axes
    stream : Stream
        Of dimension 2.

    Raises
    ------
    ValueError
        If the stream is not of dimension 2.
    """
    if stream.dimension != 2:
        raise ValueError(f"stream: expected dimension 2, got {stream.dimension}")
    for sign, (colour, marker, name) in LABELS.items():
        X = stream.X[stream.y == sign]
        ax.scatter(X[:, 0], X[:, 1], s=36, c=colour, marker=marker, label=name, linewidths=0)
    ax.set(xlabel="first coordinate", ylabel="second coordinate", aspect="equal")


def hyperplane(ax: Axes, weights: Floats, *, colour: str = "black", **line: Any) -> None:
    """Draw the line ``<w, x> = 0`` and, from the origin, the direction of ``w``.

    Nothing is drawn for ``w = 0``, which has no such line.

    Parameters
    ----------
    ax : Axes
    weights : array of shape (2,)
    colour : str
    **line
        Passed on to ``Axes.axline``.
    """
    norm = float(np.linalg.norm(weights))
    if norm == 0:
        return
    unit = weights / norm
    ax.axline((0, 0), (-unit[1], unit[0]), color=colour, **line)
    arrow(ax, (0, 0), 0.35 * unit, colour)


def arrow(ax: Axes, tail: ArrayLike, tip: ArrayLike, colour: str, name: str = "",
          shift: tuple[float, float] = (6, 6)) -> None:  # fmt: skip
    """Draw an arrow from tail to tip, with a name `shift` points away from its tip."""
    (x, y), start = np.asarray(tip), np.asarray(tail)
    style = {"arrowstyle": "-|>", "color": colour, "lw": 2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", (x, y), (start[0], start[1]), arrowprops=style)
    ax.annotate(name, (x, y), xytext=shift, textcoords="offset points", color=colour)


def perceptron_model(ax: Axes) -> None:
    """Draw the model: coordinates times weights, summed to a score, its sign the label."""
    ax.set_axis_off()
    ax.set(xlim=(-0.2, 7.5), ylim=(0, 4), aspect="equal")
    disc = {"boxstyle": "circle,pad=0.35", "fc": "none", "ec": "black"}
    box = {"boxstyle": "round,pad=0.45", "fc": "none", "ec": "black"}
    line = {"arrowstyle": "-|>", "color": GREY, "shrinkA": 16, "shrinkB": 16}
    for height, index in ((3.6, "1"), (2.4, "2"), (0.4, "d")):
        ax.annotate("", (3.1, 2.0), (0.3, height), arrowprops=line)
        ax.text(0.3, height, f"$x_{index}$", ha="center", va="center", bbox=disc)
        side = 0.3 if height > 2 else -0.3
        ax.text(1.55, height + 0.45 * (2 - height) + side, f"$w_{index}$", color=BLUE,
                ha="center", va="center")  # fmt: skip
    ax.text(0.3, 1.4, "⋮", ha="center", va="center")
    ax.annotate("", (5.2, 2.0), (3.1, 2.0), arrowprops=line)
    ax.annotate("", (7.0, 2.0), (5.2, 2.0), arrowprops=line)
    ax.text(3.1, 2.0, "Σ", ha="center", va="center", bbox=disc)
    ax.text(4.05, 2.3, "$f$", ha="center", va="center")
    ax.text(5.2, 2.0, "sign", ha="center", va="center", bbox=box)
    ax.text(7.0, 2.0, "$\\pm 1$", ha="center", va="center")


def loss_curves(ax: Axes, curves: Sequence[Loss], top: float | None = None) -> None:
    """Draw losses and the zero-one loss against ``y f``, the score on the right side.

    Parameters
    ----------
    ax : Axes
    curves : sequence of Loss
        Drawn for the label +1, which shows both labels, since each depends on ``y f`` alone.
    top : float, optional
        Where the loss axis ends.
    """
    scores = np.linspace(-2, 2, 401)
    left = scores <= 0
    ax.plot(scores[left], zero_one(scores[left], 1), color="black", ls="--", label="zero-one loss")
    ax.plot(scores[~left], zero_one(scores[~left], 1), color="black", ls="--")
    ax.plot(0, 1, "o", color="black")
    ax.plot(0, 0, "o", color="black", fillstyle="none")
    for loss, style in zip(curves, _styles(len(curves)), strict=True):
        ax.plot(scores, loss(scores, 1), ls=style, label=loss.name)
    ax.set(xlabel="signed score $y f$", ylabel="loss")
    if top is not None:
        ax.set_ylim(-0.04 * top, top)
    ax.legend()


def update_geometry(ax: Axes, weights: Floats, x: Floats, y: int) -> None:
    """Draw one update: the weights, the example, the new weights and both lines.

    Parameters
    ----------
    ax : Axes
    weights, x : array of shape (2,)
    y : int
        -1 or +1.
    """
    label("y", y)
    after = weights + y * x
    for vector, colour, style in ((weights, GREY, "--"), (after, GREEN, "-")):
        ax.axline((0, 0), (-vector[1], vector[0]), color=colour, ls=style, lw=1.2)
    arrow(ax, (0, 0), weights, GREY, "$w$")
    arrow(ax, weights, after, PURPLE, "")
    middle = (weights + after) / 2
    ax.annotate("$y x$", (middle[0], middle[1]), xytext=(8, 0), textcoords="offset points",
                color=PURPLE)  # fmt: skip
    arrow(ax, (0, 0), after, GREEN, "$w + y x$", shift=(-4, 6))
    colour, marker, _ = LABELS[y]
    ax.plot(*x, marker=marker, color=colour, ms=9)
    ax.annotate(f"$x$, label {y:+d}".replace("-", "−"), (x[0], x[1]), xytext=(8, 4),
                textcoords="offset points", color=colour)  # fmt: skip
    reach = 1.25 * float(np.abs([weights, x, after]).max())
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal",
           xlabel="first coordinate", ylabel="second coordinate")  # fmt: skip


def cumulative_mistakes(ax: Axes, runs: Mapping[str, Run]) -> None:
    """Draw the number of mistakes made so far against the round, one curve a run.

    Each curve starts at (0, 0) and has its own line style.

    Parameters
    ----------
    ax : Axes
    runs : mapping of str to Run
    """
    for (name, one), style in zip(runs.items(), _styles(len(runs)), strict=True):
        total = np.concatenate([[0], np.cumsum(one.mistakes)])
        ax.step(np.arange(len(total)), total, where="post", label=name, ls=style)
    ax.set(xlabel="round $t$", ylabel="mistakes so far", xlim=(0, None), ylim=(0, None))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend()


def _styles(number: int) -> list[Any]:
    """As many line styles as there are curves, so that colour is never the only difference."""
    styles = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 3))]
    return [styles[i % len(styles)] for i in range(number)]


class Animation:
    """An animation that needs no other host, and that a keyboard and a screen reader can use.

    In a notebook it shows itself as matplotlib's player; as text it is one line.

    Parameters
    ----------
    html : str
    text : str
        What is seen, for those who do not see it, and for the comparison of outputs.
    """

    def __init__(self, html: str, text: str) -> None:
        self._html = html
        self._text = text

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        """Return what is seen."""
        return self._text


def animate(run: Run) -> Animation:
    """Animate a run in the plane: one frame before each mistake and one after the last round.

    Parameters
    ----------
    run : Run
        With its weights kept, over a stream of dimension 2.

    Returns
    -------
    Animation

    Raises
    ------
    ValueError
        If the run kept no weights or its stream is not of dimension 2.
    """
    if run.weights is None:
        raise ValueError("run: expected kept weights, run it with keep_weights=True")
    stream, weights = run.stream, run.weights
    rounds = [*np.flatnonzero(run.mistakes).tolist(), len(stream)]
    reach = 1.15 * stream.radius
    fig, ax = plt.subplots(figsize=(4.6, 4.4), layout="constrained")

    def draw(frame: int) -> None:
        t = rounds[frame]
        ax.clear()
        later = stream.X[t + 1 :]
        ax.scatter(later[:, 0], later[:, 1], s=9, c=GREY, alpha=0.5, linewidths=0)
        points(ax, Stream(stream.X[: t + 1], stream.y[: t + 1]))
        hyperplane(ax, weights[t])
        title = f"after round {t}: {frame} mistakes"
        if t < len(stream):
            ax.plot(*stream.X[t], "o", ms=18, mfc="none", mec="black")
            title = f"round {t + 1}: mistake {frame + 1}"
        ax.set(xlim=(-reach, reach), ylim=(-reach, reach), title=title)

    player = FuncAnimation(fig, draw, frames=len(rounds), init_func=lambda: None, interval=1200)
    text = (
        f"Animation of {len(rounds)} frames: the line of score zero turns at each of "
        f"{run.mistake_count} mistakes in {len(stream)} rounds; the circled point is the mistake, "
        "and small grey points are still to come."
    )
    html = _own_player(player.to_jshtml(default_mode="once"), text)
    plt.close(fig)
    return Animation(html, text)


def margin(ax: Axes, stream: Stream, comparator: Floats) -> None:
    """Draw a separable stream in the plane, a comparator's line, and its margin on both sides.

    The instances that are nearest to the line are circled.

    Parameters
    ----------
    ax : Axes
    stream : Stream
        Of dimension 2.
    comparator : array of shape (2,)
        Of any norm but zero.
    """
    points(ax, stream)
    hyperplane(ax, comparator)
    unit = comparator / np.linalg.norm(comparator)
    distances = stream.y * (stream.X @ unit)
    for side in (-1, 1):
        foot = side * distances.min() * unit
        ax.axline((foot[0], foot[1]), (foot[0] - unit[1], foot[1] + unit[0]), color=GREY, ls="--",
                  lw=1.2)  # fmt: skip
    nearest = stream.X[np.isclose(distances, distances.min())]
    ax.plot(nearest[:, 0], nearest[:, 1], "o", ms=14, mfc="none", mec="black")
    reach = 1.1 * stream.radius
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach))


def mistakes_against_bounds(
    ax: Axes, groups: Mapping[str, tuple[Sequence[float], Sequence[float]]]
) -> None:
    """Draw mistakes against their bounds, both on logarithmic axes, below the line of equality.

    Parameters
    ----------
    ax : Axes
    groups : mapping of str to (bounds, mistakes)
        Each drawn with a marker of its own.
    """
    top = 1.0
    for (name, (bounds, mistakes)), marker in zip(groups.items(), "oPsX^Dv", strict=False):
        ax.plot(bounds, mistakes, marker, ls="", ms=6, label=name)
        top = max(top, *bounds)
    ax.plot([1, top], [1, top], color="black", lw=1.2)
    ax.annotate("mistakes = bound", (top, top), xytext=(-14, 0), ha="right", va="center",
                textcoords="offset points")  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="bound", ylabel="mistakes")
    ax.legend(loc="upper left", bbox_to_anchor=(0, 0.9))


def envelopes(progress: Axes, growth: Axes, run: Run, comparator: Floats, bound: Bound) -> None:
    """Draw the two quantities of the Block-Novikoff proof per mistake, between their envelopes.

    Progress ``<w, u>`` stays above ``k margin``; the norm ``||w||`` stays below ``sqrt(k) R``;
    and by Cauchy-Schwarz progress stays below ``||w|| ||u||``.

    Parameters
    ----------
    progress, growth : Axes
    run : Run
        From a zero start, with its weights kept.
    comparator : array of shape (d,)
    bound : Bound
        What `perclib.bounds.block_novikoff` says of the run's stream and the comparator.

    Raises
    ------
    ValueError
        If the run kept no weights.
    """
    if run.weights is None:
        raise ValueError("run: expected kept weights, run it with keep_weights=True")
    after = np.vstack([run.weights[:1], run.weights[1:][run.mistakes]])
    k = np.arange(len(after))
    norms = np.linalg.norm(after, axis=1)
    progress.plot(k, norms * bound.norm, ":", color=GREEN, label=r"$\|w\|\,\|u\|$")
    progress.plot(k, after @ comparator, color=BLUE, label=r"$\langle w,u\rangle$")
    progress.plot(k, k * bound.margin, "--", color=VERMILION, label=r"$k\gamma$")
    growth.plot(k, np.sqrt(k) * bound.radius, "--", color=VERMILION, label=r"$\sqrt{k}\,R$")
    growth.plot(k, norms, color=BLUE, label=r"$\|w\|$")
    for ax in (progress, growth):
        ax.set(xlabel="mistakes $k$", xlim=(0, None), ylim=(0, None))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.legend()


def slack(ax: Axes, stream: Stream, comparator: Floats, margin: float) -> None:
    """Draw what each instance in the plane lacks of a margin: its way to the line of its label.

    Parameters
    ----------
    ax : Axes
    stream : Stream
        Of dimension 2.
    comparator : array of shape (2,)
        Of any norm but zero.
    margin : float
        Above zero; the two dashed lines are where ``<u, x>`` is the margin and its negative.
    """
    points(ax, stream)
    hyperplane(ax, comparator)
    along = comparator / (comparator @ comparator)
    for side in (-1, 1):
        foot = side * margin * along
        ax.axline((foot[0], foot[1]), (foot[0] - along[1], foot[1] + along[0]),
                  color=LABELS[side][0], ls="--", lw=1.2)  # fmt: skip
    lacking = slacks(stream, comparator, margin)
    for (x, y), lack in zip(stream, lacking, strict=True):
        if lack > 0:
            end = x + y * lack * along
            ax.plot([x[0], end[0]], [x[1], end[1]], color=GREY, lw=1.2, zorder=0)
    reach = 1.1 * stream.radius
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach))


def bound_against_delta(ax: Axes, bounds: Mapping[str, Bound]) -> None:
    """Draw what lifting by Delta proves, over Delta, and the level that its minimum reaches.

    Parameters
    ----------
    ax : Axes
    bounds : mapping of str to Bound
        Of `perclib.bounds.freund_schapire`, with a comparator of norm above zero.  Where radius
        and slack are above zero the minimum is marked; where one is zero there is none, only
        the level that the curve comes down to at zero.
    """
    delta = np.geomspace(0.05, 20, 400)
    for (name, b), style in zip(bounds.items(), _styles(len(bounds)), strict=True):
        proved = (b.radius**2 + delta**2) * (b.norm**2 + (b.slack / delta) ** 2) / b.margin**2
        (line,) = ax.plot(delta, proved, ls=style, label=name)
        ax.axhline(b.value, color=line.get_color(), lw=0.8, ls=":")
        if b.radius * b.slack > 0:
            best = np.sqrt(b.radius * b.slack / b.norm)
            ax.plot(best, b.value, "o", color=line.get_color())
    ax.set(xscale="log", yscale="log", xlabel=r"$\Delta$", ylabel="bound on the mistakes")
    ax.legend()


def bound_against_margin(
    ax: Axes, margins: Floats, curves: Mapping[str, Sequence[float]], mistakes: int
) -> None:
    """Draw bounds over the margin asked of their comparator, and the mistakes that were made.

    Parameters
    ----------
    ax : Axes
    margins : array of shape (n,)
    curves : mapping of str to sequence of n floats
        The least value of each is marked.
    mistakes : int
    """
    for (name, values), style in zip(curves.items(), _styles(len(curves)), strict=True):
        (line,) = ax.plot(margins, values, ls=style, label=name)
        lowest = int(np.argmin(values))
        ax.plot(margins[lowest], values[lowest], "o", color=line.get_color())
    ax.axhline(mistakes, color="black", lw=1.2)
    ax.annotate(f"{mistakes} mistakes", (margins[-1], mistakes), xytext=(0, 4), ha="right",
                textcoords="offset points")  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel=r"margin asked, $\gamma$", ylabel="bound")
    ax.legend()


def bound_landscape(ax: Axes, stream: Stream, reach: float, least: Floats) -> None:
    """Draw the level lines of the Freund-Schapire bound over ``u / margin`` in the plane.

    Parameters
    ----------
    ax : Axes
    stream : Stream
        Of dimension 2.
    reach : float
        Half the width of the part that is drawn.
    least : array of shape (2,)
        Marked with a star: where the least bound was found.
    """
    grid = np.linspace(-reach, reach, 61)
    values = np.array([[freund_schapire(stream, [a, b], 1).value for a in grid] for b in grid])
    levels = np.round(np.geomspace(1.02 * values.min(), values.max(), 9))
    lines = ax.contour(grid, grid, values, levels=levels[:-1], colors=BLUE, linewidths=1)
    ax.clabel(lines, levels[:-1:2], fmt="%.0f")
    ax.plot(0, 0, "+", ms=10, color="black")
    ax.plot(*least, "*", ms=12, color=VERMILION)
    ax.set(xlabel=r"$u_1/\gamma$", ylabel=r"$u_2/\gamma$", aspect="equal")


def tangents(ax: Axes, q: float, points: Sequence[float]) -> None:
    """Draw the power ``a**q`` over a, and its tangents at some points.

    Parameters
    ----------
    ax : Axes
    q : float
        At least 1.
    points : sequence of float
        Where the tangents touch, each above 0.
    """
    a = np.linspace(0, 2.2, 200)
    ax.plot(a, a**q, color="black", label=f"$a^q$, $q={q:g}$")
    for m, style in zip(points, _styles(len(points) + 1)[1:], strict=True):
        (line,) = ax.plot(a, m**q + q * m ** (q - 1) * (a - m), ls=style, label=f"tangent at {m:g}")
        ax.plot(m, m**q, "o", color=line.get_color())
    ax.set(xlabel="hinge loss $a$", ylabel="$q$-hinge loss", ylim=(-0.6, None))
    ax.legend()


def young_cost(ax: Axes, powers: Sequence[float]) -> None:
    """Draw how many times a hinge bound grows when Young's inequality relaxes it.

    Parameters
    ----------
    ax : Axes
    powers : sequence of float
        One curve each, over ``L_q / B**2``; the level ``q**2`` is dotted.
    """
    ratios = np.geomspace(1e-4, 1e4, 200)
    for q, style in zip(powers, _styles(len(powers)), strict=True):
        costs = [(q / 2 + np.hypot(q / 2, np.sqrt(r))) ** 2 / hinge_value(1, r, q) for r in ratios]
        (line,) = ax.plot(ratios, costs, ls=style, label=f"$q={q:g}$")
        ax.axhline(q**2, color=line.get_color(), lw=0.8, ls=":")
    ax.set(xscale="log", yscale="log", xlabel="$L_q/B^2$", ylabel="relaxed bound / bound")
    ax.legend()


def bounds_over_power(ax: Axes, powers: Floats, curves: Mapping[str, Sequence[float]]) -> None:
    """Draw hinge bounds over the power of their loss.

    Parameters
    ----------
    ax : Axes
    powers : array of shape (n,)
    curves : mapping of str to sequence of n floats
    """
    for (name, values), style in zip(curves.items(), _styles(len(curves)), strict=True):
        ax.plot(powers, values, ls=style, label=name)
    ax.set(xlabel="power $q$", ylabel="bound", ylim=(0, None))
    ax.legend()


def members(ax: Axes, names: Sequence[str], bounds: Mapping[str, Sequence[float]],
            mistakes: Sequence[int]) -> None:  # fmt: skip
    """Draw several bounds side by side for each of several streams, above the mistakes.

    Parameters
    ----------
    ax : Axes
    names : sequence of n str
        The streams, one row each, the first on top.
    bounds : mapping of str to sequence of n floats
        Each drawn with a marker of its own.
    mistakes : sequence of n int
    """
    rows = np.arange(len(names))[::-1]
    ax.plot(mistakes, rows, "|", ms=16, mew=3, color="black", label="mistakes")
    spread = np.linspace(0.24, -0.24, len(bounds))
    for (name, values), marker, shift in zip(bounds.items(), "oPsX^Dv", spread, strict=False):
        ax.plot(values, rows + shift, marker, ls="", ms=6, label=name)
    ax.hlines(rows[:-1] - 0.5, 0, 1, colors=GREY, lw=0.5, transform=ax.get_yaxis_transform())
    ax.set(xscale="log", xlabel="bound, and mistakes", yticks=rows, yticklabels=names)
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))


# The signs that stand in for the icon font which matplotlib's player would fetch.
_SIGNS = {
    "minus": "−",
    "fast-backward": "|◀",
    "step-backward": "◀|",
    "play fa-flip-horizontal": "◀",
    "pause": "❚❚",
    "play": "▶",
    "step-forward": "|▶",
    "fast-forward": "▶|",
    "plus": "+",
}


def _own_player(html: str, text: str) -> str:
    """Matplotlib's player without its link to another host, with names for what it shows."""
    html = re.sub(r"<link[^>]*>", "", html)
    html = re.sub(r'<i class="fa fa-([^"]+)"></i>', lambda icon: _SIGNS[icon[1]], html)
    html = re.sub(r'<img id="(\w+)">', rf'<img id="\1" alt="{text}">', html)
    html = re.sub(r'(<input id="\w+" type="range")', r'\1 aria-label="Frame"', html)
    random_name = re.findall(r"_anim_img([0-9a-f]+)", html)[0]
    # The same cell gives the same output.
    return html.replace(random_name, f"{zlib.crc32(text.encode()):08x}")


def hero() -> Figure:
    """Draw the picture of the book: a perceptron at work, and its mistakes under their bound.

    Returns
    -------
    Figure
        Left, a separable stream in the plane with the line after each mistake, the last one dark;
        right, the mistakes so far below the Block-Novikoff bound ``(R / margin)**2``.
    """
    stream, _, margin = separable(trials=120, dimension=2, margin=0.15, seed=105)
    result = run(Perceptron.zero(2), stream, keep_weights=True)
    fig, (plane, count) = plt.subplots(1, 2, figsize=(8.4, 3.9), layout="constrained")
    points(plane, stream)
    moments = np.flatnonzero(result.mistakes)
    for order, t in enumerate(moments):
        weights = np.asarray(result.weights)[t + 1]
        last = order == len(moments) - 1
        plane.axline((0, 0), (-weights[1], weights[0]), color="black" if last else GREY,
                     lw=2.2 if last else 0.8, alpha=1 if last else 0.7)  # fmt: skip
    plane.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), title="the line turns at every mistake")
    cumulative_mistakes(count, {"mistakes": result})
    bound = (stream.radius / margin) ** 2
    count.axhline(bound, color=VERMILION, ls="--", label="bound $(R/\\gamma)^2$")
    count.set(title="and it makes few of them", ylim=(0, 1.15 * bound))
    count.legend(loc="center right")
    return fig
