"""How many sentences a figure needs for an interval of some width, and a change to be told."""

from math import ceil
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import ConfigError, Undefined
from brat_iaa.figures import figure_name, statistic_name
from brat_iaa.formats.cells import interval_unit
from brat_iaa.kinds import KINDS
from brat_iaa.measures.score import FEWEST, Score
from brat_iaa.scores import MEASURES
from brat_iaa.studies.planning.sample_size import (
    NO_INTERVAL,
    half_widths,
    units_for_width,
    units_to_tell,
)

WIDTH = 0.01
# Points of a curve.
_POINTS = 48
OLDER = "it was saved by an older version, without what is needed"


class Need(NamedTuple):
    """What one figure needs.

    score      the Score as it is
    name       of the figure: "LAA"
    width      wanted half width
    half       half the width of the interval as it is; None if there is none
    annotated  number of sentences (or documents) that were compared so far
    needed     number of them for the wanted width, all together; None if undefined
    undefined  why there is no number, or None
    """

    score: Score
    name: str
    width: float
    half: Optional[float]
    annotated: int
    needed: Optional[int]
    undefined: Optional[str]

    @property
    def unit(self) -> str:
        """ "sentences" or "documents" """
        return interval_unit(self.score)

    @property
    def more(self) -> Optional[int]:
        """How many more of them to annotate; None if undefined."""
        return None if self.needed is None else max(0, self.needed - self.annotated)


class CurvePoint(NamedTuple):
    """annotated: number of sentences (or documents), all together; half: expected half width"""

    annotated: int
    half: float


class Telling(NamedTuple):
    """What it takes to tell two phases apart.

    phases      names of the two
    difference  phases.differences.Difference of a figure, over all annotators
    unit        "sentences" or "documents"
    needed      number of them in both phases; None if undefined
    undefined   why there is no number, or None
    """

    phases: tuple[str, str]
    difference: object
    unit: str
    needed: Optional[int]
    undefined: Optional[str]


def needs(agreement, width=WIDTH, layer=None, measure=None, labels=()) -> list:
    """List of Need: of each layer its main figures, then of its labels one figure each.

    agreement  Agreement of two annotators or more
    width      wanted half width, above 0
    layer      name of the only layer; None: all
    measure    name of the only measure; None: all
    labels     names of labels; () is all. With labels, the figures of whole layers are left out

    Raises ConfigError for names that no figure has.
    """
    needed = []
    for index in agreement.score_indexes:
        if layer not in (None, index.name):
            continue
        annotated = _annotated(index)
        keys = [key for key in index.overall if key[0] == measure] if measure else index.main
        scores = [index.overall[key] for key in keys if key in index.overall and not labels]
        needed += [_need(score, width, annotated) for score in scores]
        of_labels = [
            _label_score(index, scores_of_label, measure)
            for label, scores_of_label in index.labels.items()
            if not labels or label in labels
        ]
        of_labels = sorted(filter(None, of_labels), key=lambda score: (-score.items, score.label))
        needed += [_need(score, width, annotated) for score in of_labels]
    _require(needed, agreement, layer, measure, labels)
    return needed


def last_of(need) -> int:
    """Where the curve of a Need with a number ends: beyond what is there and what is needed."""
    return min(max(2 * need.annotated, ceil(1.25 * need.needed)), 25 * need.annotated)


def curve(need, last=None) -> list:
    """List of CurvePoint of a Need, from FEWEST units on; [] if undefined.

    last  where it ends, from the number annotated; None: last_of(need)
    """
    if need.needed is None:
        return []
    of_all = need.score.units / need.annotated
    last = last or last_of(need)
    first = min(ceil(FEWEST / of_all), need.annotated)
    numbers = numpy.unique(numpy.geomspace(first, last, _POINTS).round().astype(int))
    at = numpy.maximum(numbers * of_all, FEWEST)
    halves = half_widths(need.score, at)
    return [CurvePoint(int(number), float(half)) for number, half in zip(numbers, halves)]


def telling(names, differences, unit, layer=None, measure=None) -> Optional[Telling]:
    """Telling of two phases by a figure of all annotators; None if they have no such figure.

    names        of the two phases
    differences  as phases.differences.differences gives them
    unit         of the intervals: "sentences" or "documents"
    layer        name of the layer; None: the first
    measure      such as "LAA", by its MASI, or "f1"; None: LAA, or the leading one of the layer
    """
    candidates = [
        each
        for each in differences
        if layer in (None, each.layer)
        and measure in (None, each.measure)
        and (each.measure not in MEASURES or each.statistic == "masi")
    ]
    if not candidates:
        return None
    by_laa = (
        each for each in candidates if each.measure == "LAA" and each.layer == candidates[0].layer
    )
    difference = next(by_laa, candidates[0])
    try:
        needed = units_to_tell(difference)
        return Telling(tuple(names), difference, unit, needed, None)
    except Undefined as error:
        # Of what does not differ at all no more sentences would help.
        reason = (difference.difference and difference.no_interval) or str(error)
        return Telling(tuple(names), difference, unit, None, reason)


def _need(score, width, annotated_of):
    name = _name(score)
    annotated = annotated_of[interval_unit(score)]

    def undefined(reason, half=None):
        return Need(score, name, width, half, annotated, None, reason)

    if score.value is None:
        return undefined(score.undefined)
    if score.interval is None:
        return undefined(score.no_interval or NO_INTERVAL)
    half = (score.interval[1] - score.interval[0]) / 2
    if score.degrees is None:
        return undefined(OLDER, half)
    try:
        units = units_for_width(score, width)
    except Undefined as error:
        return undefined(str(error), half)
    # A label stands in some sentences only, and so it will.
    needed = ceil(units * annotated / score.units)
    return Need(score, name, width, half, annotated, needed, None)


def _name(score):
    """Name of a figure; of dependencies MASI is what a measure stands for."""
    if score.measure not in MEASURES:
        return figure_name(score.measure, score.statistic)
    if score.statistic == "masi":
        return score.measure
    return f"{score.measure}, {statistic_name(score.statistic)}"


def _label_score(layer, scores, measure):
    """The Score of a label that its Need is about; None if there is none."""
    key = KINDS[layer.kind].label_figure
    if measure is not None:
        key = next((figure for figure in scores if figure[0] == measure), None)
        return None if key is None else scores.get(key)
    return scores.get(key) if key is not None else next(iter(scores.values()), None)


def _annotated(layer):
    """{unit: how many of them at least two annotators have}"""
    agreement = layer.agreement
    tables = [
        table for name, table in agreement.tables.items() if len(agreement.annotators_of(name)) > 1
    ]
    return {"sentences": sum(table.columns.sentences for table in tables), "documents": len(tables)}


def _require(needed, agreement, layer, measure, labels):
    lacking = [label for label in labels if label not in {need.score.label for need in needed}]
    if needed and not lacking:
        return
    layers = [index.name for index in agreement.score_indexes]
    if layer is not None and layer not in layers:
        raise ConfigError(f"There is no layer “{layer}”. Layers: {', '.join(layers)}.")
    asked = ", ".join(filter(None, (measure, *(lacking or labels))))
    raise ConfigError(
        f"There is no figure of {asked} over all annotators. See brat-agreement report."
        if asked
        else "There is no figure over all annotators yet."
    )
