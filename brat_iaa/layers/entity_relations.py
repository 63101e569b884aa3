"""Relations between spans: R lines with a type and two ends in their roles.

An end is a span with its type; an end that is an event is its trigger. Two relations match exactly
if type, roles and both ends (offsets of all fragments, span type) are equal: they are one item of
items x annotators. They match by overlap if their ends share a character each and have the same
types. Relations of a symmetric type match either way round.

Sources: Hripcsak & Rothschild 2005; overlap as in brateval (Verspoor et al. 2013).
"""

from functools import cached_property, partial

import numpy

from brat_iaa.layers.common_links import links_of_items
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.layers.layer_document import duplicate
from brat_iaa.measures.distinct import between, distinct, in_turn, packed, row_numbers
from brat_iaa.measures.matching import Candidates, one_to_one, sharing


def no_type(name):
    """The name of one type in the place of all."""
    return ""


class RelationItems(DrawnItems):
    """The different relations of a Batch.

    roles      of each: number of both roles, sorted, in role_names
    places     items x 2: places of the ends in these roles; in text order if it is symmetric
    span_types items x 2: numbers of the types of their spans in end_types
    symmetric  booleans: whether it means the same in both directions
    repeated   [(number in RelationRows, number of the first one that says the same)]

    type_of, end_type_of  functions of types that return those to take instead; relations that are
                          alike then are one item
    """

    def __init__(self, batch, layer, type_of=str, end_type_of=str):
        self.layer, settings, rows, spans = layer, layer.settings, batch.relations, batch.spans
        wanted = [settings.types is None or name in settings.types for name in rows.types]
        chosen = numpy.flatnonzero(numpy.array([*wanted, False], dtype=bool)[rows.type])
        labels, type = _ranked(map(type_of, rows.types), rows.type[chosen])
        # What types are taken for has no direction as soon as one of them has none.
        both_ways = {
            type_of(name) for name in settings.symmetric or ()
            if settings.types is None or name in settings.types
        }  # fmt: skip
        symmetric = numpy.array([label in both_ways for label in labels] + [False])[type]
        pairs, number = rows.pairs, rows.roles[chosen]
        turned = numpy.array([pair[0] > pair[1] for pair in pairs] + [False])[number]
        self.role_names, roles = _ranked([tuple(sorted(pair)) for pair in pairs], number)
        ends = numpy.stack([rows.first[chosen], rows.second[chosen]], axis=1)
        ends[turned] = ends[turned, ::-1]
        end_type_of = no_type if settings.end_types == "ignore" else end_type_of
        self.end_types, types = _ranked(map(end_type_of, spans.types), spans.type[ends])
        places = batch.target[ends].astype(numpy.int64)
        # In text order; of the same offsets, by type.
        swapped = symmetric & (
            (places[:, 0] > places[:, 1])
            | ((places[:, 0] == places[:, 1]) & (types[:, 0] > types[:, 1]))
        )
        places[swapped], types[swapped] = places[swapped, ::-1], types[swapped, ::-1]
        columns = type, roles, places, types, symmetric
        span = rows.first[chosen]
        document = spans.document[span].astype(numpy.int64)
        (key,) = row_numbers((document, *_by_types(*columns)))
        used, first, item = numpy.unique(key, return_index=True, return_inverse=True)
        self.roles, self.places, self.span_types, self.symmetric = (of[first] for of in columns[1:])
        # Of each cell the first relation that says it.
        cell = packed(item.reshape(-1), len(batch.annotators), spans.annotator[span])
        of_cell = numpy.full(len(used) * len(batch.annotators), -1, dtype=numpy.int64)
        of_cell[cell[::-1]] = chosen[::-1]
        again = numpy.flatnonzero(of_cell[cell] != chosen)
        self.repeated = [*zip(chosen[again].tolist(), of_cell[cell][again].tolist())]
        shape = len(used), len(batch.annotators)
        own_rows = numpy.append(rows.row, -1)[of_cell].reshape(shape)
        # Where a relation counts must not depend on how types of spans are called.
        super().__init__(batch, own_rows, self.places[:, 0], type[first], labels)

    def _numbers(self, *keys) -> list:
        """Of each of some keys, tuples of columns, numbers of the items: equal and ordered as they
        are, with the documents before them.
        """
        return row_numbers(*((self.item_document, *key) for key in keys))

    @cached_property
    def _matched(self):
        """(places, types) of the ends as they are matched: if symmetric, by type, then place."""
        return _in_order(self.places, self.span_types, self.symmetric)

    @cached_property
    def _order(self):
        """Numbers of the items by types, then places; and by places, then types."""
        columns = self.label, self.roles, self.places, self.span_types, self.symmetric
        places, types = self._matched
        by_places = *places.T, self.label, self.roles, *types.T
        return self._numbers(_by_types(*columns))[0], self._numbers(by_places)[0]

    @cached_property
    def _same_ends(self) -> list:
        """[(kind, numbers of the first's items, of the second's)]: relations on the same offsets
        for which these are equal differ so, as they do not match exactly, nor by an earlier row.
        """
        type, roles, places = self.label, self.roles, self.places
        unordered = numpy.sort(places, axis=1).T
        kinds = [
            ("label", (roles, *places.T, *self.span_types.T)),  # in the type,
            ("ends", (type, roles, *places.T)),  # the types of the ends,
            ("reversed", (type, roles, *places.T), (type, roles, *places[:, ::-1].T)),  # direction,
            ("role", (type, *unordered)),  # the names of the roles,
            ("label", (*unordered,)),  # the type and one of the others.
        ]
        return [(kind, *(self._numbers(*keys) * 2)[:2]) for kind, *keys in kinds]

    @cached_property
    def _alike(self) -> tuple:
        """Numbers of the items by type and roles; and by these and the types of the ends."""
        of_roles = self.label, self.roles
        return self._numbers(of_roles)[0], self._numbers((*of_roles, *self._matched[1].T))[0]

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
                name: partial(RelationItems, self.batch, layer, *of) for name, of in further.items()
            },
        }

    def common_links(self):
        """The CommonLinks between spans of any types; without direction, as linked-f1, where
        `symmetric` names a type.
        """
        bare = RelationItems(self.batch, self.layer, end_type_of=no_type)
        undirected = self.layer.settings.symmetric
        ends = numpy.sort(bare.places, axis=1) if undirected else bare.places
        return links_of_items(bare, self.layer, ends, bare.roles)

    def found_wrong(self):
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
        """See DrawnItems: of the same type, roles and types of the ends, which share a character
        each.
        """
        places, types = self._matched
        turnable = self.symmetric & (types[:, 0] == types[:, 1])
        number = self._alike[1]
        return self._one_to_one(number, self._sharing((first, second), number, places, turnable))

    def _sharing(self, sides, number, ends, turnable):
        """Pairs of items with the same number whose ends share a character each, in this order; of
        turnable ones, in either.
        """
        (first, second), edges = sides, []
        for items, columns in ((second, [0, 1]), (second[turnable[second]], [1, 0])):
            mine, theirs = (
                [self.batch.places.taken(end) for end in ends_of_side]
                for ends_of_side in (ends[first].T, ends[items].T[columns])
            )
            i, j = sharing(mine[0], theirs[0], number[first], number[items])
            shared = mine[1].share_characters(i, theirs[1], j)
            edges.append(_pairs(first[i[shared]], items[j[shared]]))
        return distinct(numpy.concatenate(edges))

    def _one_end(self, sides, number):
        """Pairs of items with the same number and an equal end."""
        (first, second), width, edges = sides, len(self.batch.places.start), []
        for column, other in ((0, 0), (1, 1), (0, 1), (1, 0)):
            # Ends of a symmetric relation have no roles.
            items = second if column == other else second[self.symmetric[second]]
            mine = packed(number[first], width, self.places[first, column])
            theirs = packed(number[items], width, self.places[items, other])
            order = numpy.argsort(theirs, kind="stable")
            low, high = (
                numpy.searchsorted(theirs[order], mine, side) for side in ("left", "right")
            )
            i, within = between(low, high)
            edges.append(_pairs(first[i], items[order[within]]))
        return distinct(numpy.concatenate(edges))

    def _one_to_one(self, number, pairs):
        """A largest matching of items with the same number, along _pairs()."""
        fragments, (ends, _) = self.batch.places.fragments, self._matched
        items = Candidates(number, self._order[1], lambda item: tuple(map(fragments, ends[item])))
        return one_to_one(items, items, (pairs >> 32, pairs & 0xFFFFFFFF))

    def drawn_by(self, column) -> list:
        """See DrawnItems; by their ends."""
        items = numpy.flatnonzero(self.rows[:, column] >= 0)
        first, second = self.places[items].T
        items = items[numpy.lexsort((self._order[0][items], second, first))]
        return list(zip(self.place_of(items).tolist(), items.tolist()))

    @cached_property
    def _fragments(self):
        """Of each item those of both ends."""
        fragments = self.batch.fragments
        return [(fragments[a], fragments[b]) for a, b in self._ends]

    @cached_property
    def _ends(self):
        """Of each item the places of both ends."""
        return self.places.tolist()

    def stands_on(self, difference):
        """The ends, where one of the two has no such relation; where both have one with other ends,
        those that the other does not have, if there are such of both.
        """
        item, other = difference.first, difference.second
        first, second = map(self.annotators.index, difference.annotators)
        if item < 0 or other < 0:
            item, column = (item, second) if other < 0 else (other, first)
            of_one = self.of_one_alone(self._ends[item], column)
            return [*((span, False) for span in self._fragments[item]), *of_one]
        if difference.kind != "ends":
            return []
        if {*self._ends[item]} == {*self._ends[other]}:
            return [(span, of_type) for span in self._fragments[item] for of_type in (False, True)]
        lacked = self._lacked(item, second), self._lacked(other, first)
        return [each for of_side in lacked if all(lacked) for each in of_side]

    def _lacked(self, item, column):
        """For stands_on(): the ends of a relation that an annotator (column) does not have."""
        types, which = self.batch.types_at[0], self._which
        places = self._ends[item]
        no_span = [
            (self.batch.fragments[place], False)
            for place in places
            if types[place - max(which[place] - 1, 0), column] < 0
        ]
        return no_span + self.of_one_alone(places, column)

    def labels_of(self, found):
        """See DrawnItems; of relations that differ in their roles with these."""
        labels = super().labels_of(found)
        for row in numpy.flatnonzero(found.of_kind("role")).tolist():
            for of_side, (items, _) in zip(labels, found.items):
                of_side[row] = self._with_roles(items[row])
        return labels

    def _with_roles(self, item):
        roles = self.role_names[self.roles[item]]
        return f"{self.labels[self.label[item]]} ({', '.join(roles)})"

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems; types of ends are said where they differ."""
        annotations = table.annotations[self.annotators[column]]
        record = annotations.relations[self.rows[item, column]]
        ends = table.ends(*self._fragments[item])
        if kind == "ends":
            theirs = {*zip(self.places[other[0]].tolist(), self.span_types[other[0]].tolist())}
            ends = tuple(
                end._replace(text=f"{end.text} ({self.end_types[type]})")
                if place in self.places[other[0]] and (place, type) not in theirs
                else end
                for end, place, type in zip(
                    ends, self.places[item].tolist(), self.span_types[item].tolist()
                )
            )
        of_ends = (annotations.told_apart(id) for _, id in sorted(record.args))
        ends = tuple(end._replace(text=end.text + more) for end, more in zip(ends, of_ends))
        label = self._with_roles(item) if kind == "role" else self.labels[self.label[item]]
        return Mark(label, record.id, record.line, ends)

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ; each item is in one difference."""
        sides, parts = list(self.alone(first, second)), []

        def take(kind, *both):
            parts.append((kind, *both))
            sides[:] = (numpy.setdiff1d(*each, assume_unique=True) for each in zip(sides, both))

        for kind, *numbers in self._same_ends:
            same = [number[items] for number, items in zip(numbers, sides)]
            pairs = in_turn(same, [self._order[0][items] for items in sides])
            take(kind, *(items[rows] for items, rows in zip(sides, pairs)))
        number = self._alike[0]
        for near in (3, 2, 1):
            edges = []
            if near & 1:
                edges.append(self._one_end(sides, number))
            if near & 2:
                edges.append(self._sharing(sides, number, self.places, self.symmetric))
            both = numpy.intersect1d(edges[0], edges[-1], assume_unique=True)
            take("ends", *self._one_to_one(number, both))
        left, right = sides
        parts += [("extra-relation", left, None), ("missing-relation", None, right)]
        return DifferenceRows.of((first, second), parts)


def _pairs(i, j):
    return i.astype(numpy.int64) << 32 | j


def _in_order(places, types, symmetric) -> tuple:
    """Both with the ends of symmetric relations by type."""
    turned = symmetric & (types[:, 0] > types[:, 1])
    return tuple(numpy.where(turned[:, None], ends[:, ::-1], ends) for ends in (places, types))


def _by_types(type, roles, places, types, symmetric) -> tuple:
    """Columns that order relations."""
    places, types = _in_order(places, types, symmetric)
    return type, roles, types[:, 0], places[:, 0], types[:, 1], places[:, 1]


def _ranked(names, numbers) -> tuple:
    """(those names that are used, in order; the numbers of names in this order)."""
    names = [*names]
    ordered = sorted({names[number] for number in distinct(numbers).tolist()})
    rank = {name: number for number, name in enumerate(ordered)}
    return ordered, numpy.array([*(rank.get(name, -1) for name in names), -1])[numbers]
