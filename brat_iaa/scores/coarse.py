"""Figures with coarse labels beside those with all labels, and what that removes.

As LAS with universal labels, without subtypes, beside LAS with all labels (EULAS and ELAS of the
IWPT shared tasks: Bouma, Seddah & Zeman 2021). The share of the disagreement that goes away is
about fine distinctions alone:

    removed = 1 - (1 - coarse) / (1 - fine)

Its interval is that of the ratio of two states' disagreements (measures.intervals.change), since
both figures are about the same sentences.
"""

from typing import Callable, NamedTuple, Optional

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.measures.estimate import Estimate, mean
from brat_iaa.measures.intervals import change
from brat_iaa.scores import COARSE, REMOVED
from brat_iaa.scores.builder import NO_FIGURE, EstimatedFigure, too_few
from brat_iaa.scores.score_table import Family

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


def coarse_labels_of(layer) -> Optional[CoarseLabels]:
    """Those that the settings of a Layer name, or None."""
    setting = getattr(layer.settings, "coarse", None)
    if setting is None:
        return None
    # Signatures are split at "|".
    source = "coarse:" + setting.replace("|", "¦").replace(" ", "")
    return CoarseLabels(source, coarse_labels(setting))


def coarse_families(subjects, fine, coarse, keys, labels, unit, pairs=True) -> list:
    """Families of some Subjects: the figures with coarse labels, and the shares of the disagreement
    that go away.

    fine, coarse  lists of Family: the same figures with all labels and with coarse ones
    keys          (measure, statistic) of those that are wanted, if they are there
    labels        CoarseLabels
    unit          what intervals take as drawn
    pairs         whether pairs of more annotators have them, too
    """
    fine_by_key, coarse_by_key = (
        {key: (family, number) for family in families for number, key in enumerate(family.keys)}
        for families in (fine, coarse)
    )
    return [
        _family(subjects, key, fine_by_key[key], coarse_by_key[key], labels.source, unit, pairs)
        for key in keys
        if key in coarse_by_key
    ]


def _family(subjects, key, fine, coarse, source, unit, pairs) -> Family:
    """The figure with a key with coarse labels, and what that removes.

    fine, coarse  (Family, number of the figure in it)
    """
    (fine, of_fine), (coarse, of_coarse) = fine, coarse

    def compute(pair, which):
        estimate = fine.compute(pair, of_fine).estimate
        return values(which, estimate, coarse.compute(pair, of_coarse))

    def of_all(which, pairs):
        coarsely = {pair: coarse.compute(pair, of_coarse) for pair in pairs}
        # Means over the same pairs: with coarse labels, kappa of fewer may be defined.
        estimates = [
            _if_defined(fine.compute(pair, of_fine).estimate, figure.estimate)
            for pair, figure in coarsely.items()
        ]
        return values(which, mean(estimates), coarse.mean(of_coarse, pairs))

    def values(which, estimate, coarsely):
        sources = coarsely.source
        sources = sources if isinstance(sources, list) else [sources] * len(subjects.names)
        coarsely = coarsely._replace(source=[f"{fine_source}|{source}" for fine_source in sources])
        if which == 0:
            return coarsely
        shares = [
            _removed(number, estimate, coarsely, subjects, unit)
            for number in range(len(subjects.names))
        ]
        figures, reasons = ([*column] for column in zip(*shares)) if shares else ([], [])
        return coarsely._replace(estimate=figures, reason=reasons, observed=None, expected=None)

    (measure, statistic), of_mean = key, coarse.mean and of_all
    keys = [(f"{measure}-{ending}", statistic) for ending in (COARSE, REMOVED)]
    return Family(keys, compute, of_mean, coarse.joint, pairs)


def _if_defined(estimate, other) -> Estimate:
    """An Estimate, undefined where the other is."""
    undefined = numpy.isnan(other.value)
    influence = numpy.where(estimate.cells.repeated(undefined), 0, estimate.influence)
    value = numpy.where(undefined, numpy.nan, estimate.value)
    return estimate._replace(value=value, influence=influence)


def _removed(number, fine, coarsely, subjects, unit):
    """(EstimatedFigure of the share of the disagreement that goes away in one of the Subjects, why
    it is undefined, if it is).

    fine      Estimate with all labels
    coarsely  FigureValues with coarse labels
    """
    sentences = len(subjects.document)
    both = [estimate.of_figure(number, sentences) for estimate in (fine, coarsely.estimate)]
    result = change(*both, subjects.document, unit)
    reason = coarsely.reason
    reason = reason[number] if isinstance(reason, list) else reason
    if not any(numpy.isnan(estimate.value[0]) for estimate in both):
        reason = NEVER_DIFFERED if numpy.isnan(result.ratio) else MORE_DIFFER
    elif callable(reason):
        reason = reason(number)
    return _share(result, unit), reason


def _share(result, unit) -> EstimatedFigure:
    """The share of the disagreement that a FigureChange takes away."""
    if not numpy.isfinite(result.ratio):
        return NO_FIGURE
    value = 1 - result.ratio
    if numpy.isnan(result.low) or numpy.isnan(result.high):
        return EstimatedFigure(value, None, too_few(unit))
    if result.high - result.low < _ROUNDING:
        return EstimatedFigure(value, None, ALL_ALIKE)
    return EstimatedFigure(value, (1 - result.high, 1 - result.low))
