"""Draw each figure of a notebook as often as it is shown, in the kernel that runs the notebook.

Matplotlib draws a figure for a window that a kernel does not have, and finds the places of its
parts anew for each format.  This is left out.  For pages alone, which show one format, it also
draws a figure once less and asks for the colour of labels without their places; the picture is the
same, but a second format would not be.
"""

from functools import partial
from types import SimpleNamespace

from IPython.core import pylabtools
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.layout_engine import ConstrainedLayoutEngine

print_figure = pylabtools.print_figure


def printed_once(fig, *args, **kwargs):
    """Print a figure in a format; its parts stay where they are for the next."""
    data = print_figure(fig, *args, **kwargs)
    fig.set_layout_engine("none")
    return data


def printed_alone(fig, *args, **kwargs):
    """Print a figure in its one format; its parts find their places without being drawn."""
    layout = fig.get_layout_engine()

    def lay_out(_renderer):
        del fig.draw  # the next time it is drawn
        layout.execute(fig)

    if isinstance(layout, ConstrainedLayoutEngine):
        fig.draw = lay_out
    return print_figure(fig, *args, **kwargs)


def colours_of_labels(axis):
    """Stand for an axis of which only the colours of its labels are asked, wherever they are."""
    labels = [x for tick in axis.get_major_ticks() for x in (tick.label1, tick.label2)]
    return SimpleNamespace(get_ticklabels=lambda: [x for x in labels if x.get_visible()])


def metadata_before(fetch_metadata, fig):
    """Say what background a figure needs before the labels of its axes have places."""
    stands = [
        SimpleNamespace(xaxis=colours_of_labels(of.xaxis), yaxis=colours_of_labels(of.yaxis))
        for of in fig.axes
    ]
    return fetch_metadata(SimpleNamespace(axes=stands, get_facecolor=fig.get_facecolor))


def listen(formats):
    """Draw figures so from now on, in that many formats."""
    FigureCanvasAgg.draw_idle = lambda *_: None
    if formats > 1:
        pylabtools.print_figure = printed_once
    else:
        from matplotlib_inline import backend_inline  # its import sets figures up

        pylabtools.print_figure = printed_alone
        fetch_metadata = backend_inline._fetch_figure_metadata
        backend_inline._fetch_figure_metadata = partial(metadata_before, fetch_metadata)
