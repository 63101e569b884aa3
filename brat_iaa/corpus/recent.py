"""What is made of the lines of a file, kept of the files that were asked for it last: records are
large, and lists go from document to document.
"""

from collections import deque
from functools import cached_property
from typing import Any

_MOST = 200


class recent(cached_property):  # a decorator, as its base
    """A cached property that the objects that were asked for it first forget again."""

    def __init__(self, function):
        super().__init__(function)
        self._having: deque = deque()

    def __get__(self, instance, owner=None) -> Any:
        value = super().__get__(instance, owner)
        if instance is not None:
            self._having.append(instance)
            if len(self._having) > _MOST:
                vars(self._having.popleft()).pop(self.attrname, None)
        return value
