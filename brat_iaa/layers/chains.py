"""Coreference chains: mentions, and the class of mentions that each annotator puts them in.

Source of the definition: Passonneau 2004, section 3. A mention's value is the
set of mentions it corefers with. One that corefers with nothing is alone in
its class. A span that only one annotator marked is missing for the other, yet
stays a member of the classes of the one who marked it.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.disagreement import Disagreement, Mark
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.measures.chains import UnionFind

ALONE = "alone"
# How many other mentions of its chain stand for a mention's chain in a list.
_SHOWN = 3


class Mentions(NamedTuple):
    """The mentions of one document.

    tokens     each mention as a Token, in text order
    sentences  number of sentences in the document
    classes    {annotator: {place of the mention in tokens: frozenset of such places, its own
               included}}; equal ones are the same object, so that long chains are compared at once
    """

    tokens: tuple
    sentences: int
    classes: dict


def layer_document(document, table, layer):
    """LayerDocument of one document; items: Mentions."""
    places = Locator(table)
    spans = _mentions(document, table, layer.settings.types, places)
    fragments = sorted(spans)
    index = {place: number for number, place in enumerate(fragments)}
    classes, known, problems, without = {}, {}, [], []
    for annotator in table.annotators:
        own = [index[place] for place in fragments if annotator in spans[place]]
        groups, outside = _groups(
            document.annotations[annotator], layer.settings.relations, index, set(own)
        )
        classes[annotator] = _classes(own, groups, known)
        if own and not groups:
            without.append((annotator, len(own)))
        if outside:
            problems.append(_outside(table.files[annotator], outside))
    if len(without) < len(table.annotators):
        problems += [
            _no_chains(table.files[annotator], number, layer.settings.relations)
            for annotator, number in without
        ]
    mentions = Mentions(
        tuple(places.token(place, spans[place]) for place in fragments),
        len(table.sentences),
        classes,
    )
    found = [
        disagreement
        for pair in combinations(table.annotators, 2)
        for disagreement in _disagreements(
            mentions, [spans[place] for place in fragments], pair, table, layer
        )
    ]
    return LayerDocument(mentions, tuple(found), (), tuple(problems))


def _mentions(document, table, types, places):
    """{fragments: {annotator: Span}}; of several spans of one annotator on the same offsets, the
    first.
    """
    spans = defaultdict(dict)
    for annotator in table.annotators:
        for span in document.annotations[annotator].spans.values():
            fragments = span.place
            if span.type in types if types is not None else not places.is_root(fragments):
                spans[fragments].setdefault(annotator, span)
    return dict(spans)


def _groups(annotations, types, index, own):
    """(lists of mentions that one line says are the same, lines with an end that is no mention)."""
    lines = [
        (line, line.members) for line in annotations.equivs if types is None or line.type in types
    ]
    if types is not None:
        lines += [
            (line, [id for _, id in line.args])
            for line in annotations.relations
            if line.type in types
        ]
    groups, outside = [], []
    for line, ids in lines:
        members = [index.get(annotations.span_of(id).place) for id in ids]
        groups.append([member for member in members if member in own])
        if len(groups[-1]) < len(members):
            outside.append(line)
    return groups, outside


def _classes(own, groups, known):
    """{mention: its class} of one annotator; known: {class: the same class as found before}."""
    same, members = UnionFind(), defaultdict(list)
    for group in groups:
        same.unite(group)
    for mention in own:
        members[same.find(mention)].append(mention)
    found = {}
    for group in members.values():
        together = frozenset(group)
        found.update(dict.fromkeys(group, known.setdefault(together, together)))
    return found


def _no_chains(file, mentions, types):
    named = "No * line" if types is None else f"No line of the type {' or '.join(types)}"
    return Problem(
        file,
        None,
        "no-chains",
        f"{named} says that two mentions corefer, and others drew some. All {mentions} "
        f"mentions count as alone. "
        "Perhaps the document is not done.",
    )


def _outside(file, lines):
    return Problem(
        file,
        lines[0].line,
        "chain-outside-mentions",
        f"{len(lines)} lines that say which mentions corefer name a span that is no "
        f"mention by the setting "
        f"types, the first a {lines[0].type} in line {lines[0].line}. That span is "
        f"left out of the chain.",
    )


def _disagreements(mentions, spans, pair, table, layer):
    in_order = {
        members: sorted(members)
        for annotator in pair
        for members in set(mentions.classes[annotator].values())
    }
    for number, (token, by) in enumerate(zip(mentions.tokens, spans)):
        drawn = [annotator in by for annotator in pair]
        if not any(drawn):
            continue
        if all(drawn):
            first, second = (mentions.classes[annotator][number] for annotator in pair)
            if first is second:
                continue
            kind = "chain"
        else:
            kind = "extra-span" if drawn[0] else "missing-span"
        yield Disagreement(
            layer=layer.name,
            document=table.document,
            sentence=token.sentence,
            token=token,
            annotators=pair,
            kind=kind,
            arcs=tuple(
                Mark(
                    others_in_chain(
                        mentions, in_order[mentions.classes[annotator][number]], number
                    ),
                    by[annotator].id,
                    by[annotator].line,
                )
                if annotator in by
                else None
                for annotator in pair
            ),
            heads=(None, None),
            files=tuple(table.files[annotator] for annotator in pair),
        )


def others_in_chain(mentions, members, number):
    """The other mentions of its chain in a few words; members: in text order."""
    others = [other for other in members[: _SHOWN + 1] if other != number][:_SHOWN]
    shown = ", ".join(mentions.tokens[other].text for other in others)
    return (shown + (f" … ({len(members) - 1})" if len(members) - 1 > _SHOWN else "")) or ALONE
