"""Floors of agreement, for scripts: "LAA=0.90" against the scores."""

import math
import re
from typing import NamedTuple, Optional

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError
from brat_iaa.figures import figure_name, full_name, short_name
from brat_iaa.references.gold import is_gold


class Floor(NamedTuple):
    """What a figure must reach.

    measure    or the name of a figure as reports print it, "F1, overlap"
    statistic  None: the first one that reports print by the name alone
    layer      name; None: the layer of dependencies, else the only one with such a figure
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
    """The Floor of "LAA=0.90", "LAA:alpha=0.8", "F1=0.8" or, of a layer, "pos/kappa:cohen=0.8".
    Raises ConfigError.
    """
    name, _, number = (part.strip() for part in given.rpartition("="))
    layer, slash, name = name.rpartition("/")
    measure, colon, statistic = name.partition(":")
    try:
        lowest = float(number)
    except ValueError:
        lowest = math.nan
    floor = Floor(measure, statistic if colon else None, lowest, layer if slash else None)
    if not (name and -1 <= lowest <= 1):
        wrong = number if name else ""
        _refuse(
            given, f"“{wrong}” is no floor; allowed are numbers from -1 to 1, with a decimal point"
        )
    return floor


def _refuse(given, reason, example="LAA:alpha=0.8"):
    raise ConfigError(
        f"--min {given}: {reason}. Expected [LAYER/]MEASURE[:STATISTIC]=FLOOR, e.g. {example}."
    )


def _resolved(floor, agreement):
    """The floor with layer, measure and statistic of a figure that the agreement has. Raises
    ConfigError.
    """
    layers, dependencies = agreement.layer_names, agreement.dependencies
    if not agreement.scores.whole:
        raise ConfigError(
            f"--min {floor}: nothing is compared in this project; brat-agreement report says why."
        )
    if floor.layer is not None and floor.layer not in layers:
        _refuse(floor, f"“{floor.layer}” is no layer.{nearest(floor.layer, layers, 'Layers')}")
    names_in = {layer: {} for layer in layers}
    for score in agreement.scores.whole:
        names_in[score.layer].update(dict.fromkeys(((score.measure, score.statistic),)))
    names_in = {layer: _names(figures) for layer, figures in names_in.items()}
    asked = _plain(
        floor.measure if floor.statistic is None else f"{floor.measure}:{floor.statistic}"
    )
    first = floor.layer or (dependencies and dependencies.name)
    there = [first] if first else [name for name in layers if asked in names_in[name]]
    if len(there) == 1 and asked in names_in[there[0]]:
        measure, statistic = names_in[there[0]][asked]
        return floor._replace(measure=measure, statistic=statistic, layer=there[0])
    if not names_in[first or layers[0]] and len(agreement.annotators) < 2:
        alone = ", ".join(agreement.annotators)
        _refuse(floor, f"there is no such figure, because only {alone} annotated")
    leading = first or next((layer for layer in layers if names_in[layer]), layers[0])
    names = dict.fromkeys(short_name(*key) for key in names_in[leading].values())
    prefix = f"{leading}/" if dependencies is None or leading != dependencies.name else ""
    example = f"{prefix}{next(iter(names), 'F1')}=0.8"
    if there and not first:
        _refuse(floor, f"{', '.join(there)} have such a figure; name one of these layers", example)
    what = f"there is no “{str(floor).rpartition('=')[0].rpartition('/')[2]}” of {leading}"
    _refuse(floor, f"{what}; there are: {'; '.join(names)}", example)


def _names(figures):
    """{a name of a figure: (measure, statistic)}: as in scores, as reports print it, and the
    measure alone.
    """
    names = {
        _plain(f"{measure}:{statistic}"): (measure, statistic) for measure, statistic in figures
    }
    for name_of in (short_name, figure_name, full_name, lambda measure, statistic: measure):
        for key in figures:
            names.setdefault(_plain(name_of(*key)), key)
    return names


def _plain(name):
    return re.sub(r"[\s,:]+", " ", name.casefold()).strip()


def check(floor, agreement, every_pair=False):
    """The Result of the lowest figure that the floor is about. Raises ConfigError if there is none.

    That is the figure over all annotators; with every_pair also that of each
    pair. GCM has a figure for each direction of each pair only. An undefined
    figure does not reach any floor.
    """
    floor = _resolved(given := floor, agreement)
    named = given.layer is not None or floor.layer != (
        agreement.dependencies and agreement.dependencies.name
    )
    layer = f"{floor.layer}/" if named else ""
    scores = [
        score
        for score in agreement.scores.whole
        if (score.layer, score.measure, score.statistic)
        == (floor.layer, floor.measure, floor.statistic)
        # A tool has no floor to reach.
        and (
            not is_gold(floor.layer)
            or not set(score.annotators) & set(agreement.config.anchoring.anchors)
        )
    ]
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


def not_compared(agreement) -> bool:
    """Whether lines, texts or files of annotators are in no figure although they wrote them."""
    nothing_there = ("no annotation file", "no token in it: not begun")
    return any(problem.unread for problem in agreement.problems) or not all(
        left_out.reason.startswith(nothing_there) for left_out in agreement.excluded
    )


def _cut(value):
    """Rounded down: what is below its floor must not be printed as equal to it."""
    return f"{math.floor(value * 10_000) / 10_000:.4f}"
