"""By how much agreement differs between two states of a project, with intervals.

The interval is that of a paired bootstrap: both states are measured on the same
sentences, so each resample draws the same sentences for both and takes the
difference of the two figures (percentile method, Efron & Tibshirani 1993, ch. 13).
"""

from typing import NamedTuple, Optional, Tuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures import alpha, bootstrap
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.means import mean_of_defined
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import gathered, has_token
from brat_iaa.scores.builder import FEW_SENTENCES, NO_ITEM, NO_VALUE

# Statistics that are compared between states, in the order in which they are shown.
STATISTICS = ("masi", "exact", "gcm-f1", "alpha")


class Difference(NamedTuple):
    """One figure in two states, both over the sentences that both states have.

    measure, statistic  as in Score
    annotators          a pair, or all who are in both states
    before, after       the figures; None where undefined
    difference          after - before; None if one of them is undefined
    interval            (low, high), 95 %, of the difference; None if there is none
    no_interval         why there is no interval, or None
    sentences           number of sentences that both states compared
    items               (earlier, later) number of items in these sentences
    """

    measure: str
    statistic: str
    annotators: Tuple[str, ...]
    before: Optional[float]
    after: Optional[float]
    difference: Optional[float]
    interval: Optional[Tuple[float, float]]
    no_interval: Optional[str]
    sentences: int
    items: Tuple[int, int]


def differences(shared, config):
    """List of Difference: all annotators together first, then each pair.

    shared  Shared
    config  Config of the later state: resamples, seed, distance of alpha
    """
    if not shared.pairs:
        return []
    groups = ([shared.annotators] if len(shared.annotators) > 2 else []) + list(shared.pairs)
    return [
        _difference(shared, config, measure, statistic, group)
        for measure in MEASURES
        for statistic in STATISTICS
        for group in groups
    ]


def _difference(shared, config, measure, statistic, group):
    read = _alpha if statistic == "alpha" else _mean_over_pairs
    sentences = _compared_sentences(shared, group)
    weights = None
    no_interval = "resamples = 0 in the settings" if not config.resamples else None
    if len(sentences) < bootstrap.FEWEST_SENTENCES:
        no_interval = FEW_SENTENCES if len(sentences) else NO_ITEM
    if no_interval is None:
        weights = bootstrap.weights(len(sentences), config.resamples, config.seed)
    states = [
        read(parts, measure, statistic, group, sentences, weights, config)
        for parts in (shared.before, shared.after)
    ]
    before, after = (None if numpy.isnan(state.value) else float(state.value) for state in states)
    interval = None
    if weights is not None and None not in (before, after):
        interval = bootstrap.intervals((states[1].resampled - states[0].resampled)[:, None])[0]
        interval = None if numpy.isnan(interval[0]) else tuple(map(float, interval))
    if interval is None and no_interval is None:
        no_interval = NO_VALUE
    return Difference(
        measure,
        statistic,
        group,
        before,
        after,
        None if None in (before, after) else after - before,
        interval,
        no_interval,
        len(sentences),
        tuple(state.items for state in states),
    )


class _State(NamedTuple):
    """One figure in one state: value, its resamples (None without weights), items."""

    value: float
    resampled: Optional[numpy.ndarray]
    items: int


def _pairs_of(shared, group):
    return [pair for pair in shared.pairs if set(pair) <= set(group)]


def _compared_sentences(shared, group):
    """Sorted indexes of the sentences in which a pair of the group compared something, in both states."""
    of_states = [
        numpy.unique(numpy.concatenate([parts.pairs[pair].sentence for pair in _pairs_of(shared, group)]))
        for parts in (shared.before, shared.after)
    ]
    return numpy.intersect1d(*of_states)


def _mean_over_pairs(parts, measure, statistic, group, sentences, weights, config):
    """_State of a statistic of pairs; over several pairs the unweighted mean of those that have a value."""
    pairs = [pair for pair in parts.pairs if set(pair) <= set(group)]
    values, resampled, items = [], [], []
    for pair in pairs:
        own = parts.pairs[pair]
        above, below = contributions(own.k[measure], own.a, own.b)[statistic]
        ratios = by_sentence(above, below, own.sentence, parts.sentences).of_sentences(sentences)
        value = ratios.values()[0]
        if numpy.isnan(value):
            continue
        values.append(value)
        items.append(own.item[numpy.isin(own.sentence, sentences)])
        if weights is not None:
            resampled.append(ratios.resampled(weights)[:, 0])
    if not values:
        return _State(numpy.nan, None, 0)
    return _State(
        sum(values) / len(values),
        mean_of_defined(resampled)[0] if weights is not None else None,
        len(numpy.unique(numpy.concatenate(items))),
    )


def _alpha(parts, measure, statistic, group, sentences, weights, config):
    """_State of alpha over the group, heads written as in the scores."""
    codes, distinct = gathered(parts, (measure, None if measure == "LOA" else "offset"))
    columns = [parts.annotators.index(annotator) for annotator in group]
    drawn = has_token(parts)[:, columns].any(axis=1)[:, None]
    codes = numpy.where(drawn, codes[:, columns], alpha.MISSING)
    place = numpy.searchsorted(sentences, parts.item_sentence)
    place = numpy.minimum(place, max(len(sentences) - 1, 0))
    inside = sentences[place] == parts.item_sentence if len(sentences) else numpy.zeros(len(place), dtype=bool)
    counts = inside & ((codes != alpha.MISSING).sum(axis=1) >= 2)
    similar = alpha.similar_values(distinct, config.dependencies.distance)
    table = alpha.AlphaTable(codes[counts], similar, place[counts], len(sentences))
    try:
        value = table.score().alpha
    except Undefined:
        return _State(numpy.nan, None, table.items)
    return _State(value, None if weights is None else table.resampled(weights), table.items)
