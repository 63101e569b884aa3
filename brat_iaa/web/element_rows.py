"""Relations and events as rows: what both drew, and each disagreement."""

import bisect
from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import absent
from brat_iaa.layers.disagreement import End
from brat_iaa.layers.tokens import Locator


class ElementSide(NamedTuple):
    """What one side has.

    ends   of a relation both, of an event those of trigger and arguments
    words  of a discourse relation its connective, else ""
    """

    label: str
    ends: tuple[End, ...]
    words: str = ""


class ElementRow(NamedTuple):
    """A relation or event, or a part of one.

    pieces  (text, whether it is the connective) of the sentence of a discourse relation, else ()
    sides   pair of ElementSide, None for nothing; (one, the same) if both drew it alike
    absent  what is said of somebody who has nothing
    kinds   of the disagreements, () if both drew it alike
    number  of the first disagreement on the page, or None
    """

    sentence: int
    pieces: tuple
    sides: tuple
    absent: str
    kinds: tuple
    number: Optional[int]


def of_elements(items, table, sentences, pair, found):
    """List of ElementRow of relations between spans, or of events, in text order.

    items      of the LayerDocument
    sentences  only what is in these
    found      [(number on the page, Disagreement)] of the layer and pair
    """
    made = _elements(items, table, pair, found)
    return [row for _, _, row in _in_text_order(made, table, sentences)]


def of_discourse(items, table, sentences, pair, found):
    """The same of discourse relations, with their sentences."""
    made = _discourse(items, table, pair, found)
    return [
        row._replace(pieces=tuple(_highlighted(table.text, sentence, fragments)))
        for sentence, fragments, row in _in_text_order(made, table, sentences)
    ]


def _in_text_order(made, table, sentences):
    """Yields (sentence, fragments, ElementRow) of some sentences. made: (fragments, ElementRow)"""
    starts = [sentence.start for sentence in table.sentences]
    numbers = {sentence.number for sentence in sentences}
    for fragments, row in sorted(made, key=lambda one: (one[0], one[1].number or 0)):
        first = min(start for start, _ in fragments)
        sentence = table.sentences[max(bisect.bisect_right(starts, first) - 1, 0)]
        if sentence.number in numbers:
            yield sentence, fragments, row._replace(sentence=sentence.number)


def _elements(items, table, pair, found):
    """Yields (fragments, ElementRow) of relations between spans, or of events.

    items  RelationTable or EventTable
    """
    places = Locator(table)
    drawn_by_second = {element.key for element in items.drawn.get(pair[1], ())}
    for element in items.drawn.get(pair[0], ()):
        if element.key not in drawn_by_second:
            continue
        ends = tuple(End(places.words(fragments), fragments) for fragments in element.spans)
        side = ElementSide(element.label, ends)
        yield ends[0].fragments, ElementRow(0, (), (side, side), "", (), None)
    for number, item in found:
        sides = tuple(
            mark and ElementSide(
                mark.label, mark.ends or (End(item.token.text, item.token.fragments),)
            )
            for mark in item.arcs
        )  # fmt: skip
        yield (
            item.token.fragments,
            ElementRow(0, (), sides, absent(item.kind), (item.kind,), number),
        )


def _discourse(items, table, pair, found):
    """Yields the same of discourse relations; one that both drew is one row, whatever differs."""
    drawn = [{own.id: own for own in items.drawn.get(annotator, ())} for annotator in pair]
    differing = {}
    for number, item in found:
        ids = tuple(mark.id if mark else None for mark in item.arcs)
        differing.setdefault(ids, []).append((number, item.kind))
    both = [tuple(own.id for own in sides) for sides in _matched(items, pair)]
    both += [ids for ids in differing if None not in ids and ids not in both]
    alone = [
        (id, None) if side == 0 else (None, id)
        for side in (0, 1)
        for id in drawn[side]
        if id not in {ids[side] for ids in both}
    ]
    for ids in both + alone:
        sides = [own[id] if id is not None else None for own, id in zip(drawn, ids)]
        listed = differing.get(ids, ())
        yield (
            (sides[0] or sides[1]).span.fragments,
            ElementRow(
                0,
                (),
                tuple(own and _side(table.text, own) for own in sides),
                absent("missing-relation"),
                tuple(kind for _, kind in listed),
                min((number for number, _ in listed), default=None),
            ),
        )


def _matched(items, pair):
    """Pairs of Drawn that are the same strictly."""
    turned = pair not in items.matched
    known = items.matched.get(pair[::-1] if turned else pair, {}).get("strict", ())
    for i, j in known:
        a, b = (j, i) if turned else (i, j)
        yield items.drawn[pair[0]][a], items.drawn[pair[1]][b]


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
    ends = (drawn.relation.start, drawn.relation.target)
    both = tuple(End(" ".join(text[a:b] for a, b in end), end) for end in ends)
    return ElementSide(drawn.relation.type, both, drawn.words)
