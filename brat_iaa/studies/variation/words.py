"""The words of all documents as numbers in a row, and what was drawn on them as columns."""

from collections import defaultdict
from itertools import groupby
from operator import itemgetter
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
    annotators, numbers, at = tuple(annotators), {}, defaultdict(set)
    first, word, token, sentence, end, searched = [], [BOUNDARY], [-1], [0], [], []
    tokens = 0
    for document in drawn.documents:
        first.append(tokens)
        by_words = defaultdict(list)
        for name, done in document.searched.items():
            if name in annotators and done:
                by_words[tuple(document.has[name])].append(name)
        for chosen, names in by_words.items():
            position = {}
            sentences = [document.words[index].sentence for index in chosen]
            for number, of_sentence in groupby(zip(sentences, chosen), itemgetter(0)):
                searched.append([
                    name in names and number in document.searched[name] for name in annotators
                ])  # fmt: skip
                for _, index in of_sentence:
                    position[index] = len(word)
                    word.append(numbers.setdefault(document.words[index].text, len(numbers) + 1))
                    token.append(tokens + index)
                    sentence.append(len(end))
                end.append(len(word))
                word.append(BOUNDARY)
                token.append(-1)
                sentence.append(len(end))
            for name in names:
                for mark in document.drawn[name]:
                    left, right = (position[index] for index in ends(mark.pieces))
                    at[right - left, annotators.index(name), left].add(mark.value)
        tokens += len(document.words)
    columns = (numpy.array(of, dtype=numpy.int64) for of in (first, word, token, sentence, end))
    there = numpy.array(searched, dtype=bool).reshape(len(end), len(annotators))
    documents = tuple(drawn.documents)
    return Words._make([
        drawn.layer, annotators, documents, *columns, there, _drawn_values(at),
    ])  # fmt: skip


def _drawn_values(at):
    """DrawnValues of {(distance, annotator, left): set of values}."""
    numbers: dict = {(): 0, (("other boundaries", None),): OTHER}
    places = sorted(at)
    value = [
        numbers.setdefault(tuple(sorted(at[place], key=str)), len(numbers)) for place in places
    ]
    columns = numpy.array(places, dtype=numpy.int64).reshape(len(places), 3).T
    return DrawnValues(*columns, numpy.array(value, dtype=numpy.int64), tuple(numbers))
