"""Places: items of a layer on which annotators differ, each once, with everybody's whole value.

Their number is the number of disagreements. They are made from the pairwise disagreements that
the comparison lists, so places and scores cannot contradict each other. What stands at a span,
such as the relations that begin there, is one item.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Optional, Tuple

from brat_iaa.config import GOLD_LAYER
from brat_iaa.disagreements import KIND_MEANINGS, KINDS, unordered

_WORDS = {"missing-arc": "arc", "missing-span": "span", "missing-relation": "relation"}
# Kinds of difference between annotators in no order: extra for one is missing for the other.
UNORDERED_MEANINGS = {
    kind: meaning for kind, meaning in KIND_MEANINGS.items() if not kind.startswith("extra-")
}
UNORDERED_MEANINGS.update(
    {kind: f"not all annotators drew the {word}" for kind, word in _WORDS.items()},
    **{"missing-event": "not all annotators drew an event of this type at the trigger"},
)


class Element(NamedTuple):
    """One thing that an annotator gave an item.

    label  as shown
    head   Token of the head; None in layers without arcs
    id     brat's id in the annotator's file
    line   in that file, from 1
    ends   disagreements.Ends as in a Mark, () where there are none
    """

    label: str
    head: Optional[object]
    id: str
    line: int
    ends: tuple = ()


class Value(NamedTuple):
    """All that an annotator gave an item.

    elements  tuple of Element; of relations and events those that are not agreed on
    missing   whether the annotator could not give it any, having no token there
    token_id  brat's id of the token or span; None without one
    file      path of the .ann below the project
    """

    elements: Tuple[Element, ...]
    missing: bool
    token_id: Optional[str]
    file: str


@dataclass(frozen=True)
class Place:
    """An item of a layer on which at least two annotators differ.

    key            (layer, document, ((start, end), ...) of the item in the text)
    disagreements  the pairwise Disagreements there, at least one
    agreement      Agreement that they are of
    """

    key: tuple
    disagreements: tuple
    agreement: object = field(repr=False, compare=False)

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
    def kinds(self):
        """The kinds of difference, whoever is first: tuple of UNORDERED_MEANINGS' keys."""
        found = {unordered(one.kind) for one in self.disagreements}
        return tuple(sorted(found, key=KINDS.index))

    @property
    def labels(self):
        """Labels of what differs, "" for nothing, which comes last."""
        return sorted_labels({label for one in self.disagreements for label in one.labels})

    @cached_property
    def values(self):
        """{annotator: Value} of all who were compared there."""
        table = _table(self.agreement, self.layer, self.document)
        if table is None:
            return _listed_values(self.disagreements)
        anchors = set(self.agreement.config.references) - set(self.disagreements[0].annotators)
        present = [name for name in table.annotators if name not in anchors]
        return {name: _value_in_table(table, name, self.token) for name in present}

    @cached_property
    def groups(self):
        """Tuple of tuples of annotators with the same value, the largest first; not the missing."""
        apart = {frozenset(one.annotators) for one in self.disagreements}
        groups = []
        for name, value in self.values.items():
            if value.missing:
                continue
            for same in groups:
                alike = _told_apart(self.values[same[0]]) == _told_apart(value)
                if alike and not any(frozenset((name, other)) in apart for other in same):
                    same.append(name)
                    break
            else:
                groups.append([name])
        return tuple(map(tuple, sorted(groups, key=len, reverse=True)))

    def differ(self, annotator, other=None):
        """Whether an annotator differs from the other, or from anybody."""
        wanted = {annotator} if other is None else {annotator, other}
        return any(wanted <= set(one.annotators) for one in self.disagreements)


def places(agreement, chosen=None):
    """Tuple of the Places of an Agreement, in the order of its disagreements.

    chosen  Disagreements; then only the places at which one of them is
    """
    grouped = {}
    for found in agreement.disagreements:
        grouped.setdefault(key_of(found), []).append(found)
    wanted = grouped if chosen is None else dict.fromkeys(map(key_of, chosen))
    return tuple(Place(key, tuple(grouped[key]), agreement) for key in wanted)


def of_annotator(found, annotator):
    """Those of some Places at which an annotator differs from somebody."""
    return tuple(place for place in found if place.differ(annotator))


def of_pair(found, pair):
    """Those of some Places at which the two of a pair differ."""
    return tuple(place for place in found if place.differ(*pair))


def key_of(disagreement):
    """The key of the Place that a Disagreement belongs to: no id and no annotator is in it."""
    return disagreement.layer, disagreement.document, disagreement.token.fragments


def number_of_places(disagreements):
    """At how many places some Disagreements are."""
    return len(set(map(key_of, disagreements)))


def sorted_labels(labels):
    """Tuple of labels in order, "" for nothing last."""
    return tuple(sorted(labels, key=lambda label: (label == "", label)))


def _table(agreement, layer, document):
    """The DependencyTable that holds the values of a layer; None in layers of other kinds."""
    if layer == GOLD_LAYER.name:
        return agreement.references[document]
    own = agreement.dependencies
    return agreement.tables[document] if own is not None and own.name == layer else None


def _value_in_table(table, annotator, token):
    return Value(
        elements=tuple(
            Element(arc.label, table.tokens[arc.head], arc.id, arc.line)
            for arc in table.arcs[annotator].get(token.index, ())
        ),
        missing=table.value(annotator, token.index) is None,
        token_id=token.ids.get(annotator),
        file=table.files[annotator],
    )


def _listed_values(disagreements):
    """{annotator: Value} of a layer without arcs: what annotators differ in there."""
    elements, about = {}, {}
    for found in disagreements:
        for name, mark, file in zip(found.annotators, found.arcs, found.files):
            own = elements.setdefault(name, {})
            about[name] = found.token.ids.get(name), file
            if mark is not None:
                made = Element(mark.label, None, mark.id, mark.line, mark.ends)
                own[mark.id, mark.label, mark.ends] = made
    return {name: Value(_told_once(own), False, *about[name]) for name, own in elements.items()}


def _told_once(elements):
    """Tuple of Elements of {(id, label, ends): Element}.

    The ends of a span are told beside those annotators only who drew others.
    """
    with_ends = {(id, label) for id, label, ends in elements if ends}
    return tuple(
        element
        for (id, label, ends), element in elements.items()
        if ends or (id, label) not in with_ends
    )


def _told_apart(value):
    """What makes a Value another one than somebody else's."""
    return {
        (
            element.label,
            None if element.head is None else element.head.fragments,
            tuple(end.fragments for end in element.ends),
        )
        for element in value.elements
    }
