"""Floors of agreement, for scripts: "LAA=0.90" against the scores."""

import math
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.formats.display_names import STATISTICS as PRINTED
from brat_iaa.references.gold_layers import is_gold
from brat_iaa.scores import MEASURES

STATISTICS = (*PRINTED, "gcm")


class Floor(NamedTuple):
    """What a figure must reach.

    statistic  None: the only one that the measure has
    layer      name; None: the layer of dependencies
    """

    measure: str
    statistic: Optional[str]
    lowest: float
    layer: Optional[str] = None

    def __str__(self):
        layer = "" if self.layer is None else f"{self.layer}/"
        statistic = "" if self.statistic is None else f":{self.statistic}"
        return f"{layer}{self.measure}{statistic}={self.lowest:g}"


class Result(NamedTuple):
    """Whether a floor is reached, and the line that says so."""

    reached: bool
    line: str


def read(given):
    """The Floor of "LAA=0.90", "LAA:alpha=0.8" or, of a layer, "pos/kappa:cohen=0.8". Raises
    ConfigError.
    """
    name, _, number = (part.strip() for part in given.partition("="))
    layer, slash, name = name.rpartition("/")
    measure, colon, statistic = name.partition(":")
    try:
        lowest = float(number)
    except ValueError:
        lowest = math.nan
    if slash:
        floor = Floor(measure, statistic if colon else None, lowest, layer)
    else:
        floor = Floor(measure, statistic if colon else "masi", lowest)
        _check_name(given, floor)
    if not -1 <= lowest <= 1:
        _refuse(
            given, f"“{number}” is no floor; allowed are numbers from -1 to 1, with a decimal point"
        )
    return floor


def _check_name(given, floor):
    """Whether there is such a figure of dependencies."""
    if floor.measure not in MEASURES:
        _refuse(
            given,
            f"“{floor.measure}” is no measure; allowed: {', '.join(MEASURES)}. Of "
            "other layers, and of coarse labels, write LAYER/MEASURE:STATISTIC",
        )
    if floor.statistic not in STATISTICS:
        _refuse(given, f"“{floor.statistic}” is no statistic; allowed: {', '.join(STATISTICS)}")
    if (floor.measure, floor.statistic) == ("LOA", "alpha-index"):
        _refuse(
            given, "LOA compares labels only, so it has no alpha with heads as index; use LOA:alpha"
        )


def _refuse(given, reason, example="LAA:alpha=0.8"):
    raise ConfigError(
        f"--min {given}: {reason}. Expected [LAYER/]MEASURE[:STATISTIC]=FLOOR, e.g. {example}."
    )


def _example(agreement):
    """A floor of a figure that the project has."""
    if agreement.dependencies is not None:
        return "LAA:alpha=0.8"
    whole = [score for score in agreement.scores if score.whole]
    names = [f"{score.layer}/{score.measure}:{score.statistic}" for score in whole]
    return f"{next(iter(names), 'spans/f1:exact')}=0.8"


def _resolved(floor, agreement):
    """The floor with layer and statistic of a figure that the agreement has. Raises ConfigError."""
    if not agreement.layer_names:
        raise ConfigError(
            f"--min {floor}: nothing is compared in this project; brat-agreement report says why."
        )
    example = _example(agreement)
    layers, dependencies = agreement.layer_names, agreement.dependencies
    if floor.layer is None:
        if dependencies is None:
            named = f"name one of the layers before it: {_listed(layers)}"
            _refuse(floor, f"no dependencies are compared; {named}", example)
        return floor._replace(layer=dependencies.name)
    if floor.layer not in layers:
        _refuse(floor, f"“{floor.layer}” is no layer; allowed: {_listed(layers)}", example)
    by_measure = {}
    for score in agreement.scores:
        if score.layer == floor.layer and score.whole:
            by_measure.setdefault(score.measure, {})[score.statistic] = score
    # Figures of coarse labels are there where the settings name these.
    coarse = floor.measure in by_measure and floor.measure not in MEASURES
    if dependencies is not None and floor.layer == dependencies.name and not coarse:
        usual = floor if floor.statistic is not None else floor._replace(statistic="masi")
        _check_name(floor, usual)
        return usual
    if floor.measure not in by_measure:
        allowed = f"allowed: {_listed(by_measure)}"
        _refuse(floor, f"“{floor.measure}” is no measure of {floor.layer}; {allowed}", example)
    statistics = by_measure[floor.measure]
    if floor.statistic is None and len(statistics) == 1:
        return floor._replace(statistic=next(iter(statistics)))
    if floor.statistic not in statistics:
        what = (
            "it names no statistic"
            if floor.statistic is None
            else f"“{floor.statistic}” is no statistic of it"
        )
        _refuse(floor, f"{what}; allowed: {_listed(statistics)}", example)
    return floor


def _listed(names):
    return ", ".join(names) or "none"


def check(floor, agreement, every_pair=False):
    """The Result of the lowest figure that the floor is about. Raises ConfigError if there is none.

    That is the figure over all annotators; with every_pair also that of each
    pair. GCM has a figure for each direction of each pair only. An undefined
    figure does not reach any floor.
    """
    layer = "" if floor.layer is None else f"{floor.layer}/"
    given, floor = floor, _resolved(floor, agreement)
    scores = [
        score
        for score in agreement.scores
        if (score.layer, score.measure, score.statistic)
        == (floor.layer, floor.measure, floor.statistic)
        and score.whole
        # A tool has no floor to reach.
        and (
            not is_gold(floor.layer)
            or not set(score.annotators) & set(agreement.config.anchoring.anchors)
        )
    ]
    if not scores:
        _refuse(
            given,
            f"there is no such figure, because only {', '.join(agreement.annotators)} annotated",
        )
    if not every_pair and floor.statistic != "gcm":
        # Some figures of other layers, and those of gold and anchors, are about pairs only, too.
        scores = [score for score in scores if score.annotators == agreement.annotators] or scores
    lowest = min(scores, key=lambda score: -math.inf if score.value is None else score.value)
    reached = lowest.value is not None and lowest.value >= floor.lowest
    figure = f"undefined ({lowest.undefined})" if lowest.value is None else _cut(lowest.value)
    of = "lowest: " if len(scores) > 1 else ""
    return Result(
        reached,
        f"{'ok' if reached else 'BELOW':<5}  {layer}{floor.measure} {floor.statistic}: {figure}, "
        f"floor {floor.lowest:g} ({of}{', '.join(lowest.annotators)})",
    )


def _cut(value):
    """Rounded down: what is below its floor must not be printed as equal to it."""
    return f"{math.floor(value * 10_000) / 10_000:.4f}"
