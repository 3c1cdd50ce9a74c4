"""How much memory some work takes, as Python and NumPy count it."""

import gc
import tracemalloc


def peak_of(work):
    """Give the most bytes that were held at once for some work, done a second time."""
    work()  # the first time, modules may be imported
    gc.collect()
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
