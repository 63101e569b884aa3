"""The tokens of texts as items: the value of a token is the set of the labels of all spans over it.

A token is what stands between blanks, as bratiaa takes it. It is in a span that shares a character
with it. Outside of spans its value is the empty set: inside or outside (I/O). With B/I/O, the first
token of a span has the label B-PER, the others have I-PER (IOB2). In F1 a token counts once for
each span that it is in: in spans of one label that lie in each other, several times.
"""

import numpy

from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.layers.label_columns import LabelColumns
from brat_iaa.measures.distinct import between, distinct, ranges, turns
from brat_iaa.values.table import ABSENT, EMPTY, UNDRAWN, ValueTable, with_values


class TokensInSpans(LabelColumns):
    """The tokens of the documents of LabelColumns.

    Behind the tokens stand as many of them again as are in several spans of one label. These count
    in F1 alone, and have no values. Nor have tokens of documents without a text, where nobody knows
    those outside of spans.

    beginnings  whether the first tokens of spans are told apart (B/I/O)
    """

    ways = ("exact",)

    def __init__(self, columns, beginnings=False):
        self.batch, self.annotators, self.begun = columns.batch, columns.annotators, columns.begun
        batch, start = columns.batch, columns.characters.token_start
        token, annotator, label, begins = _in_spans(columns)
        labels = columns.labels
        if beginnings:
            label = label + len(labels) * ~begins
            labels = [f"{place}-{name}" for place in "BI" for name in labels]
        turn = turns((token * len(self.annotators) + annotator) * max(len(labels), 1) + label)
        key = token * (turn.max(initial=0) + 1) + turn
        again = distinct(key[turn > 0])
        item = numpy.where(turn > 0, len(start) + numpy.searchsorted(again, key), token)
        of_item = numpy.append(numpy.arange(len(start)), again // (turn.max(initial=0) + 1))
        self.sentence, self.document = batch.sentence_of(start[of_item]), batch.sentences[1]
        cells = numpy.where(self.begun[self.item_document], UNDRAWN, ABSENT).astype(numpy.int32)
        cells, values = with_values(cells, item, annotator, label, labels)
        about = self.sentence, self.document, self.begun
        self.drawn = ValueTable(self.annotators, cells, values, *about)
        self.without_text = numpy.array(
            [isinstance(table.text, TextOfFields) for table in batch.tables]
        )
        cells = numpy.where(cells == UNDRAWN, EMPTY, cells)
        cells[self.without_text[self.item_document]] = ABSENT
        cells[len(start) :] = ABSENT
        self._set_values(cells, values)
        self.layer, self.carried, self.several = columns.layer, False, True


def _in_spans(columns):
    """(token, annotator, label, whether the span begins with it) of each token in each span with
    each label of each annotator.
    """
    having, (item, start, end) = columns.having, columns.parts()
    begin = numpy.searchsorted(item, numpy.arange(len(columns.codes) + 1))
    row, part = ranges(begin, having.item)
    first, behind = columns.characters.tokens_of(start[part], end[part])
    within, token = between(first, behind)
    row = row[within]
    # Of each row the first of its tokens.
    start = numpy.flatnonzero(numpy.diff(row, prepend=-1))
    begins = token == token[numpy.repeat(start, numpy.diff(start, append=len(row)))]
    return token, having.annotator[row], having.label[row], begins
