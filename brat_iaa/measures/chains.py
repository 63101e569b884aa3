"""Coreference chains: similarities of Passonneau 2004, what links join, and alpha over chains.

The value of a mention is the set of the other mentions in its class, empty if it corefers with
nothing. Passonneau 2004, section 3.3, gives distances of such sets: 0 if equal, 1/3 if one contains
the other, 2/3 if they only overlap, 1 if disjoint. Every set contains the empty set.

The value of a mention m in class C is C - m, the set of the other mentions. Of two values C - m
and D - n the elements in common are

    k = |C & D| - [m in D] - [n in C] + [m = n]

so the similarity of two values says which classes they are from, and whether each mention is in
the other one's class, and no more. Classes with a common mention are as few as the mentions; all
others have no common element, and similarity 0 unless one of the values is empty. So alpha takes
time and memory that grow with the mentions and not with their pairs.
"""

import numpy

from brat_iaa.measures import distances
from brat_iaa.measures.distances import UNIT, by_inclusion, in_units
from brat_iaa.measures.item_alpha import AlphaSums


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
        joined = smallest.copy()
        for end in ends:
            numpy.minimum.at(joined, end, numpy.minimum(*ends))
        joined = joined[joined]
        if (joined == smallest).all():
            return joined
        smallest = joined


NO_CLASS = -1


class Classes:
    """The classes of all mentions by some annotators, of mentions that at least two of them marked.

    classes   integers, mentions x annotators: number of the class, NO_CLASS if it is not marked;
              classes of different annotators have different numbers, also where they are equal
    sizes     members of each class, those included that only one annotator marked
    sentence  index of each mention's sentence
    group     of each sentence, such as its document, in ascending order; each has its own alphas,
              and classes of its own
    groups    number of groups
    """

    def __init__(self, classes, sizes, sentence, group, groups):
        self._marked = (classes != NO_CLASS).sum(axis=1)
        counts = self._marked >= 2
        self._classes, self._marked = classes[counts], self._marked[counts]
        self._of_mention, self._group, self._groups = sentence[counts], group, groups
        self._others = sizes - 1
        self._row, self._column = numpy.nonzero(self._classes != NO_CLASS)
        self._own = self._classes[self._row, self._column]
        self._counting = numpy.bincount(self._own, minlength=len(sizes))
        self._meet()

    def _meet(self):
        """Every value beside every value of its mention; and every pair of classes that so meet."""
        value, second, later = [], [], []
        for column, classes in enumerate(self._classes.T):
            other = classes[self._row]
            value.append(numpy.flatnonzero(other != NO_CLASS))
            second.append(other[value[-1]])
            later.append(self._column[value[-1]] < column)
        self._value, second, self._later = map(numpy.concatenate, (value, second, later))
        first, width = self._own[self._value], max(len(self._others), 1)
        pairs, self._pair, number = numpy.unique(
            first * width + second, return_inverse=True, return_counts=True
        )
        self._pair = self._pair.reshape(-1)
        self._first, self._second = numpy.divmod(pairs, width)
        # Mentions of the one that count and are in the other; and all that are in both.
        self._inside = number
        same = self._first == self._second
        self._common = numpy.where(same, self._others[self._first] + 1, number)

    def alpha(self, statistic):
        """AlphaSums by the similarity of this name."""
        self._similarity = SIMILARITIES[statistic]
        counting = self._counting[self._second]
        # What all values of the second class are to a value of the first, outside and in both.
        outside = self._inside * self._units(1) + (counting - self._inside) * self._units(0)
        inside = (
            (self._inside - 1) * self._units(2)
            + self._units(1)
            + (counting - self._inside) * self._units(1)
        )
        values = len(self._own)
        to_class = numpy.bincount(self._first, outside, minlength=len(self._others))
        more = numpy.bincount(self._value, (inside - outside)[self._pair], minlength=values)
        similar_to = to_class[self._own] + more + self._by_empty()
        number, sentence = len(self._group), self._of_mention[self._row]
        of_groups = self._group[self._of_mention]
        return AlphaSums(
            numpy.bincount(of_groups, minlength=self._groups).tolist(),
            numpy.bincount(self._of_mention, self._observed(), minlength=number),
            numpy.bincount(sentence, minlength=number),
            numpy.bincount(sentence, similar_to / UNIT, minlength=number),
            numpy.bincount(of_groups[self._row], similar_to, minlength=self._groups) / UNIT,
            self._group,
        )  # fmt: skip

    def _units(self, less):
        """Similarity for each pair of classes, of values with so many fewer common elements."""
        a, b = self._others[self._first], self._others[self._second]
        units = in_units(self._similarity(numpy.maximum(self._common - less, 0), a, b))
        # Empty values are similar to all others or to none, see _by_empty.
        return numpy.where((a == 0) | (b == 0), 0, units)

    def _by_empty(self):
        """For each value its similarity to the others of which one is empty, or both are."""
        size, group = self._others[self._own], self._group[self._of_mention][self._row]
        nothing = numpy.zeros_like(size)
        to_empty = in_units(self._similarity(nothing, nothing, size))
        all_to_empty = numpy.bincount(group, to_empty, minlength=self._groups)[group]
        empty = numpy.bincount(group[size == 0], minlength=self._groups)[group]
        return numpy.where(size == 0, all_to_empty, empty * to_empty)

    def _observed(self):
        """For each mention: sum over ordered pairs of its values of d, over n_u - 1, in UNITs."""
        similarity = self._similarity(
            self._common - 1, self._others[self._first], self._others[self._second]
        )
        distance = UNIT - in_units(similarity[self._pair[self._later]])
        rows = self._row[self._value[self._later]]
        total = numpy.bincount(rows, 2 * distance, minlength=len(self._classes))
        return total / (self._marked - 1)
