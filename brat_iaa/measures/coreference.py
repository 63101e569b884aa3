"""Coreference metrics of two annotators' classes, as the sum of what each mention adds.

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

from brat_iaa.measures.assignment import largest
from brat_iaa.measures.chains import NO_CLASS
from brat_iaa.measures.distinct import numbered
from brat_iaa.measures.estimate import Estimate, Ratios, mean

# Weights of a matching are whole numbers; a class of so many mentions still counts exactly.
_PRECISION = 10**9


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
        return [number_of[pair] for pair in largest(weights)]


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
    cells, positions = recall.cells.union((precision.cells,))
    parts = []
    for ratios, position in zip((recall, precision), positions):
        for terms in ratios[1:]:
            parts.append(numpy.zeros(len(cells)))
            parts[-1][position] = terms
    x_s, a_s, y_s, b_s = parts
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
        parts=[Ratios(cells, *parts[side : side + 2]).estimate() for side in (0, 2)], harmonic=True,
    )  # fmt: skip


def mean_of_all(estimates: list) -> Estimate:
    """Estimate of the mean over figures of the same sentences; undefined if one of them is."""
    average = mean(estimates)
    value = numpy.mean([estimate.value for estimate in estimates], axis=0)
    undefined = average.cells.repeated(numpy.isnan(value))
    return average._replace(value=value, influence=numpy.where(undefined, 0, average.influence))
