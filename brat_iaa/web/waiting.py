"""Answer by a deadline; the computation continues in the background, and says how far it is."""

import contextvars
import threading
import time
from concurrent.futures import Future, wait

# brat's process waits 2 seconds for the pages; this leaves it some.
PATIENCE = 0.8
# Computations whose ends are kept.
_KEPT = 64
# A page waits that many seconds for the first figures of a project, before it shows progress.
FIRST = 2


class StillComputing(Exception):
    """There is no answer yet; whoever asks again later gets it from what was computed meanwhile.

    doing  what is being computed, (text, done, total), or None
    ended  Future of the last computation for this key that has ended, or None
    """

    doing = ended = None

    def __init__(self, ended=None):
        super().__init__()
        self.ended = ended


class Waiting:
    """Lets callers wait for a short time, while one thing at a time is computed for each key.

    seconds  how long a caller waits at most
    """

    def __init__(self, seconds=PATIENCE):
        self.seconds = seconds
        self._lock = threading.Lock()
        self._turns = {}
        self._under_way = {}  # {Future: when it began}
        self._ended = {}  # {key: Future}

    def seconds_under_way(self):
        """List of the seconds that each computation has taken which has not ended."""
        now = time.monotonic()
        with self._lock:
            return [now - began for began in self._under_way.values()]

    def answer(self, key, compute, seconds=None):
        """What compute() returns, or raises. Raises StillComputing when that takes too long: more
        than these seconds, where they are given.

        compute is called in another thread, once everything before it under this key has ended: it
        sees the files as they are after the call, and finds what was computed before. A caller
        whose turn does not come in time has nothing computed.
        """
        seconds = self.seconds if seconds is None else seconds
        end = time.monotonic() + seconds
        with self._lock:
            turn = self._turns.setdefault(key, threading.Lock())
        if not turn.acquire(timeout=seconds):
            raise StillComputing(self._ended.get(key))
        computation = Future()
        with self._lock:
            self._under_way[computation] = time.monotonic()

        def end_turn():
            with self._lock:
                del self._under_way[computation]
            turn.release()

        def run():
            try:
                ended, result = computation.set_result, compute()
            except BaseException as error:
                ended, result = computation.set_exception, error
            end_turn()
            ended(result)
            with self._lock:
                self._ended.pop(key, None)
                self._ended[key] = computation
                if len(self._ended) > _KEPT:
                    del self._ended[next(iter(self._ended))]

        before = self._ended.get(key)
        try:
            # Not waited for at the end of the server either.
            threading.Thread(
                target=contextvars.copy_context().run, args=(run,), daemon=True
            ).start()
        except BaseException:  # no thread is left: else nobody would ever have a turn again
            end_turn()
            raise
        wait([computation], max(0, end - time.monotonic()))
        if not computation.done():
            raise StillComputing(before)
        return computation.result()


# What a Study says it is doing, in the order in which it does that.
_STEPS = (
    ("Read the files", ("Reading documents", "Reading files")),
    ("Compare the documents", ("Comparing documents",)),
    ("Compute the figures", ("Computing",)),
    ("Prepare the pages", ()),
)


def steps(doing):
    """The steps of the work: the name of each, whether it is done, now or later, and of the current
    one how many pieces there are and are done, where that is known.

    doing  (text, done, total) of the current one; None if it is not known
    """
    if doing is None:
        return []
    text, done, total = doing
    now = next(
        (place for place, (_name, texts) in enumerate(_STEPS) if text.startswith(texts)),
        len(_STEPS) - 1,
    )
    steps_now = [
        {"name": name, "state": "done" if place < now else "later"}
        for place, (name, _texts) in enumerate(_STEPS)
    ]
    steps_now[now].update(state="now", done=done, total=total)
    return steps_now
