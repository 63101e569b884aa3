"""The arcs of a layer as drawn items; two annotators differ by the links of their values that are
not exact.
"""

from functools import cached_property

import numpy

from brat_iaa.layers.difference import DIFFERENCE_NAMES, Mark, PlaceItem
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.values.links import EXACT, HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([DIFFERENCE_NAMES.index(_KIND.get(how, "label")) for how in range(6)])


class ArcItems(DrawnItems):
    """The different arcs of some documents: an item is a token with a head and a label.

    tables  {document: ComparedDocument}
    view    View of the ArcTable of all; pairs: of annotators that are compared
    place   of each arc: its token; head: the token of its head
    """

    arcs = True

    def __init__(self, tables, view, pairs):
        self.tables, self._view, self._pairs, self._table = tables, view, pairs, view.table
        table, self.annotators, self.labels = view.table, view.table.annotators, view.label_names
        _, token, _, element = table.arcs()
        self._elements = max(len(table.elements), 1)
        self._key = distinct(packed(token, self._elements, element))
        self.place, element = numpy.divmod(self._key, self._elements)
        self.label, self.head = view.labels[element], self.place + table.distance[element]
        first = numpy.searchsorted(table.item_document, numpy.arange(len(table.begun)))
        self._first = dict(zip(tables, first.tolist()))

    @cached_property
    def found(self) -> dict:
        """See DrawnItems; in the order of tokens and links."""
        return {pair: self.differences(*pair) for pair in self._pairs}

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators, by their names, differ."""
        compared, sides = self._view.compare((first, second)), self._table.columns((first, second))
        row, *elements, how = compared.rows
        apart = how != EXACT
        token = compared.item[row[apart]]
        items = [
            numpy.where(element < 0, -1, numpy.searchsorted(self._key, key))
            for element in (of_side[apart] for of_side in elements)
            for key in [packed(token, self._elements, element)]
        ]
        return DifferenceRows(tuple(sides), self._kinds(sides, token, items, how[apart]), *items)

    def _kinds(self, sides, token, items, how):
        """Number of the kind of each row; a missing token or head comes before anything else."""
        table = self._table
        # The last row is for no arc, whose head is -1.
        present = numpy.append(table.tokens.present, [[True] * len(self.annotators)], axis=0)
        lacking, reverse = numpy.zeros((2, len(token)), dtype=bool)
        for item, side, other in zip(items, sides, sides[::-1]):
            head = numpy.append(self.head, -1)[item]
            lacking |= ~present[token, other] | ~present[head, other]
            reverse |= table.drew(other, head, token) & ~table.drew(side, head, token)
        kind = _KIND_OF_HOW[how]
        kind = numpy.where(reverse & (how != HEAD), DIFFERENCE_NAMES.index("reversed"), kind)
        return numpy.where(lacking, DIFFERENCE_NAMES.index("token"), kind)

    def start_of(self, place):
        """See DrawnItems: tokens are in the order of the text."""
        return place

    def items_at(self, layer, place) -> dict:
        table, tokens, names = self._table, distinct(place), [*self.tables]
        document = table.item_document[tokens]
        sentence = table.sentence[tokens] - numpy.searchsorted(table.document, document) + 1
        return {
            number: PlaceItem(layer, names[at], fragments, in_document)
            for number, at, fragments, in_document in zip(
                tokens.tolist(), document.tolist(), table.tokens.fragments(tokens),
                sentence.tolist(),
            )
        }  # fmt: skip

    def mark(self, item, column, table, kind="", other=None):
        first, label = self._first[table.document], self.labels[self.label[item]]
        token, head = self.place[item] - first, self.head[item] - first
        arcs = table.arcs[self.annotators[column]][token]
        arc = next(arc for to, arc in arcs if (to, arc.type) == (head, label))
        return Mark(label, arc.id, arc.line, head=table.tokens[head])

    @property
    def types_at(self):
        return self._table.tokens.type, self._table.tokens.types

    def distances(self, difference) -> tuple:
        return tuple(
            None
            if item < 0 or self._table.tokens.root[self.head[item]]
            else abs(int(self.head[item] - self.place[item]))
            for item in (difference.first, difference.second)
        )

    def stands_on(self, difference) -> list:
        """See DrawnItems: tokens, where one annotator lacks the token or its head."""
        if difference.kind != "token":
            return []
        drawn = [item for item in (difference.first, difference.second) if item >= 0]
        ends = distinct(numpy.stack([self.place[drawn], self.head[drawn]]))
        return [(span, False) for span in self._table.tokens.fragments(ends)]
