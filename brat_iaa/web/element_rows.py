"""Relations between spans, and events, as rows: what both drew, and each disagreement."""

import bisect
from typing import NamedTuple, Optional

from brat_iaa.formats.words import absent
from brat_iaa.layers.disagreement import End
from brat_iaa.layers.locator import Locator

# Kinds of layer, with what is said of a document without any of it.
KINDS = {"entity-relations": "relation", "events": "event"}


class ElementSide(NamedTuple):
    """What one side has. ends: of a relation both, of an event those of trigger and arguments."""

    label: str
    ends: tuple[End, ...]


class ElementRow(NamedTuple):
    """A relation or event, or a part of one.

    sides   pair of ElementSide, None for nothing; (one, the same) if both drew it alike
    absent  what is said of somebody who has nothing
    kind    of the disagreement, None if both drew it alike
    number  of the disagreement on the page, or None
    """

    sentence: int
    sides: tuple
    absent: str
    kind: Optional[str]
    number: Optional[int]


def element_rows(kind, items, table, pair, found):
    """List of ElementRow in text order.

    kind   of the layer, one of KINDS
    items  of the LayerDocument
    found  [(number on the page, Disagreement)] of the layer and pair
    """
    places = Locator(table)
    drawn = items.events if kind == "events" else items
    rows = []
    for element in _alike(drawn, pair):
        side = ElementSide(element.label, _ends(kind, element, places))
        rows.append((side.ends[0].fragments, ElementRow(0, (side, side), "", None, None)))
    for number, item in found:
        sides = tuple(_side(item, arc) for arc in item.arcs)
        rows.append(
            (item.token.fragments, ElementRow(0, sides, absent(item.kind), item.kind, number))
        )
    starts = [sentence.start for sentence in table.sentences]
    return [
        row._replace(
            sentence=table.sentences[max(bisect.bisect_right(starts, place[0][0]) - 1, 0)].number
        )
        for place, row in sorted(rows, key=lambda one: (one[0], one[1].number or 0))
    ]


def _alike(drawn, pair):
    """Elements of the first that the second drew just so."""
    turned = pair not in drawn.matched
    for i, j in drawn.matched.get(pair[::-1] if turned else pair, {}).get("exact", ()):
        yield drawn.elements[pair[0]][j if turned else i]


def _ends(kind, element, places):
    spans = list(element.spans)
    if kind == "events":
        _, arguments = element.key
        spans += sorted({fragments for _, (_, fragments) in arguments})
    return tuple(End(places.words(fragments), fragments) for fragments in spans)


def _side(item, mark):
    if mark is None:
        return None
    return ElementSide(mark.label, mark.ends or (End(item.token.text, item.token.fragments),))
