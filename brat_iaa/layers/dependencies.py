"""Dependencies as items and values: the value of a token is the set of its (head, label) pairs.

Source of the definition: Ragheb & Dickinson 2013, section 4.1. Heads are tokens; tokens are
identified by document and character offsets, never by brat ids.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.layers.arcs import ArcTable, DocumentArcs, joined_arcs
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_arcs import DrawnDocuments
from brat_iaa.values.table import EMPTY

# Characters of texts, for each annotator of them, whose arrays are made at once: enough for arrays,
# few enough for memory.
_TOGETHER = 1 << 20


class Arc(NamedTuple):
    """One drawn arc: token indexes of dependent and head, label, brat id, line in the .ann."""

    dependent: int
    head: int
    label: str
    id: str
    line: int


class DependencyTable:
    """One document: its items and their values by each annotator. The arrays of many are made at
    once, the objects of one when they are first asked for.

    document, text   name and text
    annotators       who have begun it
    excluded         those who have not: tuple of Excluded
    files            {annotator: path of the .ann below the project}
    drawn            whether annotators draw the tokens: then a token that they lack has an empty
                     value
    root             span type of the root token
    sentence_starts  in characters
    others           tuple of DependencyTable, one for each other text that annotators have of it

    documents, number  DrawnDocuments, and the number of the document
    """

    def __init__(self, documents, number):
        self._drawn, self._number = documents, number
        self.root, self.drawn = documents.settings.root, documents.drawn
        self._document = document = documents.documents[number]
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotators, self.excluded = documents.begun_by(number), documents.excluded[number]
        starts = [start for start, _ in documents.sentences[number]]
        self.sentence_starts = numpy.array(starts, dtype=numpy.int64)

    @cached_property
    def others(self) -> tuple:
        return tuple(
            dependency_table(other, self._drawn.settings) for other in self._document.others
        )

    @property
    def left_out(self) -> list:
        """Fragments of the tokens that are no items."""
        return self._drawn.left_out[self._number]

    @property
    def problems(self) -> tuple:
        """What could not be used, and why."""
        return self._drawn.problems[self._number]

    @property
    def sizes(self) -> tuple:
        """(number of items, {annotator: how many of them the annotator has})"""
        items, present = self._drawn.sizes
        numbers = zip(self._drawn.annotators, present[self._number].tolist())
        return int(items[self._number]), {
            name: number for name, number in numbers if name in self.annotators
        }

    @cached_property
    def in_arc_table(self) -> DocumentArcs:
        """The place of its dependencies in an ArcTable of several documents."""
        return DocumentArcs(self._drawn.table, self._number)

    @cached_property
    def arc_table(self) -> ArcTable:
        """The ArcTable of the document."""
        return joined_arcs([self.in_arc_table], self.annotators)

    @property
    def drew_arcs(self) -> bool:
        """Whether anybody drew an arc to an item."""
        return bool((self.arc_table.cells > EMPTY).any())

    @cached_property
    def _alone(self):
        # The arrays that others are made of are not kept.
        document = self._document
        return DrawnDocuments([document], self._drawn.settings, tuple(document.annotations))

    @cached_property
    def tokens(self) -> tuple:
        """Tuple of Token, root tokens included."""
        return self._alone.tokens.tokens(self._document, self._alone.annotators)

    def fragments_of(self, tokens) -> list:
        """The fragments of some tokens, by their numbers."""
        return self._drawn.fragments_of(self._number, tokens)

    @cached_property
    def sentences(self) -> tuple:
        """Tuple of Sentence."""
        return self._alone.tokens.sentences()

    @cached_property
    def items(self) -> tuple:
        """Indexes of the tokens that can have heads and count: no root tokens, and no punctuation
        if it is left out.
        """
        return tuple(self._alone.items.tolist())

    @cached_property
    def arcs(self) -> dict:
        """{annotator: {dependent index: (Arc, ...)}}"""
        return _arcs(self._document, self._alone)

    def value(self, annotator, item):
        """An annotator's value of a token: frozenset of (head index, label); None if missing."""
        if self.lacks(annotator, item):
            return None
        return frozenset((arc.head, arc.label) for arc in self.arcs[annotator].get(item, ()))

    def lacks(self, annotator: str, item: int) -> bool:
        """Whether the annotator's value of a token is missing."""
        return annotator in self._blank or not (self.drawn or self.has(annotator, item))

    @cached_property
    def _blank(self):
        names = zip(self._alone.annotators, self._alone.blank[0].tolist())
        return frozenset(name for name, is_blank in names if is_blank)

    def has(self, annotator: str, index: int) -> bool:
        """Whether the annotator has the token."""
        return annotator in self.tokens[index].types

    @property
    def annotations(self):
        """{annotator: Annotations}, without what was said of them in words."""
        return self._document.annotations

    def span(self, annotator, row):
        """The Span of an annotator by its row in SpanColumns; behind all, that of an event: its
        trigger with the id and the line of the event.
        """
        spans = self._spans[annotator]
        if row < len(spans):
            return spans[row]
        event = self.event(annotator, row - len(spans))
        trigger = self.annotations[annotator].spans[event.trigger]
        return trigger._replace(id=event.id, line=event.line)

    def event(self, annotator, row):
        """The Event of an annotator by its row in the file."""
        return self._events[annotator][row]

    @cached_property
    def _spans(self):
        return {name: list(self.annotations[name].spans.values()) for name in self.annotators}

    @cached_property
    def _events(self):
        return {name: list(self.annotations[name].events.values()) for name in self.annotators}

    @cached_property
    def _first_spans(self):
        # From last to first: of several spans the first stays.
        return {
            name: {span.offsets: span for span in reversed(self._spans[name])}
            for name in self.annotators
        }

    def spans_at(self, fragments):
        """{annotator: the first Span with these offsets} of those who drew one."""
        spans = {name: of_name.get(fragments) for name, of_name in self._first_spans.items()}
        return {name: span for name, span in spans.items() if span is not None}


class ArcMarks(Mapping):
    """{fragments of an item: [Mark of each arc], None where the annotator lacks the item}; made
    when somebody asks.

    items  {fragments: index of the token}
    """

    def __init__(self, table, annotator, items):
        self._table, self._annotator, self._items = table, annotator, items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, fragments):
        return fragments in self._items

    def __getitem__(self, fragments):
        table, item = self._table, self._items[fragments]
        if table.lacks(self._annotator, item):
            return None
        arcs = table.arcs[self._annotator].get(item, ())
        return [Mark(arc.label, arc.id, arc.line, head=table.tokens[arc.head]) for arc in arcs]


def arc_marks(table) -> dict:
    """{annotator: ArcMarks}"""
    items = {table.tokens[item].fragments: item for item in table.items}
    return {name: ArcMarks(table, name, items) for name in table.annotators}


def dependency_tables(documents, settings, annotators) -> list:
    """The DependencyTable of each of some ParallelDocuments.

    settings    DependencySettings
    annotators  all of them, in order
    """
    return [
        DependencyTable(drawn, number)
        for part in _parts(documents)
        for drawn in [DrawnDocuments(part, settings, annotators)]
        for number in range(len(part))
    ]


def dependency_table(document, settings) -> DependencyTable:
    """The DependencyTable of one ParallelDocument alone."""
    return DependencyTable(DrawnDocuments([document], settings, tuple(document.annotations)), 0)


def _parts(documents):
    """Yield lists of some of the documents each, in order, of about the same size in total."""
    part, size = [], 0
    for document in documents:
        part.append(document)
        size += len(document.text) * len(document.annotations)
        if size > _TOGETHER:
            yield part
            part, size = [], 0
    if part:
        yield part


def _arcs(document, drawn):
    """{annotator: {dependent: (Arc, ...)}} of DrawnDocuments of one document."""
    records = [document.annotations[name].relations for name in drawn.annotators]
    arcs = {name: defaultdict(tuple) for name in drawn.annotators}
    of_arcs, *of_labels, labels = drawn.arcs
    for column, dependent, head, label, row in zip(*(a.tolist() for a in (*of_arcs, *of_labels))):
        record = records[column][row]
        arc = Arc(dependent, head, labels[label], record.id, record.line)
        arcs[drawn.annotators[column]][dependent] += (arc,)
    return {name: dict(of_name) for name, of_name in arcs.items()}
