"""Items x annotators, an item being what somebody drew; what two drew alike is one item.

Relations between spans, events, triggers and arguments of events are such items.
"""

from collections import Counter
from collections.abc import Callable
from functools import cached_property, partial
from itertools import combinations, compress, repeat
from typing import NamedTuple

import numpy

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.difference import (
    DIFFERENCE_NAMES,
    EVENTS,
    PairDifference,
    PlaceItem,
    unordered,
)
from brat_iaa.layers.layer_document import nothing_drawn
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.matching import Candidates, one_to_one, sharing
from brat_iaa.values.table import ABSENT, ValueTable

# Of each kind its number whoever of the two comes first.
_UNORDERED = numpy.array([DIFFERENCE_NAMES.index(unordered(kind)) for kind in DIFFERENCE_NAMES])

# A place behind all others.
_LAST = numpy.int64(1 << 62)


class DifferenceRows(NamedTuple):
    """In what two annotators differ: arrays with a row for each difference.

    sides          columns of the two
    kind           number in DIFFERENCE_NAMES
    first, second  item that the first, that the second annotator drew; -1: none
    """

    sides: tuple
    kind: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray

    @classmethod
    def of(cls, sides, parts) -> "DifferenceRows":
        """Those of some kinds: [(name of the kind, first, second)]; None: the annotator has none"""
        items, kinds, sizes = [], [], []
        for kind, *both in parts:
            size = len(both[both[0] is None])
            items.append([numpy.full(size, -1) if of is None else of for of in both])
            kinds.append(DIFFERENCE_NAMES.index(kind))
            sizes.append(size)
        first, second = (numpy.concatenate(side).astype(numpy.int64) for side in zip(*items))
        return cls(sides, numpy.repeat(kinds, sizes), first, second)

    def taken(self, rows) -> "DifferenceRows":
        """Some of them, or in another order."""
        return DifferenceRows(self.sides, *(column[rows] for column in self[1:]))

    def of_kind(self, kind):
        """Which rows are of a kind: booleans."""
        return self.kind == DIFFERENCE_NAMES.index(kind)

    @property
    def items(self) -> tuple:
        """(what each annotator drew, the column) of the first and of the second."""
        return tuple(zip((self.first, self.second), self.sides))


class DrawnItems:
    """Items of a Batch.

    batch   Batch
    rows    items x annotators: row of the first such record in the annotator's file, or -1
    place   of each item: number of the place in the batch where it stands
    label   of each item: number in labels
    labels  names, sorted
    layer   Layer
    sentence, document  of each item its sentence; of each sentence of the batch its document
    differences  function of two annotators (columns) that returns DifferenceRows
    sets    {label: frozenset of the labels that it is a set of}
    arcs    whether it is arcs; labelled: whether labels are annotators' words, and no descriptions
    """

    sets: dict = {}  # noqa: RUF012 nobody changes it
    arcs, labelled = False, True

    # How items may match.
    ways: tuple = ("exact", "overlap")
    # Whether only items are compared that both annotators drew.
    of_common = False
    # The Mark of what drawn_by() gives, by the annotator (column) who drew it, a ComparedDocument;
    # in a disagreement as shown there: by its kind, and the other (item, column).
    mark: Callable
    differences: Callable

    def __init__(self, batch, rows, place, label, labels):
        self.batch, self.annotators, self.begun = batch, batch.annotators, batch.begun
        self.rows, self.place, self.label, self.labels = rows, place, label, labels
        self.sentence = batch.sentence_of(batch.places.start[place])
        self.document = batch.sentences[1]

    @property
    def item_document(self) -> numpy.ndarray:
        """Number of each item's document."""
        return self.document[self.sentence]

    @cached_property
    def table(self) -> ValueTable:
        """What annotators gave each item: a set of labels."""
        cells = numpy.where(self.rows >= 0, 1 + self.label[:, None], ABSENT).astype(numpy.int32)
        values = [frozenset(), *(frozenset([label]) for label in self.labels)]
        return ValueTable(self.annotators, cells, values, self.sentence, self.document, self.begun)

    @cached_property
    def drawn(self) -> ValueTable:
        """The same as F1 counts it: who has begun a document and did not draw an item gave it an
        empty set; but labels that stand on spans are compared where both drew the span.
        """
        return self.table if self.of_common else self.table.with_undrawn()

    @classmethod
    def of_records(cls, batch, records) -> tuple:
        """(the items, {key: number of the item}) of records: (key of the item, column of the
        annotator, row in the file, place, label). Items are in the order of the keys; of several
        records in a cell the first counts.
        """
        about = {key: more for key, _, _, *more in reversed(records)}
        number = {key: item for item, key in enumerate(sorted(about))}
        rows = numpy.full((len(number), len(batch.annotators)), -1, dtype=numpy.int64)
        for key, annotator, row, *_ in reversed(records):
            rows[number[key], annotator] = row
        places, names = zip(*map(about.__getitem__, number)) if number else ((), ())
        labels = sorted({*names})
        label = numpy.array([*map(labels.index, names)], dtype=numpy.int64)
        return cls(batch, rows, numpy.array(places, dtype=numpy.int64), label, labels), number

    def faults(self) -> tuple:
        """(list of Problem, list of Excluded) of the files."""
        return [problem for _, problem in sorted(self.found_wrong(), key=lambda row: row[0])], []

    def found_wrong(self) -> list:
        """[((number of the document, order in it, annotator), Problem), ...]"""
        return []

    def nothing_drawn(self, name, code) -> list:
        """The same of files in which nothing is drawn where others drew something; name: of an
        element, such as "relation"
        """
        drawn = self.in_documents(self.rows >= 0) > 0
        return [
            ((document, 1, column), nothing_drawn(self.file(document, column), name, code))
            for document, column in numpy.argwhere(self.begun & ~drawn).tolist()
            if drawn[document].any()
        ]

    def file(self, document, column) -> str:
        """Path of an annotator's .ann below the project."""
        return self.batch.tables[document].files[self.annotators[column]]

    def begun_by_both(self, first, second):
        """Of each item whether two annotators (columns) have begun its document: booleans."""
        return self.begun[:, [first, second]].all(axis=1)[self.item_document]

    def compared(self, first, second):
        """Of each item whether two annotators (columns) are compared on it: booleans."""
        both = self.begun_by_both(first, second)
        return both & (self.rows[:, [first, second]] >= 0).all(axis=1) if self.of_common else both

    @property
    def names(self) -> list:
        """The labels, by the numbers of label_of()."""
        return list(self.labels)

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

    @cached_property
    def tables(self) -> dict:
        """{document: ComparedDocument}"""
        return {table.document: table for table in self.batch.tables}

    @cached_property
    def found(self) -> dict:
        """{pair of annotators: DifferenceRows, by place}"""
        by_pair = {}
        for sides in combinations(range(len(self.annotators)), 2):
            found = self.differences(*sides)
            ends = numpy.sort([found.first, found.second], axis=0)
            order = numpy.lexsort((*ends[::-1], _UNORDERED[found.kind], self.places_of(found)))
            by_pair[tuple(self.annotators[side] for side in sides)] = found.taken(order)
        return by_pair

    def places_of(self, found):
        """Numbers of the places in the batch at which differences are listed: of two items at what
        begins first, or is the shorter one.
        """
        return numpy.minimum(*(
            numpy.where(item < 0, _LAST, self.place_of(item))
            for item in (found.first, found.second)
        ))  # fmt: skip

    def start_of(self, place):
        """Where places are in the order of the text."""
        return self.batch.places.start[place]

    def listed(self, layer) -> list:
        """All differences, in the order of the text, then of the pairs; layer: its name"""
        names, parts = [], []
        kinds: list = []
        labels: list = []
        same: dict = {}
        for pair, found in self.found.items():
            place = self.places_of(found)
            names += [pair] * len(place)
            kinds += map(DIFFERENCE_NAMES.__getitem__, found.kind.tolist())
            both = [*zip(*self.labels_of(found))]
            labels += map(same.setdefault, both, both)
            parts.append((place, found.first, found.second))
        if not labels:
            return []
        place, first, second = map(numpy.concatenate, zip(*parts))
        order = numpy.argsort(self.start_of(place), kind="stable").tolist()
        items = self.items_at(layer, place)
        columns = (
            map(items.__getitem__, place.tolist()), names, kinds, labels, first.tolist(),
            second.tolist(), repeat(self), repeat(None),
        )  # fmt: skip
        rows = [*map(partial(tuple.__new__, PairDifference), zip(*columns))]
        return [rows[number] for number in order]

    def items_at(self, layer, place):
        """{number of a place in the batch: its PlaceItem}"""
        batch, numbers = self.batch, distinct(place)
        start = batch.places.start[numbers]
        document = batch.document_of(start)
        sentence = batch.sentence_of(start) - batch.first_sentence[document] + 1
        names = [*self.tables]
        return {
            number: PlaceItem(
                layer, names[of_document], batch.fragments[number], at, which,
                batch.names.get(number, ""),
            )
            for number, of_document, at, which in zip(*(
                column.tolist() for column in (numbers, document, sentence, batch.which[numbers])
            ))
        }  # fmt: skip

    def marks(self, difference) -> tuple:
        table = self.tables[difference.document]
        cells = [(item, self.annotators.index(name)) for item, name in difference.sides]
        return tuple(
            self.mark(*cell, table, difference.kind, other) if cell[0] >= 0 else None
            for cell, other in zip(cells, cells[::-1])
        )

    @property
    def types_at(self):
        """(number of the type of each annotator's span at each place, or -1; names of types)"""
        return self.batch.types_at

    def distances(self, difference) -> tuple:
        """Of both how many tokens there are from the item to its head; None without a head."""
        return None, None

    def types(self, difference) -> tuple:
        """The types of the spans that both have at the item; "" for none."""
        types, names = self.types_at
        drawn = [item for item in (difference.first, difference.second) if item >= 0]
        place = min(int(self.place_of(item)) for item in drawn)
        sides = map(self.annotators.index, difference.annotators)
        return tuple([*names, ""][types[place, side]] for side in sides)

    def spans_at(self, difference) -> list:
        """The fragments of what both drew, each once."""
        if -1 in (difference.first, difference.second) or difference.first == difference.second:
            return [difference.fragments]
        return [self.fragments(item) for item in (difference.first, difference.second)]

    def fragments(self, item) -> tuple:
        """Where an item is listed in the text of its document: ((start, end), ...)."""
        return self.batch.fragments[self.place_of(item)]

    def type_of(self, difference) -> str:
        """The type of what differs, if its labels do not say it; else ""."""
        return ""

    def about(self, difference) -> list:
        """[(fragments, what of it is meant)] of the spans that others stand on of which it says
        that the two did not draw them alike, or not with the same label, or not the same events.

        What is meant: False for the span, True for its label, EVENTS for the events on a trigger.
        """
        return []

    def stands_on(self, difference) -> list:
        """The same of the spans that what differs stands on.

        What is said of the extent of a span stands on that span in more basic layers, whatever its
        labels there. Where one has another label there, it may be none that they compare.
        """
        if not DIFFERENCES[difference.kind].of_extent:
            return []
        spans = self.spans_at(difference)
        events = [(span, EVENTS) for span in spans if difference.item.which]
        return [(span, label) for label in (False, True) for span in spans] + events

    def of_one_alone(self, places, other) -> list:
        """For stands_on(): those of some places, each one of several things on its span, that
        another annotator (column) does not have.
        """
        which = self._which
        return [
            (self.batch.fragments[place], meant)
            for place in places
            if which[place] and not self.batch.drawn_at[place, other]
            for meant in (True, EVENTS)
        ]

    @cached_property
    def _which(self):
        return self.batch.which.tolist()

    def labels_of(self, found) -> list:
        """[list of the labels of the first, of the second], "" where an annotator drew nothing."""
        names = [*self.names, ""]
        return [
            [names[number] for number in numpy.where(item < 0, -1, label).tolist()]
            for item, side in found.items
            for label in [self.label_of(item, side)]
        ]

    def confused(self, found):
        """Which rows are about items whose labels are confused: booleans."""
        return numpy.ones(len(found.kind), dtype=bool)

    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): items}}; "" if one drew nothing."""
        counts_of_pairs, names = {}, self.names
        for pair, found in self.found.items():
            if self.begun[:, found.sides].all(axis=1).any():
                alike = Counter(self.alike(*found.sides).tolist())
                counts = Counter({(names[label],) * 2: times for label, times in alike.items()})
                labels = zip(*DrawnItems.labels_of(self, found))
                counts.update(compress(labels, self.confused(found)))
                counts_of_pairs[pair] = dict(counts)
        return counts_of_pairs

    def in_documents(self, cells):
        """How many chosen cells each document has of each annotator: documents x annotators.

        cells  booleans, items x annotators
        """
        item, annotator = numpy.nonzero(cells)
        cell = self.item_document[item].astype(numpy.int64) * len(self.annotators) + annotator
        return numpy.bincount(cell, minlength=self.begun.size).reshape(self.begun.shape)

    def alike(self, first, second):
        """The labels of the items that two annotators (columns) both drew."""
        return self.label[(self.rows[:, [first, second]] >= 0).all(axis=1)]

    def alone(self, first, second):
        """Items that only the one of two annotators (columns) drew, in documents of both."""
        both, drawn = self.begun_by_both(first, second), self.rows[:, [first, second]] >= 0
        return tuple(
            numpy.flatnonzero(both & drawn[:, side] & ~drawn[:, 1 - side]) for side in (0, 1)
        )

    def measures(self) -> dict:
        """{name of an F1: function that returns its DrawnItems}"""
        return {"f1": lambda: self}

    def near(self, way, spans=False):
        """Rows of (item, annotator, other, label): an item that only the annotator drew, matched
        one to one with one of the other's in one of the ways but exact; spans: as for Elements
        """
        rows = [numpy.zeros((0, 4), dtype=numpy.int32)]
        for first, second in combinations(range(len(self.annotators)), 2):
            i, j, label = self.near_of_pair(first, second, way, spans)
            for item, annotator, other in ((i, first, second), (j, second, first)):
                ends = numpy.full((2, len(item)), ((annotator,), (other,)))
                rows.append(numpy.stack([item, *ends, label], axis=1).astype(numpy.int32))
        return numpy.concatenate(rows)

    def near_of_pair(self, first, second, way, spans) -> tuple:
        """(items of the one annotator, of the other, their labels)"""
        i, j = self.overlapping(*self.alone(first, second))
        return i, j, self.label[i]

    def overlapping(self, first, second):
        """(items of the first, of the second), one to one: of the same label, with places that
        share a character.
        """
        return self.matched_places(
            first, second, self.item_document * len(self.labels) + self.label
        )

    def matched_places(self, first, second, group, alike=None) -> tuple:
        """A largest one-to-one matching of some items with others: of the same group, with places
        that share a character.

        group  of all items
        alike  function of pairs of items that returns which of them count
        """
        places = self.batch.places
        at = [places.taken(self.place[items]) for items in (first, second)]
        i, j = sharing(at[0], at[1], group[first], group[second])
        edges, numbers = (first[i], second[j]), numpy.arange(len(group))
        if alike is not None:
            chosen = alike(*edges)
            edges = tuple(items[chosen] for items in edges)
        items = Candidates(group, numbers, lambda item: (places.fragments(self.place[item]),))
        return one_to_one(items, items, edges)
