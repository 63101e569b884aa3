"""What annotators were asked, layer by layer: items, and the value that each annotator gave.

A layer of labels asks for a label of each span. Dependencies ask twice: for the label of a token
whose head is agreed on, and for the head and the label together. The values of the first are the
same for all tokens; those of the second are candidates of one token, so a value is the label and
the distance to the head, as in layers.arc_columns. Spans, relations and events ask of everything
that somebody drew whether it is there, and with which label.
"""

from collections import defaultdict
from functools import cache
from typing import Callable, NamedTuple

import numpy

from brat_iaa.kinds import KINDS
from brat_iaa.layers.arc_columns import EMPTY, MISSING
from brat_iaa.layers.joined_columns import joined
from brat_iaa.layers.labels import compared, shown
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.layers.tokens import Locator
from brat_iaa.studies.competence import FEWEST_ANNOTATORS

LABELS, LABELS_OF_HEADS, ARCS = "labels", "labels where heads agree", "heads and labels"
DRAWN = "drawn or not"
NO_ARC, NOTHING = "no arc", "nothing"
_TOO_FEW = (
    f"it needs {FEWEST_ANNOTATORS} annotators with items in common: where two differ, nothing "
    "tells who is right"
)
_NO_OVERLAP = "no item has values of three annotators, so the model cannot tell who is right"
_ONE_VALUE = "all annotators gave the same value to every item, so there is no error to estimate"


class Question(NamedTuple):
    """The items of a question, in the order of documents and of the text.

    layer       Layer
    about       LABELS, LABELS_OF_HEADS, ARCS or DRAWN
    annotators  tuple of names; columns of codes
    codes       integers, items x annotators: number of a value, or MISSING; two values or more in
                each row
    values      number of values
    unit        of each item: number of its sentence, or document by the setting unit
    documents   tuple of names
    document    of each item: its number among the documents
    position    of each item: its number among the items of its document
    left_out    number of items without two values
    token       function of (document's name, position) that returns the Token
    name        function of a code that returns the value in words
    shown       function of (document's name, position, code) that returns it at the item
    """

    layer: object
    about: str
    annotators: tuple
    codes: numpy.ndarray
    values: int
    unit: numpy.ndarray
    documents: tuple
    document: numpy.ndarray
    position: numpy.ndarray
    left_out: int
    token: Callable
    name: Callable
    shown: Callable

    def _at(self, row):
        return self.documents[self.document[row]], int(self.position[row])

    def item(self, row) -> dict:
        """Where an item is, as what JSON can hold."""
        document, position = self._at(row)
        token = self.token(document, position)
        return {
            "document": document, "sentence": token.sentence, "token": token.text,
            "start": token.start, "end": token.end,
        }  # fmt: skip

    def value_at(self, row, code) -> str:
        """A value of an item, in words."""
        return self.shown(*self._at(row), code)

    @property
    def why_not(self):
        """Why nobody's competence can be estimated, or None."""
        given = self.codes != MISSING
        if (given.sum(axis=0) > 0).sum() < FEWEST_ANNOTATORS:
            return _TOO_FEW
        if not (given.sum(axis=1) >= FEWEST_ANNOTATORS).any():
            return _NO_OVERLAP
        if self.values < 2:
            return _ONE_VALUE
        return None


def questions(agreement):
    """Yield each Question, layer by layer. Chains ask nothing: mentions share no values; and trees
    nothing that dependencies do not.
    """
    for layer in agreement.layers:
        kind = KINDS[layer.kind]
        if kind.of_spans:
            yield _label_question(agreement, layer)
        if layer == agreement.dependencies:
            yield from arc_questions(agreement)
        elif kind.listed and layer.kind != "chains" and not layer.settings.carried:
            drawn = _drawn_question(agreement, layer)
            # Where all drew all spans there are labels alone.
            if not kind.of_spans or drawn.values and drawn.name(0) == NOTHING:
                yield drawn


def arc_questions(agreement) -> list:
    """The two Questions of the dependencies: heads and labels, labels where heads agree.

    Tokens for which nobody drew an arc are no items.
    """
    layer = agreement.dependencies
    parts = agreement.parts[layer.name]
    columns = joined([part.items for part in parts.values()], agreement.annotators)
    codes = numpy.where((columns.codes > EMPTY).any(axis=1)[:, None], columns.codes, MISSING)
    return [
        _arcs(agreement, layer, columns, codes),
        _labels_of_heads(agreement, layer, columns, codes),
    ]


def _arcs(agreement, layer, columns, codes):
    values = columns.values

    def elements(code):
        rows = range(values.start[code], values.start[code + 1])
        return [(int(values.distance[row]), values.labels[values.label[row]], row) for row in rows]

    def name(code):
        words = (
            f"{label} from {'the root' if values.root[row] else f'{distance:+d}'}"
            for distance, label, row in elements(code)
        )
        return ", ".join(words) or NO_ARC

    def shown_at(document, position, code):
        table = agreement.tables[document]
        dependent = table.items[position]
        words = (
            f"{label} from {table.tokens[dependent + distance].text}"
            for distance, label, _ in elements(code)
        )
        return ", ".join(words) or NO_ARC

    return _question(agreement, layer, ARCS, columns, codes, _token_of(agreement), name, shown_at)


def _labels_of_heads(agreement, layer, columns, codes):
    """Labels of tokens with one head, the same for more than half of those who have the token."""
    values = columns.values
    single = (values.sizes[codes] == 1) & (codes > EMPTY)
    element = numpy.where(single, values.start[codes], 0)
    head = values.distance[element] if len(values.distance) else element
    same = (head[:, :, None] == head[:, None, :]) & single[:, :, None] & single[:, None, :]
    majority = 2 * same.sum(axis=2) > (codes != MISSING).sum(axis=1)[:, None]
    label = values.label[element] if len(values.label) else element
    labels = numpy.where(single & majority, label, MISSING)

    token, name = _token_of(agreement), values.labels.__getitem__
    return _question(agreement, layer, LABELS_OF_HEADS, columns, labels, token, name)


def _label_question(agreement, layer):
    """Labels of spans; a set of labels is one value."""
    parts = agreement.parts[layer.name]
    columns = columns_of([part.items for part in parts.values()], agreement.annotators)
    values = [compared(value, layer.settings) for value in columns.values]
    names = sorted({shown(value) for value in values if value is not None})
    number = {text: code for code, text in enumerate(names)}
    recoded = [MISSING if value is None else number[shown(value)] for value in values]
    codes = numpy.array([*recoded, MISSING])[columns.codes]
    locator = cache(lambda document: Locator(agreement.tables[document]))
    items = cache(lambda document: parts[document].items.items)

    def token(document, position):
        fragments, _ = items(document)[position]
        return locator(document).token(fragments, {})

    return _question(agreement, layer, LABELS, columns, codes, token, names.__getitem__)


class _DrawnItems(NamedTuple):
    """What somebody drew: a number of the document, of the sentence for each; names of who could"""

    item_document: numpy.ndarray
    sentence: numpy.ndarray
    annotators: tuple


def _drawn_question(agreement, layer):
    """What stands at some places, with the other end of a relation or an argument: its label, or
    nothing of annotators who have begun the document.
    """
    numbers: dict = {(): 0}
    codes, item_document, sentence, tokens, sentences = [], [], [], [], 0
    for number, (document, part) in enumerate(agreement.parts[layer.name].items()):
        table = agreement.tables[document]
        locator = Locator(table)
        labels: dict = defaultdict(lambda: defaultdict(set))
        for name, by_place in part.items.marks(locator).items():
            for place, mark in ((place, mark) for place, of in by_place.items() for mark in of):
                ends = tuple(end.fragments for end in mark.ends) or (place,)
                labels[ends][name].add(mark.label)
        tokens.append([])
        for ends, given in sorted(labels.items()):
            token = locator.token(ends[0], {})
            tokens[-1].append(token._replace(text=" → ".join(map(locator.words, ends))))
            item_document.append(number)
            sentence.append(sentences + token.sentence)
            codes.append([
                numbers.setdefault(tuple(sorted(given[name])), len(numbers))
                if name in table.annotators else MISSING
                for name in agreement.annotators
            ])  # fmt: skip
        sentences += len(table.sentences)
    number_of = {document: number for number, document in enumerate(agreement.parts[layer.name])}
    names = [", ".join(labels) or NOTHING for labels in numbers]
    columns = _DrawnItems(
        *(numpy.array(rows, dtype=numpy.int64) for rows in (item_document, sentence)),
        agreement.annotators,
    )
    return _question(
        agreement, layer, DRAWN, columns,
        numpy.array(codes, dtype=numpy.int64).reshape(-1, len(agreement.annotators)),
        lambda document, position: tokens[number_of[document]][position], names.__getitem__,
    )  # fmt: skip


def _token_of(agreement):
    def token(document, position):
        table = agreement.tables[document]
        return table.tokens[table.items[position]]

    return token


def _question(agreement, layer, about, columns, codes, token, name, shown_at=None):
    """shown_at: as Question.shown; None: as name says it, whatever the item"""
    document = columns.item_document
    documents = tuple(agreement.parts[layer.name])
    first = numpy.searchsorted(document, numpy.arange(len(documents)))
    position = numpy.arange(len(codes)) - first[document]
    given = (codes != MISSING).sum(axis=1)
    kept = given >= 2
    unit = document if agreement.config.unit == "documents" else columns.sentence
    used, compact = numpy.unique(codes[kept], return_inverse=True)
    compact = compact.reshape(codes[kept].shape)
    if len(used) and used[0] == MISSING:
        used, compact = used[1:], compact - 1
    used = used.tolist()
    shown_at = shown_at or (lambda document, position, code: name(code))
    return Question(
        layer, about, tuple(columns.annotators), compact, len(used), unit[kept], documents,
        document[kept], position[kept], int((given == 1).sum()), token,
        lambda code: name(used[code]),
        lambda document, position, code: shown_at(document, position, used[code]),
    )  # fmt: skip
