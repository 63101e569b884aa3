"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from functools import cached_property

import numpy

from brat_iaa.kinds.labels import TOKENS
from brat_iaa.layers.tokens_in_spans import TokensInSpans
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores.coarse import coarse_labels_of
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import coarse_label_figures, label_presence
from brat_iaa.scores.elements import NO_SPAN, Elements, f1_figures
from brat_iaa.scores.label_figures import GroupedItems, label_figures, value_view
from brat_iaa.scores.score_table import DOCUMENTS, LABELS, PROJECT
from brat_iaa.scores.unitizing import unitized


class SpanReading:
    """One way to read the spans of a layer.

    name      beginning of the names of its measures; "": as they are drawn
    columns   LabelColumns
    elements  Elements; spans: the same whatever the labels
    view      value_view()
    chosen    whether anybody could have chosen another label: with one for all there is only F1
    """

    def __init__(self, name, columns):
        self.name, self.columns, self.elements = name, columns, Elements(columns)
        self.spans = None if name else Elements(columns, spans=True)
        self.view = value_view(columns)
        # What stands in documents that nobody shares is no choice.
        shared = (columns.begun.sum(axis=1) > 1)[columns.item_document]
        codes = columns.codes[shared]
        self.chosen = columns.carried or len(distinct(codes[codes != MISSING])) > 1

    def grouped(self, about) -> GroupedItems:
        """Its GroupedItems: of the project, or of each document."""
        columns = self.columns
        if about == DOCUMENTS:
            return GroupedItems(columns, self.view, self.elements.begun, columns.document)
        return self._of_project

    @cached_property
    def _of_project(self):
        group = numpy.zeros_like(self.columns.document)
        return GroupedItems(self.columns, self.view, [self.columns.annotators], group)

    def figures(self, items, builder, about=PROJECT) -> list:
        """Figures of GroupedItems, beside those of the elements."""
        spans = [] if self.name else f1_figures(
            self.spans, "span-f1", builder, about, "f1:{}", NO_SPAN
        )  # fmt: skip
        return spans + label_figures(items, self.name)

    def f1(self, builder, about=PROJECT) -> list:
        """Figures of the elements."""
        return f1_figures(self.elements, f"{self.name}-f1".lstrip("-"), builder, about)


class PooledLabels(ColumnLayer):
    """A layer of labels."""

    @cached_property
    def _readings(self):
        return [*readings(self.columns)]

    def elements(self, measure) -> Elements:
        return self._readings[0].elements

    def tables(self, about, builder) -> list:
        tables: list = []
        for reading in self._readings if len(self.annotators) > 1 else ():
            subjects = self.subjects(about, reading.elements.names)
            tables.append((subjects, reading.f1(builder, about)))
            if reading.name and about == LABELS:
                continue
            items = reading.grouped(about)
            if about == LABELS:
                tables += [label_presence(items, subjects)] if reading.chosen else []
            elif about == DOCUMENTS or reading.chosen:
                members = subjects._replace(annotators=items.members)
                tables.append((members, reading.figures(items, builder, about)))
            if not reading.name and "overlap" in reading.columns.ways:
                tables += unitized(items, about, subjects.names)
        coarse = coarse_labels_of(builder.layer) if tables else None
        if coarse is not None:
            subjects, items = tables[0][0], self._readings[0].grouped(about)
            tables.append(coarse_label_figures(items, subjects, coarse, builder))
        return tables


def readings(columns):
    """Yield the Readings that the project wants of LabelColumns."""
    yield SpanReading("", columns)
    layer = columns.layer
    if columns.carried:
        return
    for also, name in TOKENS.items() if "overlap" in columns.ways else ():
        if also in layer.also:
            yield SpanReading(name, TokensInSpans(columns, beginnings=also == "bio"))
    for number, at_level, _ in layer.hierarchy.levels(layer.settings.types):
        yield SpanReading(f"level{number}", columns.relabelled(at_level))
