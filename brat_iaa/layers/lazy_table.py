"""A DependencyTable of which the columns are made first, and the rest on access."""

from dataclasses import replace
from functools import cached_property

import numpy

from brat_iaa.layers.columns import columns_of_drawn
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.layers.drawn_arcs import drawn_arcs


class LazyTable:
    """Like the DependencyTable of a document.

    document  ParallelDocument
    settings  DependencySettings

    root             span type of the root token
    sentence_starts  in characters
    left_out         fragments of the tokens that are no items
    """

    def __init__(self, document, settings):
        self._settings, self.root = settings, settings.root
        # A viewer's table must hold no more of the others than it shows.
        annotations = {name: file.as_drawn for name, file in document.annotations.items()}
        self._document = replace(document, annotations=annotations)
        drawn = drawn_arcs(document, settings)
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotators, self.excluded = drawn.annotators, drawn.excluded
        self.problems = drawn.problems
        self.columns = columns_of_drawn(drawn, settings.tokens == "drawn")
        tokens = drawn.tokens
        starts = [start for start, _ in tokens.bounds]
        self.sentence_starts = numpy.array(starts, dtype=numpy.int64)
        left_out = numpy.ones(len(tokens.start), dtype=bool)
        left_out[drawn.items] = False
        bounds = zip(tokens.start[left_out].tolist(), tokens.end[left_out].tolist())
        self.left_out = [
            tokens.several.get(token, (bound,))
            for token, bound in zip(numpy.flatnonzero(left_out).tolist(), bounds)
        ]
        if not document.others:
            self.others = ()

    @cached_property
    def _whole(self):
        return dependency_table(self._document, self._settings)

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
