"""Draw each figure of a notebook as often as it is shown, in the kernel that runs the notebook.

Matplotlib draws a figure for a window that a kernel does not have, and finds the places of its
parts anew for each format.  Both are left out: a notebook's figures cost a third of the time.
"""

from IPython.core import pylabtools
from matplotlib.backends.backend_agg import FigureCanvasAgg

print_figure = pylabtools.print_figure


def printed_once(fig, *args, **kwargs):
    """Print a figure in a format; its parts stay where they are for the next."""
    data = print_figure(fig, *args, **kwargs)
    fig.set_layout_engine("none")
    return data


def listen():
    """Draw figures so from now on."""
    FigureCanvasAgg.draw_idle = lambda *_: None
    pylabtools.print_figure = printed_once
