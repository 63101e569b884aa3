"""All disagreements of an agreement: as arrays, and as objects only on access."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.layers.disagreement import FINE, KINDS, PairPattern, seen_kind, unordered
from brat_iaa.measures.distinct import groups_with, numbered

_UNORDERED = numpy.array([KINDS.index(unordered(kind)) for kind in KINDS])
_SEEN_FROM_SECOND = numpy.array([KINDS.index(seen_kind(kind)) for kind in KINDS])
_NO_DISTANCE = -(1 << 31)
# Number of objects in the cache.
_CACHED = 50_000


class Rows(NamedTuple):
    """Arrays with one row for each disagreement of a pair.

    layer, document, pair, kind   numbers in NameCodes, in KINDS
    place      number of the item; the same for the same item of the same layer
    start      of the item, in characters of the text
    sentence   number in the document, from 1
    labels     rows x 2: numbers in NameCodes.labels
    distances  rows x 2: from item to head in tokens, or _NO_DISTANCE
    types      rows x 2: numbers in NameCodes.types of the item's span types
    source     number of the source that makes the object
    number     of the row in its source
    """

    layer: numpy.ndarray
    document: numpy.ndarray
    pair: numpy.ndarray
    kind: numpy.ndarray
    place: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    labels: numpy.ndarray
    distances: numpy.ndarray
    types: numpy.ndarray
    source: numpy.ndarray
    number: numpy.ndarray

    def taken(self, chosen):
        """Some rows."""
        return Rows(*(column[chosen] for column in self))


class NameCodes:
    """Numbers of layers, documents, pairs, labels and types; for the last two, 0 is ""."""

    def __init__(self):
        self.layers, self.documents, self.pairs = {}, {}, {}
        self.labels, self.types = {"": 0}, {"": 0}

    def listed(self, kind):
        """The names of a kind, such as "layers", in the order of their numbers."""
        return list(getattr(self, kind))

    @staticmethod
    def number(names, name):
        """The number of a name, assigned on first use."""
        return names.setdefault(name, len(names))


class Disagreements(Sequence):
    """Sequence of Disagreement, sorted by document, offset, layer and pair.

    rows     Rows
    names    NameCodes
    sources  sequences with the Disagreement of each row, by its number in the source
    """

    def __init__(self, rows, names, sources, made=None):
        self.rows, self.names = rows, names
        self._sources = sources
        self._made = {} if made is None else made

    def __len__(self):
        return len(self.rows.kind)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._taken(numpy.arange(len(self))[index])
        source, number = int(self.rows.source[index]), int(self.rows.number[index])
        disagreement = self._made.get((source, number))
        if disagreement is None:
            disagreement = self._sources[source][number]
            if len(self._made) < _CACHED:
                self._made[source, number] = disagreement
        return disagreement

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def __eq__(self, other):
        return isinstance(other, Sequence) and list(self) == list(other)

    def of_layers(self, names) -> "Disagreements":
        """The Disagreements of some layers."""
        wanted = [number for name, number in self.names.layers.items() if name in names]
        if len(wanted) == len(self.names.layers):
            return self
        return self._taken(numpy.isin(self.rows.layer, wanted))

    @property
    def number_of_places(self) -> int:
        """The number of different places."""
        return len(self._places[0])

    def places_by_document(self) -> dict:
        """{(layer, document): number of places}"""
        layers, documents = self.names.listed("layers"), self.names.listed("documents")
        width = max(len(documents), 1)
        return {
            (layers[code // width], documents[code % width]): number
            for code, number in self._places_with(
                self.rows.layer.astype(numpy.int64) * width + self.rows.document
            )
        }

    def places_by_label(self) -> dict:
        """{differing label, "" for none: number of places}"""
        labels = self.names.listed("labels")
        return {labels[code]: number for code, number in self._places_with(self.rows.labels)}

    def places_by_kind(self) -> dict:
        """{kind without an order of annotators: number of places}"""
        kinds = self._places_with(_UNORDERED[self.rows.kind])
        return {KINDS[code]: number for code, number in kinds}

    def places_by_pattern(self) -> dict:
        """{(layer, the different labels, "" last): ({kind: number of places}, number of places)}"""
        names, width = self.names.listed("labels"), len(self.names.labels)
        layers, rows = self.names.listed("layers"), self.rows
        code = rows.labels.min(axis=1) * numpy.int64(width) + rows.labels.max(axis=1)
        used, pattern = _numbered(code * len(layers) + rows.layer)
        of_kinds = self._places_with(pattern * len(KINDS) + _UNORDERED[rows.kind])
        patterns = []
        for code, (_, number) in zip(used.tolist(), self._places_with(pattern)):
            both, layer = divmod(code, len(layers))
            labels = {names[label] for label in divmod(both, width)}
            shown = tuple(sorted(labels, key=lambda label: (label == "", label)))
            patterns.append(((layers[layer], shown), ({}, number)))
        for code, number in of_kinds:
            pattern, kind = divmod(code, len(KINDS))
            patterns[pattern][1][0][KINDS[kind]] = number
        return dict(patterns)

    def places_by_labels(self, first=None) -> dict:
        """{two labels: number of places}

        first  first annotator of the only pair, whose order the labels have; None: any pairs,
               labels are sorted
        """
        names, width = self.names.listed("labels"), len(self.names.labels)
        labels = self.rows.labels.astype(numpy.int64)
        if first is None:
            rank = numpy.argsort(numpy.argsort(names))
            turned = rank[labels[:, 0]] > rank[labels[:, 1]]
        else:
            turned = self._of_pairs(lambda pair: pair[0] != first)
        labels[turned] = labels[turned, ::-1]
        return {
            (names[code // width], names[code % width]): number
            for code, number in self._places_with(labels[:, 0] * width + labels[:, 1])
        }

    def _places_with(self, codes):
        """[(code, number of places with a row that has it)], by code.

        codes  one or more for each row: integers
        """
        numbers, place = self._places
        used, code = _numbered(codes)
        place = place.reshape(-1, *(1,) * (code.ndim - 1))
        return zip(used.tolist(), groups_with(place, code, len(numbers), len(used)).tolist())

    def patterns(self) -> list:
        """List of PairPattern, most frequent first, then by annotators, kind and labels."""
        rows, labels = self.rows, self.names.listed("labels")
        layers, pairs = self.names.listed("layers"), self.names.listed("pairs")
        columns = rows.labels[:, 1], rows.labels[:, 0], rows.kind, rows.pair, rows.layer
        order = numpy.lexsort(columns)
        changes = [numpy.diff(column[order], prepend=-1) != 0 for column in columns]
        starts = numpy.flatnonzero(numpy.any(changes, axis=0))
        patterns = []
        for begin, end in zip(starts.tolist(), [*starts[1:].tolist(), len(order)]):
            row = order[begin]
            patterns.append(PairPattern(
                layers[rows.layer[row]], KINDS[rows.kind[row]], pairs[rows.pair[row]],
                tuple(labels[label] for label in rows.labels[row].tolist()), end - begin,
                self._taken(order[begin:end]),
            ))  # fmt: skip
        return sorted(
            patterns, key=lambda p: (-p.count, p.annotators, KINDS.index(p.kind), p.labels)
        )

    def labels(self) -> set:
        """Set of all labels, including "" if an annotator gave none."""
        names = self.names.listed("labels")
        return {names[number] for number in _numbered(self.rows.labels)[0].tolist()}

    @cached_property
    def _places(self):
        """(the different places, of each row the index of its place in them)."""
        return _numbered(self.rows.place)

    @cached_property
    def _by_place(self):
        """(rows sorted by place, where each place begins in them, and where the last one ends)"""
        numbers, place = self._places
        counts = numpy.bincount(place, minlength=len(numbers))
        return numpy.argsort(place, kind="stable"), numpy.concatenate([[0], numpy.cumsum(counts)])

    def places(self, among=None) -> numpy.ndarray:
        """Numbers of the places, in the order of their first rows, here or in `among`."""
        if among is None or among is self:
            order, starts = self._by_place
            return self._places[0][numpy.argsort(order[starts[:-1]])]
        numbers = among.places()
        return numbers[numpy.isin(numbers, self._places[0])]

    def at(self, place: int) -> "Disagreements":
        """The Disagreements at a place, by its number."""
        order, starts = self._by_place
        begin, end = numpy.searchsorted(self._places[0], [place, place + 1])
        return self._taken(order[starts[begin] : starts[end]])

    def select(self, filters, directed=None) -> "Disagreements":
        """The Disagreements that meet all conditions of Filters.

        directed  whether kind and labels are those of a pair in its order; None: of filters.pair
        """
        rows, names = self.rows, self.names
        directed = filters.pair is not None if directed is None else directed
        chosen = numpy.ones(len(self), dtype=bool)
        for column, known, wanted in (
            (rows.layer, names.layers, filters.layer),
            (rows.document, names.documents, filters.document),
        ):
            if wanted is not None:
                chosen &= column == known.get(wanted, -1)
        if filters.sentence is not None:
            chosen &= rows.sentence == filters.sentence
        if filters.annotator is not None:
            chosen &= self._of_pairs(lambda pair: filters.annotator in pair)
        if filters.pair is not None:
            chosen &= self._of_pairs(lambda pair: sorted(pair) == sorted(filters.pair))
        turned = self._of_pairs(lambda pair: directed and filters.pair not in (None, pair))
        if filters.kind is not None:
            seen = numpy.where(turned, _SEEN_FROM_SECOND[rows.kind], rows.kind)
            kinds = numpy.arange(len(KINDS)) if directed else _UNORDERED
            chosen &= kinds[seen] == kinds[KINDS.index(filters.kind)]
        if filters.label is not None:
            chosen &= (rows.labels == names.labels.get(filters.label, -1)).any(axis=1)
        if filters.labels is not None:
            chosen &= self._with_labels(filters.labels, directed, turned)
        if filters.distinction is not None:
            chosen &= self._of_distinction(filters)
        if filters.distance is not None:
            chosen &= self._within(*filters.distance)
        if filters.pos is not None:
            known = [filters.pos in joined.split("+") for joined in names.types]
            chosen &= numpy.array(known, dtype=bool)[rows.types].any(axis=1)
        return self if chosen.all() else self._taken(chosen)

    def where(self, condition) -> "Disagreements":
        """The Disagreements for which condition(Disagreement) holds."""
        return self._taken(numpy.array([condition(one) for one in self], dtype=bool))

    def _of_pairs(self, condition):
        fits = [bool(condition(pair)) for pair in self.names.pairs]
        return numpy.array(fits, dtype=bool)[self.rows.pair]

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
            fine = rows.kind == KINDS.index("label")
            fine &= code[rows.labels[:, 0]] == code[rows.labels[:, 1]]
            wanted = fine if filters.distinction == FINE else ~fine
            chosen |= (rows.layer == names.layers.get(layer, -1)) & wanted
        return chosen

    def _within(self, fewest, most):
        distance = numpy.abs(self.rows.distances.astype(numpy.int64))
        fits = self.rows.distances != _NO_DISTANCE
        fits &= distance >= (0 if fewest is None else fewest)
        if most is not None:
            fits &= distance <= most
        return fits.any(axis=1)

    def _taken(self, chosen):
        chosen = numpy.asarray(chosen)
        if chosen.dtype != bool:
            chosen = chosen.astype(numpy.int64)
        return Disagreements(self.rows.taken(chosen), self.names, self._sources, self._made)


def _numbered(codes):
    """numbered() of integers from 0."""
    return numbered(codes, int(codes.max(initial=-1)) + 1)


class DisagreementBuilder:
    """Builds the Disagreements of several layers."""

    def __init__(self):
        self._names, self._sources, self._parts, self._places = NameCodes(), [], [], 0

    def add_objects(self, disagreements):
        """Add a list of Disagreement, of any layers and documents."""
        names, item_numbers, rows = self._names, {}, []
        for number, disagreement in enumerate(disagreements):
            key = disagreement.layer, disagreement.document, disagreement.token.fragments
            rows.append((
                names.number(names.layers, disagreement.layer),
                names.number(names.documents, disagreement.document),
                names.number(names.pairs, disagreement.annotators),
                KINDS.index(disagreement.kind),
                self._places + item_numbers.setdefault(key, len(item_numbers)),
                disagreement.token.start,
                disagreement.sentence,
                *(names.number(names.labels, label) for label in disagreement.labels),
                *(_NO_DISTANCE if d is None else d for d in disagreement.distances),
                *(
                    names.number(names.types, disagreement.token.types.get(annotator, ""))
                    for annotator in disagreement.annotators
                ),
                len(self._sources),
                number,
            ))  # fmt: skip
        self._places += len(item_numbers)
        self._sources.append(disagreements)
        columns = numpy.array(rows, dtype=numpy.int64).reshape(-1, 15).T
        self._parts.append(Rows(
            *columns[:7], columns[7:9].T, columns[9:11].T, columns[11:13].T, *columns[13:],
        ))  # fmt: skip

    def add_columns(self, layer, documents, pairs, labels, types, rows, source):
        """Add the disagreements of a layer that has them as arrays.

        documents, pairs, labels, types  names that the numbers in rows refer to; in the last two
                -1 is ""
        rows    Rows without layer, source and number (None); places are numbered from 0; the last
                two columns of distances are a mask of missing ones
        source  sequence with the Disagreement of each row
        """
        names = self._names
        recoded = [
            numpy.array([names.number(numbers, name) for name in names_in_layer], dtype=numpy.int64)
            for numbers, names_in_layer in (
                (names.documents, documents), (names.pairs, pairs), (names.labels, (*labels, "")),
                (names.types, (*types, "")),
            )
        ]  # fmt: skip
        size, layer = len(rows.kind), names.number(names.layers, layer)
        self._parts.append(rows._replace(
            layer=numpy.full(size, layer),
            document=recoded[0][rows.document],
            pair=recoded[1][rows.pair],
            labels=recoded[2][rows.labels],
            types=recoded[3][rows.types],
            place=self._places + rows.place.astype(numpy.int64),
            distances=numpy.where(rows.distances[:, 2:], _NO_DISTANCE, rows.distances[:, :2]),
            source=numpy.full(size, len(self._sources)),
            number=numpy.arange(size),
        ))  # fmt: skip
        self._places += int(rows.place.max(initial=-1)) + 1
        self._sources.append(source)

    def disagreements(self, documents) -> Disagreements:
        """The Disagreements; documents: names in the order of the list."""
        self.add_objects([])
        order = {name: rank for rank, name in enumerate(documents)}
        rank = [order.get(name, len(order)) for name in self._names.documents]
        rows = Rows(*(numpy.concatenate(columns) for columns in zip(*self._parts)))
        position = (numpy.array(rank, dtype=numpy.int64)[rows.document] << 32) + rows.start
        if (numpy.diff(position) < 0).any():
            rows = rows.taken(numpy.argsort(position, kind="stable"))
        return Disagreements(rows, self._names, self._sources)
