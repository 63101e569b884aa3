"""The disagreements on arcs: in columns for all pairs and documents, as objects when somebody
looks.
"""

from typing import NamedTuple

import numpy

from brat_iaa.layers.disagreement import KINDS, Disagreement
from brat_iaa.scores.comparison import HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([KINDS.index(_KIND.get(how, "label")) for how in range(6)])


class ArcDisagreements(NamedTuple):
    """One row for each link that is not exact; pairs one after the other, each by items.

    pair, kind  numbers in the pairs of a Compared, in KINDS
    token       number of the token
    labels      integers, rows x 2: numbers in label_names, -1 for no arc
    heads       integers, rows x 2: number of the head's token, -1 for no arc
    """

    pair: numpy.ndarray
    kind: numpy.ndarray
    token: numpy.ndarray
    labels: numpy.ndarray
    heads: numpy.ndarray


def arc_disagreements(compared):
    """The ArcDisagreements of a Compared."""
    nothing = numpy.zeros(0, dtype=numpy.int32)
    parts = [(nothing, nothing, nothing, nothing.reshape(0, 2), nothing.reshape(0, 2))]
    parts += [
        _of_pair(compared.columns, pair, number, own)
        for number, (pair, own) in enumerate(compared.pairs.items())
    ]
    return ArcDisagreements(*(numpy.concatenate(own) for own in zip(*parts)))


def listed(table, pair, comparison, layer):
    """List of Disagreement of one pair in one document.

    table       DependencyTable
    comparison  Comparison of its columns
    layer       name of the layer
    """
    found = _of_pair(table.columns, pair, 0, comparison)
    labels = (*table.columns.values.labels, "")
    return [
        made(
            table, pair, KINDS[kind], token, [None if head < 0 else head for head in heads],
            [labels[label] for label in own], layer,
        )
        for kind, token, own, heads in zip(*(column.tolist() for column in found[1:]))
    ]  # fmt: skip


def _of_pair(columns, pair, number, comparison):
    """ArcDisagreements of one pair."""
    links, elements = comparison.differing
    token = columns.token[comparison.item[links[:, 0]]]
    distance = numpy.append(columns.values.distance, 0)[elements]
    heads = numpy.where(elements < 0, -1, token[:, None] + distance)
    kind = _kinds(columns, columns.columns(pair), token, heads, links[:, 3])
    return ArcDisagreements(numpy.full(len(links), number), kind, token, links[:, 1:3], heads)


def _kinds(columns, sides, token, heads, how):
    """Spans before arcs: an arc cannot be shared where one annotator lacks one of its tokens."""
    kind = _KIND_OF_HOW[how]
    there = numpy.append(columns.tokens.present, [[True] * len(columns.annotators)], axis=0)
    lacking = numpy.zeros(len(token), dtype=bool)
    reverse = numpy.zeros(len(token), dtype=bool)
    for head, own, other in zip(heads.T, sides, sides[::-1]):
        # The last row is for no arc, whose head is -1.
        lacking |= ~there[token, other] | ~there[head, other]
        reverse |= columns.drew(other, head, token) & ~columns.drew(own, head, token)
    kind = numpy.where(reverse & (how != HEAD), KINDS.index("reversed"), kind)
    return numpy.where(lacking, KINDS.index("token"), kind)


def made(table, pair, kind, token, heads, labels, layer):
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
        sentence=table.tokens[token].sentence,
        token=table.tokens[token],
        annotators=pair,
        kind=kind,
        arcs=arcs,
        heads=tuple(None if head is None else table.tokens[head] for head in heads),
        files=tuple(table.files[annotator] for annotator in pair),
    )


def _arc(table, annotator, dependent, head, label):
    return next(
        arc for arc in table.arcs[annotator][dependent] if (arc.head, arc.label) == (head, label)
    )
