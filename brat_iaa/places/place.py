"""Places: items of a layer on which annotators differ, each once, with all annotators' values.

They are made from the pairwise disagreements that the comparison lists, so places and scores
cannot contradict each other. Reports count disagreements by places. Everything at one span, such
as the relations that begin there, is one item. What follows from a disagreement belongs to its
place, see echoes.py.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES, seen_from, unordered
from brat_iaa.places.gains import sorted_labels
from brat_iaa.places.values import ValueLookup


class Place:
    """An item of a layer on which at least two annotators differ.

    sources  tuple of ValueLookup of the Agreements that were looked at
    parts    ((Disagreements, numbers of those of pairs there, at least one, numbers of those that
             follow from these), ...) of the Agreements that list the item
    """

    def __init__(self, sources, *parts):
        self.sources, self.parts = sources, parts

    @cached_property
    def disagreements(self) -> tuple:
        """The pairwise Disagreements there."""
        return tuple(listed[row] for listed, rows, _ in self.parts for row in rows)

    @cached_property
    def echoes(self) -> tuple:
        """The Disagreements that follow from these."""
        return tuple(listed[row] for listed, _, rows in self.parts for row in rows)

    @cached_property
    def key(self) -> tuple:
        """(layer, document, ((start, end), ...) of the item in the text)"""
        return self.disagreements[0].key

    @property
    def layer(self) -> str:
        return self.key[0]

    @property
    def document(self) -> str:
        return self.key[1]

    @property
    def token(self):
        """Token of the item; one is made for a span that is no token."""
        return self.disagreements[0].token

    @property
    def sentence(self) -> int:
        """Number in the document, from 1."""
        return self.disagreements[0].sentence

    @property
    def pairs(self) -> tuple:
        """Tuple of the pairs of annotators that differ, each once."""
        return tuple(dict.fromkeys(disagreement.annotators for disagreement in self.disagreements))

    @property
    def kinds(self) -> tuple:
        """Tuple of the kinds of difference, whoever is first: keys of UNORDERED_MEANINGS."""
        kinds = {unordered(disagreement.kind) for disagreement in self.disagreements}
        return tuple(sorted(kinds, key=DIFFERENCE_NAMES.index))

    @property
    def nothing(self) -> str:
        """The kind of difference whose words say that somebody has nothing there."""
        kinds_of_absence = (kind for kind in self.kinds if DIFFERENCES[kind].absent)
        return next(kinds_of_absence, "token" if self.of_arcs else "missing-span")

    def kinds_of(self, first, second) -> tuple:
        """Tuple of the kinds of difference of two annotators, in this order."""
        kinds = {disagreement.kind for disagreement in self.seen_from(first, second)}
        return tuple(sorted(kinds, key=DIFFERENCE_NAMES.index))

    @property
    def labels(self) -> tuple:
        """Labels of what differs, "" for nothing, which comes last."""
        return sorted_labels(
            {label for disagreement in self.disagreements for label in disagreement.labels}
        )

    @property
    def of_arcs(self) -> bool:
        """Whether the layer is about arcs."""
        return any(arc and arc.head for arc in self.disagreements[0].arcs)

    @property
    def with_it(self) -> dict:
        """{layer: how many of its relations, or other items, differ only as this place does}.

        What stands on a span itself, such as an attribute, is one for each layer.
        """
        counts = Counter(
            (echo.layer, None if DIFFERENCES[echo.kind].of_extent else echo.annotators)
            for echo in self.echoes
        )
        most: dict = {}
        for (layer, pair), number in counts.items():
            most[layer] = max(most.get(layer, 1), number if pair else 1)
        return most

    @cached_property
    def values(self) -> dict:
        """{annotator: Value} of all who were compared there."""
        values = {}
        for source in self.sources:
            for name, value in source.at(*self.key, self.disagreements).items():
                values.setdefault(name, value)
        return values

    @cached_property
    def groups(self) -> tuple:
        """Tuple of tuples of annotators with the same value, largest first; missing left out."""
        return grouped(self.values, self.apart)

    @property
    def apart(self) -> set:
        """Frozensets of each two annotators who differ."""
        return {frozenset(disagreement.annotators) for disagreement in self.disagreements}

    @property
    def turned(self) -> tuple:
        """((annotators, Token, Mark), ...): arcs to tokens that are its head for others.

        They are why a difference is "reversed", and stand at another item.
        """
        if "reversed" not in self.kinds or not self.of_arcs:
            return ()
        heads = {
            element.head.fragments: element.head
            for value in self.values.values()
            for element in value.elements
        }
        drawn = {}
        for fragments, head in heads.items():
            for source in self.sources:
                for name, value in source.at(self.layer, self.document, fragments).items():
                    for element in value.elements:
                        if element.head.fragments == self.token.fragments and name in self.values:
                            arc = fragments, element.label
                            drawn.setdefault(arc, ({}, head, element))[0][name] = None
        return tuple((tuple(names), head, element) for names, head, element in drawn.values())

    def groups_from(self, *first) -> tuple:
        """groups, those of some annotators first; those who are missing are alone, at the end."""
        groups = [*self.groups, *((name,) for name, value in self.values.items() if value.missing)]
        chosen = dict.fromkeys(next(group for group in groups if name in group) for name in first)
        return tuple(dict.fromkeys((*chosen, *groups)))

    def ids(self, annotator) -> tuple:
        """brat's ids of what an annotator differs in there; of everything, if in nothing."""
        arcs = (disagreement.arcs[0] for disagreement in self.seen_from(annotator))
        ids = [arc.id for arc in arcs if arc]
        ids = ids or [element.id for element in self.values[annotator].elements]
        return tuple(dict.fromkeys(ids))

    def seen_from(self, annotator, other=None) -> list:
        """The Disagreements of an annotator, see layers.disagreement.seen_from()."""
        return seen_from(annotator, self.disagreements, other)

    def differ(self, first, second) -> bool:
        """Whether two annotators differ."""
        return frozenset((first, second)) in self.apart


def grouped(values, apart=frozenset()) -> tuple:
    """Tuple of tuples of annotators with the same value, largest first; missing left out.

    values  {annotator: Value}
    apart   frozensets of two annotators who differ whatever their values
    """
    groups = []
    for name, value in values.items():
        if value.missing:
            continue
        for group in groups:
            alike = values[group[0]].drawn == value.drawn
            if alike and not any(frozenset((name, other)) in apart for other in group):
                group.append(name)
                break
        else:
            groups.append([name])
    return tuple(map(tuple, sorted(groups, key=len, reverse=True)))


class PlaceList(Sequence):
    """Places of one Agreement in the order of its disagreements, made on demand.

    disagreements  Disagreements: only the places of these; None: all
    """

    def __init__(self, agreement, disagreements=None):
        self._listed = agreement.disagreements
        self.disagreements = self._listed if disagreements is None else disagreements
        self._numbers = self.disagreements.places(self._listed)
        self._sources = (ValueLookup(agreement),)

    def __len__(self):
        return len(self._numbers)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        rows = self._listed.rows_at(self._numbers[index])
        return Place(self._sources, (self._listed, *rows))


def group_into_places(listed) -> tuple:
    """Tuple of the Places of several Agreements together. listed: [(ValueLookup, Disagreements)]"""
    sources, parts = tuple(lookup for lookup, _ in listed), defaultdict(list)
    for _, disagreements in listed:
        for rows, following in map(disagreements.rows_at, disagreements.places().tolist()):
            parts[disagreements[rows[0]].key].append((disagreements, rows, following))
    return tuple(Place(sources, *of_place) for of_place in parts.values())


def meeting(places, filters, seen_from="") -> list:
    """Whether a Disagreement at each of some Places meets Filters, see Disagreements.meeting();
    None is no place.
    """
    met = {
        id(listed): listed.meeting(filters, seen_from)
        for listed in {
            id(part[0]): part[0] for each in places if each for part in each.parts
        }.values()
    }
    return [
        place is not None and any(met[id(listed)][rows].any() for listed, rows, _ in place.parts)
        for place in places
    ]


def key_of(disagreement) -> tuple:
    """The key of the Place to which a Disagreement belongs; it holds neither ids nor annotators."""
    return disagreement.follows or disagreement.key
