"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from itertools import combinations

import numpy

from brat_iaa import islands
from brat_iaa.layers import labels
from brat_iaa.layers.column_disagreements import LabelDisagreements
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.scores.coarse_labels import coarse_label_scores
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import document_f1, project_f1
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    fleiss,
    mean_figures,
    of_any_number,
    pair_figures,
)
from brat_iaa.scores.score_table import ScoreTable, Subjects
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

    def project_scores(self, builder) -> list:
        """List of Score: the project, its pairs if there are several, its labels."""
        (progress, executor), self._computed_by = self._computed_by, (None, None)
        if len(self.annotators) < 2:
            return []
        columns = self.columns
        items = GroupedItems(
            columns, [self.annotators], numpy.zeros_like(columns.document), builder
        )
        pairs = list(combinations(self.annotators, 2))
        subjects = Subjects([builder], items.members)
        scores = _group_figures(items, subjects, pairs if len(pairs) > 1 else ()).scores()
        f1 = project_f1(item_elements(columns), "f1", builder)
        coarse, units = coarse_label_scores(items, builder), []
        if spans_differ(items).any():
            units = UnitizedLayer(items).project_scores(builder)
        for further in islands.figures(builder.layer.settings):
            tables = self._tables(self.parts)
            units += further.project_scores(tables, self.annotators, builder, progress, executor)
        return f1 + scores + coarse + each_label_scores(items, builder) + units

    def document_scores(self, builders, progress) -> dict:
        """{document: sequence of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self.columns_in(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        subjects = Subjects([*builders.values()], begun)
        items = GroupedItems(columns, begun, columns.document, subjects.builders[0])
        table = document_f1(item_elements(columns), "f1", subjects)
        table += _group_figures(items, subjects, [*combinations(self.annotators, 2)])
        differ = numpy.flatnonzero(spans_differ(items))
        if len(differ):
            table += UnitizedLayer(items).document_scores(subjects, differ)
        scores, settings = table.of_subjects(), subjects.builders[0].layer.settings
        for further in islands.figures(settings):
            figures_of_each = further.document_scores(
                self._tables(builders), self.annotators, subjects.builders, progress
            )
            scores = [(*own, *figures) for own, figures in zip(scores, figures_of_each)]
        if settings.coarse is not None:
            scores = [
                (*own, *self._coarse(name, builder))
                for own, (name, builder) in zip(scores, builders.items())
            ]
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


def _group_figures(items, subjects, pairs=()):
    """ScoreTable of the groups: all annotators of each, then, of several, each of the pairs.

    subjects  Subjects: the groups
    pairs     those wanted; groups that one of the two is not in have no figures of it
    """
    of_pairs = {pair: pair_figures(items, pair) for pair in combinations(items.annotators, 2)}
    columns, members = [], items.members

    def add(figures, rows):
        builder, document = subjects.builders[0], items.document
        columns.extend(figure.column(builder, document, rows) for figure in figures)

    for pair, figures in of_pairs.items():
        if pair in members:
            add(figures, [number for number, names in enumerate(members) if names == pair])
    several = [number for number, names in enumerate(members) if len(names) > 2]
    if several:
        # A direction of GCM is about two annotators; it has no mean.
        means = [
            mean_figures(items, [*of_pairs], figures)
            for figures in zip(*of_pairs.values())
            if figures[0].statistic != "gcm"
        ]
        add(means, several)
    together = [number for number, names in enumerate(members) if len(names) > 1]
    add([fleiss(items), *of_any_number(items, None)], together)
    for pair in pairs:
        rows = [number for number in several if set(pair) <= set(members[number])]
        if rows:
            add(of_pairs[pair] + of_any_number(items, pair), rows)
    return ScoreTable(subjects, columns)
