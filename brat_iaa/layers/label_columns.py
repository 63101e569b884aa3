"""Labels of spans: items x annotators, with a code for each distinct set of labels.

An item is a span of the text; two annotators have the same one if the offsets are equal.
"""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from itertools import combinations

import numpy

from brat_iaa.layers.boundaries import TOLERANCES, Characters, bounds
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.layers.tokens import End
from brat_iaa.measures.alphas import MISSING, entries
from brat_iaa.measures.distinct import distinct, numbered, packed
from brat_iaa.measures.matching import Candidates, one_to_one, sharing
from brat_iaa.measures.units import Pieces

# In the place of a label in LabelColumns.near: spans, whatever their labels.
SPANS = -1
# The label of a span without one, where each span has one label; in brackets, as "none" may be a
# label itself.
NO_LABEL = "(none)"


class LabelColumns(DrawnItems):
    """The labelled spans of a Batch.

    batch       Batch
    codes       items x annotators: number of the set of labels, MISSING if the annotator did not
                draw the span
    values      list of the distinct sets of labels: frozensets
    rows        items x annotators: row of the first such span in the annotator's SpanColumns, or -1
    place       of each item: number of its place in the batch
    several     whether a value is a set of labels
    ways        how spans may match
    without_text  of each document whether nobody has its text: booleans; None: it does not matter
    documents   whether items are whole documents
    carried     whether the labels stand on spans (attributes, notes, normalizations) and are not
                their types: then spans that only one annotator drew are left to the layer of spans
    given       whether spans are tokens that are given: what an annotator lacks is missing
    """

    without_text, given, span_elements = None, False, None

    def __init__(self, batch, codes, values, rows, place, settings):
        self.carried, self.several = settings.carried, settings.set == "yes"
        self.documents = settings.items == "documents"
        self._near, self._bounds = {}, {}
        self.batch, self.annotators, self.begun = batch, batch.annotators, batch.begun
        self.codes, self.values, self.rows, self.place = codes, values, rows, place
        self.places = batch.places.taken(place)
        self.place_in_sentences(batch, self.places.start)

    def place_in_sentences(self, batch, start):
        """Say in which sentences items that begin at some offsets stand."""
        sentences, sentence = numpy.unique(batch.sentence_of(start), return_inverse=True)
        # Of each item the index of its sentence, and of each of these sentences its document.
        self.sentence = sentence.reshape(-1).astype(numpy.int32)
        self.document = batch.sentences[1][sentences].astype(numpy.int32)
        self.sentence_numbers = sentences

    @property
    def of_common(self) -> bool:
        """See DrawnItems."""
        return self.carried or self.given

    @cached_property
    def labels(self) -> list:
        """The distinct labels, sorted."""
        return sorted(set().union(*self.values))

    @cached_property
    def names(self) -> list:
        """The sets of labels, each as one text."""
        return [*map(shown, self.values)]

    @cached_property
    def sets(self) -> dict:  # type: ignore[override]  # made once, then as writeable
        """See DrawnLayer."""
        return {shown(value): value for value in self.values if len(value) > 1}

    def label_of(self, item, column):
        """See DrawnItems; numbers of sets."""
        return self.codes[item, column]

    def about(self, difference):
        """See DrawnLayer."""
        if difference.kind == "label":
            return [] if self.carried else [(difference.fragments, True)]
        return [(span, False) for span in self.spans_at(difference)]

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems."""
        span = table.span(self.annotators[column], int(self.rows[item, column]))
        ends = (End(span.text, span.offsets),) if kind.startswith("boundaries") else ()
        return Mark(self.names[self.codes[item, column]], span.id, span.line, ends)

    @cached_property
    def item_document(self):
        """Number of each item's document."""
        return self.document[self.sentence]

    def parts(self):
        """(item, start, end) of the unbroken parts of all spans, by item; integers, 3 x parts."""
        places = self.places
        whole = numpy.setdiff1d(numpy.arange(len(places.start)), list(places.pieces))
        rows = [(item, *bounds) for item, pieces in places.pieces.items() for bounds in pieces]
        item, start, end = numpy.concatenate([
            numpy.stack([whole, places.start[whole], places.end[whole]]),
            numpy.array(rows, dtype=numpy.int64).reshape(-1, 3).T,
        ], axis=1)  # fmt: skip
        return numpy.stack([item, start, end])[:, numpy.lexsort((start, item))]

    def pieces(self) -> Pieces:
        """The spans as unbroken pieces of the documents' texts in a row."""
        batch, (item, start, end) = self.batch, self.parts()
        starts, document = batch.sentences
        starts = starts.copy()
        starts[batch.first_sentence] = batch.begin[:-1]
        left_out = batch.uncounted_characters
        start, end, sentence, length = (
            offset - numpy.searchsorted(left_out, offset)
            for offset in (start, end, starts, batch.begin[-1])
        )
        any_left = start < end
        return Pieces(
            item[any_left], start[any_left], end[any_left], sentence, document, int(length)
        )

    def near(self, way="overlap"):
        """Rows of (item, annotator, other, label): an item that only the annotator drew like this,
        matched one to one with one of the other's that shares a character, and whose boundaries are
        alike if the way is one of TOLERANCES: spans (label: SPANS), and spans with each of their
        labels.
        """
        if way not in self._near:
            rows = [numpy.zeros((0, 4), dtype=numpy.int32)]
            for first, second in combinations(range(len(self.annotators)), 2):
                i, j = self._spans_near(*self.alone(first, second), way)
                matched = [
                    (i, j, numpy.full(len(i), SPANS)),
                    self._labels_near(first, second, True, way),
                ]
                for i, j, label in matched:
                    for item, annotator, other in ((i, first, second), (j, second, first)):
                        ends = numpy.full((2, len(item)), ((annotator,), (other,)))
                        rows.append(numpy.stack([item, *ends, label], axis=1).astype(numpy.int32))
            self._near[way] = numpy.concatenate(rows)
        return self._near[way]

    @cached_property
    def having(self):
        """Entries of all labels."""
        code = {label: number for number, label in enumerate(self.labels)}
        return entries(self.codes, [sorted(map(code.get, value)) for value in self.values])

    def _labels_near(self, first, second, scored, way="overlap"):
        """(items of the first, items of the second, label) of spans of two annotators (columns)
        with the same label that share a character; spans with a label that both drew alike are left
        out.

        scored  whether for F1: of labels that spans carry, between spans that both drew alone
        """
        key_of_pair = first, second, way, scored and self.of_common
        if key_of_pair not in self._near:
            having, size = self.having, max(len(self.labels), 1)
            key = having.item * size + having.label
            both = (self.compared if scored else self.begun_by_both)(first, second)[having.item]
            mine, theirs = (key[both & (having.annotator == column)] for column in (first, second))
            mine, theirs = (
                mine[~numpy.isin(mine, theirs, assume_unique=True)],
                theirs[~numpy.isin(theirs, mine, assume_unique=True)],
            )
            items, labels = zip(
                *(numpy.divmod(keys_of_side, size) for keys_of_side in (mine, theirs))
            )
            groups = [
                self.item_document[item].astype(numpy.int64) * size + label
                for item, label in zip(items, labels)
            ]
            i, j = self._one_to_one(*items, *groups, way)
            self._near[key_of_pair] = items[0][i], items[1][j], labels[0][i]
        return self._near[key_of_pair]

    @cached_property
    def characters(self) -> Characters:
        """The Characters of the documents."""
        return Characters(self.batch)

    @cached_property
    def sizes(self):
        """Number of labels of each annotator on each item."""
        return numpy.array([*map(len, self.values), 0], dtype=numpy.int64)[self.codes]

    def shared(self, items, first, second):
        """How many labels two annotators (columns) gave both to each of some items."""
        sizes = numpy.array([*map(len, self.values), 0], dtype=numpy.int64)
        both = self.codes[items][:, [first, second]]
        common = numpy.where(both[:, 0] == both[:, 1], sizes[both[:, 0]], 0)
        # Different sets have a label in common only if one of them has several.
        rows = numpy.flatnonzero((both[:, 0] != both[:, 1]) & (sizes[both].max(axis=1) > 1))
        width, values = len(sizes), [*self.values, frozenset()]
        used, index = numbered(
            packed(both[rows, 0] % width, width, both[rows, 1] % width), width**2
        )
        of_pairs = [len(values[code // width] & values[code % width]) for code in used.tolist()]
        common[rows] = numpy.array(of_pairs, dtype=numpy.int64)[index]
        return common

    def alike(self, first, second):
        """The sets of labels of the spans to which two annotators (columns) gave the same."""
        first, second = self.codes[:, [first, second]].T
        return first[(first == second) & (first != MISSING)]

    def _spans_near(self, first, second, way="overlap"):
        """(items of the first, items of the second): a matching of items that share characters."""
        groups = (self.item_document[items].astype(numpy.int64) for items in (first, second))
        i, j = self._one_to_one(first, second, *groups, way)
        return first[i], second[j]

    def _one_to_one(self, first, second, first_group, second_group, way):
        places = [self.places.taken(items) for items in (first, second)]
        i, j = edges = sharing(*places, first_group, second_group)
        if way in TOLERANCES:
            if way not in self._bounds:
                self._bounds[way] = bounds(way, self.places, self.characters)
            alike = self._bounds[way].alike(first[i], second[j])
            edges = i[alike], j[alike]
        return one_to_one(
            Candidates(first_group, first, lambda row: (places[0].fragments(row),)),
            Candidates(second_group, second, lambda row: (places[1].fragments(row),)),
            edges,
        )

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ: in the labels of a span, then spans of both that
        overlap, first those with a common label, then spans that only one drew.
        """
        drawn = (self.codes[:, [first, second]] != MISSING).all(axis=1)
        other = numpy.flatnonzero(drawn & (self.codes[:, first] != self.codes[:, second]))
        if self.given:
            return DifferenceRows.of((first, second), [("label", other, other)])
        left, right = self.alone(first, second)
        alike = self._with_common_label(left, right, first, second)
        left, right = (
            items_of_side[~numpy.isin(items_of_side, at)]
            for items_of_side, at in zip((left, right), alike)
        )
        near = self._spans_near(left, right)
        # Two spans without a label have the same label.
        same = self.codes[near[0], first] == self.codes[near[1], second]
        left, right = (
            items_of_side[~numpy.isin(items_of_side, at)]
            for items_of_side, at in zip((left, right), near)
        )
        item = "label" if self.documents else "span"
        found = DifferenceRows.of((first, second), [
            ("label", other, other),
            ("boundaries", *alike),
            ("boundaries", *(items_of_side[same] for items_of_side in near)),
            ("boundaries+label", *(items_of_side[~same] for items_of_side in near)),
            (f"extra-{item}", left, None),
            (f"missing-{item}", None, right),
        ])  # fmt: skip
        if not self.carried:
            return found
        # Of spans of one annotator that carry no label only the span differs.
        labelled = numpy.array([*map(bool, self.values), False])
        chosen = found.of_kind("label")
        for items, column in found.items:
            chosen |= (items >= 0) & labelled[self.codes[items, column]]
        return found.taken(chosen)

    def _with_common_label(self, left, right, first, second):
        """One-to-one pairs of overlapping items with a common label."""
        i, j, _ = self._labels_near(first, second, False)
        chosen = numpy.isin(i, left) & numpy.isin(j, right)
        i, j = i[chosen], j[chosen]
        if len(distinct(i)) == len(i) and len(distinct(j)) == len(j):
            return i, j
        pairs, taken = {}, set()
        for item, other in zip(i.tolist(), j.tolist()):
            if item not in pairs and other not in taken:
                pairs[item] = other
                taken.add(other)
        pairs = numpy.array(list(pairs.items()), dtype=numpy.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]


def shown(labels) -> str:
    """The labels of a span as one text."""
    return ", ".join(sorted(labels)) or NO_LABEL


def relabelled(columns: LabelColumns, label_of: Callable) -> LabelColumns:
    """The same spans with other labels, which match exactly alone.

    label_of  function of a label that returns the new one
    """
    values: dict = {}
    recoded = [
        values.setdefault(frozenset(map(label_of, value)), len(values)) for value in columns.values
    ]
    same = copy(columns)
    same.codes = numpy.array([*recoded, MISSING], dtype=numpy.int32)[columns.codes]
    same.values = list(values)
    same.ways, same._near, same.elements, same.span_elements = ("exact",), {}, None, None
    for derived in ("labels", "names", "having", "sizes", "sets", "found"):
        same.__dict__.pop(derived, None)
    return same


def label_columns(batch, layer, labels) -> LabelColumns:
    """The LabelColumns of a Batch for a Layer; labels: LabelRows"""
    settings = layer.settings
    spans, width = batch.spans, max(len(batch.annotators), 1)
    wanted = [settings.types is None or name in settings.types for name in spans.types]
    counts, place = spans.counts, batch.place
    if settings.carried:
        # Of several on one extent each carries its own.
        counts, place = (counts | (spans.identity > 0)) & (spans.identity >= 0), batch.target
    chosen = numpy.array([*wanted, False], dtype=bool)[spans.type] & counts
    of_spans = numpy.flatnonzero(chosen)
    if settings.items == "documents":
        # That of the first of them in their document.
        document = batch.spans.document[of_spans]
        first = numpy.full(len(batch.tables), len(batch.places.start), dtype=place.dtype)
        numpy.minimum.at(first, document, place[of_spans])
        place = place.copy()
        place[of_spans] = first[document]
    places = distinct(place[of_spans])
    item = numpy.full(len(batch.places.start), -1, dtype=numpy.int64)
    item[places] = numpy.arange(len(places))
    cell = item[place] * width + spans.annotator
    rows = numpy.full(len(places) * width, -1, dtype=numpy.int32)
    # From last to first: of several spans in a cell the first stays.
    rows[cell[of_spans][::-1]] = spans.row[of_spans][::-1]
    labelled = chosen[labels.span]
    codes, values = codes_of_cells(
        rows >= 0, cell[labels.span[labelled]], labels.label[labelled], labels.names
    )
    shape = len(places), len(batch.annotators)
    columns = LabelColumns(
        batch, codes.reshape(shape), values, rows.reshape(shape), places, settings
    )
    columns.given = layer.given
    if settings.items == "documents":
        columns.ways = ("exact",)
    elif not settings.carried:
        columns.ways += tuple(way for way in TOLERANCES if way in layer.also)
    return columns


def codes_of_cells(drawn, cell, label, names) -> tuple:
    """(number of the set of labels of each cell, or MISSING; the sets).

    drawn        booleans: whether the annotator drew the span
    cell, label  of each label: numbers
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    names, rank = [names[code] for code in order], numpy.empty(len(names), dtype=numpy.int64)
    rank[order] = range(len(names))
    key = distinct(cell * max(len(names), 1) + rank[label])
    cell, label = numpy.divmod(key, max(len(names), 1))
    values = {frozenset([name]): code for code, name in enumerate(names)}
    codes = numpy.full(len(drawn), MISSING, dtype=numpy.int32)
    several = numpy.bincount(cell, minlength=len(drawn)) > 1
    alone = ~several[cell]
    codes[cell[alone]] = label[alone]
    sets = {}
    for cell_of_label, code in zip(cell[~alone].tolist(), label[~alone].tolist()):
        sets.setdefault(cell_of_label, []).append(names[code])
    for cell_of_label, labels_there in sets.items():
        codes[cell_of_label] = values.setdefault(frozenset(labels_there), len(values))
    unlabelled = drawn & (codes == MISSING)
    if unlabelled.any():
        codes[unlabelled] = values.setdefault(frozenset(), len(values))
    # Without the values that nobody gave.
    used, names_of = distinct(codes[codes != MISSING]), list(values)
    number = numpy.full(len(values) + 1, MISSING, dtype=numpy.int32)
    number[used] = numpy.arange(len(used))
    return number[codes], [names_of[code] for code in used.tolist()]
