"""The boundaries of spans with some tolerance: blanks, a token, or the rest of a span aside.

Two spans that share a character match if their boundaries, taken in one of these ways, are equal or
no farther apart than its slack.
"""

import unicodedata
from typing import NamedTuple

import numpy

from brat_iaa.kinds.labels import HEAD
from brat_iaa.measures.distinct import between, packed, ranges
from brat_iaa.measures.matching import Places

# One more than the highest code of a character.
_CODES = 0x110000
_WORDS = {"first-word": 0, "last-word": -1}
# {way: how far boundaries may be apart}; in tokens or in characters
TOLERANCES = {"blanks": 0, "one-token": 1, **dict.fromkeys((*_WORDS, HEAD), 0)}


class Characters:
    """The characters of the texts of a Batch in a row, with a blank between two.

    blank              booleans: which are white space
    solid              booleans: which are neither white space nor punctuation
    token_start, _end  of the tokens: what stands between blanks
    """

    def __init__(self, batch):
        self.batch = batch
        codes = numpy.full(int(batch.begin[-1]), ord(" "), dtype=numpy.uint32)
        for begin, table in zip(batch.begin.tolist(), batch.tables):
            text = table.text.encode("utf-32-le", "surrogatepass")
            codes[begin : begin + len(table.text)] = numpy.frombuffer(text, dtype="<u4")
        used = numpy.zeros(_CODES, dtype=bool)
        used[codes] = True
        blank, solid = numpy.zeros((2, _CODES), dtype=bool)
        for code in numpy.flatnonzero(used).tolist():
            blank[code] = chr(code).isspace()
            solid[code] = not blank[code] and unicodedata.category(chr(code))[0] != "P"
        self.blank, self.solid = blank[codes], solid[codes]
        edges = numpy.diff(numpy.concatenate([[True], self.blank, [True]]).astype(numpy.int8))
        self.token_start, self.token_end = (
            numpy.flatnonzero(edges < 0),
            numpy.flatnonzero(edges > 0),
        )

    def joined(self, parts) -> list:
        """Parts of a span, [(start, end)], as one where blanks alone part them: brat draws a span
        over a line end as two.
        """
        joined = [parts[0]]
        for start, end in parts[1:]:
            begin, before = joined[-1]
            if self.blank[before:start].all():
                joined[-1] = begin, end
            else:
                joined.append((start, end))
        return joined

    def tokens_of(self, start, end) -> tuple:
        """(the first token that each stretch shares a character with, the one behind the last)"""
        first = numpy.searchsorted(self.token_end, start, "right")
        behind = numpy.searchsorted(self.token_start, end, "left")
        return first, numpy.where(start < end, numpy.maximum(behind, first), first)

    def cores(self, start, end) -> tuple:
        """(starts, ends) of stretches without blanks and punctuation at their edges; those that
        consist of them stay as they are.
        """
        size, places = len(self.solid), numpy.arange(len(self.solid))
        after = numpy.minimum.accumulate(numpy.where(self.solid, places, size)[::-1])[::-1]
        before = numpy.maximum.accumulate(numpy.where(self.solid, places, -1))
        filled = numpy.flatnonzero(start < end)
        first, last = start.copy(), end.copy()
        first[filled], last[filled] = after[start[filled]], before[end[filled] - 1] + 1
        kept = first < last
        return numpy.where(kept, first, start), numpy.where(kept, last, end)

    def words(self, start, end, last) -> tuple:
        """(starts, ends) of the first, or the last, word of stretches, as far as it is in them,
        without punctuation at its edges.
        """
        start, end = self.cores(start, end)
        first, behind = self.tokens_of(start, end)
        there = numpy.flatnonzero(first < behind)
        token = (behind - 1 if last else first)[there]
        start[there] = numpy.maximum(start[there], self.token_start[token])
        end[there] = numpy.minimum(end[there], self.token_end[token])
        return self.cores(start, end)


class Boundaries(NamedTuple):
    """The boundaries of spans in one way.

    first, last  of each span
    slack        how far they may be apart
    pieces       {span: [(first, last) of each of its parts]} of those of which several count
    """

    first: numpy.ndarray
    last: numpy.ndarray
    slack: int
    pieces: dict

    def alike(self, i, j) -> numpy.ndarray:
        """Whether two spans each match, as far as their boundaries go: booleans."""
        same = numpy.maximum(
            abs(self.first[i] - self.first[j]), abs(self.last[i] - self.last[j])
        ) <= self.slack  # fmt: skip
        for row in numpy.flatnonzero(same).tolist() if self.pieces else ():
            pieces, other = (self.pieces.get(int(side[row]), ()) for side in (i, j))
            same[row] = len(pieces) == len(other) and all(
                abs(a - b) <= self.slack for bounds in zip(pieces, other) for a, b in zip(*bounds)
            )
        return same


class Shares(NamedTuple):
    """Spans by the share of their characters that both have (intersection over union).

    places  Places
    least   share from which two spans match
    """

    places: Places
    least: float

    def alike(self, i, j) -> numpy.ndarray:
        """Whether of the characters that either has, both have enough: booleans."""
        start, end = self.places.start, self.places.end
        both = numpy.minimum(end[i], end[j]) - numpy.maximum(start[i], start[j])
        either = end[i] - start[i] + end[j] - start[j] - both
        for row, pair in enumerate(zip(i.tolist(), j.tolist())) if self.places.pieces else ():
            if not self.places.pieces.keys().isdisjoint(pair):
                both[row], either[row] = self._of_parts(*map(self.places.fragments, pair))
        return both >= self.least * either

    @staticmethod
    def _of_parts(first, second):
        both = sum(
            max(0, min(end, behind) - max(start, begin))
            for start, end in first
            for begin, behind in second
        )
        return both, sum(end - start for start, end in (*first, *second)) - both


def bounds(way, places, characters) -> Boundaries:
    """The Boundaries of Places.

    way         in TOLERANCES
    characters  Characters of their texts
    """
    start, end = places.start.astype(numpy.int64), places.end.astype(numpy.int64)
    several: dict = {}
    if way == HEAD:
        heads = _heads(places, characters.batch)
        return Boundaries(heads, heads, TOLERANCES[way], several)
    if way in _WORDS:
        for row, parts in places.pieces.items():
            start[row], end[row] = parts[_WORDS[way]]
        first, last = characters.words(start, end, _WORDS[way])
        return Boundaries(first, last, TOLERANCES[way], several)
    pieces = {row: characters.joined(parts) for row, parts in places.pieces.items()}
    owner = [row for row, parts in pieces.items() for _ in parts if len(parts) > 1]
    parts = numpy.array(
        [bounds for parts in pieces.values() for bounds in parts if len(parts) > 1], numpy.int64
    )
    begins, ends = parts.reshape(-1, 2).T
    of_parts = _edges(way, begins, ends, characters)
    for row, first, last in zip(owner, *(part.tolist() for part in of_parts)):
        several.setdefault(row, []).append((first, last))
    first, last = _edges(way, start, end, characters)
    return Boundaries(first, last, TOLERANCES[way], several)


def _edges(way, start, end, characters):
    if way == "blanks":
        return characters.cores(start, end)
    first, behind = characters.tokens_of(start, end)
    # What has no token is like itself alone.
    return numpy.where(first < behind, (first, behind), (-2 * start - 2, -2 * end - 2))


def _heads(places, batch):
    """Of each place the number of the token that begins in it and whose head lies outside; of
    several the one of which most annotators say so, then the first. A place without one has a
    number of its own.
    """
    tokens, arcs, annotators, before = [], [], [], 0
    for begin, table in zip(batch.begin.tolist(), batch.tables):
        arc_table = table.arc_table
        tokens.append(arc_table.tokens.start + begin)
        annotator, *ends, _ = arc_table.arcs()
        arcs.append(numpy.stack(ends) + before)
        annotators.append(annotator)
        before += len(tokens[-1])
    start, (dependent, head) = numpy.concatenate(tokens), numpy.concatenate(arcs, axis=1)
    order = numpy.argsort(dependent, kind="stable")
    of_token = numpy.searchsorted(dependent[order], numpy.arange(before + 1))
    parts = [
        (place, *part) for place in range(len(places.start)) for part in places.fragments(place)
    ]
    place, begin, end = numpy.array(parts, dtype=numpy.int64).reshape(-1, 3).T
    part, token = between(*numpy.searchsorted(start, [begin, end]))
    within = packed(place[part], before, token)
    row, arc = ranges(of_token, token)
    outside = ~numpy.isin(place[part][row] * before + head[order[arc]], within)
    # An annotator may give a token several heads.
    annotator = numpy.concatenate(annotators)[order[arc]][outside]
    key = numpy.unique(numpy.stack([within[row[outside]], annotator]), axis=1)[0]
    key, votes = numpy.unique(key, return_counts=True)
    place, token = numpy.divmod(key, max(before, 1))
    order = numpy.lexsort((-token, votes, place))
    heads = -1 - numpy.arange(len(places.start))
    heads[place[order]] = token[order]
    return heads
