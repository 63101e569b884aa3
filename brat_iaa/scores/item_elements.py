"""Items of layers that are arrays as elements: spans with each of their labels, relations."""

from itertools import combinations

import numpy

from brat_iaa.scores.elements import Elements, PairElements


def item_elements(columns) -> Elements:
    """Elements of LabelColumns or DrawnItems."""
    names, having = columns.labels, columns.having
    key = having.item.astype(numpy.int64) * len(names) + having.label
    document, begun = columns.item_document[having.item], columns.begun
    present = numpy.flatnonzero(begun.any(axis=0)).tolist()
    pairs = list(combinations(present, 2))
    compared = {pair: columns.compared(*pair)[having.item] for pair in pairs}
    several = numpy.any([*compared.values(), numpy.zeros(len(key), dtype=bool)], axis=0)
    drawn, first = numpy.unique(key[several], return_index=True)
    return Elements(
        {
            tuple(columns.annotators[annotator] for annotator in pair): _pair_elements(
                columns,
                having,
                key,
                compared[pair],
                pair,
                int(
                    (
                        ~begun[:, pair].all(axis=1)[document] & numpy.isin(having.annotator, pair)
                    ).sum()
                ),
            )
            for pair in pairs
        },
        (document[several][first], drawn % max(len(names), 1)),
        columns.document,
        names,
        [columns.begun_by(number) for number in range(len(begun))],
    )


def _pair_elements(columns, having, key, both, pair, missing):
    """PairElements of two annotators.

    having  Entries
    key     of each entry: number of its item and label
    both    of each entry: whether the two annotators are compared on its item
    pair    columns of the annotators
    missing as in PairElements
    """
    rows = [numpy.flatnonzero(both & (having.annotator == annotator)) for annotator in pair]
    exact = [numpy.isin(key[rows[side]], key[rows[1 - side]]) for side in (0, 1)]
    matched = {"exact": numpy.concatenate(exact)}
    if "overlap" in columns.ways:
        item, annotator, other, label = columns.near.T
        near = item.astype(numpy.int64) * len(columns.labels) + label
        overlapping = [
            exact[side]
            | numpy.isin(
                key[rows[side]],
                near[(label >= 0) & (annotator == pair[side]) & (other == pair[1 - side])],
            )
            for side in (0, 1)
        ]
        matched["overlap"] = numpy.concatenate(overlapping)
    chosen = numpy.concatenate(rows)
    return PairElements(
        columns.sentence[having.item[chosen]],
        numpy.repeat([False, True], [len(side) for side in rows]),
        having.label[chosen],
        matched,
        missing,
    )
