"""Figures by their records: how they are called, what they mean, which of them come first."""

import functools

from brat_iaa.figures.arcs import ARC_MEASURES, DEPENDENCIES, REFERENCES, TREES
from brat_iaa.figures.chains import CHAINS, COLUMNS, GRID_NOTE, RELATIONS
from brat_iaa.figures.names import (
    COARSE_WORDS,
    DISTANCES,
    MEASURES,
    STATISTICS,
    measure_name,
    plain_name,
    statistic_name,
)
from brat_iaa.figures.record import CHANCE, FigureRecord
from brat_iaa.figures.spans import ENTITY_RELATIONS, EVENTS, LABELS

__all__ = [
    "ARC_MEASURES",
    "ARC_STATISTICS",
    "COARSE_WORDS",
    "DISTANCES",
    "FIGURES",
    "GRID_NOTE",
    "MEASURES",
    "STATISTICS",
    "chance_of",
    "column_name",
    "explained_in",
    "figure_name",
    "figures_of",
    "full_name",
    "line",
    "main_keys",
    "meaning",
    "measure_name",
    "short_name",
    "statistic_name",
    "without_ending",
]

_ALL: tuple[FigureRecord, ...] = tuple(
    figure
    for kind in (DEPENDENCIES, LABELS, TREES, CHAINS, RELATIONS, ENTITY_RELATIONS, EVENTS)
    for figure in kind
) + tuple(REFERENCES)
# {(kind of layer; "gold" or "anchoring" beside dependencies, measure, statistic): FigureRecord}
FIGURES = {(figure.kind, *figure.key): figure for figure in _ALL}
# A figure has one name in all kinds of layers.
_NAMED = {figure.key: figure for figure in reversed(_ALL)}
# The statistics of dependencies, in the order in which they are shown.
ARC_STATISTICS = tuple(dict.fromkeys(figure.statistic for figure in DEPENDENCIES))


def figures_of(kind: str) -> list:
    """The Figures of a kind of layer, in the order in which papers report them."""
    return [figure for figure in _ALL if figure.kind == kind]


@functools.lru_cache(1000)
def main_keys(kind: str) -> tuple:
    """((measure, statistic), ...) to show where there is room for a few only, the leading first."""
    narrow = (figure for figure in figures_of(kind) if figure.narrow)
    return tuple(figure.key for figure in sorted(narrow, key=lambda figure: figure.narrow))


def figure_name(measure: str, statistic: str) -> str:
    """The name of a figure: "alpha, plain", "Cohen's kappa", "alpha, nominal", "LAS"."""
    base, ending = without_ending(measure)
    if ending:
        return f"{full_name(base, statistic)}, {COARSE_WORDS[ending]}"
    # Older snapshots have figures that are not computed any more.
    known = _NAMED.get((measure, statistic))
    return known.name if known else plain_name(measure, statistic)


def full_name(measure: str, statistic: str) -> str:
    """figure_name() for tables without other words on the statistic: "LAA, alpha"."""
    name = figure_name(measure, statistic)
    return f"{name}, {statistic}" if statistic == "alpha" and name == measure else name


def short_name(measure: str, statistic: str) -> str:
    """The name of a figure in the header of a narrow column."""
    known = _NAMED.get((measure, statistic))
    return known.short if known and known.short else figure_name(measure, statistic)


def column_name(measure: str) -> str:
    """The header of a measure's column in the grid of discourse relations."""
    return COLUMNS.get(measure) or measure_name(measure)


@functools.lru_cache(1000)
def without_ending(measure: str) -> tuple:
    """(measure, "") of a measure; (that with all labels, a key of COARSE_WORDS) of one with coarse
    labels.
    """
    base, _, ending = measure.rpartition("-")
    return (base, ending) if ending in COARSE_WORDS else (measure, "")


def meaning(kind, measure):
    """What a measure means in a kind of layer, in a few words; "" if its name says it."""
    own = next((figure for figure in figures_of(kind) if figure.measure == measure), None)
    if own is not None and own.meaning is not None:
        return own.meaning
    return MEASURES[measure].meaning if measure in MEASURES else ""


def chance_of(measure: str) -> tuple:
    """(what tables call the correction for chance of a measure, what it corrects); "" without."""
    corrected = MEASURES[measure].corrected if measure in MEASURES else ""
    return corrected, CHANCE.get(corrected, "")


def line(kind, measure, statistic) -> str:
    """What a figure says, in one short line; "" where its name says it."""
    own = FIGURES.get((kind, measure, statistic))
    return own.line if own is not None and own.line else meaning(kind, measure)


def explained_in(kind, measure, statistic=""):
    """(topic, anchor) of the paragraph of the guide that explains a figure; None if there is none.

    statistic  "" for what a measure of dependencies itself is; the measure "" for a statistic
    """
    if without_ending(measure)[1]:
        return "coarse", "formula"
    if kind == "dependencies" and measure in ARC_MEASURES and not statistic:
        return "dependencies", "uaa-laa-and-loa"
    if kind == "dependencies" and not measure:
        measure = "LAA"
    known = FIGURES.get((kind, measure, statistic))
    return known and tuple(known.guide.split("#"))
