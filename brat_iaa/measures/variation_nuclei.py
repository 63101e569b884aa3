"""Variation nuclei: the same words in the same surroundings with different values.

Boyd, Dickinson & Meurers 2008, section 4: a nucleus is a pair of words with an arc between them,
and its label is that of the arc with its direction. Where the same words stand without an arc, the
nucleus has the label NIL. Dickinson & Meurers 2003: of spans, a nucleus is the words of a span.

Words are numbers in a row here, and what was drawn on them are columns.
"""

from typing import NamedTuple

import numpy

# Number of what stands before and after each sentence.
BOUNDARY = 0
# Numbers of the value of nothing, and of that of words of which some are in a span, but not these
# alone.
NOTHING, OTHER = 0, 1


class DrawnColumns(NamedTuple):
    """What annotators drew from one word to another; sorted by distance, annotator, left.

    distance   position of the last word minus that of the first one
    annotator  column
    left       position of the first word
    value      number of the value: NOTHING, OTHER, ...
    """

    distance: numpy.ndarray
    annotator: numpy.ndarray
    left: numpy.ndarray
    value: numpy.ndarray


class WordRow(NamedTuple):
    """The words of all documents in a row, with a BOUNDARY before and after each sentence.

    word      of each position: number of the word as it is written, or BOUNDARY
    token     of each position: number of the word in all documents, -1 at a boundary
    sentence  of each position: number of the sentence
    end       of each sentence: position of the boundary behind it
    searched  booleans, sentences x annotators: whether the annotator is done with it
    drawn     DrawnColumns
    """

    word: numpy.ndarray
    token: numpy.ndarray
    sentence: numpy.ndarray
    end: numpy.ndarray
    searched: numpy.ndarray
    drawn: DrawnColumns


class Occurrences(NamedTuple):
    """Occurrences of all nuclei as columns, those of one nucleus in a row.

    nucleus    number
    place      a number for each first and last word, in the order of the text
    left       position of the first word
    distance   to the last word
    annotator  column
    value      number of the value
    """

    nucleus: numpy.ndarray
    place: numpy.ndarray
    left: numpy.ndarray
    distance: numpy.ndarray
    annotator: numpy.ndarray
    value: numpy.ndarray


def occurrences(words, margin, touching, drawn_alone) -> Occurrences:
    """The Occurrences of all nuclei of a WordRow.

    margin       words on each side that have to be the same, 0 or 1
    touching     whether words of which some are in a span have a value, OTHER
    drawn_alone  whether words on which nothing was drawn do not count
    """
    parts, number = [numpy.zeros((6, 0), dtype=numpy.int64)], 0
    drawn, size, tokens = words.drawn, len(words.word), int(words.token.max()) + 1
    covered = _covered(words) if touching else None
    bounds = numpy.searchsorted(drawn.distance, numpy.arange(drawn.distance.max(initial=0) + 2))
    for distance, left, group in _windows(words, margin):
        of = slice(bounds[distance], bounds[distance + 1])
        has_any = numpy.zeros(int(group.max()) + 1, dtype=bool)
        has_any[group[numpy.isin(left, drawn.left[of])]] = True
        left, group = left[has_any[group]], group[has_any[group]]
        row, annotator = numpy.nonzero(words.searched[words.sentence[left]])
        left, group = left[row], group[row]
        value = _values(drawn, of, annotator * size + left, size)
        if covered is not None:
            touched = covered[annotator, left + distance + 1] > covered[annotator, left]
            value[(value == 0) & touched] = OTHER
        asked = value >= drawn_alone
        left, group, annotator, value = left[asked], group[asked], annotator[asked], value[asked]
        place = words.token[left] * tokens + words.token[left + distance]
        group, kept = _varying(group, value, place)
        part = numpy.array([
            group + number, place[kept], left[kept], numpy.full(len(kept), distance),
            annotator[kept], value[kept],
        ])  # fmt: skip
        number += int(group[-1]) + 1 if len(group) else 0
        parts.append(part)
    return Occurrences(*numpy.concatenate(parts, axis=1))


def _covered(words):
    """How many words before each position are in spans or mentions, annotators x positions."""
    drawn = words.drawn
    covered = numpy.zeros((words.searched.shape[1], len(words.word) + 1), dtype=numpy.int64)
    numpy.add.at(covered, (drawn.annotator, drawn.left), 1)
    numpy.add.at(covered, (drawn.annotator, drawn.left + drawn.distance + 1), -1)
    covered = numpy.cumsum(covered, axis=1) > 0
    return numpy.cumsum(covered, axis=1) - covered


def _windows(words, margin):
    """For each distance (distance, positions of first words, number of each one's surroundings).

    Two positions have the same number if all words from margin before the first one to margin
    behind the last one are the same. A window grows by a word with each distance, so its number is
    made of the number before and the new word; windows that occur once, or from which nothing drawn
    goes as far, are dropped on the way.
    """
    word, sizes = words.word, int(words.word.max()) + 1
    reach = numpy.full(len(word), -1, dtype=numpy.int64)
    numpy.maximum.at(reach, words.drawn.left, words.drawn.distance)
    left = numpy.flatnonzero(word != BOUNDARY)
    end = words.end[words.sentence[left]]
    group = word[left]
    if margin:
        _, group = numpy.unique(word[left - 1] * sizes + group, return_inverse=True)
        group = group.reshape(-1) * sizes + word[left + 1]
    for distance in range(int(words.drawn.distance.max(initial=0)) + 1):
        if distance:
            inside = left + distance < end
            left, end = left[inside], end[inside]
            group = group[inside] * sizes + word[left + distance + margin]
        _, group, times = numpy.unique(group, return_inverse=True, return_counts=True)
        group = group.reshape(-1)
        farthest = numpy.full(len(times), -1, dtype=numpy.int64)
        numpy.maximum.at(farthest, group, reach[left])
        kept = ((times > 1) & (farthest >= distance))[group]
        left, end, group = left[kept], end[kept], group[kept]
        if not len(left):
            return
        yield distance, left, group


def _values(drawn, of, wanted, size):
    """Number of the value of each annotator * size + left in a slice; 0: nothing."""
    key = drawn.annotator[of] * size + drawn.left[of]
    index = numpy.minimum(numpy.searchsorted(key, wanted), max(len(key) - 1, 0))
    if not len(key):
        return numpy.zeros(len(wanted), dtype=numpy.int64)
    return numpy.where(key[index] == wanted, drawn.value[of][index], 0)


def _varying(group, value, place):
    """(numbers from 0 of the groups with several values and places, their rows in this order)."""
    order = numpy.argsort(group, kind="stable")
    if not len(order):
        return order, order
    start = numpy.flatnonzero(numpy.diff(group[order], prepend=-1))
    sizes = numpy.diff(numpy.append(start, len(order)))
    several = numpy.ones(len(start), dtype=bool)
    for column in (value[order], place[order]):
        lowest = numpy.minimum.reduceat(column, start)
        several &= lowest != numpy.maximum.reduceat(column, start)
    kept = numpy.repeat(several, sizes)
    number = numpy.cumsum(several) - 1
    return numpy.repeat(number, sizes)[kept], order[kept]


def by_share(columns):
    """(start of each nucleus in the columns, their order, whether an annotator varies in each)."""
    total = int(columns.nucleus[-1]) + 1 if len(columns.nucleus) else 0
    start = numpy.searchsorted(columns.nucleus, numpy.arange(total + 1))
    if not total:
        return start, numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=bool)
    # Those last that differ in boundaries alone; in the others boundaries do not count here.
    told = columns.value != OTHER
    values, _ = _distinct(columns.nucleus[told], columns.value[told])
    alike = numpy.bincount(values, minlength=total) < 2
    counted = told | alike[columns.nucleus]
    nucleus, times = _distinct(columns.nucleus[counted], columns.value[counted])
    most, sizes = numpy.zeros(total, dtype=numpy.int64), numpy.bincount(nucleus, times)
    numpy.maximum.at(most, nucleus, times)
    earliest = numpy.minimum.reduceat(columns.place, start[:-1])
    order = numpy.lexsort((earliest, -sizes, (sizes - most) / sizes, alike))
    # Each annotator's distinct values are as many as there are annotators, unless one varies.
    values, names = (
        numpy.bincount(_distinct(columns.nucleus, columns.annotator, *of)[0], minlength=total)
        for of in ([columns.value], [])
    )
    return start, order, values > names


def _distinct(nucleus, *columns):
    """(nucleus, times) of each distinct combination with the columns."""
    rows = numpy.stack((nucleus, *columns), axis=1)
    distinct, times = numpy.unique(rows, axis=0, return_counts=True)
    return distinct[:, 0], times
