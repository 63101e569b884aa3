"""Figures by their records: how they are called, what they mean, which of them come first."""

import functools

from brat_iaa.kinds import KINDS
from brat_iaa.kinds.dependencies import ARC_MEASURES
from brat_iaa.kinds.figure_names import (
    COARSE_WORDS,
    DISTANCES,
    MEASURES,
    PARTS,
    STATISTICS,
    measure_name,
    plain_name,
    statistic_name,
)
from brat_iaa.kinds.figure_record import CHANCE, FigureRecord
from brat_iaa.kinds.relations import COLUMNS, GRID_NOTE

_BESIDE_GOLD = (
    ("gold#accuracy", ("UAS", "LAS", "LA", "POS"), ("accuracy", "accuracy-nopunct")),
    ("gold#gold-standard", ("LAA",), ("precision", "recall", "f1")),
)
_OF_TOKENS = {"UAS": "same head", "LAS": "same head and label", "LA": "same label",
              "POS": "same span type", "LAA": "same head and label"}  # fmt: skip
_REFERENCES = [
    FigureRecord(
        "gold", measure, statistic, plain_name(measure, statistic), None,
        f"{PARTS[statistic]}; arcs with the same head and label" if statistic in PARTS
        else _OF_TOKENS[measure],
        "token", guide, ("BE16",), False, 0,
    )
    for guide, measures, statistics in _BESIDE_GOLD
    for measure in measures
    for statistic in statistics
]  # fmt: skip
_ALL: tuple[FigureRecord, ...] = (
    *(figure for kind in KINDS.values() for figure in kind.figures),
    *_REFERENCES,
)
# {(kind of layer; "gold" beside dependencies, measure, statistic): FigureRecord}
FIGURES = {(figure.kind, *figure.key): figure for figure in _ALL}
# A figure has one name in all kinds of layers.
_NAMED = {figure.key: figure for figure in reversed(_ALL)}
# The statistics of dependencies, in the order in which they are shown.
ARC_STATISTICS = tuple(dict.fromkeys(
    figure.statistic for figure in KINDS["dependencies"].figures if figure.measure in ARC_MEASURES
))  # fmt: skip


def figures_of(kind: str) -> list:
    """The Figures of a kind of layer, in the order in which papers report them."""
    return [figure for figure in _ALL if figure.kind == kind]


@functools.lru_cache(1000)
def main_keys(kind: str) -> tuple:
    """((measure, statistic), ...) to show where there is room for a few only, the leading first."""
    narrow = (figure for figure in _ALL if figure.kind == kind and figure.narrow)
    return tuple(figure.key for figure in sorted(narrow, key=lambda figure: figure.narrow))


@functools.lru_cache(1000)
def further_keys(kind: str) -> frozenset:
    """The keys of figures that are computed only where the setting also names them."""
    further = KINDS[kind].further.values() if kind in KINDS else ()
    return frozenset(figure.key for further_figure in further for figure in further_figure.figures)


def figure_name(measure: str, statistic: str) -> str:
    """The name of a figure: "LAA, alpha", "Cohen's kappa", "alpha, nominal", "LAS"."""
    base, ending = without_ending(measure)
    if ending:
        return f"{figure_name(base, statistic)}, {COARSE_WORDS[ending]}"
    # Older snapshots have figures that are not computed any more.
    record = _NAMED.get((measure, statistic))
    return record.name if record else plain_name(measure, statistic)


def figure_of_layer(layer, measure, statistic) -> str:
    """figure_name() with the layer's name: "spans: F1, exact". Some figures begin with it."""
    name = figure_name(measure, statistic)
    return name if name.startswith(f"{layer}, ") else f"{layer}: {name}"


def short_name(measure: str, statistic: str) -> str:
    """The name of a figure in the header of a narrow column."""
    record = _NAMED.get((measure, statistic))
    return record.short if record and record.short else figure_name(measure, statistic)


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


def chance_of(measure: str) -> tuple:
    """(what tables call the correction for chance of a measure, what it corrects); "" without."""
    corrected = MEASURES[measure].corrected if measure in MEASURES else ""
    return corrected, CHANCE.get(corrected, "")


def explained_in(kind, measure, statistic=""):
    """(topic, anchor) of the paragraph of the guide that explains a figure; None if there is none.

    statistic  "" for what a measure of dependencies itself is; the measure "" for a statistic
    """
    if without_ending(measure)[1]:
        return "labels", "share-of-fine-distinctions"
    figure = FIGURES.get((kind, measure, statistic))
    beside = KINDS[kind].guides if kind in KINDS else {}
    guide = figure.guide if figure else beside.get((measure, statistic))
    return guide and tuple(guide.split("#"))
