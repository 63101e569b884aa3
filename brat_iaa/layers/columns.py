"""Dependencies in columns: items by annotators, one whole number for each different value.

A value is a set of elements, each the distance to a head in tokens, whether the head is a root
token, and a label. So it means the same on every token, documents share their values, and what
two values have in common is worked out once for each pair of them that occurs side by side.
"""

from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.measures.ranges import ranges

MISSING, EMPTY = -1, 0
# Distances between tokens are below this; more tokens than that in a document would overflow.
_FARTHEST = 1 << 30


class ValueTable(NamedTuple):
    """Different values; value 0 is the empty one.

    start     elements of value v are start[v] : start[v + 1], in the order of distances, then
              labels
    distance  of each element: index of the head's token minus that of the item's
    root      whether the head is a root token
    label     number of the label in labels
    labels    tuple of all labels, sorted
    """

    start: numpy.ndarray
    distance: numpy.ndarray
    root: numpy.ndarray
    label: numpy.ndarray
    labels: tuple

    @property
    def sizes(self):
        """Number of elements of each value."""
        return numpy.diff(self.start)

    def elements_of(self, codes):
        """(position in codes, element) of every element of some values: two integer arrays."""
        return ranges(self.start, codes)

    def written(self, code):
        """{(distance, label): element} of one value."""
        own = range(self.start[code], self.start[code + 1])
        return {
            (int(self.distance[element]), self.labels[self.label[element]]): element
            for element in own
        }


class ArcColumns:
    """The dependencies of one document, or of several put one after the other.

    annotators  tuple; columns of what follows
    codes       items x annotators: index of the value, EMPTY, or MISSING
    present     booleans, items x annotators: whether the annotator has a token there
    values      ValueTable
    token       of each item: index of its token
    sentence    of each item: index of its sentence
    sentences   number of sentences
    document    number of each sentence's document, in ascending order
    begun       booleans, documents x annotators: whether the annotator has begun the document
    types       names of span types, in numbers of TokenColumns.type
    tokens      TokenColumns
    arcs        ArcList of all tokens, also of those that are no items
    """

    def __init__(
        self, annotators, cells, present, token, sentence, document, begun, types, tokens, arcs
    ):
        self.annotators, self.present, self.tokens = annotators, present, tokens
        self.types = types
        self.token, self.sentence, self.document = token, sentence, document
        self.sentences, self.begun, self.arcs = len(document), begun, arcs
        self.codes, self.values = cells

    def __getstate__(self):
        """For other processes: without what can be worked out again."""
        derived = ("item_document", "drawn_arcs")
        return {name: own for name, own in self.__dict__.items() if name not in derived}

    def columns(self, annotators):
        """Columns of some annotators."""
        return [self.annotators.index(annotator) for annotator in annotators]

    def begun_by(self, document):
        """Tuple of those who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    @cached_property
    def item_document(self):
        """Number of each item's document."""
        return self.document[self.sentence]

    @cached_property
    def drawn_arcs(self):
        """Sorted keys of all arcs, for drew()."""
        annotator, dependent, head = self.arcs
        return numpy.sort(self._arc_key(annotator, dependent, head))

    def drew(self, annotator, dependent, head):
        """Whether annotators (columns) drew arcs between tokens: booleans; head -1: no arc."""
        key = self._arc_key(annotator, dependent, head)
        place = numpy.minimum(
            numpy.searchsorted(self.drawn_arcs, key), max(len(self.drawn_arcs) - 1, 0)
        )
        if not len(self.drawn_arcs):
            return numpy.zeros(len(key), dtype=bool)
        return (self.drawn_arcs[place] == key) & (dependent >= 0) & (head >= 0)

    def _arc_key(self, annotator, dependent, head):
        # Heads are in the dependent's document, so the distance tells them apart.
        width = len(self.tokens.root)
        return (annotator * numpy.int64(width) + dependent) * numpy.int64(width) + head


class TokenColumns(NamedTuple):
    """All tokens.

    root      booleans: whether it is a root token
    start     first character in its document's text
    sentence  index of its sentence
    position  place in its sentence, from 1; 0 for the root
    type      tokens x annotators: number of the span type, -1 where the annotator has no token
    """

    root: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    position: numpy.ndarray
    type: numpy.ndarray

    @property
    def present(self):
        """Whether an annotator has a token: booleans, tokens x annotators."""
        return self.type >= 0


class ArcList(NamedTuple):
    """Arcs as columns: the annotator's column, and the tokens of dependent and head."""

    annotator: numpy.ndarray
    dependent: numpy.ndarray
    head: numpy.ndarray


def arc_columns(table):
    """The ArcColumns of a DependencyTable."""
    annotators, tokens = table.annotators, table.tokens
    labels = sorted(
        {arc.label for own in table.arcs.values() for arcs in own.values() for arc in arcs}
    )
    number = {label: code for code, label in enumerate(labels)}
    annotator, dependent, head, label = [], [], [], []
    for column, name in enumerate(annotators):
        drawn = [arc for arcs in table.arcs[name].values() for arc in arcs]
        annotator += [column] * len(drawn)
        dependent += [arc.dependent for arc in drawn]
        head += [arc.head for arc in drawn]
        label += [number[arc.label] for arc in drawn]
    annotator, dependent, head, label = (
        numpy.array(own, dtype=numpy.int32) for own in (annotator, dependent, head, label)
    )
    types = {}
    of_tokens = TokenColumns(
        numpy.array([token.is_root for token in tokens], dtype=bool),
        numpy.array([token.start for token in tokens], dtype=numpy.int32),
        numpy.array([token.sentence - 1 for token in tokens], dtype=numpy.int32),
        numpy.array([token.position for token in tokens], dtype=numpy.int32),
        numpy.array(
            [
                [
                    types.setdefault(token.types[name], len(types)) if name in token.types else -1
                    for name in annotators
                ]
                for token in tokens
            ],
            dtype=numpy.int32,
        ).reshape(len(tokens), len(annotators)),
    )
    token = numpy.array(table.items, dtype=numpy.int32)
    present = of_tokens.present[token]
    item = numpy.full(len(tokens), -1, dtype=numpy.int32)
    item[token] = numpy.arange(len(token))
    of_items = item[dependent] >= 0
    codes = numpy.where(present | table.drawn, EMPTY, MISSING).astype(numpy.int32)
    blank = [column for column, name in enumerate(annotators) if name in table.blank]
    codes[:, blank] = MISSING
    cells = _cells(
        codes, item[dependent[of_items]], annotator[of_items], (head - dependent)[of_items],
        of_tokens.root[head[of_items]], label[of_items], tuple(labels),
    )  # fmt: skip
    return ArcColumns(
        annotators, cells, present, token, of_tokens.sentence[token],
        numpy.zeros(len(table.sentences), dtype=numpy.int32),
        numpy.ones((1, len(annotators)), dtype=bool), tuple(types), of_tokens,
        ArcList(annotator, dependent, head),
    )  # fmt: skip


def _cells(codes, item, annotator, distance, root, label, labels):
    """(codes with the drawn values, ValueTable) of arcs given by item, annotator and element."""
    order = numpy.lexsort((label, distance, annotator, item))
    cell = (item.astype(numpy.int64) * codes.shape[1] + annotator)[order]
    element = _keys(distance, root, label, len(labels))[order]
    first = numpy.flatnonzero(numpy.diff(cell, prepend=-1))
    sizes = numpy.diff(numpy.append(first, len(cell)))
    single = sizes == 1
    keys, place = numpy.unique(element[first[single]], return_inverse=True)
    found = numpy.empty(len(first), dtype=numpy.int64)
    found[single] = 1 + place.reshape(-1)
    several = {}
    bounds = zip(first[~single].tolist(), (first + sizes)[~single].tolist())
    found[~single] = [
        several.setdefault(tuple(element[begin:end].tolist()), 1 + len(keys) + len(several))
        for begin, end in bounds
    ]
    codes.reshape(-1)[cell[first]] = found
    return codes, _values(keys, several, labels)


def _keys(distance, root, label, labels):
    """One whole number for each element; in the order of distances, then labels."""
    place = (distance.astype(numpy.int64) + _FARTHEST) * 2 + root
    return place * max(labels, 1) + label


def _values(keys, several, labels):
    """ValueTable of the sorted keys of single elements, then of tuples of keys."""
    own = [numpy.array(one, dtype=numpy.int64) for one in several]
    sizes = numpy.concatenate([[0], numpy.ones(len(keys)), [len(one) for one in own]])
    place, label = numpy.divmod(numpy.concatenate([keys, *own]), max(len(labels), 1))
    distance, root = numpy.divmod(place, 2)
    return ValueTable(
        numpy.concatenate([[0], numpy.cumsum(sizes)]).astype(numpy.int64),
        (distance - _FARTHEST).astype(numpy.int32), root.astype(bool), label.astype(numpy.int32),
        tuple(labels),
    )  # fmt: skip


def joined(documents, annotators):
    """ArcColumns of several documents' ArcColumns, one after the other, for some annotators.

    annotators  in order; of these, those who have begun none of the documents are left out
    """
    annotators = tuple(
        name for name in annotators if any(name in own.annotators for own in documents)
    )
    labels = tuple(sorted({label for own in documents for label in own.values.labels}))
    number = {label: code for code, label in enumerate(labels)}
    keys, several = _all_elements(documents, number)
    singles = numpy.unique(numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *keys]))
    known = {one: 1 + len(singles) + place for place, one in enumerate(dict.fromkeys(
        one for own in several for one in own
    ))}  # fmt: skip
    parts = []
    for own, single, multiple in zip(documents, keys, several):
        recoded = numpy.concatenate([
            [EMPTY], 1 + numpy.searchsorted(singles, single), [known[one] for one in multiple],
            [MISSING],  # of MISSING, which is -1
        ]).astype(numpy.int32)  # fmt: skip
        parts.append(recoded[own.codes])
    places = annotator_places(documents, annotators)
    firsts = _firsts(documents)
    tokens = [own.tokens for own in documents]
    types = {}
    of_types = [
        numpy.array(
            [types.setdefault(name, len(types)) for name in own.types] + [-1], dtype=numpy.int32
        )[own.tokens.type]
        for own in documents
    ]
    return ArcColumns(
        annotators,
        (stacked(parts, places, MISSING, numpy.int32), _values(singles, known, labels)),
        stacked([own.present for own in documents], places, False, bool),
        shifted((own.token for own in documents), firsts["token"]),
        shifted((own.sentence for own in documents), firsts["sentence"]),
        shifted((own.document for own in documents), firsts["document"]),
        stacked([own.begun for own in documents], places, False, bool),
        tuple(types),
        TokenColumns(
            concatenated((own.root for own in tokens), bool),
            concatenated((own.start for own in tokens), numpy.int32),
            shifted((own.sentence for own in tokens), firsts["sentence"]),
            concatenated((own.position for own in tokens), numpy.int32),
            stacked(of_types, places, -1, numpy.int32),
        ),
        _joined_arcs(documents, places, firsts["token"]),
    )


def _all_elements(documents, number):
    """For each document (keys of its single values, tuples of keys of the others), in their
    order.
    """
    keys, several = [], []
    for own in documents:
        values = own.values
        recoded = numpy.array([number[label] for label in values.labels], dtype=numpy.int64)
        label = recoded[values.label] if len(recoded) else values.label
        element = _keys(values.distance, values.root, label, len(number))
        sizes = values.sizes
        singles = int((sizes == 1).sum())
        keys.append(element[:singles])
        bounds = values.start[1 + singles :].tolist()
        several.append(
            [tuple(element[begin:end].tolist()) for begin, end in zip(bounds, bounds[1:])]
        )
    return keys, several


def annotator_places(documents, annotators):
    """For each document the column of each annotator; -1 of those who have not begun it."""
    return [
        [own.annotators.index(name) if name in own.annotators else -1 for name in annotators]
        for own in documents
    ]


def _firsts(documents):
    """{what: number of it before each document}"""
    numbers = {
        "token": [len(own.tokens.root) for own in documents],
        "sentence": [own.sentences for own in documents],
        "document": [len(own.begun) for own in documents],
    }
    return {name: numpy.cumsum([0, *own])[:-1].tolist() for name, own in numbers.items()}


def stacked(parts, places, nothing, kind):
    """Arrays of documents one after the other, with the project's annotators as columns.

    places   for each document the column of each annotator in its array; -1: absent
    nothing  what there is of those who are absent
    """
    width = len(places[0]) if places else 0
    found = [numpy.zeros((0, width), dtype=kind)]
    for part, own in zip(parts, places):
        wider = numpy.append(part, numpy.full((len(part), 1), nothing, dtype=kind), axis=1)
        found.append(wider[:, own])
    return numpy.concatenate(found)


def concatenated(parts, kind):
    """Arrays one after the other."""
    return numpy.concatenate([numpy.zeros(0, dtype=kind), *parts])


def shifted(parts, firsts):
    """Arrays of numbers one after the other, each counted on from its first."""
    moved = (part + numpy.int32(first) for part, first in zip(parts, firsts))
    return concatenated(moved, numpy.int32)


def _joined_arcs(documents, places, firsts):
    found = [(numpy.zeros(0, dtype=numpy.int32),) * 3]
    for own, place, first in zip(documents, places, firsts):
        column = numpy.full(len(own.annotators), -1, dtype=numpy.int32)
        for new, old in enumerate(place):
            if old >= 0:
                column[old] = new
        annotator = column[own.arcs.annotator]
        chosen = annotator >= 0
        moved = [part[chosen] + numpy.int32(first) for part in own.arcs[1:]]
        found.append((annotator[chosen], *moved))
    return ArcList(*(numpy.concatenate(parts) for parts in zip(*found)))
