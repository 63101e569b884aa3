"""The answer in a sentence: on how much of a layer annotators agree, and what to settle first."""

from typing import NamedTuple, Optional

from brat_iaa.config import DEPENDENCIES


class Figure(NamedTuple):
    """A figure with what is said of it.

    text  with the placeholder "%(figure)s"; the leading figure's with "%(who)s" as well
    key   (measure, statistic)
    """

    text: str
    key: tuple
    score: object


class Answer(NamedTuple):
    """What is said of a layer first.

    layer    ScoreIndex
    figures  tuple of Figure, the leading one first; () if there are none
    alike    number of tokens, if every annotator gave all of them the same
    places   number of places at which annotators differ; None where no places are listed
    first    the Pattern to settle first, or None
    """

    layer: object
    figures: tuple
    alike: Optional[int]
    places: Optional[int]
    first: Optional[object]


_LABELS_OF_TOKENS = "%(who)s agree on %(figure)s of the tokens with their labels (F1)"
_RELATIONS = "%(who)s agree on %(figure)s of the discourse relations (F1, same start and target)"
_RELATIONS_EITHER_WAY = "%(who)s agree on %(figure)s of the discourse relations (F1, same two ends)"
_LABELS_OF_SPANS = "%(who)s agree on %(figure)s of the spans with their labels (F1)"
_LABELS_ON_SPANS = "%(who)s agree on %(figure)s of the labels of spans that both drew (F1)"
# Of each kind of layer the figures of its sentence, in order; of alternatives, the first that the
# layer has: what is said, measure, statistic.
_SAID = {
    "dependencies": (
        (("%(who)s agree on %(figure)s of the arcs (LAA)", "LAA", "masi"),),
        (("alpha %(figure)s", "LAA", "alpha"),),
    ),
    "labels": (
        ((_LABELS_OF_SPANS, "f1", "exact"),),
        (
            ("alpha of the sets of labels %(figure)s", "alpha", "masi"),
            ("alpha of the labels %(figure)s", "alpha", "nominal"),
        ),
    ),
    "chains": (
        (
            (
                "%(who)s agree on their coreference chains with alpha %(figure)s",
                "alpha-weighted",
                "weighted",
            ),
        ),
        (("they share %(figure)s of the mentions (F1)", "mentions-f1", "exact"),),
    ),
    "relations": (
        ((_RELATIONS, "f1", "strict"),),
        (("kappa of their types %(figure)s", "kappa", "strict"),),
    ),
    "entity-relations": (
        (
            (
                "%(who)s agree on %(figure)s of the relations (F1, same type and ends)",
                "f1",
                "exact",
            ),
        ),
        (("with overlapping ends %(figure)s", "f1", "overlap"),),
    ),
    "events": (
        (
            (
                "%(who)s agree on %(figure)s of the events (F1, with all arguments)",
                "event-f1",
                "exact",
            ),
        ),
        (("of the triggers %(figure)s", "trigger-f1", "exact"),),
    ),
    "trees": (
        (
            (
                "%(who)s agree on their trees with alpha %(figure)s",
                "alpha-plain",
                "alpha",
            ),
        ),
        (
            ("same head and label (LAS) %(figure)s", "LAS", "accuracy"),
            ("same brackets (Jaccard) %(figure)s", "jaccard", "brackets"),
        ),
    ),
}

# What a pattern of one label is about, by the kind of most of its places.
_ABOUT = {
    "head": "the heads of %(label)s",
    "reversed": "the direction of %(label)s",
    "boundaries": "the extent of %(label)s",
    "nodes": "the ends of %(label)s",
    "ends": "the ends of %(label)s",
    "events": "the events of %(label)s",
}


def about(pattern):
    """What differs in a pattern of one label, "the heads of %(label)s"; "" of two labels."""
    return _ABOUT.get(pattern.kinds[0][0], "") if len(pattern.labels) == 1 else ""


def answers(layers, patterns):
    """List of Answer of some ScoreIndexes. patterns: list of Pattern of all layers, best first"""
    return [
        _answer(layer, next((pattern for pattern in patterns if pattern.layer == layer.name), None))
        for layer in layers
    ]


def _answer(layer, first):
    figures = tuple(filter(None, (_figure(layer, options) for options in _SAID[layer.kind])))
    places = layer.agreement.disagreements.number_of_places if layer.listed else None
    alike = None
    if layer.kind == DEPENDENCIES and figures and figures[0].score.value == 1 and not places:
        alike = figures[0].score.items
    return Answer(layer, figures, alike, places, first)


def _figure(layer, options):
    for text, *key in options:
        score = layer.overall.get(tuple(key))
        if score is not None:
            if text == _LABELS_OF_SPANS and layer.settings.carried:
                text = _LABELS_ON_SPANS
            elif text == _LABELS_OF_SPANS and layer.agreement.survey.tokens:
                text = _LABELS_OF_TOKENS
            elif text == _RELATIONS and layer.settings.direction == "any":
                text = _RELATIONS_EITHER_WAY
            return Figure(text, tuple(key), score)
    return None
