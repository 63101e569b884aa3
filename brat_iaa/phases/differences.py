"""By how much agreement differs between two states of a project, with intervals.

Both states are measured on the same sentences, so the influences of a sentence on
the two figures are subtracted (see measures.estimate): of their logarithms for the
ratio of the disagreements, of the figures for the plain difference. Only what is in
both states counts: sentences that a pair compared in both, so that annotators who did
more documents in one of them do not change the figures.
"""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures import alpha
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.estimate import Estimate, change, mean
from brat_iaa.measures.similar import similar_sets
from brat_iaa.phases import STATISTICS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.alphas import comparable_values, of_annotators
from brat_iaa.scores.builder import NO_ITEM, NO_VALUE, too_few

# With fewer sentences (or documents), the intervals are rough: they cover less than they say.
ROUGH = 20
NEVER_DIFFERED = "nobody differed, neither before nor after"


class Difference(NamedTuple):
    """One figure in two states, both over the sentences that both states have.

    measure, statistic  as in Score
    annotators          a pair, or all who are in both states
    before, after       the figures; None where undefined
    difference          after - before; None if one of them is undefined
    interval            (low, high), 95 %, of the difference; None if there is none
    ratio               what is left of the disagreement, (1 - after) / (1 - before); None if one is
                        undefined, or nobody differed before
    ratio_interval      (low, high), 95 %, of the ratio; high is None where nobody differed before;
                        None if there is none
    no_interval         why there are no intervals, or None
    sentences           number of sentences that a pair compared in both states
    units               number of what the intervals take as drawn: sentences, or documents
    items               (earlier, later) number of items in these sentences
    """

    measure: str
    statistic: str
    annotators: tuple[str, ...]
    before: Optional[float]
    after: Optional[float]
    difference: Optional[float]
    interval: Optional[tuple[float, float]]
    ratio: Optional[float]
    ratio_interval: Optional[tuple[float, Optional[float]]]
    no_interval: Optional[str]
    sentences: int
    units: int
    items: tuple[int, int]

    @property
    def clear(self):
        """Whether agreement is clearly "up" or "down": the ratio's interval leaves out 1; or ""."""
        low, high = self.ratio_interval or (0, None)
        if low > 1:
            return "down"
        return "up" if high is not None and high < 1 else ""

    @property
    def rough(self):
        """Whether the intervals are rough, as there are few sentences, or documents."""
        return self.ratio_interval is not None and self.units < ROUGH


def differences(shared, config):
    """List of Difference: all annotators together first, then each pair; empty without a layer of
    dependencies.

    shared  Shared
    config  Config of the later state: unit of the intervals, distance of alpha
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
    common = {
        pair: _compared_sentences(shared, pair) for pair in shared.pairs if set(pair) <= set(group)
    }
    sentences = numpy.unique(numpy.concatenate(list(common.values())))
    if statistic == "alpha":
        states = _alphas(shared, measure, group, sentences, config)
    else:
        states = _means_over_pairs(shared, measure, statistic, common, sentences)
    before, after = (_number(state.estimate.value[0]) for state in states)
    document = shared.before.document[sentences]
    found = change(*(state.estimate for state in states), document, config.unit)
    units, ratio = int(found.difference.units[0]), _number(found.ratio)
    ratio_interval = interval = no_interval = None
    if not len(sentences):
        no_interval = NO_ITEM
    elif None in (before, after):
        no_interval = NO_VALUE
    elif before == after == 1:
        no_interval = NEVER_DIFFERED
    elif numpy.isnan(found.low):
        no_interval = too_few(config.unit)
    else:
        ratio_interval = _number(found.low), _number(found.high)
        interval = _number(found.difference.low[0]), _number(found.difference.high[0])
    return Difference(
        measure,
        statistic,
        group,
        before,
        after,
        None if None in (before, after) else after - before,
        interval,
        ratio,
        ratio_interval,
        no_interval,
        len(sentences),
        units,
        tuple(state.items for state in states),
    )


def _number(value):
    return float(value) if numpy.isfinite(value) else None


class _State(NamedTuple):
    """One figure in one state: its Estimate over the sentences of both states, and its items."""

    estimate: Estimate
    items: int


def _compared_sentences(shared, pair):
    """Sorted indexes of the sentences in which a pair compared something, in both states."""
    return numpy.intersect1d(
        *(pooled.comparisons[pair].sentence for pooled in (shared.before, shared.after))
    )


def _means_over_pairs(shared, measure, statistic, common, sentences):
    """_State of both states, of a statistic of pairs.

    common   {pair: sentences that it compared in both states}
    Over several pairs the unweighted mean of those that have a value in both states.
    """
    states = [
        {
            pair: _of_pair(parts, measure, statistic, pair, own, sentences)
            for pair, own in common.items()
        }
        for parts in (shared.before, shared.after)
    ]
    pairs = list(common)
    if len(pairs) > 1:
        pairs = [
            pair
            for pair in pairs
            if not any(numpy.isnan(state[pair][0].value[0]) for state in states)
        ]
    if not pairs:
        nothing = numpy.zeros((len(sentences), 1))
        return [_State(Estimate(numpy.array([numpy.nan]), nothing, nothing > 0), 0)] * 2
    return [
        _State(
            mean([state[pair][0] for pair in pairs]),
            len(numpy.unique(numpy.concatenate([state[pair][1] for pair in pairs]))),
        )
        for state in states
    ]


def _of_pair(pooled, measure, statistic, pair, own, sentences):
    """(Estimate over the sentences, the items) of one pair; only its own sentences add to it."""
    comparison = pooled.comparisons[pair]
    rows = numpy.isin(comparison.sentence, own)
    above, below = contributions(
        statistic, comparison.k[measure][rows], comparison.a[rows], comparison.b[rows]
    )
    ratios = by_sentence(above, below, comparison.sentence[rows], pooled.sentences).of_sentences(
        sentences
    )
    return ratios.estimate(), comparison.item[rows]


def _alphas(shared, measure, group, sentences, config):
    """The same of alpha over the group, heads written as in the scores."""
    both = [_values(parts, measure, group) for parts in (shared.before, shared.after)]
    # In a sentence only those count who have a value there in both states.
    there = numpy.logical_and(
        *(
            _who_has_values(parts, codes)
            for parts, (codes, _) in zip((shared.before, shared.after), both)
        )
    )
    there &= numpy.isin(numpy.arange(len(there)), sentences)[:, None]
    states = []
    for parts, (codes, sets) in zip((shared.before, shared.after), both):
        codes = numpy.where(there[parts.item_sentence], codes, alpha.MISSING)
        counts = (codes != alpha.MISSING).sum(axis=1) >= 2
        similar = similar_sets(sets, config.dependencies.distance)
        place = numpy.searchsorted(sentences, parts.item_sentence[counts])
        table = alpha.AlphaTable(codes[counts], similar, place, len(sentences))
        states.append(_State(table.estimate(), table.items))
    return states


def _values(parts, measure, group):
    """(items x annotators of the group codes, Sets of the values)."""
    values = comparable_values(parts.columns, measure, None if measure == "LOA" else "offset")
    return of_annotators(values.codes, parts.columns, group), values.sets


def _who_has_values(parts, codes):
    """Which annotator has a value in which sentence: booleans, sentences x annotators."""
    has = numpy.zeros((parts.sentences, codes.shape[1]), dtype=bool)
    item, annotator = numpy.nonzero(codes != alpha.MISSING)
    has[parts.item_sentence[item], annotator] = True
    return has
