"""What stands in annotators' files: how many spans, arcs, labels and so on, of which types."""

from collections import Counter
from dataclasses import dataclass, field

# The type of the notes that people write in brat's dialogs.
COMMENT = "AnnotatorNotes"


@dataclass
class SpanCount:
    """The spans of one type.

    number, with_blank, triggers  how many, how many have a blank inside, how many are triggers
    named                         how many mark a word that is the name of the type, such as ROOT
    places, characters            how many on offsets of their own, and how many characters these
                                  have; of several types on the same offsets one counts
    """

    number: int = 0
    with_blank: int = 0
    triggers: int = 0
    named: int = 0
    places: int = 0
    characters: int = 0

    def add(self, other):
        self.number += other.number
        self.with_blank += other.with_blank
        self.triggers += other.triggers
        self.named += other.named
        self.places += other.places
        self.characters += other.characters


@dataclass
class LabelCount:
    """The labels in one place, such as the attribute Polarity.

    values   Counter of the labels
    types    Counter of the types of the spans that have one
    several  spans with more than one label
    """

    values: Counter = field(default_factory=Counter)
    types: Counter = field(default_factory=Counter)
    several: int = 0

    def add(self, other):
        self.values.update(other.values)
        self.types.update(other.types)
        self.several += other.several


@dataclass
class Inventory:
    """What one file holds, or several together.

    spans      {type: SpanCount}
    types      LabelCount of the span types themselves, triggers of events left out
    stacked    number of places with spans of several types, triggers included
    labels     {place: LabelCount}; place as in the setting value: "attribute:NAME",
               "normalization:DATABASE", "notes:TYPE"
    relations, equivs, events   Counter of their types
    roles      Counter of the roles of events' arguments, without numbers
    numbered_roles  set of the roles that end in a number
    of_relations  Counter of the attributes of relations
    comments   number of notes of the type COMMENT
    """

    spans: dict = field(default_factory=dict)
    types: LabelCount = field(default_factory=LabelCount)
    stacked: int = 0
    labels: dict = field(default_factory=dict)
    relations: Counter = field(default_factory=Counter)
    equivs: Counter = field(default_factory=Counter)
    events: Counter = field(default_factory=Counter)
    roles: Counter = field(default_factory=Counter)
    numbered_roles: set = field(default_factory=set)
    of_relations: Counter = field(default_factory=Counter)
    comments: int = 0

    def add(self, other):
        """Count what another holds too."""
        for type, count in other.spans.items():
            self.spans.setdefault(type, SpanCount()).add(count)
        self.types.add(other.types)
        self.stacked += other.stacked
        for place, labels in other.labels.items():
            self.labels.setdefault(place, LabelCount()).add(labels)
        for name in ("relations", "equivs", "events", "roles", "of_relations"):
            getattr(self, name).update(getattr(other, name))
        self.numbered_roles |= other.numbered_roles
        self.comments += other.comments


def role(name):
    """A role of an event's argument: brat numbers further arguments of a role, Theme2 is a
    Theme.
    """
    return name[:1] + name[1:].rstrip("0123456789")


def inventory(annotations):
    """The Inventory of one annotator's Annotations."""
    found = Inventory()
    spans = annotations.spans.values()
    triggers = {event.trigger for event in annotations.events.values()}
    for type, number in Counter([span.type for span in spans]).items():
        found.spans[type] = SpanCount(number)
    type_at = {}
    for span in spans:
        if " " in span.text:
            found.spans[span.type].with_blank += 1
        elif span.text == span.type:
            found.spans[span.type].named += 1
        if type_at.setdefault(span.fragments, span.type) > span.type:
            type_at[span.fragments] = span.type
    for ((start, end), *further), type in type_at.items():
        count = found.spans[type]
        count.places += 1
        count.characters += end - start + sum(last - first for first, last in further)
    for trigger in triggers & annotations.spans.keys():
        found.spans[annotations.spans[trigger].type].triggers += 1
    found.stacked = _several((span, span.type) for span in spans)
    _add_labels(found.types, span_types(annotations))
    found.relations.update([relation.type for relation in annotations.relations])
    for equiv in annotations.equivs:
        found.equivs[equiv.type] += 1
    for event in annotations.events.values():
        found.events[event.type] += 1
        found.roles.update(role(name) for name, _ in event.args)
        found.numbered_roles.update(name for name, _ in event.args if name[-1:].isdigit())
    found.comments = sum(note.type == COMMENT for note in annotations.notes)
    relations = {relation.id for relation in annotations.relations}
    found.of_relations.update(one.type for one in annotations.attributes if one.target in relations)
    for place, labels in labels_by_place(annotations).items():
        _add_labels(found.labels.setdefault(place, LabelCount()), labels)
    return found


def span_types(annotations):
    """[(Span, its type)] of the spans that are no triggers."""
    triggers = {event.trigger for event in annotations.events.values()}
    return [(span, span.type) for span in annotations.spans.values() if span.id not in triggers]


def labels_by_place(annotations):
    """{place: [(Span, label)]} of attributes, normalizations and notes on spans, comments left
    out.
    """
    found = {}
    for one in annotations.attributes:
        own = found.setdefault(f"attribute:{one.type}", [])
        own.append((annotations.span_of(one.target), one.type if one.value is None else one.value))
    for one in annotations.normalizations:
        database, _, entry = one.reference.partition(":")
        found.setdefault(f"normalization:{database}", []).append(
            (annotations.span_of(one.target), entry)
        )
    for one in annotations.notes:
        if one.type != COMMENT and one.text.strip():
            found.setdefault(f"notes:{one.type}", []).append(
                (annotations.span_of(one.target), one.text.strip())
            )
    there = {
        place: [(span, label) for span, label in own if span is not None]
        for place, own in found.items()
    }
    return {place: own for place, own in there.items() if own}


def digest(annotations, place):
    """The same number for the same labels on the same offsets, whatever their ids and order."""
    labels = (
        span_types(annotations) if place == "type" else labels_by_place(annotations).get(place, ())
    )
    return hash(frozenset([(span.fragments, label) for span, label in labels]))


def _add_labels(count, labels):
    count.values.update([label for _, label in labels])
    # A span has several where events share their trigger, or a line is there twice.
    count.types.update({span.id: span.type for span, _ in labels}.values())
    count.several = _several(labels)


def _several(labels):
    """How many places in the text have more than one of the labels."""
    different = {(span.fragments, label) for span, label in labels}
    places = Counter([fragments for fragments, _ in different])
    return sum(number > 1 for number in places.values()) if len(places) < len(different) else 0
