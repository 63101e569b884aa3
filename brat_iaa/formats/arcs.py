"""The layout of one sentence's arcs: columns, nesting levels, ports. Geometry only, no drawing.

Lengths are pixels. Text is measured in columns of a monospace font, as the server does not know how
wide a browser draws a word.
"""

from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import columns, first_columns
from brat_iaa.formats.picture import one_line

WORD_COLUMN = 8.6  # one column of the words' font, 14 px
LABEL_COLUMN = 6.7  # one column of the labels' font, 11 px
WORD_GAP = 18  # between two words
LABEL_GAP = 14  # between a label and the legs of its arc
PORT = 8  # between two arcs that end at one word
MARGIN = 12
LONGEST = 40  # columns; longer words and labels are cut, the tooltip has all of them


class Edge(NamedTuple):
    """One arc to draw.

    head     column of the head; None if it is not drawn (the root token, another sentence, the
             word itself): then the arc is a vertical line to the word
    differs  whether the annotators differ on it
    number   number of the disagreement on the page, or None
    """

    dependent: int
    head: Optional[int]
    label: str
    title: str = ""
    differs: bool = False
    number: Optional[int] = None

    @property
    def ends(self):
        """(leftmost, rightmost) column; without a drawn head, those on both sides of the word."""
        if self.head is None:
            return self.dependent - 1, self.dependent + 1
        return min(self.dependent, self.head), max(self.dependent, self.head)


class Placed(NamedTuple):
    """An edge with its level (from 1) and the x of both ends; x_head is None without drawn head."""

    edge: Edge
    level: int
    x_dependent: float
    x_head: Optional[float]


class Layout(NamedTuple):
    """centres: x of each word; upper, lower: placed edges; width of the whole picture."""

    centres: tuple
    upper: tuple
    lower: tuple
    width: float


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text on one line, without control characters, at most `longest` columns wide."""
    text = one_line(text)
    if columns(text) <= longest:
        return text
    return first_columns(text, longest - 1) + "…"


def levels(edges: list) -> list:
    """The level of each edge, from 1: above all shorter arcs that it spans or crosses."""
    result = [0] * len(edges)
    height = {}  # between column i and i + 1
    for number in sorted(range(len(edges)), key=lambda i: _length(edges[i])):
        left, right = edges[number].ends
        gaps = range(left, right)
        result[number] = 1 + max((height.get(gap, 0) for gap in gaps), default=0)
        for gap in gaps:
            height[gap] = result[number]
    return result


def _length(edge):
    """Sort key: short arcs first, arcs without a drawn head last."""
    left, right = edge.ends
    return edge.head is None, right - left, left, edge.label


def layout(words: list, upper: list, lower: list) -> Layout:
    """Place words (texts) in a row, and edges above and below it, without overlapping labels."""
    sides = [(edges, levels(edges)) for edges in (upper, lower)]
    ports = [_ports(edges, level) for edges, level in sides]
    widths = [
        max(columns(word) * WORD_COLUMN, *(PORT * len(side.get(i, ())) for side in ports))
        for i, word in enumerate(words)
    ]
    steps = [(a + b) / 2 + WORD_GAP for a, b in zip(widths, widths[1:])]
    margins = [widths[0] / 2, widths[-1] / 2] if words else [0, 0]
    offsets = [
        {
            (i, column): (rank - (len(numbers) - 1) / 2) * PORT
            for column, numbers in side.items()
            for rank, i in enumerate(numbers)
        }
        for side in ports
    ]
    for (edges, _), offset in zip(sides, offsets):
        _widen(steps, margins, edges, offset)

    centres = []
    x = MARGIN + margins[0]
    for step in steps + [margins[1]]:
        centres.append(x)
        x += step
    placed = [
        tuple(
            Placed(
                edge,
                level,
                centres[edge.dependent] + offset[i, edge.dependent],
                None if edge.head is None else centres[edge.head] + offset[i, edge.head],
            )
            for i, (edge, level) in enumerate(zip(edges, side_levels))
        )
        for (edges, side_levels), offset in zip(sides, offsets)
    ]
    return Layout(tuple(centres), placed[0], placed[1], x + MARGIN)


def _ports(edges, level):
    """{column: edge numbers from left to right}, so that arcs of one word do not cross."""
    ports = {}
    for i, edge in enumerate(edges):
        if edge.head is None:
            ports.setdefault(edge.dependent, []).append((1, 0, i))
            continue
        left, right = edge.ends
        ports.setdefault(right, []).append((0, level[i], i))  # goes left: inner arcs first
        ports.setdefault(left, []).append((2, -level[i], i))  # goes right: inner arcs last
    return {column: [i for _, _, i in sorted(entries)] for column, entries in ports.items()}


def _widen(steps, margins, edges, offsets):
    """Move words apart, in place, until every label fits between the legs of its arc."""
    for i, edge in sorted(enumerate(edges), key=lambda pair: _length(pair[1])):
        need = columns(edge.label) * LABEL_COLUMN + LABEL_GAP
        if edge.head is None:
            before, after = edge.dependent - 1, edge.dependent
            half = need / 2 + abs(offsets[i, edge.dependent])
            if before >= 0:
                steps[before] = max(steps[before], half)
            else:
                margins[0] = max(margins[0], half)
            if after < len(steps):
                steps[after] = max(steps[after], half)
            else:
                margins[1] = max(margins[1], half)
            continue
        left, right = edge.ends
        if left == right:
            continue
        lacking = need + offsets[i, left] - offsets[i, right] - sum(steps[left:right])
        if lacking > 0:
            for gap in range(left, right):
                steps[gap] += lacking / (right - left)


def lanes(spans, words, placed) -> list:
    """[(lane below the words, from 1, x of its start, of its end, of the end of its label)] of
    spans, so that labels do not overlap. spans: [(first word, last word, label)]
    """
    half = [columns(word) * WORD_COLUMN / 2 for word in words]
    taken: list = []
    found = {}
    shortest = sorted(enumerate(spans), key=lambda each: (each[1][1] - each[1][0], each))
    for number, (first, last, label) in shortest:
        start, end = placed.centres[first] - half[first], placed.centres[last] + half[last]
        right = max(end, start + columns(label) * LABEL_COLUMN) + LABEL_GAP
        used = {lane for lane, left, until in taken if left < right and start < until}
        lane = next(lane for lane in range(1, len(used) + 2) if lane not in used)
        taken.append((lane, start, right))
        found[number] = lane, start, end, right
    return [found[number] for number in range(len(spans))]
