"""Dependencies as a ValueTable: an item is a token, its value the set of its heads and labels.

An element is ((distance, root), label): the head's token less the item's, in tokens, and whether
the head is a root token. So values mean the same on every token and in every document.

Source of the definition: Ragheb & Dickinson 2013, section 4.1.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy

from brat_iaa.layers.tokens import TokenColumns
from brat_iaa.measures.distinct import packed
from brat_iaa.values.table import ABSENT, EMPTY, UNDRAWN, ValueTable, with_values

# Upper bound of distances between tokens, and so of the tokens in a document.
_FARTHEST = 1 << 30


@dataclass(eq=False)
class ArcTable(ValueTable):
    """The dependencies of some documents.

    tokens  TokenColumns, one for each item
    counts  booleans: whether the token is compared: it is no root token and, if that does not
            count, no punctuation
    """

    tokens: TokenColumns
    counts: numpy.ndarray

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
        token = item[cell]
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
        width = len(self.cells)
        return packed(packed(annotator, width, token), width, head)

    @cached_property
    def counted(self) -> "ArcTable":
        """The same without the values of tokens that do not count."""
        if self.counts.all() or (self.cells[~self.counts] == ABSENT).all():
            return self
        return self.with_cells(numpy.where(self.counts[:, None], self.cells, ABSENT))

    def of_documents(self, documents, annotators) -> "ArcTable":
        """See ValueTable."""
        part: Any = super().of_documents(documents, annotators)
        items = self.items_in(documents)
        tokens = self.tokens.taken(items, self.columns(annotators), part.sentence)
        return replace(part, tokens=tokens, counts=self.counts[items])


def arc_table(
    annotators, tokens, counts, arcs, label, labels, document, drawn, begun, valued
) -> ArcTable:
    """The ArcTable of tokens and arcs.

    arcs           (numbers of the annotators, of the tokens, of their heads)
    label, labels  of each arc the number of its label among these
    drawn          whether annotators draw the tokens: then one that they lack has an empty value
    valued         booleans, documents x annotators: whether the tokens have values, if not none
    """
    annotator, token, head = arcs
    valued = valued[document[tokens.sentence]] & ~tokens.root[:, None]
    cells = numpy.where(tokens.present, EMPTY, UNDRAWN if drawn else ABSENT)
    cells = numpy.where(valued, cells, ABSENT).astype(numpy.int32)
    distance, names = head.astype(numpy.int64) - token + _FARTHEST, max(len(labels), 1)
    keys, element = numpy.unique(
        packed(distance * 2 + tokens.root[head], names, label), return_inverse=True
    )
    elements = []
    for key in keys.tolist():
        head_key, label_number = divmod(key, names)
        elements.append(((head_key // 2 - _FARTHEST, head_key % 2 == 1), labels[label_number]))
    cells, values = with_values(cells, token, annotator, element.reshape(-1), elements)
    return ArcTable(annotators, cells, values, tokens.sentence, document, begun, tokens, counts)
