"""Figures with coarse labels beside those with all labels, and what that removes.

As LAS with universal labels, without subtypes, beside LAS with all labels (EULAS and ELAS of the
IWPT shared tasks: Bouma, Seddah & Zeman 2021). The share of the disagreement that goes away is
about fine distinctions alone:

    removed = 1 - (1 - coarse) / (1 - fine)

Its interval is that of the ratio of two states' disagreements (measures.intervals.change), since
both figures are about the same sentences.
"""

from functools import partial
from typing import Callable, NamedTuple, Optional

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.measures.estimate import Estimate
from brat_iaa.measures.intervals import change
from brat_iaa.scores import COARSE, REMOVED
from brat_iaa.scores.builder import NO_FIGURE, EstimatedFigure, too_few
from brat_iaa.scores.score_table import Figure, OfPairs, Subjects

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


def coarse_figures(subjects, fine, coarse, keys, labels, unit, pairs=True) -> list:
    """Figures of some Subjects: those with coarse labels, and the shares of the disagreement
    that go away.

    fine, coarse  lists of Figure: the same figures with all labels and with coarse ones
    keys          (measure, statistic) of those that are wanted, if they are there
    labels        CoarseLabels
    unit          what intervals take as drawn
    pairs         whether pairs of more annotators have them, too
    """
    fine_by_key, coarse_by_key = (
        {figure.key: figure for figure in figures} for figures in (fine, coarse)
    )
    return [
        Figure(
            (f"{key[0]}-{ending}", key[1]), partial(state.of_pair, ending),
            None if state.coarse.mean is None else partial(state.mean, ending),
            state.coarse.joint, pairs,
        )
        for key in keys
        if key in coarse_by_key
        for state in [_BothStates(fine_by_key[key], coarse_by_key[key], subjects, labels, unit)]
        for ending in (COARSE, REMOVED)
    ]  # fmt: skip


class _BothStates(NamedTuple):
    """A figure with all labels and with coarse ones, and what that removes."""

    fine: Figure
    coarse: Figure
    subjects: Subjects
    labels: CoarseLabels
    unit: str

    def of_pair(self, ending, pair):
        """The FigureValues of a pair."""
        return self._values(ending, self.fine.compute(pair).estimate, self.coarse.compute(pair))

    def mean(self, ending, of_pairs):
        """Those of the mean over pairs."""
        coarsely = OfPairs(
            {pair: self.coarse.compute(pair) for pair in of_pairs}, of_pairs.compared
        )
        # Means over the same pairs: with coarse labels, kappa of fewer may be defined.
        estimates = [
            _if_defined(self.fine.compute(pair).estimate, figure.estimate)
            for pair, figure in coarsely.items()
        ]
        fine = of_pairs.mean(estimates)
        return self._values(ending, fine, self.coarse.mean(coarsely))

    def _values(self, ending, estimate, coarsely):
        sources, number = coarsely.source, len(self.subjects.names)
        sources = sources if isinstance(sources, list) else [sources] * number
        sources = [f"{source}|{self.labels.source}" for source in sources]
        coarsely = coarsely._replace(source=sources)
        if ending == COARSE:
            return coarsely
        shares = [_removed(n, estimate, coarsely, self.subjects, self.unit) for n in range(number)]
        figures, reasons = ([*column] for column in zip(*shares)) if shares else ([], [])
        return coarsely._replace(estimate=figures, reason=reasons, observed=None, expected=None)


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
