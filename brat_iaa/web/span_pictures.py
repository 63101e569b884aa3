"""Spans that annotators drew, on the running text: lines above it and below it."""

import re
from typing import NamedTuple, Optional

from brat_iaa.layers.labels import NO_LABEL
from brat_iaa.web.formatting import labels_of

# Lines on one side of the text; of more, the outermost are drawn as one.
LANES = 5
FIRST, SECOND, BOTH = "a", "b", "both"


class SpanLine(NamedTuple):
    """One span as drawn.

    fragments  ((start, end), ...) in the document's text
    label      as shown
    side       FIRST, SECOND, or BOTH if it is the same of both
    number     of its disagreement on the page, or None
    lane       how far from the text, from 1
    """

    fragments: tuple
    label: str
    side: str
    number: Optional[int]
    lane: int = 1


class SpanPiece(NamedTuple):
    """A piece of running text, and the Lines at it.

    lines   all of them
    opens   those whose span begins here
    goes_on those that go on after a gap
    closes  those whose span ends after it
    """

    text: str
    lines: tuple[SpanLine, ...]
    opens: tuple[SpanLine, ...]
    goes_on: tuple[SpanLine, ...]
    closes: tuple[SpanLine, ...]

    @property
    def first_word(self):
        """What stays on one line with the labels; "" without any."""
        return re.match(r"\s*\S*", self.text).group() if self.new else ""

    @property
    def rest(self):
        return self.text[len(self.first_word) :]

    @property
    def runs_on(self):
        """Lines of the piece before that run through this one."""
        return [line for line in self.lines if line not in self.new]

    @property
    def new(self):
        return self.opens + self.goes_on

    @property
    def begins(self):
        """Lines that get a label here: (those above the text, those below it); () for none."""
        above = [line for line in self.new if line.side == FIRST]
        return (above, [line for line in self.new if line.side != FIRST]) if self.new else ()


class Picture(NamedTuple):
    """One sentence.

    lanes  the most lines on one side of its text
    names  of further layers in which something is said here
    rows   list of Row of these
    """

    pieces: list
    lanes: int
    names: tuple
    rows: list


class Cell(NamedTuple):
    """What both say in one layer, None for somebody without the span.

    number  of the disagreement, or None
    """

    values: tuple
    number: Optional[int]

    @property
    def same(self):
        return self.values[0] == self.values[1]


class Row(NamedTuple):
    """A span, or two that overlap: the words of each side, a Cell or None for each layer."""

    words: tuple
    cells: tuple


def span_pictures(layers, table, sentences, pair, found):
    """{sentence number: Picture}

    layers  [(layer's name, LabelTable)]: the first is drawn, the others are rows of labels
    found   [(number on the page, Disagreement)] of these layers and this pair
    """
    numbers = _numbers(found)
    name, items = layers[0]
    lines = _lines(items, pair, numbers.get(name, {}))
    rows = _rows(layers[1:], table, pair, found, numbers) if len(layers) > 1 else {}
    names = tuple(name for name, _ in layers[1:])
    return {
        sentence.number: _picture(
            table.text, sentence, lines, *_used(names, rows.get(sentence.number, []))
        )
        for sentence in sentences
    }


def _used(names, rows):
    """(names of the layers in which anything is said, the rows with their cells only)"""
    used = [
        place
        for place in range(len(names))
        if any(row.cells[place] and _says_something(row.cells[place]) for row in rows)
    ]
    kept = [Row(row.words, tuple(row.cells[place] for place in used)) for row in rows]
    return tuple(names[place] for place in used), kept


def _numbers(found):
    """{layer: {(side, fragments): number on the page}}"""
    numbers = {}
    for number, item in found:
        for side, fragments in zip((FIRST, SECOND), _places(item)):
            numbers.setdefault(item.layer, {}).setdefault((side, fragments), number)
    return numbers


def _places(item):
    """The fragments of both sides' spans; of a side that has none, the other's."""
    own = [ends[0].fragments if ends else None for ends in item.ends]
    return tuple(fragments or item.token.fragments for fragments in own)


def _lines(items, pair, numbers):
    lines = []
    for item in items.items:
        fragments = item.token.fragments
        values = [labels_of(item.values, annotator) for annotator in pair]
        if values[0] is not None and values[0] == values[1]:
            lines.append(SpanLine(fragments, values[0], BOTH, None))
            continue
        for side, value in zip((FIRST, SECOND), values):
            if value is not None:
                lines.append(SpanLine(fragments, value, side, numbers.get((side, fragments))))
    return _in_lanes(lines)


def _in_lanes(lines):
    """The Lines; those that overlap on one side in lanes, the shorter ones nearer to the text."""
    placed, taken = [], {True: [], False: []}
    for line in sorted(
        lines, key=lambda line: (line.fragments[-1][1] - line.fragments[0][0], line)
    ):
        start, end = line.fragments[0][0], line.fragments[-1][1]
        above = taken[line.side == FIRST]
        used = {lane for left, right, lane in above if left < end and start < right}
        lane = next(lane for lane in range(1, len(used) + 2) if lane not in used)
        above.append((start, end, lane))
        placed.append(line._replace(lane=min(lane, LANES)))
    return sorted(placed, key=lambda line: (line.fragments[0][0], -line.fragments[-1][1]))


def _picture(text, sentence, lines, names, rows):
    here = [
        line
        for line in lines
        if any(start < sentence.end and end > sentence.start for start, end in line.fragments)
    ]
    edges = {edge for line in here for fragment in line.fragments for edge in fragment}
    cuts = [
        sentence.start,
        *sorted(e for e in edges if sentence.start < e < sentence.end),
        sentence.end,
    ]
    pieces = [_piece(text, left, right, here) for left, right in zip(cuts, cuts[1:])]
    return Picture(pieces, max((line.lane for line in here), default=0), names, rows)


def _piece(text, left, right, lines):
    inside = [
        line
        for line in lines
        if any(start <= left and right <= end for start, end in line.fragments)
    ]
    return SpanPiece(
        text[left:right],
        tuple(inside),
        tuple(line for line in inside if line.fragments[0][0] == left),
        tuple(line for line in inside if left in [start for start, _ in line.fragments[1:]]),
        tuple(line for line in inside if line.fragments[-1][1] == right),
    )


def _rows(layers, table, pair, found, numbers):
    """{sentence number: list of Row} of the spans to which somebody gave a label."""
    known = [
        ({item.token.fragments: item for item in items.items}, numbers.get(name, {}))
        for name, items in layers
    ]
    alone = sorted({fragments for items, _ in known for fragments in items})
    together = sorted({_places(item) for _, item in found if None not in item.arcs})
    rows, taken = {}, set()
    for places in (*together, *((place, place) for place in alone)):
        sides = set(zip((FIRST, SECOND), places))
        if sides & taken:
            continue
        taken |= sides
        cells = tuple(_cell(items, own, pair, places) for items, own in known)
        if any(cell and _says_something(cell) for cell in cells):
            token = next(
                items[place].token for items, _ in known for place in places if place in items
            )
            row = Row(tuple(_words(table.text, place) for place in places), cells)
            rows.setdefault(token.sentence, []).append((min(places), row))
    return {number: [row for _, row in sorted(own)] for number, own in rows.items()}


def _cell(items, numbers, pair, places):
    """The Cell of a layer that has one of the two places, else None."""
    there = [items.get(place) for place in places]
    if not any(there):
        return None
    values = tuple(
        item and labels_of(item.values, annotator) for item, annotator in zip(there, pair)
    )
    known = (numbers.get(side) for side in zip((FIRST, SECOND), places))
    return Cell(values, next((number for number in known if number is not None), None))


def _says_something(cell):
    return any(value not in (None, NO_LABEL) for value in cell.values)


def _words(text, fragments):
    return " ".join(" ".join(text[start:end] for start, end in fragments).split())
