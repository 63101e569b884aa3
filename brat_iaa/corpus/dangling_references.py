"""Which records refer to something that is there.

A line may refer to a line further down, so this is decided when all are read.
"""

from brat_iaa.corpus.quoting import quoted


def dangling(spans, relations, events, equivs, attributes, normalizations, notes):
    """Remove the records whose references lead nowhere; return [(line, code, message)].

    All arguments are {id: record}, except equivs, a list of records.
    """
    faults = []
    _drop_events(spans, events, faults)
    places = {**spans, **events} if events else spans
    for relation in [
        relation
        for relation in relations.values()
        if relation.args[0][1] not in places or relation.args[1][1] not in places
    ]:
        del relations[relation.id]
        missing = [id for _, id in relation.args if id not in places]
        faults.append(_fault(relation.line, relation.id, missing[0], "span or event"))
    kept = []
    for equiv in equivs:
        missing = [id for id in equiv.members if id not in places]
        if missing:
            faults.append(_fault(equiv.line, "The line *", missing[0], "span or event"))
        else:
            kept.append(equiv)
    equivs[:] = kept
    for records in (attributes, normalizations):
        _drop_unless_target(records, (places, relations), "span, event or relation", faults)
    _drop_unless_target(
        notes, (places, relations, attributes, normalizations), "annotation", faults
    )
    return faults


def _drop_unless_target(records, known, wanted, faults):
    for record in list(records.values()):
        if record.target.startswith("sent:"):
            continue
        if not any(record.target in ids for ids in known):
            del records[record.id]
            faults.append(_fault(record.line, record.id, record.target, wanted))


def _drop_events(spans, events, faults):
    """Events need a trigger of their own type; what refers to a dropped event falls with it."""
    users = {}
    for event in events.values():
        for _, id in event.args:
            users.setdefault(id, []).append(event)
    dropped = []
    for event in list(events.values()):
        fault = _trigger_fault(event, spans.get(event.trigger))
        if fault is None:
            missing = [id for _, id in event.args if id not in spans and id not in events]
            fault = missing and _fault(event.line, event.id, missing[0], "span or event")
        if fault:
            faults.append(fault)
            dropped.append(event.id)
    for id in dropped:
        del events[id]
    while dropped:
        lost = dropped.pop()
        for event in users.get(lost, ()):
            if event.id in events and events[event.id] is event:
                del events[event.id]
                dropped.append(event.id)
                faults.append(_fault(event.line, event.id, lost, "span or event"))


def _trigger_fault(event, trigger):
    if trigger is None:
        return (
            event.line,
            "event-without-trigger",
            "%s has the trigger %s, but no usable span has that id."
            % (event.id, quoted(event.trigger)),
        )
    if trigger.type != event.type:
        return (
            event.line,
            "trigger-type",
            "%s is of type %s, but its trigger %s is of type %s: both are expected to be the same."
            % (event.id, quoted(event.type), event.trigger, quoted(trigger.type)),
        )
    return None


def _fault(line, id, target, wanted):
    return (
        line,
        "dangling-reference",
        "%s refers to %s, but no usable %s in this file has that id."
        % (id, quoted(target), wanted),
    )
