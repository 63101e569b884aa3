"""All that annotators drew, by where it is listed: also what they agree on, as Marks.

Each function takes the items of a LayerDocument and Locator, and returns
{annotator: {fragments: [Mark, ...]}}, in the order in which the Marks are shown.
"""

from collections import defaultdict

from brat_iaa.layers.chains import others_in_chain
from brat_iaa.layers.disagreement import End, Mark
from brat_iaa.layers.labels import shown


def of_labels(items, places):
    """A Mark for each span; of those that both drew alike the line is not known."""
    found = {name: {} for name in items.annotators}
    for item in items.items:
        where = item.token.fragments
        for name in item.values:
            label = shown(items.given[name][where])
            found[name][where] = [Mark(label, item.token.ids.get(name, ""), None)]
    return found


def of_chains(items, places):
    """A Mark for each mention: the others of its chain."""
    found = {}
    for name, classes in items.classes.items():
        in_order = {chain: sorted(chain) for chain in set(classes.values())}
        own = found[name] = {}
        for number, chain in classes.items():
            mention = items.tokens[number]
            label = others_in_chain(items, in_order[chain], number)
            own[mention.fragments] = [Mark(label, mention.ids.get(name, ""), None)]
    return found


def of_relations(items, places):
    """Discourse relations, by their connective, else their start."""
    return {
        name: _grouped(
            (
                one.span.place,
                Mark(
                    one.relation.type,
                    one.id,
                    one.line,
                    _ends((one.relation.start, one.relation.target), places),
                ),
            )
            for one in sorted(drawn, key=lambda one: (one.relation[:3], one.line))
        )
        for name, drawn in items.drawn.items()
    }


def of_entity_relations(items, places):
    """Relations, by where they begin."""
    return {
        name: _grouped(
            (
                one.source.places[0],
                Mark(one.label, one.source.id, one.source.line, _ends(one.source.places, places)),
            )
            for one in sorted(elements, key=lambda one: (one.source.places, one.key))
        )
        for name, elements in items.elements.items()
    }


def of_events(items, places):
    """Events, by their trigger: a Mark of the type, then one of each argument."""
    return {
        name: _grouped(
            (element.spans[0], mark)
            for element in elements
            for mark in _of_event(element.source, places)
        )
        for name, elements in items.events.elements.items()
    }


def _of_event(event, places):
    type, trigger = event.trigger
    yield Mark(type, event.id, event.line)
    for role, (_, filler) in sorted(event.arguments, key=lambda one: (one[1][1], one)):
        yield Mark(role, event.id, event.line, _ends((trigger, filler), places))


def _grouped(marks):
    """{fragments: its Marks, in their order}"""
    found = defaultdict(list)
    for where, mark in marks:
        found[where].append(mark)
    return dict(found)


def _ends(spans, places):
    return tuple(End(places.words(fragments), fragments) for fragments in spans)


MARKS = {
    "labels": of_labels,
    "chains": of_chains,
    "relations": of_relations,
    "entity-relations": of_entity_relations,
    "events": of_events,
}
