"""The answer in a sentence: on how much of a layer annotators agree, and what to settle first."""

from typing import NamedTuple, Optional

from brat_iaa.figures import leading_name, measure_name
from brat_iaa.formats.cells import count, enumerated, figure, figure_with_interval
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.differences import DIFFERENCES
from brat_iaa.report.places import labels_in_words


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


def in_words(answer, annotators) -> str:
    """An Answer as plain text: who agree on how much, how many places differ, what comes first."""
    who = count(len(annotators), "annotator") if len(annotators) > 5 else enumerated(annotators)
    if not answer.figures:
        return f"{who}: nothing can be compared yet."
    first, *others = answer.figures
    shown = figure_with_interval(first.score)
    if first.score.value is None:
        said = [f"{who}: {_undefined(first)}"]
    elif answer.alike:
        tokens = "the one token" if answer.alike == 1 else f"all {answer.alike} tokens"
        said = [f"{who} agree on {tokens}. {leading_name(*first.key)} {shown}"]
    else:
        said = [first.text % {"who": who, "figure": shown}]
    for other in others:
        if other.score.value is not None:
            said.append(other.text % {"figure": figure(other.score.value)})
        elif first.score.value is not None:
            said.append(_undefined(other))
    return " ".join(filter(None, ("; ".join(said) + ".", _differing(answer))))


def all_in_words(found, annotators) -> list:
    """Answers as plain text; of several layers each begins with the layer's name, unless that says
    no more than its kind.
    """
    named = [
        f"{answer.layer.name}: "
        if len(found) > 1 and answer.layer.name != KINDS[answer.layer.kind].words
        else ""
        for answer in found
    ]
    return [name + in_words(answer, annotators) for name, answer in zip(named, found)]


def _undefined(figure):
    return f"{leading_name(*figure.key)} is undefined: {figure.score.undefined}"


def _differing(answer):
    if not answer.places:
        return "No disagreement." if answer.places == 0 and answer.layer.compared else ""
    number, pattern = count(answer.places, "disagreement"), answer.first
    if pattern is None or (not pattern.gain and pattern.places < 2):
        return f"{number}."
    labels = labels_in_words(pattern.labels, pattern.kinds[0][0])
    if not pattern.gain:
        return f"{number}, most often {labels} ({pattern.places})."
    before, after = map(figure, (pattern.gain.before, pattern.gain.after))
    return (
        f"{number}. If all {labels} disagreements were resolved, "
        f"{measure_name(pattern.leading)} would rise from {before} to {after}."
    )


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
