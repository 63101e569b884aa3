"""Floors of agreement, for scripts: "LAA=0.90" against the scores."""

import math
from typing import NamedTuple

from brat_iaa.errors import ConfigError
from brat_iaa.report.tables import STATISTICS as PRINTED
from brat_iaa.scores import MEASURES

STATISTICS = (*PRINTED, "gcm")


class Floor(NamedTuple):
    """What a figure must reach."""

    measure: str
    statistic: str
    lowest: float


class Result(NamedTuple):
    """Whether a floor is reached, and the line that says so."""

    reached: bool
    line: str


def read(given):
    """The Floor of "LAA=0.90" or "LAA:alpha=0.8". Raises ConfigError."""
    name, _, number = (part.strip() for part in given.partition("="))
    measure, colon, statistic = name.partition(":")
    statistic = statistic if colon else "masi"
    if measure not in MEASURES:
        _refuse(given, f"“{measure}” is no measure; allowed: {', '.join(MEASURES)}")
    if statistic not in STATISTICS:
        _refuse(given, f"“{statistic}” is no statistic; allowed: {', '.join(STATISTICS)}")
    if (measure, statistic) == ("LOA", "alpha-index"):
        _refuse(given, "LOA compares labels only, so it has no alpha with heads as index; use LOA:alpha")
    try:
        lowest = float(number)
    except ValueError:
        lowest = math.nan
    if not -1 <= lowest <= 1:
        _refuse(given, f"“{number}” is no floor; allowed are numbers from -1 to 1, with a decimal point")
    return Floor(measure, statistic, lowest)


def _refuse(given, reason):
    raise ConfigError(f"--min {given}: {reason}. Expected MEASURE[:STATISTIC]=FLOOR, e.g. LAA:alpha=0.8.")


def check(floor, agreement, every_pair=False):
    """The Result of the lowest figure that the floor is about.

    That is the figure over all annotators; with every_pair also that of each
    pair. GCM has a figure for each direction of each pair only. An undefined
    figure does not reach any floor.
    """
    scores = [
        score
        for score in agreement.scores
        if (score.measure, score.statistic) == (floor.measure, floor.statistic)
        and score.document is None
        and score.label is None
        and (every_pair or floor.statistic == "gcm" or score.annotators == agreement.annotators)
    ]
    lowest = min(scores, key=lambda score: -math.inf if score.value is None else score.value)
    reached = lowest.value is not None and lowest.value >= floor.lowest
    figure = f"undefined ({lowest.undefined})" if lowest.value is None else _cut(lowest.value)
    of = "lowest: " if len(scores) > 1 else ""
    return Result(
        reached,
        f"{'ok' if reached else 'BELOW':<5}  {floor.measure} {floor.statistic}: {figure}, "
        f"floor {floor.lowest:g} ({of}{', '.join(lowest.annotators)})",
    )


def _cut(value, digits=4):
    """Rounded down: what is below its floor must not be printed as equal to it."""
    scale = 10**digits
    return f"{math.floor(value * scale) / scale:.{digits}f}"
