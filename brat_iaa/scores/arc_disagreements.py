"""The disagreements on arcs: in columns for all pairs and documents, as objects on demand."""

from typing import NamedTuple

import numpy

from brat_iaa.layers.disagreement import KINDS, Disagreement, Mark
from brat_iaa.scores.comparison import HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([KINDS.index(_KIND.get(how, "label")) for how in range(6)])


class ArcDisagreements(NamedTuple):
    """One row for each link that is not exact; pairs one after the other, each by items.

    pair, kind  numbers in the pairs of PooledDocuments, in KINDS
    token       number of the token
    labels      integers, rows x 2: numbers in label_names, -1 for no arc
    heads       integers, rows x 2: number of the head's token, -1 for no arc
    """

    pair: numpy.ndarray
    kind: numpy.ndarray
    token: numpy.ndarray
    labels: numpy.ndarray
    heads: numpy.ndarray


def arc_disagreements(pooled) -> ArcDisagreements:
    """The ArcDisagreements of PooledDocuments."""
    nothing = numpy.zeros(0, dtype=numpy.int32)
    tables = [(nothing, nothing, nothing, nothing.reshape(0, 2), nothing.reshape(0, 2))]
    tables += [
        _pair_disagreements(pooled.columns, pair, number, comparison)
        for number, (pair, comparison) in enumerate(pooled.comparisons.items())
    ]
    return ArcDisagreements(*(numpy.concatenate(columns) for columns in zip(*tables)))


class DocumentRows(NamedTuple):
    """The disagreements of one document, or several in a row: by offset, then by pair.

    pair, kind, token, labels, heads  as in ArcDisagreements, but tokens in the document
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


def document_rows(pooled) -> list:
    """The DocumentRows of each of PooledDocuments; labels and types are numbers in label_names and
    in the types of the columns.
    """
    columns, rows = pooled.columns, arc_disagreements(pooled)
    tokens = columns.tokens
    pairs = [columns.columns(pair) for pair in pooled.comparisons]
    sides = numpy.array(pairs, dtype=numpy.int64).reshape(-1, 2)
    sentence = tokens.sentence[rows.token]
    document = columns.document[sentence]
    documents = numpy.arange(pooled.documents)
    first_sentence = numpy.searchsorted(columns.document, documents)
    first = numpy.searchsorted(tokens.sentence, first_sentence)[document]
    found = DocumentRows(
        rows.pair, rows.kind, rows.token - first, rows.labels,
        numpy.where(rows.heads < 0, -1, rows.heads - first[:, None]),
        tokens.start[rows.token], sentence - first_sentence[document] + 1,
        (rows.heads < 0) | numpy.append(tokens.root, True)[rows.heads],
        tokens.type[rows.token[:, None], sides[rows.pair]],
    )  # fmt: skip
    order = numpy.lexsort((found.start, document))
    ends = numpy.cumsum(numpy.bincount(document, minlength=pooled.documents))[:-1]
    parts = [numpy.split(_small(column)[order], ends) for column in found]
    return [DocumentRows(*of_document) for of_document in zip(*parts)]


def _small(column):
    return column if column.dtype == bool else column.astype(numpy.int32)


def _pair_disagreements(columns, pair, number, comparison):
    """ArcDisagreements of one pair."""
    links, elements = comparison.differing
    token = columns.token[comparison.item[links[:, 0]]]
    distance = numpy.append(columns.values.distance, 0)[elements]
    heads = numpy.where(elements < 0, -1, token[:, None] + distance)
    kind = _kinds(columns, columns.columns(pair), token, heads, links[:, 3])
    return ArcDisagreements(numpy.full(len(links), number), kind, token, links[:, 1:3], heads)


def _kinds(columns, sides, token, heads, how):
    """Number of the kind of each row; a missing token or head comes before anything else."""
    kind = _KIND_OF_HOW[how]
    # The last row is for no arc, whose head is -1.
    present = numpy.append(columns.tokens.present, [[True] * len(columns.annotators)], axis=0)
    lacking = numpy.zeros(len(token), dtype=bool)
    reverse = numpy.zeros(len(token), dtype=bool)
    for head, side, other in zip(heads.T, sides, sides[::-1]):
        lacking |= ~present[token, other] | ~present[head, other]
        reverse |= columns.drew(other, head, token) & ~columns.drew(side, head, token)
    kind = numpy.where(reverse & (how != HEAD), KINDS.index("reversed"), kind)
    return numpy.where(lacking, KINDS.index("token"), kind)


def make_disagreement(table, pair, kind, token, heads, labels, layer) -> Disagreement:
    """The Disagreement of one row.

    table          DependencyTable of its document
    token, heads   indexes in the document; a head is None without an arc
    labels         "" without an arc
    layer          its name
    """
    arcs = tuple(
        None if head is None else _arc(table, annotator, token, head, label)
        for annotator, head, label in zip(pair, heads, labels)
    )
    return Disagreement(
        layer=layer,
        document=table.document,
        token=table.tokens[token],
        annotators=pair,
        kind=kind,
        arcs=arcs,
        files=tuple(table.files[annotator] for annotator in pair),
    )


def _arc(table, annotator, dependent, head, label):
    return next(
        Mark(label, arc.id, arc.line, head=table.tokens[head])
        for arc in table.arcs[annotator][dependent]
        if (arc.head, arc.label) == (head, label)
    )
