"""Locks by key: each is held by many together, or by one alone."""

import threading
import time
from contextlib import contextmanager


class LockTimeout(Exception):
    """The lock was not free in time."""


class _Queue:
    def __init__(self):
        self.shared = 0  # now held together by so many
        self.exclusive = False  # now held by one alone
        self.waiting = 0  # for the lock alone
        self.users = 0  # holding or waiting; without any the queue is dropped


class KeyedLocks:
    """A lock for each of any number of keys; what nobody uses takes no memory.

    Whoever wants a lock alone gets it before those who come later, so that a page that asks again
    and again cannot keep it away.
    """

    def __init__(self):
        self._changed = threading.Condition()
        self._queues = {}

    @contextmanager
    def shared(self, key, timeout):
        """Hold the lock together with others. Raises LockTimeout after timeout seconds."""
        with self._queue(key) as queue:
            self._wait(lambda: not queue.exclusive and not queue.waiting, timeout)
            queue.shared += 1
            self._changed.release()
            try:
                yield
            finally:
                self._changed.acquire()
                queue.shared -= 1

    @contextmanager
    def exclusive(self, key, timeout):
        """Hold the lock alone. Raises LockTimeout after timeout seconds."""
        with self._queue(key) as queue:
            queue.waiting += 1
            try:
                self._wait(lambda: not queue.exclusive and not queue.shared, timeout)
            finally:
                queue.waiting -= 1
            queue.exclusive = True
            self._changed.release()
            try:
                yield
            finally:
                self._changed.acquire()
                queue.exclusive = False

    @contextmanager
    def _queue(self, key):
        """Hold the condition around what is done with the key's queue, but not in the lock."""
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

    def _wait(self, free, timeout):
        until = time.monotonic() + timeout
        while not free():
            left = until - time.monotonic()
            if left <= 0 or not self._changed.wait(left):
                if not free():
                    raise LockTimeout
