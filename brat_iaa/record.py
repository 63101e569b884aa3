"""Records with named values: what NamedTuple is, without being a tuple, so that they may have bases
and compute values once.

Dataclasses would do the same, but they make and compile their methods whenever a command starts: of
thirty classes that took a third of the time in which numpy is imported.
"""

from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda record: record


@dataclass_transform(frozen_default=True)
class FrozenRecord:
    """Base of records. A subclass names its values by annotations, and gives them defaults.

    apart  names of values that do not count where two records are compared
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, apart=(), **options):
        super().__init_subclass__(**options)
        above = cls._fields
        cls._fields = above + tuple(
            name
            for name, type in getattr(cls, "__annotations__", {}).items()
            if name not in above and "ClassVar" not in str(type)
        )
        cls._names = frozenset(cls._fields)
        cls._defaults = {name: getattr(cls, name) for name in cls._fields if hasattr(cls, name)}
        compared = [name for name in cls._fields if name not in apart]
        cls._compared = attrgetter(*compared or ["__class__"])

    def __init__(self, *values, **named):
        placed, given = dict(zip(self._fields, values)), self.__dict__
        given.update(self._defaults)
        given.update(placed)
        given.update(named)
        if given.keys() != self._names or len(values) > len(placed):
            wrong = sorted(given.keys() ^ self._names) or len(values)
            raise TypeError(f"{type(self).__name__}: missing or unknown: {wrong}")
        if placed and not placed.keys().isdisjoint(named):
            twice = sorted(placed.keys() & named.keys())
            raise TypeError(f"{type(self).__name__}: given twice: {twice}")

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__}.{name} is set once")

    def __eq__(self, other):
        return type(self) is type(other) and self._compared(self) == other._compared(other)

    def __hash__(self):
        return hash(self._compared(self))

    def __repr__(self):
        values = (f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({', '.join(values)})"

    def _replace(self, **changes):
        """The record with other values."""
        values = {name: getattr(self, name) for name in self._fields}
        return type(self)(**{**values, **changes})
