"""Taking one file's value at a place into another: one way for all kinds.

A Content is what a document of the draft holds: {whole: (graph, id)}, see Keys.whole(); graph and
id say from where it is copied.
"""

from brat_iaa.adjudication.state import records_in
from brat_iaa.values.identity import BORNE, KINDS


def value(graph, keys, scope) -> frozenset:
    """What a file has in a scope."""
    return frozenset(keys.whole(graph, id) for id in records_in(graph, scope))


def replace(content, keys, scope, source, told):
    """Have in the scope what a Graph has there (None: nothing), with all that this needs; what is
    left of a chain stays together.
    """
    own = [] if source is None else records_in(source, scope)
    chosen = {
        (source.records[id].type, keys.of(source, ref))
        for id in own
        if source.records[id].kind == "chain"
        for _, ref in source.records[id].refs
    }
    for whole, (graph, id) in [*content.items()]:
        slots, record = graph.slots[id], graph.records[id]
        if record.kind == "chain":
            left = [
                ref
                for _, ref in record.refs
                if ("chain", record.type, graph.spot(ref)) not in scope
                and (record.type, keys.of(graph, ref)) not in chosen
            ]
            if len(left) < len(record.refs):
                del content[whole]
                if len(left) > 1:
                    at = graph.with_chain(id, left)
                    content[keys.whole(*at)] = at
        elif not slots.isdisjoint(scope):
            del content[whole]
    add(content, keys, [(source, id) for id in own], told)


def add(content, keys, records, told, kinds=KINDS):
    """Add records (graph, id) and what they depend on of some kinds, unless the same is there."""
    for graph, id in records:
        content.setdefault(keys.whole(graph, id), (graph, id))
    there = {key for at in content.values() for key in keys.answers(*at)}
    waiting = [*records]
    while waiting:
        graph, id = waiting.pop()
        for key, ref in keys.needs(graph, graph.records[id]):
            if graph.records[ref].kind in kinds and key not in there:
                there.update(keys.answers(graph, ref))
                content[keys.whole(graph, ref)] = graph, ref
                waiting.append((graph, ref))
                if graph.records[ref].kind not in BORNE:
                    told.append(("needed", keys.whole(graph, ref)))


def drop_dangling(content, keys, told):
    """Leave out what depends on records that are not there, and what nothing refers to that comes
    and goes with it; a chain loses its members that are not there.
    """
    while True:
        _draw_once(content, keys)
        there = {key for at in content.values() for key in keys.answers(*at)}
        used = {
            keys.of(graph, ref)
            for graph, id in content.values()
            for _, ref in graph.records[id].refs
            if graph.records[ref].kind in BORNE
        }
        gone = [
            whole for whole, (graph, id) in content.items()
            if any(key not in there for key, _ in keys.needs(graph, graph.records[id]))
            or graph.records[id].kind in BORNE and keys.of(graph, id) not in used
        ]  # fmt: skip
        if not gone:
            return
        for whole in gone:
            graph, id = content.pop(whole)
            record = graph.records[id]
            left = [ref for key, ref in keys.needs(graph, record) if key in there]
            if record.kind == "chain" and len(left) > 1:
                at = graph.with_chain(id, left)
                content[keys.whole(*at)] = at
            elif record.kind not in BORNE:
                told.append(("dropped", whole))


def _draw_once(content, keys):
    """Have no mention drawn a second time whose span is in no other chain."""
    chains = {
        whole: at for whole, at in content.items() if at[0].records[at[1]].kind == "chain"
    }  # fmt: skip
    in_chain = {
        (graph.records[id].type, keys.of(graph, ref))
        for graph, id in chains.values()
        for _, ref in graph.records[id].refs
    }
    for whole, (graph, id) in chains.items():
        record, members = graph.records[id], []
        for _, ref in record.refs:
            once = record.type, keys.of(graph, graph.end(ref))
            members.append(ref if once in in_chain else graph.end(ref))
            in_chain.add(once)
        if members != [ref for _, ref in record.refs]:
            content[whole] = graph.with_chain(id, members)
