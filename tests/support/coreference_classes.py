"""Coreference metrics of classes that are written as sets of mentions."""

from fractions import Fraction

import numpy

from brat_iaa.measures.coreference import NO_CLASS, TwoAnnotators

# Larger denominators do not occur in what one mention adds.
_LARGEST = 1000


def two_annotators(key, response):
    """(TwoAnnotators, the mentions in order) of two iterables of sets."""
    mentions = sorted(set().union(*key, *response))
    number = {mention: index for index, mention in enumerate(mentions)}
    sides = numpy.full((2, len(mentions)), NO_CLASS)
    for side, classes in zip(sides, (key, response)):
        for index, members in enumerate(sorted(classes, key=min)):
            side[[number[mention] for mention in members]] = index
    return TwoAnnotators(*sides, numpy.zeros(len(mentions), dtype=int)), mentions


def added_by(metric, key, response):
    """{mention of the key: (what it adds above, below)}, as Fractions."""
    both, mentions = two_annotators(key, response)
    return {
        mentions[mention]: tuple(Fraction(own).limit_denominator(_LARGEST) for own in terms)
        for mention, *terms in zip(*(column.tolist() for column in metric(both)))
    }
