"""Coreference chains: mentions, and the class of mentions that each annotator puts them in.

Source of the definition: Passonneau 2004, section 3. The value of a mention is the set of mentions
it corefers with. A mention that corefers with nothing is a class of its own. A span that only one
annotator marked is missing for the other, but remains a member of the first one's classes.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.disagreement import Mark
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.pair_disagreements import PairDisagreements
from brat_iaa.measures.chains import UnionFind

ALONE = "alone"
# Number of other mentions that represent a mention's chain in a list.
_SHOWN = 3


class Mentions(NamedTuple):
    """The mentions of one document.

    tokens     each mention as a Token, in text order
    sentences  number of sentences in the document
    classes    {annotator: {index of the mention in tokens: frozenset of such indexes, including
               its own}}; equal classes are the same object, so comparing them is fast
    """

    tokens: tuple
    sentences: int
    classes: dict


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: Mentions."""
    locator, types = Locator(table), layer.settings.relations
    spans = _mentions(document, table, layer.settings.types, locator)
    offsets = sorted(spans)
    index = {fragments: number for number, fragments in enumerate(offsets)}
    classes, distinct, problems, without_chains = {}, {}, [], []
    for annotator in table.annotators:
        drawn = [index[fragments] for fragments in offsets if annotator in spans[fragments]]
        groups, outside = _groups(document.annotations[annotator], types, index, set(drawn))
        classes[annotator] = united(drawn, groups, distinct)
        if drawn and not groups:
            without_chains.append((annotator, len(drawn)))
        if outside:
            problems.append(_outside(table.files[annotator], outside))
    if len(without_chains) < len(table.annotators):
        problems += [
            _no_chains(table.files[annotator], number, types)
            for annotator, number in without_chains
        ]
    mentions = Mentions(
        tuple(locator.token(fragments, spans[fragments]) for fragments in offsets),
        len(table.sentences),
        classes,
    )
    disagreements = []
    for pair in combinations(table.annotators, 2):
        collected = PairDisagreements(table, layer, pair)
        _add_disagreements(mentions, [spans[fragments] for fragments in offsets], pair, collected)
        disagreements += collected.disagreements
    return LayerDocument(mentions, tuple(disagreements), problems=tuple(problems))


def _mentions(document, table, types, locator):
    """{fragments: {annotator: the first Span with these offsets}}"""
    mentions = defaultdict(dict)
    for annotator in table.annotators:
        for span in document.annotations[annotator].spans.values():
            fragments = span.offsets
            if span.type in types if types is not None else not locator.is_root(fragments):
                mentions[fragments].setdefault(annotator, span)
    return dict(mentions)


def _groups(annotations, types, index, mentions):
    """(lists of mentions that one line makes coreferent, lines with an end that is no mention)."""
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
        members = [index.get(annotations.span_of(id).offsets) for id in ids]
        groups.append([member for member in members if member in mentions])
        if len(groups[-1]) < len(members):
            outside.append(line)
    return groups, outside


def united(mentions, groups, distinct) -> dict:
    """{mention: frozenset of its class}, of mentions that stand together in lists.

    groups    lists of mentions
    distinct  {class: the object that represents it}, may grow
    """
    union_find, members = UnionFind(), defaultdict(list)
    for group in groups:
        union_find.unite(group)
    for mention in mentions:
        members[union_find.find(mention)].append(mention)
    classes = {}
    for group in members.values():
        own_class = frozenset(group)
        classes.update(dict.fromkeys(group, distinct.setdefault(own_class, own_class)))
    return classes


def _no_chains(file, mentions, types):
    named = "No * line" if types is None else f"No line of the type {' or '.join(types)}"
    return Problem(
        file,
        None,
        "no-chains",
        f"{named} says that two mentions corefer, and others drew some. All {mentions} mentions "
        "count as alone. Perhaps the document is not done.",
    )


def _outside(file, lines):
    return Problem(
        file,
        lines[0].line,
        "chain-outside-mentions",
        f"{len(lines)} lines about coreference name a span that is no mention by the setting "
        f"types, the first a {lines[0].type} in line {lines[0].line}. That span is left out of "
        "the chain.",
    )


def _add_disagreements(mentions, spans, pair, collected):
    """Add the mentions on which a pair differs; spans: {annotator: Span} of each mention."""
    in_order = {
        members: sorted(members)
        for annotator in pair
        for members in set(mentions.classes[annotator].values())
    }
    for number, (token, by_annotator) in enumerate(zip(mentions.tokens, spans)):
        classes = [mentions.classes[annotator].get(number) for annotator in pair]
        if classes[0] is classes[1]:
            continue
        if None in classes:
            kind = "missing-span" if classes[0] is None else "extra-span"
        else:
            kind = "chain"
        marks = [
            members
            and Mark(
                others_in_chain(mentions, in_order[members], number),
                by_annotator[annotator].id,
                by_annotator[annotator].line,
            )
            for annotator, members in zip(pair, classes)
        ]
        collected.add_at(token, kind, marks)


def others_in_chain(mentions: Mentions, members: list, number: int) -> str:
    """The first other mentions of a mention's chain, as text; members: in text order."""
    others = [other for other in members[: _SHOWN + 1] if other != number][:_SHOWN]
    return in_words([mentions.tokens[other].text for other in others], len(members) - 1)


def in_words(first: list, number: int) -> str:
    """A chain by the words of its first other mentions, at most three; number: of all others."""
    shown = ", ".join(first[:_SHOWN])
    return (shown + (f" … ({number})" if number > _SHOWN else "")) or ALONE
