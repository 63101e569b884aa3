"""Items of layers that are arrays as elements: spans with each of their labels, relations."""

from itertools import combinations

import numpy

from brat_iaa.measures.distinct import numbered
from brat_iaa.scores.elements import Elements, PairElements


def item_elements(columns) -> Elements:
    """Elements of LabelColumns or DrawnItems, made once."""
    if columns.elements is None:
        columns.elements = _elements(columns)
    return columns.elements


def _elements(columns):
    names, having, width = columns.labels, columns.having, max(len(columns.labels), 1)
    key = having.item.astype(numpy.int64) * width + having.label
    drawn, number = numbered(key, len(columns.item_document) * width)
    gave = numpy.zeros((len(drawn), len(columns.annotators)), dtype=bool)
    gave[number, having.annotator] = True
    near = {way: _near(columns, drawn, way) for way in columns.ways[1:]}
    present = numpy.flatnonzero(columns.begun.any(axis=0)).tolist()
    pairs = list(combinations(present, 2))
    compared = {pair: columns.compared(*pair)[having.item] for pair in pairs}
    several = numpy.any([*compared.values(), numpy.zeros(len(key), dtype=bool)], axis=0)
    counted = numpy.bincount(number[several], minlength=len(drawn)) > 0
    item, label = numpy.divmod(drawn[counted], width)
    return Elements(
        {
            tuple(columns.annotators[annotator] for annotator in pair): _pair_elements(
                columns, having, number, gave, near, compared[pair], pair
            )
            for pair in pairs
        },
        (columns.item_document[item], label),
        columns.document,
        names,
        [columns.begun_by(number) for number in range(len(columns.begun))],
    )


def _near(columns, drawn, way):
    """(number in drawn, annotator, other) of each item and label of the annotator that is matched
    with one of the other in a way.

    drawn  the items with their labels, as one number each, sorted
    """
    item, annotator, other, label = columns.near(way).T
    # The others are spans, whatever their labels.
    labelled = label >= 0
    key = item.astype(numpy.int64) * max(len(columns.labels), 1) + label
    return numpy.searchsorted(drawn, key[labelled]), annotator[labelled], other[labelled]


def _pair_elements(columns, having, number, gave, near, both, pair):
    """PairElements of two annotators.

    having  Entries
    number  of each entry: that of its item and label
    gave    booleans, numbers x annotators: whether the annotator gave the item this label
    near    {way: as in _near()}
    both    of each entry: whether the two annotators are compared on its item
    pair    columns of the annotators
    """
    alone = ~columns.begun[:, pair].all(axis=1)[columns.item_document[having.item]]
    missing = alone & numpy.isin(having.annotator, pair)
    rows = [numpy.flatnonzero(both & (having.annotator == annotator)) for annotator in pair]
    sides = list(zip(rows, pair, pair[::-1]))
    matched = {"exact": numpy.concatenate([gave[number[own], other] for own, _, other in sides])}
    for way, (of, annotator, matched_with) in near.items():
        found = []
        for own, one, other in sides:
            there = gave[:, other].copy()
            there[of[(annotator == one) & (matched_with == other)]] = True
            found.append(there[number[own]])
        matched[way] = numpy.concatenate(found)
    chosen = numpy.concatenate(rows)
    return PairElements(
        columns.sentence[having.item[chosen]].astype(numpy.int32),
        numpy.repeat([False, True], [len(side) for side in rows]),
        having.label[chosen].astype(numpy.int32),
        matched,
        int(missing.sum()),
    )
