"""Floors of agreement, for scripts: "LAA=0.90" against the scores."""

import math
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.layers.begun import NOT_BEGUN
from brat_iaa.report.named_figures import UnknownFigure, labels_of, named_figure
from brat_iaa.spelling import likely, nearest

# Instead of a label: each of them.
EVERY = "*"


class Floor(NamedTuple):
    """What a figure must reach.

    figure  as written: a name that reports print, with the layer before a slash
    label   the label that it is about, EVERY, or None for all labels together
    """

    figure: str
    lowest: float
    label: Optional[str] = None

    @property
    def name(self) -> str:
        """The figure with its label."""
        return self.figure if self.label is None else f"{self.figure}@{self.label}"

    def __str__(self):
        return f"{self.name}={self.lowest:g}"


class Result(NamedTuple):
    """Whether a floor is reached.

    line   says so
    layer  name
    label  that the lowest figure is about, or None
    value  the lowest figure; None where undefined
    """

    reached: bool
    line: str
    layer: str
    label: Optional[str]
    value: Optional[float]


def read(given):
    """The Floor of "LAA=0.90", "LAA:alpha=0.8", of a label "F1@PER=0.8" or, of a layer,
    "pos/kappa:cohen=0.8". Raises ConfigError.
    """
    name, equals, number = (part.strip() for part in given.rpartition("="))
    try:
        lowest = float(number)
    except ValueError:
        lowest = math.nan
    if not equals and math.isnan(lowest):
        name, number = number, ""
    figure, at, label = name.partition("@")
    if not number:
        _refuse(given, "no limit given.", f"{name or 'LAA'}=0.8")
    if not name:
        _refuse(given, "no measure given.", f"LAA={number}")
    if not -1 <= lowest <= 1:
        reason = f"“{number}” is no limit. Allowed are numbers from -1 to 1, with a decimal point."
        _refuse(given, reason, f"{name}=0.8")
    return Floor(figure.strip(), lowest, label.strip() if at else None)


def _refuse(given, reason, example):
    raise ConfigError(f"Floor {given}: {reason} Write, for example: {example}")


def check(floor, agreement):
    """The Result of the lowest figure that the floor is about. Raises ConfigError if there is none.

    That is the figure over all annotators. GCM has a figure for each direction of each pair only.
    An undefined figure does not reach any floor.
    """
    try:
        figure = named_figure(floor.figure, agreement, floor.label)
    except UnknownFigure as unknown:
        _refuse(floor, unknown.reason, str(floor._replace(figure=unknown.example)))
    dependencies = agreement.dependencies
    named = "/" in floor.figure or figure.layer != (dependencies and dependencies.name)
    layer = f"{figure.layer}/" if named else ""
    existing, asked = [None], {}
    if floor.label is not None:
        existing = labels_of(figure, agreement)
        asked = {"labels": (figure.key,), "label_pairs": (figure.key,)}
    wanted = existing if floor.label in (None, EVERY) else [floor.label]
    if not existing or floor.label is not None and not set(wanted) <= set(existing):
        hint = nearest(floor.label, existing, "Labels")
        meant = likely(floor.label, existing) or next(iter(existing), None)
        reason = f"no label “{floor.label}” has this figure.{hint}"
        _refuse(floor, reason, str(floor._replace(label=meant)))
    scores = [
        score
        for score in agreement.scores_of_figure(figure.layer, figure.key, **asked)
        if score.document is None and score.label in wanted
    ]
    if figure.statistic != "gcm":
        # Some figures of other layers, and those about the gold, are about pairs only, too.
        scores = [score for score in scores if score.annotators == agreement.annotators] or scores
    lowest = min(scores, key=lambda score: -math.inf if score.value is None else score.value)
    reached = lowest.value is not None and lowest.value >= floor.lowest
    shown = f"undefined ({lowest.undefined})" if lowest.value is None else _cut(lowest.value)
    of = "lowest: " if len(scores) > 1 else ""
    of_label = "" if lowest.label is None else f" of {lowest.label}"
    names = lowest.annotators
    if names == agreement.annotators:
        names = agreement.compared or names
    line = (
        f"{'ok' if reached else 'BELOW':<5}  {layer}{figure.measure} {figure.statistic}{of_label}: "
        f"{shown}, floor {floor.lowest:g} ({of}{', '.join(names)})"
    )
    return Result(reached, line, figure.layer, lowest.label, lowest.value)


def not_compared(agreement) -> bool:
    """Whether lines, texts or files of annotators are in no figure although they wrote them, or
    empty files although they may mean that nothing was found.
    """
    nothing_there = ("no annotation file", NOT_BEGUN)
    return (
        any(problem.unread for problem in agreement.problems)
        or bool(agreement.empty_files)
        or not all(left.reason.startswith(nothing_there) for left in agreement.excluded)
    )


def _cut(value):
    """Rounded down: what is below its floor must not be printed as equal to it."""
    return f"{math.floor(value * 10_000) / 10_000:.4f}"
