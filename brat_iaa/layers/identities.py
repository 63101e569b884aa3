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

from brat_iaa.corpus.line_columns import columns_in_a_row
from brat_iaa.values.identity import Graph, Keys, extent, in_words

# Kinds of records of which several may be on one extent, and others refer to one of them.
_CARRYING = ("span", "event")


class _OfFile(NamedTuple):
    """What is told apart in one file.

    identity  {row of a span: its identity}
    events    [(row of the trigger, identity, number in the file)] of events with rows of their own
    own       {id of such an event, or of its trigger: row in the file}
    """

    identity: dict
    events: list
    own: dict


def with_identities(files, spans, begin, kept, kinds) -> tuple:
    """(SpanRows with identities, where those of each file begin and those of the last end, for each
    file {id of an event or its trigger: row in the file}).

    files  [(number of the document, of the annotator, Annotations)], by document
    spans  SpanRows of the files; begin: where those of each begin, and those of the last end
    kept   {the Annotations of a document: what is told apart in each}, to which is added
    kinds  Kinds of what layers compare
    """
    by_document: dict = {}
    for number, (document, *_) in enumerate(files):
        by_document.setdefault(document, []).append(number)
    identity, added = numpy.zeros(begin[-1], dtype=numpy.int32), []
    own_rows: list = [{} for _ in files]
    stacked = _stacked(files, spans, begin, kinds)
    for numbers in by_document.values():
        drawn = tuple(files[number][2] for number in numbers)
        if stacked.isdisjoint(numbers) and not any(map(_several_on_a_trigger, drawn)):
            continue
        if drawn not in kept:
            kept[drawn] = _told_apart(drawn, kinds)
        for number, of_file in zip(numbers, kept[drawn]):
            first, own_rows[number] = begin[number], of_file.own
            for row, key in of_file.identity.items():
                identity[first + row] = key
            added += [(number, first + row, *event) for row, *event in of_file.events]
    spans = spans._replace(identity=identity)
    return (*_with_rows(spans, begin, added), own_rows) if added else (spans, begin, own_rows)


def _told_apart(files, kinds) -> list:
    """Of each of the Annotations of a document an _OfFile."""
    graphs = [Graph(file, kinds) for file in files]
    keys = Keys(graphs)
    carrying = [
        [(id, record) for id, record in graph.records.items() if record.kind in _CARRYING]
        for graph in graphs
    ]
    # In an order that neither annotators nor ids change.
    different = {keys.of(graph, id) for graph, of in zip(graphs, carrying) for id, _ in of}
    numbers = {key: number for number, key in enumerate(sorted(different, key=in_words), 1)}
    told = []
    for graph, records, file in zip(graphs, carrying, files):
        row_of = {id: row for row, id in enumerate(file.spans)}
        in_file = {id: row for row, id in enumerate(file.events, len(row_of))}
        told.append(_OfFile({}, [], {}))
        identity, events, own = told[-1]
        for id, record in records:
            key = keys.of(graph, id)
            if key == (record.kind, record.extent):
                continue
            if record.kind == "span":
                identity[row_of[id]] = numbers[key]
                continue
            trigger = record.refs[0][1]
            identity[row_of[trigger]] = -1
            own[id] = len(row_of) + len(events)
            own.setdefault(trigger, own[id])
            events.append((row_of[trigger], numbers[key], in_file[id]))
    return told


def _several_on_a_trigger(annotations):
    events = annotations.events.values()
    triggers = {extent(annotations.spans[event.trigger].fragments) for event in events}
    return len(triggers) < len(events)


def _stacked(files, spans, begin, kinds) -> set:
    """The numbers of the files with attributes, notes, normalizations or chains, and spans of two
    types that begin and end alike.
    """
    labels = numpy.diff(columns_in_a_row([file for *_, file in files], "attributes")[1])
    chains = (
        len(file.equivs) + (not kinds.chains.isdisjoint(file.relation_columns.types))
        for *_, file in files
    )
    labels = labels + numpy.fromiter(chains, dtype=labels.dtype, count=len(files))
    file = numpy.repeat(numpy.arange(len(files), dtype=numpy.int32), numpy.diff(begin))
    rows = numpy.flatnonzero(labels[file] > 0)
    columns = [column[rows] for column in (file, spans.start, spans.end, spans.type)]
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
