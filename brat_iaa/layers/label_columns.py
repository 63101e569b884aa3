"""Labels of spans in columns: spans by annotators, a whole number for each different set."""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING, annotator_places, shifted, stacked
from brat_iaa.measures.element_matching import Element, overlap_pairs
from brat_iaa.measures.span_overlap import matched_spans

# Instead of a label in what is near: spans whatever their labels.
SPANS = -1


class LabelColumns(NamedTuple):
    """The labelled spans of one document, or of several put one after the other.

    annotators  tuple; columns of what follows
    codes       items x annotators: number of the set of labels that was given, MISSING where the
                annotator did not draw the span
    values      list of the different sets of labels: frozensets
    labels      sorted list of the different labels
    near        rows of (item, annotator, other, label): of what stands on other offsets than
                anything of the other's, what is matched one to one with something of the other's
                that shares a character: spans (label: SPANS), and spans with each of their labels
    sentence    of each item: index of its sentence, of those that have an item
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
        """Tuple of those who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)


def label_columns(given, near, sentence_of):
    """The LabelColumns of one document, items in text order.

    given        {annotator: {fragments: frozenset of labels}}
    near         {pair: list of pairs of Elements}, see near_elements()
    sentence_of  function of fragments that returns the number of their sentence
    """
    fragments = sorted(set().union(*given.values()))
    row = {place: number for number, place in enumerate(fragments)}
    codes = numpy.full((len(fragments), len(given)), MISSING, dtype=numpy.int32)
    values, column = {}, {name: place for place, name in enumerate(given)}
    for name, own in given.items():
        codes[[row[place] for place in own], column[name]] = [
            values.setdefault(labels, len(values)) for labels in own.values()
        ]
    labels = sorted(set().union(*values))
    number = {label: code for code, label in enumerate(labels)}
    matched = []
    for pair in combinations(given, 2):
        found = [(one, other, SPANS) for one, other in _near_spans(*(given[name] for name in pair))]
        found += [(*one.spans, *other.spans, number[one.label]) for one, other in near[pair]]
        first, second = (column[name] for name in pair)
        for one, other, label in found:
            matched += [(row[one], first, second, label), (row[other], second, first, label)]
    sentences, sentence = numpy.unique(
        numpy.array([sentence_of(place) for place in fragments], dtype=numpy.int32),
        return_inverse=True,
    )
    return LabelColumns(
        tuple(given), codes, list(values), labels,
        numpy.array(matched, dtype=numpy.int32).reshape(-1, 4), sentence.reshape(-1),
        numpy.zeros(len(sentences), dtype=numpy.int32), numpy.ones((1, len(given)), dtype=bool),
    )  # fmt: skip


def near_elements(first, second):
    """Pairs of Elements, spans with a label, that are matched as they share a character.

    first, second  {fragments: frozenset of labels} of two annotators
    Only what the other did not draw like this is matched.
    """
    alone = [
        labelled_spans(
            {place: labels - other.get(place, frozenset()) for place, labels in own.items()}
        )
        for own, other in ((first, second), (second, first))
    ]
    return [(alone[0][i], alone[1][j]) for i, j in overlap_pairs(*alone, ())] if all(alone) else []


def labelled_spans(given):
    """List of Elements, each span with each of its labels.

    given  {fragments: frozenset of labels}
    """
    return [
        Element((fragments, label), label, label, (fragments,))
        for fragments in sorted(given)
        for label in sorted(given[fragments])
    ]


def _near_spans(first, second):
    alone = sorted(first.keys() - second.keys()), sorted(second.keys() - first.keys())
    return [(alone[0][i], alone[1][j]) for i, j in matched_spans(*alone)] if all(alone) else []


def joined(documents, annotators):
    """LabelColumns of several documents' LabelColumns, one after the other, for the annotators."""
    labels = sorted(set().union(*(own.labels for own in documents)))
    number = {label: code for code, label in enumerate(labels)}
    values, codes, near = {}, [], [numpy.zeros((0, 4), dtype=numpy.int32)]
    places = annotator_places(documents, annotators)
    first = 0
    for own in documents:
        recoded = [values.setdefault(value, len(values)) for value in own.values]
        codes.append(numpy.array([*recoded, MISSING], dtype=numpy.int32)[own.codes])
        if len(own.near):
            column = numpy.array([annotators.index(name) for name in own.annotators])
            label = numpy.array([*(number[label] for label in own.labels), SPANS])
            item, one, other, code = own.near.T
            near.append(numpy.stack([item + first, column[one], column[other], label[code]], 1))
        first += len(own.codes)
    return LabelColumns(
        tuple(annotators),
        stacked(codes, places, MISSING, numpy.int32),
        list(values),
        labels,
        numpy.concatenate(near),
        shifted(
            (own.sentence for own in documents),
            numpy.cumsum([0] + [len(own.document) for own in documents]),
        ),
        shifted((own.document for own in documents), range(len(documents))),
        stacked([own.begun for own in documents], places, False, bool),
    )
