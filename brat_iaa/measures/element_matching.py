"""One-to-one matching of two annotators' elements: spans, relations, events and their arguments.

Sources: Hripcsak & Rothschild 2005 (F1 as agreement where negatives cannot be counted);
Verspoor et al. 2013 (brateval: exact and overlapping matches).
"""

from collections import defaultdict
from typing import Hashable, NamedTuple

from brat_iaa.measures.span_overlap import largest_matching, overlapping


class Element(NamedTuple):
    """One thing that an annotator drew.

    key     equal for elements that match exactly; sortable
    label   figures are also given for each label
    loose   equal for elements that may match by overlap
    spans   its spans, each a tuple of (start, end): in an overlapping match each shares a
            character with its counterpart
    turned  the spans in another order that may match too; () if there is none
    source  the object that it was made from
    """

    key: Hashable
    label: str
    loose: Hashable
    spans: tuple[tuple[tuple[int, int], ...], ...]
    turned: tuple[tuple[tuple[int, int], ...], ...] = ()
    source: object = None


def exact_pairs(first, second) -> list:
    """Sorted list of (index in first, index in second) of the Elements with the same key.

    first, second  sequences of Elements; keys are distinct in each
    """
    index_of = {element.key: index for index, element in enumerate(second)}
    return [
        (index, index_of[element.key])
        for index, element in enumerate(first)
        if element.key in index_of
    ]


def unmatched(first, second, pairs) -> list:
    """[elements of first, elements of second] that are in none of the pairs of indexes."""
    left = []
    for side, elements in enumerate((first, second)):
        matched = {pair[side] for pair in pairs}
        left.append([element for i, element in enumerate(elements) if i not in matched])
    return left


def overlap_pairs(first, second, exact: list) -> list:
    """Sorted list of the exact pairs and a largest one-to-one matching by overlap of the rest.

    exact  result of exact_pairs()
    The number of pairs does not depend on the order of the annotators.
    """
    groups = defaultdict(lambda: ([], []))
    for side, elements in enumerate((first, second)):
        exactly_matched = {pair[side] for pair in exact}
        for index, element in enumerate(elements):
            if index not in exactly_matched:
                groups[element.loose][side].append(index)
    pairs = list(exact)
    for left, right in groups.values():
        if left and right:
            sides = [first[index] for index in left], [second[index] for index in right]
            matched = one_to_one(*sides, _near(*sides))
            pairs += [(left[i], right[j]) for i, j in matched]
    return sorted(pairs)


def one_to_one(first, second, near: dict) -> list:
    """A largest one-to-one matching: sorted list of (index in first, index in second).

    first, second  sequences of Elements, identified by spans and key
    near           {index in first: set of the indexes in second that it may be matched with}
    Which of several largest matchings is returned depends neither on the order of the
    annotators nor on that of the elements.
    """
    orders = [
        sorted(range(len(elements)), key=lambda index: (elements[index].spans, elements[index].key))
        for elements in (first, second)
    ]
    keys = [
        [(elements[i].spans, elements[i].key) for i in order]
        for elements, order in zip((first, second), orders)
    ]
    if keys[0] > keys[1]:
        reversed_near = {index: set() for index in range(len(second))}
        for i, right in near.items():
            for j in right:
                reversed_near[j].add(i)
        return sorted((i, j) for j, i in one_to_one(second, first, reversed_near))
    rank = {index: position for position, index in enumerate(orders[1])}
    choices = {
        position: {rank[j] for j in near.get(index, ())} for position, index in enumerate(orders[0])
    }
    pairs = largest_matching(choices, *([spans for spans, _ in elements] for elements in keys))
    return sorted((orders[0][i], orders[1][j]) for i, j in pairs)


def sharing_characters(first, second) -> dict:
    """{index in first: set of the indexes in second whose spans all share characters with its}

    first, second  sequences of tuples of spans, all of one length, compared position by position
    """
    near = None
    for first_spans, second_spans in zip(zip(*first), zip(*second)):
        shared = overlapping(first_spans, second_spans)
        near = shared if near is None else {index: near[index] & shared[index] for index in shared}
    return near or {}


def _near(first, second):
    near = sharing_characters(
        *([element.spans for element in elements] for elements in (first, second))
    )
    turnable = [index for index, element in enumerate(second) if element.turned]
    turned = sharing_characters(
        [element.spans for element in first], [second[index].turned for index in turnable]
    )
    return {
        index: candidates | {turnable[position] for position in turned.get(index, ())}
        for index, candidates in near.items()
    }
