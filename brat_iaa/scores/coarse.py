"""Figures with coarse labels beside those with all labels, and what that removes.

As LAS with universal labels, without subtypes, beside LAS with all labels (EULAS and ELAS of the
IWPT shared tasks: Bouma, Seddah & Zeman 2021). The share of the disagreement that goes away is
about fine distinctions alone:

    removed = 1 - (1 - coarse) / (1 - fine)

Its interval is that of the ratio of two states' disagreements (measures.estimate.change), since
both figures are about the same sentences.
"""

from itertools import combinations, starmap
from typing import Callable, NamedTuple, Optional

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.measures.changes import change
from brat_iaa.measures.estimate import Estimate, mean
from brat_iaa.scores import COARSE, REMOVED
from brat_iaa.scores.builder import NO_VALUE, EstimatedFigure, too_few

# How measures end: the figure with coarse labels, and the share of the disagreement that goes away.

NEVER_DIFFERED = "nobody differed with all labels"
MORE_DIFFER = "nobody differed with all labels, but with coarse ones"
ALL_ALIKE = "coarse labels change all sentences alike, so nothing tells how much sentences vary"
_ROUNDING = 1e-12


class CoarseLabels(NamedTuple):
    """The coarse labels of a layer.

    source    in signatures
    label_of  function of a label that returns the coarse one
    """

    source: str
    label_of: Callable


def coarse_labels_of(builder) -> Optional[CoarseLabels]:
    """Those that the settings of a ScoreBuilder's layer name, or None."""
    setting = getattr(builder.layer.settings, "coarse", None)
    if setting is None:
        return None
    # Signatures are split at "|".
    source = "coarse:" + setting.replace("|", "¦").replace(" ", "")
    return CoarseLabels(source, coarse_labels(setting))


class SideBySide(NamedTuple):
    """A figure with all labels and with coarse ones.

    annotators          whose it is
    source              of the statistic in the signature, e.g. "masi:RD13"
    fine, coarse        Estimates of one figure, on the same sentences
    items, missing      as in Score; of the coarse figure
    reason              why it is undefined, if it is
    observed, expected  of the coarse figure, as in Score
    label               that it is about, or None
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
    label: Optional[str] = None


def side_by_side(fine, coarse, keys, groups) -> list:
    """List of SideBySide of each group of annotators.

    fine, coarse  ScoreTables of one subject, with the same figures
    keys          (measure, statistic) of those that are wanted, if they are there
    groups        of annotators
    """
    found, sentences = [], len(coarse.subjects.document)

    def values(table, annotators, key):
        column = table.column(key, annotators, 0)
        return column and column.compute()

    for annotators in groups:
        for key in keys:
            figure = values(coarse, annotators, key)
            if figure is None:
                continue
            estimate = values(fine, annotators, key).estimate
            if figure.estimate.parts:
                # Means over the same pairs: with coarse labels, kappa of fewer may be defined.
                of_pairs = [
                    [values(table, pair, key).estimate for table in (fine, coarse)]
                    for pair in combinations(annotators, 2)
                ]
                estimate = mean([*starmap(_if_defined, of_pairs)])
            source, items, missing, reason, observed, expected = (
                column[0] if isinstance(column, (list, numpy.ndarray)) else column
                for column in (figure.source, *figure[2:7])
            )
            found.append(SideBySide(
                key[0], key[1], annotators, source, estimate.of_figure(0, sentences),
                figure.estimate.of_figure(0, sentences), items, missing,
                reason(0) if callable(reason) else reason, observed, expected,
            ))  # fmt: skip
    return found


def _if_defined(estimate, other):
    """Estimate of one figure, undefined where the other is."""
    if not numpy.isnan(other.value[0]):
        return estimate
    value, influence = estimate.value * numpy.nan, estimate.influence * 0
    return estimate._replace(value=value, influence=influence)


def side_by_side_scores(figures, document, builder, coarse) -> list:
    """List of Score: of each SideBySide the coarse figure, then the share that goes away.

    document  number of each sentence's document, in ascending order
    coarse    CoarseLabels
    """
    scores = []
    for figure in figures:
        about = figure.annotators, f"{figure.source}|{coarse.source}"
        counted = figure.items, figure.missing
        (estimated,) = builder.figures(figure.coarse, document)
        scores.append(builder.score(
            f"{figure.measure}-{COARSE}", figure.statistic, *about, estimated, *counted,
            figure.reason, figure.observed, figure.expected, label=figure.label,
        ))  # fmt: skip
        share, reason = _share(figure, document, builder.config.unit)
        scores.append(builder.score(
            f"{figure.measure}-{REMOVED}", figure.statistic, *about, share, *counted, reason,
            label=figure.label,
        ))  # fmt: skip
    return scores


def _share(figure, document, unit):
    """(EstimatedFigure of the share that goes away, why it is undefined)."""
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
