"""Fine and coarse labels side by side: the same figures with labels mapped to coarse ones.

As LAS with universal labels, without subtypes, beside LAS with all labels (EULAS and ELAS of the
IWPT shared tasks: Bouma, Seddah & Zeman 2021). What coarse labels remove is the share of the
disagreement that is about fine distinctions alone:

    removed = 1 - (1 - coarse) / (1 - fine)

Its interval is that of the ratio of two states' disagreements (measures.estimate.change), since
both figures are about the same sentences.
"""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.alpha import MISSING, AlphaTable
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.estimate import Estimate, change, mean
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores.alphas import alpha_source, comparable_values, of_annotators
from brat_iaa.scores.builder import (
    NO_ITEM,
    NO_VALUE,
    NOTHING_DRAWN,
    EstimatedFigure,
    too_few,
)
from brat_iaa.scores.pairs import SOURCES
from brat_iaa.scores.pooled_layer import groups_of

# How measures end: the figure with coarse labels, and what they remove of the disagreement.
COARSE, REMOVED = "coarse", "removed"
NEVER_DIFFERED = "nobody differed with fine labels"
MORE_DIFFER = "nobody differed with fine labels, but with coarse ones"
ALL_ALIKE = "coarse labels change all sentences alike, so nothing tells how much sentences vary"
_ROUNDING = 1e-12
# UAA is about heads, which have no labels.
_MEASURES = ("LAA", "LOA")
_STATISTICS = ("masi", "exact", "gcm-f1", "alpha")


class SideBySide(NamedTuple):
    """A figure with fine and with coarse labels.

    annotators          whose it is
    source              of the statistic in the signature, e.g. "masi:RD13"
    fine, coarse        Estimates of one figure, on the same sentences
    items, missing      as in Score; of the coarse figure
    reason              why it is undefined, if it is
    observed, expected  of the coarse figure, as in Score
    """

    measure: str
    statistic: str
    annotators: tuple
    source: str
    fine: Estimate
    coarse: Estimate
    items: int
    missing: Optional[int]
    reason: str
    observed: Optional[float] = None
    expected: Optional[float] = None


def side_by_side_scores(figures, document, builder) -> list:
    """List of Score: each SideBySide with coarse labels, then what they remove.

    document  number of each sentence's document, in ascending order
    """
    setting, scores = builder.layer.settings.coarse, []
    # Signatures are split at "|".
    mapping = "coarse:" + setting.replace("|", "¦").replace(" ", "")
    for figure in figures:
        source = f"{figure.source}|{mapping}"
        about = figure.annotators, source
        counted = figure.items, figure.missing
        (estimated,) = builder.figures(figure.coarse, document)
        scores.append(builder.score(
            f"{figure.measure}-{COARSE}", figure.statistic, *about, estimated, *counted,
            figure.reason, figure.observed, figure.expected,
        ))  # fmt: skip
        removed, reason = _removed(figure, document, builder.config.unit)
        scores.append(builder.score(
            f"{figure.measure}-{REMOVED}", figure.statistic, *about, removed, *counted, reason,
        ))  # fmt: skip
    return scores


def _removed(figure, document, unit):
    """(EstimatedFigure of the share that is removed, why it is undefined)"""
    result = change(figure.fine, figure.coarse, document, unit)
    if not numpy.isfinite(result.ratio):
        reason = figure.reason
        if not numpy.isnan(figure.fine.value[0]) and not numpy.isnan(figure.coarse.value[0]):
            reason = NEVER_DIFFERED if numpy.isnan(result.ratio) else MORE_DIFFER
        return EstimatedFigure(numpy.nan, None, NO_VALUE), reason
    value = 1 - result.ratio
    if numpy.isnan(result.low) or numpy.isnan(result.high):
        return EstimatedFigure(value, None, too_few(unit)), None
    if result.high - result.low < _ROUNDING:
        return EstimatedFigure(value, None, ALL_ALIKE), None
    return EstimatedFigure(value, (1 - result.high, 1 - result.low)), None


def coarse_dependency_scores(pooled, coarse, builder) -> list:
    """List of Score of all annotators, then, if there are more than two, of each pair.

    pooled, coarse  PooledDocuments with all labels, and with coarse ones
    """
    figures = []
    for measure in _MEASURES:
        for statistic in _STATISTICS:
            for group in groups_of(pooled.annotators):
                compute = _alphas if statistic == "alpha" else _means
                figures.append(compute(pooled, coarse, measure, statistic, group, builder))
    return side_by_side_scores(figures, pooled.document, builder)


def _means(pooled, coarse, measure, statistic, group, builder):
    """SideBySide of the mean over the pairs of a group that have a value."""
    pairs = [pair for pair in pooled.comparisons if set(pair) <= set(group)]
    states = []
    for state in (pooled, coarse):
        estimates = [_of_pair(state, measure, statistic, pair) for pair in pairs]
        states.append(mean(estimates))
        defined = int((~numpy.isnan([own.value[0] for own in estimates])).sum())
    comparisons = [pooled.comparisons[pair] for pair in pairs]
    items = len(numpy.unique(numpy.concatenate([own.item for own in comparisons])))
    missing = comparisons[0].missing if len(pairs) == 1 else pooled.missing
    source = SOURCES[statistic] + (f"|pairs:{defined}" if len(pairs) > 1 else "")
    reason = NOTHING_DRAWN if items else NO_ITEM
    return SideBySide(measure, statistic, group, source, *states, items, missing, reason)


def _of_pair(pooled, measure, statistic, pair):
    comparison = pooled.comparisons[pair]
    above, below = contributions(statistic, comparison.k[measure], comparison.a, comparison.b)
    below = below * comparison.drawn
    return by_sentence(above, below, comparison.sentence, pooled.sentences).estimate()


def _alphas(pooled, coarse, measure, statistic, group, builder):
    """SideBySide of alpha, with heads as in the scores."""
    head = None if measure == "LOA" else "offset"
    distance, tables = builder.config.dependencies.distance, []
    for state in (pooled, coarse):
        values = comparable_values(state.columns, measure, head)
        codes = of_annotators(values.codes, state.columns, group)
        similar = similar_sets(values.sets, distance)
        tables.append(AlphaTable(codes, similar, state.item_sentence, state.sentences))
    fine, figure = tables
    missing = int(((codes != MISSING).sum(axis=1) == 1).sum())
    about = measure, statistic, group, alpha_source(distance, head)
    estimates = fine.estimate(), figure.estimate()
    try:
        result = figure.score()
    except Undefined as error:
        drawn = any(
            own.drawn for pair, own in pooled.comparisons.items() if set(pair) <= set(group)
        )
        reason = str(error) if drawn or not figure.items else NOTHING_DRAWN
        return SideBySide(*about, *estimates, figure.items, missing, reason)
    counted = figure.items, missing, "", result.observed, result.expected
    return SideBySide(*about, *estimates, *counted)
