"""Labels of spans as arrays: spans x annotators, with a code for each distinct set of labels."""

from itertools import combinations
from typing import Callable, NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING, annotator_columns, shifted, stacked
from brat_iaa.measures.element_matching import Element, overlap_pairs
from brat_iaa.measures.span_overlap import matched_spans

# In the place of a label in LabelColumns.near: spans, whatever their labels.
SPANS = -1


class LabelColumns(NamedTuple):
    """The labelled spans of one document, or of several documents in a row.

    annotators  tuple; columns of the arrays below
    codes       items x annotators: number of the set of labels, MISSING if the annotator did not
                draw the span
    values      list of the distinct sets of labels: frozensets
    labels      sorted list of the distinct labels
    near        rows of (item, annotator, other, label): an item that only the annotator drew like
                this, matched one to one with one of the other's that shares a character: spans
                (label: SPANS), and spans with each of their labels
    sentence    of each item: index of its sentence among sentences with items
    document    number of each such sentence's document, in ascending order
    begun       booleans, documents x annotators: whether the annotator has begun the document
    """

    annotators: tuple
    codes: numpy.ndarray
    values: list
    labels: list
    near: numpy.ndarray
    sentence: numpy.ndarray
    document: numpy.ndarray
    begun: numpy.ndarray

    @property
    def item_document(self):
        """Number of each item's document."""
        return self.document[self.sentence]

    def begun_by(self, document):
        """Tuple of the annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)


def label_columns(given: dict, near: dict, sentence_of) -> LabelColumns:
    """The LabelColumns of one document, items in text order.

    given        {annotator: {fragments: frozenset of labels}}
    near         {pair: list of pairs of Elements}, see near_elements()
    sentence_of  function of fragments that returns the number of their sentence
    """
    fragments = sorted(set().union(*given.values()))
    row = {offsets: number for number, offsets in enumerate(fragments)}
    codes = numpy.full((len(fragments), len(given)), MISSING, dtype=numpy.int32)
    values, column = {}, {name: index for index, name in enumerate(given)}
    for name, labels_of in given.items():
        codes[[row[offsets] for offsets in labels_of], column[name]] = [
            values.setdefault(labels, len(values)) for labels in labels_of.values()
        ]
    labels = sorted(set().union(*values))
    number = {label: code for code, label in enumerate(labels)}
    matched = []
    for pair in combinations(given, 2):
        overlaps = [
            (span, counterpart, SPANS)
            for span, counterpart in _near_spans(*(given[name] for name in pair))
        ]
        overlaps += [
            (*span.spans, *counterpart.spans, number[span.label])
            for span, counterpart in near[pair]
        ]
        first, second = (column[name] for name in pair)
        for span, counterpart, label in overlaps:
            matched += [(row[span], first, second, label), (row[counterpart], second, first, label)]
    sentences, sentence = numpy.unique(
        numpy.array([sentence_of(offsets) for offsets in fragments], dtype=numpy.int32),
        return_inverse=True,
    )
    return LabelColumns(
        tuple(given), codes, list(values), labels,
        numpy.array(matched, dtype=numpy.int32).reshape(-1, 4), sentence.reshape(-1),
        numpy.zeros(len(sentences), dtype=numpy.int32), numpy.ones((1, len(given)), dtype=bool),
    )  # fmt: skip


def relabelled(columns: LabelColumns, label_of: Callable) -> LabelColumns:
    """The same spans with other labels; label_of: function of a label that returns the new one.

    near is empty: which spans overlap with the same label is not known.
    """
    values: dict = {}
    recoded = [
        values.setdefault(frozenset(map(label_of, value)), len(values)) for value in columns.values
    ]
    return columns._replace(
        codes=numpy.array([*recoded, MISSING], dtype=numpy.int32)[columns.codes],
        values=list(values),
        labels=sorted(set().union(*values)),
        near=columns.near[:0],
    )


def near_elements(first: dict, second: dict) -> list:
    """Matched pairs of Elements: spans with the same label that share a character.

    first, second  {fragments: frozenset of labels} of two annotators
    Spans with a label that both drew alike are left out.
    """
    first_alone, second_alone = (
        labelled_spans(
            {
                offsets: labels - other.get(offsets, frozenset())
                for offsets, labels in labels_of.items()
            }
        )
        for labels_of, other in ((first, second), (second, first))
    )
    if not (first_alone and second_alone):
        return []
    near = overlap_pairs(first_alone, second_alone, [])
    return [(first_alone[i], second_alone[j]) for i, j in near]


def labelled_spans(given: dict) -> list:
    """List of Elements, each span with each of its labels; given: {fragments: labels}."""
    return [
        Element((fragments, label), label, label, (fragments,))
        for fragments in sorted(given)
        for label in sorted(given[fragments])
    ]


def _near_spans(first, second):
    alone = sorted(first.keys() - second.keys()), sorted(second.keys() - first.keys())
    return [(alone[0][i], alone[1][j]) for i, j in matched_spans(*alone)] if all(alone) else []


def joined(parts: list, annotators: tuple) -> LabelColumns:
    """LabelColumns of several LabelColumns in a row, for these annotators."""
    labels = sorted(set().union(*(part.labels for part in parts)))
    number = {label: code for code, label in enumerate(labels)}
    values, codes, near = {}, [], [numpy.zeros((0, 4), dtype=numpy.int32)]
    columns = annotator_columns(parts, annotators)
    first = 0
    for part in parts:
        recoded = [values.setdefault(value, len(values)) for value in part.values]
        codes.append(numpy.array([*recoded, MISSING], dtype=numpy.int32)[part.codes])
        if len(part.near):
            column = numpy.array([annotators.index(name) for name in part.annotators])
            label = numpy.array([*(number[label] for label in part.labels), SPANS])
            item, annotator, counterpart, code = part.near.T
            near.append(
                numpy.stack([item + first, column[annotator], column[counterpart], label[code]], 1)
            )
        first += len(part.codes)
    return LabelColumns(
        tuple(annotators),
        stacked(codes, columns, MISSING, numpy.int32),
        list(values),
        labels,
        numpy.concatenate(near),
        shifted(
            (part.sentence for part in parts),
            numpy.cumsum([0] + [len(part.document) for part in parts]),
        ),
        shifted((part.document for part in parts), range(len(parts))),
        stacked([part.begun for part in parts], columns, False, bool),
    )
