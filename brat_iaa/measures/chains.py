"""Coreference chains: distances of Passonneau 2004, and the link score of Vilain et al. 1995.

A mention's value is the set of the other mentions of its class, empty when it
corefers with nothing. Passonneau 2004, section 4, on such sets x and y:
equal 0, one within the other 1/3, a common part only 2/3, nothing common 1.
The empty set lies within every other.
"""

from collections import defaultdict

import numpy

from brat_iaa.measures.distances import jaccard, masi, masi_full, nominal


def weighted(k, a, b):
    """1 - distance with the figures that Passonneau 2004 prints and computes with: .33 and .67."""
    return _by_containment(k, a, b, 0.67, 0.33)


def thirds(k, a, b):
    """1 - distance with exact thirds."""
    return _by_containment(k, a, b, 2 / 3, 1 / 3)


def _by_containment(k, a, b, within, overlap):
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    return numpy.select(
        [(k == a) & (k == b), k == numpy.minimum(a, b), k > 0], [1.0, within, overlap], 0.0
    )


SIMILARITIES = {
    "weighted": weighted,
    "thirds": thirds,
    "nominal": nominal,
    "jaccard": jaccard,
    "masi": masi,
    "masi-full": masi_full,
}


class UnionFind:
    """Classes of things that are the same, directly or through others."""

    def __init__(self):
        self._parent = {}

    def find(self, thing):
        """The thing that stands for the class."""
        root = thing
        while self._parent.setdefault(root, root) != root:
            root = self._parent[root]
        while self._parent[thing] != root:
            self._parent[thing], thing = root, self._parent[thing]
        return root

    def unite(self, things):
        """Put all of them into one class."""
        things = iter(things)
        first = next(things, None)
        for thing in things:
            self._parent[self.find(thing)] = self.find(first)


def links(classes):
    """The links that hold classes together (|S| - 1 for each): every member but the first, as a
    list.

    classes  iterable of sets of numbered mentions
    """
    return [mention for members in classes for mention in sorted(members)[1:]]


def common_links(classes, others):
    """The links of the classes that are left when each is cut into its parts by the others, as a
    list.

    Vilain et al. 1995: |S| - |p(S)|; a member that the others lack is a part
    of its own. As many in either direction, so recall = common / links of the
    key, precision = common / links of the response.
    """
    place = {mention: number for number, members in enumerate(others) for mention in members}
    parts = []
    for members in classes:
        within = defaultdict(set)
        for mention in members:
            if mention in place:
                within[place[mention]].add(mention)
        parts += within.values()
    return links(parts)
