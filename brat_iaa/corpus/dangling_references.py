"""Removes records with dangling references.

A line may refer to a line further down, so all lines are read first.
"""

from brat_iaa.corpus.quoting import quoted


def dangling(spans, relations, events, equivs, attributes, normalizations, notes):
    """Remove the records that refer to nothing; return [(line, code, message, unread)] of Problems.

    All arguments are {id: record}, except equivs, a list of records.
    """
    problems = []
    _drop_events(spans, events, problems)
    ends = {**spans, **events} if events else spans
    for relation in [
        relation
        for relation in relations.values()
        if relation.args[0][1] not in ends or relation.args[1][1] not in ends
    ]:
        del relations[relation.id]
        missing = [id for _, id in relation.args if id not in ends]
        problems.append(_fault(relation, missing[0], "span or event"))
    kept = []
    for equiv in equivs:
        missing = [id for id in equiv.members if id not in ends]
        if missing:
            problems.append(_fault(equiv, missing[0], "span or event"))
        else:
            kept.append(equiv)
    equivs[:] = kept
    for records in (attributes, normalizations):
        _drop_unless_target(records, (ends, relations), "span, event or relation", problems)
    _drop_unless_target(
        notes, (ends, relations, attributes, normalizations), "annotation", problems
    )
    return problems


def _drop_unless_target(records, targets, expected, problems):
    for record in list(records.values()):
        if record.target.startswith("sent:"):
            continue
        if not any(record.target in ids for ids in targets):
            del records[record.id]
            problems.append(_fault(record, record.target, expected))


def _drop_events(spans, events, problems):
    """Remove events without a trigger of their type, and events that refer to removed ones."""
    users = {}
    for event in events.values():
        for _, id in event.args:
            users.setdefault(id, []).append(event)
    dropped = []
    for event in list(events.values()):
        problem = _trigger_fault(event, spans.get(event.trigger))
        if problem is None:
            missing = [id for _, id in event.args if id not in spans and id not in events]
            problem = missing and _fault(event, missing[0], "span or event")
        if problem:
            problems.append(problem)
            dropped.append(event.id)
    for id in dropped:
        del events[id]
    while dropped:
        lost = dropped.pop()
        for event in users.get(lost, ()):
            if event.id in events and events[event.id] is event:
                del events[event.id]
                dropped.append(event.id)
                problems.append(_fault(event, lost, "span or event"))


def _trigger_fault(event, trigger):
    if trigger is None:
        message = (
            f"{event.id} has the trigger {quoted(event.trigger)}, but no usable span has that id."
        )
        return event.line, "event-without-trigger", message, _unread(event)
    if trigger.type != event.type:
        message = (
            f"{event.id} is of type {quoted(event.type)}, but its trigger {event.trigger} is of "
            f"type {quoted(trigger.type)}: both are expected to be the same."
        )
        return event.line, "trigger-type", message, _unread(event)
    return None


def _fault(record, target, expected):
    name = getattr(record, "id", "The line *")
    message = (
        f"{name} refers to {quoted(target)}, but no usable {expected} in this file has that id."
    )
    return record.line, "dangling-reference", message, _unread(record)


def _unread(record):
    return f"{getattr(record, 'id', '*')[0]} {record.type}"
