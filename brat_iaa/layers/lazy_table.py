"""A DependencyTable of which the columns are made first, and the rest on access."""

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import ArcColumns, columns_of_drawn
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.layers.drawn_arcs import drawn_arcs
from brat_iaa.lru_cache import LastUsed

_tables = LastUsed(64)


class TableFacts(NamedTuple):
    """The part of a DependencyTable that is kept, and the settings that it was made with.

    sentence_starts  in characters
    left_out         fragments of the tokens that are no items
    """

    settings: object
    annotators: tuple
    excluded: tuple
    problems: tuple
    columns: ArcColumns
    sentence_starts: numpy.ndarray
    left_out: list


def table_facts(settings, document) -> TableFacts:
    """The TableFacts of a ParallelDocument. settings: DependencySettings"""
    drawn = drawn_arcs(document, settings)
    columns = columns_of_drawn(drawn, settings.tokens == "drawn")
    tokens = drawn.tokens
    left_out = numpy.ones(len(tokens.start), dtype=bool)
    left_out[drawn.items] = False
    bounds = list(zip(tokens.start[left_out].tolist(), tokens.end[left_out].tolist()))
    return TableFacts(
        settings, drawn.annotators, drawn.excluded, drawn.problems, columns,
        numpy.array([start for start, _ in tokens.bounds], dtype=numpy.int64),
        [
            tokens.several.get(token, (bound,))
            for token, bound in zip(numpy.flatnonzero(left_out).tolist(), bounds)
        ],
    )  # fmt: skip


class LazyTable:
    """Like the DependencyTable of a document.

    document  ParallelDocument; if it was read ahead, the rest of the table is not kept
    settings  DependencySettings

    root      span type of the root token
    """

    _whole = None

    def __init__(self, document, settings):
        self._made_of, self._settings, self.root = document, settings, settings.root
        facts = document.made
        if facts is None or facts.settings != settings:
            facts = table_facts(settings, document)
            # A viewer's table must hold no more of the others than it shows.
            drawn = {name: own.as_drawn for name, own in document.annotations.items()}
            self._made_of = replace(document, annotations=drawn)
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotators, self.excluded = facts.annotators, facts.excluded
        self.problems, self.columns = facts.problems, facts.columns
        self.sentence_starts, self.left_out = facts.sentence_starts, facts.left_out
        if not document.others:
            self.others = ()

    def whole(self):
        """The DependencyTable. Raises ProjectError if a file changed since."""
        document = self._made_of
        if document.made is None:
            if self._whole is None:
                self._whole = dependency_table(document, self._settings)
            return self._whole
        return _tables.get(
            (document.name, tuple(document.files.values()), document.identity, self._settings),
            lambda: dependency_table(document, self._settings),
        )

    def span(self, annotator, row):
        """The Span of an annotator by its row in SpanColumns."""
        return self._spans[annotator][row]

    def event(self, annotator, row):
        """The Event of an annotator by its row in the file."""
        return self._events[annotator][row]

    @property
    def annotations(self):
        """{annotator: Annotations}, without what was said of them in words."""
        return self._made_of.annotations

    @cached_property
    def _spans(self):
        return {name: list(self.annotations[name].spans.values()) for name in self.annotators}

    @cached_property
    def _events(self):
        return {name: list(self.annotations[name].events.values()) for name in self.annotators}

    @cached_property
    def _first_spans(self):
        spans: dict = {name: {} for name in self.annotators}
        for name, first in spans.items():
            for span in self.annotations[name].spans.values():
                first.setdefault(span.offsets, span)
        return spans

    def spans_at(self, fragments, annotators):
        """{annotator: the first Span with these offsets} of those who drew one."""
        spans = {name: self._first_spans[name].get(fragments) for name in annotators}
        return {name: span for name, span in spans.items() if span is not None}

    def __getattr__(self, name):
        # Only called for attributes that are not among the facts.
        if name.startswith("__") or "_made_of" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.whole(), name)
