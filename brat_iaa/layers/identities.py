"""What tells things on one extent apart, where somebody drew several there: see values.identity.

Rows of spans have an identity, a number in their document:

0      the extent says it all
above  a span of another type than the others on its extent; or an event of several on one trigger.
       Each of these events has a row of its own behind the spans of its file, which is that of its
       trigger but for the identity, and its number in the file, which is counted behind the spans
-1     the trigger of such events: what refers to it refers to the first of them
"""

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row
from brat_iaa.values.identity import Graph, Keys, extent, in_words

# Kinds of records of which several may be on one extent, and others refer to one of them.
_CARRYING = ("span", "event")


def with_identities(files, spans, begin) -> tuple:
    """(SpanRows with identities, where those of each file begin and those of the last end, for each
    file {id of an event or its trigger: row in the file}).

    files  [(number of the document, of the annotator, Annotations)]
    spans  SpanRows of the files; begin: where those of each begin, and those of the last end
    """
    by_document: dict = {}
    stacked = _stacked(files, spans, begin)
    for number, (document, _, annotations) in enumerate(files):
        by_document.setdefault(document, {})[number] = annotations
    identity, added = numpy.zeros(begin[-1], dtype=numpy.int32), []
    rows_of: list = [{} for _ in files]
    for of_document in by_document.values():
        if not any(
            number in stacked or _several_on_a_trigger(annotations)
            for number, annotations in of_document.items()
        ):
            continue
        graphs = {number: Graph(annotations) for number, annotations in of_document.items()}
        keys = Keys(graphs.values())
        # In an order that neither annotators nor ids change.
        different = {
            keys.of(graph, id)
            for graph in graphs.values()
            for id, record in graph.records.items()
            if record.kind in _CARRYING
        }
        numbers = {key: number for number, key in enumerate(sorted(different, key=in_words), 1)}
        for number, graph in graphs.items():
            first, annotations = begin[number], of_document[number]
            row_of = {id: row for row, id in enumerate(annotations.spans)}
            event = {id: len(row_of) + at for at, id in enumerate(annotations.events)}
            for id, record in graph.records.items():
                if record.kind not in _CARRYING:
                    continue
                key = keys.of(graph, id)
                if key == (record.kind, record.extent):
                    continue
                if record.kind == "span":
                    identity[first + row_of[id]] = numbers[key]
                    continue
                trigger = record.refs[0][1]
                identity[first + row_of[trigger]] = -1
                rows_of[number][id] = len(row_of) + len({*rows_of[number].values()})
                rows_of[number].setdefault(trigger, rows_of[number][id])
                added.append((number, first + row_of[trigger], numbers[key], event[id]))
    spans = spans._replace(identity=identity)
    return (*_with_rows(spans, begin, added), rows_of) if added else (spans, begin, rows_of)


def _several_on_a_trigger(annotations):
    events = annotations.events.values()
    triggers = {extent(annotations.spans[event.trigger].fragments) for event in events}
    return len(triggers) < len(events)


def _stacked(files, spans, begin) -> set:
    """The numbers of the files with attributes, notes or normalizations, and spans of two types
    that begin and end alike.
    """
    labels = numpy.diff(columns_in_a_row([file for *_, file in files], "attributes")[1])
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
    source = numpy.insert(numpy.arange(begin[-1]), at, row)
    new = numpy.insert(numpy.zeros(begin[-1], dtype=bool), at, True)
    columns = {
        name: getattr(spans, name)[source]
        for name in ("document", "annotator", "row", "type", "start", "end", "identity")
    }
    columns["identity"][new], columns["row"][new] = identity, in_file
    several = {
        place: spans.several[origin]
        for place, origin in enumerate(source.tolist())
        if origin in spans.several
    }
    return spans._replace(**columns, several=several), after
