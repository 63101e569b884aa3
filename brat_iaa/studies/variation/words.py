"""The words of all documents as numbers in a row, and what was drawn on them as columns."""

from collections import defaultdict
from typing import NamedTuple

import numpy

from brat_iaa.studies.variation.reading import ends

# Number of what stands before and after each sentence.
BOUNDARY = 0
# Number of the value of words of which some are in a span, but not these alone.
OTHER = 1


class Words(NamedTuple):
    """The words of all documents in a row, with a BOUNDARY before and after each sentence.

    Where annotators of a document do not have the same words, each set of words stands once.

    layer       Layer
    annotators  tuple of names; columns of searched
    documents   tuple of DrawnDocument
    first       of each document: number of its first word in token
    word        of each position: number of the word as it is written, or BOUNDARY
    token       of each position: number of the word in all documents, -1 at a boundary
    sentence    of each position: number of the sentence
    end         of each sentence: position of the boundary behind it
    searched    booleans, sentences x annotators: whether the annotator is done with it
    drawn       DrawnValues
    """

    layer: object
    annotators: tuple
    documents: tuple
    first: numpy.ndarray
    word: numpy.ndarray
    token: numpy.ndarray
    sentence: numpy.ndarray
    end: numpy.ndarray
    searched: numpy.ndarray
    drawn: "DrawnValues"

    def token_at(self, token: int) -> tuple:
        """(DrawnDocument, TextWord or Token) of a number in token."""
        number = int(numpy.searchsorted(self.first, token, side="right")) - 1
        return self.documents[number], self.documents[number].words[token - self.first[number]]


class DrawnValues(NamedTuple):
    """What annotators drew from one word to another; sorted by distance, annotator, left.

    distance   position of the last word minus that of the first one
    annotator  column
    left       position of the first word
    value      number of the value in values
    values     tuple of values: tuples of Drawn.value; first that of nothing, then OTHER_BOUNDARIES
    """

    distance: numpy.ndarray
    annotator: numpy.ndarray
    left: numpy.ndarray
    value: numpy.ndarray
    values: tuple


def words_of(drawn, annotators) -> Words:
    """The Words of some annotators in a LayerDrawn."""
    filling = _Filling(annotators)
    for document in drawn.documents:
        filling.add(document)
    return filling.words(drawn)


class _Filling:
    """Collects the columns of Words, document by document."""

    def __init__(self, annotators):
        self._annotators = tuple(annotators)
        self._numbers, self._drawn = {}, defaultdict(set)
        self._first, self._tokens = [], 0
        self._word, self._token, self._sentence = [BOUNDARY], [-1], [0]
        self._end, self._searched = [], []

    def add(self, document):
        by_words = {}
        for name, searched in document.searched.items():
            if name in self._annotators and searched:
                by_words.setdefault(tuple(document.has[name]), []).append(name)
        self._first.append(self._tokens)
        for chosen, names in by_words.items():
            position = self._add_words(document, chosen, names)
            for name in names:
                column = self._annotators.index(name)
                for mark in document.drawn[name]:
                    first, last = ends(mark.pieces)
                    left, right = position[first], position[last]
                    self._drawn[right - left, column, left].add(mark.value)
        self._tokens += len(document.words)

    def _add_words(self, document, chosen, names):
        """{word: position} of a set of words."""
        position, last = {}, None
        for index in chosen:
            word = document.words[index]
            if word.sentence != last:
                self._close()
                last = word.sentence
                self._searched.append([
                    name in names and last in document.searched[name]
                    for name in self._annotators
                ])  # fmt: skip
            position[index] = len(self._word)
            self._word.append(self._numbers.setdefault(word.text, len(self._numbers) + 1))
            self._token.append(self._tokens + index)
            self._sentence.append(len(self._end))
        self._close()
        return position

    def _close(self):
        """End the sentence, if there is one."""
        if self._word[-1] != BOUNDARY:
            self._end.append(len(self._word))
            self._word.append(BOUNDARY)
            self._token.append(-1)
            self._sentence.append(len(self._end))

    def words(self, drawn):
        lists = self._first, self._word, self._token, self._sentence, self._end
        columns = (numpy.array(numbers, dtype=numpy.int64) for numbers in lists)
        searched = numpy.array(self._searched, dtype=bool)
        return Words(
            drawn.layer, self._annotators, tuple(drawn.documents), *columns,
            searched.reshape(len(self._end), len(self._annotators)), self._values_drawn(),
        )  # fmt: skip

    def _values_drawn(self):
        numbers: dict = {(): 0, (("other boundaries", None),): OTHER}
        places = sorted(self._drawn)
        value = [
            numbers.setdefault(tuple(sorted(self._drawn[place], key=str)), len(numbers))
            for place in places
        ]
        columns = numpy.array(places, dtype=numpy.int64).reshape(len(places), 3).T
        return DrawnValues(*columns, numpy.array(value, dtype=numpy.int64), tuple(numbers))
