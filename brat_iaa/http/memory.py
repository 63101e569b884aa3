"""What a thread has freed is there for the threads of later requests.

glibc lets up to eight times as many groups of threads as there are processors have memory of their
own. What is free in one is of no use to the others, so each grows to what its largest request has
taken, and a server with a thread for each request grows for hours.
"""

import ctypes

# M_ARENA_MAX in glibc's malloc.h.
_MOST_ARENAS = -8
# Two threads seldom ask for memory at the same moment: only one at a time runs Python.
ARENAS = 2


def share():
    """Have threads that start from now on share their memory, where the C library can do so."""
    try:
        choose = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return  # other C libraries do not give memory to groups of threads
    choose(_MOST_ARENAS, ARENAS)
