"""Counts of what annotators' files contain: spans, relations, labels and so on, by type."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row, in_order
from brat_iaa.measures.distinct import distinct, packed

# The type of the notes that people write in brat's dialogs.
COMMENT = "AnnotatorNotes"


@dataclass
class Inventory:
    """What one file contains, or several together: Counters by type, if nothing else is said.

    spans       all spans; triggers: of events; sharing: events that share a trigger with another
    types       spans that are no triggers
    labels      {source: Counter of labels}; sources as in AttributeColumns
    carriers    {source: Counter of the types of the spans with a label}
    several     offsets with more than one label, by source; of spans by "type", without triggers
    stacked     number of offsets with spans of several types, triggers included
    roles       of events' arguments, without numbers; numbered_roles: with them
    of_relations  attributes of relations
    ends        (role, role) of relations, as they are written
    comments    number of notes of the type COMMENT
    """

    spans: Counter = field(default_factory=Counter)
    triggers: Counter = field(default_factory=Counter)
    sharing: Counter = field(default_factory=Counter)
    types: Counter = field(default_factory=Counter)
    several: Counter = field(default_factory=Counter)
    relations: Counter = field(default_factory=Counter)
    ends: Counter = field(default_factory=Counter)
    equivs: Counter = field(default_factory=Counter)
    events: Counter = field(default_factory=Counter)
    roles: Counter = field(default_factory=Counter)
    numbered_roles: Counter = field(default_factory=Counter)
    of_relations: Counter = field(default_factory=Counter)
    labels: dict = field(default_factory=partial(defaultdict, Counter))
    carriers: dict = field(default_factory=partial(defaultdict, Counter))
    stacked: int = 0
    comments: int = 0

    def add(self, other):
        """Add the counts of another Inventory."""
        for name, counts in vars(other).items():
            here = getattr(self, name)
            if isinstance(counts, Counter):
                here.update(counts)
            elif isinstance(counts, dict):
                for source, of_source in counts.items():
                    here[source].update(of_source)
            else:
                setattr(self, name, here + counts)


def role(name: str) -> str:
    """The role of an event's argument without brat's number: Theme2 is a Theme."""
    return name[:1] + name[1:].rstrip("0123456789")


def inventory(files: list) -> Inventory:
    """The Inventory of some files together; files: their Annotations."""
    counts = Inventory()
    if not files:
        return counts
    columns, begin = columns_in_a_row(files, "spans")
    type, place, triggers = columns.type, _places(columns, begin), []
    for annotations, first in zip(files, begin.tolist()):
        counts.equivs.update(equiv.type for equiv in annotations.equivs)
        events = annotations.events.values()
        used = Counter(event.trigger for event in events)
        ids = annotations.spans if used else ()
        triggers += [first + row for row, id in enumerate(ids) if id in used]
        for id, times in used.items():
            counts.sharing[annotations.spans[id].type] += times - 1
        for event in events:
            counts.events[event.type] += 1
            counts.roles.update(role(name) for name, _ in event.args)
            counts.numbered_roles.update(name for name, _ in event.args if name[-1:].isdigit())
    labelled = numpy.delete(numpy.arange(len(type)), triggers)
    for counter, rows in (
        (counts.spans, slice(None)), (counts.triggers, triggers), (counts.types, labelled),
    ):  # fmt: skip
        counter.update(_counted(type[rows], columns.types))
    counts.stacked = _several(place, type)
    counts.several["type"] = _several(place[labelled], type[labelled])
    relations, _ = columns_in_a_row(files, "relations")
    counts.relations.update(_counted(relations.type, relations.types))
    counts.ends.update(_counted(relations.roles, relations.pairs))
    attributes, first = columns_in_a_row(files, "attributes")
    (label, names), numbers_of_events = attributes.labels, {}
    span = attributes.span + numpy.repeat(begin[:-1], numpy.diff(first))
    # What carries each: a span, or an event.
    place, carrier = place[span], span.copy()
    for annotations, row in zip(files, first.tolist()):
        for number, id in enumerate(annotations.labelled if annotations.events else (), row):
            if id in annotations.events:
                event = numbers_of_events.setdefault((row, id), len(numbers_of_events))
                place[number] = carrier[number] = -1 - event
    for number, source in enumerate(attributes.sources):
        of_source = attributes.source == number
        chosen = numpy.flatnonzero(of_source & (attributes.span >= 0))
        others = int(of_source.sum()) - len(chosen)
        if source == f"notes:{COMMENT}":
            counts.comments += len(chosen) + others
            continue
        if others and source.startswith("attribute:"):
            counts.of_relations[source.partition(":")[2]] += others
        if len(chosen):
            counts.labels[source].update(_counted(label[chosen], names))
            # One occurs several times if a line is duplicated.
            _, once = numpy.unique(carrier[chosen], return_index=True)
            of_carriers = columns.type[span[chosen][once]]
            counts.carriers[source].update(_counted(of_carriers, columns.types))
            counts.several[source] += _several(place[chosen], label[chosen])
    return counts


def _places(columns, begin):
    """A number for each span that stands for its file and offsets.

    begin  where the rows of each file begin, and where those of the last one end
    """
    file = numpy.repeat(numpy.arange(len(begin) - 1), numpy.diff(begin))
    offsets, numbers = columns.start.astype(numpy.int64) << 32 | columns.end, {}
    for row, fragments in columns.several.items():
        offsets[row] = -1 - numbers.setdefault(fragments, len(numbers))
    _, number = numpy.unique(offsets, return_inverse=True)
    return number.reshape(-1) * len(begin) + file


def _several(place, label):
    """Number of the places with more than one of some labels."""
    width = int(label.max(initial=0)) + 1
    place = distinct(packed(place, width, label)) // width
    return len(distinct(place[1:][place[1:] == place[:-1]]))


def _counted(numbers, names) -> dict:
    """{name: how often it occurs}, in order of first use; numbers: of the names"""
    times = numpy.bincount(numbers, minlength=len(names)).tolist()
    return {names[number]: times[number] for number in in_order(numbers, len(names)).tolist()}
