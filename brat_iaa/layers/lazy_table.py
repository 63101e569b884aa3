"""DependencyTables of which the columns of many are made at once, and the rest on access."""

from functools import cached_property

import numpy

from brat_iaa.layers.columns import ArcColumns, DocumentArcs
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.layers.drawn_arcs import DrawnDocuments

# Characters of texts, for each annotator of them, whose arrays are made at once: enough for arrays,
# few enough for memory.
_TOGETHER = 1 << 20


class LazyTable:
    """Like the DependencyTable of a document.

    drawn, number  DrawnDocuments, and the number of the document

    root             span type of the root token
    sentence_starts  in characters
    """

    def __init__(self, drawn, number):
        self._drawn, self._number, self.root = drawn, number, drawn.settings.root
        self._document = document = drawn.documents[number]
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotators, self.excluded = drawn.begun_by(number), drawn.excluded[number]
        starts = [start for start, _ in drawn.sentences[number]]
        self.sentence_starts = numpy.array(starts, dtype=numpy.int64)
        if not document.others:
            self.others = ()

    @property
    def left_out(self) -> list:
        """Fragments of the tokens that are no items."""
        return self._drawn.left_out[self._number]

    @property
    def problems(self) -> tuple:
        """See DependencyTable."""
        return self._drawn.problems[self._number]

    @property
    def sizes(self) -> tuple:
        """See DependencyTable."""
        items, present = self._drawn.sizes
        numbers = zip(self._drawn.annotators, present[self._number].tolist())
        return int(items[self._number]), {
            name: number for name, number in numbers if name in self.annotators
        }

    @cached_property
    def in_columns(self) -> DocumentArcs:
        """The place of its dependencies in columns of several documents."""
        return DocumentArcs(self._drawn.columns, self._number)

    @cached_property
    def columns(self) -> ArcColumns:
        """See DependencyTable."""
        return self.in_columns.columns

    @cached_property
    def _whole(self):
        return dependency_table(self._document, self._drawn.settings)

    def whole(self):
        """The DependencyTable."""
        return self._whole

    def span(self, annotator, row):
        """The Span of an annotator by its row in SpanColumns."""
        return self._spans[annotator][row]

    def event(self, annotator, row):
        """The Event of an annotator by its row in the file."""
        return self._events[annotator][row]

    @property
    def annotations(self):
        """{annotator: Annotations}, without what was said of them in words."""
        return self._document.annotations

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
        # Only called for attributes that are not set above.
        if name.startswith("__") or "_document" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._whole, name)


def lazy_tables(documents, settings, annotators) -> list:
    """A LazyTable of each of some ParallelDocuments.

    settings    DependencySettings
    annotators  all of them, in order
    """
    return [
        LazyTable(drawn, number)
        for part in _parts(documents)
        for drawn in [DrawnDocuments(part, settings, annotators)]
        for number in range(len(part))
    ]


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
