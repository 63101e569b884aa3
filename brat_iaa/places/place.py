"""Places: items of a layer on which annotators differ, each once, with all annotators' values.

They are made from the differences of each two annotators that the comparison lists, so places and
scores cannot contradict each other. Reports count disagreements by places. Everything at one span,
such as the relations that begin there, is one item. What follows from a difference belongs to its
place, see consequences.py.
"""

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from operator import attrgetter

from brat_iaa.formats.display_names import NOT_ANNOTATED
from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.difference import DIFFERENCE_NAMES, seen_from, unordered


class Place:
    """An item of a layer on which at least two annotators differ.

    item          PlaceItem; layer, document, sentence and key are those of it
    differences   tuple of the differences there, at least one
    consequences  tuple of the differences that follow from these
    sources       tuple of ValueLookup of the Agreements that were looked at; home: of the first
                  that lists the item
    """

    def __init__(self, item, differences, consequences, sources, home=None):
        self.item, self.sources, self.home = item, sources, home or sources[0]
        self.layer, self.document, _, self.sentence, *_ = item
        self.key = item.key
        self.differences, self.consequences = tuple(differences), tuple(consequences)

    @cached_property
    def token(self):
        """Token of the item; one is made for a span that is no token."""
        return self.differences[0].token

    @property
    def pairs(self) -> tuple:
        """Tuple of the pairs of annotators that differ, each once."""
        return tuple(dict.fromkeys(each.annotators for each in self.differences))

    @property
    def kinds(self) -> tuple:
        """Tuple of the kinds of difference, whoever is first: keys of UNORDERED_MEANINGS."""
        kinds = {unordered(each.kind) for each in self.differences}
        return tuple(sorted(kinds, key=DIFFERENCE_NAMES.index))

    def kinds_of(self, first, second) -> tuple:
        """Tuple of the kinds of difference of two annotators, in this order."""
        kinds = {each.kind for each in self.seen_from(first, second)}
        return tuple(sorted(kinds, key=DIFFERENCE_NAMES.index))

    @property
    def labels(self) -> tuple:
        """Labels of what differs, "" for nothing, which comes last."""
        return different_labels(tuple(label for each in self.differences for label in each.labels))

    @property
    def differing(self) -> frozenset:
        """Labels under which it is counted: of a set those in it that not both gave."""
        return frozenset().union(*(each.differing for each in self.differences))

    @property
    def of_arcs(self) -> bool:
        """Whether the layer is about arcs."""
        return self.differences[0].drawn.arcs

    @property
    def with_it(self) -> dict:
        """{layer: how many of its relations, or other items, differ only as this place does}.

        What stands on a span itself, such as an attribute, is one for each layer.
        """
        counts = Counter(
            (each.layer, None if DIFFERENCES[each.kind].of_extent else each.annotators)
            for each in self.consequences
        )
        most: dict = {}
        for (layer, pair), number in counts.items():
            most[layer] = max(most.get(layer, 1), number if pair else 1)
        return most

    @cached_property
    def values(self) -> dict:
        """{annotator: Value} of all who were compared there."""
        values: dict = {}
        for source in self.sources:
            for name, value in source.at(*self.item.span, self.differences).items():
                values.setdefault(name, value)
        if self.item.which:
            # Of several things at one span those that differ here; who differs from none has none.
            ids: dict = {name: set() for pair in self.pairs for name in pair}
            for each in self.differences:
                for name, mark in zip(each.annotators, each.marks):
                    ids[name].add(mark and mark.id)
            values = {name: value.of(ids.get(name)) for name, value in values.items()}
        return values

    @cached_property
    def groups(self) -> tuple:
        """Tuple of tuples of annotators with the same value, largest first; missing left out."""
        return grouped(self.values, self.apart)

    @cached_property
    def apart(self) -> set:
        """Frozensets of each two annotators who differ."""
        return {frozenset(pair) for pair in self.pairs}

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
        drawn: dict = {}
        for fragments, head in heads.items():
            for source in self.sources:
                for name, value in source.at(self.layer, self.document, fragments).items():
                    for element in value.elements:
                        if element.head.fragments == self.item.fragments and name in self.values:
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
        marks = (each.marks[0] for each in self.seen_from(annotator))
        ids = [mark.id for mark in marks if mark]
        ids = ids or [element.id for element in self.values[annotator].elements]
        return tuple(dict.fromkeys(ids))

    def seen_from(self, annotator, other=None) -> list:
        """The differences of an annotator, see layers.difference.seen_from()."""
        return seen_from(annotator, self.differences, other)

    def differ(self, first, second) -> bool:
        """Whether two annotators differ."""
        return frozenset((first, second)) in self.apart


@lru_cache(1 << 16)
def different_labels(labels) -> tuple:
    """Tuple of the different labels, in alphabetical order, not annotated ones last."""
    return tuple(sorted({*labels}, key=lambda label: (label in ("", NOT_ANNOTATED), label)))


def grouped(values, apart=frozenset()) -> tuple:
    """Tuple of tuples of annotators with the same value, largest first; missing left out.

    values  {annotator: Value}
    apart   frozensets of two annotators who differ whatever their values
    """
    groups: list = []
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


def group_into_places(listed, key=attrgetter("key")) -> tuple:
    """Tuple of the Places of several Agreements together.

    listed  [(ValueLookup, differences)]
    key     function of a PlaceItem: what is equal is one Place
    """
    own, following = defaultdict(list), defaultdict(list)
    home: dict = {}
    for lookup, differences in listed:
        for each in differences:
            if each.follows is None:
                own[key(each.item)].append(each)
                home.setdefault(key(each.item), lookup)
            else:
                following[key(each.follows)].append(each)
    sources = tuple(lookup for lookup, _ in listed)
    return tuple(
        Place(there[0].item, there, following.get(at, ()), sources, home[at])
        for at, there in own.items()
    )
