"""Dependencies as arrays: items x annotators, with a code for each distinct value.

A value is a set of elements: the distance to a head in tokens, whether the head is a root token,
and a label. So values mean the same on every token and in every document, and each pair of values
is compared only once.
"""

from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus.line_columns import names_in_order
from brat_iaa.measures.distinct import distinct, packed, ranges

MISSING, EMPTY = -1, 0
# Upper bound of distances between tokens, and so of the tokens in a document.
FARTHEST = 1 << 30


class ValueTable(NamedTuple):
    """The distinct values; value 0 is empty.

    start     elements of value v are start[v] : start[v + 1], sorted by distance, then label
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
        """(position in codes, element) of all elements of some values: two integer arrays."""
        return ranges(self.start, codes)


class ArcColumns:
    """The dependencies of one document, or of several documents in a row.

    annotators  tuple; columns of the arrays below
    codes       items x annotators: index of the value, EMPTY, or MISSING
    present     booleans, items x annotators: whether the annotator has a token there
    values      ValueTable of the codes
    token       of each item: index of its token
    sentence    of each item: index of its sentence
    sentences   number of sentences
    document    number of each sentence's document, in ascending order
    begun       booleans, documents x annotators: whether the annotator has begun the document
    types       names of the span types in TokenColumns.type
    tokens      TokenColumns
    arcs        ArcList of all tokens, including those that are no items
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
        """For pickling: without derived attributes."""
        derived = ("item_document", "drawn_arcs", "document_of_arcs")
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def columns(self, annotators):
        """Column numbers of some annotators."""
        return [self.annotators.index(annotator) for annotator in annotators]

    def begun_by(self, document):
        """Tuple of the annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    def first_tokens(self):
        """Number of the first token of each document, and of all tokens."""
        documents = numpy.arange(1 + len(self.begun))
        return numpy.searchsorted(self.document[self.tokens.sentence], documents).tolist()

    def of_documents(self, first, last) -> "ArcColumns":
        """The documents from first up to last."""
        (a, b), tokens = numpy.searchsorted(self.document, [first, last]).tolist(), self.tokens
        c, d = numpy.searchsorted(self.sentence, [a, b]).tolist()
        e, f = numpy.searchsorted(tokens.sentence, [a, b]).tolist()
        arcs = slice(*numpy.searchsorted(self.document_of_arcs, [first, last]).tolist())
        chosen = numpy.flatnonzero(self.begun[first:last].any(axis=0))
        column = numpy.full(len(self.annotators), -1, dtype=numpy.int32)
        column[chosen] = numpy.arange(len(chosen))
        type, types = names_in_order(tokens.type[e:f, chosen], self.types)
        annotator, dependent, head = (ends[arcs] for ends in self.arcs)
        return ArcColumns(
            tuple(self.annotators[annotator] for annotator in chosen.tolist()),
            _used(self.codes[c:d, chosen], self.values), self.present[c:d, chosen],
            self.token[c:d] - e, self.sentence[c:d] - a, self.document[a:b] - first,
            self.begun[first:last, chosen], types,
            TokenColumns(
                tokens.root[e:f], tokens.start[e:f], tokens.sentence[e:f] - a,
                tokens.position[e:f], type,
            ),
            ArcList(column[annotator], dependent - e, head - e),
        )  # fmt: skip

    @cached_property
    def document_of_arcs(self):
        """Number of each arc's document, in ascending order."""
        return self.document[self.tokens.sentence[self.arcs.dependent]]

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
        index = numpy.minimum(
            numpy.searchsorted(self.drawn_arcs, key), max(len(self.drawn_arcs) - 1, 0)
        )
        if not len(self.drawn_arcs):
            return numpy.zeros(len(key), dtype=bool)
        return (self.drawn_arcs[index] == key) & (dependent >= 0) & (head >= 0)

    def _arc_key(self, annotator, dependent, head):
        # Unique, as heads are in the dependent's document.
        width = len(self.tokens.root)
        return packed(packed(annotator, width, dependent), width, head)


class DocumentArcs:
    """One of the documents of ArcColumns.

    batch, number  ArcColumns of several documents, and its number there
    """

    def __init__(self, batch, number):
        self.batch, self.number = batch, number

    @property
    def annotators(self) -> tuple:
        """Those who have begun the document."""
        return self.batch.begun_by(self.number)

    @property
    def columns(self) -> ArcColumns:
        """The ArcColumns of the document."""
        return self.batch.of_documents(self.number, self.number + 1)


def columns_of(parts) -> list:
    """ArcColumns of some DocumentArcs or ArcColumns in a row; those that stand together are one."""
    runs: list = []
    for part in parts:
        if isinstance(part, ArcColumns):
            runs.append([part, 0, len(part.begun)])
        elif runs and runs[-1][0] is part.batch and runs[-1][2] == part.number:
            runs[-1][2] += 1
        else:
            runs.append([part.batch, part.number, part.number + 1])
    return [
        batch if (first, last) == (0, len(batch.begun)) else batch.of_documents(first, last)
        for batch, first, last in runs
    ]


class TokenColumns(NamedTuple):
    """All tokens.

    root      booleans: whether it is a root token
    start     first character in its document's text
    sentence  index of its sentence
    position  in its sentence, from 1; 0 for the root
    type      tokens x annotators: number of the span type, -1 if the annotator lacks the token
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


def arc_columns(
    annotators, tokens, types, items, arcs, label, labels, document, drawn, begun, valued
) -> ArcColumns:
    """The ArcColumns of tokens and arcs.

    items         indexes of the tokens that are items
    label, labels  of each arc its number in the sorted labels
    drawn         whether annotators draw the tokens, see DependencyTable
    valued        booleans, documents x annotators: whether the items have values, if not none
    """
    annotator, dependent, head = arcs
    present, sentence = tokens.present[items], tokens.sentence[items]
    item = numpy.full(len(tokens.root), -1, dtype=numpy.int32)
    item[items] = numpy.arange(len(items))
    of_items = item[dependent] >= 0
    codes = numpy.where(
        (present | drawn) & valued[document[sentence]], numpy.int32(EMPTY), numpy.int32(MISSING)
    )
    used, label = numpy.unique(label[of_items], return_inverse=True)
    cells = _cells(
        codes, item[dependent[of_items]], annotator[of_items], (head - dependent)[of_items],
        tokens.root[head[of_items]], label.reshape(-1), [labels[code] for code in used.tolist()],
    )  # fmt: skip
    return ArcColumns(
        annotators, cells, present, items, sentence, document, begun, types, tokens, arcs,
    )  # fmt: skip


def _cells(codes, item, annotator, distance, root, label, labels):
    """(codes filled with the values, ValueTable) of arcs given by item, annotator and element."""
    order = numpy.lexsort((label, distance, annotator, item))
    cell = (item.astype(numpy.int64) * codes.shape[1] + annotator)[order]
    element = element_keys(distance, root, label, len(labels))[order]
    first = numpy.flatnonzero(numpy.diff(cell, prepend=-1))
    sizes = numpy.diff(numpy.append(first, len(cell)))
    single = sizes == 1
    keys, index = numpy.unique(element[first[single]], return_inverse=True)
    value_codes = numpy.empty(len(first), dtype=numpy.int64)
    value_codes[single] = 1 + index.reshape(-1)
    several = {}
    bounds = zip(first[~single].tolist(), (first + sizes)[~single].tolist())
    value_codes[~single] = [
        several.setdefault(tuple(element[begin:end].tolist()), 1 + len(keys) + len(several))
        for begin, end in bounds
    ]
    codes.reshape(-1)[cell[first]] = value_codes
    return codes, values_of_keys(keys, several, labels)


def element_keys(distance, root, label, labels):
    """A number for each element, sorted by distance, then label."""
    distance_and_root = (distance.astype(numpy.int64) + FARTHEST) * 2 + root
    return distance_and_root * max(labels, 1) + label


def _used(codes, values):
    """(codes, ValueTable) without the values and labels that do not occur."""
    used, first = numpy.unique(codes, return_index=True)
    used, first = used[used > EMPTY], first[used > EMPTY]
    several = values.sizes[used] > 1
    used = numpy.concatenate([used[~several], used[several][numpy.argsort(first[several])]])
    number = numpy.full(len(values.start) + 1, MISSING, dtype=numpy.int32)
    number[EMPTY], number[used] = EMPTY, 1 + numpy.arange(len(used))
    _, element = values.elements_of(used)
    label = values.label[element]
    labels = distinct(label)
    return number[codes], ValueTable(
        numpy.concatenate([[0, 0], numpy.cumsum(values.sizes[used])]), values.distance[element],
        values.root[element], numpy.searchsorted(labels, label).astype(numpy.int32),
        tuple(values.labels[code] for code in labels.tolist()),
    )  # fmt: skip


def values_of_keys(keys, several, labels):
    """ValueTable of the sorted keys of single elements, then of tuples of keys."""
    multiples = [numpy.array(keys_of_value, dtype=numpy.int64) for keys_of_value in several]
    sizes = numpy.concatenate(
        [[0], numpy.ones(len(keys)), [len(keys_of_value) for keys_of_value in multiples]]
    )
    distance_and_root, label = numpy.divmod(
        numpy.concatenate([keys, *multiples]), max(len(labels), 1)
    )
    distance, root = numpy.divmod(distance_and_root, 2)
    return ValueTable(
        numpy.concatenate([[0], numpy.cumsum(sizes)]).astype(numpy.int64),
        (distance - FARTHEST).astype(numpy.int32), root.astype(bool), label.astype(numpy.int32),
        tuple(labels),
    )  # fmt: skip
