"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

import numpy

from brat_iaa.kinds.labels import TOKENS
from brat_iaa.layers.label_columns import relabelled
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.layers.tokens_in_spans import TokensInSpans
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores.coarse import coarse_labels_of
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import coarse_label_figures, label_presence
from brat_iaa.scores.elements import f1_figures, f1_subjects, item_elements, span_figures
from brat_iaa.scores.label_figures import GroupedItems, label_figures
from brat_iaa.scores.score_table import DOCUMENTS, LABELS, PROJECT
from brat_iaa.scores.unitizing import unitized


class PooledLabels(ColumnLayer):
    """A layer of labels."""

    def tables(self, about, builder) -> list:
        """See PooledLayer."""
        if len(self.annotators) < 2:
            return []
        tables = []
        for name, columns in (("", self.columns), *self._readings(builder.layer)):
            elements = item_elements(columns)
            subjects = f1_subjects(elements, about, list(self.parts))
            measure = f"{name}-f1".lstrip("-")
            tables.append((subjects, f1_figures(elements, measure, builder, about)))
            if name and about == LABELS:
                continue
            items = self._grouped(columns, about, builder)
            if about == LABELS:
                tables += [label_presence(items)] if _chosen(columns) else []
            elif about == DOCUMENTS or _chosen(columns):
                members = subjects._replace(annotators=items.members)
                figures = [] if name else span_figures(columns, builder, about)
                tables.append((members, figures + label_figures(items, name)))
            if not name and "overlap" in columns.ways:
                tables += unitized(items, about, subjects.names)
        return tables + self._coarse(about, builder)

    def _grouped(self, columns, about, builder):
        """The GroupedItems of the project, or of its documents."""
        members, group = [self.annotators], numpy.zeros_like(columns.document)
        if about == DOCUMENTS:
            members, group = [*map(columns.begun_by, range(len(columns.begun)))], columns.document
        return GroupedItems(columns, members, group, builder.layer.settings)

    def _readings(self, layer):
        """[(name, LabelColumns)] of the ways in which the project wants spans to be read, too."""
        if self._read is None:
            self._read = [*_readings(self.columns, layer)]
        return self._read

    _read = None

    def _coarse(self, about, builder):
        """Tables with coarse labels."""
        coarse = coarse_labels_of(builder.layer)
        if coarse is None:
            return []
        if about != DOCUMENTS:
            items = self._grouped(self.columns, about, builder)
            return [coarse_label_figures(items, about, None, coarse, builder)]
        tables = []
        for name, part in self.parts.items():
            annotators = part.items.annotators
            if len(annotators) > 1:
                columns = columns_of([part.items], annotators)
                group = numpy.zeros_like(columns.document)
                items = GroupedItems(columns, [annotators], group, builder.layer.settings)
                tables.append(coarse_label_figures(items, about, name, coarse, builder))
        return tables

    def shared_figures(self, shared, builder) -> list:
        """See PooledLayer."""
        columns, figures_of = self.shared_columns(shared), []
        for reading, read in (("", columns), *_readings(columns, builder.layer)):
            items = self._grouped(read, PROJECT, builder)
            figures = f1_figures(item_elements(read), f"{reading}-f1".lstrip("-"), builder)
            if _chosen(read):
                figures += [] if reading else span_figures(read, builder)
                figures += label_figures(items, reading)
            figures_of.append((figures, read.sentence_numbers))
        return figures_of


def _chosen(columns):
    """Whether anybody could have chosen another label: with one for all there is only F1."""
    if len(columns.values) < 2 or columns.carried:
        return columns.carried
    # What stands in documents that nobody shares is no choice.
    shared = columns.begun.sum(axis=1) > 1
    codes = columns.codes[shared[columns.item_document]]
    return len(distinct(codes[codes != MISSING])) > 1


def _readings(columns, layer):
    """Yield (name, LabelColumns) of each."""
    if columns.carried:
        return
    for also, name in TOKENS.items() if "overlap" in columns.ways else ():
        if also in layer.also:
            yield name, TokensInSpans(columns, beginnings=also == "bio")
    for number, at_level, _ in layer.hierarchy.levels(layer.settings.types):
        yield f"level{number}", relabelled(columns, at_level)
