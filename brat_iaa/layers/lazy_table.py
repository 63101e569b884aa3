"""A DependencyTable of which the columns are made first, and the rest on access."""

from typing import NamedTuple

from brat_iaa.layers.columns import ArcColumns, columns_of_drawn
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.layers.drawn_arcs import drawn_arcs
from brat_iaa.lru_cache import LastUsed

_tables = LastUsed(64)


class TableFacts(NamedTuple):
    """The part of a DependencyTable that is kept, and the settings that it was made with."""

    settings: object
    annotators: tuple
    excluded: tuple
    problems: tuple
    columns: ArcColumns


def table_facts(settings, document) -> TableFacts:
    """The TableFacts of a ParallelDocument. settings: DependencySettings"""
    arcs = drawn_arcs(document, settings)
    columns = columns_of_drawn(arcs, settings.tokens == "drawn")
    return TableFacts(settings, arcs.annotators, arcs.excluded, arcs.problems, columns)


class LazyTable:
    """Like the DependencyTable of a document.

    document  ParallelDocument; if others read it, the rest of the table is not kept
    facts     TableFacts of it
    """

    _whole = None

    def __init__(self, document, facts):
        self._made_of, self._settings = document, facts.settings
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotators, self.excluded = facts.annotators, facts.excluded
        self.problems, self.columns = facts.problems, facts.columns

    def whole(self):
        """The DependencyTable. Raises ProjectError if a file changed since."""
        document = self._made_of
        if document.made is None:
            self._whole = self._whole or dependency_table(document, self._settings)
            return self._whole
        return _tables.get(
            (document.name, tuple(document.files.values()), document.identity, self._settings),
            lambda: dependency_table(document, self._settings),
        )

    def __getattr__(self, name):
        # Only called for attributes that are not among the facts.
        if name.startswith("__") or "_made_of" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.whole(), name)
