"""Processes of this machine that share large computations; none are started until there is one."""

import os

from brat_iaa.errors import BratIaaError


class Processes:
    """As much of an Executor of concurrent.futures as is needed: submit(). A process a processor.

    A context: at its end the processes end, and what they have not begun is left undone.
    Raises BratIaaError if one of them ended before.
    """

    def __init__(self):
        self._pool = None

    def submit(self, function, *given):
        """The Future of function(*given), both of which can be pickled."""
        if self._pool is not None:
            from concurrent.futures import BrokenExecutor

            try:
                return self._pool.submit(function, *given)
            except BrokenExecutor:
                # Servers go on: what was lost has been said to whoever waited for it.
                self._pool.shutdown(wait=False)
        self._pool = _pool()
        return self._pool.submit(function, *given)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self._pool is None:
            return
        from concurrent.futures import BrokenExecutor

        self._pool.shutdown(cancel_futures=True)
        if kind is not None and issubclass(kind, BrokenExecutor):
            raise BratIaaError(
                "A process that read documents or compared trees was ended from outside, perhaps "
                "for lack of memory. Run the command again with more memory free."
            ) from None


def _pool():
    # Most commands need none of this.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Spawned ones behave the same everywhere, and have no part of what this process holds.
    return ProcessPoolExecutor(
        processors(),
        multiprocessing.get_context("spawn"),
        initializer=_leave_stopping_to_the_parent,
    )


def processors():
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _leave_stopping_to_the_parent():
    """Ctrl-C is for all processes of a terminal; only one has to say so."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
