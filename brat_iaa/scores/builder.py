"""Builds Scores: figures with intervals, reasons where there are none, and signatures."""

from itertools import islice
from math import isnan
from typing import NamedTuple, Optional

import numpy

from brat_iaa import __version__
from brat_iaa.config import signature_of
from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import FEWEST, LEVEL, SHARE, Spread, bounds, intervals, spread
from brat_iaa.measures.score import Score

NO_ITEM = "no token that both annotated"
NO_ARC = "no arc to divide by"
# Two empty sets agree, but where all sets are empty nothing was compared.
NOTHING_DRAWN = "no annotator drew an arc"
NO_VALUE = "no value"
A_TEST = "a test has none"
ONE_SENTENCE = "one sentence"
# Of intervals, in signatures: see measures.estimate.
METHOD = "delete-one"


class EstimatedFigure(NamedTuple):
    """One figure with its interval, as in Score; value is nan if undefined.

    unit  what the interval takes as drawn; None: what the settings say
    """

    value: float
    interval: Optional[tuple[float, float]] = None
    no_interval: Optional[str] = None
    design_effect: Optional[float] = None
    units: Optional[int] = None
    standard_error: Optional[float] = None
    differing: Optional[int] = None
    degrees: Optional[float] = None
    unit: Optional[str] = None


NO_FIGURE = EstimatedFigure(numpy.nan, None, NO_VALUE)


def too_few(unit: str) -> str:
    """Why few sentences, or documents, have no interval."""
    return f"fewer than {FEWEST} {unit}: too few to estimate an interval"


def _estimated(values, low, high, found, unit):
    """List of EstimatedFigure."""
    rows = zip(*(array.tolist() for array in (values, low, high, *found)))
    return [
        NO_FIGURE
        if isnan(value)
        else EstimatedFigure(value, None, too_few(unit))
        if isnan(bottom)
        else EstimatedFigure(
            value, (bottom, top), None, None if isnan(effect) else effect, units, error, differing,
            degrees,
        )
        for value, bottom, top, units, differing, error, degrees, effect in rows
    ]  # fmt: skip


class ScoreBuilder:
    """Builds the Scores of one layer, for a document or the whole project.

    config     Config
    layer      Layer of the scores
    document   name, or None for the whole project
    data       ComparedData that the scores are computed from; None leaves it out of signatures
    group      name of the group of documents that is all there is, or None
    """

    def __init__(self, config, layer, document=None, data=None, group=None):
        self.config = config
        self.layer = layer
        self.document = document
        self._data = data
        self._group = group
        self._settings = signature_of(config.dependencies)
        self._kind, self._signatures, self._uncounted = [], {}, {}
        # The settings of the project stand there already.
        if not layer.settings.of_project:
            self._kind = [layer.kind]
            self._settings += signature_of(layer.settings)

    def figures(self, estimate, document) -> list:
        """List of EstimatedFigure: the figures of an Estimate.

        document  number of each sentence's document, in ascending order
        """
        return self._figures(estimate, document, self.config.unit)

    def figures_of_several(self, estimates, document) -> list:
        """For each of several estimates of shares what figures() returns, all at once.

        estimates  are needed one at a time
        """
        if len(document) < FEWEST:
            return [self.figures(estimate, document) for estimate in estimates]
        unit = self.config.unit
        found = [(own.value, own.expected, spread(own, document, unit)) for own in estimates]
        if not found:
            return []
        values, expected, spreads = zip(*found)
        joined = Spread(*map(numpy.concatenate, zip(*spreads)))
        value = numpy.concatenate(values)
        of_each = [numpy.broadcast_to(own, len(of)) for own, of in zip(expected, values)]
        low, high = bounds(value, joined, SHARE, numpy.concatenate(of_each))
        figures = iter(_estimated(value, low, high, joined, unit))
        return [list(islice(figures, len(own))) for own in values]

    def figures_of_documents(self, estimate) -> list:
        """The same of an Estimate with documents in the place of sentences."""
        documents = numpy.arange(len(estimate.influence))
        return [
            figure._replace(design_effect=None, unit="documents")
            for figure in self._figures(estimate, documents, "documents")
        ]

    def _figures(self, estimate, document, unit):
        if len(document) < FEWEST:
            few = too_few(unit)
            return [
                NO_FIGURE if isnan(value) else EstimatedFigure(value, None, few)
                for value in estimate.value.tolist()
            ]
        found = intervals(estimate, document, unit)
        return _estimated(estimate.value, *found[:2], found[2:], unit)

    def score(
        self,
        measure,
        statistic,
        annotators,
        source,
        figure,
        items,
        missing,
        reason,
        observed=None,
        expected=None,
        label=None,
        sentence=None,
    ) -> Score:
        """A Score.

        source   of the statistic in the signature, e.g. "masi:RD13"
        figure   EstimatedFigure
        reason   why the figure is undefined; ignored if it is defined
        """
        annotators = tuple(annotators)
        undefined = isnan(figure.value)
        value = None if undefined else float(figure.value)
        return Score(
            layer=self.layer.name,
            measure=measure,
            statistic=statistic,
            annotators=annotators,
            document=self.document,
            label=label,
            sentence=sentence,
            value=value,
            observed=value if expected is None else observed,
            expected=expected,
            items=int(items),
            missing=None if missing is None else int(missing),
            interval=figure.interval,
            no_interval=figure.no_interval,
            undefined=reason if undefined else None,
            signature=self._signature(
                measure,
                source,
                annotators,
                items,
                label,
                sentence,
                figure.interval and (figure.unit or self.config.unit),
            ),  # fmt: skip
            design_effect=figure.design_effect,
            units=figure.units,
            standard_error=figure.standard_error,
            uncounted=self._lines_uncounted(annotators),
            differing=figure.differing,
            degrees=figure.degrees,
        )

    def chance_corrected(
        self, measure, statistic, annotators, source, table, missing, document, reason=None
    ) -> Score:
        """The Score of a figure corrected for chance.

        table     AlphaTable, or anything else with items, score() and estimate()
        document  as in figures()
        reason    why it is undefined although there are items; None: as the table says
        """
        try:
            result = table.score()
        except Undefined as error:
            reason = reason if reason and table.items else str(error)
            return self.score(
                measure, statistic, annotators, source, NO_FIGURE, table.items, missing, reason
            )
        (figure,) = self.figures(table.estimate(), document)
        return self.score(
            measure,
            statistic,
            annotators,
            source,
            figure,
            table.items,
            missing,
            None,
            result.observed,
            result.expected,
        )

    def _lines_uncounted(self, annotators):
        if self._data is None:
            return 0
        key = frozenset(annotators)
        if key not in self._uncounted:
            lines = self._data.uncounted(self.layer, key, self.document)
            self._uncounted[key] = sum(len(of_file.lines) for of_file in lines)
        return self._uncounted[key]

    def _signature(self, measure, source, *about):
        """about: as in _rest_of_signature()"""
        if about not in self._signatures:
            self._signatures[about] = self._rest_of_signature(*about)
        return "|".join([*self._kind, measure, source, self._signatures[about]])

    def _rest_of_signature(self, annotators, items, label, sentence, drawn):
        """What follows the source; many figures have it in common.

        drawn  what the interval takes as drawn; None without interval
        """
        counts, fingerprint = [], []
        if self._data is not None:
            counts, *fingerprint = self._data.described(annotators, self.document)
        parts = [f"document:{self.document}"] if self.document else []
        parts += [f"group:{self._group}"] if self._group else []
        parts += [f"sentence:{sentence}"] if sentence else []
        parts += [f"label:{label}"] if label else []
        parts += [*counts, f"items:{items}"]
        uncounted = self._lines_uncounted(annotators)
        parts += [f"uncounted:{uncounted}"] if uncounted else []
        parts += self._settings
        if drawn is not None:
            parts.append(f"interval:{METHOD},{LEVEL},{drawn}")
        parts += [*fingerprint, f"v{__version__}"]
        return "|".join(parts)
