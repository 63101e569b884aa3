"""Spans with each of their labels as elements that are matched."""

from itertools import combinations

import numpy

from brat_iaa.measures.label_presence import entries
from brat_iaa.scores.elements import Elements, PairElements


def label_elements(columns):
    """Elements of LabelColumns."""
    names = columns.labels
    code = {label: number for number, label in enumerate(names)}
    found = entries(columns.codes, [sorted(code[one] for one in own) for own in columns.values])
    key = found.item.astype(numpy.int64) * len(names) + found.label
    document, begun = columns.item_document[found.item], columns.begun
    some = numpy.flatnonzero(begun.any(axis=0)).tolist()
    several = begun.sum(axis=1) > 1
    drawn, first = numpy.unique(key[several[document]], return_index=True)
    return Elements(
        {
            tuple(columns.annotators[place] for place in pair): _of_pair(
                columns, found, key, begun[:, pair].all(axis=1)[document], pair
            )
            for pair in combinations(some, 2)
        },
        (document[several[document]][first], drawn % max(len(names), 1)),
        columns.document,
        names,
        [columns.begun_by(number) for number in range(len(begun))],
    )


def _of_pair(columns, found, key, both, pair):
    """PairElements; found: Entries; key: of items and labels; both: whether both have begun."""
    own = [numpy.flatnonzero(both & (found.annotator == place)) for place in pair]
    alike = [numpy.isin(key[one], key[other]) for one, other in (own, own[::-1])]
    item, annotator, other, label = columns.near.T
    near = item.astype(numpy.int64) * len(columns.labels) + label
    overlapping = [
        alike[side]
        | numpy.isin(
            key[own[side]],
            near[(label >= 0) & (annotator == pair[side]) & (other == pair[1 - side])],
        )
        for side in (0, 1)
    ]
    chosen = numpy.concatenate(own)
    return PairElements(
        columns.sentence[found.item[chosen]],
        numpy.repeat([False, True], [len(side) for side in own]),
        found.label[chosen],
        {"exact": numpy.concatenate(alike), "overlap": numpy.concatenate(overlapping)},
        int((~both & numpy.isin(found.annotator, pair)).sum()),
    )
