"""Dependencies as a ValueTable: an item is a token, its value the set of its heads and labels.

An element is ((distance, root), label): the head's token less the item's, in tokens, and whether
the head is a root token. So values mean the same on every token and in every document.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy

from brat_iaa.corpus.line_columns import names_in_order
from brat_iaa.measures.distinct import packed
from brat_iaa.values.table import (
    ABSENT,
    EMPTY,
    UNDRAWN,
    ValueTable,
    first_numbers,
    in_a_row,
    in_columns,
    joined,
    with_values,
)

# Upper bound of distances between tokens, and so of the tokens in a document.
_FARTHEST = 1 << 30


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


class Arcs(NamedTuple):
    """Arcs as columns: numbers of the annotator, and of the tokens of dependent and head."""

    annotator: numpy.ndarray
    dependent: numpy.ndarray
    head: numpy.ndarray


@dataclass(eq=False)
class ArcTable(ValueTable):
    """The dependencies of some documents.

    token   of each item: number of its token
    tokens  TokenColumns
    types   names of the span types in TokenColumns.type
    """

    token: numpy.ndarray
    tokens: TokenColumns
    types: tuple

    @cached_property
    def elements(self) -> list:
        """See ValueTable; sorted, so that links always come in the same order."""
        return sorted({element for value in self.values for element in value})

    @cached_property
    def distance(self) -> numpy.ndarray:
        """Of each element how far its head is, in tokens."""
        return numpy.array([head[0] for head, _ in self.elements], dtype=numpy.int64)

    def arcs(self) -> tuple:
        """(number of the annotator, token, head, number of the element) of all arcs: arrays."""
        item, annotator = numpy.nonzero(self.cells > EMPTY)
        cell, element = self.elements_of(self.cells[item, annotator])
        token = self.token[item[cell]]
        return annotator[cell], token, token + self.distance[element], element

    @cached_property
    def _drawn(self):
        annotator, token, head, _ = self.arcs()
        return numpy.sort(self._key(annotator, token, head))

    def drew(self, annotator, token, head) -> numpy.ndarray:
        """Whether annotators (columns) drew arcs to tokens: booleans; head -1: no arc."""
        key, drawn = self._key(annotator, token, head), self._drawn
        if not len(drawn):
            return numpy.zeros(len(key), dtype=bool)
        at = numpy.minimum(numpy.searchsorted(drawn, key), len(drawn) - 1)
        return (drawn[at] == key) & (token >= 0) & (head >= 0)

    def _key(self, annotator, token, head):
        width = len(self.tokens.root)
        return packed(packed(annotator, width, token), width, head)

    def first_tokens(self) -> list:
        """Number of the first token of each document, and of all tokens."""
        documents = numpy.arange(1 + len(self.begun))
        return numpy.searchsorted(self.document[self.tokens.sentence], documents).tolist()

    def of_documents(self, first, last) -> "ArcTable":
        """See ValueTable."""
        part: Any = super().of_documents(first, last)
        tokens = self.tokens
        a, b = numpy.searchsorted(self.document, [first, last]).tolist()
        rows = slice(*numpy.searchsorted(self.sentence, [a, b]).tolist())
        c, d = numpy.searchsorted(tokens.sentence, [a, b]).tolist()
        type, types = names_in_order(tokens.type[c:d, self.columns(part.annotators)], self.types)
        return replace(
            part, token=self.token[rows] - c, types=types,
            tokens=TokenColumns(
                tokens.root[c:d], tokens.start[c:d], tokens.sentence[c:d] - a,
                tokens.position[c:d], type,
            ),
        )  # fmt: skip


class DocumentArcs(NamedTuple):
    """One of the documents of an ArcTable, by its number there."""

    batch: ArcTable
    number: int

    @property
    def annotators(self) -> tuple:
        """Those who have begun the document."""
        return self.batch.begun_by(self.number)


def arc_table(
    annotators, tokens, types, items, arcs, label, labels, document, drawn, begun, valued
) -> ArcTable:
    """The ArcTable of tokens and arcs.

    items          numbers of the tokens that are items
    label, labels  of each arc the number of its label among these
    drawn          whether annotators draw the tokens, see DependencyTable
    valued         booleans, documents x annotators: whether the items have values, if not none
    """
    sentence = tokens.sentence[items]
    lacking = numpy.where(valued[document[sentence]] & drawn, UNDRAWN, ABSENT)
    cells = numpy.where(tokens.present[items], EMPTY, lacking).astype(numpy.int32)
    cells[~valued[document[sentence]]] = ABSENT
    item = numpy.full(len(tokens.root), -1, dtype=numpy.int32)
    item[items] = numpy.arange(len(items))
    of_items = item[arcs.dependent] >= 0
    annotator, dependent, head = (column[of_items] for column in arcs)
    distance = head.astype(numpy.int64) - dependent + _FARTHEST
    keys, element = numpy.unique(
        packed(distance * 2 + tokens.root[head], max(len(labels), 1), label[of_items]),
        return_inverse=True,
    )
    elements = []
    for key in keys.tolist():
        head_key, label_number = divmod(key, max(len(labels), 1))
        elements.append(((head_key // 2 - _FARTHEST, head_key % 2 == 1), labels[label_number]))
    of_arcs = item[dependent], annotator, element.reshape(-1)
    cells, values = with_values(cells, *of_arcs, elements)
    return ArcTable(annotators, cells, values, sentence, document, begun, items, tokens, types)


def joined_arcs(parts, annotators, absent=False) -> ArcTable:
    """The ArcTable of several DocumentArcs or ArcTables in a row.

    annotators  in order
    absent      whether those who have begun none of the documents have columns
    """
    parts = _in_runs(parts)
    annotators = tuple(
        name for name in annotators if absent or any(name in part.annotators for part in parts)
    )
    if len(parts) == 1 and parts[0].annotators == annotators:
        return parts[0]
    whole = joined(parts, annotators)
    token = first_numbers(len(part.tokens.root) for part in parts)
    sentence = first_numbers(part.sentences for part in parts)
    types: dict = {}
    tokens = [part.tokens for part in parts]
    type = []
    for part in parts:
        numbers = [types.setdefault(name, len(types)) for name in part.types]
        type.append(numpy.array([*numbers, -1], dtype=numpy.int32)[part.tokens.type])
    return ArcTable(
        annotators, whole.cells, whole.values, whole.sentence, whole.document, whole.begun,
        in_a_row([part.token + first for part, first in zip(parts, token)]),
        TokenColumns(
            in_a_row([of_part.root for of_part in tokens]).astype(bool),
            in_a_row([of_part.start for of_part in tokens]),
            in_a_row([of_part.sentence + first for of_part, first in zip(tokens, sentence)]),
            in_a_row([of_part.position for of_part in tokens]),
            in_columns(type, parts, annotators, -1),
        ),
        tuple(types),
    )  # fmt: skip


def _in_runs(parts):
    """ArcTables; documents that stand together in one are one."""
    runs: list = []
    for part in parts:
        if isinstance(part, ArcTable):
            runs.append([part, 0, len(part.begun)])
        elif runs and runs[-1][0] is part.batch and runs[-1][2] == part.number:
            runs[-1][2] += 1
        else:
            runs.append([part.batch, part.number, part.number + 1])
    return [
        batch if (first, last) == (0, len(batch.begun)) else batch.of_documents(first, last)
        for batch, first, last in runs
    ]
