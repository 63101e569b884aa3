"""Counts of what annotators' files contain: spans, relations, labels and so on, by type."""

from collections import Counter, defaultdict

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row, columns_in_turn, in_order
from brat_iaa.measures.distinct import distinct

# The type of the notes that people write in brat's dialogs.
COMMENT = "AnnotatorNotes"


class Inventory:
    """What one file contains, or several together: Counters by type, if nothing else is said.

    spans       all spans; with_blank: with a blank inside; triggers: of events; named: whose text
                is the name of the type, such as ROOT
    types       spans that are no triggers
    labels      {source: Counter of labels}; see labels_of_records()
    carriers    {source: Counter of the types of the spans with a label}
    several     offsets with more than one label, by source; of spans by "type", without triggers
    stacked     number of offsets with spans of several types, triggers included
    roles       of events' arguments, without numbers; numbered_roles: with them
    of_relations  attributes of relations
    comments    number of notes of the type COMMENT
    """

    spans: Counter
    with_blank: Counter
    triggers: Counter
    named: Counter
    types: Counter
    several: Counter
    relations: Counter
    equivs: Counter
    events: Counter
    roles: Counter
    numbered_roles: Counter
    of_relations: Counter

    def __init__(self):
        for name in _COUNTERS:
            setattr(self, name, Counter())
        self.labels: dict = defaultdict(Counter)
        self.carriers: dict = defaultdict(Counter)
        self.stacked = self.comments = 0

    def __eq__(self, other):
        return vars(self) == vars(other)

    def add(self, other):
        """Add the counts of another Inventory."""
        for name in _COUNTERS:
            if counts := getattr(other, name):
                getattr(self, name).update(counts)
        for counts_here, others in ((self.labels, other.labels), (self.carriers, other.carriers)):
            for source, counts in others.items():
                counts_here[source].update(counts)
        self.stacked += other.stacked
        self.comments += other.comments


_COUNTERS = tuple(Inventory.__annotations__)


def role(name: str) -> str:
    """The role of an event's argument without brat's number: Theme2 is a Theme."""
    return name[:1] + name[1:].rstrip("0123456789")


def inventory(files: list) -> Inventory:
    """The Inventory of some files together; files: their Annotations."""
    counts = Inventory()
    if not files:
        return counts
    columns, begin = columns_in_a_row(files, "spans")
    type, place = columns.type, _places(columns, begin)
    triggers = [
        first + row
        for annotations, first in zip(files, begin.tolist())
        if annotations.events
        for row in _trigger_rows(annotations)
    ]
    labelled = numpy.delete(numpy.arange(len(type)), triggers)
    for counter, rows in (
        (counts.spans, slice(None)), (counts.with_blank, columns.blank),
        (counts.named, columns.named), (counts.triggers, triggers), (counts.types, labelled),
    ):  # fmt: skip
        counter.update(_counted(type[rows], columns.types))
    counts.stacked = _several(place, type)
    counts.several["type"] = _several(place[labelled], type[labelled])
    relations, _ = columns_in_a_row(files, "relations")
    counts.relations.update(_counted(relations.type, relations.types))
    row, labels = 0, []
    for attributes, sizes in columns_in_turn(files, "attributes"):
        rows = slice(row, row + len(sizes))
        if attributes is None:
            _count_labels(counts, labels, columns, place)
            labels = []
            _count_records(counts, files[row])
        else:
            labels.append((attributes, numpy.repeat(begin[rows], sizes)))
        row = rows.stop
    _count_labels(counts, labels, columns, place)
    return counts


def _places(columns, begin):
    """A number for each span that stands for its file and offsets.

    begin  where the rows of each file begin, and where those of the last one end
    """
    file = numpy.repeat(numpy.arange(len(begin) - 1), numpy.diff(begin))
    offsets, numbers = offset_numbers(columns), {}
    for row, fragments in columns.several.items():
        offsets[row] = -1 - numbers.setdefault(fragments, len(numbers))
    _, number = numpy.unique(offsets, return_inverse=True)
    return number.reshape(-1) * len(begin) + file


def _several(place, label):
    """Number of the places with more than one of some labels."""
    width = int(label.max(initial=0)) + 1
    place = distinct(place * numpy.int64(width) + label) // width
    return len(distinct(place[1:][place[1:] == place[:-1]]))


def _count_records(counts, annotations):
    """Count whatever is neither a span nor a relation."""
    counts.equivs.update(equiv.type for equiv in annotations.equivs)
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
        counts.labels[source].update([label for _, label in labels])
        # A span occurs several times if events share their trigger, or a line is duplicated.
        counts.carriers[source].update({span.id: span.type for span, _ in labels}.values())
        places = Counter(
            fragments for fragments, _ in {(record.fragments, of) for record, of in labels}
        )
        counts.several[source] += sum(number > 1 for number in places.values())


def _trigger_rows(annotations):
    """Rows of the spans that are triggers of events."""
    triggers = {event.trigger for event in annotations.events.values()}
    return [row for row, id in enumerate(annotations.spans) if id in triggers]


def _counted(numbers, names) -> dict:
    """{name: how often it occurs}, in order of first use; numbers: of the names"""
    times = numpy.bincount(numbers, minlength=len(names)).tolist()
    return {names[number]: times[number] for number in in_order(numbers, len(names)).tolist()}


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
    spans, columns = annotations.span_columns, annotations.attribute_columns
    others: frozenset = frozenset()
    if source == "type":
        several, triggers = spans.several, _trigger_rows(annotations)
        row = numpy.delete(numpy.arange(len(spans.type)), [*triggers, *several])
        names, code = spans.types, spans.type[row]
        others = frozenset(
            (several[row], names[spans.type[row]]) for row in several.keys() - {*triggers}
        )
    elif columns is not None:
        chosen, names = _rows_of_source(columns, source), (*columns.values, _name(source))
        row, code = columns.span[chosen], columns.value[chosen]
    else:
        labels = labels_by_source(annotations).get(source, ())
        return hash(frozenset([(span.fragments, label) for span, label in labels]))
    offsets = offset_numbers(spans)[row]
    label = numpy.array([hash(name) for name in names], dtype=numpy.int64)[code]
    order = numpy.lexsort((label, offsets))
    offsets, label = offsets[order], label[order]
    new = numpy.ones(len(offsets), dtype=bool)
    new[1:] = (offsets[1:] != offsets[:-1]) | (label[1:] != label[:-1])
    return hash((offsets[new].tobytes(), label[new].tobytes(), others))


def _name(source):
    """The label of a binary attribute: its name."""
    return source.partition(":")[2]


def labels_from(annotations, source: str) -> list:
    """[(Span, label)] from a source, as in labels_by_source(), or "type": those of all spans except
    triggers of events.
    """
    columns = annotations.attribute_columns
    if source == "type":
        triggers = {event.trigger for event in annotations.events.values()}
        return [(span, span.type) for span in annotations.spans.values() if span.id not in triggers]
    if columns is None:
        return labels_by_source(annotations).get(source, ())
    spans, labels = [*annotations.spans.values()], (*columns.values, _name(source))
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


def offset_numbers(columns):
    """A number for each span that stands for the offsets of its first fragment."""
    return columns.start.astype(numpy.int64) << 32 | columns.end


def _count_labels(counts, files, spans, place):
    """Count the attributes and notes of files that have no other labels.

    files  [(AttributeColumns of some files, for each row the first span of its file in spans)]
    spans  SpanColumns of all files; place: of each
    """
    sources, labels, parts = {}, {}, []
    for columns, first in files:
        if len(columns.name):
            source = [sources.setdefault(name, len(sources)) for name in columns.sources]
            names, values = (
                numpy.array([labels.setdefault(label, len(labels)) for label in words] + [-1])
                for words in (columns.names, columns.values)
            )
            # The label of a binary one, whose value is -1, is its name.
            label = numpy.where(columns.value < 0, names[columns.name], values[columns.value])
            parts.append((numpy.array(source)[columns.name], columns.span + first, label))
    if not parts:
        return
    of_row, spans_of_all, label_of_all = map(numpy.concatenate, zip(*parts))
    sources, labels = list(sources), list(labels)
    for source in _counted(of_row, sources):
        chosen = numpy.flatnonzero(of_row == sources.index(source))
        if source == f"notes:{COMMENT}":
            counts.comments += len(chosen)
            continue
        span, label = spans_of_all[chosen], label_of_all[chosen]
        counts.labels[source].update(_counted(label, labels))
        counts.carriers[source].update(_counted(spans.type[distinct(span)], spans.types))
        counts.several[source] += _several(place[span], label)
