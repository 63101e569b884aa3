"""Who may go at the same time: many together, or one alone, for each key."""

import threading
import time
from contextlib import contextmanager


class TooLong(Exception):
    """A turn did not come in time."""


class _Queue:
    def __init__(self):
        self.together = 0  # going now
        self.alone = False  # one goes alone now
        self.alone_waiting = 0
        self.users = 0  # going or waiting; the queue is dropped when nobody is left


class Turns:
    """Turns for each of any number of keys; what nobody uses takes no memory.

    Who wants to go alone is let in before those who come later, so that a
    page that asks again and again cannot keep it out.
    """

    def __init__(self):
        self._changed = threading.Condition()
        self._queues = {}

    @contextmanager
    def together(self, key, patience):
        """With others of the key, but with nobody who goes alone. Raises TooLong after patience
        seconds.
        """
        with self._queue(key) as queue:
            self._wait(lambda: not queue.alone and not queue.alone_waiting, patience)
            queue.together += 1
            self._changed.release()
            try:
                yield
            finally:
                self._changed.acquire()
                queue.together -= 1

    @contextmanager
    def alone(self, key, patience):
        """With nobody else of the key. Raises TooLong after patience seconds."""
        with self._queue(key) as queue:
            queue.alone_waiting += 1
            try:
                self._wait(lambda: not queue.alone and not queue.together, patience)
            finally:
                queue.alone_waiting -= 1
            queue.alone = True
            self._changed.release()
            try:
                yield
            finally:
                self._changed.acquire()
                queue.alone = False

    @contextmanager
    def _queue(self, key):
        """The key's queue, with the condition held outside of the turn itself."""
        with self._changed:
            queue = self._queues.setdefault(key, _Queue())
            queue.users += 1
            try:
                yield queue
            finally:
                queue.users -= 1
                if not queue.users:
                    del self._queues[key]
                self._changed.notify_all()

    def _wait(self, free, patience):
        until = time.monotonic() + patience
        while not free():
            left = until - time.monotonic()
            if left <= 0 or not self._changed.wait(left):
                if not free():
                    raise TooLong
