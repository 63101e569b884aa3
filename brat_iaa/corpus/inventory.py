"""Counts of what annotators' files contain: spans, relations, labels and so on, by type."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy

from brat_iaa.corpus.columns import columns_in_a_row, columns_in_turn
from brat_iaa.measures.distinct import distinct

# The type of the notes that people write in brat's dialogs.
COMMENT = "AnnotatorNotes"


@dataclass
class SpanCount:
    """The spans of one type.

    number, with_blank, triggers  all, those with a blank inside, and triggers of events
    named                         those whose text is the name of the type, such as ROOT
    """

    number: int = 0
    with_blank: int = 0
    triggers: int = 0
    named: int = 0

    def add(self, other):
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)


@dataclass
class LabelCount:
    """The labels from one source, such as the attribute Polarity.

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
    """What one file contains, or several together.

    spans      {type: SpanCount}
    types      LabelCount of the span types themselves, triggers of events left out
    stacked    number of offsets with spans of several types, triggers included
    labels     {source: LabelCount}; see labels_of_records()
    relations, equivs, events   Counter of their types
    roles      Counter of the roles of events' arguments, without numbers
    numbered_roles  set of roles that end in a number
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
        """Add the counts of another Inventory."""
        for type, count in other.spans.items():
            self.spans.setdefault(type, SpanCount()).add(count)
        self.types.add(other.types)
        self.stacked += other.stacked
        for source, labels in other.labels.items():
            self.labels.setdefault(source, LabelCount()).add(labels)
        for name in ("relations", "equivs", "events", "roles", "of_relations"):
            counts = getattr(other, name)
            if counts:
                getattr(self, name).update(counts)
        self.numbered_roles |= other.numbered_roles
        self.comments += other.comments


def role(name: str) -> str:
    """The role of an event's argument without brat's number: Theme2 is a Theme."""
    return name[:1] + name[1:].rstrip("0123456789")


def inventory(files: list) -> Inventory:
    """The Inventory of some files together; files: their Annotations."""
    counts = Inventory()
    if not files:
        return counts
    columns, begin = columns_in_a_row(files, "spans")
    columns = _apart(columns, begin)
    every_row = numpy.arange(len(columns.type))
    triggers = [
        first + row
        for annotations, first in zip(files, begin.tolist())
        if annotations.events
        for row in _trigger_rows(annotations)
    ]
    counts.spans = _span_counts(columns, triggers)
    counts.stacked = _stacked(columns, every_row)
    labelled = numpy.delete(every_row, triggers) if triggers else every_row
    counts.types.values.update(_counted(columns.type[labelled], columns.types))
    counts.types.types = counts.types.values.copy()
    counts.types.several = _stacked(columns, labelled) if triggers else counts.stacked
    relations, _ = columns_in_a_row(files, "relations")
    counts.relations.update(_counted(relations.type, relations.types))
    row, labels = 0, []
    for attributes, sizes in columns_in_turn(files, "attributes"):
        rows = slice(row, row + len(sizes))
        if attributes is None:
            _count_attributes(counts, labels, columns)
            labels = []
            _count_records(counts, files[row])
        else:
            labels.append((attributes, numpy.repeat(begin[rows], sizes)))
        row = rows.stop
    _count_attributes(counts, labels, columns)
    return counts


def _apart(columns, begin):
    """SpanColumns of several files in which no offset is that of a span of another file.

    begin  where the rows of each file begin, and where those of the last one end
    """
    end = columns.end.copy()
    for row, fragments in columns.several.items():
        end[row] = fragments[-1][1]
    file = numpy.repeat(numpy.arange(len(begin) - 1), numpy.diff(begin))
    size = numpy.zeros(len(begin) - 1, dtype=numpy.int64)
    numpy.maximum.at(size, file, end)
    before = (numpy.cumsum(size + 1) - size - 1)[file]
    several = {
        row: tuple((start + int(before[row]), stop + int(before[row])) for start, stop in fragments)
        for row, fragments in columns.several.items()
    }
    return columns._replace(start=columns.start + before, end=columns.end + before, several=several)


def _count_records(counts, annotations):
    """Count whatever is neither a span nor a relation."""
    for equiv in annotations.equivs:
        counts.equivs[equiv.type] += 1
    for event in annotations.events.values():
        counts.events[event.type] += 1
        counts.roles.update(role(name) for name, _ in event.args)
        counts.numbered_roles.update(name for name, _ in event.args if name[-1:].isdigit())
    counts.comments += sum(note.type == COMMENT for note in annotations.notes)
    if annotations.attributes:
        ids = {relation.id for relation in annotations.relations}
        counts.of_relations.update(
            attribute.type for attribute in annotations.attributes if attribute.target in ids
        )
    for source, labels in labels_by_source(annotations).items():
        _add_labels(counts.labels.setdefault(source, LabelCount()), labels)


def _trigger_rows(annotations):
    """Rows of the spans that are triggers of events."""
    triggers = {event.trigger for event in annotations.events.values()}
    return [row for row, id in enumerate(annotations.spans) if id in triggers]


def _span_counts(columns, triggers):
    """{type: SpanCount}; triggers: their rows"""
    types = columns.type
    counted = [types, types[columns.blank], types[triggers], types[columns.named]]
    first, *others = (_counted(chosen, columns.types) for chosen in counted)
    return {
        type: SpanCount(number, *(own.get(type, 0) for own in others))
        for type, number in first.items()
    }


def _counted(numbers, names) -> dict:
    """{name: how often it occurs}, in order of first use; numbers: of the names"""
    used, first, times = numpy.unique(numbers, return_index=True, return_counts=True)
    order = numpy.argsort(first)
    return {
        names[number]: times for number, times in zip(used[order].tolist(), times[order].tolist())
    }


def _stacked(columns, rows):
    """Number of the offsets of some spans that have spans of several types."""
    offsets, numbers = offset_numbers(columns), {}
    for row, fragments in columns.several.items():
        offsets[row] = -1 - numbers.setdefault(fragments, len(numbers))
    offsets, types = offsets[rows], columns.type[rows]
    order = numpy.lexsort((types, offsets))
    same = numpy.diff(offsets[order]) == 0
    others = same & (numpy.diff(types[order]) != 0)
    return len(distinct(offsets[order][1:][others]))


def span_types(annotations) -> list:
    """[(Span, its type)] of all spans except triggers of events."""
    triggers = {event.trigger for event in annotations.events.values()}
    return [(span, span.type) for span in annotations.spans.values() if span.id not in triggers]


def labels_of_records(annotations):
    """Yield (source, id of the target, label) of attributes, normalizations and notes.

    source  as in the setting value: "attribute:NAME", "normalization:DATABASE" or "notes:TYPE"
    """
    for attribute in annotations.attributes:
        label = attribute.type if attribute.value is None else attribute.value
        yield f"attribute:{attribute.type}", attribute.target, label
    for normalization in annotations.normalizations:
        database, _, entry = normalization.reference.partition(":")
        yield f"normalization:{database}", normalization.target, entry
    for note in annotations.notes:
        if note.text.strip():
            yield f"notes:{note.type}", note.target, note.text.strip()


def labels_by_source(annotations) -> dict:
    """{source: [(Span, label)]} of attributes, normalizations and notes, without comments."""
    labels = defaultdict(list)
    for source, target, label in labels_of_records(annotations):
        pairs, span = labels[source], annotations.span_of(target)
        if span is not None:
            pairs.append((span, label))
    labels.pop(f"notes:{COMMENT}", None)
    return {source: pairs for source, pairs in labels.items() if pairs}


def digest(annotations, source: str) -> int:
    """A hash of the labels of a source (or "type") and their offsets; ids and order are ignored."""
    if source == "type":
        return _digest_of_types(annotations.span_columns, _trigger_rows(annotations))
    if annotations.attribute_columns is not None:
        return _digest_of_labels(annotations, source)
    labels = labels_by_source(annotations).get(source, ())
    return hash(frozenset([(span.fragments, label) for span, label in labels]))


def labels_from(annotations, source: str) -> list:
    """[(Span, label)] from a source, as in labels_by_source()."""
    columns = annotations.attribute_columns
    if columns is None:
        return labels_by_source(annotations).get(source, ())
    spans, labels = [*annotations.spans.values()], (*columns.values, source.partition(":")[2])
    chosen = _rows_of_source(columns, source)
    return [
        (spans[span], labels[value])
        for span, value in zip(columns.span[chosen].tolist(), columns.value[chosen].tolist())
    ]


def _rows_of_source(columns, source):
    """Rows of AttributeColumns with labels from a source."""
    if source not in columns.sources or source == f"notes:{COMMENT}":
        return numpy.zeros(0, dtype=numpy.int64)
    return numpy.flatnonzero(columns.name == columns.sources.index(source))


def _digest_of_labels(annotations, source):
    columns, spans = annotations.attribute_columns, annotations.span_columns
    chosen = _rows_of_source(columns, source)
    names = (*columns.values, source.partition(":")[2])
    label = numpy.array(list(map(hash, names)), dtype=numpy.int64)[columns.value[chosen]]
    offsets = offset_numbers(spans)[columns.span[chosen]]
    order = numpy.lexsort((label, offsets))
    offsets, label = offsets[order], label[order]
    new = numpy.ones(len(offsets), dtype=bool)
    new[1:] = (offsets[1:] != offsets[:-1]) | (label[1:] != label[:-1])
    return hash((offsets[new].tobytes(), label[new].tobytes()))


def offset_numbers(columns):
    """A number for each span that stands for the offsets of its first fragment."""
    return columns.start.astype(numpy.int64) << 32 | columns.end


def _digest_of_types(columns, triggers):
    types, several = columns.types, columns.several
    names = numpy.array([hash(name) for name in types], dtype=numpy.int64)
    offsets, name = offset_numbers(columns), names[columns.type]
    if triggers or several:
        kept = numpy.delete(numpy.arange(len(offsets)), [*triggers, *several])
        offsets, name = offsets[kept], name[kept]
    order = numpy.lexsort((name, offsets))
    offsets, name = offsets[order], name[order]
    new = numpy.ones(len(offsets), dtype=bool)
    new[1:] = (offsets[1:] != offsets[:-1]) | (name[1:] != name[:-1])
    others = {(several[row], types[columns.type[row]]) for row in several.keys() - {*triggers}}
    return hash((offsets[new].tobytes(), name[new].tobytes(), frozenset(others)))


def _count_attributes(counts, files, spans):
    """Count the attributes and notes of files that have no other labels.

    files  [(AttributeColumns of some files, for each row the first span of its file in spans)]
    spans  SpanColumns of all files
    """
    sources, labels, parts = {}, {}, []
    for columns, first in files:
        if len(columns.name):
            source = [sources.setdefault(name, len(sources)) for name in columns.sources]
            names, values = (
                numpy.array([labels.setdefault(label, len(labels)) for label in own] + [-1])
                for own in (columns.names, columns.values)
            )
            # The label of a binary one, whose value is -1, is its name.
            label = numpy.where(columns.value < 0, names[columns.name], values[columns.value])
            parts.append((numpy.array(source)[columns.name], columns.span + first, label))
    of_row, spans_of_all, label_of_all = map(numpy.concatenate, zip(*parts)) if parts else [()] * 3
    offsets, labels = offset_numbers(spans), list(labels)
    sources = list(sources)
    for source in _counted(of_row, sources) if parts else ():
        chosen = numpy.flatnonzero(of_row == sources.index(source))
        if source == f"notes:{COMMENT}":
            counts.comments += len(chosen)
            continue
        count = counts.labels.setdefault(source, LabelCount())
        span, label = spans_of_all[chosen], label_of_all[chosen]
        count.values.update(_counted(label, labels))
        count.types.update(_counted(spans.type[numpy.unique(span)], spans.types))
        _, place = numpy.unique(offsets[span], return_inverse=True)
        different = numpy.unique(place.reshape(-1) * len(labels) + label)
        count.several += int((numpy.bincount(different // len(labels)) > 1).sum())


def _add_labels(count, labels):
    count.values.update([label for _, label in labels])
    # A span occurs several times if events share their trigger, or a line is duplicated.
    count.types.update({span.id: span.type for span, _ in labels}.values())
    count.several += _several(labels)


def _several(labels):
    """Number of offsets with more than one of the labels."""
    different = {(span.fragments, label) for span, label in labels}
    counts = Counter([fragments for fragments, _ in different])
    return sum(number > 1 for number in counts.values()) if len(counts) < len(different) else 0
