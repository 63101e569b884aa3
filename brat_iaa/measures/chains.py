"""Coreference chains: similarities of Passonneau 2004, and what is joined by links.

The value of a mention is the set of the other mentions in its class, empty if it corefers with
nothing. Passonneau 2004, section 3.3, gives distances of such sets: 0 if equal, 1/3 if one contains
the other, 2/3 if they only overlap, 1 if disjoint. Every set contains the empty set.
"""

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


def joined_items(first: numpy.ndarray, second: numpy.ndarray, number: int) -> numpy.ndarray:
    """For each item the smallest one that it is joined to, by any number of pairs.

    first, second  the items of each pair
    number         of items
    """
    smallest = numpy.arange(number)
    while True:
        ends = smallest[first], smallest[second]
        found = smallest.copy()
        for end in ends:
            numpy.minimum.at(found, end, numpy.minimum(*ends))
        found = found[found]
        if (found == smallest).all():
            return found
        smallest = found
