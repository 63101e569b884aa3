"""Things that take long to make, kept while they are in use."""

import threading
from collections import OrderedDict


class LastUsed:
    """What was made for the keys that were asked for last. Any number of threads may ask.

    most  how many are kept
    """

    def __init__(self, most):
        self._most = most
        self._made = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key, make):
        """What was made for the key, or make(), kept for the next time.

        Whoever asks meanwhile waits, instead of making the same once more.
        """
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
            self._made.move_to_end(key)
            while len(self._made) > self._most:
                self._made.popitem(last=False)
            return self._made[key]

    def forget(self, key):
        """Make it anew when it is asked for again."""
        with self._lock:
            self._made.pop(key, None)
