"""A JavaScript engine for the scripts of the pages that need no page."""

import atexit

from py_mini_racer import MiniRacer


def engine(*texts):
    """V8 that has read some scripts, closed before the interpreter begins to end.

    Left to the garbage collector, it would then wait for a thread that Python 3.13 runs no more.
    """
    context = MiniRacer()
    atexit.register(context.close)
    for text in texts:
        context.eval(text)
    return context
