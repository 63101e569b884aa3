"""The tokens of texts as items: the value of a token is the set of the labels of all spans over it.

A token is what stands between blanks, as bratiaa takes it. It is in a span that shares a character
with it. Outside of spans its value is the empty set: inside or outside (I/O). With B/I/O, the first
token of a span has the label B-PER, the others have I-PER (IOB2). In F1 a token counts once for
each span that it is in: in spans of one label that lie in each other, several times.
"""

import numpy

from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.layers.label_columns import LabelColumns, codes_of_cells
from brat_iaa.measures.alphas import MISSING, Entries
from brat_iaa.measures.distinct import between, distinct, ranges, turns


class TokensInSpans(LabelColumns):
    """The tokens of the documents of LabelColumns.

    Behind the tokens stand as many of them again as are in several spans of one label. These count
    in F1 alone, and have no values. Nor have tokens of documents without a text, where nobody knows
    those outside of spans.

    beginnings  whether the first tokens of spans are told apart (B/I/O)

    having  Entries: a row for each span that a token is in
    """

    ways = ("exact",)

    def __init__(self, columns, beginnings=False):
        batch, width = columns.batch, len(columns.annotators)
        start = columns.characters.token_start
        number, document = len(start), batch.document_of(start)
        token, annotator, label, begins = _in_spans(columns)
        labels = columns.labels
        if beginnings:
            label = label + len(labels) * ~begins
            labels = [f"{place}-{name}" for place in "BI" for name in labels]
        cell = token * width + annotator
        turn = turns(cell * max(len(labels), 1) + label)
        codes, values = codes_of_cells(
            columns.begun[document].reshape(-1), cell[turn == 0], label[turn == 0], labels
        )
        self.without_text = unknown = numpy.array(
            [isinstance(table.text, TextOfFields) for table in batch.tables]
        )
        codes = codes.reshape(number, width)
        codes[unknown[document]] = MISSING
        item, of_item = token, numpy.arange(number)
        if turn.any():
            key = token * (turn.max() + 1) + turn
            again = distinct(key[turn > 0])
            item = numpy.where(turn > 0, number + numpy.searchsorted(again, key), token)
            of_item = numpy.append(of_item, again // (turn.max() + 1))
            no_value = numpy.full((len(again), width), MISSING, dtype=codes.dtype)
            codes = numpy.concatenate([codes, no_value])
        self.batch, self.annotators, self.begun = batch, columns.annotators, columns.begun
        self.codes, self.values, self.labels = codes, values, labels
        self.carried, self.several = False, True
        self.place_in_sentences(batch, start[of_item])
        self.having = Entries(item, annotator, label)


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
