"""What a document's page shows of layers without arcs: spans on the running text, labels below the
words, chains in the text, and relations and events as rows.
"""

import bisect
import re
from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import absent
from brat_iaa.layers.chains import NO_CLASS
from brat_iaa.layers.label_columns import NO_LABEL
from brat_iaa.layers.tokens import End
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


class LabelCell(NamedTuple):
    """One span with what both annotators say of it; number: of the first disagreement on it on the
    page, or None.
    """

    text: str
    values: tuple
    number: Optional[int]


def label_cells(items, pair, numbered):
    """{sentence number: list of LabelCell}

    items     a LabelTable
    numbered  [(number on the page, Difference)] of the layer and pair
    """
    numbers = {}
    for number, item in numbered:
        # Spans with different offsets are drawn apart, and have the same disagreement.
        ends = (end.fragments for mark in item.marks if mark for end in mark.ends)
        for fragments in (item.token.fragments, *ends):
            numbers.setdefault(fragments, number)
    cells: dict = {}
    nothing, places = absent(items.layer.settings.nothing), items.table
    for fragments, of_span in items.items:
        labels = [labels_of(of_span, annotator) for annotator in pair]
        # Where nobody gave a label there is nothing to say.
        if {*labels} - {None, NO_LABEL, "no label"}:
            number = numbers.get(fragments)
            # Where this is no disagreement, another layer says that only one drew the span.
            other = labels[0] or labels[1] if number is None else nothing
            values = tuple(label or other for label in labels)
            cell = LabelCell(places.words(fragments), values, number)
            cells.setdefault(places.sentence_of(fragments), []).append(cell)
    return cells


def chain_pictures(items, table, sentences, pair, numbered):
    """List of the Pictures of sentences with their mentions, labelled by the numbers of chains.

    items     a ChainTable
    numbered  [(number on the page, Difference)] of the layer and pair
    """
    columns, labels = items.columns, {}
    chains = [
        columns.chains[:, columns.annotators.index(name)].tolist()
        if name in columns.annotators else []
        for name in pair
    ]  # fmt: skip
    for name, chains_of_one, numbers in zip(pair, chains, _chain_numbers(columns.sizes, *chains)):
        for mention, chain in enumerate(chains_of_one):
            if chain != NO_CLASS:
                labels.setdefault(mention, {})[name] = {str(numbers.get(chain, "alone"))}
    mentions = [(columns.fragments(mention), labels[mention]) for mention in sorted(labels)]
    return [*span_pictures(mentions, table, sentences, pair, numbered).values()]


def _chain_numbers(sizes, *chains):
    """{chain: its number on the page} of each of two annotators; the second one's take the numbers
    of those they share most with.

    sizes   number of mentions of each chain
    chains  of each annotator the chain of each mention
    """
    first, second = (
        sorted({chain for chain in of_one if chain != NO_CLASS and sizes[chain] > 1})
        for of_one in chains
    )
    numbers, others = {chain: number for number, chain in enumerate(first, 1)}, {}
    shared = Counter(both for both in zip(*chains) if both[0] in first and both[1] in second)
    for (mine, other), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if other not in others and numbers[mine] not in others.values():
            others[other] = numbers[mine]
    for chain in second:
        others.setdefault(chain, max([len(first), *others.values()]) + 1)
    return numbers, others


def of_elements(items, table, sentences, pair, numbered):
    """The rows of relations between spans, or of events, in text order: the number of a sentence;
    "pieces": (text, whether it is the connective) of that of a discourse relation; "sides": of each
    annotator the label, "ends" (of a relation both, of an event those of trigger and arguments) and
    "words", of a discourse relation its connective, or None for nothing; what is said of that;
    "kinds" and the first "number" of the disagreements, none if both drew it alike.

    items      of the LayerDocument
    sentences  only what is in these
    numbered   [(number on the page, Difference)] of the layer and pair
    """
    made = _elements(items, table, pair, numbered)
    return [row for _, _, row in _in_text_order(made, table, sentences)]


def of_discourse(items, table, sentences, pair, numbered):
    """The same of discourse relations, with their sentences."""
    made = _discourse(items, table, pair, numbered)
    return [
        {**row, "pieces": [*_highlighted(table.text, sentence, fragments)]}
        for sentence, fragments, row in _in_text_order(made, table, sentences)
    ]


def _in_text_order(made, table, sentences):
    """Yields (sentence, fragments, row) of some sentences. made: (fragments, row)"""
    starts = [sentence.start for sentence in table.sentences]
    numbers = {sentence.number for sentence in sentences}
    for fragments, row in sorted(made, key=lambda row: (row[0], row[1]["number"] or 0)):
        first = min(start for start, _ in fragments)
        sentence = table.sentences[max(bisect.bisect_right(starts, first) - 1, 0)]
        if sentence.number in numbers:
            yield sentence, fragments, {"sentence": sentence.number, **row}


def _row(sides, nothing="", kinds=(), number=None):
    return {"sides": sides, "absent": nothing, "kinds": kinds, "number": number}


def _elements(items, table, pair, numbered):
    """Yields (fragments, row) of relations between spans, or of events.

    items  RelationTable or EventTable
    """
    columns = items.columns
    sides = [columns.annotators.index(name) for name in pair]
    for item in columns.shared_by(*sides):
        ends = table.ends(*columns.spans_of(item))
        side = {"label": columns.names[columns.label_of(item, sides[0])], "ends": ends}
        yield ends[0].fragments, _row((side, side))
    for number, item in numbered:
        here = (End(item.token.text, item.token.fragments),)
        sides = [mark and {"label": mark.label, "ends": mark.ends or here} for mark in item.marks]
        yield item.token.fragments, _row(sides, absent(item.kind), (item.kind,), number)


def _discourse(items, table, pair, numbered):
    """Yields the same of discourse relations; one that both drew is one row, whatever differs."""
    drawn = [
        {relation.id: relation for relation in items.drawn.get(annotator, ())} for annotator in pair
    ]
    differing = {}
    for number, item in numbered:
        ids = tuple(mark.id if mark else None for mark in item.marks)
        differing.setdefault(ids, []).append((number, item.kind))
    both = [tuple(relation.id for relation in sides) for sides in _matched(items, pair)]
    both += [ids for ids in differing if None not in ids and ids not in both]
    alone = [
        (id, None) if side == 0 else (None, id)
        for side in (0, 1)
        for id in drawn[side]
        if id not in {ids[side] for ids in both}
    ]
    for ids in both + alone:
        sides = [relations[id] if id is not None else None for relations, id in zip(drawn, ids)]
        listed = differing.get(ids, ())
        first = min((number for number, _ in listed), default=None)
        shown = [relation and _side(table.text, relation) for relation in sides]
        kinds = [kind for _, kind in listed]
        yield (
            (sides[0] or sides[1]).span.fragments,
            _row(shown, absent("missing-relation"), kinds, first),
        )


def _matched(items, pair):
    """Pairs of DrawnRelation that are the same strictly."""
    in_order = tuple(name for name in items.drawn if name in pair)
    for both in items.matched(in_order)["strict"] if len(in_order) == 2 else ():
        at = dict(zip(in_order, both))
        yield tuple(items.drawn[name][at[name]] for name in pair)


def _highlighted(text, sentence, fragments):
    place = sentence.start
    for start, end in sorted(fragments):
        start, end = max(start, place), min(end, sentence.end)
        if start < end:
            yield text[place:start], False
            yield text[start:end], True
            place = end
    yield text[place : sentence.end], False


def _side(text, drawn):
    both = (drawn.relation.start, drawn.relation.target)
    ends = [End(" ".join(text[a:b] for a, b in end), end) for end in both]
    return {"label": drawn.relation.type, "ends": ends, "words": drawn.words}
