"""How the events of two annotators differ: in triggers, in arguments, or in their combination."""

from collections import Counter, defaultdict

from brat_iaa.layers.disagreement import Mark


def by_trigger(events) -> dict:
    """{trigger: list of its DrawnEvents, in the order of their arguments}"""
    groups = defaultdict(list)
    for event in sorted(events, key=lambda event: sorted(event.arguments)):
        groups[event.trigger].append(event)
    return dict(groups)


def add_differences(first, second, collected, locator):
    """Add all differences of two annotators to PairDisagreements.

    first, second  results of by_trigger()
    An event without counterpart (same trigger, type and arguments) is in a disagreement about its
    trigger, about an argument, or about the events of its trigger.
    """
    for kind, *triggers in _trigger_pairs(first, second):
        sides = [events.get(trigger) for events, trigger in zip((first, second), triggers)]
        if kind is None:
            _add_arguments(*sides, collected, locator)
        else:
            marks = [events and _mark(events[0].trigger[0], events[0]) for events in sides]
            collected.add(kind, (triggers[0] or triggers[1])[1], marks)


def confusion(first, second) -> dict:
    """{(type of the first's, type of the second's): triggers}, "" if one of them drew none."""
    return dict(
        Counter(
            tuple(trigger[0] if trigger else "" for trigger in triggers)
            for _, *triggers in _trigger_pairs(first, second)
        )
    )


def _trigger_pairs(first, second):
    """(kind, trigger of the first or None, of the second or None); kind None: the same trigger."""
    for trigger in sorted(set(first) & set(second)):
        yield None, trigger, trigger
    alone = set(first) - set(second), set(second) - set(first)
    yield from _paired(*alone, "label", "extra-event", "missing-event")


def _paired(first, second, both, only_first, only_second):
    """(kind, item of the first or None, item of the second or None).

    Items are (type, offsets) or (role, end); those with an equal second part are paired. The order
    does not depend on the order of the annotators.
    """
    groups = defaultdict(lambda: ([], []))
    for side, items in enumerate((first, second)):
        for item in sorted(items):
            groups[item[1]][side].append(item)
    for _, (left, right) in sorted(groups.items()):
        pairs = min(len(left), len(right))
        yield from ((both, *pair) for pair in zip(left, right))
        yield from ((only_first, item, None) for item in left[pairs:])
        yield from ((only_second, None, item) for item in right[pairs:])


def _add_arguments(first, second, collected, locator):
    """Add the differences between the events of one trigger, which both annotators drew."""
    sides = first, second
    arguments = [frozenset().union(*(event.arguments for event in events)) for events in sides]
    alone = [arguments[0] - arguments[1], arguments[1] - arguments[0]]
    trigger = first[0].trigger[1]
    for kind, *pair in _paired(*alone, "role", "argument", "argument"):
        marks = [
            argument and _argument_mark(argument, events, others, locator)
            for argument, events, others in zip(pair, sides, arguments[::-1])
        ]
        collected.add(kind, trigger, marks)
    regrouped = [_regrouped(first, second, *alone), _regrouped(second, first, *alone[::-1])]
    if any(regrouped):
        marks = [
            _event_mark((different or events)[0], locator)
            for different, events in zip(regrouped, sides)
        ]
        collected.add("events", trigger, marks)


def _regrouped(events, others, alone, others_alone):
    """The events whose arguments the other annotator has, but not together in one event.

    alone, others_alone  arguments that only this, only the other annotator has: they are listed
                         already and do not make an event different
    """
    same = {event.arguments for event in others}
    same |= {event.arguments - others_alone for event in others if event.arguments & others_alone}
    return [
        event for event in events if not event.arguments & alone and event.arguments not in same
    ]


def _mark(label, event, ends=()):
    return Mark(label, event.id, event.line, ends)


def _argument_mark(argument, events, others, locator):
    """Mark of an argument; with its span type if the other annotator's differs only in that."""
    role, (type, fragments) = argument
    event = next(event for event in events if argument in event.arguments)
    trigger, filler = locator.ends(event.trigger[1], fragments)
    if any((role, fragments) == (other, offsets) for other, (_, offsets) in others - {argument}):
        filler = filler._replace(text=f"{filler.text} ({type})")
    return _mark(role, event, (trigger, filler))


def _event_mark(event, locator):
    type, trigger = event.trigger
    ends = sorted({end[::-1] for _, end in event.arguments})
    return _mark(type, event, locator.ends(trigger, *(fragments for fragments, _ in ends)))
