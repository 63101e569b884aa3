"""The differences on arcs of all pairs and documents: links of two values that are not exact."""

from itertools import repeat

import numpy

from brat_iaa.layers.difference import DIFFERENCE_NAMES, DrawnLayer, Mark, PairDifference, PlaceItem
from brat_iaa.measures.distinct import distinct, numbered, packed
from brat_iaa.values.links import EXACT, HEAD, LABEL, LEFT, NEITHER, RIGHT

_KIND = {
    HEAD: "label", LABEL: "head", NEITHER: "head+label", LEFT: "extra-arc", RIGHT: "missing-arc",
}  # fmt: skip
_KIND_OF_HOW = numpy.array([DIFFERENCE_NAMES.index(_KIND.get(how, "label")) for how in range(6)])


class DrawnArcs(DrawnLayer):
    """The arcs of a layer. What annotators drew at an item are heads: tokens of the table.

    table    ArcTable; tables: {document: ComparedDocument} of all
    numbers  {PlaceItem: number of its token in the table}
    """

    arcs = True

    def __init__(self, table, tables, numbers):
        self._table, self.tables, self._numbers = table, tables, numbers
        first = numpy.searchsorted(table.item_document, numpy.arange(len(table.begun)))
        self._first = dict(zip(tables, first.tolist()))

    def marks(self, difference) -> tuple:
        """See DrawnLayer."""
        table, first = self.tables[difference.document], self._first[difference.document]
        token, marks = self._numbers[difference.item] - first, []
        for (head, name), label in zip(difference.sides, difference.labels):
            marks.append(None if head < 0 else next(
                Mark(label, arc.id, arc.line, head=table.tokens[to])
                for to, arc in table.arcs[name][token]
                if (to, arc.type) == (head - first, label)
            ))  # fmt: skip
        return tuple(marks)

    def types(self, difference) -> tuple:
        """See DrawnLayer."""
        tokens, token = self._table.tokens, self._numbers[difference.item]
        sides = self._table.columns(difference.annotators)
        return tuple([*tokens.types, ""][number] for number in tokens.type[token, sides].tolist())

    def distances(self, difference) -> tuple:
        """See DrawnLayer."""
        token, root = self._numbers[difference.item], self._table.tokens.root
        return tuple(
            None if head < 0 or root[head] else abs(head - token)
            for head in (difference.first, difference.second)
        )

    def stands_on(self, difference) -> list:
        """See DrawnLayer: tokens, where one annotator lacks the token or its head."""
        if difference.kind != "token":
            return []
        ends = {self._numbers[difference.item], difference.first, difference.second} - {-1}
        return [(span, False) for span in self._table.tokens.fragments(numpy.array(sorted(ends)))]


def arc_differences(layer, tables, view, pairs) -> list:
    """The differences on arcs, in the order of the text, then of the pairs.

    layer    its name
    tables   {document: ComparedDocument}
    view     View of the ArcTable of all; pairs: of annotators
    """
    table, names = view.table, [*view.label_names, ""]
    parts = [_of_pair(view, pair) for pair in pairs]
    none = numpy.zeros((0, 6), dtype=numpy.int64)
    token, kind, first_label, second_label, *heads = numpy.concatenate([none, *parts]).T
    # Labels of no arc are -1, the last of the names.
    used, both = numbered(packed(first_label + 1, len(names), second_label + 1), len(names) ** 2)
    labels = [
        (names[code // len(names) - 1], names[code % len(names) - 1]) for code in used.tolist()
    ]
    pair = numpy.repeat(numpy.arange(len(parts)), [len(part) for part in parts])
    order = numpy.argsort(token, kind="stable")
    items = _items(layer, [*tables], table, distinct(token))
    token, kind, pair, both, first, second = (
        column[order].tolist() for column in (token, kind, pair, both, *heads)
    )
    drawn = DrawnArcs(table, tables, {item: number for number, item in items.items()})
    columns = (
        map(items.__getitem__, token), map(pairs.__getitem__, pair),
        map(DIFFERENCE_NAMES.__getitem__, kind), map(labels.__getitem__, both), first, second,
        repeat(drawn), repeat(None),
    )  # fmt: skip
    return list(map(PairDifference._make, zip(*columns)))


def _of_pair(view, pair):
    """(token, kind, labels of both, tokens of both heads) of each difference of a pair: integers,
    a row for each; labels and heads are -1 for no arc.
    """
    table, compared = view.table, view.compare(pair)
    row, *elements, how = compared.rows
    apart = how != EXACT
    row, how = row[apart], how[apart]
    elements = numpy.stack([of_side[apart] for of_side in elements], axis=1)
    token = compared.item[row]
    distance = numpy.append(table.distance, 0)[elements]
    heads = numpy.where(elements < 0, -1, token[:, None] + distance)
    kind = _kinds(table, table.columns(pair), token, heads, how)
    return numpy.column_stack([token, kind, view.labels[elements], heads])


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


def _items(layer, documents, table, tokens):
    """{number of a token: its PlaceItem} of some tokens, in order; documents: names of all"""
    document = table.item_document[tokens]
    first = numpy.searchsorted(table.document, document)
    return {
        number: PlaceItem(layer, documents[at], fragments, sentence)
        for number, at, fragments, sentence in zip(
            tokens.tolist(), document.tolist(), table.tokens.fragments(tokens),
            (table.sentence[tokens] - first + 1).tolist(),
        )
    }  # fmt: skip
