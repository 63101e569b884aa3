"""Labels of spans: items x annotators, with the number of each distinct set of labels.

An item is a span of the text; two annotators have the same one if the offsets are equal.
"""

from collections.abc import Callable
from functools import cached_property

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.formats.display_names import NOT_ANNOTATED
from brat_iaa.kinds.labels import CREDITS, FURTHER, IOU
from brat_iaa.layers.boundaries import TOLERANCES, Characters, Shares, bounds
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.layers.tokens import End
from brat_iaa.measures.alphas import Entries
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.matching import Candidates, one_to_one, sharing
from brat_iaa.measures.units import Pieces
from brat_iaa.values.table import ABSENT, EMPTY, ValueTable, with_values
from brat_iaa.values.view import View

# The label of a span without one, where each span has one label; no label of brat's has a blank.
NO_LABEL = NOT_ANNOTATED
# Labels: where three are expected, none at all comes by chance once in twenty times.
_EXPECTED = 3


class LabelColumns(DrawnItems):
    """The labelled spans of a Batch.

    layer       Layer
    table       ValueTable; codes and values: its cells and values
    rows        items x annotators: row of the first such span in the annotator's SpanColumns, or -1
    place       of each item: number of its place in the batch
    several     whether a value is a set of labels
    without_text  of each document whether nobody has its text: booleans; None: it does not matter
    documents   whether items are whole documents
    carried     whether the labels stand on spans (attributes, notes, normalizations) and are not
                their types: then spans that only one annotator drew are left to the layer of spans
    given       whether spans are tokens that are given: what an annotator lacks is missing
    """

    without_text = None

    def __init__(self, batch, layer, cells, values, rows, place):
        settings = layer.settings
        self.layer, self.carried, self.several = layer, settings.carried, settings.set == "yes"
        self.documents, self.given = settings.items == "documents", layer.given
        self.of_common = self.carried or self.given
        if self.documents:
            self.ways = ("exact",)
        elif not self.carried:
            asked = (FURTHER[name].figures for name in FURTHER if name in layer.also)
            self.ways += tuple(f.statistic for of in asked for f in of if f.measure == "f1")
        self._near, self._bounds = {}, {}
        super().__init__(batch, rows, place, None, ())
        self.places = batch.places.taken(place)
        self._set_values(cells, values)

    def _set_values(self, cells, values):
        """Take the cells and values of the ValueTable."""
        about = self.sentence, self.document, self.begun
        self.table = ValueTable(self.annotators, cells, values, *about)
        self.codes, self.values = cells, values
        self.labels = sorted(self.table.elements)

    def relabelled(self, label_of: Callable) -> "LabelColumns":
        """The same spans with other labels, which match exactly alone.

        label_of  function of a label that returns the new one
        """
        table = self.table.revalued(lambda value: frozenset(map(label_of, value)))
        same = LabelColumns(
            self.batch, self.layer, table.cells, table.values, self.rows, self.place
        )
        same.ways = ("exact",)
        return same

    @cached_property
    def names(self) -> list:
        """The sets of labels, each as one text."""
        return [*map(shown, self.values)]

    @cached_property
    def sets(self) -> dict:  # type: ignore[override]  # made once
        return {shown(value): value for value in self.values if len(value) > 1}

    def label_of(self, item, column):
        """See DrawnItems; numbers of sets."""
        return self.codes[item, column]

    def about(self, difference):
        if difference.kind == "label":
            return [] if self.carried else [(difference.fragments, True)]
        if self.carried and difference.item.which:
            return []
        return [(span, False) for span in self.spans_at(difference)]

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems; of several things on one extent it is said on which a label stands."""
        annotator = self.annotators[column]
        span = table.span(annotator, int(self.rows[item, column]))
        ends = (End(span.text, span.offsets),) if kind.startswith("boundaries") else ()
        if self.carried and self.batch.which[self.place[item]]:
            more = table.annotations[annotator].told_apart(span.id)
            ends = (End(f"on {span.type}{more}", span.offsets),)
        return Mark(self.names[self.codes[item, column]], span.id, span.line, ends)

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

    def near_of_pair(self, first, second, way, spans):
        """See DrawnItems: spans with each of their labels, or whatever these are; if the way is one
        of TOLERANCES or IOU, those whose boundaries are alike.
        """
        way, _ = CREDITS.get(way, (way, None))
        if not spans:
            return self._labels_near(first, second, True, way)
        i, j = self._spans_near(*self.alone(first, second), way)
        return i, j, numpy.zeros(len(i), dtype=numpy.int64)

    @cached_property
    def having(self) -> Entries:
        """Who gave which span which label; labels are numbers in labels."""
        return View(self.table).having

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
                packed(self.item_document[item], size, label) for item, label in zip(items, labels)
            ]
            places = [self.places.taken(of_side) for of_side in items]
            i, j = sharing(*places, *groups)
            if alike := self._alike(way):
                chosen = alike(items[0][i], items[1][j])
                i, j = i[chosen], j[chosen]
            i, j = one_to_one(*(
                Candidates(group, of_side, lambda row, at=at: (at.fragments(row),))
                for group, of_side, at in zip(groups, items, places)
            ), (i, j))  # fmt: skip
            self._near[key_of_pair] = items[0][i], items[1][j], labels[0][i]
        return self._near[key_of_pair]

    @cached_property
    def characters(self) -> Characters:
        """The Characters of the documents."""
        return Characters(self.batch)

    @cached_property
    def on_spans(self) -> list:
        """[(fragments, {annotator who drew the span: frozenset of labels, None if they are several
        where one is allowed})], in text order.
        """
        spans: dict = {}
        for item, codes in enumerate(self.codes.tolist()):
            of_span = spans.setdefault(self.fragments(item), {})
            for name, code in zip(self.annotators, codes):
                if code != ABSENT:
                    of_span[name] = of_span.get(name, frozenset()) | self.values[code]
        return [
            (fragments, {
                name: compared(labels, self.layer.settings) for name, labels in of_span.items()
            })
            for fragments, of_span in spans.items()
        ]  # fmt: skip

    def faults(self):
        of_files, excluded = self._without_labels(), []
        layer, by_file = self.layer, {}
        several = [compared(value, layer.settings) is None for value in self.values]
        item, annotator = numpy.nonzero(numpy.array([*several, False])[self.codes])
        for row, column in zip(item.tolist(), annotator.tolist()):
            by_file.setdefault((int(self.item_document[row]), column), []).append(row)
        for (document, column), wrong in sorted(by_file.items()):
            table, name = self.batch.tables[document], self.annotators[column]
            span = table.span(name, int(self.rows[wrong[0], column]))
            labels = shown(self.values[self.codes[wrong[0], column]])
            of_files[document, column] = Problem(
                table.files[name], span.line, "several-values",
                f"{layer.name}: spans with several labels where one is expected: {len(wrong)}, "
                f"first “{span.text}”: {labels}. Their labels are excluded. If they are "
                f"sets of labels, write set = yes in [layer {layer.name}]; if they belong to "
                "different layers, choose one of them with types or value.",
            )  # fmt: skip
            excluded.append(Excluded(
                table.document, (name,),
                f"{layer.name}: the labels of spans with several labels where one is expected "
                f"({len(wrong)}). For sets of labels, set = yes in [layer {layer.name}]",
            ))  # fmt: skip
        return [problem for _, problem in sorted(of_files.items())], excluded

    def _without_labels(self) -> dict:
        """{(document, annotator): Problem} of files without labels where others gave some."""
        labelled, of_files = numpy.array([*map(bool, self.values), False]), {}
        drawn, given = map(self.in_documents, (self.codes != ABSENT, labelled[self.codes]))
        for document, column in numpy.argwhere((drawn > 0) & (given == 0)).tolist():
            spans = drawn[document, column]
            of_others = drawn[document].sum() - spans
            # By what others gave so many are expected that none is hardly chance.
            if of_others and spans * given[document].sum() / of_others >= _EXPECTED:
                of_files[document, column] = Problem(
                    self.file(document, column), None, "no-labels",
                    f"{self.layer.name}: none of the {spans} spans has a label by value = "
                    f"{self.layer.settings.value}, and others gave some. They count as having no "
                    "label. Perhaps the document is not done.",
                )  # fmt: skip
        return of_files

    def alike(self, first, second):
        """The sets of labels of the spans to which two annotators (columns) gave the same."""
        first, second = self.codes[:, [first, second]].T
        return first[(first == second) & (first != ABSENT)]

    def _spans_near(self, first, second, way="overlap"):
        """(items of the first, items of the second): a matching of items that share characters."""
        return self.matched_places(first, second, self.item_document, self._alike(way))

    def _alike(self, way):
        """Function of pairs of items that returns whether their boundaries are alike; None: it does
        not matter.
        """
        if way in IOU:
            return Shares(self.places, IOU[way]).alike
        if way not in TOLERANCES:
            return None
        if way not in self._bounds:
            self._bounds[way] = bounds(way, self.places, self.characters)
        return self._bounds[way].alike

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ: in the labels of a span, then spans of both that
        overlap, first those with a common label, then spans that only one drew.
        """
        drawn = (self.codes[:, [first, second]] != ABSENT).all(axis=1)
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
        if self.layer.on_tokens:
            (left, mine), (right, theirs) = found.items
            chosen &= ((left >= 0) | self._has_token(right, mine)) & (
                (right >= 0) | self._has_token(left, theirs)
            )
        return found.taken(chosen)

    def _has_token(self, items, column):
        """Whether an annotator has a span of any type where these items are: booleans."""
        there = self.batch.place[self.batch.spans.annotator == column]
        return numpy.isin(self.place[items], there)

    def _with_common_label(self, left, right, first, second):
        """One-to-one pairs of overlapping items with a common label."""
        i, j, _ = self._labels_near(first, second, False)
        chosen = numpy.isin(i, left) & numpy.isin(j, right)
        i, j = i[chosen], j[chosen]
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


def compared(labels: frozenset, settings):
    """The value in the agreement on labels; None: several labels where one is allowed."""
    if settings.set == "yes" or len(labels) == 1:
        return labels
    return None if labels else frozenset([NO_LABEL])


def label_columns(batch, layer, labels) -> LabelColumns:
    """The LabelColumns of a Batch for a Layer; labels: LabelRows"""
    settings, spans = layer.settings, batch.spans
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
    item = item[place]
    rows = numpy.full((len(places), len(batch.annotators)), -1, dtype=numpy.int32)
    # From last to first: of several spans in a cell the first stays.
    backwards = of_spans[::-1]
    rows[item[backwards], spans.annotator[backwards]] = spans.row[backwards]
    order = sorted(range(len(labels.names)), key=labels.names.__getitem__)
    rank = numpy.argsort(order)
    labelled = chosen[labels.span]
    of_label = labels.span[labelled]
    cells, values = with_values(
        numpy.where(rows >= 0, EMPTY, ABSENT).astype(numpy.int32), item[of_label],
        spans.annotator[of_label], rank[labels.label[labelled]],
        [labels.names[number] for number in order],
    )  # fmt: skip
    return LabelColumns(batch, layer, cells, values, rows, places)
