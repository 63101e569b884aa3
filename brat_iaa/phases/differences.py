"""By how much agreement differs between two states of a project, with intervals.

The interval is that of a paired bootstrap: both states are measured on the same
sentences, so each resample draws the same sentences for both and takes the
difference of the two figures (percentile method, Efron & Tibshirani 1993, ch. 13).
Only what is in both states counts: sentences that a pair compared in both, so that
annotators who did more documents in one of them do not change the figures.
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
    sentences           number of sentences that a pair compared in both states
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
    """List of Difference: all annotators together first, then each pair; empty without a layer of dependencies.

    shared  Shared
    config  Config of the later state: resamples, seed, distance of alpha
    """
    if not shared.pairs or all(layer.kind != "dependencies" for layer in config.layers):
        return []
    groups = ([shared.annotators] if len(shared.annotators) > 2 else []) + list(shared.pairs)
    return [
        _difference(shared, config, measure, statistic, group)
        for measure in MEASURES
        for statistic in STATISTICS
        for group in groups
    ]


def _difference(shared, config, measure, statistic, group):
    common = {pair: _compared_sentences(shared, pair) for pair in shared.pairs if set(pair) <= set(group)}
    sentences = numpy.unique(numpy.concatenate(list(common.values())))
    weights = None
    no_interval = "resamples = 0 in the settings" if not config.resamples else None
    if len(sentences) < bootstrap.FEWEST_SENTENCES:
        no_interval = FEW_SENTENCES if len(sentences) else NO_ITEM
    if no_interval is None:
        weights = bootstrap.weights(len(sentences), config.resamples, config.seed)
    if statistic == "alpha":
        states, resampled = _alphas(shared, measure, group, sentences, weights, config)
    else:
        states, resampled = _means_over_pairs(shared, measure, statistic, common, sentences, weights)
    before, after = (None if numpy.isnan(state.value) else float(state.value) for state in states)
    interval = None
    if weights is not None and None not in (before, after):
        interval = bootstrap.intervals(resampled[:, None])[0]
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
    """One figure in one state: value, nan where undefined, and items."""

    value: float
    items: int


def _compared_sentences(shared, pair):
    """Sorted indexes of the sentences in which a pair compared something, in both states."""
    return numpy.intersect1d(*(parts.pairs[pair].sentence for parts in (shared.before, shared.after)))


def _means_over_pairs(shared, measure, statistic, common, sentences, weights):
    """([_State of both states], resampled differences or None) of a statistic of pairs.

    common   {pair: sentences that it compared in both states}
    Over several pairs the unweighted mean of those that have a value in both states.
    """
    states = [
        {pair: _of_pair(parts, measure, statistic, pair, own, sentences) for pair, own in common.items()}
        for parts in (shared.before, shared.after)
    ]
    pairs = list(common)
    if len(pairs) > 1:
        pairs = [pair for pair in pairs if not any(numpy.isnan(state[pair][0].values()[0]) for state in states)]
    if not pairs:
        return [_State(numpy.nan, 0)] * 2, None
    found = [
        _State(
            sum(state[pair][0].values()[0] for pair in pairs) / len(pairs),
            len(numpy.unique(numpy.concatenate([state[pair][1] for pair in pairs]))),
        )
        for state in states
    ]
    if weights is None:
        return found, None
    before, after = ([state[pair][0].resampled(weights)[:, 0] for pair in pairs] for state in states)
    return found, mean_of_defined(numpy.subtract(after, before))[0]


def _of_pair(parts, measure, statistic, pair, own, sentences):
    """(Ratios over the sentences, the items) of one pair; other sentences than its own add nothing."""
    data = parts.pairs[pair]
    rows = numpy.isin(data.sentence, own)
    above, below = contributions(data.k[measure][rows], data.a[rows], data.b[rows])[statistic]
    ratios = by_sentence(above, below, data.sentence[rows], parts.sentences).of_sentences(sentences)
    return ratios, data.item[rows]


def _alphas(shared, measure, group, sentences, weights, config):
    """The same of alpha over the group, heads written as in the scores."""
    both = [_values(parts, measure, group) for parts in (shared.before, shared.after)]
    # In a sentence only those count who have a value there in both states.
    there = numpy.logical_and(
        *(_who_has_values(parts, codes) for parts, (codes, _) in zip((shared.before, shared.after), both))
    )
    there &= numpy.isin(numpy.arange(len(there)), sentences)[:, None]
    states, resampled = [], []
    for parts, (codes, distinct) in zip((shared.before, shared.after), both):
        codes = numpy.where(there[parts.item_sentence], codes, alpha.MISSING)
        counts = (codes != alpha.MISSING).sum(axis=1) >= 2
        similar = alpha.similar_values(distinct, config.dependencies.distance)
        place = numpy.searchsorted(sentences, parts.item_sentence[counts])
        table = alpha.AlphaTable(codes[counts], similar, place, len(sentences))
        try:
            states.append(_State(table.score().alpha, table.items))
        except Undefined:
            states.append(_State(numpy.nan, table.items))
            weights = None
        resampled.append(None if weights is None else table.resampled(weights))
    return states, None if weights is None else resampled[1] - resampled[0]


def _values(parts, measure, group):
    """(items x annotators of the group codes, distinct values); missing where nobody of the group has the token."""
    codes, distinct = gathered(parts, (measure, None if measure == "LOA" else "offset"))
    columns = [parts.annotators.index(annotator) for annotator in group]
    drawn = has_token(parts)[:, columns].any(axis=1)[:, None]
    return numpy.where(drawn, codes[:, columns], alpha.MISSING), distinct


def _who_has_values(parts, codes):
    """Which annotator has a value in which sentence: booleans, sentences x annotators."""
    has = numpy.zeros((parts.sentences, codes.shape[1]), dtype=bool)
    item, annotator = numpy.nonzero(codes != alpha.MISSING)
    has[parts.item_sentence[item], annotator] = True
    return has
