"""Relations between spans: R lines with a type and two ends in their roles.

An end is a span with its type; an end that is an event is its trigger. Two relations match exactly
if type, roles and both ends (offsets of all fragments, span type) are equal: they are one item of
items x annotators. They match by overlap if their ends share a character each and have the same
types. Relations of a symmetric type match either way round.

Sources: Hripcsak & Rothschild 2005; overlap as in brateval (Verspoor et al. 2013).
"""

from functools import cached_property, partial
from typing import NamedTuple

import numpy

from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems, ranked
from brat_iaa.layers.layer_document import duplicate
from brat_iaa.measures.distinct import between, distinct, in_turn, packed, row_numbers
from brat_iaa.measures.matching import Candidates, one_to_one, sharing


def no_type(name):
    """The name of one type in the place of all."""
    return ""


class Relations(NamedTuple):
    """Different relations: arrays with a row for each.

    document   number of its document
    type       its number in labels, in the order of their names
    roles      number of both roles, sorted, in the order of their names
    places     rows x 2: places of the ends in these roles; in text order if it is symmetric
    types      rows x 2: numbers of the types of their spans, in the order of their names
    symmetric  booleans: whether it means the same in both directions
    """

    document: numpy.ndarray
    type: numpy.ndarray
    roles: numpy.ndarray
    places: numpy.ndarray
    types: numpy.ndarray
    symmetric: numpy.ndarray

    def taken(self, rows):
        """Some of them."""
        return Relations(*(column[rows] for column in self))

    @property
    def matched(self):
        """(places, types) of the ends as they are matched: if symmetric, by type, then place."""
        turned = self.symmetric & (self.types[:, 0] > self.types[:, 1])
        return tuple(
            numpy.where(turned[:, None], ends[:, ::-1], ends) for ends in (self.places, self.types)
        )

    @property
    def unordered(self):
        """Both places, in text order."""
        return numpy.sort(self.places, axis=1)

    # By what relations are in order.

    def by_places(self):
        places, types = self.matched
        return *places.T, self.type, self.roles, *types.T

    def by_types(self):
        places, types = self.matched
        return self.type, self.roles, types[:, 0], places[:, 0], types[:, 1], places[:, 1]

    # What is equal of two relations that may match by overlap, or that are paired as ends differ.

    def type_and_end_types(self):
        return self.type, self.roles, *self.matched[1].T

    def type_and_roles(self):
        return self.type, self.roles

    # What is equal of two relations that differ, in the order in which they are paired.

    def roles_and_ends(self):
        return self.roles, *self.places.T, *self.types.T

    def type_and_offsets(self):
        places = numpy.where(self.symmetric[:, None], self.unordered, self.places)
        return self.type, self.roles, *places.T

    def turned(self):
        return self.type, self.roles, *self.places[:, ::-1].T

    def type_and_unordered(self):
        return self.type, *self.unordered.T

    def both_places(self):
        return tuple(self.unordered.T)


# Ends with equal offsets: the kind, and what is equal of the first's and the second's relation. As
# they do not match exactly, and earlier rows are taken, they differ in
_SAME_ENDS = (
    ("label", Relations.roles_and_ends, Relations.roles_and_ends),  # the type,
    ("ends", Relations.type_and_offsets, Relations.type_and_offsets),  # the types of the ends,
    ("reversed", Relations.type_and_offsets, Relations.turned),  # the direction,
    ("role", Relations.type_and_unordered, Relations.type_and_unordered),  # the names of the roles,
    ("label", Relations.both_places, Relations.both_places),  # the type and one of the others.
)


class RelationItems(DrawnItems):
    """The relations of a Batch.

    relations  Relations: the items
    repeated   [(number in RelationRows, number of the first one that says the same)]
    labels     names of the types
    role_names names of both roles, by number
    end_types  names of the types of spans, by number
    """

    def __init__(self, batch, relations, rows, repeated, labels, role_names, end_types, layer):
        self._ends, self._end_types = relations.matched
        self._numbers: dict = {}
        # Where a relation counts must not depend on how types of spans are called.
        super().__init__(batch, rows, relations.places[:, 0], relations.type, labels)
        self.relations, self.repeated = relations, repeated
        self.role_names, self.end_types, self.layer = role_names, end_types, layer

    def _numbered(self, *keys) -> list:
        """For each of some methods of Relations, numbers of the items: equal and ordered as what
        they return, with the documents before it.
        """
        if keys not in self._numbers:
            document = self.relations.document
            self._numbers[keys] = row_numbers(*((document, *key(self.relations)) for key in keys))
        return self._numbers[keys]

    def measures(self):
        """See DrawnItems: also whatever types, or with those at levels of annotation.conf."""
        layer, further = self.layer, {}
        if "untyped" in layer.also:
            further = {
                "untyped-f1": (no_type,), "bare-f1": (str, no_type), "linked-f1": (no_type, no_type)
            }  # fmt: skip
        ends = () if layer.settings.end_types == "ignore" else None
        for number, of_end, of_relation in layer.hierarchy.levels(ends, layer.settings.types):
            further[f"level{number}-f1"] = of_relation, of_end
        return {
            "f1": lambda: self,
            **{
                name: partial(relation_items, self.batch, layer, *of)
                for name, of in further.items()
            },
        }

    def found_wrong(self):
        """See DrawnItems."""
        problems, rows, spans = [], self.batch.relations, self.batch.spans
        for repeated, first in self.repeated:
            span = rows.first[repeated]
            document, column = int(spans.document[span]), int(spans.annotator[span])
            records = self.batch.tables[document].annotations[self.annotators[column]].relations
            both = records[rows.row[repeated]], records[rows.row[first]]
            problem = duplicate(self.file(document, column), *both, "duplicate-relation")
            problems.append(((document, 0, 0), problem))
        return problems + self.nothing_drawn("relation", "no-relations")

    def overlapping(self, first, second):
        """The same of relations with the same type, roles and types of the ends, whose ends share
        a character each.
        """
        (number,) = self._numbered(Relations.type_and_end_types)
        alike = self.relations.symmetric & (self._end_types[:, 0] == self._end_types[:, 1])
        sides = first, second
        i, j = self._one_to_one(sides, number, self._sharing(sides, number, self._ends, alike))
        return first[i], second[j]

    def _sharing(self, sides, number, ends, turnable):
        """Pairs of rows of items with the same number whose ends share a character each, in this
        order; of turnable ones, in either.
        """
        first, second = sides
        turned = numpy.flatnonzero(turnable[second])
        edges = []
        for rows, columns in ((numpy.arange(len(second)), [0, 1]), (turned, [1, 0])):
            items = second[rows]
            mine, theirs = (
                [self.batch.places.taken(end) for end in ends_of_side]
                for ends_of_side in (ends[first].T, ends[items].T[columns])
            )
            i, j = sharing(mine[0], theirs[0], number[first], number[items])
            shared = mine[1].share_characters(i, theirs[1], j)
            edges.append((i[shared], rows[j[shared]]))
        return _together(edges)

    def _one_to_one(self, sides, number, edges):
        """A largest matching of rows of items with the same number, along edges."""
        (rank,) = self._numbered(Relations.by_places)
        fragments = self.batch.places.fragments
        candidates = (
            Candidates(
                number[items], rank[items],
                lambda row, ends=self._ends[items]: tuple(map(fragments, ends[row])),
            )
            for items in sides
        )  # fmt: skip
        return one_to_one(*candidates, edges)

    def place_of(self, item):
        """See DrawnItems: where the first end stands."""
        return self.relations.places[item, 0]

    def drawn_by(self, column) -> list:
        """See DrawnItems; by their ends."""
        items = numpy.flatnonzero(self.rows[:, column] >= 0)
        first, second = self.relations.places[items].T
        (order,) = self._numbered(Relations.by_types)
        items = items[numpy.lexsort((order[items], second, first))]
        return list(zip(self.place_of(items).tolist(), items.tolist()))

    @cached_property
    def _fragments(self):
        """Of each item those of both ends."""
        fragments = self.batch.fragments
        return [(fragments[a], fragments[b]) for a, b in self.relations.places.tolist()]

    def stands_on(self, difference):
        """The ends, where one of the two has no such relation, or one with other ends."""
        item, other = difference.first, difference.second
        if item < 0 or other < 0:
            return [(span, False) for span in self._fragments[max(item, other)]]
        if difference.kind != "ends":
            return []
        ends, others = self._fragments[item], self._fragments[other]
        spans = [(span, False) for span in ends + others]
        if others in (ends, ends[::-1]):
            spans += [(span, True) for span in ends]
        return spans

    def labels_of(self, found):
        """See DrawnItems; of relations that differ in their roles with these."""
        labels = super().labels_of(found)
        for row in numpy.flatnonzero(found.of_kind("role")).tolist():
            for of_side, (items, _) in zip(labels, found.items):
                of_side[row] = self._with_roles(items[row])
        return labels

    def _with_roles(self, item):
        roles = self.role_names[self.relations.roles[item]]
        return f"{self.labels[self.label[item]]} ({', '.join(roles)})"

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems; types of ends are said where they differ."""
        record = table.annotations[self.annotators[column]].relations[self.rows[item, column]]
        places, types = self.relations.places, self.relations.types
        ends = table.ends(*self._fragments[item])
        if kind == "ends":
            theirs = [*zip(places[other[0]].tolist(), types[other[0]].tolist())]
            ends = tuple(
                end._replace(text=f"{end.text} ({self.end_types[type]})")
                if place in places[other[0]] and (place, type) not in theirs
                else end
                for end, place, type in zip(ends, places[item].tolist(), types[item].tolist())
            )
        label = self._with_roles(item) if kind == "role" else self.labels[self.label[item]]
        return Mark(label, record.id, record.line, ends)

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ; each item is in one difference."""
        sides = list(self.alone(first, second))
        parts = []

        def take(kind, i, j):
            parts.append((kind, *(side[chosen] for side, chosen in zip(sides, (i, j)))))
            sides[:] = (numpy.delete(side, chosen) for side, chosen in zip(sides, (i, j)))

        (order,) = self._numbered(Relations.by_types)
        for kind, *keys in _SAME_ENDS:
            # The same key of both is one.
            numbers = self._numbered(*dict.fromkeys(keys))
            both = numbers[0][sides[0]], numbers[-1][sides[1]]
            take(kind, *in_turn(both, [order[items] for items in sides]))
        (number,) = self._numbered(Relations.type_and_roles)
        for ways in ((self._one_end, self._overlapping), (self._overlapping,), (self._one_end,)):
            unpaired, *more = (_pairs(*near(sides, number)) for near in ways)
            for other in more:
                unpaired = numpy.intersect1d(unpaired, other, assume_unique=True)
            take("ends", *self._one_to_one(sides, number, _unpaired(unpaired)))
        left, right = sides
        parts += [("extra-relation", left, None), ("missing-relation", None, right)]
        return DifferenceRows.of((first, second), parts)

    def _overlapping(self, sides, number):
        """Pairs of rows whose ends overlap."""
        return self._sharing(sides, number, self.relations.places, self.relations.symmetric)

    def _one_end(self, sides, number):
        """Pairs of rows with an equal end."""
        first, second = sides
        places, width = self.relations.places, len(self.batch.places.start)
        edges = []
        for column, other in ((0, 0), (1, 1), (0, 1), (1, 0)):
            # Ends of a symmetric relation have no roles.
            rows = numpy.arange(len(second))
            rows = rows if column == other else rows[self.relations.symmetric[second]]
            mine = number[first] * width + places[first, column]
            theirs = number[second[rows]] * width + places[second[rows], other]
            order = numpy.argsort(theirs, kind="stable")
            low, high = (
                numpy.searchsorted(theirs[order], mine, side) for side in ("left", "right")
            )
            i, within = between(low, high)
            edges.append((i, rows[order[within]]))
        return _together(edges)


def _pairs(i, j):
    return i.astype(numpy.int64) << 32 | j


def _unpaired(pairs):
    return pairs >> 32, pairs & 0xFFFFFFFF


def _together(edges):
    """Different pairs of rows, in order."""
    return _unpaired(
        distinct(numpy.concatenate([_pairs(*edges_of_kind) for edges_of_kind in edges]))
    )


def relation_items(batch, layer, type_of=str, end_type_of=str) -> RelationItems:
    """The RelationItems of a Batch with relations.

    type_of, end_type_of  functions of types that return those to take instead; those that are alike
                          then are one item
    """
    rows, spans, settings = batch.relations, batch.spans, layer.settings
    wanted = [settings.types is None or name in settings.types for name in rows.types]
    chosen = numpy.flatnonzero(numpy.array([*wanted, False], dtype=bool)[rows.type])
    labels, type = ranked(rows.types, rows.type[chosen])
    labels, type = ranked([*map(type_of, labels)], type)
    # What types are taken for has no direction as soon as one of them has none.
    both_ways = {
        type_of(name) for name in settings.symmetric or ()
        if settings.types is None or name in settings.types
    }  # fmt: skip
    symmetric = numpy.array([label in both_ways for label in labels] + [False])[type]
    turned = numpy.array([pair[0] > pair[1] for pair in rows.pairs] + [False])[rows.roles[chosen]]
    role_names, roles = ranked([tuple(sorted(p)) for p in rows.pairs], rows.roles[chosen])
    ends = numpy.stack([rows.first[chosen], rows.second[chosen]], axis=1)
    ends[turned] = ends[turned, ::-1]
    end_type_of = no_type if settings.end_types == "ignore" else end_type_of
    end_types, types = ranked([*map(end_type_of, spans.types)], spans.type[ends])
    places = batch.target[ends].astype(numpy.int64)
    # In text order; of the same offsets, by type.
    swapped = symmetric & (
        (places[:, 0] > places[:, 1])
        | ((places[:, 0] == places[:, 1]) & (types[:, 0] > types[:, 1]))
    )
    places[swapped], types[swapped] = places[swapped, ::-1], types[swapped, ::-1]
    document = spans.document[rows.first[chosen]].astype(numpy.int64)
    drawn = Relations(document, type, roles, places, types, symmetric)
    (key,) = row_numbers((document, *drawn.by_types()))
    used, first, item = numpy.unique(key, return_index=True, return_inverse=True)
    annotator, width = spans.annotator[rows.first[chosen]], max(len(batch.annotators), 1)
    cell = packed(item.reshape(-1), width, annotator)
    of_cell = numpy.full(len(used) * width, -1, dtype=numpy.int64)
    of_cell[cell[::-1]] = chosen[::-1]
    repeated = numpy.flatnonzero(of_cell[cell] != chosen)
    own_rows = numpy.where(of_cell >= 0, rows.row[of_cell] if len(rows.row) else -1, -1)
    return RelationItems(
        batch, drawn.taken(first), own_rows.reshape(-1, width)[:, : len(batch.annotators)],
        list(zip(chosen[repeated].tolist(), of_cell[cell[repeated]].tolist())),
        labels, role_names, end_types, layer,
    )  # fmt: skip
