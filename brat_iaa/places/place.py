"""Places: items of a layer on which annotators differ, each once, with everybody's whole value.

Their number is the number of disagreements. They are made from the pairwise disagreements that
the comparison lists, so places and scores cannot contradict each other. What stands at a span,
such as the relations that begin there, is one item.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from brat_iaa.layers.disagreement import KIND_MEANINGS, KINDS, Mark, seen_from_second, unordered
from brat_iaa.places.values import Values

_WORDS = {"missing-arc": "arc", "missing-span": "span", "missing-relation": "relation"}
# Kinds of difference between annotators in no order: extra for one is missing for the other.
UNORDERED_MEANINGS = {
    kind: meaning for kind, meaning in KIND_MEANINGS.items() if not kind.startswith("extra-")
}
UNORDERED_MEANINGS.update(
    {kind: f"not all annotators drew the {word}" for kind, word in _WORDS.items()},
    **{"missing-event": "not all annotators drew an event of this type at the trigger"},
)


@dataclass(frozen=True)
class Place:
    """An item of a layer on which at least two annotators differ.

    key            (layer, document, ((start, end), ...) of the item in the text)
    disagreements  the pairwise Disagreements there, at least one
    sources        tuple of Values of the Agreements that they are of
    """

    key: tuple
    disagreements: tuple
    sources: tuple = field(repr=False, compare=False)

    @property
    def layer(self):
        return self.key[0]

    @property
    def document(self):
        return self.key[1]

    @property
    def token(self):
        """Token of the item, or one made for a span that is no token."""
        return self.disagreements[0].token

    @property
    def sentence(self):
        """Number in the document, from 1."""
        return self.disagreements[0].sentence

    @property
    def pairs(self):
        """Tuple of the pairs of annotators that differ, each once."""
        return tuple(dict.fromkeys(one.annotators for one in self.disagreements))

    @property
    def kinds(self):
        """The kinds of difference, whoever is first: tuple of UNORDERED_MEANINGS' keys."""
        found = {unordered(one.kind) for one in self.disagreements}
        return tuple(sorted(found, key=KINDS.index))

    def kinds_of(self, first, second):
        """The kinds of difference of two annotators, in this order."""
        found = {one.kind for one in self.between(first, second)}
        return tuple(sorted(found, key=KINDS.index))

    @property
    def labels(self):
        """Labels of what differs, "" for nothing, which comes last."""
        return sorted_labels({label for one in self.disagreements for label in one.labels})

    @property
    def of_arcs(self):
        """Whether it is of dependencies, and not of a layer without arcs."""
        marks = (arc for one in self.disagreements for arc in one.arcs)
        return not any(isinstance(mark, Mark) for mark in marks)

    @cached_property
    def values(self):
        """{annotator: Value} of all who were compared there."""
        found = {}
        for source in self.sources:
            for name, value in source.at(*self.key, self.disagreements).items():
                found.setdefault(name, value)
        return found

    @cached_property
    def groups(self):
        """Tuple of tuples of annotators with the same value, the largest first; not the missing."""
        return grouped(self.values, {frozenset(one.annotators) for one in self.disagreements})

    @property
    def turned(self):
        """((annotators, Token, Element), ...): arcs to what is a head of the item for others.

        They are why a difference is "reversed", and stand at another item.
        """
        if "reversed" not in self.kinds or not self.of_arcs:
            return ()
        heads = {
            one.head.fragments: one.head for own in self.values.values() for one in own.elements
        }
        drawn = {}
        for fragments, head in heads.items():
            for source in self.sources:
                for name, value in source.at(self.layer, self.document, fragments).items():
                    for one in value.elements:
                        if one.head.fragments == self.token.fragments and name in self.values:
                            same = drawn.setdefault((fragments, one.label), ({}, head, one))
                            same[0][name] = None
        return tuple((tuple(names), head, one) for names, head, one in drawn.values())

    def groups_from(self, *first):
        """The groups of all annotators, those of the first names first; the missing alone, last."""
        groups = [*self.groups, *((name,) for name, own in self.values.items() if own.missing)]
        chosen = dict.fromkeys(next(own for own in groups if name in own) for name in first)
        return tuple(dict.fromkeys((*chosen, *groups)))

    def ids(self, annotator):
        """brat's ids of what an annotator differs in there; of all, if in nothing."""
        own = (one.arcs[0] for one in self.seen_from(annotator))
        ids = dict.fromkeys(mark.id for mark in own if mark)
        return tuple(ids or dict.fromkeys(one.id for one in self.values[annotator].elements))

    def seen_from(self, annotator):
        """The Disagreements of an annotator, who is made the first of each pair."""
        return [
            one if one.annotators[0] == annotator else seen_from_second(one)
            for one in self.disagreements
            if annotator in one.annotators
        ]

    def between(self, first, second):
        """The Disagreements of two annotators, in this order."""
        return [one for one in self.seen_from(first) if one.annotators[1] == second]

    def differ(self, annotator, other=None):
        """Whether an annotator differs from the other, or from anybody."""
        wanted = {annotator} if other is None else {annotator, other}
        return any(wanted <= set(one.annotators) for one in self.disagreements)


def grouped(values, apart=frozenset()):
    """Tuple of tuples of annotators with the same value, the largest first; not the missing.

    values  {annotator: Value}
    apart   frozensets of two who differ whatever their values
    """
    groups = []
    for name, value in values.items():
        if value.missing:
            continue
        for same in groups:
            alike = values[same[0]].drawn == value.drawn
            if alike and not any(frozenset((name, other)) in apart for other in same):
                same.append(name)
                break
        else:
            groups.append([name])
    return tuple(map(tuple, sorted(groups, key=len, reverse=True)))


def places(agreement, chosen=None):
    """PlaceList of an Agreement.

    chosen  disagreement_list.Disagreements; then only the places at which one of them is
    """
    return PlaceList(agreement, agreement.disagreements if chosen is None else chosen)


class PlaceList(Sequence):
    """Places of one Agreement in the order of its disagreements, made when somebody looks at them.

    chosen  Disagreements: the places at which one of them is
    """

    def __init__(self, agreement, chosen):
        self._listed, self._chosen = agreement.disagreements, chosen
        self._numbers = chosen.places(agreement.disagreements)
        self._sources = (Values(agreement),)

    def __len__(self):
        return len(self._numbers)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[place] for place in range(len(self))[index])
        found = self._listed.at(self._numbers[index])
        return Place(key_of(found[0]), tuple(found), self._sources)

    def chosen(self, places):
        """For each of some of its places, by their indexes, the chosen Disagreements there."""
        return [self._chosen.at(self._numbers[place]) for place in places]


def joined(listed):
    """Tuple of the Places of [(Values, its Disagreements)], of several Agreements together."""
    grouped = {}
    for _, disagreements in listed:
        for found in disagreements:
            grouped.setdefault(key_of(found), []).append(found)
    sources = tuple(values for values, _ in listed)
    return tuple(Place(key, tuple(found), sources) for key, found in grouped.items())


def of_annotator(found, annotator):
    """Those of some Places at which an annotator differs from somebody."""
    return tuple(place for place in found if place.differ(annotator))


def of_pair(found, pair):
    """Those of some Places at which the two of a pair differ."""
    return tuple(place for place in found if place.differ(*pair))


def key_of(disagreement):
    """The key of the Place that a Disagreement belongs to: no id and no annotator is in it."""
    return disagreement.layer, disagreement.document, disagreement.token.fragments


def sorted_labels(labels):
    """Tuple of labels in order, "" for nothing last."""
    return tuple(sorted(labels, key=lambda label: (label == "", label)))
