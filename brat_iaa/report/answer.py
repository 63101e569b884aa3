"""The answer in a sentence: on how much of a layer annotators agree, and what to settle first."""

import re
from typing import NamedTuple, Optional

from brat_iaa.figures import short_name
from brat_iaa.formats.cells import count, figure, figure_with_interval
from brat_iaa.kinds import DIFFERENCES, KINDS
from brat_iaa.report.patterns import labels_in_words, rising
from brat_iaa.scores.builder import NOTHING_DRAWN

# Above so many annotators their number stands for their names.
_MOST_NAMED = 5


class AnswerFigure(NamedTuple):
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
    name     of the layer, where it says more than its kind, and there are several layers; else ""
    figures  tuple of AnswerFigure, the leading one first; () if there are none
    places   number of places at which annotators differ; None where no places are listed
    first    the Pattern to settle first, or None
    """

    layer: object
    name: str
    figures: tuple
    places: Optional[int]
    first: Optional[object]

    @property
    def nothing(self) -> str:
        """What is said where no place differs: nobody differs, or what does follows from others."""
        figure = self.figures[0].score.value if self.figures else None
        if self.places or figure in (None, 1):
            return "No disagreement."
        return "What differs here follows from spans that differ, and is counted with them."


# What some words of an answer are: on pages links to explanations of figures, and to places.
LAYER, NAME, FIGURE, PLACES, PATTERN = "layer", "name", "figure", "places", "pattern"
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


class AnswerPart(NamedTuple):
    """Some words of an answer.

    what    LAYER, NAME, FIGURE, PLACES or PATTERN; "": other words
    figure  the AnswerFigure that they are
    """

    text: str
    what: str = ""
    figure: Optional[AnswerFigure] = None


def in_parts(answer, annotators, me=None, number="{:,}".format) -> list:
    """An Answer as a list of AnswerPart: who agree on how much, how many places differ, what comes
    first.

    me      the annotator who reads it
    number  function that writes a whole number
    """
    name = [AnswerPart(answer.name, LAYER), AnswerPart(": ")] if answer.name else []
    if not answer.figures:
        return [*name, *_who(annotators, me, "You"), AnswerPart(": nothing can be compared yet.")]
    first, *others = answer.figures
    score, kind = first.score, KINDS[answer.layer.kind]
    who = _who(annotators, me, "You")
    if score.undefined == NOTHING_DRAWN and kind.leads:
        text = "Nobody has drawn an arc yet: %(who)s agree only in that"
    elif score.value is None:
        text = f"%(who)s: {_undefined(first)}"
    else:
        text = first.text
    if not text.startswith("%(who)s"):
        who = _who(annotators, me, "you")
    shown = [AnswerPart(figure_with_interval(score), FIGURE, first)]
    items = [AnswerPart(f"{number(score.items)} {kind.item}{'s' * (score.items != 1)}")]
    parts = _filled(text, who=who, figure=shown, items=items)
    for other in others:
        if other.score.value is not None:
            shown = [AnswerPart(figure(other.score.value), FIGURE, other)]
            parts += [AnswerPart("; "), *_filled(other.text, figure=shown)]
        elif score.value is not None:
            parts.append(AnswerPart(f"; {_undefined(other)}"))
    return [*name, *parts, AnswerPart("."), *_differing(answer, number)]


def _filled(text, **fields):
    """The AnswerPart of a text; fields: {placeholder: list of AnswerPart}"""
    parts = enumerate(_PLACEHOLDER.split(text))
    return [
        words for at, part in parts for words in (fields[part] if at % 2 else [AnswerPart(part)])
    ]


def _who(annotators, me, you):
    """The names, the reader's first, as you; how many they are where these would be too long."""
    if len(annotators) > _MOST_NAMED:
        return [AnswerPart(count(len(annotators), "annotator"))]
    names = [AnswerPart(name, NAME) for name in annotators if name != me]
    *first, last = [AnswerPart(you), *names] if me in annotators else names
    before = [words for name in first for words in (name, AnswerPart(", "))][:-1]
    return [*before, AnswerPart(" and "), last] if first else [last]


def _undefined(figure):
    return f"{short_name(*figure.key)} is undefined: {figure.score.undefined}"


def _differing(answer, number):
    """How many places differ, and what would be if those of the first pattern did not."""
    layer, places, pattern = answer.layer, answer.places, answer.first
    if not places:
        sentence = ""
        if places == 0 and layer.compared:
            sentence = f" {answer.nothing}"
        elif layer.compared and layer.arcs and layer.agreement.dependencies is not None:
            sentence = " Their arcs are listed with the dependencies."
        return [AnswerPart(sentence)]
    parts = [
        AnswerPart(" "),
        AnswerPart(f"{number(places)} disagreement{'s' * (places != 1)}", PLACES),
    ]
    if pattern is None or (not pattern.gain and pattern.places < 2):
        return [*parts, AnswerPart(".")]
    labels = labels_in_words(pattern.labels)
    about = DIFFERENCES[pattern.kinds[0][0]].about if len(pattern.labels) == 1 else ""
    if about:
        labels = about % {"label": labels}
    if not pattern.gain:
        end = f" ({number(pattern.places)})."
        return [*parts, AnswerPart(", most often "), AnswerPart(labels, PATTERN), AnswerPart(end)]
    before, after = map(figure, (pattern.gain.before, pattern.gain.after))
    risen = f"were resolved, {rising(pattern)} would rise from {before} to {after}."
    begin, end = (". If all disagreements on ", " ") if about else (". If all ", " disagreements ")
    if not about and all(pattern.labels):
        labels = labels.replace(" / ", "/")
    return [*parts, AnswerPart(begin), AnswerPart(labels, PATTERN), AnswerPart(f"{end}{risen}")]


def in_words(answer, annotators) -> str:
    """An Answer as plain text."""
    return "".join(words.text for words in in_parts(answer, annotators))


def answers(layers, patterns):
    """List of Answer of some ScoreIndexes. patterns: list of Pattern of all layers, best first"""
    made = []
    for layer in layers:
        kind = KINDS[layer.kind]
        figures = tuple(filter(None, (_figure(layer, options) for options in kind.answer)))
        places = len(layer.agreement.annotator_places) if layer.listed else None
        name = layer.name if len(layers) > 1 and layer.name != kind.words else ""
        first = next((pattern for pattern in patterns if pattern.layer == layer.name), None)
        made.append(Answer(layer, name, figures, places, first))
    return made


def _figure(layer, sentences):
    """The AnswerFigure of the first of some AnswerWords that the layer has; None without one."""
    for sentence in sentences:
        score = layer.overall.get(sentence.key)
        if score is not None:
            for (name, value), instead in sentence.instead.items():
                setting = getattr(layer.settings, name, None)
                if (_of_tokens(layer) if name == "tokens" else setting) == value:
                    return AnswerFigure(instead, sentence.key, score)
            return AnswerFigure(sentence.text, sentence.key, score)
    return None


def _of_tokens(layer):
    """Whether all spans of a layer are tokens."""
    tokens, types = layer.agreement.config.dependencies.token_types, layer.settings.types
    given = tokens is None or (types is not None and {*types} <= {*tokens})
    return layer.agreement.survey.tokens and given
