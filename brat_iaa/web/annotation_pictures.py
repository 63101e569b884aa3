"""What a document's page shows of spans: lines on the running text."""

import re
from typing import NamedTuple, Optional

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
    """One sentence. lanes: the most lines on one side of its text"""

    pieces: list
    lanes: int


def span_pictures(items, table, sentences, pair, numbered):
    """{sentence number: Picture} of a layer.

    items     [(fragments, {annotator: set of labels, or None})] of spans, see labels_of
    numbered  [(number on the page, Difference)] of the layer and this pair
    """
    numbers: dict = {}
    for number, item in numbered:
        for side in zip((FIRST, SECOND), _places(item)):
            numbers.setdefault(side, number)
    lines = _lines(items, pair, numbers)
    return {sentence.number: _picture(table.text, sentence, lines) for sentence in sentences}


def _places(item):
    """The fragments of both sides' spans; of a side that has none, the other's."""
    here = item.token.fragments
    return tuple(arc.ends[0].fragments if arc and arc.ends else here for arc in item.marks)


def _lines(items, pair, numbers):
    lines = []
    for fragments, of_span in items:
        values = [labels_of(of_span, annotator) for annotator in pair]
        if values[0] is not None and values[0] == values[1]:
            number = numbers.get((FIRST, fragments))
            lines.append(SpanLine(fragments, values[0], BOTH, number))
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


def _picture(text, sentence, lines):
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
    return Picture(pieces, max((line.lane for line in here), default=0))


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
