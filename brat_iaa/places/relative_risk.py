"""Relative risk of items with a property against items without it, from counts by sentence.

With e of n items affected in either group, RR = (e1 / n1) / (e0 / n0), a ratio of two shares.
"""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import ratios_of_sentences
from brat_iaa.measures.intervals import intervals, ratio_interval


class RelativeRisk(NamedTuple):
    """Two groups of items compared.

    items, affected  (with the property, without it): numbers
    risks            (with, without): shares of affected items; None of no items
    ratio            their quotient; None if a share is undefined, or that without the property is 0
    interval         (low, high), 95 %, of the ratio; None if there is none
    share            of the affected items, the share with the property; None if there are none
    share_interval   (low, high), 95 %; None if there is none
    """

    items: tuple
    affected: tuple
    risks: tuple
    ratio: Optional[float]
    interval: Optional[tuple[float, float]]
    share: Optional[float]
    share_interval: Optional[tuple[float, float]]


def relative_risk(exposed, affected, sentence, document, unit) -> RelativeRisk:
    """RelativeRisk of some items.

    exposed, affected  booleans: whether an item has the property, whether it is affected
    sentence           of each item: index of its sentence
    document, unit     as in intervals.intervals()
    """
    sentences = len(document)

    def by_sentence(chosen):
        return numpy.bincount(sentence[chosen], minlength=sentences).astype(float)

    items = [by_sentence(exposed), by_sentence(~exposed)]
    hit = [by_sentence(exposed & affected), by_sentence(~exposed & affected)]
    n, e = (
        [int(items_of_group.sum()) for items_of_group in items],
        [int(hits.sum()) for hits in hit],
    )
    risks = tuple(some / of if of else None for some, of in zip(e, n))
    ratio = interval = None
    if n[0] and e[1]:
        ratio = (e[0] / n[0]) / (e[1] / n[1])
    if ratio:
        exposed_risk, other_risk = (
            ratios_of_sentences(hits, of).estimate() for hits, of in zip(hit, items)
        )
        interval = ratio_interval(exposed_risk, other_risk, document, unit)
    share = e[0] / sum(e) if sum(e) else None
    share_interval = _share_interval(share, hit, document, unit)
    return RelativeRisk(tuple(n), tuple(e), risks, ratio, interval, share, share_interval)


def _share_interval(share, hit, document, unit):
    if share is None:
        return None
    estimate = ratios_of_sentences(hit[0], hit[0] + hit[1]).estimate()
    spreads = intervals(estimate, document, unit)
    low, high = float(spreads.low[0]), float(spreads.high[0])
    return None if numpy.isnan(low) else (low, high)
