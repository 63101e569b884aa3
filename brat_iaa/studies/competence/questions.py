"""What annotators were asked, layer by layer: items, and the value that each annotator gave.

A layer of labels asks for a label of each span. Dependencies ask twice: for the label of a token
whose head is agreed on, and for the head and the label together. The values of the first are the
same for all tokens; those of the second are candidates of one token, so a value is the label and
the distance to the head, as in layers.columns.
"""

from typing import Callable, NamedTuple

import numpy

from brat_iaa.layers.columns import EMPTY, MISSING
from brat_iaa.layers.joined_columns import joined
from brat_iaa.layers.labels import compared, shown
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.studies.competence import FEWEST_ANNOTATORS

LABELS, LABELS_OF_HEADS, ARCS = "labels", "labels where heads agree", "heads and labels"
NO_ARC = "no arc"
_TOO_FEW = (
    f"it needs {FEWEST_ANNOTATORS} annotators with items in common: where two differ, nothing "
    "tells who is right"
)
_NO_OVERLAP = "no item has values of three annotators, so the model cannot tell who is right"
_ONE_VALUE = "all annotators gave the same value to every item, so there is no error to estimate"


class Question(NamedTuple):
    """The items of a question, in the order of documents and of the text.

    layer       Layer
    about       LABELS, LABELS_OF_HEADS or ARCS
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


def questions(agreement) -> list:
    """List of Question: of the dependencies, then of the layers of labels."""
    asked = []
    if agreement.dependencies is not None:
        asked += arc_questions(agreement)
    layers = (layer for layer in agreement.layers if layer.kind == "labels")
    return asked + [_label_question(agreement, layer) for layer in layers]


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

    def token(document, position):
        return parts[document].items.items[position].token

    return _question(agreement, layer, LABELS, columns, codes, token, names.__getitem__)


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
