"""Scores of layers in which annotators choose the spans: alphas over a text as a continuum.

Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016; see measures/units.py. Layers, and
documents, in which all annotators have the same spans, such as given tokens, have none.
"""

from functools import cached_property, lru_cache

import numpy

from brat_iaa.measures.estimate import Groups, one_group
from brat_iaa.measures.units import FIGURES, NO_COMMON_CHARACTER, SAME_VALUE, UnitizedText, cut
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    Subjects,
    chance_corrected,
    score_table,
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
        return cut(items.columns.pieces(), items.drawn, items.table.cells, items.columns.begun)

    def project_scores(self, builder) -> list:
        """List of SubjectScores: all annotators, then their pairs; the same of each label."""
        texts = self._texts(one_group(len(self._document), 0))
        about = [builder], [self._items.annotators], self._document
        scores = score_table(Subjects(*about), [_family(texts)])
        return scores if self._items.several else [*scores, *self._of_labels(builder, texts)]

    def document_scores(self, subjects, differ) -> list:
        """For each document SubjectScores: all annotators of it, then, of several, each pair; none
        where spans do not differ.

        subjects  Subjects: the documents
        differ    numbers of those in which spans differ
        """
        members = [
            names if number in differ else () for number, names in enumerate(self._items.members)
        ]
        texts = self._texts(Groups(self._document, None, len(members)))
        about = subjects._replace(annotators=members, document=self._document)
        return score_table(about, [_family(texts)])

    def _texts(self, groups):
        """Function of a pair, None for all, that returns their UnitizedText, made once."""
        items = self._items

        @lru_cache(None)
        def text(pair):
            columns = items.table.columns(items.annotators if pair is None else pair)
            return UnitizedText(self._stretches, columns, len(items.table.values), groups)

        return text

    def _of_labels(self, builder, texts):
        """SubjectScores of the ku-alpha of each label that any annotator gave."""
        items = self._items
        names = sorted(label for value in items.table.values for label in value)
        order = [items.table.values.index({label}) for label in names]

        def compute(pair, _):
            text = texts(pair)
            each = text.each_value
            counts = [each.items[number] for number in order]
            defined = [number if each.expected[number] else None for number in order]
            return FigureValues(
                _source("ku-alpha", "nominal", text.left_out[0]), each.estimate, counts, None,
                [SAME_VALUE if count else NO_COMMON_CHARACTER for count in counts],
                *([None if n is None else x[n] for n in defined] for x in each[2:]),
                order,
            )  # fmt: skip

        number = len(names)
        subjects = Subjects([builder] * number, [items.annotators] * number, self._document, names)
        return score_table(subjects, [Family([("ku-alpha", "nominal")], compute, joint=True)])


def _family(texts) -> Family:
    """The Family of all figures; texts: function of a pair, None for all: their UnitizedText"""

    def compute(pair, number):
        text, key = texts(pair), FIGURES[number]
        values = chance_corrected("", text.figures[key], text.missing)
        return values._replace(source=[_source(*key, left_out) for left_out in text.left_out])

    return Family(FIGURES, compute, joint=True)


def _source(measure, statistic, left_out):
    return f"{measure}:Krippendorff2016|{statistic}|continuum:characters|left-out:{left_out}"
