"""What somebody drew in a sentence, as it is drawn on a page: whatever the kind, spans stand under
words, and what has ends is an arc.
"""

import re
from typing import NamedTuple

from brat_iaa.formats.arcs import Edge, shortened
from brat_iaa.formats.display_names import drawn_in_words


class SpanMark(NamedTuple):
    """A span below the words. first, last: numbers of its words; differs: whether it is disputed"""

    first: int
    last: int
    label: str
    differs: bool


class SentenceReading(NamedTuple):
    """words: texts; disputed: numbers of those that a question is about; edges: arcs.Edges; spans:
    SpanMarks
    """

    words: list
    disputed: frozenset
    edges: list
    spans: list


def reading_of(state, name, scopes, start, end, without=()):
    """The SentenceReading of an annotator in a part of the text. What is disputed elsewhere is left
    out.

    scopes   frozensets of slots that a question is about
    without  (start, end) of what is no word: a token for the root
    """
    graph = state.graphs[name]
    pieces = _words(state, start, end, without)
    at = {id: _columns(pieces, record.extent) for id, record in graph.records.items()}
    about = frozenset().union(*scopes)
    labels, differ, shown = {}, set(), []
    for id, slots in graph.slots.items():
        record = graph.records[id]
        differs = not slots.isdisjoint(about)
        if not differs and not state.agreed(state.keys.whole(graph, id)):
            continue
        if record.kind == "label" and record.refs:
            target = record.refs[0][1]
            of_type = record.type.partition(":")[2]
            value = record.value if record.type.startswith("normalization") else of_type
            if record.type.startswith("attribute") and record.value:
                value = f"{of_type} = {record.value}"
            labels.setdefault(target, []).append(value)
            if differs:
                differ.add(target)
        elif record.kind != "label":
            shown.append(id)
            if differs:
                differ.add(id)
    edges, spans = [], []
    for id in shown:
        record = graph.records[id]
        label = " · ".join([record.type, *labels.get(id, ())])
        if record.kind in ("span", "event", "token"):
            if at[id] and (record.kind != "token" or id in differ or id in labels):
                spans.append(SpanMark(at[id][0], at[id][-1], shortened(label), id in differ))
        edges += _edges(graph, record, label, at, pieces, id in differ, state.text)
    spots = [spot for scope in scopes for slot in scope for spot in _extents(slot[-1])]
    disputed = frozenset(column for spot in spots for column in _columns(pieces, spot))
    words = [shortened(state.text[a:b]) for a, b in pieces]
    return SentenceReading(words, disputed, edges, spans)


def _edges(graph, record, label, at, pieces, differs, text):
    """Arcs of a record: of an event one for each argument, of a chain one to the next mention."""
    if record.kind == "arc":
        head, dependent = graph.ends(record)
        ends = [(label, head, dependent)]
    elif record.kind == "relation":
        ends = [(label, record.refs[0][1], record.refs[-1][1])]
    elif record.kind == "event":
        ends = [(role, record.id, id) for role, id in record.refs[1:]]
    elif record.kind == "chain":
        order = sorted((graph.end(id) for _, id in record.refs), key=graph.spot)
        ends = [(label, one, other) for one, other in zip(order, order[1:])]
    else:
        ends = []
    edges = []
    for words, head, dependent in ends:
        from_, to = (_middle(pieces, graph, each, at) for each in (head, dependent))
        if to is None and from_ is not None:  # the other end is in another sentence
            from_, to, head = None, from_, dependent
        if to is not None:
            if from_ is None or from_ == to:
                there = graph.spot(head)
                root = head in at and not at[head] and record.kind == "arc"
                elsewhere = text[there[0][0] : there[-1][1]] if isinstance(there[0][0], int) else ""
                words, from_ = (words if root else drawn_in_words(words, elsewhere)), None
            edges.append(Edge(to, from_, shortened(words), words, differs))
    return edges


def _middle(pieces, graph, id, at):
    """The word at which an arc ends; None outside of the sentence."""
    columns = at[id]
    if not columns:
        extents = _extents(graph.spot(id))
        columns = [column for extent in extents for column in _columns(pieces, extent)]
    return columns[len(columns) // 2] if columns else None


def _extents(spot):
    """The extents in where something is, see Graph.spot()."""
    if not isinstance(spot, tuple) or not spot:
        return []
    if isinstance(spot[0], tuple) and spot[0] and isinstance(spot[0][0], int):
        return [spot]
    return [extent for part in spot for extent in _extents(part)]


def _words(state, start, end, without):
    """[(start, end)] of words, cut where somebody's span begins or ends."""
    cuts = {
        edge
        for graph in state.graphs.values()
        for record in graph.records.values()
        for fragment in record.extent
        for edge in fragment
        if start < edge < end
    }
    pieces = []
    for word in re.finditer(r"\S+", state.text[start:end]):
        first, last = start + word.start(), start + word.end()
        edges = [first, *sorted(cut for cut in cuts if first < cut < last), last]
        pieces += [piece for piece in zip(edges, edges[1:]) if piece not in without]
    return pieces


def _columns(pieces, extent):
    return [
        number
        for number, (start, end) in enumerate(pieces)
        if any(a < end and start < b for a, b in extent)
    ]
