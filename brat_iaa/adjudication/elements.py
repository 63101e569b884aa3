"""One annotator's file as elements that can be voted on: the same annotation has the same key,
whatever its id.

Spans are named by their characters. A span's place says too whether it is a
token, so that a name over a single word is not taken for the word.
"""

from typing import NamedTuple, Optional

from brat_iaa.layers.dependencies import head_and_dependent

SPAN, ARC, RELATION, EVENT, CHAIN, ATTRIBUTE, NORMALIZATION, NOTE = KINDS = (
    "span",
    "arc",
    "relation",
    "event",
    "chain",
    "attribute",
    "normalization",
    "note",
)
# Kinds of ends and targets, the first entry of their keys.
AT_SPAN, AT_EVENT, AT_ARC, AT_SENTENCE = "span", "event", "arc", "sentence"


class Place(NamedTuple):
    """Where a span is: its fragments in text order, and whether it is a token."""

    fragments: tuple
    is_token: bool


class Element(NamedTuple):
    """One annotation without its id.

    kind     one of KINDS
    key      equal for the same annotation of two annotators
    host     Place at which a disagreement on it is noted, or the target of a note on a sentence
    details  what may differ and is decided with it: roles of an arc, types of the spans it refers
             to
    """

    kind: str
    key: tuple
    host: object
    details: tuple = ()


class LeftOut(NamedTuple):
    """An annotation that cannot be carried over, and why."""

    document: str
    annotator: str
    id: str
    line: Optional[int]
    reason: str


class AnnotatorElements:
    """The elements of one annotator's Annotations.

    settings   DependencySettings
    elements   {(kind, key): Element}
    left_out   [(id, line, reason)]
    """

    def __init__(self, annotations, settings):
        self._annotations = annotations
        self._settings = settings
        self._relations = {relation.id: relation for relation in annotations.relations}
        self._types = {}
        for span in annotations.spans.values():
            self._types.setdefault(self.place(span), set()).add(span.type)
        self.elements, self.left_out = {}, []
        self._add_all()

    def place(self, span):
        types = self._settings.token_types
        is_token = types is None or span.type in types or span.type == self._settings.root
        return Place(span.place, is_token)

    def _add_all(self):
        found = self._annotations
        for span in found.spans.values():
            self._add(
                span.id, span.line, Element(SPAN, (*self.place(span), span.type), self.place(span))
            )
        for relation in found.relations:
            key, host, details = self._arc(relation)
            labels = self._settings.labels
            kind = ARC if labels is None or relation.type in labels else RELATION
            self._add(relation.id, relation.line, Element(kind, key, host, details))
        for event in found.events.values():
            key = self._event(event)
            host = self.place(found.spans[event.trigger])
            self._add(event.id, event.line, key and Element(EVENT, key, host))
        for type, members in self._chains():
            ends = tuple(sorted(filter(None, (self._end(id) for id in members)), key=_text_order))
            host = min(self.place(found.span_of(id)) for id in members)
            line = next(equiv.line for equiv in found.equivs if equiv.members[0] in members)
            complete = len(ends) == len(members)
            self._add("*", line, Element(CHAIN, (type, ends), host) if complete else None)
        for one in found.attributes:
            self._add_to_target(ATTRIBUTE, one, (one.type, one.value))
        for one in found.normalizations:
            self._add_to_target(NORMALIZATION, one, (one.type, one.reference, one.text))
        for one in found.notes:
            self._add_to_target(NOTE, one, (one.type, one.text))

    def _add(self, id, line, element):
        if element is None:
            self.left_out.append(
                (id, line, "it belongs to events that refer to each other in a circle")
            )
        elif (element.kind, element.key) in self.elements:
            self.left_out.append(
                (id, line, "the same annotation is there a second time; once is enough")
            )
        else:
            self.elements[element.kind, element.key] = element

    def _add_to_target(self, kind, record, content):
        if record.target.startswith("sent:"):
            target = (AT_SENTENCE, record.target)
            self._add(record.id, record.line, Element(kind, (*content, target), record.target))
            return
        if record.target in self._relations:
            key, host, _ = self._arc(self._relations[record.target])
            self._add(record.id, record.line, Element(kind, (*content, (AT_ARC, key)), host))
            return
        span = self._annotations.span_of(record.target)
        if span is None:
            reason = f"it is about {record.target}, which is neither a span, an event nor an arc"
            self.left_out.append((record.id, record.line, reason))
            return
        end = self._end(record.target)
        element = end and Element(kind, (*content, end), self.place(span), (span.type,))
        self._add(record.id, record.line, element)

    def _arc(self, relation):
        """(key, host, details): heads and dependents are tokens, whatever the types of spans on
        them.
        """
        head, dependent = (
            self._annotations.span_of(id)
            for id in head_and_dependent(relation, self._settings.head)
        )
        roles = tuple(role for role, _ in relation.args)
        first_is_head = self._annotations.span_of(relation.args[0][1]) is head
        key = relation.type, self.place(head), self.place(dependent)
        return key, self.place(dependent), (head.type, dependent.type, roles, first_is_head)

    def _event(self, event, above=()):
        """Key of an event with all that it refers to; None in a circle."""
        if event.id in above:
            return None
        args = []
        for role, id in event.args:
            end = self._end(id, above + (event.id,))
            if end is None:
                return None
            args.append((role, end))
        place = self.place(self._annotations.spans[event.trigger])
        return event.type, place, tuple(sorted(args, key=repr))

    def _end(self, id, above=()):
        """Key of a span or event that something refers to; the type counts only where a place has
        several.
        """
        event = self._annotations.events.get(id)
        if event is not None:
            key = self._event(event, above)
            return key and (AT_EVENT, key)
        span = self._annotations.spans[id]
        place = self.place(span)
        return AT_SPAN, place, span.type if len(self._types[place]) > 1 else None

    def _chains(self):
        """(type, ids) of each chain: brat joins the lines of a type that share a member."""
        chains = []
        for equiv in self._annotations.equivs:
            joined, apart = set(equiv.members), []
            for type, members in chains:
                if type == equiv.type and members & joined:
                    joined |= members
                else:
                    apart.append((type, members))
            chains = apart + [(equiv.type, joined)]
        return chains


def _text_order(end):
    """For sorting ends: by their places, then whatever is the same for everybody."""
    kind, what = end[:2]
    return what[1] if kind == AT_EVENT else what, repr(end)
