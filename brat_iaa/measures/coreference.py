"""Coreference chains: alpha over sets of mentions, and the metrics of resolvers as sums.

Alpha (Passonneau 2004, section 3.3). The value of a mention is the set of the other mentions in its
class, empty if it corefers with nothing: of m in class C it is C - m. Of two values C - m and D - n
the elements in common are

    k = |C & D| - [m in D] - [n in C] + [m = n]

so the similarity of two values says which classes they are from, and whether each mention is in
the other one's class, and no more. Classes with a common mention are as few as the mentions; all
others have no common element, and similarity 0 unless one of the values is empty. So alpha takes
time and memory that grow with the mentions and not with their pairs.

MUC (Vilain et al. 1995), B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005) and LEA (Moosavi & Strube
2016), with mentions that only one of the two marked as in Pradhan et al. 2014: nothing is added to,
or taken from, either. Each is a share: the sum of what the mentions of the key add above the line,
by the sum of what they add below. That is the recall; the precision is the same with the two
annotators exchanged.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.measures.alphas import Coefficients, alpha_of_sums
from brat_iaa.measures.distinct import numbered
from brat_iaa.measures.estimate import Estimate, Ratios, mean, union
from brat_iaa.measures.matching import largest_assignment
from brat_iaa.measures.similarities import CHAIN_SIMILARITIES

# Weights of a matching are whole numbers; a class of so many mentions still counts exactly.
_PRECISION = 10**9
NO_CLASS = -1
_NO_LINK = "no text with two mentions"
_ALL_LINKED = "both annotators link all mentions, or none"


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

    def alpha(self, statistic) -> Coefficients:
        """The alpha of each group by the similarity of this name."""
        self._similarity = CHAIN_SIMILARITIES[statistic]
        counting = self._counting[self._second] - self._inside
        # What all values of the second class are to a value of the first, outside and in both.
        outside = self._inside * self._similar(1) + counting * self._similar(0)
        inside = (self._inside - 1) * self._similar(2) + (1 + counting) * self._similar(1)
        to_class = numpy.bincount(self._first, outside, len(self._others))
        more = numpy.bincount(self._value, (inside - outside)[self._pair], len(self._own))
        similar_to = to_class[self._own] + more + self._by_empty()
        sentence, of_mentions = self._of_mention[self._row], self._group[self._of_mention]
        sentences = len(self._group)
        return alpha_of_sums(
            numpy.bincount(of_mentions, minlength=self._groups),
            numpy.bincount(self._of_mention, self._observed(), sentences),
            numpy.bincount(sentence, minlength=sentences),
            numpy.bincount(sentence, similar_to, sentences),
            numpy.bincount(of_mentions[self._row], similar_to, self._groups), self._group,
        )  # fmt: skip

    def _similar(self, less):
        """Similarity for each pair of classes, of values with so many fewer common elements."""
        a, b = self._others[self._first], self._others[self._second]
        similarity = self._similarity(numpy.maximum(self._common - less, 0), a, b)
        # Empty values are similar to all others or to none, see _by_empty.
        return numpy.where((a == 0) | (b == 0), 0, similarity)

    def _by_empty(self):
        """For each value its similarity to the others of which one is empty, or both are."""
        size, group = self._others[self._own], self._group[self._of_mention][self._row]
        nothing = numpy.zeros_like(size)
        to_empty = self._similarity(nothing, nothing, size)
        all_to_empty = numpy.bincount(group, to_empty, self._groups)[group]
        empty = numpy.bincount(group[size == 0], minlength=self._groups)[group]
        return numpy.where(size == 0, all_to_empty, empty * to_empty)

    def _observed(self):
        """For each mention: sum over ordered pairs of its values of d, over n_u - 1."""
        sizes = self._others[self._first], self._others[self._second]
        distance = 1 - self._similarity(self._common - 1, *sizes)[self._pair[self._later]]
        rows = self._row[self._value[self._later]]
        total = numpy.bincount(rows, 2 * distance, len(self._classes))
        return total / (self._marked - 1)


class Added(NamedTuple):
    """What mentions add above and below the line of a share: arrays, a row for each mention."""

    mention: numpy.ndarray
    above: numpy.ndarray
    below: numpy.ndarray


class TwoAnnotators:
    """The classes of mentions by two annotators.

    key, response  class of each mention, in text order: numbers in the order of the classes' first
                   mentions, NO_CLASS if it is not marked
    text           number of each mention's text
    """

    def __init__(self, key, response, text):
        self.key, self.response, self.text = key, response, text
        both = (key != NO_CLASS) & (response != NO_CLASS)
        sizes = [
            numpy.bincount(classes[classes != NO_CLASS], minlength=1) for classes in (key, response)
        ]
        # Members of each mention's class, 0 if it is not marked; and of both its classes.
        self.size, self.other_size = (
            numpy.where(classes != NO_CLASS, size[classes], 0)
            for classes, size in zip((key, response), sizes)
        )
        width = len(sizes[1])
        self._overlap = numpy.full(len(key), NO_CLASS)
        overlaps, self._overlap[both] = numbered(
            key[both] * width + response[both], len(sizes[0]) * width
        )
        number = numpy.bincount(self._overlap[both], minlength=len(overlaps))
        self.common = numpy.where(both, numpy.append(number, 0)[self._overlap], 0)
        self._pairs = numpy.divmod(overlaps, width)
        self._number, self._sizes = number, sizes

    @cached_property
    def swapped(self) -> "TwoAnnotators":
        """The same with the other annotator's classes as the key."""
        other = TwoAnnotators(self.response, self.key, self.text)
        other.matched = self.matched
        return other

    @cached_property
    def matched(self):
        """Whether each mention is in both of two matched classes: booleans.

        Classes are matched one to one so that the sum of 2 |K and R| / (|K| + |R|) is largest.
        """
        key, response = self._pairs
        alone = (numpy.bincount(key)[key] == 1) & (numpy.bincount(response)[response] == 1)
        by_text = defaultdict(list)
        first = numpy.unique(self._overlap[self.common > 0], return_index=True)[1]
        text = self.text[self.common > 0][first]
        for overlap in numpy.flatnonzero(~alone).tolist():
            by_text[int(text[overlap])].append(overlap)
        for number, overlaps in by_text.items():
            alone[self._largest(number, overlaps)] = True
        return numpy.append(alone, False)[self._overlap]

    def _largest(self, text, overlaps):
        """Those of some overlaps of classes of a text that are matched. Of several matchings with
        the largest sum it is the same one if key and response are swapped.
        """
        here = slice(*numpy.searchsorted(self.text, [text, text + 1]))
        classes = [_members(classes[here].tolist()) for classes in (self.key, self.response)]
        order = -1 if classes[1] < classes[0] else 1
        number_of, weights = {}, {}
        for overlap in overlaps:
            pair = tuple(int(side[overlap]) for side in self._pairs)
            sizes = sum(int(size[number]) for size, number in zip(self._sizes, pair))
            number_of[pair[::order]] = overlap
            similarity = Fraction(2 * int(self._number[overlap]), sizes)
            weights[pair[::order]] = (round(similarity * _PRECISION),)
        return [number_of[pair] for pair in largest_assignment(weights)]


def _members(classes):
    """Lists of the mentions of each class, by their first ones."""
    members = defaultdict(list)
    for mention, number in enumerate(classes):
        if number != NO_CLASS:
            members[number].append(mention)
    return list(members.values())


def muc(both: TwoAnnotators) -> Added:
    """Links: every mention of a class but the first; common, if it is not the first of what the
    response's class and its own have in common.

    Vilain et al. 1995: |S| - |p(S)|, where a member that is in no other class is a part of its own.
    """
    links = _but_first(both.key)
    above = numpy.isin(links, _but_first(both._overlap))
    return Added(links, above.astype(float), numpy.ones(len(links)))


def possible_links(both: TwoAnnotators) -> Added:
    """Links that there can be: every mention of either annotator but the first of its text."""
    marked = numpy.flatnonzero((both.key != NO_CLASS) | (both.response != NO_CLASS))
    first = numpy.unique(both.text[marked], return_index=True)[1]
    mention = numpy.delete(marked, first)
    return Added(mention, numpy.ones(len(mention)), numpy.ones(len(mention)))


def b_cubed(both: TwoAnnotators) -> Added:
    """The share of its class that the response has with it."""
    return _of_marked(both, both.common / numpy.maximum(both.size, 1))


def lea(both: TwoAnnotators) -> Added:
    """The share of its links that the response has too.

    A class of one mention has one link, to itself; the response has it if its class is no larger.
    """
    share = (both.common - 1) / numpy.maximum(both.size - 1, 1)
    share = numpy.where(both.size > 1, share, both.other_size == 1)
    return _of_marked(both, numpy.where(both.common > 0, share, 0))


def ceaf_e(both: TwoAnnotators) -> Added:
    """Its part of the similarity of matched classes, by its part of a class."""
    part = 2 / numpy.maximum(both.size + both.other_size, 1)
    return _of_marked(both, numpy.where(both.matched, part, 0), 1 / numpy.maximum(both.size, 1))


def mentions(both: TwoAnnotators) -> Added:
    """Whether the other marked it, too: a row for each mention of either."""
    rows = [numpy.flatnonzero(classes != NO_CLASS) for classes in (both.key, both.response)]
    mention = numpy.concatenate(rows)
    return Added(mention, (both.common[mention] > 0).astype(float), numpy.ones(len(mention)))


def _but_first(classes):
    """Mentions that are not the first of their class."""
    marked = numpy.flatnonzero(classes != NO_CLASS)
    first = numpy.unique(classes[marked], return_index=True)[1]
    return numpy.delete(marked, first)


def _of_marked(both, above, below=None):
    mention = numpy.flatnonzero(both.key != NO_CLASS)
    below = numpy.ones(len(mention)) if below is None else below[mention]
    return Added(mention, above[mention].astype(float), below)


def f1(recall: Ratios, precision: Ratios) -> Estimate:
    """Estimate of the harmonic means F = 2 R P / (R + P) of recalls x / a and precisions y / b.

    As 2 / F = a / x + b / y, the influence of a sentence is
    F^2 / 2 (a x_s / x^2 - a_s / x + b y_s / y^2 - b_s / y). F is 0 where only one annotator has
    anything to divide by, or nothing is common; undefined where neither has.
    """
    cells, positions = union([recall.cells, precision.cells])
    x_s, a_s, y_s, b_s = parts = numpy.zeros((4, len(cells)))
    for number, (ratios, position) in enumerate(zip((recall, precision), positions)):
        parts[2 * number : 2 * number + 2, position] = ratios.above, ratios.below
    x, a, y, b = map(cells.sums, parts)
    common, anything = (x > 0) & (y > 0), a + b > 0
    x, y = numpy.where(common, x, 1), numpy.where(common, y, 1)
    value = numpy.where(common, 2 * x * y / numpy.where(common, x * b + y * a, 1), 0)
    of_cell = cells.repeated
    influence = of_cell(value**2 / 2) * (
        (x_s * of_cell(a / x) - a_s) / of_cell(x) + (y_s * of_cell(b / y) - b_s) / of_cell(y)
    )
    return Estimate(
        numpy.where(anything, value, numpy.nan), cells, influence, (a_s > 0) | (b_s > 0),
        weight=(a_s + b_s) / of_cell(numpy.where(anything, a + b, 1)),
        parts=tuple(Ratios(cells, *parts[side : side + 2]).estimate() for side in (0, 2)),
        harmonic=True,
    )  # fmt: skip


def kappa_of_links(both: TwoAnnotators, sentence, group, groups) -> Coefficients:
    """Cohen's kappa of links, of each group: of each possible one an annotator says whether it is
    one.

    Of T possible links, a and b by the annotators, x by both (Passonneau 1997):
    D_o = (a + b - 2 x) / T, D_e = (a (T - b) + b (T - a)) / T^2.

    sentence  of each mention
    group     of each sentence; groups: number of them
    """
    first, second, possible = muc(both), muc(both.swapped), possible_links(both)
    counted = (first, first.above), (first, None), (second, None), (possible, None)
    x_s, a_s, b_s, T_s = parts = [
        numpy.bincount(sentence[links.mention], weights, len(group)) for links, weights in counted
    ]
    x, a, b, T = (numpy.bincount(group, part, groups) for part in parts)
    size = numpy.maximum(T, 1)
    D_o, D_e = (a + b - 2 * x) / size, (a * (T - b) + b * (T - a)) / size**2
    x, a, b, of, D_o_of, D_e_of = (each[group] for each in (x, a, b, size, D_o, D_e))
    D_o_by = (a_s + b_s - 2 * x_s - D_o_of * T_s) / of
    D_e_by = (T_s * (a + b) + of * (a_s + b_s) - 2 * (a_s * b + a * b_s)) / of**2
    D_e_by -= 2 * D_e_of * T_s / of
    items = T.astype(int)
    return Coefficients(
        items, group, T_s, D_o, D_e, D_o_by, D_e_by, (_NO_LINK, _ALL_LINKED), agreement=True
    )


def mean_of_all(estimates: list) -> Estimate:
    """Estimate of the mean over figures of the same sentences; undefined if one of them is."""
    average = mean(estimates)
    value = numpy.mean([estimate.value for estimate in estimates], axis=0)
    undefined = average.cells.repeated(numpy.isnan(value))
    return average._replace(value=value, influence=numpy.where(undefined, 0, average.influence))
