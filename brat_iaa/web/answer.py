"""The answer in a sentence: on how much of a layer annotators agree, and what to settle first."""

from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.kinds.differences import DIFFERENCES


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


def about(pattern):
    """What differs in a pattern of one label, "the heads of %(label)s"; "" of two labels."""
    return DIFFERENCES[pattern.kinds[0][0]].about if len(pattern.labels) == 1 else ""


def answers(layers, patterns):
    """List of Answer of some ScoreIndexes. patterns: list of Pattern of all layers, best first"""
    return [
        _answer(layer, next((pattern for pattern in patterns if pattern.layer == layer.name), None))
        for layer in layers
    ]


def _answer(layer, first):
    figures = tuple(filter(None, (_figure(layer, options) for options in KINDS[layer.kind].answer)))
    places = layer.agreement.disagreements.number_of_places if layer.listed else None
    alike = None
    if KINDS[layer.kind].leads and figures and figures[0].score.value == 1 and not places:
        alike = figures[0].score.items
    return Answer(layer, figures, alike, places, first)


def _figure(layer, sentences):
    """The Figure of the first of some AnswerWords that the layer has; None without one."""
    for sentence in sentences:
        score = layer.overall.get(sentence.key)
        if score is not None:
            return Figure(_text(sentence, layer), sentence.key, score)
    return None


def _text(sentence, layer):
    for (name, value), instead in sentence.instead.items():
        for owner in (layer.settings, layer.agreement.survey):
            if getattr(owner, name, None) == value:
                return instead
    return sentence.text
