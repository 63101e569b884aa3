"""Scores of layers in which annotators choose the spans: alphas over a text as a continuum.

Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016; see measures/unitizing.py. Layers, and
documents, in which all annotators have the same spans, such as given tokens, have none.
"""

from itertools import combinations

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.groups import Groups, one_group
from brat_iaa.measures.stretches import cut
from brat_iaa.measures.unitizing import NO_COMMON_CHARACTER, SAME_VALUE, UnitizedText
from brat_iaa.scores.builder import NO_FIGURE
from brat_iaa.scores.pooled_layer import groups_of


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
            (of_group,) = self._scores(text, [annotators], [builder])
            scores += of_group
            if not items.several:
                of_labels += self._label_scores(text, annotators, builder)
        return scores + of_labels

    def document_scores(self, builders) -> list:
        """For each document a list of Score: all its annotators, then, of several, their pairs."""
        groups, members = Groups(self._document, None, len(builders)), self._items.members
        text = self._text(self._items.annotators, groups)
        scores = self._scores(text, members, builders)
        several = {pair for names in members if len(names) > 2 for pair in combinations(names, 2)}
        for pair in sorted(several):
            text = self._text(pair, groups)
            of_pair = self._scores(text, [pair] * len(builders), builders)
            for number, names in enumerate(members):
                if len(names) > 2 and set(pair) <= set(names):
                    scores[number] += of_pair[number]
        return scores

    def _text(self, annotators, groups):
        columns, values = self._items.columns_of(annotators), len(self._items.values)
        return UnitizedText(self._stretches, columns, values, groups)

    def _scores(self, text, members, builders):
        """For each group a list of Score.

        members   for each group the tuple of its annotators
        builders  ScoreBuilder of each group
        """
        scores = [[] for _ in builders]
        for (measure, statistic), coefficient in text.figures.items():
            figures = builders[0].figures(coefficient.estimate(), self._document)
            rows = zip(builders, members, figures, coefficient.scores())
            for number, (builder, annotators, figure, result) in enumerate(rows):
                source = _source(measure, statistic, text.left_out[number])
                about = measure, statistic, annotators, source
                items, missing = coefficient.items[number], text.missing[number]
                if isinstance(result, Undefined):
                    score = builder.score(*about, NO_FIGURE, items, missing, str(result))
                else:
                    chance = result.observed, result.expected
                    score = builder.score(*about, figure, items, missing, None, *chance)
                scores[number].append(score)
        return scores

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
