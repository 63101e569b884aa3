"""Coreference metrics of two annotators' classes, as the sum of what each mention adds.

B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005) and LEA (Moosavi & Strube 2016), with mentions that
only one of the two marked as in Pradhan et al. 2014: nothing is added to, or taken from, either.
Each is a share: the sum of what the mentions of the key add above the line, by the sum of what
they add below. That is the recall; the precision is the same with the two annotators exchanged.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from brat_iaa.measures.assignment import largest

# Weights of a matching are whole numbers; a class of so many mentions still counts exactly.
_PRECISION = 10**9


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

    def links(size, other, common):
        return Fraction(common - 1, size - 1) if size > 1 else Fraction(int(other == 1))

    return _added(key, response, links)


def ceaf_e(key, response):
    """{mention of the key: (its part of the similarity of matched classes, its part of a class)}.

    Classes are matched one to one so that the sum of 2 |K and R| / (|K| + |R|) is largest.
    key, response  as in b_cubed()
    """
    key, response, class_of, common = _overlaps(key, response)
    similarity = {
        (row, column): Fraction(2 * count, len(key[row]) + len(response[column]))
        for (row, column), count in common.items()
    }
    matched = dict(largest({pair: (round(w * _PRECISION),) for pair, w in similarity.items()}))
    added = {}
    for number, members in enumerate(key):
        other = response[matched[number]] if number in matched else frozenset()
        part = Fraction(2, len(members) + len(other))
        for mention in members:
            added[mention] = part if mention in other else Fraction(0), Fraction(1, len(members))
    return added


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
