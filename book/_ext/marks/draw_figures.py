"""Draw each figure of a notebook as often as it is shown, in the kernel that runs the notebook.

Matplotlib draws a figure for a window that a kernel does not have, finds the places of its parts
anew for each format, and draws the figure once before with nothing, so that they find their places.
All this is left out: a notebook's figures cost half of the time.
"""

from types import SimpleNamespace

from IPython.core import pylabtools
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib_inline import backend_inline

print_figure = pylabtools.print_figure
fetch_metadata = backend_inline._fetch_figure_metadata


def printed_once(fig, *args, **kwargs):
    """Print a figure in a format; its parts stay where they are for the next."""
    layout = fig.get_layout_engine()

    def lay_out(_renderer):
        del fig.draw  # the next time it is drawn
        layout.execute(fig)

    if layout is not None and fig.axes:
        fig.draw = lay_out
    data = print_figure(fig, *args, **kwargs)
    fig.set_layout_engine("none")
    return data


def colours_of_labels(axis):
    """Stand for an axis of which only the colours of its labels are asked, wherever they are."""
    labels = [x for tick in axis.get_major_ticks() for x in (tick.label1, tick.label2)]
    return SimpleNamespace(get_ticklabels=lambda: [x for x in labels if x.get_visible()])


def metadata_before(fig):
    """Say what background a figure needs before the labels of its axes have places."""
    stands = [
        SimpleNamespace(xaxis=colours_of_labels(of.xaxis), yaxis=colours_of_labels(of.yaxis))
        for of in fig.axes
    ]
    return fetch_metadata(SimpleNamespace(axes=stands, get_facecolor=fig.get_facecolor))


def listen():
    """Draw figures so from now on."""
    FigureCanvasAgg.draw_idle = lambda *_: None
    pylabtools.print_figure = printed_once
    backend_inline._fetch_figure_metadata = metadata_before


def draw_before():
    """Draw a figure as notebooks do: what is read and made for the first of them is there then."""
    fig = Figure(layout="constrained")
    axes = fig.subplots(1, 2)
    axes[0].set_xscale("log")
    axes[0].plot([1, 1000], [-1, 1], label="$x_1$")
    axes[0].set_title("$a^2$, b")
    axes[0].legend()
    axes[1].scatter([1], [1])
    print_figure(fig, "svg")
