"""Coreference metrics of two annotators' classes, as the sum of what each mention adds.

MUC (Vilain et al. 1995), B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005) and LEA (Moosavi & Strube
2016), with mentions that only one of the two marked as in Pradhan et al. 2014: nothing is added to,
or taken from, either. Each is a share: the sum of what the mentions of the key add above the line,
by the sum of what they add below. That is the recall; the precision is the same with the two
annotators exchanged.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy

from brat_iaa.measures.assignment import largest
from brat_iaa.measures.attachment_scores import Ratios
from brat_iaa.measures.chains import common_links, links
from brat_iaa.measures.estimate import Estimate, mean

# Weights of a matching are whole numbers; a class of so many mentions still counts exactly.
_PRECISION = 10**9


def muc(key, response):
    """{mention of the key, but for the first of its class: (whether its link is common, 1)}.

    key, response  as in b_cubed()
    """
    common = {*common_links(key, response)}
    return {mention: (Fraction(mention in common), Fraction(1)) for mention in links(key)}


def b_cubed(key, response):
    """{mention of the key: (share of its class that the response has with it, 1)}.

    key, response  iterables of sets of mentions; a mention is in one class at most
    """
    return _added(key, response, lambda size, other, common: Fraction(common, size))


def lea(key, response):
    """{mention of the key: (share of its links that the response has too, 1)}.

    A class of one mention has one link, to itself; the response has it if its class is no larger.
    key, response  as in b_cubed()
    """

    def common_share(size, other, common):
        return Fraction(common - 1, size - 1) if size > 1 else Fraction(int(other == 1))

    return _added(key, response, common_share)


def ceaf_e(key, response):
    """{mention of the key: (its part of the similarity of matched classes, its part of a class)}.

    Classes are matched one to one so that the sum of 2 |K and R| / (|K| + |R|) is largest.
    key, response  as in b_cubed()
    """
    key, response = sorted(key, key=min), sorted(response, key=min)
    matched, added = dict(_matched(key, response)), {}
    for number, members in enumerate(key):
        other = response[matched[number]] if number in matched else frozenset()
        part = Fraction(2, len(members) + len(other))
        for mention in members:
            added[mention] = part if mention in other else Fraction(0), Fraction(1, len(members))
    return added


def f1(recall: Ratios, precision: Ratios) -> Estimate:
    """Estimate of the harmonic mean F = 2 R P / (R + P) of recalls x / a and precisions y / b.

    As 2 / F = a / x + b / y, the influence of a sentence is
    F^2 / 2 (a x_s / x^2 - a_s / x + b y_s / y^2 - b_s / y). F is 0 where only one annotator has
    anything to divide by, or nothing is common; undefined where neither has.
    """
    counts = (recall.below > 0) | (precision.below > 0)
    (x, a), (y, b) = ([part.sum(axis=0) for part in ratios] for ratios in (recall, precision))
    common = (x > 0) & (y > 0)
    x, y = numpy.where(common, x, 1), numpy.where(common, y, 1)
    value = numpy.where(common, 2 * x * y / numpy.where(common, x * b + y * a, 1), 0)
    influence = (value**2 / 2) * (
        (recall.above * a / x - recall.below) / x + (precision.above * b / y - precision.below) / y
    )
    weight = (recall.below + precision.below) / numpy.where(a + b > 0, a + b, 1)
    return Estimate(numpy.where(a + b > 0, value, numpy.nan), influence, counts, weight=weight)


def mean_of_all(estimates: list[Estimate]) -> Estimate:
    """Estimate of the mean over figures of the same sentences; undefined if one of them is."""
    found = mean(estimates)
    value = numpy.mean([estimate.value for estimate in estimates], axis=0)
    influence = numpy.where(numpy.isnan(value), 0, found.influence)
    return found._replace(value=value, influence=influence)


def _matched(key, response):
    """Indexes of matched classes, [(of the key, of the response)]; both in order.

    Of several matchings with the largest sum it is the same one if key and response are swapped.
    """
    if [*map(sorted, response)] < [*map(sorted, key)]:
        return [(row, column) for column, row in _matched(response, key)]
    key, response, _, common = _overlaps(key, response)
    similarity = {
        (row, column): Fraction(2 * count, len(key[row]) + len(response[column]))
        for (row, column), count in common.items()
    }
    return largest({pair: (round(w * _PRECISION),) for pair, w in similarity.items()})


def _added(key: Iterable, response: Iterable, share: Callable):
    """{mention of the key: (share of its class, its response class and what is common, 1)}."""
    key_classes, response_classes, class_of, common = _overlaps(key, response)
    shares = {
        (row, column): share(len(key_classes[row]), len(response_classes[column]), count)
        for (row, column), count in common.items()
    }
    return {
        mention: (shares.get((row, class_of.get(mention)), Fraction(0)), Fraction(1))
        for row, members in enumerate(key_classes)
        for mention in members
    }


def _overlaps(key, response):
    """(both as lists of sets, {mention: index of its response class}, and a Counter of the
    mentions that a class of the key and one of the response have in common, by their indexes).
    """
    key, response = [*map(frozenset, key)], [*map(frozenset, response)]
    class_of = {mention: column for column, members in enumerate(response) for mention in members}
    common = Counter(
        (row, class_of[mention])
        for row, members in enumerate(key)
        for mention in members
        if mention in class_of
    )
    return key, response, class_of, common
