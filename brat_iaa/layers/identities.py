"""What tells things on one extent apart, where somebody drew several there: see values.identity.

Rows of spans have an identity, a number in their document:

0      the extent says it all
above  a span of another type than the others on its extent; or an event of several on one trigger.
       Each of these events has a row of its own behind the spans of its file, which is that of its
       trigger but for the identity, and its number in the file, which is counted behind the spans
-1     the trigger of such events: what refers to it refers to the first of them
"""

from typing import NamedTuple

import numpy

from brat_iaa.values.identity import Graph, Keys, extent, in_words

# Kinds of records of which several may be on one extent, and others refer to one of them.
_CARRYING = ("span", "mention", "event")


class _OfFile(NamedTuple):
    """What is told apart in one file.

    identity  {row of a span: its identity}
    events    [(row of the trigger, identity, number in the file)] of events with rows of their own
    own       {id of such an event, or of its trigger: row in the file}
    """

    identity: dict
    events: list
    own: dict


def with_identities(files, beside, spans, begin, kept, kinds) -> tuple:
    """(SpanRows with identities, where those of each file begin and those of the last end, for each
    file {id of an event or its trigger: row in the file}, {document: {identity: its name}}).

    files  [(number of the document, of the annotator, Annotations)], by document
    beside [Annotations that have a say in what tells things apart, and no rows] of each document
    spans  SpanRows of the files; begin: where those of each begin, and those of the last end
    kept   {the Annotations of a document: what is told apart in each}, to which is added
    kinds  Kinds of what layers compare
    """
    by_document: dict = {}
    for number, (document, *_) in enumerate(files):
        by_document.setdefault(document, []).append(number)
    identity, added, names = numpy.zeros(begin[-1], dtype=numpy.int32), [], {}
    own_rows: list = [{} for _ in files]
    stacked = _stacked(files, beside, spans, begin, kinds)
    for document, numbers in by_document.items():
        drawn = (*(files[number][2] for number in numbers), *beside[document])
        if document not in stacked and not any(map(_several_on_a_trigger, drawn)):
            continue
        if drawn not in kept:
            kept[drawn] = _told_apart(drawn, kinds)
        of_files, names[document] = kept[drawn]
        for number, of_file in zip(numbers, of_files):
            first, own_rows[number] = begin[number], of_file.own
            for row, key in of_file.identity.items():
                identity[first + row] = key
            added += [(number, first + row, *event) for row, *event in of_file.events]
    spans = spans._replace(identity=identity)
    spans, begin = _with_rows(spans, begin, added) if added else (spans, begin)
    return spans, begin, own_rows, names


def _told_apart(files, kinds) -> tuple:
    """(of each of the Annotations of a document an _OfFile, {identity: what tells it apart from
    others on its extent, as a text}).
    """
    graphs = [Graph(file, kinds) for file in files]
    keys = Keys(graphs)
    # A mention that is drawn a second time is the same span.
    carrying = [
        [
            (id, record, keys.of(graph, graph.span_of(id)))
            for id, record in graph.records.items() if record.kind in _CARRYING
        ]
        for graph in graphs
    ]  # fmt: skip
    # Where somebody drew a span and an event, what hangs on one does not hang on the other.
    both: set = set()
    for of_file in carrying:
        on_events = {record.extent for _, record, _ in of_file if record.kind == "event"}
        both |= on_events & {record.extent for _, record, _ in of_file if record.kind != "event"}
    # In an order that neither annotators nor ids change.
    different = {key for of_file in carrying for *_, key in of_file}
    numbers = {key: number for number, key in enumerate(sorted(different, key=in_words), 1)}
    told = []
    for records, file in zip(carrying, files):
        row_of = {id: row for row, id in enumerate(file.spans)}
        in_file = {id: row for row, id in enumerate(file.events, len(row_of))}
        told.append(_OfFile({}, [], {}))
        identity, events, own = told[-1]
        for id, record, key in records:
            if key == (key[0], record.extent) and record.extent not in both:
                continue
            if record.kind != "event":
                identity[row_of[id]] = numbers[key]
                continue
            trigger = record.refs[0][1]
            identity[row_of[trigger]] = -1
            own[id] = len(row_of) + len(events)
            own.setdefault(trigger, own[id])
            events.append((row_of[trigger], numbers[key], in_file[id]))
    return told, {number: _name(key) for key, number in numbers.items()}


def _name(key):
    """What an identity says beside the extent."""
    kind, *more = key
    return kind if isinstance(kind, str) else in_words((kind[0], *more))


def _several_on_a_trigger(annotations):
    events = annotations.events.values()
    triggers = {extent(annotations.spans[event.trigger].fragments) for event in events}
    return len(triggers) < len(events)


def _stacked(files, beside, spans, begin, kinds) -> set:
    """The numbers of the documents in which something refers to one of several spans: a label, a
    chain, a relation whatever the types of its ends; and somebody drew two of different types that
    begin and end alike.
    """
    refers = {
        document
        for document, _, file in files
        if len(file.attribute_columns.span)
        or file.equivs
        or not kinds.chains.isdisjoint(file.relation_columns.types)
        or kinds.ends_alone
        and len(file.relation_columns.type)
    }
    at = numpy.isin(spans.document, [*refers])
    file = numpy.repeat(numpy.arange(len(files), dtype=numpy.int32), numpy.diff(begin))[at]
    there = _two_types_at(file, *(column[at] for column in (spans.start, spans.end, spans.type)))
    return {files[number][0] for number in there} | {
        document
        for document in refers
        for gold in beside[document]
        for columns in [gold.span_columns]
        if _two_types_at(columns.start, columns.end, columns.type)
    }


def _two_types_at(*columns) -> set:
    """The first of columns where the last differs though all before it are alike."""
    order = numpy.lexsort(columns[::-1])
    *same, type_differs = (numpy.diff(column[order]) != 0 for column in columns)
    there = type_differs & ~numpy.any(same, axis=0)
    return {*columns[0][order[1:][there]].tolist()}


def _with_rows(spans, begin, added):
    """(SpanRows with further rows behind those of their files, begin of these).

    added  [(number of the file, row that is repeated, its identity there, its row in the file)]
    """
    file, row, identity, in_file = numpy.array(sorted(added, key=lambda each: each[0])).T
    number = numpy.bincount(file, minlength=len(begin) - 1)
    after = begin + numpy.append(0, numpy.cumsum(number))
    at = begin[1:][file]
    new = numpy.insert(numpy.zeros(begin[-1], dtype=bool), at, True)
    spans = spans.taken(numpy.insert(numpy.arange(begin[-1]), at, row))
    spans.identity[new], spans.row[new] = identity, in_file
    return spans, after
