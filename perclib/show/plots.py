"""The marks and figures that chapters share; what only one chapter draws is drawn there.

Each function that draws does so on the axes it is given and returns nothing, so that a chapter lays
out its own figures.  Nothing here changes matplotlib's settings: the look of the book is in
``notebooks/matplotlibrc``.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perclib._checks import Floats, vector
from perclib.data import Stream
from perclib.learners.losses import Loss, zero_one

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "LABELS",
    "LINES",
    "MARKERS",
    "PURPLE",
    "VERMILION",
    "arrow",
    "hyperplane",
    "loss_curves",
    "mistakes_against_bounds",
    "note",
    "points",
    "styled",
]

# Okabe and Ito's palette, safe for colour-blind readers; markers tell the labels apart as well.
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
GREY = "#767676"
LINES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 3))]
MARKERS = "oPsX^Dv<>*dphH8"
LABELS = {1: (BLUE, "P", "label +1"), -1: (VERMILION, "o", "label −1")}


def points(ax: Axes, stream: Stream) -> None:
    """Draw the instances of a stream of dimension 2, marked by label."""
    if stream.dimension != 2:
        raise ValueError(f"stream: expected dimension 2, got {stream.dimension}")
    for sign, (colour, marker, name) in LABELS.items():
        X = stream.X[stream.y == sign]
        ax.scatter(X[:, 0], X[:, 1], s=36, c=colour, marker=marker, label=name, linewidths=0)
    ax.set(xlabel="first coordinate", ylabel="second coordinate", aspect="equal")


def hyperplane(ax: Axes, weights: Floats, *, colour: str = "black", **line: Any) -> None:
    """Draw the line ``<w, x> = 0`` by ``Axes.axline`` and, from the origin, the direction of w.

    Nothing is drawn for ``w = 0``, which has no such line.
    """
    weights = vector("weights", weights, 2)
    norm = float(np.linalg.norm(weights))
    if norm == 0:
        return
    unit = weights / norm
    ax.axline((0, 0), (-unit[1], unit[0]), color=colour, **line)
    arrow(ax, (0, 0), 0.35 * unit, colour)


def arrow(ax: Axes, tail: ArrayLike, tip: ArrayLike, colour: str, name: str = "",
          shift: tuple[float, float] = (6, 6)) -> None:  # fmt: skip
    """Draw an arrow from tail to tip, and write its name `shift` points away from the tip."""
    (x, y), start = np.asarray(tip), np.asarray(tail)
    style = {"arrowstyle": "-|>", "color": colour, "lw": 2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", (x, y), (start[0], start[1]), arrowprops=style)
    note(ax, tip, name, colour, shift)


def note(ax: Axes, place: ArrayLike, text: str, colour: str, shift: tuple[float, float]) -> None:
    """Write a text `shift` points away from a place."""
    x, y = np.asarray(place)
    ax.annotate(text, (x, y), xytext=shift, textcoords="offset points", color=colour)


def loss_curves(ax: Axes, curves: Sequence[Loss], top: float | None = None) -> None:
    """Draw losses and the zero-one loss against ``y f``, positive where the score is right.

    They are drawn for the label +1, which shows both labels, since each depends on ``y f`` alone.
    The loss axis ends at `top`.
    """
    scores = np.linspace(-2, 2, 401)
    left = scores <= 0
    ax.plot(scores[left], zero_one(scores[left], 1), color="black", ls="--", label="zero-one loss")
    ax.plot(scores[~left], zero_one(scores[~left], 1), color="black", ls="--")
    ax.plot(0, 1, "o", color="black")
    ax.plot(0, 0, "o", color="black", fillstyle="none")
    for loss, style in zip(curves, cycle(LINES), strict=False):
        ax.plot(scores, loss(scores, 1), ls=style, label=loss.name)
    ax.set(xlabel="signed score $y f$", ylabel="loss")
    if top is not None:
        ax.set_ylim(-0.04 * top, top)
    ax.legend()


def styled(curves: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each curve with its name and a line style, so that colour is not all."""
    return zip(curves, curves.values(), cycle(LINES), strict=False)


def mistakes_against_bounds(
    ax: Axes, groups: Mapping[str, tuple[Sequence[float], Sequence[float]]]
) -> None:
    """Draw mistakes against bounds, on logarithmic axes, below the line of equality.

    Each group is a pair (bounds, mistakes), with a marker of its own.
    """
    top = 1.0
    for (name, (bounds, mistakes)), marker in zip(groups.items(), cycle(MARKERS), strict=False):
        ax.plot(bounds, mistakes, marker, ls="", ms=6, label=name)
        top = max(top, *bounds)
    ax.plot([1, top], [1, top], color="black", lw=1.2)
    ax.annotate("mistakes = bound", (top, top), xytext=(-14, 0), ha="right", va="center",
                textcoords="offset points")  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="bound", ylabel="mistakes")
    ax.legend(loc="upper left", bbox_to_anchor=(0, 0.9))
