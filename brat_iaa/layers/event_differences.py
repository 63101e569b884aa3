"""How events of two annotators differ: in triggers, in arguments, or in what stands together."""

from collections import Counter, defaultdict

from brat_iaa.layers.disagreement import End, Mark


def by_trigger(events):
    """{trigger: list of its DrawnEvents, in the order of their arguments}"""
    found = defaultdict(list)
    for event in sorted(events, key=lambda event: sorted(event.arguments)):
        found[event.trigger].append(event)
    return dict(found)


def list_differences(first, second, listing, places):
    """Add to a PairDisagreements what two annotators differ in.

    first, second  what by_trigger() returned
    Every event that has no counterpart with the same trigger, type and arguments is in a
    disagreement about its trigger, about an argument, or about events of its trigger.
    """
    for kind, *triggers in _trigger_pairs(first, second):
        own = [side.get(trigger) for side, trigger in zip((first, second), triggers)]
        if kind is None:
            _list_arguments(*own, listing, places)
        else:
            marks = [events and _mark(events[0].trigger[0], events[0]) for events in own]
            listing.add(kind, (triggers[0] or triggers[1])[1], marks)


def confusion(first, second):
    """{(type of the first's, type of the second's): triggers}, "" where one of them drew none."""
    return dict(
        Counter(
            tuple(trigger[0] if trigger else "" for trigger in triggers)
            for _, *triggers in _trigger_pairs(first, second)
        )
    )


def _trigger_pairs(first, second):
    """(kind, trigger of the first or None, of the second or None).

    The kind is None where both are the same. The order does not depend on who is first; nor does
    that of _argument_pairs.
    """
    for trigger in sorted(set(first) & set(second)):
        yield None, trigger, trigger
    at = defaultdict(lambda: ([], []))
    for side, (own, other) in enumerate(((first, second), (second, first))):
        for trigger in sorted(set(own) - set(other)):
            at[trigger[1]][side].append(trigger)
    for _, (ones, others) in sorted(at.items()):
        both = min(len(ones), len(others))
        for pair in zip(ones, others):
            yield ("label", *pair)
        for trigger in ones[both:]:
            yield "extra-event", trigger, None
        for trigger in others[both:]:
            yield "missing-event", None, trigger


def _list_arguments(first, second, listing, places):
    """The disagreements between events of one trigger, which both annotators drew."""
    sides = first, second
    drawn = [frozenset().union(*(event.arguments for event in events)) for events in sides]
    alone = [drawn[0] - drawn[1], drawn[1] - drawn[0]]
    trigger = first[0].trigger[1]
    for kind, *arguments in _argument_pairs(*alone):
        marks = [
            argument and _argument_mark(argument, events, others, places)
            for argument, events, others in zip(arguments, sides, drawn[::-1])
        ]
        listing.add(kind, trigger, marks)
    apart = [_apart(first, second, *alone), _apart(second, first, *alone[::-1])]
    if any(apart):
        marks = [_event_mark((own or events)[0], places) for own, events in zip(apart, sides)]
        listing.add("events", trigger, marks)


def _argument_pairs(first, second):
    """(kind, argument of the first or None, of the second or None).

    first, second  arguments that only the one, only the other has
    """
    at = defaultdict(lambda: ([], []))
    for side, own in enumerate((first, second)):
        for role, end in sorted(own):
            at[end][side].append((role, end))
    for _, (ones, others) in sorted(at.items()):
        both = min(len(ones), len(others))
        for pair in zip(ones, others):
            yield ("role", *pair)
        for argument in ones[both:]:
            yield "argument", argument, None
        for argument in others[both:]:
            yield "argument", None, argument


def _apart(events, others, alone, others_alone):
    """The events whose arguments the other has all, but not together in one event.

    alone, others_alone  arguments that only the one, only the other has: they are in the list
                         already, and an event is no other one merely because of them
    """
    known = {event.arguments for event in others}
    known |= {event.arguments - others_alone for event in others if event.arguments & others_alone}
    return [
        event for event in events if not event.arguments & alone and event.arguments not in known
    ]


def _mark(label, event, ends=()):
    return Mark(label, event.id, event.line, ends)


def _argument_mark(argument, events, others, places):
    """Mark of an argument; with its type where the other annotator's differs in nothing else."""
    role, (type, fragments) = argument
    event = next(event for event in events if argument in event.arguments)
    trigger, filler = _ends(event, [(type, fragments)], places)
    if any((role, fragments) == (other, place) for other, (_, place) in others - {argument}):
        filler = filler._replace(text=f"{filler.text} ({type})")
    return _mark(role, event, (trigger, filler))


def _event_mark(event, places):
    type, _ = event.trigger
    ends = {end for _, end in event.arguments}
    return _mark(type, event, _ends(event, sorted(ends, key=_text_order), places))


def _text_order(end):
    type, fragments = end
    return fragments, type


def _ends(event, ends, places):
    """End of the trigger, then those of arguments."""
    return tuple(End(places.words(fragments), fragments) for _, fragments in (event.trigger, *ends))
