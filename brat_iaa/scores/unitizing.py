"""Scores of layers in which annotators choose the spans: alphas over a text as a continuum.

Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016; see measures/unitizing.py. Layers, and
documents, in which all annotators have the same spans, such as given tokens, have none.
"""

from functools import cached_property, lru_cache, partial
from itertools import combinations

import numpy

from brat_iaa.measures.groups import Groups, one_group
from brat_iaa.measures.stretches import cut
from brat_iaa.measures.unitizing import FIGURES, NO_COMMON_CHARACTER, SAME_VALUE, UnitizedText
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.score_table import (
    FigureColumn,
    FigureValues,
    ScoreTable,
    Subjects,
    parts_of_scores,
)


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
        # Of all sentences, those without spans too.
        self._items, self._document = items, items.columns.batch.sentences[1]

    @cached_property
    def _stretches(self):
        items = self._items
        return cut(items.columns.pieces(), items.drawn, items.codes, items.columns.begun)

    def project_scores(self, builder) -> list:
        """List of ScoreTable: all annotators, then their pairs; the same of each label."""
        items, groups = self._items, groups_of(self._items.annotators)
        texts = self._texts(one_group(len(self._document), 0))
        subjects = Subjects([builder], [items.annotators], self._document)
        columns = [
            column
            for annotators in groups
            for column in _columns(partial(texts, annotators), annotators)
        ]
        tables = [ScoreTable(subjects, columns)]
        if not items.several:
            tables.append(self._of_labels(builder, groups, texts))
        return tables

    def document_scores(self, subjects, differ) -> ScoreTable:
        """The documents in which spans differ: all annotators of each, then, of several, each pair.

        subjects  Subjects: the documents
        differ    numbers of those in which spans differ
        """
        members = self._items.members
        texts = self._texts(Groups(self._document, None, len(members)))
        columns = [*_columns(partial(texts, self._items.annotators), None, differ)]
        several = [number for number in differ if len(members[number]) > 2]
        pairs = {pair for number in several for pair in combinations(members[number], 2)}
        for pair in sorted(pairs):
            rows = [number for number in several if set(pair) <= set(members[number])]
            columns += _columns(partial(texts, pair), pair, rows)
        return ScoreTable(subjects._replace(document=self._document), columns)

    def _texts(self, groups):
        """Function of some annotators that returns their UnitizedText, made once."""
        items = self._items

        @lru_cache(None)
        def text(annotators):
            columns, values = items.columns_of(annotators), len(items.values)
            return UnitizedText(self._stretches, columns, values, groups)

        return text

    def _of_labels(self, builder, groups, texts):
        """ScoreTable of the ku-alpha of each label that any annotator gave."""
        items = self._items
        names = sorted(label for value in items.values for label in value)
        order = [items.values.index({label}) for label in names]

        def values(annotators):
            text = texts(annotators)
            each = text.each_value
            observed, expected = each.values()
            counts = [each.items[number] for number in order]
            defined = [number if expected[number] else None for number in order]
            return FigureValues(
                _source("ku-alpha", "nominal", text.left_out[0]), each.estimate(), counts, None,
                [SAME_VALUE if count else NO_COMMON_CHARACTER for count in counts],
                *([None if n is None else own[n] for n in defined] for own in (observed, expected)),
                order,
            )  # fmt: skip

        number = len(names)
        subjects = Subjects([builder] * number, [items.annotators] * number, self._document, names)
        return ScoreTable(subjects, [
            FigureColumn("ku-alpha", "nominal", annotators, partial(values, annotators))
            for annotators in groups
        ])  # fmt: skip


def _columns(text, annotators, rows=None):
    """Yield the FigureColumns of all groups, or some.

    text              function that returns the UnitizedText
    annotators, rows  as in FigureColumn
    """

    def values(key):
        made = text()
        coefficient = made.figures[key]
        *chance, reason = parts_of_scores(coefficient)
        return FigureValues(
            [_source(*key, left_out) for left_out in made.left_out], coefficient.estimate(),
            coefficient.items, made.missing, reason, *chance,
        )  # fmt: skip

    for key in FIGURES:
        yield FigureColumn(*key, annotators, partial(values, key), rows)


def _source(measure, statistic, left_out):
    return f"{measure}:Krippendorff2016|{statistic}|continuum:characters|left-out:{left_out}"
