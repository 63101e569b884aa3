"""Scores of layers in which annotators choose the spans: alphas over a text as a continuum.

Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016; see measures/units.py. Layers, and
documents, in which all annotators have the same spans, such as given tokens, have none.
"""

from functools import lru_cache, partial

import numpy

from brat_iaa.measures.estimate import Groups, one_group
from brat_iaa.measures.units import FIGURES, NO_COMMON_CHARACTER, SAME_VALUE, UnitizedText, cut
from brat_iaa.scores.score_table import (
    DOCUMENTS,
    LABELS,
    Figure,
    FigureValues,
    Subjects,
    chance_corrected,
)


def spans_differ(items) -> numpy.ndarray:
    """For each document whether any two annotators drew different spans; items: GroupedItems."""
    drawn = items.drawn.any(axis=1) & (items.begun & ~items.drawn).any(axis=1)
    documents = len(items.columns.begun)
    return numpy.bincount(items.columns.item_document[drawn], minlength=documents) > 0


def unitized(items, about, names) -> list:
    """[(Subjects, Figures)] of the spans of some documents, as stretches of text; none where spans
    do not differ.

    items  GroupedItems of the documents, in groups where they are the subjects
    about  PROJECT, LABELS or DOCUMENTS
    names  of the documents, or [None]
    """
    differ = spans_differ(items)
    if not differ.any() or (about == LABELS and items.several):
        return []
    # Of all sentences, those without spans too.
    document, members = items.columns.batch.sentences[1], items.members
    groups = one_group(len(document), 0)
    if about == DOCUMENTS:
        members = [who if different else () for who, different in zip(members, differ.tolist())]
        groups = Groups(document, None, len(members))

    @lru_cache(None)
    def stretches():
        return cut(items.columns.pieces(), items.drawn, items.table.cells, items.columns.begun)

    def text(pair):
        columns = items.table.columns(items.annotators if pair is None else pair)
        return UnitizedText(stretches(), columns, len(items.table.values), groups)

    if about == LABELS:
        names = sorted(label for value in items.table.values for label in value)
        members = [items.annotators] * len(names)
        figures = [_of_labels(items, names, text)]
    else:
        of_text = lru_cache(None)(lambda pair: _figures(text(pair)))
        figures = [
            Figure(key, partial(lambda key, pair: of_text(pair)[key], key), joint=True)
            for key in FIGURES
        ]
    return [(Subjects(about, names, members, document), figures)]


def _figures(text) -> dict:
    """{(measure, statistic): FigureValues} of a UnitizedText, which is too large to be kept."""
    return {
        key: chance_corrected("", own, text.missing)._replace(
            source=[_source(key, left_out) for left_out in text.left_out]
        )
        for key, own in text.figures.items()
    }


def _of_labels(items, names, text_of) -> Figure:
    """The ku-alpha of each label that any annotator gave.

    text_of  function of a pair, None for all, that returns their UnitizedText
    """
    order = [items.table.values.index({label}) for label in names]

    def compute(pair):
        text = text_of(pair)
        each = text.each_value
        counts = [each.items[number] for number in order]
        defined = [number if each.expected[number] else None for number in order]
        return FigureValues(
            _source(("ku-alpha", "nominal"), text.left_out[0]), each.estimate, counts, None,
            [SAME_VALUE if count else NO_COMMON_CHARACTER for count in counts],
            *([None if n is None else x[n] for n in defined] for x in each[2:]),
            order,
        )  # fmt: skip

    return Figure(("ku-alpha", "nominal"), compute, joint=True)


def _source(key, left_out):
    return "{}:Krippendorff2016|{}|continuum:characters|left-out:".format(*key) + str(left_out)
