"""Coreference chains: similarities of Passonneau 2004, and the link score of Vilain et al. 1995.

The value of a mention is the set of the other mentions in its class, empty if it corefers with
nothing. Passonneau 2004, section 3.3, gives distances of such sets: 0 if equal, 1/3 if one contains
the other, 2/3 if they only overlap, 1 if disjoint. Every set contains the empty set.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable

import numpy

from brat_iaa.measures import distances
from brat_iaa.measures.distances import by_inclusion


def weighted(k, a, b) -> numpy.ndarray:
    """1 - distance, with the numbers that Passonneau 2004 prints and computes with: .33, .67."""
    return by_inclusion(k, a, b, within=0.67, overlap=0.33, empty=0.67)


def thirds(k, a, b) -> numpy.ndarray:
    """1 - distance, with exact thirds."""
    return by_inclusion(k, a, b, within=2 / 3, overlap=1 / 3, empty=2 / 3)


SIMILARITIES = {"weighted": weighted, "thirds": thirds, **distances.SIMILARITIES}


class UnionFind:
    """Equivalence classes, built from pairs of equivalent items."""

    def __init__(self):
        self._parent = {}

    def find(self, item: Hashable) -> Hashable:
        """The representative of the item's class."""
        root = item
        while self._parent.setdefault(root, root) != root:
            root = self._parent[root]
        while self._parent[item] != root:
            self._parent[item], item = root, self._parent[item]
        return root

    def unite(self, items: Iterable[Hashable]):
        """Merge the classes of all these items."""
        items = iter(items)
        first = next(items, None)
        for item in items:
            self._parent[self.find(item)] = self.find(first)


def links(classes: Iterable[set]) -> list:
    """The links that hold classes together, |S| - 1 for each: every member but the first.

    classes  sets of numbered mentions
    """
    return [mention for members in classes for mention in sorted(members)[1:]]


def common_links(classes: Iterable[set], others: Iterable[set]) -> list:
    """The links that are left when the other classes partition each class.

    Vilain et al. 1995: |S| - |p(S)|, where a member that is in no other class is a part of its
    own. The number is the same in both directions: recall is common links / links of the key,
    precision is common links / links of the response.
    """
    class_of = {mention: number for number, members in enumerate(others) for mention in members}
    parts = []
    for members in classes:
        part_of = defaultdict(set)
        for mention in members:
            if mention in class_of:
                part_of[class_of[mention]].add(mention)
        parts += part_of.values()
    return links(parts)
