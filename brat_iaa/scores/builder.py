"""Builds Scores: figures with intervals, reasons where there are none, and signatures."""

from collections.abc import Sequence
from copy import copy
from hashlib import sha256
from math import isnan
from typing import NamedTuple, Optional

import numpy

from brat_iaa import __version__
from brat_iaa.config import signature_of
from brat_iaa.measures.intervals import intervals
from brat_iaa.measures.score import FEWEST, LEVEL, TOO_WIDE, Score

NO_ITEM = "no token that both annotated"
NO_ARC = "the first annotator drew no arcs"
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


def too_wide(differing, units, unit: str) -> str:
    """Why a figure has no interval that would say nothing, with the counts that it is about."""
    return f"somebody differs in {differing} of {units} {unit}: {TOO_WIDE}"


class EstimatedFigures(Sequence):
    """EstimatedFigures as arrays, each made when it is read.

    value   floats; nan where undefined
    few     why a figure has no interval
    spread  floats, figures x 7: the columns of a Spread with bounds; None: there are none at all
    unit    as in EstimatedFigure
    """

    def __init__(self, value, few, spread=None, unit=None, drawn="sentences"):
        self.value, self._few, self._spread, self._unit = value, few, spread, unit
        self._drawn = drawn

    def taken(self, order) -> "EstimatedFigures":
        """Those with some numbers, in this order."""
        spread = None if self._spread is None else self._spread[order]
        return EstimatedFigures(self.value[order], self._few, spread, self._unit, self._drawn)

    def __len__(self):
        return len(self.value)

    def __getitem__(self, number):
        value = self.value[number].item()
        if isnan(value):
            return NO_FIGURE
        if self._spread is None:
            return EstimatedFigure(value, None, self._few, unit=self._unit)
        units, differing, error, degrees, effect, low, high = self._spread[number].tolist()
        if isnan(high):
            why = self._few
            if units >= FEWEST:
                why = too_wide(int(differing), int(units), self._drawn)
            return EstimatedFigure(value, None, why, unit=self._unit)
        return EstimatedFigure(
            value, (low, high), None, None if isnan(effect) else effect, int(units), error,
            int(differing), degrees, self._unit,
        )  # fmt: skip


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
        self.data = data
        self._group = group
        self._settings = signature_of(config.dependencies)
        self._empty = config.found_nothing and "empty:done"
        if config.empty == "nothing":
            self._empty = "empty:nothing"
        self._kind, self._signatures, self._uncounted = [], {}, {}
        # Figures of levels depend on it.
        self._hierarchy = f"types:{sha256(repr(layer.hierarchy).encode()).hexdigest()[:12]}"
        # The settings of the project stand there already.
        if not layer.settings.of_project:
            self._kind = [layer.kind]
            self._settings += signature_of(layer.settings)

    def for_document(self, name, data) -> "ScoreBuilder":
        """That of a document. data: ComparedData that has it"""
        builder = copy(self)
        builder.document, builder.data = name, data
        builder._signatures, builder._uncounted = {}, {}
        return builder

    def figures(self, estimate, document=None) -> EstimatedFigures:
        """The figures of an Estimate.

        document  number of each sentence's document, in ascending order; None: documents stand in
                  the place of sentences
        """
        unit, named = self.config.unit, None
        if document is None:
            unit = named = "documents"
            document = numpy.arange(len(estimate.influence))
        if not len(estimate.value) or estimate.units().max() < FEWEST:
            return EstimatedFigures(estimate.value, too_few(unit), unit=named)
        spread = intervals(estimate, document, unit)
        if named is not None:
            spread = spread._replace(design_effect=numpy.full(len(spread.low), numpy.nan))
        columns = numpy.stack(spread, axis=1)
        return EstimatedFigures(estimate.value, too_few(unit), columns, named, unit)

    def figures_of(self, estimates, document) -> list:
        """The figures of each of some Estimates of the same sentences."""
        return [self.figures(estimate, document) for estimate in estimates]

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
            ),
            design_effect=figure.design_effect,
            units=figure.units,
            standard_error=figure.standard_error,
            uncounted=self._lines_uncounted(annotators),
            differing=figure.differing,
            degrees=figure.degrees,
        )

    def _lines_uncounted(self, annotators):
        if self.data is None:
            return 0
        key = frozenset(annotators)
        if key not in self._uncounted:
            lines = self.data.uncounted(self.layer, key, self.document)
            self._uncounted[key] = sum(len(of_file.lines) for of_file in lines)
        return self._uncounted[key]

    def _signature(self, measure, source, *about):
        """about: annotators, items, label, sentence, what the interval takes as drawn, or None"""
        # What follows the source many figures have in common.
        rest = self._signatures.get(about)
        if rest is None:
            annotators, items, label, sentence, drawn = about
            counts, fingerprint = [], []
            if self.data is not None:
                counts, *fingerprint = self.data.described(annotators, self.document)
            uncounted, snapshot = self._lines_uncounted(annotators), self.config.snapshot
            parts = [
                self.document and f"document:{self.document}",
                self._group and f"group:{self._group}",
                sentence and f"sentence:{sentence}",
                label and f"label:{label}",
                *counts,
                f"items:{items}",
                uncounted and f"uncounted:{uncounted}",
                *self._settings,
                self._empty,
                drawn and f"interval:{METHOD},{LEVEL},{drawn}",
                *fingerprint,
                snapshot is not None and f"phase:{snapshot.replace('|', '/')}",
                f"v{__version__}",
            ]
            rest = self._signatures[about] = "|".join(part for part in parts if part)
        of_levels = [self._hierarchy] if measure.startswith("level") else []
        return "|".join([*self._kind, measure, source, *of_levels, rest])
