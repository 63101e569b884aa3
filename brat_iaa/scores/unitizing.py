"""Scores of layers in which annotators choose the spans: alphas over a text as a continuum.

Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016; see measures/unitizing.py. Layers, and
documents, in which all annotators have the same spans, such as given tokens, have none.
"""

from itertools import combinations

import numpy

from brat_iaa.measures.groups import Groups, one_group
from brat_iaa.measures.stretches import cut
from brat_iaa.measures.unitizing import NO_COMMON_CHARACTER, SAME_VALUE, UnitizedText
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.score_table import FigureColumn, ScoreTable, Subjects, parts_of_scores


def spans_differ(items) -> numpy.ndarray:
    """For each document whether any two annotators drew different spans; items: GroupedItems."""
    drawn = items.drawn.any(axis=1) & (items.begun & ~items.drawn).any(axis=1)
    documents = len(items.columns.begun)
    return numpy.bincount(items.columns.item_document[drawn], minlength=documents) > 0


class UnitizedLayer:
    """The spans of some documents, as stretches of text.

    items  GroupedItems of the documents
    """

    def __init__(self, items):
        pieces = items.columns.pieces()
        self._stretches = cut(pieces, items.drawn, items.codes, items.columns.begun)
        self._items, self._document = items, pieces.document

    def project_scores(self, builder) -> list:
        """List of Score: all annotators, then their pairs; the same of each label."""
        items, scores, of_labels = self._items, [], []
        for annotators in groups_of(items.annotators):
            text = self._text(annotators, one_group(len(self._document), 0))
            subjects = Subjects([builder], [annotators])
            scores += ScoreTable(subjects, self._columns(text, builder)).scores()
            if not items.several:
                of_labels += self._label_scores(text, annotators, builder)
        return scores + of_labels

    def document_scores(self, subjects, differ) -> ScoreTable:
        """The documents in which spans differ: all annotators of each, then, of several, each pair.

        subjects  Subjects: the documents
        differ    numbers of those in which spans differ
        """
        members, builder = self._items.members, subjects.builders[0]
        groups = Groups(self._document, None, len(members))
        text = self._text(self._items.annotators, groups)
        columns = self._columns(text, builder, None, differ)
        several = [number for number in differ if len(members[number]) > 2]
        pairs = {pair for number in several for pair in combinations(members[number], 2)}
        for pair in sorted(pairs):
            rows = [number for number in several if set(pair) <= set(members[number])]
            columns += self._columns(self._text(pair, groups), builder, pair, rows)
        return ScoreTable(subjects, columns)

    def _text(self, annotators, groups):
        columns, values = self._items.columns_of(annotators), len(self._items.values)
        return UnitizedText(self._stretches, columns, values, groups)

    def _columns(self, text, builder, annotators=None, rows=None):
        """List of FigureColumn of all groups, or some; annotators, rows: as there"""
        columns = []
        for (measure, statistic), coefficient in text.figures.items():
            source = [_source(measure, statistic, left_out) for left_out in text.left_out]
            *chance, reason = parts_of_scores(coefficient)
            columns.append(FigureColumn(
                measure, statistic, annotators, source,
                builder.figures(coefficient.estimate(), self._document), coefficient.items,
                text.missing, reason, *chance, rows,
            ))  # fmt: skip
        return columns

    def _label_scores(self, text, annotators, builder):
        """ku-alpha of each label that any annotator gave."""
        each = text.each_value
        figures = builder.figures(each.estimate(), self._document)
        source, scores = _source("ku-alpha", "nominal", text.left_out[0]), []
        rows = zip(self._items.values, figures, each.items, *each.values())
        for value, figure, items, observed, expected in sorted(rows, key=lambda row: min(row[0])):
            if not expected:
                observed = expected = None
            (label,) = value
            reason = SAME_VALUE if items else NO_COMMON_CHARACTER
            scores.append(builder.score(
                "ku-alpha", "nominal", annotators, source, figure, items, None, reason, observed,
                expected, label=label,
            ))  # fmt: skip
        return scores


def _source(measure, statistic, left_out):
    return f"{measure}:Krippendorff2016|{statistic}|continuum:characters|left-out:{left_out}"
