"""The disagreements on arcs: in columns for all pairs and documents, as objects on demand."""

from typing import NamedTuple

import numpy

from brat_iaa.layers.column_disagreements import footing_of
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES, Disagreement, Mark
from brat_iaa.layers.disagreement_builder import Rows
from brat_iaa.values.links import EXACT, HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([DIFFERENCE_NAMES.index(_KIND.get(how, "label")) for how in range(6)])


class ArcRows(NamedTuple):
    """Disagreements on arcs.

    document    number of each one's document
    pair, kind  numbers in the pairs that were compared, in DIFFERENCE_NAMES
    token       number of the token among those of all documents
    labels      integers, rows x 2: numbers of labels, -1 for no arc
    distance    integers, rows x 2: number of the head's token minus that of the token, or 0
    start, sentence  of the token: offset in characters, number of the sentence from 1
    nowhere  booleans, rows x 2: whether there is no head, or it is a root token
    types    integers, rows x 2: numbers of the token's span types, -1 for none
    """

    document: numpy.ndarray
    pair: numpy.ndarray
    kind: numpy.ndarray
    token: numpy.ndarray
    labels: numpy.ndarray
    distance: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    nowhere: numpy.ndarray
    types: numpy.ndarray

    @classmethod
    def in_order(cls, parts) -> "ArcRows":
        """All rows, by document, offset and pair."""
        columns = dict(zip(cls._fields, zip(*parts)))
        start, document = map(numpy.concatenate, (columns["start"], columns["document"]))
        order = numpy.lexsort((start, document))
        # One column after the other: in large projects they are large.
        parts.clear()
        return cls(*(numpy.concatenate(columns.pop(name))[order] for name in cls._fields))

    def taken(self, chosen) -> "ArcRows":
        """Some rows."""
        return ArcRows(*(column[chosen] for column in self))


def arc_rows(view, pair, number=0) -> ArcRows:
    """The ArcRows of a pair: a row for each link in the View of an ArcTable that is not exact.

    number  of the pair; labels are numbers in View.label_names, types in ArcTable.types
    """
    table, compared = view.table, view.compare(pair)
    row, *elements, how = compared.rows
    apart = how != EXACT
    row, how = row[apart], how[apart]
    elements = numpy.stack([of_side[apart] for of_side in elements], axis=1)
    tokens, sides = table.tokens, table.columns(pair)
    token = table.token[compared.item[row]]
    distance = numpy.append(table.distance, 0)[elements]
    heads = numpy.where(elements < 0, -1, token[:, None] + distance)
    sentence = tokens.sentence[token]
    document = table.document[sentence]
    first_sentence = numpy.searchsorted(table.document, numpy.arange(len(table.begun)))
    rows = ArcRows(
        document, numpy.full(len(row), number), _kinds(table, sides, token, heads, how), token,
        view.labels[elements], numpy.where(elements < 0, 0, distance), tokens.start[token],
        sentence - first_sentence[document] + 1,
        (heads < 0) | numpy.append(tokens.root, True)[heads], tokens.type[token][:, sides],
    )  # fmt: skip
    # The smallest type of numbers from the lowest up to the highest.
    return ArcRows(*(
        column if column.dtype == bool
        else column.astype(numpy.min_scalar_type(-1 - int(abs(column).max(initial=0))))
        for column in rows
    ))  # fmt: skip


def _kinds(table, sides, token, heads, how):
    """Number of the kind of each row; a missing token or head comes before anything else."""
    kind = _KIND_OF_HOW[how]
    # The last row is for no arc, whose head is -1.
    present = numpy.append(table.tokens.present, [[True] * len(table.annotators)], axis=0)
    lacking = numpy.zeros(len(token), dtype=bool)
    reverse = numpy.zeros(len(token), dtype=bool)
    for head, side, other in zip(heads.T, sides, sides[::-1]):
        lacking |= ~present[token, other] | ~present[head, other]
        reverse |= table.drew(other, head, token) & ~table.drew(side, head, token)
    kind = numpy.where(reverse & (how != HEAD), DIFFERENCE_NAMES.index("reversed"), kind)
    return numpy.where(lacking, DIFFERENCE_NAMES.index("token"), kind)


def list_arcs(builder, layer, tables, view, pairs, rows):
    """Add disagreements on arcs to a DisagreementBuilder.

    tables   {document: DependencyTable}; view: View of the ArcTable of all
    pairs    of annotators; rows: ArcRows
    """
    builder.add_columns(
        layer, list(tables), pairs, tuple(view.label_names), view.table.types,
        Rows(
            None, rows.document, rows.pair, rows.kind, rows.token, None, rows.start, rows.sentence,
            rows.labels, numpy.append(rows.distance.astype(numpy.int32), rows.nowhere, axis=1),
            rows.types, None, None,
        ),
        _RowSource(rows, view, pairs, layer, list(tables.values())),
    )  # fmt: skip


class _RowSource:
    """Makes the Disagreement of a row, by its number; and says what it stands on, as
    ColumnDisagreements do.

    start_tells  whether no two tokens of a document begin at the same character
    """

    def __init__(self, rows, view, pairs, layer, tables):
        self._rows, self._pairs, self._layer, self._tables = rows, pairs, layer, tables
        self._labels, self._first = view.label_names, view.table.first_tokens()
        places = numpy.stack([view.table.tokens.sentence, view.table.tokens.start])
        self.start_tells = bool((numpy.diff(places) != 0).any(axis=0).all())

    def _token(self, number):
        """(DependencyTable of a row, number of its token there)."""
        document = self._rows.document[number]
        return self._tables[document], int(self._rows.token[number]) - self._first[document]

    def fragments(self, number):
        """Where the token of a row stands: ((start, end), ...)."""
        table, token = self._token(number)
        return table.tokens[token].fragments

    @property
    def drawn(self):
        """Arcs are nothing that others stand on."""
        return footing_of([])

    @property
    def stands_on(self):
        """Tokens, where one annotator lacks the token or its head."""
        rows, spans = self._rows, []
        for row in numpy.flatnonzero(rows.kind == DIFFERENCE_NAMES.index("token")).tolist():
            document = rows.document[row]
            tokens, first = self._tables[document].tokens, self._first[document]
            token = int(rows.token[row])
            numbers = {token, *(token + rows.distance[row].astype(int)).tolist()}
            spans += [(row, tokens[number - first].fragments, False) for number in sorted(numbers)]
        return footing_of(spans)

    def __getitem__(self, number):
        rows, (table, token) = self._rows, self._token(number)
        pair, labels = self._pairs[rows.pair[number]], rows.labels[number].tolist()
        marks = (
            _mark(table, name, token, token + distance, self._labels[label]) if label >= 0 else None
            for name, distance, label in zip(pair, rows.distance[number].tolist(), labels)
        )
        kind = DIFFERENCE_NAMES[rows.kind[number]]
        return Disagreement.at(table.tokens[token], table, self._layer, pair, kind, marks)


def _mark(table, annotator, dependent, head, label):
    return next(
        Mark(label, arc.id, arc.line, head=table.tokens[head])
        for arc in table.arcs[annotator][dependent]
        if (arc.head, arc.label) == (head, label)
    )
