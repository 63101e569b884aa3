"""Marks of everything that annotators drew, by offsets; also of what they agree on.

Each function takes the items of a LayerDocument and a Locator, and yields each annotator with
[(fragments, Mark), ...] in the order in which they are shown.
"""

from brat_iaa.layers import entity_relations
from brat_iaa.layers.chains import others_in_chain
from brat_iaa.layers.disagreement import Mark
from brat_iaa.layers.labels import shown


def of_labels(items, locator):
    """A Mark for each span; the line is None."""
    for name, given in items.given.items():
        tokens = [item.token for item in items.items if name in item.values]
        yield (
            name,
            [
                (
                    token.fragments,
                    Mark(shown(given[token.fragments]), token.ids.get(name, ""), None),
                )
                for token in tokens
            ],
        )


def of_chains(items, locator):
    """A Mark for each mention: the other mentions of its chain."""
    for name, classes in items.classes.items():
        in_order = {chain: sorted(chain) for chain in set(classes.values())}
        marks = []
        for number, chain in classes.items():
            mention = items.tokens[number]
            label = others_in_chain(lambda other: items.tokens[other].text, in_order[chain], number)
            others = tuple(items.tokens[own].fragments for own in in_order[chain] if own != number)
            mark = Mark(label, mention.ids.get(name, ""), None, members=others)
            marks.append((mention.fragments, mark))
        yield name, marks


def of_relations(items, locator):
    """Discourse relations, by their connective, else their start."""
    for name, relations in items.drawn.items():
        marks = []
        for drawn in sorted(relations, key=lambda drawn: (drawn.relation[:3], drawn.line)):
            ends = locator.ends(drawn.relation.start, drawn.relation.target)
            mark = Mark(drawn.relation.type, drawn.id, drawn.line, ends)
            marks.append((drawn.span.offsets, mark))
        yield name, marks


def of_entity_relations(items, locator):
    """Relations, by their start."""
    for name, relations in items.drawn.items():
        yield (
            name,
            [
                (relation.offsets[0], entity_relations.mark("", relation, None, locator))
                for relation in sorted(relations, key=lambda own: (own.offsets, own.key))
            ],
        )


def of_events(items, locator):
    """Events, by their trigger: a Mark of the type, then one of each argument."""
    for name, events in items.drawn.items():
        marks = []
        for event in events:
            type, trigger = event.trigger
            marks.append((trigger, Mark(type, event.id, event.line)))
            by_offsets = sorted(event.arguments, key=lambda argument: (argument[1][1], argument))
            for role, (_, filler) in by_offsets:
                ends = locator.ends(trigger, filler)
                marks.append((trigger, Mark(role, event.id, event.line, ends)))
        yield name, marks
