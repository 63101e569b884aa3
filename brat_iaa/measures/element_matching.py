"""One-to-one matchings of what two annotators drew: spans, relations, events and their arguments.

Sources: Hripcsak & Rothschild 2005 (F1 as agreement where what neither drew
cannot be counted); Verspoor et al. 2013 (brateval: exact and overlapping matches).
"""

from collections import defaultdict
from typing import Hashable, NamedTuple

from brat_iaa.measures.span_overlap import largest_matching, overlapping


class Element(NamedTuple):
    """One thing that an annotator drew.

    key     what two elements have in common when they match exactly; keys can be sorted
    label   the label by which figures are given
    loose   what two elements have in common when they match by overlap, spans apart
    spans   its spans, each a tuple of (start, end): in an overlapping match each shares a
            character with its counterpart
    turned  the spans in another order, in which they may be matched as well; () if there is none
    source  what it was made of, for those who show it
    """

    key: Hashable
    label: str
    loose: Hashable
    spans: tuple[tuple[tuple[int, int], ...], ...]
    turned: tuple[tuple[tuple[int, int], ...], ...] = ()
    source: object = None


def exact_pairs(first, second):
    """Sorted list of (index in first, index in second) of the Elements with the same key.

    first, second  sequences of Elements; keys are distinct in each
    """
    place = {element.key: index for index, element in enumerate(second)}
    return [
        (index, place[element.key]) for index, element in enumerate(first) if element.key in place
    ]


def overlap_pairs(first, second, exact):
    """The exact pairs, and of the rest the largest one-to-one matching by overlap; a sorted list.

    exact  what exact_pairs() returned. How many pairs there are does not depend on who is first
    """
    groups = defaultdict(lambda: ([], []))
    for side, own in enumerate((first, second)):
        matched = {pair[side] for pair in exact}
        for index, element in enumerate(own):
            if index not in matched:
                groups[element.loose][side].append(index)
    found = list(exact)
    for ones, others in groups.values():
        if ones and others:
            chosen = [first[index] for index in ones], [second[index] for index in others]
            pairs = one_to_one(*chosen, _near(*chosen))
            found += [(ones[i], others[j]) for i, j in pairs]
    return sorted(found)


def one_to_one(first, second, near):
    """A largest set of pairs, no element in two of them: sorted list of (index, index).

    first, second  sequences of Elements; an element is known by its spans and key
    near           {index in first: set of the indexes in second that it can be paired with}
    Which of several largest sets it is depends neither on who is first nor on the order in
    which the elements are given.
    """
    orders = [
        sorted(range(len(own)), key=lambda index: (own[index].spans, own[index].key))
        for own in (first, second)
    ]
    known = [
        [(own[i].spans, own[i].key) for i in order] for own, order in zip((first, second), orders)
    ]
    if known[0] > known[1]:
        turned = {index: set() for index in range(len(second))}
        for one, others in near.items():
            for other in others:
                turned[other].add(one)
        return sorted((one, other) for other, one in one_to_one(second, first, turned))
    rank = {index: place for place, index in enumerate(orders[1])}
    choices = {
        place: {rank[other] for other in near.get(index, ())}
        for place, index in enumerate(orders[0])
    }
    pairs = largest_matching(choices, *([spans for spans, _ in own] for own in known))
    return sorted((orders[0][one], orders[1][other]) for one, other in pairs)


def sharing_characters(first, second):
    """{index in first: set of the indexes in second with which each span shares a character}

    first, second  sequences of tuples of spans, all with equally many: the first span is
                   compared with the first one, the second with the second
    """
    near = None
    for first_spans, second_spans in zip(zip(*first), zip(*second)):
        own = overlapping(first_spans, second_spans)
        near = own if near is None else {index: near[index] & own[index] for index in own}
    return near or {}


def _near(first, second):
    near = sharing_characters(*([element.spans for element in own] for own in (first, second)))
    turning = [index for index, element in enumerate(second) if element.turned]
    turned = sharing_characters(
        [element.spans for element in first], [second[index].turned for index in turning]
    )
    return {
        index: found | {turning[place] for place in turned.get(index, ())}
        for index, found in near.items()
    }
