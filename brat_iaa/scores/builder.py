"""Makes a Score of a figure: the reason where there is none, and the signature of its settings."""

from math import isnan
from typing import NamedTuple, Optional

import numpy

from brat_iaa import __version__
from brat_iaa.config import signature_of
from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import FEWEST, LEVEL, intervals
from brat_iaa.measures.score import Score

NO_ITEM = "no token that both annotated"
NO_ARC = "no arc to divide by"
# Two empty sets agree, but where there are no others nothing was compared.
NOTHING_DRAWN = "no annotator drew an arc"
NO_VALUE = "no value"
A_TEST = "a test has none"
ONE_SENTENCE = "one sentence"


class Figure(NamedTuple):
    """What a Score says of its figure; value is nan if undefined, the others are as in Score."""

    value: float
    interval: Optional[tuple[float, float]] = None
    no_interval: Optional[str] = None
    design_effect: Optional[float] = None


NO_FIGURE = Figure(numpy.nan, None, NO_VALUE)


def too_few(unit):
    """Why there is no interval over few sentences, or documents."""
    return f"fewer than {FEWEST} {unit}: too few to estimate an interval"


class ScoreBuilder:
    """What all scores of one document or project share.

    config     Config
    layer      Layer of the scores
    document   name, or None for the whole project
    data       ComparedData that the scores are computed from; None: of no files
    """

    def __init__(self, config, layer, document=None, data=None):
        self.config = config
        self.layer = layer
        self.document = document
        self._data = data
        self._settings = signature_of(config.dependencies)
        self._kind = []
        if layer.kind != "dependencies":
            self._kind = [layer.kind]
            self._settings += signature_of(layer.settings)

    def figures(self, estimate, document):
        """List of Figure, of each figure of an Estimate.

        document  number of each sentence's document, in ascending order
        """
        unit = self.config.unit
        if len(document) < FEWEST:
            few = too_few(unit)
            return [
                NO_FIGURE if isnan(value) else Figure(value, None, few)
                for value in estimate.value.tolist()
            ]
        found = intervals(estimate, document, unit)
        rows = zip(
            estimate.value.tolist(), found.low.tolist(), found.high.tolist(),
            found.design_effect.tolist(),
        )  # fmt: skip
        return [
            NO_FIGURE
            if isnan(value)
            else Figure(value, None, too_few(unit))
            if isnan(low)
            else Figure(value, (low, high), None, None if isnan(effect) else effect)
            for value, low, high, effect in rows
        ]

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
    ):
        """A Score.

        source   of the statistic in the signature, e.g. "masi:RD13"
        figure   Figure
        reason   why it is undefined; ignored if it is not
        """
        undefined = isnan(figure.value)
        value = None if undefined else float(figure.value)
        return Score(
            layer=self.layer.name,
            measure=measure,
            statistic=statistic,
            annotators=tuple(annotators),
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
                measure, source, annotators, items, label, sentence, figure.interval
            ),
            design_effect=figure.design_effect,
        )

    def corrected(
        self, measure, statistic, annotators, source, table, missing, document, nothing=None
    ):
        """The Score of a figure corrected for chance.

        table     AlphaTable or whatever else has items, score() and estimate()
        document  as in figures()
        nothing   what to say instead where it has items, but no figure
        """
        try:
            found = table.score()
        except Undefined as error:
            reason = nothing if nothing and table.items else str(error)
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
            found.observed,
            found.expected,
        )

    def _signature(self, measure, source, annotators, items, label, sentence, interval):
        counts, fingerprint = [], []
        if self._data is not None:
            counts, *fingerprint = self._data.described(annotators, self.document)
        parts = self._kind + [measure, source]
        parts += [f"document:{self.document}"] if self.document else []
        parts += [f"sentence:{sentence}"] if sentence else []
        parts += [f"label:{label}"] if label else []
        parts += [*counts, f"items:{items}"]
        parts += self._settings
        if interval is not None:
            parts.append(f"interval:linearised,{LEVEL},{self.config.unit}")
        parts += [*fingerprint, f"v{__version__}"]
        return "|".join(parts)
