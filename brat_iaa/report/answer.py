"""The answer in a sentence: on how much of a layer annotators agree, and what to settle first."""

from typing import NamedTuple, Optional

from brat_iaa.formats.words import figure_name, item_name, measure_name
from brat_iaa.scores import MEASURES


class Figure(NamedTuple):
    """A figure with the words before and after it, such as "agree on", .911, "of the arcs (LAA)".

    key   (measure, statistic)
    name  of the figure alone
    """

    before: str
    key: tuple
    score: object
    after: str
    name: str


class Answer(NamedTuple):
    """What is said of a layer first.

    layer    ScoreIndex
    figures  tuple of Figure, the leading one first; () if there are none
    alike    the items, such as (464, "token"), if every annotator gave all of them the same
    places   number of places at which annotators differ; None where no places are listed
    first    the Pattern to settle first, or None
    """

    layer: object
    figures: tuple
    alike: Optional[tuple]
    places: Optional[int]
    first: Optional[object]


# Of each kind of layer the figures of its sentence, in order; of alternatives, the first that the
# layer has. Words before and after, measure, statistic.
_SAID = {
    "dependencies": (
        (("agree on", "LAA", "masi", "of the arcs (LAA)"),),
        (("alpha", "LAA", "alpha", ""),),
    ),
    "labels": (
        (("agree on", "f1", "exact", "of the {items} with their labels (F1)"),),
        (
            ("alpha of the labels", "alpha", "nominal", ""),
            ("alpha of the sets of labels", "alpha", "masi", ""),
        ),
    ),
    "chains": (
        (("agree on their coreference chains with alpha", "alpha-weighted", "weighted", ""),),
        (("they share", "mentions-f1", "exact", "of the mentions (F1)"),),
    ),
    "relations": (
        (("agree on", "f1", "strict", "of the discourse relations (F1, same start and target)"),),
        (("kappa of their types", "kappa", "strict", ""),),
    ),
    "entity-relations": (
        (("agree on", "f1", "exact", "of the relations (F1, same type and ends)"),),
        (("with overlapping ends", "f1", "overlap", ""),),
    ),
    "events": (
        (("agree on", "event-f1", "exact", "of the events (F1, with all arguments)"),),
        (("of the triggers", "trigger-f1", "exact", ""),),
    ),
    "trees": (
        (("agree on their trees with alpha", "alpha-plain", "alpha", ""),),
        (
            ("same head and label (LAS)", "LAS", "accuracy", ""),
            ("same brackets (Jaccard)", "jaccard", "brackets", ""),
        ),
    ),
}


# What a pattern of one label is about, by the kind of most of its places.
_ABOUT = {
    "head": "the heads of",
    "reversed": "the direction of",
    "boundaries": "the extent of",
    "nodes": "the ends of",
    "ends": "the ends of",
    "events": "the events of",
}


def about(pattern):
    """What differs in a pattern of one label, such as "the heads of"; "" of two labels."""
    return _ABOUT.get(pattern.kinds[0][0], "") if len(pattern.labels) == 1 else ""


def answers(layers, patterns):
    """List of Answer of some ScoreIndexes. patterns: list of Pattern of all layers, best first"""
    return [
        _answer(layer, next((pattern for pattern in patterns if pattern.layer == layer.name), None))
        for layer in layers
    ]


def _answer(layer, first):
    figures = tuple(filter(None, (_figure(layer, options) for options in _SAID[layer.kind])))
    places = layer.agreement.disagreements.number_of_places if layer.kind != "trees" else None
    alike = None
    if layer.kind == "dependencies" and figures and figures[0].score.value == 1 and not places:
        alike = figures[0].score.items, item_name(layer.kind)
    return Answer(layer, figures, alike, places, first)


def _figure(layer, options):
    items = "tokens" if layer.agreement.found.tokens else "spans"
    for before, measure, statistic, after in options:
        key = measure, statistic
        if key in layer.overall:
            after = after.format(items=items)
            return Figure(before, key, layer.overall[key], after, name_of(*key))
    return None


def name_of(measure, statistic):
    """A figure's name where the leading ones of dependencies need no further word."""
    if measure in MEASURES and statistic in ("masi", "alpha"):
        return measure if statistic == "masi" else measure_name("alpha")
    return figure_name(measure, statistic)
