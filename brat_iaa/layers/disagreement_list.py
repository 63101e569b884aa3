"""All disagreements of an agreement: as arrays, and as objects only on access."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.layers.disagreement import (
    ANNOTATORS,
    DIFFERENCE_NAMES,
    FINE,
    seen_kind,
    unordered,
)
from brat_iaa.measures.distinct import distinct, groups_with, numbered, packed, ranges

_UNORDERED = numpy.array([DIFFERENCE_NAMES.index(unordered(kind)) for kind in DIFFERENCE_NAMES])
_SEEN_FROM_SECOND = numpy.array(
    [DIFFERENCE_NAMES.index(seen_kind(kind)) for kind in DIFFERENCE_NAMES]
)
NO_DISTANCE = -(1 << 31)
# Number of objects in the cache.
_CACHED = 5_000


class Disagreements(Sequence):
    """Sequence of Disagreement, sorted by document, offset, layer and pair.

    What follows from another disagreement is listed, and counts nowhere: it belongs to the place of
    that one.

    rows     Rows
    names    NameCodes
    sources  sequences with the Disagreement of each row, by its number in the source
    """

    def __init__(self, rows, names, sources, whole=None):
        self.rows, self.names, self.sources = rows, names, sources
        # All disagreements, and those that were made.
        self._whole, self._made = (self, {}) if whole is None else (whole, whole._made)

    def following(self, home) -> "Disagreements":
        """The same, each row with the place to which it belongs."""
        return Disagreements(self.rows._replace(home=home), self.names, self.sources)

    def __len__(self):
        return len(self.rows.kind)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._taken(numpy.arange(len(self))[index])
        source, number = int(self.rows.source[index]), int(self.rows.number[index])
        disagreement = self._made.get((source, number))
        if disagreement is None:
            disagreement = self.sources[source][number]
            if self.rows.home[index] != self.rows.place[index]:
                (row, *_), _ = self._whole.rows_at(self.rows.home[index])
                disagreement = disagreement._replace(follows=self._whole[row].key)
            if len(self._made) < _CACHED:
                self._made[source, number] = disagreement
        return disagreement

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def __eq__(self, other):
        return isinstance(other, Sequence) and list(self) == list(other)

    @cached_property
    def own(self) -> "Disagreements":
        """Those that follow from no other. What is counted is counted of these."""
        at_home = self.rows.home == self.rows.place
        return self if at_home.all() else self._taken(at_home)

    @cached_property
    def echoes(self) -> "Disagreements":
        """Those that follow from another one."""
        return self._taken(self.rows.home != self.rows.place)

    def of_layers(self, names) -> "Disagreements":
        """The Disagreements of some layers, with those that follow from them."""
        wanted = [number for name, number in self.names.layers.items() if name in names]
        if len(wanted) == len(self.names.layers):
            return self
        return self._with_echoes(numpy.isin(self.rows.layer, wanted))

    @property
    def number_of_places(self) -> int:
        """The number of different places."""
        return len(self.own._places[0])

    def echoes_by_layer(self) -> dict:
        """{layer: number of its places that follow from others, and are no place of their own}"""
        rows, layers = self.echoes.rows, self.names.listed("layers")
        at_home = numpy.isin(rows.place, self.own._places[0])
        _, first = numpy.unique(rows.place[~at_home], return_index=True)
        counts = numpy.bincount(rows.layer[~at_home][first], minlength=len(layers)).tolist()
        return {layer: number for layer, number in zip(layers, counts) if number}

    def places_by_document(self) -> dict:
        """{(layer, document): number of places}"""
        layers, documents = self.names.listed("layers"), self.names.listed("documents")
        width = max(len(documents), 1)
        return {
            (layers[code // width], documents[code % width]): number
            for code, number in self.own._places_with(
                self.own.rows.layer.astype(numpy.int64) * width + self.own.rows.document
            )
        }

    def places_by_label(self) -> dict:
        """{differing label, "" for none: number of places}"""
        labels, at_home = self.names.listed("labels"), self.own
        row, code = at_home._differing_labels
        numbers, place = at_home._places
        counts = groups_with(place[row], code, len(numbers), len(labels)).tolist()
        return {label: number for label, number in zip(labels, counts) if number}

    def places_by_kind(self) -> dict:
        """{kind without an order of annotators: number of places}"""
        kinds = self.own._places_with(_UNORDERED[self.own.rows.kind])
        return {DIFFERENCE_NAMES[code]: number for code, number in kinds}

    def places_by_pattern(self) -> dict:
        """{(layer, the different labels, "" last): ({kind: number of places}, number of places)}"""
        width, layers, at_home = len(self.names.labels), self.names.listed("layers"), self.own
        rows = at_home.rows
        code = packed(rows.labels.min(axis=1), width, rows.labels.max(axis=1))
        used, pattern = _numbered(code * len(layers) + rows.layer)
        of_kinds = at_home._places_with(pattern * len(DIFFERENCE_NAMES) + _UNORDERED[rows.kind])
        patterns = []
        for code, (_, number) in zip(used.tolist(), at_home._places_with(pattern)):
            both, layer = divmod(code, len(layers))
            patterns.append(((layers[layer], self.labels_of(divmod(both, width))), ({}, number)))
        for code, number in of_kinds:
            pattern, kind = divmod(code, len(DIFFERENCE_NAMES))
            patterns[pattern][1][0][DIFFERENCE_NAMES[kind]] = number
        return dict(patterns)

    def labels_of(self, numbers) -> tuple:
        """The different labels of some numbers, "" last."""
        names = self.names.listed("labels")
        labels = {names[number] for number in numbers}
        return tuple(sorted(labels, key=lambda label: (label == "", label)))

    def own_in(self, layer) -> numpy.ndarray:
        """Numbers of the disagreements of a layer that follow from no other, as the layer counts
        them: sorted integers. Some of those that follow may not be here.
        """
        rows = self.rows
        at_home = (rows.layer == self.names.layers.get(layer, -1)) & (rows.home == rows.place)
        return numpy.sort(rows.number[at_home])

    def places_by_labels(self, first=None) -> dict:
        """{two labels: number of places}

        first  first annotator of the only pair, whose order the labels have; None: any pairs,
               labels are sorted
        """
        names, width = self.names.listed("labels"), len(self.names.labels)
        at_home = self.own
        labels = at_home.rows.labels.astype(numpy.int64)
        if first is None:
            rank = numpy.argsort(numpy.argsort(names))
            turned = rank[labels[:, 0]] > rank[labels[:, 1]]
        else:
            turned = at_home._of_pairs(lambda pair: pair[0] != first)
        labels[turned] = labels[turned, ::-1]
        return {
            (names[code // width], names[code % width]): number
            for code, number in at_home._places_with(labels[:, 0] * width + labels[:, 1])
        }

    def _places_with(self, codes):
        """[(code, number of places with a row that has it)], by code; of own().

        codes  one or more for each row: integers
        """
        numbers, place = self._places
        used, code = _numbered(codes)
        place = place.reshape(-1, *(1,) * (code.ndim - 1))
        return zip(used.tolist(), groups_with(place, code, len(numbers), len(used)).tolist())

    def labels(self) -> set:
        """Set of all labels, including "" if an annotator gave none; sets, and what is in them."""
        names, at_home = self.names.listed("labels"), self.own
        used = distinct(numpy.append(at_home.rows.labels, at_home._differing_labels[1]))
        return {names[number] for number in used.tolist()}

    @cached_property
    def _differing_labels(self):
        """(row, label) of the labels in which each row differs: of a set those in it; on one span,
        without those that both annotators gave.
        """
        rows, members = self.rows, self.names.members
        row, code = numpy.repeat(numpy.arange(len(self)), 2), rows.labels.ravel()
        if not members:
            return row, code
        width = len(self.names.labels)
        of_layer, label = numpy.array([*members]).T
        sets = numpy.isin(
            packed(rows.layer[:, None], width, rows.labels), packed(of_layer, width, label)
        ).any(axis=1)
        here = numpy.flatnonzero(sets)
        of_span = rows.kind[here] == DIFFERENCE_NAMES.index("label")
        key = (rows.layer[here], *rows.labels[here].T, of_span)
        values, which = numpy.unique(numpy.stack(key, axis=1), axis=0, return_inverse=True)
        differing = [
            sorted(first ^ second if one_span else first | second)
            for layer, *both, one_span in values.tolist()
            for first, second in [[members.get((layer, each), {each}) for each in both]]
        ]
        sizes = [*map(len, differing)]
        position, entry = ranges(numpy.cumsum([0, *sizes]), which.reshape(-1))
        alone = ~sets[row]
        return (
            numpy.append(row[alone], here[position]),
            numpy.append(code[alone], numpy.array([*chain(*differing)], dtype=code.dtype)[entry]),
        )

    @cached_property
    def _places(self):
        """(the different places, of each row the index of its place in them)."""
        return _numbered(self.rows.place)

    @cached_property
    def _by_place(self):
        """((rows at home, their places), (the others, the places of theirs)), by place."""
        at_home = self.rows.home == self.rows.place
        sorted_rows = []
        for rows in (numpy.flatnonzero(at_home), numpy.flatnonzero(~at_home)):
            order = numpy.argsort(self.rows.home[rows], kind="stable")
            sorted_rows.append((rows[order], self.rows.home[rows[order]]))
        return sorted_rows

    def places(self, among=None) -> numpy.ndarray:
        """Numbers of the places, in the order of their first rows, here or in `among`."""
        if among is None or among is self:
            numbers, first = numpy.unique(self.own.rows.place, return_index=True)
            return numbers[numpy.argsort(first)]
        numbers = among.places()
        return numbers[numpy.isin(numbers, self.own._places[0])]

    def rows_at(self, place: int) -> tuple:
        """(numbers of those at a place, by its number; of those that follow from these): lists."""
        return tuple(
            rows[slice(*numpy.searchsorted(places, [place, place + 1]))].tolist()
            for rows, places in self._by_place
        )

    def between(self, fits) -> "Disagreements":
        """Those of the documents and pairs for which fits(document, pair) holds."""
        documents, pairs = self.names.listed("documents"), self.names.listed("pairs")
        width = max(len(pairs), 1)
        used, code = _numbered(self.rows.document.astype(numpy.int64) * width + self.rows.pair)
        chosen = [fits(documents[both // width], pairs[both % width]) for both in used.tolist()]
        return self._taken(numpy.array(chosen, dtype=bool)[code])

    def select(self, filters) -> "Disagreements":
        """The Disagreements that meet all conditions of Filters, with what follows from them."""
        chosen = self.meeting(filters, filters.pair[0] if filters.pair else "")
        return self if chosen.all() else self._with_echoes(chosen)

    def meeting(self, filters, seen_from="") -> numpy.ndarray:
        """Which of the Disagreements meet all conditions of Filters: booleans.

        seen_from  the annotator of each pair from whom kind and labels are seen; "": in any order
        """
        rows, names = self.rows, self.names
        chosen = numpy.ones(len(self), dtype=bool)
        if seen_from:
            chosen &= self._of_pairs(lambda pair: seen_from in pair)
        for column, numbers, wanted in (
            (rows.layer, names.layers, filters.layer),
            (rows.document, names.documents, filters.document),
        ):
            if wanted is not None:
                chosen &= numpy.isin(column, _numbers(numbers, wanted))
        if filters.sentence is not None:
            chosen &= rows.sentence == filters.sentence
        if filters.sentences is not None:
            numbers, width = names.documents, max(len(names.documents), 1)
            wanted = [
                at * width + numbers[document]
                for document, at in filters.sentences
                if document in numbers
            ]
            chosen &= numpy.isin(packed(rows.sentence, width, rows.document), wanted)
        if filters.annotator is not None:
            chosen &= self._of_pairs(lambda pair: filters.annotator in pair)
        if filters.between is not None:
            side, *other = filters.between
            chosen &= self._of_pairs(lambda pair: any(
                first in side and all(second in value for value in other)
                for first, second in (pair, pair[::-1])
            ))  # fmt: skip
        if filters.pair is not None:
            chosen &= self._of_pairs(lambda pair: sorted(pair) == sorted(filters.pair))
        if filters.differ is not None:
            chosen &= self._that_differ(*filters.differ)
        turned = self._of_pairs(lambda pair: seen_from not in ("", pair[0]))
        if filters.kind is not None:
            seen = numpy.where(turned, _SEEN_FROM_SECOND[rows.kind], rows.kind)
            kinds = numpy.arange(len(DIFFERENCE_NAMES)) if seen_from else _UNORDERED
            chosen &= kinds[seen] == kinds[DIFFERENCE_NAMES.index(filters.kind)]
        if filters.label is not None:
            chosen &= self._with_label(_numbers(names.labels, filters.label))
        if filters.labels is not None:
            chosen &= self._with_labels(filters.labels, bool(seen_from), turned)
        if filters.distinction is not None:
            chosen &= self._of_distinction(filters)
        if filters.distance is not None:
            chosen &= self._within(*filters.distance)
        if filters.pos is not None:
            numbers = [filters.pos in joined.split("+") for joined in names.types]
            chosen &= numpy.array(numbers, dtype=bool)[rows.types].any(axis=1)
        return chosen

    def _with_echoes(self, chosen):
        """Those of some rows that follow from no other, and what follows from them."""
        rows = self.rows
        at_home = rows.home == rows.place
        if at_home.all():
            return self._taken(chosen)
        pairs = max(len(self.names.pairs), 1)
        homes = distinct(packed(rows.place, pairs, rows.pair)[chosen & at_home])
        return self._taken(
            numpy.where(at_home, chosen, numpy.isin(packed(rows.home, pairs, rows.pair), homes))
        )

    def where(self, condition) -> "Disagreements":
        """The Disagreements for which condition(Disagreement) holds."""
        return self._taken(numpy.array([condition(each) for each in self], dtype=bool))

    def _of_pairs(self, condition):
        fits = [bool(condition(pair)) for pair in self.names.pairs]
        return numpy.array(fits, dtype=bool)[self.rows.pair]

    def _that_differ(self, who, gold):
        """Rows of two annotators; or of an annotator and the gold, where no two annotators differ.

        who, gold  as Filters.differ
        """
        between = self._of_pairs(lambda pair: gold not in pair)
        if who == ANNOTATORS:
            return between
        whole = self._whole.own
        places = whole.rows.place[whole._of_pairs(lambda pair: gold not in pair)]
        return ~between & ~numpy.isin(self.rows.place, places)

    def _with_label(self, wanted):
        """Rows that differ in one of some labels, by their numbers, or in one of these sets."""
        row, code = self._differing_labels
        chosen = numpy.zeros(len(self), dtype=bool)
        chosen[row[numpy.isin(code, wanted)]] = True
        for layer, label in self.names.members:
            if label in wanted:
                chosen |= (self.rows.layer == layer) & (self.rows.labels == label).any(axis=1)
        return chosen

    def _with_labels(self, labels, directed, turned):
        wanted = [self.names.labels.get(label, -1) for label in labels]
        any_label = numpy.array([label is None for label in labels])
        straight = ((self.rows.labels == wanted) | any_label).all(axis=1)
        crossed = ((self.rows.labels[:, ::-1] == wanted) | any_label).all(axis=1)
        if not directed:
            return straight | crossed
        return numpy.where(turned, crossed, straight)

    def _of_distinction(self, filters):
        rows, names = self.rows, self.names
        chosen = numpy.zeros(len(self), dtype=bool)
        for layer, setting in filters.coarse:
            label_of, numbers = coarse_labels(setting), {}
            code = numpy.array(
                [numbers.setdefault(label_of(label), len(numbers)) for label in names.labels],
                dtype=numpy.int64,
            )
            fine = rows.kind == DIFFERENCE_NAMES.index("label")
            fine &= code[rows.labels[:, 0]] == code[rows.labels[:, 1]]
            wanted = fine if filters.distinction == FINE else ~fine
            chosen |= (rows.layer == names.layers.get(layer, -1)) & wanted
        return chosen

    def _within(self, fewest, most):
        distance = numpy.abs(self.rows.distances.astype(numpy.int64))
        fits = self.rows.distances != NO_DISTANCE
        fits &= distance >= (0 if fewest is None else fewest)
        if most is not None:
            fits &= distance <= most
        return fits.any(axis=1)

    def _taken(self, chosen):
        chosen = numpy.asarray(chosen)
        if chosen.dtype != bool:
            chosen = chosen.astype(numpy.int64)
        return Disagreements(self.rows.taken(chosen), self.names, self.sources, self._whole)


def _numbers(numbers, names):
    """The numbers of a name, or of several."""
    return [numbers.get(name, -1) for name in ((names,) if isinstance(names, str) else names)]


def _numbered(codes):
    """numbered() of integers from 0."""
    return numbered(codes, int(codes.max(initial=-1)) + 1)
