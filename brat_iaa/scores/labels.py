"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from collections.abc import Sequence
from itertools import combinations, starmap

import numpy

from brat_iaa import islands
from brat_iaa.kinds.labels import TOKENS
from brat_iaa.layers import labels
from brat_iaa.layers.column_disagreements import LabelDisagreements
from brat_iaa.layers.label_columns import relabelled
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.layers.tokens_in_spans import TokensInSpans
from brat_iaa.scores.coarse_labels import coarse_label_scores
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import document_f1, project_f1
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import GroupedItems, group_figures
from brat_iaa.scores.score_table import JoinedScores, Subjects
from brat_iaa.scores.unitizing import UnitizedLayer, spans_differ


class PooledLabels(ColumnLayer):
    """A layer of labels.

    progress, executor  as in PooledLayer; used for figures of islands, once
    """

    differing = LabelDisagreements
    faults = staticmethod(labels.problems)

    def __init__(self, parts, annotators, progress, executor=None):
        super().__init__(parts, annotators, progress, executor)
        self._computed_by = progress, executor

    def project_scores(self, builder) -> Sequence:
        """The Scores of the project, its pairs if there are several, its labels."""
        (progress, executor), self._computed_by = self._computed_by, (None, None)
        if len(self.annotators) < 2:
            return []
        columns = self.columns
        items = GroupedItems(
            columns, [self.annotators], numpy.zeros_like(columns.document), builder
        )
        pairs = list(combinations(self.annotators, 2))
        pairs = pairs if len(pairs) > 1 else []
        subjects = Subjects([builder], items.members, items.document)
        chosen = _chosen(columns)
        figures = [group_figures(items, subjects, pairs)] if chosen else []
        f1 = project_f1(item_elements(columns), "f1", builder)
        coarse, units = coarse_label_scores(items, builder), []
        if "overlap" in columns.ways and spans_differ(items).any():
            units = UnitizedLayer(items).project_scores(builder)
        for further in islands.figures(builder.layer.settings):
            tables = self._tables(self.parts)
            units.append(
                further.project_scores(tables, self.annotators, builder, progress, executor)
            )
        if chosen:
            units.insert(0, each_label_scores(items, builder))
        for name, read in _readings(columns, builder):
            items = GroupedItems(read, [self.annotators], 0 * read.document, builder)
            units.append(project_f1(item_elements(read), f"{name}-f1", builder))
            if _chosen(read):
                of_read = Subjects([builder], items.members, items.document)
                units.append(group_figures(items, of_read, pairs, name))
        return JoinedScores(f1, *figures, coarse, *units)

    def document_scores(self, builders, progress) -> dict:
        """{document: sequence of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self.columns_in(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        subjects = Subjects([*builders.values()], begun, columns.document)
        items = GroupedItems(columns, begun, columns.document, subjects.builders[0])
        pairs = [*combinations(self.annotators, 2)]
        table = document_f1(item_elements(columns), "f1", subjects)
        table += group_figures(items, subjects, pairs)
        differ = numpy.flatnonzero(spans_differ(items))
        if "overlap" in columns.ways and len(differ):
            table += UnitizedLayer(items).document_scores(subjects, differ)
        scores, settings = table.of_subjects(), subjects.builders[0].layer.settings
        for name, read in _readings(columns, subjects.builders[0]):
            of_read = Subjects(subjects.builders, begun, read.document)
            items = GroupedItems(read, begun, read.document, subjects.builders[0])
            table = document_f1(item_elements(read), f"{name}-f1", of_read)
            table += group_figures(items, of_read, pairs, name)
            scores = map(JoinedScores, scores, table.of_subjects())
        for further in islands.figures(settings):
            figures_of_each = further.document_scores(
                self._tables(builders), self.annotators, subjects.builders, progress
            )
            scores = map(JoinedScores, scores, figures_of_each)
        if settings.coarse is not None:
            scores = map(JoinedScores, scores, starmap(self._coarse, builders.items()))
        return dict(zip(builders, scores))

    def _coarse(self, name, builder):
        """List of Score of one document with coarse labels."""
        tables = self._tables([name])
        annotators = tables[0].annotators
        if len(annotators) < 2:
            return []
        columns = columns_of(tables, annotators)
        group = numpy.zeros_like(columns.document)
        return coarse_label_scores(GroupedItems(columns, [annotators], group, builder), builder)

    def _tables(self, names):
        return [self.parts[name].items for name in names]


def _chosen(columns):
    """Whether anybody could have chosen another label: with one for all there is only F1."""
    return len(columns.values) > 1 or columns.carried


def _readings(columns, builder):
    """Yield (name, LabelColumns) of the ways in which the project wants spans to be read, too."""
    if columns.carried:
        return
    for also, name in TOKENS.items() if "overlap" in columns.ways else ():
        if also in builder.layer.also:
            yield name, TokensInSpans(columns, beginnings=also == "bio")
    layer = builder.layer
    for number, at_level, _ in layer.hierarchy.levels(layer.settings.types):
        yield f"level{number}", relabelled(columns, at_level)
