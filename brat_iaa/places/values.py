"""Looks up what annotators gave an item: the whole value of each, also what they agree on."""

from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple, Optional

from brat_iaa.config import layers_in_gold
from brat_iaa.kinds import DIFFERENCES, KINDS
from brat_iaa.layers.disagreement import Mark
from brat_iaa.layers.label_columns import NO_LABEL
from brat_iaa.layers.tokens import Locator


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
        self._documents, self._begun_by = {}, {}

    def at(self, layer, document, fragments, disagreements=()) -> dict:
        """{annotator: Value} of all who were compared on an item; {} if it is none.

        disagreements  those that are listed there, which describe the elements
        """
        values = self._values(layer, document)
        if values is None:
            return {}
        names = [name for name in values.annotators if name in self._sides]
        if self._begun:
            names = [name for name in names if name in self.begun_by(document)]
        return values.at(fragments, names, disagreements)

    def items_of(self, layer, document) -> list:
        """Fragments of all items of a layer in a document, in the order of the text."""
        values = self._values(layer, document)
        return [] if values is None else sorted(values.items())

    def _values(self, layer, document):
        if (layer, document) not in self._documents:
            self._documents[layer, document] = self._of_document(layer, document)
        return self._documents[layer, document]

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
        if arcs or layer == agreement.config.arcs_in_gold:
            tables = [table] if arcs else []
            if with_gold is not None and layer == agreement.config.arcs_in_gold:
                tables.append(with_gold)
            return _ArcValues(tables)
        if kind is None or not kind.listed:
            return None
        of_gold = (of_other.get(layer, {}) for of_other in agreement.gold_parts.values())
        locator = with_gold and Locator(with_gold)
        parts = [
            (parts_of_layer[document], locator)
            for parts_of_layer in of_gold
            if document in parts_of_layer
        ]
        if layer in agreement.parts:
            parts.append((agreement.parts[layer][document], Locator(table)))
        return _MarkValues(parts, with_gold or table)


class _ArcValues:
    """The values of dependencies in a document.

    tables  DependencyTables: of the annotators, then of annotators and gold; whoever is in both is
            looked up in the first that has the token
    """

    def __init__(self, tables):
        self.annotators = tuple(
            dict.fromkeys(name for table in tables for name in table.annotators)
        )
        self._tables = [
            (table, {table.tokens[index].fragments: table.tokens[index] for index in table.items})
            for table in tables
        ]

    def at(self, fragments, names, disagreements):
        values = {}
        for table, items in self._tables:
            if fragments in items:
                for name in table.annotators:
                    if name in names and name not in values:
                        values[name] = self._value(table, name, items[fragments])
        return {name: values[name] for name in names if name in values}

    def items(self):
        return {fragments for _, items in self._tables for fragments in items}

    def drew(self, name):
        return any(any(table.arcs.get(name, {}).values()) for table, _ in self._tables)

    @staticmethod
    def _value(table, name, token):
        elements = tuple(
            Mark(arc.label, arc.id, arc.line, head=table.tokens[arc.head])
            for arc in table.arcs[name].get(token.index, ())
        )
        return Value(
            elements,
            table.value(name, token.index) is None,
            token.ids.get(name),
            table.files[name],
            frozenset(element.drawn for element in elements),
        )


class _MarkValues:
    """The values of a layer without arcs in a document.

    parts  [(LayerDocument, Locator in its document)]: one of the gold with each annotator, and
           that of the annotators
    table  DependencyTable with all of these
    """

    def __init__(self, parts, table):
        self._marks = {}
        for part, locator in parts:
            for name, drawn in part.items.marks(locator):
                self._marks[name] = by_fragments = defaultdict(list)
                for fragments, mark in drawn:
                    by_fragments[fragments].append(mark)
        self._files, self._pieces = table.files, {}
        self.annotators = [name for name in table.annotators if name in self._marks]

    def at(self, fragments, names, disagreements):
        return {name: self._value(name, fragments, disagreements) for name in names}

    def drawn_over(self, stretches):
        """See ValueLookup."""
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
                for fragments, marks in self._marks[name].items()
                for mark in marks
                for first, last in fragments
            )
            longest = max((last - first for first, last, _ in pieces), default=0)
            self._pieces[name] = pieces, longest
        pieces, longest = self._pieces[name]
        return pieces[bisect_left(pieces, (start - longest,)) : bisect_left(pieces, (end,))]

    def items(self):
        return {fragments for of_one in self._marks.values() for fragments in of_one}

    def drew(self, name):
        drawn = self._marks.get(name, {}).values()
        return any(mark.label != NO_LABEL for marks in drawn for mark in marks)

    def _value(self, name, fragments, disagreements):
        listed, token_id = [], None
        for disagreement in disagreements:
            token_id = disagreement.token.ids.get(name, token_id)
            if name in disagreement.annotators:
                listed.append(disagreement.arcs[disagreement.annotators.index(name)])
        drawn = self._marks[name].get(fragments, ())
        if not listed:
            # A span that this annotator bounds as one of two who differ does.
            listed = [
                arc._replace(id=mark.id, line=mark.line)
                for disagreement in disagreements if DIFFERENCES[disagreement.kind].of_extent
                for arc in disagreement.arcs if arc is not None and arc.ends
                for mark in self._marks[name].get(arc.ends[0].fragments, ())
                if mark.label == arc.label
            ]  # fmt: skip
        shown, left = _shown_and_left(drawn, dict.fromkeys(filter(None, listed)), fragments)
        return Value(
            (*shown, *left),
            False,
            token_id,
            self._files[name],
            frozenset(mark.drawn for mark in (*drawn, *left)),
        )


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
    return shown, left


def _is_same(listed, mark, fragments):
    if listed.id != mark.id:
        return False
    (_, listed_ends), (_, ends) = listed.drawn, mark.drawn
    if listed_ends == ends:
        return True
    return not ends and listed.label == mark.label and listed_ends[0] == fragments
