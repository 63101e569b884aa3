"""One-to-one matchings of what two annotators drew: spans, relations, events and their arguments.

Sources: Hripcsak & Rothschild 2005 (F1 as agreement where what neither drew
cannot be counted); Verspoor et al. 2013 (brateval: exact and overlapping matches).
"""

from collections import defaultdict
from typing import Hashable, NamedTuple, Tuple

from brat_iaa.measures.span_overlap import largest_matching, overlapping


class Element(NamedTuple):
    """One thing that an annotator drew.

    key    what two elements have in common when they match exactly
    label  the label by which figures are given
    loose  what two elements have in common when they match by overlap, spans apart
    spans  its spans, each a tuple of (start, end): in an overlapping match each shares a
           character with its counterpart
    """

    key: Hashable
    label: str
    loose: Hashable
    spans: Tuple[Tuple[Tuple[int, int], ...], ...]


def exact_pairs(first, second):
    """Sorted list of (index in first, index in second) of the Elements with the same key.

    first, second  sequences of Elements; keys are distinct in each
    """
    place = {element.key: index for index, element in enumerate(second)}
    return [(index, place[element.key]) for index, element in enumerate(first) if element.key in place]


def overlap_pairs(first, second, exact):
    """The exact pairs, and of the rest the largest one-to-one matching by overlap; a sorted list.

    exact  what exact_pairs() returned. How many pairs there are does not depend on who is first
    """
    rest = [
        [index for index in range(len(own)) if index not in {pair[side] for pair in exact}]
        for side, own in enumerate((first, second))
    ]
    groups = defaultdict(lambda: ([], []))
    for side, own in enumerate((first, second)):
        for index in rest[side]:
            groups[own[index].loose][side].append(index)
    found = list(exact)
    for ones, others in groups.values():
        if ones and others:
            found += _matched(first, second, ones, others)
    return sorted(found)


def _matched(first, second, ones, others):
    spans = [[own[index].spans for index in chosen] for own, chosen in ((first, ones), (second, others))]
    if sorted(spans[0]) > sorted(spans[1]):
        return [(one, other) for other, one in _matched(second, first, others, ones)]
    near = None
    for which in range(len(spans[0][0])):
        own = overlapping(*([element[which] for element in side] for side in spans))
        near = own if near is None else {index: near[index] & own[index] for index in own}
    return [(ones[i], others[j]) for i, j in largest_matching(near or {}, *spans)]
