"""Marks of everything that annotators drew, by offsets; also of what they agree on.

Each function takes the items of a LayerDocument and a Locator, and returns
{annotator: {fragments: [Mark, ...]}}, with the Marks in the order in which they are shown.
"""

from collections import defaultdict

from brat_iaa.layers.chains import others_in_chain
from brat_iaa.layers.disagreement import Mark
from brat_iaa.layers.labels import shown


def of_labels(items, locator):
    """A Mark for each span; the line is None."""
    marks = {name: {} for name in items.annotators}
    for item in items.items:
        fragments = item.token.fragments
        for name in item.values:
            label = shown(items.given[name][fragments])
            marks[name][fragments] = [Mark(label, item.token.ids.get(name, ""), None)]
    return marks


def of_chains(items, locator):
    """A Mark for each mention: the other mentions of its chain."""
    marks = {}
    for name, classes in items.classes.items():
        in_order = {chain: sorted(chain) for chain in set(classes.values())}
        marks[name] = {}
        for number, chain in classes.items():
            mention = items.tokens[number]
            label = others_in_chain(lambda other: items.tokens[other].text, in_order[chain], number)
            marks[name][mention.fragments] = [Mark(label, mention.ids.get(name, ""), None)]
    return marks


def of_relations(items, locator):
    """Discourse relations, by their connective, else their start."""
    return {
        name: _grouped(
            (
                drawn.span.offsets,
                Mark(
                    drawn.relation.type,
                    drawn.id,
                    drawn.line,
                    locator.ends(drawn.relation.start, drawn.relation.target),
                ),
            )
            for drawn in sorted(relations, key=lambda drawn: (drawn.relation[:3], drawn.line))
        )
        for name, relations in items.drawn.items()
    }


def of_entity_relations(items, locator):
    """Relations, by their start."""
    return {
        name: _grouped(
            (
                relation.offsets[0],
                Mark(relation.type, relation.id, relation.line, locator.ends(*relation.offsets)),
            )
            for relation in sorted(relations, key=lambda own: (own.offsets, own.key))
        )
        for name, relations in items.drawn.items()
    }


def of_events(items, locator):
    """Events, by their trigger: a Mark of the type, then one of each argument."""
    return {
        name: _grouped(
            (event.trigger[1], mark) for event in events for mark in _of_event(event, locator)
        )
        for name, events in items.drawn.items()
    }


def _of_event(event, locator):
    type, trigger = event.trigger
    yield Mark(type, event.id, event.line)
    by_offsets = sorted(event.arguments, key=lambda argument: (argument[1][1], argument))
    for role, (_, filler) in by_offsets:
        yield Mark(role, event.id, event.line, locator.ends(trigger, filler))


def _grouped(marks):
    """{fragments: its Marks, in their order}"""
    groups = defaultdict(list)
    for fragments, mark in marks:
        groups[fragments].append(mark)
    return dict(groups)
