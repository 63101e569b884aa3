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
    gave = gave[number]
    present = numpy.flatnonzero(columns.begun.any(axis=0)).tolist()
    pairs = list(combinations(present, 2))
    compared = {pair: columns.compared(*pair)[having.item] for pair in pairs}
    several = numpy.any([*compared.values(), numpy.zeros(len(key), dtype=bool)], axis=0)
    counted = numpy.bincount(number[several], minlength=len(drawn)) > 0
    item, label = numpy.divmod(drawn[counted], width)
    return Elements(
        {
            tuple(columns.annotators[annotator] for annotator in pair): _pair_elements(
                columns, having, key, gave, compared[pair], pair
            )
            for pair in pairs
        },
        (columns.item_document[item], label),
        columns.document,
        names,
        [columns.begun_by(number) for number in range(len(columns.begun))],
    )


def _pair_elements(columns, having, key, gave, both, pair):
    """PairElements of two annotators.

    having  Entries
    key     of each entry: number of its item and label
    gave    booleans, entries x annotators: whether the annotator gave the item this label
    both    of each entry: whether the two annotators are compared on its item
    pair    columns of the annotators
    """
    alone = ~columns.begun[:, pair].all(axis=1)[columns.item_document[having.item]]
    missing = alone & numpy.isin(having.annotator, pair)
    rows = [numpy.flatnonzero(both & (having.annotator == annotator)) for annotator in pair]
    exact = [gave[own, other] for own, other in zip(rows, pair[::-1])]
    matched = {"exact": numpy.concatenate(exact)}
    for way in columns.ways[1:]:
        item, annotator, other, label = columns.near(way).T
        near = item.astype(numpy.int64) * max(len(columns.labels), 1) + label
        matched[way] = numpy.concatenate([
            exact[side]
            | numpy.isin(
                key[rows[side]],
                near[(label >= 0) & (annotator == pair[side]) & (other == pair[1 - side])],
            )
            for side in (0, 1)
        ])  # fmt: skip
    chosen = numpy.concatenate(rows)
    return PairElements(
        columns.sentence[having.item[chosen]].astype(numpy.int32),
        numpy.repeat([False, True], [len(side) for side in rows]),
        having.label[chosen].astype(numpy.int32),
        matched,
        int(missing.sum()),
    )
