"""Items x annotators, an item being what somebody drew; what two drew alike is one item.

Relations between spans, events, triggers and arguments of events are such items.
"""

from collections.abc import Callable
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.disagreement import DIFFERENCE_NAMES
from brat_iaa.measures.alphas import Entries
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.matching import Candidates, one_to_one, sharing


class Differences(NamedTuple):
    """How the items of a pair differ: arrays with a row for each difference.

    kind           number in DIFFERENCE_NAMES
    first, second  item that the first, that the second annotator drew; -1: none
    """

    kind: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray

    @classmethod
    def of(cls, parts) -> "Differences":
        """Those of some kinds: [(name of the kind, first, second)]; None: the annotator has none"""
        sides, kinds, sizes = [], [], []
        for kind, *both in parts:
            size = len(both[both[0] is None])
            sides.append([numpy.full(size, -1) if items is None else items for items in both])
            kinds.append(DIFFERENCE_NAMES.index(kind))
            sizes.append(size)
        first, second = (numpy.concatenate(side).astype(numpy.int64) for side in zip(*sides))
        return cls(numpy.repeat(kinds, sizes), first, second)


class DrawnItems:
    """Items of a Batch.

    batch   Batch
    rows    items x annotators: row of the first such record in the annotator's file, or -1
    place   of each item: number of the place in the batch where it stands
    sentence_numbers  in the batch, of the sentences that items are numbered by
    label   of each item: number in labels
    labels  names, sorted
    elements  what scores make of the items; None: nothing yet

    Kinds of layers differ in the methods that ColumnDisagreements ask.
    """

    # How items may match.
    ways: tuple = ("exact", "overlap")
    elements = None
    # The Mark of what drawn_by() gives, by the annotator (column) who drew it, a DependencyTable
    # and its Locator; in a disagreement as shown there: by its kind, and the other (item, column).
    mark: Callable

    def __init__(self, batch, rows, place, label, labels):
        self.batch, self.annotators, self.begun = batch, batch.annotators, batch.begun
        self.rows, self.place, self.label, self.labels = rows, place, label, labels
        start = batch.places.start[place]
        self.item_document, self.sentence = batch.document_of(start), batch.sentence_of(start)
        self.document = batch.sentences[1]
        self.sentence_numbers = numpy.arange(len(self.document))

    @classmethod
    def of_records(cls, batch, item, annotator, row, place, label, labels) -> tuple:
        """(the items, number of a record of each); item, annotator, row, place and label: arrays
        that say of each record which item it is, and what it has.
        """
        _, first = numpy.unique(item, return_index=True)
        width = max(len(batch.annotators), 1)
        rows = numpy.full(len(first) * width, -1, dtype=numpy.int64)
        # From last to first: of several records in a cell the first stays.
        rows[packed(item, width, annotator)[::-1]] = row[::-1]
        rows = rows.reshape(-1, width)[:, : len(batch.annotators)]
        labels, label = ranked(labels, label[first])
        return cls(batch, rows, place[first], label, labels), first

    def begun_by(self, document):
        """Tuple of the annotators who have begun a document, by its number."""
        return self.batch.begun_by(document)

    def begun_by_both(self, first, second):
        """Of each item whether two annotators (columns) have begun its document: booleans."""
        return self.begun[:, [first, second]].all(axis=1)[self.item_document]

    def compared(self, first, second):
        """Of each item whether two annotators (columns) are compared on it: booleans."""
        return self.begun_by_both(first, second)

    @property
    def names(self) -> list:
        """The labels, by the numbers of label_of()."""
        return list(self.labels)

    @property
    def sets_of_labels(self) -> list:
        """[(one of the names, the labels that it is a set of)]"""
        return []

    def label_of(self, item, column):
        """Numbers of the labels that annotators (columns) gave to items."""
        return self.label[item]

    def place_of(self, item):
        """Numbers of the places in the batch at which items are listed."""
        return self.place[item]

    def drawn_by(self, column) -> list:
        """[(place, what an annotator drew there, for mark())], in the order in which it is shown"""
        items = numpy.flatnonzero(self.rows[:, column] >= 0)
        return list(zip(self.place_of(items).tolist(), items.tolist()))

    def shared_by(self, first, second) -> list:
        """Items that two annotators (columns) both drew, in the order of the first one's file."""
        items = numpy.flatnonzero((self.rows[:, [first, second]] >= 0).all(axis=1))
        return items[numpy.argsort(self.rows[items, first])].tolist()

    def order_of(self, differing) -> tuple:
        """What orders the rows of a pair at one place; the last comes first."""
        return ()

    def about(self, differing):
        """Entries of footing_in(): the spans that rows are about, which others stand on."""
        return []

    def stands_on(self, differing):
        """The same of the spans that what differs stands on."""
        return []

    def labels_of(self, differing) -> tuple:
        """(rows x 2: numbers of the labels, -1 where an annotator drew nothing; their names)."""
        return differing.numbers_of_labels(), self.names

    def confused(self, differing):
        """Which rows are about items whose labels are confused: booleans; None: none ever."""
        return numpy.ones(len(differing), dtype=bool)

    def in_documents(self, cells):
        """How many chosen cells each document has of each annotator: documents x annotators.

        cells  booleans, items x annotators
        """
        item, annotator = numpy.nonzero(cells)
        cell = self.item_document[item].astype(numpy.int64) * len(self.annotators) + annotator
        return numpy.bincount(cell, minlength=self.begun.size).reshape(self.begun.shape)

    @cached_property
    def having(self) -> Entries:
        """Who drew which item, with its label."""
        item, annotator = numpy.nonzero(self.rows >= 0)
        return Entries(item, annotator, self.label[item])

    @cached_property
    def sizes(self):
        """Whether each annotator drew each item: 1 or 0."""
        return (self.rows >= 0).astype(numpy.int64)

    def shared(self, items, first, second):
        """Whether two annotators (columns) both drew each of some items: 1 or 0."""
        return self.sizes[items][:, [first, second]].min(axis=1)

    def alike(self, first, second):
        """The labels of the items that two annotators (columns) both drew."""
        return self.label[(self.rows[:, [first, second]] >= 0).all(axis=1)]

    def alone(self, first, second):
        """Items that only the one of two annotators (columns) drew, in documents of both."""
        both, drawn = self.begun_by_both(first, second), self.rows[:, [first, second]] >= 0
        return tuple(
            numpy.flatnonzero(both & drawn[:, side] & ~drawn[:, 1 - side]) for side in (0, 1)
        )

    def near(self, way):
        """Rows of (item, annotator, other, label): an item that only the annotator drew, matched
        one to one with one of the other's that may match by overlap, the only way but exact.
        """
        rows = [numpy.zeros((0, 4), dtype=numpy.int64)]
        for first, second in combinations(range(len(self.annotators)), 2):
            sides = self.alone(first, second)
            for items, annotator, other in zip(
                self.overlapping(*sides), (first, second), (second, first)
            ):
                pair = numpy.full((2, len(items)), ((annotator,), (other,)))
                rows.append(numpy.stack([items, *pair, self.label[items]], axis=1))
        return numpy.concatenate(rows)

    def overlapping(self, first, second):
        """(items of the first, of the second), one to one: of the same label, with places that
        share a character.
        """
        places = [self.batch.places.taken(self.place[items]) for items in (first, second)]
        groups = [
            self.item_document[items] * len(self.labels) + self.label[items]
            for items in (first, second)
        ]
        sides = (
            Candidates(
                group,
                items,
                lambda row, places_of_side=places_of_side: (places_of_side.fragments(row),),
            )
            for group, items, places_of_side in zip(groups, (first, second), places)
        )
        i, j = one_to_one(*sides, sharing(*places, *groups))
        return first[i], second[j]


def ranked(names, numbers) -> tuple:
    """(those names that are used, in order; the numbers of names in this order)."""
    ordered = sorted({names[number] for number in distinct(numbers).tolist()})
    rank = {name: number for number, name in enumerate(ordered)}
    return ordered, numpy.array([*(rank.get(name, -1) for name in names), -1])[numbers]
