"""Builds Scores: figures with intervals, reasons where there are none, and signatures."""

from hashlib import sha256
from math import isnan, nan
from typing import NamedTuple, Optional

from brat_iaa import __version__
from brat_iaa.config import signature_of
from brat_iaa.measures.intervals import ROUNDING, intervals
from brat_iaa.measures.score import ALL_THE_SAME, FEWEST, LEVEL, TOO_WIDE, Score

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
    """One figure with its interval, as in Score; value is nan if undefined."""

    value: float
    interval: Optional[tuple[float, float]] = None
    no_interval: Optional[str] = None
    design_effect: Optional[float] = None
    units: Optional[int] = None
    standard_error: Optional[float] = None
    differing: Optional[int] = None
    degrees: Optional[float] = None


NO_FIGURE = EstimatedFigure(nan, None, NO_VALUE)


def too_few(unit: str) -> str:
    """Why few sentences, or documents, have no interval."""
    return f"fewer than {FEWEST} {unit}: too few to estimate an interval"


def too_wide(differing, units, unit: str) -> str:
    """Why a figure has no interval that would say nothing, with the counts that it is about."""
    return f"somebody differs in {differing} of {units} {unit}: {TOO_WIDE}"


def without_interval(values, why) -> list:
    """EstimatedFigures of some values, nan where undefined."""
    return [
        NO_FIGURE if isnan(value) else EstimatedFigure(value, None, why)
        for value in values.tolist()
    ]


class ScoreBuilder:
    """Builds the Scores of one layer.

    config  Config
    layer   Layer of the scores
    data    ComparedData that the scores are computed from; None leaves it out of signatures
    group   name of the group of documents that is all there is, or None
    """

    def __init__(self, config, layer, data=None, group=None):
        self.config, self.layer, self.data, self._group = config, layer, data, group
        self._settings = signature_of(config.dependencies)
        self._empty = config.found_nothing and "empty:done"
        if config.empty == "nothing":
            self._empty = "empty:nothing"
        self._kind = ""
        # Figures of levels depend on it.
        self._hierarchy = f"|types:{sha256(repr(layer.hierarchy).encode()).hexdigest()[:12]}"
        # The settings of the project stand there already.
        if not layer.settings.of_project:
            self._kind = f"{layer.kind}|"
            self._settings += signature_of(layer.settings)
        self._described, self._uncounted = {}, {}

    def figures(self, estimate, document) -> list:
        """The EstimatedFigures of an Estimate. document: number of each sentence's document, in
        ascending order
        """
        unit = self.config.unit
        if not len(estimate.value) or estimate.units().max() < FEWEST:
            return without_interval(estimate.value, too_few(unit))
        spread, figures = intervals(estimate, document, unit), []
        for value, units, differing, error, degrees, effect, low, high in zip(
            estimate.value.tolist(), *(column.tolist() for column in spread)
        ):
            if isnan(value):
                figures.append(NO_FIGURE)
            elif isnan(high):
                why = too_wide(int(differing), int(units), unit)
                if units < FEWEST:
                    why = too_few(unit)
                elif error < ROUNDING:
                    why = ALL_THE_SAME
                figures.append(EstimatedFigure(value, None, why))
            else:
                figures.append(EstimatedFigure(
                    value, (low, high), None, None if isnan(effect) else effect, int(units), error,
                    int(differing), degrees,
                ))  # fmt: skip
        return figures

    def score(
        self, measure, statistic, annotators, source, figure, items, missing, reason,
        observed=None, expected=None, document=None, label=None, sentence=None,
    ) -> Score:  # fmt: skip
        """A Score.

        source   of the statistic in the signature, e.g. "masi:RD13"
        figure   EstimatedFigure
        reason   why the figure is undefined; ignored if it is defined
        """
        value, interval, no_interval, effect, units, error, differing, degrees = figure
        undefined = isnan(value)
        value = None if undefined else float(value)
        about = annotators, document, label, sentence
        if about not in self._described:
            self._described[about] = self._describe(*about)
        before, after, fingerprint, uncounted, compared = self._described[about]
        levels = self._hierarchy if measure.startswith("level") else ""
        drawn = f"|interval:{METHOD},{LEVEL},{self.config.unit}" if interval else ""
        return Score(
            self.layer.name, measure, statistic, annotators, document, label, sentence, value,
            value if expected is None else observed, expected, int(items),
            None if missing is None else int(missing), interval,
            no_interval, reason if undefined else None,
            f"{self._kind}{measure}|{source}{levels}{before}|items:{items}{after}{drawn}"
            f"{fingerprint}",
            effect, units, error, uncounted, differing, degrees, compared,
        )  # fmt: skip

    def _describe(self, annotators, document, label, sentence):
        """(what a signature says before the number of items, after it, after the interval; number
        of lines of these annotators that could not be read; those of them who are compared).
        """
        counts, fingerprint, uncounted, compared = [], [], 0, annotators
        if self.data is not None:
            counts, digest, there = self.data.described(annotators, document)
            fingerprint, compared = [digest], tuple(name for name in annotators if name in there)
            key = frozenset(annotators), document
            if key not in self._uncounted:
                lines = self.data.uncounted(self.layer, *key)
                self._uncounted[key] = sum(len(of_file.lines) for of_file in lines)
            uncounted = self._uncounted[key]
        snapshot = self.config.snapshot
        parts = (
            [
                document and f"document:{document}",
                self._group and f"group:{self._group}",
                sentence and f"sentence:{sentence}",
                label and f"label:{label}",
                *counts,
            ],
            [uncounted and f"uncounted:{uncounted}", *self._settings, self._empty],
            [
                *fingerprint,
                snapshot is not None and f"phase:{snapshot.replace('|', '/')}",
                f"v{__version__}",
            ],
        )
        return *("".join(f"|{part}" for part in of if part) for of in parts), uncounted, compared
