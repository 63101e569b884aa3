"""The disagreements on arcs: in columns for all pairs and documents, as objects on demand."""

from typing import NamedTuple

import numpy

from brat_iaa.layers.column_disagreements import footing_of
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES, Disagreement, Mark
from brat_iaa.layers.disagreement_builder import Rows
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([DIFFERENCE_NAMES.index(_KIND.get(how, "label")) for how in range(6)])


class DocumentRows(NamedTuple):
    """The disagreements of one document, or several in a row: by offset, then by pair.

    pair, kind  numbers in the pairs that were compared, in DIFFERENCE_NAMES
    token       number of the token in its document
    labels      integers, rows x 2: numbers of labels, -1 for no arc
    heads       integers, rows x 2: number of the head's token, -1 for no arc
    start, sentence  of the token: offset in characters, number of the sentence from 1
    nowhere  booleans, rows x 2: whether there is no head, or it is a root token
    types    integers, rows x 2: numbers of the token's span types, -1 for none
    """

    pair: numpy.ndarray
    kind: numpy.ndarray
    token: numpy.ndarray
    labels: numpy.ndarray
    heads: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    nowhere: numpy.ndarray
    types: numpy.ndarray


def document_rows(columns, pairs, compared) -> list:
    """The DocumentRows of each document of ArcColumns: a row for each link that is not exact in the
    Comparison of some pairs; labels and types are numbers in those of the columns.
    """
    tokens, number = columns.tokens, len(columns.begun)
    links = compared.links[len(compared.links) - len(compared.elements) :]
    apart = links[:, 3] != EXACT
    links, elements = links[apart], compared.elements[apart]
    pair, how = compared.pair[links[:, 0]], links[:, 3]
    sides = numpy.array([columns.columns(both) for both in pairs], dtype=int).reshape(-1, 2)[pair]
    token = columns.token[compared.item[links[:, 0]]]
    distance = numpy.append(columns.values.distance, 0)[elements]
    heads = numpy.where(elements < 0, -1, token[:, None] + distance)
    kind = _kinds(columns, sides, token, heads, how)
    sentence = tokens.sentence[token]
    document, documents = columns.document[sentence], numpy.arange(number)
    first_sentence = numpy.searchsorted(columns.document, documents)
    first = numpy.searchsorted(tokens.sentence, first_sentence)[document]
    rows = DocumentRows(
        pair, kind, token - first, links[:, 1:3],
        numpy.where(heads < 0, -1, heads - first[:, None]), tokens.start[token],
        sentence - first_sentence[document] + 1,
        (heads < 0) | numpy.append(tokens.root, True)[heads], tokens.type[token[:, None], sides],
    )  # fmt: skip
    order = numpy.lexsort((rows.start, document))
    ends = numpy.cumsum(numpy.bincount(document, minlength=number)).tolist()
    # The smallest type of numbers from -1 up to the largest; differences fit in, too.
    small = [
        column[order] if column.dtype == bool
        else column[order].astype(numpy.min_scalar_type(-1 - int(column.max(initial=0))))
        for column in rows
    ]  # fmt: skip
    return [DocumentRows(*(column[a:b] for column in small)) for a, b in zip([0, *ends], ends)]


def _kinds(columns, sides, token, heads, how):
    """Number of the kind of each row; a missing token or head comes before anything else."""
    kind = _KIND_OF_HOW[how]
    # The last row is for no arc, whose head is -1.
    present = numpy.append(columns.tokens.present, [[True] * len(columns.annotators)], axis=0)
    lacking = numpy.zeros(len(token), dtype=bool)
    reverse = numpy.zeros(len(token), dtype=bool)
    for head, side, other in zip(heads.T, sides.T, sides.T[::-1]):
        lacking |= ~present[token, other] | ~present[head, other]
        reverse |= columns.drew(other, head, token) & ~columns.drew(side, head, token)
    kind = numpy.where(reverse & (how != HEAD), DIFFERENCE_NAMES.index("reversed"), kind)
    return numpy.where(lacking, DIFFERENCE_NAMES.index("token"), kind)


def list_arcs(builder, layer, tables, columns, pairs, labels, types, rows, document):
    """Add disagreements on arcs to a DisagreementBuilder.

    tables, columns  {document: DependencyTable}, and their ArcColumns, in order
    pairs, labels, types  names that the numbers in rows refer to
    rows, document   DocumentRows, and of each row the number of its document
    """
    source = _RowSource(rows, document, pairs, list(labels), layer, list(tables.values()), columns)
    # Names in an order that does not depend on the edits.
    in_order = sorted({label for arcs in columns for label in arcs.values.labels})
    known_types = list(dict.fromkeys(type for arcs in columns for type in arcs.types))
    distance = rows.heads.astype(numpy.int32) - rows.token[:, None]
    builder.add_columns(
        layer, list(tables), pairs, in_order, known_types,
        Rows(
            None, document, rows.pair, rows.kind, source.first[document] + rows.token, None,
            rows.start, rows.sentence, _renumbered(labels, in_order)[rows.labels],
            numpy.append(distance, rows.nowhere, axis=1),
            _renumbered(types, known_types)[rows.types], None, None,
        ),
        source,
    )  # fmt: skip


def _renumbered(numbers, names):
    """For each number of a name, the last one being none, its position among some names."""
    position = {name: index for index, name in enumerate(names)}
    return numpy.array([position.get(name, -1) for name in numbers] + [-1], dtype=numpy.int32)


class _RowSource:
    """Makes the Disagreement of a row, by its number; and says what it stands on, as
    ColumnDisagreements do.

    first        of each document: number of its first token among those of all documents
    start_tells  whether no two tokens of a document begin at the same character
    """

    def __init__(self, rows, document, pairs, labels, layer, tables, columns):
        self._rows, self._document, self._pairs = rows, document, pairs
        self._labels, self._layer, self._tables = (*labels, ""), layer, tables
        sizes = [numpy.diff(arcs.first_tokens()) for arcs in columns]
        self.first = numpy.cumsum(numpy.concatenate([[0], *sizes]))
        places = (numpy.stack([arcs.tokens.sentence, arcs.tokens.start]) for arcs in columns)
        self.start_tells = all((numpy.diff(starts) != 0).any(axis=0).all() for starts in places)

    def fragments(self, number):
        """Where the token of a row stands: ((start, end), ...)."""
        return self._tables[self._document[number]].tokens[self._rows.token[number]].fragments

    @property
    def drawn(self):
        """Arcs are nothing that others stand on."""
        return footing_of([])

    @property
    def stands_on(self):
        """Tokens, where one annotator lacks the token or its head."""
        rows, spans = self._rows, []
        for row in numpy.flatnonzero(rows.kind == DIFFERENCE_NAMES.index("token")).tolist():
            tokens = self._tables[self._document[row]].tokens
            numbers = {int(rows.token[row]), *rows.heads[row].tolist()} - {-1}
            spans += [(row, tokens[number].fragments, False) for number in sorted(numbers)]
        return footing_of(spans)

    def __getitem__(self, number):
        rows = self._rows
        table, pair = self._tables[self._document[number]], self._pairs[rows.pair[number]]
        token = int(rows.token[number])
        labels = [self._labels[label] for label in rows.labels[number]]
        marks = (
            _mark(table, name, token, head, label) if head >= 0 else None
            for name, head, label in zip(pair, rows.heads[number].tolist(), labels)
        )
        kind = DIFFERENCE_NAMES[rows.kind[number]]
        return Disagreement.at(table.tokens[token], table, self._layer, pair, kind, marks)


def _mark(table, annotator, dependent, head, label):
    return next(
        Mark(label, arc.id, arc.line, head=table.tokens[head])
        for arc in table.arcs[annotator][dependent]
        if (arc.head, arc.label) == (head, label)
    )
