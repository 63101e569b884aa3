"""All disagreements of an agreement: as arrays, and as objects only on access."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.layers.disagreement import FINE, KINDS, PairPattern, seen_kind, unordered

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
        return len(numpy.unique(self.rows.place))

    def places_by_document(self) -> dict:
        """{(layer, document): number of places}"""
        rows = self._one_for_each_place(self.rows.place)
        width = max(len(self.names.documents), 1)
        used, numbers = numpy.unique(
            rows.layer.astype(numpy.int64) * width + rows.document, return_counts=True
        )
        layers, documents = self.names.listed("layers"), self.names.listed("documents")
        return {
            (layers[code // width], documents[code % width]): number
            for code, number in zip(used.tolist(), numbers.tolist())
        }

    def places_by_label(self) -> dict:
        """{differing label, "" for none: number of places}"""
        width = len(self.names.labels)
        keys = self.rows.place[:, None].astype(numpy.int64) * width + self.rows.labels
        used, numbers = numpy.unique(numpy.unique(keys) % width, return_counts=True)
        labels = self.names.listed("labels")
        return {labels[code]: number for code, number in zip(used.tolist(), numbers.tolist())}

    def places_by_kind(self) -> dict:
        """{kind without an order of annotators: number of places}"""
        keys = self.rows.place.astype(numpy.int64) * len(KINDS) + _UNORDERED[self.rows.kind]
        used, numbers = numpy.unique(numpy.unique(keys) % len(KINDS), return_counts=True)
        return {KINDS[code]: number for code, number in zip(used.tolist(), numbers.tolist())}

    def places_by_pattern(self) -> dict:
        """{(layer, the different labels, "" last): {kind: set of places}}"""
        names, width = self.names.listed("labels"), len(self.names.labels)
        labels = numpy.sort(self.rows.labels, axis=1).astype(numpy.int64)
        layers, layer_count = self.names.listed("layers"), max(len(self.names.layers), 1)
        code = (labels[:, 0] * width + labels[:, 1]) * layer_count + self.rows.layer
        code = code * len(KINDS) + _UNORDERED[self.rows.kind]
        order = numpy.lexsort((self.rows.place, code))
        code, place = code[order], self.rows.place[order]
        starts = numpy.flatnonzero(numpy.diff(code, prepend=-1))
        patterns = {}
        for begin, end in zip(starts.tolist(), numpy.append(starts[1:], len(code)).tolist()):
            rest, kind = divmod(int(code[begin]), len(KINDS))
            rest, layer = divmod(rest, layer_count)
            labels_shown = sorted(
                {names[rest // width], names[rest % width]}, key=lambda x: (x == "", x)
            )
            kinds = patterns.setdefault((layers[layer], tuple(labels_shown)), {})
            kinds.setdefault(KINDS[kind], set()).update(place[begin:end].tolist())
        return patterns

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
        keys = (self.rows.place * width + labels[:, 0]) * width + labels[:, 1]
        used, numbers = numpy.unique(numpy.unique(keys) % width**2, return_counts=True)
        return {
            (names[code // width], names[code % width]): number
            for code, number in zip(used.tolist(), numbers.tolist())
        }

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
        return {names[number] for number in numpy.unique(self.rows.labels).tolist()}

    @cached_property
    def _by_place(self):
        """(places in the order of their first rows, rows sorted by place, {place: its start})"""
        numbers, first = numpy.unique(self.rows.place, return_index=True)
        order = numpy.argsort(self.rows.place, kind="stable")
        starts = numpy.searchsorted(self.rows.place[order], numbers)
        chosen = numpy.argsort(first)
        return numbers[chosen], order, dict(zip(numbers.tolist(), starts.tolist()))

    def places(self, among=None) -> numpy.ndarray:
        """Numbers of the places, in the order of their first rows, here or in `among`."""
        if among is None:
            return self._by_place[0]
        numbers = among.places()
        return numbers[numpy.isin(numbers, self.rows.place)]

    def at(self, place: int) -> "Disagreements":
        """The Disagreements at a place, by its number."""
        _, order, starts = self._by_place
        begin = starts.get(int(place), len(order))
        number = self.rows.place[order[begin:]]
        apart = numpy.flatnonzero(number != place)
        return self._taken(order[begin : begin + (apart[0] if len(apart) else len(number))])

    def select(self, filters) -> "Disagreements":
        """The Disagreements that meet all conditions of Filters."""
        rows, names = self.rows, self.names
        chosen = numpy.ones(len(self), dtype=bool)
        for column, known, wanted in (
            (rows.layer, names.layers, filters.layer),
            (rows.document, names.documents, filters.document),
        ):
            if wanted is not None:
                chosen &= column == known.get(wanted, -1)
        if filters.sentence is not None:
            chosen &= rows.sentence == filters.sentence
        pairs = names.listed("pairs")
        if filters.annotator is not None:
            chosen &= self._of_pairs(lambda pair: filters.annotator in pair)
        if filters.pair is not None:
            chosen &= self._of_pairs(lambda pair: sorted(pair) == sorted(filters.pair))
        turned = numpy.array([pair != filters.pair for pair in pairs], dtype=bool)[rows.pair]
        if filters.kind is not None:
            chosen &= self._of_kind(filters, turned)
        if filters.label is not None:
            chosen &= (rows.labels == names.labels.get(filters.label, -1)).any(axis=1)
        if filters.labels is not None:
            chosen &= self._with_labels(filters, turned)
        if filters.distinction is not None:
            chosen &= self._of_distinction(filters)
        if filters.distance is not None:
            chosen &= self._within(*filters.distance)
        if filters.pos is not None:
            known = [filters.pos in joined.split("+") for joined in names.types]
            chosen &= numpy.array(known, dtype=bool)[rows.types].any(axis=1)
        return self._taken(chosen)

    def _of_pairs(self, condition):
        fits = [bool(condition(pair)) for pair in self.names.pairs]
        return numpy.array(fits, dtype=bool)[self.rows.pair]

    def _of_kind(self, filters, turned):
        kind, wanted = self.rows.kind, KINDS.index(filters.kind)
        if filters.pair is None:
            return _UNORDERED[kind] == _UNORDERED[wanted]
        return numpy.where(turned, _SEEN_FROM_SECOND[kind], kind) == wanted

    def _with_labels(self, filters, turned):
        wanted = [self.names.labels.get(label, -1) for label in filters.labels]
        straight, crossed = (
            (self.rows.labels == labels).all(axis=1) for labels in (wanted, wanted[::-1])
        )
        if filters.pair is None:
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

    def _one_for_each_place(self, places):
        return self.rows.taken(numpy.unique(places, return_index=True)[1])

    def _taken(self, chosen):
        chosen = numpy.asarray(chosen)
        if chosen.dtype != bool:
            chosen = chosen.astype(numpy.int64)
        return Disagreements(self.rows.taken(chosen), self.names, self._sources, self._made)


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
        place = (numpy.array(rank, dtype=numpy.int64)[rows.document] << 32) + rows.start
        if (numpy.diff(place) < 0).any():
            rows = rows.taken(numpy.argsort(place, kind="stable"))
        return Disagreements(rows, self._names, self._sources)
