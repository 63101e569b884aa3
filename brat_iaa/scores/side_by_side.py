"""Figures with all labels and with a Grading side by side.

As LAS with universal labels, without subtypes, beside LAS with all labels (EULAS and ELAS of the
IWPT shared tasks: Bouma, Seddah & Zeman 2021). The share of the disagreement that goes away is
about fine distinctions alone:

    removed = 1 - (1 - coarse) / (1 - fine)
    near    = 1 - (1 - graded) / (1 - fine)

Its interval is that of the ratio of two states' disagreements (measures.estimate.change), since
both figures are about the same sentences.
"""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import Estimate, change
from brat_iaa.scores.builder import NO_VALUE, EstimatedFigure, too_few
from brat_iaa.scores.grading import SHARES

NEVER_DIFFERED = "nobody differed with all labels"
MORE_DIFFER = "nobody differed with all labels, but with {name} ones"
ALL_ALIKE = "{name} labels change all sentences alike, so nothing tells how much sentences vary"
_ROUNDING = 1e-12


class SideBySide(NamedTuple):
    """A figure with all labels and with a Grading.

    annotators          whose it is
    source              of the statistic in the signature, e.g. "masi:RD13"
    fine, graded        Estimates of one figure, on the same sentences
    items, missing      as in Score; of the graded figure
    reason              why it is undefined, if it is
    observed, expected  of the graded figure, as in Score
    label               that it is about, or None
    """

    measure: str
    statistic: str
    annotators: tuple
    source: str
    fine: Estimate
    graded: Estimate
    items: int
    missing: Optional[int]
    reason: str
    observed: Optional[float] = None
    expected: Optional[float] = None
    label: Optional[str] = None


def side_by_side_scores(figures, document, builder, grading) -> list:
    """List of Score: of each SideBySide the graded figure, then the share that goes away.

    document  number of each sentence's document, in ascending order
    """
    scores = []
    for figure in figures:
        source = f"{figure.source}|{grading.source}"
        about = figure.annotators, source
        counted = figure.items, figure.missing
        (estimated,) = builder.figures(figure.graded, document)
        scores.append(builder.score(
            f"{figure.measure}-{grading.name}", figure.statistic, *about, estimated, *counted,
            figure.reason, figure.observed, figure.expected, label=figure.label,
        ))  # fmt: skip
        share, reason = _share(figure, document, builder.config.unit, grading.name)
        scores.append(builder.score(
            f"{figure.measure}-{SHARES[grading.name]}", figure.statistic, *about, share, *counted,
            reason, label=figure.label,
        ))  # fmt: skip
    return scores


def _share(figure, document, unit, name):
    """(EstimatedFigure of the share that goes away, why it is undefined); name: of the Grading"""
    result = change(figure.fine, figure.graded, document, unit)
    if not numpy.isfinite(result.ratio):
        reason = figure.reason
        if not numpy.isnan(figure.fine.value[0]) and not numpy.isnan(figure.graded.value[0]):
            reason = NEVER_DIFFERED if numpy.isnan(result.ratio) else MORE_DIFFER.format(name=name)
        return EstimatedFigure(numpy.nan, None, NO_VALUE), reason
    value = 1 - result.ratio
    if numpy.isnan(result.low) or numpy.isnan(result.high):
        return EstimatedFigure(value, None, too_few(unit)), None
    if result.high - result.low < _ROUNDING:
        return EstimatedFigure(value, None, ALL_ALIKE.format(name=name)), None
    return EstimatedFigure(value, (1 - result.high, 1 - result.low)), None
