"""The differences on arcs of all pairs and documents."""

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

    table    ArcTable; tables: {document: DependencyTable} of all
    numbers  {PlaceItem: number of its token in the table}
    """

    arcs = True

    def __init__(self, table, tables, numbers):
        self._table, self.tables, self._numbers = table, tables, numbers
        self._first = dict(zip(tables, table.first_tokens()))

    def _ends(self, difference):
        """(number of the token in its document, [that of the head of each, None without one])"""
        first = self._first[difference.document]
        heads = (difference.first, difference.second)
        return self._numbers[difference.item] - first, [
            None if head < 0 else head - first for head in heads
        ]

    def marks(self, difference) -> tuple:
        """See DrawnLayer."""
        token, heads = self._ends(difference)
        table = self.tables[difference.document]
        return tuple(
            None if head is None else _mark(table, name, token, head, label)
            for name, head, label in zip(difference.annotators, heads, difference.labels)
        )

    def types(self, difference) -> tuple:
        """See DrawnLayer."""
        table, token = self._table, self._numbers[difference.item]
        names = [*table.types, ""]
        return tuple(
            names[number]
            for number in table.tokens.type[token, table.columns(difference.annotators)]
        )

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
        token, heads = self._ends(difference)
        numbers = sorted({token, *(head for head in heads if head is not None)})
        fragments = self.tables[difference.document].fragments_of(numbers)
        return [(span, False) for span in fragments]


def arc_differences(layer, tables, view, pairs) -> list:
    """The differences on arcs, in the order of the text, then of the pairs: the links that are not
    exact.

    layer    its name
    tables   {document: DependencyTable}
    view     View of the ArcTable of all; pairs: of annotators
    """
    table, names = view.table, [*view.label_names, ""]
    parts = [_of_pair(view, pair) for pair in pairs]
    none = numpy.zeros((0, 6), dtype=numpy.int64)
    token, kind, first_label, second_label, *rest = numpy.concatenate([none, *parts]).T
    # Labels of no arc are -1, the last of the names.
    used, both = numbered(packed(first_label + 1, len(names), second_label + 1), len(names) ** 2)
    labels = [
        (names[code // len(names) - 1], names[code % len(names) - 1]) for code in used.tolist()
    ]
    pair = numpy.repeat(numpy.arange(len(parts)), [len(part) for part in parts])
    sentence = table.tokens.sentence[token]
    order = numpy.lexsort((table.tokens.start[token], table.document[sentence]))
    items = _items(layer, tables, table, distinct(token))
    token, kind, pair, both, first, second = (
        column[order].tolist() for column in (token, kind, pair, both, *rest)
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
    token = table.token[compared.item[row]]
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


def _items(layer, tables, table, tokens):
    """{number of a token: its PlaceItem} of some tokens, in order."""
    items, first = {}, table.first_tokens()
    first_sentence = numpy.searchsorted(table.document, numpy.arange(len(table.begun)))
    document = table.document[table.tokens.sentence[tokens]]
    sentences = (table.tokens.sentence[tokens] - first_sentence[document] + 1).tolist()
    bounds = numpy.searchsorted(tokens, first).tolist()
    for (name, of_document), begin, low, high in zip(tables.items(), first, bounds, bounds[1:]):
        there = tokens[low:high].tolist()
        fragments = of_document.fragments_of([number - begin for number in there]) if there else ()
        for number, pieces, sentence in zip(there, fragments, sentences[low:high]):
            items[number] = PlaceItem(layer, name, pieces, sentence)
    return items


def _mark(table, annotator, dependent, head, label):
    return next(
        Mark(label, arc.id, arc.line, head=table.tokens[head])
        for arc in table.arcs[annotator][dependent]
        if (arc.head, arc.label) == (head, label)
    )
