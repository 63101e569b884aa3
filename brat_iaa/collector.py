"""Python's garbage collector, held back while millions of small lasting records are made.

It would look through all of them again and again and find nothing to collect.
"""

import atexit
import contextlib
import gc


@contextlib.contextmanager
def paused():
    """No collection inside; afterwards as before, also after an error."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def stop():
    """No collection until the process ends, nor when it does: its memory goes as a whole."""
    gc.disable()
    atexit.register(gc.freeze)
