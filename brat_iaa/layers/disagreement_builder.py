"""Puts the disagreements of all layers into one list: arrays with a row for each of a pair."""

from typing import NamedTuple

import numpy

from brat_iaa.layers.disagreement_list import NO_DISTANCE, Disagreements


class Rows(NamedTuple):
    """Arrays with one row for each disagreement of a pair.

    layer, document, pair, kind   numbers in NameCodes, in KINDS
    place      number of the item; the same for the same item of the same layer
    home       the place to which it belongs: its own, or that of the disagreement it follows from
    start      of the item, in characters of the text
    sentence   number in the document, from 1
    labels     rows x 2: numbers in NameCodes.labels
    distances  rows x 2: from item to head in tokens, or NO_DISTANCE
    types      rows x 2: numbers in NameCodes.types of the item's span types
    source     number of the source that makes the object
    number     of the row in its source
    """

    layer: numpy.ndarray
    document: numpy.ndarray
    pair: numpy.ndarray
    kind: numpy.ndarray
    place: numpy.ndarray
    home: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    labels: numpy.ndarray
    distances: numpy.ndarray
    types: numpy.ndarray
    source: numpy.ndarray
    number: numpy.ndarray

    def taken(self, chosen) -> "TakenRows":
        """Some rows."""
        return TakenRows(self, numpy.arange(len(self.kind))[chosen])


class TakenRows:
    """Some of Rows; a column is made when it is first asked for.

    numbers  of the rows
    """

    def __init__(self, rows, numbers):
        self._rows, self._numbers = rows, numbers

    def taken(self, chosen) -> "TakenRows":
        """Some of these."""
        return TakenRows(self._rows, self._numbers[chosen])

    def _replace(self, **columns) -> "TakenRows":
        """The same with other columns."""
        same = TakenRows(self._rows, self._numbers)
        same.__dict__.update(columns)
        return same

    def __getattr__(self, name):
        if name not in Rows._fields:
            raise AttributeError(name)
        column = self.__dict__[name] = getattr(self._rows, name)[self._numbers]
        return column


class NameCodes:
    """Numbers of layers, documents, pairs, labels and types; for the last two, 0 is "".

    members  {(layer, label): the labels that it is a set of}, numbers
    """

    def __init__(self):
        self.members: dict = {}
        self.layers, self.documents, self.pairs = {}, {}, {}
        self.labels, self.types = {"": 0}, {"": 0}

    def listed(self, kind):
        """The names of a kind, such as "layers", in the order of their numbers."""
        return list(getattr(self, kind))

    @staticmethod
    def number(names, name):
        """The number of a name, assigned on first use."""
        return names.setdefault(name, len(names))


class DisagreementBuilder:
    """Builds the Disagreements of several layers."""

    def __init__(self):
        self._names, self._sources, self._parts, self._places = NameCodes(), [], [], 0

    def _add(self, rows):
        # Places are multiplied with other numbers; the others are small.
        sizes = {"place": numpy.int64, "home": numpy.int64}
        self._parts.append(Rows(*(
            column.astype(sizes.get(name, numpy.int32), copy=False)
            for name, column in zip(Rows._fields, rows)
        )))  # fmt: skip

    def add_columns(self, layer, documents, pairs, labels, types, rows, source, sets=()):
        """Add the disagreements of a layer that has them as arrays.

        documents, pairs, labels, types  names that the numbers in rows refer to; in the last two
                -1 is ""
        rows    Rows without layer, home, source and number (None); places are numbered from 0;
                the last two columns of distances are a mask of missing ones
        source  sequence with the Disagreement of each row
        sets    [(label, the labels that it is a set of)], names
        """
        names = self._names
        recoded = [
            numpy.array([names.number(numbers, name) for name in names_in_layer], dtype=numpy.int32)
            for numbers, names_in_layer in (
                (names.documents, documents), (names.pairs, pairs), (names.labels, (*labels, "")),
                (names.types, (*types, "")),
            )
        ]  # fmt: skip
        size, layer = len(rows.kind), names.number(names.layers, layer)
        for label, members in sets:
            names.members[layer, names.number(names.labels, label)] = frozenset(
                names.number(names.labels, member) for member in members
            )
        place = self._places + rows.place.astype(numpy.int64)
        self._add(rows._replace(
            layer=numpy.full(size, layer, dtype=numpy.int32),
            document=recoded[0][rows.document],
            pair=recoded[1][rows.pair],
            labels=recoded[2][rows.labels],
            types=recoded[3][rows.types],
            place=place,
            home=place,
            distances=numpy.where(rows.distances[:, 2:], NO_DISTANCE, rows.distances[:, :2]),
            source=numpy.full(size, len(self._sources), dtype=numpy.int32),
            number=numpy.arange(size, dtype=numpy.int32),
        ))  # fmt: skip
        self._places += int(rows.place.max(initial=-1)) + 1
        self._sources.append(source)

    def disagreements(self, documents) -> Disagreements:
        """The Disagreements; documents: names in the order of the list."""
        if not self._parts:
            two, none = numpy.zeros((0, 2), dtype=numpy.int64), numpy.zeros(0, dtype=numpy.int64)
            twofold = ("labels", "distances", "types")
            self._add(Rows(*(two if name in twofold else none for name in Rows._fields)))
        order = {name: rank for rank, name in enumerate(documents)}
        rank = numpy.array([order.get(name, len(order)) for name in self._names.documents])
        parts, self._parts = self._parts, []
        # Of the only layer nothing is copied: in large projects it is much.
        rows = parts.pop()
        if parts:
            rows = Rows(*map(numpy.concatenate, zip(*parts, rows)))
        rows = self._at_same_places(rows)
        position = (rank.astype(numpy.int64)[rows.document] << 32) + rows.start
        if (numpy.diff(position) < 0).any():
            moved = numpy.argsort(position, kind="stable")
            rows = Rows(*(column[moved] for column in rows))
        return Disagreements(rows, self._names, self._sources)

    def _at_same_places(self, rows):
        """The Rows with one number for a place that several sources have, as one of the annotators
        and one of the gold do.
        """
        width, number = len(self._sources), numpy.arange(self._places)
        of_layers, of_sources = numpy.divmod(
            numpy.flatnonzero(numpy.bincount(rows.layer * width + rows.source)), width
        )
        for layer in numpy.flatnonzero(numpy.bincount(of_layers) > 1).tolist():
            sources, numbers = of_sources[of_layers == layer].tolist(), {}
            # Where no two tokens begin alike, nobody needs to look where they end.
            start_tells = all(getattr(self._sources[n], "start_tells", False) for n in sources)
            here = numpy.flatnonzero(rows.layer == layer)
            for row in here[numpy.unique(rows.place[here], return_index=True)[1]].tolist():
                where = rows.start[row]
                if not start_tells:
                    where = self._sources[rows.source[row]].fragments(rows.number[row])
                place = rows.place[row]
                number[place] = numbers.setdefault((rows.document[row], where), place)
        place = number[rows.place]
        home = place if rows.home is rows.place else number[rows.home]
        return rows._replace(place=place, home=home)
