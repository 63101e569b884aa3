"""Looks up what annotators gave an item: the whole value of each, also what they agree on."""

from bisect import bisect_left
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple, Optional

from brat_iaa.config import layers_in_gold
from brat_iaa.kinds import DIFFERENCES, KINDS
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.label_columns import NO_LABEL

# Layers of documents whose values are kept.
_KEPT = 100


class Value(NamedTuple):
    """Everything that an annotator gave an item.

    elements  tuple of Mark
    missing   whether the annotator could not give it any, having no token there
    token_id  brat's id of the token or span; None without one
    file      path of the .ann below the project
    drawn     frozenset by which values are compared: equal for equal values
    """

    elements: tuple[Mark, ...]
    missing: bool
    token_id: Optional[str]
    file: str
    drawn: frozenset

    def of(self, ids) -> "Value":
        """The same with the elements of some ids alone; of None as one who lacks the item."""
        if ids is None:
            return self._replace(elements=(), missing=True, drawn=frozenset())
        elements = tuple(element for element in self.elements if element.id in ids)
        drawn = frozenset(element.drawn for element in elements)
        return self._replace(elements=elements, drawn=drawn)

    @property
    def records(self) -> tuple:
        """Tuple of (brat's id, line) of the elements, each once: those of an event share one."""
        return tuple(dict.fromkeys((element.id, element.line) for element in self.elements))


class ValueLookup:
    """Looks up the values in an Agreement.

    begun  whether to leave out of a document everybody who has not begun it, the gold included
    gold   whether the gold is one of those who are looked up
    """

    def __init__(self, agreement, begun=False, gold=True):
        self.agreement = agreement
        self._begun, self._sides = begun, agreement.sides if gold else agreement.annotators
        self._begun_by: dict = {}
        # Values of large projects are large; lists go through them document by document.
        self._values = lru_cache(_KEPT)(self._of_document)

    def at(self, layer, document, fragments, differences=()) -> dict:
        """{annotator: Value} of all who were compared on an item; {} if it is none.

        differences  those that are listed there, which describe the elements
        """
        values = self._values(layer, document)
        if values is None:
            return {}
        names = [name for name in values.annotators if name in self._sides]
        if self._begun:
            names = [name for name in names if name in self.begun_by(document)]
        return values.at(fragments, names, differences)

    def items_of(self, layer, document) -> list:
        """Fragments of all items of a layer in a document, in the order of the text."""
        values = self._values(layer, document)
        return [] if values is None else sorted(values.items())

    def drawn_over(self, layer, document, stretches) -> dict:
        """{annotator: frozenset of all that shares a character with some stretches of the text}, of
        a layer without arcs; {} where it is not compared.

        stretches  ((start, end), ...)
        """
        values = self._values(layer, document)
        return {} if values is None else values.drawn_over(stretches)

    def used_by(self, annotator):
        """Set of the names of the layers in which an annotator drew anything."""
        return {
            layer.name
            for layer in self.agreement.layers
            for document in self.agreement.tables
            if (values := self._values(layer.name, document)) and values.drew(annotator)
        }

    def begun_by(self, document) -> frozenset:
        """Names of the annotators who began a document; where arcs count, tokens are not enough."""
        if document not in self._begun_by:
            table = self.agreement.tables[document]
            arcs = self.agreement.dependencies is not None
            self._begun_by[document] = frozenset(
                name
                for name in table.annotators
                if name in self.agreement.annotators and (table.arcs[name] or not arcs)
            )
        return self._begun_by[document]

    def _of_document(self, layer, document):
        agreement = self.agreement
        table, with_gold = agreement.tables.get(document), agreement.references.get(document)
        if table is None:
            return None
        compared = [*agreement.layers, *layers_in_gold(agreement.config)]
        kind = next((KINDS[each.kind] for each in compared if each.name == layer), None)
        arcs = agreement.dependencies is not None and agreement.dependencies.name == layer
        in_gold = layer == agreement.config.gold_arcs
        if not (arcs or in_gold or kind is not None and kind.listed):
            return None
        # Of the gold with each annotator; then of the annotators, where these are looked up.
        of_gold = agreement.gold_parts.get(layer, ())
        parts = [of_gold.marks(document)] if document in of_gold else []
        if in_gold and with_gold is not None:
            parts.append(with_gold.marks())
        if layer in agreement.parts:
            parts.append(agreement.parts[layer].marks(document))
        of_arcs, drawn = arcs or in_gold, {}
        for name, marks in (both for part in parts for both in part.items()):
            # A token that the annotators lack may be one of the gold's.
            drawn[name] = {**drawn[name], **marks} if of_arcs and name in drawn else marks
        return _DocumentValues(drawn, with_gold or table, everywhere=not of_arcs)


class _DocumentValues:
    """The values of a layer in a document.

    drawn       {annotator: {fragments of an item: [Mark], None if the annotator lacks the item}}
    table       ComparedDocument with all of these
    everywhere  whether an annotator has a value also where drawn has none
    """

    def __init__(self, drawn, table, everywhere=True):
        self._drawn, self._table, self._everywhere = drawn, table, everywhere
        self._pieces: dict = {}
        self.annotators = [name for name in table.annotators if name in drawn]

    def at(self, fragments, names, differences):
        # Arcs are shown as they are drawn, other things as they are listed.
        listed, extents = defaultdict(list), []
        for each in differences if self._everywhere else ():
            marks = each.marks
            for name, mark in zip(each.annotators, marks):
                listed[name].append(mark)
            if DIFFERENCES[each.kind].of_extent:
                extents += [mark for mark in marks if mark is not None and mark.ends]
        return {
            name: self._value(
                name,
                fragments,
                listed[name] or self._bounding(name, extents),
                self._table.id_at(name, fragments),
            )  # fmt: skip
            for name in names
            if self._everywhere or fragments in self._drawn[name]
        }

    def drawn_over(self, stretches):
        return {
            name: frozenset(
                mark
                for start, end in stretches
                for first, last, mark in self._between(name, start, end)
                if first < end and start < last
            )
            for name in self.annotators
        }

    def _between(self, name, start, end):
        """(start, end, what was drawn) of the pieces that may reach into a stretch."""
        if name not in self._pieces:
            pieces = sorted(
                (first, last, (fragments, mark.drawn))
                for fragments, marks in self._drawn[name].items()
                for mark in marks
                for first, last in fragments
            )
            longest = max((last - first for first, last, _ in pieces), default=0)
            self._pieces[name] = pieces, longest
        pieces, longest = self._pieces[name]
        return pieces[bisect_left(pieces, (start - longest,)) : bisect_left(pieces, (end,))]

    def items(self):
        return {fragments for of_one in self._drawn.values() for fragments in of_one}

    def drew(self, name):
        drawn = self._drawn.get(name, {}).values()
        return any(mark.label != NO_LABEL for marks in drawn for mark in marks or ())

    def _bounding(self, name, extents):
        """Marks of spans that this annotator bounds as one of two who differ does."""
        return [
            extent._replace(id=mark.id, line=mark.line)
            for extent in extents
            for mark in self._drawn[name].get(extent.ends[0].fragments, ())
            if mark.label == extent.label
        ]

    def _value(self, name, fragments, listed, token_id):
        drawn, file = self._drawn[name].get(fragments, ()), self._table.files[name]
        if drawn is None:
            return Value((), True, token_id, file, frozenset())
        shown, left = _shown_and_left(drawn, dict.fromkeys(filter(None, listed)), fragments)
        compared = frozenset(mark.drawn for mark in (*drawn, *left))
        return Value((*shown, *left), False, token_id, file, compared)


def _shown_and_left(drawn, listed, fragments):
    """([Mark] to show for what is drawn, [Mark] of the listed that stand elsewhere).

    What is drawn is shown as it is listed, which says in what annotators differ. The ends of a span
    are shown only beside annotators who drew other ends.
    """
    shown, left = [], list(listed)
    for mark in drawn:
        same = [other for other in left if _is_same(other, mark, fragments)]
        left = [other for other in left if other not in same]
        if mark.ends:
            shown += [other for other in same if other.label != mark.label] or same[:1] or [mark]
        else:
            # The ends of a whole event are shown with its arguments.
            of_span = [other for other in same if len(other.ends) < 2]
            shown.append(max(of_span, key=lambda other: len(other.ends), default=mark))
    # A discourse relation listed with its connective is listed by its type alone, too.
    with_connective = {
        (mark.id, mark.ends, mark.label.partition(": ")[0]) for mark in left if ": " in mark.label
    }
    return shown, [mark for mark in left if (mark.id, mark.ends, mark.label) not in with_connective]


def _is_same(listed, mark, fragments):
    if listed.id != mark.id:
        return False
    (_, listed_ends), (_, ends) = listed.drawn, mark.drawn
    if listed_ends == ends:
        return True
    return not ends and listed.label == mark.label and listed_ends[0] == fragments
