"""What annotators gave an item: the whole value of each, also what they agree on."""

from functools import cached_property
from typing import NamedTuple, Optional

from brat_iaa.config import GOLD_LAYER
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.marks import MARKS
from brat_iaa.references.gold_layers import gold_layers


class Element(NamedTuple):
    """One thing that an annotator gave an item.

    label  as shown
    head   Token of the head; None in layers without arcs
    id     brat's id in the annotator's file
    line   in that file, from 1; None where annotators agree on the label of a span
    ends   disagreements.Ends as in a Mark, () where there are none
    """

    label: str
    head: Optional[object]
    id: str
    line: Optional[int]
    ends: tuple = ()


class Value(NamedTuple):
    """All that an annotator gave an item.

    elements  tuple of Element
    missing   whether the annotator could not give it any, having no token there
    token_id  brat's id of the token or span; None without one
    file      path of the .ann below the project
    drawn     frozenset of what makes it another value than somebody else's
    """

    elements: tuple[Element, ...]
    missing: bool
    token_id: Optional[str]
    file: str
    drawn: frozenset

    @property
    def records(self):
        """Tuple of (brat's id, line) of the elements, each once: those of an event share one."""
        return tuple(dict.fromkeys((one.id, one.line) for one in self.elements))


class Values:
    """The values in an Agreement, looked up by where they stand.

    begun  whether those who have not begun a document take no part in it; then gold and
           anchors do not either
    """

    def __init__(self, agreement, begun=False):
        self.agreement = agreement
        self._begun = begun
        self._documents, self._begun_by = {}, {}

    def at(self, layer, document, fragments, disagreements=()):
        """{annotator: Value} of all who were compared on an item; {} if it is none.

        disagreements  those that are listed there, in whose words the elements are told
        """
        if (layer, document) not in self._documents:
            self._documents[layer, document] = self._of_document(layer, document)
        own = self._documents[layer, document]
        if own is None:
            return {}
        names = [name for name in own.annotators if self._takes_part(name, document)]
        anchors = self._anchors - {name for one in disagreements for name in one.annotators}
        return own.at(fragments, [name for name in names if name not in anchors], disagreements)

    def begun_by(self, document):
        """frozenset of those who began a document; tokens alone are no beginning of arcs."""
        if document not in self._begun_by:
            table = self.agreement.tables[document]
            arcs = self.agreement.dependencies is not None
            self._begun_by[document] = frozenset(
                name
                for name in table.annotators
                if name in self.agreement.annotators and (table.arcs[name] or not arcs)
            )
        return self._begun_by[document]

    def _takes_part(self, name, document):
        return not self._begun or name in self.begun_by(document)

    @cached_property
    def _anchors(self):
        config = self.agreement.config
        return set(config.references) - {config.gold}

    def _of_document(self, layer, document):
        agreement, arcs = self.agreement, self.agreement.dependencies
        if layer == GOLD_LAYER.name:
            return _Arcs(agreement.references[document])
        if document not in agreement.tables:
            return None
        if arcs is not None and arcs.name == layer:
            return _Arcs(agreement.tables[document])
        for known in agreement.layers:
            if known.name == layer and known.kind in MARKS:
                part = agreement.parts[layer][document]
                return _Marks(known.kind, [part], agreement.tables[document])
        for known in gold_layers(agreement.config):
            if known.name == layer and known.kind in MARKS:
                parts = [own[layer] for own in agreement.gold_documents[document].parts.values()]
                return _Marks(known.kind, parts, agreement.references[document])
        return None


class _Arcs:
    """The values of dependencies in a document."""

    def __init__(self, table):
        self.annotators = table.annotators
        self._table = table
        self._tokens = {token.fragments: token for token in table.tokens}
        self._items = frozenset(table.items)

    def at(self, fragments, names, disagreements):
        token = self._tokens.get(fragments)
        if token is None or token.index not in self._items:
            return {}
        return {name: self._value(name, token) for name in names}

    def _value(self, name, token):
        table = self._table
        elements = tuple(
            Element(arc.label, table.tokens[arc.head], arc.id, arc.line)
            for arc in table.arcs[name].get(token.index, ())
        )
        return Value(
            elements,
            table.value(name, token.index) is None,
            token.ids.get(name),
            table.files[name],
            frozenset((one.label, one.head.fragments) for one in elements),
        )


class _Marks:
    """The values of a layer without arcs in a document.

    kind   of the layer
    parts  LayerDocuments: one, or one for each who is compared with the gold
    """

    def __init__(self, kind, parts, table):
        places, self._marks = Locator(table), {}
        for part in parts:
            self._marks.update(MARKS[kind](part.items, places))
        self._files = table.files
        self.annotators = [name for name in table.annotators if name in self._marks]

    def at(self, fragments, names, disagreements):
        return {name: self._value(name, fragments, disagreements) for name in names}

    def _value(self, name, fragments, disagreements):
        listed, token_id = [], None
        for found in disagreements:
            token_id = found.token.ids.get(name, token_id)
            if name in found.annotators:
                listed.append(found.arcs[found.annotators.index(name)])
        drawn = self._marks[name].get(fragments, ())
        shown, left = _told_once(drawn, dict.fromkeys(filter(None, listed)), fragments)
        return Value(
            tuple(
                Element(mark.label, None, mark.id, mark.line, mark.ends) for mark in shown + left
            ),
            False,
            token_id,
            self._files[name],
            frozenset(
                (mark.label, tuple(end.fragments for end in mark.ends)) for mark in (*drawn, *left)
            ),
        )


def _told_once(drawn, listed, fragments):
    """(what is drawn as Marks to show, those of the listed that stand elsewhere).

    What is drawn there is told as it is listed, as that says in what annotators differ. The ends of
    a span are told beside those annotators only who drew others.
    """
    shown, left = [], list(listed)
    for mark in drawn:
        same = [one for one in left if _is_same(one, mark, fragments)]
        left = [one for one in left if one not in same]
        if mark.ends:
            shown += [one for one in same if one.label != mark.label] or same[:1] or [mark]
        else:
            # The ends of a whole event are told with its arguments.
            of_span = [one for one in same if len(one.ends) < 2]
            shown.append(max(of_span, key=lambda one: len(one.ends), default=mark))
    return shown, left


def _is_same(listed, mark, fragments):
    # Without a line, an id may be that of another span on the same offsets.
    if mark.line is not None and listed.id != mark.id:
        return False
    places = [tuple(end.fragments for end in one.ends) for one in (listed, mark)]
    if places[0] == places[1]:
        return True
    return not mark.ends and listed.label == mark.label and places[0][0] == fragments
